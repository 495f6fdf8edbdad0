// Maps of ROS: which pixels are free under each mode, what saving changes, and what is refused with which words.
#include "core/io/ros_map.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/io/files.hpp"
#include "core/io/image_map.hpp"
#include "core/io/map_file.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const std::string kUsualYaml =
    "image: m.pgm\nresolution: 0.05\norigin: [-1.5, 2, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n";

std::string ros_refusal(const std::string& yaml) {
  const auto read = parse_ros_map(yaml, "x");
  return read ? "accepted" : read.error().message();
}
// The letters of a row of pixels of these levels.
std::string ros_letters(const std::string& yaml, const std::string& levels, const RosOptions& options = {}) {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("m.yaml"), yaml));
  REQUIRE(write_file_atomic(folder.file("m.pgm"), "P2 6 1 255 " + levels));
  const OpenedMap opened = must(load_ros_map(folder.file("m.yaml"), options));
  const auto letters = opened.loaded.map.letters();
  return std::string(letters.begin(), letters.end());
}

}  // namespace

TEST_CASE("ROS: the keys of a YAML file are read, with defaults") {
  const RosMap ros = must(parse_ros_map(kUsualYaml, "x"));
  CHECK(ros.image == "m.pgm");
  CHECK(ros.resolution == 0.05);
  CHECK(ros.origin == std::array<double, 3>{-1.5, 2, 0});
  CHECK(ros.mode == RosMode::kTrinary);
  const RosMap bare =
      must(parse_ros_map("image: a.png\nresolution: 1\nnegate: true\nmode: raw\nother: [1, {a: b}]\n", "x"));
  CHECK(bare.negate);
  CHECK(bare.mode == RosMode::kRaw);
  CHECK(bare.occupied == 0.65);
  CHECK(bare.free == 0.196);
}

TEST_CASE("ROS: pixels are free, occupied or unknown as map_server reads them") {
  // Occupancies: 0, 0.196 (205/255 is 0.1961), 0.2, 0.498, 0.651, 1.
  const std::string levels = "255 206 204 128 89 0";
  CHECK(ros_letters(kUsualYaml, levels) == "..@@@@");
  CHECK(ros_letters(kUsualYaml, levels, {.unknown = Terrain::kSwamp}) == "..SS@@");
  CHECK(ros_letters(kUsualYaml + "mode: scale\n", levels) == "...@@@");
  std::string negated = kUsualYaml;
  negated.replace(negated.find("negate: 0"), 9, "negate: 1");
  CHECK(ros_letters(negated, levels, {.unknown = Terrain::kSwamp}) == "@@@SS.");
  CHECK(ros_letters(kUsualYaml + "mode: raw\n", "0 19 20 64 65 101", {.unknown = Terrain::kSwamp}) == "..SS@S");
  CHECK(terrain_of_ros_pixel({.image = "", .mode = RosMode::kScale}, 255, 0, {}) == Terrain::kOut);  // transparent
  CHECK(terrain_of_ros_pixel({}, 255, 0, {}) == Terrain::kGround);
}

TEST_CASE("ROS: the image is found beside the file alone") {
  const TempFolder folder;
  for (const std::string path : {"m.pgm", "/home/robot/maps/m.pgm", "../other/m.pgm", "./m.pgm"}) {
    std::string yaml = kUsualYaml;
    yaml.replace(yaml.find("m.pgm"), 5, path);
    REQUIRE(write_file_atomic(folder.file("m.yaml"), yaml));
    REQUIRE(write_file_atomic(folder.file("m.pgm"), "P2 1 1 255 255"));
    CHECK(load_ros_map(folder.file("m.yaml")).ok());
  }
  REQUIRE(write_file_atomic(folder.file("m.yaml"), "image: none.pgm\nresolution: 1\n"));
  CHECK(load_ros_map(folder.file("m.yaml")).error().where == folder.file("none.pgm"));
}

