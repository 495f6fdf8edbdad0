// Projects of LDtk: which cells the values of a layer make, which level and layer count, and what is refused with which
// words.
#include "core/io/ldtk_map.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "core/io/map_file.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string grid_layer(const std::string& name, int width, int height, const std::string& values, int grid = 8) {
  return fmt::format(
      R"({{"__identifier":"{}","__type":"IntGrid","__cWid":{},"__cHei":{},"__gridSize":{},"intGridCsv":[{}]}})", name,
      width, height, grid, values);
}
std::string entities(const std::string& entity, int x, int y, int grid = 8) {
  return fmt::format(
      R"({{"__identifier":"Things","__type":"Entities","__gridSize":{},"entityInstances":[{{"__identifier":"{}","__grid":[{},{}]}}]}})",
      grid, entity, x, y);
}
std::string ldtk_level(const std::string& name, const std::string& layers) {
  return fmt::format(R"({{"identifier":"{}","layerInstances":[{}]}})", name, layers);
}
// A project whose layer `Cells` names its values 1 walls, 2 water, 3 ladder and 5 Mud.
std::string ldtk_project(const std::string& levels) {
  return R"({"jsonVersion":"1.5.3","defs":{"layers":[{"identifier":"Cells","type":"IntGrid","intGridValues":[
{"value":1,"identifier":"walls"},{"value":2,"identifier":"Water"},{"value":3,"identifier":"ladder"},
{"value":4,"identifier":null},{"value":5,"identifier":"Mud"}]}]},
"levels":[)" +
         levels + "]}";
}
std::string ldtk_letters(const std::string& text, const LdtkOptions& options = {}) {
  const OpenedMap opened = must(parse_ldtk(text, "x", options));
  const auto letters = opened.loaded.map.letters();
  return std::string(letters.begin(), letters.end());
}
std::string ldtk_refusal(const std::string& text, const LdtkOptions& options = {}) {
  const auto read = parse_ldtk(text, "x", options);
  return read ? "accepted" : read.error().message();
}
const std::string kSix = ldtk_project(ldtk_level("One", grid_layer("Cells", 3, 2, "0,1,2,3,4,5")));

}  // namespace

TEST_CASE("ldtk: the names of values say which terrain they are, and options come first") {
  CHECK(ldtk_letters(kSix) == ".@W@@S");
  CHECK(ldtk_letters(kSix, {.other = Terrain::kTrees}) == ".@WTTS");
  CHECK(ldtk_letters(kSix, {.rules = {{0, 0, Terrain::kOut}, {3, 4, Terrain::kGround}}}) == "@@W..S");
  CHECK(ldtk_letters(kSix, {.rules = {{5, 9, Terrain::kTrees}}}) == ".@W@@T");
  const GridMap map = must(parse_ldtk(kSix, "x")).loaded.map;
  CHECK(map.width() == 3);
  CHECK(map.height() == 2);
}

TEST_CASE("ldtk: the first level and its topmost layer count, unless the options name others") {
  const std::string two =
      ldtk_project(ldtk_level("Empty", entities("Start", 0, 0)) + "," +
                   ldtk_level("One", grid_layer("Top", 2, 1, "0,1") + "," + grid_layer("Cells", 2, 1, "1,2")) + "," +
                   ldtk_level("Two", grid_layer("Cells", 3, 1, "2,0,2")));
  CHECK(ldtk_letters(two) == ".@");
  CHECK(ldtk_letters(two, {.layer = "cells"}) == "@W");
  CHECK(ldtk_letters(two, {.level = "two"}) == "W.W");
  CHECK(must(parse_ldtk(two, "x")).notes ==
        std::vector<std::string>{"the level 'One' is open, with its layer 'Top', one of 3 in the project"});
  CHECK(must(parse_ldtk(two, "x", {.level = "One"})).notes.empty());
  CHECK(ldtk_refusal(two, {.level = "Three"}) ==
        "x:1: the project has no level called 'Three': its levels with an IntGrid layer are 'One' and 'Two'");
  CHECK(ldtk_refusal(two, {.level = "Two", .layer = "Top"}) ==
        "x:1: there is no IntGrid layer called 'Top': there is 'Cells'");
  // Levels of several worlds.
  const std::string worlds = R"({"jsonVersion":"1","defs":{},"levels":[],"worlds":[{"levels":[)" +
                             ldtk_level("A", grid_layer("a", 1, 1, "7")) + "]}]}";
  CHECK(ldtk_letters(worlds) == "@");
}

