#include "core/navmesh/navmesh.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <tuple>

#include "core/base/check.hpp"

namespace strata {
namespace {

int64_t rounded_quotient(int64_t dividend, int64_t divisor) {
  const int64_t doubled = 2 * dividend + divisor;
  const int64_t quotient = doubled / (2 * divisor);
  return quotient - (doubled % (2 * divisor) < 0 ? 1 : 0);
}

// Returns the centroid of a polygon: the mean, weighted by area, of the centroids of the triangles that its first
// corner forms with every side.
HalfCellPoint centroid16(std::span<const HalfCellPoint> ring) {
  int64_t area = 0, x = 0, y = 0;
  const HalfCellPoint origin = ring[0];
  for (size_t i = 1; i + 1 < ring.size(); ++i) {
    const HalfCellPoint b = ring[i], c = ring[i + 1];
    const int64_t part = turn(origin, b, c);
    area += part;
    x += part * (b.x + c.x - 2 * origin.x);
    y += part * (b.y + c.y - 2 * origin.y);
  }
  return {8 * origin.x + static_cast<int32_t>(rounded_quotient(8 * x, 3 * area)),
          8 * origin.y + static_cast<int32_t>(rounded_quotient(8 * y, 3 * area))};
}

bool lies_before(HalfCellPoint p, HalfCellPoint q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }

// A side of a ring as a part of an infinite line: sides that overlap are neighbours in the order of lines.
struct SideOnLine {
  int32_t dx = 0, dy = 0;   // direction of the line, reduced to lowest terms, to the right or else downwards
  int64_t offset = 0;       // distinguishes parallel lines
  bool forward = true;      // the side has the direction of the line
  HalfCellPoint low, high;  // ends, `low` before `high`
  PolygonId polygon = kNoPolygon;

