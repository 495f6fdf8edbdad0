// Purpose: These functions find the reachable cell that is nearest to a goal. A partial path ends there if no path
//          leads to the goal.
// How: Consecutive passable cells of a row form runs. Connected runs are joined in a disjoint-set forest and sorted by
//      component. The rows of a component are searched from the goal's row outwards, until no row can have a nearer
//      cell. The components serve all starts and goals on the same moves.
// Ties: Smaller Euclidean distance between the middles of the cells, then smaller cost of the path from the start, then
//       smaller id. This distance is the same for all profiles and planners.
// Units: Squared distances are in squared cells.
// Shapes: 16 bytes for each run of the map, and 4 bytes for each component.
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

// The connected components of the legal moves of a map, as runs of cells.
class ReachableAreas {
 public:
  static constexpr uint32_t kNoArea = 0xffffffffu;

  void build(const MoveGrid& grid);
  // Returns the component of a cell; kNoArea if the cell is blocked or outside the map.
  uint32_t area_of(Cell cell) const;
  // Sets `cells` to all cells of the component with the smallest distance from the goal, by ascending id.
  void nearest_cells(uint32_t area, Cell goal, std::vector<CellId>& cells) const;
  size_t memory_bytes() const;

 private:
  struct RowRun {
    uint16_t y = 0;
    uint16_t x0 = 0, x1 = 0;  // x0 <= x < x1
  };

  int width_ = 0;
  std::vector<RowRun> rows_;          // all runs, row by row
  std::vector<uint32_t> row_begin_;   // index into rows_ by row; one entry more than rows
  std::vector<uint32_t> area_;        // by run of rows_: first its parent in the forest, finally its component
  std::vector<RowRun> runs_;          // all runs by component, row by row in each
  std::vector<uint32_t> area_begin_;  // index into runs_ by component; one entry more than components
};

// Returns the cell among `cells` with the cheapest path from the start; of equal ones the smallest id. `cells` is
// ascending, and all of them are reachable. Adds the number of expanded cells to `visited`.
CellId cheapest_to_reach(const MoveGrid& grid, Cell start, std::span<const CellId> cells, Workspace& workspace,
                         uint64_t& visited);

// Returns the end of the partial path of an agent: the reachable cell nearest to the goal. Returns nothing if the start
// is blocked, or the goal is reachable or outside the map. Adds the number of visited cells to `visited`.
std::optional<Cell> nearest_reachable(const MoveGrid& grid, const ReachableAreas& areas, const PlanQuery& query,
                                      Workspace& workspace, uint64_t& visited);
// Returns the same end for a single query, without components that were computed before: it visits
// all cells of the map.
std::optional<Cell> nearest_reachable(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace,
                                      uint64_t& visited);

}  // namespace strata
