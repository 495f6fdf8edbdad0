// Recent files have pictures of their maps, which a thread makes, and files that are gone are said to be.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>

#include "app/lab/lab.hpp"
#include "app/lab/map_thumbnails.hpp"
#include "app/lab/session.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/scenes.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

namespace fs = std::filesystem;
using namespace strata;
using namespace strata::test;

namespace {

std::string written_map(const test::TempFolder& folder, const std::string& name, const std::string& rows) {
  const size_t width = rows.find('\n');
  const auto height = std::count(rows.begin(), rows.end(), '\n');
  const std::string text =
      "type octile\nheight " + std::to_string(height) + "\nwidth " + std::to_string(width) + "\nmap\n";
  REQUIRE(write_file_atomic(folder.file(name), text + rows).ok());
  return folder.file(name);
}

LabOptions options_in(const test::TempFolder& folder) {
  return {.settings_path = folder.file("settings.json"), .cache_folder = folder.file("cache")};
}

// Lets the lab tick until its thread has looked at all files.
void wait_for_pictures(Lab& lab) {
  for (int i = 0; i < 5000; ++i) {
    lab.tick(1e-4);
    if (!lab.session().pictures().working()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  FAIL("the pictures are not made");
}

size_t pictures_in(const std::string& folder) {
  std::error_code ignored;
  return static_cast<size_t>(std::distance(fs::directory_iterator(folder, ignored), {}));
}

}  // namespace

TEST_CASE("a small map has a pixel for each cell, a large one the mean of its cells") {
  const GridMap small = parse_map("type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n", "small").value().map;
  const MapThumbnail picture = picture_of(small);
  CHECK(picture.width == 3);
  CHECK(picture.height == 2);
  CHECK(picture.pixels[0] == terrain_color(usual_terrain_looks(), Terrain::kGround));
  CHECK(picture.pixels[1] == terrain_color(usual_terrain_looks(), Terrain::kOut));
  const MapThumbnail large = picture_of(GridMap(1000, 10, 'W'));
  CHECK(large.width <= MapThumbnail::kMostWidth);
  CHECK(large.width > MapThumbnail::kMostWidth / 2);
  CHECK(large.height == 1);
  CHECK(large.map_width == 1000);
  for (const Rgba pixel : large.pixels) CHECK(pixel == terrain_color(usual_terrain_looks(), Terrain::kWater));
  const MapThumbnail full = picture_of(GridMap(4096, 4096, '.'));
  CHECK(full.width <= MapThumbnail::kMostWidth);
  CHECK(full.height <= MapThumbnail::kMostHeight);
}

TEST_CASE("the file of a picture gives it back, for the same version of the map's file alone") {
  const test::TempFolder folder;
  const MapThumbnail picture = picture_of(running_example());
  const ThumbnailKey version{"/a/b c.map", 1234, 5678};
  REQUIRE(save_picture(folder.path(), version, picture).ok());
  const auto back = load_picture(folder.path(), version);
  REQUIRE(back != nullptr);
  CHECK(*back == picture);
  CHECK(load_picture(folder.path(), {"/a/b c.map", 1235, 5678}) == nullptr);
  CHECK(load_picture(folder.path(), {"/a/b c.map", 1234, 5679}) == nullptr);
  CHECK(load_picture(folder.path(), {"/a/b d.map", 1234, 5678}) == nullptr);
  // Whatever is in the file instead, nothing is taken from it.
  const std::string file = fs::directory_iterator(folder.path())->path().string();
  const std::string text = read_file(file, 1 << 20).value();
  for (const std::string& damaged : {text.substr(0, text.size() - 1), text + "x", std::string(), text.substr(0, 30),
                                     std::string("strata picture 2\n")}) {
    REQUIRE(write_file_atomic(file, damaged).ok());
    CHECK(load_picture(folder.path(), version) == nullptr);
  }
}

TEST_CASE("the folder has a bounded number of pictures, the newest") {
  const test::TempFolder folder;
  const MapThumbnail picture = picture_of(GridMap(2, 2, '.'));
  for (size_t i = 0; i < RecentMapThumbnails::kMostFiles + 9; ++i) {
    REQUIRE(save_picture(folder.path(), {"map " + std::to_string(i), 1, 1}, picture).ok());
  }
  CHECK(pictures_in(folder.path()) == RecentMapThumbnails::kMostFiles);
}

TEST_CASE("a picture is made when the map is opened or saved, is there at the next start, and follows the file") {
  const test::TempFolder folder;
  const std::string map = written_map(folder, "a.map", "..@\n...\n");
  {
    Lab lab(options_in(folder));
    run(lab, open_line(map));
    wait_for_pictures(lab);
    CHECK(pictures_in(folder.file("cache")) == 1);
    run(lab, "map.new 7 5");
    run(lab, open_line(folder.file("b.map"), "map.save_as"));
    wait_for_pictures(lab);
    CHECK(pictures_in(folder.file("cache")) == 2);
  }
  Lab lab(options_in(folder));
  CHECK(lab.session().pictures().seen(map) == nullptr);
  lab.session().pictures().look();
  wait_for_pictures(lab);
  const CheckedFile* seen = lab.session().pictures().seen(map);
  REQUIRE(seen != nullptr);
  REQUIRE(seen->picture != nullptr);
  CHECK(seen->picture->map_width == 3);
  CHECK(seen->picture->pixels[2] == terrain_color(usual_terrain_looks(), Terrain::kOut));
  // Another version of the file: the picture is made anew.
  written_map(folder, "a.map", "@@@@\n....\n");
  lab.tick(10);
  lab.session().pictures().look();
  wait_for_pictures(lab);
  CHECK(lab.session().pictures().seen(map)->picture->map_width == 4);
  CHECK(pictures_in(folder.file("cache")) == 2);
}

TEST_CASE("a file that is gone is said to be, and is forgotten alone") {
  const test::TempFolder folder;
  const std::string a = written_map(folder, "a.map", "..\n"), b = written_map(folder, "b.map", "...\n");
  const std::string graph = folder.file("c.graph");
  REQUIRE(write_file_atomic(graph, "type graph\nnode 1,0\n").ok());
  Lab lab(options_in(folder));
  for (const std::string& file : {a, b, graph}) run(lab, open_line(file));
  REQUIRE(lab.state().recent_files.size() == 3);
  fs::remove(a);
  lab.session().pictures().look();
  wait_for_pictures(lab);
  lab.tick(10);
  lab.session().pictures().look();
  wait_for_pictures(lab);
  CHECK_FALSE(lab.session().pictures().seen(a)->there);
  CHECK(lab.session().pictures().seen(a)->picture == nullptr);
  CHECK(lab.session().pictures().seen(b)->there);
  CHECK(lab.session().pictures().seen(graph)->there);
  CHECK(lab.session().pictures().seen(graph)->picture == nullptr);
  run(lab, open_line(a, "recent.forget"));
  CHECK(lab.state().recent_files.size() == 2);
  CHECK(test::failure(lab, open_line(a, "recent.forget")).find("is not among the recent files") != std::string::npos);
  CHECK(lab.state().recent_files.size() == 2);
  const Lab next(options_in(folder));
  CHECK(next.state().recent_files == lab.state().recent_files);
  CHECK(next.state().opened_at.size() == 2);
  CHECK(next.state().opened_at[0] > 1'600'000'000);
}

TEST_CASE("a map with letters of its own has its picture by the terrains that they were given") {
  const test::TempFolder folder;
  const std::string map = written_map(folder, "a.map", ".E.\n...\n");
  Lab lab(options_in(folder));
  run(lab, open_line(map));
  wait_for_pictures(lab);
  lab.session().pictures().look();
  wait_for_pictures(lab);
  CHECK(lab.session().pictures().seen(map)->picture->pixels[1] == terrain_color(usual_terrain_looks(), Terrain::kOut));
  run(lab, "terrain.letter E water");
  lab.tick(10);
  lab.session().pictures().look();
  wait_for_pictures(lab);
  CHECK(lab.session().pictures().seen(map)->picture->pixels[1] ==
        terrain_color(usual_terrain_looks(), Terrain::kWater));
}
