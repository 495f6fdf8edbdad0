#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "tests/tables_support.hpp"

using namespace strata;
using namespace strata::tables_test;

TEST_CASE("after every edit updated tables equal tables built anew") {
  const std::vector<Rules> rules = rules_of_all_kinds();
  Workspace workspace;
  PlanResult expected;
  size_t redone = 0;
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    Rng rng(seed);
    CAPTURE(seed);
    const int cluster_size = rng.between(2, 12);
    TablesTestMap s(map_of(static_cast<int>(seed % kKinds), rng.between(20, 70), rng.between(20, 70), seed),
                    rules[seed % rules.size()], cluster_size);
    for (int i = 0; i < 40; ++i) {
      CAPTURE(i);
      const TablesUpdate report = s.edit(test::random_edit(s.map, cluster_size, rng));
      REQUIRE(std::ranges::is_sorted(report.clusters));
      redone += report.clusters.size();
      auto fresh = test::built<Tables>(s.grid, s.hpa, TablesOptions{});
      REQUIRE(s.tables == fresh);
      REQUIRE(s.tables.memory_bytes() > 0);
      if (i % 10 != 0) continue;
      s.compute_all();
      for (int k = 0; k < 20; ++k) {
        const PlanQuery query = s.random_query(rng);
        s.hpa.plan(s.grid, query, {.smooth = false}, workspace, expected);
        check_query(s, query, workspace, expected);
      }
    }
    check_tables(s);
  }
  CHECK(redone > 1000);
}

// In clusters of a few cells an edit often leaves the links as they are and moves them from one node to another.
TEST_CASE("after every edit of one cell updated tables of the smallest clusters equal tables built anew") {
  for (int seed = 1; seed <= test::rounds(300); ++seed) {
    Rng rng(static_cast<uint64_t>(seed));
    CAPTURE(seed);
    TablesTestMap s(test::random_map(8, 8, 40, static_cast<uint64_t>(seed)), {}, rng.between(2, 3));
    for (int i = 0; i < 20; ++i) {
      CAPTURE(i);
      const Cell cell{rng.between(0, 7), rng.between(0, 7)};
      s.edit(rectangle(s.map, cell, cell, true, s.map.letter(cell) == '@' ? '.' : '@'));
      auto fresh = test::built<Tables>(s.grid, s.hpa, TablesOptions{});
      REQUIRE(s.tables == fresh);
    }
  }
}

TEST_CASE("tables settle in slices, and edits may come between any two of them") {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    Rng rng(seed);
    CAPTURE(seed);
    TablesTestMap s(test::random_rooms(60, 44, 7, seed), {}, 6);
    for (int i = 0; i < 12; ++i) {
      s.edit_below(test::random_edit(s.map, 6, rng));
      s.tables.mark_dirty(s.grid, s.hpa);
      TablesUpdate report;
      size_t slices = 0, edits = 0;
      while (!s.tables.update_some(s.grid, s.hpa, report, 1)) {
        REQUIRE(!s.tables.ready());
        REQUIRE(s.tables.pending() > 0);
        REQUIRE(++slices < 2000);
        if (edits > 4 || !rng.percent(20)) continue;
        ++edits;
        s.edit_below(test::random_edit(s.map, 6, rng));
        s.tables.mark_dirty(s.grid, s.hpa);
      }
      REQUIRE(s.tables.pending() == 0);
      REQUIRE(s.tables.ready());
      auto fresh = test::built<Tables>(s.grid, s.hpa, TablesOptions{});
      REQUIRE(s.tables == fresh);
    }
    // A whole build, cluster by cluster.
    Tables sliced;
    sliced.reset(s.grid, s.hpa, {});
    TablesUpdate report;
    size_t slices = 0;
    while (!sliced.update_some(s.grid, s.hpa, report, 1)) ++slices;
    REQUIRE(slices + 1 >= s.hpa.clusters().count());
    REQUIRE(report.clusters.size() == s.hpa.clusters().count());
    REQUIRE(sliced == s.tables);
    // Another hpa below: everything anew.
    s.hpa.build(s.grid, {.cluster_size = 9});
    s.tables.update(s.grid, s.hpa);
    auto fresh = test::built<Tables>(s.grid, s.hpa, TablesOptions{});
    REQUIRE(s.tables == fresh);
  }
}

