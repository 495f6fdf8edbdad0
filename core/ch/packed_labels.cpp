#include "core/ch/packed_labels.hpp"

#include <algorithm>
#include <iterator>
#include <new>

#include "core/base/check.hpp"
#include "core/ch/label_sums.hpp"

namespace strata {

void PackedLabels::copy_arcs(const Cch& cch) {
  const uint32_t nodes = cch.node_count();
  if (cch.arc_count() >= kEdge) throw std::bad_alloc();
  arcs_.resize(cch.arc_count());
  weights_.assign(cch.arc_weights(), cch.arc_weights() + cch.arc_count());
  for (uint32_t rank = 0; rank <= nodes; ++rank) records_[rank].arc = cch.first_arc(rank);
  const auto child = [&](uint32_t middle, uint32_t upper) {
    const uint32_t arc = cch.arc_number(middle, upper);
    return cch.arc_middle(arc) == kNoRank ? arc | kEdge : arc;
  };
  for (uint32_t rank = 0; rank < nodes; ++rank) {
    for (uint32_t a = first_arc(rank); a < first_arc(rank + 1); ++a) {
      Arc& arc = arcs_[a];
      arc = {cch.arc_targets()[a], cch.arc_middle(a), 0, 0};
      if (weights_[a] == Cch::kNone || arc.middle == kNoRank) continue;
      arc.to_lower = child(arc.middle, rank);
      arc.to_upper = child(arc.middle, arc.target);
    }
  }
}

// Chooses which labels are stored, and their places. A subtree is stored in one piece.
void PackedLabels::choose_bottom(const std::vector<uint32_t>& parents, size_t usual, size_t limit) {
  const uint32_t nodes = node_count();
  std::vector<uint32_t> sizes(nodes, 1);
  for (uint32_t rank = 0; rank < nodes; ++rank) {
    if (parents[rank] != kNoRank) sizes[parents[rank]] += sizes[rank];
  }
  const auto blocks_of = [&](uint32_t rank) { return depth(rank) / kBlock + size_t{1}; };
  size_t blocks = 0;
  for (bottom_ = 0;; bottom_ = std::max(1u, 2 * bottom_)) {
    blocks = entry_count_ = 0;
    for (uint32_t rank = 0; rank < nodes; ++rank) {
      if (sizes[rank] <= bottom_) continue;
      blocks += blocks_of(rank);
      entry_count_ += depth(rank) + size_t{1};
    }
    if (blocks * kBlockBytes <= usual || bottom_ == kMaxBottom) break;
  }
  if (blocks * kBlockBytes > limit) throw LabelsTooLargeError(blocks * kBlockBytes);
  if (blocks >= UINT32_MAX / kBlock || nodes >= kNotStored) throw std::bad_alloc();
  std::vector<uint32_t> by_place(nodes);
  for (uint32_t rank = 0; rank < nodes; ++rank) by_place[records_[rank].place] = rank;
  size_t block = 0;
  for (const uint32_t rank : by_place) {
    if (sizes[rank] <= bottom_) continue;
    records_[rank].block = static_cast<uint32_t>(block);
    block += blocks_of(rank);
  }
  for (uint32_t rank = nodes; rank-- > 0;) {
    if (sizes[rank] > bottom_) continue;
    const uint32_t parent = parents[rank];
    const bool root = parent == kNoRank || sizes[parent] > bottom_;
    records_[rank].block = root ? kNotStored + rank : records_[parent].block;
  }
  entries_.resize(blocks * kBlock);
  upper_ends_.resize(blocks * kBlock);
  minima_.resize(blocks);
}

void PackedLabels::build(const Cch& cch, const JobControl* control, size_t limit, size_t usual) {
  constexpr uint32_t kLook = 1024;  // nodes between two checks for a cancel
  const uint32_t nodes = cch.node_count();
  nodes_ = cch.order();
  ranks_.resize(nodes);
  std::vector<uint32_t> parents(nodes);
  for (uint32_t rank = 0; rank < nodes; ++rank) {
    ranks_[nodes_[rank]] = rank;
    parents[rank] = cch.parent(rank);
  }
  records_.assign(nodes + size_t{1}, {});
  const AncestorTable::Tree tree = ancestors_.build(parents);
  for (uint32_t rank = 0; rank < nodes; ++rank) {
    records_[rank].place = tree.places[rank];
    records_[rank].depth = tree.depths[rank];
  }
  height_ = tree.height;
  choose_bottom(parents, usual, limit);
  copy_arcs(cch);
  find_exits(limit - entry_bytes());
  std::vector<Cost> label;
  std::vector<uint32_t> by;
  // Goes from the highest rank down, so that all labels on which a label depends are final.
  for (uint32_t rank = nodes; rank-- > 0;) {
    if (control != nullptr && rank % kLook == 0 && control->cancelled()) return;
    if (stored(rank)) compute(rank, label, by);
  }
}

// Merges the exits of the upper neighbours, from the highest rank down.
void PackedLabels::find_exits(size_t limit) {
  first_exit_.clear();
  exits_.clear();
  if (bottom_ == 0) return;
  const uint32_t nodes = node_count();
  // Every node of a subtree reaches its root, and so all upper ends of the root unless arcs have no weight.
  size_t most = 0;
  for (uint32_t rank = 0; rank < nodes; ++rank) most += stored(rank) ? 0 : arcs(exits_root(rank)).size();
  if (most * sizeof(Exit) > limit) throw LabelsTooLargeError(entry_bytes() + most * sizeof(Exit));
  if (most >= UINT32_MAX) throw std::bad_alloc();
  exits_.reserve(most);
  first_exit_.assign(nodes + size_t{1}, 0);
  std::vector<Exit> best;  // by place
  for (uint32_t rank = nodes; rank-- > 0;) {
    first_exit_[rank] = first_exit_[rank + 1];
    if (stored(rank)) continue;
    const std::span<const Arc> ways_out = arcs(exits_root(rank));
    best.assign(ways_out.size(), {Cch::kNone, 0, 0});
    for (uint32_t a = first_arc(rank); a < first_arc(rank + 1); ++a) {
      if (weights_[a] == Cch::kNone) continue;
      const auto reach = [&](size_t place, Cost cost) {
        if (cost >= best[place].cost) return;
        best[place] = {cost, static_cast<uint16_t>(place), static_cast<uint16_t>(a - first_arc(rank))};
      };
      const uint32_t target = arcs_[a].target;
      if (stored(target)) {
        const auto at = std::ranges::lower_bound(ways_out, target, {}, &Arc::target);
        reach(static_cast<size_t>(at - ways_out.begin()), weights_[a]);
      } else {
        for (const Exit& exit : exits(target)) reach(exit.place, weights_[a] + exit.cost);
      }
    }
    std::ranges::copy_if(best, std::back_inserter(exits_), [](const Exit& exit) { return exit.cost < Cch::kNone; });
    first_exit_[rank] = static_cast<uint32_t>(exits_.size());
  }
}

void PackedLabels::compute(uint32_t rank, std::vector<Cost>& label, std::vector<uint32_t>& by) {
  const size_t length = (depth(rank) / kBlock + size_t{1}) * kBlock;
  label.assign(length, Cch::kNone);
  by.assign(length, kSearched);
  label[depth(rank)] = 0;
  const std::span<const Arc> up = arcs(rank);
  for (uint32_t i = 0; i < up.size(); ++i) {
    const Cost weight = weights_[first_arc(rank) + i];
    if (weight == Cch::kNone) continue;
    const uint32_t target = up[i].target;
    lower_label(label.data(), by.data(), this->label(target), weight, i, depth(target) + 1);
  }
  const size_t first = size_t{first_block(rank)} * kBlock;
  std::copy(label.begin(), label.end(), entries_.begin() + static_cast<std::ptrdiff_t>(first));
  for (size_t k = 0; k < length; ++k)
    upper_ends_[first + k] = static_cast<uint8_t>(std::min<uint32_t>(by[k], kSearched));
  for (size_t k = 0; k < length; k += kBlock) {
    minima_[(first + k) / kBlock] = *std::min_element(label.begin() + static_cast<std::ptrdiff_t>(k),
                                                      label.begin() + static_cast<std::ptrdiff_t>(k + kBlock));
  }
}

// Searches for the lowest arc that gives the entry of a rank at `depth`. Labels that are not stored come from
// `scratch`.
uint32_t PackedLabels::arc_to(uint32_t rank, uint32_t depth, const Cost* own, const Scratch* scratch) const {
  const auto label_of = [&](uint32_t other) {
    if (stored(other)) return label(other);
    const auto at = std::ranges::find(scratch->ranks, other);
    STRATA_CHECK(at != scratch->ranks.end());
    return scratch->labels[static_cast<size_t>(at - scratch->ranks.begin())].data();
  };
  for (uint32_t a = first_arc(rank);; ++a) {
    STRATA_CHECK(a < first_arc(rank + 1));
    const uint32_t target = arcs_[a].target;
    if (this->depth(target) < depth || weights_[a] == Cch::kNone) continue;
    if (weights_[a] + label_of(target)[depth] == own[depth]) return a;
  }
}

uint32_t PackedLabels::arc_up(uint32_t rank, uint32_t depth) const {
  const Record& record = records_[rank];
  const uint8_t index = upper_ends_[size_t{record.block} * kBlock + depth];
  return index != kSearched ? record.arc + index : arc_to(rank, depth, label(rank), nullptr);
}

std::span<const Cost> PackedLabels::read(uint32_t rank, Scratch& scratch) const {
  const size_t length = depth(rank) + size_t{1};
  if (stored(rank)) return {label(rank), length};
  scratch.ranks.clear();
  for (uint32_t at = rank; at != kNoRank && !stored(at); at = parent(at)) scratch.ranks.push_back(at);
  std::ranges::reverse(scratch.ranks);  // the highest first
  scratch.labels.resize(std::max(scratch.labels.size(), scratch.ranks.size()));
  for (size_t i = 0; i < scratch.ranks.size(); ++i) {
    const uint32_t own = scratch.ranks[i];
    std::vector<Cost>& label = scratch.labels[i];
    label.assign(depth(own) + size_t{1}, Cch::kNone);
    label.back() = 0;
    for (uint32_t a = first_arc(own); a < first_arc(own + 1); ++a) {
      if (weights_[a] == Cch::kNone) continue;
      const uint32_t target = arcs_[a].target;
      const auto at = std::find(scratch.ranks.begin(), scratch.ranks.begin() + static_cast<std::ptrdiff_t>(i), target);
      const Cost* above =
          stored(target) ? this->label(target) : scratch.labels[static_cast<size_t>(at - scratch.ranks.begin())].data();
      for (uint32_t k = 0; k <= depth(target); ++k) label[k] = std::min(label[k], weights_[a] + above[k]);
    }
  }
  return std::span<const Cost>(scratch.labels[scratch.ranks.size() - 1]).first(length);
}

uint32_t PackedLabels::next_up(uint32_t rank, uint32_t depth, const Scratch& scratch) const {
  if (stored(rank)) return arcs_[arc_up(rank, depth)].target;
  const auto at = std::ranges::find(scratch.ranks, rank);
  STRATA_CHECK(at != scratch.ranks.end());
  const Cost* own = scratch.labels[static_cast<size_t>(at - scratch.ranks.begin())].data();
  return arcs_[arc_to(rank, depth, own, &scratch)].target;
}

bool PackedLabels::find_up(uint32_t rank, uint32_t target, Cost& weight, uint32_t& middle) const {
  const std::span<const Arc> up = arcs(rank);
  const auto at = std::ranges::lower_bound(up, target, {}, &Arc::target);
  if (at == up.end() || at->target != target) return false;
  weight = weights_[static_cast<size_t>(&*at - arcs_.data())];
  middle = at->middle;
  return true;
}

uint32_t PackedLabels::arc_number(uint32_t lower, uint32_t upper) const {
  const std::span<const Arc> up = arcs(lower);
  const auto at = std::ranges::lower_bound(up, upper, {}, &Arc::target);
  STRATA_CHECK(at != up.end() && at->target == upper);
  return static_cast<uint32_t>(&*at - arcs_.data());
}

size_t PackedLabels::Scratch::memory_bytes() const {
  size_t bytes = ranks.capacity() * sizeof(uint32_t) + labels.capacity() * sizeof(std::vector<Cost>);
  for (const std::vector<Cost>& label : labels) bytes += label.capacity() * sizeof(Cost);
  return bytes;
}

size_t PackedLabels::memory_bytes() const {
  return (nodes_.capacity() + ranks_.capacity()) * sizeof(uint32_t) + records_.capacity() * sizeof(Record) +
         ancestors_.memory_bytes() + first_exit_.capacity() * sizeof(uint32_t) + exits_.capacity() * sizeof(Exit) +
         arcs_.capacity() * sizeof(Arc) +
         (weights_.capacity() + entries_.capacity() + minima_.capacity()) * sizeof(Cost) + upper_ends_.capacity();
}

}  // namespace strata
