#include "core/navmesh/grid_mesh.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "core/io/movingai.hpp"
#include "tests/navmesh_support.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

using Ring = std::vector<HalfCellPoint>;

// A map, the moves of an agent on it, and their mesh.
struct MapWithMesh {
  GridMap map;
  Rules rules;
  Clearance clearance;
  MoveGrid grid;
  GridMesh mesh;

  MapWithMesh(GridMap from, const GridMeshOptions& options, const Rules& under = {})
      : map(std::move(from)), rules(under) {
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
    mesh.build(grid, options);
  }
  // Returns what changed for the agent.
  Rect apply(const Edit& edit) {
    Rect dirty = map.apply(edit).dirty;
    dirty.include(clearance.update(map, dirty));
    return grid.update(map, dirty, &clearance);
  }
  GridMesh fresh() const {
    auto other = test::built<GridMesh>(grid, mesh.options());
    return other;
  }
};

PolygonId plain_polygon_at(const GridMesh& mesh, HalfCellPoint point) {
  for (uint32_t tile = 0; tile < mesh.tile_count(); ++tile) {
    const Rect cells = mesh.tile_cells(tile);
    if (point.x < 2 * cells.x0 || point.y < 2 * cells.y0 || point.x > 2 * cells.x1 || point.y > 2 * cells.y1) continue;
    for (const PolygonId id : mesh.polygons_of(tile)) {
      const std::span<const MeshSide> sides = mesh.mesh().sides(id);
      bool inside = true;
      for (size_t i = 0; i < sides.size(); ++i) {
        inside = inside && turn(sides[i].from, sides[(i + 1) % sides.size()].from, point) >= 0;
      }
      if (inside) return id;
    }
  }
  return kNoPolygon;
}

// What is true of the mesh of any map.
void check_mesh(const GridMesh& all, const MoveGrid& grid, Rng& rng) {
  const NavMesh& mesh = all.mesh();
  REQUIRE(all.ready());
  REQUIRE(all.built_for() == grid.built_for());
  REQUIRE(test::mesh_fault(mesh) == std::nullopt);
  size_t polygons = 0;
  int64_t area = 0;
  for (uint32_t tile = 0; tile < all.tile_count(); ++tile) {
    const Rect cells = all.tile_cells(tile);
    for (const PolygonId id : all.polygons_of(tile)) {
      ++polygons;
      REQUIRE(mesh.has_polygon(id));
      REQUIRE(all.tile_of(id) == tile);
      area += mesh.area2(id);
      for (const MeshSide& side : mesh.sides(id)) {
        REQUIRE((side.from.x >= 2 * cells.x0 && side.from.x <= 2 * cells.x1));
        REQUIRE((side.from.y >= 2 * cells.y0 && side.from.y <= 2 * cells.y1));
      }
    }
  }
  REQUIRE(polygons == mesh.polygon_count());
  REQUIRE(area == 8 * int64_t{grid.passable_count()});

  // Walls lie along cells, and beyond them all is blocked.
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
    if (!mesh.has_polygon(id)) continue;
    const std::span<const MeshSide> sides = mesh.sides(id);
    for (size_t i = 0; i < sides.size(); ++i) {
      if (sides[i].portal != kNoPortal) continue;
      const HalfCellPoint from = sides[i].from, to = mesh.side_end(id, static_cast<int>(i));
      REQUIRE((from.x == to.x || from.y == to.y));
      const int dx = (to.x > from.x) - (to.x < from.x), dy = (to.y > from.y) - (to.y < from.y);
      for (HalfCellPoint at = from; at != to; at = {at.x + 2 * dx, at.y + 2 * dy}) {
        REQUIRE_FALSE(grid.passable(cell_at({at.x + dx + dy, at.y + dy - dx})));
        REQUIRE(grid.passable(cell_at({at.x + dx - dy, at.y + dy + dx})));
      }
    }
  }

  // Two cells are joined by straight steps where their polygons are by portals.
  std::vector<uint32_t> by_cells(grid.cell_count()), by_portals(mesh.polygon_slots());
  std::iota(by_cells.begin(), by_cells.end(), 0u);
  std::iota(by_portals.begin(), by_portals.end(), 0u);
  for (CellId id = 0; id < grid.cell_count(); ++id) {
    const Cell c = grid.cell(id);
    for (const Cell next : {Cell{c.x + 1, c.y}, Cell{c.x, c.y + 1}}) {
      if (grid.passable(id) && grid.passable(next)) join_sets(by_cells, id, grid.id(next));
    }
  }
  for (PortalId id = 0; id < mesh.portal_slots(); ++id) {
    const Portal& portal = mesh.portal(id);
    if (portal.exists()) join_sets(by_portals, portal.polygons[0], portal.polygons[1]);
  }
  std::map<uint32_t, uint32_t> portal_part, cell_part;
  for (CellId id = 0; id < grid.cell_count(); ++id) {
    const Cell c = grid.cell(id);
    const MeshEndpoint end = all.end_at(c);
    REQUIRE(end.at == middle_of(c));
    REQUIRE((end.polygon != kNoPolygon) == grid.passable(id));
    if (!grid.passable(id)) continue;
    REQUIRE(mesh.contains(end.polygon, end.at));
    const uint32_t one = find_root(by_cells, id), other = find_root(by_portals, end.polygon);
    REQUIRE(portal_part.try_emplace(one, other).first->second == other);
    REQUIRE(cell_part.try_emplace(other, one).first->second == one);
  }
  for (int i = 0; i < 60; ++i) {
    const HalfCellPoint point{rng.between(-2, 2 * grid.width() + 2), rng.between(-2, 2 * grid.height() + 2)};
    REQUIRE(all.polygon_at(point) == plain_polygon_at(all, point));
  }
}

