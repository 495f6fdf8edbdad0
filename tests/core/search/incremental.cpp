// LPA* and D* Lite: their costs after every edit against plain Dijkstra, their traces, and what they expand.
#include "core/search/incremental_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/interruption.hpp"
#include "core/io/movingai.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/incremental_code.hpp"
#include "core/search/random_pairs.hpp"
#include "core/search/trace.hpp"
#include "core/world/scenes.hpp"
#include "tests/core/search/plain_support.hpp"

namespace strata::test {
namespace {

// Returns what is wrong with an answer; empty: nothing.
std::string wrong_answer(const EditedMap& s, const PlanQuery& query, const PlanResult& result) {
  if (!s.grid.passable(query.start)) return result.status == PlanStatus::kStartBlocked ? "" : "start is blocked";
  if (!s.grid.passable(query.goal)) return result.status == PlanStatus::kGoalBlocked ? "" : "goal is blocked";
  const Cost cost = plain_dijkstra(s.map, s.grid.rules(), query.start)[s.map.id(query.goal)];
  if (cost == kInfinite) return result.status == PlanStatus::kNoPath && result.path.empty() ? "" : "there is no path";
  if (!result.found()) return "no path was found";
  if (result.cost != cost) return "cost " + std::to_string(result.cost) + " is not " + std::to_string(cost);
  return path_fault(s.grid, result.path, query.start, query.goal, cost).value_or("");
}

// Returns the cells whose costs contradict the definition: rhs must be the smallest cost over a neighbour.
template <class Planner>
size_t wrong_costs(const EditedMap& s, const Planner& planner, CellId root) {
  size_t wrong = 0;
  for (CellId cell = 0; cell < s.grid.cell_count(); ++cell) {
    Cost best = cell == root ? 0 : kInfinite;
    for (int d = 0; d < kDirections && cell != root; ++d) {
      if ((s.grid.moves(cell) >> d & 1) == 0) continue;
      const Cost g = planner.costs(s.grid.neighbour(cell, d)).g;
      if (g != kInfinite) best = std::min(best, g + s.grid.step_cost(cell, d));
    }
    wrong += planner.costs(cell).rhs != best;
  }
  return wrong;
}

// Edits random maps under all rules and for agents of several sizes, and compares the answer after every edit with
// plain Dijkstra. `move(query, rng, map)` changes the query between edits. Returns the number of repairs.
template <class Planner, class Move>
size_t check_random_edits(int maps, int edits, Move&& move) {
  size_t repairs = 0, found = 0;
  for (const Rules& each : all_rules()) {
    for (int size = 1; size <= 3; ++size) {
      Rules rules = each;
      rules.agent_size = size;
      for (int m = 0; m < maps; ++m) {
        const auto seed = static_cast<uint64_t>(100 * size + m);
        EditedMap s(m % 2 == 0 ? random_map(9 + 7 * m, 24 - m, 22u / static_cast<uint32_t>(size), seed)
                               : random_rooms(30, 20 + m, 6 + size, seed),
                    rules);
        Rng rng(seed);
        Planner planner;
        PlanResult result;
        PlanQuery query{random_cell(s.map, rng), random_cell(s.map, rng)};
        for (int i = 0; i < edits; ++i) {
          for (int k = rng.between(i == 0 ? 0 : 1, 2); k > 0; --k) {
            const Edit edit = m % 3 == 2 ? random_edit_with_weights(s.map, 8, rng) : random_edit(s.map, 8, rng);
            planner.update(s.grid, s.edit(edit));
          }
          move(query, rng, s.map);
          if (i > 0 && !result.found() && rng.percent(40)) {
            const std::vector<PlanQuery> pairs = random_pairs(s.grid, 1, rng.next());
            if (!pairs.empty()) query = pairs[0];
          }
          planner.plan(s.grid, query, result);
          const std::string wrong = wrong_answer(s, query, result);
          if (!wrong.empty()) {
            CAPTURE(format_map(s.map));
            FAIL("(", query.start.x, ",", query.start.y, ") to (", query.goal.x, ",", query.goal.y, "): ", wrong);
          }
          found += result.found();
          const PhaseStats& count = result.stats.of(Phase::kMain);
          REQUIRE(count.expanded == planner.last_repair().lowered + planner.last_repair().raised);
          repairs += count.touched > 0 && !planner.last_repair().fresh;
        }
      }
    }
  }
  CHECK(found > repairs / 4);
  return repairs;
}

// Moves one end to another cell now and then, and the other more rarely.
void move_ends(Cell& often, Cell& rarely, Rng& rng, const GridMap& map) {
  if (rng.percent(20)) {
    often = random_cell(map, rng);
  } else if (rng.percent(60)) {
    often = {std::clamp(often.x + rng.between(-1, 1), 0, map.width() - 1),
             std::clamp(often.y + rng.between(-1, 1), 0, map.height() - 1)};
  }
  if (rng.percent(3)) rarely = random_cell(map, rng);
}

template <class Planner>
void check_traces() {
  const PseudoCode& code = Planner::pseudo_code();
  uint64_t reached = 0;
  std::set<std::string> words;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    EditedMap s(seed % 2 == 0 ? random_map(40, 33, 20, seed) : random_rooms(40, 33, 9, seed), {});
    Rng rng(seed);
    Planner planner, traced;
    PlanResult result, of_traced;
    const std::vector<PlanQuery> pairs = random_pairs(s.grid, 2, seed);
    for (int i = 0; i < 25; ++i) {
      const PlanQuery query = {i % 2 == 0 || std::is_same_v<Planner, LpaStar> ? pairs[0].start : pairs[1].start,
                               pairs[0].goal};
      if (i > 0) {
        const Rect changed = s.edit(random_edit(s.map, 8, rng));
        planner.update(s.grid, changed);
        traced.update(s.grid, changed);
      }
      planner.plan(s.grid, query, result);
      Trace trace;
      traced.plan(s.grid, query, of_traced, trace);
      REQUIRE(same_answer(result, of_traced));
      REQUIRE(planner.last_repair() == traced.last_repair());
      for (CellId cell = 0; cell < s.grid.cell_count(); ++cell) REQUIRE(planner.costs(cell) == traced.costs(cell));
      if (result.status == PlanStatus::kStartBlocked || result.status == PlanStatus::kGoalBlocked) continue;
      uint64_t expanded = 0, generated = 0;
      std::set<NodeId> open;
      std::set<std::pair<NodeId, uint8_t>> done;  // expansions, by cell and kind
      for (const SearchEvent& event : trace.events()) {
        words.emplace(code.event_word(event.type, event.line));
        const bool listed = event.line == d_star_lite_code::Lines::kKept;
        switch (event.type) {
          case EventType::kExpand:
            ++expanded;
            REQUIRE(open.erase(event.node) == 1);
            REQUIRE(done.emplace(event.node, event.line).second);  // a cell is lowered once and raised once at most
            break;
          case EventType::kStall:
            REQUIRE(open.erase(event.node) == 1);
            break;
          case EventType::kGenerate:
          case EventType::kUpdate:
            generated += listed ? 0 : 1;
            open.insert(event.node);
            break;
          default:
            break;
        }
      }
      REQUIRE(expanded == result.stats.total().expanded);
      REQUIRE(generated == result.stats.total().generated);
      // What the events leave open are the inconsistent cells.
      for (CellId cell = 0; cell < s.grid.cell_count(); ++cell) {
        REQUIRE(open.contains(cell) != traced.costs(cell).consistent());
      }
      for (size_t e = 0; e < trace.events().size(); ++e) {
        reached |= code.lines_of(trace.events()[e], e == 0, trace.places(40), s.map.id(query.goal));
      }
    }
  }
  CHECK(reached == all_lines(code));
  for (const char* word : {"lower", "raise", "consistent"}) CHECK(words.contains(word));
  CHECK(words.contains("new key") == std::is_same_v<Planner, DStarLite>);
}

// Returns the change of one cell.
Edit one_cell(const GridMap& map, Cell at, char letter) { return {{{map.id(at), 1, letter}}}; }

}  // namespace

