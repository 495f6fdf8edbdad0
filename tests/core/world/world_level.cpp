// The world of a level: its mesh follows what is painted over its map, and so does all that stands on it.
#include <doctest/doctest.h>

#include "core/level/level_scenes.hpp"
#include "core/navmesh/mesh_path_check.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_mesh_classes.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"
#include "tests/core/level/level_setting.hpp"
#include "tests/links_support.hpp"
#include "tests/must.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

std::shared_ptr<const Level> made(const ObjMesh& obj, const LevelOptions& options = {}) {
  JobControl control;
  const auto level = Level::make(obj, options, control);
  const std::string refused = level.ok() ? "" : level.error().message();
  INFO(refused);
  REQUIRE(level.ok());
  return level.value();
}

std::shared_ptr<const Level> courtyard() {
  static const std::shared_ptr<const Level> level = [] {
    const auto obj = must(parse_obj(courtyard_level(), "courtyard"));
    return made(obj);
  }();
  return level;
}

WorldSetup level_setup(int levels, int mu) {
  WorldSetup setup;
  setup.get<MapNavmesh>() = NavmeshOptions{};
  setup.get<MapHna>() = MapHnaOptions{levels, mu};
  return setup;
}

MeshQuery ends_of(const World& world, const PlanQuery& query) {
  const MapNavmesh& mesh = world.get<MapNavmesh>();
  return {mesh.end_at(query.start), mesh.end_at(query.goal)};
}

// All planners over the mesh find a way, or none does; the ways can be walked; costs are as they must be.
void check_pairs(const World& world, int pairs, Rng& rng, Workspace& workspace, int& found) {
  PlanResult mesh, graph, shortest, detour;
  const auto is_walkable = [&](const PlanQuery& query, const PlanResult& result) {
    const double cells = static_cast<double>(result.cost) / world.moves().base(0);
    // The cost is the length rounded up.
    CHECK(mesh_path_fault(world.get<MapNavmesh>().mesh(), ends_of(world, query), result.points, cells,
                          1.0 / world.moves().base(0)) == std::nullopt);
  };
  for (int i = 0; i < pairs; ++i) {
    const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
    CAPTURE(query.start.x);
    CAPTURE(query.start.y);
    CAPTURE(query.goal.x);
    CAPTURE(query.goal.y);
    plan(world, *planner_named("navmesh"), query, {}, workspace, mesh);
    plan(world, *planner_named("polyanya"), query, {}, workspace, shortest);
    plan(world, *planner_named("detour"), query, {}, workspace, detour);
    REQUIRE(shortest.status == mesh.status);
    REQUIRE(detour.status == mesh.status);
    if (mesh.found()) {
      ++found;
      is_walkable(query, mesh);
      is_walkable(query, shortest);
      is_walkable(query, detour);
      CHECK(shortest.cost <= mesh.cost);
      CHECK(shortest.cost <= detour.cost);
    } else if (world.moves().passable(query.start) && world.moves().passable(query.goal)) {
      CHECK((mesh.status == PlanStatus::kOffMesh || mesh.status == PlanStatus::kNoPath));
    }
    for (const char* name : {"hna1", "hna2", "pccp"}) {
      CAPTURE(name);
      plan(world, *planner_named(name), query, {}, workspace, graph);
      REQUIRE(graph.status == mesh.status);
      if (!graph.found()) continue;
      CHECK(graph.raw_cost == mesh.raw_cost);
      is_walkable(query, graph);
    }
  }
}

Edit rectangle(const GridMap& map, Rect cells, char letter) {
  Edit edit;
  cells = cells.clipped(map.bounds());
  for (int y = cells.y0; y < cells.y1; ++y) {
    edit.runs.push_back({map.id({cells.x0, y}), static_cast<uint32_t>(cells.width()), letter});
  }
  return edit;
}

}  // namespace