// Follows the reports of a mesh, and compares what it knows with the mesh.
struct MeshChangeFollower {
  std::set<PolygonId> polygons;
  std::set<PortalId> portals;
  std::map<PolygonId, Ring> rings;
  std::map<PolygonId, std::set<PortalId>> portals_of;
  std::map<PortalId, std::array<int64_t, 6>> joins;

  explicit MeshChangeFollower(const GridMesh& mesh) { read(mesh); }

  static std::map<PolygonId, Ring> rings_of(const NavMesh& mesh) {
    std::map<PolygonId, Ring> rings;
    for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
      if (mesh.has_polygon(id)) mesh.append_corners(id, rings[id]);
    }
    return rings;
  }
  static std::array<int64_t, 6> join_of(const Portal& p) {
    return {p.a.x, p.a.y, p.b.x, p.b.y, p.polygons[0], p.polygons[1]};
  }

  void read(const GridMesh& all) {
    const NavMesh& mesh = all.mesh();
    polygons.clear();
    portals.clear();
    portals_of.clear();
    joins.clear();
    rings = rings_of(mesh);
    for (const auto& [id, ring] : rings) {
      polygons.insert(id);
      portals_of[id];
      for (const MeshSide& side : mesh.sides(id)) {
        if (side.portal != kNoPortal) portals_of[id].insert(side.portal);
      }
    }
    for (PortalId id = 0; id < mesh.portal_slots(); ++id) {
      if (!mesh.portal(id).exists()) continue;
      portals.insert(id);
      joins[id] = join_of(mesh.portal(id));
    }
  }

  void follow(const GridMesh& all, const MeshUpdate& report) {
    const NavMesh& mesh = all.mesh();
    const MeshChangeFollower before = *this;
    for (const PolygonId id : report.removed) REQUIRE(polygons.erase(id) == 1);
    for (const PolygonId id : report.added) REQUIRE(polygons.insert(id).second);
    for (const PortalId id : report.portals_removed) REQUIRE(portals.erase(id) == 1);
    for (const PortalId id : report.portals_added) REQUIRE(portals.insert(id).second);
    const std::set<PolygonId> followed = polygons;
    const std::set<PortalId> followed_portals = portals;
    read(all);
    REQUIRE(followed == polygons);
    REQUIRE(followed_portals == portals);

    // Unchanged polygons keep their numbers, and no other polygon has one of these numbers.
    const std::set<PolygonId> added(report.added.begin(), report.added.end());
    const std::set<PolygonId> relinked(report.relinked.begin(), report.relinked.end());
    REQUIRE(added.size() == report.added.size());
    REQUIRE(relinked.size() == report.relinked.size());
    std::map<std::vector<std::pair<int, int>>, PolygonId> numbers;
    const auto key = [](const Ring& ring) {
      std::vector<std::pair<int, int>> points;
      for (const HalfCellPoint p : ring) points.emplace_back(p.x, p.y);
      return points;
    };
    for (const auto& [id, ring] : before.rings) numbers[key(ring)] = id;
    for (const auto& [id, ring] : rings) {
      const auto old = numbers.find(key(ring));
      REQUIRE((old == numbers.end()) == (added.count(id) == 1));
      if (old == numbers.end()) {
        REQUIRE(relinked.count(id) == 0);
        continue;
      }
      REQUIRE(old->second == id);
      const std::set<PortalId>& links = before.portals_of.at(id);
      bool changed = links != portals_of.at(id);
      for (const PortalId portal : portals_of.at(id)) changed = changed || before.joins.at(portal) != joins.at(portal);
      if (changed) REQUIRE(relinked.count(id) == 1);
      // Other portals may have come under the numbers of those that went.
      if (!changed && relinked.count(id) == 1) {
        REQUIRE(std::any_of(links.begin(), links.end(), [&](PortalId portal) {
          return std::count(report.portals_removed.begin(), report.portals_removed.end(), portal) == 1;
        }));
      }
    }
    std::map<std::array<int64_t, 6>, PortalId> old_joins;
    const std::set<PolygonId> removed(report.removed.begin(), report.removed.end());
    for (const auto& [id, join] : before.joins) {
      if (removed.count(static_cast<PolygonId>(join[4])) + removed.count(static_cast<PolygonId>(join[5])) > 0) continue;
      old_joins[join] = id;
    }
    for (const auto& [id, join] : joins) {
      const auto old = old_joins.find(join);
      if (old != old_joins.end()) REQUIRE(old->second == id);
    }

    REQUIRE(report.predecessors.size() == report.added.size());
    for (size_t i = 0; i < report.added.size(); ++i) {
      const HalfCellPoint centre16 = mesh.centre16(report.added[i]);
      const HalfCellPoint centre{centre16.x >> 3, centre16.y >> 3};
      const auto holds = [&](const Ring& ring) {
        for (size_t k = 0; k < ring.size(); ++k) {
          if (turn(ring[k], ring[(k + 1) % ring.size()], centre) < 0) return false;
        }
        return true;
      };
      const PolygonId old = report.predecessors[i];
      if (old != kNoPolygon) {
        REQUIRE(removed.count(old) == 1);
        REQUIRE(holds(before.rings.at(old)));
      } else {
        const uint32_t tile = all.tile_of(report.added[i]);
        for (const PolygonId id : removed) {
          const Rect cells = all.tile_cells(tile);
          const HalfCellPoint first = before.rings.at(id)[0];
          const bool same_tile = cells.contains(cell_at({first.x + 1, first.y + 1}));
          if (same_tile) REQUIRE_FALSE(holds(before.rings.at(id)));
        }
      }
    }
  }
};

