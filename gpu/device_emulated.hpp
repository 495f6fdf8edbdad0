// Purpose: The CUDA device without a card: gpu/device_cuda.cu itself, compiled against a stand-in of the CUDA runtime
//          (gpu/stand_in) that runs on the processor, with as little memory as one likes and failures on demand.
// Errors: Opening fails as that of a real one does if the fault says so. A misuse of the runtime (stand_in/card.hpp)
//         ends the program.
#pragma once

#include <memory>

#include "core/base/sanitizers.hpp"
#include "gpu/device.hpp"

namespace strata {

// Built with ThreadSanitizer: streams should work beside the caller.
inline constexpr bool kRacesAreSeen = kThreadSanitizer;

struct EmulatedDeviceOptions {
  size_t memory_bytes = SIZE_MAX;
  size_t parallel_items = 64;
  DeviceFault fault = {};  // in the calls
  // Whatever is asked of a stream is done when it is waited for, and not before: what would be a race on a card goes
  // wrong every time. Else streams work at once beside the caller, and ThreadSanitizer sees the races.
  bool late = true;
  bool closes = false;  // its memory, while no stream works: the host that looks at it is ended by the system
  uint64_t fails_at = UINT64_MAX;  // this copy, launch, clear or scan fails where it runs, and the card with it
};

DeviceStatus open_emulated_device(const EmulatedDeviceOptions& options, std::unique_ptr<Device>& device);

}  // namespace strata
