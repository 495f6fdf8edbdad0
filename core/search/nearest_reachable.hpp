// Purpose: These functions find the cell nearest to a goal among those that a start can reach. A partial path ends
//          there if no path leads to the goal.
// How: Consecutive passable cells of a row form runs. Runs that touch are joined in a disjoint-set forest, and sorted
//      by their areas. The rows of an area are looked at from the goal's row outwards, until no row can have a nearer
//      cell. The areas serve all starts and goals on the same moves.
// Ties: Smaller straight distance between the middles of the cells, then smaller cost of the path from the start, then
//       smaller id. The straight distance is the same under every profile and for every planner, at any angle or not.
// Units: Squared distances are in squared cells.
// Shapes: 16 bytes a run of the map, and 4 bytes an area.
// Threads: Const calls may run together, each with its own workspace.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

struct Workspace;

// The connected areas of a map's moves, as runs of cells.
class ReachableAreas {
 public:
  static constexpr uint32_t kNoArea = 0xffffffffu;

  void build(const MoveGrid& grid);
  // Returns the area of a cell; kNoArea: it is blocked, or outside of the map.
  uint32_t area_of(Cell cell) const;
  // Fills `cells` with all cells of the area at the smallest distance from the goal, by ascending id.
  void nearest_cells(uint32_t area, Cell goal, std::vector<CellId>& cells) const;
  size_t memory_bytes() const;

 private:
  struct Run {
    uint16_t y = 0;
    uint16_t x0 = 0, x1 = 0;  // from x0 up to x1, which is left out
  };
  uint32_t find_root(uint32_t run);
  void join(uint32_t a, uint32_t b);

  int width_ = 0;
  std::vector<Run> rows_;             // all runs, row by row
  std::vector<uint32_t> row_begin_;   // by row, into rows_; one more than rows
  std::vector<uint32_t> area_;        // by run of rows_: its parent while areas are joined, then its area
  std::vector<Run> runs_;             // all runs by area, row by row within an area
  std::vector<uint32_t> area_begin_;  // by area, into runs_; one more than areas
};

// Returns the cell among `cells` with the cheapest path from the start, the smallest id if several cost the same. All
// of them can be reached from the start. `cells` ascends. Adds the cells that it expands to `visited`.
CellId cheapest_to_reach(const MoveGrid& grid, Cell start, std::span<const CellId> cells, Workspace& workspace,
                         uint64_t& visited);

// Returns the end of the partial path of an agent: the cell nearest to the goal that the start can reach. Nothing: the
// start is blocked, the goal can be reached, or it is outside of the map. Adds the cells that are visited to `visited`.
std::optional<Cell> nearest_reachable(const MoveGrid& grid, const ReachableAreas& areas, const Query& query,
                                      Workspace& workspace, uint64_t& visited);
// Does the same for one query; it goes through all cells of the map once.
std::optional<Cell> nearest_reachable(const MoveGrid& grid, const Query& query, Workspace& workspace,
                                      uint64_t& visited);

}  // namespace strata
