// Graphs that users draw: what edits leave of them, and the rows that searches work on.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/base/rng.hpp"
#include "core/ch/drawn_graph.hpp"

using namespace strata;

namespace {

// The same graph kept by cells, in the plainest way.
struct NaiveGraph {
  std::vector<Cell> order;  // least important first
  std::map<std::pair<int, int>, std::map<std::pair<int, int>, Cost>> edges;
  static std::pair<int, int> key(Cell cell) { return {cell.x, cell.y}; }
  bool has(Cell cell) const { return std::find(order.begin(), order.end(), cell) != order.end(); }
};

void check_same(const DrawnGraph& graph, const NaiveGraph& plain) {
  REQUIRE(graph.node_count() == plain.order.size());
  size_t edges = 0;
  for (const auto& [from, row] : plain.edges) edges += row.size();
  REQUIRE(graph.edges().size() * 2 == edges);
  for (size_t i = 0; i < plain.order.size(); ++i) REQUIRE(graph.nodes()[graph.order()[i]] == plain.order[i]);
  const CsrGraph csr = graph.csr();
  REQUIRE(csr.node_count() == graph.node_count());
  REQUIRE(csr.edge_count() == edges);
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    REQUIRE(graph.node_at(graph.nodes()[node]) == node);
    const auto targets = csr.targets_of(node);
    REQUIRE(std::is_sorted(targets.begin(), targets.end()));
    const auto row = plain.edges.find(NaiveGraph::key(graph.nodes()[node]));
    REQUIRE(targets.size() == (row == plain.edges.end() ? 0 : row->second.size()));
    for (size_t k = 0; k < targets.size(); ++k) {
      const Cell to = graph.nodes()[targets[k]];
      REQUIRE(row->second.at(NaiveGraph::key(to)) == csr.weights_of(node)[k]);
      REQUIRE(graph.edge(targets[k], node)->weight == csr.weights_of(node)[k]);
    }
  }
}

}  // namespace

TEST_CASE("a drawn graph after any edits is the one that the plainest bookkeeping gives") {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    DrawnGraph graph;
    NaiveGraph plain;
    for (int step = 0; step < 400; ++step) {
      const Cell cell{rng.between(0, 7), rng.between(0, 4)};
      const uint32_t count = graph.node_count();
      const uint32_t a = count == 0 ? 0 : rng.below(count), b = count == 0 ? 0 : rng.below(count);
      const auto at = [&](uint32_t node) { return graph.nodes()[node]; };
      switch (rng.below(count == 0 ? 1 : 8)) {
        case 0:
        case 1:
          REQUIRE(graph.add_node(cell) != plain.has(cell));
          if (!plain.has(cell)) plain.order.push_back(cell);
          break;
        case 2: {
          const Cell from = at(a);
          REQUIRE(graph.move_node(a, cell) != plain.has(cell));
          if (plain.has(cell)) break;
          std::replace(plain.order.begin(), plain.order.end(), from, cell);
          if (auto row = plain.edges.extract(NaiveGraph::key(from))) {
            row.key() = NaiveGraph::key(cell);
            plain.edges.insert(std::move(row));
          }
          for (auto& [other, row] : plain.edges) {
            if (auto edge = row.extract(NaiveGraph::key(from))) {
              edge.key() = NaiveGraph::key(cell);
              row.insert(std::move(edge));
            }
          }
          break;
        }
        case 3: {
          if (rng.below(2) == 0) break;
          const Cell gone = at(a);
          REQUIRE(graph.remove_node(a));
          std::erase(plain.order, gone);
          plain.edges.erase(NaiveGraph::key(gone));
          for (auto& [other, row] : plain.edges) row.erase(NaiveGraph::key(gone));
          break;
        }
        case 4:
        case 5: {
          const Cost weight = 1 + rng.below(5000);
          REQUIRE(graph.set_edge(a, b, weight) == (a != b));
          if (a == b) break;
          plain.edges[NaiveGraph::key(at(a))][NaiveGraph::key(at(b))] = weight;
          plain.edges[NaiveGraph::key(at(b))][NaiveGraph::key(at(a))] = weight;
          break;
        }
        case 6: {
          auto& row = plain.edges[NaiveGraph::key(at(a))];
          REQUIRE(graph.remove_edge(a, b) == (row.erase(NaiveGraph::key(at(b))) > 0));
          plain.edges[NaiveGraph::key(at(b))].erase(NaiveGraph::key(at(a)));
          break;
        }
        default: {
          std::vector<uint32_t> order(graph.order().begin(), graph.order().end());
          for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(static_cast<uint32_t>(i))]);
          REQUIRE(graph.set_order(order));
          for (size_t i = 0; i < order.size(); ++i) plain.order[i] = at(order[i]);
          break;
        }
      }
      check_same(graph, plain);
    }
  }
}

TEST_CASE("a drawn graph refuses what breaks its rules and stays as it is") {
  DrawnGraph graph;
  REQUIRE(graph.add_node({1, 1}));
  REQUIRE(graph.add_node({4, 5}));
  REQUIRE(graph.set_edge(0, 1, 7));
  const DrawnGraph before = graph;
  CHECK_FALSE(graph.add_node({1, 1}));
  CHECK_FALSE(graph.move_node(0, {4, 5}));
  CHECK_FALSE(graph.move_node(2, {9, 9}));
  CHECK_FALSE(graph.remove_node(2));
  CHECK_FALSE(graph.set_edge(0, 0, 1));
  CHECK_FALSE(graph.set_edge(0, 2, 1));
  CHECK_FALSE(graph.set_edge(0, 1, 0));
  CHECK_FALSE(graph.set_edge(0, 1, DrawnGraph::kMaxWeight + 1));
  CHECK_FALSE(graph.remove_edge(0, 2));
  CHECK_FALSE(graph.set_order(std::vector<uint32_t>{0}));
  CHECK_FALSE(graph.set_order(std::vector<uint32_t>{0, 0}));
  CHECK_FALSE(graph.set_order(std::vector<uint32_t>{0, 2}));
  CHECK(graph == before);
  CHECK(graph.default_weight(0, 1) == 3 * 1154 + 816);
  for (int i = 2; i < static_cast<int>(DrawnGraph::kMaxNodes); ++i) REQUIRE(graph.add_node({i, 100}));
  CHECK_FALSE(graph.add_node({0, 101}));
}
