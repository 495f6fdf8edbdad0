#include <doctest/doctest.h>

#include <chrono>
#include <new>
#include <optional>
#include <thread>

#include "app/lab/lab.hpp"
#include "core/alt/graph_landmarks.hpp"
#include "core/alt/landmarks.hpp"
#include "core/base/job.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

// How many steps are cheaper than the heuristic falls along them, and how many bounds exceed the true cost.
struct HeuristicFaults {
  size_t inconsistent = 0;
  size_t inadmissible = 0;
};
HeuristicFaults heuristic_faults(const GridMap& map, const MoveGrid& grid, const Landmarks& landmarks, CellId goal) {
  HeuristicFaults faults;
  const LandmarkBound bound = landmarks.bound_to(goal);
  const std::vector<Cost> truth = plain_dijkstra(map, grid.rules(), map.cell(goal));
  for (CellId cell = 0; cell < grid.cell_count(); ++cell) {
    if (!grid.passable(cell)) continue;
    const Cost h = bound(cell);
    if (truth[cell] != kInfinite && h > truth[cell]) ++faults.inadmissible;
    for (int d = 0; d < kDirections; ++d) {
      if ((grid.moves(cell) >> d & 1) == 0) continue;
      const Cost there = bound(grid.neighbour(cell, d));
      if (h > there + grid.step_cost(cell, d)) ++faults.inconsistent;
    }
  }
  return faults;
}

size_t wrong_answers(const GridMap& map, const MoveGrid& grid, const Landmarks& landmarks, int queries, Rng& rng,
                     Workspace& workspace) {
  PlanResult result, expected;
  size_t wrong = 0;
  for (int i = 0; i < queries; ++i) {
    const PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
    landmarks.plan(grid, query, workspace, result);
    plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, expected);
    wrong += result.status != expected.status || result.cost != expected.cost ||
             (result.found() && path_fault(grid, result.path, query.start, query.goal, result.cost));
  }
  return wrong;
}

// Two halves joined by a door in a wall.
GridMap two_halves() {
  GridMap map(60, 30);
  map.apply(rectangle(map, {30, 0}, {30, 29}, true, '@'));
  return map;
}

}  // namespace

TEST_CASE("the fields of landmarks are the distances of a plain Dijkstra, under all rules") {
  uint64_t seed = 1;
  for (const Rules& rules : all_rules()) {
    const GridMap map = random_map(41, 37, 25, ++seed);
    const MoveGrid grid = moves_on(map, rules);
    auto landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 5, .placed = {}});
    REQUIRE(landmarks.count() >= 1);
    CHECK(landmarks.exact());
    size_t wrong = 0;
    for (int lane = 0; lane < landmarks.count(); ++lane) {
      const CellId at = landmarks.cells()[static_cast<size_t>(lane)];
      const std::vector<Cost> truth = plain_dijkstra(map, rules, map.cell(at));
      for (CellId cell = 0; cell < grid.cell_count(); ++cell) {
        wrong += landmarks.distance(cell, lane) != std::min(truth[cell], DistanceRows::kFar);
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("landmarks are placed far from each other, in every component that is large enough") {
  const GridMap map = two_halves();
  const MoveGrid grid = moves_on(map);
  auto landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 6, .placed = {}});
  REQUIRE(landmarks.count() == 6);
  int left = 0;
  for (const CellId cell : landmarks.cells()) left += map.cell(cell).x < 30;
  CHECK(left >= 2);
  CHECK(left <= 4);
  // The first of the left half is a corner of it.
  const Cell first = map.cell(landmarks.cells()[0]);
  CHECK((first.y == 0 || first.y == 29));
  for (int a = 0; a < 6; ++a) {
    for (int b = 0; b < a; ++b)
      CHECK(landmarks.cells()[static_cast<size_t>(a)] != landmarks.cells()[static_cast<size_t>(b)]);
  }
}

TEST_CASE("more landmarks than cells are as many as there are cells") {
  GridMap map(3, 2);
  MoveGrid grid = moves_on(map);
  auto landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 64, .placed = {}});
  CHECK(landmarks.count() == 6);
  GridMap blocked(3, 2, '@');
  grid.build(blocked, {});
  landmarks.build(grid, {.count = 4, .placed = {}});
  CHECK(landmarks.count() == 0);
  CHECK(landmarks.ready());
}

TEST_CASE("A* with landmarks costs what A* costs and expands less") {
  Workspace workspace;
  Rng rng(5);
  uint64_t with = 0, without = 0;
  for (const Rules& rules : all_rules()) {
    const GridMap map = random_rooms(90, 70, 9, rng.next());
    const MoveGrid grid = moves_on(map, rules);
    auto landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 8, .placed = {}});
    CHECK(wrong_answers(map, grid, landmarks, 60, rng, workspace) == 0);
    PlanResult result;
    for (int i = 0; i < 40; ++i) {
      const PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
      landmarks.plan(grid, query, workspace, result);
      if (!result.found()) continue;
      with += result.stats.total().expanded;
      plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, result);
      without += result.stats.total().expanded;
    }
  }
  CHECK(with * 2 < without);
}

