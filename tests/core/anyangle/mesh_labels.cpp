// Any-angle labels: visibility against lines walked cell by cell in whole numbers, paths against a visibility graph of
// all corners and against Polyanya, on every memory budget.
#include "core/anyangle/mesh_labels.hpp"
#include "core/base/parallel.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <set>
#include <thread>
#include <utility>

#include "core/anyangle/mesh_labels_code.hpp"
#include "core/anyangle/mesh_labels_view.hpp"
#include "core/navmesh/funnel.hpp"
#include "core/navmesh/polyanya.hpp"
#include "core/search/trace.hpp"
#include "tests/rounds.hpp"
#include "tests/visibility_support.hpp"

using namespace strata;

namespace {

MeshLabels labels_of(const MoveGrid& grid, int bytes_per_cell = MeshLabelsOptions::kMaxBytes) {
  MeshLabels labels;
  JobControl control;
  labels.build(grid, {bytes_per_cell}, control);
  return labels;
}

std::vector<Cell> free_cells(const MoveGrid& grid) {
  std::vector<Cell> cells;
  for (CellId id = 0; id < grid.cell_count(); ++id) {
    if (grid.passable(id)) cells.push_back(grid.cell(id));
  }
  return cells;
}

Cell drawn_from(const std::vector<Cell>& cells, Rng& rng) {
  return cells[rng.below(static_cast<uint32_t>(cells.size()))];
}

test::AreaPoint in_middle(Cell cell) { return {middle_of(cell), cell}; }

// The free cell opposite the only blocked one at a corner.
test::AreaPoint at_corner(const WallCorner& corner) {
  const Cell cell{corner.at.x / 2 - (corner.blocked.x > 0 ? 1 : 0), corner.at.y / 2 - (corner.blocked.y > 0 ? 1 : 0)};
  return {corner.at, cell};
}

bool sees_exactly(const MoveGrid& grid, const test::AreaPoint& a, const test::AreaPoint& b) {
  test::LineWalk walk(grid, a.cell);
  return walk.go(a.at, b.at) && walk.ends_in(b.cell, b.at);
}

void check_path(const MoveGrid& grid, const MeshLabels& labels, Cell start, Cell goal, double expected,
                MeshLabelsMemory& memory, MeshPath& path) {
  CAPTURE(start.x);
  CAPTURE(start.y);
  CAPTURE(goal.x);
  CAPTURE(goal.y);
  plan_mesh_labels(labels, start, goal, memory, path);
  REQUIRE(path.found() == std::isfinite(expected));
  if (!path.found()) {
    CHECK(path.points.empty());
    return;
  }
  REQUIRE(std::abs(path.length - expected) <= 1e-9 * std::max(1.0, expected));
  CHECK(path.points.front() == middle_of(start));
  CHECK(path.points.back() == middle_of(goal));
  CHECK(test::path_is_free(grid, start, goal, path.points));
  CHECK(path.cost == static_cast<Cost>(std::ceil(path.length * 816)));
  for (size_t i = 1; i + 1 < path.points.size(); ++i) {
    CHECK(turn(path.points[i - 1], path.points[i], path.points[i + 1]) != 0);
  }
}

}  // namespace

