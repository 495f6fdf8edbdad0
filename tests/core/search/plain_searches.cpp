// The searches that are taught beside A*, and A* with other heuristics, weights and orders, against a plain Dijkstra.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <tuple>

#include "core/base/enum_names.hpp"
#include "core/base/work_count.hpp"
#include "core/search/bfs_greedy.hpp"
#include "core/search/bidirectional.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/jps.hpp"
#include "core/search/plain_code.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/theta.hpp"
#include "core/search/weighted_search.hpp"
#include "core/search/workspace.hpp"
#include "tests/asked_bytes.hpp"
#include "tests/core/search/plain_support.hpp"

namespace strata::test {
namespace {

constexpr Heuristic kHeuristics[] = {Heuristic::kOctile, Heuristic::kEuclid, Heuristic::kManhattan,
                                     Heuristic::kChebyshev, Heuristic::kZero};
constexpr TieBreaking kAllTies[] = {TieBreaking::kLargeG, TieBreaking::kSmallG, TieBreaking::kFifo};
constexpr uint16_t kWeights[] = {100, 101, 130, 250, 1000};

// Moves from the start to every cell, counted the plain way; 0xffffffff: not reachable.
std::vector<uint32_t> fewest_moves(const GridMap& map, const Rules& rules, Cell start) {
  std::vector<uint32_t> moves(map.cell_count(), 0xffffffffu);
  std::queue<Cell> open;
  if (!can_stand(map, rules, start)) return moves;
  moves[map.id(start)] = 0;
  open.push(start);
  while (!open.empty()) {
    const Cell c = open.front();
    open.pop();
    for (int d = 0; d < kDirections; ++d) {
      if (!step_is_legal(map, rules, c, d)) continue;
      const Cell next{c.x + kDirX[static_cast<size_t>(d)], c.y + kDirY[static_cast<size_t>(d)]};
      if (moves[map.id(next)] != 0xffffffffu) continue;
      moves[map.id(next)] = moves[map.id(c)] + 1;
      open.push(next);
    }
  }
  return moves;
}

size_t cells_opened_again(const Trace& trace) {
  std::map<std::pair<Phase, NodeId>, int> opened;  // by each side of a search from both ends
  for (const SearchEvent& event : trace.events()) {
    opened[{event.phase, event.node}] += event.type == EventType::kExpand;
  }
  return static_cast<size_t>(std::count_if(opened.begin(), opened.end(), [](const auto& o) { return o.second > 1; }));
}

}  // namespace

static_assert(is_admissible(Heuristic::kOctile, Profile::kPaper));
static_assert(!is_admissible(Heuristic::kOctile, Profile::kPaper, 101));
static_assert(is_admissible(Heuristic::kManhattan, Profile::kFour) &&
              !is_admissible(Heuristic::kManhattan, Profile::kOctile));
static_assert(is_admissible(Heuristic::kZero, Profile::kFour, kWeightLimit));

TEST_CASE("heuristics and orders have names of their own, and no other text is one") {
  constexpr int kCount = static_cast<int>(std::size(kHeuristics)), kTies = static_cast<int>(std::size(kAllTies));
  for (const Heuristic heuristic : kHeuristics) {
    CHECK(enum_named(kCount, heuristic_name, heuristic_name(heuristic)) == heuristic);
  }
  for (const TieBreaking ties : kAllTies) {
    CHECK(enum_named(kTies, tie_breaking_name, tie_breaking_name(ties)) == ties);
  }
  CHECK(std::set<std::string_view>(kHeuristicNames.begin(), kHeuristicNames.end()).size() == std::size(kHeuristics));
  CHECK_FALSE(enum_named(kCount, heuristic_name, "Octile"));
  CHECK_FALSE(enum_named(kCount, heuristic_name, ""));
  CHECK_FALSE(enum_named(kTies, tie_breaking_name, "octile"));
}

TEST_CASE(
    "a heuristic is admissible exactly where it nowhere says more than the way costs, and then it is consistent") {
  const GridMap map(21, 17);
  for (int p = 0; p < kProfiles; ++p) {
    const auto profile = static_cast<Profile>(p);
    for (const int terrain : {1, 7}) {
      const auto w = static_cast<uint8_t>(terrain);
      const GridTestMap setting(map, {profile, Capability::walker(), {w, w, w, w}});
      const Cell goal{3, 5};
      const std::vector<Cost> distance = plain_dijkstra(map, setting.grid.rules(), goal);
      for (const Heuristic heuristic : kHeuristics) {
        for (const uint16_t weight : kWeights) {
          CAPTURE(static_cast<int>(heuristic));
          CAPTURE(weight);
          const HeuristicBound bound(heuristic, profile, setting.grid.unit_weight(), weight);
          bool below = true, consistent = true;
          for (CellId id = 0; id < map.cell_count(); ++id) {
            const Cell c = map.cell(id);
            const Cost h = bound(c.x - goal.x, c.y - goal.y);
            below = below && h <= distance[id];
            for (int d = 0; d < kDirections; ++d) {
              if (!step_is_legal(map, setting.grid.rules(), c, d)) continue;
              const Cell n{c.x + kDirX[static_cast<size_t>(d)], c.y + kDirY[static_cast<size_t>(d)]};
              const Cost step = setting.grid.step_cost(id, d);
              consistent = consistent && h <= step + bound(n.x - goal.x, n.y - goal.y);
            }
          }
          CHECK(below == is_admissible(heuristic, profile, weight));
          CHECK(consistent == below);
          CHECK(bound(0, 0) == 0);
        }
      }
    }
  }
}

TEST_CASE("heuristics are of the terrain of least weight, and the straight line is rounded down") {
  const auto h = [](Heuristic heuristic, Profile profile, int min_weight, int weight) {
    return HeuristicBound(heuristic, profile, min_weight, weight)(-3, 2);
  };
  CHECK(h(Heuristic::kOctile, Profile::kOctile, 1, 100) == 2 * 1154 + 816);
  CHECK(h(Heuristic::kOctile, Profile::kFour, 1, 100) == 5 * 816);
  CHECK(h(Heuristic::kManhattan, Profile::kPaper, 2, 100) == 5 * 200);
  CHECK(h(Heuristic::kChebyshev, Profile::kPaper, 3, 100) == 3 * 300);
  CHECK(h(Heuristic::kZero, Profile::kPaper, 3, 1000) == 0);
  CHECK(h(Heuristic::kEuclid, Profile::kOctile, 1, 100) == 2942);  // 816 * sqrt(13) = 2942.13
  CHECK(h(Heuristic::kEuclid, Profile::kPaper, 1, 150) == 540);    // 100 * sqrt(13) = 360.56
  CHECK(h(Heuristic::kChebyshev, Profile::kPaper, 1, 101) == 303);
  // As far as a map goes, with the heaviest terrain.
  CHECK(HeuristicBound(Heuristic::kManhattan, Profile::kOctile, 16, 1000)(8191, -8191) == 2u * 8191 * 816 * 16 * 10);
}

TEST_CASE("the open list in a chosen order returns entries by f, then as chosen, then by id") {
  Rng rng(2);
  for (const TieBreaking ties : kAllTies) {
    OrderedQueue queue;
    queue.set_tie_breaking(ties);
    for (int again = 0; again < 20; ++again) {
      using Entry = std::tuple<Cost, Cost, uint32_t, Cost>;
      std::priority_queue<Entry, std::vector<Entry>, std::greater<>> expected;
      queue.begin(0, 0);
      for (uint32_t i = 0; i < 300; ++i) {
        const Cost f = rng.below(30), g = rng.below(4);
        const uint32_t id = rng.below(1000);
        queue.push(f, g, id);
        expected.push({f, ties == TieBreaking::kLargeG ? ~g : ties == TieBreaking::kSmallG ? g : i, id, g});
        if (!rng.percent(40)) continue;
        OrderedQueue::Entry entry{};
        if (!queue.pop(entry)) {
          REQUIRE(expected.empty());
          continue;
        }
        REQUIRE(entry.id == std::get<2>(expected.top()));
        REQUIRE(entry.g == std::get<3>(expected.top()));
        expected.pop();
      }
    }
  }
}

TEST_CASE("with the default choice the other A* finds what the fast one finds, cell by cell") {
  Workspace workspace;
  PlanResult fast, chosen;
  Trace fast_trace, chosen_trace;
  const size_t queries = for_random_queries(4 / kFewer, [&](const GridTestMap& s, const PlanQuery& query, Cost) {
    plan_on_grid(s.grid, GridHeuristic::kDistance, query, workspace, fast, fast_trace);
    plan_weighted(s.grid, {}, query, workspace, chosen, chosen_trace);
    REQUIRE(same_answer(fast, chosen));
    REQUIRE(fast_trace.events() == chosen_trace.events());
    fast_trace.clear();
    chosen_trace.clear();
  });
  CHECK(queries >= 5'000 / kFewer);
}

TEST_CASE(
    "A* with any heuristic, weight and order is legal, within its weight of the optimum, and optimal if promised") {
  Workspace workspace;
  PlanResult result, traced;
  Trace trace;
  size_t longer_weighted = 0, longer_manhattan = 0, best_possible = 0;
  Rng rng(5);
  const size_t queries =
      for_random_queries(14 / kFewer, [&](const GridTestMap& s, const PlanQuery& query, Cost optimum) {
        const Profile profile = s.grid.rules().profile;
        for (const Heuristic heuristic : kHeuristics) {
          const HeuristicSettings guide{heuristic, kWeights[rng.below(std::size(kWeights))], kAllTies[rng.below(3)]};
          CAPTURE(static_cast<int>(heuristic));
          CAPTURE(guide.weight);
          CAPTURE(static_cast<int>(guide.ties));
          plan_weighted(s.grid, guide, query, workspace, result);
          trace.clear();
          plan_weighted(s.grid, guide, query, workspace, traced, trace);
          REQUIRE(same_answer(result, traced));
          REQUIRE(answer_fault(s, query, result, optimum) == "");
          if (!result.found()) continue;
          REQUIRE(cells_opened_again(trace) == 0);
          if (is_admissible(heuristic, profile, guide.weight)) {
            REQUIRE(result.cost == optimum);
            ++best_possible;
          }
          if (is_admissible(heuristic, profile)) {
            REQUIRE(uint64_t{result.cost} * kWeightOne <= uint64_t{optimum} * guide.weight);
            longer_weighted += result.cost > optimum;
          } else {
            longer_manhattan += result.cost > optimum;
          }
        }
      });
  CHECK(queries * std::size(kHeuristics) >= 60'000 / kFewer);
  CHECK(best_possible > 5'000 / kFewer);
  // The other heuristics do find longer paths, so that the checks above are not vacuous.
  CHECK(longer_weighted > 500 / kFewer);
  CHECK(longer_manhattan > 100 / kFewer);
}

TEST_CASE("what goes first among equals changes how much is opened, but not the cost") {
  Workspace workspace;
  PlanResult result;
  const GridTestMap s(GridMap(60, 60), {});
  const PlanQuery query{{5, 5}, {50, 20}};
  uint64_t expanded[3] = {};
  for (const TieBreaking ties : kAllTies) {
    plan_weighted(s.grid, {Heuristic::kOctile, kWeightOne, ties}, query, workspace, result);
    CHECK(result.cost == s.grid.bound()(45, 15));
    expanded[static_cast<size_t>(ties)] = result.stats.total().expanded;
  }
  CHECK(expanded[0] == 46);  // straight to the goal
  CHECK(expanded[1] > 300);  // everything on some shortest way
  CHECK(expanded[2] > 46);
  CHECK(expanded[2] <= expanded[1]);
}

TEST_CASE("bidirectional A* is optimal, over legal paths, traced and untraced alike") {
  Workspace workspace;
  PlanResult result, traced;
  Trace trace;
  size_t found = 0;
  uint64_t reached = 0, opened_backward = 0;
  const size_t queries =
      for_random_queries(14 / kFewer, [&](const GridTestMap& s, const PlanQuery& query, Cost optimum) {
        plan_bidirectional(s.grid, query, workspace, result);
        trace.clear();
        plan_bidirectional(s.grid, query, workspace, traced, trace);
        REQUIRE(same_answer(result, traced));
        REQUIRE(answer_fault(s, query, result, optimum) == "");
        reached |= lines_reached(s, bidirectional_code::kCode, trace, query);
        if (!result.found()) return;
        REQUIRE(result.cost == optimum);
        REQUIRE(result.stats.of(Phase::kMain) == PhaseStats{});
        opened_backward += result.stats.of(Phase::kBackward).expanded;
        REQUIRE(cells_opened_again(trace) == 0);
        ++found;
      });
  CHECK(queries >= 10'000 / kFewer);
  CHECK(found > 3'000 / kFewer);
  CHECK(opened_backward > found);
  CHECK(reached == all_lines(bidirectional_code::kCode));
}

TEST_CASE("bidirectional A* knows that a walled-in goal cannot be reached as soon as it has seen all round it") {
  GridMap map(100, 100);
  map.apply(rectangle(map, {88, 88}, {95, 95}, false, '@'));
  const GridTestMap s(std::move(map), {});
  Workspace workspace;
  PlanResult result;
  plan_bidirectional(s.grid, {{3, 3}, {90, 90}}, workspace, result);
  CHECK(result.status == PlanStatus::kNoPath);
  CHECK(result.stats.of(Phase::kBackward).expanded == 36);
  CHECK(result.stats.of(Phase::kForward).expanded < 100);
}

TEST_CASE("breadth-first search finds the fewest moves and says what they cost; with four neighbours that is least") {
  Workspace workspace;
  PlanResult result, traced;
  Trace trace;
  size_t found = 0, refused = 0, longer = 0;
  uint64_t reached = 0;
  const size_t queries =
      for_random_queries(8 / kFewer, [&](const GridTestMap& s, const PlanQuery& query, Cost optimum) {
        plan_bfs_or_greedy(s.grid, BfsOrGreedy::kBreadth, query, workspace, result);
        trace.clear();
        plan_bfs_or_greedy(s.grid, BfsOrGreedy::kBreadth, query, workspace, traced, trace);
        REQUIRE(same_answer(result, traced));
        if (!s.grid.uniform()) {
          if (can_stand(s.map, s.grid.rules(), query.start) && can_stand(s.map, s.grid.rules(), query.goal)) {
            REQUIRE(result.status == PlanStatus::kUnsupported);
            ++refused;
          }
          return;
        }
        REQUIRE(answer_fault(s, query, result, optimum) == "");
        reached |= lines_reached(s, first_way_code::kBreadth, trace, query);
        if (!result.found()) return;
        REQUIRE(result.path.size() == fewest_moves(s.map, s.grid.rules(), query.start)[s.map.id(query.goal)] + 1);
        if (s.grid.rules().profile == Profile::kFour) REQUIRE(result.cost == optimum);
        REQUIRE(cells_opened_again(trace) == 0);
        longer += result.cost > optimum;
        ++found;
      });
  CHECK(queries >= 10'000 / kFewer);
  CHECK(found > 300 / kFewer);
  CHECK(refused > 300 / kFewer);
  CHECK(longer > 10);
  CHECK(reached == all_lines(first_way_code::kBreadth));
}

TEST_CASE("greedy best-first search finds a legal way where there is one, and always opens what looks nearest") {
  Workspace workspace;
  PlanResult result, traced;
  Trace trace;
  size_t found = 0, longer = 0;
  uint64_t reached = 0;
  const size_t queries =
      for_random_queries(8 / kFewer, [&](const GridTestMap& s, const PlanQuery& query, Cost optimum) {
        plan_bfs_or_greedy(s.grid, BfsOrGreedy::kGreedy, query, workspace, result);
        trace.clear();
        plan_bfs_or_greedy(s.grid, BfsOrGreedy::kGreedy, query, workspace, traced, trace);
        REQUIRE(same_answer(result, traced));
        REQUIRE(answer_fault(s, query, result, optimum) == "");
        reached |= lines_reached(s, first_way_code::kGreedy, trace, query);
        std::multiset<Cost> open;
        for (const SearchEvent& event : trace.events()) {
          if (event.type == EventType::kGenerate) open.insert(event.h);
          if (event.type != EventType::kExpand) continue;
          REQUIRE(event.h == *open.begin());
          open.erase(open.begin());
        }
        REQUIRE(cells_opened_again(trace) == 0);
        found += result.found();
        longer += result.found() && result.cost > optimum;
      });
  CHECK(queries >= 10'000 / kFewer);
  CHECK(found > 800 / kFewer);
  CHECK(longer > 100);
  CHECK(reached == all_lines(first_way_code::kGreedy));
}

TEST_CASE("plain searches ask for no memory once they are warm, and count their work") {
  const GridTestMap s(random_map(90, 80, 20, 3), {});
  Workspace workspace;
  PlanResult result;
  const auto search = [&](int which, const PlanQuery& query) {
    switch (which) {
      case 0:
        return plan_weighted(s.grid, {Heuristic::kManhattan, 200, TieBreaking::kFifo}, query, workspace, result);
      case 1:
        return plan_bidirectional(s.grid, query, workspace, result);
      case 2:
        return plan_bfs_or_greedy(s.grid, BfsOrGreedy::kBreadth, query, workspace, result);
      case 3:
        return plan_bfs_or_greedy(s.grid, BfsOrGreedy::kGreedy, query, workspace, result);
      default:
        return plan_theta(s.grid, query, workspace, result);
    }
  };
  for (int which = 0; which < 5; ++which) {
    CAPTURE(which);
    for (const bool warm : {false, true}) {
      const size_t before = asked_bytes();
      const uint64_t work_before = work_of_this_thread();
      uint64_t expanded = 0;
      Rng rng(4);
      for (int i = 0; i < 50; ++i) {
        search(which, {random_cell(s.map, rng), random_cell(s.map, rng)});
        expanded += result.stats.total().expanded;
      }
      if (warm) CHECK(asked_bytes() == before);
      CHECK(expanded > 1000);
      CHECK(work_of_this_thread() - work_before >= expanded / 2);
    }
  }
}

TEST_CASE("costs beyond 32 bits are told by every search over cells, not wrapped") {
  // One way winds through all of the map, each step of it over the heaviest terrain.
  constexpr int kSide = 1001;
  GridMap map = winding_corridor(kSide);
  const Rules rules{Profile::kOctile, Capability::walker(), {16, 16, 16, 16}};
  const GridTestMap s(std::move(map), rules);
  Workspace workspace;
  PlanResult result;
  const PlanQuery far{{0, 0}, {0, kSide - 1}}, near{{0, 0}, {0, 40}};
  const auto check = [&](auto&& plan) {
    plan(far);
    CHECK(result.status == PlanStatus::kCostOverflow);
    CHECK(result.path.empty());
    CHECK(result.points.empty());
    plan(near);
    CHECK(result.status == PlanStatus::kFound);
  };
  check([&](const PlanQuery& query) { plan_on_grid(s.grid, GridHeuristic::kDistance, query, workspace, result); });
  check([&](const PlanQuery& query) {
    plan_weighted(s.grid, {Heuristic::kManhattan, 150, TieBreaking::kFifo}, query, workspace, result);
  });
  check([&](const PlanQuery& query) { plan_bidirectional(s.grid, query, workspace, result); });
  check([&](const PlanQuery& query) { plan_bfs_or_greedy(s.grid, BfsOrGreedy::kBreadth, query, workspace, result); });
  check([&](const PlanQuery& query) { plan_bfs_or_greedy(s.grid, BfsOrGreedy::kGreedy, query, workspace, result); });
  check([&](const PlanQuery& query) { plan_theta(s.grid, query, workspace, result); });
  auto jumps = built<JumpMap>(s.grid);
  check([&](const PlanQuery& query) { plan_jps(s.grid, jumps, query, workspace, result); });
  CHECK(result.cost == (20u * (kSide - 1) + 40u) * 816 * 16);
}

}  // namespace strata::test
