#include <cstdlib>
#include <filesystem>
#include <new>

#include "core/io/movingai.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/tables/tables_code.hpp"
#include "tests/must.hpp"
#include "tests/tables_support.hpp"

using namespace strata;
using namespace strata::tables_test;

TEST_CASE("tables find what HPA* finds on level 1: 300,000 look-ups on maps, rules and cluster sizes of all kinds") {
  const std::vector<Rules> rules = rules_of_all_kinds();
  Workspace workspace;
  PlanResult expected;
  const PlanOptions options{.smooth = false};
  size_t queries = 0, found = 0, planned = 0;
  for (uint64_t seed = 1; queries < 300'000; ++seed) {
    Rng rng(seed);
    const int side = seed % 9 == 0 ? rng.between(1, 7) : rng.between(8, 72);
    const int width = seed % 5 == 0 ? rng.between(1, 90) : side, height = seed % 5 == 0 ? rng.between(1, 40) : side;
    const int cluster_size = seed % 11 == 0 ? 32 : rng.between(4, 20);
    TablesTestMap s(map_of(static_cast<int>(seed % kKinds), width, height, seed), rules[seed % rules.size()],
                    cluster_size, true);
    CAPTURE(seed);
    REQUIRE(s.tables.ready());
    s.compute_all();
    const TablesView view = s.tables.view(s.grid);
    const TableLabelsView labels = s.all->view();
    GoalMemory memory;
    LinkedHpaGoal linked;
    for (int goals = 0; goals < 12; ++goals) {
      const Cell goal = test::random_cell(s.map, rng);
      const PlanStatus status = s.hpa.insert_goal(s.grid, goal, workspace, linked);
      for (int starts = 0; starts < 250; ++starts) {
        const PlanQuery query{starts == 0 ? goal : test::random_cell(s.map, rng), goal};
        ++queries;
        if (status == PlanStatus::kFound) {
          s.hpa.plan(s.grid, query.start, linked, options, workspace, expected);
        } else {
          s.hpa.plan(s.grid, query, options, workspace, expected);
        }
        const TableEnds ends = table_ends(view, s.grid.id(query.start), s.grid.id(query.goal));
        TableAnswer answer{.status = ends.status};
        if (ends.status == PlanStatus::kFound) {
          with_goal(view, labels, ends, s.grid.id(query.start), s.grid.id(query.goal), memory,
                    [&](auto& to_goal) { answer = table_look_up(view, ends, s.grid.id(query.start), to_goal); });
        }
        CAPTURE(starts);
        CAPTURE(goals);
        REQUIRE(answer.status == expected.status);
        if (expected.found()) {
          ++found;
          REQUIRE(answer.cost == expected.raw_cost);
        }
        if (starts % 10 != 0) continue;
        ++planned;
        if (expected.found()) check_choice(s, view, answer, query);
        check_query(s, query, workspace, expected);
      }
    }
  }
  CHECK(found > queries / 4);
  CHECK(planned >= queries / 10);
}

TEST_CASE("what tables hold is what plain searches find, inside clusters and between all nodes") {
  const std::vector<Rules> rules = rules_of_all_kinds();
  for (uint64_t seed = 1; seed <= 45; ++seed) {
    Rng rng(seed);
    CAPTURE(seed);
    const int width = rng.between(1, 60), height = seed % 4 == 0 ? rng.between(1, 9) : rng.between(20, 60);
    const TablesTestMap s(map_of(static_cast<int>(seed % kKinds), width, height, seed), rules[seed % rules.size()],
                          seed % 9 == 0 ? 32 : rng.between(2, 14));
    check_tables(s);
  }
}

TEST_CASE("one cell, one cluster, nothing passable: tables of maps without nodes") {
  Workspace workspace;
  PlanResult result, expected;
  for (const int blocked : {0, 100}) {
    TablesTestMap s(test::random_map(1, 1, static_cast<uint32_t>(blocked), 1), {}, 4);
    CHECK(s.tables.ready());
    CHECK(s.tables.nodes() == 0);
    s.compute_all();
    CHECK(s.all->nodes() == 0);
    s.hpa.plan(s.grid, {{0, 0}, {0, 0}}, {}, workspace, expected);
    check_query(s, {{0, 0}, {0, 0}}, workspace, expected);
    CHECK(expected.found() == (blocked == 0));
  }
  TablesTestMap s(test::random_map(9, 7, 20, 3), {}, 10);
  CHECK(s.tables.nodes() == 0);
  check_tables(s);
  s.tables.plan(s.grid, nullptr, {{-1, 0}, {3, 3}}, {}, workspace, result);
  CHECK(result.status == PlanStatus::kStartBlocked);
  s.tables.plan(s.grid, nullptr, {{0, 0}, {9, 3}}, {}, workspace, result);
  CHECK(result.status != PlanStatus::kFound);
}