struct GridMeshCase {
  const char* name;
  GridMap map;
  GridMeshOptions options;
  Rules rules = {};
};

std::vector<GridMeshCase> map_kinds() {
  const auto triangles = [](int tile) { return GridMeshOptions{MeshDecomposition::kTriangles, tile, {}}; };
  const auto rectangles = [](int tile) { return GridMeshOptions{MeshDecomposition::kRectangles, tile, {}}; };
  GridMap board(48, 48);
  Edit squares;
  for (CellId id = 0; id < board.cell_count(); ++id) {
    if ((board.cell(id).x + board.cell(id).y) % 2 == 0) squares.runs.push_back({id, 1, '@'});
  }
  board.apply(squares);
  Rules large{.agent_size = 2};
  return {{"noise 5 %", test::random_map(70, 61, 5, 1), triangles(16)},
          {"noise 20 %", test::random_map(65, 70, 20, 2), triangles(32)},
          {"noise 40 %", test::random_map(50, 50, 40, 3), triangles(8)},
          {"noise in one tile", test::random_map(45, 33, 15, 4), triangles(0)},
          {"noise, rectangles", test::random_map(70, 61, 15, 5), rectangles(16)},
          {"noise, rectangles in one tile", test::random_map(45, 33, 15, 6), rectangles(0)},
          {"rooms", test::random_rooms(90, 90, 9, 7), triangles(32)},
          {"rooms, rectangles", test::random_rooms(90, 90, 9, 8), rectangles(32)},
          {"corridor", test::winding_corridor(41), triangles(16)},
          {"chess board", board, triangles(16)},
          {"open", GridMap(100, 70), triangles(32)},
          {"open, rectangles", GridMap(100, 70), rectangles(32)},
          {"open, large tiles", GridMap(150, 140), triangles(64)},
          {"noise in a large tile", test::random_map(90, 75, 8, 13), triangles(0)},
          {"rooms, large tiles", test::random_rooms(150, 70, 9, 14), rectangles(128)},
          {"one cell", GridMap(1, 1), triangles(32)},
          {"one row", test::random_map(70, 1, 20, 9), triangles(8)},
          {"one column", test::random_map(1, 70, 20, 10), rectangles(8)},
          {"large agents", test::random_map(70, 61, 4, 11), triangles(16), large},
          {"large agents, rectangles", test::random_map(60, 61, 4, 12), rectangles(32), large}};
}

