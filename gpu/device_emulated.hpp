// Purpose: An emulated device runs the code of the CUDA device without a GPU: gpu/device_cuda.cu is compiled
//          against an emulator of the CUDA runtime (gpu/cuda_emulator), which runs on the processor with any amount of
//          memory and simulated failures.
// Errors: Opening fails like that of a real device if `fault` says so. A misuse of the runtime
//         (cuda_emulator/emulated_gpu.hpp) ends the program.
#pragma once

#include <memory>

#include "core/base/sanitizers.hpp"
#include "gpu/device.hpp"

namespace strata {

// True if built with ThreadSanitizer; streams should then run in parallel with the caller.
inline constexpr bool kRacesAreSeen = kThreadSanitizer;

struct EmulatedDeviceOptions {
  size_t memory_bytes = SIZE_MAX;
  size_t parallel_items = 64;
  DeviceFault fault = {};  // failure that calls return
  // Whether the work of a stream runs only when the caller waits for it, so that a race on a GPU gives a wrong result
  // every time. Otherwise streams run in parallel with the caller, and ThreadSanitizer sees the races.
  bool late = true;
  bool closes = false;  // protects the device memory while no stream works: the system ends a host that accesses it
  // Number of the copy, launch, clear or scan that fails when it runs. From then on the whole device has failed.
  uint64_t fails_at = UINT64_MAX;
};

DeviceStatus open_emulated_device(const EmulatedDeviceOptions& options, std::unique_ptr<Device>& device);

}  // namespace strata
