// .scen files, and finding the maps they talk about.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "tests/must.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string scenario_refusal(const std::string& text) {
  const auto parsed = parse_scenario(text, "x.scen");
  return parsed ? "accepted" : parsed.error().message();
}

}  // namespace

TEST_CASE("scenario: nine columns split on any white space, with fractions and either version line") {
  for (const std::string version : {"version 1", "version 1.0", "version 1\r", "version\t1 "}) {
    const auto parsed = must(parse_scenario(version + "\n0\tmaps/a.map\t49\t50\t1\t2\t3\t4\t5.41421356\n"
                                                      "  7  a.map 49 50  0 0 48 49 70\r\n\n \n"
                                                      "8 a.map 49 50 1 1 1 1 0",
                                            "x.scen"));
    const auto& rows = parsed.rows;
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].map == "maps/a.map");
    CHECK(rows[0].width == 49);
    CHECK(rows[0].height == 50);
    CHECK(rows[0].start_x == 1);
    CHECK(rows[0].start_y == 2);
    CHECK(rows[0].goal_x == 3);
    CHECK(rows[0].goal_y == 4);
    CHECK(rows[0].length == 5.41421356);
    CHECK(rows[1].bucket == 7);
    CHECK(rows[1].line == 3);
    CHECK(rows[2].line == 6);
    CHECK(rows[2].length == 0);
  }
}

TEST_CASE("scenario: each malformed file is refused with file, line and reason") {
  const std::string head = "version 1\n";
  CHECK(scenario_refusal("") == "x.scen:1: the file is empty");
  CHECK(scenario_refusal("0 a.map 1 1 0 0 0 0 0\n").find("x.scen:1: expected 'version 1'") == 0);
  CHECK(scenario_refusal("version 3\n") == "x.scen:1: version '3' cannot be read here, only 1");
  CHECK(scenario_refusal("version 2\n") ==
        "x.scen:1: version '2' cannot be read here, only 1: it is a dynamic scenario, which File > Open in the app and "
        "strata-bench course dynamic read");
  CHECK(scenario_refusal(head + "0 a.map 9 9 0 0 0 0\n").find("x.scen:2: expected 9 columns, got 8") == 0);
  CHECK(scenario_refusal(head + "0 a.map 9 9 0 0 0 0 1 1\n").find("x.scen:2: expected 9 columns, got 10") == 0);
  CHECK(scenario_refusal(head + "\n0 a.map 9 9 -1 0 0 0 1\n") == "x.scen:3: '-1' is no start column");
  CHECK(scenario_refusal(head + "0 a.map 9 9 0 0 0 99999999999 1\n") == "x.scen:2: '99999999999' is no goal row");
  CHECK(scenario_refusal(head + "0 a.map 0 9 0 0 0 0 1\n") == "x.scen:2: '0' is no map width");
  CHECK(scenario_refusal(head + "0 a.map 9 9 0 1.5 0 0 1\n") == "x.scen:2: '1.5' is no start row");
  CHECK(scenario_refusal(head + "-1 a.map 9 9 0 0 0 0 1\n") == "x.scen:2: '-1' is no bucket number");
  for (const std::string length : {"-0.5", "nan", "inf", "1e999", "1.5x", "x"}) {
    CHECK(scenario_refusal(head + "0 a.map 9 9 0 0 0 0 " + length + "\n") ==
          "x.scen:2: '" + length + "' is no path length");
  }
}