// What happened in one report, though edits came between the slices that it is of.
void check_sets(const GridMesh& all, const MeshUpdate& report, const MeshChangeFollower& before) {
  const MeshChangeFollower after(all);
  std::set<PolygonId> polygons = before.polygons;
  std::set<PortalId> portals = before.portals;
  for (const PolygonId id : report.removed) polygons.erase(id);
  for (const PortalId id : report.portals_removed) portals.erase(id);
  for (const PolygonId id : report.added) {
    if (all.mesh().has_polygon(id)) polygons.insert(id);
  }
  for (const PortalId id : report.portals_added) {
    if (all.mesh().portal(id).exists()) portals.insert(id);
  }
  REQUIRE(polygons == after.polygons);
  REQUIRE(portals == after.portals);
  std::set<PolygonId> changed(report.added.begin(), report.added.end());
  for (const PolygonId id : report.relinked) REQUIRE(changed.insert(id).second);
  for (const PolygonId id : after.polygons) {
    if (changed.count(id) == 0) REQUIRE(before.portals_of.at(id) == after.portals_of.at(id));
  }
}

// A full square of `side` cells from (at, at) on, with cells that are free and blocked by turns all round it.
GridMap comb_round_square(int at, int side, int width) {
  GridMap map(width, width);
  Edit edit;
  for (int y = 0; y < width; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool inside = x >= at && x < at + side && y >= at && y < at + side;
      const bool by_row = y == at - 1 || y == at + side, by_column = x == at - 1 || x == at + side;
      if (!inside && ((by_row && x % 2 == 0) || (by_column && y % 2 == 0)))
        edit.runs.push_back({map.id({x, y}), 1, '@'});
    }
  }
  map.apply(edit);
  return map;
}

}  // namespace

TEST_CASE("a mesh covers exactly the free cells and joins them as straight steps do") {
  Rng rng(21);
  for (const GridMeshCase& kind : map_kinds()) {
    CAPTURE(kind.name);
    const MapWithMesh kept(kind.map, kind.options, kind.rules);
    check_mesh(kept.mesh, kept.grid, rng);
  }
  for (int round = 0; round < 150; ++round) {
    CAPTURE(round);
    const GridMap map = test::random_map(rng.between(1, 50), rng.between(1, 50), rng.below(60), rng.next());
    const int tiles[] = {0, 8, 9, 16, 31, 32, 33};
    const MapWithMesh kept(map,
                           {static_cast<MeshDecomposition>(rng.below(kMeshDecompositions)), tiles[rng.below(7)], {}});
    check_mesh(kept.mesh, kept.grid, rng);
  }
}

