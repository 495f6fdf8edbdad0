// Purpose: What a device runs: for each kernel the parameters, and a function for one item of the many it is launched
//          over. An item writes nothing that another item of the same launch reads or writes, but in ticks of crowds,
//          where the result does not hang on the order (gpu/crowd_atomic.hpp).
// Source: See gpu/agent_search.hpp and core/tables/tables_view.hpp, whose functions these call.
// Shapes: All pointers are to memory of the device. Agents are those of one chunk, all of one kind, counted from 0.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/agent_search.hpp"
#include "gpu/crowd_step.hpp"

namespace strata {

// The type of a kernel's parameters says which it is: kKernel.
enum class Kernel : uint8_t {
  kClimb,
  kDescend,
  kLookUp,
  kWalk,
  kLink,
  kSearchNodes,
  kWriteNodes,
  kSearchCells,
  kWriteCells,
  kCrowdAdvance,
  kCrowdTake
};

// The answers for a chunk of agents.
struct ChunkAnswers {
  PlanStatus* status = nullptr;
  Cost* cost = nullptr;
  CellId* hop = nullptr;
  uint32_t* length = nullptr;  // of the abstract path; null: paths are not asked for
};

STRATA_HD inline void answer_none(const ChunkAnswers& answers, size_t i, PlanStatus status) {
  answers.status[i] = status;
  answers.cost[i] = kInfinite;
  answers.hop[i] = kNoCell;
  if (answers.length != nullptr) answers.length[i] = 0;
}

// --- Rows of distances: see table_climb and table_descend ----------------------------------------------------------

// A row to be computed.
struct RowJob {
  uint32_t node = 0;
  uint32_t cluster = 0;  // its own
  uint32_t row = 0;
};

// Items: jobs x nodes of the widest cluster of level `at`.
struct ClimbParams {
  static constexpr Kernel kKernel = Kernel::kClimb;
  TablesView view;
  const RowJob* jobs = nullptr;
  Cost* rows = nullptr;
  size_t stride = 0;
  int32_t at = 0;
  uint32_t width = 0;
};
STRATA_HD inline void run_item(const ClimbParams& p, size_t item) {
  const RowJob& job = p.jobs[static_cast<uint32_t>(item) / p.width];
  const uint32_t x = static_cast<uint32_t>(item) % p.width;
  const TableUpper& upper = p.view.level[p.at].clusters[p.view.ancestor(job.cluster, p.at)];
  if (x >= upper.nodes) return;
  Cost* row = p.rows + job.row * p.stride;
  row[p.view.level[p.at].offset + upper.first + x] = table_climb(p.view, row, job.node, job.cluster, p.at, x);
}

// Items: jobs x nodes of level `at` - 1.
struct DescendParams {
  static constexpr Kernel kKernel = Kernel::kDescend;
  TablesView view;
  const RowJob* jobs = nullptr;
  Cost* rows = nullptr;
  size_t stride = 0;
  int32_t at = 0;
};
STRATA_HD inline void run_item(const DescendParams& p, size_t item) {
  const TableLevel& level = p.view.level[p.at];
  const RowJob& job = p.jobs[static_cast<uint32_t>(item) / level.nodes];
  const uint32_t node = static_cast<uint32_t>(item) % level.nodes;
  const uint32_t owner = level.owner[node];
  const TableUpper& upper = level.clusters[owner];
  Cost* row = p.rows + job.row * p.stride;
  Cost* entry = row + level.offset + node;
  const Cost known = owner == p.view.ancestor(job.cluster, p.at) ? *entry : kNoWay;
  *entry = table_descend(p.view, row, upper, p.at, node - upper.first, known);
}

// --- By tables -----------------------------------------------------------------------------------------------------

// Where the rows of distances to a goal are.
struct GoalRows {
  const Cost* rows = nullptr;
  size_t stride = 0;
  const uint32_t* first_row = nullptr;  // by cluster: of its first node