TEST_CASE("the world of a level has its mesh at once, and all planners over it agree") {
  Workspace workspace;
  Rng rng(5);
  World world(courtyard()->map(), level_setup(2, 6), courtyard());
  CHECK(world.ready(StructureId::kNavmesh));
  world.finish_updates();
  REQUIRE(world.ready(StructureId::kHna));
  CHECK(world.get<MapNavmesh>().level_mesh()->difference(courtyard()->mesh()) == std::nullopt);
  int found = 0;
  check_pairs(world, 400, rng, workspace, found);
  CHECK(found > 100);
  // Other maps have no level.
  World plain(courtyard()->map(), level_setup(2, 6));
  plain.finish_updates();
  CHECK(plain.get<MapNavmesh>().level_mesh() == nullptr);
  CHECK(supports(world, *planner_named("detour")));
  CHECK_FALSE(supports(plain, *planner_named("detour")));
}

TEST_CASE("links of the map lead over the mesh of a level, also while it is painted") {
  Workspace workspace;
  Rng rng(9);
  World world(courtyard()->map(), level_setup(2, 6), courtyard());
  world.finish_updates();
  PlanResult result;
  size_t over_links = 0;
  for (int stroke = 0; stroke < 10; ++stroke) {
    const Cell at = random_cell(world.map(), rng);
    world.apply(stroke % 3 == 2 ? rectangle(world.map(), {at.x - 1, at.y - 1, at.x + 3, at.y + 3}, '@')
                                : random_links(world.map(), 8, rng));
    if (stroke % 4 == 3) (void)world.undo();
    world.finish_updates();
    World fresh(world.map(), world.setup(), courtyard());
    fresh.finish_updates();
    const MapNavmesh& own = world.get<MapNavmesh>();
    REQUIRE(own.difference(fresh.get<MapNavmesh>(), world.inputs()).value_or("") == "");
    for (int i = 0; i < 40; ++i) {
      const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
      plan(world, *planner_named("navmesh"), query, {}, workspace, result);
      if (!result.found()) continue;
      over_links += !result.links_at.empty();
      CHECK(mesh_path_fault(own.mesh(), ends_of(world, query), result.points,
                            cost_of_lines(world.moves(), result) / world.moves().base(0), 1.0 / world.moves().base(0),
                            result.links_at)
                .value_or("") == "");
    }
  }
  CHECK(over_links > 5);
  CHECK(unsupported(world, *planner_named("detour")) == "needs a map without links");
}

TEST_CASE("a level has the mesh of the radius that is asked for, also while it is painted") {
  Workspace workspace;
  Rng rng(6);
  WorldSetup setup = level_setup(2, 6);
  setup.get<MapNavmesh>()->mesh.radius = MeshRadius::for_agents(4);
  MapMeshClassesOptions classes{.radii = {MeshRadius::for_agents(1), MeshRadius::for_agents(4)}};
  setup.get<MapMeshClasses>() = classes;
  World world(courtyard()->map(), setup, courtyard());
  CHECK_FALSE(world.ready(StructureId::kNavmesh));
  world.finish_updates();
  REQUIRE(world.ready(StructureId::kNavmesh));
  JobControl control;
  const auto wide = must(courtyard()->mesh_without({}, control, 4.0));
  const auto narrow = must(courtyard()->mesh_without({}, control, 1.0));
  const MapNavmesh& own = world.get<MapNavmesh>();
  CHECK(own.level_mesh()->difference(wide) == std::nullopt);
  CHECK(own.level_mesh()->difference(courtyard()->mesh()) != std::nullopt);
  const auto of_class = [&](size_t i) { return world.get<MapMeshClasses>().classes()[i]->navmesh().level_mesh(); };
  CHECK(of_class(0)->difference(narrow) == std::nullopt);
  CHECK(of_class(1)->difference(wide) == std::nullopt);
  int found = 0;
  for (int stroke = 0; stroke < 6; ++stroke) {
    const Cell at = random_cell(world.map(), rng);
    world.apply(rectangle(world.map(), {at.x, at.y, at.x + 5, at.y + 4}, stroke % 2 == 0 ? '@' : '.'));
    world.finish_updates();
    World fresh(world.map(), world.setup(), courtyard());
    fresh.finish_updates();
    CHECK(own.difference(fresh.get<MapNavmesh>(), world.inputs()) == std::nullopt);
    CHECK(world.get<MapMeshClasses>().difference(fresh.get<MapMeshClasses>(), world.inputs()) == std::nullopt);
    check_pairs(world, 40, rng, workspace, found);
  }
  CHECK(found > 20);
  // Back to the level's own radius.
  setup.get<MapNavmesh>()->mesh.radius = {};
  World painted_not(courtyard()->map(), world.setup(), courtyard());
  painted_not.change(setup);
  painted_not.finish_updates();
  CHECK(painted_not.get<MapNavmesh>().level_mesh()->difference(courtyard()->mesh()) == std::nullopt);
}

