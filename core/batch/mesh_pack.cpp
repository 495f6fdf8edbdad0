#include "core/batch/mesh_pack.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <span>

#include "core/base/check.hpp"
#include "core/hna/hna_costs.hpp"
#include "core/navmesh/mesh_areas.hpp"

namespace strata {

void PackedMesh::build(const NavMesh& mesh, MeshCosts costs) {
  serial_ = 0;
  level_ = 0;
  pack_mesh(mesh, costs);
  groups_.clear();
  exits_.clear();
  group_exits_.clear();
  group_portals_.clear();
  rows_.clear();
  row_hops_.clear();
  centre_rows_.clear();
  centre_sides_.clear();
  finish(mesh);
}

void PackedMesh::build(const NavMesh& mesh, const Hna& hna, int level) {
  STRATA_CHECK(hna.ready() && hna.built_for() == mesh.version() && level >= 1 && level <= hna.levels());
  serial_ = 0;
  level_ = level;
  pack_mesh(mesh, hna.options().costs);
  number_inter_edges(mesh, hna.level(level));
  pack_rows(mesh, hna.level(level));
  finish(mesh);
}

void PackedMesh::pack_mesh(const NavMesh& mesh, MeshCosts costs) {
  view_ = {};
  view_.published = costs == MeshCosts::kCentroids;
  const std::vector<uint32_t> areas = mesh_areas(mesh);
  const CentroidMidpointCosts to_middles(mesh);
  const CentroidCosts published(mesh);
  portals_.assign(mesh.portal_slots(), {});
  for (PortalId id = 0; id < mesh.portal_slots(); ++id) {
    const Portal& portal = mesh.portal(id);
    if (!portal.exists()) continue;
    MeshViewPortal& own = portals_[id];
    own.polygons[0] = portal.polygons[0];
    own.polygons[1] = portal.polygons[1];
    own.place = view_.published ? published.place(id) : to_middles.place(id);
    if (view_.published) own.half = published.half(id);
  }
  constexpr int32_t kFar = std::numeric_limits<int32_t>::max();
  HalfCellPoint low{kFar, kFar}, high{-kFar, -kFar};
  polygons_.assign(mesh.polygon_slots(), {});
  sides_.clear();
  sides_.reserve(2 * mesh.portal_count());
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
    if (!mesh.has_polygon(id)) continue;
    MeshViewPolygon& own = polygons_[id];
    own.area = areas[id];
    own.centre = mesh.centre16(id);
    if (view_.published) own.centre = {2 * own.centre.x, 2 * own.centre.y};
    own.first_side = static_cast<uint32_t>(sides_.size());
    for (const MeshSide& side : mesh.sides(id)) {
      if (side.portal == kNoPortal) continue;
      const Cost link = view_.published ? published.half(side.portal) : to_middles.link(id, side.portal);
      sides_.push_back({side.portal, 0, link, portals_[side.portal].place});
    }
    own.sides = static_cast<uint32_t>(sides_.size()) - own.first_side;
    view_.max_portal_sides = std::max(view_.max_portal_sides, own.sides);
    low = {std::min(low.x, mesh.low(id).x), std::min(low.y, mesh.low(id).y)};
    high = {std::max(high.x, mesh.high(id).x), std::max(high.y, mesh.high(id).y)};
  }
  view_.low = low;
  view_.high = high;
}

// Numbers inter-edges group by group, so that those of a group and of its neighbours are close in memory.
void PackedMesh::number_inter_edges(const NavMesh& mesh, const HnaLevel& level) {
  groups_.assign(level.group_slots(), {});
  exits_.clear();
  group_exits_.clear();
  group_portals_.clear();
  uint64_t rows = 0, squares = 0;
  for (uint32_t number = 0; number < level.group_slots(); ++number) {
    if (!level.has_group(number)) continue;
    const HnaGroup& group = level.group(number);
    MeshViewGroup& own = groups_[number];
    own.inter_edges = group.inter_edges;
    own.portals = static_cast<uint32_t>(group.portals.size());
    own.first_inter_edge = static_cast<uint32_t>(group_exits_.size());
    own.first_portal = static_cast<uint32_t>(group_portals_.size());
    own.row = rows;
    own.square = squares;
    rows += uint64_t{own.portals} * own.inter_edges;
    squares += uint64_t{own.portals} * own.portals;
    view_.max_inter_edges = std::max(view_.max_inter_edges, own.inter_edges);
    view_.most_portals = std::max(view_.most_portals, own.portals);
    group_portals_.insert(group_portals_.end(), group.portals.begin(), group.portals.end());
    for (uint32_t slot = 0; slot < group.inter_edges; ++slot) {
      const PortalId id = group.portals[slot];
      MeshViewPortal& portal = portals_[id];
      if (portal.inter_edge == kNoInterEdge) {
        portal.inter_edge = static_cast<uint32_t>(exits_.size());
        MeshViewInterEdge& inter_edge = exits_.emplace_back();
        inter_edge.place = portal.place;
        inter_edge.portal = id;
        for (uint32_t which = 0; which < 2; ++which) {
          inter_edge.groups[which] = level.group_of(mesh.portal(id).polygons[which]);
          inter_edge.slots[which] = level.place_of(id, which);
        }
      }
      group_exits_.push_back(portal.inter_edge);
    }
  }
}

