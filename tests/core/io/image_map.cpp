// Images as maps: which pixels are free, what is written, and what is refused with which words.
#include "core/io/image_map.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string image_letters(const std::string& bytes, const ImageOptions& options = {}) {
  const OpenedMap opened = must(parse_image_map(bytes, "x", options));
  const auto letters = opened.loaded.map.letters();
  return std::string(letters.begin(), letters.end());
}
std::string image_refusal(const std::string& bytes) {
  const auto read = parse_image_map(bytes, "x");
  return read ? "accepted" : read.error().message();
}
using namespace std::string_literals;

}  // namespace

TEST_CASE("image: light pixels are ground and dark ones blocked, in each kind of netpbm") {
  CHECK(image_letters("P2\n# a comment\n3 1\n100\n0 49 51\n") == "@@.");
  CHECK(image_letters("P5 3 1 255\n\x7f\x80\xff"s) == "@..");
  CHECK(image_letters("P5 2 1 65535\n\x7f\xff\x90\x00"s) == "@.");
  CHECK(image_letters("P1\n3 2\n101\n0 1 0\n") == "@.@.@.");  // 1 is black
  CHECK(image_letters("P4\n9 2\n\x80\x80\x00\x00"s) == "@.......@.........");
}

TEST_CASE("image: threshold, negation and named levels decide") {
  const std::string grey = "P2 4 1 255 0 100 191 255";
  CHECK(image_letters(grey) == "@@..");
  CHECK(image_letters(grey, {.threshold = 100}) == "@...");
  CHECK(image_letters(grey, {.threshold = 192}) == "@@@.");
  CHECK(image_letters(grey, {.negate = true}) == "..@@");
  const std::string named =
      "P2 4 1 # strata-terrains 255=ground 191=swamp 127=water 63=trees 0=blocked\n255 0 100 190 255";
  CHECK(image_letters(named) == "@WS.");
  CHECK(image_letters(named, {.ignore_words = true}) == "@@..");
}

TEST_CASE("image: transparent pixels of a PNG are blocked, coloured ones have their mean") {
  GreyImage image{.width = 3, .height = 1, .grey = {255, 255, 0}, .alpha = {255, 127, 255}, .levels = {}};
  CHECK(image_letters(format_png(image)) == ".@@");
  CHECK(image_letters(format_png(image), {.alpha = 127}) == "..@");
  // Two pixels of RGB, (255,255,0) and (255,0,0), written by Python's zlib.
  const std::string rgb = "\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52"s +
                          "\x00\x00\x00\x02\x00\x00\x00\x01\x08\x02\x00\x00\x00\x7b\x40\xe8"s +
                          "\xdd\x00\x00\x00\x0f\x49\x44\x41\x54\x78\x9c\x63\xf8\xff\x9f\xe1"s +
                          "\x3f\x03\x03\x00\x0d\xf9\x02\xfe\x05\xbc\x9e\xc5\x00\x00\x00\x00"s +
                          "\x49\x45\x4e\x44\xae\x42\x60\x82"s;
  CHECK(image_letters(rgb) == ".@");
}

TEST_CASE("image: saving changes the pixels of edited cells and keeps all others, with their colours") {
  const std::string pgm = "P5 # mine\n3 1 255\n\x07\x90\xf0"s;
  GridMap map = must(parse_image_map(pgm, "x")).loaded.map;
  CHECK(must(edit_image(pgm, "x", map)) == pgm);
  map.apply({{{0, 1, '.'}, {2, 1, '@'}}});
  CHECK(must(edit_image(pgm, "x", map)) == "P5 # mine\n3 1 255\n\xff\x90\x00"s);
  map.apply({{{1, 1, 'S'}}});
  CHECK(edit_image(pgm, "x", map).error().message() ==
        "x: the image has no level of grey for swamp (cell 1,0): save the map under another name");
  CHECK(edit_image(pgm, "x", GridMap(2, 2)).error().message() ==
        "x: has 3 x 1 pixels, the map to save 2 x 2 cells: save it under another name");
  // What is named has a level; the text and the other pixels stay.
  const std::string named = format_png(image_of(map_from_text("..W")));
  GridMap other = map_from_text("STW");
  const GreyImage edited = must(parse_image(must(edit_image(named, "x", other)), "x"));
  CHECK(edited.grey == image_of(other).grey);
  CHECK(edited.levels == image_of(other).levels);
  // A transparent pixel that is painted is opaque.
  GreyImage clear{.width = 2, .height = 1, .grey = {255, 77}, .alpha = {0, 200}, .levels = {}};
  const std::string png = format_png(clear);
  const GreyImage painted = must(parse_image(must(edit_image(png, "x", map_from_text(".@"))), "x"));
  CHECK(painted.grey == std::vector<uint8_t>{255, 77});
  CHECK(painted.alpha == std::vector<uint8_t>{255, 200});
}

