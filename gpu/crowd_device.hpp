// Purpose: The agents of a crowd on a device: what the host has changed goes up, the passes of a tick run there, and
//          what they changed comes back, so that the host may look at it and plan.
// Shapes: The arrays of CrowdView. Pages that are as they were after the last tick are not sent again.
// Errors: After a failed call the host's memory is as it was before, and the mirror must not be used any more.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "gpu/batch_device_mirror.hpp"
#include "gpu/crowd_step.hpp"

namespace strata {

class CrowdMirror {
 public:
  explicit CrowdMirror(Device& device) : device_(device) {}

  // One tick. `kinds`: as those of the host, with pointers of the device.
  DeviceStatus tick(const CrowdView& host, std::span<const CrowdKindView> kinds, size_t cells, size_t path_cells,
                    Uploader& uploader);

 private:
  // Calls with_array(array, pointer of the view, count) for everything that the passes write.
  template <class With>
  DeviceStatus for_written(CrowdView& view, size_t cells, With&& with_array);

  Device& device_;
  // By agent.
  MirroredArray<CellId> cell_, next_, goal_, behind_, trail_;
  MirroredArray<uint32_t> progress_, step_, pace_, path_offset_, path_length_, place_, waiting_, waited_, draws_,
      began_, rest_until_, entered_;
  std::array<MirroredArray<uint32_t>, 2> pushed_;
  MirroredArray<uint8_t> back_, kind_, task_, status_, wish_;
  MirroredArray<CellId> path_;
  MirroredArray<CrowdKindView> kinds_;
  // By cell.
  MirroredArray<uint32_t> visits_, waits_, occupied_, flow_x_, flow_y_, owner_;
  MirroredArray<uint64_t> claim_;
  MirroredArray<CrowdTotals> totals_;
};

}  // namespace strata
