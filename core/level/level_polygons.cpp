#include "core/level/level_polygons.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/check.hpp"

namespace strata {
namespace {

constexpr uint32_t kNoLink = 0xffffffffu;

struct PointWithHeight {
  HalfCellPoint at;
  uint16_t height = 0;
};

// A side of a Recast polygon, in the direction of our meshes.
struct RecastSide {
  PointWithHeight from, to;
  uint16_t neighbour = VoxelPolygons::kNone;
};

// The common part of the borders of two polygons, from a to b in the direction of the first.
struct SharedBorder {
  PointWithHeight a, b;
  std::array<uint32_t, 2> rings;
};

struct RingSide {
  PointWithHeight from;
  uint32_t link = kNoLink;
};
using Ring = std::vector<RingSide>;

enum class PolygonShape : uint8_t { kKept, kFlat, kBent };

// Returns the position of p on the line from a to b as a multiple of its squared length: 0 at a.
int64_t along(HalfCellPoint a, HalfCellPoint b, HalfCellPoint p) {
  return int64_t{b.x - a.x} * (p.x - a.x) + int64_t{b.y - a.y} * (p.y - a.y);
}
bool is_on(HalfCellPoint a, HalfCellPoint b, HalfCellPoint p) {
  return turn(a, b, p) == 0 && along(a, b, p) >= 0 && along(a, b, p) <= squared_distance(a, b);
}

struct PolygonLinker {
  const VoxelPolygons& voxels;
  size_t max_sides;
  LinkedPolygons out;

  std::vector<std::vector<PointWithHeight>> corners;  // by Recast polygon; empty: removed
  std::vector<PolygonShape> kinds;                    // by Recast polygon: what becomes of it
  std::vector<uint32_t> ring_of;                      // by Recast polygon: its ring
  std::vector<Ring> rings;
  std::vector<SharedBorder> links;
  std::vector<std::vector<uint32_t>> links_of;  // by ring: its links

  std::vector<RecastSide> raw_sides(uint32_t polygon) const {
    const auto most = static_cast<size_t>(voxels.max_corners);
    const uint16_t* const numbers = voxels.polygons.data() + 2 * most * polygon;
    size_t count = 0;
    while (count < most && numbers[count] != VoxelPolygons::kNone) ++count;
    const auto point = [&](size_t i) {
      const std::array<uint16_t, 3>& v = voxels.vertices[numbers[i]];
      return PointWithHeight{{2 * v[0], 2 * v[2]}, v[1]};
    };
    std::vector<RecastSide> sides;
    for (size_t i = count; i-- > 0;) {
      const uint16_t neighbour = numbers[most + i];
      const bool is_polygon = neighbour < voxels.count();  // Recast marks tile borders by larger numbers
      sides.push_back({point(i + 1 == count ? 0 : i + 1), point(i), is_polygon ? neighbour : VoxelPolygons::kNone});
    }
    return sides;
  }

  // Returns whether every corner is convex, and the corners go round only once.
  static bool is_convex(std::span<const PointWithHeight> ring) {
    const size_t n = ring.size();
    const auto rises = [&](size_t i) {
      const HalfCellPoint a = ring[i % n].at, b = ring[(i + 1) % n].at;
      return b.y > a.y || (b.y == a.y && b.x > a.x);
    };
    int rounds = 0;
    for (size_t i = 0; i < n; ++i) {
      if (turn(ring[i].at, ring[(i + 1) % n].at, ring[(i + 2) % n].at) <= 0) return false;
      rounds += !rises(i) && rises(i + 1);
    }
    return rounds == 1;
  }

  void classify(uint32_t polygon) {
    std::vector<PointWithHeight>& ring = corners[polygon];
    for (const RecastSide& side : raw_sides(polygon)) ring.push_back(side.from);
    // Removing a corner may make a neighbour collinear.
    const auto in_line = [&](size_t i) {
      const size_t n = ring.size();
      return turn(ring[(i + n - 1) % n].at, ring[i].at, ring[(i + 1) % n].at) == 0;
    };
    for (size_t i = 0; ring.size() >= 3 && i < ring.size();) {
      if (in_line(i)) {
        ring.erase(ring.begin() + static_cast<ptrdiff_t>(i));
        i = 0;
      } else {
        ++i;
      }
    }
    kinds[polygon] = PolygonShape::kKept;
    if (ring.size() < 3) kinds[polygon] = PolygonShape::kFlat;
    if (kinds[polygon] == PolygonShape::kKept && !is_convex(ring)) kinds[polygon] = PolygonShape::kBent;
    out.flat += kinds[polygon] == PolygonShape::kFlat;
    out.bent += kinds[polygon] == PolygonShape::kBent;
    if (kinds[polygon] != PolygonShape::kKept) ring.clear();
  }

