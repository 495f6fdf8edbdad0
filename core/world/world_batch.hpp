// Purpose: batch_map returns the input of batches over the cells of a world: the agent of its rules first, then the
//          further kinds of agents that have tables.
#pragma once

#include "core/batch/batch.hpp"
#include "core/world/world.hpp"

namespace strata {

// Returns the input of batches, valid until the world changes. Kinds whose tables are not ready have none; only `astar`
// can plan for them.
BatchMap batch_map(const World& world);

}  // namespace strata
