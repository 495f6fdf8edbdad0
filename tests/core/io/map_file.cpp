// Maps of any format by the ending of the file: which format is read and written, and what a saved file keeps.
#include "core/io/map_file.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "core/io/files.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("map file: the ending says which format a file has") {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("numbers.txt"), "0,1\n1,0\n"));
  REQUIRE(write_file_atomic(folder.file("map.txt"), "type octile\nheight 1\nwidth 1\nmap\n.\n"));
  const std::pair<std::string, MapFormat> kNames[] = {{"a.map", MapFormat::kMovingAi},
                                                      {"a", MapFormat::kMovingAi},
                                                      {"a.TMX", MapFormat::kTiled},
                                                      {"a.tmj", MapFormat::kTiled},
                                                      {"a.json", MapFormat::kTiled},
                                                      {"a.Png", MapFormat::kImage},
                                                      {"a.pgm", MapFormat::kImage},
                                                      {"a.pbm", MapFormat::kImage},
                                                      {"a.yaml", MapFormat::kRos},
                                                      {"a.yml", MapFormat::kRos},
                                                      {"a.csv", MapFormat::kNumbers},
                                                      {folder.file("numbers.txt"), MapFormat::kNumbers},
                                                      {"a.txt", MapFormat::kMovingAi},
                                                      {"a.pngx", MapFormat::kMovingAi},
                                                      {folder.file("map.txt"), MapFormat::kMovingAi}};
  for (const auto& [name, format] : kNames) {
    CAPTURE(name);
    CHECK(map_format_of(name) == format);
  }
  CHECK(must(open_map_file(folder.file("numbers.txt"))).loaded.map == map_from_text(".@\n@."));
  CHECK(must(open_map_file(folder.file("map.txt"))).loaded.map.cell_count() == 1);
}

TEST_CASE("map file: random maps are read back as they were saved, in every format that has all terrains") {
  const TempFolder folder;
  for (int seed = 0; seed < rounds(200); ++seed) {
    CAPTURE(seed);
    const GridMap map = random_map(1 + seed % 19, 1 + seed * 7 % 17, 30, static_cast<uint64_t>(seed));
    for (const char* name : {"m.map", "m.tmx", "m.tmj", "m.png", "m.pgm", "m.csv"}) {
      CAPTURE(name);
      REQUIRE(save_map_file(map, folder.file(name)));
      CHECK(must(open_map_file(folder.file(name))).loaded.map == map);
      if (map_format_of(name) == MapFormat::kTiled) CHECK(std::filesystem::exists(folder.file("m-terrains.png")));
    }
  }
}

TEST_CASE("map file: letters that a person gave a terrain are read and saved as that terrain") {
  const TempFolder folder;
  LetterTerrains letters;
  REQUIRE(letters.give('S', Terrain::kWater));
  REQUIRE(save_map_file(map_from_text(".SW@"), folder.file("m.tmx")));
  const GridMap map = must(open_map_file(folder.file("m.tmx"), {.letters = letters})).loaded.map;
  CHECK(map.terrain(Cell{1, 0}) == Terrain::kWater);
  const std::string before = must(read_file(folder.file("m.tmx")));
  REQUIRE(save_map_file(map, folder.file("m.tmx"), folder.file("m.tmx")));
  CHECK(must(read_file(folder.file("m.tmx"))) == before);  // no cell was edited
}

TEST_CASE(
    "map file: a map of Tiled keeps what it has besides cells, also under another name, but not in another format") {
  const TempFolder folder;
  GridMap map = map_from_text("..@\n@..");
  REQUIRE(save_map_file(map, folder.file("a.tmx")));
  std::string text = must(read_file(folder.file("a.tmx")));
  text.insert(text.find("</map>"), "<!-- mine -->");
  REQUIRE(write_file_atomic(folder.file("a.tmx"), text));
  map.apply({{{0, 1, 'T'}}});
  for (const char* name : {"a.tmx", "b.tmx"}) {
    REQUIRE(save_map_file(map, folder.file(name), folder.file("a.tmx")));
    CHECK(must(read_file(folder.file(name))).find("<!-- mine -->") != std::string::npos);
    CHECK(must(open_map_file(folder.file(name))).loaded.map == map);
  }
  // JSON cannot hold it, and a file that has gone has nothing to keep.
  for (const auto& [name, from] :
       {std::pair("c.tmj", "a.tmx"), std::pair("d.tmx", "gone.tmx"), std::pair("e.tmx", "a.map")}) {
    REQUIRE(save_map_file(map, folder.file(name), folder.file(from)));
    CHECK(must(read_file(folder.file(name))).find("mine") == std::string::npos);
    CHECK(must(open_map_file(folder.file(name))).loaded.map == map);
  }
}

TEST_CASE("map file: an image keeps its other pixels where it can, and is written anew under another name") {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("a.pgm"), "P5 2 1 255\n\x90\x91"));
  REQUIRE(save_map_file(map_from_text(".@"), folder.file("a.pgm"), folder.file("a.pgm")));
  CHECK(must(read_file(folder.file("a.pgm"))) == std::string("P5 2 1 255\n\x90\0", 13));
  const GridMap swamp = map_from_text("S@");
  CHECK_FALSE(save_map_file(swamp, folder.file("a.pgm"), folder.file("a.pgm")));
  REQUIRE(save_map_file(swamp, folder.file("b.pgm"), folder.file("a.pgm")));
  CHECK(must(open_map_file(folder.file("b.pgm"))).loaded.map == swamp);
}

TEST_CASE("map file: what cannot be written is refused, and the file stays") {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("a.pbm"), "P1 1 1 0"));
  CHECK(save_map_file(GridMap(1, 1), folder.file("a.pbm")).error().what ==
        "choose a name that ends in .pgm or .png for an image");
  CHECK(must(read_file(folder.file("a.pbm"))) == "P1 1 1 0");
  CHECK(save_map_file(GridMap(), folder.file("a.csv")).error().what == "there is no map to save");
  CHECK(open_map_file(folder.file("none.tmx")).error().where == folder.file("none.tmx"));
}

TEST_CASE("map file: the notes of a map are those of its letters and of its format") {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("a.map"), "type octile\nheight 1\nwidth 2\nmap\n.E\n"));
  CHECK(notes_on(must(open_map_file(folder.file("a.map"))), "a.map") ==
        std::vector<std::string>{"a.map:5: unknown letter 'E' in 1 cell: kept, and counted as blocked"});
  REQUIRE(write_file_atomic(folder.file("a.tmx"),
                            "<map orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\">"
                            "<layer width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer></map>"));
  CHECK(notes_on(must(open_map_file(folder.file("a.tmx"))), "a.tmx").size() == 1);
}
