// This file decides whether two meshes of levels are equal except for the numbers of polygons and portals.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <compare>
#include <tuple>
#include <utility>

#include "core/level/level_mesh.hpp"

namespace strata {
namespace {

struct ComparableCorner {
  HalfCellPoint at;
  float height = 0;
  friend bool operator==(const ComparableCorner&, const ComparableCorner&) = default;
  friend std::partial_ordering operator<=>(const ComparableCorner& a, const ComparableCorner& b) {
    if (const auto order = a.at.y <=> b.at.y; order != 0) return order;
    if (const auto order = a.at.x <=> b.at.x; order != 0) return order;
    return a.height <=> b.height;
  }
};
// The corners in order round the polygon, beginning with the smallest one, including points that divide its sides.
using PlainPolygon = std::vector<ComparableCorner>;

PlainPolygon plain(const LevelMesh& level, PolygonId id) {
  PlainPolygon polygon;
  const std::span<const MeshSide> sides = level.mesh().sides(id);
  for (size_t i = 0; i < sides.size(); ++i) {
    polygon.push_back({sides[i].from, level.height(id, static_cast<int>(i))});
  }
  std::rotate(polygon.begin(), std::min_element(polygon.begin(), polygon.end()), polygon.end());
  return polygon;
}

struct LevelContents {
  std::vector<PlainPolygon> polygons;                          // ascending
  std::vector<std::pair<PlainPolygon, PlainPolygon>> portals;  // by portal: the polygons that it joins; ascending
  // By link: where it leads, in which polygons, and its cost and length; ascending.
  std::vector<std::tuple<std::array<int32_t, 4>, PlainPolygon, PlainPolygon, Cost, uint32_t>> links;

  explicit LevelContents(const LevelMesh& level) {
    const NavMesh& mesh = level.mesh();
    for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
      if (mesh.has_polygon(id)) polygons.push_back(plain(level, id));
    }
    for (PortalId id = 0; id < mesh.portal_slots(); ++id) {
      if (!mesh.portal(id).exists()) continue;
      PlainPolygon a = plain(level, mesh.portal(id).polygons[0]), b = plain(level, mesh.portal(id).polygons[1]);
      if (b < a) std::swap(a, b);
      portals.emplace_back(std::move(a), std::move(b));
    }
    std::sort(polygons.begin(), polygons.end());
    std::sort(portals.begin(), portals.end());
    for (const auto& [from, to, cost, length] : mesh.links()) {
      links.emplace_back(std::array{from.at.y, from.at.x, to.at.y, to.at.x}, plain(level, from.polygon),
                         plain(level, to.polygon), cost, length);
    }
    std::sort(links.begin(), links.end());
  }
};

}  // namespace

std::optional<std::string> LevelMesh::difference(const LevelMesh& other) const {
  if (options_ != other.options_) return "other options";
  const LevelContents mine(*this), others(other);
  const auto [own, its] =
      std::mismatch(mine.polygons.begin(), mine.polygons.end(), others.polygons.begin(), others.polygons.end());
  if (own != mine.polygons.end() || its != others.polygons.end()) {
    const HalfCellPoint at = own != mine.polygons.end() ? own->front().at : its->front().at;
    return fmt::format("another polygon at {}, {}", at.x / 2.0, at.y / 2.0);
  }
  if (mine.portals != others.portals) return "other portals";
  if (mine.links != others.links) return "other links";
  return std::nullopt;
}

}  // namespace strata
