// Purpose: These helpers of tests of searches over graphs provide random graphs, graphs of cells and of HPA*, and
//          a plain Dijkstra.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/base/rng.hpp"
#include "core/grid/move_grid.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/csr_graph.hpp"
#include "tests/support.hpp"

namespace strata::test {

struct Edge {
  uint32_t a = 0, b = 0;
  Cost weight = 0;
};

// Returns the graph with both directions of each edge; parallel edges are kept.
inline CsrGraph graph_of(uint32_t nodes, const std::vector<Edge>& edges) {
  std::vector<std::vector<std::pair<uint32_t, Cost>>> rows(nodes);
  for (const Edge& e : edges) {
    rows[e.a].push_back({e.b, e.weight});
    if (e.a != e.b) rows[e.b].push_back({e.a, e.weight});
  }
  CsrGraph graph;
  graph.first.assign(1, 0);
  for (auto& row : rows) {
    // Edges are not sorted by weight, so that any of several parallel edges may be the cheapest.
    std::stable_sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [target, weight] : row) {
      graph.targets.push_back(target);
      graph.weights.push_back(weight);
    }
    graph.first.push_back(static_cast<uint32_t>(graph.targets.size()));
  }
  return graph;
}

// Returns a random graph with degree / 10 edges per node. It may have parallel edges, loops and several components.
inline CsrGraph random_graph(uint32_t nodes, uint32_t degree, uint32_t most_weight, Rng& rng) {
  std::vector<Edge> edges;
  for (uint32_t i = 0; i < nodes * degree / 20; ++i) {
    const uint32_t a = rng.below(nodes);
    // Most edges connect nearby nodes, as on maps.
    const uint32_t b = rng.percent(80) ? std::min(a + rng.below(8), nodes - 1) : rng.below(nodes);
    edges.push_back({a, b, 1 + rng.below(most_weight)});
  }
  return graph_of(nodes, edges);
}

inline CsrGraph cell_graph(const MoveGrid& grid) {
  std::vector<uint32_t> node(grid.cell_count(), 0);
  uint32_t count = 0;
  for (CellId c = 0; c < grid.cell_count(); ++c) {
    if (grid.passable(c)) node[c] = count++;
  }
  std::vector<Edge> edges;
  for (CellId c = 0; c < grid.cell_count(); ++c) {
    for (int d = 0; d < kDirections; ++d) {
      if ((grid.moves(c) >> d & 1) == 0) continue;
      const CellId to = grid.neighbour(c, d);
      if (c < to) edges.push_back({node[c], node[to], grid.step_cost(c, d)});
    }
  }
  return graph_of(count, edges);
}

inline CsrGraph hpa_graph(const Hpa& hpa) {
  std::map<CellId, uint32_t> node;
  for (const HpaNode& n : hpa.nodes()) node.emplace(n.cell, static_cast<uint32_t>(node.size()));
  std::vector<Edge> edges;
  for (const auto& list : {hpa.inter_edges(), hpa.intra_edges()}) {
    for (const HpaEdge& e : list) {
      if (e.from < e.to) edges.push_back({node.at(e.from), node.at(e.to), e.cost});
    }
  }
  return graph_of(static_cast<uint32_t>(node.size()), edges);
}

// Returns the distances from `start`. Edges of weight kInfinite are closed.
inline std::vector<Cost> distances_from(const CsrGraph& graph, uint32_t start) {
  return plain_search(graph.node_count(), start, kInfinite, [&](uint32_t node, auto&& visit) {
    for (uint32_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
      if (graph.weights[e] != kInfinite) visit(graph.targets[e], graph.weights[e]);
    }
  });
}

}  // namespace strata::test
