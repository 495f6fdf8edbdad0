// Dynamic scenarios (.scen of version 2) with their patch files.
#include "core/io/dynamic_scenario.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <limits>

#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const std::string kHeader = "version 2\nheight 3\nwidth 4\ncost 1 octile\npatch a.patch\ncommands\n";
const std::string kPatches =
    "type patch\npatches 2\npatch 0\nheight 3\nwidth 1\nmap\n@\n.\n@\npatch 1\nheight 1\nwidth 2\nmap\n.@\n";

Result<DynamicScenario> parse_both(const std::string& scen, const std::string& patches = kPatches) {
  return parse_dynamic_scenario(scen, "x.scen", [&](const std::string& file) { return parse_patches(patches, file); });
}

std::string refusal_of(const std::string& scen, const std::string& patches = kPatches) {
  const auto parsed = parse_both(scen, patches);
  return parsed ? "accepted" : parsed.error().message();
}

std::string patch_refusal(const std::string& patches) {
  const auto parsed = parse_patches(patches, "a.patch");
  return parsed ? "accepted" : parsed.error().message();
}

// Returns a random scenario that a file can hold.
DynamicScenario random_scenario(Rng& rng) {
  DynamicScenario scenario;
  const auto up_to = [&](int most) { return static_cast<int>(rng.below(static_cast<uint32_t>(most))); };
  scenario.width = 1 + up_to(30);
  scenario.height = 1 + up_to(30);
  scenario.patch_file = rng.below(2) == 0 ? "a b.patch" : "x";
  for (int count = up_to(6); count > 0; --count) {
    MapPatch& patch = scenario.patches.emplace_back();
    patch.width = 1 + up_to(scenario.width);
    patch.height = 1 + up_to(scenario.height);
    for (int i = 0; i < patch.width * patch.height; ++i) patch.letters += rng.below(3) == 0 ? '@' : '.';
  }
  for (int count = up_to(20), bucket = 0; count > 0; --count) {
    bucket += up_to(2);
    const auto number = static_cast<uint32_t>(bucket);
    const auto cell = [&] { return Cell{up_to(scenario.width), up_to(scenario.height)}; };
    if (rng.below(2) == 0 || scenario.patches.empty()) {
      const double length =
          rng.below(4) == 0 ? DynamicQuery::kNoPath : static_cast<double>(rng.below(1000)) + rng.below(1'000'000) / 7e5;
      scenario.steps.emplace_back(DynamicQuery{number, cell(), cell(), length});
      continue;
    }
    const auto patch = rng.below(static_cast<uint32_t>(scenario.patches.size()));
    const PatchPlacement one{number,
                             patch,
                             {up_to(scenario.width - scenario.patches[patch].width + 1),
                              up_to(scenario.height - scenario.patches[patch].height + 1)}};
    auto& steps = scenario.steps;
    if (steps.empty() || !std::holds_alternative<ScenarioChange>(steps.back())) steps.emplace_back(ScenarioChange{});
    std::get<ScenarioChange>(steps.back()).placements.push_back(one);
  }
  return scenario;
}

}  // namespace

TEST_CASE("dynamic scenario: placements between two queries are one change, over an open map") {
  const DynamicScenario scenario = must(parse_both(kHeader + "Q 0 0 0 3 2 4.4142135623731\nP 1 0 1 0\nP 1 1 1 1\n\n"
                                                             "Q 1 0 0 3 0 -1\nQ 1 3 2 3 2 0\nP 2 1 2 2\n"));
  CHECK(scenario.width == 4);
  CHECK(scenario.height == 3);
  CHECK(scenario.patch_file == "a.patch");
  REQUIRE(scenario.patches.size() == 2);
  CHECK(scenario.patches[0] == MapPatch{1, 3, "@.@"});
  REQUIRE(scenario.steps.size() == 5);
  CHECK(std::get<DynamicQuery>(scenario.steps[0]) == DynamicQuery{0, {0, 0}, {3, 2}, 4.4142135623731});
  CHECK(std::get<ScenarioChange>(scenario.steps[1]).placements ==
        std::vector<PatchPlacement>{{1, 0, {1, 0}}, {1, 1, {1, 1}}});
  CHECK(std::get<DynamicQuery>(scenario.steps[2]).length == DynamicQuery::kNoPath);
  CHECK(std::get<DynamicQuery>(scenario.steps[3]).length == 0);
  GridMap map = first_map(scenario);
  CHECK(map == map_from_text("....\n....\n....\n"));
  (void)map.apply(edit_of(scenario, std::get<ScenarioChange>(scenario.steps[1])));
  CHECK(map == map_from_text(".@..\n..@.\n.@..\n"));  // the later placement lies over the earlier one
  (void)map.apply(edit_of(scenario, std::get<ScenarioChange>(scenario.steps[4])));
  CHECK(map == map_from_text(".@..\n..@.\n.@.@\n"));
}

