// Weights of cells in files: as text behind the rows of a map, as an image beside it, and as tiles of Tiled.
#include "core/io/cell_weights.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

#include "core/io/files.hpp"
#include "core/io/image_map.hpp"
#include "core/io/map_file.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

namespace strata::test {
namespace {

GridMap weighed(int width, int height, uint64_t seed) {
  GridMap map = random_map(width, height, 30, seed);
  add_random_weights(map, 40, seed + 1);
  return map;
}

std::string error_of_map(const std::string& text) {
  const auto read = parse_map(text, "m.map");
  return read ? "read" : read.error().message();
}

}  // namespace

TEST_CASE("cell weights: text behind the rows is read back as it was written, and maps without weights have none") {
  for (int seed = 0; seed < rounds(200); ++seed) {
    CAPTURE(seed);
    const GridMap map = weighed(1 + seed % 23, 1 + seed * 5 % 17, static_cast<uint64_t>(seed));
    CHECK(must(parse_map(format_map_with_weights(map), "m.map")).map == map);
    CHECK_FALSE(must(parse_map(format_map(map), "m.map")).map.has_weights());
  }
  GridMap map = map_from_text("...\n.@.\n");
  CHECK(format_weights(map).empty());
  CHECK(format_map_with_weights(map) == format_map(map));
  map.apply({{weight_run(1, 2, 40), weight_run(5, 1, 255)}});
  CHECK(format_weights(map) == "weights\n0 1 2 40\n1 2 1 255\n");
  CHECK(must(parse_map(format_map(map) + "\nweights\n\n1  2 1 255 \r\n0 1 2 40", "m.map")).map == map);
}

TEST_CASE("cell weights: malformed text is refused with file, line and reason") {
  const std::string rows = "type octile\nheight 2\nwidth 3\nmap\n...\n...\n";
  CHECK(error_of_map(rows + "weights\n") == "read");
  const std::pair<std::string, std::string> kFaults[] = {
      {"weights 1\n", "m.map:7: expected the end after 2 rows, got 'weights 1'"},
      {"weights\nweights\n", "m.map:8: the row is 'weights', not 0 to 1"},
      {"weights\n2 0 1 5\n", "m.map:8: the row is '2', not 0 to 1"},
      {"weights\n-1 0 1 5\n", "m.map:8: the row is '-1', not 0 to 1"},
      {"weights\n0\n", "m.map:8: the line ends before the column"},
      {"weights\n0 3 1 5\n", "m.map:8: the column is '3', not 0 to 2"},
      {"weights\n0 1\n", "m.map:8: the line ends before the number of cells"},
      {"weights\n0 1 3 5\n", "m.map:8: the number of cells is '3', not 1 to 2"},
      {"weights\n0 1 0 5\n", "m.map:8: the number of cells is '0', not 1 to 2"},
      {"weights\n0 1 2\n", "m.map:8: the line ends before the weight"},
      {"weights\n0 1 2 0\n", "m.map:8: the weight is '0', not 1 to 255"},
      {"weights\n0 1 2 256\n", "m.map:8: the weight is '256', not 1 to 255"},
      {"weights\n0 1 2 7.5\n", "m.map:8: the weight is '7.5', not 1 to 255"},
      {"weights\n0 1 2 5 2 1 6\n", "m.map:8: the weight of cell 2,0 is given twice"},
      {"weights\n0 1 2 5\n0 1 1 5\n", "m.map:9: the weight of cell 1,0 is given twice"},
      {"weights\n0 1 2 99999999999999999999\n", "m.map:8: the weight is '99999999999999999999', not 1 to 255"}};
  for (const auto& [text, reason] : kFaults) {
    CAPTURE(text);
    CHECK(error_of_map(rows + text) == reason);
  }
}

TEST_CASE("cell weights: random maps are read back as they were saved in every format, and again without weights") {
  const TempFolder folder;
  for (int seed = 0; seed < rounds(120); ++seed) {
    CAPTURE(seed);
    const int width = 1 + seed % 19, height = 1 + seed * 7 % 17;
    const GridMap plain = random_map(width, height, 30, static_cast<uint64_t>(seed));
    GridMap map = plain;
    add_random_weights(map, 40, static_cast<uint64_t>(seed));
    for (const char* name : {"m.map", "m.tmx", "m.tmj", "m.png", "m.pgm", "m.csv"}) {
      CAPTURE(name);
      const std::string path = folder.file(name), image = weights_image_path(path);
      MapSaveReport report;
      REQUIRE(save_map_file(map, path, {}, {}, &report));
      const bool beside = map.has_weights() && map_format_of(name) != MapFormat::kTiled;
      CHECK(report.weights_file == (beside ? image : std::string()));
      CHECK(std::filesystem::exists(image) == beside);
      CHECK(must(open_map_file(path)).loaded.map == map);
      // Edited and saved over itself.
      GridMap edited = map;
      Rng rng(static_cast<uint64_t>(seed));
      for (int i = 0; i < 4; ++i) edited.apply(random_edit_with_weights(edited, 5, rng));
      REQUIRE(save_map_file(edited, path, path));
      if (map_format_of(name) == MapFormat::kMovingAi) {
        CHECK(must(open_map_file(path)).loaded.map == edited);
      } else {
        const GridMap read = must(open_map_file(path)).loaded.map;
        for (CellId id = 0; id < edited.cell_count(); ++id) {
          REQUIRE(read.terrain(id) == edited.terrain(id));
          REQUIRE(read.weight(id) == edited.weight(id));
        }
      }
      MapSaveReport of_plain;
      REQUIRE(save_map_file(plain, path, {}, {}, &of_plain));
      CHECK(of_plain.weights_file.empty());
      CHECK_FALSE(std::filesystem::exists(image));
      CHECK(must(open_map_file(path)).loaded.map == plain);
    }
  }
}

TEST_CASE("cell weights: an image beside a map says the weights, and is refused if it is not one of the map") {
  const TempFolder folder;
  const std::string path = folder.file("room.map"), image = folder.file("room.weights.png");
  CHECK(weights_image_path(path) == image);
  CHECK(weights_image_path("a/b.c/room.map.MAP") == "a/b.c/room.map.weights.png");
  CHECK(weights_image_path("room.png") == "room.png.weights.png");
  CHECK(weights_image_path("room") == "room.weights.png");
  REQUIRE(save_map(map_from_text("..\n.@\n"), path));
  GreyImage grey{.width = 2, .height = 2, .grey = {0, 255, 1, 9}, .alpha = {}, .levels = {}};
  REQUIRE(write_file_atomic(image, format_png(grey)));
  const GridMap map = must(open_map_file(path)).loaded.map;
  CHECK(map.weight(Cell{0, 0}) == 0);
  CHECK(map.weight(Cell{1, 0}) == 255);
  CHECK(map.weight(Cell{0, 1}) == 1);
  CHECK(map.weight(Cell{1, 1}) == 9);  // of a blocked cell: it stays
  grey = {.width = 1, .height = 4, .grey = {1, 2, 3, 4}, .alpha = {}, .levels = {}};
  REQUIRE(write_file_atomic(image, format_png(grey)));
  CHECK(open_map_file(path).error().message() ==
        image +
            ": has 1 x 4 pixels, the map beside it 2 x 2 cells: remove or rename the image to open the map without "
            "weights");
  REQUIRE(write_file_atomic(image, "no image"));
  CHECK(open_map_file(path).error().message() == image + ":1: this is no PGM, PBM or PNG image");
  std::filesystem::remove(image);
  CHECK_FALSE(must(open_map_file(path)).loaded.map.has_weights());
}

TEST_CASE("cell weights: tiles, tilesets and layers of Tiled give weights, the topmost first; others are noted") {
  const std::string begin =
      R"(<map orientation="orthogonal" width="3" height="1" tilewidth="8" tileheight="8" infinite="0">
 <tileset firstgid="1" name="a" tilewidth="8" tileheight="8" tilecount="3" columns="3">
  <properties><property name="weight" type="int" value="4"/></properties>
  <tile id="0"><properties><property name="weight" type="int" value="17"/></properties></tile>
  <tile id="1"><properties><property name="terrain" value="water"/></properties></tile>
 </tileset>
 <tileset firstgid="4" name="b" tilewidth="8" tileheight="8" tilecount="1" columns="1"/>
)";
  const auto layer = [](const std::string& name, const std::string& inside, const std::string& tiles) {
    return fmt::format(R"( <layer id="1" name="{}" width="3" height="1">{}<data encoding="csv">{}</data></layer>)",
                       name, inside, tiles);
  };
  const TilesetSource none = [](const std::string&) { return std::nullopt; };
  const std::string heavy = R"(<properties><property name="Weight" type="int" value="200"/></properties>)";
  const OpenedMap two =
      must(parse_tiled(begin + layer("floor", "", "1,2,4") + layer("top", heavy, "0,0,4") + "</map>", "m.tmx", none));
  CHECK(two.loaded.map.weight(Cell{0, 0}) == 17);
  CHECK(two.loaded.map.weight(Cell{1, 0}) == 4);
  CHECK(two.loaded.map.terrain(Cell{1, 0}) == Terrain::kWater);
  CHECK(two.loaded.map.weight(Cell{2, 0}) == 200);
  for (const char* value : {"300", "-1", "0.5", "heavy"}) {
    CAPTURE(value);
    const std::string other = fmt::format(R"(<properties><property name="weight" value="{}"/></properties>)", value);
    const OpenedMap noted = must(parse_tiled(begin + layer("floor", other, "4,4,4") + "</map>", "m.tmx", none));
    CHECK_FALSE(noted.loaded.map.has_weights());
    REQUIRE(noted.notes.size() == 1);
    CHECK(noted.notes[0] == fmt::format("a property weight is '{}', not 1 to 255: it is left out", value));
  }
}

