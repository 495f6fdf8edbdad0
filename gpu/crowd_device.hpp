// Purpose: The agents of a crowd on a device, where they stay from tick to tick: what the host has changed goes up, a
//          tick runs there, and what the host decides by comes back; the rest when it is asked for.
// Shapes: The columns of CrowdView. Of a crowd that is sent whole, pages that are there already are not sent again.
// Errors: After a failed call the mirror must not be used any more; but a tick that has failed for want of memory has
//         done nothing, if it was not a whole one.
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

  // `kinds`: as those of the host, with pointers of the device.
  DeviceStatus tick(const CrowdTick& tick, std::span<const CrowdKindView> kinds, Uploader& uploader);
  DeviceStatus fetch(CrowdView host, size_t cells, uint8_t parts);
  DeviceStatus fetch_rows(std::span<const uint32_t> agents, std::vector<CrowdRow>& rows, Uploader& uploader);

 private:
  DeviceStatus send(const CrowdTick& tick, std::span<const CrowdKindView> kinds, Uploader& uploader);
  DeviceStatus walk(const CrowdTick& tick);
  DeviceStatus send_whole(const CrowdTick& tick, Uploader& uploader);
  DeviceStatus send_paths(const CrowdTick& tick, Uploader& uploader);
  DeviceStatus reserve(const CrowdTick& tick);

  Device& device_;
  Downloader downloader_;
  CrowdView view_;  // with pointers of the device
  std::array<DeviceArray<std::byte>, kCrowdWritten> written_;
  std::array<DeviceArray<std::byte>, kCrowdGiven> given_;
  DeviceArray<CellId> path_;
  size_t path_known_ = 0;  // cells of it
  MirroredArray<CrowdKindView> kinds_;
  DeviceArray<CrowdReport> report_;
  DeviceArray<uint8_t> last_;
  DeviceArray<uint32_t> began_, wanting_;  // a piece; agents
  DeviceArray<uint64_t> begin_;
  DeviceArray<CrowdPatch> patches_;
  DeviceArray<uint32_t> asked_;
  DeviceArray<CrowdRow> rows_;
};

}  // namespace strata
