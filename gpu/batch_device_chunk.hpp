// Purpose: A DeviceChunk takes a chunk of agents of one kind through a stream of a device: it uploads and plans them,
//          and downloads the answers.
// Shapes: Memory is kept from chunk to chunk. Call `begin`, then `finish`; another chunk may begin in between.
#pragma once

#include "gpu/batch_device_mirror.hpp"
#include "gpu/chunk_answers.hpp"

namespace strata {

struct ChunkPlan {
  BatchMethod method = BatchMethod::kTables;
  bool paths = false;
  uint32_t open_entries = 0, walk_room = 0;  // see DeviceEngineOptions
};

class DeviceChunk {
 public:
  DeviceChunk(Device& device, int stream) : device_(device), stream_(stream), answers_(device, stream) {}

  // Returns the most memory of an agent of a chunk on the device, without its path.
  static size_t bytes_per_agent(const KindMirror& mirror, const ChunkPlan& plan);

  // Reserves memory for so many agents, except for their paths, whose lengths are not known yet.
  DeviceStatus reserve(const KindMirror& mirror, const ChunkPlan& plan, size_t agents);
  // Returns the agents to be planned, which the caller fills in before `begin`.
  AgentEnds* agents() { return host_agents_.data(); }
  DeviceStatus begin(const KindInput& input, const KindMirror& mirror, const ChunkPlan& plan, size_t place,
                     size_t count);
  // Waits for the lengths of the paths and starts writing the paths.
  DeviceStatus write_paths();
  // Waits for all work of the chunk.
  DeviceStatus finish();

  size_t device_bytes() const;  // memory held on the device

  bool busy() const { return answers_.busy(); }
  const AgentEnds* sent() const { return host_agents_.data(); }
  const ChunkDownload& answers() const { return answers_; }  // after `finish`

 private:
  struct Sizes;
  static Sizes sizes_of(const KindMirror& mirror, const ChunkPlan& plan);
  DeviceStatus look_up();
  DeviceStatus search_nodes(const KindMirror& mirror);
  DeviceStatus search_cells(const KindInput& input, const KindMirror& mirror);

  Device& device_;
  int stream_;
  ChunkPlan plan_;
  TablesView view_;
  TableLabelsView labels_;
  const TableArcParts* arc_parts_ = nullptr;

  ChunkDownload answers_;
  DeviceArray<AgentEnds> agents_, host_agents_;
  DeviceArray<TablePath> found_;
  DeviceArray<Cost> goal_scratch_;
  uint32_t goal_scratch_width_ = 0;
  ChunkSearches<AgentCellRecord> cells_;
  ChunkSearches<AgentNodeRecord> nodes_;
  uint32_t link_width_ = 0;
  DeviceArray<Cost> links_, direct_;
  DeviceArray<PlanStatus> linked_;
};

}  // namespace strata
