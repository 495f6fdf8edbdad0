#include "core/base/number_text.hpp"

#include <doctest/doctest.h>

#include <cstdint>

using namespace strata;

TEST_CASE("a number is read only if it is the whole text and can be represented") {
  CHECK(parse_number<int>("-12") == -12);
  CHECK(parse_number<uint64_t>("18446744073709551615") == UINT64_MAX);
  CHECK(parse_number<uint32_t>("c9bd8f", 16) == 0xc9bd8fu);
  CHECK(parse_number<double>("2.5e1") == 25);
  CHECK(parse_number<double>("2.5", std::chars_format::fixed) == 2.5);
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "x1", "0x1", "--1", "1,5"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number<int>(text));
    CHECK_FALSE(parse_number<double>(text));
  }
  CHECK_FALSE(parse_number<int>("2147483648"));
  CHECK_FALSE(parse_number<uint64_t>("-1"));
  CHECK_FALSE(parse_number<uint64_t>("18446744073709551616"));
  CHECK_FALSE(parse_number<double>("1e999"));
  CHECK_FALSE(parse_number<double>("2.5e1", std::chars_format::fixed));
}

TEST_CASE("a finite number is no infinity and not NaN") {
  CHECK(parse_finite("-0.25") == -0.25);
  for (const char* text : {"inf", "-inf", "nan", "1e999", ""}) {
    CAPTURE(text);
    CHECK_FALSE(parse_finite(text));
  }
}
