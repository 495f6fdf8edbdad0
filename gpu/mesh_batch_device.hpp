// Purpose: DeviceMeshEngine plans batches over meshes on a Device. The device holds copies of the pack and the tables.
//          Agents are planned in groups (chunks), so that one chunk is copied while another is planned. Agents on a
//          mesh with links are planned on the host, where the method follows links.
// Errors: If memory runs out, chunks become smaller. If that does not help, or the device is lost, the call fails and
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

// Creates an engine. The option `unpack_capacity` has no effect.
std::unique_ptr<DeviceMeshEngine> make_device_mesh_engine(std::unique_ptr<Device> device,
                                                          const DeviceEngineOptions& options = {});

}  // namespace strata