TEST_CASE("after every edit the mesh is that of a fresh build, and reports say all that changed") {
  for (const GridMeshCase& kind : map_kinds()) {
    CAPTURE(kind.name);
    Rng rng(22);
    MapWithMesh kept(kind.map, kind.options, kind.rules);
    MeshChangeFollower follower(kept.mesh);
    for (int i = 0; i < 70; ++i) {
      CAPTURE(i);
      const Rect changed = kept.apply(test::random_edit(kept.map, 16, rng));
      const MeshUpdate report = kept.mesh.update(kept.grid, changed);
      const std::optional<std::string> difference = kept.mesh.difference(kept.fresh());
      REQUIRE_MESSAGE(difference == std::nullopt, difference.value_or(""));
      follower.follow(kept.mesh, report);
      if (i % 10 == 0) check_mesh(kept.mesh, kept.grid, rng);
    }
  }
}

TEST_CASE("where a point lies does not depend on how the map came about") {
  Rng rng(23);
  for (const GridMeshCase& kind : map_kinds()) {
    CAPTURE(kind.name);
    MapWithMesh kept(kind.map, kind.options, kind.rules);
    for (int i = 0; i < 30; ++i) kept.mesh.update(kept.grid, kept.apply(test::random_edit(kept.map, 16, rng)));
    const GridMesh fresh = kept.fresh();
    for (int i = 0; i < 300; ++i) {
      const HalfCellPoint point{rng.between(0, 2 * kept.map.width()), rng.between(0, 2 * kept.map.height())};
      const PolygonId one = kept.mesh.polygon_at(point), other = fresh.polygon_at(point);
      REQUIRE((one == kNoPolygon) == (other == kNoPolygon));
      if (one == kNoPolygon) continue;
      Ring mine, others;
      kept.mesh.mesh().append_corners(one, mine);
      fresh.mesh().append_corners(other, others);
      REQUIRE(mine == others);
    }
  }
}

TEST_CASE("differences between meshes are found and named") {
  const GridMap map = test::random_map(60, 60, 10, 24);
  MapWithMesh one(map, {}), other(map, {});
  CHECK(one.mesh.difference(other.mesh) == std::nullopt);
  other.mesh.update(other.grid, other.apply(brush_line(map, {30, 30}, {33, 30}, {1, BrushShape::kSquare}, '@')));
  REQUIRE(one.mesh.difference(other.mesh).has_value());
  CHECK(one.mesh.difference(other.mesh)->find("another polygon at (") == 0);
  CHECK(one.mesh.difference(MapWithMesh(map, {MeshDecomposition::kTriangles, 16, {}}).mesh) == "other options");
  CHECK(one.mesh.difference(MapWithMesh(GridMap(60, 59), {}).mesh) == "another size");
}

TEST_CASE("a mesh built in slices is the mesh, and edits may come between the slices") {
  Rng rng(25);
  for (const GridMeshCase& kind : map_kinds()) {
    CAPTURE(kind.name);
    MapWithMesh kept(kind.map, kind.options, kind.rules);
    CHECK(kept.mesh.pending() == 0);
    CHECK(kept.mesh.total() == 0);
    GridMesh sliced;
    sliced.reset(kept.grid, kind.options);
    MeshUpdate report;
    size_t slices = 1, last = sliced.pending();
    CHECK(last <= sliced.total());
    while (!sliced.update_some(kept.grid, report, 1)) {
      REQUIRE_FALSE(sliced.ready());
      REQUIRE(sliced.pending() < last);
      REQUIRE(sliced.pending() <= sliced.total());
      last = sliced.pending();
      ++slices;
    }
    CHECK(slices == sliced.tile_count());
    CHECK(report.tiles == sliced.tile_count());
    REQUIRE(sliced.difference(kept.mesh) == std::nullopt);

    // Painting goes on while a build does, and while edits are taken up.
    for (const bool build : {true, false}) {
      if (build) sliced.reset(kept.grid, kind.options);
      auto before = std::optional<MeshChangeFollower>(sliced);
      report.clear();
      for (int i = 0; i < 30; ++i) {
        sliced.mark_dirty(kept.grid, kept.apply(test::random_edit(kept.map, 16, rng)));
        REQUIRE_FALSE(sliced.ready());
        if (!sliced.update_some(kept.grid, report, rng.below(60)) && i < 29) continue;
        while (!sliced.update_some(kept.grid, report, 7)) {
        }
        check_sets(sliced, report, *before);
        before.emplace(sliced);
        report.clear();
      }
      REQUIRE(sliced.difference(kept.fresh()) == std::nullopt);
      check_mesh(sliced, kept.grid, rng);
    }
  }
}

