// Options of map files as words, what a file leaves open, and that saving keeps what the options have read.
#include "core/io/map_options.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "core/io/map_summary.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using OptionWords = std::vector<std::string>;

MapFileOptions options_of(MapFormat format, const OptionWords& words) {
  return must(map_options_from_words(format, words));
}
std::string options_refusal(MapFormat format, const OptionWords& words) {
  const auto read = map_options_from_words(format, words);
  return read ? "accepted" : read.error().message();
}
OptionWords left_open(const TempFolder& folder, const std::string& name, const std::string& text) {
  REQUIRE(write_file_atomic(folder.file(name), text));
  return must(summarize_map_file(folder.file(name))).open;
}

}  // namespace

TEST_CASE("map options: words say with which options each format is read") {
  const ImageOptions image =
      options_of(MapFormat::kImage, {"threshold=200", "alpha=0", "invert=on", "words=off"}).image;
  CHECK(image.threshold == 200);
  CHECK(image.alpha == 0);
  CHECK(image.negate);
  CHECK(image.ignore_words);
  CHECK(options_of(MapFormat::kTiled, {"layer=My walls", "property=own"}).tiled.layer == "My walls");
  CHECK(options_of(MapFormat::kTiled, {"layer="}).tiled.layer.empty());
  CHECK(options_of(MapFormat::kRos, {"unknown=swamp"}).ros.unknown == Terrain::kSwamp);
  CHECK(options_of(MapFormat::kMovingAi, {"E=ground", "==water"}).letters.of('=') == Terrain::kWater);
  const NumberOptions numbers =
      options_of(MapFormat::kNumbers, {"7=water", "-2..-1=trees", "0=blocked", "other=ground"}).numbers;
  CHECK(terrain_of_number(7, numbers) == Terrain::kWater);
  CHECK(terrain_of_number(-1.5, numbers) == Terrain::kTrees);
  CHECK(terrain_of_number(0, numbers) == Terrain::kOut);
  CHECK(terrain_of_number(2, numbers) == Terrain::kSwamp);  // as usual
  CHECK(terrain_of_number(99, numbers) == Terrain::kGround);
  const LdtkOptions ldtk = options_of(MapFormat::kLdtk, {"level=A", "layer=B", "2=swamp", "other=water"}).ldtk;
  CHECK(ldtk == LdtkOptions{"A", "B", {{2, 2, Terrain::kSwamp}}, Terrain::kWater});
  CHECK(options_of(MapFormat::kNumbers, {}).numbers == NumberOptions{});
}

TEST_CASE("map options: wrong words are refused with what could stand there") {
  struct OptionRow {
    MapFormat format;
    OptionWords words;
    std::string message;
  };
  const OptionRow kRows[] = {
      {MapFormat::kImage, {"threshold"}, "expected SETTING=VALUE, got 'threshold'"},
      {MapFormat::kImage, {"=1"}, "expected SETTING=VALUE, got '=1'"},
      {MapFormat::kImage, {"threshold=300"}, "expected a whole number from 0 to 256, got '300'"},
      {MapFormat::kImage, {"threshold=-1"}, "expected a whole number from 0 to 256, got '-1'"},
      {MapFormat::kImage, {"invert=yes"}, "expected on or off, got 'yes'"},
      {MapFormat::kImage, {"alpha=1", "alpha=1"}, "the setting 'alpha' is given twice"},
      {MapFormat::kImage, {"layer=a"}, "an image has no setting 'layer': it has threshold, alpha, invert and words"},
      {MapFormat::kTiled, {"level=a"}, "a map of Tiled has no setting 'level': it has layer and property"},
      {MapFormat::kRos, {"a=ground"}, "a map of ROS has no setting 'a': it has unknown"},
      {MapFormat::kRos, {"unknown=mud"}, "unknown terrain 'mud': ground, swamp, water, trees or blocked"},
      {MapFormat::kNumbers,
       {"nan=ground"},
       "a table of numbers has no setting 'nan': it has its numbers, such as 7=water or 5..9=blocked, and other"},
      {MapFormat::kNumbers, {"9..5=ground"}, "the range '9..5' has no numbers"},
      {MapFormat::kNumbers, {"7=7"}, "unknown terrain '7': ground, swamp, water, trees or blocked"},
      {MapFormat::kLdtk,
       {"x=ground"},
       "a project of LDtk has no setting 'x': it has level, layer, the values of its cells, such as 2=water, and "
       "other"},
      {MapFormat::kMovingAi,
       {"threshold=3"},
       "a map of letters has no setting 'threshold': it has its letters, such as E=ground"},
      {MapFormat::kMovingAi, {".=water"}, "'.' is ground in every map: any other letter can be given a terrain"},
  };
  for (const OptionRow& row : kRows) {
    CAPTURE(row.message);
    CHECK(options_refusal(row.format, row.words) == row.message);
  }
}

