#include "core/ch/label_search.hpp"

#include <algorithm>

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

  // Returns the cost of the cheapest path between two nodes; Cch::kNone or more if there is none.
  Cost distance(uint32_t from, uint32_t to) {
    const uint32_t length = labels.common(from, to);
    read[0] += length;
    read[1] += length;
    return least_label_sum(label(from), label(to), length);
  }

  // Sets memory.near[side] to the ends of a side that a cheapest path may have, if links are distances. Of the other
  // side only the end `fixed` with the cheapest link is looked at. As d(j, fixed) <= link(j) + link(fixed) for each of
  // its ends j,
  //   link(i) + d(i, j) + link(j) >= link(i) + d(i, fixed) - link(fixed).
  // Lowers `bound`, above which no path is asked for, to the cost of a known path. Returns false if a distance is not
  // known.
  bool find_near(int side, std::span<const NodeLink> ends, const NodeLink& fixed, Cost& bound) {
    std::vector<Cost>& over = memory.costs[side];
    over.clear();
    for (const NodeLink& end : ends) {
      const Cost cost = distance(end.node, fixed.node);
      if (cost >= Cch::kNone || end.cost >= Cch::kNone - cost) return false;
      over.push_back(end.cost + cost);
      bound = std::min(bound, end.cost + cost + fixed.cost);
    }
    std::vector<NodeLink>& near = memory.near[side];
    near.clear();
    for (size_t i = 0; i < ends.size(); ++i) {
      if (over[i] <= bound + fixed.cost) near.push_back(ends[i]);
    }
    return true;
  }

  // Leaves out the ends that no cheapest path has.
  void leave_out_far(std::span<const NodeLink>& starts, std::span<const NodeLink>& goals) {
    const auto cheapest = [](std::span<const NodeLink> ends) {
      return *std::ranges::min_element(ends, {}, &NodeLink::cost);
    };
    const NodeLink start = cheapest(starts), goal = cheapest(goals);
    Cost bound = Cch::kNone;
    if (start.cost >= bound || goal.cost >= bound) return;
    if (!find_near(0, starts, goal, bound) || !find_near(1, goals, start, bound)) return;
    if (memory.near[0].empty() || memory.near[1].empty()) return;
    starts = memory.near[0];
    goals = memory.near[1];
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
             near[side].capacity() * sizeof(NodeLink) +
             (first[side].capacity() + touched[side].capacity()) * sizeof(uint32_t);
  }
  return bytes;
}

LabelHub find_hub(const Cch& cch, const Labels& labels, std::span<const NodeLink> starts,
                  std::span<const NodeLink> goals, const ChQueryOptions& options, LabelSearchMemory& memory,
                  size_t (&read)[2]) {
  if (starts.empty() || goals.empty()) return {};
  const Cost bound = std::min(options.bound, Cch::kNone);
  HubSearch search{cch, labels, memory, read, {}};
  // All pairs meet above unless an end is an ancestor of another, or some pairs of ends share more ancestors than
  // others.
  const auto try_above = [&] {
    const uint32_t length = labels.common(starts[0].node, goals[0].node);
    if (length >= search.shared(starts) || length >= search.shared(goals)) return false;
    search.meet_above(starts, goals, length, bound);
    return true;
  };
  if (try_above()) return search.hub;
  if (options.links_are_distances && starts.size() > 2 && goals.size() > 2) {
    search.leave_out_far(starts, goals);
    if (try_above()) return search.hub;
  }
  search.meet_one_by_one(starts, goals, bound);
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
