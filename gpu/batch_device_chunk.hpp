// Purpose: One chunk of agents of one kind on its way through a stream of a device: sent, planned, and its answers
//          brought back.
// Shapes: Memory is kept from chunk to chunk. begin, then finish; between the two another chunk may be begun.
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

  // The most memory that an agent of a chunk takes on the device, but for its path.
  static size_t bytes_per_agent(const KindMirror& mirror, const ChunkPlan& plan);

  // Room for so many agents; all that is needed before their number of path cells is known.
  DeviceStatus reserve(const KindMirror& mirror, const ChunkPlan& plan, size_t agents);
  // The agents to be planned: to be filled in before `begin`.
  AgentEnds* agents() { return host_agents_.data(); }
  DeviceStatus begin(const KindWork& work, const KindMirror& mirror, const ChunkPlan& plan, size_t place, size_t count);
  // Waits for the lengths of the paths and has them written.
  DeviceStatus write_paths();
  // Waits for everything.
  DeviceStatus finish();

  size_t device_bytes() const;  // held

  bool busy() const { return answers_.busy(); }
  const AgentEnds* sent() const { return host_agents_.data(); }
  const ChunkDownload& answers() const { return answers_; }  // after `finish`

 private:
  struct Sizes;
  static Sizes sizes_of(const KindMirror& mirror, const ChunkPlan& plan);
  DeviceStatus look_up();
  DeviceStatus search_nodes(const KindMirror& mirror);
  DeviceStatus search_cells(const KindWork& work, const KindMirror& mirror);

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