TEST_CASE("a traced plan of tables finds what the plain one finds, and its events lead there") {
  Workspace workspace;
  PlanResult plain, traced;
  Trace trace;
  size_t found = 0;
  const size_t lines = tables_code::kCode.lines.size();
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    Rng rng(seed);
    TablesTestMap s(map_of(static_cast<int>(seed % kKinds), 50, 40, seed), {}, rng.between(4, 12));
    s.compute_all();
    for (int i = 0; i < 60; ++i) {
      const PlanQuery query = s.random_query(rng);
      PlanOptions options{.smooth = i % 2 == 0, .keep_raw_path = i % 4 == 0};
      if (i % 5 == 0) options.first_moves = static_cast<uint32_t>(rng.between(1, 12));
      const TableLabels* all = i % 3 == 0 ? nullptr : s.all.get();
      s.tables.plan(s.grid, all, query, options, workspace, plain);
      trace.clear();
      s.tables.plan(s.grid, all, query, options, workspace, traced, &trace);
      REQUIRE(plain.status == traced.status);
      REQUIRE(plain.cost == traced.cost);
      REQUIRE(plain.raw_cost == traced.raw_cost);
      REQUIRE(plain.path == traced.path);
      REQUIRE(plain.raw_path == traced.raw_path);
      REQUIRE(plain.abstract_path == traced.abstract_path);
      REQUIRE(plain.complete == traced.complete);
      REQUIRE(plain.stats == traced.stats);
      Cost abstract = 0, refined = 0, expanded = kInfinite;
      for (const SearchEvent& event : trace.events()) {
        REQUIRE(event.line < lines);
        REQUIRE(event.node < s.grid.cell_count());
        if (event.type == EventType::kPathEdge) (event.level == 1 ? abstract : refined) += event.g;
        if (event.type == EventType::kExpand) expanded = event.g + event.h;
      }
      if (!plain.found()) {
        REQUIRE((trace.events().empty() || trace.events().back().type == EventType::kNoPath));
        continue;
      }
      ++found;
      REQUIRE(trace.events().back().type == EventType::kFound);
      REQUIRE(trace.events().back().g == plain.cost);
      REQUIRE(abstract == plain.raw_cost);
      if (plain.complete) REQUIRE(refined == plain.raw_cost);
      if (expanded != kInfinite) REQUIRE(expanded == plain.raw_cost);
    }
  }
  CHECK(found > 300);
}

TEST_CASE("the first moves of a plan are those of the whole path, and smoothing never makes it longer") {
  Rng rng(5);
  TablesTestMap s(test::random_rooms(70, 60, 8, 5), {}, 10);
  s.compute_all();
  Workspace workspace;
  PlanResult whole, lazy, smooth;
  size_t shortened = 0;
  for (int i = 0; i < 400; ++i) {
    const PlanQuery query = s.random_query(rng);
    s.tables.plan(s.grid, s.all.get(), query, {.smooth = false, .keep_raw_path = true}, workspace, whole);
    if (!whole.found()) continue;
    REQUIRE(whole.raw_path == whole.path);
    for (const uint32_t moves : {1u, 5u, 20u, 1000u}) {
      s.tables.plan(s.grid, s.all.get(), query, {.first_moves = moves}, workspace, lazy);
      REQUIRE(lazy.found());
      REQUIRE(lazy.cost == whole.cost);
      const size_t cells = std::min<size_t>(whole.path.size(), moves + 1);
      REQUIRE(std::ranges::equal(lazy.path, std::span(whole.path).first(cells)));
      REQUIRE(lazy.complete == (cells == whole.path.size()));
      REQUIRE(lazy.abstract_path == whole.abstract_path);
    }
    s.tables.plan(s.grid, s.all.get(), query, {.keep_raw_path = true}, workspace, smooth);
    REQUIRE(smooth.raw_path == whole.path);
    REQUIRE(smooth.raw_cost == whole.cost);
    REQUIRE(smooth.cost <= whole.cost);
    REQUIRE(!path_fault(s.grid, smooth.path, query.start, query.goal, smooth.cost));
    shortened += smooth.cost < whole.cost;
  }
  CHECK(shortened > 50);
}

TEST_CASE("labels of tables that are cancelled, or too large, leave nothing") {
  TablesTestMap s(generate({SceneKind::kCave, 120, 100, 3, 0}), {}, 8);
  JobControl control;
  const auto one = TableLabels::build(s.tables, nullptr, &control);
  REQUIRE(one != nullptr);
  CHECK(control.progress() > 0);
  CHECK(one->memory_bytes() > one->labels().entry_count() * sizeof(Cost));
  JobControl cancelled;
  cancelled.cancel();
  CHECK(TableLabels::build(s.tables, nullptr, &cancelled) == nullptr);
  CHECK(TableLabels::build(s.tables, one.get(), &cancelled) == nullptr);
  auto small = test::built<Tables>(s.grid, s.hpa,
                                   TablesOptions{.max_label_bytes = one->labels().entry_count() * sizeof(Cost) - 1});
  CHECK_THROWS_AS(TableLabels::build(small, nullptr, nullptr), std::bad_alloc);
  small.build(s.grid, s.hpa, {.max_label_bytes = one->labels().entry_count() * sizeof(Cost)});
  CHECK(TableLabels::build(small, nullptr, nullptr) != nullptr);
}

