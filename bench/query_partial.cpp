#include "bench/query_partial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/query_structures.hpp"
#include "core/base/rng.hpp"
#include "core/base/stopwatch.hpp"
#include "core/navmesh/mesh_path_check.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/nearest_reachable.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/partial_path.hpp"

namespace strata::bench {
namespace {

constexpr int kTriesForPair = 200;

Cost straight_cost(const World& world) {
  return profile_info(world.rules().profile).straight * static_cast<Cost>(world.moves().unit_weight());
}

// Returns why a partial path over a mesh is wrong: it leaves the mesh, or has another end. Nothing if it is correct.
std::optional<std::string> mesh_fault(const World& world, const PlanQuery& query, const PlanResult& result) {
  const MapNavmesh& kept = world.get<MapNavmesh>();
  const MeshEndpoint start = kept.end_at(query.start);
  const Cost unit = straight_cost(world);
  std::optional<std::string> fault = "it ends in no polygon";
  for (PolygonId id = 0; id < kept.mesh().polygon_slots() && fault; ++id) {
    if (!kept.mesh().has_polygon(id) || !kept.mesh().contains(id, result.nearest.at)) continue;
    // A cost is a length rounded up.
    fault = mesh_path_fault(kept.mesh(), {start, {result.nearest.at, id}}, result.points,
                            cost_of_lines(world.moves(), result) / unit, 1.0 / unit, result.links_at);
  }
  return fault;
}

// Returns why a partial path over cells is wrong; nothing if it is correct.
std::optional<std::string> cell_fault(const World& world, const Planner& planner, const PlanQuery& query,
                                      const PlanOptions& options, const PlanResult& result, Workspace& workspace) {
  const MoveGrid& moves = world.moves();
  uint64_t visited = 0;
  const std::optional<Cell> nearest = nearest_reachable(moves, query, workspace, visited);
  if (!nearest) return "there is a path";
  if (result.nearest.at != middle_of(*nearest)) return "another cell is nearer";
  if (planner.any_angle) {
    return points_fault(moves, result.points, query.start, *nearest, straight_cost(world), result.cost,
                        result.links_at);
  }
  if (!result.complete) return std::nullopt;  // only the first moves
  if (auto fault = path_fault(moves, result.path, query.start, *nearest, result.cost)) return fault;
  PlanResult astar;
  plan_on_grid(moves, GridHeuristic::kDistance, {query.start, *nearest}, workspace, astar);
  const bool optimal =
      finds_optimum(world, planner) &&
      (&planner != &optimum_planner() || is_admissible(options.heuristic, world.rules().profile, options.weight));
  if (result.cost < astar.cost || (optimal && result.cost != astar.cost)) {
    return fmt::format("cost {} instead of {}", result.cost, astar.cost);
  }
  return std::nullopt;
}

}  // namespace

std::vector<PlanQuery> select_unreachable_pairs(const MoveGrid& moves, int pairs, uint64_t seed) {
  std::vector<PlanQuery> queries;
  std::vector<CellId> free;
  for (CellId cell = 0; cell < moves.cell_count(); ++cell) {
    if (moves.passable(cell)) free.push_back(cell);
  }
  if (free.empty()) return queries;
  ReachableAreas areas;
  areas.build(moves);
  Rng rng(seed);
  for (int64_t tries = int64_t{pairs} * kTriesForPair; tries > 0 && queries.size() < static_cast<size_t>(pairs);
       --tries) {
    const Cell start = moves.cell(free[rng.below(static_cast<uint32_t>(free.size()))]);
    const Cell goal = moves.cell(rng.below(moves.cell_count()));
    if (areas.area_of(start) != areas.area_of(goal)) queries.push_back({start, goal});
  }
  return queries;
}

void measure_partial_paths(const World& world, const Planner& planner, const std::vector<PlanQuery>& queries,
                           PlanOptions options, int rounds, const std::string& map, Workspace& workspace,
                           QueryTally& tally, std::vector<std::string>& failures) {
  PartialTally& own = tally.partial_paths;
  options.partial = true;
  PlanOptions checked = options;
  checked.answer = Answer::kCells;
  PlanResult result;
  std::vector<double> times;
  for (const PlanQuery& query : queries) {
    ++own.queries;
    plan(world, planner, query, checked, workspace, result);
    // On the mesh of a level there may be a path, or the start may be off the mesh.
    if (!result.has_partial_path()) continue;
    ++own.paths;
    own.distance_sum += distance_left(query, result);
    own.expanded += result.stats.total().expanded;
    own.visited += result.nearest_visited;
    const auto fault = over_mesh(planner) ? mesh_fault(world, query, result)
                                          : cell_fault(world, planner, query, checked, result, workspace);
    if (fault) {
      ++own.illegal;
      failures.push_back(fmt::format("{}, {} from ({},{}) to ({},{}), partial path: {}", planner.name, map,
                                     query.start.x, query.start.y, query.goal.x, query.goal.y, *fault));
    }
    times.clear();
    for (int round = 0; round < std::max(rounds, 1); ++round) {
      const Stopwatch watch;
      plan(world, planner, query, options, workspace, result);
      times.push_back(watch.micros());
    }
    std::ranges::nth_element(times, times.begin() + static_cast<ptrdiff_t>(times.size() / 2));
    own.micros.push_back(times[times.size() / 2]);
  }
}

void append_partial_paths(const PartialTally& tally, ReportRow& row) {
  const auto mean_of = [&](double sum) {
    return tally.paths == 0 ? ReportRow() : ReportRow(rounded(sum / static_cast<double>(tally.paths)));
  };
  row["partial_queries"] = tally.queries;
  row["partial_paths"] = tally.paths;
  row["partial_illegal"] = tally.illegal;
  row["partial_mean_us"] = tally.micros.empty() ? ReportRow() : ReportRow(rounded(mean(tally.micros)));
  row["partial_mean_distance"] = mean_of(tally.distance_sum);
  row["partial_mean_expanded"] = mean_of(static_cast<double>(tally.expanded));
  row["partial_mean_visited"] = mean_of(static_cast<double>(tally.visited));
}

}  // namespace strata::bench
