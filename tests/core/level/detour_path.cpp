#include "core/level/detour_path.hpp"

#include <cmath>
#include <cstdlib>
#include <map>

#include "core/level/detour_code.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/navmesh/polyanya.hpp"
#include "tests/core/level/level_setting.hpp"
#include "tests/must.hpp"

using namespace strata;
using namespace strata::test;

namespace {

DetourQuery detour_of(const LevelMesh& level, int nodes = DetourQuery::kUsualNodes) {
  return must(DetourQuery::make(level, nodes));
}

double length_of(const std::vector<DetourPoint>& points) {
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    length += std::hypot(double{points[i].x} - points[i - 1].x, double{points[i].y} - points[i - 1].y);
  }
  return length;
}

struct PathCounts {
  size_t found = 0, turning = 0, without_way = 0;
  double detour = 0, shortest = 0;
};

// Detour between points of the mesh finds a path exactly where A* does, through neighbours, and none that is shorter
// than Polyanya's.
void check_queries(const LevelMesh& level, uint64_t seed, int pairs, PathCounts& seen) {
  const NavMesh& mesh = level.mesh();
  DetourQuery detour = detour_of(level, DetourQuery::kMaxNodes);
  Rng rng(seed);
  Workspace workspace;
  PolyanyaMemory memory;
  MeshPath path, shortest;
  DetourPath answer;
  for (int i = 0; i < pairs; ++i) {
    const MeshQuery query{test::random_end(mesh, rng), test::random_end(mesh, rng)};
    plan_mesh(mesh, MeshCosts::kMidpoints, query, workspace, path);
    plan_polyanya(mesh, query, memory, shortest);
    detour.plan(query, answer);
    CHECK_FALSE(answer.out_of_nodes);
    REQUIRE(answer.status == path.status);
    CHECK(answer.partial == !path.found());
    if (!path.found()) {
      ++seen.without_way;
      CHECK(answer.polygons.empty());
      CHECK(answer.points.empty());
      continue;
    }
    REQUIRE(answer.length >= shortest.length * (1 - 1e-6) - 1e-6);
    CHECK(answer.length == doctest::Approx(length_of(answer.points)));
    CHECK(answer.points.front() ==
          DetourPoint{static_cast<float>(query.start.at.x) / 2, static_cast<float>(query.start.at.y) / 2});
    CHECK(answer.points.back() ==
          DetourPoint{static_cast<float>(query.goal.at.x) / 2, static_cast<float>(query.goal.at.y) / 2});
    REQUIRE(answer.polygons.front() == query.start.polygon);
    REQUIRE(answer.polygons.back() == query.goal.polygon);
    for (size_t k = 1; k < answer.polygons.size(); ++k) {
      const auto sides = mesh.sides(answer.polygons[k - 1]);
      CHECK(std::any_of(sides.begin(), sides.end(), [&](const MeshSide& side) {
        return side.portal != kNoPortal &&
               mesh.portal(side.portal).across(answer.polygons[k - 1]) == answer.polygons[k];
      }));
    }
    ++seen.found;
    seen.turning += answer.points.size() > 2;
    seen.detour += answer.length;
    seen.shortest += shortest.length;
  }
}

struct TraceCounts {
  size_t found = 0, without_way = 0, updates = 0, turns = 0, direct = 0, short_of_nodes = 0;
  uint64_t lines = 0;
};

Cost cost_of(double cells) { return static_cast<Cost>(std::lround(816 * cells)); }
double distance(const NodePlace& a, const NodePlace& b) { return std::hypot(double{a.x} - b.x, double{a.y} - b.y); }

// A polygon is placed in the middle of one of its portals.
bool is_at_portal(const NavMesh& mesh, PolygonId polygon, const NodePlace& place) {
  const auto sides = mesh.sides(polygon);
  return std::any_of(sides.begin(), sides.end(), [&](const MeshSide& side) {
    return side.portal != kNoPortal && place_of_point(mesh.portal_middle(side.portal)) == place;
  });
}
bool are_neighbours(const NavMesh& mesh, PolygonId a, PolygonId b) {
  const auto sides = mesh.sides(a);
  return std::any_of(sides.begin(), sides.end(), [&](const MeshSide& side) {
    return side.portal != kNoPortal && mesh.portal(side.portal).across(a) == b;
  });
}