TEST_CASE("LPA* costs what Dijkstra finds after every edit, under all rules and for agents of all sizes") {
  const size_t repairs =
      check_random_edits<LpaStar>(4 / kFewer, 60, [](PlanQuery& query, Rng& rng, const GridMap& map) {
        if (rng.percent(3)) query.goal = random_cell(map, rng);
        if (rng.percent(3)) query.start = random_cell(map, rng);
      });
  CHECK(repairs > 2000 / kFewer);
}

TEST_CASE("D* Lite costs what Dijkstra finds after every edit, while its start walks and jumps") {
  const size_t repairs = check_random_edits<DStarLite>(
      4 / kFewer, 60,
      [](PlanQuery& query, Rng& rng, const GridMap& map) { move_ends(query.start, query.goal, rng, map); });
  CHECK(repairs > 2000 / kFewer);
}

TEST_CASE("LPA* and D* Lite keep rhs true for every cell, and answer the same traced as untraced") {
  check_traces<LpaStar>();
  check_traces<DStarLite>();
  Rng rng(5);
  EditedMap s(random_rooms(50, 40, 8, 3), {Profile::kPaper, Capability(0b1111), {1, 3, 16, 7}});
  const PlanQuery query = random_pairs(s.grid, 1, 4)[0];
  LpaStar forward;
  DStarLite backward;
  PlanResult result;
  for (int i = 0; i < 100; ++i) {
    forward.plan(s.grid, query, result);
    if (result.status == PlanStatus::kStartBlocked || result.status == PlanStatus::kGoalBlocked) break;
    REQUIRE(wrong_costs(s, forward, s.map.id(query.start)) == 0);
    backward.plan(s.grid, query, result);
    REQUIRE(wrong_costs(s, backward, s.map.id(query.goal)) == 0);
    const Rect changed = s.edit(random_edit(s.map, 8, rng));
    forward.update(s.grid, changed);
    backward.update(s.grid, changed);
  }
}

