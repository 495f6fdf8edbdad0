// Purpose: A CrowdEngine keeps the agents of a crowd where it plans, and simulates them there. The crowd uses this
//          interface; the engine on a device implements it.
// Errors: An engine that has failed keeps no agents.
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
  std::span<const Agent> kinds;  // by the crowd's kind numbers
  size_t cells = 0;              // cells of the map
  size_t path_cells = 0;         // cells of all paths together
  bool whole = true;  // all columns are taken from `crowd`; false: the device has them from its last tick, and only the
                      // patches are new
  bool paths_replaced = true;  // paths were replaced; false: paths were only added
  std::span<const CrowdPatch> patches;
  CrowdCheckpoint& shadow;  // with `whole`: what the device holds already; afterwards it equals `crowd`
  CrowdReport& report;
  std::vector<uint32_t>& wanting;  // agents that were queued for a path
};

class CrowdEngine : public BatchEngine {
 public:
  // Advances all agents by a tick, and keeps the new state.
  virtual Status step(const BatchMap& map, BatchMethod method, const CrowdTick& tick) = 0;
  // Whether the state after the last tick is still there: a failure or a batch that needed memory may have freed it.
  virtual bool holds_crowd() const = 0;
  // Downloads these parts (CrowdPart) into the columns of the view.
  virtual Status fetch(const CrowdView& host, size_t cells, uint8_t parts) = 0;
  // Downloads the rows of a few agents.
  virtual Status fetch_rows(std::span<const uint32_t> agents, std::vector<CrowdRow>& rows) = 0;
};

}  // namespace strata
