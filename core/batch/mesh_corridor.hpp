// Purpose: This header computes the corridor of an agent of a batch over a mesh: its portals, found step by step
//          between the inter-edges of its path.
// Source: Rahmani, Pelechano 2020, section 3.3.
#pragma once

#include <span>
#include <vector>

#include "core/batch/mesh_batch.hpp"
#include "core/batch/mesh_work.hpp"

namespace strata {

// Appends the portals in order. `nodes` and `first` are the agent's path and first portal in the batch's result.
void append_corridor(const MeshBatchMap& map, const MeshAgent& agent, const MeshBatchOptions& options,
                     std::span<const uint32_t> nodes, PortalId first, HostMeshSearch& search,
                     std::vector<PortalId>& portals);

}  // namespace strata