TEST_CASE("map options: a word replaces the one of the same setting") {
  CHECK(with_map_option({"layer=a", "7=water"}, "7=ground") == OptionWords{"layer=a", "7=ground"});
  CHECK(with_map_option({"layer=a"}, "level=b") == OptionWords{"layer=a", "level=b"});
  CHECK(with_map_option({"==ground"}, "==water") == OptionWords{"==water"});
}

TEST_CASE("map summary: a file says what it leaves open, or that it leaves nothing open") {
  const TempFolder folder;
  const auto open = [&](const std::string& name, const std::string& text) { return left_open(folder, name, text); };
  CHECK(open("a.map", "type octile\nheight 1\nwidth 3\nmap\n.@T\n").empty());
  CHECK(open("b.map", "type octile\nheight 1\nwidth 3\nmap\n.EE\n") ==
        OptionWords{"The letter 'E' is none of the format (2 cells)."});
  CHECK(open("a.pgm", "P2 2 1 255 0 255\n").empty());
  CHECK(open("b.pgm", "P2 3 1 255 0 100 255\n") ==
        OptionWords{"The image has 1 level of grey other than black and white."});
  CHECK(open("c.pgm", "P2\n# strata-terrains 255=ground 100=swamp\n3 1 255 0 100 255\n").empty());
  CHECK(open("a.csv", "0,1,1\n").empty());
  CHECK(open("b.csv", "0,1,2\n") == OptionWords{"The table has 1 number other than 0 and 1."});
  CHECK(open("c.csv", "0,1,-1,2.5\n") == OptionWords{"The table has 2 numbers other than 0 and 1."});
  (void)open("grid.pgm", "P2 3 1 255 0 205 254\n");
  CHECK(open("a.yaml", "image: grid.pgm\nresolution: 1\norigin: [0, 0, 0]\n") ==
        OptionWords{"1 cell is neither free nor occupied."});
  const std::string map = R"({"type":"map","orientation":"orthogonal","width":1,"height":1,"tilewidth":8,"tileheight":8,
"tilesets":[{"firstgid":1}],"layers":[)";
  const auto layer = [](const std::string& name, int tile) {
    return fmt::format(R"({{"type":"tilelayer","name":"{}","width":1,"height":1,"data":[{}]}})", name, tile);
  };
  CHECK(open("a.tmj", map + layer("walls", 1) + "," + layer("empty", 0) + "]}").empty());
  CHECK(open("b.tmj", map + layer("walls", 1) + "," + layer("roofs", 1) + "]}") ==
        OptionWords{"2 layers have tiles: all count, or one alone."});
  CHECK(open("c.tmj", map + layer("roofs", 1) + "]}") == OptionWords{"No tile and no layer says which terrain it is."});
  const std::string ldtk = R"({"jsonVersion":"1","defs":{"layers":[{"identifier":"a","intGridValues":[)"
                           R"({"value":1,"identifier":"walls"}]}]},"levels":[)";
  const auto level = [](const std::string& values) {
    return R"({"identifier":"L","layerInstances":[{"__identifier":"a","__type":"IntGrid","__cWid":2,"__cHei":1,)"
           R"("__gridSize":8,"intGridCsv":[)" +
           values + "]}]}";
  };
  CHECK(open("a.ldtk", ldtk + level("0,1") + "]}").empty());
  CHECK(open("b.ldtk", ldtk + level("0,2") + "]}") ==
        OptionWords{"1 value of the layer has a name that is no terrain, or none."});
}