// The events are those of a best-first search over places that they name, and lead to the path. `flat`: the level has
// no heights, so that distances can be seen on the map.
void check_trace(const LevelMesh& level, const MeshQuery& query, const DetourQuery& detour, const DetourPath& path,
                 const Trace& trace, const std::vector<NodePlace>& places, bool flat, TraceCounts& told) {
  const NavMesh& mesh = level.mesh();
  const NodeId goal = detour.goal_node();
  REQUIRE(goal == mesh.polygon_slots());
  REQUIRE(places[query.start.polygon] == place_of_point(query.start.at));
  REQUIRE(places[goal] == place_of_point(query.goal.at));
  std::map<NodeId, std::pair<Cost, Cost>> known, open;  // g and f
  std::vector<NodeId> corridor, turns = {query.start.polygon};
  Cost reached = 0, found = 0;
  bool first = true;
  const NodePlaces as_cells(level.map().width());
  for (const SearchEvent& event : trace.events()) {
    REQUIRE(event.node < places.size());
    REQUIRE((event.parent == kNoNodeId || event.parent < places.size()));
    REQUIRE(event.line < detour_code::kText.size());
    told.lines |= detour_code::kCode.lines_of(event, first, as_cells, goal);
    first = false;
    const std::pair<Cost, Cost> at{event.g, event.g + event.h};
    if (event.type == EventType::kGenerate || event.type == EventType::kUpdate) {
      const bool is_start = event.parent == kNoNodeId;
      REQUIRE(is_start == (event.node == query.start.polygon && event.type == EventType::kGenerate));
      REQUIRE((known.count(event.node) == 1) == (event.type == EventType::kUpdate));
      if (event.type == EventType::kUpdate) CHECK(at.second <= known[event.node].second);
      told.updates += event.type == EventType::kUpdate;
      if (!is_start) {
        REQUIRE(known.count(event.parent) == 1);
        REQUIRE(are_neighbours(mesh, event.parent, event.node));
        if (event.node != query.start.polygon) REQUIRE(is_at_portal(mesh, event.node, places[event.node]));
        const bool is_last = event.node == query.goal.polygon;
        const double to_goal = distance(places[event.node], places[goal]);
        const double step = distance(places[event.parent], places[event.node]) + (is_last ? to_goal : 0);
        const Cost g = known[event.parent].first + cost_of(step), h = is_last ? 0 : cost_of(0.999 * to_goal);
        CHECK(event.g + 3 >= g);
        CHECK(event.h + 3 >= h);
        if (flat) CHECK(event.g <= g + 3);
        if (flat) CHECK(event.h <= h + 3);
      }
      known[event.node] = open[event.node] = at;
    }
    if (event.type == EventType::kExpand) {
      REQUIRE(open.count(event.node) == 1);
      REQUIRE(open[event.node] == at);
      const auto smallest = std::min_element(
          open.begin(), open.end(), [](const auto& a, const auto& b) { return a.second.second < b.second.second; });
      CHECK(at.second <= smallest->second.second + 1);
      open.erase(event.node);
    }
    if (event.type == EventType::kFound) found = event.g;
    if (event.type == EventType::kFound || event.type == EventType::kNoPath) {
      CHECK((event.type == EventType::kFound) == path.found());
      CHECK(event.node == goal);
    }
    if (event.type == EventType::kPathEdge) {
      CHECK(event.phase == Phase::kRefine);
      if (corridor.empty()) corridor.push_back(query.start.polygon);
      REQUIRE(event.parent == corridor.back());
      corridor.push_back(event.node);
      reached += event.g;
    }
    if (event.type == EventType::kStraight) {
      CHECK(event.phase == Phase::kSmooth);
      REQUIRE(event.parent == turns.back());
      turns.push_back(event.node);
      CHECK(event.g == cost_of(distance(places[event.parent], places[event.node])));
    }
  }
  const bool direct = query.start.polygon == query.goal.polygon;
  if (!direct) REQUIRE(known.size() == path.nodes);
  told.direct += direct;
  told.short_of_nodes += path.out_of_nodes;
  if (!path.found()) {
    CHECK(corridor.empty());
    CHECK(turns.size() == 1);
    if (!path.out_of_nodes) CHECK(open.empty());
    ++told.without_way;
    return;
  }
  ++told.found;
  std::vector<NodeId> expected(path.polygons.begin(), path.polygons.end());
  expected.push_back(goal);
  if (direct) expected.clear();
  REQUIRE(corridor == expected);
  if (direct) CHECK(found == cost_of(path.length));
  if (!direct) CHECK(found == reached);
  REQUIRE(turns.size() == path.points.size());
  for (size_t i = 0; i < turns.size(); ++i) {
    // Ends on the side of a polygon are moved onto it by Detour, which takes some of the last bits of a float.
    const double apart = i == 0 || i + 1 == turns.size() ? 1e-4 : 0;
    CHECK(std::abs(places[turns[i]].x - path.points[i].x) <= apart);
    CHECK(std::abs(places[turns[i]].y - path.points[i].y) <= apart);
  }
  if (turns.size() > 1) CHECK(turns.back() == goal);
  told.turns += turns.size() > 2 ? turns.size() - 2 : 0;
}