  STRATA_HD FilledRows of(const TablesView& view, CellId goal) const {
    if (!view.contains(goal)) return {rows, stride, 0};
    const uint32_t cluster = view.cluster_of(view.cell(goal));
    if (view.clusters[cluster].nodes == 0) return {rows, stride, 0};
    return {rows + first_row[cluster] * stride, stride, view.clusters[cluster].first};
  }
};

struct LookUpParams {
  static constexpr Kernel kKernel = Kernel::kLookUp;
  TablesView view;
  GoalRows rows;
  const AgentEnds* agents = nullptr;
  ChunkAnswers answers;
  uint32_t* over = nullptr;  // with paths: two an agent, TableAnswer::from and to
};
STRATA_HD inline void run_item(const LookUpParams& p, size_t i) {
  const AgentEnds agent = p.agents[i];
  FilledRows rows = p.rows.of(p.view, agent.goal);
  const TableAnswer answer = table_look_up(p.view, rows, agent.start, agent.goal);
  if (answer.status != PlanStatus::kFound) {
    answer_none(p.answers, i, answer.status);
    return;
  }
  p.answers.status[i] = answer.status;
  p.answers.cost[i] = answer.cost;
  if (p.answers.length == nullptr) {
    p.answers.hop[i] = table_hop(p.view, rows, answer, agent);
    return;
  }
  uint32_t count = 0;
  CellId hop = agent.goal;
  const auto emit = [&](CellId cell) {
    if (count++ == 1) hop = cell;
  };
  p.answers.length[i] = table_walk(p.view, rows, answer, agent.start, agent.goal, emit);
  p.answers.hop[i] = hop;
  p.over[2 * i] = answer.from;
  p.over[2 * i + 1] = answer.to;
}

// The second pass of paths: where they begin is known now.
struct WalkParams {
  static constexpr Kernel kKernel = Kernel::kWalk;
  TablesView view;
  GoalRows rows;
  const AgentEnds* agents = nullptr;
  const uint32_t* over = nullptr;
  const uint32_t* length = nullptr;
  const uint64_t* begin = nullptr;
  CellId* cells = nullptr;
};
STRATA_HD inline void run_item(const WalkParams& p, size_t i) {
  if (p.length[i] == 0) return;
  const AgentEnds agent = p.agents[i];
  FilledRows rows = p.rows.of(p.view, agent.goal);
  TableAnswer answer;
  answer.from = p.over[2 * i];
  answer.to = p.over[2 * i + 1];
  CellId* next = p.cells + p.begin[i];
  table_walk(p.view, rows, answer, agent.start, agent.goal, [&](CellId cell) { *next++ = cell; });
}

// --- A search for every agent --------------------------------------------------------------------------------------

// Memory for many searches side by side: item i uses the i-th part of each array.
struct CellScratches {
  AgentCellRecord* records = nullptr;
  uint32_t* stamps = nullptr;
  OpenEntry* open = nullptr;
  uint32_t cells = 0;  // records for each
  uint32_t open_capacity = 0;
  STRATA_HD CellScratch of(size_t i) const {
    return {records + i * cells, cells, stamps + i, open + i * open_capacity, open_capacity};
  }
};
struct NodeScratches {
  AgentNodeRecord* records = nullptr;
  uint32_t* stamps = nullptr;
  OpenEntry* open = nullptr;
  uint32_t nodes = 0;  // records for each: those of the graph and two
  uint32_t open_capacity = 0;
  STRATA_HD NodeScratch of(size_t i) const {
    return {records + i * nodes, nodes, stamps + i, open + i * open_capacity, open_capacity};
  }
};

// Items: two an agent, its start and its goal.
struct LinkParams {
  static constexpr Kernel kKernel = Kernel::kLink;
  TablesView view;
  const AgentEnds* agents = nullptr;
  CellScratches scratch;
  Cost* links = nullptr;         // `width` an item
  Cost* direct = nullptr;        // an agent
  PlanStatus* linked = nullptr;  // an item: kFound, or kOutOfScratch
  uint32_t width = 0;
};
STRATA_HD inline void run_item(const LinkParams& p, size_t item) {
  const AgentEnds agent = p.agents[item / 2];
  p.linked[item] = PlanStatus::kFound;
  if (check_agent(p.view, agent) != PlanStatus::kFound) return;
  const bool of_start = item % 2 == 0;
  Cost direct = kNoWay;
  p.linked[item] = link_agent(p.view, of_start ? agent.start : agent.goal, of_start ? agent.goal : agent.start,
                              p.scratch.of(item), p.links + item * p.width, direct);
  if (of_start) p.direct[item / 2] = direct;
}

struct SearchNodesParams {
  static constexpr Kernel kKernel = Kernel::kSearchNodes;
  TablesView view;
  const AgentEnds* agents = nullptr;
  NodeScratches scratch;
  const Cost* links = nullptr;
  const Cost* direct = nullptr;
  const PlanStatus* linked = nullptr;
  uint32_t width = 0;
  ChunkAnswers answers;
};
STRATA_HD inline void run_item(const SearchNodesParams& p, size_t i) {
  const AgentEnds agent = p.agents[i];
  PlanStatus status = check_agent(p.view, agent);
  if (status == PlanStatus::kFound) {
    if (p.linked[2 * i] == PlanStatus::kFound && p.linked[2 * i + 1] == PlanStatus::kFound) {
      const AgentLinks links{p.links + 2 * i * p.width, p.links + (2 * i + 1) * p.width, p.direct[i]};
      status = search_nodes(p.view, agent, links, p.scratch.of(i));
    } else {
      status = kOutOfScratch;
    }
  }
  if (status != PlanStatus::kFound) {
    answer_none(p.answers, i, status);
    return;
  }
  const NodeScratch scratch = p.scratch.of(i);
  CellId hop = kNoCell;
  const uint32_t length = walk_nodes_back(p.view, scratch, agent, hop, [](CellId) {});
  p.answers.status[i] = status;
  p.answers.cost[i] = scratch.records[p.view.nodes + 1].g;
  p.answers.hop[i] = hop;
  if (p.answers.length != nullptr) p.answers.length[i] = length;
}

// The second pass: the records are still those of the search.
struct WriteNodesParams {
  static constexpr Kernel kKernel = Kernel::kWriteNodes;
  TablesView view;
  const AgentEnds* agents = nullptr;
  NodeScratches scratch;
  const uint32_t* length = nullptr;
  const uint64_t* begin = nullptr;
  CellId* cells = nullptr;
};
STRATA_HD inline void run_item(const WriteNodesParams& p, size_t i) {
  if (p.length[i] == 0) return;
  CellId* next = p.cells + p.begin[i] + p.length[i];
  CellId hop = kNoCell;
  walk_nodes_back(p.view, p.scratch.of(i), p.agents[i], hop, [&](CellId cell) { *--next = cell; });
}

struct SearchCellsParams {
  static constexpr Kernel kKernel = Kernel::kSearchCells;
  TablesView view;
  const AgentEnds* agents = nullptr;
  CellScratches scratch;
  Cost limit = 0;
  ChunkAnswers answers;
};
STRATA_HD inline void run_item(const SearchCellsParams& p, size_t i) {
  const AgentEnds agent = p.agents[i];
  const CellScratch scratch = p.scratch.of(i);
  PlanStatus status = check_agent(p.view, agent);
  if (status == PlanStatus::kFound) {
    status = search_cells(p.view, whole_map(p.view), agent.start, agent.goal, p.limit, scratch);
  }
  if (status != PlanStatus::kFound) {
    answer_none(p.answers, i, status);
    return;
  }
  CellId hop = kNoCell;
  const uint32_t length = walk_cells_back(p.view, scratch, agent.goal, hop, [](CellId) {});
  p.answers.status[i] = status;
  p.answers.cost[i] = scratch.records[agent.goal].g;
  p.answers.hop[i] = hop;
  if (p.answers.length != nullptr) p.answers.length[i] = length;
}

struct WriteCellsParams {
  static constexpr Kernel kKernel = Kernel::kWriteCells;
  TablesView view;
  const AgentEnds* agents = nullptr;
  CellScratches scratch;
  const uint32_t* length = nullptr;
  const uint64_t* begin = nullptr;
  CellId* cells = nullptr;
};
STRATA_HD inline void run_item(const WriteCellsParams& p, size_t i) {
  if (p.length[i] == 0) return;
  CellId* next = p.cells + p.begin[i] + p.length[i];
  CellId hop = kNoCell;
  walk_cells_back(p.view, p.scratch.of(i), p.agents[i].goal, hop, [&](CellId cell) { *--next = cell; });
}

// --- A tick of a crowd: items are its agents -----------------------------------------------------------------------

struct CrowdAdvanceParams {
  static constexpr Kernel kKernel = Kernel::kCrowdAdvance;
  CrowdView crowd;
};
STRATA_HD inline void run_item(const CrowdAdvanceParams& p, size_t agent) {
  crowd_advance(p.crowd, static_cast<uint32_t>(agent));
}

struct CrowdTakeParams {
  static constexpr Kernel kKernel = Kernel::kCrowdTake;
  CrowdView crowd;
};
STRATA_HD inline void run_item(const CrowdTakeParams& p, size_t agent) {
  crowd_take(p.crowd, static_cast<uint32_t>(agent));
}

// --- All of them ---------------------------------------------------------------------------------------------------

// Calls use(params) with the parameters of a kernel, as they are.
template <class Use>
auto with_params(Kernel kernel, const void* params, Use&& use) {
  switch (kernel) {
    case Kernel::kDescend:
      return use(*static_cast<const DescendParams*>(params));
    case Kernel::kLookUp:
      return use(*static_cast<const LookUpParams*>(params));
    case Kernel::kWalk:
      return use(*static_cast<const WalkParams*>(params));
    case Kernel::kLink:
      return use(*static_cast<const LinkParams*>(params));
    case Kernel::kSearchNodes:
      return use(*static_cast<const SearchNodesParams*>(params));
    case Kernel::kWriteNodes:
      return use(*static_cast<const WriteNodesParams*>(params));
    case Kernel::kSearchCells:
      return use(*static_cast<const SearchCellsParams*>(params));
    case Kernel::kWriteCells:
      return use(*static_cast<const WriteCellsParams*>(params));
    case Kernel::kCrowdAdvance:
      return use(*static_cast<const CrowdAdvanceParams*>(params));
    case Kernel::kCrowdTake:
      return use(*static_cast<const CrowdTakeParams*>(params));
    case Kernel::kClimb:
      break;
  }
  return use(*static_cast<const ClimbParams*>(params));
}

}  // namespace strata
