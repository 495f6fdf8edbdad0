#include <algorithm>
#include <array>
#include <string>

#include "core/navmesh/grid_mesh.hpp"

namespace strata {
namespace {

using Ring = std::vector<HalfCellPoint>;

bool before(HalfCellPoint p, HalfCellPoint q) { return p.y != q.y ? p.y < q.y : p.x < q.x; }

std::string name_of(HalfCellPoint p) { return "(" + std::to_string(p.x) + ", " + std::to_string(p.y) + ")"; }

// Identifies a portal by its ends and by the numbers of its polygons in the order of tiles, each pair sorted, and by
// whether the polygons belong to one union.
using PortalKey = std::array<int64_t, 7>;

// Identifies a link by its ends, its cost and length, and the numbers of its polygons in the order of tiles.
using MeshLinkKey = std::array<int64_t, 8>;

struct GridMeshContents {
  std::vector<Ring> rings;
  std::vector<PortalKey> portals;
  std::vector<MeshLinkKey> links;

  explicit GridMeshContents(const GridMesh& grid_mesh) {
    const NavMesh& mesh = grid_mesh.mesh();
    std::vector<int64_t> number(mesh.polygon_slots(), -1);
    for (uint32_t tile = 0; tile < grid_mesh.tile_count(); ++tile) {
      for (const PolygonId polygon : grid_mesh.polygons_of(tile)) {
        number[polygon] = static_cast<int64_t>(rings.size());
        mesh.append_corners(polygon, rings.emplace_back());
      }
    }
    for (PortalId id = 0; id < mesh.portal_slots(); ++id) {
      const Portal& portal = mesh.portal(id);
      if (!portal.exists()) continue;
      const auto [low, high] =
          before(portal.a, portal.b) ? std::pair(portal.a, portal.b) : std::pair(portal.b, portal.a);
      const auto [one, other] = std::minmax(number[portal.polygons[0]], number[portal.polygons[1]]);
      portals.push_back({low.y, low.x, high.y, high.x, one, other, grid_mesh.unions().joins(id) ? 1 : 0});
    }
    std::sort(portals.begin(), portals.end());
    for (const auto& [from, to, cost, length] : mesh.links()) {
      links.push_back({from.at.y, from.at.x, to.at.y, to.at.x, cost, length, number[from.polygon], number[to.polygon]});
    }
    std::sort(links.begin(), links.end());
  }
};

}  // namespace

Rect GridMesh::tile_cells(uint32_t tile) const {
  return options_.radius.cells_of(tile_squares(tile)).clipped({0, 0, map_width_, map_height_});
}

Rect GridMesh::tile_squares(uint32_t tile) const {
  const int x = static_cast<int>(tile % columns_) * tile_width_, y = static_cast<int>(tile / columns_) * tile_height_;
  return Rect{x, y, x + tile_width_, y + tile_height_}.clipped({0, 0, width_, height_});
}

std::span<const PolygonId> GridMesh::near(uint32_t tile, HalfCellPoint point) const {
  const Tile& t = tiles_[tile];
  if (t.block_ends.empty()) return t.polygons;
  const Rect squares = tile_squares(tile);
  const auto block = static_cast<size_t>(block_in(point.y, squares.y0, blocks_down()) * blocks_across() +
                                         block_in(point.x, squares.x0, blocks_across()));
  const uint32_t begin = block == 0 ? 0 : t.block_ends[block - 1];
  return {t.in_blocks.data() + begin, t.block_ends[block] - begin};
}

PolygonId GridMesh::polygon_at(HalfCellPoint point) const {
  if (point.x < lattice_line(0) || point.y < lattice_line(0)) return kNoPolygon;
  if (point.x > lattice_line(width_) || point.y > lattice_line(height_)) return kNoPolygon;
  const int last_column = std::min(square_at(point.x) / tile_width_, static_cast<int>(columns_) - 1);
  const int last_row = std::min(square_at(point.y) / tile_height_, static_cast<int>(rows_) - 1);
  // A point on the border of two tiles is in both.
  const auto first = [&](int32_t lattice, int tile_side, int last) {
    const int square = square_at(lattice);
    const bool on_line = lattice == lattice_line(square) && square % tile_side == 0 && square > 0;
    return std::min(on_line ? square / tile_side - 1 : square / tile_side, last);
  };
  const int first_column = first(point.x, tile_width_, last_column), first_row = first(point.y, tile_height_, last_row);
  for (int row = first_row; row <= last_row; ++row) {
    for (int column = first_column; column <= last_column; ++column) {
      const uint32_t tile = static_cast<uint32_t>(row) * columns_ + static_cast<uint32_t>(column);
      for (const PolygonId polygon : near(tile, point)) {
        if (mesh_.low(polygon).y > point.y) break;  // all later polygons begin below the point, too
        if (mesh_.contains(polygon, point)) return polygon;
      }
    }
  }
  return kNoPolygon;
}

size_t GridMesh::memory_bytes() const {
  const TileScratch& w = work_;
  size_t bytes = mesh_.memory_bytes() + unions_.memory_bytes() + tiles_.capacity() * sizeof(Tile) +
                 w.mesher.memory_bytes() + w.rings.memory_bytes() + w.corners.capacity() * sizeof(HalfCellPoint) +
                 (w.sides[0].capacity() + w.sides[1].capacity()) * sizeof(StraightSide) +
                 w.relinks.capacity() * sizeof(PortalChange);
  for (const auto* ids : {&tile_of_, &waiting_, &w.polygons, &w.gone, &w.gone_portals, &w.portals}) {
    bytes += ids->capacity() * sizeof(uint32_t);
  }
  for (const auto* marks : {&w.added_in, &w.relinked_in, &w.kept_in, &w.gone_in}) {
    bytes += marks->capacity() * sizeof(uint64_t);
  }
  for (const Tile& tile : tiles_) {
    bytes += (tile.polygons.capacity() + tile.block_ends.capacity() + tile.in_blocks.capacity()) * sizeof(uint32_t);
  }
  return bytes;
}

std::optional<std::string> GridMesh::difference(const GridMesh& other) const {
  if (options_ != other.options_) return "other options";
  if (map_width_ != other.map_width_ || map_height_ != other.map_height_) return "another size";
  const GridMeshContents mine(*this), others(other);
  for (size_t i = 0; i < std::max(mine.rings.size(), others.rings.size()); ++i) {
    if (i < mine.rings.size() && i < others.rings.size() && mine.rings[i] == others.rings[i]) continue;
    const Ring& ring = i < mine.rings.size() ? mine.rings[i] : others.rings[i];
    return "another polygon at " + name_of(ring.front());
  }
  if (mine.rings.size() != mesh_.polygon_count() || others.rings.size() != other.mesh_.polygon_count()) {
    return "a polygon of no tile";
  }
  for (size_t i = 0; i < std::max(mine.portals.size(), others.portals.size()); ++i) {
    if (i < mine.portals.size() && i < others.portals.size() && mine.portals[i] == others.portals[i]) continue;
    const PortalKey& key = i < mine.portals.size() ? mine.portals[i] : others.portals[i];
    return "another portal at " + name_of({static_cast<int32_t>(key[1]), static_cast<int32_t>(key[0])});
  }
  if (mine.links != others.links) return "other links";
  return std::nullopt;
}

}  // namespace strata
