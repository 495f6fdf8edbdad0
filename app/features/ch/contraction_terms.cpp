#include "app/features/ch/contraction_terms.hpp"

#include <algorithm>
#include <functional>
#include <queue>

#include "app/features/ch/hierarchy_picture.hpp"
#include "core/base/check.hpp"

namespace strata {
namespace {

struct RemainingArc {
  uint32_t target;
  Cost weight;
  int64_t originals;
};

// The remaining graph, reconstructed from the recording.
struct RemainingGraph {
  const ContractedGraph& input;
  std::vector<std::vector<RemainingArc>> arcs;
  std::vector<int64_t> depth, neighbours;

  explicit RemainingGraph(const ContractedGraph& graph)
      : input(graph), arcs(graph.cells.size()), depth(graph.cells.size(), 0), neighbours(graph.cells.size(), 0) {
    for (uint32_t node = 0; node < graph.graph.node_count(); ++node) {
      const auto targets = graph.graph.targets_of(node);
      const auto weights = graph.graph.weights_of(node);
      for (size_t i = 0; i < targets.size(); ++i) join(node, {targets[i], weights[i], 1});
    }
  }

  uint32_t node_of(CellId cell) const {
    const auto at = std::lower_bound(input.by_cell.begin(), input.by_cell.end(), cell,
                                     [&](uint32_t node, CellId id) { return input.cells[node] < id; });
    STRATA_CHECK(at != input.by_cell.end());
    return *at;
  }

  // Adds an arc to the graph. Of two arcs between the same nodes only the cheaper one stays.
  void join(uint32_t from, const RemainingArc& arc) {
    for (RemainingArc& old : arcs[from]) {
      if (old.target != arc.target) continue;
      if (arc.weight < old.weight) old = arc;
      return;
    }
    arcs[from].push_back(arc);
  }

  int64_t originals(uint32_t from, uint32_t to) const {
    const auto at = std::ranges::find(arcs[from], to, &RemainingArc::target);
    STRATA_CHECK(at != arcs[from].end());
    return at->originals;
  }

  // Returns the terms of a node that do not depend on the shortcuts of its contraction.
  ContractionTerms terms_of(uint32_t node) const {
    return {.node = node,
            .edge_difference = -static_cast<int64_t>(arcs[node].size()),
            .depth = depth[node],
            .neighbours = neighbours[node]};
  }

  // Contracts the node of an event as in the recording, and returns its terms.
  ContractionTerms contract(std::span<const SearchEvent> events, size_t event) {
    ContractionTerms terms = terms_of(node_of(events[event].node));
    std::vector<std::pair<uint32_t, RemainingArc>> added;
    for (size_t k = event + 1; k < events.size() && events[k].type != EventType::kContract; ++k) {
      if (events[k].type != EventType::kAddArc) continue;
      const uint32_t from = node_of(events[k].parent), to = node_of(events[k].node);
      const int64_t under = originals(terms.node, from) + originals(terms.node, to);
      ++terms.edge_difference;
      terms.originals += under;
      added.push_back({from, {to, events[k].g, under}});
      added.push_back({to, {from, events[k].g, under}});
    }
    remove(terms.node);
    for (const auto& [from, arc] : added) join(from, arc);
    return terms;
  }

  // Returns the distances from the node `from` to all nodes on paths that avoid `node`. Distances above the limit
  // are not computed.
  std::vector<uint64_t> distances_without(uint32_t node, uint32_t from, uint64_t limit) const {
    std::vector<uint64_t> distance(arcs.size(), UINT64_MAX);
    using QueueEntry = std::pair<uint64_t, uint32_t>;
    std::priority_queue<QueueEntry, std::vector<QueueEntry>, std::greater<>> queue;
    distance[from] = 0;
    queue.push({0, from});
    while (!queue.empty()) {
      const auto [own, at] = queue.top();
      queue.pop();
      if (own != distance[at]) continue;
      for (const RemainingArc& arc : arcs[at]) {
        const uint64_t sum = own + arc.weight;
        if (arc.target == node || sum > limit || sum >= distance[arc.target]) continue;
        distance[arc.target] = sum;
        queue.push({sum, arc.target});
      }
    }
    return distance;
  }

  void remove(uint32_t node) {
    for (const RemainingArc& arc : arcs[node]) {
      std::erase_if(arcs[arc.target], [&](const RemainingArc& back) { return back.target == node; });
      depth[arc.target] = std::max(depth[arc.target], depth[node] + 1);
      ++neighbours[arc.target];
    }
  }
};

}  // namespace

std::vector<ContractionTerms> read_contraction_terms(const ContractedGraph& graph,
                                                     std::span<const SearchEvent> events) {
  RemainingGraph left(graph);
  std::vector<ContractionTerms> all;
  for (size_t i = 0; i < events.size(); ++i) {
    if (events[i].type == EventType::kContract) all.push_back(left.contract(events, i));
  }
  return all;
}

ContractionTerms terms_before(const ContractedGraph& graph, std::span<const SearchEvent> events, size_t event,
                              uint32_t node) {
  RemainingGraph left(graph);
  for (size_t i = 0; i < event; ++i) {
    if (events[i].type == EventType::kContract) left.contract(events, i);
  }
  ContractionTerms terms = left.terms_of(node);
  const std::vector<RemainingArc>& arcs = left.arcs[node];
  for (size_t i = 0; i + 1 < arcs.size(); ++i) {
    uint64_t limit = 0;
    for (size_t k = i + 1; k < arcs.size(); ++k) limit = std::max(limit, uint64_t{arcs[i].weight} + arcs[k].weight);
    const std::vector<uint64_t> distance = left.distances_without(node, arcs[i].target, limit);
    for (size_t k = i + 1; k < arcs.size(); ++k) {
      if (distance[arcs[k].target] <= uint64_t{arcs[i].weight} + arcs[k].weight) continue;
      ++terms.edge_difference;
      terms.originals += arcs[i].originals + arcs[k].originals;
    }
  }
  return terms;
}

}  // namespace strata
