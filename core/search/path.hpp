// Purpose: Checks a path step by step against the movement rules; every planner's answers go through it in tests and
//          benchmarks.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/grid/move_grid.hpp"

namespace strata {

// The cost of the path, or nothing if it has an illegal step. A single passable cell costs 0; an empty path is illegal.
std::optional<Cost> path_cost(const MoveGrid& grid, std::span<const CellId> path);

// Why the path from start to goal of this cost is wrong; nothing if it is right.
std::optional<std::string> path_fault(const MoveGrid& grid, std::span<const CellId> path, Cell start, Cell goal,
                                      Cost cost);

}  // namespace strata
