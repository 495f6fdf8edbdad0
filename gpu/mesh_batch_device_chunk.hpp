// Purpose: What a device holds for batches over meshes: a mirror of the pack and the tables, and chunks of agents on
//          their way through a stream.
// Shapes: Memory is kept from chunk to chunk. begin, then finish; between the two another chunk may be begun.
// Errors: After a failed call the mirror must not be used any more.
#pragma once

#include "core/batch/mesh_batch.hpp"
#include "gpu/batch_device_mirror.hpp"
#include "gpu/chunk_answers.hpp"

namespace strata {

class MeshMirror {
 public:
  // The pack, and the tables if they are wanted; only what has changed is copied.
  DeviceStatus sync(Device& device, const MeshPack& pack, const MeshTables* tables, Uploader& uploader);
  const MeshView& view() const { return view_; }  // with pointers of the device
  const MeshTablesView& tables() const { return tables_view_; }

 private:
  DeviceStatus sync_pack(Device& device, const MeshPack& pack, Uploader& uploader);
  DeviceStatus sync_tables(Device& device, const MeshTables& tables, Uploader& uploader);

  uint64_t pack_serial_ = 0, tables_serial_ = 0;  // of what has been copied; 0: nothing whole
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
  uint32_t open_entries = 0;  // see DeviceEngineOptions
};

class MeshChunk {
 public:
  MeshChunk(Device& device, int stream) : device_(device), stream_(stream), answers_(device, stream) {}

  // The most memory that an agent of a chunk takes on the device, but for its path.
  static size_t bytes_per_agent(const MeshView& view, const MeshChunkPlan& plan);

  DeviceStatus reserve(const MeshView& view, const MeshChunkPlan& plan, size_t agents);
  // The agents to be planned: to be filled in before `begin`.
  MeshAgent* agents() { return host_agents_.data(); }
  DeviceStatus begin(const MeshMirror& mirror, const MeshChunkPlan& plan, size_t place, size_t count);
  // Waits for the lengths of the paths and has them written.
  DeviceStatus write_paths();
  // Waits for everything.
  DeviceStatus finish();

  size_t device_bytes() const;  // held
  bool busy() const { return answers_.busy(); }
  const ChunkDownload& answers() const { return answers_; }  // after `finish`

 private:
  // How many entries the parts of the memory of one search have.
  struct Sizes {
    uint32_t nodes = 0, node_open = 0;               // of the search over inter-edges or portals
    uint32_t group = 0, group_open = 0, groups = 0;  // of those inside groups, and how many an agent has
  };
  static Sizes sizes_of(const MeshView& view, const MeshChunkPlan& plan);
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
  ChunkSearches<AgentNodeRecord> nodes_, groups_;
};

}  // namespace strata