TEST_CASE("a repair raises and lowers the cells behind an edit, and expands nothing that the path does not need") {
  EditedMap s(map_from_text("......\n"
                            ".@@@@.\n"
                            "......\n"),
              {});
  const PlanQuery query{{0, 1}, {5, 1}};
  LpaStar forward;
  DStarLite backward;
  PlanResult result;
  const auto plan_both = [&](Cost cost) {
    for (const bool lpa : {true, false}) {
      lpa ? forward.plan(s.grid, query, result) : backward.plan(s.grid, query, result);
      CHECK(result.cost == cost);
    }
  };
  const auto edit = [&](Cell at, char letter) {
    const Rect changed = s.edit(one_cell(s.map, at, letter));
    forward.update(s.grid, changed);
    backward.update(s.grid, changed);
  };
  plan_both(7 * 816);
  CHECK(forward.last_repair().fresh);
  CHECK(backward.last_repair().fresh);
  // Nothing has changed.
  plan_both(7 * 816);
  CHECK(forward.last_repair() == RepairStats{});
  CHECK(backward.last_repair() == RepairStats{});
  // One of two equal paths is closed, then the other.
  edit({2, 0}, '@');
  plan_both(7 * 816);
  edit({2, 2}, '@');
  plan_both(kInfinite);
  CHECK(result.status == PlanStatus::kNoPath);
  CHECK(forward.last_repair().raised > 0);
  CHECK(backward.last_repair().raised > 0);
  CHECK_FALSE(backward.last_repair().fresh);
  // A gap in the wall makes the path shorter.
  edit({2, 0}, '.');
  plan_both(7 * 816);
  CHECK(forward.last_repair().lowered > 0);
  for (int x = 1; x < 5; ++x) edit({x, 1}, '.');
  plan_both(5 * 816);
  CHECK(forward.last_repair().changed >= 4);
}

