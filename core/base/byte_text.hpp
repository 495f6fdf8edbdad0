// Purpose: bytes_text formats a number of bytes for people.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace strata {

// Returns `bytes` in decimal units, such as "12.3 MB".
inline std::string bytes_text(size_t bytes) {
  const auto value = static_cast<double>(bytes);
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1'000'000) return fmt::format("{:.1f} kB", value / 1e3);
  if (bytes < 1'000'000'000) return fmt::format("{:.1f} MB", value / 1e6);
  return fmt::format("{:.2f} GB", value / 1e9);
}

}  // namespace strata