TEST_CASE("scenario: rows that cannot be read are told and kept, and the others are used") {
  const std::string text =
      "version 1\n0\ta.map\t9\t9\t0\t0\t1\t0\t1\n0 a.map 9 9 0 0 2 0\n0\ta.map\t9\t9\t0\t0\t3\t0\t3\n"
      "0 a.map 9 9 0 0 4 0 inf\n0 a.map 9 9 0 0 4 0 -1\n";
  const Scenario scenario = must(parse_scenario(text, "x.scen"));
  REQUIRE(scenario.rows.size() == 2);
  CHECK(scenario.rows[1].goal_x == 3);
  REQUIRE(scenario.faults.size() == 3);
  CHECK(scenario.faults[0] ==
        ScenarioFault{3, "expected 9 columns, got 8: '0 a.map 9 9 0 0 2 0'", "0 a.map 9 9 0 0 2 0"});
  CHECK(scenario.faults[1].line == 5);
  CHECK(scenario.faults[1].reason == "'inf' is no path length");
  CHECK(scenario.faults[2].reason == "'-1' is no path length");
  CHECK(format_scenario(scenario) == text);
  // Also behind rows that were added.
  Scenario more = scenario;
  more.rows.push_back(more.rows[0]);
  more.rows.back().line = 0;
  const auto again = must(parse_scenario(format_scenario(more), "x.scen"));
  CHECK(again.rows.size() == 3);
  CHECK(again.faults.size() == 3);
}

TEST_CASE("scenario: byte order marks and carriage returns alone are read") {
  const std::string text = "version 1\n0\ta.map\t9\t9\t0\t0\t1\t0\t1\n";
  CHECK(parse_scenario("\xef\xbb\xbf" + text, "x").value().rows.size() == 1);
  CHECK(parse_scenario("version 1\r0\ta.map\t9\t9\t0\t0\t1\t0\t1\r", "x").value().rows.size() == 1);
}

TEST_CASE("scenario: a map whose name differs in capitals alone is found where none has the name itself") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.file("maps"));
  ScenarioRow row{.map = "Arena.map"};
  const std::string file = folder.file("x.scen");
  REQUIRE(write_file_atomic(folder.file("maps/arena.MAP"), "x").ok());
  CHECK(resolve_map(file, row).value() == folder.file("maps/arena.MAP"));
  REQUIRE(write_file_atomic(folder.file("maps/Arena.map"), "x").ok());
  CHECK(resolve_map(file, row).value() == folder.file("maps/Arena.map"));
  row.map = "ARENA.map";  // which of the two is meant?
  CHECK_FALSE(resolve_map(file, row).ok());
}

TEST_CASE("scenario: what is written is read back exactly") {
  const TempFolder folder;
  Rng rng(3);
  Scenario scenario;
  for (int i = 0; i < 200; ++i) {
    ScenarioRow row{rng.below(900), "some.map", 512, 300, 0, 0, 0, 0, 0, 0};
    row.start_x = rng.between(0, 511);
    row.goal_y = rng.between(0, 299);
    row.length = static_cast<double>(rng.next() >> 40) / 816.0;
    row.line = static_cast<size_t>(i) + 2;
    scenario.rows.push_back(row);
  }
  REQUIRE(save_scenario(scenario, folder.file("x.scen")).ok());
  const auto loaded = must(load_scenario(folder.file("x.scen")));
  REQUIRE(loaded.rows.size() == scenario.rows.size());
  for (size_t i = 0; i < scenario.rows.size(); ++i) {
    const auto &a = scenario.rows[i], &b = loaded.rows[i];
    CHECK(a.bucket == b.bucket);
    CHECK(a.start_x == b.start_x);
    CHECK(a.goal_y == b.goal_y);
    CHECK(a.length == b.length);
    CHECK(a.line == b.line);
  }
  for (const char* name : {"", "two\nlines.map", "two\rlines.map"}) {
    scenario.rows[3].map = name;
    CHECK(!save_scenario(scenario, folder.file("y.scen")).ok());
  }
}

