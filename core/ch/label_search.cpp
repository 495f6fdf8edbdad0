#include "core/ch/label_search.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/ch/label_sums.hpp"

namespace strata {
namespace {

struct HubSearch {
  const PackedLabels& labels;
  LabelSearchMemory& memory;
  size_t (&read)[2];
  LabelHub hub = {};

  uint32_t ancestor(uint32_t rank, uint32_t depth) const {
    while (labels.depth(rank) > depth) rank = labels.arc(labels.arc_up(rank, depth)).target;
    return rank;
  }

  // Climbs from the ends of a side to the first nodes with labels. Sets hub, if the other side has climbed before, to
  // the best node that both sides have reached below all labels.
  std::span<const NodeLink> climb_out(int side, std::span<const NodeLink> ends, Cost bound) {
    std::vector<Cost>& cost = memory.climbed[side];
    std::vector<uint32_t>& before = memory.before[side];
    std::vector<NodeLink>& exits = memory.exits[side];
    std::vector<uint32_t>&reached = memory.climb[side], &open = memory.open;
    cost.resize(labels.node_count(), Cch::kNone);
    before.resize(labels.node_count());
    open.clear();
    const auto reach = [&](uint32_t rank, uint32_t from, Cost g) {
      if (g >= cost[rank]) return;
      if (cost[rank] == Cch::kNone) {
        reached.push_back(rank);
        if (!labels.stored(rank)) {
          open.push_back(rank);
          std::push_heap(open.begin(), open.end(), std::greater<>());
        }
      }
      cost[rank] = g;
      before[rank] = from;
    };
    for (const NodeLink& end : ends) reach(end.node, end.node, end.cost);
    while (!open.empty()) {  // the lowest rank first: all costs to it are known
      std::pop_heap(open.begin(), open.end(), std::greater<>());
      const uint32_t rank = open.back();
      open.pop_back();
      const Cost g = cost[rank];
      const std::span<const PackedLabels::Arc> arcs = labels.arcs(rank);
      read[side] += arcs.size();
      for (uint32_t i = 0; i < arcs.size(); ++i) {
        const Cost weight = labels.arc_weight(labels.first_arc(rank) + i);
        if (weight != Cch::kNone) reach(arcs[i].target, rank, g + weight);
      }
      if (side == 0 || memory.climbed[0][rank] == Cch::kNone) continue;
      const Cost sum = g + memory.climbed[0][rank];
      if (sum < bound && sum <= hub.cost) hub = {sum, rank, labels.depth(rank), rank, rank};
    }
    exits.clear();
    for (const uint32_t rank : reached) {
      if (labels.stored(rank)) exits.push_back({rank, cost[rank]});
    }
    std::ranges::sort(exits, {}, &NodeLink::node);
    return exits;
  }
  // Returns whether paths may turn below all labels.
  bool may_turn_below(std::span<const NodeLink> starts, std::span<const NodeLink> goals) const {
    return std::ranges::any_of(starts, [&](const NodeLink& start) {
      return !labels.stored(start.node) && std::ranges::any_of(goals, [&](const NodeLink& goal) {
        return labels.below_together(start.node, goal.node);
      });
    });
  }
  // Sets memory.exits and memory.origins to the exits of the ends of a side, ascending.
  std::span<const NodeLink> read_exits(int side, std::span<const NodeLink> ends) {
    std::vector<LabelSearchMemory::ReachedExit>& found = memory.found;
    std::vector<uint32_t>& roots = memory.roots;
    found.clear();
    roots.clear();
    size_t stored = 0;
    for (const NodeLink& end : ends) {
      if (labels.stored(end.node)) {
        found.push_back({end.node, end.cost, end.node});
        ++stored;
      } else if (std::ranges::find(roots, labels.exits_root(end.node)) == roots.end()) {
        roots.push_back(labels.exits_root(end.node));
      }
    }
    for (const uint32_t root : roots) {  // the ends in one subtree have the same exits
      const std::span<const PackedLabels::Arc> ways_out = labels.arcs(root);
      const size_t begin = found.size();
      for (const PackedLabels::Arc& way : ways_out) found.push_back({way.target, Cch::kNone, 0});
      for (const NodeLink& end : ends) {
        if (labels.stored(end.node) || labels.exits_root(end.node) != root) continue;
        const std::span<const PackedLabels::Exit> own = labels.exits(end.node);
        for (const PackedLabels::Exit& exit : own) {
          LabelSearchMemory::ReachedExit& known = found[begin + exit.place];
          const Cost cost = std::min(end.cost, Cch::kNone) + exit.cost;
          if (cost < known.cost) known = {known.rank, cost, end.node};
        }
        read[side] += own.size();
      }
    }
    if (roots.size() + stored > 1) {
      std::ranges::sort(
          found, [](const auto& a, const auto& b) { return a.rank != b.rank ? a.rank < b.rank : a.cost < b.cost; });
    }
    std::vector<NodeLink>& exits = memory.exits[side];
    std::vector<uint32_t>& origins = memory.origins[side];
    exits.clear();
    origins.clear();
    for (const LabelSearchMemory::ReachedExit& exit : found) {
      if (exit.cost >= Cch::kNone || (!exits.empty() && exits.back().node == exit.rank)) continue;
      exits.push_back({exit.rank, exit.cost});
      origins.push_back(exit.origin);
    }
    return exits;
  }
  // Sets memory.chain to the path from the end to an exit of read_exits.
  void follow_exit(int side, uint32_t exit) {
    const auto at = std::ranges::lower_bound(memory.exits[side], exit, {}, &NodeLink::node);
    uint32_t rank = memory.origins[side][static_cast<size_t>(at - memory.exits[side].begin())];
    std::vector<uint32_t>& chain = memory.chain[side];
    chain.assign(1, rank);
    if (rank == exit) return;
    const std::span<const PackedLabels::Arc> ways_out = labels.arcs(labels.exits_root(rank));
    const auto place = std::ranges::lower_bound(ways_out, exit, {}, &PackedLabels::Arc::target) - ways_out.begin();
    while (rank != exit) {
      const auto own = std::ranges::find(labels.exits(rank), place, &PackedLabels::Exit::place);
      chain.push_back(rank = labels.arcs(rank)[own->arc].target);
    }
  }
  // Sets memory.chain to the path from the end to a rank that climb_out has reached.
  void follow_climb(int side, uint32_t rank) {
    std::vector<uint32_t>& chain = memory.chain[side];
    chain.assign(1, rank);
    for (; memory.before[side][rank] != rank; rank = chain.back()) chain.push_back(memory.before[side][rank]);
    std::ranges::reverse(chain);
  }

