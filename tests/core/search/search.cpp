#include <doctest/doctest.h>

#include <algorithm>
#include <queue>
#include <tuple>

#include "core/search/bucket_queue.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/smoothing.hpp"
#include "core/search/trace.hpp"
#include "tests/support.hpp"

using namespace strata;

TEST_CASE("the bucket queue returns entries by smaller f, larger g, smaller id") {
  using Entry = std::tuple<Cost, Cost, uint32_t>;  // f, ~g, id
  Rng rng(1);
  for (int round = 0; round < 300; ++round) {
    const Cost rise = 1 + rng.below(round % 2 == 0 ? 3000 : 70000);
    const Cost reach = round % 3 == 0 ? rise * 40 : rise;  // beyond the ring
    BucketQueue buckets;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> expected;
    Cost floor = rng.below(1000000);
    for (int again = 0; again < 2; ++again) {
      buckets.begin(rise, floor);
      expected = {};
      for (int i = 0; i < 300; ++i) {
        for (uint32_t n = rng.below(5); n > 0; --n) {
          const Cost f = floor + rng.below(1 + rng.below(reach));
          const Cost g = rng.below(f + 1);
          const uint32_t id = rng.below(1u << 26);
          buckets.push(f, g, id);
          expected.push({f, ~g, id});
        }
        BucketQueue::Entry entry{};
        if (!buckets.pop(entry)) {
          REQUIRE(expected.empty());
          continue;
        }
        const auto [f, not_g, id] = expected.top();
        expected.pop();
        REQUIRE(entry.g == ~not_g);
        REQUIRE(entry.id == id);
        floor = f;
      }
    }
  }
}

TEST_CASE("A* and Dijkstra cost what a plain Dijkstra finds, over legal paths, traced and untraced alike") {
  Workspace workspace;
  PlanResult result;
  PlanResult traced;
  int queries = 0;
  for (const Rules& rules : test::all_rules()) {
    for (uint64_t seed = 0; seed < 8; ++seed) {
      const int width = 1 + static_cast<int>(seed * 9);
      const GridMap map = seed % 2 == 0 ? test::random_map(width, 30, 10 + static_cast<uint32_t>(seed) * 5, seed)
                                        : test::random_rooms(width, 41, 7, seed);
      const MoveGrid grid = test::moves_on(map, rules);
      Rng rng(seed);
      for (int i = 0; i < 6; ++i) {
        const Cell start = test::random_cell(map, rng);
        const std::vector<Cost> expected = test::plain_dijkstra(map, rules, start);
        for (int j = 0; j < 10; ++j) {
          const PlanQuery query{start, test::random_cell(map, rng)};
          for (const GridHeuristic grid_heuristic : {GridHeuristic::kNone, GridHeuristic::kDistance}) {
            ++queries;
            plan_on_grid(grid, grid_heuristic, query, workspace, result);
            const Cost cost = expected[map.id(query.goal)];
            if (!grid.passable(query.start)) {
              REQUIRE(result.status == PlanStatus::kStartBlocked);
            } else if (!grid.passable(query.goal)) {
              REQUIRE(result.status == PlanStatus::kGoalBlocked);
            } else if (cost == kInfinite) {
              REQUIRE(result.status == PlanStatus::kNoPath);
            } else {
              REQUIRE(result.status == PlanStatus::kFound);
              REQUIRE(result.cost == cost);
              const auto fault = path_fault(grid, result.path, query.start, query.goal, cost);
              REQUIRE_MESSAGE(!fault, *fault);
            }
            Trace trace;
            plan_on_grid(grid, grid_heuristic, query, workspace, traced, trace);
            REQUIRE(traced.path == result.path);
            REQUIRE(traced.stats == result.stats);
            const auto expansions = std::count_if(trace.events().begin(), trace.events().end(),
                                                  [](const SearchEvent& e) { return e.type == EventType::kExpand; });
            REQUIRE(static_cast<uint64_t>(expansions) == result.stats.total().expanded);
          }
        }
      }
    }
  }
  CHECK(queries > 5000);
}

TEST_CASE("a search expands in the order of the tie-break") {
  const MoveGrid grid = test::moves_on(test::random_map(60, 60, 15, 7));
  Workspace workspace;
  PlanResult result;
  Trace trace;
  plan_on_grid(grid, GridHeuristic::kDistance, {{1, 1}, {58, 57}}, workspace, result, trace);
  const SearchEvent* last = nullptr;
  for (const SearchEvent& event : trace.events()) {
    if (event.type != EventType::kExpand) continue;
    if (last != nullptr) REQUIRE(last->g + last->h <= event.g + event.h);
    last = &event;
  }
  CHECK(last != nullptr);
}

