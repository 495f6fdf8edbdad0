// Letters of all scripts: those of the interface's own fonts, those of installed fonts, and those that no font has.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "app/base/installed_fonts.hpp"
#include "core/io/files.hpp"
#include "tests/screen/test_screen.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr std::string_view kCyrillic = "\xd0\x9a\xd0\xb0\xd1\x80\xd1\x82\xd0\xb0",  // "Карта"
    kGreek = "\xce\xa7\xce\xac\xcf\x81\xcf\x84\xce\xb7\xcf\x82",                    // "Χάρτης"
    kChinese = "\xe5\x9c\xb0\xe5\x9b\xbe \xe8\xbf\xb7\xe5\xae\xab",                 // "地图 迷宫"
    kBraille = "\xe2\xa0\x9b\xe2\xa0\x97",                                          // in DejaVu Sans, not in Inter
    kInNoFont = "\xef\xb7\xa0",                                                     // U+FDE0, which is no letter
    kReplacement = "\xe2\x96\xa1";

std::string drawn_text(const TestScreen& screen) {
  std::string all;
  for (const DrawnText& text : screen.drawn().texts) all += text.text + "\n";
  return all;
}

bool draws(const TestScreen& screen, std::string_view text) {
  return drawn_text(screen).find(text) != std::string::npos;
}

bool is_installed(std::string_view text) {
  const std::u32string letters = letters_of(text);
  return std::ranges::all_of(letters,
                             [](char32_t letter) { return !fonts_with(std::span(&letter, 1), false).empty(); });
}

}  // namespace

TEST_CASE("names of files, maps and terrains are drawn in the letters of any script") {
  const TempFolder folder;
  for (const std::string_view name : {kCyrillic, kGreek, kChinese, kBraille}) {
    CAPTURE(name);
    const bool installed = is_installed(name);
    Lab lab;
    REQUIRE(lab.execute(format_command({"map.save_as", {folder.file(std::string(name) + ".map")}})).ok());
    REQUIRE(lab.execute(format_command({"terrain.name", {"swamp", std::string(name)}})).ok());
    for (const float scale : {1.0f, 2.0f}) {
      TestScreen screen(lab, {1280, 800, scale});
      REQUIRE(lab.execute("ui.place map").ok());
      screen.frames(4);
      const bool own = name == kCyrillic || name == kGreek;
      if (own || installed) {
        CHECK(draws(screen, std::string(name) + ".map"));
        CHECK_FALSE(draws(screen, kReplacement));
        CHECK(screen.faults().empty());
      } else {
        MESSAGE("SKIPPED: no installed font has the letters");
        CHECK(draws(screen, kReplacement));
      }
    }
  }
}

TEST_CASE("a letter that no font has is drawn as a square, and costs no further frames") {
  Lab lab;
  TestScreen screen(lab, {1280, 800, 1});
  REQUIRE(lab.execute(format_command({"terrain.name", {"swamp", std::string(kInNoFont) + "mp"}})).ok());
  REQUIRE(lab.execute("ui.place map").ok());
  screen.frames(4);
  CHECK(draws(screen, std::string(kReplacement) + "mp"));
}

TEST_CASE("which font has a letter") {
  CHECK(letters_of("a\xd0\x9a\xff") == U"a\u041a\ufffd");
  CHECK(utf8_of(U"a\u041a\u5730") == "a\xd0\x9a\xe5\x9c\xb0");
  CHECK(fonts_with(std::array{U'\ufde0'}, false).empty());
  const auto fonts = fonts_with(std::array{U'a', U'b', U'\u041a'}, false);
  REQUIRE_FALSE(fonts.empty());
  CHECK(fonts.size() <= 3);
  for (const InstalledFont& font : fonts) {
    CHECK_FALSE(font.path.empty());
    CHECK_FALSE(font.family.empty());
  }
}
