// This file replaces device_cuda.cu if the program is built without CUDA.
#include "gpu/device.hpp"

namespace strata {

DeviceStatus open_cuda_device(const DeviceFault& fault, std::unique_ptr<Device>& device) {
  device = nullptr;
  STRATA_DEVICE(DeviceFaultInjector(fault).start());
  return {DeviceFailure::kNoDevice, "this program was built without CUDA"};
}

}  // namespace strata
