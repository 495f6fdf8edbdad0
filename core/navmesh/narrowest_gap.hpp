// Purpose: narrowest_gap explains why an agent with a radius cannot walk from its start to its goal on a map: it
//          returns the narrowest place of the widest path (the bottleneck).
// Source: Widest paths (Pollack 1960, "The maximum capacity through a network"). The widest open point is expanded
//         first, as in Prim's algorithm.
// How: Points are those of the lattice of half cells, which are the squares of core/navmesh/mesh_radius.hpp. First
//      all points get their distance from the nearest blocked cell, row by row. The search then has an open list for
//      each distance, expands the points with the largest distance first, and stops at the goal. After a narrow
//      place all wider points count as equal and are expanded by whole rows. Distances larger than the agent needs
//      count as just sufficient.
// Ties: Of equally narrow places the first one from the start. Its middle is the middle of the shortest line across it.
// Units: Distances are measured along rows and columns, as in MeshRadius. The width of a place in cells is the
//        distance of its middle from the nearest blocked cell in half cells. Points are on the lattice of half
//        cells, see core/grid/half_cells.hpp.
// Shapes: The memory is 4 bytes a cell and the open lists.
// Threads: Calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/grid/cell.hpp"
#include "core/grid/half_cells.hpp"
#include "core/navmesh/mesh_radius.hpp"

namespace strata {

class JobControl;

struct NarrowestGap {
  static constexpr int kEighthsACell = MeshRadius::kSteps / 2;  // radius in eighths of a cell per cell of width
  enum class Reason : uint8_t {
    kFits,     // the agent can pass
    kNoPath,   // not even a point agent can pass, though neither end is in a wall
    kAtStart,  // the agent does not fit at the start, which may be in a wall
    kAtGoal,   // the agent fits at the start, but not at the goal
    kGap,      // the agent fits at both ends, but not between them
  };

  Reason reason = Reason::kNoPath;
  // The widest class, up to that of the agent, that can stand in the middle of the cell; none if the cell is in a wall.
  std::optional<MeshRadius> at_start, at_goal;
  // The widest class, up to that of the agent, that can walk from the middle of the start to the middle of the goal. A
  // point agent can pass wherever an agent of 4 eighths can, so there is none if `width` is 0.
  MeshRadius widest;
  // Width of the bottleneck in cells, at most what the agent needs; 0: not even a point agent can pass.
  int width = 0;
  // The middle of the narrowest place, and its cell; an end if the agent does not fit there. Not valid if `width` is 0
  // or the agent can pass.
  HalfCellPoint middle;
  Cell cell;
  // The nearest blocked cells (or cells outside the map) on both sides of a gap, and their points nearest to the
  // middle: the line between these points crosses the gap. At an end both may be the same cell.
  std::array<Cell, 2> walls;
  std::array<HalfCellPoint, 2> line;

  bool has_way() const { return width > 0; }
};

// Finds the narrowest place of the widest path from start to goal; nothing if it was cancelled. `cells` holds the cells
// of a map row by row, 0 for blocked, like MoveGrid::weights; `width` is the length of a row. Start and goal are cells
// of the map. `agent` is the size class of the agent.
std::optional<NarrowestGap> narrowest_gap(std::span<const uint8_t> cells, int width, Cell start, Cell goal,
                                          MeshRadius agent, const JobControl& control);

}  // namespace strata
