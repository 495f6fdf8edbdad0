#include "core/crowd/goal_distances.hpp"

#include <algorithm>

#include "core/crowd/crowd_flow.hpp"

namespace strata {

void GoalDistances::bind(std::span<const CrowdKindView> kinds, std::span<const Agent> agents, const BatchMap& map,
                         const CrowdFlow* flow) {
  flow_ = flow;
  kinds_.resize(kinds.size());
  bool same = era_ != 0;
  for (size_t i = 0; i < kinds.size(); ++i) {
    TablesOfKind kind;
    kind.view = kinds[i].tables;
    const int number = map.kind_of(agents[i].size, agents[i].capability.bits());
    if (number >= 0 && kinds[i].has_tables) {
      const BatchAgentKind& of_map = map.kinds[static_cast<size_t>(number)];
      if (of_map.labels != nullptr && of_map.labels->is_current_for(*of_map.tables)) {
        kind.labels = of_map.labels->view();
        kind.version = of_map.tables->version();
        kind.exact = true;
      }
    }
    same = same && kind.version == kinds_[i].version && kind.labels.made == kinds_[i].labels.made;
    kinds_[i] = kind;
  }
  if (same) return;
  ++era_;
  goal_.forget();
}

bool GoalDistances::in_flow(size_t kind, CellId goal) const { return flow_ != nullptr && flow_->knows(kind, goal); }

Cost GoalDistances::left(size_t number, CellId from, CellId goal) {
  const TablesOfKind& kind = kinds_[number];
  const TablesView& view = kind.view;
  if (!view.contains(goal)) return kNoWay;
  if (in_flow(number, goal)) return std::min(flow_->left(number, from, goal), kNoWay);
  if (!kind.exact) {
    return view.weights[from] == 0 ? kNoWay : view.least_cost(view.cell(from), view.cell(goal));
  }
  const TableEnds ends = table_ends(view, from, goal);
  if (ends.status != PlanStatus::kFound) return kNoWay;
  const TableCluster& cluster = view.clusters[ends.start_cluster];
  Cost best = kNoWay;
  if (ends.start_cluster == ends.goal_cluster) best = table_local_cost(view, cluster, from, ends.goal_local);
  if (cluster.nodes == 0 || view.clusters[ends.goal_cluster].nodes == 0) return best;
  const Cost* row = cluster.to_nodes + size_t{ends.start_local} * cluster.nodes;
  if (cluster.nodes > CachedCosts::kNodeLimit) {
    uint32_t over = kNoTableNode;
    with_goal(view, kind.labels, ends, from, goal, goal_,
              [&](auto& to_goal) { to_goal.choose(cluster, ends.start_cluster, row, best, over); });
    return best;
  }
  const Cost* left = from_nodes(number, ends.start_cluster, ends, goal);
  for (uint32_t i = 0; i < cluster.nodes; ++i) best = std::min(best, row[i] + left[i]);
  return best;
}

const Cost* GoalDistances::from_nodes(size_t number, uint32_t cluster, const TableEnds& ends, CellId goal) {
  if (kept_.empty()) kept_.resize(kPlaces);
  const uint64_t mixed = (uint64_t{goal} << 32 | (cluster * 31u + static_cast<uint32_t>(number))) * 0x9e3779b97f4a7c15u;
  CachedCosts& kept = kept_[static_cast<size_t>(mixed >> 50)];
  static_assert(kPlaces == size_t{1} << (64 - 50));
  if (kept.goal == goal && kept.cluster == cluster && kept.kind == number && kept.made == era_) return kept.costs;
  kept.goal = goal;
  kept.cluster = cluster;
  kept.kind = static_cast<uint32_t>(number);
  kept.made = era_;
  const TablesOfKind& kind = kinds_[number];
  const TableCluster& of = kind.view.clusters[cluster];
  with_goal(kind.view, kind.labels, ends, kNoCell, goal, goal_, [&](auto& to_goal) {
    for (uint32_t i = 0; i < of.nodes; ++i) kept.costs[i] = std::min(to_goal(of.first + i), kNoWay);
  });
  return kept.costs;
}

}  // namespace strata
