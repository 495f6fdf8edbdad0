#include "core/ch/cch.hpp"

#include <algorithm>

#include "core/base/check.hpp"

namespace strata {
namespace {

constexpr Cost kFar = 1u << 31;    // above any way; twice a kFar fits into 64 bits, kFar + a weight into a Cost
constexpr uint32_t kLooks = 1024;  // ranks between two looks at whether the work is still wanted

bool cancelled(JobControl* control, uint32_t rank) {
  return control != nullptr && rank % kLooks == 0 && control->cancelled();
}

}  // namespace

// Chordal completion: the upper ends of a node are those of its edges and those of its children in the elimination
// tree.
void Cch::build(const CsrGraph& graph, std::vector<uint32_t> order, JobControl* control) {
  const uint32_t count = graph.node_count();
  STRATA_CHECK(order.size() == count);
  *this = {};
  nodes_ = std::move(order);
  ranks_.resize(count);
  for (uint32_t rank = 0; rank < count; ++rank) ranks_[nodes_[rank]] = rank;
  first_.assign(1, 0);
  first_.reserve(count + 1);
  std::vector<uint32_t> seen(count, kNoRank);
  std::vector<uint32_t> next_sibling(count, kNoRank), first_child(count, kNoRank);
  for (uint32_t rank = 0; rank < count; ++rank) {
    if (cancelled(control, rank)) return;
    const size_t begin = targets_.size();
    seen[rank] = rank;
    const auto add = [&](uint32_t upper) {
      if (upper < rank || seen[upper] == rank) return;
      seen[upper] = rank;
      targets_.push_back(upper);
    };
    for (const uint32_t node : graph.targets_of(nodes_[rank])) add(ranks_[node]);
    for (uint32_t child = first_child[rank]; child != kNoRank; child = next_sibling[child]) {
      for (uint32_t a = first_[child]; a < first_[child + 1]; ++a) add(targets_[a]);
    }
    std::sort(targets_.begin() + static_cast<std::ptrdiff_t>(begin), targets_.end());
    first_.push_back(static_cast<uint32_t>(targets_.size()));
    if (targets_.size() > begin) {
      const uint32_t parent = targets_[begin];
      next_sibling[rank] = first_child[parent];
      first_child[parent] = rank;
    }
  }
  down_first_.assign(count + 1, 0);
  for (const uint32_t upper : targets_) ++down_first_[upper + 1];
  for (uint32_t rank = 0; rank < count; ++rank) down_first_[rank + 1] += down_first_[rank];
  down_.resize(targets_.size());
  down_arc_.resize(targets_.size());
  std::vector<uint32_t> fill(down_first_.begin(), down_first_.end() - 1);
  for (uint32_t rank = 0; rank < count; ++rank) {
    for (uint32_t a = first_[rank]; a < first_[rank + 1]; ++a) {
      const uint32_t place = fill[targets_[a]]++;
      down_[place] = rank;
      down_arc_[place] = a;
    }
  }
}

uint32_t Cch::arc_index(uint32_t lower, uint32_t upper) const {
  const auto begin = targets_.begin() + first_[lower];
  const auto end = targets_.begin() + first_[lower + 1];
  const auto place = std::lower_bound(begin, end, upper);
  STRATA_CHECK(place != end && *place == upper);
  return static_cast<uint32_t>(place - targets_.begin());
}

// Rank by rank: the weights of its arcs are those of its edges, lowered by the two arcs over every lower node. A weight
// and its middle travel as one number, of which the smallest wins: weight first, then an edge before a shortcut, then
// the highest middle.
void Cch::customise(const CsrGraph& graph, JobControl* control) {
  const uint32_t count = node_count();
  STRATA_CHECK(graph.node_count() == count);
  edges_.assign(targets_.size(), kInfinite);
  weights_.resize(targets_.size());
  middles_.resize(targets_.size());
  constexpr uint64_t kNothing = static_cast<uint64_t>(kFar) << 32;
  std::vector<uint64_t> row(count, kNothing);  // by upper end, of the rank at work
  for (uint32_t rank = 0; rank < count; ++rank) {
    if (cancelled(control, rank)) return;
    const uint32_t begin = first_[rank], end = first_[rank + 1];
    const std::span<const uint32_t> neighbours = graph.targets_of(nodes_[rank]);
    const std::span<const Cost> costs = graph.weights_of(nodes_[rank]);
    for (size_t i = 0; i < neighbours.size(); ++i) {
      const uint32_t upper = ranks_[neighbours[i]];
      if (upper > rank) row[upper] = static_cast<uint64_t>(std::min(costs[i], kFar)) << 32;
    }
    for (uint32_t a = begin; a < end; ++a) {
      const auto own = static_cast<Cost>(row[targets_[a]] >> 32);
      edges_[a] = own == kFar ? kInfinite : own;
    }
    for (uint32_t d = down_first_[rank]; d < down_first_[rank + 1]; ++d) {
      const uint32_t arc = down_arc_[d];
      const Cost over = weights_[arc];
      if (over == kInfinite) continue;
      const uint64_t base = static_cast<uint64_t>(over) << 32 | static_cast<uint32_t>(~down_[d]);
      const uint32_t last = first_[down_[d] + 1];
      for (uint32_t a = arc + 1; a < last; ++a) {
        const uint64_t way = base + (static_cast<uint64_t>(std::min(weights_[a], kFar)) << 32);
        uint64_t& best = row[targets_[a]];
        best = way < best ? way : best;
      }
    }
    for (uint32_t a = begin; a < end; ++a) {
      uint64_t& best = row[targets_[a]];
      const auto weight = static_cast<Cost>(best >> 32);
      weights_[a] = weight >= kFar ? kInfinite : weight;
      middles_[a] = weight >= kFar ? kNoRank : ~static_cast<uint32_t>(best);
      best = kNothing;
    }
  }
}

Ch Cch::hierarchy(JobControl* control) const {
  const uint32_t count = node_count();
  std::vector<Cost> exact(weights_);  // by arc: the distance of its ends
  std::vector<uint8_t> kept(targets_.size(), 0);
  std::vector<Cost> own(count, kFar), other(count, kFar);  // by upper end, of the rank at work
  size_t kept_count = 0;
  for (uint32_t rank = count; rank-- > 0;) {
    if (cancelled(control, rank)) return {};
    const uint32_t begin = first_[rank], end = first_[rank + 1];
    for (uint32_t a = begin; a < end; ++a) own[targets_[a]] = std::min(weights_[a], kFar);
    for (uint32_t a = begin; a < end; ++a) {
      const uint32_t via = targets_[a];
      const Cost over = own[via];
      Cost best = other[via];
      for (uint32_t b = first_[via]; b < first_[via + 1]; ++b) {
        const uint32_t upper = targets_[b];
        const Cost between = std::min(exact[b], kFar - 1);
        const Cost there = own[upper] == kFar ? kFar : own[upper] + between;
        best = std::min(best, there);
        other[upper] = std::min(other[upper], over == kFar ? kFar : over + between);
      }
      other[via] = best;
    }
    for (uint32_t a = begin; a < end; ++a) {
      const uint32_t upper = targets_[a];
      kept[a] = own[upper] < kFar && own[upper] < other[upper];
      kept_count += kept[a];
      exact[a] = std::min(own[upper], other[upper]);
      if (exact[a] >= kFar) exact[a] = kInfinite;
    }
    for (uint32_t a = begin; a < end; ++a) {
      const uint32_t upper = targets_[a];
      own[upper] = kFar;
      for (uint32_t b = first_[upper]; b < first_[upper + 1]; ++b) other[targets_[b]] = kFar;
      other[upper] = kFar;
    }
  }
  // The arcs over the highest middle node are kept if the shortcut is.
  std::vector<uint32_t> first(1, 0);
  first.reserve(count + 1);
  std::vector<ChArc> arcs;
  arcs.reserve(kept_count);
  for (uint32_t rank = 0; rank < count; ++rank) {
    for (uint32_t a = first_[rank]; a < first_[rank + 1]; ++a) {
      if (kept[a] != 0) arcs.push_back({targets_[a], weights_[a], middles_[a]});
    }
    first.push_back(static_cast<uint32_t>(arcs.size()));
  }
  return Ch(nodes_, std::move(first), std::move(arcs));
}

size_t Cch::memory_bytes() const {
  return (nodes_.capacity() + ranks_.capacity() + first_.capacity() + targets_.capacity() + down_first_.capacity() +
          down_.capacity() + down_arc_.capacity() + middles_.capacity()) *
             sizeof(uint32_t) +
         (edges_.capacity() + weights_.capacity()) * sizeof(Cost);
}

}  // namespace strata
