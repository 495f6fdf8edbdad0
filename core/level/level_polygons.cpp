#include "core/level/level_polygons.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/check.hpp"

namespace strata {
namespace {

constexpr uint32_t kNoLink = 0xffffffffu;

struct HighPoint {
  HalfCellPoint at;
  uint16_t height = 0;
};

// A side of Recast's, turned into the direction of meshes.
struct RawSide {
  HighPoint from, to;
  uint16_t neighbour = VoxelPolygons::kNone;
};

// The piece of border that two polygons share, from a to b as the first goes round.
struct Link {
  HighPoint a, b;
  std::array<uint32_t, 2> rings;
};

struct RingSide {
  HighPoint from;
  uint32_t link = kNoLink;
};
using Ring = std::vector<RingSide>;

enum class Kind : uint8_t { kKept, kFlat, kBent };

// Returns where p lies on the line from a to b, as a share of the squared length of the line: 0 at a.
int64_t along(HalfCellPoint a, HalfCellPoint b, HalfCellPoint p) {
  return int64_t{b.x - a.x} * (p.x - a.x) + int64_t{b.y - a.y} * (p.y - a.y);
}
bool is_on(HalfCellPoint a, HalfCellPoint b, HalfCellPoint p) {
  return turn(a, b, p) == 0 && along(a, b, p) >= 0 && along(a, b, p) <= squared_distance(a, b);
}

struct Builder {
  const VoxelPolygons& voxels;
  size_t max_sides;
  LinkedPolygons out;

  std::vector<std::vector<HighPoint>> corners;  // by polygon of Recast; empty: left out
  std::vector<Kind> kinds;                      // by polygon of Recast
  std::vector<uint32_t> ring_of;                // by polygon of Recast
  std::vector<Ring> rings;
  std::vector<Link> links;
  std::vector<std::vector<uint32_t>> links_of;  // by ring

  std::vector<RawSide> raw_sides(uint32_t polygon) const {
    const auto most = static_cast<size_t>(voxels.max_corners);
    const uint16_t* const numbers = voxels.polygons.data() + 2 * most * polygon;
    size_t count = 0;
    while (count < most && numbers[count] != VoxelPolygons::kNone) ++count;
    const auto point = [&](size_t i) {
      const std::array<uint16_t, 3>& v = voxels.vertices[numbers[i]];
      return HighPoint{{2 * v[0], 2 * v[2]}, v[1]};
    };
    std::vector<RawSide> sides;
    for (size_t i = count; i-- > 0;) {
      const uint16_t neighbour = numbers[most + i];
      const bool is_polygon = neighbour < voxels.count();  // Recast marks borders of tiles by larger numbers
      sides.push_back({point(i + 1 == count ? 0 : i + 1), point(i), is_polygon ? neighbour : VoxelPolygons::kNone});
    }
    return sides;
  }

  // Whether every corner turns the right way, and the corners go round just once.
  static bool is_convex(std::span<const HighPoint> ring) {
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
    std::vector<HighPoint>& ring = corners[polygon];
    for (const RawSide& side : raw_sides(polygon)) ring.push_back(side.from);
    // Erasing a corner may bring a neighbour in line.
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
    kinds[polygon] = Kind::kKept;
    if (ring.size() < 3) kinds[polygon] = Kind::kFlat;
    if (kinds[polygon] == Kind::kKept && !is_convex(ring)) kinds[polygon] = Kind::kBent;
    out.flat += kinds[polygon] == Kind::kFlat;
    out.bent += kinds[polygon] == Kind::kBent;
    if (kinds[polygon] != Kind::kKept) ring.clear();
  }

