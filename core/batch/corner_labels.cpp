#include "core/batch/corner_labels.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <new>

#include "core/base/check.hpp"
#include "core/base/multiversion.hpp"
#include "core/ch/cell_ch.hpp"
#include "core/ch/label_sums.hpp"

namespace strata {
namespace {

constexpr size_t kCellsAtOnce = 4096;  // per work item of a thread

}  // namespace

// Copies the hub labels of a hierarchy: the only place here that knows how they are stored.
void CornerLabels::copy_labels(const GraphCh& graph, size_t limit) {
  const PackedLabels& labels = graph.labels();
  const uint32_t count = labels.node_count();
  std::vector<uint32_t> ranks(count), parts(count);
  size_t entries = 0;
  for (uint32_t rank = count; rank-- > 0;) {
    ranks[labels.place(rank)] = rank;
    const uint32_t parent = labels.parent(rank);
    parts[rank] = parent == kNoRank ? rank : parts[parent];
    entries += labels.depth(rank) + 1;
  }
  if (entries > std::min<size_t>(limit / sizeof(Cost), UINT32_MAX)) throw std::bad_alloc();
  corners_.resize(count);
  entries_.clear();
  entries_.reserve(entries);
  height_ = labels.height();
  PackedLabels::Scratch scratch;
  for (uint32_t corner = 0; corner < count; ++corner) {
    const uint32_t rank = ranks[corner];
    const auto label = labels.read(rank, scratch).first(labels.depth(rank) + 1);
    const Cell at = graph.place(rank);
    corners_[corner] = {static_cast<uint16_t>(at.x), static_cast<uint16_t>(at.y),
                        static_cast<uint32_t>(entries_.size()), labels.depth(rank), parts[rank]};
    entries_.insert(entries_.end(), label.begin(), label.end());
  }
  const auto rows = static_cast<size_t>(std::bit_width(count));
  least_.assign(rows * count, 0);
  for (uint32_t corner = 0; corner < count; ++corner) least_[corner] = static_cast<uint16_t>(corners_[corner].depth);
  for (size_t l = 1; l < rows; ++l) {
    const size_t half = size_t{1} << (l - 1);
    const uint16_t* below = least_.data() + (l - 1) * count;
    for (size_t i = 0; i + 2 * half <= count; ++i) least_[l * count + i] = std::min(below[i], below[i + half]);
  }
}

// Fills the rows of all cells: those of each piece of cells first, as their lengths are not known.
void CornerLabels::link_cells(const MoveGrid& grid, Threads& threads, size_t limit) {
  const size_t cells = grid.cell_count(), pieces = (cells + kCellsAtOnce - 1) / kCellsAtOnce;
  std::vector<uint32_t> corner_of(cells, CornerLookUp::kNone);
  for (uint32_t corner = 0; corner < corners_.size(); ++corner) {
    corner_of[grid.id({corners_[corner].x, corners_[corner].y})] = corner;
  }
  row_begin_.assign(cells + 1, 0);
  std::vector<std::vector<uint32_t>> seen(pieces);
  std::atomic<size_t> total = 0;
  const size_t most = std::min<size_t>(limit / sizeof(uint32_t), UINT32_MAX);
  threads.for_pieces(0, pieces, 1, [&](size_t begin, size_t end, size_t) {
    for (size_t piece = begin; piece < end && total <= most; ++piece) {
      std::vector<uint32_t>& rows = seen[piece];
      for (size_t cell = piece * kCellsAtOnce; cell < std::min(cells, (piece + 1) * kCellsAtOnce); ++cell) {
        const size_t row = rows.size();
        const auto at = static_cast<CellId>(cell);
        if (grid.passable(at)) {
          if (corner_of[at] != CornerLookUp::kNone) rows.push_back(corner_of[at]);
          const auto first = static_cast<std::ptrdiff_t>(rows.size());
          views_.visit_seen(grid, at, [&](CellId corner, Cost) { rows.push_back(corner_of[corner]); });
          std::sort(rows.begin() + first, rows.end());
        }
        row_begin_[cell + 1] = static_cast<uint32_t>(rows.size() - row);
      }
      total += rows.size();
    }
  });
  if (total > most) throw std::bad_alloc();
  seen_.clear();
  seen_.reserve(total);
  for (std::vector<uint32_t>& rows : seen) {
    seen_.insert(seen_.end(), rows.begin(), rows.end());
    rows = {};
  }
  for (size_t cell = 0; cell < cells; ++cell) row_begin_[cell + 1] += row_begin_[cell];
}

void CornerLabels::build(const MoveGrid& grid, const CellCh& hierarchy, Threads& threads, size_t limit) {
  STRATA_CHECK(possible(grid) && hierarchy.built_for() == grid.built_for());
  STRATA_CHECK(hierarchy.graph().labelled() || hierarchy.graph().node_count() == 0);
  static std::atomic<uint64_t> builds = 0;
  built_for_ = 0;
  views_.build(grid);
  copy_labels(hierarchy.graph(), limit);
  link_cells(grid, threads, limit);
  built_for_ = grid.built_for();
  version_ = ++builds;
}

CornerLabelsView CornerLabels::view() const {
  return {views_.views(),
          row_begin_.data(),
          seen_.data(),
          corners_.data(),
          entries_.data(),
          least_.data(),
          static_cast<uint32_t>(corners_.size()),
          height_};
}

size_t CornerLabels::memory_bytes() const {
  return views_.memory_bytes() + (row_begin_.capacity() + seen_.capacity()) * sizeof(uint32_t) +
         corners_.capacity() * sizeof(LabelledCorner) + entries_.capacity() * sizeof(Cost) +
         least_.capacity() * sizeof(uint16_t);
}

void HostCornerSums::clear(Cost* ways, uint32_t begin, uint32_t end) { std::fill(ways + begin, ways + end, kNoWay); }

STRATA_MULTIVERSION void HostCornerSums::lower(Cost* __restrict ways, const Cost* __restrict label, Cost cost,
                                               uint32_t begin, uint32_t end) {
  const auto base = static_cast<int32_t>(cost);
  for (uint32_t k = begin; k < end; ++k) {
    const int32_t way = base + static_cast<int32_t>(label[k]), known = static_cast<int32_t>(ways[k]);
    ways[k] = static_cast<Cost>(way < known ? way : known);
  }
}

Cost HostCornerSums::least(const Cost* a, const Cost* b, uint32_t count) { return least_label_sum(a, b, count); }

}  // namespace strata
