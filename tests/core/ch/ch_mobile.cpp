#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "core/ch/ch_mobile.hpp"
#include "core/ch/ch_search.hpp"
#include "core/ch/contraction.hpp"
#include "core/sectors/sectors.hpp"
#include "tests/graph_support.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

// Every arc, in the numbers of either store.
void check_round_trip(const Ch& ch, const MobileCh& mobile) {
  REQUIRE(mobile.node_count() == ch.node_count());
  const auto number_of = [&](uint32_t rank) { return mobile.rank(ch.node(rank)); };
  for (uint32_t rank = 0; rank < ch.node_count(); ++rank) {
    const uint32_t number = number_of(rank);
    REQUIRE(number < ch.node_count());
    REQUIRE(mobile.node(number) == ch.node(rank));
    std::vector<ChArc> expected, found;
    for (const ChArc& arc : ch.up(rank)) {
      expected.push_back({number_of(arc.target), arc.weight, arc.shortcut() ? number_of(arc.middle) : kNoRank});
    }
    std::ranges::sort(expected, {}, &ChArc::target);
    mobile.visit_up(number, [&](uint32_t target, Cost weight, uint32_t middle) {
      found.push_back({target, weight, middle});
    });
    REQUIRE(found == expected);
    ChArc arc;
    for (const ChArc& e : expected) {
      REQUIRE(e.target > number);
      if (e.shortcut()) REQUIRE(e.middle < number);
      REQUIRE(mobile.find_up(number, e.target, arc.weight, arc.middle));
      REQUIRE(arc.weight == e.weight);
      REQUIRE(arc.middle == e.middle);
    }
    for (const uint32_t other : {0u, number, number + 1, ch.node_count() - 1}) {
      const bool there = std::ranges::find(expected, other, &ChArc::target) != expected.end();
      REQUIRE(mobile.find_up(number, other, arc.weight, arc.middle) == there);
    }
  }
  uint32_t nodes = 0;
  for (size_t block = 0; block < mobile.block_count(); ++block) {
    nodes += mobile.block_nodes(block);
    if (mobile.block_nodes(block) > 1) REQUIRE(mobile.block_bytes(block) <= MobileCh::kBlockBytes);
  }
  REQUIRE(nodes == ch.node_count());
  // The contents of the blocks are all arcs, and their bits fill the blocks.
  size_t arcs = 0, shortcuts = 0, first = 0;
  for (size_t block = 0; block < mobile.block_count(); ++block) {
    const MobileCh::BlockStatistics contents = mobile.block_contents(block);
    arcs += contents.arcs_inside + contents.arcs_outside;
    shortcuts += contents.shortcuts;
    const uint64_t bits = contents.start_bits + contents.inside_bits + contents.outside_bits;
    REQUIRE((bits + 7) / 8 == mobile.block_bytes(block));
    size_t inside = 0;
    const size_t end = first + mobile.block_nodes(block);
    for (size_t number = first; number < end; ++number) {
      mobile.visit_up(static_cast<uint32_t>(number), [&](uint32_t target, Cost, uint32_t) { inside += target < end; });
    }
    REQUIRE(contents.arcs_inside == inside);
    first = end;
  }
  REQUIRE(arcs == ch.arc_count());
  REQUIRE(shortcuts == ch.shortcut_count());
}

// Queries over the packed arcs from some of the nodes to all.
size_t check_queries(const CsrGraph& graph, const MobileCh& mobile, uint32_t every) {
  ChWorkspace workspace;
  ChRoute route;
  PlanStats stats;
  size_t pairs = 0;
  const auto same = [](uint32_t number) { return number; };
  for (uint32_t start = 0; start < graph.node_count(); start += every) {
    const std::vector<Cost> expected = test::distances_from(graph, start);
    for (uint32_t goal = 0; goal < graph.node_count(); ++goal) {
      const NodeLink from{mobile.rank(start), 0}, to{mobile.rank(goal), 0};
      ch_route(mobile, mobile.node_count(), {&from, 1}, {&to, 1}, NoPotential{}, NoPotential{}, same, {}, workspace,
               stats, route, NoObserver{});
      if (route.cost != expected[goal]) FAIL("from ", start, " to ", goal, ": ", route.cost);
      ++pairs;
      if (!route.found()) continue;
      REQUIRE(mobile.node(route.nodes.front()) == start);
      REQUIRE(mobile.node(route.nodes.back()) == goal);
      Cost sum = 0;
      for (size_t i = 1; i < route.nodes.size(); ++i) {
        const uint32_t a = mobile.node(route.nodes[i - 1]);
        const uint32_t b = mobile.node(route.nodes[i]);
        Cost edge = kInfinite;
        for (uint32_t e = graph.first[a]; e < graph.first[a + 1]; ++e) {
          if (graph.targets[e] == b) edge = std::min(edge, graph.weights[e]);
        }
        REQUIRE(edge != kInfinite);
        sum += edge;
      }
      REQUIRE(sum == route.cost);
    }
  }
  return pairs;
}

