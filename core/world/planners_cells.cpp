// This file defines the planners over cells: Dijkstra, A*, breadth-first, greedy best-first, bidirectional and
// any-angle search, iterative deepening, jump points.
#include "core/search/bfs_greedy.hpp"
#include "core/search/bidirectional.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/grid_search_code.hpp"
#include "core/search/ida_star.hpp"
#include "core/search/ida_star_code.hpp"
#include "core/search/jps.hpp"
#include "core/search/jps_code.hpp"
#include "core/search/jps_plus.hpp"
#include "core/search/jps_plus_code.hpp"
#include "core/search/plain_code.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/theta.hpp"
#include "core/search/weighted_search.hpp"
#include "core/world/map_jump_distances.hpp"
#include "core/world/map_jumps.hpp"
#include "core/world/planner_rows.hpp"

namespace strata::planner_rows {
namespace {

constexpr PlannerFamily kCells{.name = "Cells"};
constexpr PlannerFamily kFirstPath{.name = "Uninformed and greedy searches"};
constexpr PlannerFamily kTheta{.name = "Theta*"};
constexpr PlannerFamily kDeepening{.name = "IDA*"};
constexpr PlannerFamily kJumps{.name = "JPS"};

// Calls plan_on_cells(), or plan_on_cells(trace) to record the search.
template <class PlanOnCells>
void with_trace(Trace* trace, PlanOnCells&& plan_on_cells) {
  if (trace == nullptr) {
    plan_on_cells();
  } else {
    trace->clear();
    plan_on_cells(*trace);
  }
}

template <GridHeuristic kGuidance>
void plan_flat(const World& world, const PlanQuery& query, const PlanOptions&, Workspace& workspace, PlanResult& result,
               Trace* trace) {
  with_trace(trace,
             [&](auto&... traced) { plan_on_grid(world.moves(), kGuidance, query, workspace, result, traced...); });
}

void plan_astar(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                PlanResult& result, Trace* trace) {
  const HeuristicSettings heuristic_settings = heuristic_settings_of(options);
  if (heuristic_settings == HeuristicSettings{}) {
    plan_flat<GridHeuristic::kDistance>(world, query, options, workspace, result, trace);
  } else {
    with_trace(trace, [&](auto&... traced) {
      plan_weighted(world.moves(), heuristic_settings, query, workspace, result, traced...);
    });
  }
}

template <BfsOrGreedy kOrder>
void plan_first(const World& world, const PlanQuery& query, const PlanOptions&, Workspace& workspace,
                PlanResult& result, Trace* trace) {
  with_trace(trace,
             [&](auto&... traced) { plan_bfs_or_greedy(world.moves(), kOrder, query, workspace, result, traced...); });
}

void plan_both_ends(const World& world, const PlanQuery& query, const PlanOptions&, Workspace& workspace,
                    PlanResult& result, Trace* trace) {
  with_trace(trace, [&](auto&... traced) { plan_bidirectional(world.moves(), query, workspace, result, traced...); });
}

void plan_lines(const World& world, const PlanQuery& query, const PlanOptions&, Workspace& workspace,
                PlanResult& result, Trace* trace) {
  with_trace(trace, [&](auto&... traced) { plan_theta(world.moves(), query, workspace, result, traced...); });
}

void plan_deepening(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                    PlanResult& result, Trace* trace) {
  with_trace(trace, [&](auto&... traced) {
    plan_ida_star(world.moves(), query, options.ida_expansions, workspace, result, traced...);
  });
}

// Returns whether all steps cost the same under the rules, so that a path with the fewest steps is optimal.
bool moves_cost_the_same(const World& world) {
  return world.rules().profile == Profile::kFour && world.map().links() == nullptr;
}

void plan_jumps(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                PlanResult& result, Trace* trace) {
  if (trace == nullptr) {
    plan_jps(world.moves(), world.get<MapJumps>().jumps(), query, workspace, result, options.answer);
  } else {
    trace->clear();
    plan_jps(world.moves(), world.get<MapJumps>().jumps(), query, workspace, result, *trace);
  }
}

void plan_distances(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                    PlanResult& result, Trace* trace) {
  const JumpDistances& distances = world.get<MapJumpDistances>().distances();
  if (trace == nullptr) {
    plan_jps_plus(world.moves(), distances, query, workspace, result, options.answer);
  } else {
    trace->clear();
    plan_jps_plus(world.moves(), distances, query, workspace, result, *trace);
  }
}

// Returns a row with the properties that all planners over cells share.
Planner over_cells(std::string_view name, std::string_view title) {
  return {.name = name,
          .title = title,
          .source = {},
          .family = &kCells,
          .optimal = true,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = StructureId::kMoves,
          .links = true,
          .shown = PlannerVisibility::kOnRequest,
          .pseudo_code = nullptr,
          .plan = nullptr,
          .stamp = stamp<StructureId::kMoves>};
}

}  // namespace

Planner dijkstra() {
  Planner row = over_cells("dijkstra", "Dijkstra");
  row.source = "Dijkstra 1959";
  row.pseudo_code = &grid_search_code::kDijkstra;
  row.plan = plan_flat<GridHeuristic::kNone>;
  return row;
}

Planner astar() {
  Planner row = over_cells("astar", "A*");
  row.source = "Hart, Nilsson, Raphael 1968";
  row.shown = PlannerVisibility::kAtFirst;
  row.pseudo_code = &grid_search_code::kAStar;
  row.plan = plan_astar;
  return row;
}

Planner bfs() {
  Planner row = over_cells("bfs", "Breadth-first");
  row.source = "Moore 1959";
  row.family = &kFirstPath;
  row.optimal = false;  // it is optimal with four neighbours only
  row.uniform_only = true;
  row.pseudo_code = &first_way_code::kBreadth;
  row.plan = plan_first<BfsOrGreedy::kBreadth>;
  row.finds_optimum = moves_cost_the_same;
  return row;
}

Planner best_first() {
  Planner row = over_cells("best-first", "Greedy best-first");
  row.source = "Doran, Michie 1966";
  row.family = &kFirstPath;
  row.optimal = false;
  row.pseudo_code = &first_way_code::kGreedy;
  row.plan = plan_first<BfsOrGreedy::kGreedy>;
  return row;
}

Planner bidirectional() {
  Planner row = over_cells("bidirectional", "Bidirectional A*");
  row.short_title = "Bidirectional";
  row.source = "Pohl 1971; Kwa 1989";
  row.pseudo_code = &bidirectional_code::kCode;
  row.plan = plan_both_ends;
  return row;
}

Planner theta() {
  Planner row = over_cells("theta", "Theta*");
  row.source = "Nash, Daniel, Koenig, Felner 2007";
  row.family = &kTheta;
  row.optimal = false;  // any-angle paths may be shorter than paths from cell to cell
  row.profiles[static_cast<size_t>(Profile::kFour)] = false;
  row.uniform_only = true;
  row.any_angle = true;
  row.links = false;
  row.pseudo_code = &theta_code::kCode;
  row.plan = plan_lines;
  return row;
}

Planner ida() {
  Planner row = over_cells("ida", "IDA*");
  row.source = "Korf 1985";
  row.family = &kDeepening;
  row.pseudo_code = &ida_star_code::kCode;
  row.plan = plan_deepening;
  return row;
}

Planner jps() {
  return {.name = "jps",
          .title = "JPS",
          .source = "Harabor, Grastien 2011, 2014",
          .family = &kJumps,
          .optimal = true,
          .profiles = {true, false, false},
          .uniform_only = true,
          .needs = StructureId::kJumps,
          .sparse = true,
          .diagonal_first = true,
          .links = true,
          .shown = PlannerVisibility::kAtFirst,
          .pseudo_code = &jps_code::kCode,
          .plan = plan_jumps,
          .stamp = stamp<StructureId::kJumps>};
}

Planner jps_plus() {
  Planner row = jps();
  row.name = "jps+";
  row.title = "JPS+";
  row.source = "Rabin, Silva 2015";
  row.needs = StructureId::kJumpDistances;
  row.shown = PlannerVisibility::kWithStructure;
  row.pseudo_code = &jps_plus_code::kCode;
  row.plan = plan_distances;
  row.stamp = stamp<StructureId::kJumpDistances>;
  return row;
}

}  // namespace strata::planner_rows