TEST_CASE("dynamic scenario: what stands before the first query is the first map") {
  const std::string whole = "type patch\npatches 1\npatch 0\nheight 3\nwidth 4\nmap\n@...\n.@@.\n....\n";
  const DynamicScenario scenario = must(parse_both(kHeader + "P 0 0 0 0\nQ 0 1 0 2 0 1\n", whole));
  CHECK(first_map(scenario) == map_from_text("@...\n.@@.\n....\n"));
  CHECK(first_map(must(parse_both(kHeader))) == GridMap(4, 3));
}

TEST_CASE("dynamic scenario: byte order marks, line ends and the order of the header make no difference") {
  const DynamicScenario plain = must(parse_both(kHeader + "P 1 0 1 0\nQ 1 0 0 3 0 -1\n"));
  std::string crlf =
      "\xef\xbb\xbfversion 2.0\nwidth 4\nheight 3\npatch a.patch\ncost  1 octile \ncommands\n"
      " P 1  0 1 0 \n\nQ\t1 0 0 3 0 -1";
  CHECK(must(parse_both(crlf)) == plain);
  for (size_t at = 0; (at = crlf.find('\n', at)) != std::string::npos; at += 2) crlf.replace(at, 1, "\r\n");
  CHECK(must(parse_both(crlf)) == plain);
}

