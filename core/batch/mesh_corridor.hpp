// Purpose: The portals that an agent of a batch over a mesh goes through, put together from the inter-edges of its path
//          by first steps.
// Source: Rahmani, Pelechano 2020, section 3.3.
#pragma once

#include <span>
#include <vector>

#include "core/batch/mesh_batch.hpp"
#include "core/batch/mesh_work.hpp"

namespace strata {

// Appends them in order. `nodes` and `first` are path and first portal of the agent as a batch tells them.
void append_corridor(const MeshBatchMap& map, const MeshAgent& agent, const MeshBatchOptions& options,
                     std::span<const uint32_t> nodes, PortalId first, HostMeshSearch& search,
                     std::vector<PortalId>& portals);

}  // namespace strata
