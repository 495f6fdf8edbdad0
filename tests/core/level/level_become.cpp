#include <cstdlib>
#include <map>

#include "core/hna/hna.hpp"
#include "core/hna/hna_query.hpp"
#include "core/level/detour_path.hpp"
#include "core/level/level.hpp"
#include "core/navmesh/mesh_path_check.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "tests/core/level/level_setting.hpp"
#include "tests/must.hpp"
#include "tests/navmesh_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// A mesh by its numbers.
struct NumberedMesh {
  std::map<PolygonId, PolygonKey> polygons;
  std::map<PortalId, PortalKey> portals;
  std::map<PolygonId, std::set<PortalId>> portals_of;
  std::map<PortalId, std::array<PolygonId, 2>> joins;

  explicit NumberedMesh(const LevelMesh& level) {
    const NavMesh& mesh = level.mesh();
    for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
      if (!mesh.has_polygon(id)) continue;
      polygons[id] = test::key_of(level, id);
      portals_of[id];
      for (const MeshSide& side : mesh.sides(id)) {
        if (side.portal != kNoPortal) portals_of[id].insert(side.portal);
      }
    }
    for (PortalId id = 0; id < mesh.portal_slots(); ++id) {
      if (!mesh.portal(id).exists()) continue;
      portals[id] = test::key_of_portal(level, id);
      joins[id] = mesh.portal(id).polygons;
    }
  }
};

bool holds(const PolygonKey& key, HalfCellPoint point) {
  const auto at = [&](size_t i) {
    return HalfCellPoint{std::get<0>(key[i % key.size()]), std::get<1>(key[i % key.size()])};
  };
  for (size_t i = 0; i < key.size(); ++i) {
    if (turn(at(i), at(i + 1), point) < 0) return false;
  }
  return true;
}

// What the reports of one change, or of several without `single`, say is all that happened.
void check_report(const NumberedMesh& before, const LevelMesh& level, const MeshUpdate& report, bool single) {
  const NumberedMesh after(level);
  const std::set<PolygonId> removed(report.removed.begin(), report.removed.end());
  const std::set<PolygonId> added(report.added.begin(), report.added.end());
  const std::set<PolygonId> relinked(report.relinked.begin(), report.relinked.end());
  std::set<PolygonId> polygons;
  for (const auto& [id, key] : before.polygons) polygons.insert(id);
  for (const PolygonId id : removed) REQUIRE((polygons.erase(id) == 1 || !single));
  for (const PolygonId id : added) {
    if (level.mesh().has_polygon(id)) REQUIRE(polygons.insert(id).second);
  }
  std::set<PortalId> portals;
  for (const auto& [id, key] : before.portals) portals.insert(id);
  for (const PortalId id : report.portals_removed) REQUIRE((portals.erase(id) == 1 || !single));
  for (const PortalId id : report.portals_added) {
    if (level.mesh().portal(id).exists()) portals.insert(id);
  }
  std::set<PolygonId> own;
  for (const auto& [id, key] : after.polygons) own.insert(id);
  std::set<PortalId> own_portals;
  for (const auto& [id, key] : after.portals) own_portals.insert(id);
  REQUIRE(polygons == own);
  REQUIRE(portals == own_portals);
  REQUIRE(report.added.size() == added.size());
  REQUIRE(report.relinked.size() == relinked.size());
  REQUIRE(report.predecessors.size() == report.added.size());
  for (const PolygonId id : relinked) {
    REQUIRE(before.polygons.count(id) == 1);
    REQUIRE(removed.count(id) + added.count(id) == 0);
  }
  // What no report names is as it was.
  for (const auto& [id, key] : after.polygons) {
    if (added.count(id) == 1) continue;
    REQUIRE(before.polygons.at(id) == key);
    if (relinked.count(id) == 0) REQUIRE(before.portals_of.at(id) == after.portals_of.at(id));
  }
  for (size_t i = 0; i < report.added.size(); ++i) {
    const PolygonId old = report.predecessors[i];
    if (old == kNoPolygon) continue;
    REQUIRE(before.polygons.count(old) == 1);
    REQUIRE(removed.count(old) == 1);
  }
  if (!single) return;

  // What is as it was has the number that it had.
  std::multimap<PolygonKey, PolygonId> numbers;
  for (const auto& [id, key] : before.polygons) numbers.emplace(key, id);
  for (const auto& [id, key] : after.polygons) {
    const auto [first, last] = numbers.equal_range(key);
    REQUIRE((first == last) == (added.count(id) == 1));
    if (first != last) REQUIRE(std::any_of(first, last, [was = id](const auto& entry) { return entry.second == was; }));
  }
  std::multimap<PortalKey, PortalId> portal_numbers;
  for (const auto& [id, key] : before.portals) portal_numbers.emplace(key, id);
  for (const auto& [id, key] : after.portals) {
    const auto [first, last] = portal_numbers.equal_range(key);
    for (auto entry = first; entry != last; ++entry) {
      const std::array<PolygonId, 2>& joined = before.joins.at(entry->second);
      const bool both_stay = removed.count(joined[0]) + removed.count(joined[1]) == 0;
      const bool named_alone = numbers.count(std::get<4>(key)) == 1 && numbers.count(std::get<5>(key)) == 1;
      if (!both_stay || !named_alone) continue;
      REQUIRE(entry->second == id);
      REQUIRE(joined == after.joins.at(id));
    }
  }
  for (const PolygonId id : relinked) {
    const std::set<PortalId>&was = before.portals_of.at(id), &is = after.portals_of.at(id);
    bool changed = was != is;
    for (const PortalId portal : was) {
      changed = changed || std::count(report.portals_removed.begin(), report.portals_removed.end(), portal) > 0;
    }
    REQUIRE(changed);
  }
  for (size_t i = 0; i < report.added.size(); ++i) {
    const HalfCellPoint centre16 = level.mesh().centre16(report.added[i]);
    const HalfCellPoint centre{centre16.x >> 3, centre16.y >> 3};
    const PolygonId old = report.predecessors[i];
    if (old != kNoPolygon) REQUIRE(holds(before.polygons.at(old), centre));
    for (const PolygonId id : removed) {
      if (holds(before.polygons.at(id), centre)) REQUIRE(old != kNoPolygon);
    }
  }
}