TEST_CASE("what is painted over a level goes out of its mesh, and comes back when it is undone") {
  Workspace workspace;
  Rng rng(8);
  World world(courtyard()->map(), level_setup(2, 6), courtyard());
  world.finish_updates();
  int found = 0, changed = 0;
  for (int stroke = 0; stroke < 40; ++stroke) {
    CAPTURE(stroke);
    const Cell at = random_cell(world.map(), rng);
    const int size = 2 + static_cast<int>(rng.below(12));
    // Walls, water that a walker cannot enter, ground again, and ground where the level has none.
    const char letters[] = {'@', 'W', '.', '@'};
    const MeshEndpoint before = world.get<MapNavmesh>().end_at(at);
    if (stroke % 5 == 4) {
      world.undo();
    } else {
      world.apply(rectangle(world.map(), {at.x, at.y, at.x + size, at.y + size}, letters[rng.below(4)]));
    }
    if (stroke % 7 == 3) continue;  // several edits in one go
    world.finish_updates();
    REQUIRE(world.ready(StructureId::kNavmesh));
    REQUIRE(world.ready(StructureId::kHna));
    changed += world.get<MapNavmesh>().end_at(at).polygon != before.polygon;
    if (stroke % 4 == 0) {
      World fresh(world.map(), world.setup(), courtyard());
      fresh.finish_updates();
      CHECK(world.get<MapNavmesh>().difference(fresh.get<MapNavmesh>(), world.inputs()) == std::nullopt);
      CHECK(world.get<MapHna>().difference(fresh.get<MapHna>(), world.inputs()) == std::nullopt);
    }
    check_pairs(world, 25, rng, workspace, found);
  }
  CHECK(changed > 5);
  CHECK(found > 100);
  while (world.undo()) {
  }
  world.finish_updates();
  CHECK(world.get<MapNavmesh>().level_mesh()->difference(courtyard()->mesh()) == std::nullopt);
}

TEST_CASE("a wall across the bridge parts what lies on it, not what lies below") {
  Scene scene;
  scene.plane(0, 0, 40, 20, 0);
  scene.plane(16, 0, 24, 20, 4);      // a bridge over the ground
  scene.ramp(24, 8, 36, 12, 4, 0.1);  // one way up
  World world(made(scene.obj())->map(), level_setup(1, 4), made(scene.obj()));
  world.finish_updates();
  const GridMap& map = world.map();
  const auto cell_at = [](double x, double z) { return Cell{static_cast<int>(x / 0.3), static_cast<int>(z / 0.3)}; };
  Workspace workspace;
  PlanResult result;
  const PlanQuery below{cell_at(5, 3), cell_at(38, 3)}, above{cell_at(20, 17), cell_at(20, 3)};
  const auto status = [&](const char* name, const PlanQuery& query) {
    plan(world, *planner_named(name), query, {}, workspace, result);
    return result.status;
  };
  // The map shows the bridge, whose rims part the ground on its sides.
  CHECK(status("astar", below) == PlanStatus::kNoPath);
  CHECK(status("navmesh", below) == PlanStatus::kFound);
  CHECK(status("hna1", above) == PlanStatus::kFound);
  const Cell left = cell_at(15, 5), right = cell_at(25, 6);
  world.apply(rectangle(map, {left.x, left.y, right.x, right.y}, '@'));
  world.finish_updates();
  CHECK(status("navmesh", below) == PlanStatus::kFound);
  CHECK(status("hna1", above) == PlanStatus::kNoPath);
  CHECK(status("detour", above) == PlanStatus::kNoPath);
  CHECK(result.partial);
  world.undo();
  world.finish_updates();
  CHECK(status("hna1", above) == PlanStatus::kFound);
}

