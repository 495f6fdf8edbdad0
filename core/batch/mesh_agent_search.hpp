// Purpose: These functions search for one agent over a navigation mesh, in threads of the processor or on a device: A*
//          over all portals, a search inside a group, and A* over the inter-edges after start and goal were linked to
//          those of their groups.
// Source: Rahmani, Pelechano 2020, sections 3.3 (HNA*), 4 (PCCP) and 5 (one search per agent; start and goal linked
//         side by side); Hart, Nilsson, Raphael 1968.
// Differs: Costs equal those of core/navmesh/mesh_search.hpp and core/hna/hna_query.hpp. A search never goes back
//          through the polygon or the group that it came from.
// Ties: smaller f, then larger g, then lowest id.
// Shapes: All memory belongs to the caller: records of nodes, then of the start, then of the goal. A parent is
//         (previous node << 1) | the index, 0 or 1, of the polygon through which the path went on.
// Errors: kOutOfScratch if the open list does not fit. The caller then searches again with more memory.
#pragma once

#include "core/batch/agent_search.hpp"
#include "core/batch/mesh_view.hpp"

namespace strata {

// Runs A* over portals. The cost of the path is in the goal's record.
STRATA_HD inline PlanStatus search_portals(const MeshView& view, const MeshSearchEnd& start, const MeshSearchEnd& goal,
                                           const NodeScratch& scratch) {
  const uint32_t start_node = view.portal_count, goal_node = start_node + 1;
  NodeFrontier frontier(scratch);
  frontier.push(start_node, 0, mesh_bound(view, start.place, goal.place), start_node << 1);
  OpenEntry entry;
  while (frontier.pop(entry)) {
    if (entry.id == goal_node) return PlanStatus::kFound;
    if (entry.g() > kMeshCostLimit) return PlanStatus::kCostOverflow;
    PolygonId inside = start.polygon;
    uint32_t token = entry.id << 1;
    if (entry.id != start_node) {
      const uint32_t parent = frontier.records[entry.id].parent;
      const PolygonId crossed =
          parent >> 1 == start_node ? start.polygon : view.portals[parent >> 1].polygons[parent & 1];
      const uint32_t entered = view.portals[entry.id].polygons[0] == crossed ? 1 : 0;
      inside = view.portals[entry.id].polygons[entered];
      token |= entered;
    }
    const MeshViewPolygon& polygon = view.polygons[inside];
    if (inside == goal.polygon) {
      // In the goal's polygon, going straight to the goal never costs more than going on through another portal.
      for (uint32_t s = 0; s < polygon.sides; ++s) {
        const MeshViewSide& side = view.sides[polygon.first_side + s];
        if (side.portal != entry.id) continue;
        const Cost g = entry.g() + mesh_link(goal, side);
        if (frontier.improves(goal_node, g)) frontier.push(goal_node, g, 0, token);
      }
    } else {
      for (uint32_t s = 0; s < polygon.sides; ++s) {
        const MeshViewSide& side = view.sides[polygon.first_side + s];
        if (side.portal == entry.id) continue;
        const MeshViewPortal& next = view.portals[side.portal];
        const Cost g = entry.g() + (entry.id == start_node ? mesh_link(start, side)
                                                           : mesh_step(view, view.portals[entry.id], next));
        if (!frontier.improves(side.portal, g)) continue;
        frontier.push(side.portal, g, mesh_bound(view, next.place, goal.place), token);
      }
    }
    if (frontier.open.overflowed) return kOutOfScratch;
  }
  return PlanStatus::kNoPath;
}

// Searches inside the group of `start`. Nodes are the indices of its portals, then start and goal. With `aimed` it runs
// A* to the goal, which must be in the group; otherwise Dijkstra's algorithm to all inter-edges, and to the goal if
// that is in the group. If `first` is a portal, the path must begin with it. The results are in the records. Returns
// kFound if the goal was reached, else kNoPath.
STRATA_HD inline PlanStatus search_group(const MeshView& view, const MeshSearchEnd& start, const MeshSearchEnd& goal,
                                         bool aimed, const NodeScratch& scratch, PortalId first = kNoPortal) {
  const uint32_t own = view.polygons[start.polygon].group;
  const MeshViewGroup& group = view.groups[own];
  const PortalId* portals = view.group_portals + group.first_portal;
  const uint32_t start_node = group.portals, goal_node = start_node + 1;
  const bool with_goal = view.polygons[goal.polygon].group == own;
  uint32_t missing = group.inter_edges;
  PlanStatus status = PlanStatus::kNoPath;
  NodeFrontier frontier(scratch);
  frontier.push(start_node, 0, aimed ? mesh_bound(view, start.place, goal.place) : 0, start_node << 1);
  OpenEntry entry;
  while (frontier.pop(entry)) {
    if (entry.id == goal_node) {
      status = PlanStatus::kFound;
      if (aimed || missing == 0) return status;
      continue;
    }
    if (entry.g() > kMeshCostLimit) return PlanStatus::kCostOverflow;
    PolygonId inside = start.polygon;
    PortalId here = kNoPortal;
    uint32_t token = entry.id << 1;
    if (entry.id != start_node) {
      here = portals[entry.id];
      const uint32_t parent = frontier.records[entry.id].parent;
      const PolygonId crossed =
          parent >> 1 == start_node ? start.polygon : view.portals[portals[parent >> 1]].polygons[parent & 1];
      const uint32_t entered = view.portals[here].polygons[0] == crossed ? 1 : 0;
      inside = view.portals[here].polygons[entered];
      token |= entered;
      if (entry.id < group.inter_edges) {
        if (!aimed && --missing == 0 && (!with_goal || status == PlanStatus::kFound)) return status;
        continue;  // the group ends here
      }
    }
    const MeshViewPolygon& polygon = view.polygons[inside];
    for (uint32_t s = 0; s < polygon.sides; ++s) {
      const MeshViewSide& side = view.sides[polygon.first_side + s];
      if (side.portal == here) {
        if (inside != goal.polygon) continue;
        const Cost g = entry.g() + mesh_link(goal, side);
        if (frontier.improves(goal_node, g)) frontier.push(goal_node, g, 0, token);
        continue;
      }
      if (aimed && inside == goal.polygon) continue;
      if (here == kNoPortal && first != kNoPortal && side.portal != first) continue;
      const MeshViewPortal& next = view.portals[side.portal];
      const Cost g =
          entry.g() + (here == kNoPortal ? mesh_link(start, side) : mesh_step(view, view.portals[here], next));
      if (!frontier.improves(side.place, g)) continue;
      frontier.push(side.place, g, aimed ? mesh_bound(view, next.place, goal.place) : 0, token);
    }
    if (frontier.open.overflowed) return kOutOfScratch;
  }
  return status;
}
// Returns the cost of a node of the group after the last search; kNoWay if the search did not reach it.
STRATA_HD inline Cost group_cost(const NodeScratch& scratch, uint32_t node) {
  const AgentNodeRecord& record = scratch.records[node];
  return record.stamp == *scratch.stamp && record.g < kNoWay ? record.g : kNoWay;
}
// Returns the first portal of the path to the goal that search_group found.
STRATA_HD inline PortalId group_first_portal(const MeshView& view, const MeshSearchEnd& start,
                                             const NodeScratch& scratch) {
  const MeshViewGroup& group = view.groups[view.polygons[start.polygon].group];
  uint32_t node = group.portals + 1;
  for (;;) {
    const uint32_t before = scratch.records[node].parent >> 1;
    if (before == group.portals) return view.group_portals[group.first_portal + node];
    node = before;
  }
}

// The costs of linking an agent to the inter-edges of its groups.
struct MeshAgentLinks {
  const Cost* start = nullptr;  // by slot of the start's group; kNoWay: no path
  const Cost* goal = nullptr;
  Cost direct = kNoWay;  // cost inside the common group of both ends
};

// Links one end to the inter-edges of its group by a search of the group, and writes the costs, by slot, to
// `link_costs`. If both ends are in the group, sets `direct` and `first` to the cost and the first portal of the path
// inside it. Returns kOutOfScratch or kFound.
STRATA_HD inline PlanStatus link_mesh_end(const MeshView& view, const MeshSearchEnd& end, const MeshSearchEnd& other,
                                          const NodeScratch& scratch, Cost* link_costs, Cost& direct, PortalId& first) {
  const MeshViewGroup& group = view.groups[view.polygons[end.polygon].group];
  const PlanStatus status = search_group(view, end, other, false, scratch);
  if (status == kOutOfScratch) return status;
  for (uint32_t slot = 0; slot < group.inter_edges; ++slot) link_costs[slot] = group_cost(scratch, slot);
  if (view.polygons[other.polygon].group != view.polygons[end.polygon].group) return PlanStatus::kFound;
  direct = group_cost(scratch, group.portals + 1);
  if (direct < kNoWay) first = group_first_portal(view, end, scratch);
  return PlanStatus::kFound;
}

// Links both ends of an agent one after the other. `all_link_costs` has space for the links of two ends.
STRATA_HD inline PlanStatus link_by_search(const MeshView& view, const MeshSearchEnd& start, const MeshSearchEnd& goal,
                                           const NodeScratch& scratch, Cost* all_link_costs, MeshAgentLinks& links,
                                           PortalId& first) {
  Cost back = kNoWay;
  PortalId last = kNoPortal;
  links.start = all_link_costs;
  links.goal = all_link_costs + view.link_capacity();
  const PlanStatus status = link_mesh_end(view, start, goal, scratch, all_link_costs, links.direct, first);
  if (status != PlanStatus::kFound) return status;
  return link_mesh_end(view, goal, start, scratch, all_link_costs + view.link_capacity(), back, last);
}

// Links both ends by look-ups. If both are in one group, searches that group for the path inside it.
STRATA_HD inline PlanStatus link_by_rows(const MeshView& view, const MeshSearchEnd& start, const MeshSearchEnd& goal,
                                         const NodeScratch& scratch, Cost* all_link_costs, MeshAgentLinks& links,
                                         PortalId& first) {
  links.start = mesh_links(view, start, all_link_costs);
  links.goal = mesh_links(view, goal, all_link_costs + view.link_capacity());
  const MeshViewPolygon &here = view.polygons[start.polygon], &there = view.polygons[goal.polygon];
  if (here.group != there.group) return PlanStatus::kFound;
  const PlanStatus status = search_group(view, start, goal, true, scratch);
  if (status == kOutOfScratch) return status;
  links.direct = group_cost(scratch, view.groups[here.group].portals + 1);
  if (links.direct < kNoWay) first = group_first_portal(view, start, scratch);
  return PlanStatus::kFound;
}

// Runs A* over inter-edges. The cost of the path is in the goal's record.
STRATA_HD inline PlanStatus search_inter_edges(const MeshView& view, const MeshSearchEnd& start,
                                               const MeshSearchEnd& goal, const MeshAgentLinks& links,
                                               const NodeScratch& scratch) {
  const uint32_t start_node = view.inter_edge_count, goal_node = start_node + 1;
  const uint32_t start_group = view.polygons[start.polygon].group, goal_group = view.polygons[goal.polygon].group;
  NodeFrontier frontier(scratch);
  const auto visit = [&](uint32_t inter_edge, Cost g, uint32_t token) {
    if (frontier.improves(inter_edge, g)) {
      frontier.push(inter_edge, g, mesh_bound(view, view.inter_edges[inter_edge].place, goal.place), token);
    }
  };
  const auto visit_goal = [&](Cost g, uint32_t token) {
    if (frontier.improves(goal_node, g)) frontier.push(goal_node, g, 0, token);
  };
  frontier.push(start_node, 0, mesh_bound(view, start.place, goal.place), start_node << 1);
  OpenEntry entry;
  while (frontier.pop(entry)) {
    if (entry.id == goal_node) return PlanStatus::kFound;
    if (entry.g() > kMeshCostLimit) return PlanStatus::kCostOverflow;
    if (entry.id == start_node) {
      const MeshViewGroup& group = view.groups[start_group];
      if (links.direct < kNoWay) visit_goal(links.direct, start_node << 1);
      for (uint32_t slot = 0; slot < group.inter_edges; ++slot) {
        if (links.start[slot] < kNoWay) {
          visit(view.group_inter_edges[group.first_inter_edge + slot], links.start[slot], start_node << 1);
        }
      }
    } else {
      const MeshViewInterEdge& inter_edge = view.inter_edges[entry.id];
      const uint32_t parent = frontier.records[entry.id].parent;
      const uint32_t crossed =
          parent >> 1 == start_node ? start_group : view.inter_edges[parent >> 1].groups[parent & 1];
      const uint32_t entered = inter_edge.groups[0] == crossed ? 1 : 0;
      const uint32_t token = entry.id << 1 | entered;
      const uint32_t own = inter_edge.slots[entered];
      if (inter_edge.groups[entered] == goal_group && links.goal[own] < kNoWay) {
        visit_goal(entry.g() + links.goal[own], token);
      }
      const MeshViewGroup& group = view.groups[inter_edge.groups[entered]];
      const Cost* row = mesh_row(view, group, own);
      for (uint32_t slot = 0; slot < group.inter_edges; ++slot) {
        if (slot != own && row[slot] < kNoWay) {
          visit(view.group_inter_edges[group.first_inter_edge + slot], entry.g() + row[slot], token);
        }
      }
    }
    if (frontier.open.overflowed) return kOutOfScratch;
  }
  // Both ends are connected, so a path exists. It was not found because it costs more than the stored rows
  // of costs can hold.
  return PlanStatus::kCostOverflow;
}

// Calls emit(node) for every node between start and goal on the path that a search found, from the goal back to the
// start. `nodes` is the number of nodes besides start and goal. Returns the number of nodes on the path. Sets `first`
// to the node after the start; kNoNodeId if there is none.
template <class Emit>
STRATA_HD inline uint32_t walk_mesh_back(const NodeScratch& scratch, uint32_t nodes, uint32_t& first, Emit&& emit) {
  first = kNoNodeId;
  uint32_t count = 0;
  for (uint32_t node = scratch.records[nodes + 1].parent >> 1; node != nodes;
       node = scratch.records[node].parent >> 1) {
    first = node;
    emit(node);
    ++count;
  }
  return count;
}

// Returns the first portal of an agent's path if the path leaves the group over `inter_edge`. `link_costs` comes from
// mesh_links, or is null.
STRATA_HD inline PortalId portal_towards(const MeshView& view, const MeshSearchEnd& start, uint32_t inter_edge,
                                         const Cost* link_costs) {
  const MeshViewInterEdge& over = view.inter_edges[inter_edge];
  const uint32_t which = over.groups[0] == view.polygons[start.polygon].group ? 0 : 1;
  return mesh_first_portal(view, start, over.slots[which], link_costs);
}

}  // namespace strata