TEST_CASE("visible corners, straight lines and taut edges are those of lines walked in whole numbers") {
  size_t seen = 0, edges = 0;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(test::rounds(12)); ++seed) {
    for (const GridMap& map : test::small_maps(seed)) {
      CAPTURE(seed);
      const MoveGrid grid = test::moves_on(map);
      const std::vector<Cell> cells = free_cells(grid);
      FreeSpace space;
      space.build(grid);
      JobControl control;
      std::vector<SeenRun> runs;
      TautGraph graph;
      graph.build(space, runs, control);
      std::set<std::pair<uint32_t, CellId>> found, expected;
      for (const SeenRun& run : runs) {
        for (int x = run.x0; x <= run.x1; ++x) REQUIRE(found.insert({run.corner, grid.id({x, run.y})}).second);
      }
      for (uint32_t from = 0; from < graph.corner_count(); ++from) {
        const WallCorner& corner = graph.corner(from);
        for (const Cell cell : cells) {
          const bool visible = sees_exactly(grid, in_middle(cell), at_corner(corner));
          REQUIRE(space.sees(middle_of(cell), corner.at) == visible);
          REQUIRE(space.sees(corner.at, middle_of(cell)) == visible);
          if (visible && corner.bends_from(middle_of(cell))) expected.insert({from, grid.id(cell)});
        }
        std::set<uint32_t> joined;
        for (const TautGraph::Edge& edge : graph.edges(from)) REQUIRE(joined.insert(edge.to).second);
        for (uint32_t to = 0; to < graph.corner_count(); ++to) {
          const WallCorner& other = graph.corner(to);
          const bool taut = to != from && corner.bends_from(other.at) && other.bends_from(corner.at) &&
                            sees_exactly(grid, at_corner(corner), at_corner(other));
          REQUIRE((joined.count(to) != 0) == taut);
          edges += taut;
        }
      }
      REQUIRE(found == expected);
      seen += found.size();
      Rng rng(seed);
      for (int i = 0; i < 200 && !cells.empty(); ++i) {
        const Cell a = drawn_from(cells, rng), b = drawn_from(cells, rng);
        REQUIRE(space.sees(middle_of(a), middle_of(b)) == sees_exactly(grid, in_middle(a), in_middle(b)));
      }
    }
  }
  CHECK(seen > static_cast<size_t>(test::rounds(10'000)));
  CHECK(edges > static_cast<size_t>(test::rounds(2'000)));
}

TEST_CASE("distances of corners by their labels are those of a search over taut edges, and entries name the path") {
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(test::rounds(8)); ++seed) {
    CAPTURE(seed);
    const GridMap map = seed % 2 == 0 ? test::random_rooms(26, 24, 5, seed) : test::random_map(24, 22, 20, seed);
    FreeSpace space;
    space.build(test::moves_on(map));
    JobControl control;
    std::vector<SeenRun> runs;
    TautGraph graph;
    graph.build(space, runs, control);
    TautLabels labels;
    labels.build(graph, control, 0, MeshLabels::kMaxBytes);
    const uint32_t count = graph.corner_count();
    constexpr double kNone = std::numeric_limits<double>::infinity();
    for (uint32_t from = 0; from < count; from += 7) {
      std::vector<double> best(count, kNone);
      best[from] = 0;
      for (bool changed = true; changed;) {  // Bellman-Ford
        changed = false;
        for (uint32_t corner = 0; corner < count; ++corner) {
          for (const TautGraph::Edge& edge : graph.edges(corner)) {
            if (best[corner] + edge.length >= best[edge.to] * (1 - 1e-12)) continue;
            best[edge.to] = best[corner] + edge.length;
            changed = true;
          }
        }
      }
      for (uint32_t to = 0; to < count; ++to) {
        REQUIRE(std::isfinite(labels.distance(from, to)) == std::isfinite(best[to]));
        if (std::isfinite(best[to])) REQUIRE(labels.distance(from, to) == doctest::Approx(best[to]).epsilon(1e-10));
      }
      for (size_t i = 0; i < labels.hubs(from).size(); ++i) {
        const uint32_t hub = labels.hubs(from)[i];
        double length = 0;
        for (uint32_t corner = from; corner != labels.corner_of(hub);) {
          const uint32_t next = labels.next(corner, hub);
          const auto edges = graph.edges(corner);
          const auto edge = std::find_if(edges.begin(), edges.end(), [&](const auto& e) { return e.to == next; });
          REQUIRE(edge != edges.end());
          length += edge->length;
          corner = next;
        }
        CHECK(length == doctest::Approx(labels.lengths(from)[i]).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("paths by any-angle labels are as long as those of a visibility graph, on every memory budget") {
  MeshLabelsMemory memory;
  MeshPath path;
  int queries = 0, without_path = 0, turning = 0, larger = 0;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(test::rounds(40)); ++seed) {
    for (const GridMap& map : test::small_maps(seed)) {
      CAPTURE(seed);
      const MoveGrid grid = test::moves_on(map);
      const std::vector<Cell> cells = free_cells(grid);
      if (cells.empty()) continue;
      const test::VisibilityGraph graph(grid);
      const MeshLabels all[] = {labels_of(grid), labels_of(grid, 60), labels_of(grid, MeshLabelsOptions::kMinBytes)};
      CHECK(all[0].region_side() == 1);
      larger += all[1].region_side() > 1 && all[1].within_budget();
      Rng rng(seed * 77 + map.cell_count());
      for (int i = 0; i < 10; ++i) {
        const Cell start = drawn_from(cells, rng), goal = drawn_from(cells, rng);
        const double expected = graph.distance(in_middle(start), in_middle(goal));
        for (const MeshLabels& labels : all) check_path(grid, labels, start, goal, expected, memory, path);
        ++queries;
        without_path += !path.found();
        turning += path.found() && path.points.size() > 2;
      }
    }
  }
  CHECK(without_path > queries / 10);
  CHECK(turning > queries / 4);
  CHECK(larger > 20);
}

TEST_CASE("paths by any-angle labels are as long as those of Polyanya, on larger maps") {
  MeshLabelsMemory memory;
  PolyanyaMemory polyanya;
  MeshPath path, shortest;
  int found = 0;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(test::rounds(6)); ++seed) {
    CAPTURE(seed);
    const GridMap map = seed % 2 == 0 ? test::random_map(90, 70, 6 * static_cast<uint32_t>(seed), seed)
                                      : test::random_rooms(80, 80, 5 + 2 * static_cast<int>(seed), seed);
    const MoveGrid grid = test::moves_on(map);
    const std::vector<Cell> cells = free_cells(grid);
    const auto mesh = test::built<GridMesh>(grid, GridMeshOptions{});
    const MeshLabels all[] = {labels_of(grid), labels_of(grid, 300)};
    CHECK(all[1].within_budget() == (all[1].memory_bytes() <= size_t{300} * grid.cell_count()));
    Rng rng(seed);
    for (int i = 0; i < 60; ++i) {
      const Cell start = drawn_from(cells, rng), goal = drawn_from(cells, rng);
      plan_polyanya(mesh.mesh(), {mesh.end_at(start), mesh.end_at(goal)}, polyanya, shortest);
      const double expected = shortest.found() ? shortest.length : std::numeric_limits<double>::infinity();
      for (const MeshLabels& labels : all) check_path(grid, labels, start, goal, expected, memory, path);
      found += path.found();
    }
  }
  CHECK(found > 60);
}

TEST_CASE("a recorded query by any-angle labels finds the same path, and tells a hub of its length") {
  MeshLabelsMemory memory;
  MeshPath path, traced;
  Trace trace;
  int hubs = 0;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(test::rounds(20)); ++seed) {
    CAPTURE(seed);
    const GridMap map = test::random_rooms(30, 26, 6, seed);
    const MoveGrid grid = test::moves_on(map);
    const std::vector<Cell> cells = free_cells(grid);
    const MeshLabels labels = labels_of(grid, seed % 2 == 0 ? 60 : MeshLabelsOptions::kMaxBytes);
    Rng rng(seed);
    for (int i = 0; i < 10; ++i) {
      const Cell start = drawn_from(cells, rng), goal = drawn_from(cells, rng);
      plan_mesh_labels(labels, start, goal, memory, path);
      trace.clear();
      plan_mesh_labels(labels, start, goal, memory, traced, &trace);
      REQUIRE(path.status == traced.status);
      CHECK(path.points == traced.points);
      CHECK(path.stats == traced.stats);
      const SearchEvent* meeting = nullptr;
      double steps = 0;
      for (const SearchEvent& event : trace.events()) {
        REQUIRE(event.line < mesh_labels_code::kText.size());
        if (event.type == EventType::kMeet) meeting = &event;
        if (event.type == EventType::kPathEdge) steps += event.g;
      }
      if (!path.found()) {
        CHECK(trace.events().back().type == EventType::kNoPath);
        continue;
      }
      CHECK(steps <= path.length * 816);
      CHECK(steps + static_cast<double>(path.points.size()) >= path.length * 816);
      if (meeting == nullptr) continue;
      ++hubs;
      CHECK(std::abs(static_cast<double>(meeting->g) - path.length * 816) <= 2);
    }
  }
  CHECK(hubs > test::rounds(50));
}

TEST_CASE("the hub that is shown lies on a shortest path, and taut edges found again are those of the graph") {
  MeshLabelsMemory memory;
  MeshPath path;
  int hubs = 0;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(test::rounds(20)); ++seed) {
    CAPTURE(seed);
    const GridMap map = test::random_rooms(30, 26, 6, seed);
    const MoveGrid grid = test::moves_on(map);
    const std::vector<Cell> cells = free_cells(grid);
    const MeshLabels labels = labels_of(grid, seed % 2 == 0 ? 60 : MeshLabelsOptions::kMaxBytes);
    JobControl control;
    std::vector<SeenRun> runs;
    TautGraph graph;
    graph.build(labels.space(), runs, control);
    REQUIRE(graph.corner_count() == labels.corners().size());
    for (uint32_t corner = 0; corner < graph.corner_count(); ++corner) {
      std::vector<uint32_t> ends;
      for (const TautGraph::Edge& edge : graph.edges(corner)) ends.push_back(edge.to);
      std::sort(ends.begin(), ends.end());
      REQUIRE(taut_neighbours(labels, corner) == ends);
      REQUIRE(labels.corner_at(labels.corners()[corner].at) == corner);
    }
    CHECK(labels.corner_at({-2, -2}) == labels.corners().size());
    Rng rng(seed);
    for (int i = 0; i < 10; ++i) {
      const Cell start = drawn_from(cells, rng), goal = drawn_from(cells, rng);
      plan_mesh_labels(labels, start, goal, memory, path);
      const MeshLabelsHub hub = mesh_labels_hub(labels, start, goal);
      CHECK(hub.read == !labels.space().sees(middle_of(start), middle_of(goal)));
      CHECK(hub.found == (hub.read && path.found()));
      if (!hub.found) continue;
      ++hubs;
      CHECK(std::abs((hub.there + hub.back) / 2 - path.length) <= 1e-9 * path.length);
      const double lengths[2] = {hub.there / 2, hub.back / 2};
      for (size_t side = 0; side < 2; ++side) {
        CHECK(hub.legs[side].front() == middle_of(side == 0 ? start : goal));
        CHECK(hub.legs[side].back() == labels.corners()[hub.corner].at);
        CHECK(std::abs(length_in_cells(hub.legs[side]) - lengths[side]) <= 1e-9 * std::max(1.0, lengths[side]));
      }
    }
  }
  CHECK(hubs > test::rounds(50));
}

TEST_CASE("any-angle labels stop soon after their job is cancelled, whatever they are doing") {
  // On the least budget one region becomes the whole map.
  const MoveGrid grid = test::moves_on(test::random_map(64, 64, 20, 1));
  for (const double at : {0.0, 0.2, 0.5, 0.7}) {
    CAPTURE(at);
    bool stopped = false;
    for (int attempt = 0; attempt < 20 && !stopped; ++attempt) {  // a build may end before it sees the cancel
      MeshLabels labels;
      JobControl control;
      std::thread building([&] { labels.build(grid, {MeshLabelsOptions::kMinBytes}, control); });
      while (control.progress() < at) std::this_thread::yield();
      control.cancel();
      const double then = control.progress();
      building.join();
      stopped = labels.built_for() == 0;
      // A few rows of the map or corners later at most.
      if (stopped) CHECK(control.progress() <= then + 0.05);
    }
    CHECK(stopped);
  }
  MeshLabels labels;
  JobControl control;
  labels.build(grid, {}, control);
  CHECK(labels.built_for() != 0);
  CHECK(control.progress() > 0.9);
}

TEST_CASE("what the build of any-angle labels lists is limited") {
  FreeSpace space;
  space.build(test::moves_on(test::random_map(60, 60, 10, 1)));
  JobControl control;
  std::vector<SeenRun> runs;
  TautGraph graph;
  CHECK_THROWS_AS(graph.build(space, runs, control, 10'000), std::bad_alloc);
  CHECK(runs.size() * sizeof(SeenRun) < 200'000);
}

TEST_CASE("any-angle labels are the same for any number of threads") {
  for (const int budget : {60, 200, MeshLabelsOptions::kMaxBytes}) {
    CAPTURE(budget);
    const MoveGrid grid = test::moves_on(test::random_rooms(64, 50, 8, static_cast<uint64_t>(budget)));
    limit_threads(1);
    const MeshLabels one = labels_of(grid, budget);
    limit_threads(0);
    const MeshLabels all = labels_of(grid, budget);
    CHECK(one == all);
  }
}
