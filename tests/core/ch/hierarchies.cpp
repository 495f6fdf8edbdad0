// Contraction hierarchies over maps: shortest ways from any cell to any other, whatever they are built on;
// customisation in part equals customisation as a whole; what is built in the background is that of the map when it
// comes in.
#include <doctest/doctest.h>

#include <set>

#include "core/ch/cch_search.hpp"
#include "core/ch/cell_ch.hpp"
#include "core/ch/nested_order.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/world/scenes.hpp"
#include "tests/graph_support.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

GridMap some_map(int kind, Rng& rng) {
  const int width = rng.between(8, 60), height = rng.between(8, 60);
  if (kind == 0) return random_map(width, height, static_cast<uint32_t>(rng.between(0, 45)), rng.next());
  if (kind == 1) return random_rooms(width, height, rng.between(4, 12), rng.next());
  return generate(
      {.kind = static_cast<SceneKind>(rng.below(kSceneKinds)), .width = width, .height = height, .seed = rng.next()});
}

CsrGraph some_graph(Rng& rng) {
  return random_graph(1 + rng.below(60), 5 + rng.below(60), rng.percent(50) ? 4 : 1000, rng);
}

// Way and cost of a route over a customisable hierarchy and over what it keeps of it.
void check_routes(const CsrGraph& graph, const Cch& cch, Rng& rng, int pairs, size_t& wrong) {
  const Ch ch = cch.hierarchy();
  const auto names = [](uint32_t rank) { return rank; };
  ChWorkspace memory;
  PlanStats stats;
  for (int i = 0; i < pairs; ++i) {
    const auto from = static_cast<uint32_t>(rng.below(graph.node_count()));
    const std::vector<Cost> expected = distances_from(graph, from);
    for (int k = 0; k < 4; ++k) {
      const auto to = static_cast<uint32_t>(rng.below(graph.node_count()));
      const NodeLink start{ch.rank(from), 0}, goal{ch.rank(to), 0};
      for (const int how : {0, 1, 2}) {
        if (how == 2) {
          cch_route(cch, {&start, 1}, {&goal, 1}, NoPotential{}, NoPotential{}, names, {}, memory, stats, memory.route,
                    NoObserver{});
        } else {
          ch_route(ch, ch.node_count(), {&start, 1}, {&goal, 1}, NoPotential{}, NoPotential{}, names,
                   {.stall = how == 1}, memory, stats, memory.route, NoObserver{});
        }
        wrong += memory.route.cost != expected[to];
        if (!memory.route.found()) continue;
        // The way is one of edges of the graph, and costs as much.
        Cost sum = 0;
        for (size_t n = 1; n < memory.route.nodes.size(); ++n) {
          const uint32_t a = ch.node(memory.route.nodes[n - 1]), b = ch.node(memory.route.nodes[n]);
          Cost best = kInfinite;
          for (uint32_t e = graph.first[a]; e < graph.first[a + 1]; ++e) {
            if (graph.targets[e] == b) best = std::min(best, graph.weights[e]);
          }
          wrong += best == kInfinite;
          sum += best;
        }
        wrong += sum != memory.route.cost || ch.node(memory.route.nodes.front()) != from ||
                 ch.node(memory.route.nodes.back()) != to;
      }
    }
  }
}

}  // namespace

TEST_CASE("a customisable hierarchy, and what it keeps of its arcs, find shortest ways on random graphs") {
  Rng rng(31);
  size_t wrong = 0;
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    const CsrGraph graph = some_graph(rng);
    std::vector<uint32_t> order = nested_order(graph);
    if (rng.percent(50)) {
      for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(static_cast<uint32_t>(i))]);
    }
    auto cch = built<Cch>(graph, order);
    cch.customise(graph);
    check_routes(graph, cch, rng, 5, wrong);
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("customising in part what has changed equals customising everything, also where edges close and open") {
  Rng rng(32);
  size_t wrong = 0, recomputed = 0, arcs = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    CsrGraph graph = some_graph(rng);
    if (round % 3 == 0) {
      const MoveGrid grid = moves_on(some_map(round % 2, rng));
      graph = cell_graph(grid);
      if (graph.node_count() == 0) continue;
    }
    const CsrGraph original = graph;
    auto cch = built<Cch>(graph, nested_order(graph));
    cch.customise(graph);
    for (int edit = 0; edit < 25 && graph.edge_count() > 0; ++edit) {
      std::vector<Cch::EdgeChange> changes;
      for (uint64_t n = 0; n < 1 + rng.below(8); ++n) {
        const auto e = static_cast<uint32_t>(rng.below(static_cast<uint32_t>(graph.edge_count())));
        const auto a = static_cast<uint32_t>(std::upper_bound(graph.first.begin(), graph.first.end(), e) -
                                             graph.first.begin() - 1);
        const uint32_t b = graph.targets[e];
        const Cost weight = rng.percent(30) ? kInfinite : rng.percent(40) ? original.weights[e] : 1 + rng.below(3000);
        for (uint32_t own = graph.first[a]; own < graph.first[a + 1]; ++own) {
          if (graph.targets[own] == b) graph.weights[own] = weight;
        }
        for (uint32_t back = graph.first[b]; back < graph.first[b + 1]; ++back) {
          if (graph.targets[back] == a) graph.weights[back] = weight;
        }
        if (a != b) changes.push_back({a, b, weight});
      }
      recomputed += cch.update(changes).recomputed;
      arcs += cch.arc_count();
      auto fresh = built<Cch>(graph, cch.order());
      fresh.customise(graph);
      REQUIRE(fresh == cch);
    }
    check_routes(graph, cch, rng, 3, wrong);
    REQUIRE(wrong == 0);
  }
  CHECK(recomputed < arcs / 4);
}

