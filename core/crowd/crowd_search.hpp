// Purpose: A CrowdSearch plans a batch by A* over cells, one search for each agent. It follows the links between cells
//          (core/grid/map_links.hpp) of a map on which a batch engine answers PlanStatus::kUnsupported.
// Threads: The agents are planned in the threads that are passed in; an object plans one batch at a time.
#pragma once

#include <cstddef>
#include <vector>

#include "core/batch/batch_work.hpp"

namespace strata {

class CrowdSearch {
 public:
  // Sets the result of the batch; with `paths` also the cells of the paths.
  void plan(const BatchMap& map, const AgentBatch& batch, bool paths, Threads& threads, BatchResult& result);
  size_t memory_bytes() const;

 private:
  std::vector<HostSearch> by_thread_;
  PathJoiner paths_;
};

}  // namespace strata