TEST_CASE("image: malformed images are refused with the reason") {
  struct Row {
    std::string bytes, words;
  };
  GreyImage one{.width = 1, .height = 1, .grey = {9}, .alpha = {}, .levels = {}};
  const std::string png = format_png(one);
  std::string large = png;
  large.replace(16, 4, "\0\0\x40\0"s);
  const Row kRows[] = {
      {"", "x:1: the file is empty"},
      {"BM", "x:1: this is no PGM, PBM or PNG image"},
      {"P", "x:1: this is no PGM, PBM or PNG image"},
      {"P7 1 1", "x:1: this is no PGM, PBM or PNG image"},
      {"P6 1 1 255\n123", "x:1: a coloured image (PPM) is not read"},
      {"P5\n", "x:2: the file ends before the width"},
      {"P5\n4 x", "x:2: expected the height, got 'x'"},
      {"P5\n0 4 255\n", "x:2: an image of 0 x 4 pixels is outside of what can be opened (1 to 8192)"},
      {"P5\n4 8193 255\n", "x:2: an image of 4 x 8193 pixels is outside"},
      {"P5\n99999999999999999999 1 255\n", "x:2: expected the width, got '9'"},
      {"P5\n1 1 0\n1", "x:2: the highest level of grey is 0, not 1 to 65535"},
      {"P5\n1 1 99999\n1", "x:2: the highest level of grey is 99999"},
      {"P5\n1 1 255x1", "x:2: expected a blank behind the highest level of grey"},
      {"P5\n8192 8192 255\n1", "x:2: the file ends before the 8192 x 8192 pixels"},
      {"P5\n2 1 255\n1", "x:3: the file ends"},
      {"P5\n1 1 9\n\x0a", "x:3: the level 10 of pixel 1 is above the highest, 9"},
      {"P4\n9 2\n\x80\x80\x80", "x:3: the file ends"},
      {"P2\n2 1 9\n1 10", "x:3: the level 10 is above the highest, 9"},
      {"P2\n2 1 9\n1   ", "x:3: the file ends before the level of a pixel"},
      {"P1\n2 1\n02", "x:3: expected pixel 2 as 0 or 1"},
      {"P2 # strata-terrains 255=lava\n1 1 9 9", "x:1: expected strata-terrains as in 255=ground, got '255=lava'"},
      {"P2 # strata-terrains\n1 1 9 9", "x:1: strata-terrains names no terrain"},
      {png.substr(0, 20), "x: PNG: "},
      {png.substr(0, png.size() - 20), "x: PNG: "},
      {large, "x: "},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.bytes);
    CHECK_MESSAGE(image_refusal(row.bytes).starts_with(row.words), image_refusal(row.bytes));
  }
}

TEST_CASE("image: random maps are read back as they were written") {
  for (int seed = 0; seed < rounds(200); ++seed) {
    CAPTURE(seed);
    const GridMap map = random_map(1 + seed % 19, 1 + seed * 7 % 17, 30, static_cast<uint64_t>(seed));
    const GreyImage image = image_of(map);
    CHECK(must(parse_image_map(format_pgm(image), "x")).loaded.map == map);
    CHECK(must(parse_image_map(format_png(image), "x")).loaded.map == map);
    CHECK(must(parse_image(format_png(image), "x")).levels == image.levels);
  }
}
