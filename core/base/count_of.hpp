// Purpose: count_of formats a number with its noun in the singular or plural: "1 edge", "3 edges".
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace strata {

// Returns a number with its noun, such as "3 edges". `plural` is needed only where the plural is not `noun` with an
// "s", such as "queries".
inline std::string count_of(uint64_t count, std::string_view noun, std::string_view plural = {}) {
  if (count != 1 && !plural.empty()) return fmt::format("{} {}", count, plural);
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace strata