  void forget_climbs() {
    for (int side = 0; side < 2; ++side) {
      for (const uint32_t rank : memory.climb[side]) memory.climbed[side][rank] = Cch::kNone;
      memory.climb[side].clear();
    }
  }

  // Returns the deepest of the ends of a side, the first of several.
  uint32_t deepest(std::span<const NodeLink> ends) const {
    return std::ranges::max_element(ends, {}, [&](const NodeLink& end) { return labels.depth(end.node); })->node;
  }
  // Returns whether each end shares more than `length` ancestors with the deepest one, or is an ancestor of it. If this
  // holds on both sides, where the deepest ends share `length` ancestors, all hubs are among these.
  bool on_one_path(std::span<const NodeLink> ends, uint32_t deepest, uint32_t length) const {
    return std::ranges::all_of(ends, [&](const NodeLink& end) {
      const uint32_t joint = labels.common(end.node, deepest);
      return joint > length || joint == labels.depth(end.node) + 1;
    });
  }

  // Sets ways[b] to a lower bound of the costs from an end of a side to the hubs of block b.
  void bound_blocks(std::span<const NodeLink> ends, int side, uint32_t blocks) {
    std::vector<Cost>& costs = memory.costs[side];
    std::vector<uint32_t>& first = memory.first[side];
    std::vector<Cost>& ways = memory.ways[side];
    costs.clear();
    first.clear();
    for (const NodeLink& end : ends) {
      if (own_blocks(end.node) < blocks) continue;
      costs.push_back(std::min(end.cost, Cch::kNone));
      first.push_back(labels.first_block(end.node));
    }
    ways.resize(std::max<size_t>(ways.size(), blocks));
    const LabelGroup group{labels.all_minima(), first.data(), 1, costs.data(), static_cast<uint32_t>(costs.size())};
    least_label_ways(group, ways.data(), 0, blocks);
    read[side] += costs.size() * blocks;
    if (costs.size() == ends.size()) return;
    for (const NodeLink& end : ends) {
      const uint32_t own = own_blocks(end.node);
      if (own >= blocks) continue;
      const Cost* minima = labels.minima(end.node);
      const Cost cost = std::min(end.cost, Cch::kNone);
      for (uint32_t b = 0; b < own; ++b) ways[b] = std::min(ways[b], cost + minima[b]);
      read[side] += own;
    }
  }
  uint32_t own_blocks(uint32_t rank) const { return labels.depth(rank) / kLabelBlock + 1; }