TEST_CASE("the order of labels is kept over edits, and made anew when they have grown") {
  // Walls come and go everywhere, until the map is another one.
  Rng rng(12);
  TablesTestMap s(GridMap(96, 96), {}, 8);
  s.compute_all();
  CHECK(!s.all->kept_order());
  size_t kept = 0, anew = 0;
  for (int i = 0; i < 250; ++i) {
    s.edit(test::random_edit(s.map, 10, rng));
    s.compute_all();
    ++(s.all->kept_order() ? kept : anew);
    if (i % 10 != 0) continue;
    const auto fresh = TableLabels::build(s.tables, nullptr, nullptr);
    REQUIRE(s.all->nodes() == fresh->nodes());
    for (int k = 0; k < 200 && fresh->nodes() > 0; ++k) {
      const uint32_t a = rng.below(fresh->nodes()), b = rng.below(fresh->nodes());
      REQUIRE(s.all->distance(a, b) == fresh->distance(a, b));
    }
  }
  CHECK(kept > 200);
  // From nothing to something an order cannot be kept for long.
  TablesTestMap grown(test::random_map(96, 96, 100, 1), {}, 8);
  grown.compute_all();
  for (int i = 0; i < 60; ++i) {
    grown.edit(rectangle(grown.map, {0, 0}, {i + 20, i + 20}, true, '.'));
    grown.edit({{{grown.map.id({rng.between(0, i), rng.between(0, i)}), 1, '@'}}});
    grown.compute_all();
    anew += !grown.all->kept_order();
  }
  CHECK(anew > 0);
}

TEST_CASE("ways that are too long for the tables are told as that, and no cost is ever wrong") {
  // One corridor up and down the map, of heavy ground, and a room that nothing leads to.
  constexpr int kSide = 512;
  GridMap map(kSide, kSide);
  Edit walls;
  for (int x = 1; x < kSide; x += 2) {
    for (int y = 0; y < kSide; ++y) {
      if (y != (x % 4 == 1 ? kSide - 1 : 0)) walls.runs.push_back({map.id({x, y}), 1, '@'});
    }
  }
  for (int y = 0; y < kSide; ++y) walls.runs.push_back({map.id({kSide - 3, y}), 1, '@'});
  map.apply(walls);
  for (const int weight : {16, 1}) {
    Rules rules;
    rules.weights.fill(static_cast<uint8_t>(weight));
    TablesTestMap s(map, rules, 32);
    CHECK((s.tables.view(s.grid).node_component != nullptr) == (weight == 16));
    Workspace workspace;
    PlanResult expected, result;
    Rng rng(8);
    size_t too_long = 0, apart = 0, found = 0;
    for (int i = 0; i < 200; ++i) {
      PlanQuery query = s.random_query(rng);
      if (i % 10 == 0) query.goal.x = kSide - rng.between(1, 2);
      s.hpa.plan(s.grid, query, {.smooth = false}, workspace, expected);
      if (expected.found() && expected.raw_cost >= kNoWay) expected.status = PlanStatus::kCostOverflow;
      too_long += expected.status == PlanStatus::kCostOverflow;
      apart += expected.status == PlanStatus::kNoPath;
      found += expected.found();
      check_query(s, query, workspace, expected);
    }
    CHECK((too_long > 2) == (weight == 16));
    CHECK(apart > 3);
    CHECK(found > 20);
  }
}

TEST_CASE("maps of games: tables and HPA* on level 1 agree on whole scenarios" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const std::filesystem::path folder = std::filesystem::path(std::getenv("STRATA_DATA")) / "maps" / "bg512";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".map") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  Workspace workspace;
  PlanResult expected;
  size_t queries = 0;
  for (size_t i = 0; i < files.size(); i += 9) {
    CAPTURE(files[i].string());
    LoadedMap loaded = test::must(load_map(files[i].string()));
    const Scenario scenario = test::must(load_scenario(files[i].string() + ".scen"));
    TablesTestMap s(std::move(loaded.map), {}, i % 2 == 0 ? 16 : 10, true);
    s.compute_all();
    Rng rng(i);
    for (size_t row = 0; row < scenario.rows.size(); row += 3) {
      const ScenarioRow& r = scenario.rows[row];
      const PlanQuery query{{r.start_x, r.start_y}, {r.goal_x, r.goal_y}};
      s.hpa.plan(s.grid, query, {.smooth = false}, workspace, expected);
      REQUIRE(expected.found());
      check_query(s, query, workspace, expected);
      ++queries;
    }
    for (int k = 0; k < 20; ++k) s.edit(test::random_edit(s.map, 16, rng));
    auto fresh = test::built<Tables>(s.grid, s.hpa, TablesOptions{});
    REQUIRE(s.tables == fresh);
  }
  CHECK(queries > 1000);
}