  SideOnLine(HalfCellPoint from, HalfCellPoint to, PolygonId of)
      : forward(lies_before(from, to)), low(forward ? from : to), high(forward ? to : from), polygon(of) {
    const int32_t divisor = std::gcd(high.x - low.x, high.y - low.y);
    dx = (high.x - low.x) / divisor;
    dy = (high.y - low.y) / divisor;
    offset = int64_t{dx} * low.y - int64_t{dy} * low.x;
  }
  auto line() const { return std::tuple(dx, dy, offset); }
  auto key() const { return std::tuple(dx, dy, offset, forward, low.x, low.y); }
};

}  // namespace

int64_t NavMesh::area2(PolygonId id) const {
  const std::span<const MeshSide> ring = sides(id);
  int64_t area = 0;
  for (size_t i = 1; i + 1 < ring.size(); ++i) area += turn(ring[0].from, ring[i].from, ring[i + 1].from);
  return area;
}

bool NavMesh::contains(PolygonId id, HalfCellPoint point) const {
  const Polygon& polygon = polygons_[id];
  if (point.x < polygon.low.x || point.y < polygon.low.y || point.x > polygon.high.x || point.y > polygon.high.y) {
    return false;
  }
  const std::span<const MeshSide> ring = sides(id);
  HalfCellPoint from = ring.back().from;
  for (const MeshSide& side : ring) {
    if (turn(from, side.from, point) < 0) return false;
    from = side.from;
  }
  return true;
}

void NavMesh::append_corners(PolygonId id, std::vector<HalfCellPoint>& corners) const {
  const std::span<const MeshSide> ring = sides(id);
  HalfCellPoint last = ring.back().from;
  for (size_t i = 0; i < ring.size(); ++i) {
    const HalfCellPoint next = ring[i + 1 == ring.size() ? 0 : i + 1].from;
    if (turn(last, ring[i].from, next) != 0) corners.push_back(ring[i].from);
    last = ring[i].from;
  }
}

size_t NavMesh::memory_bytes() const {
  size_t bytes = polygons_.capacity() * sizeof(Polygon) + sides_.capacity() * sizeof(MeshSide) +
                 portals_.capacity() * sizeof(Portal) +
                 (centres_.capacity() + middles_.capacity()) * sizeof(HalfCellPoint) +
                 (unused_polygons_.capacity() + unused_portals_.capacity()) * sizeof(uint32_t) +
                 links_.capacity() * sizeof(MeshLink);
  for (const std::vector<uint32_t>& unused : unused_sides_) bytes += unused.capacity() * sizeof(uint32_t);
  return bytes;
}

namespace {

// Returns the first version of a mesh. Versions of different meshes, other than copies, are never equal, so that a
// reader notices when a mesh was replaced by another.
uint64_t first_version() {
  static std::atomic<uint64_t> meshes{0};
  return ++meshes << 32;
}

}  // namespace

void NavMesh::clear(int units) {
  units_ = units;
  polygons_.clear();
  centres_.clear();
  sides_.clear();
  portals_.clear();
  middles_.clear();
  unused_polygons_.clear();
  unused_portals_.clear();
  for (std::vector<uint32_t>& unused : unused_sides_) unused.clear();
  links_.clear();
  max_link_cost_ = 0;
  version_ = first_version();
}

std::pair<uint32_t, uint32_t> NavMesh::links_from(PolygonId id) const {
  const auto polygon = [](const MeshLink& link) { return link.from.polygon; };
  const auto part = std::ranges::equal_range(links_, id, {}, polygon);
  return {static_cast<uint32_t>(part.begin() - links_.begin()), static_cast<uint32_t>(part.end() - links_.begin())};
}

void NavMesh::set_links(std::vector<MeshLink> links) {
  std::ranges::stable_sort(links, {}, [](const MeshLink& link) { return link.from.polygon; });
  if (links == links_) return;
  links_ = std::move(links);
  max_link_cost_ = 0;
  for (const MeshLink& link : links_) {
    STRATA_CHECK(has_polygon(link.from.polygon) && has_polygon(link.to.polygon));
    max_link_cost_ = std::max(max_link_cost_, link.cost);
  }
  ++version_;
}

void NavMesh::give_room(Polygon& polygon, size_t sides) {
  uint8_t room = 0;
  while ((size_t{4} << room) < sides) ++room;
  std::vector<uint32_t>& unused = unused_sides_[room];
  if (unused.empty()) {
    polygon.first = static_cast<uint32_t>(sides_.size());
    sides_.resize(sides_.size() + (size_t{4} << room));
  } else {
    polygon.first = unused.back();
    unused.pop_back();
  }
  polygon.room = room;
}

void NavMesh::leave_room(Polygon& polygon) { unused_sides_[polygon.room].push_back(polygon.first); }

PolygonId NavMesh::add_polygon(std::span<const HalfCellPoint> ring) {
  STRATA_CHECK(ring.size() >= 3 && ring.size() <= static_cast<size_t>(kMaxSides));
  PolygonId id = polygon_slots();
  if (unused_polygons_.empty()) {
    polygons_.emplace_back();
    centres_.emplace_back();
  } else {
    id = unused_polygons_.back();
    unused_polygons_.pop_back();
  }
  Polygon& polygon = polygons_[id];
  give_room(polygon, ring.size());
  polygon.sides = static_cast<uint8_t>(ring.size());
  polygon.low = polygon.high = ring[0];
  for (size_t i = 0; i < ring.size(); ++i) {
    sides_[polygon.first + i] = {ring[i], kNoPortal};
    polygon.low = {std::min(polygon.low.x, ring[i].x), std::min(polygon.low.y, ring[i].y)};
    polygon.high = {std::max(polygon.high.x, ring[i].x), std::max(polygon.high.y, ring[i].y)};
  }
  centres_[id] = centroid16(ring);
  ++version_;
  return id;
}

void NavMesh::remove_polygon(PolygonId id) {
  STRATA_CHECK(has_polygon(id));
  leave_room(polygons_[id]);
  polygons_[id].sides = 0;
  unused_polygons_.push_back(id);
  ++version_;
}

PortalId NavMesh::add_portal(HalfCellPoint a, HalfCellPoint b, PolygonId first, PolygonId second) {
  STRATA_CHECK(a != b && first != second);
  PortalId id = portal_slots();
  if (unused_portals_.empty()) {
    portals_.emplace_back();
    middles_.emplace_back();
  } else {
    id = unused_portals_.back();
    unused_portals_.pop_back();
  }
  portals_[id] = {a, b, {first, second}, {0, 0}};
  middles_[id] = portals_[id].middle();
  ++version_;
  return id;
}

void NavMesh::remove_portal(PortalId id) {
  STRATA_CHECK(portals_[id].exists());
  portals_[id] = {};
  unused_portals_.push_back(id);
  ++version_;
}

void NavMesh::set_portals(PolygonId id, std::span<const PortalId> portals) {
  Polygon& polygon = polygons_[id];
  std::array<HalfCellPoint, kMaxSides> corners;
  std::array<MeshSide, kMaxSides> parted;
  size_t corner_count = 0, count = 0;
  const std::span<const MeshSide> ring = sides(id);
  for (size_t i = 0; i < ring.size(); ++i) {
    const HalfCellPoint last = ring[i == 0 ? ring.size() - 1 : i - 1].from;
    const HalfCellPoint next = ring[i + 1 == ring.size() ? 0 : i + 1].from;
    if (turn(last, ring[i].from, next) != 0) corners[corner_count++] = ring[i].from;
  }
  // Sorts the portals in order round the polygon: by side, then by the distance from the start of the side.
  struct PortalOnSide {
    size_t side = 0;
    int64_t distance = 0;
    HalfCellPoint from, to;
    PortalId portal = kNoPortal;
  };
  std::array<PortalOnSide, kMaxSides> pieces;
  STRATA_CHECK(portals.size() <= pieces.size());
  for (size_t i = 0; i < portals.size(); ++i) {
    const Portal& portal = portals_[portals[i]];
    const bool first = portal.polygons[0] == id;
    PortalOnSide piece{0, 0, first ? portal.a : portal.b, first ? portal.b : portal.a, portals[i]};
    const auto end_of = [&](size_t side) { return corners[side + 1 == corner_count ? 0 : side + 1]; };
    while (turn(corners[piece.side], end_of(piece.side), piece.from) != 0 ||
           turn(corners[piece.side], end_of(piece.side), piece.to) != 0) {
      ++piece.side;
      STRATA_CHECK(piece.side < corner_count);
    }
    piece.distance = squared_distance(corners[piece.side], piece.from);
    size_t place = i;
    for (; place > 0; --place) {
      const PortalOnSide& last = pieces[place - 1];
      if (last.side < piece.side || (last.side == piece.side && last.distance <= piece.distance)) break;
      pieces[place] = last;
    }
    pieces[place] = piece;
  }
  const auto add = [&](HalfCellPoint from, PortalId portal) {
    STRATA_CHECK(count < parted.size());
    parted[count++] = {from, portal};
  };
  size_t next_piece = 0;
  for (size_t side = 0; side < corner_count; ++side) {
    const HalfCellPoint to = corners[side + 1 == corner_count ? 0 : side + 1];
    HalfCellPoint at = corners[side];
    for (; next_piece < portals.size() && pieces[next_piece].side == side; ++next_piece) {
      const PortalOnSide& piece = pieces[next_piece];
      if (piece.from != at) add(at, kNoPortal);
      add(piece.from, piece.portal);
      at = piece.to;
    }
    if (at != to) add(at, kNoPortal);
  }
  if ((size_t{4} << polygon.room) < count) {
    leave_room(polygon);
    give_room(polygon, count);
  }
  polygon.sides = static_cast<uint8_t>(count);
  for (size_t i = 0; i < count; ++i) {
    sides_[polygon.first + i] = parted[i];
    if (parted[i].portal == kNoPortal) continue;
    Portal& portal = portals_[parted[i].portal];
    portal.sides[portal.polygons[0] == id ? 0 : 1] = static_cast<uint8_t>(i);
  }
  ++version_;
}

NavMesh NavMesh::from_rings(std::span<const std::vector<HalfCellPoint>> rings) {
  NavMesh mesh;
  mesh.clear();
  std::vector<SideOnLine> pieces;
  for (const std::vector<HalfCellPoint>& ring : rings) {
    const PolygonId id = mesh.add_polygon(ring);
    for (size_t i = 0; i < ring.size(); ++i) pieces.emplace_back(ring[i], ring[i + 1 == ring.size() ? 0 : i + 1], id);
  }
  std::sort(pieces.begin(), pieces.end(), [](const SideOnLine& a, const SideOnLine& b) { return a.key() < b.key(); });
  std::vector<std::vector<PortalId>> portals(rings.size());
  // Parts of one line: first the backward ones, then the forward ones, both in the order of the line.
  for (size_t begin = 0; begin < pieces.size();) {
    size_t end = begin, middle = begin;
    for (; end < pieces.size() && pieces[end].line() == pieces[begin].line(); ++end) middle += !pieces[end].forward;
    for (size_t back = begin, ahead = middle; back < middle && ahead < end;) {
      const SideOnLine& p = pieces[back];
      const SideOnLine& q = pieces[ahead];
      const HalfCellPoint low = lies_before(p.low, q.low) ? q.low : p.low;
      const HalfCellPoint high = lies_before(p.high, q.high) ? p.high : q.high;
      if (lies_before(low, high)) {
        const PortalId portal = mesh.add_portal(low, high, q.polygon, p.polygon);
        portals[p.polygon].push_back(portal);
        portals[q.polygon].push_back(portal);
      }
      lies_before(p.high, q.high) ? ++back : ++ahead;
    }
    begin = end;
  }
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) mesh.set_portals(id, portals[id]);
  return mesh;
}

}  // namespace strata
