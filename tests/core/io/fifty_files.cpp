// More than fifty map files that other programs have written (tests/data/make_maps.py): each opens as the map that it
// shows, or is refused with file, line and reason; and what is saved is read back.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/files.hpp"
#include "core/io/map_file.hpp"
#include "core/io/map_options.hpp"
#include "core/io/map_summary.hpp"
#include "tests/must.hpp"
#include "tests/source_path.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

namespace fs = std::filesystem;

// The room that nearly all of the files show, 12 x 8 cells.
constexpr std::string_view kFileRoom =
    "@@@@@@@@@@@@"
    "@....@.....@"
    "@.WW.@..TT.@"
    "@.WW....TT.@"
    "@....@.....@"
    "@.SS.@.@@@.@"
    "@....@.....@"
    "@@@@@@@@@@@@";
constexpr int kRoomWidth = 12, kRoomHeight = 8;
// What a file makes of the room: "W.T@" makes water ground, and trees blocked.
constexpr std::string_view kAsItIs, kWallsAlone = "W.T.S.", kAllGround = "W.T.S.@.", kAllBlocked = "W@T@S@.@";
constexpr std::string_view kDarkBlocked = "W@T@S.";  // grey below 128

struct MapFileRow {
  std::string file;
  std::vector<std::string> words = {};  // the options with which it is read
  std::string_view changes = kAsItIs;   // how its map differs from the room
  size_t blocked = 0;                   // blocked cells
  std::string refusal = {};             // the message, with the file's name; empty: the file opens
  bool leaves_open = false;             // read without options, it leaves something open
};

MapFileRow file_opens(std::string file, std::string_view changes, size_t blocked, bool leaves_open = false) {
  return {.file = std::move(file), .changes = changes, .blocked = blocked, .leaves_open = leaves_open};
}
MapFileRow opens_with(std::string file, std::vector<std::string> words, std::string_view changes, size_t blocked,
                      bool leaves_open = true) {
  return {.file = std::move(file),
          .words = std::move(words),
          .changes = changes,
          .blocked = blocked,
          .leaves_open = leaves_open};
}
MapFileRow file_refused(std::string refusal, std::string file = {}) {
  if (file.empty()) file = refusal.substr(0, refusal.find(':'));
  return {.file = std::move(file), .refusal = std::move(refusal)};
}

