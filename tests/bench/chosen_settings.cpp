// `--settings auto`: options that suit the map in place of those that are given.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "core/alt/automatic_landmarks.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/sectors/automatic_sectors.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

namespace strata::test {

using namespace strata::bench;

TEST_CASE("queries with automatic settings measure the options that suit the map, and say why once") {
  const TempFolder folder;
  const GridMap map = random_map(110, 100, 30, 3);
  std::string text = "type octile\nheight 100\nwidth 110\nmap\n";
  for (int y = 0; y < 100; ++y) {
    for (int x = 0; x < 110; ++x) text += map.letter(map.id({x, y}));
    text += '\n';
  }
  REQUIRE(write_file_atomic(folder.file("a.map"), text).ok());
  QueryOptions options{.map = folder.file("a.map"),
                       .planners = {"sectors", "alt", "hna1", "hpa1", "hpa2"},
                       .rounds = 1,
                       .pairs = 10,
                       .settings = ChosenSettings::kAuto};
  const auto sectors = automatic_sector_options(moves_on(map));
  const auto landmarks = automatic_landmark_options(moves_on(map));
  REQUIRE(sectors.options != SectorOptions{});
  const Result<Report> fitted = run_queries(options);
  REQUIRE(fitted.ok());
  CHECK(fitted.value().failures.empty());
  for (const std::string& reason : {"sectors: " + sectors.reason, "landmarks: " + landmarks.reason}) {
    CHECK(std::ranges::count(fitted.value().notes, "a.map: " + reason) == 1);
  }
  for (const ReportRow& row : fitted.value().rows) {
    CHECK(row["settings"] == "auto");
    const bool all = row["map"] == "*";
    if (row["planner"] == "sectors") {
      CHECK(row["sector_size"] == (all ? ReportRow() : ReportRow(sectors.options.sector_size)));
    }
    if (row["planner"] == "alt") CHECK(row["landmarks"] == (all ? ReportRow() : ReportRow(landmarks.options.count)));
  }
  options.settings = ChosenSettings::kPublished;
  const Result<Report> given = run_queries(options);
  REQUIRE(given.ok());
  for (const ReportRow& row : given.value().rows) {
    CHECK_FALSE(row.contains("settings"));
    if (row["planner"] == "sectors") CHECK(row["sector_size"] == SectorOptions{}.sector_size);
  }
}

}  // namespace strata::test
