// Purpose: A mesh batch engine plans the paths of many agents on a navigation mesh in one call (MA-HNA*): costs and
//          first portals, the inter-edges or portals of the paths, and their corners on demand. It plans by look-ups or
//          by a search for every agent, in threads of the processor or on a CUDA device.
// Source: Rahmani, Pelechano 2020, section 5 (one search per agent on the device, start and goal linked in parallel;
//         A* per agent as the baseline) and section 4 (PCCP); tables are ours.
// Differs: All methods have the same costs, those of the planners for single queries (plan_hna, plan_mesh). Linking the
//          start and linking the goal are separate work items, so that no thread waits for another. All back ends give
//          the same results, bit for bit.
// Shapes: Results are by agent, in the order of the batch, in a BatchResult. `hop` is the first portal of the
//         path, or kNoPortal if the path crosses none or there is no path. `path_cells` holds
//         portals: with `mesh-astar` all portals of the path, else only its inter-edges, so it is empty if the
//         path stays inside a group.
// Links: `mesh-astar` follows the links of a mesh, in threads of the processor alone: a device leaves the agents of
//        such a mesh to the host. In `hop` and `path_cells` a link is the number mesh_link_step(link). The other
//        methods refuse a mesh with links.
// Errors: Failures of the device and of memory are returned as Result, with an empty batch result. An agent that cannot
//         be planned has its own status: kStartBlocked or kGoalBlocked for a polygon that does not exist, kOffMesh for
//         a point outside of all polygons. If something that the method needs is missing, all have the status kStale;
//         kUnsupported on a mesh with links that the method does not follow.
// Threads: An engine plans one batch at a time. The mesh must not change during the call.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/batch/batch.hpp"
#include "core/batch/mesh_pack.hpp"
#include "core/batch/mesh_tables.hpp"
#include "core/hna/hna_query.hpp"
#include "core/navmesh/mesh_heights.hpp"

namespace strata {

enum class MeshBatchMethod : uint8_t {
  kHna,     // links start and goal by searches inside their groups, then runs A* over inter-edges
  kPccp,    // as kHna, but links are looked up (PCCP), as published
  kTables,  // look-ups only
  kAstar,   // A* over portals for every agent: the baseline
};
inline constexpr int kMeshBatchMethods = 4;
std::string_view mesh_batch_method_name(MeshBatchMethod method);  // "hna", "pccp", "mesh-tables", "mesh-astar"
std::optional<MeshBatchMethod> mesh_batch_method_named(std::string_view name);

// Steps of a path: a portal is its number, and a link of the mesh (NavMesh::links) is its number with the highest bit.
// No mesh has that many portals. kNoPortal is neither.
constexpr uint32_t mesh_link_step(uint32_t link) { return link | 1u << 31; }
constexpr bool is_mesh_link(uint32_t step) { return step >> 31 != 0; }
constexpr uint32_t mesh_link_of(uint32_t step) { return step & ~(1u << 31); }

struct MeshBatchOptions {
  MeshBatchMethod method = MeshBatchMethod::kTables;
  bool paths = false;
  HnaEndpoints ends = HnaEndpoints::kTrue;  // with published costs the ends count as centroids in any case
};
// Returns why the method refuses a mesh with links; empty: it follows them.
std::string_view mesh_links_refusal(const MeshBatchOptions& options);

struct MeshBatch {
  std::vector<MeshAgent> agents;
};

// The mesh and its tables for a batch. The pointers must outlive the call.
struct MeshBatchMap {
  const NavMesh* mesh = nullptr;
  const PackedMesh* pack = nullptr;    // null or out of date: no method can plan
  const MeshTables* tables = nullptr;  // null or out of date: `mesh-tables` cannot plan
  // Returns whether the map has everything that the method needs.
  bool has(MeshBatchMethod method) const;
  // Returns kFound if batches can be planned, else the status of all agents: kStale or kUnsupported.
  PlanStatus check(const MeshBatchOptions& options) const;
};

// A mesh for the agents of one size class.
struct MeshBatchClass {
  MeshBatchMap map;
  double widest = 0;  // largest radius of agents for which every point of the mesh has enough clearance, in cells
  double kept = 0;    // distance from walls that is already cut off the mesh, in cells
  const MeshHeights* heights = nullptr;  // null: no floors lie above one another
  bool refused = false;                  // the planners over the mesh refuse the present rules: agents stand still
};

class MeshBatchEngine : public BatchEngineBase<MeshBatchMap, MeshBatch, MeshBatchOptions> {};

// Makes an engine of `threads` threads; 0: as many as the processor has.
std::unique_ptr<MeshBatchEngine> make_cpu_mesh_engine(int threads);

// Computes the path of one agent as in a batch: its portals, and its corners by the funnel algorithm. If ends count as
// centroids, the funnel still begins and ends at the positions of the agent.
void pull_agent(const MeshBatchMap& map, const MeshAgent& agent, const MeshBatchOptions& options, MeshPath& path);

// Adds the portals, links and polygons of a path from the polygon `from`, given by all its steps, to an empty path.
void take_steps(const NavMesh& mesh, PolygonId from, std::span<const uint32_t> steps, MeshPath& path);
// Calls visit(step) for all steps of a path, in order.
template <class Visit>
void for_each_step(const MeshPath& path, Visit&& visit) {
  size_t jump = 0;
  for (size_t i = 0; i <= path.portals.size(); ++i) {
    for (; jump < path.jumps.size() && path.jumps[jump].portals == i; ++jump) {
      visit(mesh_link_step(path.jumps[jump].link));
    }
    if (i < path.portals.size()) visit(path.portals[i]);
  }
}

}  // namespace strata
