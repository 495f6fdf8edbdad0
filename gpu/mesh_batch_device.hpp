// Purpose: DeviceMeshEngine plans batches over meshes on a Device. The pack and the tables are mirrored there, and
//          agents are planned in chunks, so that one chunk is copied while another is planned.
// Errors: If memory runs out, chunks become smaller. If that does not help or the device is lost, the call fails, and
//         all memory on the device is freed.
#pragma once

#include <memory>

#include "core/batch/mesh_batch.hpp"
#include "gpu/batch_device.hpp"

namespace strata {

class DeviceMeshEngine : public MeshBatchEngine {
 public:
  virtual const DeviceEngineCounts& counts() const = 0;
};

// The engine ignores the option `walk_room`.
std::unique_ptr<DeviceMeshEngine> make_device_mesh_engine(std::unique_ptr<Device> device,
                                                          const DeviceEngineOptions& options = {});

}  // namespace strata
