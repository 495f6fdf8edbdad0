// Purpose: make_cuda_engine and make_cuda_mesh_engine create the engines that plan batches on a CUDA device.
// Errors: The reason why there is no engine: CUDA is not built in, there is no device, or the driver is too old. The
//         environment can request a failure (STRATA_DEVICE_FAULT, see gpu/device.hpp) or, with STRATA_DEVICE=emulated,
//         a device that is emulated on the host.
#pragma once

#include <memory>

#include "core/base/result.hpp"

namespace strata {

class BatchEngine;
class MeshBatchEngine;

// Returns an engine that is also a CrowdEngine.
Result<std::unique_ptr<BatchEngine>> make_cuda_engine();
Result<std::unique_ptr<MeshBatchEngine>> make_cuda_mesh_engine();

}  // namespace strata
