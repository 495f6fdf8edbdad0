// Partial customisation: what follows from other weights of a few edges, and nothing else.
#include <algorithm>
#include <queue>

#include "core/base/check.hpp"
#include "core/ch/cch.hpp"

namespace strata {

// The weight and the middle of an arc from scratch: its edge, and the two arcs over each node below both of its ends.
std::pair<Cost, uint32_t> Cch::recomputed(uint32_t lower, uint32_t arc) const {
  const uint32_t upper = targets_[arc];
  Cost best = kInfinite;
  uint32_t middle = kNoRank;
  uint32_t a = down_first_[lower];
  uint32_t b = down_first_[upper];
  const uint32_t a_end = down_first_[lower + 1];
  const uint32_t b_end = down_first_[upper + 1];
  while (a < a_end && b < b_end) {
    if (down_[a] < down_[b]) {
      ++a;
    } else if (down_[a] > down_[b]) {
      ++b;
    } else {
      const uint32_t node = down_[a];
      const Cost one = weights_[down_arc_[a++]];
      const Cost two = weights_[down_arc_[b++]];
      if (one == kInfinite || two == kInfinite || one + two > best) continue;
      best = one + two;
      middle = node;
    }
  }
  if (edges_[arc] <= best) return {edges_[arc], kNoRank};
  return {best, middle};
}

// Arcs by their lower ends: when one is looked at, all arcs that its weight depends on are final.
Cch::Update Cch::update(std::span<const EdgeChange> changes) {
  Update update;
  using Waiting = std::pair<uint32_t, uint32_t>;  // lower end, arc
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
  for (const EdgeChange& change : changes) {
    const uint32_t lower = std::min(ranks_[change.a], ranks_[change.b]);
    const uint32_t arc = arc_index(lower, std::max(ranks_[change.a], ranks_[change.b]));
    if (edges_[arc] == change.weight) continue;
    edges_[arc] = change.weight;
    waiting.emplace(lower, arc);
  }
  while (!waiting.empty()) {
    const auto [lower, arc] = waiting.top();
    while (!waiting.empty() && waiting.top().second == arc) waiting.pop();
    ++update.recomputed;
    const Cost before = weights_[arc];
    const auto [after, middle] = recomputed(lower, arc);
    middles_[arc] = middle;
    if (before == after) continue;
    ++update.changed;
    weights_[arc] = after;
    // The triangles it is a lower side of: the arc between its upper end and another upper end of the same node.
    const uint32_t upper = targets_[arc];
    for (uint32_t other = first_[lower]; other < first_[lower + 1]; ++other) {
      if (other == arc || weights_[other] == kInfinite) continue;
      const uint32_t end = targets_[other];
      const uint32_t third = arc_index(std::min(upper, end), std::max(upper, end));
      const bool held = before != kInfinite && before + weights_[other] == weights_[third];
      const bool holds = after != kInfinite && after + weights_[other] <= weights_[third];
      if (held || holds) waiting.emplace(std::min(upper, end), third);
    }
  }
  return update;
}

}  // namespace strata
