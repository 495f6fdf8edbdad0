// Purpose: narrowest_gap says why an agent of a radius cannot walk from its start to its goal over a map: it returns
//          the narrowest place of a path that is as wide as possible.
// Source: Widest paths (Pollack 1960, The maximum capacity through a network). Expanding the widest open point first
//         is Prim's order.
// How: The points are those of the lattice of half cells, which are the squares of core/navmesh/mesh_radius.hpp. First
//      all points get their distance from the nearest blocked cell, row by row. The search then keeps a list of open
//      points for each distance and expands those with the largest one first; it stops at the goal. Where it has come
//      through a narrow place, all wider points count as equal and are expanded by whole rows. Distances that the agent
//      does not need count as just wide enough.
// Ties: Among narrow places of equal width the first one from the start. Its middle is the middle of the shortest way
//       across it.
// Units: Distances are measured along rows and columns, as those of MeshRadius are. A place is as many cells wide as
//        its middle is half cells from the nearest blocked cell. Points are on the lattice of half cells, see
//        core/grid/half_cells.hpp.
// Shapes: Memory is 4 bytes for each cell, and some for the open lists.
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
  static constexpr int kEighthsACell = MeshRadius::kSteps / 2;  // of the radius, by width of a place
  enum class Reason : uint8_t {
    kFits,     // the agent gets through
    kNoPath,   // not even a point gets through, though neither end is in a wall
    kAtStart,  // the agent does not fit at the start, which may be in a wall
    kAtGoal,   // the agent fits at the start, but not at the goal
    kGap,      // the agent fits at both ends
  };

  Reason reason = Reason::kNoPath;
  // The widest class that stands in the middle of the cell, not above that of the agent; none: the cell is in a wall.
  std::optional<MeshRadius> at_start, at_goal;
  // The widest class that gets from the middle of the start to the middle of the goal, not above that of the agent. A
  // point gets through wherever an agent of 4 eighths does, so that none is left where `width` is 0.
  MeshRadius widest;
  // Width of the narrowest place, in cells, at most what the agent needs; 0: not even a point gets through.
  int width = 0;
  // The middle of the narrowest place, and the cell that holds it: an end if the agent does not fit there. Of no use if
  // `width` is 0 or the agent fits.
  HalfCellPoint middle;
  Cell cell;
  // The nearest blocked cells, or cells outside the map, on both sides of a gap, and their points nearest to the
  // middle: a line from one to the other goes across the gap. At an end both may be the same cell.
  std::array<Cell, 2> walls;
  std::array<HalfCellPoint, 2> line;

  bool has_way() const { return width > 0; }
};

// Returns nothing if it was cancelled. `cells` are the cells of a map by rows, 0: blocked, as MoveGrid::weights gives
// them; `width` is the length of a row. Start and goal are cells of the map.
std::optional<NarrowestGap> narrowest_gap(std::span<const uint8_t> cells, int width, Cell start, Cell goal,
                                          MeshRadius agent, const JobControl& control);

}  // namespace strata
