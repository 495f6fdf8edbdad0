#include "bench/query_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/rng.hpp"
#include "core/navmesh/mesh_areas.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/random_pairs.hpp"

namespace strata::bench {
namespace {

namespace fs = std::filesystem;

double in_steps(Cost cost, Profile profile) { return static_cast<double>(cost) / profile_info(profile).straight; }

std::string scenario_beside(const std::string& map) {
  std::error_code ignored;
  for (const std::string& candidate : {map + ".scen", fs::path(map).replace_extension(".scen").string()}) {
    if (fs::is_regular_file(candidate, ignored)) return candidate;
  }
  return {};
}

}  // namespace

size_t QuerySet::invalid_count() const {
  size_t sum = 0;
  for (const auto& [reason, count] : invalid) sum += count;
  return sum;
}

Result<std::vector<QuerySource>> find_sources(const QueryOptions& options) {
  if (!options.map.empty() + !options.set.empty() + !options.mesh.empty() != 1) {
    return error_at("queries", "give either --map, --set or --mesh");
  }
  std::vector<QuerySource> sources;
  if (!options.mesh.empty()) {
    if (!options.scen.empty()) return error_at("queries", "--scen goes with --map; levels have random pairs");
    return std::vector<QuerySource>{{options.mesh, "", true}};
  }
  if (!options.map.empty()) {
    if (options.pairs > 0) {
      if (!options.scen.empty()) return error_at("queries", "give either --scen or --pairs");
      return std::vector<QuerySource>{{options.map, "", false}};
    }
    const std::string scen = options.scen.empty() ? scenario_beside(options.map) : options.scen;
    if (scen.empty()) return error_at(options.map, "there is no .scen beside it; give --scen FILE or --pairs N");
    return std::vector<QuerySource>{{options.map, scen, false}};
  }
  if (!options.scen.empty()) return error_at("queries", "--scen goes with --map, not with --set");
  std::error_code code;
  std::vector<std::string> maps;
  for (fs::directory_iterator it(options.set, code), end; !code && it != end; it.increment(code)) {
    if (it->path().extension() == ".map" && it->is_regular_file(code)) maps.push_back(it->path().string());
  }
  if (code) return error_at(options.set, code.message());
  std::sort(maps.begin(), maps.end());
  for (const auto& map : maps) {
    if (options.pairs > 0) {
      sources.push_back({map, "", false});
    } else if (const auto scen = scenario_beside(map); !scen.empty()) {
      sources.push_back({map, scen, false});
    }
  }
  if (maps.empty()) return error_at(options.set, "holds no .map file");
  if (sources.empty()) return error_at(options.set, "none of its maps has a .scen beside it; give --pairs N");
  return sources;
}

QuerySet select_from_scenario(const World& world, const Scenario& scenario, const QueryOptions& options,
                              const std::string& name, Workspace& workspace) {
  QuerySet set;
  const MoveGrid& moves = world.moves();
  const bool comparable = moves.rules().profile == Profile::kOctile && moves.rules().agent_size == 1 &&
                          moves.uniform() && moves.unit_weight() == 1;
  PlanResult astar, dijkstra;
  if (!scenario.faults.empty()) {
    set.considered += scenario.faults.size();
    set.invalid["a row that cannot be read"] += scenario.faults.size();
  }
  for (size_t i = 0; i < scenario.rows.size(); i += static_cast<size_t>(std::max(options.every, 1))) {
    const ScenarioRow& row = scenario.rows[i];
    ++set.considered;
    if (row.width != moves.width() || row.height != moves.height()) {
      ++set.invalid["the map has another size"];
      continue;
    }
    const PlanQuery query{{row.start_x, row.start_y}, {row.goal_x, row.goal_y}};
    if (!moves.contains(query.start) || !moves.contains(query.goal)) {
      ++set.invalid["an end outside of the map"];
      continue;
    }
    if (!moves.passable(query.start) || !moves.passable(query.goal)) {
      ++set.invalid["a blocked end"];
      if (moves.passable(query.start)) set.unreachable.push_back(query);
      continue;
    }
    plan_on_grid(moves, GridHeuristic::kDistance, query, workspace, astar);
    const bool listed = comparable && astar.found() &&
                        std::abs(in_steps(astar.cost, Profile::kOctile) - row.length) <= length_tolerance(row.length);
    if (options.check_dijkstra || !astar.found() || (comparable && !listed)) {
      plan_on_grid(moves, GridHeuristic::kNone, query, workspace, dijkstra);
      if (dijkstra.status != astar.status || dijkstra.cost != astar.cost) {
        set.failures.push_back(fmt::format("{}:{}: A* says {} at cost {}, Dijkstra {} at cost {}", name, row.line,
                                           status_text(astar.status), astar.cost, status_text(dijkstra.status),
                                           dijkstra.cost));
      }
    }
    if (!astar.found()) {
      if (astar.status == PlanStatus::kNoPath) set.unreachable.push_back(query);
      ++set.invalid[row.length == 0 ? "no path, listed with length 0" : "no path, though a length is listed"];
      continue;
    }
    if (comparable && !listed) {
      ++set.invalid[row.length == 0 ? "a path, though listed with length 0" : "listed under another movement rule"];
      continue;
    }
    set.trivial += query.start == query.goal;
    set.against_listed += listed;
    set.valid.push_back({query, row.length, astar.cost, row.line});
  }
  return set;
}

QuerySet select_random_pairs(const MoveGrid& moves, int pairs, uint64_t seed, Workspace& workspace) {
  QuerySet set;
  PlanResult result;
  for (const PlanQuery& query : random_pairs(moves, static_cast<size_t>(std::max(pairs, 0)), seed)) {
    ++set.considered;
    plan_on_grid(moves, GridHeuristic::kDistance, query, workspace, result);
    if (!result.found()) {
      set.failures.push_back(fmt::format("A* finds no path from ({},{}) to ({},{}), which are connected", query.start.x,
                                         query.start.y, query.goal.x, query.goal.y));
      continue;
    }
    set.valid.push_back({query, -1, result.cost, 0});
  }
  return set;
}

QuerySet select_pairs_on_mesh(const World& world, int pairs, uint64_t seed, Workspace& workspace) {
  QuerySet set;
  const MoveGrid& moves = world.moves();
  const MapNavmesh& kept = world.get<MapNavmesh>();
  const std::vector<uint32_t> area = mesh_areas(kept.mesh());
  std::map<uint32_t, std::vector<CellId>> cells_of;  // cells on the mesh, by connected component
  size_t cells = 0;
  for (CellId cell = 0; cell < moves.cell_count(); ++cell) {
    const PolygonId polygon = moves.passable(cell) ? kept.end_at(moves.cell(cell)).polygon : kNoPolygon;
    if (polygon == kNoPolygon) continue;
    cells_of[area[polygon]].push_back(cell);
  }
  std::erase_if(cells_of, [](const auto& one) { return one.second.size() < 2; });
  for (const auto& [number, own] : cells_of) cells += own.size();
  if (cells == 0) return set;
  Rng rng(seed);
  PlanResult result;
  while (set.considered < static_cast<size_t>(pairs)) {
    uint32_t start = rng.below(static_cast<uint32_t>(cells));
    auto own = cells_of.begin();
    for (; start >= own->second.size(); ++own) start -= static_cast<uint32_t>(own->second.size());
    const uint32_t goal = rng.below(static_cast<uint32_t>(own->second.size()));
    if (goal == start) continue;
    ++set.considered;
    const PlanQuery query{moves.cell(own->second[start]), moves.cell(own->second[goal])};
    plan_on_grid(moves, GridHeuristic::kDistance, query, workspace, result);
    if (result.found()) {
      set.valid.push_back({query, -1, result.cost, 0});
    } else {
      ++set.invalid["joined on the mesh, but not on the map of the topmost ground"];
    }
  }
  return set;
}

}  // namespace strata::bench
