// Turns a mesh into that of the same level with other blocked cells. Polygons and portals that are in both
// keep their numbers.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/base/check.hpp"
#include "core/base/sort_unique.hpp"
#include "core/level/level_mesh.hpp"

namespace strata {
namespace {

// The identity of a polygon: its corners with their heights, beginning with the first in row-major order.
struct PolygonKey {
  std::vector<std::tuple<int32_t, int32_t, float>> corners;  // y, x, height
  PolygonId polygon = kNoPolygon;
};

PolygonKey outline_of(const LevelMesh& level, PolygonId polygon) {
  PolygonKey outline{{}, polygon};
  const std::span<const MeshSide> sides = level.mesh().sides(polygon);
  for (size_t i = 0; i < sides.size(); ++i) {
    const HalfCellPoint before = sides[i == 0 ? sides.size() - 1 : i - 1].from, at = sides[i].from;
    const HalfCellPoint after = sides[i + 1 == sides.size() ? 0 : i + 1].from;
    if (turn(before, at, after) != 0) outline.corners.emplace_back(at.y, at.x, level.heights(polygon)[i]);
  }
  std::rotate(outline.corners.begin(), std::min_element(outline.corners.begin(), outline.corners.end()),
              outline.corners.end());
  return outline;
}

std::vector<PolygonKey> outlines_of(const LevelMesh& level) {
  std::vector<PolygonKey> outlines;
  for (PolygonId id = 0; id < level.mesh().polygon_slots(); ++id) {
    if (level.mesh().has_polygon(id)) outlines.push_back(outline_of(level, id));
  }
  std::sort(outlines.begin(), outlines.end(), [](const PolygonKey& a, const PolygonKey& b) {
    return std::tie(a.corners, a.polygon) < std::tie(b.corners, b.polygon);
  });
  return outlines;
}

bool has(const std::vector<PolygonId>& sorted, PolygonId id) {
  return std::binary_search(sorted.begin(), sorted.end(), id);
}

}  // namespace

struct LevelChange {
  LevelMesh& level;
  LevelMesh& other;
  MeshUpdate& update;
  NavMesh& mesh = level.mesh_;
  const NavMesh& coming = other.mesh_;

  std::vector<PolygonId> number;        // by polygon of the other mesh: polygon of this mesh
  std::vector<PolygonId> source;        // by polygon of this mesh: polygon of the other mesh; kNoPolygon: removed
  std::vector<PortalId> portal_number;  // by portal of the other mesh: portal of this mesh
  std::vector<PolygonId> gone, added, parted;  // ascending; parted: polygons that stay, with other portals
  std::vector<PortalId> gone_portals;

  void match_polygons() {
    const std::vector<PolygonKey> old = outlines_of(level), fresh = outlines_of(other);
    number.assign(coming.polygon_slots(), kNoPolygon);
    source.assign(mesh.polygon_slots(), kNoPolygon);
    size_t next = 0;
    for (const PolygonKey& outline : fresh) {
      while (next < old.size() && old[next].corners < outline.corners) ++next;
      if (next == old.size() || old[next].corners != outline.corners) continue;
      number[outline.polygon] = old[next].polygon;
      source[old[next++].polygon] = outline.polygon;
    }
    for (const PolygonKey& outline : old) {
      if (source[outline.polygon] == kNoPolygon) gone.push_back(outline.polygon);
    }
    std::sort(gone.begin(), gone.end());
  }

  // Returns the removed polygon that contains the point; of several the one with the nearest height.
  PolygonId predecessor_of(HalfCellPoint point, float height) const {
    PolygonId best = kNoPolygon;
    float nearest = 0;
    for (const PolygonId old : level.near(point)) {
      if (!has(gone, old) || !mesh.contains(old, point)) continue;
      const float distance = std::abs(level.height_at(old, point) - height);
      if (best != kNoPolygon && distance >= nearest) continue;
      best = old;
      nearest = distance;
    }
    return best;
  }

