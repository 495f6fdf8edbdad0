// Purpose: What a world offers to batches: its own kind of agents first, then the further kinds it keeps tables for.
#pragma once

#include "core/batch/batch.hpp"
#include "core/world/world.hpp"

namespace strata {

// Valid until the world changes. Kinds whose tables are not ready come without them: only `astar` can plan those.
BatchMap batch_map(const World& world);

}  // namespace strata
