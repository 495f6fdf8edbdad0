// Paths with few turns, against a plain search over cells with directions.
#include "core/search/turn_search.hpp"

#include <limits>

#include "core/search/question_code.hpp"
#include "tests/core/search/question_support.hpp"

namespace strata::test {
namespace {

using TurnPair = std::pair<uint64_t, uint64_t>;
constexpr TurnPair kNoPair{std::numeric_limits<uint64_t>::max(), 0};

// Returns the least pair that `add(pair, step, turned)` can build up on a path, for every cell. Written from the rules.
template <class Add>
std::vector<TurnPair> plain_turns(const GridMap& map, const Rules& rules, Cell start, Add&& add) {
  std::vector<TurnPair> best(map.cell_count() * 9, kNoPair);
  using Entry = std::pair<TurnPair, uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  if (can_stand(map, rules, start)) {
    best[map.id(start) * 9 + 8] = {0, 0};
    open.push({{0, 0}, map.id(start) * 9 + 8});
  }
  while (!open.empty()) {
    const auto [g, state] = open.top();
    open.pop();
    if (g != best[state]) continue;
    const Cell c = map.cell(state / 9);
    for (uint32_t d = 0; d < 8; ++d) {
      if (!step_is_legal(map, rules, c, static_cast<int>(d))) continue;
      const uint32_t next = map.id({c.x + kDirX[d], c.y + kDirY[d]}) * 9 + d;
      const TurnPair sum = add(g, plain_step(map, rules, c, static_cast<int>(d)), state % 9 != 8 && state % 9 != d);
      if (sum >= best[next]) continue;
      best[next] = sum;
      open.push({sum, next});
    }
  }
  std::vector<TurnPair> of_cells(map.cell_count(), kNoPair);
  for (uint32_t state = 0; state < best.size(); ++state) {
    of_cells[state / 9] = std::min(of_cells[state / 9], best[state]);
  }
  return of_cells;
}

std::vector<TurnPair> plain_turns(const GridMap& map, const Rules& rules, Cell start, const TurnOptions& options) {
  const uint64_t turn = (uint64_t{profile_info(rules.profile).straight} * options.weight + 50) / 100;
  return plain_turns(map, rules, start, [&](const TurnPair& g, Cost step, bool turned) -> TurnPair {
    switch (options.order) {
      case TurnOrder::kSum:
        return {g.first + step + (turned ? turn : 0), 0};
      case TurnOrder::kFewest:
        return {g.first + turned, g.second + step};
      case TurnOrder::kTieBreaker:
        break;
    }
    return {g.first + step, g.second + turned};
  });
}

TurnPair turn_pair_of(const MoveGrid& grid, const TurnOptions& options, const PlanResult& result, uint32_t turns) {
  if (options.order == TurnOrder::kFewest) return {turns, result.cost};
  if (options.order == TurnOrder::kTieBreaker) return {result.cost, turns};
  return {uint64_t{result.cost} + uint64_t{turns} * cost_of_turn(grid, options), 0};
}

}  // namespace

TEST_CASE("paths with few turns are optimal under every order and weight, before and after edits") {
  Workspace workspace;
  PlanResult result, traced;
  uint64_t reached = 0;
  int found = 0, lost = 0, longer = 0;
  for_edited_maps(rounds(4), [&](const EditedTestMap& edited, Rng& rng) {
    for (const TurnOptions options :
         {TurnOptions{TurnOrder::kSum, 0}, TurnOptions{TurnOrder::kSum, 33}, TurnOptions{TurnOrder::kSum, 250},
          TurnOptions{TurnOrder::kSum, TurnOptions::kLimit}, TurnOptions{TurnOrder::kFewest, 0},
          TurnOptions{TurnOrder::kTieBreaker, 0}}) {
      CAPTURE(static_cast<int>(options.order));
      CAPTURE(options.weight);
      const Cell start = random_cell(edited.map, rng);
      const std::vector<TurnPair> expected = plain_turns(edited.map, edited.rules, start, options);
      const std::vector<Cost> distance = plain_dijkstra(edited.map, edited.rules, start);
      for (int i = 0; i < 3; ++i) {
        const PlanQuery query{start, random_cell(edited.map, rng)};
        const CellId goal = edited.map.id(query.goal);
        const uint32_t turns = plan_few_turns(edited.grid, options, query, workspace, result);
        Trace trace;
        CHECK(plan_few_turns(edited.grid, options, query, workspace, traced, trace) == turns);
        CHECK(same_answer(result, traced));
        CHECK(result.found() == (expected[goal] != kNoPair));
        if (check_ends(edited.grid, query) == PlanStatus::kFound) {
          reached |= lines_reached(edited.grid, turn_code::kCode, trace, goal);
        }
        if (!result.found()) {
          CHECK(turns == 0);
          ++lost;
          continue;
        }
        const auto fault = path_fault(edited.grid, result.path, query.start, query.goal, result.cost);
        CHECK_MESSAGE(!fault, *fault);
        CHECK(turns == count_turns(edited.grid, result.path));
        CHECK(turn_pair_of(edited.grid, options, result, turns) == expected[goal]);
        if (options.order == TurnOrder::kTieBreaker) CHECK(result.cost == distance[goal]);
        longer += result.cost > distance[goal];
        ++found;
      }
    }
  });
  CHECK(found > rounds(300));
  CHECK(lost > rounds(100));
  CHECK(longer > rounds(50));  // with turns, other paths are optimal
  CHECK(reached == all_lines(turn_code::kCode));
}

TEST_CASE("a staircase is climbed with one turn, and a turn costs hundredths of a straight step") {
  GridMap map(20, 20);
  const MoveGrid four = moves_on(map, {Profile::kFour, Capability::walker(), kUniformWeights});
  const MoveGrid octile = moves_on(map);
  Workspace workspace;
  PlanResult result;
  CHECK(plan_few_turns(four, {TurnOrder::kTieBreaker, 0}, {{0, 0}, {19, 19}}, workspace, result) == 1);
  CHECK(result.cost == 38 * 816);
  CHECK(plan_few_turns(octile, {TurnOrder::kTieBreaker, 0}, {{0, 0}, {19, 7}}, workspace, result) == 1);
  CHECK(plan_few_turns(octile, {}, {{3, 3}, {3, 3}}, workspace, result) == 0);
  CHECK(result.path == std::vector<CellId>{octile.id({3, 3})});
  CHECK(cost_of_turn(octile, {TurnOrder::kSum, 50}) == 408);
  CHECK(cost_of_turn(octile, {TurnOrder::kSum, 1}) == 8);
  CHECK(cost_of_turn(moves_on(map, {Profile::kPaper, Capability::walker(), kUniformWeights}), {TurnOrder::kSum, 150}) ==
        150);
}

TEST_CASE("the memory of searches for few turns follows what they reach, and later searches find it in order") {
  Workspace workspace;
  PlanResult result;
  const MoveGrid small = moves_on(GridMap(10, 10)), large = moves_on(random_map(90, 90, 10, 3));
  Rng rng(5);
  for (int i = 0; i < 20; ++i) {
    for (const MoveGrid* grid : {&small, &large}) {
      const PlanQuery query{grid->cell(rng.below(grid->cell_count())), grid->cell(rng.below(grid->cell_count()))};
      Workspace fresh;
      PlanResult wanted;
      CHECK(plan_few_turns(*grid, {}, query, workspace, result) == plan_few_turns(*grid, {}, query, fresh, wanted));
      CHECK(same_answer(result, wanted));
    }
  }
}

}  // namespace strata::test