  void add_polygons() {
    // For polygons that an earlier change of this update has added, the predecessor is their own predecessor.
    std::vector<std::pair<PolygonId, PolygonId>> earlier;
    for (size_t i = 0; i < update.added.size(); ++i) earlier.emplace_back(update.added[i], update.predecessors[i]);
    std::sort(earlier.begin(), earlier.end());
    std::vector<PolygonId> predecessors;
    std::vector<HalfCellPoint> ring;
    for (PolygonId from = 0; from < coming.polygon_slots(); ++from) {
      if (!coming.has_polygon(from) || number[from] != kNoPolygon) continue;
      ring.clear();
      coming.append_corners(from, ring);
      number[from] = mesh.add_polygon(ring);
      source.resize(mesh.polygon_slots(), kNoPolygon);
      source[number[from]] = from;
      added.push_back(number[from]);
      const HalfCellPoint centre{coming.centre16(from).x >> 3, coming.centre16(from).y >> 3};
      PolygonId before = predecessor_of(centre, other.height_at(from, centre));
      const auto known = std::lower_bound(earlier.begin(), earlier.end(), std::pair(before, PolygonId{0}));
      if (known != earlier.end() && known->first == before) before = known->second;
      predecessors.push_back(before);
    }
    // Deletes the entries of polygons that are removed again, because their numbers now belong to other polygons.
    size_t kept = 0;
    for (size_t i = 0; i < update.added.size(); ++i) {
      if (has(gone, update.added[i])) continue;
      update.added[kept] = update.added[i];
      update.predecessors[kept++] = update.predecessors[i];
    }
    update.added.resize(kept);
    update.predecessors.resize(kept);
    update.added.insert(update.added.end(), added.begin(), added.end());
    update.predecessors.insert(update.predecessors.end(), predecessors.begin(), predecessors.end());
    std::sort(added.begin(), added.end());
  }

  // Returns the portal between two polygons that stay; kNoPortal if there is none.
  PortalId portal_between(PolygonId first, PolygonId second, HalfCellPoint from, HalfCellPoint to) const {
    if (has(added, first) || has(added, second)) return kNoPortal;
    const std::span<const MeshSide> sides = mesh.sides(first);
    for (size_t i = 0; i < sides.size(); ++i) {
      if (sides[i].from != from || sides[i].portal == kNoPortal) continue;
      if (mesh.portal(sides[i].portal).across(first) == second && mesh.side_end(first, static_cast<int>(i)) == to) {
        return sides[i].portal;
      }
    }
    return kNoPortal;
  }

  void match_portals() {
    std::vector<uint8_t> stays(mesh.portal_slots(), 0);
    portal_number.assign(coming.portal_slots(), kNoPortal);
    for (PortalId id = 0; id < coming.portal_slots(); ++id) {
      const Portal& portal = coming.portal(id);
      if (!portal.exists()) continue;
      const PortalId old = portal_between(number[portal.polygons[0]], number[portal.polygons[1]], portal.a, portal.b);
      if (old == kNoPortal) continue;
      portal_number[id] = old;
      stays[old] = 1;
    }
    const auto note = [&](const std::array<PolygonId, 2>& polygons) {
      for (const PolygonId polygon : polygons) {
        if (!has(gone, polygon) && !has(added, polygon)) parted.push_back(polygon);
      }
    };
    for (PortalId id = 0; id < stays.size(); ++id) {
      if (!mesh.portal(id).exists() || stays[id] != 0) continue;
      gone_portals.push_back(id);
      note(mesh.portal(id).polygons);
    }
    for (PortalId id = 0; id < coming.portal_slots(); ++id) {
      const Portal& portal = coming.portal(id);
      if (!portal.exists() || portal_number[id] != kNoPortal) continue;
      const std::array<PolygonId, 2> polygons = {number[portal.polygons[0]], number[portal.polygons[1]]};
      portal_number[id] = mesh.add_portal(portal.a, portal.b, polygons[0], polygons[1]);
      update.portals_added.push_back(portal_number[id]);
      note(polygons);
    }
    sort_unique(parted);
  }

