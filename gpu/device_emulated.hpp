// Purpose: A device on the host, with memory of its own and as little of it as one likes: everything but the CUDA code
//          itself is tested on it.
// Differs: Whatever is asked of a stream is done when it is synchronised, and not before: what would be a race on a
//          device goes wrong here every time. Items of a launch run from the last to the first; memory comes filled
//          with rubbish.
#pragma once

#include <memory>

#include "gpu/device.hpp"

namespace strata {

struct EmulatedDeviceOptions {
  size_t memory_bytes = SIZE_MAX;
  size_t parallel_items = 64;
  DeviceFault fault;
};

// Fails as opening a real one does if the fault says so.
DeviceStatus open_emulated_device(const EmulatedDeviceOptions& options, std::unique_ptr<Device>& device);

}  // namespace strata
