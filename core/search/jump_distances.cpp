#include "core/search/jump_distances.hpp"

#include <algorithm>
#include <utility>

#include "core/base/check.hpp"
#include "core/base/work_count.hpp"
#include "core/grid/map_links.hpp"
#include "core/search/jump_nodes.hpp"

namespace strata {
namespace {

constexpr int x_step(int direction) { return kDirX[static_cast<size_t>(direction)]; }
constexpr int y_step(int direction) { return kDirY[static_cast<size_t>(direction)]; }
constexpr int turned(int direction, int by) { return (direction + by) & 7; }

// Calls visit.operator()<direction>() for all straight or all diagonal directions.
template <int kFirst, class Visit>
void for_every_second(Visit&& visit) {
  visit.template operator()<kFirst>();
  visit.template operator()<kFirst + 2>();
  visit.template operator()<kFirst + 4>();
  visit.template operator()<kFirst + 6>();
}

}  // namespace

void JumpDistances::DirtyRows::reset(int width, int height, bool upwards) {
  width_ = width;
  upwards_ = upwards;
  next_ = upwards ? height - 1 : 0;
  rows_ = 0;
  first_.assign(static_cast<size_t>(height), kNone);
  pieces_.clear();
  free_ = kNone;
}

void JumpDistances::DirtyRows::add(int row, RowRun run) {
  run = {std::max(run.begin, 0), std::min(run.end, width_)};
  if (row < 0 || row >= static_cast<int>(first_.size()) || run.begin >= run.end) return;
  uint32_t& first = first_[static_cast<size_t>(row)];
  if (first == kNone) {
    next_ = rows_ == 0 ? row : upwards_ ? std::max(next_, row) : std::min(next_, row);
    ++rows_;
  } else if (RowRun& last = pieces_[first].run; run.begin <= last.end && last.begin <= run.end) {
    last = {std::min(last.begin, run.begin), std::max(last.end, run.end)};
    return;
  }
  uint32_t piece = free_;
  if (piece == kNone) {
    piece = static_cast<uint32_t>(pieces_.size());
    pieces_.push_back({});
  } else {
    free_ = pieces_[piece].next;
  }
  pieces_[piece] = {run, first};
  first = piece;
}

int JumpDistances::DirtyRows::take(std::vector<RowRun>& runs) {
  while (first_[static_cast<size_t>(next_)] == kNone) next_ += upwards_ ? -1 : 1;
  runs.clear();
  uint32_t piece = std::exchange(first_[static_cast<size_t>(next_)], kNone);
  while (piece != kNone) {
    runs.push_back(pieces_[piece].run);
    const uint32_t next = std::exchange(pieces_[piece].next, free_);
    free_ = std::exchange(piece, next);
  }
  --rows_;
  if (runs.size() > 1) {
    std::sort(runs.begin(), runs.end(), [](const RowRun& a, const RowRun& b) { return a.begin < b.begin; });
    size_t last = 0;
    for (size_t i = 1; i < runs.size(); ++i) {
      if (runs[i].begin <= runs[last].end) {
        runs[last].end = std::max(runs[last].end, runs[i].end);
      } else {
        runs[++last] = runs[i];
      }
    }
    runs.resize(last + 1);
  }
  return next_;
}

void JumpDistances::reset(const MoveGrid& grid) {
  width_ = grid.width();
  height_ = grid.height();
  built_for_ = grid.built_for();
  version_ = next_jump_version();
  distances_.assign(size_t{grid.cell_count()} * kDirections, 0);
  for (int direction = 0; direction < kDirections; ++direction) {
    DirtyRows& rows = dirty_[static_cast<size_t>(direction)];
    // A distance is computed from that of the next cell in its direction, so that downward directions
    // are swept upwards.
    rows.reset(width_, height_, y_step(direction) > 0);
    for (int y = 0; y < height_; ++y) rows.add(y, {0, width_});
  }
}

void JumpDistances::build(const MoveGrid& grid) {
  reset(grid);
  JumpDistancesUpdate ignored;
  update_some(grid, ignored);
}

void JumpDistances::mark_dirty(const MoveGrid& grid, const Rect& changed) {
  STRATA_CHECK(grid.width() == width_ && grid.height() == height_);
  built_for_ = grid.built_for();
  if (changed.empty()) return;
  version_ = next_jump_version();
  // Apart from the distance of the next cell, a distance depends only on the eight cells round its own.
  const Rect around = changed.grown(1).clipped(grid.bounds());
  for (DirtyRows& rows : dirty_) {
    for (int y = around.y0; y < around.y1; ++y) rows.add(y, {around.x0, around.x1});
  }
}

size_t JumpDistances::pending() const {
  size_t rows = 0;
  for (const DirtyRows& one : dirty_) rows += one.rows();
  return rows;
}

size_t JumpDistances::memory_bytes() const {
  size_t bytes = distances_.capacity() * sizeof(int16_t) + runs_.capacity() * sizeof(RowRun);
  for (const DirtyRows& one : dirty_) bytes += one.memory_bytes();
  return bytes;
}

JumpDistancesCounts JumpDistances::counts(const MoveGrid& grid) const {
  JumpDistancesCounts counts{.all = size_t{grid.passable_count()} * kDirections};
  for (const int16_t distance : distances_) {
    counts.to_points += distance > 0 ? 1 : 0;
    counts.longest = std::max<int>(counts.longest, distance > 0 ? distance : -distance);
  }
  return counts;
}

bool JumpDistances::straight_left() const {
  return !dirty_[0].empty() || !dirty_[2].empty() || !dirty_[4].empty() || !dirty_[6].empty();
}

// Computes one distance. A straight jump ends where a neighbour on one side is passable and the cell before that
// neighbour is blocked (jps.hpp): the next cell has a move to the former, this cell has none to the latter. A diagonal
// jump stops where a straight jump in one of its two directions ends at a jump point. With kLinked links may begin at
// the next cell, where every jump stops.
template <int kDirection, bool kLinked>
int16_t JumpDistances::distance_at(const MoveGrid& grid, size_t cell) const {
  const uint8_t* const moves = grid.moves().data();
  constexpr int kBefore = turned(kDirection, -1), kAfter = turned(kDirection, 1);
  constexpr unsigned kSides = 1u << turned(kDirection, 2) | 1u << turned(kDirection, 6);
  if ((moves[cell] >> kDirection & 1) == 0) return 0;
  const auto next =
      static_cast<size_t>(static_cast<std::ptrdiff_t>(cell) + y_step(kDirection) * width_ + x_step(kDirection));
  if constexpr (kLinked) {
    if (!grid.links()->from(static_cast<CellId>(next)).empty()) return 1;
  }
  const int16_t* const ahead = distances_.data() + next * kDirections;
  if constexpr (is_diagonal(kDirection)) {
    if (ahead[kBefore] > 0 || ahead[kAfter] > 0) return 1;
  } else {
    if ((moves[next] & ~moves[cell] & kSides) != 0) return 1;
  }
  return static_cast<int16_t>(ahead[kDirection] > 0 ? ahead[kDirection] + 1 : ahead[kDirection] - 1);
}

template <int kDirection>
void JumpDistances::mark_diagonals(int row, RowRun run) {
  const auto mark = [&]<int kDiagonal>() {
    dirty_[kDiagonal].add(row - y_step(kDiagonal), {run.begin - x_step(kDiagonal), run.end - x_step(kDiagonal)});
  };
  mark.template operator()<turned(kDirection, -1)>();
  mark.template operator()<turned(kDirection, 1)>();
}

// Computes the dirty distances of one row, for a direction that leads to another row. A change makes the cell before it
// dirty, which lies in the next row of the sweep.
template <int kDirection, bool kLinked>
void JumpDistances::sweep_row(const MoveGrid& grid, int y, JumpDistancesUpdate& update) {
  DirtyRows& dirty = dirty_[kDirection];
  const size_t first = static_cast<size_t>(y) * static_cast<size_t>(width_);
  for (const RowRun& run : runs_) {
    update.computed += static_cast<size_t>(run.end - run.begin);
    // The distances of the cells from `changed_from` to x have changed; from `flipped_from` to x also their signs.
    int changed_from = run.begin, flipped_from = run.begin;
    const auto end_changed = [&](int x) {
      if (changed_from == x) return;
      update.changed += static_cast<size_t>(x - changed_from);
      update.cells.include(Rect{changed_from, y, x, y + 1});
      dirty.add(y - y_step(kDirection), {changed_from - x_step(kDirection), x - x_step(kDirection)});
    };
    const auto end_flipped = [&](int x) {
      if (!is_diagonal(kDirection) && flipped_from != x) mark_diagonals<kDirection>(y, {flipped_from, x});
    };
    for (int x = run.begin; x < run.end; ++x) {
      const size_t cell = first + static_cast<size_t>(x);
      int16_t& known = distances_[cell * kDirections + kDirection];
      const int16_t before = std::exchange(known, distance_at<kDirection, kLinked>(grid, cell));
      if (known == before) {
        end_changed(x);
        changed_from = x + 1;
      }
      if ((known > 0) == (before > 0)) {
        end_flipped(x);
        flipped_from = x + 1;
      }
    }
    end_changed(run.end);
    end_flipped(run.end);
  }
}

// Computes the dirty distances of one row, for a direction along the row. A change makes the cell before it dirty,
// which is the next one of the loop.
template <int kDirection, bool kLinked>
void JumpDistances::sweep_along_row(const MoveGrid& grid, int y, JumpDistancesUpdate& update) {
  constexpr int kStep = -x_step(kDirection);  // against the direction
  const size_t first = static_cast<size_t>(y) * static_cast<size_t>(width_);
  if (kStep < 0) std::reverse(runs_.begin(), runs_.end());
  RowRun seen{width_, 0};  // range from the first to the last changed cell
  int x = kStep > 0 ? 0 : width_ - 1;
  for (const RowRun& run : runs_) {
    const int begin = kStep > 0 ? run.begin : run.end - 1;
    int end = kStep > 0 ? run.end : run.begin - 1;
    if ((begin - x) * kStep > 0) x = begin;
    for (; (end - x) * kStep > 0; x += kStep) {
      const size_t cell = first + static_cast<size_t>(x);
      int16_t& known = distances_[cell * kDirections + kDirection];
      const int16_t before = std::exchange(known, distance_at<kDirection, kLinked>(grid, cell));
      ++update.computed;
      if (known == before) continue;
      ++update.changed;
      seen = {std::min(seen.begin, x), std::max(seen.end, x + 1)};
      if ((known > 0) != (before > 0)) mark_diagonals<kDirection>(y, {x, x + 1});
      if (x + kStep == end && end >= 0 && end < width_) end += kStep;
    }
  }
  update.cells.include(Rect{seen.begin, y, seen.end, y + 1});
}

template <int kDirection>
void JumpDistances::sweep_next(const MoveGrid& grid, JumpDistancesUpdate& update) {
  const int y = dirty_[kDirection].take(runs_);
  const int ahead = y + y_step(kDirection);
  // Links are looked for only where the jumps of a row may end at one: a row without costs what it costs on other maps.
  const bool linked = grid.links() != nullptr && ahead >= 0 && ahead < height_ &&
                      !grid.links()->from_cells(grid.id({0, ahead}), grid.id({width_ - 1, ahead})).empty();
  if constexpr (y_step(kDirection) == 0) {
    linked ? sweep_along_row<kDirection, true>(grid, y, update) : sweep_along_row<kDirection, false>(grid, y, update);
  } else {
    linked ? sweep_row<kDirection, true>(grid, y, update) : sweep_row<kDirection, false>(grid, y, update);
  }
}

bool JumpDistances::update_some(const MoveGrid& grid, JumpDistancesUpdate& update, size_t most) {
  const size_t from = update.computed;
  const auto more = [&] { return update.computed - from < most; };
  // Straight distances are computed first, because diagonal distances depend on them and should be computed only once.
  for_every_second<0>([&]<int kDirection>() {
    while (!dirty_[kDirection].empty() && more()) sweep_next<kDirection>(grid, update);
  });
  if (!straight_left()) {
    for_every_second<1>([&]<int kDirection>() {
      while (!dirty_[kDirection].empty() && more()) sweep_next<kDirection>(grid, update);
    });
  }
  count_work(update.computed - from);
  return pending() == 0;
}

}  // namespace strata
