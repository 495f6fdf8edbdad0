// Purpose: This header declares LPA* and D* Lite: searches that keep their costs, and after an edit compute only those
//          again that matter for the path. The start and the goal of LPA* are fixed. With D* Lite the start may move.
// Source: Koenig, Likhachev, Furcy 2004, "Lifelong planning A*"; Koenig, Likhachev 2002, "D* Lite", figure 4
//         (optimized version).
// How: Each cell has two costs. g is its cost at its last expansion; rhs is the smallest cost(cell, m) + g(m) of all
//      neighbours m. A cell whose two costs are equal is consistent. The open list U holds the inconsistent cells, and
//      an expansion either lowers g to rhs or raises g to infinity. LPA* counts costs from the start, D* Lite from
//      the goal: the other end may then move, because the keys in U stay lower bounds when km grows.
// Differs: LPA* ends like D* Lite, with the goal in U if its rhs is known and g is larger: this saves an expansion. The
//          start of D* Lite may move to any cell, not only along the path.
// Links: A step over a link counts in its direction: D* Lite follows it from its end. The heuristic is that of
//        core/search/link_heuristic.hpp, which holds while cells change; after a change of links a plan keeps nothing.
// Units: Costs in the units of the movement profile. `expanded` counts both kinds of expansions; `generated` the cells
//        that a plan puts into U and the changes of their keys; `touched` the neighbours visited.
// Shapes: 16 bytes a cell of the map (12 for its costs, 4 for its place in U) and 16 bytes an inconsistent cell.
// Events: A trace of a repair begins with the cells that are in U already (kGenerate without a parent, pseudo-code line
//         kKept). Then kGenerate is a cell that enters U and had no cost yet, kUpdate one that enters it again or gets
//         another key. `parent` is the neighbour over which the cell will be lowered; a cell that will be raised has
//         none. kExpand of line kLower or kRaise is an expansion; kStall is a cell that leaves U because it has become
//         consistent.
// Errors: PlanStatus, as A* has it. An interrupted plan (SearchStopped) goes on with the next one.
// Threads: A planner is used by one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/cell_heap.hpp"
#include "core/search/plan.hpp"

namespace strata {

class JobControl;
class Trace;
struct PseudoCode;

enum class IncrementalMethod : uint8_t { kLpaStar, kDStarLite };

// What the last plan did.
struct RepairStats {
  // The plan kept nothing from before: it was the first, an end was another one (for D* Lite: the goal), the rules or
  // the heuristic or the links had changed, or an edit was not reported to `update`.
  bool fresh = false;
  uint64_t changed = 0;   // cells whose rhs changed by edits alone
  uint64_t lowered = 0;   // expansions that set g to rhs
  uint64_t raised = 0;    // expansions that set g to infinity
  uint64_t requeued = 0;  // D* Lite: cells at the top of U whose key had grown because the start has moved
  friend bool operator==(const RepairStats&, const RepairStats&) = default;
};

// The costs of a cell; kInfinite: unknown, or there is no path.
struct CellCosts {
  Cost g = kInfinite;
  Cost rhs = kInfinite;
  bool consistent() const { return g == rhs; }
  friend bool operator==(const CellCosts&, const CellCosts&) = default;
};

// The costs and the open list that a planner keeps from one plan to the next.
class IncrementalCosts {
 public:
  void begin(size_t cells);  // sets all costs to infinity and empties the open list
  CellCosts of(CellId cell) const { return records_[cell].stamp == stamp_ ? records_[cell].costs : CellCosts{}; }
  bool seen(CellId cell) const { return records_[cell].stamp == stamp_; }
  void set(CellId cell, CellCosts costs) { records_[cell] = {costs, stamp_}; }
  CellHeap open;
  size_t memory_bytes() const { return records_.capacity() * sizeof(Record) + open.memory_bytes(); }

 private:
  struct Record {
    CellCosts costs;
    uint32_t stamp = 0;  // number of the search that wrote it
  };
  std::vector<Record> records_;
  uint32_t stamp_ = 0;
};

// What a planner knows of the map and the query of its costs, and the edits since then.
struct IncrementalState {
  bool whole = false;      // false: there are no costs, or an exception left them half changed
  uint64_t built_for = 0;  // revision of the map that `costs` and `changed` belong to
  Rules rules;
  int width = 0, height = 0;
  std::shared_ptr<const MapLinks> links;
  DistanceBound bound;
  CellId root = kNoCell;    // the end from which costs are counted
  CellId target = kNoCell;  // the other end at the last plan
  uint64_t km = 0;          // D* Lite: sum of the heuristic between the places of the start
  IncrementalCosts costs;
  std::vector<Rect> changed;  // results of MoveGrid::update since the last plan
};

// A planner belongs to one map.
template <IncrementalMethod kMethod>
class IncrementalPlanner {
 public:
  // Takes note of an edit. Call it after every MoveGrid::update with its result; the work is left to the next plan.
  void update(const MoveGrid& grid, const Rect& changed);
  // Finds an optimal path.
  void plan(const MoveGrid& grid, const PlanQuery& query, PlanResult& result);
  void plan(const MoveGrid& grid, const PlanQuery& query, PlanResult& result, Trace& trace);
  // The same in a job. After a cancel it throws SearchStopped.
  void plan(const MoveGrid& grid, const PlanQuery& query, PlanResult& result, const JobControl& job);
  // Returns whether a plan of the query would repair the costs kept, once all edits are reported to `update`.
  bool would_repair(const MoveGrid& grid, const PlanQuery& query) const;
  // Drops the costs, and keeps the memory: the next plan is a fresh search.
  void forget() { state_.whole = false; }
  const RepairStats& last_repair() const { return repair_; }
  // Returns the costs of a cell of the map of the last plan. LPA* counts them from the start, D* Lite from the goal.
  CellCosts costs(CellId cell) const { return state_.costs.of(cell); }
  size_t memory_bytes() const { return state_.costs.memory_bytes() + state_.changed.capacity() * sizeof(Rect); }
  static const PseudoCode& pseudo_code();

 private:
  IncrementalState state_;
  RepairStats repair_;
};

using LpaStar = IncrementalPlanner<IncrementalMethod::kLpaStar>;
using DStarLite = IncrementalPlanner<IncrementalMethod::kDStarLite>;

}  // namespace strata
