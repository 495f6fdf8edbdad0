// Next-hop tables on maps with links between cells, beside HPA* on level 1 and a plain Dijkstra with links.
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "tests/links_support.hpp"
#include "tests/tables_support.hpp"

using namespace strata;
using namespace strata::tables_test;

namespace {

// Checks the links of a view: those of the map that the agent can use, by both ends.
void check_table_links(const TablesTestMap& s) {
  const TablesView view = s.tables.view(s.grid);
  size_t usable = 0;
  if (s.map.links() != nullptr) {
    for (const MapLink& link : s.map.links()->all()) {
      const bool there = s.grid.passable(link.from) && s.grid.passable(link.to);
      REQUIRE(table_link_cost(view, link.from, link.to) == (there ? step_between(s.grid, link.from, link.to) : kNoWay));
      usable += there;
    }
  }
  REQUIRE(view.link_count == usable);
  REQUIRE(s.tables.has_links() == (usable > 0));
  for (uint32_t e = 0; e < view.link_count; ++e) {
    const TableLink &from = view.links_from[e], &into = view.links_into[e];
    REQUIRE(table_link_cost(view, view.node_cell[from.node], view.node_cell[from.other]) == from.cost);
    REQUIRE(table_link_cost(view, view.node_cell[into.other], view.node_cell[into.node]) == into.cost);
    REQUIRE((e == 0 || view.links_from[e - 1].node <= from.node));
    REQUIRE((e == 0 || view.links_into[e - 1].node <= into.node));
  }
}

}  // namespace

TEST_CASE("tables follow links at the costs of HPA* on level 1, and are after every edit those of a fresh build") {
  const std::vector<Rules> rules = rules_of_all_kinds();
  Workspace workspace;
  PlanResult expected, result, traced, smooth;
  size_t found = 0, over_links = 0, lost = 0;
  const auto seeds = static_cast<uint64_t>(test::rounds(30));
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    Rng rng(seed);
    CAPTURE(seed);
    const int cluster_size = rng.between(3, 10);
    TablesTestMap s(map_of(1 + static_cast<int>(seed % 2), rng.between(20, 36), rng.between(20, 36), seed),
                    rules[seed % rules.size()], cluster_size);
    s.edit(test::random_links(s.map, 6, rng));
    for (int i = 0; i < 10; ++i) {
      CAPTURE(i);
      s.edit(test::random_link_edit(s.map, cluster_size, rng));
      REQUIRE(s.tables == test::built<Tables>(s.grid, s.hpa, TablesOptions{}));
      check_table_links(s);
      for (int k = 0; k < 8; ++k) {
        PlanQuery query{random_stand(s, rng), random_stand(s, rng)};
        if (k % 4 == 1 && s.map.links() != nullptr) query.start = s.map.cell(s.map.links()->all()[0].from);
        const Cost optimum = test::linked_dijkstra(s.map, s.grid.rules(), query.start)[s.map.id(query.goal)];
        s.hpa.plan(s.grid, query, {.smooth = false, .levels = 1}, workspace, expected);
        s.tables.plan(s.grid, nullptr, query, {.smooth = false}, workspace, result);
        REQUIRE(result.status == expected.status);
        Trace trace;
        s.tables.plan(s.grid, nullptr, query, {.smooth = false}, workspace, traced, &trace);
        REQUIRE(traced.status == result.status);
        REQUIRE(traced.path == result.path);
        REQUIRE(traced.cost == result.cost);
        if (!result.found()) {
          if (s.grid.passable(query.start) && s.grid.passable(query.goal)) {
            REQUIRE(result.status == PlanStatus::kNoPath);
            REQUIRE(optimum == kInfinite);
            ++lost;
          }
          continue;
        }
        REQUIRE(result.raw_cost == expected.raw_cost);
        REQUIRE(result.cost >= optimum);
        REQUIRE(path_fault(s.grid, result.path, query.start, query.goal, result.cost) == std::nullopt);
        uint64_t steps = 0;
        for (const SearchEvent& event : trace.events()) {
          if (event.type == EventType::kPathEdge && event.level == 0) steps += event.g;
        }
        REQUIRE(steps == result.cost);
        s.tables.plan(s.grid, nullptr, query, {}, workspace, smooth);
        REQUIRE(path_fault(s.grid, smooth.path, query.start, query.goal, smooth.cost) == std::nullopt);
        REQUIRE(smooth.cost <= result.cost);
        s.tables.plan(s.grid, nullptr, query, {.first_moves = 3}, workspace, smooth);
        REQUIRE(std::ranges::equal(smooth.path, std::span(result.path).first(smooth.path.size())));
        ++found;
        for (size_t step = 1; step < result.path.size(); ++step) {
          if (s.grid.direction_between(result.path[step - 1], result.path[step]) >= 0) continue;
          ++over_links;
          break;
        }
      }
    }
  }
  CHECK(found > seeds * 20);
  CHECK(over_links > seeds * 2);
  CHECK(lost > 0);
}

