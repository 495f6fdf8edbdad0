#include "core/search/flow_field.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "core/base/check.hpp"
#include "core/base/interruption.hpp"
#include "core/base/sort_unique.hpp"
#include "core/base/work_count.hpp"
#include "core/grid/map_links.hpp"
#include "core/search/cell_space.hpp"

namespace strata {
namespace {

constexpr uint64_t kBetweenPoints = 4096;  // cells between two interruption points
constexpr size_t kSmallArea = 256;         // an edit of so many cells is worked in on any map
constexpr uint64_t kClearsForOne = 64;     // cells that are cleared in the time in which a wave visits one

void push_cell(std::vector<uint64_t>& heap, Cost cost, CellId cell) {
  heap.push_back(uint64_t{cost} << 32 | cell);
  std::ranges::push_heap(heap, std::greater{});
}

bool pop_cell(std::vector<uint64_t>& heap, Cost& cost, CellId& cell) {
  if (heap.empty()) return false;
  std::ranges::pop_heap(heap, std::greater{});
  cost = static_cast<Cost>(heap.back() >> 32);
  cell = static_cast<CellId>(heap.back());
  heap.pop_back();
  return true;
}

// Calls visit(direction, neighbour) for every legal move, in the order of the directions.
template <class Visit>
void each_move(const MoveGrid& grid, CellId cell, Visit&& visit) {
  for (uint32_t mask = grid.moves(cell); mask != 0; mask &= mask - 1) {
    const int direction = std::countr_zero(mask);
    visit(direction, grid.neighbour(cell, direction));
  }
}

// Call visit(other end, cost) for every link that leads on from a cell, and for every link that leads to it.
template <class Visit>
void each_link_from(const MoveGrid& grid, CellId cell, Visit&& visit) {
  if (grid.links() == nullptr) return;
  for (const MapLink& link : grid.links()->from(cell)) {
    if (grid.passable(link.to)) visit(link.to, grid.link_cost(link));
  }
}
template <class Visit>
void each_link_into(const MoveGrid& grid, CellId cell, Visit&& visit) {
  if (grid.links() == nullptr) return;
  for (const MapLink& link : grid.links()->into(cell)) {
    if (grid.passable(link.from)) visit(link.from, grid.link_cost(link));
  }
}

size_t cells_in(const Rect& cells) {
  return cells.empty() ? 0 : static_cast<size_t>(cells.width()) * static_cast<size_t>(cells.height());
}

// Counts the cells that a stage visits. Returns false when the budget is spent.
bool take_one(uint64_t& left) {
  if (left == 0) return false;
  --left;
  if (left % kBetweenPoints == 0) interruption_point();
  return true;
}

}  // namespace

bool FlowField::matches(const MoveGrid& grid) const {
  return built_for_ == grid.built_for() && width_ == grid.width() && height_ == grid.height() && rules_ == grid.rules();
}

void FlowField::begin(const MoveGrid& grid, std::span<const CellId> goals) {
  goals_.assign(goals.begin(), goals.end());
  sort_unique(goals_);
  STRATA_CHECK(goals_.empty() || goals_.back() < grid.cell_count());
  update_ = {};
  restart(grid);
}

// Forgets all costs. Directions stay until the new ones are computed.
void FlowField::restart(const MoveGrid& grid) {
  // Marks of an interrupted update would hide these cells from the next one.
  for (const CellId cell : due_) directions_[cell] &= kDirectionMask;
  if (width_ != grid.width() || height_ != grid.height()) directions_.clear();
  width_ = grid.width();
  height_ = grid.height();
  rules_ = grid.rules();
  links_ = grid.links();
  built_for_ = grid.built_for();
  limit_ = cost_limit(grid);
  highest_ = 0;
  costs_.clear();
  if (costs_.capacity() < grid.cell_count()) costs_.reserve(grid.cell_count());
  if (directions_.capacity() < grid.cell_count()) directions_.reserve(grid.cell_count());
  for (std::vector<CellId>* cells : {&offered_, &due_}) cells->clear();
  raise_.clear();
  lower_.clear();
  changed_.clear();
  seed_rect_ = seed_at_ = 0;
  offer_at_ = turn_at_ = 0;
  sweeping_ = false;
  turn_all_ = true;
  update_ = {.fresh = true, .raised = 0, .lowered = 0, .turned = 0};
  start_stage(Stage::kClear);
  ++version_;
}

void FlowField::map_changed(const MoveGrid& grid, const Rect& changed) {
  if (!begun()) return;
  if (width_ != grid.width() || height_ != grid.height() || rules_ != grid.rules()) {
    restart(grid);
    return;
  }
  built_for_ = grid.built_for();
  // Weights move the limit. Unless a cost has come near it, the costs are those that the new limit would have given.
  const Cost limit = cost_limit(grid);
  if (limit != limit_ && highest_ > std::min(limit, limit_)) {
    restart(grid);
    return;
  }
  limit_ = limit;
  std::vector<MapLink> links;
  if (links_ != grid.links()) links = changed_links(links_.get(), grid.links().get());
  links_ = grid.links();
  if ((changed.empty() && links.empty()) || stage_ == Stage::kClear) return;
  if (stage_ == Stage::kDone) update_ = {};
  // The costs of steps change only between cells inside `changed`, and beside it.
  if (!changed.empty()) changed_.push_back(changed.grown(1).clipped(grid.bounds()));
  for (const MapLink& link : links) {
    const Cell from = grid.cell(link.from);
    changed_.push_back({from.x, from.y, from.x + 1, from.y + 1});
  }
  size_t area = 0;
  for (size_t i = seed_rect_; i < changed_.size(); ++i) area += cells_in(changed_[i]);
  if (area > grid.cell_count() / kRaisedShare + kSmallArea) {
    restart(grid);
    return;
  }
  start_stage(Stage::kSeed);
  ++version_;
}

bool FlowField::work(const MoveGrid& grid, uint64_t cells) {
  if (!begun()) return false;
  if (!matches(grid)) restart(grid);
  if (stage_ == Stage::kDone) return true;
  uint64_t left = cells;
  using Step = bool (FlowField::*)(const MoveGrid&, uint64_t&);
  constexpr Step kSteps[] = {nullptr,
                             &FlowField::clear_some,
                             &FlowField::seed_some,
                             &FlowField::raise_some,
                             &FlowField::offer_some,
                             &FlowField::lower_some,
                             &FlowField::turn_some};
  constexpr Stage kNext[] = {Stage::kDone,  Stage::kLower, Stage::kRaise, Stage::kOffer,
                             Stage::kLower, Stage::kTurn,  Stage::kDone};
  while (stage_ != Stage::kDone && left > 0) {
    const auto stage = static_cast<size_t>(stage_);
    if ((this->*kSteps[stage])(grid, left)) start_stage(kNext[stage]);
  }
  count_work(cells - left);
  ++version_;
  return stage_ == Stage::kDone;
}

// --- The stages: each returns whether it is complete ----------------------------------------------------------------

bool FlowField::clear_some(const MoveGrid& grid, uint64_t& left) {
  const size_t all = grid.cell_count();
  while (costs_.size() < all) {
    if (!take_one(left)) return false;
    const size_t end = std::min<size_t>(costs_.size() + kClearsForOne, all);
    costs_.resize(end, kInfinite);
    if (directions_.size() < end) directions_.resize(end, kNowhere);
  }
  sweep_.configure(grid.base(0) * static_cast<Cost>(grid.min_weight()), grid.max_step());
  sweep_.begin(0, 0);
  sweeping_ = grid.links() == nullptr;  // the costs of links differ too much for its buckets
  for (const CellId goal : goals_) {
    if (!grid.passable(goal)) continue;
    costs_[goal] = 0;
    push(0, goal);
  }
  return true;
}

// Puts the changed cells into the queues of the waves.
bool FlowField::seed_some(const MoveGrid& grid, uint64_t& left) {
  if (sweeping_) {
    // The sweep cannot go back to lower costs: a heap takes over.
    for (SweepQueue::Entry entry{}; sweep_.pop(entry);) push_cell(lower_, entry.g, entry.id);
    sweeping_ = false;
  }
  for (; seed_rect_ < changed_.size(); ++seed_rect_, seed_at_ = 0) {
    const Rect& cells = changed_[seed_rect_];
    const auto width = static_cast<size_t>(cells.width());
    for (const size_t area = cells_in(cells); seed_at_ < area; ++seed_at_) {
      if (!take_one(left)) return false;
      const CellId cell =
          grid.id({cells.x0 + static_cast<int>(seed_at_ % width), cells.y0 + static_cast<int>(seed_at_ / width)});
      if (costs_[cell] != kInfinite) push_cell(raise_, costs_[cell], cell);
      offered_.push_back(cell);
      mark(cell);
    }
  }
  changed_.clear();
  seed_rect_ = 0;
  return true;
}

bool FlowField::raise_some(const MoveGrid& grid, uint64_t& left) {
  Cost cost = 0;
  CellId cell = 0;
  while (!raise_.empty()) {
    if (!take_one(left)) return false;
    pop_cell(raise_, cost, cell);
    if (costs_[cell] != cost || explained(grid, cell)) continue;
    set_cost(grid, cell, kInfinite);
    offered_.push_back(cell);
    const auto raise = [&](CellId next, Cost step) {
      const Cost other = costs_[next];
      if (other != kInfinite && cost + step <= other) push_cell(raise_, other, next);
    };
    each_move(grid, cell, [&](int direction, CellId next) { raise(next, grid.step_cost(cell, direction)); });
    each_link_into(grid, cell, raise);
    if (++update_.raised <= grid.cell_count() / kRaisedShare) continue;
    restart(grid);
    return false;
  }
  return true;
}

bool FlowField::offer_some(const MoveGrid& grid, uint64_t& left) {
  for (; offer_at_ < offered_.size(); ++offer_at_) {
    if (!take_one(left)) return false;
    const CellId cell = offered_[offer_at_];
    if (!grid.passable(cell)) continue;
    Cost best = is_goal(cell) ? 0 : kInfinite;
    const auto offer = [&](CellId next, Cost step) {
      if (costs_[next] != kInfinite) best = std::min(best, costs_[next] + step);
    };
    each_move(grid, cell, [&](int direction, CellId next) { offer(next, grid.step_cost(cell, direction)); });
    each_link_from(grid, cell, offer);
    if (best >= costs_[cell]) continue;
    highest_ = std::max(highest_, best);
    if (best > limit_) continue;
    set_cost(grid, cell, best);
    push_cell(lower_, best, cell);
  }
  offered_.clear();
  offer_at_ = 0;
  return true;
}

bool FlowField::lower_some(const MoveGrid& grid, uint64_t& left) {
  while (sweeping_) {
    if (!take_one(left)) return false;
    SweepQueue::Entry entry{};
    if (!sweep_.pop(entry)) {
      sweeping_ = false;
    } else if (costs_[entry.id] == entry.g) {
      expand(grid, entry.id, entry.g);
    }
  }
  Cost cost = 0;
  CellId cell = 0;
  while (!lower_.empty()) {
    if (!take_one(left)) return false;
    pop_cell(lower_, cost, cell);
    if (costs_[cell] == cost) expand(grid, cell, cost);
  }
  return true;
}

bool FlowField::turn_some(const MoveGrid& grid, uint64_t& left) {
  const auto turn = [&](CellId cell) {
    directions_[cell] = best_direction(grid, cell);
    ++update_.turned;
  };
  for (; turn_all_ && turn_at_ < costs_.size(); ++turn_at_) {
    if (!take_one(left)) return false;
    // Cells in `due_` are computed below, and keep their marks until then.
    if ((directions_[turn_at_] & kDue) == 0) turn(static_cast<CellId>(turn_at_));
  }
  turn_all_ = false;
  turn_at_ = 0;
  while (!due_.empty()) {
    if (!take_one(left)) return false;
    turn(due_.back());
    due_.pop_back();
  }
  return true;
}

// --- Single cells ---------------------------------------------------------------------------------------------------

void FlowField::push(Cost cost, CellId cell) {
  if (sweeping_) {
    sweep_.push(0, cost, cell);
  } else {
    push_cell(lower_, cost, cell);
  }
}

void FlowField::expand(const MoveGrid& grid, CellId cell, Cost cost) {
  const auto relax = [&](CellId next, Cost step) {
    const Cost g = cost + step;
    if (g >= costs_[next]) return;
    highest_ = std::max(highest_, g);
    if (g > limit_) return;
    set_cost(grid, next, g);
    push(g, next);
    ++update_.lowered;
  };
  each_move(grid, cell, [&](int direction, CellId next) { relax(next, grid.step_cost(cell, direction)); });
  each_link_into(grid, cell, relax);
}

bool FlowField::is_goal(CellId cell) const { return std::ranges::binary_search(goals_, cell); }

// Returns whether the present costs of the neighbours explain that of the cell.
bool FlowField::explained(const MoveGrid& grid, CellId cell) const {
  if (!grid.passable(cell)) return false;
  if (is_goal(cell)) return true;
  const Cost cost = costs_[cell];
  for (uint32_t mask = grid.moves(cell); mask != 0; mask &= mask - 1) {
    const int direction = std::countr_zero(mask);
    const Cost other = costs_[grid.neighbour(cell, direction)];
    if (other < cost && grid.step_cost(cell, direction) <= cost - other) return true;
  }
  bool over_link = false;
  each_link_from(grid, cell,
                 [&](CellId next, Cost step) { over_link |= costs_[next] < cost && step <= cost - costs_[next]; });
  return over_link;
}

void FlowField::set_cost(const MoveGrid& grid, CellId cell, Cost cost) {
  costs_[cell] = cost;
  // Before the first cell is turned, all are due.
  if (turn_all_ && turn_at_ == 0) return;
  mark(cell);
  each_move(grid, cell, [&](int, CellId next) { mark(next); });
  each_link_into(grid, cell, [&](CellId next, Cost) { mark(next); });
}

void FlowField::mark(CellId cell) {
  if ((directions_[cell] & kDue) != 0 || (turn_all_ && turn_at_ == 0)) return;
  directions_[cell] |= kDue;
  due_.push_back(cell);
}

uint8_t FlowField::best_direction(const MoveGrid& grid, CellId cell) const {
  const Cost cost = costs_[cell];
  if (cost == kInfinite) return kNowhere;
  if (cost == 0) return kAtGoal;
  for (uint32_t mask = grid.moves(cell); mask != 0; mask &= mask - 1) {
    const int direction = std::countr_zero(mask);
    const Cost other = costs_[grid.neighbour(cell, direction)];
    if (other != kInfinite && other + grid.step_cost(cell, direction) == cost) return static_cast<uint8_t>(direction);
  }
  bool over_link = false;
  each_link_from(grid, cell, [&](CellId next, Cost step) {
    over_link |= costs_[next] != kInfinite && costs_[next] + step == cost;
  });
  STRATA_CHECK(over_link);
  return kOverLink;
}

CellId FlowField::next_cell(const MoveGrid& grid, CellId cell) const {
  const uint8_t way = direction(cell);
  if (way < kDirections) return grid.neighbour(cell, way);
  CellId best = kNoCell;
  if (way != kOverLink) return best;
  Cost least = kInfinite;
  each_link_from(grid, cell, [&](CellId next, Cost step) {
    if (cost(next) == kInfinite || cost(next) + step >= least) return;
    least = cost(next) + step;
    best = next;
  });
  return best;
}

size_t FlowField::memory_bytes() const {
  return goals_.capacity() * sizeof(CellId) + costs_.capacity() * sizeof(Cost) + directions_.capacity() +
         (raise_.capacity() + lower_.capacity()) * sizeof(uint64_t) +
         (offered_.capacity() + due_.capacity()) * sizeof(CellId);
}

}  // namespace strata