void check_traces(const LevelMesh& level, uint64_t seed, int pairs, int nodes, bool flat, TraceCounts& told) {
  DetourQuery detour = detour_of(level, nodes);
  Rng rng(seed);
  DetourPath path, traced;
  Trace trace;
  std::vector<NodePlace> places;
  for (int i = 0; i < pairs; ++i) {
    CAPTURE(i);
    const MeshQuery query{test::random_end(level.mesh(), rng), test::random_end(level.mesh(), rng)};
    detour.plan(query, path);
    trace.clear();
    detour.plan(query, traced, trace, places);
    REQUIRE(traced.status == path.status);
    REQUIRE(traced.polygons == path.polygons);
    REQUIRE(traced.points == path.points);
    REQUIRE(traced.length == path.length);
    REQUIRE(traced.nodes == path.nodes);
    REQUIRE(traced.partial == path.partial);
    REQUIRE(traced.out_of_nodes == path.out_of_nodes);
    check_trace(level, query, detour, traced, trace, places, flat, told);
  }
}

}  // namespace

TEST_CASE("detour: a path goes round a hole, and one within a polygon is straight") {
  Scene scene;
  scene.plane(0, 0, 12, 4, 0);
  scene.plane(0, 8, 12, 12, 0);
  scene.plane(0, 4, 4, 8, 0);
  scene.plane(8, 4, 12, 8, 0);
  const LevelMesh level = scene.level();
  DetourQuery detour = detour_of(level);
  DetourPath path;
  const MeshEndpoint north = level.end_at(Cell{20, 6}), south = level.end_at(Cell{20, 33});
  detour.plan({north, south}, path);
  REQUIRE(path.found());
  CHECK(path.points.size() >= 4);
  CHECK(path.nodes >= path.polygons.size());
  detour.plan({north, north}, path);
  REQUIRE(path.found());
  CHECK(path.points == std::vector<DetourPoint>{{20.5f, 6.5f}});
  CHECK(path.length == 0);
  CHECK(path.nodes == 0);
  const HalfCellPoint beside{north.at.x + 2, north.at.y};
  REQUIRE(level.mesh().contains(north.polygon, beside));
  detour.plan({north, {beside, north.polygon}}, path);
  CHECK(path.length == 1);
  CHECK(path.polygons == std::vector<PolygonId>{north.polygon});
}

TEST_CASE("detour: ends in no polygon are blocked, and a way that does not reach the goal is no path") {
  Scene scene;
  scene.plane(0, 0, 8, 8, 0);
  scene.plane(12, 0, 20, 8, 0);
  const LevelMesh level = scene.level();
  DetourQuery detour = detour_of(level);
  DetourPath path;
  const MeshEndpoint left = level.end_at(Cell{13, 13}), right = level.end_at(Cell{53, 13});
  REQUIRE(left.polygon != kNoPolygon);
  REQUIRE(right.polygon != kNoPolygon);
  detour.plan({left, right}, path);
  CHECK(path.status == PlanStatus::kNoPath);
  CHECK(path.partial);
  CHECK(path.points.empty());
  detour.plan({left, {{26, 26}, kNoPolygon}}, path);
  CHECK(path.status == PlanStatus::kGoalBlocked);
  CHECK_FALSE(path.partial);
  detour.plan({{{26, 26}, 99}, right}, path);
  CHECK(path.status == PlanStatus::kStartBlocked);
}

TEST_CASE("detour: on random levels it finds a path exactly where A* does, and none is shorter than Polyanya's") {
  PathCounts seen;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    LevelOptions options{.agent_radius = seed % 4 == 0 ? 0 : 0.6f,
                         .max_error = seed % 2 == 0 ? 0.4f : 1.3f,
                         .partition = static_cast<LevelPartition>(seed % 3)};
    check_queries(test::random_scene(seed).level(options), seed, 40, seen);
  }
  CHECK(seen.found > 400);
  CHECK(seen.turning > 200);
  CHECK(seen.without_way > 100);
  MESSAGE((100 * (seen.detour / seen.shortest - 1)), " % longer than the shortest");
}

