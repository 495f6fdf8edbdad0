// Purpose: These functions search for one agent, in threads of the processor or on a device: by A* over cells, and by
//          A* over the abstract graph between a start and a goal that were linked to the nodes of their clusters.
// Source: Rahmani, Pelechano 2020, section 5 (one search per agent; start and goal linked side by side); Hart, Nilsson,
//         Raphael 1968; Botea, Müller, Schaeffer 2004, section 4.2.
// Differs: Linking the start and linking the goal are separate work items, so that no thread waits for another.
// Units: As in core/grid/cost.hpp.
// Ties: smaller f, then larger g, then lowest id.
// Shapes: All memory belongs to the caller. Each record holds the number of the search that wrote it (its stamp), so
//         that a new search need not clear the records.
// Errors: kOutOfScratch if the open list does not fit. The caller then searches again with more memory.
#pragma once

#include <cstdint>

#include "core/tables/tables_view.hpp"

namespace strata {

// The status of a search that ran out of scratch memory; its value differs from those of PlanStatus.
inline constexpr PlanStatus kOutOfScratch{0xff};
// A search of the abstract graph ends at this cost, like that of HPA*, or earlier: the sum with an edge, which costs
// less than 2^30, and a heuristic must fit into a Cost.
inline constexpr Cost kMaxAbstractPath = 1u << 31;
STRATA_HD inline Cost abstract_limit(const TablesView& view) {
  constexpr Cost kRest = kInfinite - (1u << 30);
  const Cost across = view.least_cost({0, 0}, {view.width, view.height});
  if (across >= kRest) return 0;
  return kRest - across < kMaxAbstractPath ? kRest - across : kMaxAbstractPath;
}

struct AgentStartGoal {
  CellId start = kNoCell;
  CellId goal = kNoCell;
};

// An entry of the open list, which is ordered by key, then by id.
struct OpenEntry {
  uint64_t key = 0;  // f in the upper half, the complement of g in the lower half
  uint32_t id = 0;
  STRATA_HD Cost g() const { return ~static_cast<Cost>(key); }
};

// A heap in which each entry has up to four children, in the caller's memory.
struct AgentOpenList {
  OpenEntry* entries = nullptr;
  uint32_t capacity = 0;
  uint32_t count = 0;
  bool overflowed = false;