TEST_CASE("until the mesh of a level has followed an edit, planners over it refuse, and say so") {
  World world(courtyard()->map(), level_setup(1, 6), courtyard());
  world.finish_updates();
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{81, 69}, {139, 69}};
  plan(world, *planner_named("navmesh"), query, {}, workspace, result);
  REQUIRE(result.found());
  world.apply(rectangle(world.map(), {100, 60, 104, 80}, '@'));
  CHECK_FALSE(world.ready(StructureId::kNavmesh));
  CHECK(world.state(StructureId::kNavmesh).work_done);  // it waits for the background
  for (const char* name : {"navmesh", "polyanya", "detour", "hna1", "pccp"}) {
    plan(world, *planner_named(name), query, {}, workspace, result);
    CHECK(result.status == PlanStatus::kStale);
  }
  SUBCASE("given up") {
    world.work(1);
    world.cancel(StructureId::kNavmesh);
    // It may have been done already.
    if (!world.state(StructureId::kNavmesh).cancelled) return;
    world.finish_updates();
    CHECK_FALSE(world.ready(StructureId::kNavmesh));
    CHECK(refusal(world, StructureId::kNavmesh).find("rebuild") != std::string::npos);
    CHECK(refusal(world, StructureId::kHna).find("rebuild") != std::string::npos);
    world.rebuild(StructureId::kNavmesh);
  }
  world.finish_updates();
  REQUIRE(world.ready(StructureId::kNavmesh));
  REQUIRE(world.ready(StructureId::kHna));
  plan(world, *planner_named("navmesh"), query, {}, workspace, result);
  CHECK(result.found());
}

TEST_CASE("the mesh of a level is for agents of size 1 and follows their capability; cells can be meshed as well") {
  WorldSetup setup = level_setup(1, 6);
  World world(courtyard()->map(), setup, courtyard());
  world.apply(rectangle(world.map(), {100, 70, 110, 90}, 'W'));
  world.finish_updates();
  CHECK(world.get<MapNavmesh>().end_at({105, 80}).polygon == kNoPolygon);
  setup.rules.capability = Capability::walker().with(Terrain::kWater);
  world.change(setup);
  world.finish_updates();
  CHECK(world.get<MapNavmesh>().end_at({105, 80}).polygon != kNoPolygon);
  CHECK(world.get<MapNavmesh>().level_mesh()->difference(courtyard()->mesh()) == std::nullopt);

  setup.rules.agent_size = 2;
  world.change(setup);
  world.finish_updates();
  for (const char* name : {"navmesh", "polyanya", "hna1", "pccp", "detour"}) {
    CHECK(lacking(world, *planner_named(name)).find("size 1") != std::string::npos);
  }
  setup.get<MapNavmesh>()->of_level = false;
  world.change(setup);
  world.finish_updates();
  CHECK(world.get<MapNavmesh>().level_mesh() == nullptr);
  CHECK(lacking(world, *planner_named("navmesh")).empty());
  CHECK(lacking(world, *planner_named("hna1")).empty());
  CHECK_FALSE(lacking(world, *planner_named("detour")).empty());
  Workspace workspace;
  PlanResult cells, mesh;
  const PlanQuery query{{81, 69}, {139, 69}};
  plan(world, *planner_named("astar"), query, {}, workspace, cells);
  plan(world, *planner_named("hna1"), query, {}, workspace, mesh);
  CHECK(mesh.status == cells.status);
  setup.rules.agent_size = 1;
  setup.get<MapNavmesh>()->of_level = true;
  world.change(setup);
  world.finish_updates();
  CHECK(world.get<MapNavmesh>().level_mesh()->difference(courtyard()->mesh()) == std::nullopt);
  CHECK(world.ready(StructureId::kHna));
}

}  // namespace strata::test
