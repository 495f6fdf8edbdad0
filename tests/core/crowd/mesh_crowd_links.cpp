// Crowds on meshes with links: planned by A* they follow them, by other methods they stand still.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/crowd/mesh_crowd.hpp"
#include "tests/links_support.hpp"
#include "tests/mesh_batch_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr Cell kNear{8, 2}, kFar{12, 7};

// Two halves of a map with a wall between them.
MeshTestMap halves() {
  GridMap map(20, 10);
  map.apply(rectangle(map, {10, 0}, {10, 9}, true, '@'));
  return {map, {.levels = 1, .group_size = 6}, 1};
}

// Returns the edit that adds a link over the wall, which costs two and a half cells; with length 0 it removes the link.
Edit over_wall(const MeshTestMap& town, uint32_t length = 250) {
  return {{}, {{town.map.id(kNear), town.map.id(kFar), length}}};
}

void add_from(MeshCrowd& crowd, const MeshTestMap& town, Cell from, Cell to, int32_t radius = 128) {
  const MeshEndpoint start = town.mesh.end_at(from);
  REQUIRE(crowd.add(town.batch_map(),
                    {{fine(town.mesh.mesh(), start.at), start.polygon}, town.mesh.end_at(to), radius, 32}));
}

// Returns what is wrong with the paths of the agents; empty: nothing.
std::string steps_fault(const MeshTestMap& town, const MeshCrowd& crowd) {
  const NavMesh& mesh = town.mesh.mesh();
  for (uint32_t agent = 0; agent < crowd.count(); ++agent) {
    const std::string who = "agent " + std::to_string(agent) + ": ";
    const CrowdStatus status = crowd.status(agent);
    if (status == CrowdStatus::kWalledIn) continue;
    const FixedPointPlace at = crowd.place(agent);
    if (!mesh.has_polygon(at.polygon) || !holds(mesh, at.polygon, at.at)) return who + "off the mesh";
    if (status != CrowdStatus::kWalking && status != CrowdStatus::kWaiting) continue;
    PolygonId polygon = at.polygon;
    for (const uint32_t step : crowd.corridor(agent)) {
      if (is_mesh_link(step)) {
        if (mesh_link_of(step) >= mesh.links().size()) return who + "no such link";
        const MeshLink& link = mesh.links()[mesh_link_of(step)];
        if (link.from.polygon != polygon) return who + "a link that begins elsewhere";
        polygon = link.to.polygon;
        continue;
      }
      const Portal& portal = mesh.portal(step);
      if (!portal.exists() || (portal.polygons[0] != polygon && portal.polygons[1] != polygon)) {
        return who + "its way has gaps";
      }
      polygon = portal.across(polygon);
    }
    if (polygon != crowd.goal(agent).polygon) return who + "its way leads elsewhere";
  }
  return "";
}

std::vector<FixedPointPosition> places_of(const MeshCrowd& crowd) {
  std::vector<FixedPointPosition> all;
  for (uint32_t agent = 0; agent < crowd.count(); ++agent) all.push_back(crowd.place(agent).at);
  return all;
}

}  // namespace

TEST_CASE("An agent on a mesh stands where a link begins for the time of its cost, and is then at its end") {
  MeshTestMap town = halves();
  town.edit(over_wall(town));
  REQUIRE(town.mesh.mesh().links().size() == 1);
  MeshCrowd crowd({.method = MeshBatchMethod::kAstar, .threads = 1});
  add_from(crowd, town, {2, 2}, {17, 7});
  const FixedPointPosition near = fine(town.mesh.mesh(), town.mesh.end_at(kNear).at),
                           far = fine(town.mesh.mesh(), town.mesh.end_at(kFar).at);
  int stood = 0, jumps = 0, ticks = 0;
  std::vector<HalfCellPoint> points;
  for (; ticks < 600 && crowd.count(CrowdStatus::kArrived) == 0; ++ticks) {
    const FixedPointPosition last = crowd.place(0).at;
    crowd.tick(town.batch_map());
    const FixedPointPosition now = crowd.place(0).at;
    REQUIRE(steps_fault(town, crowd) == "");
    if (ticks == 3) {
      crowd.way(town.mesh.mesh(), 0, points);
      CHECK(points.size() == 4);
    }
    stood += length_of(now - near) <= 64;
    if (length_of(now - last) <= 60) continue;
    ++jumps;
    CHECK(length_of(last - near) <= 64);
    CHECK(now == far);
    CHECK(crowd.before(0) == far);
    CHECK(crowd.note().empty());
  }
  CHECK(jumps == 1);
  // The link costs 1280 of 1/512 cells, and the pace is 32 a tick.
  CHECK(stood >= 38);
  CHECK(stood <= 41);
  CHECK(crowd.status(0) == CrowdStatus::kArrived);
  CHECK(ticks > 200);
  CHECK(ticks < 240);
}

TEST_CASE("An agent that stands on a link that is removed is planned again, and goes on when the link is back") {
  MeshTestMap town = halves();
  town.edit(over_wall(town));
  MeshCrowd crowd({.method = MeshBatchMethod::kAstar, .threads = 1});
  add_from(crowd, town, {7, 2}, {17, 7});
  for (int tick = 0; tick < 30; ++tick) crowd.tick(town.batch_map());
  CHECK(crowd.corridor(0).size() >= 1);
  town.edit(over_wall(town, 0));
  crowd.mesh_changed(town.batch_map(), true);
  CHECK(crowd.replan_stats().affected == 1);
  for (int tick = 0; tick < 60; ++tick) crowd.tick(town.batch_map());
  CHECK(crowd.status(0) == CrowdStatus::kCutOff);
  CHECK(crowd.place(0).at.x < 10 * kFineCell);
  town.edit(over_wall(town));
  for (int tick = 0; tick < 300; ++tick) crowd.tick(town.batch_map());
  CHECK(crowd.status(0) == CrowdStatus::kArrived);
  CHECK(crowd.place(0).at.x > 11 * kFineCell);
}

