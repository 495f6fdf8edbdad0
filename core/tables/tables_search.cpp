#include "core/tables/tables_search.hpp"

#include <algorithm>

namespace strata {
namespace {

struct LargerF {
  template <class QueueEntry>
  bool operator()(const QueueEntry& a, const QueueEntry& b) const {
    return a.f != b.f ? a.f > b.f : a.g != b.g ? a.g < b.g : a.node > b.node;
  }
};

}  // namespace

bool leads_to_goal(const TablesView& view, const TableEnds& ends) {
  std::vector<uint8_t> reached(view.nodes, 0);
  std::vector<uint32_t> nodes;
  const auto reach = [&](uint32_t node) {
    if (reached[node] != 0) return;
    reached[node] = 1;
    nodes.push_back(node);
  };
  const auto reach_inside = [&](const TableCluster& cluster, const Cost* costs) {
    for (uint32_t i = 0; i < cluster.nodes; ++i) {
      if (costs[i] < kNoWay) reach(cluster.first + i);
    }
  };
  const TableCluster &from = view.clusters[ends.start_cluster], &to = view.clusters[ends.goal_cluster];
  reach_inside(from, from.to_nodes + size_t{ends.start_local} * from.nodes);
  for (size_t done = 0; done < nodes.size(); ++done) {
    const uint32_t node = nodes[done];
    const TableCluster& cluster = view.clusters[view.node_cluster[node]];
    const uint32_t slot = node - cluster.first;
    reach_inside(cluster, cluster.between + size_t{slot} * cluster.nodes);
    for (uint32_t e = cluster.link_begin[slot]; e < cluster.link_begin[slot + 1]; ++e) {
      reach(view.clusters[cluster.links[e].cluster].first + cluster.links[e].slot);
    }
    for (uint32_t e = view.first_link(view.links_from, node); e < view.link_count && view.links_from[e].node == node;
         ++e) {
      reach(view.links_from[e].other);
    }
  }
  const Cost* const goals = to.to_nodes + size_t{ends.goal_local} * to.nodes;
  for (uint32_t slot = 0; slot < to.nodes; ++slot) {
    if (goals[slot] < kNoWay && reached[to.first + slot] != 0) return true;
  }
  return false;
}

void BackwardGoalSearch::put(const TablesView& view, uint32_t node, Cost g, bool inside, Cell towards) {
  if (g >= kNoWay) return;
  GoalSearchRecord& record = records_[node];
  if (record.stamp == stamp_ && record.g <= g) return;
  record = {g, stamp_, inside};
  open_.push_back({g + view.least_cost(view.cell(view.node_cell[node]), towards), g, node});
  std::push_heap(open_.begin(), open_.end(), LargerF());
}

void BackwardGoalSearch::search(const TablesView& view, const TableEnds& ends, CellId start, bool all_of_start) {
  if (records_.size() < view.nodes) records_.resize(view.nodes);
  if (++stamp_ == 0) {
    std::fill(records_.begin(), records_.end(), GoalSearchRecord());
    stamp_ = 1;
  }
  open_.clear();
  const Cell towards = view.cell(start);
  const TableCluster &from = view.clusters[ends.start_cluster], &to = view.clusters[ends.goal_cluster];
  const Cost* starts = from.to_nodes + size_t{ends.start_local} * from.nodes;
  const Cost* goals = to.to_nodes + size_t{ends.goal_local} * to.nodes;
  Cost best = kNoWay;
  if (ends.start_cluster == ends.goal_cluster) best = table_local_cost(view, from, start, ends.goal_local);
  uint32_t waited_for = all_of_start ? from.nodes : 0;
  for (uint32_t slot = 0; slot < to.nodes; ++slot) put(view, to.first + slot, goals[slot], true, towards);
  while (!open_.empty()) {
    const QueueEntry entry = open_.front();
    if (entry.f > best && waited_for == 0) break;
    std::pop_heap(open_.begin(), open_.end(), LargerF());
    open_.pop_back();
    const GoalSearchRecord record = records_[entry.node];
    if (record.g != entry.g) continue;
    const uint32_t own = view.node_cluster[entry.node];
    const TableCluster& cluster = view.clusters[own];
    const uint32_t slot = entry.node - cluster.first;
    if (own == ends.start_cluster) {
      if (starts[slot] < kNoWay) best = std::min(best, entry.g + starts[slot]);
      if (waited_for > 0) --waited_for;
    }
    for (uint32_t e = cluster.link_begin[slot]; e < cluster.link_begin[slot + 1]; ++e) {
      const TableInterEdge& link = cluster.links[e];
      put(view, view.clusters[link.cluster].first + link.slot, entry.g + link.cost, false, towards);
    }
    for (uint32_t e = view.first_link(view.links_into, entry.node);
         e < view.link_count && view.links_into[e].node == entry.node; ++e) {
      put(view, view.links_into[e].other, entry.g + view.links_into[e].cost, false, towards);
    }
    if (record.inside) continue;
    const Cost* between = cluster.between + size_t{slot} * cluster.nodes;
    for (uint32_t i = 0; i < cluster.nodes; ++i) {
      if (i != slot && between[i] < kNoWay) put(view, cluster.first + i, entry.g + between[i], true, towards);
    }
  }
}

}  // namespace strata