TEST_CASE("labels are never those of tables with links, and come back without them") {
  GridMap map(24, 12);
  map.apply(rectangle(map, {12, 0}, {12, 10}, true, '@'));
  TablesTestMap s(map, {}, 6);
  s.compute_all();
  REQUIRE(s.all->is_current_for(s.tables));
  const MapLink link{map.id({3, 3}), map.id({20, 3}), 100};
  s.edit({{}, {link}});
  CHECK(!s.all->is_current_for(s.tables));
  const auto with_links = TableLabels::build(s.tables, nullptr, nullptr);
  CHECK(!with_links->is_current_for(s.tables));
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{1, 3}, {22, 3}};
  for (const TableLabels* labels : {s.all.get(), with_links.get()}) {
    s.tables.plan(s.grid, labels, query, {}, workspace, result);
    CHECK(result.cost == 5 * 816);  // two steps, the link, two steps
    s.tables.plan(s.grid, labels, {query.goal, query.start}, {}, workspace, result);
    CHECK(result.cost > 20 * 816);  // the link leads one way
  }
  s.edit({{}, {{link.from, link.to, 0}}});
  CHECK(!s.tables.has_links());
  CHECK(!with_links->is_current_for(s.tables));
  s.compute_all();
  CHECK(s.all->is_current_for(s.tables));
  CHECK(s.tables == test::built<Tables>(s.grid, s.hpa, TablesOptions{}));
}

TEST_CASE("links that lead one way: a path that is too long for tables is told apart from none") {
  GridMap map(41, 1);
  Edit edit;
  for (CellId cell = 1; cell < 41; cell += 2) edit.runs.push_back({cell, 1, '@'});
  for (CellId cell = 0; cell < 40; cell += 2) edit.links.push_back({cell, cell + 2, kMaxLinkLength});
  map.apply(edit);
  const TablesTestMap s(map, {}, 4);
  Workspace workspace;
  PlanResult result;
  const auto status = [&](int from, int to) {
    s.tables.plan(s.grid, nullptr, {{from, 0}, {to, 0}}, {}, workspace, result);
    return result.status;
  };
  CHECK(status(0, 26) == PlanStatus::kFound);
  CHECK(result.cost == 13 * 81'600'000u);
  CHECK(status(0, 28) == PlanStatus::kCostOverflow);
  CHECK(status(0, 40) == PlanStatus::kCostOverflow);
  CHECK(status(12, 40) == PlanStatus::kCostOverflow);
  CHECK(status(40, 0) == PlanStatus::kNoPath);
  CHECK(status(2, 0) == PlanStatus::kNoPath);
}

TEST_CASE("tables refuse a map with more ends of links than HPA* takes, and return to it") {
  GridMap map(100, 110);
  Edit edit;
  for (CellId id = 0; id < Hpa::kMaxLinkEnds; ++id) edit.links.push_back({id, id + 5000, 400});
  map.apply(edit);
  TablesTestMap s(map, {}, 10);
  CHECK(s.tables.too_many_links());
  Workspace workspace;
  PlanResult result;
  s.tables.plan(s.grid, nullptr, {{0, 0}, {99, 99}}, {}, workspace, result);
  CHECK(result.status == PlanStatus::kUnsupported);
  Edit gone;
  for (size_t i = 8; i < edit.links.size(); ++i) gone.links.push_back({edit.links[i].from, edit.links[i].to, 0});
  s.edit(gone);
  CHECK(!s.tables.too_many_links());
  CHECK(s.tables.view(s.grid).link_count == 8);
  s.tables.plan(s.grid, nullptr, {{0, 0}, {0, 50}}, {}, workspace, result);
  CHECK(result.cost == 4 * 816);
}
