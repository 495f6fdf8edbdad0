// Purpose: GoalDistances gives the costs to an agent's goal from nearby cells. When the next cell of its path is
//          occupied, the agent chooses by them another cell that leads to the goal or is only a small detour.
// How: Costs from hub labels are exact (HPA* on level 1 before smoothing). The costs from the nodes of a cluster are
//      cached by goal and cluster, so that most requests need a row of T0 and a cached entry.
// Differs: Without labels a lower bound of the distance is used, which does not count on links between cells. There are
//          none with the method `astar`, on a map with links, and while they are being built or do not fit. With the
//          method `flow` the costs of flow fields are exact, too.
// Units: As in core/tables/tables_view.hpp. kNoWay: there is no path.
// Threads: One thread at a time uses an object.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/batch/batch.hpp"
#include "core/crowd/crowd_step.hpp"
#include "core/tables/label_goal.hpp"

namespace strata {

class CrowdFlow;

class GoalDistances {
 public:
  // Sets the tables of all kinds of agents in a crowd, for the following calls. agents[i] belongs to kinds[i]. `flow`
  // has the crowd's flow fields, if it has any.
  void bind(std::span<const CrowdKindView> kinds, std::span<const Agent> agents, const BatchMap& map,
            const CrowdFlow* flow = nullptr);

  size_t kinds() const { return kinds_.size(); }
  bool exact(size_t kind, CellId goal) const { return kinds_[kind].exact || in_flow(kind, goal); }
  Cost left(size_t kind, CellId from, CellId goal);
  size_t memory_bytes() const { return kept_.capacity() * sizeof(CachedCosts) + goal_.memory_bytes(); }

 private:
  struct TablesOfKind {
    TablesView view;
    TableLabelsView labels;
    uint64_t version = 0;  // version of the labels; 0: no labels
    bool exact = false;
  };
  // The cached costs to a goal from the nodes of a cluster.
  struct CachedCosts {
    static constexpr uint32_t kNodeLimit = 28;
    CellId goal = kNoCell;
    uint32_t cluster = 0;
    uint32_t kind = 0;
    uint32_t made = 0;  // value of `era_` when the entry was written
    Cost costs[kNodeLimit];
  };
  static constexpr size_t kPlaces = size_t{1} << 14;

  bool in_flow(size_t kind, CellId goal) const;
  const Cost* from_nodes(size_t kind, uint32_t cluster, const TableEnds& ends, CellId goal);

  std::vector<TablesOfKind> kinds_;
  const CrowdFlow* flow_ = nullptr;
  std::vector<CachedCosts> kept_;
  uint32_t era_ = 0;
  GoalMemory goal_;
};

}  // namespace strata
