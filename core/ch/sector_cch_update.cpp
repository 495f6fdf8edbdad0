// This file computes weights: customisation and partial customisation (Dibbelt, Strasser, Wagner 2014). The weight of
// an arc is the minimum of its edge and of all lower triangles, the sums of the two other arcs. Loops relax a whole row
// at a time over contiguous pieces of two rows.
#include <algorithm>
#include <bit>

#include "core/base/sort_unique.hpp"
#include "core/ch/sector_cch.hpp"

namespace strata {
namespace {

// If more arcs of a row are suspects (their weights may have grown), the whole row is recomputed; else they are
// recomputed one by one.
constexpr size_t kFewSuspects = 8;

void relax(const Cost* __restrict weights, Cost before, Cost* __restrict out, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) out[k] = std::min(out[k], before + weights[k]);
}

}  // namespace

template <class Visit>
void SectorCch::for_edges_up(uint32_t block, uint32_t slot, Visit&& visit) const {
  const uint32_t sector = elimination_.node(block);
  const auto visit_node = [&](uint32_t other, uint32_t there, Cost cost) {
    if (const uint32_t above = elimination_.rank(other); above > block) visit(first_node_[above] + there, cost);
  };
  const std::vector<LaterSectorEdge>& own = edges_[sector];
  const auto first = std::lower_bound(own.begin(), own.end(), slot << 14,
                                      [](const LaterSectorEdge& edge, uint32_t wanted) { return edge.key < wanted; });
  for (auto edge = first; edge != own.end() && edge->slot() == slot; ++edge) {
    visit_node(sector + later_[edge->side()], edge->other(), edge->cost);
  }
  for (uint32_t side = 0; side < later_.size(); ++side) {
    if (sector < later_[side] || later_[side] == 0) continue;
    const uint32_t earlier = sector - later_[side];
    if (elimination_.rank(earlier) < block) continue;
    for (const LaterSectorEdge& edge : edges_[earlier]) {
      if (edge.side() == side && edge.other() == slot) visit_node(earlier, edge.slot(), edge.cost);
    }
  }
}

// Calls visit(column in the lower row, column in the upper row, length) for pieces that are contiguous in both rows,
// from the first node of `upper` on. Every block above `upper` that is adjacent to `lower` is also adjacent to `upper`.
template <class Visit>
void SectorCch::for_pieces(uint32_t lower, uint32_t upper, Visit&& visit) const {
  const std::span<const RankRange> from = runs(lower);
  const std::span<const RankRange> to = runs(upper);
  size_t f = 0;
  while (upper - from[f].first >= from[f].count) ++f;
  uint32_t source = from[f].column + first_node_[upper] - first_node_[from[f].first];
  uint32_t target = 0;
  const auto end_of = [&](size_t run) { return run + 1 < from.size() ? from[run + 1].column : blocks_[lower].width; };
  uint32_t length = end_of(f) - source;
  size_t t = 0;
  for (++f; f < from.size(); ++f) {
    const uint32_t count = end_of(f) - from[f].column;
    if (count == 0) continue;
    while (to[t].first + to[t].count <= from[f].first) ++t;
    const uint32_t at = to[t].column + first_node_[from[f].first] - first_node_[to[t].first];
    if (at != target + length) {
      visit(source, target, length);
      source += length;
      target = at;
      length = 0;
    }
    length += count;
  }
  visit(source, target, length);
}

// Computes a row from the edges and all lower triangles, which must be final. Sets columns up to the node's own to
// kFar. Returns the approximate units of work.
size_t SectorCch::compute_row(uint32_t block, uint32_t slot, Cost* out) const {
  const uint32_t width = blocks_[block].width;
  std::fill_n(out, width, kFar);
  for_edges_up(block, slot, [&](uint32_t other, Cost cost) {
    const uint32_t above = node_block_[other];
    out[column(block, above) + other - first_node_[above]] = cost;
  });
  size_t units = 20;
  const uint32_t after = slot + 1;
  for (const uint32_t lower : elimination_.down(block)) {
    units += 1;
    if (slots(lower) == 0) continue;
    const uint32_t at = column(lower, block);
    const uint32_t lower_slots = slots(lower);
    for (uint32_t i = 0; i < lower_slots; ++i) {
      const Cost* weights = row(lower, i);
      const Cost before = weights[at + slot];
      if (before >= kFar) continue;
      for_pieces(lower, block, [&](uint32_t source, uint32_t target, uint32_t length) {
        const uint32_t skip = target == 0 ? std::min(after, length) : 0;
        relax(weights + source + skip, before, out + target + skip, length - skip);
        units += 2 + length / 4;
      });
    }
  }
  for (uint32_t i = 0; i < slot; ++i) {
    const Cost* weights = row(block, i);
    if (weights[slot] < kFar) relax(weights + after, weights[slot], out + after, width - after);
  }
  return units;
}