  // Returns whether the line from `from` to `to` is a part of a side of the polygon without a link.
  bool is_free_piece(uint32_t polygon, HalfCellPoint from, HalfCellPoint to) const {
    const std::vector<PointWithHeight>& ring = corners[polygon];
    for (size_t i = 0; i < ring.size(); ++i) {
      const HalfCellPoint a = ring[i].at, b = ring[i + 1 == ring.size() ? 0 : i + 1].at;
      if (!is_on(a, b, from) || !is_on(a, b, to) || along(a, b, to) <= along(a, b, from)) continue;
      for (const uint32_t id : links_of[ring_of[polygon]]) {
        const SharedBorder& link = links[id];
        const bool first = link.rings[0] == ring_of[polygon];
        const HalfCellPoint c = (first ? link.a : link.b).at, d = (first ? link.b : link.a).at;
        if (is_on(a, b, c) && is_on(a, b, d) && along(a, b, c) < along(a, b, to) &&
            along(a, b, from) < along(a, b, d)) {
          return false;
        }
      }
      return true;
    }
    return false;
  }

  void join(uint32_t p, uint32_t q, PointWithHeight from, PointWithHeight to) {
    if (!is_free_piece(p, from.at, to.at) || !is_free_piece(q, to.at, from.at)) return;
    const auto id = static_cast<uint32_t>(links.size());
    links.push_back({from, to, {ring_of[p], ring_of[q]}});
    links_of[ring_of[p]].push_back(id);
    links_of[ring_of[q]].push_back(id);
  }

  // A side of a polygon with area that is adjacent to a polygon without area. `group` is the first of the connected
  // polygons without area.
  struct FlatSide {
    uint32_t group;
    uint32_t polygon;
    PointWithHeight from, to;
  };

  void join_across_flat(std::span<const FlatSide> sides) {
    for (size_t i = 0; i < sides.size(); ++i) {
      for (size_t j = i + 1; j < sides.size(); ++j) {
        const FlatSide &p = sides[i], &q = sides[j];
        const HalfCellPoint a = p.from.at, b = p.to.at;
        if (p.polygon == q.polygon || a == b || turn(a, b, q.from.at) != 0 || turn(a, b, q.to.at) != 0) continue;
        const auto place = [&](const PointWithHeight& point) { return along(a, b, point.at); };
        const PointWithHeight low = place(q.to) > 0 ? q.to : p.from;
        const PointWithHeight high = place(q.from) < place(p.to) ? q.from : p.to;
        // Sides on the same side of the line have the same direction and no common part.
        if (place(low) < place(high)) join(p.polygon, q.polygon, low, high);
      }
    }
  }

  void join_all() {
    const auto count = static_cast<uint32_t>(voxels.count());
    std::vector<uint32_t> group(count);
    std::iota(group.begin(), group.end(), 0u);
    const auto find = [&](uint32_t i) {
      while (group[i] != i) i = group[i] = group[group[i]];
      return i;
    };
    std::vector<FlatSide> flat_sides;
    for (uint32_t p = 0; p < count; ++p) {
      if (kinds[p] == PolygonShape::kBent) continue;
      for (const RecastSide& side : raw_sides(p)) {
        const uint32_t q = side.neighbour;
        if (q == VoxelPolygons::kNone || kinds[q] == PolygonShape::kBent) continue;
        if (kinds[p] == PolygonShape::kFlat) {
          if (kinds[q] == PolygonShape::kFlat) group[find(p)] = find(q);
        } else if (kinds[q] == PolygonShape::kFlat) {
          flat_sides.push_back({q, p, side.from, side.to});
        } else if (p < q) {
          join(p, q, side.from, side.to);
        }
      }
    }
    for (FlatSide& side : flat_sides) side.group = find(side.group);
    std::stable_sort(flat_sides.begin(), flat_sides.end(),
                     [](const FlatSide& a, const FlatSide& b) { return a.group < b.group; });
    for (size_t begin = 0, end = 0; begin < flat_sides.size(); begin = end) {
      while (end < flat_sides.size() && flat_sides[end].group == flat_sides[begin].group) ++end;
      join_across_flat({flat_sides.data() + begin, end - begin});
    }
  }

  // Returns the sides of a polygon, divided at the ends of links.
  Ring make_ring(uint32_t polygon) const {
    Ring ring;
    struct RingPiece {
      PointWithHeight from, to;
      uint32_t link;
    };
    const std::vector<PointWithHeight>& around = corners[polygon];
    const std::vector<uint32_t>& own = links_of[ring_of[polygon]];
    for (size_t i = 0; i < around.size(); ++i) {
      const PointWithHeight a = around[i], b = around[i + 1 == around.size() ? 0 : i + 1];
      std::vector<RingPiece> pieces;
      for (const uint32_t id : own) {
        const bool first = links[id].rings[0] == ring_of[polygon];
        const PointWithHeight from = first ? links[id].a : links[id].b, to = first ? links[id].b : links[id].a;
        if (is_on(a.at, b.at, from.at) && is_on(a.at, b.at, to.at)) pieces.push_back({from, to, id});
      }
      const auto place = [&](const PointWithHeight& point) { return along(a.at, b.at, point.at); };
      std::sort(pieces.begin(), pieces.end(),
                [&](const RingPiece& p, const RingPiece& q) { return place(p.from) < place(q.from); });
      PointWithHeight at = a;
      for (const RingPiece& piece : pieces) {
        if (piece.from.at != at.at) ring.push_back({at, kNoLink});
        ring.push_back({piece.from.at == a.at ? a : piece.from, piece.link});
        at = piece.to;
      }
      if (at.at != b.at) ring.push_back({at, kNoLink});
    }
    return ring;
  }

