// Purpose: record_mesh_labels records how a path was found by hub labels of corners.
// Source: core/anyangle/mesh_labels.hpp.
// Threads: Calls with different traces may run together.
#pragma once

#include "core/anyangle/mesh_labels.hpp"

namespace strata {

// Records the query whose answer is `path`: the corners that both ends see, the hubs of their labels, and the path.
void record_mesh_labels(const MeshLabels& labels, Cell start, Cell goal, const MeshPath& path, Trace& trace);

}  // namespace strata