// The table of all files of tests/data/maps.
std::vector<MapFileRow> map_file_rows() {
  return {
      // Tiled, written by Tiled 1.8.
      file_opens("tiled-csv.tmx", kAsItIs, 44),
      file_opens("tiled-base64.tmx", kAsItIs, 44),
      file_opens("tiled-zlib.tmx", kAsItIs, 44),
      file_opens("tiled-gzip.tmx", kAsItIs, 44),
      file_opens("tiled-csv.tmj", kAsItIs, 44),
      file_opens("tiled-base64.tmj", kAsItIs, 44),
      file_opens("tiled-zlib.tmj", kAsItIs, 44),
      file_opens("tiled-gzip.tmj", kAsItIs, 44),
      file_opens("tiled-flipped.tmx", kAsItIs, 44),
      file_opens("tiled-class.tmx", kAsItIs, 44),
      file_opens("tiled-isometric.tmx", kAsItIs, 44),
      file_opens("tiled-ends.tmx", kAsItIs, 44),
      file_opens("tiled-beside.tmx", kAsItIs, 44),
      file_opens("tiled-beside.tmj", kAsItIs, 44),
      file_opens("tiled-infinite.tmx", kAsItIs, 204),
      file_opens("tiled-infinite.tmj", kAsItIs, 204),
      file_opens("tiled-shapes.tmx", kWallsAlone, 44),
      file_opens("tiled-solid.tmj", kWallsAlone, 44),
      file_opens("tiled-layers.tmx", kAsItIs, 44, true),
      opens_with("tiled-layers.tmx", {"layer=walls"}, kWallsAlone, 44),
      file_opens("tiled-group.tmx", kWallsAlone, 44, true),
      file_opens("tiled-nothing-said.tmx", kAllGround, 0, true),
      opens_with("tiled-nothing-said.tmx", {"layer=roofs"}, kWallsAlone, 44),
      file_opens("tiled-own-property.tmx", kAllGround, 0, true),
      opens_with("tiled-own-property.tmx", {"property=kind"}, kAsItIs, 44),
      file_opens("tiled-tileset-gone.tmx", kAllGround, 0, true),
      file_refused(
          "tiled-hexagonal.tmx:2: a map with the orientation 'hexagonal' cannot be opened, only orthogonal and "
          "isometric ones"),
      file_refused(
          "tiled-staggered.tmj:1: a map with the orientation 'staggered' cannot be opened, only orthogonal and "
          "isometric ones"),
      file_refused(
          "tiled-zstd.tmx:32: tiles compressed by 'zstd' cannot be read, only by zlib and gzip: choose another "
          "tile layer format in the map's properties in Tiled"),
      file_refused("tiled-damaged.tmx:32: the compressed tiles are damaged"),
      file_refused("tiled-cut.tmj:31: syntax error while parsing object key - unexpected end of input; expected string "
                   "literal"),
      // Images, written by netpbm, ImageMagick and GDAL.
      file_opens("image-bits.pbm", kWallsAlone, 44),
      file_opens("image-bits-text.pbm", kWallsAlone, 44),
      file_opens("image-bits.png", kWallsAlone, 44),
      file_opens("image-bytes.pgm", kWallsAlone, 44),
      file_opens("image-text.pgm", kWallsAlone, 44),
      file_opens("image-deep.pgm", kWallsAlone, 44),
      file_opens("image-grey.png", kWallsAlone, 44),
      file_opens("image-gdal.png", kWallsAlone, 44),
      file_opens("image-alpha.png", kWallsAlone, 44),
      file_opens("image-palette.png", kWallsAlone, 44, true),
      opens_with("image-palette.png", {"threshold=200"}, kAllBlocked, 96),
      file_opens("image-named.pgm", kAsItIs, 44),
      file_opens("image-levels.pgm", kDarkBlocked, 52, true),
      opens_with("image-levels.pgm", {"threshold=63"}, kWallsAlone, 44),
      opens_with("image-levels.pgm", {"threshold=192"}, "W@T@S@", 54),
      file_opens("image-interlaced.png", kDarkBlocked, 52, true),
      opens_with("image-interlaced.png", {"threshold=100"}, "W.T@S.", 48),
      file_opens("image-deep.png", kDarkBlocked, 52, true),
      file_refused("image-colour.pgm:1: a coloured image (PPM) is not read: save it as PGM or PNG"),
      file_refused("image-cut.pgm:3: the file ends before the 12 x 8 pixels"),
      file_refused("image-cut.png: PNG: read beyond end of data"),
      file_refused("image-jpeg.png:1: this is no PGM, PBM or PNG image"),
      // Maps of ROS, in the way of map_saver.
      file_opens("ros-saver.yaml", kDarkBlocked, 52, true),
      opens_with("ros-saver.yaml", {"unknown=water"}, "TWS.", 44),
      file_opens("ros-inverted.yaml", kDarkBlocked, 52, true),
      file_opens("ros-nav2.yaml", kWallsAlone, 44),
      file_opens("ros-scale.yaml", kWallsAlone, 44),
      file_opens("ros-grid.pgm", kWallsAlone, 44, true),
      file_opens("ros-grid.png", kWallsAlone, 44, true),
      opens_with("ros-inverted.pgm", {"threshold=200", "invert=on"}, kWallsAlone, 44),
      file_refused("nowhere.pgm: No such file or directory", "ros-no-image.yaml"),
      file_refused("ros-thresholds.yaml:1: free_thresh 0.9 is above occupied_thresh 0.65"),
      // Tables of numbers, written by Tiled and GDAL, and in the way of numpy.
      file_opens("numbers-commas.csv", kAsItIs, 44, true),
      file_opens("numbers-semicolons.csv", kAsItIs, 44, true),
      file_opens("numbers-mark.csv", kAsItIs, 44, true),
      file_opens("numbers-tabs.txt", kAsItIs, 44, true),
      file_opens("numbers-digits.txt", kAsItIs, 44, true),
      file_opens("numbers-savetxt.txt", kAsItIs, 44, true),
      opens_with("numbers-savetxt.txt", {"3=ground", "4=ground", "2=ground"}, kWallsAlone, 44),
      opens_with("numbers-tiled.csv", {"1=swamp", "2=water", "3=trees", "4=blocked"}, kAsItIs, 44),
      opens_with("numbers-costs.csv", {"20=swamp", "30=water", "40=trees"}, kAsItIs, 44),
      opens_with("numbers-costs.csv", {"1..99=ground", "other=blocked"}, kWallsAlone, 44),
      file_refused("numbers-ragged.csv:2: expected a row of 11 numbers, got 12"),
      file_refused("numbers-titles.csv:1: expected a number, got 'a'"),
      file_refused("numbers-utf16.csv:1: the text is in UTF-16: save it as UTF-8"),
      // Maps of MovingAI.
      file_opens("letters.map", kAsItIs, 44),
      file_opens("letters-crlf.map", kAsItIs, 44),
      file_opens("letters-cr.map", kAsItIs, 44),
      file_opens("letters-mark.map", kAsItIs, 44),
      file_opens("letters-no-type.map", kAsItIs, 44),
      file_opens("letters-small.map", kAsItIs, 44),
      file_opens("letters-emitters.map", "S@", 46, true),
      opens_with("letters-emitters.map", {"E=swamp"}, kAsItIs, 44),
      file_refused(
          "letters-corner.map:1: type 'octile-corner' cannot be opened, only 'octile': in 'octile-corner' agents "
          "walk on the corners of cells; where they are to walk on the cells, write 'type octile'"),
      file_refused("letters-short.map:6: expected a row of 12 letters, got 10"),
      file_refused("letters-large.map:3: width 9000 is outside of what can be opened (1 to 8192)"),
      // Projects of LDtk.
      file_opens("ldtk-room.ldtk", kAsItIs, 44),
      opens_with("ldtk-room.ldtk", {"2..4=ground"}, kWallsAlone, 44, false),
      file_opens("ldtk-levels.ldtk", kAllGround, 0, true),
      opens_with("ldtk-levels.ldtk", {"level=Room"}, kAllBlocked, 96),
      opens_with("ldtk-levels.ldtk", {"level=Room", "layer=Collisions"}, kAsItIs, 44),
      file_refused("ldtk-apart.ldtk:52: the level 'Room' is in a file of its own: switch off \"Save levels to separate "
                   "files\" in the project settings of LDtk and save it again"),
      file_refused("ldtk-cut.ldtk:69: syntax error while parsing object separator - unexpected end of input; expected "
                   "':'"),
      file_refused("ldtk-short.ldtk:74: expected 96 values, got 95"),
  };
}

