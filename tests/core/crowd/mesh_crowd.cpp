// Crowds on meshes: no step leaves the ground, ways stay whole through edits, whoever can arrive does.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/crowd/mesh_crowd.hpp"
#include "core/navmesh/funnel.hpp"
#include "tests/mesh_batch_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

FixedPointPlace place_in(const MeshTestMap& town, Cell cell) {
  const MeshEndpoint end = town.mesh.end_at(cell);
  return {fine(town.mesh.mesh(), end.at), end.polygon};
}

// What is wrong with the agents as they are; empty: nothing.
std::string crowd_fault(const MeshTestMap& town, const MeshCrowd& crowd) {
  const NavMesh& mesh = town.mesh.mesh();
  std::array<uint32_t, kCrowdStatuses> counts{};
  for (uint32_t agent = 0; agent < crowd.count(); ++agent) {
    const std::string who = "agent " + std::to_string(agent) + ": ";
    const CrowdStatus status = crowd.status(agent);
    ++counts[static_cast<size_t>(status)];
    const FixedPointPlace at = crowd.place(agent);
    if (status == CrowdStatus::kWalledIn) {
      for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
        if (mesh.has_polygon(id) && holds(mesh, id, at.at)) return who + "walled in on free ground";
      }
      continue;
    }
    if (!mesh.has_polygon(at.polygon) || !holds(mesh, at.polygon, at.at)) return who + "off the mesh";
    if (status != CrowdStatus::kWalking && status != CrowdStatus::kWaiting) continue;
    PolygonId polygon = at.polygon;
    for (const PortalId id : crowd.corridor(agent)) {
      const Portal& portal = mesh.portal(id);
      if (!portal.exists() || (portal.polygons[0] != polygon && portal.polygons[1] != polygon)) {
        return who + "its way has gaps";
      }
      polygon = portal.across(polygon);
    }
    if (polygon != crowd.goal(agent).polygon) return who + "its way leads elsewhere";
  }
  for (int s = 0; s < kCrowdStatuses; ++s) {
    if (crowd.count(static_cast<CrowdStatus>(s)) != counts[static_cast<size_t>(s)]) return "counts";
  }
  return "";
}

// What can be seen of all agents, to be compared.
std::vector<int64_t> seen(const MeshCrowd& crowd) {
  std::vector<int64_t> values;
  for (uint32_t agent = 0; agent < crowd.count(); ++agent) {
    const FixedPointPlace at = crowd.place(agent);
    for (const int64_t value : {int64_t{at.at.x}, int64_t{at.at.y}, int64_t{at.polygon},
                                static_cast<int64_t>(crowd.status(agent)), int64_t{crowd.waiting(agent)}}) {
      values.push_back(value);
    }
    for (const PortalId id : crowd.corridor(agent)) values.push_back(id);
  }
  return values;
}

}  // namespace

TEST_CASE("A step over a mesh ends on it, and reaches what can be seen") {
  size_t reached = 0, stopped = 0;
  for (int round = 0; round < 10; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 5);
    const MeshTestMap town(random_mesh_map(round, static_cast<uint64_t>(round) + 90), {.levels = 1, .group_size = 6},
                           1);
    const NavMesh& mesh = town.mesh.mesh();
    auto places = built<MeshPointIndex>(mesh);
    if (places.empty()) continue;
    for (int i = 0; i < 400; ++i) {
      const MeshEndpoint from = places.drawn(mesh, rng.next()), to = places.drawn(mesh, rng.next());
      CHECK(mesh.contains(from.polygon, from.at));
      const FixedPointStep step =
          step_over(mesh, {fine(town.mesh.mesh(), from.at), from.polygon}, fine(town.mesh.mesh(), to.at));
      REQUIRE(holds(mesh, step.end.polygon, step.end.at));
      // On the line, but for the rounding of a point.
      const FixedPointPosition line = fine(town.mesh.mesh(), to.at) - fine(town.mesh.mesh(), from.at),
                               gone = step.end.at - fine(town.mesh.mesh(), from.at);
      CHECK(std::abs(cross(line, gone)) <= int64_t{8} * (length_of(line) + 1));
      // The walk arrives exactly if the straight line stays on the mesh. At a corner several polygons contain
      // the end.
      const std::array<HalfCellPoint, 2> ends = {from.at, to.at};
      const bool straight = !mesh_path_fault(mesh, {from, {to.at, step.end.polygon}}, ends, length_in_cells(ends));
      if (step.end.at == fine(town.mesh.mesh(), to.at)) {
        CHECK((straight || from.at == to.at));
        ++reached;
      } else {
        CHECK(mesh_path_fault(mesh, {from, to}, ends, length_in_cells(ends)));
        ++stopped;
      }
    }
  }
  CHECK(reached > 300);
  CHECK(stopped > 300);
}

