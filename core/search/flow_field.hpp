// Purpose: FlowField holds, for every cell of a map, the cost of its cheapest path to the nearest of a set of goals
// (the
//          integration field) and the direction of the first step of such a path (the flow field). Any number of agents
//          with these goals then follow the directions, without a search of their own.
// Source: Emerson 2013, "Crowd pathfinding and steering using flow field tiles", Game AI Pro, chapter 23. An edit is
//         repaired in two waves: one raises the costs that have lost their path, the other lowers costs, as in Stentz
//         1994 (D*) and Ramalingam, Reps 1996, "An incremental algorithm for a generalization of the shortest-path
//         problem".
// How: The first build is Dijkstra's algorithm from the goals. After an edit a cell keeps its cost while a neighbour
//      still explains it: the cost of the neighbour plus the step is no larger. Where none does, the cost is raised to
//      infinity, and the cells that relied on it are checked in turn. Then every raised or changed cell takes the best
//      cost that its neighbours offer, and Dijkstra's algorithm goes on from there. The links of a map
//      (core/grid/map_links.hpp) are steps as well: from the goals they are followed backward.
// Differs: There is one field for the whole map, without tiles, portals and the line-of-sight pass. Costs are those of
//          the movement profile (octile, exact integers), not those of an eikonal equation. A direction leads to the
//          neighbour with the least sum of its cost and the step, not to the neighbour with the least cost, so that
//          following it is a cheapest path.
// Ties: Of several best neighbours the one in the lowest direction: clockwise from north; a step before a link; of
// several
//       links that to the lowest cell.
// Units: See core/grid/cost.hpp. A cell whose path would cost more than cost_limit(grid) counts as unreachable.
// Shapes: 5 bytes a cell: a cost and a direction. While it is updated, 8 bytes more for each cell of a wave's front and
//         4 for each changed cell.
// Errors: None. Goals that are blocked are ignored as long as they are.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/sweep_queue.hpp"

namespace strata {

// What was done since the field was last up to date.
struct FlowFieldUpdate {
  bool fresh = false;    // all costs were computed from the goals again
  uint64_t raised = 0;   // cells whose cost was raised to infinity; a cell raised twice counts twice
  uint64_t lowered = 0;  // costs that were lowered
  uint64_t turned = 0;   // directions that were computed
};

class FlowField {
 public:
  // Directions are 0..7 (core/grid/cell.hpp), or one of these.
  static constexpr uint8_t kAtGoal = 8, kOverLink = 9, kNowhere = 15;
  // If an update raises more than 1 / kRaisedShare of the map, or edits have changed as much, the field is computed
  // from its goals again, which is faster.
  static constexpr size_t kRaisedShare = 4;
  static size_t bytes_for(size_t cells) { return cells * (sizeof(Cost) + 1); }

  // Begins a field; `work` computes it. Goals may stand twice in the list; they must be cells of the map.
  void begin(const MoveGrid& grid, std::span<const CellId> goals);
  // Takes note of an edit, in no time. Call it after every MoveGrid::update with its result, also before the field is
  // complete; the work is left to `work`. An edit that was not reported, or other rules, make `work` begin again.
  void map_changed(const MoveGrid& grid, const Rect& changed);
  // Goes on with a build or an update, for about `cells` cells. Returns whether the field is up to date.
  bool work(const MoveGrid& grid, uint64_t cells = UINT64_MAX);
  // Computes the whole field at once.
  void build(const MoveGrid& grid, std::span<const CellId> goals) {
    begin(grid, goals);
    work(grid);
  }
  void clear() { *this = {}; }

  bool begun() const { return built_for_ != 0; }
  bool up_to_date() const { return stage_ == Stage::kDone && begun(); }
  // Returns whether the field is up to date with this grid.
  bool is_current_for(const MoveGrid& grid) const { return up_to_date() && matches(grid); }
  // Returns a number that changes with the field.
  uint64_t version() const { return version_; }
  std::span<const CellId> goals() const { return goals_; }  // ascending, each once
  const FlowFieldUpdate& last_update() const { return update_; }

