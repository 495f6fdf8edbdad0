// Purpose: These functions read the arguments of commands: numbers within bounds, cells, switches. letter_terrains.hpp
//          reads terrains.
// Errors: The reason only. The caller adds the name of the command.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/letter_terrains.hpp"

// Evaluates an expression that returns a Result. If it is an error, returns the error from the function; otherwise
// declares `name` as its value.
#define STRATA_TRY(name, expression)                \
  const auto name##_result = (expression);          \
  if (!name##_result) return name##_result.error(); \
  const auto name = name##_result.value()

namespace strata {

// Coordinates of cells that are larger than this are rejected.
inline constexpr int kFarCell = 100'000;

Result<int> integer(const std::string& text, int low, int high, std::string_view what);
Result<uint64_t> large_integer(const std::string& text, std::string_view what);
Result<double> number(const std::string& text, double low, double high, std::string_view what);
// Reads a number within the bounds. "+1" and "-1" change the present value `now`.
Result<double> changed_number(const std::string& text, double now, double low, double high, std::string_view what);
// Reads a switch: on, off or toggle.
Result<bool> on_off(const std::string& text, bool now);
// Reads a cell from args[first] and args[first + 1].
Result<Cell> cell_words(const std::vector<std::string>& args, size_t first);
// Reads a cell from the first two arguments. It is an error if the map has no such cell.
Result<Cell> cell_inside(const GridMap& map, const std::vector<std::string>& args);
// Reads a cell written as "X,Y".
Result<Cell> point_word(const std::string& text);
// The same; it is an error if the map has no such cell.
Result<Cell> point_inside(const GridMap& map, const std::string& text);
// Returns the arguments without a "force" at the end, which only Session::ask_unsaved reads.
std::vector<std::string> without_force(std::vector<std::string> args);

}  // namespace strata