TEST_CASE("cell weights: a map of Tiled takes the tiles that have the weight, and else gets an image beside it") {
  const TempFolder folder;
  for (const char* name : {"m.tmx", "m.tmj"}) {
    CAPTURE(name);
    const std::string path = folder.file(name);
    GridMap map = map_from_text("..T\n@.S\n");
    map.apply({{weight_run(0, 1, 30), weight_run(2, 1, 8)}});
    REQUIRE(save_map_file(map, path));
    const std::string text = must(read_file(path));
    MapSaveReport report;
    REQUIRE(save_map_file(map, path, path, {}, &report));
    CHECK(must(read_file(path)) == text);  // nothing was edited

    map.apply({{weight_run(1, 1, 30), weight_run(0, 1, 0), {4, 1, 'T', 8}}});
    REQUIRE(save_map_file(map, path, path, {}, &report));
    CHECK(report.weights_file.empty());
    CHECK(must(open_map_file(path)).loaded.map == map);

    map.apply({{weight_run(5, 1, 99)}});  // there is no such tile
    REQUIRE(save_map_file(map, path, path, {}, &report));
    CHECK(report.weights_file == path + ".weights.png");
    CHECK(must(open_map_file(path)).loaded.map == map);

    map.apply({{weight_run(5, 1, 0)}});
    report = {};
    REQUIRE(save_map_file(map, path, path, {}, &report));
    CHECK(report.weights_file.empty());
    CHECK_FALSE(std::filesystem::exists(path + ".weights.png"));
    CHECK(must(open_map_file(path)).loaded.map == map);
  }
}

TEST_CASE("cell weights: an image that would become the weights of the map made of it stays what it is") {
  const TempFolder folder;
  const std::string image = folder.file("room.weights.png");
  REQUIRE(save_map_file(map_from_text(".@."), image));
  const std::string before = must(read_file(image));
  const GridMap map = must(open_map_file(image)).loaded.map;
  const Status saved = save_map_file(map, folder.file("room.map"), image);
  REQUIRE_FALSE(saved.ok());
  CHECK(saved.error().what.find("would be read as the weights") != std::string::npos);
  CHECK(must(read_file(image)) == before);
  REQUIRE(save_map_file(map, folder.file("other.map"), image));
  CHECK(must(open_map_file(folder.file("other.map"))).loaded.map == map);
}

}  // namespace strata::test