  // Handles ends whose ancestors at depths below `length` are the same on both sides: the labels of each side are
  // combined once, block by block. An end that is such an ancestor itself has a shorter label.
  void meet_above(std::span<const NodeLink> starts, std::span<const NodeLink> goals, uint32_t length, Cost bound) {
    const std::span<const NodeLink> ends[2] = {starts, goals};
    const uint32_t blocks = (length + kLabelBlock - 1) / kLabelBlock;
    for (int side = 0; side < 2; ++side) bound_blocks(ends[side], side, blocks);
    const Cost *there = memory.ways[0].data(), *back = memory.ways[1].data();
    Cost ways[2][kLabelBlock];
    // Combines the labels of a block, without the ends that cannot lead to a path below `bound` or as cheap as the hub.
    const auto meet_in = [&](uint32_t block) {
      const Cost most = std::min(bound - 1, hub.cost);
      for (int side = 0; side < 2; ++side) {
        std::vector<Cost>& costs = memory.costs[side];
        std::vector<uint32_t>& first = memory.first[side];
        const Cost other = (side == 0 ? back : there)[block];
        costs.clear();
        first.clear();
        for (const NodeLink& end : ends[side]) {
          if (block >= own_blocks(end.node)) continue;
          const uint32_t own = labels.first_block(end.node) + block;
          if (std::min(end.cost, Cch::kNone) + labels.all_minima()[own] + other > most) continue;
          costs.push_back(end.cost);
          first.push_back(own * kLabelBlock);
        }
        if (costs.empty()) return;
        const LabelGroup group{labels.entries(), first.data(), 1, costs.data(), static_cast<uint32_t>(costs.size())};
        least_label_ways(group, ways[side], 0, kLabelBlock);
        read[side] += costs.size() * kLabelBlock;
      }
      const uint32_t begin = block * kLabelBlock;
      const uint32_t count = std::min(kLabelBlock, length - begin);
      const Cost least = least_label_sum(ways[0], ways[1], count);
      if (least > most || (least == hub.cost && begin > hub.depth)) return;
      uint32_t k = 0;
      while (ways[0][k] + ways[1][k] != least) ++k;
      const auto over = [&](int side) {
        const auto gives = [&](const NodeLink& end) {
          return block < own_blocks(end.node) && end.cost < Cch::kNone &&
                 end.cost + labels.label(end.node)[begin + k] == ways[side][k];
        };
        return std::ranges::find_if(ends[side], gives)->node;
      };
      hub = {least, kNoRank, begin + k, over(0), over(1)};
    };
    uint32_t first = 0;
    for (uint32_t b = 1; b < blocks; ++b) {
      if (there[b] + back[b] < there[first] + back[first]) first = b;
    }
    if (length > 0 && there[first] + back[first] < bound) meet_in(first);
    for (uint32_t b = 0; b < blocks; ++b) {
      const Cost sum = there[b] + back[b];
      if (b == first || sum >= bound || sum > hub.cost || (sum == hub.cost && b * kLabelBlock > hub.depth)) continue;
      meet_in(b);
    }
  }

  // Returns the cost of the cheapest path between two nodes; Cch::kNone or more if there is none, and any cost above
  // `most` if it is above.
  Cost distance(uint32_t from, uint32_t to, Cost most = 2 * Cch::kNone) {
    const uint32_t length = labels.common(from, to);
    if (length == 0) return Cch::kNone;
    read[0] += length;
    read[1] += length;
    return least_label_sum_in_blocks(labels.blocked(from), labels.blocked(to), length, most);
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
    return depth < joint || ancestor(start, depth) > ancestor(hub.start, hub.depth);
  }