std::string expected_terrains(std::string_view changes) {
  std::string room(kFileRoom);
  for (size_t i = 0; i < changes.size(); i += 2) std::ranges::replace(room, changes[i], changes[i + 1]);
  return room;
}
// Returns the letters of the terrains in the rectangle of the room, which is all of most maps.
std::string terrains_of_room(const GridMap& map) {
  std::string letters;
  for (int y = 0; y < kRoomHeight; ++y) {
    for (int x = 0; x < kRoomWidth; ++x) letters += terrain_info(map.terrain(Cell{x, y})).letter;
  }
  return letters;
}
std::string row_terrains(const GridMap& map) {
  std::string letters;
  for (CellId cell = 0; cell < map.cell_count(); ++cell) letters += terrain_info(map.terrain(cell)).letter;
  return letters;
}

MapFileOptions row_options(const MapFileRow& row, const std::string& path) {
  return must(map_options_from_words(map_format_of(path), row.words));
}

}  // namespace

TEST_CASE("fifty files: each opens as the map that it shows, or is refused with its place") {
  const std::string folder = source_path("tests/data/maps/");
  size_t files = 0;
  std::set<std::string> named;
  for (const MapFileRow& row : map_file_rows()) {
    CAPTURE(row.file);
    named.insert(row.file);
    const std::string path = folder + row.file;
    const auto opened = open_map_file(path, row_options(row, path));
    const auto summary = summarize_map_file(path);
    if (!row.refusal.empty()) {
      REQUIRE_FALSE(opened.ok());
      CHECK(opened.error().message() == folder + row.refusal);
      CHECK_FALSE(summary.ok());
      continue;
    }
    if (!opened) FAIL(opened.error().message());
    const GridMap& map = opened.value().loaded.map;
    const bool infinite = row.file.starts_with("tiled-infinite");  // a chunk has 16 x 16 tiles
    CHECK(map.width() == (infinite ? 16 : kRoomWidth));
    CHECK(map.height() == (infinite ? 16 : kRoomHeight));
    CHECK(terrains_of_room(map) == expected_terrains(row.changes));
    CHECK(static_cast<size_t>(std::ranges::count(row_terrains(map), '@')) == row.blocked);
    CHECK((row.file.starts_with("tiled-ends") || row.file == "ldtk-room.ldtk") == opened.value().start.has_value());
    if (opened.value().start) {
      CHECK(opened.value().start == Cell{1, 1});
      CHECK(opened.value().goal == Cell{10, 6});
    }
    CHECK(must(summarize_map_file(path)).open.empty() != row.leaves_open);
  }
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    ++files;
    // The other files are the tilesets and images that these name.
    const bool part = name.starts_with("terrains.ts");
    CHECK_MESSAGE((part || named.contains(name)), "not in the table: ", name);
  }
  CHECK(files >= 50);
  CHECK(named.size() >= 50);
}

