// Purpose: What it costs an agent of a crowd to get to its goal from any cell beside it: by that it knows which way is
//          on, and which is a little longer, when the cell that it wants is taken.
// How: Exact costs by labels (HPA* on level 1 before smoothing). What is left from the nodes of a cluster is kept by
//      goal and cluster, so that most questions are a row of T0 and one of those kept.
// Differs: Without labels (planning by A* alone, labels that do not fit or are being made) the bound of the distance
//          stands in.
// Units: As in core/tables/tables_view.hpp; kNoWay: there is none.
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
  // What the kinds of a crowd walk on from now on; `agents` by the same numbers.
  void bind(std::span<const CrowdKindView> kinds, std::span<const Agent> agents, const BatchMap& map);

  size_t kinds() const { return kinds_.size(); }
  bool exact(size_t kind) const { return kinds_[kind].exact; }
  Cost left(size_t kind, CellId from, CellId goal);
  size_t memory_bytes() const { return kept_.capacity() * sizeof(CachedCosts) + goal_.memory_bytes(); }

 private:
  struct Kind {
    TablesView view;
    TableLabelsView labels;
    uint64_t version = 0;  // of the labels; 0: there are none
    bool exact = false;
  };
  // What is left to a goal from the nodes of a cluster.
  struct CachedCosts {
    static constexpr uint32_t kNodeLimit = 28;
    CellId goal = kNoCell;
    uint32_t cluster = 0;
    uint32_t kind = 0;
    uint32_t made = 0;  // when it was put there, as `era_`
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