TEST_CASE("hierarchies over corners and over cells find what Dijkstra finds, under all rules, traced or not") {
  Rng rng(33);
  Workspace workspace;
  PlanResult result, traced;
  Trace trace;
  size_t queries = 0, canonical = 0, partial = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const GridMap map = some_map(round % 3, rng);
    const std::vector<Rules> all = all_rules();
    Rules rules = all[static_cast<size_t>(round) % all.size()];
    if (round % 4 == 0) rules = {Profile::kOctile, Capability::walker(), kUniformWeights, rng.between(1, 3)};
    if (round % 4 == 1) rules = {};
    std::optional<Clearance> clearance;
    if (rules.agent_size > 1) clearance.emplace().build(map, rules.capability);
    MoveGrid grid;
    grid.build(map, rules, clearance ? &*clearance : nullptr);
    for (const bool corners : {true, false}) {
      constexpr size_t kFull[] = {PackedLabels::kUsualBytes, 0, 10'000};
      const struct {
        ChOrder order;
        size_t label_bytes;
      } kinds[] = {{ChOrder::kNested, 0},
                   {ChOrder::kLarge, 0},
                   {ChOrder::kSmall, 0},
                   {ChOrder::kCustomisable, 0},
                   {ChOrder::kCustomisable, size_t{1} << 28}};
      for (const auto& [order, label_bytes] : kinds) {
        if (!corners && order == ChOrder::kSmall && map.cell_count() > 1500) continue;
        const std::optional<CellCh> ch =
            CellCh::build(grid, order, corners, label_bytes, nullptr, kFull[round / 4 % 3]);
        REQUIRE(ch);
        partial += ch->graph().labelled() && ch->graph().labels().bottom() > 0;
        canonical += ch->canonical();
        for (int q = 0; q < 4; ++q) {
          const Cell start = random_cell(map, rng);
          const std::vector<Cost> expected = plain_dijkstra(map, rules, start);
          for (int k = 0; k < 6; ++k) {
            const PlanQuery query{start, random_cell(map, rng)};
            const PlanOptions options{.stall = k % 2 == 0, .potentials = k % 3 != 0};
            ch->plan(grid, query, options, workspace, result);
            ++queries;
            const Cost cost = expected[map.id(query.goal)];
            CHECK(result.found() == (cost != kInfinite));
            if (!result.found()) continue;
            REQUIRE(result.cost == cost);
            REQUIRE(path_fault(grid, result.path, query.start, query.goal, cost).value_or("") == "");
            ch->plan(grid, query, options, workspace, traced, &trace);
            REQUIRE(traced.path == result.path);
            REQUIRE(traced.stats == result.stats);
            trace.clear();
          }
        }
      }
    }
  }
  CHECK(queries > 8000);
  CHECK(canonical > 100);
  CHECK(partial > 20);
}

TEST_CASE("corners see each other both ways, over ways without obstacles or other corners") {
  Rng rng(34);
  for (int round = 0; round < 150; ++round) {
    CAPTURE(round);
    const GridMap map = some_map(round % 3, rng);
    const MoveGrid grid = moves_on(map);
    auto corners = built<CornerMap>(grid);
    const CsrGraph graph = corners.graph(grid);
    std::set<std::tuple<uint32_t, uint32_t, Cost>> edges;
    for (uint32_t node = 0; node < graph.node_count(); ++node) {
      for (uint32_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
        CHECK(edges.emplace(node, graph.targets[e], graph.weights[e]).second);
        const Cell a = grid.cell(corners.corners()[node]), b = grid.cell(corners.corners()[graph.targets[e]]);
        CHECK(graph.weights[e] == grid.bound()(a, b));
      }
    }
    for (const auto& [a, b, weight] : edges) REQUIRE(edges.contains({b, a, weight}));
  }
}

