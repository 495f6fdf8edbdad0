#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>

#include "bench/commands.hpp"
#include "core/ch/ch_mobile.hpp"
#include "core/ch/contraction.hpp"
#include "core/grid/scale.hpp"
#include "core/io/movingai.hpp"
#include "core/sectors/sectors.hpp"
#include "core/world/scenes.hpp"
#include "papers/paper.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;

namespace {

std::map<std::string, double> rows_of(const PaperOptions& options) {
  const auto report = run_paper(options);
  REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
  for (const auto& failure : report.value().failures) FAIL_CHECK(failure);
  std::map<std::string, double> rows;
  for (const auto& row : report.value().rows) rows[row.at("item")] = row.at("measured");
  return rows;
}

}  // namespace

TEST_CASE("bench paper: hierarchies over sectors are measured on the same problems as A*") {
  const test::TempFolder folder;
  std::filesystem::create_directory(folder.file("bg"));
  double plain = 0, mobile = 0, shortcuts = 0;
  for (const uint64_t seed : {1, 2}) {
    const GridMap map = generate({SceneKind::kCave, 120, 110, seed, 0});
    REQUIRE(save_map(map, folder.file("bg/m" + std::to_string(seed) + ".map")).ok());
    MoveGrid moves;
    moves.build(scaled(map, 512, 512), {});
    Sectors sectors;
    sectors.build(moves, {.sector_size = 8});
    const std::optional<Ch> ch = contract(sectors.graph(), {});
    plain += static_cast<double>(plain_bytes(*ch)) / 2;
    mobile += static_cast<double>(MobileCh(*ch).bytes()) / 2;
    shortcuts += static_cast<double>(ch->shortcut_count()) / 2;
  }
  PaperOptions options{.table = "sectors-1", .maps = folder.path(), .pairs = 60, .rounds = 1};
  const auto sizes = rows_of(options);
  CHECK(sizes.at("bytes_ch_large") == doctest::Approx(plain).epsilon(0.001));
  CHECK(sizes.at("bytes_mobile_large") == doctest::Approx(mobile).epsilon(0.001));
  CHECK(sizes.at("bytes_ch_small") < sizes.at("bytes_ch_large"));
  CHECK(sizes.at("bytes_mobile_small") < sizes.at("bytes_mobile_large"));
  CHECK(shortcuts > 0);
  CHECK(sizes.at("total_ch_large") == doctest::Approx(sizes.at("bytes_base") + plain).epsilon(0.001));
  for (const std::string name : {"base", "landmarks", "sector16", "ch_large", "mobile_small"}) {
    CHECK(sizes.at("total_" + name + "_min") <= sizes.at("total_" + name));
    CHECK(sizes.at("total_" + name + "_max") >= sizes.at("total_" + name));
  }

  options.table = "sectors-2";
  const auto searches = rows_of(options);
  for (const std::string name : {"large", "small"}) {
    CAPTURE(name);
    const std::string item = "ch_" + name;
    CHECK(searches.at(item + "_all") <= searches.at(item + "_unstalled_all"));
    CHECK(searches.at(item + "_all") < searches.at(item + "_unguided_all"));
    CHECK(searches.at(item + "_10") > searches.at(item + "_all"));
    CHECK(searches.at(item + "_own1") >= searches.at(item + "_hard1"));
    CHECK(searches.at(item + "_long1") < searches.at("astar_long1"));
    for (const std::string part : {"_10", "_long1", "_hard1"}) CHECK(searches.at(item + part) > 1);
    for (const std::string part : {"_all_us", "_10_us", "_unguided_all_us", "_alt_all_us"}) {
      CHECK(searches.at(item + part) > 0);
    }
    CHECK(searches.at("ch_mobile_" + name + "_us") > 0);
  }
  CHECK(searches.at("says_ch_longest_easier") ==
        doctest::Approx(searches.at("ch_large_long1") / searches.at("ch_large_10")).epsilon(0.01));
  CHECK(searches.count("says_ch_longest_easier_small") == 1);
  CHECK(searches.at("says_ch_hardest_harder") ==
        doctest::Approx(searches.at("ch_large_long1") / searches.at("ch_large_own1")).epsilon(0.01));
  CHECK(searches.at("ch_large_all") < searches.at("ch_small_all"));
  for (const std::string method : {"alt", "s16", "s24", "s32"}) {
    CAPTURE(method);
    for (const std::string part : {"_all", "_10", "_long1", "_hard1"}) {
      CHECK(searches.at(method + part) > 0);
      CHECK(searches.at(method + part + "_us") > 0);
    }
    CHECK(searches.at(method + "_10") >= searches.at(method + "_all"));
    CHECK(searches.at(method + "_own1") >= searches.at(method + "_hard1"));
  }

  options.table = "sectors-4";
  const auto unpacked = rows_of(options);
  CHECK(unpacked.at("problems") == 120);
  CHECK(unpacked.at("packed_large") < unpacked.at("unpacked_large"));
  CHECK(unpacked.at("packed_large") < unpacked.at("packed_small"));
  for (const char* item : {"unpacked_large_us", "unpacked_small_us", "unpacked_mobile_large_us"}) {
    CHECK(unpacked.at(item) > 0);
  }
  for (const std::string item : {"opened_large", "opened_small"}) {
    CAPTURE(item);
    const std::string name = item.substr(std::string("opened").size());
    CHECK(unpacked.at(item) ==
          doctest::Approx(unpacked.at("unpacked" + name) - unpacked.at("packed" + name)).epsilon(0.01));
    for (const std::string part : {"_10", "_long1", "_own1", "_hard1"}) CHECK(unpacked.at(item + part) >= 0);
    CHECK(unpacked.at(item + "_10") > unpacked.at(item));  // longer paths have more shortcuts
  }
  CHECK(unpacked.count("says_unpacking_easy_on_hardest_small") == 1);
  CHECK(unpacked.at("says_unpacking_easy_on_hardest") ==
        doctest::Approx(unpacked.at("opened_large_own1") / unpacked.at("opened_large_10")).epsilon(0.01));
}
