// Purpose: CellSpace is the search space of best_first_search over the cells of a map, or of one rectangle of it.
// Shapes: Ids hold y << 13 | x: coordinates need no division, and ids sort like cell numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include "core/grid/move_grid.hpp"
#include "core/search/astar.hpp"
#include "core/search/workspace.hpp"

namespace strata {

// The moves worth trying at a cell, by the direction in which it was reached (8: it is the start). The move back and
// the two moves beside it are left out: the previous cell reaches their targets at no greater cost, because its step to
// them is straight, and legal whenever they are passable.
inline constexpr std::array<uint8_t, 16> kForward = [] {
  std::array<uint8_t, 16> forward{};
  forward.fill(0xff);
  for (int d = 0; d < kDirections; ++d) {
    for (int turn = 3; turn <= 5; ++turn)
      forward[static_cast<size_t>(d)] &= static_cast<uint8_t>(~(1 << ((d + turn) & 7)));
  }
  return forward;
}();

// CellSpace is the search space of cells. kClipped: the search stays inside `area`, whose cells index the records.
// kUniform: all passable cells have the same terrain weight.
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

  // Clears the records and the queue, and returns the id of the start.
  uint32_t begin(Cell start) {
    begin_with(h(id_of(start)));
    return id_of(start);
  }
  // Begins a search as `begin` does, for a space with another heuristic; `first_h` is the heuristic of the start.
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

  // Appends the path from the start of the search to `last`, without the start. The search must have reached `last`.
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
  // Returns the moves from a cell that stay inside the area.
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

// Calls use(space) with a space for uniform or for different terrain weights, whichever the grid has.
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

// Returns the largest g at which a search may expand a node without overflow of g or f (32 bits).
inline Cost cost_limit(const MoveGrid& grid) {
  return kInfinite - 1 - grid.bound()(grid.width(), grid.height()) - 4 * grid.max_step() - grid.max_link_cost();
}

// Returns the largest g, at most `most`, at which a search over edges that cost up to `longest` may expand a node
// without overflow of g or f; nothing if not even the start can be expanded. Only cells with large weights of their own
// come near that.
inline std::optional<Cost> cost_limit_over_edges(const MoveGrid& grid, uint64_t longest, Cost most) {
  const uint64_t needed = longest + grid.bound()(grid.width(), grid.height());
  if (needed >= kInfinite) return std::nullopt;
  return std::min(most, static_cast<Cost>(kInfinite - 1 - needed));
}

// Returns kFound if both ends are passable, else which end is blocked.
inline PlanStatus check_ends(const MoveGrid& grid, const PlanQuery& query) {
  if (!grid.passable(query.start)) return PlanStatus::kStartBlocked;
  if (!grid.passable(query.goal)) return PlanStatus::kGoalBlocked;
  return PlanStatus::kFound;
}

// The same for a planner that does not follow links between cells: kUnsupported on a map with links.
inline PlanStatus check_without_links(const MoveGrid& grid, const PlanQuery& query) {
  const PlanStatus ends = check_ends(grid, query);
  return ends == PlanStatus::kFound && grid.links() != nullptr ? PlanStatus::kUnsupported : ends;
}

// Whether a planner follows the links of a map.
enum class FollowsLinks : uint8_t { kNo, kYes };

// Clears the result. Returns true if both ends are passable, the planner supports the map, and the structure was built
// for this revision of the map; else the status of the result is the reason.
inline bool begin_query(const MoveGrid& grid, const PlanQuery& query, uint64_t built_for, PlanResult& result,
                        FollowsLinks links = FollowsLinks::kNo) {
  PlanStatus status = links == FollowsLinks::kYes ? check_ends(grid, query) : check_without_links(grid, query);
  if (status == PlanStatus::kFound && built_for != grid.built_for()) status = PlanStatus::kStale;
  result.clear(status);
  return result.found();
}

}  // namespace strata
