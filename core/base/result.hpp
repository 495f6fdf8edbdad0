// Purpose: error_at makes an Error, which functions that depend on files, devices or user input return in a Result.
#pragma once

#include <string>
#include <utility>

#include "core/base/check.hpp"
#include "strata/result.hpp"

namespace strata {

inline Error error_at(std::string where, std::string what) { return Error{std::move(where), std::move(what)}; }
inline Error error_at_line(const std::string& file, std::size_t line, std::string what) {
  return Error{file + ":" + std::to_string(line), std::move(what)};
}

}  // namespace strata
