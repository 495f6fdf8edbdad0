// Crowds on meshes by radius: nobody overlaps a wall, nobody passes a gap that is too narrow for it.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/sort_unique.hpp"
#include "core/crowd/mesh_crowd.hpp"
#include "core/world/map_mesh_classes.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"
#include "tests/navmesh_support.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

World world_for(GridMap map, std::vector<MeshRadius> radii) {
  World world(std::move(map));
  MapMeshClassesOptions options{.radii = std::move(radii)};
  options.tables.tables = false;
  world.set<MapMeshClasses>(options);
  world.finish_updates();
  return world;
}

CrowdMeshes grounds_of(const World& world) {
  return CrowdMeshes(world.get<MapMeshClasses>().batch_classes(world.inputs()));
}

const MapNavmesh& mesh_for(const World& world, double radius) {
  return world.get<MapMeshClasses>().class_of(MeshRadius::for_agents(radius))->navmesh();
}

MeshCrowdMember member_at(const World& world, double radius, Cell at, Cell goal) {
  const MapNavmesh& kept = mesh_for(world, radius);
  const MeshEndpoint end = kept.end_at(at);
  return {{fine(kept.mesh(), end.at), end.polygon},
          kept.end_at(goal),
          static_cast<int32_t>(std::lround(radius * kFineCell)),
          40};
}

// Returns by how much the disc of the agent that overlaps walls most does, in cells. Agents that are walled in do not
// count.
double deepest_in_wall(const World& world, const MeshCrowd& crowd) {
  const auto free = [&](int x, int y) { return world.moves().contains({x, y}) && world.moves().passable(Cell{x, y}); };
  double deepest = -1;
  for (uint32_t agent = 0; agent < crowd.count(); ++agent) {
    if (crowd.status(agent) == CrowdStatus::kWalledIn) continue;
    const FixedPointPosition at = crowd.place(agent).at;
    const double room = room_at(free, at.x / double{kFineCell}, at.y / double{kFineCell});
    deepest = std::max(deepest, crowd.radius(agent) / double{kFineCell} - room);
  }
  return deepest;
}

GridMap room_with_door() {
  return map_from_text(
      "@@@@@@@@@@@@@@@@@@@@@@@@@\n"
      "@...........@...........@\n"
      "@...........@...........@\n"
      "@...........@...........@\n"
      "@...........@...........@\n"
      "@.......................@\n"
      "@...........@...........@\n"
      "@...........@...........@\n"
      "@...........@...........@\n"
      "@...........@...........@\n"
      "@@@@@@@@@@@@@@@@@@@@@@@@@\n");
}

}  // namespace

