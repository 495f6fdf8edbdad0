// This file builds and updates the mesh by the same code: a build is an update with every tile dirty. A tile is
// decomposed, its polygons are matched with the existing ones, and it is linked, inside and with the adjacent tiles.
#include <algorithm>
#include <array>
#include <utility>

#include "core/base/check.hpp"
#include "core/base/work_count.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_links.hpp"

namespace strata {
namespace {

// The number of cells that are decomposed in one step.
constexpr size_t kCellsOfStep = 32;

// A polygon must have at most kMaxSides sides, however neighbours beyond the border of its tile divide its sides. On a
// tile of up to 31 cells a side no convex polygon has enough corners and lattice points for more, on a tile of 32 cells
// only the full square has. On larger tiles polygons have at most kMaxPieces sides, and one more for every place where
// free cells begin or end beyond the border. A tile with too many such places is crowded: it is decomposed as if it
// were several tiles of kPart x kPart cells. That also divides the sides of its neighbours.
constexpr int kPart = 16;
bool is_crowded(int tile_size, int changes) {
  if (tile_size < 32) return false;
  if (tile_size == 32) return changes == 4 * 31;
  const int parts = (tile_size + kPart - 1) / kPart;
  return static_cast<int>(TileMesher::kMaxPieces) + changes + 4 * (parts - 1) > kMaxSides;
}

bool has(HalfCellPoint p, HalfCellPoint q, bool columns, int32_t line) {
  return columns ? p.x == line && q.x == line : p.y == line && q.y == line;
}

}  // namespace

struct GridMeshBuilder {
  GridMesh& all;
  const MoveGrid& grid;
  MeshUpdate& report;
  NavMesh& mesh = all.mesh_;
  GridMesh::TileScratch& work = all.work_;

  static bool crowded(GridMesh& all, const MoveGrid& grid, uint32_t tile);
  static void queue(GridMesh& all, uint32_t tile);
  void redo(uint32_t tile);

