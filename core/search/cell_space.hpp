// Purpose: A CellSpace offers the cells of a map, or of one rectangle of it, to best_first_search.
// Shapes: Ids hold y << 13 | x, so that coordinates need no division and ids sort like those of cells.
#pragma once

#include <bit>

#include "core/grid/move_grid.hpp"
#include "core/search/astar.hpp"
#include "core/search/workspace.hpp"

namespace strata {

// By the direction in which a cell was reached (8: it is the start): the moves worth trying. The cell before, and the
// two cells beside the new one that touch the cell before, were reached from there at no greater cost: whenever they
// are passable, the step to them from there is straight.
inline constexpr std::array<uint8_t, 16> kForward = [] {
  std::array<uint8_t, 16> forward{};
  forward.fill(0xff);
  for (int d = 0; d < kDirections; ++d) {
    for (int turn = 3; turn <= 5; ++turn)
      forward[static_cast<size_t>(d)] &= static_cast<uint8_t>(~(1 << ((d + turn) & 7)));
  }
  return forward;
}();

// kClipped: the search stays inside `area`, and records are indexed within it.
template <bool kClipped, bool kUniform, class Queue = BucketQueue>
class CellSpace {
 public:
  static constexpr int kShift = 13;
  static constexpr uint32_t kMask = (1u << kShift) - 1;
  static_assert(GridMap::kMaxSide == 1 << kShift);

  CellRecords& records;
  Queue& queue;

  CellSpace(const MoveGrid& grid, const Rect& area, CellRecords& cell_records, Queue& open_list,
            const DistanceBound& bound, Cell goal)
      : records(cell_records),
        queue(open_list),
        moves_(grid.moves().data()),
        weights_(grid.weights().data()),
        grid_width_(static_cast<uint32_t>(grid.width())),
        area_(area),
        area_width_(static_cast<uint32_t>(area.width())),
        bound_(bound),
        goal_(goal) {
    for (size_t d = 0; d < kDirections; ++d) {
      id_offset_[d] = static_cast<uint32_t>(kDirY[d] * (1 << kShift) + kDirX[d]);
      index_offset_[d] = static_cast<uint32_t>(kDirY[d] * area.width() + kDirX[d]);
      const auto direction = static_cast<int>(d);
      step_[d] = kUniform ? grid.base(direction) * static_cast<Cost>(grid.unit_weight()) : grid.base(direction) / 2;
    }
    max_rise_ = 2 * grid.max_step();
  }

  // Empties the records and the queue, and returns the id of the start.
  uint32_t begin(Cell start) {
    begin_with(h(id_of(start)));
    return id_of(start);
  }
  // Does the same for a space with its own heuristic; `first_h`: that of the start.
  void begin_with(Cost first_h) {
    records.begin(static_cast<size_t>(area_.width()) * static_cast<size_t>(area_.height()));
    queue.begin(max_rise_, first_h);
  }

  static uint32_t id_of(Cell c) { return static_cast<uint32_t>(c.y) << kShift | static_cast<uint32_t>(c.x); }
  static int x_of(uint32_t id) { return static_cast<int>(id & kMask); }
  static int y_of(uint32_t id) { return static_cast<int>(id >> kShift); }
  uint32_t index(uint32_t id) const {
    if constexpr (kClipped) {
      return static_cast<uint32_t>(y_of(id) - area_.y0) * area_width_ + static_cast<uint32_t>(x_of(id) - area_.x0);
    } else {
      return (id >> kShift) * grid_width_ + (id & kMask);
    }
  }
  CellId cell(uint32_t id) const { return (id >> kShift) * grid_width_ + (id & kMask); }
  Cost h(uint32_t id) const { return bound_(x_of(id) - goal_.x, y_of(id) - goal_.y); }

  template <class Visit>
  void successors(uint32_t id, uint32_t index, Visit&& visit) const {
    const CellId here = kClipped ? cell(id) : index;
    uint32_t mask = moves_[here] & kForward[records.token(index)];
    if constexpr (kClipped) mask &= inside(x_of(id), y_of(id));
    while (mask != 0) {
      const auto d = static_cast<uint32_t>(std::countr_zero(mask));
      mask &= mask - 1;
      Cost step = step_[d];
      if constexpr (!kUniform) {
        const CellId there = here + static_cast<uint32_t>(kDirY[d]) * grid_width_ + static_cast<uint32_t>(kDirX[d]);
        step *= static_cast<Cost>(weights_[here] + weights_[there]);
      }
      visit(id + id_offset_[d], index + index_offset_[d], step, d);
    }
  }

  // Appends the path from the start of the search to `last`, without the start. `last` must have been reached.
  void append_path(Cell last, std::vector<CellId>& path) const {
    const size_t begin = path.size();
    uint32_t id = id_of(last);
    for (;;) {
      const uint32_t token = records.token(index(id));
      if (token == CellRecords::kStart) break;
      path.push_back(cell(id));
      id -= id_offset_[token];
    }
    std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
  }

 private:
  // Returns the moves that stay inside the area.
  uint32_t inside(int x, int y) const {
    uint32_t mask = 0xff;
    if (x == area_.x0) mask &= 0b00011111;
    if (x == area_.x1 - 1) mask &= 0b11110001;
    if (y == area_.y0) mask &= 0b01111100;
    if (y == area_.y1 - 1) mask &= 0b11000111;
    return mask;
  }

  const uint8_t* moves_;
  const uint8_t* weights_;
  uint32_t grid_width_;
  Rect area_;
  uint32_t area_width_;
  DistanceBound bound_;
  Cell goal_;
  Cost max_rise_ = 0;
  std::array<uint32_t, 8> id_offset_{};
  std::array<uint32_t, 8> index_offset_{};
  std::array<Cost, 8> step_{};
};

// Calls use(space) with the space for the weights of the grid.
template <bool kClipped, class Queue, class Use>
auto with_cell_space(const MoveGrid& grid, const Rect& area, CellRecords& records, Queue& queue,
                     const DistanceBound& bound, Cell goal, Use&& use) {
  if (grid.uniform()) {
    CellSpace<kClipped, true, Queue> space(grid, area, records, queue, bound, goal);
    return use(space);
  }
  CellSpace<kClipped, false, Queue> space(grid, area, records, queue, bound, goal);
  return use(space);
}

// The largest g at which a search may still expand a node without g or f passing 32 bits.
inline Cost cost_limit(const MoveGrid& grid) {
  return kInfinite - 1 - grid.bound()(grid.width(), grid.height()) - 4 * grid.max_step();
}

// Returns kFound if both ends are passable, otherwise which end is blocked.
inline PlanStatus check_ends(const MoveGrid& grid, const Query& query) {
  if (!grid.passable(query.start)) return PlanStatus::kStartBlocked;
  if (!grid.passable(query.goal)) return PlanStatus::kGoalBlocked;
  return PlanStatus::kFound;
}

// Empties the result. Returns whether both ends are passable and the structure that answers the query was built for
// this revision of the map; if not, the status of the result says why.
inline bool begin_query(const MoveGrid& grid, const Query& query, uint64_t built_for, PlanResult& result) {
  PlanStatus status = check_ends(grid, query);
  if (status == PlanStatus::kFound && built_for != grid.built_for()) status = PlanStatus::kStale;
  result.clear(status);
  return result.found();
}

}  // namespace strata
