#include "core/hpa/hpa_inside_search.hpp"

#include <algorithm>

#include "core/base/multiversion.hpp"

namespace strata {
namespace {

// Rows are relaxed by vector instructions: this many entries cost about as much as one edge on its own.
constexpr size_t kEntriesPerEdge = 4;

// Relaxes the nodes of a child by the intra-edges of one of them. Costs are signed here: kInfinite is then negative,
// and every processor can compare four signed numbers at a time.
STRATA_MULTIVERSION void relax_row(Cost* __restrict cost, const Cost* __restrict row, Cost over, uint32_t length) {
  for (uint32_t i = 0; i < length; ++i) {
    const auto edge = static_cast<int32_t>(row[i]);
    const int32_t sum = static_cast<int32_t>(over) + (edge < 0 ? 0 : edge);
    const int32_t way = edge < 0 ? static_cast<int32_t>(HpaInsideSearch::kFar) : sum;
    const auto best = static_cast<int32_t>(cost[i]);
    cost[i] = static_cast<Cost>(way < best ? way : best);
  }
}

// Sets the predecessor of every node that has none yet and is reached at its cost by the intra-edge in `row`.
STRATA_MULTIVERSION void name_row(uint16_t* __restrict previous, const Cost* __restrict cost,
                                  const Cost* __restrict row, Cost over, uint16_t name, uint32_t length) {
  for (uint32_t i = 0; i < length; ++i) {
    const bool tight = cost[i] == over + row[i] && static_cast<int32_t>(row[i]) >= 0;
    previous[i] = tight && previous[i] == HpaInsideGraph::kNoNode ? name : previous[i];
  }
}

}  // namespace

void HpaInsideGraph::clear() {
  intra.clear();
  begin.assign(1, 0);
  child_of.clear();
  link_begin.assign(1, 0);
  links.clear();
}

void HpaInsideGraph::list_joined() {
  joined.clear();
  joined_begin.assign(1, 0);
  for (uint32_t child = 0; child + 1 < begin.size(); ++child) {
    for (uint32_t node = begin[child]; node < begin[child + 1]; ++node) {
      if (link_begin[node] < link_begin[node + 1]) joined.push_back(node);
    }
    joined_begin.push_back(static_cast<uint32_t>(joined.size()));
  }
}

// Relaxes the nodes of a child by its waiting entry nodes, and then the inter-edges of all nodes that became cheaper.
void HpaInsideSearch::expand(const HpaInsideGraph& graph, uint32_t child) {
  waiting_[child].least = kFar;
  std::swap(waiting_[child].nodes, entries_);
  Cost* const costs = cost_.data() + graph.begin[child];
  const uint32_t size = graph.child_size(child);
  for (const auto& [node, cost] : entries_) {
    if (cost != cost_[node]) continue;  // an intra-edge or another inter-edge leads there more cheaply
    relax_row(costs, graph.row(node), cost, size);
    relaxed_ += size / kEntriesPerEdge + 1;
  }
  entries_.clear();
  for (uint32_t k = graph.joined_begin[child]; k < graph.joined_begin[child + 1]; ++k) {
    const uint32_t from = graph.joined[k];
    const Cost g = cost_[from];
    if (g >= told_[from] || g >= kMaxEdge) continue;
    told_[from] = g;
    for (uint32_t e = graph.link_begin[from]; e < graph.link_begin[from + 1]; ++e) {
      const uint32_t to = graph.links[e].to;
      const Cost cost = g + graph.links[e].cost;
      ++relaxed_;
      if (cost >= cost_[to]) continue;
      cost_[to] = cost;
      if (cost < kMaxEdge) wait(graph.child_of[to], to, cost);
    }
  }
}

void HpaInsideSearch::wait(uint32_t child, uint32_t node, Cost cost) {
  waiting_[child].nodes.push_back({node, cost});
  waiting_[child].least = std::min(waiting_[child].least, cost);
}

void HpaInsideSearch::run(const HpaInsideGraph& graph, uint32_t source) {
  const size_t children = graph.begin.size() - 1;
  cost_.assign(graph.size(), kFar);
  told_.assign(graph.size(), kFar);
  if (waiting_.size() < children) waiting_.resize(children);
  relaxed_ = 0;
  cost_[source] = 0;
  wait(graph.child_of[source], source, 0);
  for (;;) {
    uint32_t next = 0;
    for (uint32_t child = 1; child < children; ++child) {
      if (waiting_[child].least < waiting_[next].least) next = child;
    }
    if (waiting_[next].least == kFar) return;
    expand(graph, next);
  }
}

std::vector<Cost>& HpaInsideSearch::costs_of_other_search(size_t nodes) {
  cost_.assign(nodes, kFar);
  return cost_;
}

bool HpaInsideSearch::cut() {
  bool any = false;
  for (Cost& cost : cost_) {
    any |= cost >= kMaxEdge && cost != kFar;
    cost = cost >= kMaxEdge ? kInfinite : cost;
  }
  return any;
}

void HpaInsideSearch::find_predecessors(const HpaInsideGraph& graph, uint32_t source) {
  previous_.assign(graph.size(), HpaInsideGraph::kNoNode);
  previous_[source] = static_cast<uint16_t>(source);
  for (const uint32_t node : graph.joined) {
    if (node == source || cost_[node] == kInfinite) continue;
    for (uint32_t e = graph.link_begin[node]; e < graph.link_begin[node + 1]; ++e) {
      const auto [from, step] = graph.links[e];  // inter-edges lead both ways at the same cost
      if (cost_[from] == kInfinite || cost_[from] + step != cost_[node]) continue;
      previous_[node] = static_cast<uint16_t>(from);
      break;
    }
  }
  // All other nodes are reached by an intra-edge from an entry node of their child, or from the source.
  for (uint32_t child = 0; child + 1 < graph.begin.size(); ++child) {
    entries_.clear();
    if (graph.child_of[source] == child) entries_.push_back({source, 0});
    for (uint32_t k = graph.joined_begin[child]; k < graph.joined_begin[child + 1]; ++k) {
      const uint32_t node = graph.joined[k];
      if (node != source && previous_[node] != HpaInsideGraph::kNoNode) entries_.push_back({node, cost_[node]});
    }
    const uint32_t first = graph.begin[child];
    for (const auto& [entry, cost] : entries_) {
      name_row(previous_.data() + first, cost_.data() + first, graph.row(entry), cost, static_cast<uint16_t>(entry),
               graph.child_size(child));
    }
  }
  entries_.clear();
}

}  // namespace strata