  // Whether the line from `from` to `to` is a piece of a side of the polygon and nothing is joined there yet.
  bool is_free_piece(uint32_t polygon, HalfCellPoint from, HalfCellPoint to) const {
    const std::vector<HighPoint>& ring = corners[polygon];
    for (size_t i = 0; i < ring.size(); ++i) {
      const HalfCellPoint a = ring[i].at, b = ring[i + 1 == ring.size() ? 0 : i + 1].at;
      if (!is_on(a, b, from) || !is_on(a, b, to) || along(a, b, to) <= along(a, b, from)) continue;
      for (const uint32_t id : links_of[ring_of[polygon]]) {
        const Link& link = links[id];
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

  void join(uint32_t p, uint32_t q, HighPoint from, HighPoint to) {
    if (!is_free_piece(p, from.at, to.at) || !is_free_piece(q, to.at, from.at)) return;
    const auto id = static_cast<uint32_t>(links.size());
    links.push_back({from, to, {ring_of[p], ring_of[q]}});
    links_of[ring_of[p]].push_back(id);
    links_of[ring_of[q]].push_back(id);
  }

  // A side of a polygon with an area that borders a polygon without; `group`: first of the connected polygons without
  // area.
  struct FlatSide {
    uint32_t group;
    uint32_t polygon;
    HighPoint from, to;
  };

  void join_across_flat(std::span<const FlatSide> sides) {
    for (size_t i = 0; i < sides.size(); ++i) {
      for (size_t j = i + 1; j < sides.size(); ++j) {
        const FlatSide &p = sides[i], &q = sides[j];
        const HalfCellPoint a = p.from.at, b = p.to.at;
        if (p.polygon == q.polygon || a == b || turn(a, b, q.from.at) != 0 || turn(a, b, q.to.at) != 0) continue;
        const auto place = [&](const HighPoint& point) { return along(a, b, point.at); };
        const HighPoint low = place(q.to) > 0 ? q.to : p.from;
        const HighPoint high = place(q.from) < place(p.to) ? q.from : p.to;
        // Sides on the same side of the line go in the same direction and share no such piece.
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
      if (kinds[p] == Kind::kBent) continue;
      for (const RawSide& side : raw_sides(p)) {
        const uint32_t q = side.neighbour;
        if (q == VoxelPolygons::kNone || kinds[q] == Kind::kBent) continue;
        if (kinds[p] == Kind::kFlat) {
          if (kinds[q] == Kind::kFlat) group[find(p)] = find(q);
        } else if (kinds[q] == Kind::kFlat) {
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

  // Returns the sides of a polygon, divided where links begin and end.
  Ring make_ring(uint32_t polygon) const {
    Ring ring;
    struct Piece {
      HighPoint from, to;
      uint32_t link;
    };
    const std::vector<HighPoint>& around = corners[polygon];
    const std::vector<uint32_t>& own = links_of[ring_of[polygon]];
    for (size_t i = 0; i < around.size(); ++i) {
      const HighPoint a = around[i], b = around[i + 1 == around.size() ? 0 : i + 1];
      std::vector<Piece> pieces;
      for (const uint32_t id : own) {
        const bool first = links[id].rings[0] == ring_of[polygon];
        const HighPoint from = first ? links[id].a : links[id].b, to = first ? links[id].b : links[id].a;
        if (is_on(a.at, b.at, from.at) && is_on(a.at, b.at, to.at)) pieces.push_back({from, to, id});
      }
      const auto place = [&](const HighPoint& point) { return along(a.at, b.at, point.at); };
      std::sort(pieces.begin(), pieces.end(),
                [&](const Piece& p, const Piece& q) { return place(p.from) < place(q.from); });
      HighPoint at = a;
      for (const Piece& piece : pieces) {
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
        Link& moved = links[side.link];
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
    for (const Link& link : links) out.mesh.add_portal(link.a.at, link.b.at, link.rings[0], link.rings[1]);
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
      kept += kinds[p] == Kind::kKept;
    }
    links_of.resize(kept);
    join_all();
    for (uint32_t p = 0; p < count; ++p) {
      if (kinds[p] != Kind::kKept) continue;
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
  Builder builder{voxels, max_sides, {}, {}, {}, {}, {}, {}, {}};
  builder.run();
  return std::move(builder.out);
}

}  // namespace strata