TEST_CASE("detour: a pool that is too small is told, and never taken for a path") {
  const LevelMesh level = test::random_scene(4).level();
  DetourQuery small = detour_of(level, DetourQuery::kMinNodes), large = detour_of(level);
  REQUIRE(level.mesh().polygon_count() > 2 * static_cast<size_t>(DetourQuery::kMinNodes));
  Rng rng(1);
  DetourPath path, whole;
  size_t ran_out = 0, missed = 0;
  for (int i = 0; i < 300; ++i) {
    const MeshQuery query{test::random_end(level.mesh(), rng), test::random_end(level.mesh(), rng)};
    small.plan(query, path);
    large.plan(query, whole);
    CHECK(path.nodes <= static_cast<uint32_t>(DetourQuery::kMinNodes));
    CHECK_FALSE(whole.out_of_nodes);
    ran_out += path.out_of_nodes;
    if (path.status == whole.status) continue;
    ++missed;
    CHECK(whole.found());
    CHECK(path.partial);
    CHECK(path.out_of_nodes);
    CHECK(path.points.empty());
  }
  CHECK(ran_out > 0);
  CHECK(missed > 0);
}

TEST_CASE("detour: the same query gives the same answer, and its memory stays") {
  const LevelMesh level = test::random_scene(7).level();
  DetourQuery detour = detour_of(level);
  Rng rng(1);
  DetourPath first, second;
  for (int i = 0; i < 50; ++i) {
    const MeshQuery query{test::random_end(level.mesh(), rng), test::random_end(level.mesh(), rng)};
    detour.plan(query, first);
    const size_t bytes = detour.memory_bytes();
    detour.plan(query, second);
    CHECK(detour.memory_bytes() == bytes);
    CHECK(first.points == second.points);
    CHECK(first.status == second.status);
  }
}

TEST_CASE("detour: on published levels too" * doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  for (const char* name : {"dungeon", "nav_test"}) {
    INFO(std::string(name));
    const auto obj = must(load_obj(std::string(std::getenv("STRATA_DATA")) + "/meshes/" + name + ".obj"));
    const auto level = must(build_level_mesh(obj));
    PathCounts seen;
    check_queries(level, 3, 500, seen);
    CHECK(seen.turning > 50);
  }
}

TEST_CASE("detour: a recorded search finds the same path, and its events are those of the search") {
  TraceCounts told;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const LevelMesh level = test::random_scene(seed).level(test::random_options(seed));
    check_traces(level, seed, 100, seed % 2 == 0 ? DetourQuery::kUsualNodes : DetourQuery::kMaxNodes, false, told);
    check_traces(level, seed, 20, DetourQuery::kMinNodes, false, told);
  }
  CHECK(told.found > 1000);
  CHECK(told.without_way > 500);
  CHECK(told.updates > 50);
  CHECK(told.turns > 500);
  CHECK(told.direct > 20);
  CHECK(told.short_of_nodes > 20);
  // Every line of the pseudo-code is passed by some event.
  CHECK(told.lines == (uint64_t{1} << detour_code::kText.size()) - 1);

  // A plane with holes.
  Scene scene;
  for (int row = 0; row < 4; ++row) {
    scene.plane(0, 8 * row, 36, 8 * row + 4, 0);
    for (int column = 0; row < 3 && column < 5; ++column)
      scene.plane(8 * column, 8 * row, 8 * column + 4, 8 * row + 8, 0);
  }
  const size_t before = told.found;
  check_traces(scene.level(), 1, 300, DetourQuery::kUsualNodes, true, told);
  CHECK(told.found == before + 300);
}

TEST_CASE("detour: a recorded search from or to nowhere tells nothing") {
  Scene scene;
  scene.plane(0, 0, 8, 8, 0);
  const LevelMesh level = scene.level();
  DetourQuery detour = detour_of(level);
  DetourPath path;
  Trace trace;
  std::vector<NodePlace> places = {{1, 1, kNoCell}};
  const MeshEndpoint inside = level.end_at(Cell{13, 13});
  detour.plan({inside, {{0, 0}, kNoPolygon}}, path, trace, places);
  CHECK(path.status == PlanStatus::kGoalBlocked);
  detour.plan({{{0, 0}, kNoPolygon}, inside}, path, trace, places);
  CHECK(path.status == PlanStatus::kStartBlocked);
  CHECK(trace.events().empty());
  CHECK(places.empty());
}

TEST_CASE("detour: recorded searches of published levels" * doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  for (const char* name : {"dungeon", "nav_test"}) {
    INFO(std::string(name));
    const auto obj = must(load_obj(std::string(std::getenv("STRATA_DATA")) + "/meshes/" + name + ".obj"));
    for (const LevelPartition partition : {LevelPartition::kWatershed, LevelPartition::kMonotone}) {
      LevelOptions options{.partition = partition};
      const auto level = must(build_level_mesh(obj, options));
      TraceCounts told;
      check_traces(level, 3, 500, DetourQuery::kUsualNodes, false, told);
      CHECK(told.found > 100);
    }
  }
}