std::vector<CsrGraph> some_graphs(uint64_t seed) {
  Rng rng(seed);
  std::vector<CsrGraph> graphs;
  for (const uint32_t most_weight : {1u, 7u, 1000u, 1u << 24}) {
    graphs.push_back(test::random_graph(1 + rng.below(60), 5 + rng.below(50), most_weight, rng));
  }
  MoveGrid moves;
  const GridMap rooms = test::random_rooms(70, 65, 9, seed);
  moves.build(rooms, {});
  graphs.push_back(test::cell_graph(moves));
  auto hpa = test::built<Hpa>(moves, HpaOptions{});
  graphs.push_back(test::hpa_graph(hpa));
  auto sectors = test::built<Sectors>(moves, SectorOptions{.sector_size = 4});
  graphs.push_back(sectors.graph());
  return graphs;
}

}  // namespace

TEST_CASE("a hierarchy packed for little memory has the arcs that it was packed from") {
  size_t most_blocks = 0;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    for (const CsrGraph& graph : some_graphs(seed)) {
      for (const ChCoefficients& coefficients : {kChLarge, kChSmall}) {
        ContractionOptions options;
        options.coefficients = coefficients;
        const std::optional<Ch> ch = contract(graph, options);
        const MobileCh mobile(*ch);
        check_round_trip(*ch, mobile);
        REQUIRE(mobile == MobileCh(*ch));
        most_blocks = std::max(most_blocks, mobile.block_count());
      }
    }
  }
  CHECK(most_blocks > 5);
}

TEST_CASE("ways over a packed hierarchy cost what Dijkstra's do and are ways of the graph") {
  size_t pairs = 0;
  for (uint64_t seed = 11; seed <= 13; ++seed) {
    CAPTURE(seed);
    for (const CsrGraph& graph : some_graphs(seed)) {
      const MobileCh mobile(*contract(graph, {}));
      pairs += check_queries(graph, mobile, graph.node_count() / 8 + 1);
    }
  }
  CHECK(pairs > 30'000);
}

TEST_CASE("nothing and single nodes can be packed") {
  CHECK(MobileCh(Ch{}).empty());
  CHECK(MobileCh(Ch{}).block_count() == 0);
  const MobileCh mobile(*contract(test::graph_of(1, {}), {}));
  CHECK(mobile.node_count() == 1);
  CHECK(mobile.block_count() == 1);
  mobile.visit_up(0, [](uint32_t, Cost, uint32_t) { FAIL("there is no arc"); });
}

TEST_CASE("a node with more arcs than a block holds has a block of its own") {
  // Two hubs with the same leaves; the dear one goes first, and all ways over it have a witness over the other.
  const uint32_t leaves = 3000;
  std::vector<test::Edge> edges;
  for (uint32_t leaf = 0; leaf < leaves; ++leaf) {
    edges.push_back({leaf, leaves, 1000 + leaf});
    edges.push_back({leaf, leaves + 1, 1});
  }
  const CsrGraph graph = test::graph_of(leaves + 2, edges);
  std::vector<uint32_t> node_of_rank(leaves + 2), first(leaves + 3);
  node_of_rank[0] = leaves;
  std::iota(node_of_rank.begin() + 1, node_of_rank.end() - 1, 0u);
  node_of_rank.back() = leaves + 1;
  std::vector<ChArc> arcs;
  for (uint32_t leaf = 0; leaf < leaves; ++leaf) arcs.push_back({leaf + 1, 1000 + leaf, kNoRank});
  for (uint32_t leaf = 0; leaf < leaves; ++leaf) {
    first[leaf + 1] = static_cast<uint32_t>(arcs.size());
    arcs.push_back({leaves + 1, 1, kNoRank});
  }
  first[leaves + 1] = first[leaves + 2] = static_cast<uint32_t>(arcs.size());
  const Ch ch(std::move(node_of_rank), std::move(first), std::move(arcs));
  const MobileCh mobile(ch);
  check_round_trip(ch, mobile);
  bool larger = false;
  for (size_t block = 0; block < mobile.block_count(); ++block) {
    larger = larger || mobile.block_bytes(block) > MobileCh::kBlockBytes;
  }
  CHECK(larger);
  CHECK(check_queries(graph, mobile, 1000) > 0);
}

TEST_CASE("packed hierarchies of sectors take less than a third of the plain bytes") {
  const MoveGrid moves = test::moves_on(test::random_rooms(300, 280, 13, 3));
  auto sectors = test::built<Sectors>(moves, SectorOptions{.sector_size = 8});
  for (const ChCoefficients& coefficients : {kChLarge, kChSmall}) {
    ContractionOptions options;
    options.coefficients = coefficients;
    const std::optional<Ch> ch = contract(sectors.graph(), options);
    const size_t plain = plain_bytes(*ch);
    CHECK(plain == 4 * (ch->node_count() + 1) + 12 * ch->arc_count());
    CHECK(3 * MobileCh(*ch).bytes() < plain);
  }
}
