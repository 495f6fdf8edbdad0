// Purpose: Landmarks holds landmarks on the cells of a map (ALT, differential heuristics): their distance fields, the
//          heuristic that follows from them, and A* with it. After an edit the heuristic is consistent again at once,
//          and a rebuild makes the distances exact again.
// Source: Goldberg, Harrelson 2005 (ALT); Sturtevant, Geisberger 2010, section "ALT"; farthest placement.
// Differs: After an edit the fields stay a feasible potential: no step is cheaper than the difference of the field at
//          its ends. Blocking cells or raising weights keeps this property; for cells that became passable or cheaper
//          the fields are lowered until it holds again. A field that would have to be lowered over more cells than an
//          edit may cost is set aside until the rebuild; with all set aside, the distance bound of plain A* remains.
// Units: Costs as in core/grid/cost.hpp, cut off at DistanceRows::kFar.
// Shapes: One row of distances per cell, 4 bytes per landmark.
// Errors: A plan on fields of another revision of the map returns PlanStatus::kStale. kCostOverflow comes earlier than
//         for A*, from costs of about 3 * 2^30 on: a bound may be as large as kFar.
// Threads: Const calls with different workspaces may run together. `build` is meant for a background thread on a copy
//          of the moves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/alt/distance_rows.hpp"
#include "core/base/job.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

struct LandmarkOptions {
  int count = 10;              // number of landmarks, 1..kMaxLandmarks, if they are placed automatically
  std::vector<CellId> placed;  // if not empty, the cells of the landmarks; at most kMaxLandmarks
  friend bool operator==(const LandmarkOptions&, const LandmarkOptions&) = default;
  int lanes() const { return placed.empty() ? count : static_cast<int>(placed.size()); }
  // Keeps the number of landmarks, but places them automatically.
  void place_again() { *this = {.count = lanes(), .placed = {}}; }
};

// What an update did.
struct LandmarkUpdate {
  size_t lowered = 0;    // cells whose distances were lowered, counted once for each time
  int set_aside = 0;     // fields not used until the rebuild
  bool changed = false;  // the fields are no longer exact
};

class Landmarks {
 public:
  // Limit of one set of fields; a rebuild has two sets, the old and the new one, and needs 14 bytes per cell besides.
  static constexpr size_t kMaxBytes = size_t{2} << 30;
  static constexpr size_t kLiveCells = 3000;  // cells that one update may lower
  // Whether the fields of this many cells fit kMaxBytes.
  static bool fits(size_t cells, const LandmarkOptions& options) {
    return DistanceRows::bytes_for(cells, options.lanes()) <= kMaxBytes;
  }

  // Computes the fields. With a `control` it reports progress, and when cancelled it stops half way, with no valid
  // result.
  void build(const MoveGrid& grid, const LandmarkOptions& options, JobControl* control = nullptr);
  // Updates after cells inside `changed` became passable, blocked or of another weight. An edit costs at most
  // kLiveCells lowered cells, in however many pieces it is.
  LandmarkUpdate update(const MoveGrid& grid, std::span<const Rect> changed);
  LandmarkUpdate update(const MoveGrid& grid, const Rect& changed) { return update(grid, std::span(&changed, 1)); }
  // Moves one landmark to another cell; the others stay. A field may be computed elsewhere, for an earlier revision, as
  // long as later changes are passed to `update` afterwards.
  struct Field {
    CellId cell = kNoCell;
    std::vector<Cost> distance;  // by cell
    bool exact = false;          // false: cancelled half way
  };
  static Field make_field(const MoveGrid& grid, CellId cell, const JobControl* control = nullptr);
  void move_landmark(int landmark, const Field& field);
  // Keeps the landmarks at their cells from now on, as if the options had placed each of them there.
  void keep_placed(const LandmarkOptions& options) {
    options_ = options;
    options_.placed = cells_;
  }
  // Takes over the scratch memory of fields that are to be freed.
  void take_scratch(Landmarks& from) {
    open_.swap(from.open_);
    waiting_.swap(from.waiting_);
  }
  void clear() { *this = {}; }

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map for which the bounds hold; 0: never
  // Whether every field holds exact distances.
  bool exact() const { return exact_; }

  const LandmarkOptions& options() const { return options_; }
  int count() const { return static_cast<int>(cells_.size()); }
  std::span<const CellId> cells() const { return cells_; }  // the landmarks
  bool in_use(int landmark) const { return (used_ >> landmark & 1) != 0; }
  Cost distance(CellId cell, int landmark) const { return rows_.at(cell, landmark); }
  // Returns the lower bound of the cost between two passable cells: the best of landmarks and distance bound.
  Cost bound(const MoveGrid& grid, CellId from, CellId to) const;
  // Returns the bound towards one cell, for heat maps and tests: begin once, then call it for many cells.
  LandmarkBound bound_to(CellId goal) const { return {rows_, goal, used_}; }
  // Whether the landmarks alone show that no path joins the two cells.
  bool separated(CellId from, CellId to) const;
  // Returns the landmark that gives the bound of the landmarks; -1: no bound is above 0.
  int deciding(CellId from, CellId to) const;

  void plan(const MoveGrid& grid, const Query& query, Workspace& workspace, PlanResult& result) const;
  void plan(const MoveGrid& grid, const Query& query, Workspace& workspace, PlanResult& result, Trace& trace) const;

  size_t memory_bytes() const {
    return rows_.memory_bytes() + (cells_.capacity() + open_.capacity()) * sizeof(CellId) + waiting_.capacity();
  }
  // Whether landmarks and fields are the same.
  friend bool operator==(const Landmarks& a, const Landmarks& b) {
    return a.cells_ == b.cells_ && a.used_ == b.used_ && a.rows_ == b.rows_;
  }

 private:
  template <class Observer>
  friend struct LandmarkQuery;

  void note_longest(const std::vector<Cost>& distance);

  LandmarkOptions options_;
  DistanceRows rows_;
  std::vector<CellId> cells_;
  uint64_t used_ = 0;  // bit per landmark
  uint64_t built_for_ = 0;
  bool exact_ = false;
  uint64_t longest_ = 0;          // upper bound of all finite distances; from kFar on, kFar may also mean "far"
  std::vector<CellId> open_;      // queue of update
  std::vector<uint8_t> waiting_;  // by cell: whether it is in the queue of update
};

}  // namespace strata
