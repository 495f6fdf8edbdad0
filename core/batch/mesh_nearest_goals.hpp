// Purpose: MeshNearestGoals plans a batch over a mesh with partial paths: an agent that cannot reach its goal is sent
//          to the point nearest to it that it can reach (core/navmesh/mesh_nearest.hpp).
// How: As in core/batch/nearest_goals.hpp. A goal in no polygon counts as one that cannot be reached.
// Threads: One batch at a time.
#pragma once

#include "core/batch/mesh_batch.hpp"
#include "core/batch/nearest_goals.hpp"

namespace strata {

class MeshNearestGoals {
 public:
  explicit MeshNearestGoals(int threads = 0) : threads_(threads) {}

  Status plan(MeshBatchEngine& engine, const MeshBatchMap& map, const MeshBatch& batch, const MeshBatchOptions& options,
              BatchResult& result);

  // The next functions concern the last batch.
  bool is_partial(size_t agent) const { return replaced_.is_partial(agent); }
  size_t partial_count() const { return replaced_.partial_count(); }
  // Returns where the path of the agent ends: its goal, or the point nearest to the goal.
  const MeshEndpoint& end_of(size_t agent) const { return batch_.agents[agent].goal; }

 private:
  void replace_goals(const MeshBatchMap& map);

  Threads threads_;
  std::vector<Workspace> workspaces_;               // by thread
  std::vector<std::vector<MeshEndpoint>> nearest_;  // by thread
  MeshBatch batch_;
  ReplacedGoals replaced_;
};

}  // namespace strata
