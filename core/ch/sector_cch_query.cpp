// Queries walk up the elimination tree (Dibbelt, Strasser, Wagner 2014): only regions of sectors on the path to the
// root matter, so both paths are climbed sector by sector, lowest first.
#include <algorithm>

#include "core/base/check.hpp"
#include "core/base/interruption.hpp"
#include "core/ch/cch_code.hpp"
#include "core/ch/sector_cch.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// Relaxes four entries at a time. The last four may be relaxed twice, which is harmless: pieces are short, and a loop
// over single entries at their ends would take most of the time. __restrict allows the compiler to vectorise.
void relax_four(const Cost* __restrict weights, Cost before, uint32_t node, Cost* __restrict cost,
                uint32_t* __restrict from) {
  for (uint32_t k = 0; k < 4; ++k) {
    const Cost way = before + weights[k];
    const bool better = way < cost[k];
    from[k] = better ? node : from[k];
    cost[k] = better ? way : cost[k];
  }
}

void relax(const Cost* weights, Cost before, uint32_t node, Cost* cost, uint32_t* from, uint32_t count) {
  if (count >= 4) {
    for (uint32_t k = 0; k + 4 < count; k += 4) relax_four(weights + k, before, node, cost + k, from + k);
    relax_four(weights + count - 4, before, node, cost + count - 4, from + count - 4);
    return;
  }
  for (uint32_t k = 0; k < count; ++k) {
    const Cost way = before + weights[k];
    const bool better = way < cost[k];
    from[k] = better ? node : from[k];
    cost[k] = better ? way : cost[k];
  }
}

}  // namespace

template <class Observer>
struct SectorCchQuery {
  using Side = SectorCchWorkspace::Side;
  static constexpr Cost kFar = SectorCch::kFar;

  const SectorCch& cch;
  const Sectors& sectors;
  SectorCchWorkspace& workspace;
  PlanStats& stats;
  Observer observer;

  CellId cell(uint32_t node) const { return sectors.region(cch.region_of(sectors, node)).centre; }
  void report(EventType type, Phase phase, uint8_t line, uint32_t node, uint32_t parent, Cost g) const {
    if constexpr (Observer::kEnabled) {
      observer.on({type, phase, 1, line, cell(node), parent == kNoRank ? kNoCell : cell(parent), g, 0});
    }
  }

  // Expands a node: relaxes its arcs to all nodes above it.
  void open(uint32_t block, uint32_t slot, Side& side, Phase phase) const {
    const uint32_t node = cch.first_node_[block] + slot;
    const Cost before = side.cost[node];
    report(EventType::kExpand, phase, cch_code::kClimb, node, kNoRank, before);
    PhaseStats& count = stats.of(phase);
    ++count.expanded;
    const Cost* weights = cch.row(block, slot);
    uint32_t skip = slot + 1;
    for (const SectorCch::RankRange& run : cch.runs(block)) {
      const uint32_t first = cch.first_node_[run.first] + skip;
      const uint32_t length = cch.first_node_[run.first + run.count] - first;
      const Cost* from = weights + run.column + skip;
      skip = 0;
      count.touched += length;
      if constexpr (Observer::kEnabled) {
        for (uint32_t k = 0; k < length; ++k) {
          const Cost old = side.cost[first + k];
          if (before + from[k] >= old) continue;
          const bool seen = old != kFar;
          report(seen ? EventType::kUpdate : EventType::kGenerate, phase,
                 seen ? cch_code::kUpdate : cch_code::kGenerate, first + k, node, before + from[k]);
        }
      }
      relax(from, before, node, side.cost.data() + first, side.from.data() + first, length);
    }
  }

  void open_block(uint32_t block, Side& side, Phase phase) const {
    interruption_point();
    const uint32_t first = cch.first_node_[block];
    for (uint32_t slot = 0; slot < cch.slots(block); ++slot) {
      if (side.cost[first + slot] >= kFar) continue;
      open(block, slot, side, phase);
    }
  }

  // Resets the costs on the upward path from a node, one sector at a time.
  void clear(uint32_t node, Side& side) const {
    uint32_t block = cch.node_block_[node];
    while (block != kNoRank) {
      uint32_t last = block, next = cch.parents_[block];
      while (next == last + 1) {
        last = next;
        next = cch.parents_[last];
      }
      std::fill(side.cost.begin() + cch.first_node_[block], side.cost.begin() + cch.first_node_[last + 1], kFar);
      block = next;
    }
  }