TEST_CASE("an edit redoes the tiles that it touches") {
  MapWithMesh kept(GridMap(320, 320), {});
  MeshUpdate report = kept.mesh.update(kept.grid, kept.apply({{{kept.map.id({50, 50}), 1, '@'}}}));
  CHECK(report.tiles == 1);
  CHECK(report.removed.size() == 1);
  CHECK(report.relinked.size() == 4);
  CHECK(report.portals_removed.size() == 4);
  report = kept.mesh.update(kept.grid, kept.apply({{{kept.map.id({63, 63}), 2, '@'}}}));
  CHECK(report.tiles == 2);
  report = kept.mesh.update(kept.grid, kept.apply({{{kept.map.id({50, 50}), 1, 'S'}}}));
  report = kept.mesh.update(kept.grid, kept.apply({{{kept.map.id({50, 50}), 1, '.'}}}));
  CHECK(report.tiles == 0);
  CHECK(kept.mesh.ready());
  CHECK(kept.mesh.built_for() == kept.grid.built_for());
}

TEST_CASE("after a warm-up edits need no more memory") {
  Rng rng(26);
  MapWithMesh kept(test::random_map(120, 120, 8, 26), {});
  std::vector<Edit> edits;
  for (int i = 0; i < 20; ++i) {
    const Cell at = test::random_cell(kept.map, rng);
    edits.push_back(brush_line(kept.map, at, at, {3, BrushShape::kRound}, i % 2 == 0 ? '@' : '.'));
  }
  MeshUpdate report;
  size_t bytes = 0;
  for (int round = 0; round < 6; ++round) {
    for (const Edit& edit : edits) {
      const Rect changed = kept.apply(edit);
      report.clear();
      kept.mesh.mark_dirty(kept.grid, changed);
      REQUIRE(kept.mesh.update_some(kept.grid, report));
    }
    for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
      for (CellRun& run : edit->runs) run.letter = run.letter == '@' ? '.' : '@';
    }
    if (round == 3) bytes = kept.mesh.memory_bytes();
    if (round > 3) CHECK(kept.mesh.memory_bytes() == bytes);
  }
}

TEST_CASE("sides stay countable though free and blocked cells alternate all round a tile") {
  Rng rng(27);
  for (const int tile : {31, 32, 33, 64, 128}) {
    for (const MeshDecomposition source : {MeshDecomposition::kTriangles, MeshDecomposition::kRectangles}) {
      CAPTURE(tile);
      const GridMeshOptions options{source, tile, {}};
      MapWithMesh kept(comb_round_square(tile, tile, 3 * tile), options);
      check_mesh(kept.mesh, kept.grid, rng);
      // A change beside the tile alone may turn it from one kind into the other.
      MeshChangeFollower follower(kept.mesh);
      for (int i = 0; i < 12; ++i) {
        const int along = tile + rng.between(0, tile - 1), beyond = i % 2 == 0 ? tile - 1 : 2 * tile;
        const CellId cell = kept.map.id(i % 3 == 0 ? Cell{along, beyond} : Cell{beyond, along});
        const uint32_t length = i < 6 ? 1 : static_cast<uint32_t>(tile / 2);
        Edit edit;
        if (length == 1) edit.runs.push_back({cell, 1, kept.map.letter(cell) == '@' ? '.' : '@'});
        if (length > 1)
          edit = rectangle(kept.map, {tile, beyond}, {tile + tile / 2, beyond}, true, i % 4 < 2 ? '.' : '@');
        const MeshUpdate report = kept.mesh.update(kept.grid, kept.apply(edit));
        follower.follow(kept.mesh, report);
        REQUIRE(kept.mesh.difference(kept.fresh()) == std::nullopt);
      }
      check_mesh(kept.mesh, kept.grid, rng);
    }
  }
  // Only the square that is free as a whole, between combs on all four sides, is decomposed in parts.
  const MapWithMesh comb(comb_round_square(32, 32, 96), {});
  CHECK(comb.mesh.polygons_of(4).size() == 4);
  const MapWithMesh open(GridMap(96, 96), {});
  CHECK(open.mesh.polygons_of(4).size() == 1);
  CHECK(open.mesh.mesh().portal_count() == 12);
  // A comb comes on one side and another one goes: at no time are both there.
  MapWithMesh turned(comb_round_square(32, 32, 96), {});
  turned.mesh.update(turned.grid, turned.apply(rectangle(turned.map, {31, 30}, {31, 66}, true, '.')));
  REQUIRE(turned.mesh.polygons_of(4).size() == 1);
  Edit edit = rectangle(turned.map, {64, 30}, {64, 66}, true, '.');
  for (int y = 32; y < 64; y += 2) edit.runs.push_back({turned.map.id({31, y}), 1, '@'});
  MeshChangeFollower follower(turned.mesh);
  const MeshUpdate report = turned.mesh.update(turned.grid, turned.apply(edit));
  CHECK(turned.mesh.polygons_of(4).size() == 1);
  CHECK(turned.mesh.difference(turned.fresh()) == std::nullopt);
  check_mesh(turned.mesh, turned.grid, rng);
  check_sets(turned.mesh, report, follower);
  // Noise of all densities beside open and crowded tiles.
  for (int round = 0; round < 12; ++round) {
    const GridMap map = test::random_map(140, 140, static_cast<uint32_t>(4 * round), rng.next());
    const MapWithMesh kept(map, {MeshDecomposition::kTriangles, round % 2 == 0 ? 64 : 48, {}});
    check_mesh(kept.mesh, kept.grid, rng);
  }
}