struct ChangeCounts {
  size_t added = 0, removed = 0, kept = 0, relinked = 0, successors = 0, found = 0, gaps = 0;
};

// The two are the same mesh, and are asked the same.
void check_equal(const LevelMesh& level, const LevelMesh& fresh, Rng& rng) {
  REQUIRE(test::mesh_fault(level.mesh()).value_or("none") == "none");
  REQUIRE(test::MeshContents(level) == test::MeshContents(fresh));
  REQUIRE(level.map() == fresh.map());
  REQUIRE(std::equal(level.cell_heights().begin(), level.cell_heights().end(), fresh.cell_heights().begin(),
                     fresh.cell_heights().end()));
  REQUIRE(level.notes() == fresh.notes());
  std::vector<PolygonId> mine, theirs;
  for (int i = 0; i < 150; ++i) {
    const HalfCellPoint point{rng.between(-1, 2 * level.map().width() + 1),
                              rng.between(-1, 2 * level.map().height() + 1)};
    level.polygons_at(point, mine);
    fresh.polygons_at(point, theirs);
    REQUIRE(mine.size() == theirs.size());
    for (size_t k = 0; k < mine.size(); ++k) {
      REQUIRE(test::key_of(level, mine[k]) == test::key_of(fresh, theirs[k]));
      REQUIRE(level.height_at(mine[k], point) == doctest::Approx(fresh.height_at(theirs[k], point)).epsilon(1e-3));
    }
    REQUIRE(level.end_at(point).polygon == (mine.empty() ? kNoPolygon : mine[0]));
  }
}

