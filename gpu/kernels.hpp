// Purpose: This header defines the kernels of a device: for each kernel a structure of parameters with a function for
//          one work item. If several threads of a device work on an item, each calls run_lanes, else one calls
//          run_item. An item writes nothing that another item of the same launch reads or writes, except in ticks of
//          crowds, where the order has no influence on the result (core/crowd/crowd_atomic.hpp).
// Source: The functions called here are in core/batch/agent_search.hpp and core/tables/tables_view.hpp.
// Shapes: All pointers point to device memory. Agents are those of one chunk, of one kind, numbered from 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/batch/agent_search.hpp"
#include "core/batch/batch_turns.hpp"
#include "core/batch/corner_labels_view.hpp"
#include "core/crowd/crowd_device_state.hpp"
#include "core/crowd/crowd_step.hpp"
#include "core/tables/label_arcs.hpp"

namespace strata {

// The number of a kernel; kKernel in its parameters.
enum class Kernel : uint8_t {
  kLookUp,
  kArcParts,
  kUnpackPaths,
  kWalk,
  kLink,
  kSearchNodes,
  kWriteNodes,
  kSearchCells,
  kWriteCells,
  kCornerLookUp,
  kWriteCorners,
  kCountTurns,
  kWriteTurns,
  kMeshLookUp,
  kMeshUnpack,
  kMeshLink,
  kMeshSearch,
  kMeshPortals,
  kMeshWrite,
  kCrowdAdvance,
  kCrowdPatch,
  kCrowdChanges,
  kCrowdWanting,
  kCrowdRows
};

// The arrays of results for a chunk of agents.
struct ChunkAnswers {
  PlanStatus* status = nullptr;
  Cost* cost = nullptr;
  CellId* hop = nullptr;
  uint32_t* length = nullptr;  // number of cells of the abstract path; null: paths are not requested
};

STRATA_HD inline void answer_found(const ChunkAnswers& answers, size_t i, Cost cost, uint32_t hop, uint32_t length) {
  answers.status[i] = PlanStatus::kFound;
  answers.cost[i] = cost;
  answers.hop[i] = hop;
  if (answers.length != nullptr) answers.length[i] = length;
}
STRATA_HD inline void answer_none(const ChunkAnswers& answers, size_t i, PlanStatus status) {
  answers.status[i] = status;
  answers.cost[i] = kInfinite;
  answers.hop[i] = kNoCell;
  if (answers.length != nullptr) answers.length[i] = 0;
}

// The arrays of paths of a chunk, written in the second pass, when the begin of each path is known.
struct ChunkPaths {
  const uint32_t* length = nullptr;
  const uint64_t* begin = nullptr;
  CellId* cells = nullptr;
  STRATA_HD bool empty(size_t i) const { return length[i] == 0; }
  STRATA_HD CellId* begin_of(size_t i) const { return cells + begin[i]; }
  STRATA_HD CellId* end_of(size_t i) const { return cells + begin[i] + length[i]; }
};

// --- Look-ups in labels ---------------------------------------------------------------------------------------------

// The scratch memory of GoalLabelCosts: `width` costs for each item, enough for every cluster.
struct GoalScratch {
  Cost* through = nullptr;
  uint32_t width = 0;
  STRATA_HD Cost* of(size_t item) const { return through + item * width; }
};

// The memory in which an item unpacks paths. Paths that need more are planned on the host (kOutOfScratch).
struct ItemUnpackMemory {
  static constexpr uint32_t kCapacity = 128;
  LabelArc waiting[kCapacity];
  STRATA_HD LabelArcMemory memory(uint32_t capacity) { return {waiting, capacity < kCapacity ? capacity : kCapacity}; }
};

// Computes the two arcs of all shortcuts after an upload of the labels. Items: arcs.
struct ArcPartsParams {
  static constexpr Kernel kKernel = Kernel::kArcParts;
  TableLabelsView labels;
  TableShortcutArcs* parts = nullptr;
};
STRATA_HD inline void run_item(const ArcPartsParams& p, size_t arc) {
  p.parts[arc] = label_arc_parts(p.labels, static_cast<uint32_t>(arc));
}

// The result of a look-up for an agent, from which its path can be unpacked.
struct TableLookUp {
  TableAnswer answer;
  TablePathHub meeting;  // set if the path is requested
};

// Looks up the costs. Items: agents; on a device several lanes work on an agent.
struct LookUpParams {
  static constexpr Kernel kKernel = Kernel::kLookUp;
  static constexpr uint32_t kLanes = 8;
  TablesView view;
  TableLabelsView labels;
  const AgentStartGoal* agents = nullptr;
  GoalScratch goal_scratch;
  TableLookUp* found = nullptr;
  bool paths = false;
};
template <class Lanes>
STRATA_HD inline void run_lanes(const LookUpParams& p, size_t i) {
  const AgentStartGoal agent = p.agents[i];
  const TableEnds ends = table_ends(p.view, agent.start, agent.goal);
  TableLookUp way;
  way.answer.status = ends.status;
  if (ends.status == PlanStatus::kFound) {
    GoalLabelCosts<LaneSums<Lanes>> goal(p.labels, p.view.clusters[ends.goal_cluster], ends.goal_cluster,
                                         ends.goal_local, p.goal_scratch.of(i));
    way.answer = table_look_up(p.view, ends, agent.start, goal);
    if (p.paths || table_starts_on_node(p.view, way.answer, agent.start)) {
      way.meeting = table_hub(p.view, ends, way.answer, goal);
    }
  }
  if (Lanes::index() == 0) p.found[i] = way;
}
STRATA_HD inline void run_item(const LookUpParams& p, size_t i) { run_lanes<OneLane>(p, i); }

// Computes the first hop and, on request, the length of the path. Items: agents.
struct UnpackParams {
  static constexpr Kernel kKernel = Kernel::kUnpackPaths;
  TablesView view;
  TableLabelsView labels;
  const TableShortcutArcs* parts = nullptr;  // by arc: the two arcs of a shortcut
  const AgentStartGoal* agents = nullptr;
  const TableLookUp* found = nullptr;
  ChunkAnswers answers;
  uint32_t unpack_capacity = ItemUnpackMemory::kCapacity;
};
STRATA_HD inline void run_item(const UnpackParams& p, size_t i) {
  const TableLookUp way = p.found[i];
  if (way.answer.status != PlanStatus::kFound) {
    answer_none(p.answers, i, way.answer.status);
    return;
  }
  const AgentStartGoal agent = p.agents[i];
  ItemUnpackMemory own;
  const UnpackByArcs walk{p.labels, p.parts, own.memory(p.unpack_capacity)};
  CellId hop = agent.goal;
  uint32_t length = 1;
  if (p.answers.length == nullptr) {
    hop = table_first_hop(p.view, walk, way.answer, way.meeting, agent.start, agent.goal);
    length = hop == kNoCell ? 0 : 1;
  } else {
    uint32_t count = 0;
    length = table_unpack(p.view, walk, way.answer, way.meeting, agent.start, agent.goal, [&](CellId cell) {
      if (count++ == 1) hop = cell;
      return true;
    });
  }
  if (length == 0) {
    answer_none(p.answers, i, kOutOfScratch);
    return;
  }
  answer_found(p.answers, i, way.answer.cost, hop, length);
}

// Writes the paths in the second pass, when the begin of each path is known. Items: agents.
struct WriteTablePathsParams {
  static constexpr Kernel kKernel = Kernel::kWalk;
  TablesView view;
  TableLabelsView labels;
  const TableShortcutArcs* parts = nullptr;  // by arc: the two arcs of a shortcut
  const AgentStartGoal* agents = nullptr;
  const TableLookUp* found = nullptr;
  ChunkPaths paths;
  uint32_t unpack_capacity = ItemUnpackMemory::kCapacity;
};
STRATA_HD inline void run_item(const WriteTablePathsParams& p, size_t i) {
  if (p.paths.empty(i)) return;
  const AgentStartGoal agent = p.agents[i];
  const TableLookUp way = p.found[i];
  ItemUnpackMemory own;
  CellId* next = p.paths.begin_of(i);
  const UnpackByArcs walk{p.labels, p.parts, own.memory(p.unpack_capacity)};
  table_unpack(p.view, walk, way.answer, way.meeting, agent.start, agent.goal, [&](CellId cell) {
    *next++ = cell;
    return true;
  });
}

// --- A search for every agent --------------------------------------------------------------------------------------

// The memory of many parallel searches: item i uses the i-th part of each array.
template <class Record>
struct SearchScratches {
  Record* records = nullptr;
  uint32_t* stamps = nullptr;
  OpenEntry* open = nullptr;
  uint32_t each = 0;  // records of a search; for searches of nodes, two more than nodes in the graph
  uint32_t open_capacity = 0;
  STRATA_HD SearchScratch<Record> of(size_t i) const {
    return {records + i * each, each, stamps + i, open + i * open_capacity, open_capacity};
  }
};
using CellScratches = SearchScratches<AgentCellRecord>;
using NodeScratches = SearchScratches<AgentNodeRecord>;

// Links the ends of agents to their clusters. Items: two for each agent, its start and its goal.
struct LinkAgentEndsParams {
  static constexpr Kernel kKernel = Kernel::kLink;
  TablesView view;
  const AgentStartGoal* agents = nullptr;
  CellScratches scratch;
  Cost* links = nullptr;         // `width` costs for each item
  Cost* direct = nullptr;        // by agent: cost inside the common cluster of both ends
  PlanStatus* linked = nullptr;  // by item: kFound or kOutOfScratch
  uint32_t width = 0;
};
STRATA_HD inline void run_item(const LinkAgentEndsParams& p, size_t item) {
  const AgentStartGoal agent = p.agents[item / 2];
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
  const AgentStartGoal* agents = nullptr;
  NodeScratches scratch;
  const Cost* links = nullptr;
  const Cost* direct = nullptr;
  const PlanStatus* linked = nullptr;
  uint32_t width = 0;
  ChunkAnswers answers;
};
STRATA_HD inline void run_item(const SearchNodesParams& p, size_t i) {
  const AgentStartGoal agent = p.agents[i];
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
  answer_found(p.answers, i, scratch.records[p.view.nodes + 1].g, hop, length);
}

// Writes the paths in the second pass, from the records of the searches.
struct WriteNodesParams {
  static constexpr Kernel kKernel = Kernel::kWriteNodes;
  TablesView view;
  const AgentStartGoal* agents = nullptr;
  NodeScratches scratch;
  ChunkPaths paths;
};
STRATA_HD inline void run_item(const WriteNodesParams& p, size_t i) {
  if (p.paths.empty(i)) return;
  CellId* next = p.paths.end_of(i);
  CellId hop = kNoCell;
  walk_nodes_back(p.view, p.scratch.of(i), p.agents[i], hop, [&](CellId cell) { *--next = cell; });
}

struct SearchCellsParams {
  static constexpr Kernel kKernel = Kernel::kSearchCells;
  TablesView view;
  const AgentStartGoal* agents = nullptr;
  CellScratches scratch;
  Cost limit = 0;
  ChunkAnswers answers;
};
STRATA_HD inline void run_item(const SearchCellsParams& p, size_t i) {
  const AgentStartGoal agent = p.agents[i];
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
  answer_found(p.answers, i, scratch.records[agent.goal].g, hop, length);
}

struct WriteCellsParams {
  static constexpr Kernel kKernel = Kernel::kWriteCells;
  TablesView view;
  const AgentStartGoal* agents = nullptr;
  CellScratches scratch;
  ChunkPaths paths;
};
STRATA_HD inline void run_item(const WriteCellsParams& p, size_t i) {
  if (p.paths.empty(i)) return;
  CellId* next = p.paths.end_of(i);
  CellId hop = kNoCell;
  walk_cells_back(p.view, p.scratch.of(i), p.agents[i].goal, hop, [&](CellId cell) { *--next = cell; });
}

// --- Look-ups in the labels of corners ------------------------------------------------------------------------------

// Looks up cost, first hop and, on request, the length of the path over corners. Items: agents; on a device several
// lanes work on an agent.
struct CornerLookUpParams {
  static constexpr Kernel kKernel = Kernel::kCornerLookUp;
  static constexpr uint32_t kLanes = 8;
  TablesView view;
  CornerLabelsView corners;
  const AgentStartGoal* agents = nullptr;
  GoalScratch ways;
  CornerLookUp* found = nullptr;
  ChunkAnswers answers;
};
template <class Lanes>
STRATA_HD inline void run_lanes(const CornerLookUpParams& p, size_t i) {
  const AgentStartGoal agent = p.agents[i];
  const CornerQuery<CornerLaneSums<Lanes>> query{p.view, p.corners, p.ways.of(i)};
  CornerLookUp found;
  found.status = check_agent(p.view, agent);
  if (found.status == PlanStatus::kFound) found = query.look_up(agent.start, agent.goal);
  CellId hop = kNoCell;
  uint32_t length = 1;
  if (found.status == PlanStatus::kFound) {
    hop = query.first_hop(found, agent.start, agent.goal);
    if (p.answers.length != nullptr) length = query.walk(found, agent.start, agent.goal, [](CellId) {});
  }
  if (Lanes::index() != 0) return;
  p.found[i] = found;
  if (found.status != PlanStatus::kFound) {
    answer_none(p.answers, i, found.status);
  } else {
    answer_found(p.answers, i, found.cost, hop, length);
  }
}
STRATA_HD inline void run_item(const CornerLookUpParams& p, size_t i) { run_lanes<OneLane>(p, i); }

// Writes the paths over corners in the second pass. Items and lanes as above.
struct WriteCornersParams {
  static constexpr Kernel kKernel = Kernel::kWriteCorners;
  static constexpr uint32_t kLanes = 8;
  TablesView view;
  CornerLabelsView corners;
  const AgentStartGoal* agents = nullptr;
  const CornerLookUp* found = nullptr;
  ChunkPaths paths;
};
template <class Lanes>
STRATA_HD inline void run_lanes(const WriteCornersParams& p, size_t i) {
  if (p.paths.empty(i)) return;
  const CornerQuery<CornerLaneSums<Lanes>> query{p.view, p.corners, nullptr};
  CellId* next = p.paths.begin_of(i);
  query.walk(p.found[i], p.agents[i].start, p.agents[i].goal, [&](CellId cell) {
    if (Lanes::index() == 0) *next = cell;
    ++next;
  });
}
STRATA_HD inline void run_item(const WriteCornersParams& p, size_t i) { run_lanes<OneLane>(p, i); }

// --- Turning points -------------------------------------------------------------------------------------------------

// Counts the turning points of paths that were written by any method. Items: agents.
struct CountTurnsParams {
  static constexpr Kernel kKernel = Kernel::kCountTurns;
  TablesView view;
  BatchMethod method = BatchMethod::kTables;
  ChunkPaths paths;
  uint32_t* turns = nullptr;  // by agent: how many there are
};
STRATA_HD inline void run_item(const CountTurnsParams& p, size_t i) {
  p.turns[i] =
      p.paths.empty(i) ? 0 : emit_turns(p.view, p.method, p.paths.begin_of(i), p.paths.length[i], [](CellId) {});
}

struct WriteTurnsParams {
  static constexpr Kernel kKernel = Kernel::kWriteTurns;
  TablesView view;
  BatchMethod method = BatchMethod::kTables;
  ChunkPaths paths;
  ChunkPaths turns;
};
STRATA_HD inline void run_item(const WriteTurnsParams& p, size_t i) {
  if (p.turns.empty(i)) return;
  CellId* next = p.turns.begin_of(i);
  emit_turns(p.view, p.method, p.paths.begin_of(i), p.paths.length[i], [&](CellId cell) { *next++ = cell; });
}

}  // namespace strata