void PackedMesh::pack_rows(const NavMesh& mesh, const HnaLevel& level) {
  const auto told = [](Cost cost) { return std::min(cost, kNoWay); };
  rows_.clear();
  row_hops_.clear();
  centre_rows_.clear();
  centre_sides_.clear();
  for (PortalId id = 0; id < mesh.portal_slots(); ++id) {
    if (!mesh.portal(id).exists()) continue;
    for (uint32_t which = 0; which < 2; ++which) portals_[id].places[which] = level.place_of(id, which);
  }
  // Returns the number of earlier sides of the polygon that have a portal.
  const auto place_of_side = [&](PolygonId polygon, uint32_t side) {
    const std::span<const MeshSide> sides = mesh.sides(polygon).first(side);
    return static_cast<uint32_t>(
        std::count_if(sides.begin(), sides.end(), [](const MeshSide& one) { return one.portal != kNoPortal; }));
  };
  for (uint32_t number = 0; number < level.group_slots(); ++number) {
    if (!level.has_group(number)) continue;
    const HnaGroup& group = level.group(number);
    const uint32_t inter_edges = group.inter_edges;
    const Cost* const own_rows = group.costs.data();
    for (const Cost cost : group.costs) rows_.push_back(told(cost));
    for (size_t place = 0; place < group.portals.size(); ++place) {
      const Portal& portal = mesh.portal(group.portals[place]);
      for (uint32_t slot = 0; slot < inter_edges; ++slot) {
        const HnaFirstStep hop = group.hop(static_cast<uint32_t>(place), slot);
        const bool stays = place == slot || group.cost(static_cast<uint32_t>(place), slot) == kInfinite;
        const uint32_t side = stays ? 0 : place_of_side(portal.polygons[hop.which()], hop.side());
        row_hops_.push_back(static_cast<uint8_t>(hop.which() << 7 | side));
      }
    }
    STRATA_CHECK(centre_rows_.size() + group.polygons.size() * inter_edges < UINT32_MAX);
    for (const PolygonId id : group.polygons) {
      MeshViewPolygon& polygon = polygons_[id];
      polygon.group = number;
      polygon.group_inter_edges = inter_edges;
      polygon.centre_row = static_cast<uint32_t>(centre_rows_.size());
      const size_t row = size_t{level.place_of(id)} * inter_edges;
      for (uint32_t s = 0; s < polygon.sides; ++s) {
        MeshViewSide& side = sides_[polygon.first_side + s];
        side.place = level.place_of(side.portal, mesh.portal(side.portal).polygons[0] == id ? 0 : 1);
      }
      // The side is not copied from the graph, because its tie-breaking differs: see mesh_first_portal.
      for (uint32_t slot = 0; slot < inter_edges; ++slot) {
        uint8_t best = 0;
        Cost least_rest = kInfinite;
        for (uint32_t s = 0; s < polygon.sides; ++s) {
          const MeshViewSide& side = sides_[polygon.first_side + s];
          const Cost rest = own_rows[size_t{side.place} * inter_edges + slot];
          if (rest >= least_rest || side.centre_link + rest != group.centre_costs[row + slot]) continue;
          least_rest = rest;
          best = static_cast<uint8_t>(s);
        }
        centre_rows_.push_back(told(group.centre_costs[row + slot]));
        centre_sides_.push_back(best);
      }
    }
  }
}

void PackedMesh::finish(const NavMesh& mesh) {
  static std::atomic<uint64_t> builds = 0;
  view_.polygon_count = static_cast<uint32_t>(polygons_.size());
  view_.portal_count = static_cast<uint32_t>(portals_.size());
  view_.group_count = static_cast<uint32_t>(groups_.size());
  view_.inter_edge_count = static_cast<uint32_t>(exits_.size());
  view_.polygons = polygons_.data();
  view_.sides = sides_.data();
  view_.portals = portals_.data();
  view_.groups = groups_.data();
  view_.inter_edges = exits_.data();
  view_.group_inter_edges = group_exits_.data();
  view_.group_portals = group_portals_.data();
  view_.rows = rows_.data();
  view_.row_hops = row_hops_.data();
  view_.centre_rows = centre_rows_.data();
  view_.centre_sides = centre_sides_.data();
  built_for_ = mesh.version();
  serial_ = ++builds;
}

size_t PackedMesh::memory_bytes() const {
  return polygons_.capacity() * sizeof(MeshViewPolygon) + sides_.capacity() * sizeof(MeshViewSide) +
         portals_.capacity() * sizeof(MeshViewPortal) + groups_.capacity() * sizeof(MeshViewGroup) +
         exits_.capacity() * sizeof(MeshViewInterEdge) +
         (group_exits_.capacity() + group_portals_.capacity()) * sizeof(uint32_t) +
         (rows_.capacity() + centre_rows_.capacity()) * sizeof(Cost) + row_hops_.capacity() + centre_sides_.capacity();
}

bool PackedMesh::same_content(const PackedMesh& other) const {
  return level_ == other.level_ && view_.published == other.view_.published && view_.low == other.view_.low &&
         view_.high == other.view_.high && polygons_ == other.polygons_ && sides_ == other.sides_ &&
         portals_ == other.portals_ && groups_ == other.groups_ && exits_ == other.exits_ &&
         group_exits_ == other.group_exits_ && group_portals_ == other.group_portals_ && rows_ == other.rows_ &&
         centre_rows_ == other.centre_rows_ && row_hops_ == other.row_hops_ && centre_sides_ == other.centre_sides_;
}

}  // namespace strata
