// Purpose: These functions check paths step by step against the movement rules. Tests and benchmarks call them for the
//          results of every planner.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/grid/half_cells.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

struct PlanResult;

// Returns whether a move from the cell in this direction is legal; no move has the direction -1.
inline bool has_move(const MoveGrid& grid, CellId from, int direction) {
  return direction >= 0 && (grid.moves(from) >> direction & 1) != 0;
}
// Returns the cost of the link from one passable cell to another; kInfinite if there is none.
Cost link_cost(const MoveGrid& grid, CellId from, CellId to);
// Returns the cost of the step from one passable cell to another, by a move or over a link, whichever is cheaper;
// kInfinite if there is neither.
Cost step_between(const MoveGrid& grid, CellId from, CellId to);

// Returns the cost of a path; nothing if it has an illegal step or is empty. A single passable cell costs 0. Links
// between cells are steps.
std::optional<Cost> path_cost(const MoveGrid& grid, std::span<const CellId> path);

// Returns the fault of a path that should lead from `start` to `goal` at this cost; nothing if the path is correct.
std::optional<std::string> path_fault(const MoveGrid& grid, std::span<const CellId> path, Cell start, Cell goal,
                                      Cost cost);

// Returns the fault of an any-angle path, which consists of straight lines between `points`; nothing if the path is
// correct. The lines may touch corners and sides of blocked cells, but not pass between two blocked cells that touch at
// a corner. From the points `links_at` the path follows a link to the next point. The cost must be the length of
// the lines times `unit`, rounded up, and the costs of the links.
std::optional<std::string> points_fault(const MoveGrid& grid, std::span<const HalfCellPoint> points, Cell start,
                                        Cell goal, Cost unit, Cost cost, std::span<const uint32_t> links_at = {});
// Returns the cost of the lines of an any-angle path, without that of the links it follows.
double cost_of_lines(const MoveGrid& grid, const PlanResult& result);
// Returns the cost of a path whose length is given in cells.
Cost cost_of_length(double cells, Cost unit);

}  // namespace strata
