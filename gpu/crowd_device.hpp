// Purpose: A CrowdMirror simulates the agents of a crowd on a device, where they stay between ticks. A tick uploads the
//          host's changes, runs on the device, and downloads the data on which the host decides. Other state is
//          downloaded on request.
// Shapes: The columns of CrowdView. When all columns are uploaded, pages that the device already has are skipped.
// Errors: A mirror must not be used after a failed call, with one exception: a tick that did not upload all columns and
//         ran out of memory has changed nothing.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/crowd/crowd_engine.hpp"
#include "gpu/batch_device_mirror.hpp"

namespace strata {

class CrowdMirror {
 public:
  explicit CrowdMirror(Device& device) : device_(device), downloader_(device) {}

  // Simulates a tick. `kinds` are the kinds of the host, with pointers to device memory.
  DeviceStatus tick(const CrowdTickInput& tick, std::span<const CrowdKindView> kinds, Uploader& uploader);
  DeviceStatus fetch(CrowdView host, size_t cells, uint8_t parts);
  DeviceStatus fetch_rows(std::span<const uint32_t> agents, std::vector<AgentPlanRow>& rows, Uploader& uploader);

 private:
  DeviceStatus send(const CrowdTickInput& tick, std::span<const CrowdKindView> kinds, Uploader& uploader);
  DeviceStatus walk(const CrowdTickInput& tick);
  DeviceStatus send_whole(const CrowdTickInput& tick, Uploader& uploader);
  DeviceStatus send_paths(const CrowdTickInput& tick, Uploader& uploader);
  DeviceStatus reserve(const CrowdTickInput& tick);

  Device& device_;
  Downloader downloader_;
  CrowdView view_;  // view of the columns, with pointers to device memory
  std::array<DeviceArray<std::byte>, kCrowdWritten> written_;
  std::array<DeviceArray<std::byte>, kCrowdGiven> given_;
  DeviceArray<CellId> path_;
  size_t path_known_ = 0;  // number of path cells on the device
  MirroredArray<CrowdKindView> kinds_;
  DeviceArray<CrowdTickReport> report_;
  DeviceArray<uint8_t> last_;
  // The agents that the tick has queued: their number by piece of agents, and the agents themselves.
  DeviceArray<uint32_t> began_, wanting_;
  DeviceArray<uint64_t> begin_;
  DeviceArray<AgentPlanPatch> patches_;
  DeviceArray<uint32_t> asked_;
  DeviceArray<AgentPlanRow> rows_;
};

}  // namespace strata