TEST_CASE("scenario: a map's name with blanks stands in quotes, in which a quote is doubled") {
  const struct {
    std::string written, name;
  } rows[] = {{"\"my map.map\"", "my map.map"},
              {"\" lead.map\"", " lead.map"},
              {"\"trail.map \"", "trail.map "},
              {"\"tab\tin.map\"", "tab\tin.map"},
              {"\"maps/two words/a.map\"", "maps/two words/a.map"},
              {"\"C:\\my maps\\a.map\"", "C:\\my maps\\a.map"},
              {"\"a \"\"big\"\" one.map\"", "a \"big\" one.map"},
              {"\"\"\"quoted\"\".map\"", "\"quoted\".map"},
              {"\" \"", " "},
              {"plain\"quote.map", "plain\"quote.map"}};
  std::string text = "version 1\n";
  for (const auto& row : rows) text += "7\t" + row.written + "\t9\t8\t0\t1\t2\t3\t4.5\n";
  const auto parsed = must(parse_scenario(text, "x.scen"));
  REQUIRE(parsed.faults.empty());
  REQUIRE(parsed.rows.size() == std::size(rows));
  for (size_t i = 0; i < std::size(rows); ++i) {
    CAPTURE(rows[i].written);
    const ScenarioRow& row = parsed.rows[i];
    CHECK(row.map == rows[i].name);
    CHECK(row.bucket == 7);
    CHECK(row.width == 9);
    CHECK(row.goal_y == 3);
    CHECK(row.length == 4.5);
  }
  CHECK(format_scenario(parsed) == text);
  // Quotes that are not needed, and blanks of other sorts around them.
  const auto loose = must(parse_scenario("version 1\n 0  \"a.map\"\t 9 8 0 1 2 3 4.5 \r\n", "x.scen"));
  CHECK(loose.rows.at(0).map == "a.map");
  CHECK(format_scenario(loose) == "version 1\n0\ta.map\t9\t8\t0\t1\t2\t3\t4.5\n");
}

TEST_CASE("scenario: a quote that is wrong makes the row one that cannot be read, with its line and the reason") {
  const std::string unclosed = "the quote before the map's name is never closed: ";
  const std::string behind = "expected a blank behind the quote that ends the map's name, got ";
  const struct {
    std::string written, reason;
  } rows[] = {
      {"0 \"my map.map 9 8 0 1 2 3 4", unclosed + "'\"my map.map 9 8 0 1 2 3 4'"},
      {"0 \"", unclosed + "'\"'"},
      {"0 \"a\"\"", unclosed + "'\"a\"\"'"},
      {"0 \"my map.map\"9 8 0 1 2 3 4", behind + "'9'"},
      {"0 \"my\"map.map 9 8 0 1 2 3 4", behind + "'m'"},
      {"0 \"\" 9 8 0 1 2 3 4", "the map's name is empty"},
      {"0 \"my map.map\" 9 8 0 1 2 3", "expected 9 columns, got 8: '0 \"my map.map\" 9 8 0 1 2 3'"},
      {"0 \"my map.map\"", "expected 9 columns, got 2: '0 \"my map.map\"'"},
      {"0 \"my map.map\" 9 8 0 1 2 3 4 5",
       "expected 9 columns, got 10 (a map's name with a blank stands in quotes): '0 \"my map.map\" 9 8 0 1 2 3 4 5'"},
      {"0 my map.map 9 8 0 1 2 3 4",
       "expected 9 columns, got 10 (a map's name with a blank stands in quotes): '0 my map.map 9 8 0 1 2 3 4'"},
      {"\"0\" a.map 9 8 0 1 2 3 4", "'\"0\"' is no bucket number"}};
  std::string text = "version 1\n0\ta.map\t9\t8\t0\t1\t2\t3\t4\n";
  for (const auto& row : rows) text += row.written + "\n";
  const auto parsed = must(parse_scenario(text, "x.scen"));
  REQUIRE(parsed.rows.size() == 1);
  REQUIRE(parsed.faults.size() == std::size(rows));
  for (size_t i = 0; i < std::size(rows); ++i) {
    CHECK(parsed.faults[i] == ScenarioFault{3 + i, rows[i].reason, rows[i].written});
  }
  CHECK(format_scenario(parsed) == text);
}

