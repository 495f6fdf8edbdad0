#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/ch/contraction.hpp"
#include "core/ch/contraction_code.hpp"
#include "core/ch/nested_order.hpp"
#include "core/search/trace.hpp"
#include "core/sectors/sectors.hpp"
#include "tests/graph_support.hpp"
#include "tests/support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Of every node that climbing alone reaches, in the order of ranks: a rank is final before any above it is looked at.
std::vector<std::pair<uint32_t, Cost>> climb(const Ch& ch, uint32_t node) {
  std::map<uint32_t, Cost> reached = {{ch.rank(node), 0}};
  std::vector<std::pair<uint32_t, Cost>> all;
  while (!reached.empty()) {
    const auto [rank, g] = *reached.begin();
    reached.erase(reached.begin());
    all.push_back({rank, g});
    for (const ChArc& arc : ch.up(rank)) {
      const auto [it, fresh] = reached.try_emplace(arc.target, g + arc.weight);
      if (!fresh) it->second = std::min(it->second, g + arc.weight);
    }
  }
  return all;
}

const ChArc* find_arc(const Ch& ch, uint32_t lower, uint32_t upper) {
  for (const ChArc& arc : ch.up(lower)) {
    if (arc.target == upper) return &arc;
  }
  return nullptr;
}

Cost cheapest_edge(const CsrGraph& graph, uint32_t a, uint32_t b) {
  Cost best = kInfinite;
  for (uint32_t e = graph.first[a]; e < graph.first[a + 1]; ++e) {
    if (graph.targets[e] == b) best = std::min(best, graph.weights[e]);
  }
  return best;
}

// Ranks are a permutation, arcs are edges or the sum of their halves.
void check_shape(const CsrGraph& graph, const Ch& ch) {
  REQUIRE(ch.node_count() == graph.node_count());
  for (uint32_t rank = 0; rank < ch.node_count(); ++rank) {
    REQUIRE(ch.node(rank) < ch.node_count());
    REQUIRE(ch.rank(ch.node(rank)) == rank);
    uint32_t before = rank;
    for (const ChArc& arc : ch.up(rank)) {
      REQUIRE(arc.target > before);
      REQUIRE(arc.target < ch.node_count());
      before = arc.target;
      const Cost edge = cheapest_edge(graph, ch.node(rank), ch.node(arc.target));
      if (!arc.shortcut()) {
        REQUIRE(arc.weight == edge);
        continue;
      }
      REQUIRE(arc.weight < edge);
      REQUIRE(arc.middle < rank);
      const ChArc* half = find_arc(ch, arc.middle, rank);
      const ChArc* other_half = find_arc(ch, arc.middle, arc.target);
      REQUIRE(half != nullptr);
      REQUIRE(other_half != nullptr);
      REQUIRE(half->weight + other_half->weight == arc.weight);
    }
  }
}

// All pairs, or those from some of the nodes. Returns how many.
size_t check_distances(const CsrGraph& graph, const Ch& ch, uint32_t every = 1) {
  const uint32_t count = graph.node_count();
  std::vector<std::vector<std::pair<uint32_t, Cost>>> spaces(count);
  for (uint32_t node = 0; node < count; ++node) spaces[node] = climb(ch, node);
  size_t pairs = 0;
  std::vector<Cost> own(count, kInfinite);
  for (uint32_t start = 0; start < count; start += every) {
    const std::vector<Cost> expected = distances_from(graph, start);
    for (const auto& [rank, g] : spaces[start]) own[rank] = g;
    for (uint32_t goal = 0; goal < count; ++goal) {
      Cost best = kInfinite;
      for (const auto& [rank, g] : spaces[goal]) {
        if (own[rank] != kInfinite) best = std::min(best, own[rank] + g);
      }
      if (best != expected[goal]) FAIL("from ", start, " to ", goal, ": ", best, ", Dijkstra ", expected[goal]);
      ++pairs;
    }
    for (const auto& [rank, g] : spaces[start]) own[rank] = kInfinite;
  }
  return pairs;
}

std::vector<uint32_t> random_order(uint32_t count, Rng& rng) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  for (uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  return order;
}

