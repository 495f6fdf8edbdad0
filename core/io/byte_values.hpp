// Purpose: value_at reads a number from the bytes of a file in the order of bytes that the file has, whatever that of
//          the machine is. Readers of binary formats use it.
// Errors: The caller checks that the bytes exist.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

template <class Number>
Number value_at(std::string_view bytes, size_t at, std::endian order = std::endian::little) {
  std::array<char, sizeof(Number)> own{};
  for (size_t i = 0; i < own.size(); ++i) {
    own[order == std::endian::native ? i : own.size() - 1 - i] = bytes[at + i];
  }
  return std::bit_cast<Number>(own);
}

// Returns an error at a byte of a file, counted from 0: "FILE: byte 84: reason".
inline Error error_at_byte(const std::string& file, size_t byte, std::string what) {
  return error_at(file + ": byte " + std::to_string(byte), std::move(what));
}

}  // namespace strata
