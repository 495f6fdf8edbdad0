// The search inside a cluster of an upper level of HPA*: its costs are those of relaxing all edges until nothing
// changes, and its predecessors lie on shortest paths.
#include "core/hpa/hpa_inside_search.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "core/base/rng.hpp"

using namespace strata;

namespace {

// A graph of random children, some of them empty, with the costs of their intra-edges.
struct RandomInside {
  std::vector<std::vector<Cost>> rows;  // by child: the costs from node to node
  HpaInsideGraph graph;
};

// Costs of edges are from 1 to `dearest`. Each child has shortest costs inside it, and not all pairs are connected.
RandomInside random_inside(Rng& rng, uint32_t children, uint32_t most_nodes, uint32_t dearest) {
  RandomInside made;
  std::vector<uint32_t> sizes;
  for (uint32_t c = 0; c < children; ++c) {
    const uint32_t size = rng.below(most_nodes + 1);
    sizes.push_back(size);
    std::vector<Cost> row(size_t{size} * size, kInfinite);
    for (uint32_t i = 0; i < size; ++i) {
      row[i * size + i] = 0;
      for (uint32_t j = 0; j < i; ++j) {
        if (rng.percent(60)) row[i * size + j] = row[j * size + i] = 1 + rng.below(dearest);
      }
    }
    for (uint32_t k = 0; k < size; ++k) {
      for (uint32_t i = 0; i < size; ++i) {
        for (uint32_t j = 0; j < size; ++j) {
          if (row[i * size + k] == kInfinite || row[k * size + j] == kInfinite) continue;
          const Cost sum = row[i * size + k] + row[k * size + j];
          if (sum < HpaInsideSearch::kMaxEdge) row[i * size + j] = std::min(row[i * size + j], sum);
        }
      }
    }
    made.rows.push_back(std::move(row));
  }
  HpaInsideGraph& graph = made.graph;
  graph.clear();
  for (uint32_t c = 0; c < children; ++c) {
    graph.intra.push_back(made.rows[c].data());
    graph.begin.push_back(graph.begin.back() + sizes[c]);
    graph.child_of.insert(graph.child_of.end(), sizes[c], c);
  }
  const auto count = static_cast<uint32_t>(graph.size());
  std::vector<std::vector<HpaInsideGraph::Edge>> links(count);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t a = rng.below(count), b = rng.below(count);
    if (graph.child_of[a] == graph.child_of[b]) continue;
    const Cost cost = 1 + rng.below(dearest);
    links[a].push_back({b, cost});
    links[b].push_back({a, cost});
  }
  for (const auto& own : links) {
    graph.links.insert(graph.links.end(), own.begin(), own.end());
    graph.link_begin.push_back(static_cast<uint32_t>(graph.links.size()));
  }
  graph.list_joined();
  return made;
}

// Calls visit(from, to, cost, is_intra) for every edge.
template <class Visit>
void for_edges(const HpaInsideGraph& graph, Visit visit) {
  for (uint32_t from = 0; from < graph.size(); ++from) {
    const uint32_t child = graph.child_of[from];
    for (uint32_t j = 0; j < graph.child_size(child); ++j) {
      const Cost cost = graph.row(from)[j];
      if (cost != kInfinite && graph.begin[child] + j != from) visit(from, graph.begin[child] + j, cost, true);
    }
    for (uint32_t e = graph.link_begin[from]; e < graph.link_begin[from + 1]; ++e) {
      visit(from, graph.links[e].to, graph.links[e].cost, false);
    }
  }
}

std::vector<uint64_t> relaxed_costs(const HpaInsideGraph& graph, uint32_t source) {
  std::vector<uint64_t> cost(graph.size(), UINT64_MAX);
  cost[source] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for_edges(graph, [&](uint32_t from, uint32_t to, Cost edge, bool) {
      if (cost[from] == UINT64_MAX || cost[from] + edge >= cost[to]) return;
      cost[to] = cost[from] + edge;
      changed = true;
    });
  }
  return cost;
}

}  // namespace

TEST_CASE("the search inside a cluster finds the costs of shortest paths, and predecessors that lie on them") {
  Rng rng(3);
  HpaInsideSearch search;
  size_t by_intra = 0, by_inter = 0, far = 0, missing = 0;
  // Few different costs give many paths of equal cost; in the last round many costs are too large for an edge.
  for (const uint32_t dearest : {3u, 1000u, 1u << 29}) {
    for (int round = 0; round < 40; ++round) {
      const RandomInside made = random_inside(rng, 1 + rng.below(6), 9, dearest);
      const HpaInsideGraph& graph = made.graph;
      for (uint32_t source = 0; source < graph.size(); ++source) {
        const std::vector<uint64_t> expected = relaxed_costs(graph, source);
        search.run(graph, source);
        const bool cut = search.cut();
        search.find_predecessors(graph, source);
        bool is_far = false;
        for (uint32_t node = 0; node < graph.size(); ++node) {
          const bool found = expected[node] < HpaInsideSearch::kMaxEdge;
          is_far = is_far || (!found && expected[node] != UINT64_MAX);
          REQUIRE(search.cost()[node] == (found ? expected[node] : kInfinite));
          const uint16_t before = search.predecessor()[node];
          missing += !found;
          if (!found || node == source) {
            REQUIRE(before == (found ? source : HpaInsideGraph::kNoNode));
            continue;
          }
          REQUIRE(before < graph.size());
          bool tight = false, tight_intra = false;
          for_edges(graph, [&](uint32_t from, uint32_t to, Cost edge, bool intra) {
            if (from != before || to != node || expected[from] + edge != expected[node]) return;
            tight = true;
            tight_intra = tight_intra || intra;
          });
          REQUIRE(tight);
          by_intra += tight_intra;
          by_inter += !tight_intra;
          // No intra-edge follows another one.
          if (tight_intra && before != source) {
            REQUIRE(graph.child_of[search.predecessor()[before]] != graph.child_of[before]);
          }
        }
        REQUIRE(cut == is_far);
        far += cut;
      }
    }
  }
  CHECK(by_intra > 1000);
  CHECK(by_inter > 1000);
  CHECK(missing > 1000);
  CHECK(far > 20);
}