TEST_CASE("map summary: it counts values, layers, lightness and transparent pixels") {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("a.csv"), "0,7,7\n-1,0,0\n"));
  const MapSummary table = must(summarize_map_file(folder.file("a.csv"), options_of(MapFormat::kNumbers, {"7=water"})));
  REQUIRE(table.values.size() == 3);
  CHECK(table.values[0].value == -1);
  CHECK(table.values[1].cells == 3);
  CHECK(table.values[2].terrain == Terrain::kWater);
  CHECK(table.width == 3);
  GreyImage image{.width = 3, .height = 1, .grey = {0, 9, 255}, .alpha = {0, 255, 255}, .levels = {}};
  REQUIRE(write_file_atomic(folder.file("a.png"), format_png(image)));
  const MapSummary picture = must(summarize_map_file(folder.file("a.png")));
  CHECK(picture.transparent == 1);
  CHECK(picture.lightness[9] == 1);
  CHECK(picture.lightness[0] == 0);
  CHECK(picture.coloured == 0);
  const auto missing = summarize_map_file(folder.file("none.csv"));
  CHECK(missing.error().message().find("none.csv") != std::string::npos);
}

TEST_CASE("map options: a table that is saved keeps its numbers and is read back with the same options") {
  for (int seed = 0; seed < rounds(200); ++seed) {
    CAPTURE(seed);
    Rng rng(static_cast<uint64_t>(seed) + 1);
    const int width = 1 + static_cast<int>(rng.below(9)), height = 1 + static_cast<int>(rng.below(9));
    const char* const between[] = {",", "; ", "\t", " "};
    const std::string sign = between[rng.below(4)];
    const bool digits = width > 1 && rng.percent(30);
    std::string text = rng.percent(20) ? "\xef\xbb\xbf# table\n" : "# table\r\n\n";
    const char* const numbers[] = {"0", "1", "2", "3", "4", "7", "9", "-1", "2.5", "1e3"};
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        if (x > 0 && !digits) text += sign;
        text += numbers[rng.below(digits ? 7 : 10)];
      }
      text += "\n";
    }
    const OptionWords words = rng.percent(50) ? OptionWords{"7=water", "3=trees", "-5..-1=swamp"} : OptionWords{};
    const NumberOptions options = options_of(MapFormat::kNumbers, words).numbers;
    const auto opened = parse_numbers(text, "x", options);
    if (!opened) continue;  // a column of digits alone may be a table of digits with rows of several lengths
    GridMap map = opened.value().loaded.map;
    CHECK(must(edit_numbers(text, "x", map, options)) == text);
    const CellId first = rng.below(map.cell_count());
    map.apply({{{first, std::min<uint32_t>(3, map.cell_count() - first), ".STW@"[rng.below(5)]}}});
    const std::string edited = must(edit_numbers(text, "x", map, options));
    CHECK(must(parse_numbers(edited, "y", options)).loaded.map == map);
    CHECK(edited.starts_with(text.substr(0, 7)));
  }
}

TEST_CASE("map options: saving says whether the file is to be read with the options again") {
  const TempFolder folder;
  const MapFileOptions options = options_of(MapFormat::kNumbers, {"7=water", "3=ground"});
  REQUIRE(write_file_atomic(folder.file("a.csv"), "7,3,1\n"));
  const GridMap map = must(open_map_file(folder.file("a.csv"), options)).loaded.map;
  MapSaveReport report;
  REQUIRE(save_map_file(map, folder.file("b.csv"), folder.file("a.csv"), options, &report));
  CHECK(report.keeps_options);
  CHECK(must(read_file(folder.file("b.csv"))) == "7,3,1\n");
  CHECK(must(open_map_file(folder.file("b.csv"), options)).loaded.map == map);
  REQUIRE(save_map_file(map, folder.file("b.tmj"), folder.file("a.csv"), options, &report));
  CHECK_FALSE(report.keeps_options);
  CHECK(must(open_map_file(folder.file("b.tmj"))).loaded.map == map);
  // A map of another size is written anew, but not over the file that it came from.
  const GridMap larger = map_from_text(".W@.");
  REQUIRE(save_map_file(larger, folder.file("c.csv"), folder.file("a.csv"), options, &report));
  CHECK_FALSE(report.keeps_options);
  CHECK(must(open_map_file(folder.file("c.csv"))).loaded.map == larger);
  CHECK(save_map_file(larger, folder.file("a.csv"), folder.file("a.csv"), options).error().message() ==
        folder.file("a.csv") + ": has 3 x 1 numbers, the map to save 4 x 1 cells: save it under another name");
  // No number stands for trees here.
  const MapFileOptions few = options_of(MapFormat::kNumbers, {"0..99=ground", "other=blocked"});
  CHECK(save_map_file(map_from_text("T.."), folder.file("a.csv"), folder.file("a.csv"), few).error().message() ==
        folder.file("a.csv") + ": no number stands for trees (cell 0,0): save the map under another name");
}
