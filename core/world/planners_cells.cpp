// Planners over the cells themselves: Dijkstra, A*, jump points.
#include "core/search/grid_search.hpp"
#include "core/search/grid_search_code.hpp"
#include "core/search/jps.hpp"
#include "core/search/jps_code.hpp"
#include "core/world/planner_rows.hpp"

namespace strata::planner_rows {
namespace {

constexpr PlannerFamily kCells{.name = "Cells"};
constexpr PlannerFamily kJumps{.name = "Jump points"};

template <Guidance kGuidance>
void plan_flat(const World& world, const Query& query, const PlanOptions&, Workspace& workspace, PlanResult& result,
               Trace* trace) {
  if (trace == nullptr) {
    plan_on_grid(world.moves(), kGuidance, query, workspace, result);
  } else {
    trace->clear();
    plan_on_grid(world.moves(), kGuidance, query, workspace, result, *trace);
  }
}

void plan_jumps(const World& world, const Query& query, const PlanOptions&, Workspace& workspace, PlanResult& result,
                Trace* trace) {
  if (trace == nullptr) {
    plan_jps(world.moves(), world.get<MapJumps>().jumps(), query, workspace, result);
  } else {
    trace->clear();
    plan_jps(world.moves(), world.get<MapJumps>().jumps(), query, workspace, result, *trace);
  }
}

}  // namespace

Planner dijkstra() {
  return {.name = "dijkstra",
          .title = "Dijkstra",
          .source = "Dijkstra 1959",
          .family = &kCells,
          .optimal = true,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = Structure::kMoves,
          .shown = PlannerShown::kOnRequest,
          .pseudo_code = &grid_search_code::kDijkstra,
          .plan = plan_flat<Guidance::kNone>,
          .stamp = stamp<Structure::kMoves>};
}

Planner astar() {
  return {.name = "astar",
          .title = "A*",
          .source = "Hart, Nilsson, Raphael 1968",
          .family = &kCells,
          .optimal = true,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = Structure::kMoves,
          .shown = PlannerShown::kAtFirst,
          .pseudo_code = &grid_search_code::kAStar,
          .plan = plan_flat<Guidance::kDistance>,
          .stamp = stamp<Structure::kMoves>};
}

Planner jps() {
  return {.name = "jps",
          .title = "Jump points",
          .source = "Harabor, Grastien 2011, 2014",
          .family = &kJumps,
          .optimal = true,
          .profiles = {true, false, false},
          .uniform_only = true,
          .needs = Structure::kJumps,
          .sparse = true,
          .diagonal_first = true,
          .shown = PlannerShown::kAtFirst,
          .pseudo_code = &jps_code::kCode,
          .plan = plan_jumps,
          .stamp = stamp<Structure::kJumps>};
}

}  // namespace strata::planner_rows