TEST_CASE("after random edits the heuristic is consistent at once, and A* with it as short as A*") {
  Workspace workspace;
  Rng rng(11);
  size_t inexact = 0, lowered = 0, set_aside = 0, inconsistent = 0, inadmissible = 0, wrong = 0;
  for (const Rules& rules : all_rules()) {
    GridMap map = rng.percent(50) ? random_rooms(64, 48, 8, rng.next()) : random_map(64, 48, 35, rng.next());
    MoveGrid grid = moves_on(map, rules);
    auto landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 6, .placed = {}});
    for (int edit = 0; edit < 40; ++edit) {
      const EditResult done = map.apply(random_edit(map, 8, rng));
      const Rect changed = grid.update(map, done.dirty);
      const LandmarkUpdate update = landmarks.update(grid, changed);
      lowered += update.lowered;
      set_aside += static_cast<size_t>(update.set_aside);
      inexact += !landmarks.exact();
      const Cell goal = random_cell(map, rng);
      if (grid.passable(goal)) {
        const HeuristicFaults faults = heuristic_faults(map, grid, landmarks, map.id(goal));
        inconsistent += faults.inconsistent;
        inadmissible += faults.inadmissible;
      }
      wrong += wrong_answers(map, grid, landmarks, 6, rng, workspace);
    }
  }
  CHECK(inconsistent == 0);
  CHECK(inadmissible == 0);
  CHECK(wrong == 0);
  // The test means something: edits did open ways.
  CHECK(lowered > 1000);
  CHECK(inexact > 100);
  MESSAGE("fields set aside: ", set_aside);
}

TEST_CASE("without the update an opened door would make the heuristic overestimate") {
  GridMap map = two_halves();
  MoveGrid grid = moves_on(map);
  // A long way round: the halves are joined in the south only.
  map.apply(brush_line(map, {30, 29}, {30, 29}, {}, '.'));
  grid.update(map, {30, 29, 31, 30});
  auto landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 4, .placed = {}});
  const PlanQuery query{{29, 0}, {31, 0}};
  Workspace workspace;
  PlanResult result;
  const EditResult done = map.apply(brush_line(map, {30, 0}, {30, 0}, {}, '.'));
  const Rect changed = grid.update(map, done.dirty);
  CHECK(landmarks.bound(grid, map.id(query.start), map.id(query.goal)) > 816 * 2);
  landmarks.plan(grid, query, workspace, result);
  CHECK(result.status == PlanStatus::kStale);
  landmarks.update(grid, changed);
  CHECK(landmarks.bound(grid, map.id(query.start), map.id(query.goal)) <= 816 * 2);
  landmarks.plan(grid, query, workspace, result);
  CHECK(result.cost == 816 * 2);
}

TEST_CASE("landmarks tell at once that no path joins two halves, until a door is opened") {
  GridMap map = two_halves();
  MoveGrid grid = moves_on(map);
  auto landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 4, .placed = {}});
  const PlanQuery query{{3, 3}, {50, 20}};
  Workspace workspace;
  PlanResult result;
  landmarks.plan(grid, query, workspace, result);
  CHECK(result.status == PlanStatus::kNoPath);
  CHECK(result.stats.total().expanded == 0);
  const EditResult done = map.apply(brush_line(map, {30, 7}, {30, 7}, {}, '.'));
  landmarks.update(grid, grid.update(map, done.dirty));
  CHECK_FALSE(landmarks.separated(map.id(query.start), map.id(query.goal)));
  landmarks.plan(grid, query, workspace, result);
  CHECK(result.found());
}

TEST_CASE("an edit too large to follow sets fields aside, and what is left is A*") {
  GridMap map(300, 300, '@');
  map.apply(rectangle(map, {0, 0}, {299, 20}, true, '.'));
  MoveGrid grid = moves_on(map);
  auto landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 3, .placed = {}});
  const EditResult done = map.apply(rectangle(map, {0, 21}, {299, 299}, true, '.'));
  const LandmarkUpdate update = landmarks.update(grid, grid.update(map, done.dirty));
  CHECK(update.set_aside == 3);
  CHECK_FALSE(landmarks.in_use(0));
  Workspace workspace;
  Rng rng(3);
  CHECK(wrong_answers(map, grid, landmarks, 20, rng, workspace) == 0);
  PlanResult with, without;
  const PlanQuery query{{5, 5}, {290, 200}};
  landmarks.plan(grid, query, workspace, with);
  plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, without);
  CHECK(with.stats == without.stats);
}