TEST_CASE("published maps have as many polygons and portals as by an independent reference" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const std::string data = std::getenv("STRATA_DATA");
  struct ReferenceMesh {
    const char* map;
    GridMeshOptions options;
    double polygons, portals;
  };
  const GridMeshOptions rectangles{MeshDecomposition::kRectangles, 32, {}};
  for (const ReferenceMesh& reference :
       {ReferenceMesh{"bg512/AR0300SR", {}, 1755, 1831}, ReferenceMesh{"dao/ost100d", {}, 4457, 4949},
        ReferenceMesh{"sc1/BrokenSteppes", {}, 7967, 8375}, ReferenceMesh{"sc1/TheFrozenSea", {}, 22685, 23221},
        ReferenceMesh{"sc1/Expedition", {}, 10924, 11664}, ReferenceMesh{"wc3/icecrown", {}, 1623, 1833},
        ReferenceMesh{"bg512/AR0300SR", {MeshDecomposition::kTriangles, 16, {}}, 1984, 2240},
        ReferenceMesh{"bg512/AR0300SR", {MeshDecomposition::kTriangles, 0, {}}, 1497, 1515},
        ReferenceMesh{"bg512/AR0300SR", rectangles, 1717, 2894}}) {
    CAPTURE(reference.map);
    CAPTURE(reference.options.tile_size);
    auto loaded = load_map(data + "/maps/" + reference.map + ".map");
    REQUIRE(loaded.ok());
    const MapWithMesh kept(std::move(loaded.value().map), reference.options);
    REQUIRE(test::mesh_fault(kept.mesh.mesh()) == std::nullopt);
    const auto polygons = static_cast<double>(kept.mesh.mesh().polygon_count());
    const auto portals = static_cast<double>(kept.mesh.mesh().portal_count());
    // Where corners lie on one circle either diagonal is as good as the other, and so are rectangles of one size.
    const double tolerance = reference.options.source == MeshDecomposition::kTriangles ? 0.01 : 0.015;
    CHECK(std::abs(polygons - reference.polygons) < tolerance * reference.polygons);
    CHECK(std::abs(portals - reference.portals) < tolerance * reference.portals);
    // Portals less polygons do not depend on that, as every diagonal more is a polygon more.
    if (reference.options.source == MeshDecomposition::kTriangles) {
      CHECK(portals - polygons == reference.portals - reference.polygons);
    }
    int64_t area = 0;
    for (PolygonId id = 0; id < kept.mesh.mesh().polygon_slots(); ++id) area += kept.mesh.mesh().area2(id);
    CHECK(area == 8 * int64_t{kept.grid.passable_count()});
  }
}
