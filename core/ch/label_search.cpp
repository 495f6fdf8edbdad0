#include "core/ch/label_search.hpp"

#include "core/ch/label_sums.hpp"

namespace strata {
namespace {

struct HubSearch {
  const Cch& cch;
  const Labels& labels;
  LabelSearchMemory& memory;
  size_t (&read)[2];
  LabelHub hub;

  const Cost* label(uint32_t rank) const { return labels.entries().data() + labels.first(rank); }

  uint32_t ancestor(uint32_t rank, uint32_t depth) const {
    while (labels.depth(rank) > depth) rank = cch.parent(rank);
    return rank;
  }

  // Returns how many ancestors all ends share, including the ends themselves.
  uint32_t shared(std::span<const NodeLink> ends) const {
    uint32_t count = labels.depth(ends[0].node) + 1;
    for (const NodeLink& end : ends.subspan(1)) count = std::min(count, labels.common(ends[0].node, end.node));
    return count;
  }

  LabelGroup group(std::span<const NodeLink> ends, int side) {
    std::vector<Cost>& costs = memory.costs[side];
    std::vector<uint32_t>& first = memory.first[side];
    costs.clear();
    first.clear();
    for (const NodeLink& end : ends) {
      costs.push_back(std::min(end.cost, Cch::kNone));
      first.push_back(static_cast<uint32_t>(labels.first(end.node)));
    }
    return {labels.entries().data(), first.data(), 1, costs.data(), static_cast<uint32_t>(ends.size())};
  }

  // Handles starts that share the same ancestors with all goals: the labels of these ancestors are combined
  // once for each side.
  void meet_above(std::span<const NodeLink> starts, std::span<const NodeLink> goals, uint32_t length, Cost bound) {
    for (int side = 0; side < 2; ++side) {
      const std::span<const NodeLink> ends = side == 0 ? starts : goals;
      memory.ways[side].resize(std::max<size_t>(memory.ways[side].size(), length));
      least_label_ways(group(ends, side), memory.ways[side].data(), 0, length);
      read[side] += ends.size() * length;
    }
    const Cost* there = memory.ways[0].data();
    const Cost* back = memory.ways[1].data();
    const Cost least = least_label_sum(there, back, length);
    if (least >= bound) return;
    uint32_t k = 0;
    while (there[k] + back[k] != least) ++k;
    const auto over = [&](std::span<const NodeLink> ends, Cost way) {
      size_t i = 0;
      while (ends[i].cost + label(ends[i].node)[k] != way) ++i;
      return ends[i].node;
    };
    hub = {least, kNoRank, k, over(starts, there[k]), over(goals, back[k])};
    hub.rank = ancestor(hub.start, k);
  }

  // Returns whether another hub of the same cost is more important than the known hub.
  bool goes_before(uint32_t start, uint32_t depth) const {
    const uint32_t joint = labels.common(start, hub.start);
    if (hub.depth < joint) return depth < hub.depth;  // the known hub is an ancestor of both starts
    return depth < joint || ancestor(start, depth) > hub.rank;
  }

  void meet_one_by_one(std::span<const NodeLink> starts, std::span<const NodeLink> goals, Cost bound) {
    hub.cost = bound;
    for (const NodeLink& start : starts) {
      for (const NodeLink& goal : goals) {
        const uint32_t length = labels.common(start.node, goal.node);
        read[0] += length;
        read[1] += length;
        const Cost ends = start.cost + goal.cost;
        if (ends > hub.cost) continue;
        const Cost *there = label(start.node), *back = label(goal.node);
        const Cost rest = least_label_sum(there, back, length);
        if (rest >= Cch::kNone) continue;
        const Cost cost = ends + rest;
        if (cost > hub.cost || cost >= bound) continue;
        uint32_t k = 0;
        while (there[k] + back[k] != rest) ++k;
        if (cost == hub.cost && !goes_before(start.node, k)) continue;
        hub = {cost, kNoRank, k, start.node, goal.node};
        hub.rank = ancestor(start.node, k);
      }
    }
    if (hub.rank == kNoRank) hub = {};
  }
};

}  // namespace

size_t LabelSearchMemory::memory_bytes() const {
  size_t bytes = 0;
  for (int side = 0; side < 2; ++side) {
    bytes += (ways[side].capacity() + costs[side].capacity() + reached[side].capacity()) * sizeof(Cost) +
             (first[side].capacity() + touched[side].capacity()) * sizeof(uint32_t);
  }
  return bytes;
}

LabelHub find_hub(const Cch& cch, const Labels& labels, std::span<const NodeLink> starts,
                  std::span<const NodeLink> goals, Cost bound, LabelSearchMemory& memory, size_t (&read)[2]) {
  if (starts.empty() || goals.empty()) return {};
  HubSearch search{cch, labels, memory, read, {}};
  const uint32_t length = labels.common(starts[0].node, goals[0].node);
  // The condition holds unless an end is an ancestor of another, or some pairs of ends share more
  // ancestors than others.
  if (length < search.shared(starts) && length < search.shared(goals)) {
    search.meet_above(starts, goals, length, bound);
  } else {
    search.meet_one_by_one(starts, goals, bound);
  }
  return search.hub;
}

void order_links(std::vector<NodeLink>& links) {
  std::sort(links.begin(), links.end(),
            [](const NodeLink& a, const NodeLink& b) { return a.node != b.node ? a.node < b.node : a.cost < b.cost; });
  links.erase(
      std::unique(links.begin(), links.end(), [](const NodeLink& a, const NodeLink& b) { return a.node == b.node; }),
      links.end());
}

}  // namespace strata
