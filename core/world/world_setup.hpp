// Purpose: What a world is to keep, as one value, and what has to be built for it, made ahead of the change: on large
// maps
//          in a thread, so that the change itself takes no time.
// Shapes: Only what is not there yet is built; the parts that it replaces are handed back, because giving back hundreds
// of
//         megabytes takes long as well.
#pragma once

#include <optional>

#include "core/grid/agent_grids.hpp"
#include "core/grid/clearance.hpp"
#include "core/grid/move_grid.hpp"
#include "core/haa/haa.hpp"
#include "core/hpa/hpa.hpp"
#include "core/rooms/rooms.hpp"
#include "core/search/jump_map.hpp"
#include "core/sectors/sectors.hpp"

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
  std::optional<Clearance> clearance;
  std::optional<MoveGrid> moves;
  std::optional<Hpa> hpa;
  std::optional<AgentGrids> agents;
  std::optional<Haa> haa;
  std::optional<JumpMap> jumps;
  std::optional<Rooms> rooms;
  std::optional<Sectors> sectors;
  double moves_micros = 0, agents_micros = 0, jumps_micros = 0;  // what they took
};

}  // namespace strata
