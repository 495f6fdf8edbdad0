// Purpose: The engines that plan batches on the CUDA device.
// Errors: Why there is none: not built in, no device, a driver that is too old. The environment may ask for a failure
//         (STRATA_DEVICE_FAULT, see gpu/device.hpp) or, with STRATA_DEVICE=emulated, for a device that is emulated on
//         the host.
#pragma once

#include <memory>

#include "core/base/result.hpp"

namespace strata {

class BatchEngine;
class MeshBatchEngine;

// It is a CrowdEngine as well.
Result<std::unique_ptr<BatchEngine>> make_cuda_engine();
Result<std::unique_ptr<MeshBatchEngine>> make_cuda_mesh_engine();

}  // namespace strata