// Computes the weight of a single arc from its edge and its lower triangles. It stops once the weight is `least`, a
// known lower bound.
Cost SectorCch::compute_arc(uint32_t lower, uint32_t upper, Cost least) const {
  Cost weight = edge_cost(lower, upper);
  if (weight == least) return weight;
  for_lower_triangles(lower, upper, [&](uint32_t, Cost way) {
    weight = std::min(weight, way);
    return weight == least;
  });
  return weight;
}

size_t SectorCch::compute_block(uint32_t block) {
  WeightBlock& own = blocks_[block];
  own.weights.resize(size_t{slots(block)} * own.width);
  size_t units = 1;
  for (uint32_t slot = 0; slot < slots(block); ++slot) units += compute_row(block, slot, row(block, slot));
  return units;
}

// Makes space for sectors with more regions than ever before: the rows of their blocks, and of blocks below them,
// become wider. Weights are copied, not computed.
void SectorCch::grow(const Sectors& sectors, std::span<const uint32_t> changed) {
  std::vector<uint32_t> wider;
  for (const uint32_t sector : changed) {
    const auto [first, last] = sectors.regions_of_sector(sector);
    const uint32_t block = elimination_.rank(sector);
    if (last - first <= slots(block)) continue;
    wider.push_back(block);
    wider.insert(wider.end(), elimination_.down(block).begin(), elimination_.down(block).end());
  }
  if (wider.empty()) return;
  sort_unique(wider);
  const std::vector<uint32_t> first_before = first_node_;
  number_nodes(sectors);
  for (const uint32_t block : wider) {
    WeightBlock& own = blocks_[block];
    const uint32_t slots_before = first_before[block + 1] - first_before[block];
    const uint32_t width_before = own.width;
    set_columns(block);
    weight_count_ += size_t{slots(block)} * own.width - size_t{slots_before} * width_before;
    if (block >= next_) continue;  // the block's weights are still to be computed
    std::vector<Cost> weights(size_t{slots(block)} * own.width, kFar);
    for (uint32_t slot = 0; slot < slots_before; ++slot) {
      const Cost* from = own.weights.data() + size_t{slot} * width_before;
      Cost* to = weights.data() + size_t{slot} * own.width;
      for (const RankRange& run : runs(block)) {
        for (uint32_t above = run.first; above < run.first + run.count; ++above) {
          const uint32_t had = first_before[above + 1] - first_before[above];
          std::copy_n(from, had, to);
          from += had;
          to += slots(above);
        }
      }
    }
    own.weights = std::move(weights);
  }
  if (frame_bytes() + weight_count_ * sizeof(Cost) > max_bytes_) give_up();
}

// --- Update ----------------------------------------------------------------------------------------------------------

