// Purpose: CellCh is a contraction hierarchy over the cells of a map, which finds shortest paths between any two cells.
// Source: Sturtevant, Geisberger 2010; with canonical paths: Uras, Koenig 2014, "Identifying hierarchies for fast
//         optimal search" (a contraction hierarchy over subgoals).
// Differs: With `canonical` only the corners of obstacles are nodes, and start and goal are linked to the corners that
//          they see; a goal that is visible along one diagonal and one straight line needs no search. Under movement
//          rules without canonical paths (CornerMap::possible) every passable cell is a node.
// Units: Costs as in core/grid/cost.hpp.
// Links: On a map with links every passable cell is a node. All links must lead both ways at the same length.
// Errors: A plan on moves of another revision of the map returns PlanStatus::kStale, one on a map with one-way links
//         kUnsupported.
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/job.hpp"
#include "core/ch/corner_map.hpp"
#include "core/ch/graph_ch.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

class CellCh {
 public:
  // Builds the hierarchy. Returns nothing if `control`, which may be null, was cancelled.
  static std::optional<CellCh> build(const MoveGrid& grid, ChOrder order, bool canonical,
                                     JobControl* control = nullptr) {
    return build(grid, order, canonical, 0, control);
  }
  // Also builds hub labels if `label_bytes`, the limit of their memory, is above 0; see GraphCh.
  static std::optional<CellCh> build(const MoveGrid& grid, ChOrder order, bool canonical, size_t label_bytes,
                                     JobControl* control, size_t full_label_bytes = PackedLabels::kUsualBytes);

  uint64_t built_for() const { return built_for_; }  // revision of the map; 0: never built
  // Sets the revision of the map after a change that did not affect the moves.
  void keep(uint64_t revision) { built_for_ = revision; }
  bool canonical() const { return !corners_.empty(); }
  const GraphCh& graph() const { return graph_; }
  size_t memory_bytes() const {
    return graph_.memory_bytes() + corners_.memory_bytes() + nodes_.capacity() * sizeof(uint32_t);
  }

  void plan(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result, Trace* trace = nullptr) const;

 private:
  // Sets the path of this cost that goes from the start over these corners, given by rank, to the goal.
  template <class Observer>
  void write_path(const MoveGrid& grid, const PlanQuery& query, std::span<const uint32_t> corners, Cost cost,
                  Answer answer, PlanResult& result, Observer observer) const;
  template <class Observer>
  void plan_with(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                 PlanResult& result, Trace* trace, Observer observer) const;

  GraphCh graph_;
  CornerMap corners_;            // empty: every passable cell is a node
  std::vector<uint32_t> nodes_;  // by cell: its node in the hierarchy; set for the cells that are nodes
  uint64_t built_for_ = 0;
};

// Returns the graph that CellCh contracts, so that its contraction can also be recorded.
ChInput cell_ch_input(const MoveGrid& grid, bool canonical);

}  // namespace strata