TEST_CASE("an edit of many pieces costs no more than one, and leaves the heuristic consistent") {
  GridMap map = generate({.kind = SceneKind::kMaze, .width = 200, .height = 200, .seed = 3});
  MoveGrid grid = moves_on(map);
  auto landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 4, .placed = {}});
  // Every wall falls at once: a piece a run.
  Edit edit;
  std::vector<Rect> pieces;
  for (CellId id = 0; id < map.cell_count(); ++id) {
    if (grid.passable(id)) continue;
    edit.runs.push_back({id, 1, '.'});
    const Cell c = map.cell(id);
    pieces.push_back({c.x, c.y, c.x + 1, c.y + 1});
  }
  map.apply(edit);
  for (Rect& piece : pieces) piece = grid.update(map, piece);
  const LandmarkUpdate update = landmarks.update(grid, pieces);
  CHECK(update.lowered <= 8 * Landmarks::kLiveCells);
  CHECK(update.set_aside > 0);
  const HeuristicFaults faults = heuristic_faults(map, grid, landmarks, map.id({100, 100}));
  CHECK(faults.inconsistent == 0);
  CHECK(faults.inadmissible == 0);
}

TEST_CASE("landmarks of one's own choice; only the one that moves is searched again") {
  const GridMap map = random_rooms(50, 40, 7, 4);
  MoveGrid grid = moves_on(map);
  auto first = built<Landmarks>(grid, LandmarkOptions{.count = 3, .placed = {}});
  LandmarkOptions options{.count = 3, .placed = {first.cells().begin(), first.cells().end()}};
  options.placed[1] = map.id({25, 20});
  Landmarks moved = first, fresh;
  moved.move_landmark(1, Landmarks::make_field(grid, options.placed[1]));
  fresh.build(grid, options);
  CHECK(moved == fresh);
  CHECK(moved.options() == fresh.options());
  CHECK(moved.cells()[1] == map.id({25, 20}));
  // On a wall a landmark says nothing, and does no harm.
  GridMap walled = map;
  walled.apply(brush_line(walled, {25, 20}, {25, 20}, {}, '@'));
  grid.build(walled, {});
  fresh.build(grid, options);
  Workspace workspace;
  Rng rng(8);
  CHECK(wrong_answers(walled, grid, fresh, 40, rng, workspace) == 0);
}

TEST_CASE("A* with landmarks is the same traced and untraced") {
  const GridMap map = random_rooms(50, 40, 7, 9);
  const MoveGrid grid = moves_on(map);
  auto landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 4, .placed = {}});
  Workspace workspace;
  Rng rng(2);
  PlanResult traced, untraced;
  Trace trace;
  for (int i = 0; i < 50; ++i) {
    const PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
    landmarks.plan(grid, query, workspace, untraced);
    trace.clear();
    landmarks.plan(grid, query, workspace, traced, &trace);
    CHECK(traced.status == untraced.status);
    CHECK(traced.path == untraced.path);
    CHECK(traced.stats == untraced.stats);
    if (traced.found()) {
      CHECK(trace.events().back().type == EventType::kFound);
    }
  }
}

TEST_CASE("landmarks on a graph bound its distances, consistently") {
  Rng rng(21);
  for (int round = 0; round < 20; ++round) {
    // A random undirected graph, often of several components.
    const uint32_t nodes = 40 + rng.below(60);
    std::vector<std::vector<std::pair<uint32_t, Cost>>> edges(nodes);
    for (uint32_t i = 0; i < nodes * 3 / 2; ++i) {
      const uint32_t a = rng.below(nodes), b = rng.below(nodes);
      if (a == b) continue;
      const Cost cost = 1 + rng.below(1000);
      edges[a].push_back({b, cost});
      edges[b].push_back({a, cost});
    }
    CsrGraph graph;
    graph.first.push_back(0);
    for (auto& row : edges) {
      std::sort(row.begin(), row.end());
      for (const auto& [to, cost] : row) {
        graph.targets.push_back(to);
        graph.weights.push_back(cost);
      }
      graph.first.push_back(static_cast<uint32_t>(graph.targets.size()));
    }
    auto landmarks = built<GraphLandmarks>(graph, 6);
    REQUIRE(landmarks.landmarks().size() >= 1);
    // Bellman-Ford is as plain as it gets.
    const uint32_t goal = rng.below(nodes);
    std::vector<uint64_t> distance(nodes, kInfinite);
    distance[goal] = 0;
    for (uint32_t pass = 0; pass < nodes; ++pass) {
      for (uint32_t node = 0; node < nodes; ++node) {
        if (distance[node] == kInfinite) continue;
        for (const auto& [to, cost] : edges[node]) distance[to] = std::min(distance[to], distance[node] + cost);
      }
    }
    const LandmarkBound bound = landmarks.bound(goal);
    for (uint32_t node = 0; node < nodes; ++node) {
      if (distance[node] != kInfinite) CHECK(bound(node) <= distance[node]);
      for (const auto& [to, cost] : edges[node]) CHECK(bound(node) <= bound(to) + cost);
    }
    CHECK(bound(goal) == 0);
  }
}

