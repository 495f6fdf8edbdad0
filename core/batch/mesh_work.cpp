#include "core/batch/mesh_work.hpp"

#include <algorithm>

#include "core/base/check.hpp"
#include "core/tables/label_goal.hpp"

namespace strata {

HostAnswer HostMeshSearch::plan(const MeshBatchMap& map, const MeshBatchOptions& options, const MeshAgent& agent,
                                std::vector<uint32_t>* path) {
  const MeshView& view = map.pack->view();
  HostAnswer answer;
  answer.status = check_mesh_agent(view, agent);
  // Links may join parts of the mesh that no portals join, and may be cheaper than the line inside one polygon.
  const bool joined = answer.status == PlanStatus::kFound || answer.status == PlanStatus::kNoPath;
  if (joined && !map.mesh->links().empty()) return search_over_links(map, agent, path);
  if (answer.status != PlanStatus::kFound) return answer;
  const bool centres = options.ends == HnaEndpoints::kCentroids;
  const MeshSearchEnd start = mesh_search_end(view, agent.start, centres),
                      goal = mesh_search_end(view, agent.goal, centres);
  if (start.polygon == goal.polygon) {
    answer.cost = mesh_direct(start, goal);
    return answer;
  }
  if (all_link_costs_.size() < 2 * size_t{view.link_capacity()})
    all_link_costs_.resize(2 * size_t{view.link_capacity()});
  if (options.method == MeshBatchMethod::kTables) return look_up(view, map.tables->view(), start, goal, path);
  for (;;) {
    answer = search(view, options.method, start, goal, path);
    if (answer.status != kOutOfScratch) return answer;
    open_.resize(open_.size() * 2);
  }
}

HostAnswer HostMeshSearch::search_over_links(const MeshBatchMap& map, const MeshAgent& agent,
                                             std::vector<uint32_t>* path) {
  const MeshCosts costs = map.pack->view().published ? MeshCosts::kCentroids : MeshCosts::kMidpoints;
  plan_mesh(*map.mesh, costs, {agent.start, agent.goal}, workspace_, single_);
  HostAnswer answer;
  answer.status = single_.status;
  if (!single_.found()) return answer;
  answer.cost = single_.cost;
  for_each_step(single_, [&](uint32_t step) {
    if (answer.hop == kNoPortal) answer.hop = step;
    if (path == nullptr) return;
    path->push_back(step);
    ++answer.length;
  });
  return answer;
}

HostAnswer HostMeshSearch::look_up(const MeshView& view, const MeshTablesView& tables, const MeshSearchEnd& start,
                                   const MeshSearchEnd& goal, std::vector<uint32_t>* path) {
  HostAnswer answer;
  PortalId inside = kNoPortal;
  const MeshTableAnswer way = mesh_look_up<HostLabelSums>(view, tables, start, goal, all_link_costs_.data(), inside);
  answer.status = way.status;
  answer.cost = way.cost;
  if (way.status != PlanStatus::kFound) return answer;
  answer.hop = way.from == kNoInterEdge ? inside : portal_towards(view, start, way.from, all_link_costs_.data());
  if (path == nullptr) return answer;
  answer.length =
      mesh_unpack<HostLabelSums>(view, tables, start, way, [&](PortalId portal) { path->push_back(portal); });
  STRATA_CHECK(way.from == kNoInterEdge || answer.length > 0);
  return answer;
}

HostAnswer HostMeshSearch::search(const MeshView& view, MeshBatchMethod method, const MeshSearchEnd& start,
                                  const MeshSearchEnd& goal, std::vector<uint32_t>* path) {
  return method == MeshBatchMethod::kAstar ? search_all(view, start, goal, path)
                                           : search_linked(view, method, start, goal, path);
}

HostAnswer HostMeshSearch::search_all(const MeshView& view, const MeshSearchEnd& start, const MeshSearchEnd& goal,
                                      std::vector<uint32_t>* path) {
  HostAnswer answer;
  const NodeScratch nodes = nodes_.scratch(size_t{view.portal_count} + 2, open_);
  answer.status = search_portals(view, start, goal, nodes);
  if (answer.status != PlanStatus::kFound) return answer;
  answer.cost = nodes.records[view.portal_count + 1].g;
  const size_t begin = path == nullptr ? 0 : path->size();
  const uint32_t length = walk_mesh_back(nodes, view.portal_count, answer.hop, [&](uint32_t portal) {
    if (path != nullptr) path->push_back(portal);
  });
  if (path == nullptr) return answer;
  answer.length = length;
  std::reverse(path->begin() + static_cast<std::ptrdiff_t>(begin), path->end());
  return answer;
}

HostAnswer HostMeshSearch::search_linked(const MeshView& view, MeshBatchMethod method, const MeshSearchEnd& start,
                                         const MeshSearchEnd& goal, std::vector<uint32_t>* path) {
  HostAnswer answer;
  MeshAgentLinks links;
  PortalId inside = kNoPortal;
  const NodeScratch group = group_.scratch(size_t{view.most_portals} + 2, open_);
  answer.status = method == MeshBatchMethod::kHna
                      ? link_by_search(view, start, goal, group, all_link_costs_.data(), links, inside)
                      : link_by_rows(view, start, goal, group, all_link_costs_.data(), links, inside);
  if (answer.status != PlanStatus::kFound) return answer;
  const NodeScratch nodes = nodes_.scratch(size_t{view.inter_edge_count} + 2, open_);
  answer.status = search_inter_edges(view, start, goal, links, nodes);
  if (answer.status != PlanStatus::kFound) return answer;
  answer.cost = nodes.records[view.inter_edge_count + 1].g;
  const size_t begin = path == nullptr ? 0 : path->size();
  uint32_t first = kNoInterEdge;
  const uint32_t length = walk_mesh_back(nodes, view.inter_edge_count, first, [&](uint32_t inter_edge) {
    if (path != nullptr) path->push_back(view.inter_edges[inter_edge].portal);
  });
  answer.hop = first == kNoNodeId ? inside : portal_towards(view, start, first, nullptr);
  if (path == nullptr) return answer;
  answer.length = length;
  std::reverse(path->begin() + static_cast<std::ptrdiff_t>(begin), path->end());
  return answer;
}

void HostMeshSearch::append_inside(const MeshView& view, const MeshSearchEnd& start, const MeshSearchEnd& goal,
                                   PortalId first, std::vector<PortalId>& portals) {
  for (;;) {
    const NodeScratch group = group_.scratch(size_t{view.most_portals} + 2, open_);
    const PlanStatus status = search_group(view, start, goal, true, group, first);
    if (status == kOutOfScratch) {
      open_.resize(open_.size() * 2);
      continue;
    }
    STRATA_CHECK(status == PlanStatus::kFound);
    const MeshViewGroup& own = view.groups[view.polygons[start.polygon].group];
    const size_t begin = portals.size();
    uint32_t ignored = 0;
    walk_mesh_back(group, own.portals, ignored,
                   [&](uint32_t place) { portals.push_back(view.group_portals[own.first_portal + place]); });
    std::reverse(portals.begin() + static_cast<std::ptrdiff_t>(begin), portals.end());
    return;
  }
}

size_t HostMeshSearch::memory_bytes() const {
  return nodes_.bytes() + group_.bytes() + open_.capacity() * sizeof(OpenEntry) +
         all_link_costs_.capacity() * sizeof(Cost) + workspace_.nodes.memory_bytes() + workspace_.queue.memory_bytes();
}

}  // namespace strata