SectorCchUpdate SectorCch::update(const Sectors& sectors, std::span<const uint32_t> changed_sectors) {
  SectorCchUpdate report;
  if (too_large_ || stage_ == BuildStage::kOrder) return report;  // the edges will be read later
  if (stage_ != BuildStage::kEdges) {
    grow(sectors, changed_sectors);
    if (too_large_) return report;
  }
  // Edges between neighbours of a changed sector may also have changed: a diagonal step over a corner depends on the
  // cells beside it, and centres may move. Each edge is stored with the earlier of its two sectors.
  around_.clear();
  for (const uint32_t sector : changed_sectors) {
    const int x = static_cast<int>(sector) % columns_, y = static_cast<int>(sector) / columns_;
    for (int ny = std::max(y - 2, 0); ny <= std::min(y + 2, rows_ - 1); ++ny) {
      for (int nx = std::max(x - 2, 0); nx <= std::min(x + 2, columns_ - 1); ++nx) {
        const auto other = static_cast<uint32_t>(ny * columns_ + nx);
        if (sector_flags_[other] != 0) continue;
        sector_flags_[other] = 1;
        around_.push_back(other);
      }
    }
  }
  for (const uint32_t sector : around_) {
    sector_flags_[sector] = 0;
    if (stage_ == BuildStage::kEdges && sector >= next_) continue;
    ++report.sectors;
    read_edges(sectors, sector, new_edges_);
    std::vector<LaterSectorEdge>& edges = edges_[sector];
    if (edges == new_edges_) continue;
    if (stage_ != BuildStage::kEdges) {
      const uint32_t own = first_node_[elimination_.rank(sector)];
      const auto change = [&](const LaterSectorEdge& edge, Cost before, Cost after) {
        const uint32_t other = first_node_[elimination_.rank(sector + later_[edge.side()])] + edge.other();
        change_edge(own + edge.slot(), other, before, after, report);
      };
      size_t a = 0, b = 0;
      while (a < edges.size() || b < new_edges_.size()) {
        if (b == new_edges_.size() || (a < edges.size() && edges[a].key < new_edges_[b].key)) {
          change(edges[a], edges[a].cost, kFar);
          ++a;
        } else if (a == edges.size() || new_edges_[b].key < edges[a].key) {
          change(new_edges_[b], kFar, new_edges_[b].cost);
          ++b;
        } else {
          if (edges[a].cost != new_edges_[b].cost) change(edges[a], edges[a].cost, new_edges_[b].cost);
          ++a;
          ++b;
        }
      }
    }
    edges.swap(new_edges_);
  }
  // Blocks are settled in the order of ranks, because changes only propagate upwards.
  for (size_t word = 0; word < touched_.size(); ++word) {
    while (touched_[word] != 0) {
      update_block(static_cast<uint32_t>(word * 64) + static_cast<uint32_t>(std::countr_zero(touched_[word])), report);
      touched_[word] &= touched_[word] - 1;
    }
  }
  saved_.clear();
  saved_weights_.clear();
  if (stage_ == BuildStage::kDone) built_for_ = sectors.built_for();
  return report;
}

// Saves the row of a node before its first change.
SectorCch::RowBackup& SectorCch::touch(uint32_t block, uint32_t slot) {
  uint32_t& number = saved_of_[first_node_[block] + slot];
  if (number == 0) {
    const uint32_t width = blocks_[block].width;
    saved_.push_back({saved_weights_.size(), false});
    saved_weights_.insert(saved_weights_.end(), row(block, slot), row(block, slot) + width);
    saved_weights_.resize(saved_weights_.size() + width, 0);
    number = static_cast<uint32_t>(saved_.size());
    touched_[block / 64] |= uint64_t{1} << (block % 64);
  }
  return saved_[number - 1];
}

void SectorCch::change_edge(uint32_t node, uint32_t other, Cost before, Cost after, SectorCchUpdate& report) {
  ++report.arcs_set;
  if (node > other) std::swap(node, other);
  const uint32_t block = node_block_[node], above = node_block_[other];
  if (block >= next_) return;  // the block will be computed from the new edges later
  const uint32_t slot = node - first_node_[block];
  const uint32_t at = column(block, above) + other - first_node_[above];
  Cost& weight = row(block, slot)[at];
  if (after < weight) {
    touch(block, slot);
    weight = after;
  } else if (before == weight && after > before) {
    RowBackup& saved = touch(block, slot);
    saved.suspects = true;
    saved_weights_[saved.old + blocks_[block].width + at] = 1;
  }
}

// Recomputes the suspect arcs of a row one by one.
void SectorCch::compute_suspects(uint32_t block, uint32_t slot, const Cost* suspects) {
  Cost* weights = row(block, slot);
  for (const RankRange& run : runs(block)) {
    const uint32_t first = first_node_[run.first];
    const uint32_t count = first_node_[run.first + run.count] - first;
    for (uint32_t k = 0; k < count; ++k) {
      Cost& weight = weights[run.column + k];
      if (suspects[run.column + k] != 0) weight = compute_arc(first_node_[block] + slot, first + k, weight);
    }
  }
}