TEST_CASE("No agent of any radius overlaps a wall by more than the lattice's rounding, while the map is painted") {
  constexpr double kPoints = 3.0 / kFineCell;  // positions are rounded
  size_t walked = 0, nudged = 0;
  double deepest = -1;
  for (int round = 0; round < rounds(10); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 3);
    std::vector<double> radii;
    std::vector<MeshRadius> classes;
    for (int i = 0; i < 5; ++i) {
      radii.push_back(i == 0 ? 0.1 : i == 1 ? 4 : rng.between(10, 400) / 100.0);
      classes.push_back(MeshRadius::for_agents(radii.back()));
    }
    sort_unique(classes);
    World world = world_for(round % 2 == 0 ? random_map(70, 60, 1, static_cast<uint64_t>(round) + 1)
                                           : random_rooms(80, 70, 17, static_cast<uint64_t>(round) + 1),
                            classes);
    MeshCrowd crowd({.seed = static_cast<uint64_t>(round), .method = MeshBatchMethod::kPccp, .threads = 2});
    for (const double radius : radii) {
      MeshCrowdMember member;
      member.radius = static_cast<int32_t>(std::lround(radius * kFineCell));
      member.pace = rng.between(10, 120);
      crowd.add_random(grounds_of(world), member, 25);
    }
    REQUIRE(crowd.count() > 25);
    for (int tick = 0; tick < 160; ++tick) {
      crowd.tick(grounds_of(world));
      const double now = deepest_in_wall(world, crowd);
      REQUIRE(now <= MeshRadius::kRounding + kPoints);
      deepest = std::max(deepest, now);
      walked += crowd.count(CrowdStatus::kWalking);
      if (tick % 8 != 7) continue;
      const Cell at{rng.between(0, 69), rng.between(0, 59)};
      const Cell to{at.x + rng.between(-9, 9), at.y + rng.between(-9, 9)};
      const Brush brush{rng.between(0, 2), BrushShape::kRound};
      world.apply(brush_line(world.map(), at, to, brush, rng.percent(50) ? '@' : '.'));
      world.finish_updates();
      std::vector<FixedPointPosition> before;
      for (uint32_t agent = 0; agent < crowd.count(); ++agent) before.push_back(crowd.place(agent).at);
      crowd.mesh_changed(grounds_of(world), true);
      for (uint32_t agent = 0; agent < crowd.count(); ++agent) nudged += before[agent] != crowd.place(agent).at;
      REQUIRE(deepest_in_wall(world, crowd) <= MeshRadius::kRounding + kPoints);
    }
  }
  CHECK(walked > 10'000);
  CHECK(nudged > 20);
  CHECK(deepest > 0);  // they do walk along walls
}

TEST_CASE("Agents go through a door that they fit through, and no others do") {
  for (const double radius : {0.1, 0.25, 0.5, 0.51, 1.0, 2.5}) {
    CAPTURE(radius);
    const World world = world_for(room_with_door(), {MeshRadius::for_agents(radius)});
    MeshCrowd crowd({.method = MeshBatchMethod::kPccp, .threads = 1});
    REQUIRE(crowd.add(grounds_of(world), member_at(world, radius, {5, 5}, {19, 5})));
    for (int tick = 0; tick < 1500 && crowd.count(CrowdStatus::kArrived) == 0; ++tick) {
      crowd.tick(grounds_of(world));
      REQUIRE(deepest_in_wall(world, crowd) <= MeshRadius::kRounding + 0.01);
    }
    CHECK(crowd.status(0) == (radius <= 0.5 ? CrowdStatus::kArrived : CrowdStatus::kCutOff));
  }
}

TEST_CASE("An agent has the mesh of its radius, and is refused where it does not fit") {
  const World world = world_for(room_with_door(), {MeshRadius::for_agents(0.25), MeshRadius::for_agents(2.5)});
  const MapMeshClasses& kept = world.get<MapMeshClasses>();
  REQUIRE(kept.classes().size() == 2);
  CHECK(kept.class_of(MeshRadius::for_agents(0.1)) == kept.classes()[0].get());
  CHECK(kept.class_of(MeshRadius::for_agents(0.3)) == kept.classes()[1].get());
  CHECK(kept.class_of(MeshRadius::for_agents(3)) == nullptr);
  MeshCrowd crowd({.method = MeshBatchMethod::kPccp, .threads = 1});
  CHECK(crowd.add(grounds_of(world), member_at(world, 0.25, {12, 5}, {19, 5})));      // in the door
  CHECK_FALSE(crowd.add(grounds_of(world), member_at(world, 2.5, {12, 5}, {5, 5})));  // too wide for it
  CHECK_FALSE(crowd.add(grounds_of(world), member_at(world, 2.5, {2, 5}, {5, 5})));   // too near to the wall
  CHECK(crowd.add(grounds_of(world), member_at(world, 2.5, {5, 5}, {8, 5})));
  MeshCrowdMember widest = member_at(world, 2.5, {5, 5}, {8, 5});
  widest.radius = 3 * kFineCell;
  CHECK_FALSE(crowd.add(grounds_of(world), widest));  // there is no mesh for it
  CHECK(crowd.add_random(grounds_of(world), widest, 5) == 0);
  CHECK(crowd.ground(0) != crowd.ground(1));

  // One goal for all: who fits gathers there, the others are told.
  const std::array goals = {kept.classes()[0]->navmesh().end_at(Cell{12, 5}),
                            kept.classes()[1]->navmesh().end_at(Cell{12, 5})};
  crowd.set_goal(grounds_of(world), goals);
  for (int tick = 0; tick < 300; ++tick) crowd.tick(grounds_of(world));
  CHECK(crowd.status(0) == CrowdStatus::kArrived);
  CHECK(crowd.status(1) == CrowdStatus::kBlockedEnd);

  // Without its mesh an agent stands still, and goes on when the mesh is there again.
  crowd.set_goal(grounds_of(world), {});
  const std::vector<MeshBatchClass> maps = kept.batch_classes(world.inputs());
  const FixedPointPosition stood = crowd.place(1).at;
  for (int tick = 0; tick < 60; ++tick) crowd.tick(CrowdMeshes(std::span(maps).first(1)));
  CHECK(crowd.place(1).at == stood);
  for (int tick = 0; tick < 200; ++tick) crowd.tick(grounds_of(world));
  CHECK(crowd.place(1).at != stood);
}

