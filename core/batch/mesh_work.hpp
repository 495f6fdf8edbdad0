// Purpose: HostMeshSearch plans for one agent of a mesh batch on the host. All engines of mesh batches use it.
// Threads: A HostMeshSearch belongs to one thread.
#pragma once

#include <vector>

#include "core/batch/batch_work.hpp"
#include "core/batch/mesh_agent_search.hpp"
#include "core/batch/mesh_batch.hpp"

namespace strata {

// Plans for one agent at a time; its memory grows as needed.
class HostMeshSearch {
 public:
  // Plans by the method of `options`. Appends the path to `path` unless that is null. MeshBatchMap::check must return
  // kFound.
  HostAnswer plan(const MeshBatchMap& map, const MeshBatchOptions& options, const MeshAgent& agent,
                  std::vector<uint32_t>* path);
  // Appends the portals of the path inside the common group of both ends in order, beginning with `first`.
  void append_inside(const MeshView& view, const MeshSearchEnd& start, const MeshSearchEnd& goal, PortalId first,
                     std::vector<PortalId>& portals);
  void forget() {}  // does nothing, because no results are cached between batches
  size_t memory_bytes() const;

 private:
  // Runs the A* of single queries, on a mesh with links.
  HostAnswer search_over_links(const MeshBatchMap& map, const MeshAgent& agent, std::vector<uint32_t>* path);
  HostAnswer look_up(const MeshView& view, const MeshTablesView& tables, const MeshSearchEnd& start,
                     const MeshSearchEnd& goal, std::vector<uint32_t>* path);
  HostAnswer search(const MeshView& view, MeshBatchMethod method, const MeshSearchEnd& start, const MeshSearchEnd& goal,
                    std::vector<uint32_t>* path);
  HostAnswer search_all(const MeshView& view, const MeshSearchEnd& start, const MeshSearchEnd& goal,
                        std::vector<uint32_t>* path);
  HostAnswer search_linked(const MeshView& view, MeshBatchMethod method, const MeshSearchEnd& start,
                           const MeshSearchEnd& goal, std::vector<uint32_t>* path);
  SearchMemory<AgentNodeRecord> nodes_, group_;
  std::vector<OpenEntry> open_ = std::vector<OpenEntry>(1024);
  std::vector<Cost> all_link_costs_;
  Workspace workspace_;
  MeshPath single_;
};

}  // namespace strata