TEST_CASE("a copy of tables stays as it was while the original is updated, also half way through an update") {
  Rng rng(4);
  TablesTestMap s(test::random_rooms(64, 64, 7, 4), {}, 8);
  for (int i = 0; i < 30; ++i) {
    const Tables copy = s.tables;
    auto fresh = test::built<Tables>(s.grid, s.hpa, TablesOptions{});
    const auto before = TableLabels::build(s.tables, nullptr, nullptr);
    s.edit_below(test::random_edit(s.map, 8, rng));
    s.tables.mark_dirty(s.grid, s.hpa);
    TablesUpdate report;
    s.tables.update_some(s.grid, s.hpa, report, rng.below(6));
    Tables half = s.tables;
    s.tables.update_some(s.grid, s.hpa, report);
    half.update_some(s.grid, s.hpa, report);
    REQUIRE(half == s.tables);
    REQUIRE(copy == fresh);
    const auto after = TableLabels::build(copy, nullptr, nullptr);
    REQUIRE(after->is_current_for(copy));
    REQUIRE(before->nodes() == after->nodes());
    REQUIRE(before->labels() == after->labels());
  }
}

TEST_CASE("versions tell which tables have changed") {
  TablesTestMap s(test::random_rooms(64, 64, 7, 2), {}, 8);
  s.compute_all();
  const uint64_t first = s.tables.version();
  auto other = test::built<Tables>(s.grid, s.hpa, TablesOptions{});
  CHECK(other.version() != first);
  CHECK(Tables(s.tables).version() == first);
  CHECK(s.all->is_current_for(s.tables));
  CHECK(!s.all->is_current_for(other));
  // Ground to swamp of the same weight: another revision, the same tables.
  const Cell inside{11, 12};
  const char letter = s.grid.passable(inside) ? '@' : '.';
  s.edit({{{s.map.id(inside), 1, s.grid.passable(inside) ? 'S' : '@'}}});
  CHECK(s.tables.version() == first);
  CHECK(s.all->is_current_for(s.tables));
  // One cluster changes.
  s.edit({{{s.map.id(inside), 1, letter}}});
  CHECK(s.tables.version() > first);
  for (uint32_t c = 0; c < s.hpa.clusters().count(); ++c)
    CHECK((s.tables.changed_at(c) > first) == (c == s.hpa.clusters().cluster_of(inside)));
  CHECK(s.all->is_current_for(s.tables) == (s.tables.graph_version() == first));
}

TEST_CASE("labels outlive an edit that leaves all ways between nodes as they are") {
  // A nook that no node's way leads through.
  TablesTestMap s(GridMap(24, 24), {}, 8);
  Edit walls;
  for (const Cell c : {Cell{2, 2}, Cell{3, 2}, Cell{2, 3}, Cell{2, 4}, Cell{3, 4}})
    walls.runs.push_back({s.map.id(c), 1, '@'});
  s.edit(walls);
  s.compute_all();
  const uint64_t version = s.tables.version();
  s.edit({{{s.map.id({3, 3}), 1, '@'}}});
  CHECK(s.tables.version() != version);
  CHECK(s.all->is_current_for(s.tables));
  Rng rng(3);
  Workspace workspace;
  PlanResult expected;
  for (int i = 0; i < 300; ++i) {
    const PlanQuery query = s.random_query(rng);
    s.hpa.plan(s.grid, query, {.smooth = false}, workspace, expected);
    check_query(s, query, workspace, expected);
  }
}