TEST_CASE("ROS: saving changes the pixels of edited cells and nothing else") {
  const TempFolder folder;
  const std::string yaml = folder.file("m.yaml"), before = "P5\n# CREATOR: map_saver\n3 1\n255\n\xfe\xcd\x07";
  REQUIRE(write_file_atomic(yaml, kUsualYaml));
  REQUIRE(write_file_atomic(folder.file("m.pgm"), before));
  GridMap map = must(load_ros_map(yaml)).loaded.map;
  CHECK(std::string(map.letters().begin(), map.letters().end()) == ".@@");
  REQUIRE(save_ros_map(map, yaml));
  CHECK(must(read_file(folder.file("m.pgm"))) == before);
  map.apply({{{0, 1, '@'}, {2, 1, '.'}}});
  REQUIRE(save_map_file(map, yaml, yaml));
  CHECK(must(read_file(folder.file("m.pgm"))) == std::string("P5\n# CREATOR: map_saver\n3 1\n255\n\0\xcd\xfe", 35));
  CHECK(must(read_file(yaml)) == kUsualYaml);
  map.apply({{{1, 1, 'W'}}});
  CHECK(save_ros_map(map, yaml).error().what ==
        "an occupancy grid has no water (cell 1,0): save the map under another name");
  CHECK(save_ros_map(GridMap(2, 2), yaml).error().what ==
        "has 3 x 1 pixels, the map to save 2 x 2 cells: save it under another name");
  CHECK(
      save_map_file(map, folder.file("new.yaml"), yaml).error().what.starts_with("a map of ROS is written only over"));
}

TEST_CASE("ROS: random maps of free and occupied cells are read back as they were written, in PGM and PNG") {
  const TempFolder folder;
  for (int seed = 0; seed < rounds(200); ++seed) {
    CAPTURE(seed);
    std::string yaml = kUsualYaml;
    if (seed % 2 == 1) yaml.replace(yaml.find("negate: 0"), 9, "negate: 1");
    if (seed % 3 == 1) yaml += "mode: scale\n";
    if (seed % 3 == 2) yaml += "mode: raw\n";
    REQUIRE(write_file_atomic(folder.file("m.yaml"), yaml));
    GridMap map(1 + seed % 13, 1 + seed * 5 % 11);
    Rng rng(static_cast<uint64_t>(seed));
    for (CellId id = 0; id < map.cell_count(); ++id) map.apply({{{id, 1, ".@"[rng.below(2)]}}});
    const GreyImage grey{.width = map.width(),
                         .height = map.height(),
                         .grey = std::vector<uint8_t>(map.cell_count(), static_cast<uint8_t>(rng.below(256))),
                         .alpha = {},
                         .levels = {}};
    REQUIRE(write_file_atomic(folder.file("m.pgm"), seed % 5 == 0 ? format_png(grey) : format_pgm(grey)));
    REQUIRE(save_ros_map(map, folder.file("m.yaml")));
    CHECK(must(load_ros_map(folder.file("m.yaml"))).loaded.map == map);
  }
}

TEST_CASE("ROS: malformed YAML files are refused with file, line and reason") {
  const std::pair<std::string, std::string> kRows[] = {
      {"", "x:1: expected the keys of a map of map_server"},
      {"- 1\n", "x:1: expected the keys of a map of map_server"},
      {"image: [\n", "x:2: YAML: "},
      {"resolution: 1\n", "x:1: the key image is missing"},
      {"image: a.pgm\n", "x:1: the key resolution is missing"},
      {"resolution: 1\nimage: [a]\n", "x:2: the image has no name"},
      {"image: a\nresolution: 0\n", "x:2: the resolution is not above 0"},
      {"image: a\nresolution: wide\n", "x:2: expected a number, got 'wide'"},
      {"image: a\nresolution: [1]\n", "x:2: expected a number, got a list"},
      {"image: a\nresolution: 1\norigin: 3\n", "x:3: origin is [x, y, yaw]"},
      {"image: a\nresolution: 1\norigin: [1, x, 2]\n", "x:3: expected a number, got 'x'"},
      {"image: a\nresolution: 1\nfree_thresh: 1.5\n", "x:3: a threshold is 0 to 1, not 1.5"},
      {"image: a\nresolution: 1\nfree_thresh: 0.9\n", "x:1: free_thresh 0.9 is above occupied_thresh 0.65"},
      {"image: a\nresolution: 1\nnegate: maybe\n", "x:3: negate is 0 or 1"},
      {"image: a\nresolution: 1\nmode: wild\n", "x:3: the mode is trinary, scale or raw, not 'wild'"},
      {std::string(2000, '['), "x:1: YAML: "},
  };
  for (const auto& [yaml, words] : kRows) {
    CAPTURE(yaml);
    CHECK_MESSAGE(ros_refusal(yaml).starts_with(words), ros_refusal(yaml));
  }
}
