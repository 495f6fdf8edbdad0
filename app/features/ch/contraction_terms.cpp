#include "app/features/ch/contraction_terms.hpp"

#include <algorithm>

#include "app/features/ch/hierarchy_controller.hpp"
#include "core/base/check.hpp"

namespace strata {
namespace {

struct TermArc {
  uint32_t target;
  Cost weight;
  int64_t originals;
};

// The graph that is left, as the recording tells of it.
struct RemainingGraph {
  const ContractedGraph& input;
  std::vector<std::vector<TermArc>> arcs;
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

  // Of two arcs between the same nodes the cheaper one stays.
  void join(uint32_t from, const TermArc& arc) {
    for (TermArc& old : arcs[from]) {
      if (old.target != arc.target) continue;
      if (arc.weight < old.weight) old = arc;
      return;
    }
    arcs[from].push_back(arc);
  }

  int64_t originals(uint32_t from, uint32_t to) const {
    const auto at = std::ranges::find(arcs[from], to, &TermArc::target);
    STRATA_CHECK(at != arcs[from].end());
    return at->originals;
  }

  void remove(uint32_t node) {
    for (const TermArc& arc : arcs[node]) {
      std::erase_if(arcs[arc.target], [&](const TermArc& back) { return back.target == node; });
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
    if (events[i].type != EventType::kContract) continue;
    ContractionTerms terms;
    terms.node = left.node_of(events[i].node);
    terms.edge_difference = -static_cast<int64_t>(left.arcs[terms.node].size());
    terms.depth = left.depth[terms.node];
    terms.neighbours = left.neighbours[terms.node];
    std::vector<std::pair<uint32_t, TermArc>> added;
    for (size_t k = i + 1; k < events.size() && events[k].type != EventType::kContract; ++k) {
      if (events[k].type != EventType::kAddArc) continue;
      const uint32_t from = left.node_of(events[k].parent), to = left.node_of(events[k].node);
      const int64_t originals = left.originals(terms.node, from) + left.originals(terms.node, to);
      ++terms.edge_difference;
      terms.originals += originals;
      added.push_back({from, {to, events[k].g, originals}});
      added.push_back({to, {from, events[k].g, originals}});
    }
    left.remove(terms.node);
    for (const auto& [from, arc] : added) left.join(from, arc);
    all.push_back(terms);
  }
  return all;
}

}  // namespace strata