// Returns the graph without loops and parallel edges, which nested dissection does not accept.
CsrGraph simple_graph(const CsrGraph& graph) {
  std::set<std::pair<uint32_t, uint32_t>> pairs;
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    for (const uint32_t target : graph.targets_of(node)) {
      if (node < target) pairs.insert({node, target});
    }
  }
  std::vector<Edge> edges;
  for (const auto& [a, b] : pairs) edges.push_back({a, b, 1});
  return graph_of(graph.node_count(), edges);
}

// Returns options with both vectors of coefficients, limits of the witness search, a random order, and one by nested
// dissection.
std::vector<ContractionOptions> some_options(const CsrGraph& graph, Rng& rng) {
  std::vector<ContractionOptions> all(9);
  all[1].coefficients = kChSmall;
  all[2].witness_settled = 1;
  all[3] = {.coefficients = kChSmall, .witness_settled = 5, .witness_hops = 0, .order = {}};
  all[4].witness_hops = 1;
  all[5] = {.coefficients = kChSmall, .witness_settled = 20, .witness_hops = 3, .order = {}};
  all[6].order = random_order(graph.node_count(), rng);
  all[7].order = random_order(graph.node_count(), rng);
  all[7].witness_settled = 3;
  all[8].order = nested_order(simple_graph(graph));
  return all;
}

size_t check_all(const CsrGraph& graph, Rng& rng, uint32_t every = 1) {
  size_t pairs = 0;
  for (const ContractionOptions& options : some_options(graph, rng)) {
    CAPTURE(options.coefficients.depth);
    CAPTURE(options.witness_settled);
    CAPTURE(options.witness_hops);
    CAPTURE(options.order.size());
    const std::optional<Ch> ch = contract(graph, options);
    REQUIRE(ch.has_value());
    check_shape(graph, *ch);
    pairs += check_distances(graph, *ch, every);
    if (!options.order.empty()) REQUIRE(std::ranges::equal(ch->order(), options.order));
    const std::optional<Ch> again = contract(graph, options);
    REQUIRE(*again == *ch);
  }
  return pairs;
}

}  // namespace