TEST_CASE("Wide and narrow agents part where they meet") {
  const World world = world_for(GridMap(40, 20), {MeshRadius::for_agents(0.25), MeshRadius::for_agents(2)});
  MeshCrowd crowd({.method = MeshBatchMethod::kPccp, .threads = 1});
  REQUIRE(crowd.add(grounds_of(world), member_at(world, 2, {5, 10}, {34, 10})));
  for (int i = 0; i < 6; ++i) {
    REQUIRE(crowd.add(grounds_of(world), member_at(world, 0.25, {34, 5 + 2 * i}, {5, 5 + 2 * i})));
  }
  double deepest = 0;
  for (int tick = 0; tick < 1500 && crowd.count(CrowdStatus::kArrived) < 7; ++tick) {
    crowd.tick(grounds_of(world));
    deepest = std::max(deepest, crowd.deepest_overlap());
  }
  CHECK(crowd.count(CrowdStatus::kArrived) == 7);
  CHECK(deepest < 0.3);
}

TEST_CASE("Meshes by radius are updated as a fresh world builds them, and classes can come and go") {
  for (int round = 0; round < rounds(6); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 11);
    World world = world_for(random_rooms(60, 50, 13, static_cast<uint64_t>(round)), {MeshRadius::for_agents(0.5)});
    for (int step = 0; step < 12; ++step) {
      if (rng.percent(30)) {
        MapMeshClassesOptions options = *world.get<MapMeshClasses>().options();
        options.radii.clear();
        for (int eighths = 1; eighths <= MeshRadius::kMost; ++eighths) {
          if (rng.percent(6)) options.radii.push_back(MeshRadius::of_eighths(eighths));
        }
        world.set<MapMeshClasses>(options);
      }
      const Cell at{rng.between(0, 59), rng.between(0, 49)};
      world.apply(brush_line(world.map(), at, {at.x + rng.between(-9, 9), at.y + rng.between(-9, 9)},
                             {rng.between(0, 2), BrushShape::kRound}, rng.percent(50) ? '@' : '.'));
      if (rng.percent(50)) continue;  // changes come while others are under way
      world.finish_updates();
      REQUIRE(world.ready(StructureId::kMeshClasses));
      REQUIRE(refusal(world, StructureId::kMeshClasses).empty());
      World fresh(world.map(), world.setup());
      fresh.finish_updates();
      const auto& own = world.get<MapMeshClasses>();
      REQUIRE(own.difference(fresh.get<MapMeshClasses>(), world.inputs()) == std::nullopt);
    }
    world.set<MapMeshClasses>(std::nullopt);
    CHECK(world.get<MapMeshClasses>().memory_bytes() == 0);
  }
}