TEST_CASE("ldtk: entities called start and goal give start and goal, on the grid of the layer") {
  const auto opened = must(parse_ldtk(
      ldtk_project(ldtk_level("One", entities("START", 2, 1) + "," + entities("Goal", 0, 0, 4) + "," +
                                         entities("goal", 1, 1) + "," + grid_layer("Cells", 3, 2, "0,0,0,0,0,0"))),
      "x"));
  CHECK(opened.start == Cell{2, 1});
  CHECK(opened.goal == Cell{0, 0});
  const auto outside = must(
      parse_ldtk(ldtk_project(ldtk_level("One", entities("start", 9, 0) + "," + grid_layer("Cells", 1, 1, "0"))), "x"));
  CHECK_FALSE(outside.start.has_value());
}

TEST_CASE("ldtk: malformed projects are refused with file, line and reason") {
  const auto in_level = [](const std::string& layers) { return ldtk_project("\n" + ldtk_level("One", layers)); };
  const std::pair<std::string, std::string> kRows[] = {
      {"", "x:1: the file is empty"},
      {"[]", "x:1: this is no project of LDtk: it has no \"jsonVersion\" and \"defs\""},
      {"{\"defs\":{}}", "x:1: this is no project of LDtk: it has no \"jsonVersion\" and \"defs\""},
      {ldtk_project(""), "x:1: no level of the project has an IntGrid layer"},
      {in_level(entities("start", 0, 0)), "x:1: no level of the project has an IntGrid layer"},
      {ldtk_project("\n{\"identifier\":\"One\",\"layerInstances\":null}"),
       "x:5: the level 'One' is in a file of its own: switch off \"Save levels to separate files\" in the project "
       "settings of LDtk and save it again"},
      {in_level(grid_layer("Cells", 2, 1, "0")), "x:5: expected 2 values, got 1"},
      {in_level(grid_layer("Cells", 2, 1, "0,-1")), "x:5: \"intGridCsv\" is no list of values"},
      {in_level(grid_layer("Cells", 0, 1, "")), "x:5: \"__cWid\" is 0, outside of what can be opened (1 to 8192)"},
      {in_level(grid_layer("Cells", 8193, 1, "0")),
       "x:5: \"__cWid\" is 8193, outside of what can be opened (1 to 8192)"},
      {in_level(R"({"__identifier":"a","__type":"IntGrid","__cWid":1,"__cHei":1,"__gridSize":8,"intGrid":[]})"),
       "x:5: \"intGridCsv\" is missing: save the project with LDtk 0.8 or later"},
      {in_level(R"({"__identifier":"a","__type":"IntGrid","__cWid":1.5,"__cHei":1,"__gridSize":8,"intGridCsv":[0]})"),
       "x:5: \"__cWid\" is no whole number"},
      {in_level(R"({"__identifier":"a","__type":"IntGrid","__cHei":1,"__gridSize":8,"intGridCsv":[0]})"),
       "x:5: \"__cWid\" is missing"},
      {R"({"jsonVersion":"1","defs":{"layers":[{"intGridValues":[{"value":-1}]}]}})",
       "x:1: \"value\" is -1, outside of what can be opened (0 to 2147483647)"},
      {std::string("\xff\xfe{\0", 4), "x:1: the text is in UTF-16: save it as UTF-8"},
  };
  for (const auto& [text, message] : kRows) {
    CAPTURE(text);
    CHECK(ldtk_refusal(text) == message);
  }
  CHECK(ldtk_refusal("{\n\"a\":").starts_with("x:2: syntax error"));
  // Bounded: the memory of the cells that a small file claims to have is never asked for.
  CHECK(ldtk_refusal(in_level(grid_layer("Cells", 8192, 8192, "0") + "," + grid_layer("Cells", 8192, 8192, "0"))) ==
        "x:5: expected 67108864 values, got 1");
}

TEST_CASE("ldtk: a file is opened by its ending, and is not written") {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("a.ldtk"), kSix));
  const OpenedMap opened = must(open_map_file(folder.file("a.ldtk")));
  CHECK(opened.loaded.map == map_from_text(".@W\n@@S"));
  const Status saved = save_map_file(opened.loaded.map, folder.file("a.ldtk"), folder.file("a.ldtk"));
  CHECK(saved.error().message() == folder.file("a.ldtk") +
                                       ": a project of LDtk is not written: choose a name that ends in .map, .tmj or "
                                       ".png");
  CHECK(must(read_file(folder.file("a.ldtk"))) == kSix);
}

TEST_CASE("ldtk: random layers are the terrains of their values") {
  for (int seed = 0; seed < rounds(100); ++seed) {
    CAPTURE(seed);
    Rng rng(static_cast<uint64_t>(seed) + 1);
    const int width = 1 + static_cast<int>(rng.below(12)), height = 1 + static_cast<int>(rng.below(9));
    std::string values, expected;
    for (int i = 0; i < width * height; ++i) {
      const uint32_t value = rng.below(7);
      values += fmt::format("{}{}", i == 0 ? "" : ",", value);
      expected += std::string(".@W@@S@")[value];
    }
    CHECK(ldtk_letters(ldtk_project(ldtk_level("L", grid_layer("Cells", width, height, values)))) == expected);
  }
}
