// Purpose: CrowdEngine is the interface of a batch engine that also stores the agents of a crowd and simulates them,
//          such as the engine on a CUDA device.
// Errors: An engine that has failed stores no agents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/batch/batch.hpp"
#include "core/crowd/crowd_device_state.hpp"

namespace strata {

struct CrowdTickInput {
  const CrowdView& crowd;
  std::span<const Agent> kinds;  // by kind number of the crowd
  size_t cells = 0;              // cells of the map
  size_t path_cells = 0;         // total number of cells of all paths
  // Whether all columns are uploaded from `crowd`. If false, the device has them from its last tick, and only
  // the patches are new.
  bool whole = true;
  bool paths_replaced = true;  // paths were replaced; false: paths were only appended
  std::span<const AgentPlanPatch> patches;
  // The state from which ticks are replayed if the device fails. With `whole` it becomes a copy of `crowd`.
  CrowdCheckpoint& shadow;
  CrowdTickReport& report;
  std::vector<uint32_t>& wanting;  // output: the agents that the tick has queued for a path
};

class CrowdEngine : public BatchEngine {
 public:
  // Advances all agents by a tick and stores the new state on the device.
  virtual Status step(const BatchMap& map, BatchMethod method, const CrowdTickInput& tick) = 0;
  // Returns whether the state of the last tick is still stored: a failure or a batch that needed memory
  // may have freed it.
  virtual bool holds_crowd() const = 0;
  // Downloads the given parts (CrowdDownloadParts) into the columns of the view.
  virtual Status fetch(const CrowdView& host, size_t cells, uint8_t parts) = 0;
  // Downloads the rows of single agents.
  virtual Status fetch_rows(std::span<const uint32_t> agents, std::vector<AgentPlanRow>& rows) = 0;
};

}  // namespace strata
