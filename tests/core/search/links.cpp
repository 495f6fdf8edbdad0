// Searches over maps with links between cells, beside a plain Dijkstra with links.
#include <doctest/doctest.h>

#include <numeric>
#include <string>

#include "core/search/alternatives.hpp"
#include "core/search/bfs_greedy.hpp"
#include "core/search/bidirectional.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/ida_star.hpp"
#include "core/search/incremental_search.hpp"
#include "core/search/linked_space.hpp"
#include "core/search/nearest_reachable.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/search/reach.hpp"
#include "core/search/several_goals.hpp"
#include "core/search/turn_search.hpp"
#include "core/search/wall_search.hpp"
#include "core/search/weighted_search.hpp"
#include "tests/core/search/plain_support.hpp"
#include "tests/links_support.hpp"

namespace strata::test {
namespace {

// A map with links that is edited, with its moves for agents of any size.
struct LinkedMap {
  GridMap map;
  Clearance clearance;
  MoveGrid grid;

  LinkedMap(GridMap of, const Rules& rules, int links, Rng& rng) : map(std::move(of)) {
    map.apply(random_links(map, links, rng));
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
  }
  Rect edit(const Edit& change) {
    Rect dirty = map.apply(change).dirty;
    dirty.include(clearance.update(map, dirty));
    return grid.update(map, dirty, &clearance);
  }
};

// Returns what is wrong with an answer of the optimal cost `optimum`; empty: nothing.
std::string link_answer_fault(const LinkedMap& s, const PlanQuery& query, const PlanResult& result, Cost optimum) {
  if (!s.grid.passable(query.start)) return result.status == PlanStatus::kStartBlocked ? "" : "start is blocked";
  if (!s.grid.passable(query.goal)) return result.status == PlanStatus::kGoalBlocked ? "" : "goal is blocked";
  if (optimum == kInfinite)
    return result.status == PlanStatus::kNoPath && result.path.empty() ? "" : "there is no path";
  if (!result.found()) return "no path was found";
  if (result.cost != optimum) return "cost " + std::to_string(result.cost) + " is not " + std::to_string(optimum);
  return path_fault(s.grid, result.path, query.start, query.goal, result.cost).value_or("");
}

// Returns the number of steps of a path that no move can do.
size_t far_steps(const MoveGrid& grid, std::span<const CellId> path) {
  size_t steps = 0;
  for (size_t i = 1; i < path.size(); ++i) {
    steps += !has_move(grid, path[i - 1], grid.direction_between(path[i - 1], path[i]));
  }
  return steps;
}

// Calls visit(setting, query, optimum, rng) for random queries on maps with links under all rules, for agents of
// several sizes. A few maps have more links than heuristics look at one by one.
template <class Visit>
void for_linked_queries(int maps, int queries, Visit&& visit) {
  for (const Rules& each : all_rules()) {
    for (int size = 1; size <= 2; ++size) {
      Rules rules = each;
      rules.agent_size = size;
      for (int m = 0; m < maps; ++m) {
        Rng rng(static_cast<uint64_t>(10 * m + size));
        const int width = 9 + 6 * m, height = 22 - 3 * m;
        const LinkedMap s(m % 2 == 0 ? random_map(width, height, 25u / static_cast<uint32_t>(size), rng.next())
                                     : random_rooms(width, height, 6 + size, rng.next()),
                          rules, m == 2 ? 250 : 3 + 4 * m, rng);
        for (int i = 0; i < queries; ++i) {
          const PlanQuery query{random_cell(s.map, rng), random_cell(s.map, rng)};
          visit(s, query, linked_dijkstra(s.map, rules, query.start)[s.map.id(query.goal)], rng);
        }
      }
    }
  }
}

bool same_events(const Trace& trace, const PlanResult& traced, const PlanResult& plain) {
  return !trace.events().empty() && same_answer(traced, plain);
}

// Returns the largest violation of consistency, and whether a heuristic exceeds the distance.
template <class Bound>
std::string heuristic_fault(const LinkedMap& s, const Bound& bound, Cell end, LinkDirection direction) {
  const auto plain = [&](int x, int y) { return bound(x - end.x, y - end.y); };
  const LinkHeuristic<Bound> heuristic(s.grid, bound, direction, plain);
  const auto h = [&](CellId id) {
    const Cell c = s.map.cell(id);
    return heuristic(plain(c.x, c.y), c.x, c.y);
  };
  const bool to_goal = direction == LinkDirection::kToGoal;
  if (h(s.map.id(end)) != 0) return "not 0 at its end";
  // Moves cost the same both ways, so that distances to a cell are those from it with links turned round.
  const std::vector<Cost> distance = linked_dijkstra(s.map, s.grid.rules(), end, to_goal);
  for (CellId cell = 0; cell < s.map.cell_count(); ++cell) {
    if (h(cell) > distance[cell]) return "above the distance";
    for (int d = 0; d < kDirections; ++d) {
      if ((s.grid.moves(cell) >> d & 1) == 0) continue;
      if (h(cell) > s.grid.step_cost(cell, d) + h(s.grid.neighbour(cell, d))) return "inconsistent at a move";
    }
  }
  for (const MapLink& link : s.map.links()->all()) {
    const CellId from = to_goal ? link.from : link.to, to = to_goal ? link.to : link.from;
    if (h(from) > s.grid.link_cost(link) + h(to)) return "inconsistent at a link";
  }
  return "";
}

}  // namespace

TEST_CASE("the heuristic with links is consistent, admissible and 0 at its end, in both directions") {
  size_t lower = 0;
  for_linked_queries(3, 3, [&](const LinkedMap& s, const PlanQuery& query, Cost, Rng&) {
    if (!s.grid.passable(query.goal)) return;
    for (const LinkDirection direction : {LinkDirection::kToGoal, LinkDirection::kFromStart}) {
      REQUIRE(heuristic_fault(s, s.grid.bound(), query.goal, direction) == "");
      for (const Heuristic kind : {Heuristic::kOctile, Heuristic::kEuclid, Heuristic::kChebyshev, Heuristic::kZero}) {
        const HeuristicBound bound(kind, s.grid.rules().profile, s.grid.unit_weight(), kWeightOne);
        REQUIRE(heuristic_fault(s, bound, query.goal, direction) == "");
      }
    }
    const DistanceBound bound = s.grid.bound();
    const auto plain = [&](int x, int y) { return bound(Cell{x, y}, query.goal); };
    const LinkHeuristic<DistanceBound> heuristic(s.grid, bound, LinkDirection::kToGoal, plain);
    for (CellId cell = 0; cell < s.map.cell_count(); ++cell) {
      const Cell c = s.map.cell(cell);
      lower += heuristic(plain(c.x, c.y), c.x, c.y) < plain(c.x, c.y);
    }
  });
  CHECK(lower > 1000);  // somewhere the distance alone would not have been a lower bound
}

TEST_CASE("Dijkstra, A* and bidirectional A* find the optimum over links, and traces change nothing") {
  Workspace workspace;
  PlanResult result, traced;
  Trace trace;
  size_t over_links = 0;
  for_linked_queries(4, 12, [&](const LinkedMap& s, const PlanQuery& query, Cost optimum, Rng&) {
    for (const GridHeuristic kind : {GridHeuristic::kNone, GridHeuristic::kDistance}) {
      plan_on_grid(s.grid, kind, query, workspace, result);
      REQUIRE(link_answer_fault(s, query, result, optimum) == "");
      trace.clear();
      plan_on_grid(s.grid, kind, query, workspace, traced, trace);
      if (result.found()) REQUIRE(same_events(trace, traced, result));
    }
    over_links += far_steps(s.grid, result.path) > 0;
    plan_bidirectional(s.grid, query, workspace, result);
    REQUIRE(link_answer_fault(s, query, result, optimum) == "");
    trace.clear();
    plan_bidirectional(s.grid, query, workspace, traced, trace);
    if (result.found()) REQUIRE(same_events(trace, traced, result));
  });
  CHECK(over_links > 100);
}

TEST_CASE("weighted A* stays within its weight over links, and admissible heuristics find the optimum") {
  Workspace workspace;
  PlanResult result;
  size_t above = 0;
  for_linked_queries(3, 6, [&](const LinkedMap& s, const PlanQuery& query, Cost optimum, Rng&) {
    for (const Heuristic kind : {Heuristic::kOctile, Heuristic::kEuclid, Heuristic::kManhattan, Heuristic::kZero}) {
      for (const uint16_t weight : {100, 150, 400}) {
        plan_weighted(s.grid, {kind, weight, TieBreaking::kFifo}, query, workspace, result);
        const Profile profile = s.grid.rules().profile;
        if (is_admissible(kind, profile, weight) || !result.found()) {
          REQUIRE(link_answer_fault(s, query, result, optimum) == "");
          continue;
        }
        REQUIRE(path_fault(s.grid, result.path, query.start, query.goal, result.cost).value_or("") == "");
        REQUIRE(result.cost >= optimum);
        if (is_admissible(kind, profile)) REQUIRE(uint64_t{result.cost} * 100 <= uint64_t{optimum} * weight);
        above += result.cost > optimum;
      }
    }
  });
  CHECK(above > 50);
}

TEST_CASE("breadth-first search takes the fewest steps over moves and links, greedy search finds a path") {
  Workspace workspace;
  PlanResult result;
  for_linked_queries(3, 10, [&](const LinkedMap& s, const PlanQuery& query, Cost optimum, Rng&) {
    for (const BfsOrGreedy order : {BfsOrGreedy::kBreadth, BfsOrGreedy::kGreedy}) {
      plan_bfs_or_greedy(s.grid, order, query, workspace, result);
      if (result.status == PlanStatus::kUnsupported) continue;
      if (!result.found()) {
        REQUIRE(link_answer_fault(s, query, result, optimum) == "");
        continue;
      }
      REQUIRE(result.cost >= optimum);
      REQUIRE(path_fault(s.grid, result.path, query.start, query.goal, result.cost).value_or("") == "");
      if (order == BfsOrGreedy::kGreedy) continue;
      const std::vector<Cost> steps =
          plain_search(s.map.cell_count(), s.map.id(query.start), kInfinite, [&](CellId cell, auto&& visit) {
            for (CellId next = 0; next < s.map.cell_count(); ++next) {
              if (s.grid.passable(next) && step_between(s.grid, cell, next) != kInfinite) visit(next, 1);
            }
          });
      REQUIRE(result.path.size() == steps[s.map.id(query.goal)] + 1);
    }
  });
}

TEST_CASE("IDA* finds the optimum over links where it ends") {
  Workspace workspace;
  PlanResult result;
  size_t found = 0;
  for_linked_queries(2, 20, [&](const LinkedMap& s, const PlanQuery& query, Cost optimum, Rng&) {
    plan_ida_star(s.grid, query, 3000, workspace, result);
    if (result.status == PlanStatus::kTooManyExpansions) return;
    REQUIRE(link_answer_fault(s, query, result, optimum) == "");
    found += result.found();
  });
  CHECK(found > 100);
}

TEST_CASE("nearest goals, costs to goals and the cells within a limit are those of Dijkstra over links") {
  Workspace workspace;
  PlanResult result;
  GoalCosts costs;
  Reach reach;
  for_linked_queries(4, 6, [&](const LinkedMap& s, const PlanQuery& query, Cost, Rng& rng) {
    const std::vector<Cost> distance = linked_dijkstra(s.map, s.grid.rules(), query.start);
    std::vector<Cell> goals;
    for (int i = rng.between(1, 14); i > 0; --i) goals.push_back(random_cell(s.map, rng));
    Cost nearest = kInfinite;
    for (const Cell& goal : goals) nearest = std::min(nearest, distance[s.map.id(goal)]);
    const uint32_t chosen = plan_to_nearest(s.grid, query.start, goals, workspace, result);
    REQUIRE(result.found() == (nearest != kInfinite));
    if (result.found()) REQUIRE(link_answer_fault(s, {query.start, goals[chosen]}, result, nearest) == "");
    costs_to_goals(s.grid, query.start, goals, workspace, costs);
    for (size_t i = 0; i < goals.size(); ++i) REQUIRE(costs.costs[i] == distance[s.map.id(goals[i])]);

    const Cost limit = rng.below(12'000);
    reach_within(s.grid, query.start, limit, workspace, reach);
    size_t within = 0;
    for (const Cost cost : distance) within += cost != kInfinite && cost <= limit;
    REQUIRE(reach.cells.size() == within);
    for (size_t i = 0; i < reach.cells.size(); ++i) REQUIRE(reach.costs[i] == distance[reach.cells[i]]);
  });
}

TEST_CASE("LPA* and D* Lite follow random edits of cells and links") {
  size_t repairs = 0, raised = 0;
  const auto follow = [&]<class Planner>(Planner planner, const Rules& rules, uint64_t seed) {
    Rng rng(seed);
    LinkedMap s(seed % 2 == 0 ? random_map(20, 16, 22, seed) : random_rooms(24, 15, 6, seed), rules, 6, rng);
    PlanResult result, traced;
    Trace trace;
    PlanQuery query{random_cell(s.map, rng), random_cell(s.map, rng)};
    Planner recorded = planner;
    for (int i = 0; i < 60; ++i) {
      for (int k = rng.between(0, 2); k > 0; --k) {
        const Edit edit = rng.percent(15) ? random_link_edit(s.map, 8, rng) : random_edit(s.map, 8, rng);
        Edit own = edit;
        if (s.map.links() != nullptr && rng.percent(60)) {  // blocks or frees an end of a link
          const MapLink& link = s.map.links()->all()[rng.below(static_cast<uint32_t>(s.map.links()->size()))];
          own = {{{rng.percent(50) ? link.from : link.to, 1, "@."[rng.below(2)]}}};
        }
        const Rect changed = s.edit(own);
        planner.update(s.grid, changed);
        recorded.update(s.grid, changed);
      }
      Cell& moving = std::is_same_v<Planner, DStarLite> ? query.start : query.goal;
      if (rng.percent(30)) moving = random_cell(s.map, rng);
      planner.plan(s.grid, query, result);
      const Cost optimum = linked_dijkstra(s.map, rules, query.start)[s.map.id(query.goal)];
      REQUIRE(link_answer_fault(s, query, result, optimum) == "");
      trace.clear();
      recorded.plan(s.grid, query, traced, trace);
      REQUIRE(same_answer(traced, result));
      repairs += !planner.last_repair().fresh;
      raised += planner.last_repair().raised;
    }
  };
  for (const Rules& rules : all_rules()) {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      follow(LpaStar{}, rules, seed);
      follow(DStarLite{}, rules, seed);
    }
  }
  CHECK(repairs > 800);
  CHECK(raised > 500);
}

TEST_CASE("alternatives over links are legal paths within their limits, the optimal path first") {
  Workspace workspace;
  AlternativePaths result;
  const AlternativeOptions options{.paths = 4, .longer = 60, .sharing = 90, .local = 10, .apart = 0};
  size_t more = 0, over_links = 0;
  for_linked_queries(4, 8, [&](const LinkedMap& s, const PlanQuery& query, Cost optimum, Rng&) {
    plan_alternatives(s.grid, options, query, workspace, result);
    const bool found = optimum != kInfinite && s.grid.passable(query.start);
    REQUIRE((result.status == PlanStatus::kFound) == found);
    for (const AlternativePath& path : result.paths) {
      REQUIRE(path_fault(s.grid, path.path, query.start, query.goal, path.cost).value_or("") == "");
      REQUIRE(uint64_t{path.cost} * 100 <= uint64_t{optimum} * 160);
      over_links += &path != &result.paths[0] && far_steps(s.grid, path.path) > 0;
    }
    if (found) REQUIRE(result.paths[0].cost == optimum);
    more += result.paths.size() > 1;
  });
  CHECK(more > 50);
  CHECK(over_links > 20);
}

TEST_CASE("paths with few turns are optimal over links, which are no turns") {
  Workspace workspace;
  PlanResult result;
  // States are cells and the direction of the step to them: 8 at the start, 9 over a link.
  for_linked_queries(2, 6, [&](const LinkedMap& s, const PlanQuery& query, Cost optimum, Rng&) {
    if (optimum == kInfinite) return;
    for (const TurnOrder order : {TurnOrder::kSum, TurnOrder::kFewest}) {
      const TurnOptions options{order, 150};
      const uint64_t turn = order == TurnOrder::kSum ? cost_of_turn(s.grid, options) : 1'000'000;
      const std::vector<Cost> cost = plain_search(
          s.map.cell_count() * 10, s.map.id(query.start) * 10 + 8, kInfinite, [&](uint32_t state, auto&& visit) {
            const CellId cell = state / 10;
            const uint32_t before = state % 10;
            for (uint32_t d = 0; d < 8; ++d) {
              if (!has_move(s.grid, cell, static_cast<int>(d))) continue;
              const Cost turned = before < 8 && before != d ? static_cast<Cost>(turn) : 0;
              visit(s.grid.neighbour(cell, static_cast<int>(d)) * 10 + d,
                    turned + s.grid.step_cost(cell, static_cast<int>(d)));
            }
            for (const MapLink& link : s.map.links()->from(cell)) {
              if (s.grid.passable(link.to)) visit(link.to * 10 + 9, step_between(s.grid, cell, link.to));
            }
          });
      Cost best = kInfinite;
      for (uint32_t d = 0; d < 10; ++d) best = std::min(best, cost[s.map.id(query.goal) * 10 + d]);
      const uint32_t turns = plan_few_turns(s.grid, options, query, workspace, result);
      REQUIRE(result.found());
      REQUIRE(path_fault(s.grid, result.path, query.start, query.goal, result.cost).value_or("") == "");
      REQUIRE(turns == count_turns(s.grid, result.path));
      REQUIRE(result.cost + turns * turn == best);
    }
  });
}

TEST_CASE("paths off walls are optimal over links, which cost the same beside walls") {
  Workspace workspace;
  PlanResult result;
  const WallOptions options{.margin = 2, .weight = 150};
  for_linked_queries(3, 6, [&](const LinkedMap& s, const PlanQuery& query, Cost optimum, Rng&) {
    const Cost cost = plan_off_walls(s.grid, s.clearance, options, query, workspace, result);
    if (optimum == kInfinite || !result.found()) {
      REQUIRE((cost == kInfinite && link_answer_fault(s, query, result, optimum) == ""));
      return;
    }
    REQUIRE(path_fault(s.grid, result.path, query.start, query.goal, result.cost).value_or("") == "");
    REQUIRE(off_walls_cost(s.grid, s.clearance, options, result.path) == cost);
    const std::vector<Cost> best =
        plain_search(s.map.cell_count(), s.map.id(query.start), kInfinite, [&](CellId cell, auto&& visit) {
          const auto offer = [&](CellId next) {
            const std::array<CellId, 2> step{cell, next};
            visit(next, off_walls_cost(s.grid, s.clearance, options, step));
          };
          for (int d = 0; d < kDirections; ++d) {
            if (has_move(s.grid, cell, d)) offer(s.grid.neighbour(cell, d));
          }
          for (const MapLink& link : s.map.links()->from(cell)) {
            if (s.grid.passable(link.to)) offer(link.to);
          }
        });
    REQUIRE(best[s.map.id(query.goal)] == cost);
  });
}

TEST_CASE("the nearest reachable cell counts cells behind links") {
  Workspace workspace;
  size_t behind = 0;
  for_linked_queries(4, 10, [&](const LinkedMap& s, const PlanQuery& query, Cost optimum, Rng&) {
    if (!s.grid.passable(query.start)) return;
    uint64_t visited = 0;
    const std::optional<Cell> near = nearest_reachable(s.grid, query, workspace, visited);
    if (optimum != kInfinite) {
      REQUIRE(!near);
      return;
    }
    REQUIRE(near);
    const std::vector<Cost> distance = linked_dijkstra(s.map, s.grid.rules(), query.start);
    const auto key = [&](CellId id) {
      const Cell c = s.map.cell(id);
      const int dx = c.x - query.goal.x, dy = c.y - query.goal.y;
      return std::pair(dx * dx + dy * dy, distance[id]);
    };
    for (CellId cell = 0; cell < s.map.cell_count(); ++cell) {
      if (distance[cell] != kInfinite) REQUIRE(key(s.map.id(*near)) <= key(cell));
    }
    behind += plain_dijkstra(s.map, s.grid.rules(), query.start)[s.map.id(*near)] == kInfinite;
  });
  CHECK(behind > 10);
}

TEST_CASE("a link with a blocked end is not used, and comes back with the cell") {
  GridMap map = map_from_text("..@..\n..@..\n");
  map.apply({{}, {{1, 3, 100}}});
  MoveGrid grid = moves_on(map);
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{0, 0}, {4, 1}}, back{{4, 1}, {0, 0}};
  plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, result);
  CHECK(result.found());
  plan_on_grid(grid, GridHeuristic::kDistance, back, workspace, result);
  CHECK(result.status == PlanStatus::kNoPath);
  grid.update(map, map.apply({{{3, 1, '@'}}}).dirty);
  plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, result);
  CHECK(result.status == PlanStatus::kNoPath);
  grid.update(map, map.apply({{{3, 1, '.'}}}).dirty);
  plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, result);
  CHECK(result.path == std::vector<CellId>{0, 1, 3, 9});
}

}  // namespace strata::test
