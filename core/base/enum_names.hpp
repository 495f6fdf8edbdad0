// Purpose: enum_named finds the value of an enumeration by its name.
#pragma once

#include <optional>
#include <string_view>

namespace strata {

// Returns the one of the values 0..count - 1 for which name_of(value) is `name`; nothing if there is none.
template <class Enum>
std::optional<Enum> enum_named(int count, std::string_view (*name_of)(Enum), std::string_view name) {
  for (int i = 0; i < count; ++i) {
    if (name_of(static_cast<Enum>(i)) == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace strata