TEST_CASE("a job gives its result once, reports progress, and can be cancelled") {
  Job<int> job;
  CHECK_FALSE(job.running());
  CHECK_FALSE(job.poll().has_value());
  job.start([](JobControl& control) {
    control.set_total(4);
    for (uint64_t i = 1; i <= 4; ++i) control.set_done(i);
    return 42;
  });
  CHECK(job.running());
  CHECK(job.wait() == 42);
  CHECK_FALSE(job.running());
  CHECK_FALSE(job.wait().has_value());

  job.start([](JobControl& control) {
    control.set_total(2);
    control.set_done(1);
    while (!control.cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return 7;
  });
  while (job.progress() < 0.5) std::this_thread::yield();
  CHECK_FALSE(job.poll().has_value());
  job.cancel();
  CHECK(job.cancelled());
  while (job.running()) CHECK_FALSE(job.poll().has_value());

  // Running out of memory ends the job alone, and is told once.
  job.start([](JobControl&) -> int { throw std::bad_alloc(); });
  CHECK_FALSE(job.wait().has_value());
  CHECK(job.take_failure());
  CHECK_FALSE(job.take_failure());
  job.start([](JobControl&) { return 3; });
  CHECK(job.wait() == 3);
  CHECK_FALSE(job.take_failure());

  job.start([](JobControl& control) {
    while (!control.cancelled()) std::this_thread::yield();
    return 1;
  });
  // The destructor cancels and waits.
}

TEST_CASE("a cancelled build of landmarks is unusable, and a build in the background equals one in the foreground") {
  const GridMap map = generate({.kind = SceneKind::kCave, .width = 160, .height = 140, .seed = 6});
  const MoveGrid grid = moves_on(map);
  JobControl cancelled;
  cancelled.cancel();
  auto none = built<Landmarks>(grid, LandmarkOptions{}, &cancelled);
  CHECK_FALSE(none.ready());

  auto fresh = built<Landmarks>(grid, LandmarkOptions{});
  Job<Landmarks> job;
  job.start([grid](JobControl& control) {
    auto landmarks = built<Landmarks>(grid, LandmarkOptions{}, &control);
    return landmarks;
  });
  std::optional<Landmarks> built;
  while (!built) {
    built = job.poll();
    CHECK(job.progress() <= 1);
  }
  CHECK(*built == fresh);
}

TEST_CASE("fields of a large map are the distances, with and without somebody who may cancel, and never half of them") {
  const GridMap map(600, 500);  // far more cells than are looked at between two questions whether to go on
  const MoveGrid grid = moves_on(map);
  const CellId corner = map.id({0, 0}), other = map.id({599, 499});
  const LandmarkOptions options{.count = 2, .placed = {corner, other}};
  auto alone = built<Landmarks>(grid, options);
  REQUIRE(alone.ready());
  JobControl control;
  auto watched = built<Landmarks>(grid, options, &control);
  REQUIRE(watched.ready());
  CHECK(alone == watched);
  for (int i = 0; i < 600; i += 37) CHECK(alone.distance(map.id({i, 0}), 0) == static_cast<Cost>(i) * 816);

  // Cancelled sooner or later while a field is made: it is whole, or said not to be.
  const Landmarks::DistanceField whole = Landmarks::make_field(grid, corner);
  REQUIRE(whole.exact);
  for (int halves = 0; halves < 12; ++halves) {
    JobControl cancelled;
    std::optional<Landmarks::DistanceField> field;
    std::thread maker([&] { field = Landmarks::make_field(grid, corner, &cancelled); });
    std::this_thread::sleep_for(std::chrono::microseconds(500 * halves));
    cancelled.cancel();
    maker.join();
    CHECK((!field->exact || field->distance == whole.distance));
  }
}

TEST_CASE("an update says whether the fields may have changed") {
  GridMap map = random_rooms(40, 40, 9, 3);
  MoveGrid grid = moves_on(map);
  auto landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 3, .placed = {}});
  CHECK_FALSE(landmarks.update(grid, Rect{}).changed);
  CHECK(landmarks.exact());
  const EditResult edit =
      map.apply(rectangle(map, {12, 12}, {14, 14}, true, map.letter(map.id({12, 12})) == '@' ? '.' : '@'));
  const Rect changed = grid.update(map, edit.dirty);
  REQUIRE_FALSE(changed.empty());
  CHECK(landmarks.update(grid, changed).changed);
  CHECK_FALSE(landmarks.exact());
}

}  // namespace strata::test
