// Purpose: MeshNearestGoals plans a mesh batch with partial paths: the goal of an agent that cannot reach it is
//          replaced by the nearest reachable point (core/navmesh/mesh_nearest.hpp).
// How: As in core/batch/nearest_goals.hpp. A goal outside all polygons counts as unreachable.
// Threads: An object plans one batch at a time.
#pragma once

#include "core/batch/mesh_batch.hpp"
#include "core/batch/nearest_goals.hpp"

namespace strata {

class MeshNearestGoals {
 public:
  explicit MeshNearestGoals(int threads = 0) : threads_(threads) {}

  Status plan(MeshBatchEngine& engine, const MeshBatchMap& map, const MeshBatch& batch, const MeshBatchOptions& options,
              BatchResult& result);

  // The functions below describe the batch that was planned last.
  bool is_partial(size_t agent) const { return replaced_.is_partial(agent); }
  size_t partial_count() const { return replaced_.partial_count(); }
  // Returns the end of the agent's path: its goal, or the nearest reachable point.
  const MeshEndpoint& end_of(size_t agent) const { return batch_.agents[agent].goal; }

 private:
  void replace_goals(const MeshBatchMap& map);

  Threads threads_;
  std::vector<Workspace> workspaces_;               // by thread: memory of searches
  std::vector<std::vector<MeshEndpoint>> nearest_;  // by thread: points nearest to a goal
  MeshBatch batch_;
  ReplacedGoals replaced_;
};

}  // namespace strata
