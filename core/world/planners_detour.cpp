// This file defines the planner Detour: the path finder of the library that also builds the meshes of levels.
#include <cmath>
#include <optional>

#include "core/level/detour_code.hpp"
#include "core/level/detour_path.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/planners_navmesh.hpp"

namespace strata::planner_rows {
namespace {

constexpr PlannerFamily kDetour{.name = "Detour"};

// The memory of queries, stored in the workspace: Detour's copy of the mesh, rebuilt after a change of the mesh.
struct DetourMemory {
  std::optional<DetourQuery> query;
  uint64_t level_number = 0;
  DetourPath path;
  std::vector<NodePlace> places;  // places of the nodes of the last recorded query
};

bool bring_up_to_date(const MapNavmesh& kept, DetourMemory& memory) {
  if (memory.level_number != kept.level_number()) {
    memory.query.reset();
    Result<DetourQuery> made = DetourQuery::make(*kept.level_mesh());
    if (made) memory.query.emplace(std::move(made.value()));
    memory.level_number = kept.level_number();
  }
  return memory.query.has_value();
}

HalfCellPoint lattice_point(const DetourPoint& point) {
  return {static_cast<int32_t>(std::lround(2 * double{point.x})),
          static_cast<int32_t>(std::lround(2 * double{point.y}))};
}

void plan_detour(const World& world, const PlanQuery& query, const PlanOptions&, Workspace& workspace,
                 PlanResult& result, Trace* trace) {
  if (trace != nullptr) trace->clear();
  MeshQuery ends;
  if (!find_ends(world, query, ends, result)) return;
  const MapNavmesh& kept = world.get<MapNavmesh>();
  auto& memory = workspace.own.of<DetourMemory>();
  if (kept.level_mesh() == nullptr) return result.clear(PlanStatus::kUnsupported);
  if (!bring_up_to_date(kept, memory)) {
    result.clear(PlanStatus::kRefused);
    return;
  }
  DetourPath& path = memory.path;
  if (trace == nullptr) {
    memory.query->plan(ends, path);
  } else {
    memory.query->plan(ends, path, *trace, memory.places);
    trace->keep_places(
        [&](int, NodeId node) { return node < memory.places.size() ? memory.places[node] : NodePlace{}; });
  }
  result.clear(path.status);
  result.partial = path.partial;
  // Detour reports the number of nodes in its pool, not of expanded nodes.
  PhaseStats& stats = result.stats.of(Phase::kMain);
  stats.expanded = stats.generated = stats.touched = path.nodes;
  if (!path.found()) return;
  for (const DetourPoint& point : path.points) result.points.push_back(lattice_point(point));
  result.cost = result.raw_cost = cost_of_length(path.length, unit_of(world));
}

std::string lacks_level(const World& world) {
  const MapNavmesh& kept = world.get<MapNavmesh>();
  if (kept.options() && kept.level_mesh() == nullptr) return "searches the level's own mesh, not one of cells";
  return lacks_agent(world);
}

}  // namespace

Planner detour() {
  return {.name = "detour",
          .title = "Detour",
          .source = "Mononen, Recast and Detour (the library)",
          .family = &kDetour,
          .optimal = false,
          .profiles = {true, true, true},
          .uniform_only = true,
          .needs = StructureId::kNavmesh,
          .sparse = true,
          .levels_only = true,
          .any_angle = true,
          .pseudo_code = &detour_code::kCode,
          .plan = plan_detour,
          .stamp = stamp<StructureId::kNavmesh>,
          .lacks = lacks_level,
          .nearest = nearest_point};
}

}  // namespace strata::planner_rows
