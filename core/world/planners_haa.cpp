// This file defines the planners over HAA*, and finds the paths over cells below its edges.
#include <fmt/format.h>

#include "core/haa/haa_code.hpp"
#include "core/search/astar.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/planner_rows.hpp"

namespace strata::planner_rows {
namespace {

constexpr PlannerFamily kHaa{.name = "HAA*", .hierarchical = true};

Agent agent_of(const World& world) { return {world.rules().agent_size, world.rules().capability}; }

std::string lacks_agent_class(const World& world) {
  const MapHaa& kept = world.get<MapHaa>();
  if (!kept.options() || kept.agents().class_of(agent_of(world)) >= 0) return {};
  return fmt::format("is built for agents up to size {}, and not for one of size {} that enters {}: change its agents",
                     kept.options()->max_size, world.rules().agent_size, world.rules().capability.to_string());
}

template <HaaQuality kQuality>
void plan_haa(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
              PlanResult& result, Trace* trace) {
  if (!world.has(StructureId::kHaa)) return result.clear(PlanStatus::kStale);
  world.get<MapHaa>().haa().plan(world.get<MapHaa>().agents(), agent_of(world), kQuality, query, options, workspace,
                                 result, cleared(trace));
}

// Sets `path` to the cheapest path from `from` to `to` inside `area`, both included. Returns its cost;
// kInfinite if there is none.
Cost way_inside(const MoveGrid& grid, const Rect& area, CellId from, CellId to, Workspace& workspace,
                std::vector<CellId>& path) {
  path.assign(1, from);
  const Cell goal = grid.cell(to);
  return with_cell_space<true>(grid, area, workspace.area, workspace.queue, grid.bound(), goal, [&](auto& space) {
    const uint32_t goal_id = space.id_of(goal);
    const auto is_goal = [goal_id](uint32_t id, uint32_t) { return id == goal_id; };
    PhaseStats stats;
    const PlanStatus status = best_first_search(space, space.begin(grid.cell(from)), CellRecords::kStart, kInfinite,
                                                is_goal, stats, NoObserver{}, EventContext{});
    if (status != PlanStatus::kFound) return kInfinite;
    space.append_path(goal, path);
    return space.records.g(space.index(goal_id));
  });
}

Cost haa_edge_path(const World& world, const SearchEvent& event, NodeId from, Workspace& workspace,
                   std::vector<std::vector<NodeId>>& chains) {
  const int agent_class = world.get<MapHaa>().agents().class_of(agent_of(world));
  if (agent_class < 0) return kInfinite;
  const MoveGrid& grid = world.get<MapHaa>().agents().grid(agent_class);
  const ClusterGrid& clusters = world.get<MapHaa>().haa().clusters();
  const uint32_t cluster = clusters.cluster_of(grid.cell(from));
  Rect area = clusters.rect(cluster);
  if (clusters.cluster_of(grid.cell(event.node)) != cluster) {  // two adjacent cells on both sides of a border
    area = {};
    area.include(grid.cell(from));
    area.include(grid.cell(event.node));
  }
  return way_inside(grid, area, from, event.node, workspace, chains[0]);
}

template <HaaQuality kQuality>
Planner of_quality(std::string_view name, std::string_view title) {
  return {.name = name,
          .title = title,
          .source = "Harabor, Botea 2008",
          .family = &kHaa,
          .optimal = false,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = StructureId::kHaa,
          .abstract_level = 1,
          .pseudo_code = &haa_code::kCode,
          .plan = plan_haa<kQuality>,
          .stamp = stamp<StructureId::kHaa>,
          .lacks = lacks_agent_class,
          .edge_way = haa_edge_path};
}

}  // namespace

Planner haa_high() { return of_quality<HaaQuality::kHigh>("haa-high", "HAA* high"); }
Planner haa_low() { return of_quality<HaaQuality::kLow>("haa-low", "HAA* low"); }

}  // namespace strata::planner_rows