TEST_CASE("ways over a contraction hierarchy of a random graph cost what Dijkstra's do") {
  size_t pairs = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    // Small weights cause ties, and few edges cause several components.
    const uint32_t nodes = 1 + rng.below(70);
    const uint32_t most_weight = std::array<uint32_t, 4>{1, 3, 20, 100'000}[rng.below(4)];
    pairs += check_all(random_graph(nodes, 5 + rng.below(60), most_weight, rng), rng);
  }
  CHECK(pairs > 500'000);
}

TEST_CASE("ways over a contraction hierarchy of cells, HPA* and sectors cost what Dijkstra's do") {
  size_t pairs = 0;
  uint64_t seed = 1;
  for (const Rules& rules : test::all_rules()) {
    for (const bool rooms : {false, true}) {
      CAPTURE(seed);
      Rng rng(seed);
      const GridMap small = rooms ? test::random_rooms(14, 13, 5, seed) : test::random_map(13, 12, 30, seed);
      MoveGrid moves = moves_on(small, rules);
      pairs += check_all(cell_graph(moves), rng, 5);
      const GridMap map = rooms ? test::random_rooms(50, 41, 9, seed) : test::random_map(45, 50, 25, seed);
      moves.build(map, rules);
      auto hpa = built<Hpa>(moves, HpaOptions{.cluster_size = 12});
      pairs += check_all(hpa_graph(hpa), rng, 19);
      auto sectors = built<Sectors>(moves, SectorOptions{.sector_size = 5});
      pairs += check_all(sectors.graph(), rng, 11);
      ++seed;
    }
  }
  CHECK(pairs > 100'000);
}

TEST_CASE("graphs of no node, of one, and without edges are contracted") {
  const std::optional<Ch> none = contract(CsrGraph{}, {});
  REQUIRE(none.has_value());
  CHECK(none->empty());
  for (const uint32_t nodes : {1u, 3u}) {
    const std::optional<Ch> ch = contract(graph_of(nodes, {}), {});
    REQUIRE(ch->node_count() == nodes);
    CHECK(ch->arc_count() == 0);
    for (uint32_t rank = 0; rank < nodes; ++rank) CHECK(ch->node(rank) == rank);  // equals in the order of the nodes
  }
}

TEST_CASE("the cheapest of parallel edges is kept, loops are not") {
  const CsrGraph graph = graph_of(2, {{0, 1, 7}, {0, 0, 1}, {0, 1, 4}, {0, 1, 9}, {1, 1, 1}});
  const std::optional<Ch> ch = contract(graph, {});
  REQUIRE(ch->arc_count() == 1);
  CHECK(ch->up(0)[0] == ChArc{1, 4, kNoRank});
}

TEST_CASE("a way of equal cost is a witness") {
  // A square: 0 lies between 1 and 3, and so does 2.
  const CsrGraph square = graph_of(4, {{0, 1, 5}, {1, 2, 5}, {2, 3, 5}, {3, 0, 5}});
  ContractionOptions options{.order = {0, 1, 2, 3}};
  CHECK(contract(square, options)->arc_count() == 4);
  // Without the way over 2, or where it costs more, a shortcut is needed.
  const CsrGraph dearer = graph_of(4, {{0, 1, 5}, {1, 2, 5}, {2, 3, 6}, {3, 0, 5}});
  const std::optional<Ch> ch = contract(dearer, options);
  REQUIRE(ch->arc_count() == 5);
  CHECK(*find_arc(*ch, 1, 3) == ChArc{3, 10, 0});
}

TEST_CASE("an edge stays where a shortcut would cost the same, and makes way for a cheaper one") {
  ContractionOptions options{.order = {0, 1, 2}};
  const std::optional<Ch> equal = contract(graph_of(3, {{0, 1, 2}, {0, 2, 3}, {1, 2, 5}}), options);
  CHECK(*find_arc(*equal, 1, 2) == ChArc{2, 5, kNoRank});
  const std::optional<Ch> cheaper = contract(graph_of(3, {{0, 1, 2}, {0, 2, 3}, {1, 2, 6}}), options);
  CHECK(*find_arc(*cheaper, 1, 2) == ChArc{2, 5, 0});
}

TEST_CASE("limits of the witness search leave more shortcuts") {
  size_t unlimited = 0, by_settled = 0, by_hops = 0, one_hop = 0;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Rng rng(seed);
    const CsrGraph graph = random_graph(150, 50, 50, rng);
    ContractionOptions options{.order = random_order(150, rng)};
    unlimited += contract(graph, options)->arc_count();
    options.witness_settled = 8;
    by_settled += contract(graph, options)->arc_count();
    options.witness_settled = 0;
    options.witness_hops = 2;
    by_hops += contract(graph, options)->arc_count();
    options.witness_hops = 1;
    one_hop += contract(graph, options)->arc_count();
  }
  CHECK(unlimited < by_settled);
  CHECK(unlimited < by_hops);
  CHECK(by_hops < one_hop);
}

namespace {

// Contraction by priority as the definitions have it: everything anew at every look, nothing remembered.
struct PlainContraction {
  struct PlainArc {
    Cost weight;
    uint32_t originals;
  };
  std::vector<std::map<uint32_t, PlainArc>> rows;
  std::vector<int64_t> depth, contracted;

  struct PlainShortcut {
    uint32_t a, b;
    PlainArc arc;
  };
  std::vector<PlainShortcut> shortcuts(uint32_t node) const {
    std::vector<PlainShortcut> found;
    for (const auto& [a, first] : rows[node]) {
      std::vector<Cost> distance(rows.size(), kInfinite);
      std::set<std::pair<Cost, uint32_t>> open = {{0, a}};
      distance[a] = 0;
      while (!open.empty()) {
        const auto [g, at] = *open.begin();
        open.erase(open.begin());
        if (g > distance[at]) continue;
        for (const auto& [to, arc] : rows[at]) {
          if (to == node || g + arc.weight >= distance[to]) continue;
          distance[to] = g + arc.weight;
          open.insert({distance[to], to});
        }
      }
      for (const auto& [b, second] : rows[node]) {
        const Cost over = first.weight + second.weight;
        if (a < b && distance[b] > over) found.push_back({a, b, {over, first.originals + second.originals}});
      }
    }
    return found;
  }
  int64_t priority(uint32_t node, const ChCoefficients& c) const {
    const std::vector<PlainShortcut> added = shortcuts(node);
    int64_t originals = 0;
    for (const PlainShortcut& s : added) originals += s.arc.originals;
    const auto difference = static_cast<int64_t>(added.size()) - static_cast<int64_t>(rows[node].size());
    return c.edge_difference * difference + c.original_edges * originals + c.depth * depth[node] +
           c.contracted_neighbours * contracted[node];
  }

  std::vector<uint32_t> order(const CsrGraph& graph, const ChCoefficients& c) {
    const uint32_t count = graph.node_count();
    rows.assign(count, {});
    depth.assign(count, 0);
    contracted.assign(count, 0);
    for (uint32_t node = 0; node < count; ++node) {
      for (uint32_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
        if (graph.targets[e] == node) continue;
        const auto it = rows[node].try_emplace(graph.targets[e], PlainArc{graph.weights[e], 1}).first;
        it->second.weight = std::min(it->second.weight, graph.weights[e]);
      }
    }
    std::set<std::pair<int64_t, uint32_t>> open;
    std::vector<int64_t> known(count);
    for (uint32_t node = 0; node < count; ++node) open.insert({known[node] = priority(node, c), node});
    std::vector<uint32_t> order;
    while (!open.empty()) {
      const uint32_t node = open.begin()->second;
      open.erase(open.begin());
      const int64_t now = priority(node, c);
      if (now > known[node]) {
        open.insert({known[node] = now, node});
        continue;
      }
      order.push_back(node);
      const std::vector<PlainShortcut> added = shortcuts(node);
      const std::map<uint32_t, PlainArc> row = rows[node];
      for (const auto& [other, arc] : row) rows[other].erase(node);
      for (const PlainShortcut& s : added) {
        for (const auto& [a, b] : {std::pair(s.a, s.b), std::pair(s.b, s.a)}) {
          const auto [it, fresh] = rows[a].try_emplace(b, s.arc);
          if (!fresh && s.arc.weight < it->second.weight) it->second = s.arc;
        }
      }
      for (const auto& [other, arc] : row) {
        depth[other] = std::max(depth[other], depth[node] + 1);
        ++contracted[other];
        open.erase({known[other], other});
        open.insert({known[other] = priority(other, c), other});
      }
    }
    return order;
  }
};

}  // namespace

TEST_CASE("nodes are contracted in the order of their priorities, each computed anew") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    // Weights so large that no two ways cost the same: with ties, the two may know a priority at different times.
    const CsrGraph graph = random_graph(60, 30 + rng.below(20), 50'000'000, rng);
    for (const ChCoefficients& c : {kChLarge, kChSmall, ChCoefficients{1, 0, 0, 0}, ChCoefficients{0, 0, 1, 0},
                                    ChCoefficients{0, 0, 0, 1}, ChCoefficients{2, -1, 3, 5}}) {
      ContractionOptions options;
      options.coefficients = c;
      const std::optional<Ch> ch = contract(graph, options);
      CHECK(std::ranges::equal(ch->order(), PlainContraction{}.order(graph, c)));
    }
  }
}

