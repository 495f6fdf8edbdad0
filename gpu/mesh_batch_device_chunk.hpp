// Purpose: This header defines the device memory of batches over meshes: a MeshMirror of the pack and the tables, and a
//          MeshChunk of agents in a stream.
// Shapes: Memory is reused by later chunks. Call `begin`, then `finish`; between the two calls another chunk may begin.
// Errors: A mirror must not be used after a failed call.
#pragma once

#include "core/batch/mesh_batch.hpp"
#include "gpu/batch_device_mirror.hpp"
#include "gpu/chunk_answers.hpp"

namespace strata {

class MeshMirror {
 public:
  // Uploads the pack and, unless null, the tables, if they have changed.
  DeviceStatus sync(Device& device, const PackedMesh& pack, const MeshTables* tables, Uploader& uploader);
  const MeshView& view() const { return view_; }  // view of the pack, with pointers to device memory
  const MeshTablesView& tables() const { return tables_view_; }

 private:
  DeviceStatus sync_pack(Device& device, const PackedMesh& pack, Uploader& uploader);
  DeviceStatus sync_tables(Device& device, const MeshTables& tables, Uploader& uploader);

  // PackedMesh::serial() of the pack and of the tables that were uploaded; 0: there is no complete copy.
  uint64_t pack_serial_ = 0, tables_serial_ = 0;
  MeshView view_;
  MeshTablesView tables_view_;
  MirroredArray<MeshViewPolygon> polygons_;
  MirroredArray<MeshViewSide> sides_;
  MirroredArray<MeshViewPortal> portals_;
  MirroredArray<MeshViewGroup> groups_;
  MirroredArray<MeshViewInterEdge> exits_;
  MirroredArray<uint32_t> group_exits_, group_portals_;
  MirroredArray<Cost> rows_, centre_rows_, squares_, between_, entries_;
  MirroredArray<uint8_t> row_hops_, centre_sides_;
  MirroredArray<MeshLabel> labels_;
  MirroredArray<uint16_t> least_;
};

struct MeshChunkPlan {
  MeshBatchMethod method = MeshBatchMethod::kTables;
  bool paths = false, from_centres = false;
  uint32_t open_entries = 0;  // as in DeviceEngineOptions
};

class MeshChunk {
 public:
  MeshChunk(Device& device, int stream) : device_(device), stream_(stream), answers_(device, stream) {}

  // Returns the largest memory on the device for one agent of a chunk, without its path.
  static size_t bytes_per_agent(const MeshView& view, const MeshChunkPlan& plan);

  DeviceStatus reserve(const MeshView& view, const MeshChunkPlan& plan, size_t agents);
  // Returns the agents to be planned. The caller must set them before `begin`.
  MeshAgent* agents() { return host_agents_.data(); }
  DeviceStatus begin(const MeshMirror& mirror, const MeshChunkPlan& plan, size_t place, size_t count);
  // Waits for the lengths of the paths, then starts the kernel that writes them.
  DeviceStatus write_paths();
  // Waits for all work of the chunk.
  DeviceStatus finish();

  size_t device_bytes() const;  // memory on the device
  bool busy() const { return answers_.busy(); }
  const ChunkDownload& answers() const { return answers_; }  // valid after `finish`

 private:
  // The sizes of the memory of one search.
  struct SearchMemorySizes {
    uint32_t nodes = 0, node_open = 0;  // records and open list of a search over inter-edges or portals
    // Records and open list of a search inside a group, and the number of such searches for each agent.
    uint32_t group = 0, group_open = 0, groups = 0;
  };
  static SearchMemorySizes sizes_of(const MeshView& view, const MeshChunkPlan& plan);
  MeshChunkAgents chunk_agents() const { return {view_, agents_.data(), plan_.from_centres}; }
  DeviceStatus search_linked();

  Device& device_;
  int stream_;
  MeshChunkPlan plan_;
  MeshView view_;
  MeshTablesView tables_;
  ChunkDownload answers_;
  DeviceArray<MeshAgent> agents_, host_agents_;
  DeviceArray<MeshTableAnswer> found_;
  DeviceArray<Cost> all_link_costs_, direct_;
  DeviceArray<PortalId> first_;
  DeviceArray<PlanStatus> linked_;
  ChunkSearchMemory<AgentNodeRecord> nodes_, groups_;
};

}  // namespace strata