 private:
  uint8_t match(uint32_t tile);
  void add_polygon(uint32_t tile, std::span<const HalfCellPoint> ring);
  uint8_t borders_of(std::span<const HalfCellPoint> ring, const Rect& squares) const;
  void link_within(uint32_t tile);
  void stitch(uint32_t tile, uint32_t beside, bool columns, int32_t line);
  void gather_sides(std::span<const PolygonId> polygons, bool columns, int32_t line, bool upper_or_left,
                    std::vector<StraightSide>& sides) const;
  void link(HalfCellPoint from, HalfCellPoint to, PolygonId first, PolygonId second);
  void drop(PortalId portal);
  void fill_blocks(uint32_t tile);
  void drop_outdated();
  void apply_relinks();
  bool is_new(PolygonId id) const { return work.added_in[id] == work.step; }
  std::optional<uint32_t> beside(uint32_t tile, uint8_t border) const;
};

bool GridMeshBuilder::crowded(GridMesh& all, const MoveGrid& grid, uint32_t tile) {
  const int size = all.options_.tile_size == 0 ? 0 : all.tile_width_;
  if (size < 32 || all.options_.source != MeshDecomposition::kTriangles) return false;
  const Rect squares = all.tile_squares(tile);
  int changes = 0;
  if (all.options_.radius.is_point()) {  // squares are cells
    const auto differ = [&](Cell a, Cell b) { return grid.passable(grid.id(a)) != grid.passable(grid.id(b)) ? 1 : 0; };
    for (const int y : {squares.y0 - 1, squares.y1}) {
      if (y < 0 || y >= all.height_) continue;
      for (int x = squares.x0 + 1; x < squares.x1; ++x) changes += differ({x, y}, {x - 1, y});
    }
    for (const int x : {squares.x0 - 1, squares.x1}) {
      if (x < 0 || x >= all.width_) continue;
      for (int y = squares.y0 + 1; y < squares.y1; ++y) changes += differ({x, y}, {x, y - 1});
    }
    return is_crowded(size, changes);
  }
  TileCells& line = all.work_.border;
  for (const int y : {squares.y0 - 1, squares.y1}) {
    if (y < 0 || y >= all.height_) continue;
    line.read(grid, all.options_.radius, {squares.x0, y, squares.x1, y + 1});
    for (int x = 1; x < line.width(); ++x) changes += line.free(x, 0) != line.free(x - 1, 0);
  }
  for (const int x : {squares.x0 - 1, squares.x1}) {
    if (x < 0 || x >= all.width_) continue;
    line.read(grid, all.options_.radius, {x, squares.y0, x + 1, squares.y1});
    for (int y = 1; y < line.height(); ++y) changes += line.free(0, y) != line.free(0, y - 1);
  }
  return is_crowded(size, changes);
}

void GridMeshBuilder::queue(GridMesh& all, uint32_t tile) {
  if (all.tiles_[tile].waits) return;
  all.tiles_[tile].waits = true;
  all.waiting_.push_back(tile);
}

std::optional<uint32_t> GridMeshBuilder::beside(uint32_t tile, uint8_t border) const {
  const uint32_t column = tile % all.columns_, row = tile / all.columns_;
  switch (border) {
    case GridMesh::kLeft:
      return column > 0 ? std::optional(tile - 1) : std::nullopt;
    case GridMesh::kRight:
      return column + 1 < all.columns_ ? std::optional(tile + 1) : std::nullopt;
    case GridMesh::kTop:
      return row > 0 ? std::optional(tile - all.columns_) : std::nullopt;
    default:
      return row + 1 < all.rows_ ? std::optional(tile + all.columns_) : std::nullopt;
  }
}

void GridMeshBuilder::redo(uint32_t number) {
  GridMesh::Tile& tile = all.tiles_[number];
  const Rect squares = all.tile_squares(number);
  tile.waits = false;
  tile.crowded = crowded(all, grid, number);
  work.mesher.mesh(grid, all.options_.radius, squares, all.options_.source, tile.crowded ? kPart : 0, work.rings);
  ++report.tiles;
  count_work(static_cast<uint64_t>(squares.width()) * static_cast<uint64_t>(squares.height()));
  ++work.step;
  work.relinks.clear();
  work.gone_portals.clear();

  const auto changed_borders = static_cast<uint8_t>(match(number) | tile.unstitched);
  link_within(number);
  for (uint8_t border = 0; border < GridMesh::kBorders; ++border) {
    const std::optional<uint32_t> other = beside(number, border);
    if (!other || ((changed_borders >> border) & 1) == 0) continue;
    if (all.tiles_[*other].waits) {
      all.tiles_[*other].unstitched |= static_cast<uint8_t>(1 << (border ^ 1));
      continue;
    }
    const int32_t lines[] = {all.lattice_line(squares.x0), all.lattice_line(squares.x1), all.lattice_line(squares.y0),
                             all.lattice_line(squares.y1)};
    const bool first = border == GridMesh::kRight || border == GridMesh::kBottom;
    stitch(first ? number : *other, first ? *other : number, border <= GridMesh::kRight, lines[border]);
  }
  drop_outdated();
  apply_relinks();
  for (const PortalId portal : work.gone_portals) mesh.remove_portal(portal);
  for (const PolygonId polygon : work.gone) mesh.remove_polygon(polygon);
  report.portals_removed.insert(report.portals_removed.end(), work.gone_portals.begin(), work.gone_portals.end());
  report.removed.insert(report.removed.end(), work.gone.begin(), work.gone.end());
  tile.unstitched = 0;
  fill_blocks(number);
}

void GridMeshBuilder::fill_blocks(uint32_t number) {
  GridMesh::Tile& tile = all.tiles_[number];
  const int across = all.blocks_across(), down = all.blocks_down();
  tile.block_ends.clear();
  if (across * down == 1) return;
  tile.block_ends.resize(static_cast<size_t>(across * down), 0);
  const Rect squares = all.tile_squares(number);
  // Visits every block that the bounding rectangle of the polygon overlaps.
  const auto for_blocks = [&](PolygonId polygon, auto&& visit) {
    const HalfCellPoint low = mesh.low(polygon), high = mesh.high(polygon);
    const int last_column = all.block_in(high.x, squares.x0, across);
    const int last_row = all.block_in(high.y, squares.y0, down);
    for (int row = all.block_in(low.y, squares.y0, down); row <= last_row; ++row) {
      for (int column = all.block_in(low.x, squares.x0, across); column <= last_column; ++column) {
        visit(tile.block_ends[static_cast<size_t>(row * across + column)]);
      }
    }
  };
  uint32_t sum = 0;
  for (const PolygonId polygon : tile.polygons) for_blocks(polygon, [](uint32_t& count) { ++count; });
  for (uint32_t& block : tile.block_ends) sum += std::exchange(block, sum);
  tile.in_blocks.resize(sum);
  for (const PolygonId polygon : tile.polygons) {
    for_blocks(polygon, [&](uint32_t& end) { tile.in_blocks[end++] = polygon; });
  }
}

// Matches the existing polygons of the tile with new rings, both in order. Afterwards the tile has the polygons of the
// new rings, and work.gone contains the old polygons without a ring. Returns the borders with new polygons: all other
// borders keep their portals, except those of removed polygons.
uint8_t GridMeshBuilder::match(uint32_t number) {
  GridMesh::Tile& tile = all.tiles_[number];
  const Rect squares = all.tile_squares(number);
  const TileMesh& rings = work.rings;
  uint8_t borders = 0;
  work.gone.clear();
  work.polygons.assign(rings.polygon_count(), kNoPolygon);
  const auto before = [](std::span<const HalfCellPoint> a, std::span<const HalfCellPoint> b) {
    const size_t i = a[0] == b[0] ? 1 : 0;
    return a[i].y != b[i].y ? a[i].y < b[i].y : a[i].x < b[i].x;
  };
  size_t next = 0;
  for (const PolygonId polygon : tile.polygons) {
    work.corners.clear();
    mesh.append_corners(polygon, work.corners);
    while (next < rings.polygon_count() && before(rings.ring(next), work.corners)) ++next;
    if (next < rings.polygon_count()) {
      const std::span<const HalfCellPoint> ring = rings.ring(next);
      if (std::equal(ring.begin(), ring.end(), work.corners.begin(), work.corners.end())) {
        work.polygons[next++] = polygon;
        continue;
      }
    }
    work.gone.push_back(polygon);
    for (const MeshSide& side : mesh.sides(polygon)) {
      if (side.portal != kNoPortal) drop(side.portal);
    }
  }
  for (size_t i = 0; i < rings.polygon_count(); ++i) {
    if (work.polygons[i] != kNoPolygon) continue;
    add_polygon(number, rings.ring(i));
    work.polygons[i] = report.added.back();
    borders |= borders_of(rings.ring(i), squares);
  }
  tile.polygons.assign(work.polygons.begin(), work.polygons.end());
  return borders;
}

void GridMeshBuilder::add_polygon(uint32_t tile, std::span<const HalfCellPoint> ring) {
  const PolygonId id = mesh.add_polygon(ring);
  if (id >= all.tile_of_.size()) {
    all.tile_of_.resize(id + 1);
    work.added_in.resize(id + 1, 0);
    work.relinked_in.resize(id + 1, 0);
  }
  all.tile_of_[id] = tile;
  work.added_in[id] = work.step;
  report.added.push_back(id);
  PolygonId predecessor = kNoPolygon;
  if (!work.gone.empty()) {
    const HalfCellPoint centre{mesh.centre16(id).x >> 3, mesh.centre16(id).y >> 3};
    const auto found =
        std::find_if(work.gone.begin(), work.gone.end(), [&](PolygonId old) { return mesh.contains(old, centre); });
    if (found != work.gone.end()) predecessor = *found;
  }
  report.predecessors.push_back(predecessor);
}

uint8_t GridMeshBuilder::borders_of(std::span<const HalfCellPoint> ring, const Rect& squares) const {
  const int32_t left = all.lattice_line(squares.x0), right = all.lattice_line(squares.x1);
  const int32_t top = all.lattice_line(squares.y0), bottom = all.lattice_line(squares.y1);
  uint8_t borders = 0;
  for (size_t i = 0; i < ring.size(); ++i) {
    const HalfCellPoint p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
    borders |=
        static_cast<uint8_t>(has(p, q, true, left) << GridMesh::kLeft | has(p, q, true, right) << GridMesh::kRight |
                             has(p, q, false, top) << GridMesh::kTop | has(p, q, false, bottom) << GridMesh::kBottom);
  }
  return borders;
}

void GridMeshBuilder::link_within(uint32_t tile) {
  for (const TileMesh::SharedBorder& found : work.rings.links) {
    link(found.from, found.to, work.polygons[found.polygons[0]], work.polygons[found.polygons[1]]);
  }
  for (const PolygonId polygon : all.tiles_[tile].polygons) {
    if (is_new(polygon)) continue;
    for (const MeshSide& side : mesh.sides(polygon)) {
      if (side.portal == kNoPortal || work.kept_in[side.portal] == work.step) continue;
      if (all.tile_of_[mesh.portal(side.portal).across(polygon)] == tile) drop(side.portal);
    }
  }
}

// Links the tile above or to the left of the line with the tile on the other side.
void GridMeshBuilder::stitch(uint32_t tile, uint32_t beside, bool columns, int32_t line) {
  gather_sides(all.tiles_[tile].polygons, columns, line, true, work.sides[0]);
  gather_sides(all.tiles_[beside].polygons, columns, line, false, work.sides[1]);
  for_each_overlap(work.sides[0], work.sides[1],
                   [&](const StraightSide& a, const StraightSide& b, int32_t begin, int32_t end) {
                     const HalfCellPoint low = columns ? HalfCellPoint{line, begin} : HalfCellPoint{end, line};
                     const HalfCellPoint high = columns ? HalfCellPoint{line, end} : HalfCellPoint{begin, line};
                     link(low, high, a.polygon, b.polygon);
                   });
  for (const StraightSide& side : work.sides[0]) {
    for (const MeshSide& piece : mesh.sides(side.polygon)) {
      if (piece.portal == kNoPortal || work.kept_in[piece.portal] == work.step) continue;
      const Portal& portal = mesh.portal(piece.portal);
      if (has(portal.a, portal.b, columns, line)) drop(piece.portal);
    }
  }
}

void GridMeshBuilder::gather_sides(std::span<const PolygonId> polygons, bool columns, int32_t line, bool upper_or_left,
                                   std::vector<StraightSide>& sides) const {
  sides.clear();
  for (const PolygonId polygon : polygons) {
    const HalfCellPoint edge = upper_or_left ? mesh.high(polygon) : mesh.low(polygon);
    if ((columns ? edge.x : edge.y) != line) continue;
    const std::span<const MeshSide> ring = mesh.sides(polygon);
    bool found = false;
    StraightSide side{line, 0, 0, polygon};
    for (size_t i = 0; i < ring.size(); ++i) {
      const HalfCellPoint p = ring[i].from, q = ring[i + 1 == ring.size() ? 0 : i + 1].from;
      if (!has(p, q, columns, line)) continue;
      const int32_t begin = columns ? std::min(p.y, q.y) : std::min(p.x, q.x);
      const int32_t end = columns ? std::max(p.y, q.y) : std::max(p.x, q.x);
      side.begin = found ? std::min(side.begin, begin) : begin;
      side.end = found ? std::max(side.end, end) : end;
      found = true;
    }
    if (found) sides.push_back(side);
  }
  std::sort(sides.begin(), sides.end());
}

// Adds a portal between two polygons, or keeps an existing one.
void GridMeshBuilder::link(HalfCellPoint from, HalfCellPoint to, PolygonId first, PolygonId second) {
  if (!is_new(first) && !is_new(second)) {
    for (const MeshSide& side : mesh.sides(first)) {
      if (side.from != from || side.portal == kNoPortal || work.gone_in[side.portal] == work.step) continue;
      const Portal& portal = mesh.portal(side.portal);
      if (portal.across(first) != second || (portal.polygons[0] == first ? portal.b : portal.a) != to) continue;
      work.kept_in[side.portal] = work.step;
      return;
    }
  }
  const PortalId id = mesh.add_portal(from, to, first, second);
  all.unions_.forget(id);
  if (id >= work.kept_in.size()) {
    work.kept_in.resize(id + 1, 0);
    work.gone_in.resize(id + 1, 0);
  }
  work.kept_in[id] = work.step;
  report.portals_added.push_back(id);
  work.relinks.push_back({first, id});
  work.relinks.push_back({second, id});
}

void GridMeshBuilder::drop(PortalId id) {
  if (work.gone_in[id] == work.step) return;
  work.gone_in[id] = work.step;
  work.gone_portals.push_back(id);
  for (const PolygonId polygon : mesh.portal(id).polygons) work.relinks.push_back({polygon, kNoPortal});
}

// Removes portals to dirty tiles early from polygons with too many sides; they are added again with those tiles. A
// polygon may temporarily have too many sides while some of its neighbours are still from before an edit.
void GridMeshBuilder::drop_outdated() {
  if (all.options_.tile_size == 0 || all.tile_width_ < 32 || all.options_.source != MeshDecomposition::kTriangles)
    return;
  std::sort(work.relinks.begin(), work.relinks.end());
  work.portals.clear();
  for (size_t begin = 0, end = 0; begin < work.relinks.size(); begin = end) {
    const PolygonId polygon = work.relinks[begin].polygon;
    size_t sides = mesh.sides(polygon).size();
    for (; end < work.relinks.size() && work.relinks[end].polygon == polygon; ++end) {
      sides += work.relinks[end].portal != kNoPortal ? 2 : 0;
    }
    if (sides <= static_cast<size_t>(kMaxSides)) continue;
    for (const MeshSide& side : mesh.sides(polygon)) {
      if (side.portal != kNoPortal) work.portals.push_back(side.portal);
    }
  }
  for (const PortalId id : work.portals) {
    const std::array<PolygonId, 2>& polygons = mesh.portal(id).polygons;
    const uint32_t tiles[] = {all.tile_of_[polygons[0]], all.tile_of_[polygons[1]]};
    if (tiles[0] == tiles[1]) continue;
    for (uint8_t border = 0; border < GridMesh::kBorders; ++border) {
      for (const bool first : {true, false}) {
        const uint32_t waiting = tiles[first ? 0 : 1];
        if (!all.tiles_[waiting].waits || beside(waiting, border) != tiles[first ? 1 : 0]) continue;
        all.tiles_[waiting].unstitched |= static_cast<uint8_t>(1 << border);
        drop(id);
      }
    }
  }
}

void GridMeshBuilder::apply_relinks() {
  std::sort(work.relinks.begin(), work.relinks.end());
  std::sort(work.gone.begin(), work.gone.end());
  for (size_t begin = 0, end = 0; begin < work.relinks.size(); begin = end) {
    const PolygonId polygon = work.relinks[begin].polygon;
    work.portals.clear();
    for (; end < work.relinks.size() && work.relinks[end].polygon == polygon; ++end) {
      if (work.relinks[end].portal != kNoPortal) work.portals.push_back(work.relinks[end].portal);
    }
    if (std::binary_search(work.gone.begin(), work.gone.end(), polygon)) continue;
    for (const MeshSide& side : mesh.sides(polygon)) {
      if (side.portal != kNoPortal && work.gone_in[side.portal] != work.step) work.portals.push_back(side.portal);
    }
    mesh.set_portals(polygon, work.portals);
    if (work.added_in[polygon] > work.round || work.relinked_in[polygon] > work.round) continue;
    work.relinked_in[polygon] = work.step;
    report.relinked.push_back(polygon);
  }
}

void GridMesh::reset(const MoveGrid& grid, const GridMeshOptions& options) {
  STRATA_CHECK(options.tile_size == 0 ||
               (options.tile_size >= GridMeshOptions::kMinTile && options.tile_size <= GridMeshOptions::kMaxTile));
  STRATA_CHECK(options.tile_size > 0 || options.radius.is_point() ||
               std::max(grid.width(), grid.height()) <= GridMeshOptions::kMaxSideOfTile);
  options_ = options;
  map_width_ = grid.width();
  map_height_ = grid.height();
  width_ = options.radius.squares(map_width_);
  height_ = options.radius.squares(map_height_);
  const int tile_side = options.radius.is_point() ? options.tile_size : 2 * options.tile_size;
  tile_width_ = tile_side > 0 ? tile_side : std::max(width_, 1);
  tile_height_ = tile_side > 0 ? tile_side : std::max(height_, 1);
  columns_ = static_cast<uint32_t>((width_ + tile_width_ - 1) / tile_width_);
  rows_ = static_cast<uint32_t>((height_ + tile_height_ - 1) / tile_height_);
  built_for_ = 0;
  mesh_.clear(options.radius.units());
  unions_.clear();
  unions_begun_ = false;
  const size_t tiles = size_t{columns_} * rows_;
  count_work(tiles);
  tiles_.resize(tiles);
  waiting_.resize(tiles);
  for (size_t i = 0; i < tiles; ++i) {
    tiles_[i].polygons.clear();
    tiles_[i].block_ends.clear();
    tiles_[i].waits = true;
    tiles_[i].unstitched = 0;
    waiting_[i] = static_cast<uint32_t>(i);
  }
  done_ = 0;
  tile_of_.clear();
  for (auto* marks : {&work_.added_in, &work_.relinked_in, &work_.kept_in, &work_.gone_in}) marks->clear();
}

void GridMesh::mark_dirty(const MoveGrid& grid, const Rect& changed) {
  STRATA_CHECK(!tiles_.empty() && map_width_ == grid.width() && map_height_ == grid.height());
  if (ready()) work_.round = work_.step;
  built_for_ = 0;
  if (changed.empty()) return;
  const auto for_tiles = [&](const Rect& area, auto&& visit) {
    const Rect squares = area.clipped({0, 0, width_, height_});
    if (squares.empty()) return;
    for (int row = squares.y0 / tile_height_; row <= (squares.y1 - 1) / tile_height_; ++row) {
      for (int column = squares.x0 / tile_width_; column <= (squares.x1 - 1) / tile_width_; ++column) {
        visit(static_cast<uint32_t>(row) * columns_ + static_cast<uint32_t>(column));
      }
    }
  };
  const Rect squares = options_.radius.squares_of(changed);
  for_tiles(squares, [&](uint32_t tile) { GridMeshBuilder::queue(*this, tile); });
  if (tile_width_ < 32) return;
  for_tiles(squares.grown(1), [&](uint32_t tile) {
    if (!tiles_[tile].waits && GridMeshBuilder::crowded(*this, grid, tile) != tiles_[tile].crowded) {
      GridMeshBuilder::queue(*this, tile);
    }
  });
}

size_t GridMesh::total() const {
  if (ready()) return 0;
  const auto cells = static_cast<size_t>(tile_width_) * static_cast<size_t>(tile_height_);
  return 1 + waiting_.size() * (cells / kCellsOfStep + 1);
}

size_t GridMesh::pending() const {
  if (ready()) return 0;
  const auto cells = static_cast<size_t>(tile_width_) * static_cast<size_t>(tile_height_);
  return 1 + (waiting_.size() - done_) * (cells / kCellsOfStep + 1);
}

bool GridMesh::update_some(const MoveGrid& grid, MeshUpdate& report, size_t max_steps) {
  STRATA_CHECK(!tiles_.empty() && map_width_ == grid.width() && map_height_ == grid.height());
  if (built_for_ == grid.built_for()) return true;
  GridMeshBuilder builder{*this, grid, report};
  const auto cells = static_cast<size_t>(tile_width_) * static_cast<size_t>(tile_height_);
  for (size_t spent = 0; done_ < waiting_.size() && spent < max_steps; spent += cells / kCellsOfStep + 1) {
    unions_begun_ = false;
    builder.redo(waiting_[done_++]);
  }
  // Polygons that one tile relinked may have been removed by another, and their numbers reused.
  std::erase_if(report.relinked,
                [&](PolygonId id) { return !mesh_.has_polygon(id) || work_.added_in[id] > work_.round; });
  if (done_ < waiting_.size()) return false;
  const MeshUnions::Tiles tiles{columns_, rows_, [this](uint32_t tile) { return polygons_of(tile); },
                                [this](PolygonId polygon) { return tile_of_[polygon]; },
                                [this](uint32_t tile) { return tiles_[tile].crowded; }};
  if (!unions_begun_) unions_.begin_update(mesh_, tiles, waiting_);
  unions_begun_ = true;
  // What a stroke or a small map asks for is done at once.
  constexpr size_t kTilesAtOnce = 512;
  if (!unions_.update_some(mesh_, tiles, waiting_.size() <= kTilesAtOnce ? SIZE_MAX : max_steps)) return false;
  unions_begun_ = false;
  waiting_.clear();
  done_ = 0;
  mesh_.set_links(mesh_links_of(grid, mesh_, [this](Cell cell) { return end_at(cell); }));
  built_for_ = grid.built_for();
  return true;
}

MeshUpdate GridMesh::build(const MoveGrid& grid, const GridMeshOptions& options) {
  MeshUpdate report;
  reset(grid, options);
  update_some(grid, report);
  return report;
}

MeshUpdate GridMesh::update(const MoveGrid& grid, const Rect& changed) {
  MeshUpdate report;
  mark_dirty(grid, changed);
  update_some(grid, report);
  return report;
}

}  // namespace strata