#include "gpu/mesh_kernels.hpp"

namespace strata {

// --- A tick of a crowd; items are its agents -----------------------------------------------------------------------

struct CrowdAdvanceParams {
  static constexpr Kernel kKernel = Kernel::kCrowdAdvance;
  CrowdView crowd;
};
STRATA_HD inline void run_item(const CrowdAdvanceParams& p, size_t agent) {
  crowd_advance(p.crowd, static_cast<uint32_t>(agent));
}

// Applies the results of planning. Items: agents that were planned.
struct CrowdPatchParams {
  static constexpr Kernel kKernel = Kernel::kCrowdPatch;
  CrowdView crowd;
  CrowdStatusChanges changes;
  const AgentPlanPatch* patches = nullptr;
};
STRATA_HD inline void run_item(const CrowdPatchParams& p, size_t i) {
  const AgentPlanPatch patch = p.patches[i];
  const uint8_t before = p.changes.last[patch.agent], now = static_cast<uint8_t>(patch.status);
  if (before != now) crowd_count(p.changes, before, now);
  p.changes.last[patch.agent] = now;
  crowd_patch(p.crowd, patch);
}

// Finds the agents that became queued. Items: pieces of agents.
struct CrowdChangesParams {
  static constexpr Kernel kKernel = Kernel::kCrowdChanges;
  CrowdView crowd;
  CrowdStatusChanges changes;
};
STRATA_HD inline void run_item(const CrowdChangesParams& p, size_t piece) {
  crowd_look_for_changes(p.crowd, p.changes, static_cast<uint32_t>(piece));
}

struct CollectQueuedAgentsParams {
  static constexpr Kernel kKernel = Kernel::kCrowdWanting;
  CrowdView crowd;
  CrowdStatusChanges changes;
  const uint64_t* begin = nullptr;  // by piece: where its agents begin in the list
  uint32_t* wanting = nullptr;
};
STRATA_HD inline void run_item(const CollectQueuedAgentsParams& p, size_t piece) {
  crowd_list_wanting(p.crowd, p.changes, static_cast<uint32_t>(piece), p.wanting + p.begin[piece]);
}

// Copies the rows of single agents. Items: requested agents.
struct CrowdRowsParams {
  static constexpr Kernel kKernel = Kernel::kCrowdRows;
  CrowdView crowd;
  const uint32_t* agents = nullptr;
  AgentPlanRow* rows = nullptr;
};
STRATA_HD inline void run_item(const CrowdRowsParams& p, size_t i) { p.rows[i] = crowd_row(p.crowd, p.agents[i]); }

// --- All kernels ---------------------------------------------------------------------------------------------------

// Calls use(params) with the parameters of a kernel in their own type, one of `Params` and `Others`.
template <class Params, class... Others, class Use>
auto with_params_of(Kernel kernel, const void* params, Use&& use) {
  if constexpr (sizeof...(Others) > 0) {
    if (kernel != Params::kKernel) return with_params_of<Others...>(kernel, params, std::forward<Use>(use));
  }
  return use(*static_cast<const Params*>(params));
}
template <class Use>
auto with_params(Kernel kernel, const void* params, Use&& use) {
  return with_params_of<LookUpParams, ArcPartsParams, UnpackParams, WriteTablePathsParams, LinkAgentEndsParams,
                        SearchNodesParams, WriteNodesParams, SearchCellsParams, WriteCellsParams, CornerLookUpParams,
                        WriteCornersParams, CountTurnsParams, WriteTurnsParams, MeshLookUpParams, MeshUnpackParams,
                        MeshLinkParams, MeshSearchParams, SearchMeshPortalsParams, WriteMeshPathsParams,
                        CrowdAdvanceParams, CrowdPatchParams, CrowdChangesParams, CollectQueuedAgentsParams,
                        CrowdRowsParams>(kernel, params, std::forward<Use>(use));
}

}  // namespace strata
