// Contraction hierarchies, CCH and hub labels over the cells of maps with links.
#include <doctest/doctest.h>

#include "core/ch/cell_ch.hpp"
#include "core/ch/cell_graph.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "tests/links_support.hpp"

namespace strata::test {

TEST_CASE("the graph of cells has links that lead both ways as edges, sorted, and of two edges the cheaper one") {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    const Rules rules = all_rules()[seed % all_rules().size()];
    GridMap map = random_map(9, 8, 25, seed);
    Edit edit = random_links(map, 6, rng);
    const size_t count = edit.links.size();
    for (size_t i = 0; i < count; ++i)
      edit.links.push_back({edit.links[i].to, edit.links[i].from, edit.links[i].length});
    map.apply(edit);
    const MoveGrid grid = moves_on(map, rules);
    REQUIRE(cell_graph_has_links(grid));
    const CellGraph graph = make_cell_graph(grid);
    for (uint32_t node = 0; node < graph.cells.size(); ++node) {
      std::vector<uint32_t> targets;
      for (uint32_t other = 0; other < graph.cells.size(); ++other) {
        const Cost step = step_between(grid, graph.cells[node], graph.cells[other]);
        if (step == kInfinite) continue;
        const uint32_t place = graph.graph.first[node] + static_cast<uint32_t>(targets.size());
        REQUIRE(place < graph.graph.first[node + 1]);
        REQUIRE(graph.graph.targets[place] == other);
        REQUIRE(graph.graph.weights[place] == step);
        targets.push_back(other);
      }
      REQUIRE(graph.graph.first[node + 1] - graph.graph.first[node] == targets.size());
    }
    map.apply({{}, {{edit.links[0].from, edit.links[0].to, edit.links[0].length + 1}}});
    CHECK(!cell_graph_has_links(moves_on(map, rules)));
  }
}

TEST_CASE("hierarchies over cells find the optimum over links in every order, and refuse one-way links") {
  Workspace workspace;
  PlanResult result, traced;
  Trace trace;
  size_t over_links = 0;
  for (uint64_t seed = 1; seed <= 9; ++seed) {
    Rng rng(seed);
    const Rules rules = all_rules()[seed % all_rules().size()];
    GridMap map = seed % 2 == 0 ? random_map(14, 11, 25, seed) : random_rooms(16, 12, 6, seed);
    Edit edit = random_links(map, 4, rng);
    const size_t count = edit.links.size();
    for (size_t i = 0; i < count; ++i)
      edit.links.push_back({edit.links[i].to, edit.links[i].from, edit.links[i].length});
    map.apply(edit);
    const MoveGrid grid = moves_on(map, rules);
    for (const bool canonical : {false, true}) {
      for (const ChOrder order : {ChOrder::kNested, ChOrder::kLarge, ChOrder::kSmall, ChOrder::kCustomisable}) {
        const size_t label_bytes = order == ChOrder::kCustomisable && canonical ? size_t{1} << 24 : 0;
        const std::optional<CellCh> ch = CellCh::build(grid, order, canonical, label_bytes, nullptr);
        REQUIRE(ch);
        CHECK(!ch->canonical());
        for (int i = 0; i < 15; ++i) {
          const PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
          const Cost optimum = linked_dijkstra(map, rules, query.start)[map.id(query.goal)];
          const PlanOptions options{.stall = rng.percent(50), .potentials = rng.percent(50)};
          ch->plan(grid, query, options, workspace, result);
          trace.clear();
          ch->plan(grid, query, options, workspace, traced, &trace);
          REQUIRE((traced.status == result.status && traced.cost == result.cost && traced.path == result.path));
          if (!grid.passable(query.start) || !grid.passable(query.goal)) continue;
          REQUIRE(result.found() == (optimum != kInfinite));
          if (!result.found()) continue;
          REQUIRE(result.cost == optimum);
          REQUIRE(path_fault(grid, result.path, query.start, query.goal, optimum).value_or("") == "");
          over_links += plain_dijkstra(map, rules, query.start)[map.id(query.goal)] != optimum;
        }
      }
    }
    map.apply({{}, {{edit.links[0].from, edit.links[0].to, 0}}});
    const MoveGrid one_way = moves_on(map, rules);
    const std::optional<CellCh> ch = CellCh::build(one_way, ChOrder::kNested, false);
    REQUIRE(ch);
    const Cell end = map.cell(edit.links[0].to);
    ch->plan(one_way, {end, end}, {}, workspace, result);
    CHECK(result.status == (one_way.passable(end) ? PlanStatus::kUnsupported : PlanStatus::kStartBlocked));
  }
  CHECK(over_links > 30);
}

}  // namespace strata::test