TEST_CASE("scenario: any name of a map that a row can have is written so that it is read back") {
  Rng rng(29);
  const std::string letters = "ab \"\"\t\\/.";
  for (int round = 0; round < 2000; ++round) {
    Scenario scenario;
    ScenarioRow row{3, "", 9, 8, 0, 1, 2, 3, 4.5, 2};
    for (int i = rng.between(1, 8); i > 0; --i) row.map += letters[rng.below(static_cast<uint32_t>(letters.size()))];
    CAPTURE(row.map);
    scenario.rows.push_back(row);
    const auto again = must(parse_scenario(format_scenario(scenario), "x"));
    REQUIRE(again.rows.size() == 1);
    REQUIRE(again.rows[0].map == row.map);
    REQUIRE(again.rows[0].length == 4.5);
  }
}

TEST_CASE("scenario: the map is found by its name beside the file, in maps, and one folder up") {
  namespace fs = std::filesystem;
  const TempFolder folder;
  fs::create_directories(folder.file("scen/maps"));
  fs::create_directory(folder.file("maps"));
  const std::string scen = folder.file("scen/x.scen");
  const ScenarioRow row{0, "maps/dao/a.map", 1, 1, 0, 0, 0, 0, 0, 17};
  const auto missing = resolve_map(scen, row);
  REQUIRE(!missing.ok());
  CHECK(missing.error().where == scen + ":17");
  CHECK(missing.error().what.find("'maps/dao/a.map' was not found") != std::string::npos);
  // Nearer places come first.
  for (const std::string place : {"maps/a.map", "a.map", "scen/maps/a.map", "scen/a.map"}) {
    REQUIRE(write_file_atomic(folder.file(place), "x").ok());
    const auto found = resolve_map(scen, row);
    REQUIRE(found.ok());
    CHECK(fs::equivalent(found.value(), folder.file(place)));
  }
  ScenarioRow windows = row;
  windows.map = "C:\\maps\\a.map";
  CHECK(resolve_map(scen, windows).ok());
  windows.map = "maps/";
  CHECK(!resolve_map(scen, windows).ok());
}

TEST_CASE("scenario: listed lengths are compared with a tolerance for their rounding") {
  CHECK(length_tolerance(0) == 0.02);
  CHECK(length_tolerance(100) == 0.02);
  CHECK(length_tolerance(1000) == doctest::Approx(0.1));
}

TEST_CASE("scenario: thousands of mutated files never crash, and every refusal names a line") {
  Rng rng(11);
  std::string original = "version 1.0\n";
  for (int i = 0; i < 6; ++i) original += "3 maps/some.map 49 49 1 12 34 48 15.2426\n";
  const std::string splices[] = {"\n", " ", "\t", "-", "1e", ".", "99999999999", "version 1\n", "nan", "\"", "\"\""};
  size_t refused = 0, accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = original;
    for (int change = rng.between(1, 3); change > 0 && !text.empty(); --change) {
      const uint32_t at = rng.below(static_cast<uint32_t>(text.size()));
      switch (rng.below(4)) {
        case 0:
          text[at] = static_cast<char>(rng.below(256));
          break;
        case 1:
          text.erase(at, rng.below(9));
          break;
        case 2:
          text.insert(at, splices[rng.below(std::size(splices))]);
          break;
        default:
          text.resize(at);
      }
    }
    const auto parsed = parse_scenario(text, "s");
    if (!parsed) {
      ++refused;
      REQUIRE(parsed.error().where.starts_with("s:"));
      REQUIRE(std::stoul(parsed.error().where.substr(2)) >= 1);
    } else {
      ++accepted;
      for (const auto& row : parsed.value().rows) {
        REQUIRE(row.start_x >= 0);
        REQUIRE(row.width > 0);
        REQUIRE(row.length >= 0);
      }
    }
  }
  CHECK(refused > 1000);
  CHECK(accepted > 1000);
}

TEST_CASE("scenario: every benchmark scenario loads and its map is found" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  size_t files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(std::getenv("STRATA_DATA")) + "/maps")) {
    if (entry.path().extension() != ".scen") continue;
    const std::string path = entry.path().string();
    CAPTURE(path);
    const auto loaded = must(load_scenario(path));
    REQUIRE(!loaded.rows.empty());
    CHECK(resolve_map(path, loaded.rows[0]).ok());
    ++files;
  }
  CHECK(files > 0);
}
