// Purpose: append_corridor computes the corridor of an agent of a mesh batch: all portals of its path, and
//          its links, from the path in the result.
// Source: Rahmani, Pelechano 2020, section 3.3.
#pragma once

#include <span>
#include <vector>

#include "core/batch/mesh_batch.hpp"
#include "core/batch/mesh_work.hpp"

namespace strata {

// Appends all steps of an agent's path to `steps`, in order: portals, by A* also links. `nodes` and `first` are the
// path and the first portal of the agent in the batch's result.
void append_corridor(const MeshBatchMap& map, const MeshAgent& agent, const MeshBatchOptions& options,
                     std::span<const uint32_t> nodes, PortalId first, HostMeshSearch& search,
                     std::vector<uint32_t>& steps);

}  // namespace strata
