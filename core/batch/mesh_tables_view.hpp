// Purpose: These functions look up costs and paths for one agent in MeshTables: the cost, the first portal, and the
//          inter-edges of the path. The same code runs in threads and in CUDA kernels.
// Source: Ours, over the groups of Rahmani, Pelechano 2020.
// Units: As in core/batch/mesh_view.hpp. The sum of four costs of kNoWay does not overflow.
// Ties: Of paths with the same cost, the path inside the group is chosen, then the path with the shortest part between
//       inter-edges, then the lowest slots. So a path never goes back through a group that it has just crossed. For the
//       same reason the next inter-edge is the farthest on a cheapest path.
#pragma once

#include "core/batch/mesh_view.hpp"
#include "core/tables/label_unpack.hpp"

namespace strata {

// The label of an inter-edge (core/ch/labels.hpp).
struct MeshLabel {
  uint64_t first = 0;  // index of its first entry
  uint32_t place = 0;  // index of the inter-edge in preorder
  uint32_t length = 0;
  friend bool operator==(const MeshLabel&, const MeshLabel&) = default;
};

struct MeshTablesView {
  const Cost* squares = nullptr;  // by group: costs between all portals of the group, inside it
  // The costs between inter-edges are in `between`, a table of all pairs, or, if that is null, in labels.
  const Cost* between = nullptr;
  const MeshLabel* labels = nullptr;
  const Cost* entries = nullptr;
  const uint16_t* least = nullptr;  // Labels::least(), which gives the number of common ancestors
  uint32_t inter_edges = 0;
};

// The costs from one inter-edge to the others.
struct MeshPairs {
  const Cost* row;
  STRATA_HD MeshPairs(const MeshTablesView& tables, uint32_t from)
      : row(tables.between + size_t{from} * tables.inter_edges) {}
  STRATA_HD Cost operator()(uint32_t to) const { return row[to]; }
};
template <class Sums>
struct MeshLabelPairs {
  const MeshTablesView& tables;
  uint32_t from;
  STRATA_HD MeshLabelPairs(const MeshTablesView& of, uint32_t inter_edge) : tables(of), from(inter_edge) {}
  STRATA_HD Cost operator()(uint32_t to) const {
    if (to == from) return 0;
    const MeshLabel &a = tables.labels[from], &b = tables.labels[to];
    TableLabelsView shape;
    shape.least = tables.least;
    shape.count = tables.inter_edges;
    const Cost sum =
        Sums::least_sum(tables.entries + a.first, tables.entries + b.first, shape.common(a.place, b.place));
    return sum < kNoWay ? sum : kNoWay;
  }
};

// The path of an agent, looked up in the tables.
struct MeshTableAnswer {
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;
  uint32_t from = kNoInterEdge,
           to = kNoInterEdge;  // first and last inter-edge; kNoInterEdge: the path stays inside the group
};

// Returns the cost of the cheapest path inside the common group of both ends. Sets `first`, unless null,
// to its first portal.
STRATA_HD inline Cost mesh_inside(const MeshView& view, const MeshTablesView& tables, const MeshSearchEnd& start,
                                  const MeshSearchEnd& goal, PortalId* first) {
  const MeshViewPolygon &here = view.polygons[start.polygon], &there = view.polygons[goal.polygon];
  const MeshViewGroup& group = view.groups[here.group];
  Cost least = kNoWay, least_rest = kNoWay;
  for (uint32_t t = 0; t < there.sides; ++t) {
    const MeshViewSide& into = view.sides[there.first_side + t];
    const Cost last = mesh_link(goal, into);
    const Cost* row = tables.squares + group.square + size_t{into.place} * group.portals;
    for (uint32_t s = 0; s < here.sides; ++s) {
      const MeshViewSide& out = view.sides[here.first_side + s];
      const Cost rest = row[out.place] + last;
      const Cost cost = mesh_link(start, out) + rest;
      if (cost > least || (cost == least && rest >= least_rest)) continue;
      least = cost;
      least_rest = rest;
      if (first != nullptr) *first = out.portal;
    }
  }
  return least < kNoWay ? least : kNoWay;
}

template <class Pairs>
STRATA_HD inline void mesh_cheapest_pair(const MeshView& view, const MeshTablesView& tables, const MeshViewGroup& here,
                                         const MeshViewGroup& there, const Cost* start, const Cost* goal,
                                         MeshTableAnswer& way) {
  const uint32_t* out = view.group_inter_edges + here.first_inter_edge;
  const uint32_t* into = view.group_inter_edges + there.first_inter_edge;
  Cost least_between = kInfinite;
  for (uint32_t a = 0; a < here.inter_edges; ++a) {
    if (start[a] > way.cost || start[a] >= kNoWay) continue;
    const Pairs pairs(tables, out[a]);
    for (uint32_t b = 0; b < there.inter_edges; ++b) {
      const Cost between = pairs(into[b]);
      const Cost cost = start[a] + between + goal[b];
      if (cost > way.cost || (cost == way.cost && between >= least_between)) continue;
      way.cost = cost;
      way.from = out[a];
      way.to = into[b];
      least_between = between;
    }
  }
}

// Looks up the path between connected ends in different polygons. `all_link_costs` has space for the links of two ends.
template <class Sums>
STRATA_HD inline MeshTableAnswer mesh_look_up(const MeshView& view, const MeshTablesView& tables,
                                              const MeshSearchEnd& start, const MeshSearchEnd& goal,
                                              Cost* all_link_costs, PortalId& inside_first) {
  const uint32_t own = view.polygons[start.polygon].group, other = view.polygons[goal.polygon].group;
  MeshTableAnswer way;
  way.cost = kNoWay;
  const Cost* const start_links = mesh_links(view, start, all_link_costs);
  const Cost* const goal_links = mesh_links(view, goal, all_link_costs + view.link_capacity());
  if (tables.between != nullptr) {
    mesh_cheapest_pair<MeshPairs>(view, tables, view.groups[own], view.groups[other], start_links, goal_links, way);
  } else {
    mesh_cheapest_pair<MeshLabelPairs<Sums>>(view, tables, view.groups[own], view.groups[other], start_links,
                                             goal_links, way);
  }
  if (own == other) {
    PortalId first = kNoPortal;
    const Cost inside = mesh_inside(view, tables, start, goal, &first);
    if (inside <= way.cost) {
      way.cost = inside;
      way.from = way.to = kNoInterEdge;
      inside_first = first;
    }
  }
  const bool found = way.cost < kNoWay;
  way.status = found ? PlanStatus::kFound : PlanStatus::kCostOverflow;  // a path exists, as the ends are connected
  if (!found) way = {way.status, kInfinite, kNoInterEdge, kNoInterEdge};
  return way;
}

template <class Pairs, class Emit>
STRATA_HD inline uint32_t mesh_unpack_pairs(const MeshView& view, const MeshTablesView& tables, uint32_t group,
                                            const MeshTableAnswer& way, Emit&& emit) {
  uint32_t at = way.from, count = 1;
  emit(view.inter_edges[at].portal);
  const Pairs left_of(tables, way.to);  // paths cost the same in both directions
  for (Cost left = left_of(at); at != way.to; ++count) {
    const MeshViewInterEdge& inter_edge = view.inter_edges[at];
    const uint32_t entered = inter_edge.groups[0] == group ? 1 : 0;
    group = inter_edge.groups[entered];
    const MeshViewGroup& crossed = view.groups[group];
    const Cost* row = mesh_row(view, crossed, inter_edge.slots[entered]);
    uint32_t next = kNoInterEdge;
    Cost next_left = left;
    for (uint32_t slot = 0; slot < crossed.inter_edges; ++slot) {
      const uint32_t over = view.group_inter_edges[crossed.first_inter_edge + slot];
      if (row[slot] > left || over == at) continue;
      const Cost rest = left_of(over);
      if (row[slot] + rest != left || rest >= next_left) continue;
      next = over;
      next_left = rest;
    }
    if (next == kNoInterEdge) return 0;  // the tables do not belong to this mesh: no inter-edge continues the path
    at = next;
    left = next_left;
    emit(view.inter_edges[at].portal);
  }
  return count;
}

// Calls emit(portal) for the inter-edges of the path, in order. Returns their number.
template <class Sums, class Emit>
STRATA_HD inline uint32_t mesh_unpack(const MeshView& view, const MeshTablesView& tables, const MeshSearchEnd& start,
                                      const MeshTableAnswer& way, Emit&& emit) {
  if (way.from == kNoInterEdge) return 0;
  const uint32_t group = view.polygons[start.polygon].group;
  return tables.between != nullptr ? mesh_unpack_pairs<MeshPairs>(view, tables, group, way, emit)
                                   : mesh_unpack_pairs<MeshLabelPairs<Sums>>(view, tables, group, way, emit);
}

}  // namespace strata
