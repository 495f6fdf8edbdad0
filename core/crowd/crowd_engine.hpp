// Purpose: An engine that keeps the agents of a crowd where it plans, and carries them on there. The crowd knows it by
//          this interface; the engine on a device implements it.
// Errors: An engine that has failed keeps nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/batch/batch.hpp"
#include "core/crowd/crowd_away.hpp"

namespace strata {

struct CrowdTick {
  const CrowdView& crowd;
  std::span<const Agent> kinds;  // by the crowd's numbers
  size_t cells = 0;              // of the map
  size_t path_cells = 0;         // of all paths together
  bool whole = true;             // all is as in `crowd`; false: as the last tick left it there, but for the patches
  bool paths_replaced = true;    // paths are others than those before; false: there are only more of them
  std::span<const CrowdPatch> patches;
  CrowdCheckpoint& shadow;  // with `whole`: what is there if something is; then all of it is as in `crowd`
  CrowdReport& report;
  std::vector<uint32_t>& wanting;  // began to wait for a way
};

class CrowdEngine : public BatchEngine {
 public:
  // Carries all agents on, and keeps what it has changed.
  virtual Status step(const BatchMap& map, BatchMethod method, const CrowdTick& tick) = 0;
  // What the last tick has left is still there: a batch that wanted its memory, or a failure, may have given it up.
  virtual bool holds_crowd() const = 0;
  // Downloads parts of it (CrowdPart) into the columns of the view.
  virtual Status fetch(const CrowdView& host, size_t cells, uint8_t parts) = 0;
  // Downloads what is known of a few agents.
  virtual Status fetch_rows(std::span<const uint32_t> agents, std::vector<CrowdRow>& rows) = 0;
};

}  // namespace strata
