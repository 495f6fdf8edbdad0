// Purpose: DeviceEngine plans batches over cells on a Device. The device holds copies of the map and the tables. Agents
//          are planned in groups (chunks), so that one chunk is copied while another is planned.
// Errors: If memory runs out, chunks become smaller. If that does not help, or the device is lost, the call fails and
//         all memory on the device is freed.
#pragma once

#include <memory>

#include "core/crowd/crowd_engine.hpp"
#include "gpu/device.hpp"

namespace strata {

struct DeviceEngineOptions {
  size_t chunk = size_t{1} << 18;  // largest number of agents in a chunk
  uint32_t open_entries = 0;       // capacity of the open list of a search; 0: chosen by the size of the graph
  uint32_t unpack_capacity = 0;    // capacity of nodes for unpacking a path; 0: that of a work item
};

// Statistics of the last call, for tests.
struct DeviceEngineCounts {
  uint64_t mirrored_bytes = 0;  // bytes of map and tables that were uploaded
  size_t chunks = 0;
  size_t restarts = 0;  // number of restarts because memory ran out
  // Number of agents planned on the host, because their search or path did not fit on the device, there are no
  // labels, or the map has links between cells.
  size_t planned_on_host = 0;
};

class DeviceEngine : public CrowdEngine {
 public:
  virtual const DeviceEngineCounts& counts() const = 0;
};

// Opens the CUDA device, or the emulated device if the environment asks for it (make_cuda_engine).
Result<std::unique_ptr<Device>> open_wanted_device();

std::unique_ptr<DeviceEngine> make_device_engine(std::unique_ptr<Device> device,
                                                 const DeviceEngineOptions& options = {});

}  // namespace strata