  void meet_one_by_one(std::span<const NodeLink> starts, std::span<const NodeLink> goals, Cost bound) {
    hub.cost = bound;
    bool found = false;
    for (const NodeLink& start : starts) {
      for (const NodeLink& goal : goals) {
        const Cost ends = std::min(start.cost, Cch::kNone) + std::min(goal.cost, Cch::kNone);
        if (ends > hub.cost) continue;
        const Cost rest = distance(start.node, goal.node, hub.cost - ends);
        if (rest >= Cch::kNone) continue;
        const Cost cost = ends + rest;
        if (cost > hub.cost || cost >= bound) continue;
        const uint32_t k = first_label_sum(labels.blocked(start.node), labels.blocked(goal.node),
                                           labels.common(start.node, goal.node), rest);
        if (cost == hub.cost && !goes_before(start.node, k)) continue;
        hub = {cost, kNoRank, k, start.node, goal.node};
        found = true;
      }
    }
    if (!found) hub = {};
  }

  // Finds the hub among the common ancestors of ends with labels.
  void meet(std::span<const NodeLink> starts, std::span<const NodeLink> goals, bool links_are_distances, Cost bound) {
    if (starts.empty() || goals.empty()) return;
    const auto try_above = [&] {
      const uint32_t start = deepest(starts), goal = deepest(goals), length = labels.common(start, goal);
      if (!on_one_path(starts, start, length) || !on_one_path(goals, goal, length)) return false;
      meet_above(starts, goals, length, bound);
      return true;
    };
    if (try_above()) return;
    if (links_are_distances && starts.size() > 2 && goals.size() > 2) {
      leave_out_far(starts, goals);
      if (try_above()) return;
    }
    meet_one_by_one(starts, goals, bound);
  }
};

}  // namespace

size_t LabelSearchMemory::memory_bytes() const {
  size_t bytes = 0;
  for (int side = 0; side < 2; ++side) {
    bytes += (ways[side].capacity() + costs[side].capacity() + reached[side].capacity()) * sizeof(Cost) +
             climbed[side].capacity() * sizeof(Cost) +
             (near[side].capacity() + exits[side].capacity()) * sizeof(NodeLink) +
             (first[side].capacity() + touched[side].capacity() + before[side].capacity() + climb[side].capacity() +
              origins[side].capacity() + chain[side].capacity()) *
                 sizeof(uint32_t);
  }
  bytes += (parts.capacity() + next_parts.capacity()) * sizeof(Part) +
           (open.capacity() + roots.capacity()) * sizeof(uint32_t) + found.capacity() * sizeof(ReachedExit) +
           scratch.memory_bytes();
  return bytes;
}

LabelHub find_hub(const PackedLabels& labels, std::span<const NodeLink> starts, std::span<const NodeLink> goals,
                  const ChQueryOptions& options, LabelSearchMemory& memory, size_t (&read)[2]) {
  Cost bound = std::min(options.bound, Cch::kNone);
  if (starts.empty() || goals.empty() || bound == 0) return {};
  HubSearch search{labels, memory, read};
  LabelHub below;  // the hub below all labels
  bool by_exits = false;
  if (labels.bottom() > 0) {
    by_exits = !search.may_turn_below(starts, goals);
    starts = by_exits ? search.read_exits(0, starts) : search.climb_out(0, starts, bound);
    goals = by_exits ? search.read_exits(1, goals) : search.climb_out(1, goals, bound);
    search.forget_climbs();
    below = std::exchange(search.hub, {});
    if (below.cost != kInfinite) bound = below.cost + 1;
  }
  search.meet(starts, goals, options.links_are_distances, bound);
  LabelHub& above = search.hub;
  if (above.cost != kInfinite && (options.unpack || above.cost == below.cost)) {
    above.rank = search.ancestor(above.start, above.depth);
  }
  const bool turns_below =
      below.cost != kInfinite && (above.cost == kInfinite || (above.cost == below.cost && above.rank < below.rank));
  const LabelHub& hub = turns_below ? below : above;
  if (hub.cost == kInfinite || !options.unpack) return hub;
  for (int side = 0; side < 2; ++side) {
    const uint32_t end = side == 0 ? hub.start : hub.goal;
    if (labels.bottom() == 0) {
      memory.chain[side].assign(1, end);
    } else if (by_exits) {
      search.follow_exit(side, end);
    } else {
      search.follow_climb(side, end);
    }
  }
  return hub;
}

void pack_label_path(const PackedLabels& labels, const LabelHub& hub, LabelSearchMemory& memory, ChRoute& route) {
  std::vector<LabelSearchMemory::Part>&parts = memory.parts, &back = memory.next_parts;
  std::vector<uint32_t>& packed = route.packed;
  parts.clear();
  back.clear();
  const auto flagged = [&](uint32_t arc) {
    return labels.arc(arc).middle == kNoRank ? arc | PackedLabels::kEdge : arc;
  };
  const std::vector<uint32_t>&there = memory.chain[0], &onwards = memory.chain[1];
  packed.push_back(there.front());
  for (size_t i = 1; i < there.size(); ++i)
    parts.push_back({flagged(labels.arc_number(there[i - 1], there[i])), there[i]});
  // Both sides climb in turns, so that memory is read for both at a time.
  for (uint32_t up = hub.start, down = hub.goal;;) {
    const bool up_ends = labels.depth(up) <= hub.depth, down_ends = labels.depth(down) <= hub.depth;
    if (up_ends && down_ends) break;
    if (!up_ends) {
      const uint32_t arc = labels.arc_up(up, hub.depth);
      parts.push_back({flagged(arc), up = labels.arc(arc).target});
    }
    if (!down_ends) {
      const uint32_t arc = labels.arc_up(down, hub.depth);
      back.push_back({flagged(arc), down});
      down = labels.arc(arc).target;
    }
  }
  parts.insert(parts.end(), back.rbegin(), back.rend());
  for (size_t i = onwards.size(); i-- > 1;) {
    parts.push_back({flagged(labels.arc_number(onwards[i - 1], onwards[i])), onwards[i - 1]});
  }
  for (const LabelSearchMemory::Part& part : parts) packed.push_back(part.to);
}

void unpack_label_path(const PackedLabels& labels, LabelSearchMemory& memory, ChRoute& route) {
  constexpr uint32_t kEdge = PackedLabels::kEdge;
  using Part = LabelSearchMemory::Part;
  std::vector<Part>&parts = memory.parts, &next = memory.next_parts;
  size_t count = parts.size();
  const auto fetch = [&](uint32_t arc) { __builtin_prefetch(&labels.arc(arc & ~kEdge)); };
  for (bool more = true; more;) {
    more = false;
    if (next.size() < 2 * count) next.resize(std::max(4 * count, parts.size()));
    Part* out = next.data();
    uint32_t at = route.packed.front();
    for (size_t i = 0; i < count; ++i) {
      const Part part = parts[i];
      if ((part.arc & kEdge) != 0) {
        *out++ = part;
      } else {
        const PackedLabels::Arc& arc = labels.arc(part.arc);
        const bool up = at < part.to;
        const uint32_t one = up ? arc.to_lower : arc.to_upper, other = up ? arc.to_upper : arc.to_lower;
        *out++ = {one, arc.middle};
        *out++ = {other, part.to};
        if ((one & other & kEdge) == 0) {
          more = true;
          fetch(one);
          fetch(other);
        }
        ++route.unpacked;
      }
      at = part.to;
    }
    count = static_cast<size_t>(out - next.data());
    std::swap(parts, next);
  }
  route.nodes.resize(count + 1);
  route.nodes[0] = route.packed.front();
  for (size_t i = 0; i < count; ++i) route.nodes[i + 1] = parts[i].to;
}

void order_links(std::vector<NodeLink>& links) {
  std::sort(links.begin(), links.end(),
            [](const NodeLink& a, const NodeLink& b) { return a.node != b.node ? a.node < b.node : a.cost < b.cost; });
  links.erase(
      std::unique(links.begin(), links.end(), [](const NodeLink& a, const NodeLink& b) { return a.node == b.node; }),
      links.end());
}

}  // namespace strata