TEST_CASE("LPA* starts afresh for other ends, D* Lite for another goal alone") {
  EditedMap s(random_map(40, 40, 10, 2), {});
  const std::vector<PlanQuery> pairs = random_pairs(s.grid, 2, 1);
  LpaStar forward;
  DStarLite backward;
  PlanResult result;
  const auto fresh = [&](auto& planner, Cell start, Cell goal) {
    planner.plan(s.grid, {start, goal}, result);
    REQUIRE(result.found());
    return planner.last_repair().fresh;
  };
  const Cell c = pairs[1].goal, d = pairs[1].start;
  CHECK(fresh(forward, pairs[0].start, pairs[0].goal));
  CHECK_FALSE(fresh(forward, pairs[0].start, pairs[0].goal));
  CHECK(fresh(forward, d, pairs[0].goal));
  CHECK(fresh(forward, d, c));
  CHECK(fresh(backward, pairs[0].start, pairs[0].goal));
  CHECK_FALSE(fresh(backward, d, pairs[0].goal));
  CHECK_FALSE(fresh(backward, pairs[0].start, pairs[0].goal));
  CHECK(fresh(backward, pairs[0].start, c));
  // An edit that was not reported.
  s.edit(one_cell(s.map, {20, 20}, s.map.letter(Cell{20, 20}) == '@' ? '.' : '@'));
  CHECK(fresh(forward, d, c));
  CHECK(fresh(backward, pairs[0].start, c));
  // Other rules.
  s.grid.build(s.map, {Profile::kFour});
  CHECK(fresh(forward, d, c));
  CHECK(fresh(backward, pairs[0].start, c));
  CHECK(wrong_answer(s, {pairs[0].start, c}, result) == "");
}

TEST_CASE("LPA* and D* Lite start afresh when the smallest weight of the map changes, which changes the heuristic") {
  EditedMap s(GridMap(30, 20, 'S'), {Profile::kOctile, Capability(0b1111), {1, 3, 16, 7}});
  const PlanQuery query{{2, 3}, {27, 15}};
  LpaStar forward;
  DStarLite backward;
  PlanResult result;
  const auto plan_both = [&] {
    forward.plan(s.grid, query, result);
    CHECK(wrong_answer(s, query, result) == "");
    backward.plan(s.grid, query, result);
    CHECK(wrong_answer(s, query, result) == "");
    return forward.last_repair().fresh;
  };
  const auto edit = [&](const Edit& change) {
    const Rect changed = s.edit(change);
    forward.update(s.grid, changed);
    backward.update(s.grid, changed);
  };
  CHECK(plan_both());
  edit(brush_line(s.map, {5, 3}, {25, 10}, {1, BrushShape::kSquare}, '.'));
  CHECK(plan_both());
  edit(brush_line(s.map, {9, 3}, {9, 10}, {1, BrushShape::kSquare}, 'S'));
  CHECK_FALSE(plan_both());
}