TEST_CASE("The first turn of somebody without a width is that of the path pulled taut") {
  size_t turns = 0;
  for (int round = 0; round < 10; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 15);
    const MeshTestMap town(random_rooms(40, 40, 6, static_cast<uint64_t>(round)), {.levels = 1, .group_size = 6}, 1);
    const MeshBatch batch = town.random_batch(100, rng);
    MeshPath path;
    for (const MeshAgent& agent : batch.agents) {
      pull_agent(town.batch_map(), agent, {}, path);
      if (!path.found() || path.points.size() < 2) continue;
      const FixedPointPosition turn_at =
          first_turn(town.mesh.mesh(), {fine(town.mesh.mesh(), agent.start.at), agent.start.polygon}, path.portals,
                     fine(town.mesh.mesh(), agent.goal.at), 0);
      // It may be a corner that lies on the way to it.
      const FixedPointPosition first = fine(town.mesh.mesh(), path.points[1]) - fine(town.mesh.mesh(), path.points[0]),
                               to = turn_at - fine(town.mesh.mesh(), path.points[0]);
      CHECK(cross(first, to) == 0);
      CHECK(dot(first, to) >= 0);
      turns += path.points.size() > 2;
    }
  }
  CHECK(turns > 100);
}

TEST_CASE("Agents on a mesh stay on it and keep whole ways through edits, the same in one thread and in two") {
  uint64_t arrivals = 0;
  uint32_t affected = 0;
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 25);
    MeshTestMap town(round % 2 == 0 ? random_rooms(60, 50, 7, static_cast<uint64_t>(round)) : random_map(60, 50, 15, 3),
                     {.levels = 2, .group_size = 4}, 2);
    MeshCrowd one({.seed = 4, .plans_per_tick = 60, .threads = 1}),
        two({.seed = 4, .plans_per_tick = 60, .threads = 2});
    for (MeshCrowd* crowd : {&one, &two}) {
      uint32_t added = crowd->add_random(town.batch_map(), {.at = {}, .goal = {}, .radius = 100}, 1500);
      added += crowd->add_random(town.batch_map(), {.at = {}, .goal = {}, .radius = 200, .pace = 40}, 100);
      CHECK(added + crowd->nowhere_to_go() == 1600);
      CHECK(added > 1500);
    }
    for (int tick = 0; tick < 60; ++tick) {
      one.tick(town.batch_map());
      two.tick(town.batch_map());
      REQUIRE(crowd_fault(town, one) == "");
      for (uint32_t agent = 0; agent < one.count(); ++agent) {
        const FixedPointPosition came = one.place(agent).at - one.before(agent);
        REQUIRE(length_of(came) <= 60);
      }
      if (tick % 10 == 9) {
        town.edit(random_edit(town.map, 12, rng));
        one.mesh_changed(town.batch_map(), true);
        two.mesh_changed(town.batch_map(), true);
        affected += one.replan_stats().affected;
        CHECK(one.replan_stats().affected >= one.replan_stats().pending);
        REQUIRE(crowd_fault(town, one) == "");
      }
      REQUIRE(seen(one) == seen(two));
    }
    arrivals += one.arrivals();
  }
  CHECK(arrivals > 100);
  CHECK(affected > 100);
}

