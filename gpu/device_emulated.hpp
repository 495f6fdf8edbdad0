// Purpose: An emulated device is the CUDA device without a card. It is gpu/device_cuda.cu itself, compiled against a
//          stand-in of the CUDA runtime (gpu/stand_in) that runs on the processor, with any amount of memory and
//          failures on demand.
// Errors: Opening fails like that of a real device if the fault says so. A misuse of the runtime (stand_in/card.hpp)
//         ends the program.
#pragma once

#include <memory>

#include "core/base/sanitizers.hpp"
#include "gpu/device.hpp"

namespace strata {

// True if built with ThreadSanitizer: then streams should run in parallel to the caller.
inline constexpr bool kRacesAreSeen = kThreadSanitizer;

struct EmulatedDeviceOptions {
  size_t memory_bytes = SIZE_MAX;
  size_t parallel_items = 64;
  DeviceFault fault = {};  // returned by calls
  // Whether work of a stream runs only when the caller waits for it, so that a race on a card gives a wrong result
  // every time. Otherwise streams run in parallel to the caller, and ThreadSanitizer sees the races.
  bool late = true;
  bool closes = false;  // closes the card's memory while no stream works: the system ends a host that accesses it
  uint64_t fails_at = UINT64_MAX;  // this copy, launch, clear or scan fails when it runs, and so does the card
};

DeviceStatus open_emulated_device(const EmulatedDeviceOptions& options, std::unique_ptr<Device>& device);

}  // namespace strata