TEST_CASE("many edits between two plans, or edits while an end is blocked, are not forgotten") {
  EditedMap s(random_rooms(60, 50, 9, 4), {});
  Rng rng(8);
  LpaStar forward;
  DStarLite backward;
  PlanResult result;
  const PlanQuery query = random_pairs(s.grid, 1, 9)[0];
  const auto edit = [&](const Edit& change) {
    const Rect changed = s.edit(change);
    forward.update(s.grid, changed);
    backward.update(s.grid, changed);
  };
  for (int i = 0; i < 12; ++i) {
    forward.plan(s.grid, query, result);
    CHECK(wrong_answer(s, query, result) == "");
    CHECK(wrong_costs(s, forward, s.map.id(query.start)) == 0);
    CHECK(forward.last_repair().fresh == (i == 0));
    backward.plan(s.grid, query, result);
    CHECK(wrong_answer(s, query, result) == "");
    CHECK(wrong_costs(s, backward, s.map.id(query.goal)) == 0);
    if (i % 2 == 0) {
      edit(one_cell(s.map, i % 4 == 0 ? query.start : query.goal, '@'));
      forward.plan(s.grid, query, result);
      CHECK(result.status == (i % 4 == 0 ? PlanStatus::kStartBlocked : PlanStatus::kGoalBlocked));
    }
    for (int k = 0; k < 100; ++k) {
      const Cell at = random_cell(s.map, rng);
      edit(one_cell(s.map, at, s.grid.passable(at) ? '@' : '.'));
    }
    edit(one_cell(s.map, query.start, '.'));
    edit(one_cell(s.map, query.goal, '.'));
  }
}

TEST_CASE("a plan that is interrupted after an edit goes on with the next one") {
  EditedMap s(random_rooms(60, 50, 9, 4), {});
  const PlanQuery query = random_pairs(s.grid, 1, 9)[0];
  LpaStar forward;
  DStarLite backward;
  PlanResult result;
  Interruption interruption;
  const auto check = [&](auto& planner, bool fresh) {
    Interruption::of_this_thread() = &interruption;
    interruption.stop();
    CHECK_THROWS_AS(planner.plan(s.grid, query, result), SearchStopped);
    CHECK(planner.last_repair().fresh == fresh);
    interruption.open();
    Interruption::of_this_thread() = nullptr;
    planner.plan(s.grid, query, result);
    CHECK_FALSE(planner.last_repair().fresh);
    CHECK(wrong_answer(s, query, result) == "");
    return result.path;
  };
  check(forward, true);
  const std::vector<CellId> path = check(backward, true);
  const Rect changed = s.edit(one_cell(s.map, s.map.cell(path[path.size() / 2]), '@'));
  forward.update(s.grid, changed);
  backward.update(s.grid, changed);
  check(forward, false);
  CHECK(forward.last_repair().raised > 0);
  check(backward, false);
  CHECK(backward.last_repair().raised > 0);
}

TEST_CASE("D* Lite expands less than a fresh A* after most strokes far from its path") {
  size_t far = 0, fewer = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    EditedMap s(generate({seed == 1   ? SceneKind::kCave
                          : seed == 2 ? SceneKind::kRooms
                                      : SceneKind::kCity,
                          200, 200, seed, 0}),
                {});
    Rng rng(seed);
    Workspace workspace;
    for (const PlanQuery& query : random_pairs(s.grid, 6 / kFewer, seed)) {
      DStarLite planner;
      PlanResult result, fresh;
      Cell start = query.start;
      planner.plan(s.grid, query, result);
      for (int i = 0; i < 40 && result.found() && result.path.size() > 2; ++i) {
        const Cell at = random_cell(s.map, rng);
        const std::vector<CellId> before = result.path;
        const Rect changed = s.edit(brush_line(s.map, at, {at.x + rng.between(-5, 5), at.y + rng.between(-5, 5)},
                                               {3, BrushShape::kRound}, s.grid.passable(at) ? '@' : '.'));
        planner.update(s.grid, changed);
        start = s.map.cell(before[1]);
        planner.plan(s.grid, {start, query.goal}, result);
        plan_on_grid(s.grid, GridHeuristic::kDistance, {start, query.goal}, workspace, fresh);
        REQUIRE(result.status == fresh.status);
        REQUIRE(result.cost == fresh.cost);
        const bool near =
            std::ranges::any_of(before, [&](CellId cell) { return changed.grown(16).contains(s.map.cell(cell)); });
        if (near || changed.empty()) continue;
        ++far;
        fewer += result.stats.total().expanded < fresh.stats.total().expanded;
      }
    }
  }
  CHECK(far > 200 / kFewer);
  CHECK(fewer * 10 >= far * 8);
}