// HNA* costs what A* on the mesh costs, whose path lies on it, and Detour finds one where they do.
void check_queries(const LevelMesh& level, const Hna& hna, Rng& rng, ChangeCounts& seen) {
  if (level.mesh().polygon_count() == 0) return;
  auto made = must(DetourQuery::make(level, DetourQuery::kMaxNodes));
  Workspace workspace;
  MeshPath flat;
  HnaPath path;
  DetourPath detour, traced;
  Trace trace;
  std::vector<NodePlace> places;
  for (int i = 0; i < 6; ++i) {
    const MeshQuery ends{test::random_end(level.mesh(), rng), test::random_end(level.mesh(), rng)};
    plan_mesh(level.mesh(), hna.options().costs, ends, workspace, flat);
    for (int l = 1; l <= hna.levels(); ++l) {
      for (const HnaLinkMethod links : {HnaLinkMethod::kDijkstra, HnaLinkMethod::kRows}) {
        plan_hna(level.mesh(), hna, {ends, l, links, HnaEndpoints::kTrue}, workspace, path);
        REQUIRE(path.path.status == flat.status);
        REQUIRE(path.path.cost == flat.cost);
      }
    }
    made.plan(ends, detour);
    REQUIRE(detour.status == flat.status);
    if (!flat.found()) continue;
    ++seen.found;
    REQUIRE(mesh_path_fault(level.mesh(), ends, flat.points, flat.length).value_or("none") == "none");
    trace.clear();
    made.plan(ends, traced, trace, places);
    REQUIRE(traced.polygons == detour.polygons);
    REQUIRE(traced.points == detour.points);
    REQUIRE(detour.polygons.front() == ends.start.polygon);
    REQUIRE(detour.polygons.back() == ends.goal.polygon);
    for (size_t k = 1; k < detour.polygons.size(); ++k) {
      const auto sides = level.mesh().sides(detour.polygons[k - 1]);
      REQUIRE(std::any_of(sides.begin(), sides.end(), [&](const MeshSide& side) {
        return side.portal != kNoPortal &&
               level.mesh().portal(side.portal).across(detour.polygons[k - 1]) == detour.polygons[k];
      }));
    }
  }
  MeshEndpoint gone{{0, 0}, level.mesh().polygon_slots()};
  for (PolygonId id = 0; id < level.mesh().polygon_slots(); ++id) {
    if (!level.mesh().has_polygon(id)) gone.polygon = id;
  }
  seen.gaps += gone.polygon < level.mesh().polygon_slots();
  made.plan({gone, test::random_end(level.mesh(), rng)}, detour);
  CHECK(detour.status == PlanStatus::kStartBlocked);
}

// Paints and erases squares of the map, and sometimes all of it.
void paint(std::set<CellId>& blocked, const GridMap& map, Rng& rng) {
  if (rng.percent(3)) {
    for (CellId id = 0; id < map.cell_count(); ++id) blocked.insert(id);
    return;
  }
  if (rng.percent(5)) blocked.clear();
  const bool free = rng.percent(40);
  const Cell at{rng.between(0, map.width() - 1), rng.between(0, map.height() - 1)};
  test::paint_square(blocked, map, at, rng.between(0, 6), free);
}

void check_changes(const Level& level, uint64_t seed, int rounds, ChangeCounts& seen) {
  Rng rng(seed);
  std::set<CellId> blocked;
  LevelMesh mesh = level.mesh();
  Hna hna;
  hna.build(mesh.mesh(), {1 + static_cast<int>(seed % 3), 4});
  MeshUpdate update;
  HnaUpdate report;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    const NumberedMesh before(mesh);
    update.clear();
    const int changes = rng.percent(30) ? 3 : 1;
    for (int i = 0; i < changes; ++i) {
      paint(blocked, level.map(), rng);
      LevelMesh next = test::mesh_without(level, blocked);
      const uint64_t version = mesh.mesh().version();
      const test::MeshContents contents(mesh);
      mesh.become(std::move(next), update);
      REQUIRE((mesh.mesh().version() == version) == (test::MeshContents(mesh) == contents));
    }
    check_report(before, mesh, update, changes == 1);
    check_equal(mesh, test::mesh_without(level, blocked), rng);
    hna.follow(mesh.mesh(), update);
    report.clear();
    hna.update_some(mesh.mesh(), report);
    const auto difference = hna.difference(mesh.mesh());
    REQUIRE_MESSAGE(!difference, difference.value_or(""));
    check_queries(mesh, hna, rng, seen);
    seen.added += update.added.size();
    seen.removed += update.removed.size();
    seen.relinked += update.relinked.size();
    seen.kept += mesh.mesh().polygon_count() - update.added.size();
    seen.successors += update.added.size() - static_cast<size_t>(std::count(update.predecessors.begin(),
                                                                            update.predecessors.end(), kNoPolygon));
  }
}

}  // namespace

