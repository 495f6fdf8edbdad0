// Purpose: The batch planner over a Device: map and tables are mirrored there, and agents planned in chunks, so that
//          copies of one run beside the planning of another.
// Errors: When memory does not suffice, chunks become smaller; if nothing helps, or the device is lost, the call fails
//         and what is on the device is given up.
#pragma once

#include <memory>

#include "core/crowd/crowd_engine.hpp"
#include "gpu/device.hpp"

namespace strata {

struct DeviceEngineOptions {
  size_t chunk = size_t{1} << 18;  // agents at once, at most
  uint32_t open_entries = 0;       // room of the open list of a search; 0: by the size of what is searched
  uint32_t walk_room = 0;          // for nodes of a way that is unfolded; 0: as much as an item has
};

// What the last call did, for tests and for the curious.
struct DeviceEngineCounts {
  uint64_t mirrored_bytes = 0;  // of the map and the tables: what was not on the device yet
  size_t chunks = 0;
  size_t restarts = 0;         // for want of memory
  size_t planned_on_host = 0;  // agents whose search or way did not fit on the device, or that have no labels
};

class DeviceEngine : public CrowdEngine {
 public:
  virtual const DeviceEngineCounts& counts() const = 0;
};

// The CUDA device, or what the environment asks for in its place: see make_cuda_engine.
Result<std::unique_ptr<Device>> open_wanted_device();

std::unique_ptr<DeviceEngine> make_device_engine(std::unique_ptr<Device> device,
                                                 const DeviceEngineOptions& options = {});

}  // namespace strata
