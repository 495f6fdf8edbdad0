// Purpose: What a world is to keep, as one value, and what has to be built for it, made ahead of the change: on large
//          maps in a thread, so that the change itself takes no time.
// Shapes: Only what is not there yet is built; the parts that it replaces are handed back, because giving back hundreds
//         of megabytes takes long as well.
#pragma once

#include <optional>

#include "core/world/structures.hpp"

namespace strata {

struct WorldSetup {
  Rules rules;
  HpaOptions hpa;
  std::optional<HaaOptions> haa;  // nothing: off, as below
  std::optional<SectorOptions> sectors;
  bool rooms = false;
  bool jumps = false;
  bool clearance = false;  // also for agents of one cell
};

struct WorldParts {
  MapMoves::Part moves;
  MapJumps::Part jumps;
  MapHpa::Part hpa;
  MapTables::Part tables;
  MapHaa::Part haa;
  MapRooms::Part rooms;
  MapSectors::Part sectors;
};

}  // namespace strata
