// Purpose: This header makes the engines that plan batches on the CUDA device.
// Errors: Errors say why there is no engine: CUDA is not built in, there is no device, or the driver is too old. The
//         environment may ask for a failure (STRATA_DEVICE_FAULT, see gpu/device.hpp) or, with STRATA_DEVICE=emulated,
//         for a device emulated on the host.
#pragma once

#include <memory>

#include "core/base/result.hpp"

namespace strata {

class BatchEngine;
class MeshBatchEngine;

// The engine is a CrowdEngine as well.
Result<std::unique_ptr<BatchEngine>> make_cuda_engine();
Result<std::unique_ptr<MeshBatchEngine>> make_cuda_mesh_engine();

}  // namespace strata