TEST_CASE("fifty files: what is saved is read back, and saving without a change keeps every byte") {
  const std::string data = source_path("tests/data/maps");
  for (const MapFileRow& row : map_file_rows()) {
    if (!row.refusal.empty()) continue;
    CAPTURE(row.file);
    const TempFolder folder;
    for (const auto& entry : fs::directory_iterator(data)) fs::copy(entry.path(), folder.path());
    const std::string path = folder.file(row.file);
    const MapFileOptions options = row_options(row, path);
    const MapFormat format = map_format_of(path);
    GridMap map = must(open_map_file(path, options)).loaded.map;
    if (format == MapFormat::kLdtk || row.file.ends_with(".pbm")) {
      // These are not written: the map is saved under another name.
      const std::string before = must(read_file(path));
      CHECK_FALSE(save_map_file(map, path, path, options).ok());
      CHECK(must(read_file(path)) == before);
      const std::string other = folder.file(format == MapFormat::kLdtk ? "saved.map" : "saved.pgm");
      REQUIRE(save_map_file(map, other, path, options));
      CHECK(must(open_map_file(other)).loaded.map == map);
      continue;
    }
    const std::string image = row.file.starts_with("ros-saver") || row.file.starts_with("ros-nav2") ? "ros-grid.pgm"
                              : row.file.starts_with("ros-scale")                                   ? "ros-grid.png"
                              : row.file == "ros-inverted.yaml"                                     ? "ros-inverted.pgm"
                                                                                                    : row.file;
    const std::string before = must(read_file(folder.file(image)));
    MapSaveReport report;
    REQUIRE(save_map_file(map, path, path, options, &report));
    CHECK((report.keeps_options || format == MapFormat::kMovingAi));
    // A map of letters is written as the format has it: newlines, the line `type`, no mark.
    if (format != MapFormat::kMovingAi) CHECK(must(read_file(folder.file(image))) == before);
    CHECK(must(open_map_file(path, options)).loaded.map == map);
    // A wall in the room, and a door in its border.
    const auto paint = [&](Cell cell, char letter) { map.apply({{{map.id(cell), 1, letter}}}); };
    paint({2, 6}, '@');
    paint({0, 1}, '.');
    const Status saved = save_map_file(map, path, path, options);
    if (!saved) {
      // Some files have nothing that stands for one of the two, and say so.
      CHECK(saved.error().message().find("save the map under another name") != std::string::npos);
      CHECK(must(read_file(folder.file(image))) == before);
      continue;
    }
    const GridMap again = must(open_map_file(path, options)).loaded.map;
    CHECK(row_terrains(again) == row_terrains(map));
  }
}
