// Partial paths: every planner goes to the reachable place nearest to a goal that it cannot reach, and to no other.
#include "core/world/partial_path.hpp"
#include "core/search/plan_options.hpp"

#include <doctest/doctest.h>

#include <map>
#include <tuple>

#include "core/ch/drawn_graph.hpp"
#include "core/navmesh/mesh_areas.hpp"
#include "core/navmesh/mesh_path_check.hpp"
#include "core/search/path.hpp"
#include "core/search/theta.hpp"
#include "core/search/trace.hpp"
#include "core/world/scenes.hpp"
#include "core/world/structures.hpp"
#include "core/world/world.hpp"
#include "tests/core/level/level_setting.hpp"
#include "tests/core/world/answers_support.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

constexpr int kLargestAgent = 4;

// A world with every structure, small enough for small maps.
std::unique_ptr<World> complete_world(const GridMap& map, const Rules& rules) {
  WorldSetup setup(rules);
  for (const StructureId id : kAllStructures) setup.of(id) = default_options(id, rules);
  setup.get<MapHpa>() = HpaOptions{.cluster_size = 8, .levels = 4};
  setup.get<MapHaa>() = HaaOptions{.cluster_size = 8, .max_size = kLargestAgent, .capabilities = {rules.capability}};
  setup.get<MapSectors>() = SectorOptions{.sector_size = 8};
  setup.get<MapLandmarks>() = LandmarkOptions{.count = 4, .placed = {}};
  setup.get<MapHierarchy>() = ChOptions{ChGraph::kCells, ChOrder::kNested};
  setup.get<MapCch>() = CchOptions{ChGraph::kCorners};
  setup.get<MapNavmesh>()->mesh.tile_size = 16;
  setup.get<MapHna>() = MapHnaOptions{.levels = 3, .group_size = 2};
  auto world = std::make_unique<World>(map, setup);
  world->finish_updates();
  REQUIRE(world->ready());
  return world;
}

// The cell that partial paths over cells end at, from the definition.
std::optional<Cell> expected_cell(const GridMap& map, const std::vector<Cost>& distance, const PlanQuery& query) {
  std::tuple<int64_t, Cost, CellId> best{INT64_MAX, kInfinite, kNoCell};
  for (CellId id = 0; id < map.cell_count(); ++id) {
    if (distance[id] == kInfinite) continue;
    const int64_t dx = map.cell(id).x - query.goal.x, dy = map.cell(id).y - query.goal.y;
    best = std::min(best, {dx * dx + dy * dy, distance[id], id});
  }
  if (std::get<2>(best) == kNoCell || distance[map.id(query.goal)] != kInfinite) return {};
  return map.cell(std::get<2>(best));
}

// The smallest squared distance from the goal to a point of a polygon that can be reached; nothing if the goal can be
// reached or the start is in no polygon.
std::optional<int64_t> expected_distance(const NavMesh& mesh, const MeshQuery& query) {
  const std::vector<uint32_t> area = mesh_areas(mesh);
  if (query.start.polygon == kNoPolygon) return {};
  const uint32_t own = area[query.start.polygon];
  if (query.goal.polygon != kNoPolygon && area[query.goal.polygon] == own) return {};
  int64_t best = INT64_MAX;
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
    if (area[id] != own) continue;
    const HalfCellPoint low = mesh.low(id), high = mesh.high(id);
    for (int32_t y = low.y; y <= high.y; ++y) {
      for (int32_t x = low.x; x <= high.x; ++x) {
        const int64_t squared = squared_distance({x, y}, query.goal.at);
        if (squared < best && mesh.contains(id, {x, y})) best = squared;
      }
    }
  }
  return best;
}

void check_same(const PlanResult& a, const PlanResult& b) {
  CHECK(a.status == b.status);
  CHECK(a.cost == b.cost);
  CHECK(a.raw_cost == b.raw_cost);
  CHECK(a.path == b.path);
  CHECK(a.raw_path == b.raw_path);
  CHECK(a.points == b.points);
  CHECK(a.abstract_path == b.abstract_path);
  CHECK(a.partial == b.partial);
  CHECK(a.nearest == b.nearest);
  CHECK(a.nearest_visited == b.nearest_visited);
  CHECK(a.complete == b.complete);
  CHECK(a.stats == b.stats);
}

// Holds an answer against what the planner answers without partial paths, and against the search to the nearest place.
struct PartialCheck {
  const World& world;
  Workspace& workspace;
  PlanOptions options;
  PlanResult without = {}, with = {}, traced = {}, direct = {};
  Trace trace{};

