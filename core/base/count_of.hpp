// Purpose: count_of writes a number of things with the noun in its right form: "1 edge", "3 edges".
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace strata {

// `plural` is needed where the plural is not the noun with an "s", such as "queries".
inline std::string count_of(uint64_t count, std::string_view noun, std::string_view plural = {}) {
  if (count != 1 && !plural.empty()) return fmt::format("{} {}", count, plural);
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace strata
