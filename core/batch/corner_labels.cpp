#include "core/batch/corner_labels.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <new>
#include <span>

#include "core/base/check.hpp"
#include "core/base/multiversion.hpp"
#include "core/ch/cell_ch.hpp"
#include "core/ch/label_sums.hpp"

namespace strata {
namespace {

static_assert(kNoWay == Cch::kNone);
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
  const auto rows = static_cast<size_t>(std::bit_width(count));
  const size_t bytes = entries * sizeof(Cost) + count * (sizeof(LabelledCorner) + rows * sizeof(uint16_t));
  if (bytes > left_of(limit) || entries > UINT32_MAX) throw LabelsTooLargeError(memory_bytes() + bytes);
  corners_.resize(count);
  entries_.assign(entries, kNoWay);
  height_ = labels.height();
  uint32_t first = 0;
  for (uint32_t corner = 0; corner < count; ++corner) {
    const uint32_t rank = ranks[corner];
    const Cell at = graph.place(rank);
    corners_[corner] = {static_cast<uint16_t>(at.x), static_cast<uint16_t>(at.y), first, labels.depth(rank),
                        parts[rank]};
    Cost* own = entries_.data() + first;
    first += labels.depth(rank) + 1;
    if (labels.stored(rank)) {
      std::copy_n(labels.label(rank), labels.depth(rank) + 1, own);
      continue;
    }
    own[labels.depth(rank)] = 0;
    const std::span<const PackedLabels::Arc> arcs = labels.arcs(rank);
    for (uint32_t i = 0; i < arcs.size(); ++i) {
      const Cost weight = labels.arc_weight(labels.first_arc(rank) + i);
      if (weight == Cch::kNone) continue;
      const LabelledCorner& above = corners_[labels.place(arcs[i].target)];  // comes before it in preorder
      const Cost* label = entries_.data() + above.first;
      for (uint32_t k = 0; k <= above.depth; ++k) own[k] = std::min(own[k], weight + label[k]);
    }
  }
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
  const size_t row_bytes = (cells + 1) * sizeof(uint32_t);
  if (row_bytes > left_of(limit)) throw LabelsTooLargeError(memory_bytes() + row_bytes);
  row_begin_.assign(cells + 1, 0);
  std::vector<std::vector<uint32_t>> seen(pieces);
  std::atomic<size_t> total = 0;
  const size_t most = std::min<size_t>(left_of(limit) / sizeof(uint32_t), UINT32_MAX);
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
  if (total > most) throw LabelsTooLargeError(memory_bytes() + total * sizeof(uint32_t));
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
  const auto forget = [&] {
    *this = {};
    revision_ = grid.built_for();
    rules_ = grid.rules();
  };
  forget();
  try {
    views_.build(grid);
    copy_labels(hierarchy.graph(), limit);
    link_cells(grid, threads, limit);
  } catch (const LabelsTooLargeError&) {
    forget();
    too_large_ = true;
    throw;
  } catch (const std::bad_alloc&) {
    forget();
    throw;
  }
  built_ = true;
  version_ = ++builds;
}

size_t CornerLabels::left_of(size_t limit) const { return limit - std::min(limit, memory_bytes()); }

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