  STRATA_HD static bool before(const OpenEntry& a, const OpenEntry& b) {
    return a.key < b.key || (a.key == b.key && a.id < b.id);
  }
  STRATA_HD void push(Cost f, Cost g, uint32_t id) {
    if (count == capacity) {
      overflowed = true;
      return;
    }
    const OpenEntry entry{static_cast<uint64_t>(f) << 32 | static_cast<Cost>(~g), id};
    uint32_t place = count++;
    while (place > 0) {
      const uint32_t parent = (place - 1) / 4;
      if (!before(entry, entries[parent])) break;
      entries[place] = entries[parent];
      place = parent;
    }
    entries[place] = entry;
  }
  STRATA_HD bool pop(OpenEntry& first) {
    if (count == 0) return false;
    first = entries[0];
    const OpenEntry last = entries[--count];
    uint32_t place = 0;
    for (;;) {
      const uint32_t child = place * 4 + 1;
      if (child >= count) break;
      uint32_t least = child;
      const uint32_t end = child + 4 < count ? child + 4 : count;
      for (uint32_t c = child + 1; c < end; ++c) {
        if (before(entries[c], entries[least])) least = c;
      }
      if (!before(entries[least], last)) break;
      entries[place] = entries[least];
      place = least;
    }
    if (count > 0) entries[place] = last;
    return true;
  }
};

// The memory of one search. The caller must set `stamp`, the number of the last search, and the records to zero
// before the first search.
template <class Record>
struct SearchScratch {
  Record* records = nullptr;
  uint32_t count = 0;  // number of records
  uint32_t* stamp = nullptr;
  OpenEntry* open = nullptr;
  uint32_t open_capacity = 0;
};

// --- Over cells -----------------------------------------------------------------------------------------------------

struct AgentCellRecord {
  Cost g = 0;
  uint32_t tag = 0;  // number of the search << 4 | direction in which it reached the cell (8: the start)
};
inline constexpr uint32_t kReachedAsStart = 8;
inline constexpr uint32_t kLastCellStamp = (1u << 28) - 1;

// Holds at least one record for every cell of the area searched.
using CellScratch = SearchScratch<AgentCellRecord>;

// A rectangle of cells; records are row-major inside it.
struct SearchArea {
  int32_t x0 = 0, y0 = 0;
  int32_t width = 0, height = 0;
  STRATA_HD bool contains(Cell c) const { return c.x >= x0 && c.y >= y0 && c.x < x0 + width && c.y < y0 + height; }
  STRATA_HD uint32_t index(Cell c) const {
    return static_cast<uint32_t>(c.y - y0) * static_cast<uint32_t>(width) + static_cast<uint32_t>(c.x - x0);
  }
};
STRATA_HD inline SearchArea whole_map(const TablesView& view) { return {0, 0, view.width, view.height}; }
STRATA_HD inline SearchArea cluster_area(const TablesView& view, Cell c) {
  SearchArea area{c.x / view.side * view.side, c.y / view.side * view.side, view.side, view.side};
  if (area.x0 + area.width > view.width) area.width = view.width - area.x0;
  if (area.y0 + area.height > view.height) area.height = view.height - area.y0;
  return area;
}

// Returns the neighbour of a cell in a direction. The offsets are encoded in constants, two bits for each direction: a
// table would need a copy for the processor and one for the device.
// one for the device.
STRATA_HD inline Cell step_to(Cell from, uint32_t direction) {
  return {from.x + static_cast<int>((0x1a9u >> (2 * direction)) & 3u) - 1,
          from.y + static_cast<int>((0x1a90u >> (2 * direction)) & 3u) - 1};
}
STRATA_HD inline uint32_t lowest_direction(uint32_t mask) {
  const uint32_t low = mask & (0u - mask);
  return ((low & 0xaau) != 0 ? 1u : 0u) | ((low & 0xccu) != 0 ? 2u : 0u) | ((low & 0xf0u) != 0 ? 4u : 0u);
}
// Returns the moves worth trying at a cell reached in `direction`: the parent reaches the cells behind it and beside it
// at no greater cost.
STRATA_HD inline uint32_t forward_moves(uint32_t direction) {
  if (direction == kReachedAsStart) return 0xff;
  const uint32_t back = 0b00111000u << direction;
  return ~(back | back >> 8) & 0xffu;
}
STRATA_HD inline Cost least_cost(const TablesView& view, Cell a, Cell b) { return view.least_cost(a, b); }
STRATA_HD inline bool can_stand(const TablesView& view, CellId cell) {
  return view.contains(cell) && view.weights[cell] != 0;
}
// Returns kFound if the agent can stand at both ends.
STRATA_HD inline PlanStatus check_agent(const TablesView& view, const AgentStartGoal& agent) {
  if (!can_stand(view, agent.start)) return PlanStatus::kStartBlocked;
  return can_stand(view, agent.goal) ? PlanStatus::kFound : PlanStatus::kGoalBlocked;
}

// Returns the number (stamp) of a new search; clears the records when all numbers have been used.
STRATA_HD inline uint32_t next_cell_stamp(const CellScratch& scratch) {
  if (*scratch.stamp == kLastCellStamp) {
    for (uint32_t i = 0; i < scratch.count; ++i) scratch.records[i] = AgentCellRecord{};
    *scratch.stamp = 0;
  }
  return ++*scratch.stamp;
}

// Searches inside `area` with A* from a cell on which the agent can stand. If the goal is kNoCell, it computes the
// costs of all reachable cells (Dijkstra), and the status is kNoPath. The results are in the records.
STRATA_HD inline PlanStatus search_cells(const TablesView& view, const SearchArea& area, CellId start, CellId goal,
                                         Cost limit, const CellScratch& scratch) {
  const uint32_t stamp = next_cell_stamp(scratch);
  AgentCellRecord* const records = scratch.records;
  AgentOpenList open{scratch.open, scratch.open_capacity, 0, false};
  const Cell source = view.cell(start);
  const bool guided = goal != kNoCell;
  const Cell target = guided ? view.cell(goal) : source;
  records[area.index(source)] = {0, stamp << 4 | kReachedAsStart};
  open.push(guided ? least_cost(view, source, target) : 0, 0, start);
  OpenEntry entry;
  while (open.pop(entry)) {
    const Cell here = view.cell(entry.id);
    const uint32_t index = area.index(here);
    const AgentCellRecord record = records[index];
    if (record.g != entry.g()) continue;  // outdated: a cheaper path was found after this entry was pushed
    if (entry.id == goal) return PlanStatus::kFound;
    if (entry.g() > limit) return PlanStatus::kCostOverflow;
    const Cost weight = view.weights[entry.id];
    for (uint32_t mask = view.moves[entry.id] & forward_moves(record.tag & 15u); mask != 0; mask &= mask - 1) {
      const uint32_t direction = lowest_direction(mask);
      const Cell there = step_to(here, direction);
      if (!area.contains(there)) continue;
      const CellId next = view.id(there);
      const Cost base = (direction & 1) != 0 ? view.diagonal : view.straight;
      const Cost g = entry.g() + base / 2 * (weight + view.weights[next]);
      AgentCellRecord& known = records[area.index(there)];
      if (known.tag >> 4 == stamp && known.g <= g) continue;
      known = {g, stamp << 4 | direction};
      open.push(guided ? g + least_cost(view, there, target) : g, g, next);
    }
    if (open.overflowed) return kOutOfScratch;
  }
  return PlanStatus::kNoPath;
}

// Calls emit(cell) for every cell of the path that search_cells found, from the goal back to the start. Returns the
// number of cells. `hop` becomes the first cell after the start, or the goal if there is none.
template <class Emit>
STRATA_HD inline uint32_t walk_cells_back(const TablesView& view, const CellScratch& scratch, CellId goal, CellId& hop,
                                          Emit&& emit) {
  const SearchArea area = whole_map(view);
  Cell at = view.cell(goal);
  hop = goal;
  for (uint32_t count = 1;; ++count) {
    const CellId id = view.id(at);
    emit(id);
    const uint32_t direction = scratch.records[area.index(at)].tag & 15u;
    if (direction == kReachedAsStart) return count;
    hop = id;
    at = step_to(at, direction ^ 4u);
  }
}

// --- Over the abstract graph ----------------------------------------------------------------------------------------

struct AgentNodeRecord {
  Cost g = 0;
  uint32_t stamp = 0;
  uint32_t parent = 0;
};
// Flag in a node's parent: the node was reached by an intra-edge. Then only inter-edges are generated, as the direct
// intra-edge costs no more than two in a row.
inline constexpr uint32_t kByIntraEdge = 1u << 31;

// Holds the records of the graph's nodes, then of the start, then of the goal.
using NodeScratch = SearchScratch<AgentNodeRecord>;

// The state that all searches over nodes share: the open list, and the records of the nodes.
struct NodeFrontier {
  AgentNodeRecord* records = nullptr;
  uint32_t stamp = 0;
  AgentOpenList open;

