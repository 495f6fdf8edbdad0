// Purpose: GoalDistances gives an agent of a crowd its costs to the goal from nearby cells. The agent sees by them
//          which cells lead on, and which are only a little longer, when the cell that it wants is taken.
// How: Costs by labels are exact (HPA* on level 1 before smoothing). The costs from the nodes of a cluster are cached
//      by goal and cluster, so that most questions are answered by a row of T0 and a cached entry.
// Differs: Without labels (A* alone, or labels that do not fit or are being built) a lower bound of the distance is
//          used.
// Units: As in core/tables/tables_view.hpp. kNoWay: there is no path.
// Threads: One thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/batch/batch.hpp"
#include "core/crowd/crowd_step.hpp"
#include "core/tables/label_goal.hpp"

namespace strata {

class GoalDistances {
 public:
  // Sets what the kinds of a crowd plan on from now on. `agents` has the same numbers.
  void bind(std::span<const CrowdKindView> kinds, std::span<const Agent> agents, const BatchMap& map);

  size_t kinds() const { return kinds_.size(); }
  bool exact(size_t kind) const { return kinds_[kind].exact; }
  Cost left(size_t kind, CellId from, CellId goal);
  size_t memory_bytes() const { return kept_.capacity() * sizeof(CachedCosts) + goal_.memory_bytes(); }

 private:
  struct Kind {
    TablesView view;
    TableLabelsView labels;
    uint64_t version = 0;  // version of the labels; 0: there are no labels
    bool exact = false;
  };
  // Cached costs to a goal from the nodes of a cluster.
  struct CachedCosts {
    static constexpr uint32_t kNodeLimit = 28;
    CellId goal = kNoCell;
    uint32_t cluster = 0;
    uint32_t kind = 0;
    uint32_t made = 0;  // value of `era_` when the entry was made
    Cost costs[kNodeLimit];
  };
  static constexpr size_t kPlaces = size_t{1} << 14;

  const Cost* from_nodes(size_t kind, uint32_t cluster, const TableEnds& ends, CellId goal);

  std::vector<Kind> kinds_;
  std::vector<CachedCosts> kept_;
  uint32_t era_ = 0;
  GoalMemory goal_;
};

}  // namespace strata
