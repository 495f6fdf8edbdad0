#include "core/grid/areas.hpp"

#include <algorithm>
#include <bit>

#include "core/base/disjoint_sets.hpp"
#include "core/base/work_count.hpp"

namespace strata {
namespace {

constexpr int kRowsPerLook = 64;  // rows between two checks for a cancel

// Returns the passable ones of up to 64 cells as bits.
uint64_t passable_bits(const uint8_t* weights, int cells) {
  uint64_t bits = 0;
  for (int i = 0; i < cells; ++i) bits |= static_cast<uint64_t>(weights[i] != 0) << i;
  return bits;
}

}  // namespace

bool ConnectedAreas::find(const MoveGrid& moves, const JobControl* control) {
  width_ = static_cast<CellId>(std::max(moves.width(), 1));
  runs_.clear();
  first_.assign(1, 0);
  parent_.clear();
  count_work(moves.cell_count());
  for (int y = 0; y < moves.height(); ++y) {
    if (y % kRowsPerLook == 0 && control != nullptr && control->cancelled()) return false;
    add_runs(moves.weights().data() + moves.id({0, y}));
    for (auto run = static_cast<uint32_t>(parent_.size()); run < runs_.size(); ++run) parent_.push_back(run);
    first_.push_back(static_cast<uint32_t>(runs_.size()));
    if (y > 0) join_rows(first_[static_cast<size_t>(y) - 1], first_[static_cast<size_t>(y)]);
  }
  // A parent is never behind its run, so that from here on the parent of every run is its root.
  for (uint32_t& parent : parent_) parent = parent_[parent];
  return true;
}

void ConnectedAreas::add_runs(const uint8_t* weights) {
  const auto width = static_cast<int>(width_);
  bool open = false;  // whether the last run reaches the present word
  for (int x = 0; x < width; x += 64) {
    const int cells = std::min(64, width - x);
    const uint64_t bits = passable_bits(weights + x, cells);
    // A bit is set where a run begins or ends.
    uint64_t edges = bits ^ (bits << 1 | (open ? 1 : 0));
    if (cells < 64) edges &= (uint64_t{1} << cells) - 1;
    for (; edges != 0; edges &= edges - 1) {
      const int at = x + std::countr_zero(edges);
      if (open) {
        runs_.back().end = at;
      } else {
        runs_.push_back({at, width});
      }
      open = !open;
    }
  }
}

// Joins the runs from `row` on, which are those of the last row, to the runs of the row before, which begin at `above`.
void ConnectedAreas::join_rows(uint32_t above, uint32_t row) {
  const uint32_t above_end = row;
  const auto row_end = static_cast<uint32_t>(runs_.size());
  while (above < above_end && row < row_end) {
    if (runs_[above].begin < runs_[row].end && runs_[row].begin < runs_[above].end) join_sets(parent_, above, row);
    if (runs_[above].end < runs_[row].end) {
      ++above;
    } else {
      ++row;
    }
  }
}

uint32_t ConnectedAreas::root_of(CellId cell) const {
  const CellId y = cell / width_;
  const auto x = static_cast<int>(cell % width_);
  const auto begin = runs_.begin() + first_[y], end = runs_.begin() + first_[y + 1];
  const auto after = std::upper_bound(begin, end, x, [](int at, const Run& run) { return at < run.end; });
  if (after == end || x < after->begin) return kNone;
  return parent_[static_cast<size_t>(after - runs_.begin())];
}

bool ConnectedAreas::joined(CellId a, CellId b) const {
  const uint32_t root = root_of(a);
  return root != kNone && root == root_of(b);
}

size_t ConnectedAreas::memory_bytes() const {
  return runs_.capacity() * sizeof(Run) + (first_.capacity() + parent_.capacity()) * sizeof(uint32_t);
}

}  // namespace strata
