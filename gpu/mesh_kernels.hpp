// Purpose: This header defines the kernels of batches over meshes. It is a part of gpu/kernels.hpp, and only that
//          header includes it.
// Source: The functions called here are in core/batch/mesh_agent_search.hpp and core/batch/mesh_tables_view.hpp.
// Shapes: As in gpu/kernels.hpp. The links of one end take MeshView::link_capacity() costs.
#pragma once

#include "core/batch/mesh_agent_search.hpp"
#include "core/batch/mesh_tables_view.hpp"

namespace strata {

// The agents of a chunk.
struct MeshChunkAgents {
  MeshView view;
  const MeshAgent* agents = nullptr;
  bool from_centres = false;
  STRATA_HD PlanStatus check(size_t i) const { return check_mesh_agent(view, agents[i]); }
  STRATA_HD MeshSearchEnd start(size_t i) const { return mesh_search_end(view, agents[i].start, from_centres); }
  STRATA_HD MeshSearchEnd goal(size_t i) const { return mesh_search_end(view, agents[i].goal, from_centres); }
};

// Sets the result of an agent that needs no search and returns false; returns true for other agents.
STRATA_HD inline bool mesh_agent_goes_on(const MeshChunkAgents& chunk, const ChunkAnswers& answers, size_t i) {
  const PlanStatus status = chunk.check(i);
  if (status != PlanStatus::kFound) {
    answer_none(answers, i, status);
    return false;
  }
  if (chunk.agents[i].start.polygon != chunk.agents[i].goal.polygon) return true;
  answer_found(answers, i, mesh_direct(chunk.start(i), chunk.goal(i)), kNoPortal, 0);
  return false;
}

struct MeshLookUpParams {
  static constexpr Kernel kKernel = Kernel::kMeshLookUp;
  MeshChunkAgents chunk;
  MeshTablesView tables;
  Cost* all_link_costs = nullptr;  // links of both ends for each agent
  ChunkAnswers answers;
  MeshTableAnswer* found = nullptr;  // by agent, if paths are requested
};
STRATA_HD inline void run_item(const MeshLookUpParams& p, size_t i) {
  const MeshView& view = p.chunk.view;
  if (!mesh_agent_goes_on(p.chunk, p.answers, i)) return;
  const MeshSearchEnd start = p.chunk.start(i), goal = p.chunk.goal(i);
  PortalId first = kNoPortal;
  const MeshTableAnswer way =
      mesh_look_up<PlainSums>(view, p.tables, start, goal, p.all_link_costs + 2 * i * view.link_capacity(), first);
  if (way.status != PlanStatus::kFound) {
    answer_none(p.answers, i, way.status);
    return;
  }
  if (way.from != kNoInterEdge)
    first = portal_towards(view, start, way.from, p.all_link_costs + 2 * i * view.link_capacity());
  uint32_t length = 0;
  if (p.answers.length != nullptr) {
    length = mesh_unpack<PlainSums>(view, p.tables, start, way, [](PortalId) {});
    p.found[i] = way;
  }
  answer_found(p.answers, i, way.cost, first, length);
}

// Writes the paths in the second pass.
struct MeshUnpackParams {
  static constexpr Kernel kKernel = Kernel::kMeshUnpack;
  MeshChunkAgents chunk;
  MeshTablesView tables;
  const MeshTableAnswer* found = nullptr;
  ChunkPaths paths;
};
STRATA_HD inline void run_item(const MeshUnpackParams& p, size_t i) {
  if (p.paths.empty(i)) return;
  CellId* next = p.paths.begin_of(i);
  mesh_unpack<PlainSums>(p.chunk.view, p.tables, p.chunk.start(i), p.found[i],
                         [&](PortalId portal) { *next++ = portal; });
}

// Links the ends of agents to their groups. Items: two for each agent, its start and its goal.
struct MeshLinkParams {
  static constexpr Kernel kKernel = Kernel::kMeshLink;
  MeshChunkAgents chunk;
  NodeScratches scratch;
  Cost* all_link_costs = nullptr;  // links of one end for each item
  Cost* direct = nullptr;          // by agent: cost inside the common group of both ends
  PortalId* first = nullptr;       // by agent: first portal of that path
  PlanStatus* linked = nullptr;    // by item: kFound or kOutOfScratch
};
STRATA_HD inline void run_item(const MeshLinkParams& p, size_t item) {
  const size_t i = item / 2;
  p.linked[item] = PlanStatus::kFound;
  const MeshAgent& agent = p.chunk.agents[i];
  if (p.chunk.check(i) != PlanStatus::kFound || agent.start.polygon == agent.goal.polygon) return;
  const bool of_start = item % 2 == 0;
  const MeshSearchEnd start = p.chunk.start(i), goal = p.chunk.goal(i);
  Cost direct = kNoWay;
  PortalId first = kNoPortal;
  p.linked[item] = link_mesh_end(p.chunk.view, of_start ? start : goal, of_start ? goal : start, p.scratch.of(item),
                                 p.all_link_costs + item * p.chunk.view.link_capacity(), direct, first);
  if (!of_start) return;
  p.direct[i] = direct;
  p.first[i] = first;
}

struct MeshSearchParams {
  static constexpr Kernel kKernel = Kernel::kMeshSearch;
  MeshChunkAgents chunk;
  NodeScratches scratch;
  Cost* all_link_costs = nullptr;  // links of both ends for each agent
  // Links of the ends. If `linked` is null, links are looked up, and a common group of both ends is searched here.
  NodeScratches group;
  const Cost* direct = nullptr;
  const PortalId* first = nullptr;
  const PlanStatus* linked = nullptr;
  ChunkAnswers answers;
};
STRATA_HD inline void run_item(const MeshSearchParams& p, size_t i) {
  const MeshView& view = p.chunk.view;
  if (!mesh_agent_goes_on(p.chunk, p.answers, i)) return;
  const MeshSearchEnd start = p.chunk.start(i), goal = p.chunk.goal(i);
  const NodeScratch scratch = p.scratch.of(i);
  Cost* const all_link_costs = p.all_link_costs + 2 * i * view.link_capacity();
  MeshAgentLinks links;
  PortalId inside = kNoPortal;
  PlanStatus status = PlanStatus::kFound;
  if (p.linked == nullptr) {
    status = link_by_rows(view, start, goal, p.group.of(i), all_link_costs, links, inside);
  } else {
    links = {all_link_costs, all_link_costs + view.link_capacity(), p.direct[i]};
    inside = p.first[i];
    if (p.linked[2 * i] != PlanStatus::kFound || p.linked[2 * i + 1] != PlanStatus::kFound) status = kOutOfScratch;
  }
  if (status == PlanStatus::kFound) status = search_inter_edges(view, start, goal, links, scratch);
  if (status != PlanStatus::kFound) {
    answer_none(p.answers, i, status);
    return;
  }
  uint32_t inter_edge = kNoInterEdge;
  const uint32_t length = walk_mesh_back(scratch, view.inter_edge_count, inter_edge, [](uint32_t) {});
  const PortalId first = inter_edge == kNoNodeId ? inside : portal_towards(view, start, inter_edge, nullptr);
  answer_found(p.answers, i, scratch.records[view.inter_edge_count + 1].g, first, length);
}

struct SearchMeshPortalsParams {
  static constexpr Kernel kKernel = Kernel::kMeshPortals;
  MeshChunkAgents chunk;
  NodeScratches scratch;
  ChunkAnswers answers;
};
STRATA_HD inline void run_item(const SearchMeshPortalsParams& p, size_t i) {
  const MeshView& view = p.chunk.view;
  if (!mesh_agent_goes_on(p.chunk, p.answers, i)) return;
  const NodeScratch scratch = p.scratch.of(i);
  const PlanStatus status = search_portals(view, p.chunk.start(i), p.chunk.goal(i), scratch);
  if (status != PlanStatus::kFound) {
    answer_none(p.answers, i, status);
    return;
  }
  PortalId first = kNoPortal;
  const uint32_t length = walk_mesh_back(scratch, view.portal_count, first, [](uint32_t) {});
  answer_found(p.answers, i, scratch.records[view.portal_count + 1].g, first, length);
}

// Writes the paths in the second pass, from the records of the searches.
struct WriteMeshPathsParams {
  static constexpr Kernel kKernel = Kernel::kMeshWrite;
  NodeScratches scratch;
  uint32_t nodes = 0;                              // number of nodes of a search, without start and goal
  const MeshViewInterEdge* inter_edges = nullptr;  // the nodes are these inter-edges; null: the nodes are portals
  ChunkPaths paths;
};
STRATA_HD inline void run_item(const WriteMeshPathsParams& p, size_t i) {
  if (p.paths.empty(i)) return;
  CellId* next = p.paths.end_of(i);
  uint32_t first = 0;
  walk_mesh_back(p.scratch.of(i), p.nodes, first,
                 [&](uint32_t node) { *--next = p.inter_edges == nullptr ? node : p.inter_edges[node].portal; });
}

}  // namespace strata