TEST_CASE("Many agents go over one link to one goal") {
  MeshTestMap town = halves();
  town.edit(over_wall(town));
  MeshCrowd crowd({.method = MeshBatchMethod::kAstar, .threads = 2});
  for (int x = 0; x < 8; ++x) {
    for (int y = 0; y < 5; ++y) add_from(crowd, town, {x, 2 * y}, {17, 7});
  }
  crowd.set_goal(town.batch_map(), std::array{town.mesh.end_at(Cell{17, 7})});
  for (int tick = 0; tick < 6000 && crowd.count(CrowdStatus::kArrived) < 40; ++tick) crowd.tick(town.batch_map());
  CHECK(crowd.count(CrowdStatus::kArrived) == 40);
}

TEST_CASE("By a method that ignores links agents on a mesh stand still while there are links, and say so") {
  for (const MeshBatchMethod method : {MeshBatchMethod::kHna, MeshBatchMethod::kPccp, MeshBatchMethod::kTables}) {
    CAPTURE(mesh_batch_method_name(method));
    MeshTestMap town(random_rooms(40, 30, 8, 3), {.levels = 1, .group_size = 6}, 1);
    Rng rng(5);
    MeshCrowd crowd({.seed = 2, .method = method, .threads = 2});
    REQUIRE(crowd.add_random(town.batch_map(), {.at = {}, .goal = {}, .radius = 100}, 60) > 40);
    for (int tick = 0; tick < 40; ++tick) crowd.tick(town.batch_map());
    CHECK(crowd.note().empty());
    town.edit(random_links(town.map, 12, rng));
    REQUIRE_FALSE(town.mesh.mesh().links().empty());
    crowd.mesh_changed(town.batch_map(), true);
    CHECK(crowd.note().find("needs a map without links") != std::string_view::npos);
    std::vector<FixedPointPosition> places = places_of(crowd);
    for (int tick = 0; tick < 100; ++tick) crowd.tick(town.batch_map());
    CHECK(places_of(crowd) == places);
    // By A* they go on.
    crowd.set_method(MeshBatchMethod::kAstar);
    CHECK(crowd.note().empty());
    for (int tick = 0; tick < 100; ++tick) {
      crowd.tick(town.batch_map());
      REQUIRE(steps_fault(town, crowd) == "");
    }
    CHECK(places_of(crowd) != places);
    crowd.set_method(method);
    places = places_of(crowd);
    for (int tick = 0; tick < 30; ++tick) crowd.tick(town.batch_map());
    CHECK(places_of(crowd) == places);
    Edit gone;
    for (const MapLink& link : town.map.links()->all()) gone.links.push_back({link.from, link.to, 0});
    town.edit(gone);
    for (int tick = 0; tick < 100; ++tick) {
      crowd.tick(town.batch_map());
      REQUIRE(steps_fault(town, crowd) == "");
    }
    CHECK(places_of(crowd) != places);
    CHECK(crowd.note().empty());
  }
}

TEST_CASE("Agents on a mesh follow links through edits of links and walls, the same in one thread and in two") {
  size_t over_links = 0, planned_over = 0;
  for (int round = 0; round < rounds(4); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 61);
    MeshTestMap town(random_map(50, 40, 12, static_cast<uint64_t>(round) + 3), {.levels = 2, .group_size = 4}, 2);
    town.edit(random_links(town.map, 10, rng));
    MeshCrowd one({.seed = 4, .method = MeshBatchMethod::kAstar, .plans_per_tick = 60, .threads = 1}),
        two({.seed = 4, .method = MeshBatchMethod::kAstar, .plans_per_tick = 60, .threads = 2});
    for (MeshCrowd* crowd : {&one, &two}) {
      REQUIRE(crowd->add_random(town.batch_map(), {.at = {}, .goal = {}, .radius = 100}, 300) > 200);
    }
    for (int tick = 0; tick < 240; ++tick) {
      if (tick % 40 == 39) {
        for (int more = 0; more < 2; ++more) town.edit(random_link_edit(town.map, 12, rng));
        one.mesh_changed(town.batch_map(), true);
        two.mesh_changed(town.batch_map(), true);
        REQUIRE(steps_fault(town, one) == "");
      }
      const std::vector<FixedPointPosition> last = places_of(one);
      one.tick(town.batch_map());
      two.tick(town.batch_map());
      REQUIRE(steps_fault(town, one) == "");
      REQUIRE(places_of(one) == places_of(two));
      for (uint32_t agent = 0; agent < one.count(); ++agent) {
        planned_over += std::ranges::any_of(one.corridor(agent), is_mesh_link);
        const FixedPointPosition now = one.place(agent).at;
        if (length_of(now - last[agent]) <= 60) continue;
        const NavMesh& mesh = town.mesh.mesh();
        CHECK(std::ranges::any_of(mesh.links(), [&](const MeshLink& link) {
          return fine(mesh, link.to.at) == now && length_of(fine(mesh, link.from.at) - last[agent]) <= 120;
        }));
        ++over_links;
      }
    }
  }
  MESSAGE(over_links, " went over links");
  CHECK(over_links > 5);
  CHECK(planned_over > over_links);
}
