// Purpose: The paths of many agents on a navigation mesh in one call (MA-HNA*): costs and first portals, the
//          inter-edges or portals on the way, pulled paths on demand; by look-ups or by a search for every agent, in
//          the threads of the processor or on a CUDA device.
// Source: Rahmani, Pelechano 2020, section 5 (one search per agent on the device, start and goal linked in parallel;
//         A* per agent as the baseline) and section 4 (PCCP); tables are ours.
// Differs: Costs are those of the planners for single queries, to the last unit: `hna` and `pccp` those of plan_hna,
//          `mesh-astar` those of plan_mesh, and all of them are the same. Linking the start and linking the goal are
//          two items of their own, so that no thread waits for another. All back ends answer the same, bit for bit.
// Shapes: Results are by agent, in the order of the batch, in a BatchResult: `hop` is the first portal of the way,
//         kNoPortal where start and goal are in one polygon or there is none; `path_cells` are portals: all those on
//         the way with `mesh-astar`, else its inter-edges, none where it stays inside a group.
// Errors: Of the device, and of memory, as Result; the result of the batch is empty then. An agent that cannot be
//         planned has a status of its own: kStartBlocked and kGoalBlocked for polygons that are none, kOffMesh for
//         points that lie outside of all, kStale where what the method needs is not there.
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

namespace strata {

enum class MeshBatchMethod : uint8_t {
  kHna,     // start and goal linked by searches inside their groups, then A* over inter-edges
  kPccp,    // the same with links that are looked up, as published
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
  const MeshPack* pack = nullptr;      // null, or not true for the mesh: nobody can plan
  const MeshTables* tables = nullptr;  // null, or not true for the pack: all but `mesh-tables` can
  // Whether the method has what it needs.
  bool has(MeshBatchMethod method) const;
};

struct MeshBatchOptions {
  MeshBatchMethod method = MeshBatchMethod::kTables;
  bool paths = false;
  HnaEndpoints ends = HnaEndpoints::kTrue;  // in published costs ends are at centres anyway
};

class MeshBatchEngine : public EngineOver<MeshBatchMap, MeshBatch, MeshBatchOptions> {};

// `threads` 0: as many as the processor has.
std::unique_ptr<MeshBatchEngine> make_cpu_mesh_engine(int threads);

// The way of one agent as a batch finds it, portal by portal and pulled taut. Where ends count as centres the pulled
// path still begins and ends where the agent does.
void pull_agent(const MeshBatchMap& map, const MeshAgent& agent, const MeshBatchOptions& options, MeshPath& path);

}  // namespace strata