TEST_CASE("tables that are not up to date, or were never built, say so") {
  TablesTestMap s(test::random_rooms(40, 40, 7, 2), {}, 8);
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{1, 1}, {2, 1}};
  s.edit({{{s.map.id({1, 1}), 2, '.'}, {s.map.id({20, 20}), 1, '@'}}});
  s.tables.plan(s.grid, nullptr, query, {}, workspace, result);
  CHECK(result.found());
  s.edit_below({{{s.map.id({20, 20}), 1, '.'}}});
  s.tables.plan(s.grid, nullptr, query, {}, workspace, result);
  CHECK(result.status == PlanStatus::kStale);
  Tables().plan(s.grid, nullptr, query, {}, workspace, result);
  CHECK(result.status == PlanStatus::kStale);
}

TEST_CASE("tables that would be too large are not built") {
  TablesTestMap s(test::random_map(64, 64, 10, 1), {}, 8);
  const size_t bytes = s.tables.memory_bytes();
  CHECK(s.tables.needed_bytes() > bytes / 2);
  CHECK(s.tables.needed_bytes() < bytes * 2);
  CHECK(!s.tables.too_large());
  Workspace workspace;
  PlanResult result;
  Tables tables;
  TablesOptions options{.max_bytes = s.tables.needed_bytes() - 1};
  tables.build(s.grid, s.hpa, options);
  CHECK(tables.too_large());
  CHECK(!tables.ready());
  CHECK(tables.pending() == 0);
  CHECK(tables.needed_bytes() == s.tables.needed_bytes());
  CHECK(tables.memory_bytes() == 0);
  tables.plan(s.grid, nullptr, {{0, 0}, {1, 1}}, {}, workspace, result);
  CHECK(result.status != PlanStatus::kFound);
  // They stay so until the hpa is built anew, as do those that grow too large by an edit.
  s.edit_below(rectangle(s.map, {0, 0}, {63, 63}, true, '@'));
  tables.update(s.grid, s.hpa);
  CHECK(tables.too_large());
  s.hpa.build(s.grid, s.hpa.options());
  tables.update(s.grid, s.hpa);
  CHECK(tables.ready());
  CHECK(!tables.too_large());
  options.max_bytes = 100'000;
  tables.build(s.grid, s.hpa, options);
  CHECK(tables.ready());
  s.edit_below(rectangle(s.map, {0, 0}, {63, 63}, true, '.'));
  tables.update(s.grid, s.hpa);
  CHECK(tables.too_large());
  CHECK(!tables.ready());
  CHECK(tables.memory_bytes() == 0);

  s.hpa.build(s.grid, {.cluster_size = Tables::kMaxClusterSize + 1});
  tables.build(s.grid, s.hpa, {});
  CHECK(tables.too_large());
  CHECK(!tables.ready());
}

TEST_CASE("the estimate of tables is what they then take, but for lists of nodes and clusters") {
  for (int kind = 0; kind < kKinds; ++kind) {
    for (const int side : {4, 5, 8, 16, Tables::kMaxClusterSize}) {
      for (const auto& each : {std::pair{64, 48}, {35, 50}, {9, 9}, {4, 40}}) {
        const int width = each.first;
        const int height = each.second;
        CAPTURE(kind);
        CAPTURE(side);
        CAPTURE(width);
        const TablesTestMap s(map_of(kind, width, height, static_cast<uint64_t>(kind) + 3), {}, side);
        REQUIRE(s.tables.ready());
        const size_t needed = s.tables.needed_bytes(), taken = s.tables.memory_bytes();
        CHECK(needed <= taken);
        const size_t lists = size_t{16} * s.tables.nodes() + size_t{256} * (s.tables.clusters() + 1);
        CHECK(taken <= needed + lists);
      }
    }
  }
}

TEST_CASE("tables are built with just the memory that they need, and not with a byte less") {
  const TablesTestMap s(test::random_map(64, 64, 10, 1), {}, 8);
  TablesOptions options;
  for (const size_t less : {size_t{0}, size_t{1}}) {
    options.max_bytes = s.tables.needed_bytes() - less;
    auto tables = test::built<Tables>(s.grid, s.hpa, options);
    CHECK(tables.too_large() == (less > 0));
    CHECK(tables.ready() == (less == 0));
  }
}
