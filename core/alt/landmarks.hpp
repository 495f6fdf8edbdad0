// Purpose: Landmarks holds landmarks on the cells of a map (ALT, differential heuristics): their distance fields, the
//          heuristic computed from the fields, and A* with that heuristic. An update after an edit keeps the heuristic
//          consistent; a rebuild makes the distances exact again.
// Source: Goldberg, Harrelson 2005 (ALT); Sturtevant, Geisberger 2010, section "ALT"; farthest placement.
// Differs: After an edit each field stays a feasible potential: the cost of a step is at least the difference of the
//          field at its two ends. Blocked cells and higher weights keep this property; where cells became passable or
//          cheaper, the distances are lowered until it holds again. A field with more cells to lower than an edit may
//          cost is set aside until the rebuild; if all are set aside, the distance bound of plain A* remains.
// Links: A field counts links between cells in both directions, at the lower of their costs if there are two. So it
// stays
//        a feasible potential, only a weaker one where links lead one way.
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
  int count = 10;              // number of landmarks, 1..kMaxLandmarks, for automatic placement
  std::vector<CellId> placed;  // if not empty, the cells of the landmarks; at most kMaxLandmarks
  friend bool operator==(const LandmarkOptions&, const LandmarkOptions&) = default;
  int lanes() const { return placed.empty() ? count : static_cast<int>(placed.size()); }
  // Switches to automatic placement with the same number of landmarks.
  void place_again() { *this = {.count = lanes(), .placed = {}}; }
};

// A LandmarkUpdate says what one update of the distance fields did.
struct LandmarkUpdate {
  size_t lowered = 0;    // cells whose distances were lowered; a cell lowered twice counts twice
  int set_aside = 0;     // number of fields that are not used until the rebuild
  bool changed = false;  // the fields are no longer exact
};

class Landmarks {
 public:
  // Largest memory of one set of fields, in bytes. A rebuild holds the old and the new set, and 14 more bytes per cell.
  static constexpr size_t kMaxBytes = size_t{2} << 30;
  static constexpr size_t kLiveCells = 3000;  // limit of the cells that one update lowers
  // Returns whether the fields for a map of `cells` cells fit into kMaxBytes.
  static bool fits(size_t cells, const LandmarkOptions& options) {
    return DistanceRows::bytes_for(cells, options.lanes()) <= kMaxBytes;
  }

  // Computes the fields. `control` may be null; it receives the progress. After a cancel the landmarks are not valid.
  void build(const MoveGrid& grid, const LandmarkOptions& options, JobControl* control = nullptr);
  // Updates the fields after cells inside `changed` became passable, blocked or of another weight. The update lowers at
  // most kLiveCells cells in all rectangles together.
  LandmarkUpdate update(const MoveGrid& grid, std::span<const Rect> changed);
  LandmarkUpdate update(const MoveGrid& grid, const Rect& changed) { return update(grid, std::span(&changed, 1)); }
  // Computes and sets the field of a single landmark at another cell; the other landmarks stay. The field may be
  // computed for an earlier revision of the map, if `update` is called for the later changes afterwards.
  struct DistanceField {
    CellId cell = kNoCell;
    std::vector<Cost> distance;  // by cell: its distance from the landmark
    bool exact = false;          // false: the computation was cancelled
  };
  static DistanceField make_field(const MoveGrid& grid, CellId cell, const JobControl* control = nullptr);
  void move_landmark(int landmark, const DistanceField& field);
  // Fixes the landmarks at their present cells, as if the options had placed each of them there.
  void keep_placed(const LandmarkOptions& options) {
    options_ = options;
    options_.placed = cells_;
  }
  // Takes the scratch memory of landmarks that are about to be freed.
  void take_scratch(Landmarks& from) {
    open_.swap(from.open_);
    waiting_.swap(from.waiting_);
  }
  void clear() { *this = {}; }

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0: never built
  // Returns whether every field holds exact distances.
  bool exact() const { return exact_; }

  const LandmarkOptions& options() const { return options_; }
  int count() const { return static_cast<int>(cells_.size()); }
  std::span<const CellId> cells() const { return cells_; }  // cells of the landmarks
  bool in_use(int landmark) const { return (used_ >> landmark & 1) != 0; }
  Cost distance(CellId cell, int landmark) const { return rows_.at(cell, landmark); }
  // Returns a lower bound of the cost between two passable cells: the maximum of the landmark bounds and
  // the distance bound.
  Cost bound(const MoveGrid& grid, CellId from, CellId to) const;
  // Returns a function of a cell: the landmark bound of its cost to `goal`. It serves callers that need the
  // bounds of many cells.
  LandmarkBound bound_to(CellId goal) const { return {rows_, goal, used_}; }
  // Returns whether the landmarks prove that no path joins the two cells.
  bool separated(CellId from, CellId to) const;
  // Returns the landmark with the largest bound between the two cells; -1 if no landmark gives a bound above 0.
  int deciding(CellId from, CellId to) const;

  void plan(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result,
            Trace* trace = nullptr) const;

  size_t memory_bytes() const {
    return rows_.memory_bytes() + (cells_.capacity() + open_.capacity()) * sizeof(CellId) + waiting_.capacity();
  }
  // Compares the landmarks and their fields.
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
  uint64_t used_ = 0;  // bit i: landmark i gives bounds
  uint64_t built_for_ = 0;
  bool exact_ = false;
  // An upper bound of all finite distances. From kFar on, a stored kFar may also stand for a finite distance.
  uint64_t longest_ = 0;
  std::vector<CellId> open_;      // queue of `update`
  std::vector<uint8_t> waiting_;  // by cell: whether it is in the queue of `update`
};

}  // namespace strata
