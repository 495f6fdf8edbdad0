// .map files: what the format allows, what the wild adds to it, and what is refused with which words.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/scenes.hpp"
#include "tests/asked_bytes.hpp"
#include "tests/must.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const std::string kSmall = "type octile\nheight 2\nwidth 3\nmap\n.@T\nSW.\n";

GridMap parsed(const std::string& text) {
  const auto loaded = parse_map(text, "x.map");
  if (!loaded) FAIL(loaded.error().message());
  return loaded.value().map;
}
std::string map_refusal(const std::string& text) {
  const auto loaded = parse_map(text, "x.map");
  return loaded ? "accepted" : loaded.error().message();
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

TEST_CASE("map: letters are kept as they stand in the file") {
  const GridMap map = parsed(kSmall);
  CHECK(map.width() == 3);
  CHECK(map.height() == 2);
  CHECK(std::string(map.letters().begin(), map.letters().end()) == ".@TSW.");
  CHECK(format_map(map) == kSmall);
  const std::string lower = "type octile\nheight 1\nwidth 7\nmap\ngstwoG.\n";
  CHECK(format_map(parsed(lower)) == lower);
  CHECK(parse_map(lower, "x").value().unknown_letters.empty());
}

TEST_CASE("map: CRLF, a missing final newline, blank lines at the end and the sides in either order are read") {
  const GridMap map = parsed(kSmall);
  CHECK(parsed(replaced(kSmall, "\n", "\r\n")) == map);
  CHECK(parsed(kSmall.substr(0, kSmall.size() - 1)) == map);
  CHECK(parsed(replaced(kSmall, "\n", "\r\n").substr(0, kSmall.size() + 4)) == map);
  CHECK(parsed(kSmall + "\n\n  \r\n\t\n") == map);
  CHECK(parsed("type octile\nwidth 3\nheight 2\nmap\n.@T\nSW.\n") == map);
  CHECK(parsed("type  octile \nheight\t2\nwidth 3 \nmap \n.@T\nSW.\n") == map);
}

TEST_CASE("map: byte order marks, carriage returns alone and blanks at the ends of lines are read") {
  const GridMap map = parse_map(kSmall, "x").value().map;
  CHECK(parse_map("\xef\xbb\xbf" + kSmall, "x").value().map == map);
  CHECK(parse_map(replaced(kSmall, ".@T", ".@T \t"), "x").value().map == map);
  CHECK(parse_map(replaced(kSmall, ".@T\n", ".@T \r\r\n"), "x").value().map == map);
  std::string old_mac = kSmall;
  std::replace(old_mac.begin(), old_mac.end(), '\n', '\r');
  CHECK(parse_map(old_mac, "x").value().map == map);
  CHECK(parse_map("\xef\xbb\xbf" + old_mac, "x").value().map == map);
  CHECK(map_refusal(std::string("\xff\xfet\0y\0", 6)) == "x.map:1: the text is in UTF-16: save it as UTF-8");
  CHECK(map_refusal(std::string("\xfe\xff\0t\0y", 6)) == "x.map:1: the text is in UTF-16: save it as UTF-8");
  CHECK(map_refusal(std::string("\xff\xfe\0\0t\0\0\0", 8)) == "x.map:1: the text is in UTF-32: save it as UTF-8");
  CHECK(map_refusal(replaced(kSmall, ".@T", ".@T .")).find("x.map:5: expected a row of 3 letters, got 5") == 0);
}

TEST_CASE("map: without a line 'type' it is octile, which is said") {
  const auto loaded = must(parse_map("height 2\nwidth 3\nmap\n.@T\nSW.\n", "x.map"));
  CHECK_FALSE(loaded.has_type);
  CHECK(loaded.map == parse_map(kSmall, "x").value().map);
  CHECK(notes_on(loaded, "x.map") ==
        std::vector<std::string>{"x.map:1: there is no line 'type': read as 'type octile'"});
  CHECK(notes_on(parse_map(kSmall, "x").value(), "x").empty());
  CHECK(map_refusal("height 2\nheight 3\nmap\n") == "x.map:2: height is given twice");
  CHECK(map_refusal("type octile-corner\nheight 2\nwidth 3\nmap\n").find("write 'type octile'") != std::string::npos);
}

TEST_CASE("map: unknown letters are kept, block, and are reported with their first line") {
  const auto loaded = must(parse_map("type octile\nheight 3\nwidth 2\nmap\n..\nX?\nXX\n", "x.map"));
  REQUIRE(loaded.unknown_letters.size() == 2);
  CHECK(loaded.unknown_letters[0].letter == 'X');
  CHECK(loaded.unknown_letters[0].cells == 3);
  CHECK(loaded.unknown_letters[0].first_line == 6);
  CHECK(loaded.unknown_letters[1].letter == '?');
  CHECK(loaded.map.terrain(Cell{0, 1}) == Terrain::kOut);
  CHECK(format_map(loaded.map).ends_with("..\nX?\nXX\n"));
}

TEST_CASE("map: letters that were given a terrain are read as that, kept, and are unknown no more") {
  const std::string text = "type octile\nheight 3\nwidth 5\nmap\n..E..\n@@E@@\nX.S.s\n";
  const struct {
    std::vector<std::string> given;
    std::string unknown, note;  // unknown letters; what is noted of the others
    std::string terrains;       // of the cells E, X, S, s, as letters that newly painted cells get
  } rows[] = {{{}, "EX", "", "@@SS"},
              {{"E=ground"}, "X", "x.map: read as asked: E=ground", ".@SS"},
              {{"E=ground", "S=ground"}, "X", "x.map: read as asked: E=ground S=ground", ".@.S"},
              {{"X=water"}, "E", "x.map: read as asked: X=water", "@WSS"},
              {{"E=blocked"}, "X", "x.map: read as asked: E=blocked", "@@SS"},
              {{"E=blocked", "X=blocked"}, "", "x.map: read as asked: E=blocked X=blocked", "@@SS"},
              {{"S=swamp"}, "EX", "", "@@SS"},
              {{"s=trees", "E=swamp"}, "X", "x.map: read as asked: E=swamp s=trees", "S@ST"},
              {{"e=ground"}, "EX", "", "@@SS"},
              {{"Z=ground"}, "EX", "", "@@SS"},
              {{"E=water", "E=ground"}, "X", "x.map: read as asked: E=ground", ".@SS"}};
  for (const auto& row : rows) {
    CAPTURE(row.note);
    const auto terrains = LetterTerrains::from_words(row.given);
    REQUIRE(terrains.ok());
    const auto loaded = must(parse_map(text, "x.map", terrains.value()));
    const GridMap& map = loaded.map;
    std::string unknown;
    for (const MapWarning& warning : loaded.unknown_letters) unknown += warning.letter;
    CHECK(unknown == row.unknown);
    CHECK(loaded.letters == ".@ESXs");
    CHECK(letters_note(loaded.letters, map.letter_terrains(), "x.map") == row.note);
    std::string read;
    for (const Cell cell : {Cell{2, 0}, Cell{0, 2}, Cell{2, 2}, Cell{4, 2}}) {
      read += terrain_info(map.terrain(cell)).letter;
    }
    CHECK(read == row.terrains);
    CHECK(format_map(map) == text);
    CHECK(parse_map(format_map(map), "x", terrains.value()).value().map == map);
  }
}

TEST_CASE("map: each malformed file is refused with file, line and reason") {
  CHECK(map_refusal("") == "x.map:1: the file is empty");
  CHECK(map_refusal("hello\n") == "x.map:1: expected 'type octile', got 'hello'");
  CHECK(map_refusal("type octile") == "x.map:2: the file ends where 'height <n>' or 'width <n>' should follow");
  CHECK(map_refusal(replaced(kSmall, "octile", "tile")) == "x.map:1: type 'tile' cannot be opened, only 'octile'");
  CHECK(map_refusal(replaced(kSmall, "octile", "octile-corner")).find("corners of cells") != std::string::npos);
  CHECK(map_refusal(replaced(kSmall, "height 2", "height two")) ==
        "x.map:2: expected 'height <n>', got 'height' 'two'");
  CHECK(map_refusal(replaced(kSmall, "height 2", "height -2")).find("x.map:2: height -2 is outside") == 0);
  CHECK(map_refusal(replaced(kSmall, "height 2", "height 0")).find("x.map:2: height 0 is outside") == 0);
  CHECK(map_refusal(replaced(kSmall, "width 3", "width 8193")).find("x.map:3: width 8193 is outside") == 0);
  CHECK(map_refusal(replaced(kSmall, "width 3", "height 2")) == "x.map:3: height is given twice");
  CHECK(map_refusal(replaced(kSmall, "width 3", "depth 3")).find("x.map:3: expected the other of height and width") ==
        0);
  CHECK(map_refusal(replaced(kSmall, "width 3", "width 99999999999999999999")).find("x.map:3: expected 'width <n>'") ==
        0);
  CHECK(map_refusal(replaced(kSmall, "map", "mat")) == "x.map:4: expected 'map', got 'mat'");
  CHECK(map_refusal(replaced(kSmall, ".@T", ".@TT")) == "x.map:5: expected a row of 3 letters, got 4");
  CHECK(map_refusal(replaced(kSmall, ".@T", ".@")) == "x.map:5: expected a row of 3 letters, got 2");
  CHECK(map_refusal(replaced(kSmall, ".@T", "")) == "x.map:5: expected a row of 3 letters, got 0");
  CHECK(map_refusal("type octile\nheight 2\nwidth 3\nmap\n.@T\n") == "x.map:6: expected 2 rows, the file ends after 1");
  CHECK(map_refusal("type octile\nheight 2\nwidth 3\nmap\n.@T\nSW") == "x.map:6: expected a row of 3 letters, got 2");
  CHECK(map_refusal("type octile\nheight 2\nwidth 3\nmap") == "x.map:5: expected 2 rows, the file ends after 0");
  CHECK(map_refusal(kSmall + "...\n") == "x.map:7: expected the end after 2 rows, got '...'");
  CHECK(map_refusal(replaced(kSmall, "@", std::string(1, '\0'))) ==
        "x.map:5: byte 0x00 in column 2 is no letter: this is not a text map");
  CHECK(map_refusal(replaced(kSmall, "@", "\xff")).find("byte 0xff in column 2") != std::string::npos);
  CHECK(map_refusal("\x89PNG\r\n\x1a\n") == "x.map:1: expected 'type octile', got '\\x89PNG'");
  CHECK(map_refusal(std::string(5000, 'a')).size() < 120);
}

TEST_CASE("map: a declared size of a thousand million cells is refused before memory is asked for") {
  CHECK(map_refusal("type octile\nheight 31623\nwidth 31623\nmap\n").find("x.map:2: height 31623 is outside") == 0);
  CHECK(map_refusal("type octile\nheight 1\nwidth 1000000000\nmap\n").find("x.map:3: width 1000000000 is outside") ==
        0);
  // The largest size that opens, with nothing behind it.
  const size_t before = test::asked_bytes();
  CHECK(map_refusal("type octile\nheight 8192\nwidth 8192\nmap\n..\n") ==
        "x.map:5: expected a row of 8192 letters, got 2");
  CHECK(test::asked_bytes() - before < 10'000);
}

TEST_CASE("map: saving and loading gives the same map") {
  const TempFolder folder;
  for (int kind = 0; kind < kSceneKinds; ++kind) {
    const GridMap map = generate({static_cast<SceneKind>(kind), 90, 61, 5, 0});
    const std::string path = folder.file("x.map");
    REQUIRE(save_map(map, path).ok());
    const auto loaded = must(load_map(path));
    CHECK(loaded.map == map);
    CHECK(loaded.unknown_letters.empty());
  }
  CHECK(!save_map(GridMap{}, folder.file("none.map")).ok());
}

TEST_CASE("map: what parsing asks for is the map's own memory") {
  const std::string text = format_map(generate({SceneKind::kForest, 1024, 1024, 1, 0}));
  const size_t before = test::asked_bytes();
  REQUIRE(parse_map(text, "x").ok());
  const size_t taken = test::asked_bytes() - before;
  CHECK(taken >= 1024 * 1024);
  CHECK(taken < 1024 * 1024 + 10'000);
}

TEST_CASE("map: thousands of mutated files never crash, and every refusal names a line") {
  Rng rng(7);
  const std::string original = format_map(generate({SceneKind::kCity, 24, 17, 3, 0}));
  const std::string splices[] = {"\n",      "\r",      " ",     "-",           "9",  "0",
                                 "height ", "width 5", "map\n", "type octile", "\t", "@"};
  size_t refused = 0, accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = original;
    for (int change = rng.between(1, 4); change > 0 && !text.empty(); --change) {
      // Half of the changes hit the header, where most of the reading is.
      const auto end = static_cast<uint32_t>(rng.percent(50) ? std::min<size_t>(text.size(), 45) : text.size());
      const uint32_t at = rng.below(end);
      switch (rng.below(5)) {
        case 0:
          text[at] = static_cast<char>(rng.below(256));
          break;
        case 1:
          text.erase(at, rng.below(12));
          break;
        case 2:
          text.insert(at, splices[rng.below(std::size(splices))]);
          break;
        case 3:
          text.resize(at);
          break;
        default:
          text.insert(at, text.substr(rng.below(static_cast<uint32_t>(text.size())), rng.below(60)));
      }
    }
    const auto loaded = parse_map(text, "m");
    if (!loaded) {
      ++refused;
      REQUIRE(loaded.error().where.starts_with("m:"));
      REQUIRE(std::stoul(loaded.error().where.substr(2)) >= 1);
      REQUIRE(!loaded.error().what.empty());
    } else {
      ++accepted;
      const auto again = must(parse_map(format_map(loaded.value().map), "m"));
      REQUIRE(again.map == loaded.value().map);
    }
  }
  CHECK(refused > 1000);
  CHECK(accepted > 100);
}

TEST_CASE("map: every benchmark map loads and is written back byte by byte" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  size_t maps = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(std::getenv("STRATA_DATA")) + "/maps")) {
    if (entry.path().extension() != ".map") continue;
    const std::string path = entry.path().string();
    CAPTURE(path);
    const auto text = must(read_file(path));
    const auto loaded = must(parse_map(text, path));
    CHECK(format_map(loaded.map) == replaced(text, "\r\n", "\n"));
    ++maps;
  }
  CHECK(maps > 0);
}
