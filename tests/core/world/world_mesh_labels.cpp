// Any-angle labels in a world: kept up to date with edits, answered by Polyanya until then, cancelled and refused.
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/strata.hpp"
#include "core/world/map_mesh_labels.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

World world_with_any_angle_labels(GridMap map, const MeshLabelsOptions& options = {}) {
  World world(std::move(map));
  world.set<MapNavmesh>(NavmeshOptions{});
  world.set<MapMeshLabels>(options);
  return world;
}

// Plans random queries by the labels and by Polyanya. Returns the number of paths found.
int check_against_polyanya(const World& world, Rng& rng, int queries) {
  static const Planner& labels = *planner_named("mesh-labels");
  Workspace workspace;
  PlanResult result, shortest;
  int found = 0;
  for (int i = 0; i < queries; ++i) {
    const auto draw = [&] { return world.moves().cell(rng.below(world.moves().cell_count())); };
    const PlanQuery query{draw(), draw()};
    plan(world, any_angle_optimum_planner(), query, {}, workspace, shortest);
    plan(world, labels, query, {}, workspace, result);
    REQUIRE(result.status == shortest.status);
    if (!result.found()) continue;
    CHECK(std::abs(static_cast<double>(result.cost) - static_cast<double>(shortest.cost)) <= 1);
    CHECK(result.points.front() == middle_of(query.start));
    CHECK(result.points.back() == middle_of(query.goal));
    ++found;
  }
  return found;
}

}  // namespace

TEST_CASE("any-angle labels stay true while the map is painted, and Polyanya answers until they are built") {
  int found = 0;
  for (int round = 0; round < test::rounds(5); ++round) {
    CAPTURE(round);
    const auto seed = static_cast<uint64_t>(round) + 1;
    World world = world_with_any_angle_labels(test::random_rooms(40, 36, 7, seed), {round % 2 == 0 ? 512 : 60});
    world.finish_updates();
    Rng rng(seed);
    for (int edit = 0; edit < 6; ++edit) {
      CAPTURE(edit);
      world.apply(Edit{{{rng.below(world.map().cell_count()), 1, rng.percent(60) ? '@' : '.'},
                        {rng.below(world.map().cell_count()), 1, '.'}}});
      found += check_against_polyanya(world, rng, 10);  // the labels may not be ready
      world.finish_updates();
      REQUIRE(world.ready(StructureId::kMeshLabels));
      found += check_against_polyanya(world, rng, 10);
      World fresh = world_with_any_angle_labels(world.map(), *world.get<MapMeshLabels>().options());
      fresh.finish_updates();
      CHECK(!world.get<MapMeshLabels>().difference(fresh.get<MapMeshLabels>(), world.inputs()));
    }
  }
  CHECK(found > 60);
}

TEST_CASE("a search that Polyanya has recorded for any-angle labels says so") {
  World world = world_with_any_angle_labels(test::random_rooms(40, 36, 7, 1));
  world.finish_updates();
  const Planner& labels = *planner_named("mesh-labels");
  Workspace workspace;
  PlanResult result;
  Trace trace;
  CellId from = 0, to = world.map().cell_count() - 1;
  while (!world.moves().passable(from)) ++from;
  while (!world.moves().passable(to)) --to;
  const PlanQuery query{world.moves().cell(from), world.moves().cell(to)};
  plan(world, labels, query, {}, workspace, result, &trace);
  CHECK(&recorded_planner(trace, labels) == &labels);
  world.set<MapMeshLabels>(MeshLabelsOptions{64});
  world.cancel(StructureId::kMeshLabels);
  if (!world.ready(StructureId::kMeshLabels)) {
    plan(world, labels, query, {}, workspace, result, &trace);
    CHECK(&recorded_planner(trace, labels) == &any_angle_optimum_planner());
  }
}

TEST_CASE("any-angle labels over their memory are refused in words, and Polyanya answers") {
  World world = world_with_any_angle_labels(test::random_map(50, 50, 25, 3), {MeshLabelsOptions::kMinBytes});
  world.finish_updates();
  CHECK(!world.ready(StructureId::kMeshLabels));
  const std::string why = refusal(world, StructureId::kMeshLabels);
  CHECK(why.starts_with("the any-angle labels need "));
  CHECK(why.ends_with(" bytes a cell: raise their memory"));
  Rng rng(3);
  CHECK(check_against_polyanya(world, rng, 20) > 0);
}

TEST_CASE("partial paths are there while any-angle labels are not, and where they do not fit") {
  const Planner& labels = *planner_named("mesh-labels");
  GridMap map = test::random_map(50, 50, 25, 3);
  map.apply(rectangle(map, {0, 25}, {49, 25}, true, '@'));
  Workspace workspace;
  PlanResult result, shortest;
  int partial = 0;
  for (const int bytes : {MeshLabelsOptions::kMinBytes, 512}) {
    CAPTURE(bytes);
    World world = world_with_any_angle_labels(map, {bytes});
    if (bytes == 512) {
      world.work(1e3, {StructureId::kNavmesh});  // the labels are not begun
    } else {
      world.finish_updates();  // they are too large
    }
    REQUIRE(!world.ready(StructureId::kMeshLabels));
    CHECK(answers_now(world, labels));
    for (int x = 0; x < 50; ++x) {
      const PlanQuery query{{x, 10}, {49 - x, 40}};
      const PlanOptions options{.partial = true};
      plan(world, labels, query, options, workspace, result);
      plan(world, any_angle_optimum_planner(), query, options, workspace, shortest);
      CHECK(result.status == shortest.status);
      CHECK(result.partial == shortest.partial);
      CHECK(result.points == shortest.points);
      partial += result.has_partial_path();
    }
  }
  CHECK(partial > 40);
}

TEST_CASE("a front door answers by Polyanya while any-angle labels are built, and says so") {
  Pathfinder finder(test::random_rooms(40, 36, 7, 1));
  std::set<std::string_view> answered;
  for (int i = 0; i < 2000 && !answered.contains("mesh-labels"); ++i) {
    const auto found = finder.find({1, 1}, {38, 34}, "mesh-labels");
    REQUIRE(found.ok());
    answered.insert(found.value().planner);
    if (!answered.contains("mesh-labels")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  CHECK(answered.contains("mesh-labels"));
  answered.erase("mesh-labels");
  answered.erase("polyanya");
  CHECK(answered.empty());
  REQUIRE(finder.set("mesh-labels.memory", MeshLabelsOptions::kMinBytes).ok());
  finder.world().finish_updates();
  const auto found = finder.find({1, 1}, {38, 34}, "mesh-labels");
  REQUIRE(found.ok());
  CHECK(found.value().planner == "polyanya");  // they do not fit
}

TEST_CASE("any-angle labels plan for points on a mesh of cells") {
  World world(GridMap(8, 8));
  world.set<MapMeshLabels>(MeshLabelsOptions{});
  const Planner& labels = *planner_named("mesh-labels");
  CHECK(lacking(world, labels) == "needs the navigation mesh");
  NavmeshOptions discs;
  discs.mesh.radius = MeshRadius::for_agents(0.5);
  world.set<MapNavmesh>(discs);
  CHECK(lacking(world, labels) == "needs a mesh for agents without a radius");
  world.set<MapNavmesh>(NavmeshOptions{});
  CHECK(lacking(world, labels).empty());
}