TEST_CASE("dynamic scenario: each malformed scenario is refused with file, line and reason") {
  const std::string h = kHeader;
  const std::pair<std::string, std::string> kFaults[] = {
      {"", "x.scen:1: the file is empty"},
      {"version 1\n", "x.scen:1: version '1' cannot be read, only 2"},
      {"height 3\n", "x.scen:1: expected 'version 2', got 'height 3'"},
      {"version 2\n", "x.scen:2: the file ends where 'height' of the header should follow"},
      {"version 2\nversion 2\n", "x.scen:2: version is given twice"},
      {"version 2\nheight 0\n", "x.scen:2: height 0 is not between 1 and 8192"},
      {"version 2\nheight 99999999999999999999\n",
       "x.scen:2: expected 'height <n>', got 'height 99999999999999999999'"},
      {"version 2\nwidth 8193\n", "x.scen:2: width 8193 is not between 1 and 8192"},
      {"version 2\nwidth x\n", "x.scen:2: expected 'width <n>', got 'width x'"},
      {"version 2\ndepth 3\n", "x.scen:2: expected 'height' of the header, got 'depth 3'"},
      {"version 2\ncost 2 octile\n", "x.scen:2: cost '2 octile' cannot be read, only '1 octile'"},
      {"version 2\ncommands\n", "x.scen:2: there is no line 'height' before 'commands'"},
      {"version 2\nheight 3\nwidth 4\ncost 1 octile\ncommands\n",
       "x.scen:5: there is no line 'patch' before 'commands'"},
      {h + "R 0 0\n", "x.scen:7: expected P or Q, got 'R 0 0'"},
      {h + "P 0 0 1\n", "x.scen:7: expected 'P BUCKET PATCH X Y', got 'P 0 0 1'"},
      {h + "P 0 0 1 0 0\n", "x.scen:7: expected 'P BUCKET PATCH X Y', got 'P 0 0 1 0 0'"},
      {h + "P -1 0 1 0\n", "x.scen:7: '-1' is no bucket number"},
      {h + "P 0 2 1 0\n", "x.scen:7: there is no patch '2': 'a.patch' has 2"},
      {h + "P 0 -1 1 0\n", "x.scen:7: there is no patch '-1': 'a.patch' has 2"},
      {h + "\nP 0 0 1 1\n", "x.scen:8: patch 0 of 1x3 cells at (1,1) does not lie within the map of 4x3"},
      {h + "P 0 1 3 0\n", "x.scen:7: patch 1 of 2x1 cells at (3,0) does not lie within the map of 4x3"},
      {h + "P 0 1 4 0\n", "x.scen:7: column '4' is not between 0 and 3"},
      {h + "P 0 1 0 -1\n", "x.scen:7: row '-1' is not between 0 and 2"},
      {h + "P 0 1 2147483647 0\n", "x.scen:7: column '2147483647' is not between 0 and 3"},
      {h + "P 0 1 1e1 0\n", "x.scen:7: column '1e1' is not between 0 and 3"},
      {h + "Q 0 0 0 3 2\n", "x.scen:7: expected 'Q BUCKET SX SY GX GY COST', got 'Q 0 0 0 3 2'"},
      {h + "Q 0 4 0 3 2 1\n", "x.scen:7: start column '4' is not between 0 and 3"},
      {h + "Q 0 0 3 3 2 1\n", "x.scen:7: start row '3' is not between 0 and 2"},
      {h + "Q 0 0 0 x 2 1\n", "x.scen:7: goal column 'x' is not between 0 and 3"},
      {h + "Q 0 0 0 3 99999999999 1\n", "x.scen:7: goal row '99999999999' is not between 0 and 2"},
      {h + "Q 4294967296 0 0 3 2 1\n", "x.scen:7: '4294967296' is no bucket number"},
  };
  for (const auto& [text, told] : kFaults) CHECK(refusal_of(text) == told);
  for (const std::string cost : {"nan", "inf", "-inf", "-0.5", "-2", "1e999", "x", "1,5"}) {
    CHECK(refusal_of(h + "Q 0 0 0 3 2 " + cost + "\n") ==
          "x.scen:7: '" + cost + "' is no path length, and not -1 for no path");
  }
  for (const std::string file : {"", "..", ".", "../a.patch", "/etc/passwd", "a/b", "a\\b"}) {
    CHECK(refusal_of("version 2\npatch " + file + "\n").find("x.scen:2: expected 'patch' and the name of a file") == 0);
  }
  // Patches that cover a map of the largest size more often than the limit allows.
  std::string whole = "type patch\npatches 1\npatch 0\nheight 512\nwidth 512\nmap\n", many;
  for (int y = 0; y < 512; ++y) whole += std::string(512, '.') + "\n";
  for (int i = 0; i < 4097; ++i) many += "P 0 0 0 0\n";
  CHECK(refusal_of("version 2\nheight 512\nwidth 512\ncost 1 octile\npatch a.patch\ncommands\n" + many, whole) ==
        "x.scen:4103: the patches up to here have more than 1073741824 cells");
}

TEST_CASE("dynamic scenario: each malformed patch file is refused with file, line and reason") {
  const std::string one = "type patch\npatches 1\n";
  const std::pair<std::string, std::string> kFaults[] = {
      {"", "a.patch:1: the file is empty"},
      {"type octile\n", "a.patch:1: expected 'type patch', got 'type octile'"},
      {"type patch\n", "a.patch:2: the file ends where 'patches <n>' should follow"},
      {"type patch\npatches -1\n", "a.patch:2: patches -1 is not between 0 and 1073741824"},
      {"type patch\npatches 99999999999\n", "a.patch:2: patches 99999999999 is not between 0 and 1073741824"},
      {"type patch\npatches 1000000000\n", "a.patch:3: the file ends where 'patch' of patch 0 should follow"},
      {one + "patch 1\n", "a.patch:3: patch 1 is not between 0 and 0"},
      {one + "patch 0\nwidth 1\n", "a.patch:4: expected 'height <n>', got 'width 1'"},
      {one + "patch 0\nheight 8193\n", "a.patch:4: height 8193 is not between 1 and 8192"},
      {one + "patch 0\nheight 1\nwidth 0\n", "a.patch:5: width 0 is not between 1 and 8192"},
      {one + "patch 0\nheight 1\nwidth 1\n", "a.patch:6: the file ends where 'map' of patch 0 should follow"},
      {one + "patch 0\nheight 1\nwidth 1\n.\n", "a.patch:6: expected 'map', got '.'"},
      {one + "patch 0\nheight 2\nwidth 1\nmap\n.\n", "a.patch:8: the file ends where row 1 of patch 0 should follow"},
      {one + "patch 0\nheight 1\nwidth 2\nmap\n.\n", "a.patch:7: patch 0: expected a row of 2 letters, got 1"},
      {one + "patch 0\nheight 1\nwidth 2\nmap\n.@@\n", "a.patch:7: patch 0: expected a row of 2 letters, got 3"},
      {one + "patch 0\nheight 1\nwidth 2\nmap\n.T\n",
       "a.patch:7: patch 0: 'T' in column 2 is neither '.' (free) nor '@' (blocked)"},
      {kPatches + "patch 2\n", "a.patch:15: expected the end after 2 patches, got 'patch 2'"},
  };
  for (const auto& [text, told] : kFaults) CHECK(patch_refusal(text) == told);
  CHECK(patch_refusal(kPatches + "\n \n") == "accepted");
  // Every prefix is refused in words, except those that only lack the last line's end.
  for (size_t length = 0; length + 1 < kPatches.size(); ++length) {
    const std::string refusal = patch_refusal(kPatches.substr(0, length));
    CHECK(refusal.find("a.patch:") == 0);
  }
  CHECK(refusal_of(kHeader, "type patch\npatches 1\n").find("a.patch:3: ") == 0);
}