TEST_CASE("LPA* and D* Lite say what they cannot answer, and what a plan takes of memory") {
  EditedMap s(map_from_text("..@.\n"
                            "..@.\n"
                            "..@.\n"),
              {});
  LpaStar forward;
  DStarLite backward;
  PlanResult result;
  for (const bool lpa : {true, false}) {
    const auto status = [&](PlanQuery query) {
      lpa ? forward.plan(s.grid, query, result) : backward.plan(s.grid, query, result);
      if (!result.found()) CHECK(result.path.empty());
      return result.status;
    };
    CHECK(status({{2, 0}, {3, 0}}) == PlanStatus::kStartBlocked);
    CHECK(status({{0, 0}, {0, 3}}) == PlanStatus::kGoalBlocked);
    CHECK(status({{1, 1}, {1, 1}}) == PlanStatus::kFound);
    CHECK(result.path == std::vector<CellId>{s.map.id({1, 1})});
    CHECK(result.cost == 0);
    CHECK(status({{0, 0}, {3, 0}}) == PlanStatus::kNoPath);
  }
  EditedMap large(GridMap(300, 200), {});
  LpaStar planner;
  planner.plan(large.grid, {{0, 0}, {299, 199}}, result);
  CHECK(planner.memory_bytes() >= 300 * 200 * 16);
  CHECK(planner.memory_bytes() < 300 * 200 * 40);
}

TEST_CASE("LPA* and D* Lite: a cost beyond 32 bits is told, not wrapped, and a later edit is repaired") {
  constexpr int kSide = 1001;
  EditedMap s(winding_corridor(kSide), {Profile::kOctile, Capability::walker(), {16, 16, 16, 16}});
  const PlanQuery query{{0, 0}, {0, kSide - 1}};
  LpaStar forward;
  DStarLite backward;
  PlanResult result;
  forward.plan(s.grid, query, result);
  CHECK(result.status == PlanStatus::kCostOverflow);
  backward.plan(s.grid, query, result);
  CHECK(result.status == PlanStatus::kCostOverflow);
  Edit edit;
  for (int y = 1; y < kSide; y += 2) edit.runs.push_back({s.map.id({0, y}), 1, '.'});
  const Rect changed = s.edit(edit);
  forward.update(s.grid, changed);
  backward.update(s.grid, changed);
  forward.plan(s.grid, query, result);
  CHECK(result.cost == (kSide - 1) * 816u * 16);
  CHECK_FALSE(forward.last_repair().fresh);
  backward.plan(s.grid, query, result);
  CHECK(result.cost == (kSide - 1) * 816u * 16);
  CHECK_FALSE(backward.last_repair().fresh);
}

TEST_CASE("a heap of cells gives its cells by key, whatever was changed or removed before") {
  CellHeap heap;
  std::map<CellId, CellKey> held;
  Rng rng(3);
  heap.begin(200);
  for (int i = 0; i < 20'000; ++i) {
    const CellId cell = rng.below(200);
    if (rng.percent(60)) {
      held[cell] = {rng.below(20), rng.below(5)};
      heap.set(cell, held[cell]);
    } else if (held.erase(cell) > 0) {
      heap.remove(cell);
    }
    REQUIRE(heap.has(cell) == held.contains(cell));
    REQUIRE(heap.entries().size() == held.size());
    if (held.empty()) continue;
    const auto first = std::ranges::min_element(held, [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second < b.second : a.first < b.first;
    });
    REQUIRE(heap.top().cell == first->first);
    REQUIRE(heap.key(first->first) == first->second);
  }
  heap.begin(200);
  CHECK(heap.empty());
  CHECK_FALSE(heap.has(held.begin()->first));
}

}  // namespace strata::test
