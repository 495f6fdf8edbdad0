// Tables are text to every spreadsheet, whatever names stand in them, and are read again as they were.
#include "core/io/csv.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/base/rng.hpp"
#include "core/io/printable.hpp"
#include "core/io/text.hpp"

using namespace strata;

TEST_CASE("a field that a spreadsheet could read as a formula is guarded, with whatever stands in front of it") {
  for (const char* text :
       {"=1+1", "+1+1", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", " =1", "  -a", "'=1", "\tplain",
        "\xef\xbc\x9d"
        "1",
        "\v=1"}) {
    CAPTURE(std::string(text));
    CHECK(csv_field(text).starts_with("\"'"));
  }
  // A spreadsheet that expects other separators, or none in quotes, begins a field behind them.
  CHECK(csv_field("Ann;=1+1") == "\"Ann;'=1+1\"");
  CHECK(csv_field("Ann; @a") == "\"Ann;' @a\"");
  CHECK(csv_field("Ann\n=1") == "\"Ann\n'=1\"");
  CHECK(csv_field("Ann\r=1") == "\"Ann\r'=1\"");
  CHECK(csv_field("Ann\t-a") == "\"Ann\t'-a\"");
}

TEST_CASE("numbers stay numbers, and plain texts stay as they are") {
  for (const char* text :
       {"0", "-5", "3.25", "-1e-7", "1E9", "Ann", "a b", "it's", "a-b", "a = b", "Jos\xc3\xa9", ""}) {
    CAPTURE(std::string(text));
    CHECK(csv_field(text) == text);
  }
  CHECK(csv_field("-5 ") == "\"'-5 \"");
  CHECK(csv_field("-") == "\"'-\"");
  CHECK(csv_field("a,b") == "\"a,b\"");
  CHECK(csv_field("a;b") == "\"a;b\"");
  CHECK(csv_field("a\rb") == "\"a\rb\"");
  CHECK(csv_field("say \"c\"") == "\"say \"\"c\"\"\"");
}

TEST_CASE("a table is read as it was written, and a line that is cut off is left out") {
  constexpr std::string_view kLetters = "=+-@;,'\" \t\r\n\vab1";
  Rng rng(7);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::vector<std::string>> rows(1 + rng.below(3));
    std::string table;
    for (auto& row : rows) {
      row.resize(1 + rng.below(3));
      for (size_t i = 0; i < row.size(); ++i) {
        for (uint32_t n = rng.below(7); n > 0; --n) row[i] += kLetters[rng.below(kLetters.size())];
        table += (i > 0 ? "," : "") + csv_field(row[i]);
      }
      table += '\n';
    }
    CAPTURE(table);
    REQUIRE(csv_records(table) == rows);
    REQUIRE(csv_records(table + "cut,off") == rows);
  }
}

TEST_CASE("what is printed neither moves the cursor nor forges a line, and letters of any script stay") {
  CHECK(printable("Ann\x1b[2J\nBob\r\x7f") == "Ann\\x1b[2J\\x0aBob\\x0d\\x7f");
  CHECK(printable("Jos\xc3\xa9 \xe6\x9d\x8e\xe9\x9b\xb7 \xd0\x9a\xf0\x9f\x8c\x8d") ==
        "Jos\xc3\xa9 \xe6\x9d\x8e\xe9\x9b\xb7 \xd0\x9a\xf0\x9f\x8c\x8d");
  CHECK(printable("\xc2\x9b"
                  "31m") == "\\xc2\\x9b31m");  // a control character beyond ASCII
  CHECK(printable("a\xe2\x80\xae"
                  "b") == "a\\xe2\\x80\\xaeb");  // turns the direction of writing
  CHECK(printable("\xff\xc3(\xed\xa0\x80\xc0\xaf\xe2\x80") == "\\xff\\xc3(\\xed\\xa0\\x80\\xc0\\xaf\\xe2\\x80");
  CHECK(quoted("Jos\xc3\xa9\x1b") == "'Jos\xc3\xa9\\x1b'");
  CHECK(strata::quoted(std::string(39, 'a') + "\xc3\xa9"
                                              "b") == "'" + std::string(39, 'a') + "\xc3\xa9...'");
}