TEST_CASE("a recorded contraction comes to the same hierarchy, and the record tells how") {
  size_t witnesses = 0, shortcuts = 0, longer_ways = 0, below_zero = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const CsrGraph graph = random_graph(40, 30, seed % 2 == 0 ? 3 : 1000, rng);
    std::vector<CellId> cells(graph.node_count());
    for (uint32_t i = 0; i < graph.node_count(); ++i) cells[i] = 1000 - i;
    for (const ContractionOptions& options : some_options(graph, rng)) {
      const std::optional<Ch> ch = contract(graph, options);
      Trace trace;
      const std::optional<Ch> traced = contract(graph, options, cells, 1, trace);
      REQUIRE(traced.has_value());
      REQUIRE(*traced == *ch);
      REQUIRE(!trace.truncated());

      // Play the record on a graph of our own.
      std::vector<std::map<uint32_t, Cost>> rows(graph.node_count());
      std::vector<std::map<uint32_t, int64_t>> originals(graph.node_count());
      std::vector<int64_t> depth(graph.node_count()), gone(graph.node_count());
      for (uint32_t node = 0; node < graph.node_count(); ++node) {
        for (const uint32_t target : graph.targets_of(node)) {
          if (target == node) continue;
          rows[node][target] = cheapest_edge(graph, node, target);
          originals[node][target] = 1;
        }
      }
      const std::vector<SearchEvent>& events = trace.events();
      uint32_t rank = 0;
      for (size_t i = 0; i < events.size();) {
        REQUIRE(events[i].type == EventType::kContract);
        REQUIRE(events[i].phase == Phase::kContract);
        REQUIRE(events[i].level == 1);
        REQUIRE(events[i].line == (options.order.empty() ? contraction_code::kNode : contraction_code::kGiven));
        REQUIRE(events[i].g == rank);
        const int64_t priority = contracted_priority(events[i]);
        const uint32_t node = 1000 - events[i++].node;
        REQUIRE(node == ch->node(rank));
        const std::map<uint32_t, Cost> row = rows[node];
        std::vector<Edge> added;
        std::set<std::pair<uint32_t, uint32_t>> asked;
        while (i < events.size() && events[i].type == EventType::kWitness) {
          const SearchEvent witness = events[i++];
          const uint32_t from = 1000 - witness.parent;
          const uint32_t to = 1000 - witness.node;
          asked.insert(std::minmax(from, to));
          REQUIRE(witness.line == contraction_code::kWitness);
          REQUIRE(witness.h == row.at(from) + row.at(to));
          if (witness.g == kInfinite) {
            REQUIRE(events[i].type == EventType::kAddArc);
            REQUIRE(events[i].line == contraction_code::kShortcut);
            REQUIRE(events[i].parent == witness.parent);
            REQUIRE(events[i].node == witness.node);
            REQUIRE(events[i].g == witness.h);
            added.push_back({from, to, events[i++].g});
            ++shortcuts;
            continue;
          }
          REQUIRE(witness.g <= witness.h);
          Cost sum = 0;
          uint32_t at = from;
          size_t steps = 0;
          for (; at != to; ++steps) {
            REQUIRE(i < events.size());
            REQUIRE(events[i].type == EventType::kPathEdge);
            REQUIRE(events[i].line == contraction_code::kWitnessEdge);
            REQUIRE(1000 - events[i].parent == at);
            const uint32_t next = 1000 - events[i].node;
            REQUIRE(next != node);
            REQUIRE(rows[at].at(next) == events[i].g);
            sum += events[i++].g;
            at = next;
          }
          REQUIRE(sum == witness.g);
          ++witnesses;
          longer_ways += steps > 2;
        }
        REQUIRE(asked.size() == row.size() * (row.size() - std::min<size_t>(row.size(), 1)) / 2);
        REQUIRE(ch->up(rank).size() == row.size());
        for (const ChArc& arc : ch->up(rank)) REQUIRE(row.at(ch->node(arc.target)) == arc.weight);
        const std::map<uint32_t, int64_t> of_node = originals[node];
        const ChCoefficients& c = options.coefficients;
        int64_t expected = c.edge_difference * (static_cast<int64_t>(added.size()) - static_cast<int64_t>(row.size())) +
                           c.depth * depth[node] + c.contracted_neighbours * gone[node];
        for (const Edge& e : added) expected += c.original_edges * (of_node.at(e.a) + of_node.at(e.b));
        REQUIRE(priority == (options.order.empty() ? expected : 0));
        below_zero += priority < 0;
        for (const auto& [other, weight] : row) {
          rows[other].erase(node);
          originals[other].erase(node);
          depth[other] = std::max(depth[other], depth[node] + 1);
          ++gone[other];
        }
        for (const Edge& e : added) {
          for (const auto& [a, b] : {std::pair(e.a, e.b), std::pair(e.b, e.a)}) {
            const auto [it, fresh] = rows[a].try_emplace(b, e.weight);
            if (!fresh && it->second <= e.weight) continue;
            it->second = e.weight;
            originals[a][b] = of_node.at(a) + of_node.at(b);
          }
        }
        ++rank;
      }
      REQUIRE(rank == graph.node_count());
    }
  }
  CHECK(witnesses > 1000);
  CHECK(shortcuts > 1000);
  CHECK(longer_ways > 100);
  CHECK(below_zero > 0);
}

TEST_CASE("a contraction is given up when it is cancelled, and tells how far it is") {
  Rng rng(1);
  const CsrGraph graph = random_graph(500, 30, 100, rng);
  for (const bool by_priority : {true, false}) {
    ContractionOptions options;
    if (!by_priority) options.order = random_order(500, rng);
    JobControl control;
    CHECK(contract(graph, options, &control).has_value());
    CHECK(control.progress() == 1);
    JobControl cancelled;
    cancelled.cancel();
    CHECK(!contract(graph, options, &cancelled).has_value());
    CHECK(cancelled.progress() < 1);
  }
}
