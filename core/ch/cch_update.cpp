// Partial customisation: what follows from other weights of a few edges, and nothing else.
#include <algorithm>
#include <queue>

#include "core/ch/cch.hpp"

namespace strata {

// The weight and the middle of an arc from scratch: its edge, and the two arcs over each node below both of its ends.
std::pair<Cost, uint32_t> Cch::recomputed(uint32_t lower, uint32_t arc) const {
  const uint32_t upper = elimination_.target(arc);
  Cost best = kNone;
  uint32_t middle = kNoRank;
  // The nodes below both are met from the highest down.
  const std::span<const uint32_t> below = elimination_.down(lower), beside = elimination_.down(upper);
  size_t a = below.size(), b = beside.size();
  while (a > 0 && b > 0) {
    if (below[a - 1] != beside[b - 1]) {
      below[a - 1] > beside[b - 1] ? --a : --b;
      continue;
    }
    const uint32_t node = below[a - 1];
    const Cost way = weights_[arc_between(node, lower)] + weights_[arc_between(node, upper)];
    if (way < best) {
      best = way;
      middle = node;
    }
    --a;
    --b;
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
    const uint32_t lower = std::min(rank(change.a), rank(change.b));
    const uint32_t arc = arc_between(rank(change.a), rank(change.b));
    const Cost weight = std::min(change.weight, kNone);
    if (edges_[arc] == weight) continue;
    edges_[arc] = weight;
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
    if (update.lower_ends.empty() || update.lower_ends.back() != lower) update.lower_ends.push_back(lower);
    weights_[arc] = after;
    // The triangles it is a lower side of: the arc between its upper end and another upper end of the same node.
    const uint32_t upper = elimination_.target(arc);
    for (uint32_t other = first_arc(lower); other < first_arc(lower + 1); ++other) {
      if (other == arc || weights_[other] == kNone) continue;
      const uint32_t end = elimination_.target(other);
      const uint32_t third = arc_between(upper, end);
      const bool held = before != kNone && before + weights_[other] == weights_[third];
      const bool holds = after != kNone && after + weights_[other] <= weights_[third];
      if (held || holds) waiting.emplace(std::min(upper, end), third);
    }
  }
  return update;
}

}  // namespace strata