TEST_CASE("level changes: it becomes any mesh of the level, keeps the numbers of what stays and reports the rest") {
  ChangeCounts seen;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(test::rounds(12)); ++seed) {
    CAPTURE(seed);
    LevelOptions options = test::random_options(seed);
    options.max_error = 1.3f;  // with less Recast takes long for the polygons
    const auto level = test::random_scene(seed).kept_level(options);
    check_changes(*level, seed, 14, seen);
  }
  const auto many = [](int full) { return static_cast<size_t>(test::rounds(full)); };
  CHECK(seen.added > many(400));
  CHECK(seen.removed > many(400));
  CHECK(seen.relinked > many(150));
  CHECK(seen.kept > many(4000));
  CHECK(seen.successors > many(200));
  CHECK(seen.found > many(100));
  CHECK(seen.gaps > many(30));
  MESSAGE(seen.kept, " kept, ", seen.added, " added, ", seen.removed, " removed, ", seen.relinked, " relinked, ",
          seen.successors, " successors, ", seen.found, " paths, ", seen.gaps, " with gaps");
}

TEST_CASE("level changes: published levels too" * doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  for (const char* name : {"dungeon", "nav_test"}) {
    INFO(std::string(name));
    JobControl control;
    const auto loaded =
        must(Level::load(std::string(std::getenv("STRATA_DATA")) + "/meshes/" + name + ".obj", {}, control));
    ChangeCounts seen;
    check_changes(*loaded, 5, 16, seen);
    CHECK(seen.kept > 16 * 20);
    CHECK(seen.added > 50);
  }
}

TEST_CASE("level changes: what stays the same is not told, and its version stays") {
  const auto level = test::random_scene(3).kept_level();
  LevelMesh mesh = level->mesh();
  MeshUpdate update;
  const uint64_t version = mesh.mesh().version();
  mesh.become(test::mesh_without(*level, {}), update);
  CHECK(mesh.mesh().version() == version);
  for (const auto* ids : {&update.added, &update.removed, &update.relinked, &update.predecessors, &update.portals_added,
                          &update.portals_removed}) {
    CHECK(ids->empty());
  }
  CHECK(test::MeshContents(mesh) == test::MeshContents(level->mesh()));
}

TEST_CASE("level changes: a polygon above another one is followed by that of its own floor") {
  // Two floors of the same shape: whatever is painted on the upper one changes polygons of the upper one.
  Scene scene;
  scene.plane(0, 0, 20, 20, 0);
  scene.plane(0, 0, 20, 20, 4);
  LevelOptions options{.edge_max = 0};
  const auto level = scene.kept_level(options);
  LevelMesh mesh = level->mesh();
  REQUIRE(mesh.mesh().polygon_count() == 2);
  const PolygonId upper = mesh.end_at(Cell{10, 10}).polygon;
  std::set<CellId> blocked;
  test::paint_square(blocked, level->map(), {30, 30}, 4, false);
  MeshUpdate update;
  mesh.become(test::mesh_without(*level, blocked), update);
  CHECK(update.removed == std::vector<PolygonId>{upper});
  CHECK(mesh.mesh().has_polygon(1 - upper));
  CHECK(update.added.size() >= 4);
  for (const PolygonId id : update.predecessors) CHECK(id == upper);
  for (const PolygonId id : update.added) CHECK(mesh.mean_height(id) > 3);
  // Back again, without a report in between: the one of before that is named is of before both.
  test::paint_square(blocked, level->map(), {30, 30}, 4, true);
  mesh.become(test::mesh_without(*level, blocked), update);
  REQUIRE(update.added.size() == 1);
  CHECK((update.predecessors[0] == upper || update.predecessors[0] == kNoPolygon));
  MeshUpdate later;
  test::paint_square(blocked, level->map(), {12, 12}, 6, false);
  test::paint_square(blocked, level->map(), {40, 40}, 6, false);
  const PolygonId whole = update.added[0];
  mesh.become(test::mesh_without(*level, blocked), later);
  CHECK(later.removed == std::vector<PolygonId>{whole});
  test::paint_square(blocked, level->map(), {26, 26}, 6, false);
  mesh.become(test::mesh_without(*level, blocked), later);
  for (const PolygonId id : later.predecessors) CHECK((id == whole || id == kNoPolygon));
}

