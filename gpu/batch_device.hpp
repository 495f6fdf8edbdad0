// Purpose: DeviceEngine plans batches on a Device. Map and tables are mirrored there, and agents are planned in chunks,
//          so that one chunk is copied while another is planned.
// Errors: If memory runs out, chunks become smaller. If that does not help or the device is lost, the call fails, and
//         all memory on the device is freed.
#pragma once

#include <memory>

#include "core/crowd/crowd_engine.hpp"
#include "gpu/device.hpp"

namespace strata {

struct DeviceEngineOptions {
  size_t chunk = size_t{1} << 18;  // most agents of a chunk
  uint32_t open_entries = 0;       // capacity of a search's open list; 0: chosen by the size of the graph
  uint32_t walk_room = 0;          // capacity for nodes of a path that is unpacked; 0: that of an item
};

// What the last call did, for tests and statistics.
struct DeviceEngineCounts {
  uint64_t mirrored_bytes = 0;  // bytes of map and tables that were uploaded
  size_t chunks = 0;
  size_t restarts = 0;         // because memory ran out
  size_t planned_on_host = 0;  // agents whose search or path did not fit on the device, or that have no labels
};

class DeviceEngine : public CrowdEngine {
 public:
  virtual const DeviceEngineCounts& counts() const = 0;
};

// Opens the CUDA device, or the device that the environment asks for: see make_cuda_engine.
Result<std::unique_ptr<Device>> open_wanted_device();

std::unique_ptr<DeviceEngine> make_device_engine(std::unique_ptr<Device> device,
                                                 const DeviceEngineOptions& options = {});

}  // namespace strata
