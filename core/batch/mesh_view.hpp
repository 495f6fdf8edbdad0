// Purpose: MeshView gives batch planners read access to a navigation mesh and to the groups of one level of its HNA*
//          graph. Functions beside it compute the costs of steps. The same code runs in threads and in CUDA kernels.
// Source: Rahmani, Pelechano 2020, sections 3 and 4. Costs and groups agree exactly with core/navmesh/mesh_space.hpp
//         and core/hna/hna.hpp.
// Units: Costs as in core/grid/half_cells.hpp. Places are in sixteenths of a cell, or in thirty-seconds with published
//        costs. In rows kNoWay means that there is no path, or that it costs 2^30 - 1 or more.
// Shapes: Polygons and portals have the numbers of the mesh, groups those of the level. Inter-edges are numbered from 0
//         in the view. The inter-edges of a group are the first of its portals.
// Ties: Every function defines its choice among equal costs, so that all back ends give the same results.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/check.hpp"
#include "core/navmesh/mesh_space.hpp"
#include "core/tables/tables_view.hpp"

namespace strata {

inline constexpr uint32_t kNoInterEdge = 0xffffffffu;

// A polygon; it takes half a cache line.
struct MeshViewPolygon {
  HalfCellPoint centre;     // a place
  uint32_t first_side = 0;  // index of the polygon's first side with a portal
  uint32_t sides = 0;       // number of sides with a portal
  uint32_t group = 0;
  uint32_t area = 0;               // polygons with the same number are connected; 0: the polygon does not exist
  uint32_t centre_row = 0;         // index of the polygon's row in P (MeshView::centre_rows)
  uint32_t group_inter_edges = 0;  // number of entries of that row: inter-edges of the group
  friend bool operator==(const MeshViewPolygon&, const MeshViewPolygon&) = default;
};

// A side of a polygon with a portal.
struct MeshViewSide {
  PortalId portal = kNoPortal;
  uint32_t place = 0;    // index of the portal in the group of the polygon
  Cost centre_link = 0;  // cost from the polygon's centre to the portal
  HalfCellPoint at;      // copy of the portal's place
  friend bool operator==(const MeshViewSide&, const MeshViewSide&) = default;
};

struct MeshViewPortal {
  HalfCellPoint place;
  PolygonId polygons[2] = {kNoPolygon, kNoPolygon};
  Cost half = 0;  // for published costs: half the cost of the step between the centres
  uint32_t inter_edge = kNoInterEdge;
  uint32_t places[2] = {0, 0};  // indices of the portal in the groups of its polygons
  friend bool operator==(const MeshViewPortal&, const MeshViewPortal&) = default;
};

struct MeshViewInterEdge {
  HalfCellPoint place;
  uint32_t groups[2] = {0, 0};  // the groups of its polygons
  uint32_t slots[2] = {0, 0};   // indices of the inter-edge among those of these groups
  PortalId portal = kNoPortal;
  friend bool operator==(const MeshViewInterEdge&, const MeshViewInterEdge&) = default;
};

struct MeshViewGroup {
  // Index in R (MeshView::rows) of the row of the group's first portal. Each row has `inter_edges` entries.
  uint64_t row = 0;
  uint64_t square = 0;            // index of the costs between all portals of the group (MeshTablesView)
  uint32_t first_inter_edge = 0;  // index in group_inter_edges
  uint32_t first_portal = 0;      // index in group_portals
  uint32_t inter_edges = 0;
  uint32_t portals = 0;
  friend bool operator==(const MeshViewGroup&, const MeshViewGroup&) = default;
};

struct MeshView {
  bool published = false;   // costs are those of MeshCosts::kCentroids
  HalfCellPoint low, high;  // bounds of all polygons, in half cells
  uint32_t polygon_count = 0, portal_count = 0, group_count = 0, inter_edge_count = 0;
  uint32_t max_inter_edges = 0, most_portals = 0;  // maxima over all groups
  uint32_t max_portal_sides = 0;                   // maximum over all polygons
  // Returns the number of costs for the links of one end: to the inter-edges of its group, then to the
  // sides of its polygon.
  STRATA_HD uint32_t link_capacity() const { return max_inter_edges + max_portal_sides; }
  const MeshViewPolygon* polygons = nullptr;
  const MeshViewSide* sides = nullptr;
  const MeshViewPortal* portals = nullptr;
  // The pointers below are null if the pack has no groups.
  const MeshViewGroup* groups = nullptr;
  const MeshViewInterEdge* inter_edges = nullptr;
  const uint32_t* group_inter_edges = nullptr;  // by group, then slot: its inter-edges
  const PortalId* group_portals = nullptr;      // by group, then index: its portals
  const Cost* rows = nullptr;                   // R: by portal and inter-edge
  // R: how the path begins. Bit 7 says which of the portal's polygons (0, 1) it crosses first; the other bits are the
  // side by which it leaves that polygon.
  const uint8_t* row_hops = nullptr;
  const Cost* centre_rows = nullptr;      // P: by polygon and inter-edge
  const uint8_t* centre_sides = nullptr;  // P: side with a portal by which the path leaves the polygon
};

// --- Costs ---------------------------------------------------------------------------------------------------------

// These functions compute the same as root_down and root_up of core/grid/half_cells.hpp, which device compilers do not
// accept. The results are exact on every machine, because rounding is corrected.
STRATA_HD inline uint64_t mesh_root_down(uint64_t value) {
  auto root = static_cast<uint64_t>(::sqrt(static_cast<double>(value)));
  while (root * root > value) --root;
  while ((root + 1) * (root + 1) <= value) ++root;
  return root;
}
STRATA_HD inline uint64_t mesh_root_up(uint64_t value) {
  const uint64_t root = mesh_root_down(value);
  return root + (root * root < value ? 1 : 0);
}
// Returns the square of the cost of a straight line: (51 d)^2 = 2601 d^2, where d is its length in sixteenths of a
// cell. A cell costs 16 * 51 = 816.
STRATA_HD inline uint64_t mesh_squared_cost(HalfCellPoint a, HalfCellPoint b) {
  const int64_t dx = b.x - a.x, dy = b.y - a.y;
  return 2601 * static_cast<uint64_t>(dx * dx + dy * dy);
}
STRATA_HD inline Cost mesh_line(HalfCellPoint a, HalfCellPoint b) {
  return static_cast<Cost>(mesh_root_up(mesh_squared_cost(a, b)));
}
// Returns a lower bound of the cost of any path between two places.
STRATA_HD inline Cost mesh_bound(const MeshView& view, HalfCellPoint a, HalfCellPoint b) {
  const auto root = static_cast<Cost>(mesh_root_down(mesh_squared_cost(a, b)));
  return view.published ? root / 2 : root;
}
STRATA_HD inline Cost mesh_step(const MeshView& view, const MeshViewPortal& from, const MeshViewPortal& to) {
  return view.published ? from.half + to.half : mesh_line(from.place, to.place);
}

// --- Agents --------------------------------------------------------------------------------------------------------

// The start and goal of an agent, each in its polygon.
struct MeshAgent {
  MeshEndpoint start, goal;
};

// The start or goal in the form that searches use.
struct MeshSearchEnd {
  HalfCellPoint place;
  PolygonId polygon = kNoPolygon;
  bool at_centre = false;
};
STRATA_HD inline MeshSearchEnd mesh_search_end(const MeshView& view, const MeshEndpoint& end, bool from_centres) {
  const bool at_centre = from_centres || view.published;
  return {at_centre ? view.polygons[end.polygon].centre : HalfCellPoint{8 * end.at.x, 8 * end.at.y}, end.polygon,
          at_centre};
}
STRATA_HD inline Cost mesh_link(const MeshSearchEnd& spot, const MeshViewSide& side) {
  return spot.at_centre ? side.centre_link : mesh_line(spot.place, side.at);
}
// Returns the cost between two ends in one polygon.
STRATA_HD inline Cost mesh_direct(const MeshSearchEnd& start, const MeshSearchEnd& goal) {
  return start.at_centre ? 0 : mesh_line(start.place, goal.place);
}

STRATA_HD inline bool is_on_mesh(const MeshView& view, const MeshEndpoint& end) {
  return end.polygon < view.polygon_count && view.polygons[end.polygon].area != 0;
}
STRATA_HD inline bool is_near_mesh(const MeshView& view, HalfCellPoint point) {
  return point.x >= view.low.x && point.y >= view.low.y && point.x <= view.high.x && point.y <= view.high.y;
}
// Returns kFound if both ends are on the mesh and connected, else why there is no path.
STRATA_HD inline PlanStatus check_mesh_agent(const MeshView& view, const MeshAgent& agent) {
  if (!is_on_mesh(view, agent.start)) return PlanStatus::kStartBlocked;
  if (!is_on_mesh(view, agent.goal)) return PlanStatus::kGoalBlocked;
  if (!is_near_mesh(view, agent.start.at) || !is_near_mesh(view, agent.goal.at)) return PlanStatus::kOffMesh;
  const bool joined = view.polygons[agent.start.polygon].area == view.polygons[agent.goal.polygon].area;
  return joined ? PlanStatus::kFound : PlanStatus::kNoPath;
}

// --- Rows ----------------------------------------------------------------------------------------------------------

STRATA_HD inline const Cost* mesh_row(const MeshView& view, const MeshViewGroup& group, uint32_t place) {
  return view.rows + group.row + size_t{place} * group.inter_edges;
}

// Returns the portal after the one at index `place`, on the path to an inter-edge of the group.
STRATA_HD inline PortalId mesh_next_portal(const MeshView& view, const MeshViewGroup& group, uint32_t place,
                                           uint32_t slot) {
  const PortalId here = view.group_portals[group.first_portal + place];
  const uint8_t hop = view.row_hops[group.row + size_t{place} * group.inter_edges + slot];
  return view.sides[view.polygons[view.portals[here].polygons[hop >> 7]].first_side + (hop & 127u)].portal;
}

// Returns the costs from an end to the inter-edges of its group, by slot: the stored row for a centroid, else costs
// computed into `link_costs`.
STRATA_HD inline const Cost* mesh_links(const MeshView& view, const MeshSearchEnd& spot, Cost* link_costs) {
  const MeshViewPolygon& polygon = view.polygons[spot.polygon];
  if (spot.at_centre) return view.centre_rows + polygon.centre_row;
  const MeshViewGroup& group = view.groups[polygon.group];
  for (uint32_t slot = 0; slot < group.inter_edges; ++slot) link_costs[slot] = kNoWay;
  for (uint32_t s = 0; s < polygon.sides; ++s) {
    const MeshViewSide& side = view.sides[polygon.first_side + s];
    const Cost link = mesh_link(spot, side);
    link_costs[view.max_inter_edges + s] = link;
    const Cost* row = mesh_row(view, group, side.place);
    for (uint32_t slot = 0; slot < group.inter_edges; ++slot) {
      const Cost cost = link + row[slot];
      link_costs[slot] = cost < link_costs[slot] ? cost : link_costs[slot];
    }
  }
  return link_costs;
}

// Returns the portal by which the cheapest path from an end to an inter-edge of its group leaves the end's polygon. Of
// equal ones it is the portal with the least remaining cost, so that the path does not return to the polygon.
// `link_costs` comes from mesh_links, or is null.
STRATA_HD inline PortalId mesh_first_portal(const MeshView& view, const MeshSearchEnd& spot, uint32_t slot,
                                            const Cost* link_costs) {
  const MeshViewPolygon& polygon = view.polygons[spot.polygon];
  if (spot.at_centre) {
    return view.sides[polygon.first_side + view.centre_sides[polygon.centre_row + slot]].portal;
  }
  const MeshViewGroup& group = view.groups[polygon.group];
  PortalId best = kNoPortal;
  Cost least = kInfinite, least_rest = kInfinite;
  for (uint32_t s = 0; s < polygon.sides; ++s) {
    const MeshViewSide& side = view.sides[polygon.first_side + s];
    const Cost rest = mesh_row(view, group, side.place)[slot];
    const Cost cost = (link_costs != nullptr ? link_costs[view.max_inter_edges + s] : mesh_link(spot, side)) + rest;
    if (cost > least || (cost == least && rest >= least_rest)) continue;
    least = cost;
    least_rest = rest;
    best = side.portal;
  }
  return best;
}

}  // namespace strata
