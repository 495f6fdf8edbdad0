// Purpose: A CrowdMirror keeps the agents of a crowd on a device from tick to tick. A tick uploads the host's changes,
//          runs on the device, and downloads what the host decides by. Other state is downloaded on request.
// Shapes: The columns of CrowdView. Pages of a whole crowd that are on the device already are not sent again.
// Errors: A mirror must not be used after a failed call, with one exception: a tick that was not whole and ran out of
//         memory has changed nothing.
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

  // `kinds`: the kinds of the host, with pointers of the device.
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
  size_t path_known_ = 0;  // number of its cells
  MirroredArray<CrowdKindView> kinds_;
  DeviceArray<CrowdReport> report_;
  DeviceArray<uint8_t> last_;
  DeviceArray<uint32_t> began_, wanting_;  // by piece; agents
  DeviceArray<uint64_t> begin_;
  DeviceArray<CrowdPatch> patches_;
  DeviceArray<uint32_t> asked_;
  DeviceArray<CrowdRow> rows_;
};

}  // namespace strata