TEST_CASE("An agent alone on a mesh arrives in about the time its path takes, or is told that there is no way") {
  size_t arrived = 0, cut_off = 0;
  for (int round = 0; round < 10; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 35);
    const MeshTestMap town(random_mesh_map(round, static_cast<uint64_t>(round) + 60), {.levels = 1, .group_size = 6},
                           1);
    const MeshBatch batch = town.random_batch(30, rng);
    for (const MeshAgent& agent : batch.agents) {
      if (!town.mesh.mesh().has_polygon(agent.start.polygon) || agent.goal.polygon == kNoPolygon) continue;
      if (!town.mesh.mesh().has_polygon(agent.goal.polygon) || agent.goal.at.x == 1 << 30) continue;
      MeshCrowd crowd({.threads = 1});
      REQUIRE(crowd.add(town.batch_map(),
                        {{fine(town.mesh.mesh(), agent.start.at), agent.start.polygon}, agent.goal, 128, 30}));
      MeshPath path;
      pull_agent(town.batch_map(), agent, {}, path);
      const int most = path.found() ? static_cast<int>(path.length * kFineCell / 30 * 1.5) + 60 : 2;
      for (int tick = 0; tick < most && crowd.count(CrowdStatus::kArrived) == 0; ++tick) crowd.tick(town.batch_map());
      INFO(agent.start.at.x, " ", agent.start.at.y, " ", agent.goal.at.x, " ", agent.goal.at.y, " at ",
           crowd.place(0).at.x / 256.0, " ", crowd.place(0).at.y / 256.0, " len ", path.length, " left ",
           crowd.corridor(0).size());
      CHECK(crowd.status(0) == (path.found() ? CrowdStatus::kArrived : CrowdStatus::kCutOff));
      (path.found() ? arrived : cut_off) += 1;
    }
  }
  CHECK(arrived > 60);
  CHECK(cut_off > 10);
}

TEST_CASE("Two streams pass each other in a corridor that is wide enough for two") {
  const MeshTestMap town(map_from_text("......@@@@@@@@@@@@@@@@......\n"
                                       "......@@@@@@@@@@@@@@@@......\n"
                                       "............................\n"
                                       "......@@@@@@@@@@@@@@@@......\n"
                                       "......@@@@@@@@@@@@@@@@......\n"),
                         {.levels = 1, .group_size = 4}, 1);
  MeshCrowd crowd({.threads = 1});
  for (int i = 0; i < 15; ++i) {
    const Cell left{i % 5, i / 5}, right{27 - i % 5, i / 5};
    REQUIRE(crowd.add(town.batch_map(), {place_in(town, left), town.mesh.end_at(right), 100, 20}));
    REQUIRE(crowd.add(town.batch_map(), {place_in(town, right), town.mesh.end_at(left), 100, 20}));
  }
  for (int tick = 0; tick < 6000 && crowd.count(CrowdStatus::kArrived) < 30; ++tick) crowd.tick(town.batch_map());
  CHECK(crowd.count(CrowdStatus::kArrived) == 30);
}

TEST_CASE("In a corridor for one those who meet find the passing place") {
  for (const int start : {0, 4, 7, 9}) {
    CAPTURE(start);
    const MeshTestMap town(map_from_text("@@@@@@@@@@.@@@@@@@@@@\n"
                                         ".....................\n"
                                         "@@@@@@@@@@@@@@@@@@@@@\n"),
                           {.levels = 1, .group_size = 4}, 1);
    MeshCrowd crowd({.threads = 1});
    REQUIRE(crowd.add(town.batch_map(), {place_in(town, {start, 1}), town.mesh.end_at(Cell{20, 1}), 220, 20}));
    REQUIRE(crowd.add(town.batch_map(), {place_in(town, {20, 1}), town.mesh.end_at(Cell{0, 1}), 220, 20}));
    for (int tick = 0; tick < 6000 && crowd.count(CrowdStatus::kArrived) < 2; ++tick) crowd.tick(town.batch_map());
    CHECK(crowd.count(CrowdStatus::kArrived) == 2);
  }
}