  // Begins a search: its new number (stamp) makes all records of earlier searches count as empty.
  STRATA_HD explicit NodeFrontier(const NodeScratch& scratch) : records(scratch.records) {
    if (++*scratch.stamp == 0) {
      for (uint32_t i = 0; i < scratch.count; ++i) scratch.records[i] = AgentNodeRecord{};
      *scratch.stamp = 1;
    }
    stamp = *scratch.stamp;
    open = {scratch.open, scratch.open_capacity, 0, false};
  }
  STRATA_HD bool improves(uint32_t node, Cost g) const { return records[node].stamp != stamp || records[node].g > g; }
  STRATA_HD void push(uint32_t node, Cost g, Cost h, uint32_t parent) {
    records[node] = {g, stamp, parent};
    open.push(g + h, g, node);
  }
  // Pops the next entry, but skips outdated ones, for which a cheaper path was found later. Returns false if
  // the list is empty.
  STRATA_HD bool pop(OpenEntry& entry) {
    while (open.pop(entry)) {
      if (records[entry.id].g == entry.g()) return true;
    }
    return false;
  }
};

// The costs from the start and the goal of an agent to the nodes of their clusters; index i belongs to the i-th node of
// the cluster. kNoWay: there is no path.
struct AgentLinks {
  const Cost* start = nullptr;
  const Cost* goal = nullptr;
  Cost direct = kNoWay;  // cost from start to goal inside a cluster that both share
};

// Links `end` to the nodes of its cluster by a search inside the cluster. Sets `direct` to the cost to the other end if
// that is reachable inside the same cluster. Returns kOutOfScratch or kFound.
STRATA_HD inline PlanStatus link_agent(const TablesView& view, CellId end, CellId other, const CellScratch& scratch,
                                       Cost* costs, Cost& direct) {
  const Cell cell = view.cell(end);
  const SearchArea area = cluster_area(view, cell);
  const TableCluster& cluster = view.clusters[view.cluster_of(cell)];
  direct = kNoWay;
  if (search_cells(view, area, end, kNoCell, kInfinite, scratch) == kOutOfScratch) return kOutOfScratch;
  const auto cost_of = [&](Cell to) {
    const AgentCellRecord& record = scratch.records[area.index(to)];
    return record.tag >> 4 == *scratch.stamp ? record.g : kNoWay;
  };
  for (uint32_t slot = 0; slot < cluster.nodes; ++slot) {
    costs[slot] = cost_of(view.cell(view.node_cell[cluster.first + slot]));
  }
  if (area.contains(view.cell(other))) direct = cost_of(view.cell(other));
  return PlanStatus::kFound;
}

// Runs A* over the nodes of level 1. The cost of the path is in the goal's record.
STRATA_HD inline PlanStatus search_nodes(const TablesView& view, const AgentStartGoal& agent, const AgentLinks& links,
                                         const NodeScratch& scratch) {
  const uint32_t start = view.nodes, goal = view.nodes + 1;
  NodeFrontier frontier(scratch);
  const Cell source = view.cell(agent.start), target = view.cell(agent.goal);
  const uint32_t source_cluster = view.cluster_of(source), target_cluster = view.cluster_of(target);
  const auto visit = [&](uint32_t node, Cost g, uint32_t parent) {
    if (!frontier.improves(node, g)) return;
    frontier.push(node, g, node == goal ? 0 : least_cost(view, view.cell(view.node_cell[node]), target), parent);
  };
  const Cost limit = abstract_limit(view);
  if (limit == 0) return PlanStatus::kCostOverflow;
  frontier.push(start, 0, least_cost(view, source, target), start);
  OpenEntry entry;
  while (frontier.pop(entry)) {
    if (entry.id == goal) return PlanStatus::kFound;
    if (entry.g() > limit) return PlanStatus::kCostOverflow;
    if (entry.id == start) {
      const TableCluster& cluster = view.clusters[source_cluster];
      for (uint32_t slot = 0; slot < cluster.nodes; ++slot) {
        if (links.start[slot] < kNoWay) visit(cluster.first + slot, links.start[slot], start | kByIntraEdge);
      }
      if (links.direct < kNoWay) visit(goal, links.direct, start);
    } else {
      const uint32_t own = view.node_cluster[entry.id];
      const TableCluster& cluster = view.clusters[own];
      const uint32_t slot = entry.id - cluster.first;
      for (uint32_t e = cluster.link_begin[slot]; e < cluster.link_begin[slot + 1]; ++e) {
        const TableInterEdge& link = cluster.links[e];
        visit(view.clusters[link.cluster].first + link.slot, entry.g() + link.cost, entry.id);
      }
      for (uint32_t e = view.first_link(view.links_from, entry.id);
           e < view.link_count && view.links_from[e].node == entry.id; ++e) {
        visit(view.links_from[e].other, entry.g() + view.links_from[e].cost, entry.id);
      }
      if ((frontier.records[entry.id].parent & kByIntraEdge) == 0) {
        const Cost* between = cluster.between + static_cast<size_t>(slot) * cluster.nodes;
        for (uint32_t i = 0; i < cluster.nodes; ++i) {
          if (i != slot && between[i] < kNoWay) {
            visit(cluster.first + i, entry.g() + between[i], entry.id | kByIntraEdge);
          }
        }
        if (own == target_cluster && links.goal[slot] < kNoWay) visit(goal, entry.g() + links.goal[slot], entry.id);
      }
    }
    if (frontier.open.overflowed) return kOutOfScratch;
  }
  return PlanStatus::kNoPath;
}

// Calls emit(cell) for every cell of the abstract path that search_nodes found, from the goal back to the start, no
// cell twice in a row. Returns the number of cells. `hop` becomes the first cell after the start, or the goal if there
// is none.
template <class Emit>
STRATA_HD inline uint32_t walk_nodes_back(const TablesView& view, const NodeScratch& scratch,
                                          const AgentStartGoal& agent, CellId& hop, Emit&& emit) {
  hop = agent.goal;
  CellId last = agent.goal;
  uint32_t count = 1;
  emit(last);
  for (uint32_t node = view.nodes + 1; node != view.nodes;) {
    node = scratch.records[node].parent & ~kByIntraEdge;
    const CellId cell = node == view.nodes ? agent.start : view.node_cell[node];
    if (cell == last) continue;
    hop = last;
    last = cell;
    emit(cell);
    ++count;
  }
  return count;
}

}  // namespace strata
