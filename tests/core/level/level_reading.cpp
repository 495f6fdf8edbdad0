// Levels as they are written elsewhere: faces with notches, ground that points down, other axes and units.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <string>

#include "core/io/obj_file.hpp"
#include "core/level/level.hpp"
#include "core/level/level_settings.hpp"
#include "tests/core/level/level_setting.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"

namespace strata::test {
namespace {

ObjMesh read_as(const std::string& text, const ObjImport& import = {}) {
  const auto parsed = parse_obj(text, "level", {}, import);
  const std::string refused = parsed.ok() ? "" : parsed.error().message();
  INFO(refused);
  REQUIRE(parsed.ok());
  return parsed.value();
}

LevelOptions with(const std::string& settings) {
  const auto options = must(parse_level_options(settings));
  return options;
}

LevelMesh level_of(const std::string& text, const std::string& settings = "") {
  const LevelOptions options = with(settings);
  const auto built = build_level_mesh(read_as(text, options.import), options);
  const std::string refused = built.ok() ? "" : built.error().message();
  INFO(refused);
  REQUIRE(built.ok());
  return built.value();
}

std::string level_refusal(const std::string& text, const std::string& settings = "") {
  const LevelOptions options = with(settings);
  const auto built = build_level_mesh(read_as(text, options.import), options);
  return built ? "accepted" : built.error().message();
}

// What is guessed of a text, as settings; "none".
std::string guessed(const std::string& text, const std::string& settings = "") {
  const LevelOptions options = with(settings);
  const auto guess = guess_import(read_as(text, options.import), options);
  return guess ? level_import_change(options.import, guess->import) : "none";
}

// A text with y up as a program writes it that has another axis up, lengths `times` as large, faces wound `turned`.
std::string written(const std::string& text, ObjUpAxis up, int times, bool turned) {
  std::istringstream lines(text);
  std::string out, key;
  while (lines >> key) {
    if (key == "v") {
      double x = 0, y = 0, z = 0;
      lines >> x >> y >> z;
      x *= times, y *= times, z *= times;
      if (up == ObjUpAxis::kY) out += fmt::format("v {:.6f} {:.6f} {:.6f}\n", x, y, z);
      if (up == ObjUpAxis::kZ) out += fmt::format("v {:.6f} {:.6f} {:.6f}\n", x, -z, y);
      if (up == ObjUpAxis::kMinusY) out += fmt::format("v {:.6f} {:.6f} {:.6f}\n", x, -y, -z);
      if (up == ObjUpAxis::kMinusZ) out += fmt::format("v {:.6f} {:.6f} {:.6f}\n", x, z, -y);
    } else {
      std::string rest;
      std::getline(lines, rest);
      std::istringstream corners(rest);
      std::vector<std::string> words;
      for (std::string word; corners >> word;) words.push_back(word);
      if (turned) std::reverse(words.begin() + 1, words.end());
      out += fmt::format("f {}\n", fmt::join(words, " "));
    }
  }
  return out;
}

constexpr char kDown[] = "v 0 0 0\nv 20 0 0\nv 20 0 20\nv 0 0 20\nf 1 2 3 4\n";

}  // namespace

TEST_CASE("a level whose floor is one face with a notch has the cells of the same floor in triangles") {
  const std::string corners = "v 0 0 0\nv 0 0 24\nv 30 0 24\nv 30 0 0\nv 20 0 0\nv 20 0 16\nv 9 0 16\nv 9 0 0\n";
  const LevelMesh triangles = level_of(corners + "f 1 2 7\nf 1 7 8\nf 2 3 7\nf 3 6 7\nf 3 4 5\nf 3 5 6\n");
  const auto free_cells = [](const LevelMesh& level) {
    size_t free = 0;
    for (CellId id = 0; id < level.map().cell_count(); ++id) free += level.map().letter(id) == '.';
    return free;
  };
  CHECK(free_cells(triangles) > 1000);
  for (const char* face : {"f 1 2 3 4 5 6 7 8\n", "f 6 7 8 1 2 3 4 5\n"}) {
    const LevelMesh one = level_of(corners + face);
    CHECK(free_cells(one) == free_cells(triangles));
    CHECK(one.map() == triangles.map());
    CHECK(one.notes().empty());
  }
  // A floor with a hole in it, at the end of a bridge.
  const LevelMesh holed = level_of(
      "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nv 8 0 8\nv 12 0 8\nv 12 0 12\nv 8 0 12\nf 1 2 3 4 1 5 6 7 8 5\n");
  CHECK(holed.map().letter(holed.map().id({33, 33})) == '@');
  CHECK(holed.map().letter(holed.map().id({15, 33})) == '.');
  CHECK(holed.notes().empty());
}

TEST_CASE("a level without ground because its faces point down says so, and opens flipped") {
  CHECK(level_refusal(kDown) ==
        "there is nowhere in the level for the agent to stand: 1 of 1 face points down: is the winding turned, or is z "
        "up?");
  CHECK(guessed(kDown) == "flip=on");
  CHECK(level_of(kDown, "flip=on").notes().empty());
  CHECK(guessed(kDown, "flip=on") == "none");
  // Thousands of faces are told with commas.
  std::string many;
  for (int i = 0; i < 1100; ++i) {
    many += fmt::format("v {0} 0 0\nv {1} 0 0\nv {1} 0 1\nv {0} 0 1\nf -4 -3 -2 -1\n", i, i + 1);
  }
  many += "v 0 0 0\nv 0 1 0\nv 0 1 1\nv 0 0 1\nf -4 -3 -2 -1\n";
  CHECK(level_refusal(many).find("1,100 of 1,101 faces point down: is the winding turned") != std::string::npos);
  // The other reasons still have their own messages.
  CHECK(level_refusal("v 0 0 0\nv 0 0 20\nv 5 20 20\nv 5 20 0\nf 1 2 3 4\n").find("too steep") != std::string::npos);
}

TEST_CASE("ground that is left out because it points down is noted") {
  const std::string table = "v 7 1.5 7\nv 7 1.5 14\nv 14 1.5 14\nv 14 1.5 7\nf -4 -3 -2 -1\n";
  const LevelMesh level = level_of(kDown + table);
  REQUIRE(level.notes().size() == 1);
  CHECK(
      level.notes()[0] ==
      "1 of 2 faces points down, and nobody can stand on 352.2 of 404 square metres because of that: is their winding "
      "turned?");
  CHECK(guessed(kDown + table) == "flip=on");
  // Ceilings and undersides do not count as missing ground, as there is ground below or above them.
  Scene room;
  room.plane(0, 0, 20, 20, 0);
  std::string text = room.text() + "v 0 3 0\nv 20 3 0\nv 20 3 20\nv 0 3 20\nf -4 -3 -2 -1\n";
  CHECK(level_of(text).notes().empty());
  text = room.text() + "v 0 -0.5 0\nv 20 -0.5 0\nv 20 -0.5 20\nv 0 -0.5 20\nf -4 -3 -2 -1\n";
  CHECK(level_of(text).notes().empty());
}

TEST_CASE("a level with z up is asked about, and opens with that setting as it does with y up") {
  Scene scene;
  scene.plane(0, 0, 20, 16, 0);
  scene.box(9.5, 0, 10.5, 6, 0, 2.5);
  scene.box(9.5, 9, 10.5, 16, 0, 2.5);
  const std::string text = written(scene.text(), ObjUpAxis::kZ, 1, false);
  CHECK(level_refusal(text) ==
        "there is nowhere in the level for the agent to stand: 3 of 11 faces point along z: is z up?");
  CHECK(guessed(text) == "up=z");
  CHECK(guessed(scene.text()) == "none");
  CHECK(level_of(text, "up=z").map() == level_of(scene.text()).map());
  // The way back is guessed too, and so is a winding that is turned as well.
  CHECK(guessed(scene.text(), "up=z") == "up=y");
  CHECK(guessed(written(scene.text(), ObjUpAxis::kZ, 1, true)) == "up=z flip=on");
  CHECK(level_of(written(scene.text(), ObjUpAxis::kZ, 1, true), "up=z flip=on").map() == level_of(scene.text()).map());
  CHECK(guessed(scene.text(), "up=-z") == "up=y");
}

TEST_CASE("a level in centimetres or a hundred times too small is asked about") {
  Scene scene;
  scene.plane(0, 0, 40, 30, 0);
  const std::string large = written(scene.text(), ObjUpAxis::kY, 100, false);
  CHECK(level_refusal(large).find("use larger cells (its longer side is 4000 m: is it in centimetres?)") !=
        std::string::npos);
  CHECK(guessed(large) == "scale=0.01");
  CHECK(guessed(large, "scale=0.01") == "none");
  CHECK(guessed(written(scene.text(), ObjUpAxis::kY, 1000, false)) == "scale=0.01");
  Scene small;
  small.plane(0, 0, 0.4, 0.3, 0);
  CHECK(level_refusal(small.text()).find("is it a hundred times too small?") != std::string::npos);
  CHECK(level_of(small.text(), "scale=100").map().width() == level_of(scene.text()).map().width());
}

TEST_CASE("however a level is written, it is the same when it is read so") {
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(12)); ++seed) {
    CAPTURE(seed);
    const std::string text = random_scene(seed).text();
    const LevelMesh level = level_of(text);
    Rng rng(seed);
    for (int up = 0; up < kObjUps; ++up) {
      const bool turned = rng.percent(50);
      const std::string other = written(text, static_cast<ObjUpAxis>(up), 8, turned);
      LevelOptions options = with("scale=0.125");
      options.import.up = static_cast<ObjUpAxis>(up);
      options.import.flip = turned;
      const ObjMesh obj = read_as(other, options.import);
      const auto again = must(build_level_mesh(obj, options));
      CHECK(MeshContents(again) == MeshContents(level));
      CHECK(again.map() == level.map());
      CHECK(again.low() == level.low());
      // Recentred it only lies elsewhere.
      options.import.recentre = true;
      const ObjMesh centred = read_as(other, options.import);
      CHECK(centred.low[1] == 0);
      CHECK(centred.high[0] == doctest::Approx(-centred.low[0]));
      CHECK(centred.high[0] - centred.low[0] == doctest::Approx(obj.high[0] - obj.low[0]));
    }
  }
}

}  // namespace strata::test
