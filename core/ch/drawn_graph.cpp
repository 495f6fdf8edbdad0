#include "core/ch/drawn_graph.hpp"

#include <algorithm>
#include <utility>

namespace strata {

std::optional<uint32_t> DrawnGraph::node_at(Cell cell) const {
  const auto it = std::find(nodes_.begin(), nodes_.end(), cell);
  if (it == nodes_.end()) return std::nullopt;
  return static_cast<uint32_t>(it - nodes_.begin());
}

std::vector<DrawnGraphEdge>::const_iterator DrawnGraph::place_of(uint32_t a, uint32_t b) const {
  if (a > b) std::swap(a, b);
  return std::lower_bound(
      edges_.begin(), edges_.end(), std::pair(a, b),
      [](const DrawnGraphEdge& edge, const auto& ends) { return std::pair(edge.a, edge.b) < ends; });
}

const DrawnGraphEdge* DrawnGraph::edge(uint32_t a, uint32_t b) const {
  const auto it = place_of(a, b);
  return it != edges_.end() && it->a == std::min(a, b) && it->b == std::max(a, b) ? &*it : nullptr;
}

Cost DrawnGraph::default_weight(uint32_t a, uint32_t b) const {
  const Cost distance = DistanceBound(Profile::kOctile, 1)(nodes_[a], nodes_[b]);
  return std::clamp<Cost>(distance, 1, kMaxWeight);
}

bool DrawnGraph::add_node(Cell cell) {
  if (node_count() >= kMaxNodes || node_at(cell)) return false;
  order_.push_back(node_count());
  nodes_.push_back(cell);
  return true;
}

bool DrawnGraph::move_node(uint32_t node, Cell to) {
  if (node >= node_count() || node_at(to)) return false;
  nodes_[node] = to;
  return true;
}

bool DrawnGraph::remove_node(uint32_t node) {
  if (node >= node_count()) return false;
  const auto renumbered = [node](uint32_t other) { return other > node ? other - 1 : other; };
  nodes_.erase(nodes_.begin() + node);
  std::erase_if(edges_, [node](const DrawnGraphEdge& edge) { return edge.a == node || edge.b == node; });
  for (DrawnGraphEdge& edge : edges_) edge = {renumbered(edge.a), renumbered(edge.b), edge.weight};
  std::erase(order_, node);
  for (uint32_t& other : order_) other = renumbered(other);
  return true;
}

bool DrawnGraph::set_edge(uint32_t a, uint32_t b, Cost weight) {
  if (a == b || std::max(a, b) >= node_count() || weight < 1 || weight > kMaxWeight) return false;
  const DrawnGraphEdge wanted{std::min(a, b), std::max(a, b), weight};
  const auto it = place_of(a, b);
  if (edge(a, b) != nullptr) {
    edges_[static_cast<size_t>(it - edges_.begin())] = wanted;
  } else {
    edges_.insert(it, wanted);
  }
  return true;
}

bool DrawnGraph::remove_edge(uint32_t a, uint32_t b) {
  if (edge(a, b) == nullptr) return false;
  edges_.erase(place_of(a, b));
  return true;
}

bool DrawnGraph::set_order(std::span<const uint32_t> order) {
  if (order.size() != nodes_.size()) return false;
  std::vector<bool> seen(nodes_.size(), false);
  for (const uint32_t node : order) {
    if (node >= node_count() || seen[node]) return false;
    seen[node] = true;
  }
  order_.assign(order.begin(), order.end());
  return true;
}

CsrGraph DrawnGraph::csr() const {
  CsrGraph graph;
  if (empty()) return graph;
  graph.first.assign(nodes_.size() + 1, 0);
  for (const DrawnGraphEdge& edge : edges_) {
    ++graph.first[edge.a + 1];
    ++graph.first[edge.b + 1];
  }
  for (size_t i = 1; i < graph.first.size(); ++i) graph.first[i] += graph.first[i - 1];
  graph.targets.resize(edges_.size() * 2);
  graph.weights.resize(edges_.size() * 2);
  std::vector<uint32_t> next(graph.first.begin(), graph.first.end() - 1);
  const auto put = [&](uint32_t from, uint32_t to, Cost weight) {
    graph.targets[next[from]] = to;
    graph.weights[next[from]++] = weight;
  };
  // `edges_` is sorted by (a, b), with a < b. So the first loop adds the lower neighbours of each node, the second the
  // higher ones, both in ascending order.
  for (const DrawnGraphEdge& edge : edges_) put(edge.b, edge.a, edge.weight);
  for (const DrawnGraphEdge& edge : edges_) put(edge.a, edge.b, edge.weight);
  return graph;
}

}  // namespace strata
