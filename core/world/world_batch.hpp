// Purpose: This header gives batches the kinds of agents of a world: its own kind first, then the further kinds that
//          have tables.
#pragma once

#include "core/batch/batch.hpp"
#include "core/world/world.hpp"

namespace strata {

// The result is valid until the world changes. Kinds whose tables are not ready come without tables: only `astar` can
// plan for those kinds.
BatchMap batch_map(const World& world);

}  // namespace strata
