// Purpose: A DeviceChunk plans a chunk of agents of one kind in a stream of a device: it uploads the agents, plans
//          them, and downloads the results.
// Shapes: Memory is reused by later chunks. Call `begin`, then `finish`; between the two calls another chunk may begin.
#pragma once

#include "gpu/batch_device_mirror.hpp"
#include "gpu/chunk_answers.hpp"

namespace strata {

struct ChunkPlan {
  BatchMethod method = BatchMethod::kTables;
  bool paths = false;
  bool turns = false;                              // the paths are turning points
  uint32_t open_entries = 0, unpack_capacity = 0;  // as in DeviceEngineOptions
};

class DeviceChunk {
 public:
  DeviceChunk(Device& device, int stream) : device_(device), stream_(stream), answers_(device, stream) {}

  // Returns the largest memory on the device for one agent of a chunk, without its path.
  static size_t bytes_per_agent(const AgentKindMirror& mirror, const ChunkPlan& plan);

  // Reserves memory for `agents` agents, except for their paths, whose lengths are not yet known.
  DeviceStatus reserve(const AgentKindMirror& mirror, const ChunkPlan& plan, size_t agents);
  // Returns the agents to be planned. The caller must set them before `begin`.
  AgentStartGoal* agents() { return host_agents_.data(); }
  DeviceStatus begin(const AgentKindInput& input, const AgentKindMirror& mirror, const ChunkPlan& plan, size_t place,
                     size_t count);
  // Waits for the lengths of the paths, then starts the kernel that writes them.
  DeviceStatus write_paths();
  // Waits for all work of the chunk.
  DeviceStatus finish();

  size_t device_bytes() const;  // memory on the device

  bool busy() const { return answers_.busy(); }
  const AgentStartGoal* sent() const { return host_agents_.data(); }
  const ChunkDownload& answers() const { return answers_; }  // valid after `finish`

 private:
  struct SearchMemorySizes;
  static SearchMemorySizes sizes_of(const AgentKindMirror& mirror, const ChunkPlan& plan);
  DeviceStatus look_up();
  DeviceStatus look_up_corners();
  DeviceStatus write_abstract_paths(const ChunkPaths& paths);
  DeviceStatus search_nodes(const AgentKindMirror& mirror);
  DeviceStatus search_cells(const AgentKindInput& input, const AgentKindMirror& mirror);

  Device& device_;
  int stream_;
  ChunkPlan plan_;
  TablesView view_;
  TableLabelsView labels_;
  CornerLabelsView corners_;
  const TableShortcutArcs* arc_parts_ = nullptr;

  ChunkDownload answers_;
  DeviceArray<AgentStartGoal> agents_, host_agents_;
  DeviceArray<TableLookUp> found_;
  DeviceArray<CornerLookUp> corners_found_;
  DeviceArray<Cost> goal_scratch_;  // for `labels` the costs of a CornerQuery
  uint32_t goal_room_ = 0;
  ChunkSearchMemory<AgentCellRecord> cells_;
  ChunkSearchMemory<AgentNodeRecord> nodes_;
  uint32_t link_width_ = 0;
  DeviceArray<Cost> links_, direct_;
  DeviceArray<PlanStatus> linked_;
};

}  // namespace strata