TEST_CASE("A wall across a crowd on a mesh: its wave is planned anew, who is under it waits until it has gone") {
  MeshTestMap town(GridMap(48, 48), {.levels = 2, .group_size = 4}, 2);
  MeshCrowd crowd({.plans_per_tick = 50, .threads = 2});
  CHECK(crowd.add_random(town.batch_map(), {.at = {}, .goal = {}, .radius = 80}, 800) == 800);
  for (int tick = 0; tick < 40; ++tick) crowd.tick(town.batch_map());
  CHECK(crowd.queued() == 0);
  town.edit(rectangle(town.map, {20, 0}, {23, 45}, true, '@'));
  crowd.mesh_changed(town.batch_map(), true);
  const uint32_t under = crowd.replan_stats().walled_in;
  CHECK(under > 10);
  CHECK(crowd.replan_stats().affected > 100);
  CHECK(crowd.replan_stats().pending == crowd.replan_stats().affected);
  CHECK(crowd_fault(town, crowd) == "");
  uint32_t last = crowd.replan_stats().pending;
  int ticks = 0;
  for (; crowd.replan_stats().pending > 0 && ticks < 100; ++ticks) {
    crowd.tick(town.batch_map());
    CHECK(crowd.replan_stats().pending <= last);
    last = crowd.replan_stats().pending;
  }
  CHECK(ticks >= static_cast<int>(crowd.replan_stats().affected / 50));
  CHECK(crowd.count(CrowdStatus::kWalledIn) == under);
  town.edit(rectangle(town.map, {20, 0}, {23, 45}, true, '.'));
  crowd.mesh_changed(town.batch_map(), false);
  CHECK(crowd.replan_stats().edits == 2);
  CHECK(crowd.count(CrowdStatus::kWalledIn) == 0);
  for (int tick = 0; tick < 60; ++tick) crowd.tick(town.batch_map());
  CHECK(crowd.replan_stats().pending == 0);
  CHECK(crowd_fault(town, crowd) == "");
}

TEST_CASE("All go to one goal: they gather round it, and overlap little") {
  const MeshTestMap town(GridMap(40, 40), {.levels = 1, .group_size = 4}, 1);
  MeshCrowd crowd({.threads = 2});
  CHECK(crowd.add_random(town.batch_map(), {.at = {}, .goal = {}, .radius = 120, .pace = 30}, 300) == 300);
  crowd.set_goal(town.batch_map(), std::array{town.mesh.end_at(Cell{20, 20})});
  for (int tick = 0; tick < 3000 && crowd.count(CrowdStatus::kArrived) < 300; ++tick) crowd.tick(town.batch_map());
  CHECK(crowd.count(CrowdStatus::kArrived) == 300);
  for (int tick = 0; tick < 300; ++tick) crowd.tick(town.batch_map());
  CHECK(crowd.deepest_overlap() < 0.25);
  crowd.set_goal(town.batch_map(), {});
  for (int tick = 0; tick < 100; ++tick) crowd.tick(town.batch_map());
  CHECK(crowd.count(CrowdStatus::kArrived) == 0);
  CHECK(crowd_fault(town, crowd) == "");
}

TEST_CASE("Who is walled in when goals are drawn gets one once it can walk again") {
  for (int round = 0; round < rounds(8); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 40);
    MeshTestMap town(GridMap(40, 40), {.levels = 1, .group_size = 6}, 1);
    MeshCrowd crowd({.seed = static_cast<uint64_t>(round), .threads = 1});
    MeshCrowdMember member;
    REQUIRE(crowd.add_random(town.batch_map(), member, 60) == 60);
    const MeshEndpoint corner = town.mesh.end_at({1, 1});
    for (int i = 0; i < 30; ++i) {
      // The goals change before or after the crowd has seen the edit.
      const Cell at{rng.between(2, 30), rng.between(2, 30)}, to{at.x + rng.between(0, 9), at.y + rng.between(0, 9)};
      town.edit(rectangle(town.map, at, to, true, rng.percent(60) ? '@' : '.'));
      if (rng.percent(50)) crowd.tick(town.batch_map());
      rng.percent(30) ? crowd.set_goal(town.batch_map(), std::array{corner}) : crowd.set_goal(town.batch_map(), {});
      for (int tick = 0; tick < 5; ++tick) crowd.tick(town.batch_map());
      REQUIRE(crowd_fault(town, crowd) == "");
    }
    CHECK(crowd.count(CrowdStatus::kWalledIn) > 0);
    town.edit(rectangle(town.map, {0, 0}, {39, 39}, true, '.'));
    crowd.set_goal(town.batch_map(), {});
    const uint64_t before = crowd.arrivals();
    for (int tick = 0; tick < 2000; ++tick) crowd.tick(town.batch_map());
    CHECK(crowd.count(CrowdStatus::kWalledIn) == 0);
    CHECK(crowd.arrivals() > before + 60);
    for (uint32_t agent = 0; agent < crowd.count(); ++agent) CHECK(crowd.goal(agent).polygon != kNoPolygon);
  }
}
