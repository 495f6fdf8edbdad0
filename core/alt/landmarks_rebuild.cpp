// This file builds and updates the distance fields of landmarks.
#include <algorithm>
#include <bit>

#include "core/alt/landmarks.hpp"
#include "core/alt/placement.hpp"
#include "core/base/check.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/link_heuristic.hpp"
#include "core/search/sweep_queue.hpp"

namespace strata {
namespace {

constexpr uint32_t kTokenBits = 4;
// If an edit has more passable cells in and around its changes, the fields are set aside without an
// attempt to lower them.
constexpr size_t kMaxSeeds = 4 * Landmarks::kLiveCells;
constexpr size_t kMaxArea = 32 * kMaxSeeds;

// Calls visit(other end, cost) for the links that begin or end at a passable cell and can be used.
template <class Visit>
void for_linked(const MoveGrid& grid, CellId cell, Visit&& visit) {
  if (grid.links() == nullptr) return;
  for (const MapLink& link : grid.links()->from(cell)) {
    if (grid.passable(link.to)) visit(link.to, grid.link_cost(link));
  }
  for (const MapLink& link : grid.links()->into(cell)) {
    if (grid.passable(link.from)) visit(link.from, grid.link_cost(link));
  }
}

// Returns the largest cost of a step or link.
Cost longest_step(const MoveGrid& grid) { return std::max(grid.max_step(), grid.max_link_cost()); }

// Runs Dijkstra's algorithm from one cell over the whole map. Returns false if it was cancelled.
template <bool kUniform>
bool sweep_cells(const MoveGrid& grid, CellId source, std::vector<Cost>& distance, SweepQueue& queue,
                 const JobControl* control) {
  std::fill(distance.begin(), distance.end(), kInfinite);
  if (!grid.passable(source)) return true;
  std::array<Cost, 8> step{};
  for (int d = 0; d < kDirections; ++d) {
    step[static_cast<size_t>(d)] = kUniform ? grid.base(d) * static_cast<Cost>(grid.unit_weight()) : grid.base(d) / 2;
  }
  const uint8_t* const moves = grid.moves().data();
  const uint8_t* const weights = grid.weights().data();
  const MapLinks* const links = grid.links().get();
  const std::array<int32_t, 8> offset = grid.offsets();
  queue.begin(0, 0);
  distance[source] = 0;
  queue.push(0, 0, source << kTokenBits | CellRecords::kStart);
  SweepQueue::Entry entry;
  uint32_t taken = 0;
  while (queue.pop(entry)) {
    if ((++taken & 0xffff) == 0 && control != nullptr && control->cancelled()) return false;
    const CellId cell = entry.id >> kTokenBits;
    if (distance[cell] != entry.g) continue;
    uint32_t mask = moves[cell] & kForward[entry.id & ((1u << kTokenBits) - 1)];
    while (mask != 0) {
      const auto d = static_cast<uint32_t>(std::countr_zero(mask));
      mask &= mask - 1;
      const CellId next = cell + static_cast<uint32_t>(offset[d]);
      const Cost cost = kUniform ? step[d] : step[d] * static_cast<Cost>(weights[cell] + weights[next]);
      const Cost g = entry.g + cost;
      if (g >= distance[next]) continue;
      distance[next] = g;
      // Cells with larger distances are stored as kFar.
      if (g < DistanceRows::kFar) queue.push(0, g, next << kTokenBits | d);
    }
    if (links != nullptr) {
      for_linked(grid, cell, [&](CellId next, Cost cost) {
        const Cost g = entry.g + cost;
        if (g >= distance[next]) return;
        distance[next] = g;
        if (g < DistanceRows::kFar) queue.push(0, g, next << kTokenBits | CellRecords::kStart);
      });
    }
  }
  return true;
}

class DistanceFieldBuilder {
 public:
  DistanceFieldBuilder(const MoveGrid& grid, const JobControl* control) : grid_(grid), control_(control) {
    // A link may cost less than the width of a bucket: then cells of the bucket are expanded again.
    queue_.configure(grid.base(0) * static_cast<Cost>(grid.min_weight()), longest_step(grid));
  }
  // Computes the distance field of one landmark. Returns false if it was cancelled.
  bool make(CellId source, std::vector<Cost>& distance) {
    if (control_ != nullptr && control_->cancelled()) return false;
    return grid_.uniform() ? sweep_cells<true>(grid_, source, distance, queue_, control_)
                           : sweep_cells<false>(grid_, source, distance, queue_, control_);
  }