  static bool has_area(const Ring& ring, size_t from, size_t to) {
    const HalfCellPoint a = ring[from].from.at, b = ring[to % ring.size()].from.at;
    for (size_t i = from + 1; i < to; ++i) {
      if (turn(a, b, ring[i % ring.size()].from.at) != 0) return true;
    }
    return false;
  }

  // Cuts a ring in two, as evenly as possible, until no part has too many sides.
  void part(uint32_t id) {
    while (rings[id].size() > max_sides) {
      const Ring ring = rings[id];
      const size_t n = ring.size();
      size_t from = 0, to = 0, best = n;
      for (size_t i = 0; i < n; ++i) {
        for (size_t j = i + 2; j < n && j < i + n - 1; ++j) {
          const size_t larger = std::max(j - i, n - (j - i));
          if (larger >= best || !has_area(ring, i, j) || !has_area(ring, j, i + n)) continue;
          best = larger;
          from = i;
          to = j;
        }
      }
      STRATA_CHECK(best < n);
      const auto other = static_cast<uint32_t>(rings.size()), link = static_cast<uint32_t>(links.size());
      links.push_back({ring[to].from, ring[from].from, {id, other}});
      rings[id].assign(ring.begin() + static_cast<ptrdiff_t>(from), ring.begin() + static_cast<ptrdiff_t>(to));
      rings[id].push_back({ring[to].from, link});
      Ring rest;
      for (size_t i = to; i < from + n; ++i) {
        const RingSide& side = ring[i % n];
        rest.push_back(side);
        if (side.link == kNoLink) continue;
        SharedBorder& moved = links[side.link];
        moved.rings[moved.a.at == side.from.at && moved.rings[0] == id ? 0 : 1] = other;
      }
      rest.push_back({ring[from].from, link});
      rings.push_back(std::move(rest));
      out.regions.push_back(out.regions[id]);
      ++out.parted;
      part(other);
    }
  }

  void make_mesh() {
    std::vector<HalfCellPoint> points;
    for (const Ring& ring : rings) {
      points.clear();
      for (size_t i = 0; i < ring.size(); ++i) {
        const HalfCellPoint before = ring[i == 0 ? ring.size() - 1 : i - 1].from.at;
        const HalfCellPoint after = ring[i + 1 == ring.size() ? 0 : i + 1].from.at;
        if (turn(before, ring[i].from.at, after) != 0) points.push_back(ring[i].from.at);
      }
      out.mesh.add_polygon(points);
    }
    for (const SharedBorder& link : links) out.mesh.add_portal(link.a.at, link.b.at, link.rings[0], link.rings[1]);
    std::vector<PortalId> portals;
    for (PolygonId id = 0; id < rings.size(); ++id) {
      portals.clear();
      for (const RingSide& side : rings[id]) {
        if (side.link != kNoLink) portals.push_back(side.link);
      }
      out.mesh.set_portals(id, portals);
      out.first.push_back(static_cast<uint32_t>(out.heights.size()));
      for (const MeshSide& side : out.mesh.sides(id)) {
        const auto same = [&](const RingSide& own) { return own.from.at == side.from; };
        out.heights.push_back(std::find_if(rings[id].begin(), rings[id].end(), same)->from.height);
      }
    }
    out.first.push_back(static_cast<uint32_t>(out.heights.size()));
  }

  void run() {
    const auto count = static_cast<uint32_t>(voxels.count());
    corners.resize(count);
    kinds.resize(count);
    ring_of.resize(count);
    uint32_t kept = 0;
    for (uint32_t p = 0; p < count; ++p) {
      classify(p);
      ring_of[p] = kept;
      kept += kinds[p] == PolygonShape::kKept;
    }
    links_of.resize(kept);
    join_all();
    for (uint32_t p = 0; p < count; ++p) {
      if (kinds[p] != PolygonShape::kKept) continue;
      rings.push_back(make_ring(p));
      out.regions.push_back(voxels.regions[p]);
    }
    for (uint32_t id = 0; id < kept; ++id) part(id);
    make_mesh();
  }
};

}  // namespace

LinkedPolygons link_polygons(const VoxelPolygons& voxels, size_t max_sides) {
  STRATA_CHECK(max_sides >= 4);
  PolygonLinker builder{voxels, max_sides, {}, {}, {}, {}, {}, {}, {}};
  builder.run();
  return std::move(builder.out);
}

}  // namespace strata