TEST_CASE("level changes: all ground may go, and come back") {
  Scene scene;
  scene.plane(0, 0, 20, 12, 0);
  scene.plane(20, 4, 24, 8, 0);
  const auto level = scene.kept_level();
  LevelMesh mesh = level->mesh();
  Hna hna;
  hna.build(mesh.mesh(), {2, 4});
  std::set<CellId> blocked;
  for (CellId id = 0; id < level->map().cell_count(); ++id) blocked.insert(id);
  Rng rng(1);
  ChangeCounts seen;
  MeshUpdate update;
  HnaUpdate report;
  for (int round = 0; round < 6; ++round) {
    const NumberedMesh before(mesh);
    update.clear();
    const bool empty = round % 2 == 0;
    mesh.become(test::mesh_without(*level, empty ? blocked : std::set<CellId>{}), update);
    CHECK(mesh.mesh().polygon_count() == (empty ? 0 : level->mesh().mesh().polygon_count()));
    CHECK(update.removed.size() == before.polygons.size());
    CHECK(update.added.size() == mesh.mesh().polygon_count());
    check_report(before, mesh, update, true);
    check_equal(mesh, empty ? test::mesh_without(*level, blocked) : level->mesh(), rng);
    hna.follow(mesh.mesh(), update);
    hna.update_some(mesh.mesh(), report);
    CHECK(hna.difference(mesh.mesh()).value_or("none") == "none");
    check_queries(mesh, hna, rng, seen);
  }
  CHECK(seen.found > 10);
}

TEST_CASE("level changes: of polygons with one outline that of the same height stays") {
  // Two floors of the same shape; of the second level only the upper one is left. Steep triangles keep its extent.
  LevelOptions options{.edge_max = 0};
  const auto level_of = [&](bool lower) {
    Scene scene;
    scene.triangle({0, 0, 0}, {0, 8, 0}, {0, 8, 20});
    scene.triangle({20, 0, 0}, {20, 8, 0}, {20, 8, 20});
    if (lower) scene.plane(0, 0, 20, 20, 0);
    scene.plane(0, 0, 20, 20, 4);
    return scene.level(options);
  };
  LevelMesh mesh = level_of(true);
  REQUIRE(mesh.mesh().polygon_count() == 2);
  const PolygonId upper = mesh.end_at(Cell{30, 30}).polygon;
  REQUIRE(mesh.mean_height(upper) > 3);
  std::vector<HalfCellPoint> one, other;
  mesh.mesh().append_corners(upper, one);
  mesh.mesh().append_corners(1 - upper, other);
  REQUIRE(std::is_permutation(one.begin(), one.end(), other.begin(), other.end()));
  MeshUpdate update;
  mesh.become(level_of(false), update);
  CHECK(update.removed == std::vector<PolygonId>{1 - upper});
  CHECK(update.added.empty());
  CHECK(mesh.mesh().has_polygon(upper));
  CHECK(mesh.mean_height(upper) > 3);
}

TEST_CASE("level changes: where polygons of two floors go at once each is followed by those of its own") {
  Scene scene;
  scene.plane(0, 0, 40, 20, 0);
  scene.plane(0, 0, 20, 20, 4);
  LevelOptions options{.edge_max = 0};
  const auto level = scene.kept_level(options);
  LevelMesh mesh = level->mesh();
  REQUIRE(mesh.mesh().polygon_count() == 2);
  const PolygonId upper = mesh.end_at(Cell{20, 20}).polygon, lower = mesh.end_at(Cell{110, 20}).polygon;
  std::set<CellId> blocked;
  test::paint_square(blocked, level->map(), {30, 30}, 4, false);
  test::paint_square(blocked, level->map(), {100, 30}, 4, false);
  MeshUpdate update;
  mesh.become(test::mesh_without(*level, blocked), update);
  REQUIRE(update.removed.size() == 2);
  size_t above_each_other = 0;
  for (size_t i = 0; i < update.added.size(); ++i) {
    const PolygonId id = update.added[i];
    CHECK(update.predecessors[i] == (mesh.mean_height(id) > 2 ? upper : lower));
    std::vector<PolygonId> at;
    level->mesh().polygons_at({mesh.mesh().centre16(id).x >> 3, mesh.mesh().centre16(id).y >> 3}, at);
    above_each_other += at.size() == 2;
  }
  CHECK(above_each_other > 3);
}