TEST_CASE("a workspace serves maps of different sizes one after the other") {
  Workspace shared;
  PlanResult a;
  PlanResult b;
  for (int i = 0; i < 20; ++i) {
    const int side = i % 2 == 0 ? 90 : 15;
    const MoveGrid grid = test::moves_on(test::random_map(side, side, 20, static_cast<uint64_t>(i)));
    const PlanQuery query{{0, 0}, {side - 1, side - 1}};
    Workspace fresh;
    plan_on_grid(grid, GridHeuristic::kDistance, query, shared, a);
    plan_on_grid(grid, GridHeuristic::kDistance, query, fresh, b);
    REQUIRE(a.status == b.status);
    REQUIRE(a.path == b.path);
  }
}

TEST_CASE("traces stop at their capacity and say so") {
  const MoveGrid grid = test::moves_on(GridMap(50, 50));
  Workspace workspace;
  PlanResult result;
  Trace trace(100);
  plan_on_grid(grid, GridHeuristic::kNone, {{0, 0}, {49, 49}}, workspace, result, trace);
  CHECK(result.found());
  CHECK(trace.events().size() == 100);
  CHECK(trace.truncated());
}

TEST_CASE("the path checker finds what is wrong") {
  MoveGrid grid;
  const GridMap map = map_from_text("...\n.@.\n...\n");
  grid.build(map, {});
  const std::vector<CellId> good = {0, 1, 2, 5};
  CHECK_FALSE(path_fault(grid, good, {0, 0}, {2, 1}, 3 * 816));
  CHECK(path_fault(grid, good, {0, 0}, {2, 1}, 3 * 816 + 1));
  CHECK(path_fault(grid, good, {1, 0}, {2, 1}, 3 * 816));
  CHECK(path_fault(grid, good, {0, 0}, {2, 2}, 3 * 816));
  CHECK(path_fault(grid, std::vector<CellId>{0, 1, 5}, {0, 0}, {2, 1}, 816 + 1154));  // cuts a corner
  CHECK(path_fault(grid, std::vector<CellId>{0, 2}, {0, 0}, {2, 0}, 816));
  CHECK(path_fault(grid, std::vector<CellId>{0, 1, 4}, {0, 0}, {1, 1}, 2 * 816));  // enters a wall
  CHECK(path_fault(grid, {}, {0, 0}, {0, 0}, 0));
  CHECK(path_fault(grid, std::vector<CellId>{4}, {1, 1}, {1, 1}, 0));       // stands on a wall
  CHECK(path_fault(grid, std::vector<CellId>{4, 5}, {1, 1}, {2, 1}, 816));  // begins there
  for (const CellId outside : {9u, 1000u, kNoCell}) {
    CHECK(path_fault(grid, std::vector<CellId>{0, outside}, {0, 0}, {0, 0}, 816));
  }
  CHECK(path_cost(grid, good) == 3 * 816);
  CHECK(path_cost(grid, std::vector<CellId>{8}) == 0);
  CHECK_FALSE(path_cost(grid, {}));
  CHECK_FALSE(path_cost(grid, std::vector<CellId>{4}));
  CHECK_FALSE(path_cost(grid, std::vector<CellId>{0, 1, 4}));
  CHECK_FALSE(path_cost(grid, std::vector<CellId>{0, 2}));
  CHECK_FALSE(path_cost(grid, std::vector<CellId>{0, 9}));
}

TEST_CASE("smoothing keeps ends and legality and never lengthens a path") {
  SmoothingMemory memory;
  uint64_t saved = 0;
  for (const Rules& rules : test::all_rules()) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
      const GridMap map = test::random_map(3 + static_cast<int>(seed), 40, 20, seed);
      const MoveGrid grid = test::moves_on(map, rules);
      Rng rng(seed);
      // A random walk, which may cross itself.
      CellId at = kNoCell;
      for (int tries = 0; tries < 100 && at == kNoCell; ++tries) {
        const CellId id = grid.id(test::random_cell(map, rng));
        if (grid.moves(id) != 0) at = id;
      }
      if (at == kNoCell) continue;
      std::vector<CellId> path{at};
      for (int i = 0; i < 120; ++i) {
        const int d = rng.between(0, 7);
        if (((grid.moves(at) >> d) & 1) == 0) continue;
        at = grid.neighbour(at, d);
        path.push_back(at);
      }
      const Cost before = *path_cost(grid, path);
      const Cell start = grid.cell(path.front());
      const Cell goal = grid.cell(path.back());
      std::vector<SmoothedSegment> segments;
      std::vector<CellId> again = path;
      const Cost saving = smooth_path(grid, path, memory, &segments);
      CHECK(smooth_path(grid, again, memory) == saving);
      CHECK(again == path);
      saved += saving;
      const auto fault = path_fault(grid, path, start, goal, before - saving);
      REQUIRE_MESSAGE(!fault, *fault);
    }
  }
  CHECK(saved > 0);
}
