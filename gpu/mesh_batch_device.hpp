// Purpose: Batches over meshes on a Device: the pack and the tables are mirrored there, and agents planned in chunks,
//          so that copies of one run beside the planning of another.
// Errors: When memory does not suffice, chunks become smaller; if nothing helps, or the device is lost, the call fails
//         and what is on the device is given up.
#pragma once

#include <memory>

#include "core/batch/mesh_batch.hpp"
#include "gpu/batch_device.hpp"

namespace strata {

class DeviceMeshEngine : public MeshBatchEngine {
 public:
  virtual const DeviceEngineCounts& counts() const = 0;
};

// Of the options `walk_room` does not matter here.
std::unique_ptr<DeviceMeshEngine> make_device_mesh_engine(std::unique_ptr<Device> device,
                                                          const DeviceEngineOptions& options = {});

}  // namespace strata