  // Returns whether there is a partial path.
  bool answer(const Planner& planner, const PlanQuery& query) {
    options.partial = false;
    plan(world, planner, query, options, workspace, without);
    CHECK(without.nearest_visited == 0);
    CHECK_FALSE(without.has_partial_path());
    options.partial = true;
    plan(world, planner, query, options, workspace, with);
    plan(world, planner, query, options, workspace, traced, &trace);
    check_same(with, traced);
    CHECK(short_answers_fault(world, planner, query, options, with, workspace, nullptr) == "");
    CHECK(with.status == without.status);
    if (!with.has_partial_path()) {
      check_same(with, without);
      return false;
    }
    CHECK_FALSE(with.found());
    CHECK(with.partial);
    CHECK(with.nearest_visited > 0);
    return true;
  }

  // For planners over cells. `distance`: of every cell from the start.
  void check_cells(const Planner& planner, const PlanQuery& query, const std::vector<Cost>& distance) {
    const std::optional<Cell> cell = expected_cell(world.map(), distance, query);
    REQUIRE(answer(planner, query) == cell.has_value());
    if (!cell) return;
    CHECK(with.nearest.at == middle_of(*cell));
    const double dx = cell->x - query.goal.x, dy = cell->y - query.goal.y;
    CHECK(distance_left(query, with) == doctest::Approx(std::hypot(dx, dy)));
    // It is the planner's own path to that cell.
    options.partial = false;
    plan(world, planner, {query.start, *cell}, options, workspace, direct);
    REQUIRE(direct.found());
    CHECK(with.path == direct.path);
    CHECK(with.points == direct.points);
    CHECK(with.abstract_path == direct.abstract_path);
    CHECK(with.cost == direct.cost);
    CHECK(with.stats == direct.stats);
    if (planner.any_angle) {
      const Cost unit = world.moves().base(0) * static_cast<Cost>(world.moves().unit_weight());
      CHECK(points_fault(world.moves(), with.points, query.start, *cell, unit, with.cost, with.links_at) ==
            std::nullopt);
      return;
    }
    CHECK(path_fault(world.moves(), with.path, query.start, *cell, with.cost) == std::nullopt);
    CHECK(with.cost >= distance[world.map().id(*cell)]);
    if (finds_optimum(world, planner)) CHECK(with.cost == distance[world.map().id(*cell)]);
  }

  // For planners over a mesh. Returns the place, which is the same for all of them.
  std::optional<HalfCellPoint> check_mesh(const Planner& planner, const PlanQuery& query) {
    const MapNavmesh& kept = world.get<MapNavmesh>();
    const MeshQuery ends{kept.end_at(query.start), kept.end_at(query.goal)};
    std::optional<int64_t> squared;
    if (world.moves().passable(query.start)) squared = expected_distance(kept.mesh(), ends);
    REQUIRE(answer(planner, query) == squared.has_value());
    if (!squared) return {};
    CHECK(squared_distance(with.nearest.at, ends.goal.at) == *squared);
    CHECK(distance_left(query, with) == doctest::Approx(std::sqrt(static_cast<double>(*squared)) / 2));
    REQUIRE_FALSE(with.points.empty());
    CHECK(with.points.front() == ends.start.at);
    CHECK(with.points.back() == with.nearest.at);
    const std::vector<uint32_t> area = mesh_areas(kept.mesh());
    std::optional<std::string> fault = "the end is in no polygon";
    for (PolygonId id = 0; id < kept.mesh().polygon_slots() && fault; ++id) {
      if (area[id] != area[ends.start.polygon] || !kept.mesh().contains(id, with.nearest.at)) continue;
      const Cost unit = world.moves().base(0) * static_cast<Cost>(world.moves().unit_weight());
      fault = mesh_path_fault(kept.mesh(), {ends.start, {with.nearest.at, id}}, with.points,
                              static_cast<double>(with.cost) / unit, 1.0 / unit);
    }
    CHECK(fault == std::nullopt);
    return with.nearest.at;
  }
};

bool plans_on_mesh(const Planner& planner) {
  return planner.needs == StructureId::kNavmesh || planner.needs == StructureId::kHna ||
         planner.needs == StructureId::kMeshLabels;
}

std::vector<Rules> rules_for_partial_paths() {
  std::vector<Rules> rules;
  for (int profile = 0; profile < kProfiles; ++profile) {
    for (int size = 1; size <= kLargestAgent; ++size) {
      const auto p = static_cast<Profile>(profile);
      rules.push_back({p, Capability::walker(), kUniformWeights, size});
      rules.push_back({p, Capability(0b1111), {1, 3, 16, 7}, size});
      rules.push_back({p, Capability(0b0001), {2, 5, 9, 7}, size});
    }
  }
  return rules;
}

}  // namespace

