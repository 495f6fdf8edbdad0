// Purpose: SearchedGoal computes the costs from nodes of the tables to a goal by a search, where there are no hub
//          labels (yet). The search is A* over the nodes, from the goal towards the start. It gives the costs that
//          labels would give.
// Source: Hart, Nilsson, Raphael 1968; Botea, Müller, Schaeffer 2004, section 4.2.
// Differs: It goes on while an open node could be on a path that is as cheap as the cheapest, so that all cheapest
//          paths are known and the choice among them does not depend on the search.
// Units: As in core/tables/tables_view.hpp.
// Threads: One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tables/lanes.hpp"
#include "core/tables/tables_view.hpp"

namespace strata {

class SearchedGoal {
 public:
  using Lanes = OneLane;

  // Both ends must be passable. `all_of_start`: continues until the costs from all nodes of the start's cluster are
  // known, also of nodes that are on no cheapest path.
  void search(const TablesView& view, const TableEnds& ends, CellId start, bool all_of_start = false);
  // Returns the cost from a node; kNoWay if there is no path, or if the node is on no cheapest path.
  Cost operator()(uint32_t node) const { return records_[node].stamp == stamp_ ? records_[node].g : kNoWay; }
  void choose(const TableCluster& cluster, uint32_t, const Cost* costs, Cost& best, uint32_t& over) const {
    choose_one_by_one(*this, cluster, costs, best, over);
  }
  size_t memory_bytes() const { return records_.capacity() * sizeof(Record) + open_.capacity() * sizeof(Entry); }

 private:
  struct Record {
    Cost g = 0;
    uint32_t stamp = 0;
    bool inside = false;  // reached inside its cluster: only its inter-edges can lead on to shorter paths
  };
  struct Entry {
    Cost f = 0, g = 0;
    uint32_t node = 0;
  };
  void put(const TablesView& view, uint32_t node, Cost g, bool inside, Cell towards);

  std::vector<Record> records_;
  std::vector<Entry> open_;  // a heap
  uint32_t stamp_ = 0;
};

}  // namespace strata