  // Returns the cost of the cheapest path to a goal; kInfinite: there is none, or it is not known yet. Exact while the
  // field is up to date.
  Cost cost(CellId cell) const { return cell < costs_.size() ? costs_[cell] : kInfinite; }
  // Returns the direction of the first step. During an update it may still be that of the earlier map.
  uint8_t direction(CellId cell) const {
    return cell < directions_.size() ? static_cast<uint8_t>(directions_[cell] & kDirectionMask) : kNowhere;
  }
  // Returns the cell to which the direction of a cell leads: a neighbour, or the other end of a link; kNoCell if it
  // leads nowhere. `grid` is the one that the field is up to date with.
  CellId next_cell(const MoveGrid& grid, CellId cell) const;
  // Costs by cell, all of them while the field is up to date.
  std::span<const Cost> costs() const { return costs_; }
  // Directions by cell: the lower four bits. The upper bits have no meaning to callers.
  static constexpr uint8_t kDirectionMask = 15;
  std::span<const uint8_t> directions() const { return directions_; }
  size_t memory_bytes() const;

 private:
  enum class Stage : uint8_t { kDone, kClear, kSeed, kRaise, kOffer, kLower, kTurn };
  static constexpr uint8_t kDue = 0x80;  // the direction must be computed again

  bool matches(const MoveGrid& grid) const;
  void restart(const MoveGrid& grid);
  void start_stage(Stage stage) { stage_ = stage; }
  bool clear_some(const MoveGrid& grid, uint64_t& left);
  bool seed_some(const MoveGrid& grid, uint64_t& left);
  bool raise_some(const MoveGrid& grid, uint64_t& left);
  bool offer_some(const MoveGrid& grid, uint64_t& left);
  bool lower_some(const MoveGrid& grid, uint64_t& left);
  bool turn_some(const MoveGrid& grid, uint64_t& left);
  void push(Cost cost, CellId cell);
  void expand(const MoveGrid& grid, CellId cell, Cost cost);
  bool is_goal(CellId cell) const;
  bool explained(const MoveGrid& grid, CellId cell) const;
  void set_cost(const MoveGrid& grid, CellId cell, Cost cost);
  void mark(CellId cell);
  uint8_t best_direction(const MoveGrid& grid, CellId cell) const;

  std::vector<CellId> goals_;
  std::vector<Cost> costs_;
  std::vector<uint8_t> directions_;
  Rules rules_;
  std::shared_ptr<const MapLinks> links_;  // the links that the costs and the waves belong to
  int width_ = 0, height_ = 0;
  uint64_t built_for_ = 0;  // revision of the map that the costs and the waves belong to; 0: never begun
  uint64_t version_ = 0;
  Cost limit_ = 0;
  Cost highest_ = 0;  // no cost that was found since the restart, within the limit or above it, is larger
  Stage stage_ = Stage::kDone;
  FlowFieldUpdate update_;

  SweepQueue sweep_;       // open list of the first build, while no edit disturbs it, on a map without links
  bool sweeping_ = false;  // entries are in `sweep_`, else in `lower_`
  // Heaps of cost << 32 | cell, with the least on top; outdated entries are skipped.
  std::vector<uint64_t> raise_, lower_;
  std::vector<Rect> changed_;  // edited cells that the waves do not know yet, from `seed_rect_` on
  size_t seed_rect_ = 0, seed_at_ = 0;
  std::vector<CellId> offered_;  // cells that must look at the costs of their neighbours
  size_t offer_at_ = 0;
  bool turn_all_ = false;  // the directions of all cells from `turn_at_` on are due, besides those in `due_`
  size_t turn_at_ = 0;
  std::vector<CellId> due_;
};

}  // namespace strata