TEST_CASE("dynamic scenario: what is written is read back equal") {
  Rng rng(20);
  for (int round = 0; round < rounds(200); ++round) {
    const DynamicScenario scenario = random_scenario(rng);
    const std::string text = format_dynamic_scenario(scenario), patches = format_patches(scenario.patches);
    const DynamicScenario again = must(parse_both(text, patches));
    REQUIRE(again == scenario);
    CHECK(format_dynamic_scenario(again) == text);
    CHECK(format_patches(again.patches) == patches);
  }
}

TEST_CASE("dynamic scenario: the patch file is the one in the scenario's folder") {
  const TempFolder folder, other;
  const DynamicScenario scenario = must(parse_both(kHeader + "P 1 0 1 0\nQ 1 0 0 3 0 -1\n"));
  REQUIRE(save_dynamic_scenario(scenario, folder.file("x.scen")).ok());
  CHECK(must(load_dynamic_scenario(folder.file("x.scen"))) == scenario);
  CHECK(must(read_file(folder.file("a.patch"))) == kPatches);
  REQUIRE(write_file_atomic(folder.file("a.patch"), "type patch\npatches 1\n").ok());
  CHECK(load_dynamic_scenario(folder.file("x.scen")).error().where == folder.file("a.patch") + ":3");
  std::filesystem::remove(folder.file("a.patch"));
  CHECK(load_dynamic_scenario(folder.file("x.scen")).error().where == folder.file("a.patch"));
  REQUIRE(write_file_atomic(other.file("a.patch"), kPatches).ok());
  std::filesystem::create_symlink(other.file("a.patch"), folder.file("a.patch"));
  CHECK(load_dynamic_scenario(folder.file("x.scen")).error().what == "is a link to a file in another folder");
}

TEST_CASE("dynamic scenario: the competition's files are written back to the byte" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const std::filesystem::path folder = std::filesystem::path(std::getenv("STRATA_DATA")) / "course";
  if (!std::filesystem::is_directory(folder)) return;
  const struct {
    const char* name;
    size_t queries, changes, placements, patches;
  } kFiles[] = {{"dao_arena2", 2000, 93, 439, 336}, {"switch_sc1_Aurora_TheFrozenSea", 2200, 20, 7390, 5491}};
  for (const auto& [name, queries, changes, placements, patches] : kFiles) {
    CAPTURE(name);
    const std::string path = (folder / (std::string(name) + ".scen")).string();
    const DynamicScenario scenario = must(load_dynamic_scenario(path));
    size_t own_changes = 0, own_placements = 0;
    for (const auto& step : scenario.steps) {
      const auto* change = std::get_if<ScenarioChange>(&step);
      if (change == nullptr) continue;
      ++own_changes;
      own_placements += change->placements.size();
    }
    CHECK(own_changes == changes);
    CHECK(own_placements == placements);
    CHECK(scenario.steps.size() - own_changes == queries);
    CHECK(scenario.patches.size() == patches);
    CHECK((format_dynamic_scenario(scenario) == must(read_file(path))));
    CHECK((format_patches(scenario.patches) == must(read_file((folder / scenario.patch_file).string()))));
  }
}