TEST_CASE("a cell sees another one, and the first corners, as steps over the map say") {
  Rng rng(35);
  size_t seen = 0, hidden = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const GridMap map = some_map(round % 3, rng);
    const MoveGrid grid = moves_on(map);
    const auto corners = built<CornerMap>(grid);
    const std::set<CellId> all(corners.corners().begin(), corners.corners().end());
    // Returns whether diagonal and then straight steps lead from one cell to the other, over no corner before it.
    const auto walks = [&](Cell from, Cell to, bool over_corners) {
      while (from != to) {
        const int dx = (to.x > from.x) - (to.x < from.x), dy = (to.y > from.y) - (to.y < from.y);
        const Cell next{from.x + dx, from.y + dy};
        const int direction = grid.direction_between(grid.id(from), grid.id(next));
        if ((grid.moves(grid.id(from)) >> direction & 1) == 0) return false;
        if (next != to && !over_corners && all.contains(grid.id(next))) return false;
        from = next;
      }
      return true;
    };
    for (int i = 0; i < 40; ++i) {
      const Cell from = random_cell(map, rng), to = random_cell(map, rng);
      if (!grid.passable(from) || !grid.passable(to)) continue;
      const bool sees = corners.sees(grid, from, to);
      REQUIRE(sees == walks(from, to, true));
      (sees ? seen : hidden) += 1;
      corners.visit_seen(grid, grid.id(from), [&](CellId corner, Cost cost) {
        REQUIRE(all.contains(corner));
        REQUIRE(walks(from, grid.cell(corner), false));
        REQUIRE(cost == grid.bound()(from, grid.cell(corner)));
      });
    }
  }
  CHECK(seen > 100);
  CHECK(hidden > 100);
}

TEST_CASE(
    "shortcuts are unpacked alike by their ends and by stored child arcs and paths, which a change of weights "
    "removes") {
  Rng rng(36);
  size_t unpacked = 0, whole = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const GridMap map = some_map(round % 3, rng);
    const MoveGrid grid = moves_on(map);
    const CsrGraph graph = built<CornerMap>(grid).graph(grid);
    if (graph.node_count() < 2) continue;
    auto cch = built<Cch>(graph, nested_order(graph));
    cch.customise(graph);
    const Ch ch = cch.hierarchy();
    Cch cch_with = cch;
    Ch ch_with = ch;
    const size_t bytes = cch_with.memory_bytes();
    cch_with.store_child_arcs();
    ch_with.store_child_arcs();
    REQUIRE(cch_with == cch);
    REQUIRE(ch_with == ch);
    CHECK(cch_with.memory_bytes() >= bytes + cch.arc_count() * sizeof(ChildArcs));
    const auto names = [](uint32_t rank) { return rank; };
    const auto unpack = [&](const auto& store, uint32_t from, uint32_t to) {
      ChWorkspace memory;
      memory.route.packed = {from, to};
      Trace trace;
      ch_unpack(store, names, 1, memory, memory.route, TraceObserver{&trace});
      unpacked += memory.route.unpacked;
      return std::pair(memory.route.nodes, std::vector<SearchEvent>(trace.events().begin(), trace.events().end()));
    };
    for (uint32_t rank = 0; rank < ch.node_count(); ++rank) {
      for (const ChArc& arc : ch.up(rank)) {
        REQUIRE(unpack(ch_with, rank, arc.target) == unpack(ch, rank, arc.target));
        REQUIRE(unpack(ch_with, arc.target, rank) == unpack(ch, arc.target, rank));
        REQUIRE(unpack(cch_with, rank, arc.target) == unpack(cch, rank, arc.target));
      }
    }
    cch_with.customise(graph);
    CHECK_FALSE(cch_with.has_child_arcs());
    // Stored paths, of all arcs or of as many as fit, are the unpacked ones, and recorded alike.
    for (const size_t bytes_left : {size_t{1} << 20, size_t{4} * rng.below(400), size_t{0}}) {
      Ch stored = ch;
      stored.store_child_arcs();
      stored.store_paths(bytes_left);
      REQUIRE(stored == ch);
      REQUIRE_FALSE(stored.has_child_arcs());
      CHECK(stored.memory_bytes() <= ch_with.memory_bytes() + std::max(bytes_left, sizeof(uint32_t)));
      const auto plain = [&](const Ch& store, uint32_t from, uint32_t to) {
        ChWorkspace memory;
        memory.route.packed = {from, to};
        ch_unpack(store, names, 1, memory, memory.route, NoObserver{});
        return std::pair(memory.route.nodes, memory.route.unpacked);
      };
      for (uint32_t rank = 0; rank < ch.node_count(); ++rank) {
        for (const ChArc& arc : ch.up(rank)) {
          for (const auto& [from, to] : {std::pair(rank, arc.target), std::pair(arc.target, rank)}) {
            REQUIRE(plain(stored, from, to) == plain(ch, from, to));
            if (round % 8 == 0) REQUIRE(unpack(stored, from, to) == unpack(ch, from, to));
          }
        }
      }
      if (bytes_left == 1 << 20) {
        for (uint32_t arc = 0; arc < stored.arc_count(); ++arc) whole += stored.path_stored(arc);
      }
    }
  }
  CHECK(unpacked > 1000);
  CHECK(whole > 1000);
}

}  // namespace strata::test