// Called when all changes below the block have reached it: finds its changed rows and propagates them upwards.
void SectorCch::update_block(uint32_t block, SectorCchUpdate& report) {
  const uint32_t width = blocks_[block].width;
  for (uint32_t slot = 0; slot < slots(block); ++slot) {
    uint32_t& number = saved_of_[first_node_[block] + slot];
    if (number == 0) continue;
    const RowBackup saved = saved_[number - 1];
    number = 0;
    Cost* weights = row(block, slot);
    const Cost* before = saved_weights_.data() + saved.old;
    if (saved.suspects) {
      const Cost* suspects = before + width;
      const auto count = static_cast<size_t>(std::count(suspects, suspects + width, 1u));
      report.arcs_recomputed += count;
      if (count > kFewSuspects) {
        compute_row(block, slot, weights);
      } else {
        compute_suspects(block, slot, suspects);
      }
    }
    uint32_t first = 0, last = width;  // range of columns with changed weights
    while (first < width && weights[first] == before[first]) ++first;
    if (first == width) continue;
    while (weights[last - 1] == before[last - 1]) --last;
    for (uint32_t at = first; at < last; ++at) report.arcs_changed += weights[at] != before[at];
    propagate(block, slot, saved, first, last);
  }
}

// Propagates a change of a row in columns [first, last). For every upper triangle of a changed arc: if the path over
// the arc is now shorter than the arc on top, it gives that arc's weight; if it gave the weight and became longer,
// that arc is a suspect.
void SectorCch::propagate(uint32_t block, uint32_t slot, const RowBackup& saved, uint32_t first, uint32_t last) {
  const Cost* now = row(block, slot);
  for (const RankRange& run : runs(block)) {
    uint32_t at = run.column;
    for (uint32_t above = run.first; above < run.first + run.count; ++above) {
      if (at >= last || above >= next_) return;
      const uint32_t begin = at;
      at += slots(above);
      for (uint32_t k = 0; k < slots(above); ++k) {
        const uint32_t own = begin + k;
        if (own <= slot) continue;
        const Cost a_now = now[own], a_before = saved_weights_[saved.old + own];
        if (a_now >= kFar && a_before >= kFar) continue;
        const bool changed = a_now != a_before;
        const uint32_t from = changed ? own + 1 : std::max(own + 1, first);
        const uint32_t to = changed ? blocks_[block].width : last;
        if (from >= to) continue;
        Cost* upper = row(above, k);
        for_pieces(block, above, [&](uint32_t source, uint32_t target, uint32_t length) {
          const uint32_t source_begin = std::max(source, from);
          const uint32_t source_end = std::min(source + length, to);
          if (source_begin >= source_end) return;
          const uint32_t count = source_end - source_begin;
          target += source_begin - source;
          const Cost* b_now = now + source_begin;
          const Cost* b_before = saved_weights_.data() + saved.old + source_begin;
          Cost* weights = upper + target;
          uint32_t matters = 0;
          for (uint32_t i = 0; i < count; ++i) {
            const Cost way = a_now + b_now[i], way_before = a_before + b_before[i];
            matters |= static_cast<uint32_t>(way < weights[i]) |
                       (static_cast<uint32_t>(way_before == weights[i]) & static_cast<uint32_t>(way > way_before));
          }
          if (matters == 0) return;
          RowBackup& saved_above = touch(above, k);
          b_before = saved_weights_.data() + saved.old + source_begin;  // touch() may have moved the vector
          Cost* suspects = saved_weights_.data() + saved_above.old + blocks_[above].width + target;
          uint32_t doubts = 0;
          for (uint32_t i = 0; i < count; ++i) {
            const Cost way = a_now + b_now[i], way_before = a_before + b_before[i];
            const uint32_t doubt =
                static_cast<uint32_t>(way_before == weights[i]) & static_cast<uint32_t>(way > way_before);
            suspects[i] |= doubt;
            doubts |= doubt;
            weights[i] = std::min(weights[i], way);
          }
          if (doubts != 0) saved_above.suspects = true;
        });
      }
    }
  }
}

}  // namespace strata
