// Purpose: NearestGoals plans a batch over cells with partial paths: the goal of an agent that cannot reach it is
//          replaced by the nearest reachable cell.
// How: Goals are replaced before the engine plans, so that all back ends plan the same batch and give the same results.
//      The connected components are computed once for all agents of a kind.
// Shapes: The status of an agent with a partial path says why it cannot reach its goal; cost, first hop and path are
//         those of the partial path.
// Errors: Those of the engine. If the start of an agent is blocked, or its goal is outside the map, the
//         goal is not replaced.
// Threads: An object plans one batch at a time.
#pragma once

#include <vector>

#include "core/base/parallel.hpp"
#include "core/batch/batch.hpp"
#include "core/search/nearest_reachable.hpp"
#include "core/search/workspace.hpp"

namespace strata {

// The agents of a batch whose goals were replaced, with the reason for each.
class ReplacedGoals {
 public:
  static constexpr PlanStatus kKept = PlanStatus::kFound;

  void begin(size_t agents) { why_.assign(agents, kKept); }
  // Marks the goal of an agent as replaced, for the reason `why`. Different threads may call this function
  // for different agents.
  void set(size_t agent, PlanStatus why) { why_[agent] = why; }
  // Writes the reasons as statuses into the result of the batch with the replaced goals.
  void finish(BatchResult& result);

  bool is_partial(size_t agent) const { return why_[agent] != kKept; }  // after finish: the agent has a partial path
  size_t partial_count() const { return partial_count_; }

 private:
  std::vector<PlanStatus> why_;  // by agent: why its goal was replaced; kKept: it was not
  size_t partial_count_ = 0;
};

class NearestGoals {
 public:
  explicit NearestGoals(int threads = 0) : threads_(threads) {}

  Status plan(BatchEngine& engine, const BatchMap& map, const AgentBatch& batch, const BatchOptions& options,
              BatchResult& result);

  // The functions below describe the batch that was planned last.
  bool is_partial(size_t agent) const { return replaced_.is_partial(agent); }
  size_t partial_count() const { return replaced_.partial_count(); }
  // Returns the end of the agent's path: its goal, or the nearest reachable cell.
  CellId end_of(size_t agent) const { return batch_.agents[agent].goal; }

 private:
  void replace_goals(const BatchMap& map);

  Threads threads_;
  std::vector<Workspace> workspaces_;  // by thread: memory of searches
  std::vector<ReachableAreas> areas_;  // by kind: connected components of its moves
  AgentBatch batch_;
  ReplacedGoals replaced_;
};

}  // namespace strata