  // Returns the cost of the cheapest path, and sets `meeting` to the node where both searches meet.
  Cost search(uint32_t start, uint32_t goal, uint32_t& meeting) const {
    Side& forward = workspace.forward;
    Side& backward = workspace.backward;
    for (Side* side : {&forward, &backward}) {
      if (side->cost.size() >= cch.rank_count()) continue;
      side->cost.resize(cch.rank_count(), kFar);
      side->from.resize(cch.rank_count());
    }
    forward.cost[start] = 0;
    backward.cost[goal] = 0;
    report(EventType::kGenerate, Phase::kForward, cch_code::kInit, start, kNoRank, 0);
    report(EventType::kGenerate, Phase::kBackward, cch_code::kInit, goal, kNoRank, 0);
    uint32_t up = cch.node_block_[start], down = cch.node_block_[goal];
    while (up != down) {  // parents have higher ranks, so that the lower block is no ancestor of the other
      if (up < down) {
        open_block(up, forward, Phase::kForward);
        up = cch.parents_[up];
      } else {
        open_block(down, backward, Phase::kBackward);
        down = cch.parents_[down];
      }
    }
    const Cell ends[] = {sectors.cell(cell(start)), sectors.cell(cell(goal))};
    Cost best = kFar;
    for (uint32_t block = up; block != kNoRank; block = cch.parents_[block]) {
      const uint32_t first = cch.first_node_[block];
      for (uint32_t slot = 0; slot < cch.slots(block); ++slot) {
        const uint32_t node = first + slot;
        const Cost there = forward.cost[node], back = backward.cost[node];
        if (there + back < best) {
          best = there + back;
          meeting = node;
          report(EventType::kMeet, Phase::kForward, cch_code::kMeet, node, kNoRank, best);
        }
        // A node is skipped if every path over it costs at least as much as a known path.
        if (std::min(there, back) >= best) continue;
        const Cell at = sectors.cell(cell(node));
        if (there + sectors.bound()(at, ends[1]) < best) open(block, slot, forward, Phase::kForward);
        if (back + sectors.bound()(at, ends[0]) < best) open(block, slot, backward, Phase::kBackward);
      }
    }
    return best;
  }

  // Unpacks the arc from one node to another, in either direction: appends all its regions except the first.
  void unpack(uint32_t from, uint32_t to, std::vector<uint32_t>& regions) const {
    workspace.waiting.assign(1, {from, to});
    while (!workspace.waiting.empty()) {
      const auto [a, b] = workspace.waiting.back();
      workspace.waiting.pop_back();
      const uint32_t lower = std::min(a, b), upper = std::max(a, b);
      const Cost weight = cch.weight(lower, upper);
      const uint32_t middle = cch.middle_of(lower, upper, weight);
      if (middle == kNoRank) {
        report(EventType::kPathEdge, Phase::kRefine, cch_code::kEdge, b, a, weight);
        regions.push_back(cch.region_of(sectors, b));
        continue;
      }
      report(EventType::kRefine, Phase::kRefine, cch_code::kUnpack, b, a, weight);
      ++stats.of(Phase::kRefine).touched;
      workspace.waiting.push_back({middle, b});
      workspace.waiting.push_back({a, middle});
    }
  }

  Cost run(uint32_t from, uint32_t to, std::vector<uint32_t>& regions) const {
    STRATA_CHECK(cch.ready());
    regions.clear();
    const uint32_t start = cch.node_of(sectors, from);
    const uint32_t goal = cch.node_of(sectors, to);
    uint32_t meeting = kNoRank;
    const Cost cost = search(start, goal, meeting);
    if (cost < kFar) {
      std::vector<uint32_t>& packed = workspace.packed;
      packed.clear();
      for (uint32_t node = meeting; node != start;) packed.push_back(node = workspace.forward.from[node]);
      std::reverse(packed.begin(), packed.end());
      packed.push_back(meeting);
      for (uint32_t node = meeting; node != goal;) packed.push_back(node = workspace.backward.from[node]);
      regions.push_back(from);
      for (size_t i = 1; i < packed.size(); ++i) unpack(packed[i - 1], packed[i], regions);
    }
    clear(start, workspace.forward);
    clear(goal, workspace.backward);
    return cost < kFar ? cost : kInfinite;
  }
};

// Returns the middle node of a shortcut, the highest node below both ends; kNoRank for an edge.
uint32_t SectorCch::middle_of(uint32_t lower, uint32_t upper, Cost weight) const {
  if (edge_cost(lower, upper) == weight) return kNoRank;
  uint32_t middle = kNoRank;
  for_lower_triangles(lower, upper, [&](uint32_t node, Cost way) {
    if (way != weight) return false;
    middle = node;
    return true;
  });
  STRATA_CHECK(middle != kNoRank);
  return middle;
}

bool SectorCch::unpack_arc(const Sectors& sectors, uint32_t from, uint32_t to, std::vector<uint32_t>& regions) const {
  STRATA_CHECK(ready());
  const uint32_t a = node_of(sectors, from), b = node_of(sectors, to);
  if (a == b || weight(std::min(a, b), std::max(a, b)) >= kFar) return false;
  SectorCchWorkspace workspace;
  PlanStats stats;
  regions.push_back(from);
  SectorCchQuery<NoObserver>{*this, sectors, workspace, stats, {}}.unpack(a, b, regions);
  return true;
}

Cost SectorCch::route(const Sectors& sectors, uint32_t from, uint32_t to, SectorCchWorkspace& workspace,
                      std::vector<uint32_t>& regions, PlanStats& stats, Trace* trace) const {
  return with_observer(trace, [&](auto observer) {
    return SectorCchQuery<decltype(observer)>{*this, sectors, workspace, stats, observer}.run(from, to, regions);
  });
}

}  // namespace strata
