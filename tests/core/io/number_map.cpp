// Tables of numbers as maps: which numbers are which terrain, what is written, and what is refused with which words.
#include "core/io/number_map.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string number_letters(const std::string& text, const NumberOptions& options = {}) {
  const OpenedMap opened = must(parse_numbers(text, "x", options));
  const auto letters = opened.loaded.map.letters();
  return std::string(letters.begin(), letters.end());
}
std::string number_refusal(const std::string& text) {
  const auto read = parse_numbers(text, "x");
  return read ? "accepted" : read.error().message();
}

}  // namespace

TEST_CASE("numbers: commas, semicolons, tabs, blanks and digits alone make cells") {
  for (const std::string text : {"0,1,2\n3,4,7\n", "0;1;2\n3; 4;7", "0\t1\t2\r\n3\t4\t7\r\n", "0 1 2 \n\n# b\n 3  4 7",
                                 "012\n347\n", "0,1,2,\n3,4,7,\n", "0.0, 1.0, +2\n3e0,4.000e+00,-1\n"}) {
    CAPTURE(text);
    CHECK(number_letters(text) == ".@SWT@");
  }
  CHECK(number_letters("0\n1\n") == ".@");  // one column
  CHECK(must(parse_numbers("0\n1\n", "x")).loaded.map.width() == 1);
}

TEST_CASE("numbers: rules say which terrain a number is") {
  const NumberOptions costs{.rules = {{0, 99, Terrain::kGround}, {100, 252, Terrain::kSwamp}},
                            .other = Terrain::kWater};
  CHECK(number_letters("0,99,100,252,253,-1,99.5", costs) == "..SSWWW");
}

TEST_CASE("numbers: malformed tables are refused with file, line and reason") {
  const std::pair<std::string, std::string> kRows[] = {
      {"", "x:1: the file has no numbers"},
      {"# only\n\n", "x:1: the file has no numbers"},
      {"0,1\n0\n", "x:2: expected a row of 2 numbers, got 1"},
      {"0,1\n0,1,2\n", "x:2: expected a row of 2 numbers, got 3"},
      {"01\n0\n", "x:2: expected a row of 2 numbers, got 1"},
      {"row,bucket\n1,2\n", "x:1: expected a number, got 'row'"},
      {"0,,1\n", "x:1: expected a number, got ''"},
      {"0,1\n0,nan\n", "x:2: expected a number, got 'nan'"},
      {"0,1e999\n", "x:1: expected a number, got '1e999'"},
      {"0,+-1\n", "x:1: expected a number, got '+-1'"},
      {std::string("\xfe\xff\0"
                   "0",
                   4),
       "x:1: the text is in UTF-16: save it as UTF-8"},
      {std::string(9000, '0'), "x:1: a map has at most 8192 cells in each direction"},
  };
  for (const auto& [text, words] : kRows) {
    CAPTURE(text);
    CHECK(number_refusal(text) == words);
  }
  std::string tall;
  for (int i = 0; i < 8193; ++i) tall += "0\n";
  CHECK(number_refusal(tall) == "x:8193: a map has at most 8192 cells in each direction");
}

TEST_CASE("numbers: the first line tells such a table from other texts") {
  for (const char* text : {"0,1", "# a\n0 1\n", "-1.5e3;2", "0101"}) CHECK(begins_as_numbers(text));
  for (const char* text : {"", "type octile", "0:(1,2)", "agents=2", "a,b\n0,1"}) CHECK_FALSE(begins_as_numbers(text));
}

TEST_CASE("numbers: random maps are read back as they were written") {
  for (int seed = 0; seed < rounds(200); ++seed) {
    CAPTURE(seed);
    const GridMap map = random_map(1 + seed % 19, 1 + seed * 7 % 17, 30, static_cast<uint64_t>(seed));
    CHECK(must(parse_numbers(format_numbers(map), "x")).loaded.map == map);
  }
}