  void set_portals_of(PolygonId id) {
    std::vector<PortalId> portals;
    for (const MeshSide& side : coming.sides(source[id])) {
      if (side.portal != kNoPortal) portals.push_back(portal_number[side.portal]);
    }
    mesh.set_portals(id, portals);
  }

  void set_portals() {
    for (const PolygonId id : added) set_portals_of(id);
    for (const PolygonId id : parted) set_portals_of(id);
    for (const PortalId id : gone_portals) mesh.remove_portal(id);
    for (const PolygonId id : gone) mesh.remove_polygon(id);
    update.portals_removed.insert(update.portals_removed.end(), gone_portals.begin(), gone_portals.end());
    update.removed.insert(update.removed.end(), gone.begin(), gone.end());
    std::vector<PolygonId> known = update.added;
    known.insert(known.end(), update.relinked.begin(), update.relinked.end());
    std::sort(known.begin(), known.end());
    std::copy_if(parted.begin(), parted.end(), std::back_inserter(update.relinked),
                 [&](PolygonId id) { return !has(known, id); });
    std::erase_if(update.relinked, [&](PolygonId id) { return has(gone, id); });
  }

  // Copies the heights. Sides may begin at another corner than in the other mesh, but at the same points. If only the
  // height between two collinear portals has changed, nothing is reported, but the version of the mesh changes.
  void take_heights() {
    PolygonId raised = kNoPolygon;
    std::vector<uint32_t> first;
    std::vector<float> heights, means(mesh.polygon_slots(), 0);
    std::vector<uint16_t> regions(mesh.polygon_slots(), 0);
    for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
      first.push_back(static_cast<uint32_t>(heights.size()));
      if (!mesh.has_polygon(id)) continue;
      const PolygonId from = source[id];
      const std::span<const MeshSide> sides = coming.sides(from);
      STRATA_CHECK(sides.size() == mesh.sides(id).size());
      for (const MeshSide& side : mesh.sides(id)) {
        const auto same = [&](const MeshSide& theirs) { return theirs.from == side.from; };
        const auto found = std::find_if(sides.begin(), sides.end(), same);
        STRATA_CHECK(found != sides.end());
        heights.push_back(other.heights(from)[static_cast<size_t>(found - sides.begin())]);
      }
      const bool is_same = has(added, id) || has(parted, id) ||
                           std::equal(heights.begin() + first.back(), heights.end(), level.heights(id).begin());
      if (!is_same) raised = id;
      means[id] = other.mean_heights_[from];
      regions[id] = other.regions_[from];
    }
    first.push_back(static_cast<uint32_t>(heights.size()));
    if (raised != kNoPolygon) set_portals_of(raised);
    level.first_ = std::move(first);
    level.heights_ = std::move(heights);
    level.mean_heights_ = std::move(means);
    level.regions_ = std::move(regions);
  }

  void run() {
    match_polygons();
    add_polygons();
    match_portals();
    set_portals();
    take_heights();
    level.map_ = std::move(other.map_);
    level.cell_heights_ = std::move(other.cell_heights_);
    level.cell_regions_ = std::move(other.cell_regions_);
    level.lower_ = std::move(other.lower_);
    level.notes_ = std::move(other.notes_);
    level.times_ = other.times_;
    level.make_index();
  }
};

void LevelMesh::become(LevelMesh&& other, MeshUpdate& update) {
  STRATA_CHECK(options_ == other.options_ && map_.width() == other.map_.width() &&
               map_.height() == other.map_.height() && low_ == other.low_ && high_ == other.high_);
  LevelChange{.level = *this,
              .other = other,
              .update = update,
              .number = {},
              .source = {},
              .portal_number = {},
              .gone = {},
              .added = {},
              .parted = {},
              .gone_portals = {}}
      .run();
}

}  // namespace strata
