// Purpose: BackwardGoalSearch computes the costs from nodes of the tables to a goal by a search, while there are no hub
//          labels. It is A* over the nodes, from the goal towards the start, and gives the same costs as labels.
// Source: Hart, Nilsson, Raphael 1968; Botea, Müller, Schaeffer 2004, section 4.2.
// Differs: The search continues while an open node may be on a cheapest path, so that all cheapest paths are known and
//          ties are broken independently of the search.
// Units: As in core/tables/tables_view.hpp.
// Threads: One thread at a time uses an object.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tables/lanes.hpp"
#include "core/tables/tables_view.hpp"

namespace strata {

// Returns whether a path over nodes leads from the start to the goal, whatever it costs. Components of nodes do not
// tell it where links lead one way.
bool leads_to_goal(const TablesView& view, const TableEnds& ends);
// Returns the status of an answer that was looked up: kNoPath instead of kCostOverflow where links lead one way and
// there is no path at all.
inline PlanStatus table_status(const TablesView& view, const TableEnds& ends, const TableAnswer& answer) {
  const bool doubtful = answer.status == PlanStatus::kCostOverflow && view.link_count > 0;
  return doubtful && !leads_to_goal(view, ends) ? PlanStatus::kNoPath : answer.status;
}

class BackwardGoalSearch {
 public:
  using Lanes = OneLane;

  // Searches from the goal. Both ends must be passable. With `all_of_start` it continues until the costs from all nodes
  // of the start's cluster are known, also from nodes that are on no cheapest path.
  void search(const TablesView& view, const TableEnds& ends, CellId start, bool all_of_start = false);
  // Returns the cost from a node to the goal; kNoWay if there is no path, or if the node is on no cheapest path.
  Cost operator()(uint32_t node) const { return records_[node].stamp == stamp_ ? records_[node].g : kNoWay; }
  void choose(const TableCluster& cluster, uint32_t, const Cost* costs, Cost& best, uint32_t& over) const {
    choose_one_by_one(*this, cluster, costs, best, over);
  }
  size_t memory_bytes() const {
    return records_.capacity() * sizeof(GoalSearchRecord) + open_.capacity() * sizeof(QueueEntry);
  }

 private:
  struct GoalSearchRecord {
    Cost g = 0;
    uint32_t stamp = 0;
    bool inside = false;  // reached inside the node's cluster: only inter-edges can lead to shorter paths
  };
  struct QueueEntry {
    Cost f = 0, g = 0;
    uint32_t node = 0;
  };
  void put(const TablesView& view, uint32_t node, Cost g, bool inside, Cell towards);

  std::vector<GoalSearchRecord> records_;
  std::vector<QueueEntry> open_;  // a heap, best entry first
  uint32_t stamp_ = 0;
};

}  // namespace strata
