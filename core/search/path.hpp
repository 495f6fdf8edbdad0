// Purpose: These functions check a path step by step against the movement rules. Tests and benchmarks check the answers
//          of every planner with them.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/grid/half_cells.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

// Returns the cost of the path, or nothing if it has an illegal step. A single passable cell costs 0; an empty path is
// illegal.
std::optional<Cost> path_cost(const MoveGrid& grid, std::span<const CellId> path);

// Returns why a path from start to goal of this cost is wrong; nothing if it is right.
std::optional<std::string> path_fault(const MoveGrid& grid, std::span<const CellId> path, Cell start, Cell goal,
                                      Cost cost);

// Does the same for a path at any angle: straight lines join `points`, and may touch corners and sides of blocked cells
// but not pass between two that touch at a corner. The cost must be the length, `unit` per cell, rounded up.
std::optional<std::string> points_fault(const MoveGrid& grid, std::span<const HalfCellPoint> points, Cell start,
                                        Cell goal, Cost unit, Cost cost);
// Returns the cost of a path of this length in cells.
Cost cost_of_length(double cells, Cost unit);

}  // namespace strata