TEST_CASE("every planner's partial path ends at the nearest place, on maps of every kind and under all rules") {
  Workspace workspace;
  std::map<std::string_view, int> partial;
  uint64_t seed = 1;
  int kind = 0;
  for (const Rules& rules : rules_for_partial_paths()) {
    CAPTURE(static_cast<int>(rules.profile));
    CAPTURE(rules.agent_size);
    Rng rng(seed);
    GridMap map = seed % 3 == 0 ? random_rooms(34, 28, 8, seed)
                                : generate({static_cast<SceneKind>(kind++ % kSceneKinds), 34, 28, seed, 0});
    // Walls across the map leave areas that are not connected.
    map.apply(rectangle(map, {17, 0}, {18, 27}, true, '@'));
    for (int patch = 0; patch < 10; ++patch) {
      const Cell at = random_cell(map, rng);
      map.apply(rectangle(map, at, {std::min(at.x + 2, 33), std::min(at.y + 2, 27)}, true, "@TSW."[rng.below(5)]));
    }
    ++seed;
    const std::unique_ptr<World> world = complete_world(map, rules);
    PartialCheck check{*world, workspace, {.keep_raw_path = true}};
    for (int i = 0; i < 10; ++i) {
      PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
      for (int tries = 0; tries < 50 && !can_stand(map, rules, query.start); ++tries) {
        query.start = random_cell(map, rng);
      }
      const std::vector<Cost> distance = plain_dijkstra(map, rules, query.start);
      std::optional<HalfCellPoint> point;
      for (const Planner& planner : planners()) {
        // IDA* gives up where there is no path, as there are too many paths to try.
        if (!available(*world, planner) || planner.name == "ida") continue;
        CAPTURE(planner.name);
        if (plans_on_mesh(planner)) {
          const std::optional<HalfCellPoint> own = check.check_mesh(planner, query);
          if (planner.name == "navmesh") point = own;
          CHECK(own == point);
        } else {
          check.check_cells(planner, query, distance);
        }
        partial[planner.name] += check.with.has_partial_path();
      }
    }
  }
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    CHECK((planner.levels_only || planner.name == "ida" || partial[planner.name] > 10));
  }
}

TEST_CASE("a blocked start, and a goal outside of the map, have no partial path") {
  GridMap map(20, 20);
  map.apply(rectangle(map, {10, 0}, {10, 19}, true, '@'));
  const std::unique_ptr<World> world = complete_world(map, {});
  Workspace workspace;
  PlanResult result;
  for (const Planner& planner : planners()) {
    if (!available(*world, planner)) continue;
    CAPTURE(planner.name);
    for (const PlanQuery& query :
         {PlanQuery{{10, 3}, {2, 2}}, PlanQuery{{-1, 3}, {2, 2}}, PlanQuery{{10, 3}, {10, 2}}}) {
      plan(*world, planner, query, {.partial = true}, workspace, result);
      CHECK(result.status == PlanStatus::kStartBlocked);
      CHECK_FALSE(result.partial);
    }
    plan(*world, planner, {{2, 3}, {20, 2}}, {.partial = true}, workspace, result);
    CHECK(result.status == PlanStatus::kGoalBlocked);
    CHECK_FALSE(result.partial);
    CHECK(result.path.empty());
    CHECK(result.points.empty());
  }
}

TEST_CASE("a partial path of no steps stays where it starts") {
  GridMap map(9, 9);
  map.apply(rectangle(map, {3, 3}, {5, 5}, false, '@'));
  const std::unique_ptr<World> world = complete_world(map, {});
  Workspace workspace;
  PlanResult result;
  for (const Planner& planner : planners()) {
    if (!available(*world, planner)) continue;
    CAPTURE(planner.name);
    plan(*world, planner, {{4, 4}, {8, 8}}, {.partial = true}, workspace, result);
    CHECK(result.status == PlanStatus::kNoPath);
    CHECK(result.has_partial_path());
    if (plans_on_mesh(planner)) {
      CHECK(result.nearest.at == HalfCellPoint{10, 10});  // the corner of the cell
      continue;
    }
    CHECK(result.nearest.at == HalfCellPoint{9, 9});
    CHECK(result.cost == 0);
  }
}

TEST_CASE("a planner that waits for its structure says so instead of giving a partial path") {
  GridMap map(20, 20);
  map.apply(rectangle(map, {10, 0}, {10, 19}, true, '@'));
  World world(map);
  Workspace workspace;
  PlanResult result;
  for (const char* name : {"rooms", "navmesh", "sectors"}) {
    CAPTURE(name);
    plan(world, *planner_named(name), {{2, 2}, {10, 2}}, {.partial = true}, workspace, result);
    const bool supported = supports(world, *planner_named(name));
    CHECK(result.status == (supported ? PlanStatus::kRefused : PlanStatus::kUnsupported));  // they are off
    CHECK_FALSE(result.partial);
  }
  world.set(StructureId::kSectors, default_options(StructureId::kSectors, world.rules()));
  plan(world, *planner_named("sectors"), {{2, 2}, {10, 2}}, {.partial = true}, workspace, result);
  CHECK(result.status == PlanStatus::kStale);
  CHECK_FALSE(result.partial);
}

