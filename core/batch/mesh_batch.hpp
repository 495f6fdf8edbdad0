// Purpose: A mesh batch plans the paths of many agents on a navigation mesh in one call (MA-HNA*): costs and first
//          portals, the inter-edges or portals of the paths, and the paths' corners on demand. It plans by look-ups or
//          by a search for every agent, in threads of the processor or on a CUDA device.
// Source: Rahmani, Pelechano 2020, section 5 (one search per agent on the device, start and goal linked in parallel;
//         A* per agent as the baseline) and section 4 (PCCP); tables are ours.
// Differs: Costs equal those of the planners for single queries exactly: `hna` and `pccp` those of plan_hna,
//          `mesh-astar` those of plan_mesh, and all of them are the same. Linking the start and linking the goal are
//          separate work items, so that no thread waits for another. All back ends give the same answers, bit for bit.
// Shapes: Results are by agent, in the order of the batch, in a BatchResult. `hop` is the first portal of the path, or
//         kNoPortal if start and goal are in one polygon or there is no path. `path_cells` are portals: with
//         `mesh-astar` all portals of the path, else its inter-edges; none if the path stays inside a group.
// Errors: Failures of the device and of memory are returned as Result, with an empty batch result. An agent that cannot
//         be planned has its own status: kStartBlocked or kGoalBlocked for a polygon that does not exist, kOffMesh for
//         a point outside of all polygons, kStale if something that the method needs is missing.
// Threads: A planner plans one batch at a time. The mesh must not change meanwhile.
#pragma once

#include <memory>
#include <optional>
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
  kPccp,    // as kHna, but links are looked up, as published
  kTables,  // look-ups alone
  kAstar,   // A* over portals for every agent: the baseline
};
inline constexpr int kMeshBatchMethods = 4;
std::string_view mesh_batch_method_name(MeshBatchMethod method);  // "hna", "pccp", "mesh-tables", "mesh-astar"
std::optional<MeshBatchMethod> mesh_batch_method_named(std::string_view name);

struct MeshBatch {
  std::vector<MeshAgent> agents;
};

// What agents plan on. The pointers must outlive the call.
struct MeshBatchMap {
  const NavMesh* mesh = nullptr;
  const MeshPack* pack = nullptr;      // null, or out of date: no method can plan
  const MeshTables* tables = nullptr;  // null, or out of date: all methods but `mesh-tables` can plan
  // Whether everything that the method needs is there.
  bool has(MeshBatchMethod method) const;
};

// A mesh for agents up to a radius.
struct MeshBatchClass {
  MeshBatchMap map;
  double widest = 0;  // radius of the widest agents that fit wherever their middle is on the mesh, in cells
  double kept = 0;    // distance from walls that the mesh keeps by itself, in cells
  const MeshHeights* heights = nullptr;  // of the mesh; null: it has no floors above one another
  bool refused = false;                  // planners over the mesh refuse the rules in use: agents stand still
};

struct MeshBatchOptions {
  MeshBatchMethod method = MeshBatchMethod::kTables;
  bool paths = false;
  HnaEndpoints ends = HnaEndpoints::kTrue;  // with published costs the ends are at centres anyway
};

class MeshBatchEngine : public EngineOver<MeshBatchMap, MeshBatch, MeshBatchOptions> {};

// `threads` 0: as many as the processor has.
std::unique_ptr<MeshBatchEngine> make_cpu_mesh_engine(int threads);

// Computes the path of one agent as a batch finds it, portal by portal, with its corners by the funnel. If ends count
// as centres, the funnel still begins and ends where the agent does.
void pull_agent(const MeshBatchMap& map, const MeshAgent& agent, const MeshBatchOptions& options, MeshPath& path);

}  // namespace strata