 private:
  const MoveGrid& grid_;
  const JobControl* control_;
  SweepQueue queue_;
};

// Numbers the connected components; straight steps suffice, because under every profile they join the ends of a
// diagonal step. After a cancel the numbering is incomplete.
uint32_t find_components(const MoveGrid& grid, std::vector<uint32_t>& component, const JobControl* control) {
  const auto is_node = [&](CellId cell) { return grid.passable(cell); };
  const auto neighbours = [&](CellId cell, auto&& visit) {
    for (int d = 0; d < kDirections; d += 2) {
      if ((grid.moves(cell) >> d & 1) != 0) visit(grid.neighbour(cell, d));
    }
    for_linked(grid, cell, [&](CellId next, Cost) { visit(next); });
  };
  const auto stopped = [&] { return control != nullptr && control->cancelled(); };
  return label_components(static_cast<uint32_t>(grid.cell_count()), is_node, neighbours, stopped, component);
}

}  // namespace

void Landmarks::build(const MoveGrid& grid, const LandmarkOptions& options, JobControl* control) {
  STRATA_CHECK(options.lanes() >= 1 && options.lanes() <= kMaxLandmarks);
  STRATA_CHECK(fits(grid.cell_count(), options));
  clear();
  options_ = options;
  const int wanted = options.lanes();
  if (control != nullptr) control->set_total(static_cast<uint64_t>(wanted));
  rows_.assign(grid.cell_count(), wanted);
  DistanceFieldBuilder maker(grid, control);
  std::vector<Cost> distance(grid.cell_count());
  const auto add = [&](CellId cell) {
    note_longest(distance);
    rows_.set_lane(count(), distance);
    cells_.push_back(cell);
    if (control != nullptr) control->set_done(cells_.size());
  };
  for (const CellId cell : options.placed) {
    STRATA_CHECK(cell < grid.cell_count());
    if (!maker.make(cell, distance)) return;
    add(cell);
  }
  if (options.placed.empty()) {
    std::vector<uint32_t> component;
    const uint32_t components = find_components(grid, component, control);
    if (control != nullptr && control->cancelled()) return;
    FarthestPlacement placement(component, components, wanted);
    while (count() < wanted) {
      std::optional<uint32_t> place = placement.next_component();
      if (place) {
        if (!maker.make(*place, distance)) return;
        place = FarthestPlacement::farthest_of(distance);
      } else {
        place = placement.farthest();
      }
      if (!place) break;
      if (!maker.make(*place, distance)) return;
      placement.placed(distance);
      add(*place);
    }
    if (control != nullptr) control->set_done(static_cast<uint64_t>(wanted));
  }
  used_ = count() == kMaxLandmarks ? ~uint64_t{0} : (uint64_t{1} << count()) - 1;
  built_for_ = grid.built_for();
  exact_ = true;
}

void Landmarks::note_longest(const std::vector<Cost>& distance) {
  for (const Cost finite : distance) {
    if (finite != kInfinite) longest_ = std::max<uint64_t>(longest_, finite);
  }
}

Landmarks::DistanceField Landmarks::make_field(const MoveGrid& grid, CellId cell, const JobControl* control) {
  DistanceField field{cell, std::vector<Cost>(grid.cell_count()), false};
  field.exact = DistanceFieldBuilder(grid, control).make(cell, field.distance);
  return field;
}

void Landmarks::move_landmark(int landmark, const DistanceField& field) {
  STRATA_CHECK(ready() && landmark < count() && field.exact && field.distance.size() == rows_.nodes());
  note_longest(field.distance);
  rows_.set_lane(landmark, field.distance);
  cells_[static_cast<size_t>(landmark)] = field.cell;
  options_.placed = cells_;
  used_ |= uint64_t{1} << landmark;
}

// A field d is a feasible potential if, for every step (a, b),
//   |d(a) - d(b)| <= cost(a, b)
// Steps that an edit made possible or cheaper start or end beside the changed cells: d is lowered from there on until
// no value is too high.
LandmarkUpdate Landmarks::update(const MoveGrid& grid, std::span<const Rect> changed) {
  LandmarkUpdate report;
  if (!ready()) return report;
  built_for_ = grid.built_for();
  size_t area = 0;
  for (const Rect& piece : changed) {
    if (!piece.empty()) area += static_cast<size_t>(piece.width() + 2) * static_cast<size_t>(piece.height() + 2);
  }
  if (area == 0) return report;
  exact_ = false;
  report.changed = true;
  if (used_ == 0) return report;
  longest_ +=
      kLiveCells * uint64_t{longest_step(grid)};  // one update increases the largest finite distance by at most this
  const size_t stride = rows_.stride();
  waiting_.resize(grid.cell_count());  // all zero between updates
  open_.clear();
  bool too_much = area > kMaxArea;
  for (const Rect& piece : changed) {
    if (too_much || piece.empty()) continue;
    const Rect around = piece.grown(1).clipped(grid.bounds());
    for (int y = around.y0; y < around.y1; ++y) {
      for (int x = around.x0; x < around.x1; ++x) {
        const CellId cell = grid.id({x, y});
        if (!grid.passable(cell) || waiting_[cell] != 0) continue;
        open_.push_back(cell);
        waiting_[cell] = 1;
      }
    }
    too_much = open_.size() > kMaxSeeds;
  }
  if (too_much) {
    for (const CellId cell : open_) waiting_[cell] = 0;
    report.set_aside = std::popcount(used_);
    used_ = 0;
    return report;
  }
  // Lowers the distances of `to` if the step from `from` requires it. Returns whether any was lowered.
  const auto lower = [&](CellId from, CellId to, Cost step) {
    const Cost* a = rows_.row(from);
    Cost* b = rows_.row(to);
    uint32_t lowered = 0;
    for (size_t lane = 0; lane < stride; ++lane) {
      const auto most = static_cast<int32_t>(a[lane] + step);
      const auto now = static_cast<int32_t>(b[lane]);
      const int32_t next = most < now ? most : now;
      b[lane] = static_cast<Cost>(next);
      lowered |= static_cast<uint32_t>(next ^ now);
    }
    return lowered != 0;
  };
  size_t head = 0;
  for (; head < open_.size() && head < kLiveCells; ++head) {
    const CellId cell = open_[head];
    waiting_[cell] = 0;
    const auto relax = [&](CellId next, Cost step) {
      if (!lower(cell, next, step)) return;
      ++report.lowered;
      if (waiting_[next] != 0) return;
      waiting_[next] = 1;
      open_.push_back(next);
    };
    for (uint32_t mask = grid.moves(cell); mask != 0; mask &= mask - 1) {
      const int d = std::countr_zero(mask);
      relax(grid.neighbour(cell, d), grid.step_cost(cell, d));
    }
    if (grid.passable(cell)) for_linked(grid, cell, relax);
  }
  // The limit is reached: fields that are still too high somewhere are set aside. Such values lie beside a queued cell.
  uint64_t broken = 0;
  for (; head < open_.size(); ++head) {
    const CellId cell = open_[head];
    waiting_[cell] = 0;
    const auto look = [&](CellId next, Cost step) {
      for (int lane = 0; lane < count(); ++lane) {
        if (rows_.at(cell, lane) + step < rows_.at(next, lane)) broken |= uint64_t{1} << lane;
      }
    };
    for (uint32_t mask = grid.moves(cell); mask != 0; mask &= mask - 1) {
      const int d = std::countr_zero(mask);
      look(grid.neighbour(cell, d), grid.step_cost(cell, d));
    }
    if (grid.passable(cell)) for_linked(grid, cell, look);
  }
  report.set_aside = std::popcount(broken & used_);
  used_ &= ~broken;
  return report;
}

Cost Landmarks::bound(const MoveGrid& grid, CellId from, CellId to) const {
  const DistanceBound plain = grid.bound();
  const Cell end = grid.cell(to), at = grid.cell(from);
  const LinkHeuristic<DistanceBound> heuristic(grid, plain, LinkDirection::kToGoal, [&](int x, int y) {
    return plain(Cell{x, y}, end);
  });
  return std::max(bound_to(to)(from), heuristic(plain(at, end), at.x, at.y));
}

// Two cells are separated if only one of them is reachable from some landmark. Reachable cells always have a value
// below kFar: blocking cells leaves distances unchanged, and lowering follows every new step.
bool Landmarks::separated(CellId from, CellId to) const {
  if (longest_ >= DistanceRows::kFar) return false;
  for (int lane = 0; lane < count(); ++lane) {
    if (in_use(lane) && (distance(from, lane) == DistanceRows::kFar) != (distance(to, lane) == DistanceRows::kFar)) {
      return true;
    }
  }
  return false;
}

int Landmarks::deciding(CellId from, CellId to) const {
  int best = -1;
  Cost most = 0;
  for (int lane = 0; lane < count(); ++lane) {
    if (!in_use(lane)) continue;
    const Cost a = distance(from, lane), b = distance(to, lane);
    const Cost bound = a > b ? a - b : b - a;
    if (bound <= most) continue;
    most = bound;
    best = lane;
  }
  return best;
}

}  // namespace strata