TEST_CASE("the first moves of a partial path, and the abstract path alone, lead to the nearest cell too") {
  GridMap map(64, 64);
  map.apply(rectangle(map, {40, 0}, {40, 63}, true, '@'));
  const std::unique_ptr<World> world = complete_world(map, {});
  Workspace workspace;
  PlanResult whole, first;
  const PlanQuery query{{2, 30}, {60, 33}};
  plan(*world, *planner_named("hpa2"), query, {.smooth = false, .partial = true}, workspace, whole);
  plan(*world, *planner_named("hpa2"), query, {.smooth = false, .first_moves = 3, .partial = true}, workspace, first);
  REQUIRE(first.has_partial_path());
  CHECK_FALSE(first.complete);
  CHECK(first.nearest.at == middle_of({39, 33}));
  CHECK(first.cost == whole.cost);
  REQUIRE(first.path.size() < whole.path.size());
  CHECK(std::equal(first.path.begin(), first.path.end(), whole.path.begin()));
  plan(*world, *planner_named("sectors"), query, {.refine = false, .partial = true}, workspace, first);
  CHECK(first.has_partial_path());
  CHECK(first.path.empty());
  CHECK_FALSE(first.abstract_path.empty());
}

TEST_CASE("on a level partial paths go over the polygons, Detour's too, below other floors as well") {
  Scene scene;
  scene.plane(0, 0, 40, 20, 0);
  scene.plane(16, 0, 24, 20, 4);      // a bridge over the ground
  scene.ramp(24, 8, 36, 12, 4, 0.1);  // one way up
  JobControl control;
  const auto made = Level::make(scene.obj(), {}, control);
  REQUIRE(made.ok());
  WorldSetup setup;
  setup.get<MapNavmesh>() = NavmeshOptions{};
  setup.get<MapHna>() = MapHnaOptions{1, 4};
  World world(made.value()->map(), setup, made.value());
  world.finish_updates();
  const GridMap& map = world.map();
  const auto cell_at = [](double x, double z) { return Cell{static_cast<int>(x / 0.3), static_cast<int>(z / 0.3)}; };
  // A wall across the bridge parts it.
  const Cell left = cell_at(15, 5), right = cell_at(25, 6);
  world.apply(rectangle(map, left, right, true, '@'));
  world.finish_updates();
  Workspace workspace;
  PartialCheck check{world, workspace, {}};
  Rng rng(3);
  int partial = 0;
  std::vector<PlanQuery> queries{{cell_at(20, 17), cell_at(20, 3)}, {cell_at(5, 3), cell_at(20, 5.5)}};
  for (int i = 0; i < 40; ++i) queries.push_back({random_cell(map, rng), random_cell(map, rng)});
  for (const PlanQuery& query : queries) {
    std::optional<HalfCellPoint> point;
    for (const char* name : {"navmesh", "polyanya", "hna1", "pccp"}) {
      CAPTURE(name);
      const std::optional<HalfCellPoint> own = check.check_mesh(*planner_named(name), query);
      if (std::string_view(name) == "navmesh") point = own;
      CHECK(own == point);
      partial += own.has_value();
    }
    // Detour's own partial paths are discarded.
    PlanResult with, without;
    plan(world, *planner_named("detour"), query, {}, workspace, without);
    CHECK_FALSE(without.has_partial_path());
    plan(world, *planner_named("detour"), query, {.partial = true}, workspace, with);
    CHECK(with.status == without.status);
    CHECK(with.has_partial_path() == point.has_value());
    if (point) CHECK(with.nearest.at == *point);
    if (point) CHECK(with.points.back() == *point);
  }
  CHECK(partial > 30);
}

TEST_CASE("a drawn graph has no partial paths") {
  const GridMap map(30, 30);
  const std::unique_ptr<World> world = complete_world(map, {});
  DrawnGraph graph;
  for (const Cell cell : {Cell{2, 2}, Cell{9, 2}, Cell{20, 20}}) graph.add_node(cell);
  world->set_drawn_graph(std::move(graph));
  world->set<MapHierarchy>(ChOptions{ChGraph::kDrawn, ChOrder::kNested});
  world->finish_updates();
  Workspace workspace;
  PlanResult result;
  plan(*world, *planner_named("ch"), {{2, 2}, {20, 20}}, {.partial = true}, workspace, result);
  CHECK(result.status == PlanStatus::kNoPath);
  CHECK_FALSE(result.partial);
}

}  // namespace strata::test
