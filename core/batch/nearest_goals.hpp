// Purpose: NearestGoals plans a batch over cells with partial paths: an agent that cannot reach its goal is sent to the
//          cell nearest to it that it can reach.
// How: Goals are replaced before the engine plans, so that every back end gets the same batch, and gives the same
//      answers, as without partial paths. The connected areas are found once for all agents of a kind.
// Shapes: The status of an agent with a partial path is why it cannot reach its goal; cost, first hop and path in the
//         result are those of the partial path.
// Errors: Those of the engine. An agent whose start is blocked, or whose goal is outside of the map, is left as it is.
// Threads: One batch at a time.
#pragma once

#include <vector>

#include "core/base/parallel.hpp"
#include "core/batch/batch.hpp"
#include "core/search/nearest_reachable.hpp"
#include "core/search/workspace.hpp"

namespace strata {

// The agents of a batch whose goals were replaced, and why.
class ReplacedGoals {
 public:
  static constexpr PlanStatus kKept = PlanStatus::kFound;

  void begin(size_t agents) { why_.assign(agents, kKept); }
  // Different agents may be set in different threads.
  void set(size_t agent, PlanStatus why) { why_[agent] = why; }
  // Puts the reasons into the result of the batch with the replaced goals.
  void finish(BatchResult& result);

  bool is_partial(size_t agent) const { return why_[agent] != kKept; }  // after finish: the agent has a partial path
  size_t partial_count() const { return partial_count_; }

 private:
  std::vector<PlanStatus> why_;  // by agent
  size_t partial_count_ = 0;
};

class NearestGoals {
 public:
  explicit NearestGoals(int threads = 0) : threads_(threads) {}

  Status plan(BatchEngine& engine, const BatchMap& map, const AgentBatch& batch, const BatchOptions& options,
              BatchResult& result);

  // The next functions concern the last batch.
  bool is_partial(size_t agent) const { return replaced_.is_partial(agent); }
  size_t partial_count() const { return replaced_.partial_count(); }
  // Returns where the path of the agent ends: its goal, or the cell nearest to the goal.
  CellId end_of(size_t agent) const { return batch_.agents[agent].goal; }

 private:
  void replace_goals(const BatchMap& map);

  Threads threads_;
  std::vector<Workspace> workspaces_;  // by thread
  std::vector<ReachableAreas> areas_;  // by kind
  AgentBatch batch_;
  ReplacedGoals replaced_;
};

}  // namespace strata
