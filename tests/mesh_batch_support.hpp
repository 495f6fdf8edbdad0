// Purpose: These helpers of tests of batches over meshes provide a mesh with all structures for batches, edited
//          together, and check answers.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "core/batch/mesh_batch.hpp"
#include "core/grid/move_grid.hpp"
#include "core/hna/hna_costs.hpp"
#include "core/hna/hna_query.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_path_check.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "tests/support.hpp"

namespace strata::test {

inline constexpr std::array<MeshBatchMethod, kMeshBatchMethods> kMeshMethods = {
    MeshBatchMethod::kHna, MeshBatchMethod::kPccp, MeshBatchMethod::kTables, MeshBatchMethod::kAstar};
inline constexpr std::array<HnaEndpoints, 2> kMeshEnds = {HnaEndpoints::kTrue, HnaEndpoints::kCentroids};

struct MeshTestMap {
  GridMap map;
  MoveGrid grid;
  GridMesh mesh;
  Hna hna;
  int level;
  MeshTablesOptions tables_options;
  Threads threads{2};
  PackedMesh pack;
  MeshTables tables;

  MeshTestMap(GridMap from, const HnaOptions& options, int on_level, const MeshTablesOptions& of_tables = {},
              int tile_size = 16)
      : map(std::move(from)), level(on_level), tables_options(of_tables) {
    grid.build(map, Rules{});
    mesh.build(grid, {.tile_size = tile_size, .radius = {}});
    hna.build(mesh.mesh(), options);
    repack();
  }
  void repack() {
    pack.build(mesh.mesh(), hna, level);
    tables.build(pack, tables_options, threads);
  }
  void edit(const Edit& edit) {
    const MeshUpdate change = mesh.update(grid, grid.update(map, map.apply(edit).dirty));
    HnaUpdate report;
    hna.follow(mesh.mesh(), change);
    hna.update_some(mesh.mesh(), report);
    repack();
  }
  MeshBatchMap batch_map() const { return {&mesh.mesh(), &pack, &tables}; }

  // Returns a batch of mostly valid agents; some are on walls, in invalid polygons, far apart, already at their goal,
  // or inside one polygon.
  MeshBatch random_batch(size_t count, Rng& rng) const {
    MeshBatch batch;
    const auto draw = [&] { return mesh.end_at(random_cell(map, rng)); };
    for (size_t i = 0; i < count; ++i) {
      MeshAgent agent{draw(), draw()};
      if (rng.percent(60)) {
        for (int again = 0; again < 4 && agent.start.polygon == kNoPolygon; ++again) agent.start = draw();
        for (int again = 0; again < 4 && agent.goal.polygon == kNoPolygon; ++again) agent.goal = draw();
      }
      // The goal is near the start: often in the same group, sometimes in the same polygon.
      if (rng.percent(20) && agent.start.polygon != kNoPolygon) {
        const Cell at = cell_at(agent.start.at);
        const Cell near{at.x + rng.between(-4, 4), at.y + rng.between(-4, 4)};
        if (map.contains(near)) agent.goal = mesh.end_at(near);
      }
      if (rng.percent(3)) agent.goal = agent.start;
      if (rng.percent(1)) agent.start.polygon = mesh.mesh().polygon_slots() + 7;
      if (rng.percent(1)) agent.goal.at = {1 << 30, -(1 << 30)};
      batch.agents.push_back(agent);
    }
    return batch;
  }
};

// Plans the agent's query with the planner for single queries.
inline void plan_single(const MeshTestMap& town, const MeshAgent& agent, MeshBatchMethod method, HnaEndpoints ends,
                        Workspace& workspace, HnaPath& single) {
  const MeshQuery query{agent.start, agent.goal};
  if (method == MeshBatchMethod::kAstar && ends == HnaEndpoints::kTrue) {
    plan_mesh(town.mesh.mesh(), town.hna.options().costs, query, workspace, single.path);
  } else {
    plan_hna(town.mesh.mesh(), town.hna, {query, town.level, HnaLinkMethod::kRows, ends}, workspace, single);
  }
}

inline std::string corridor_fault(const MeshTestMap& town, const MeshAgent& agent, HnaEndpoints ends,
                                  const MeshPath& path) {
  const NavMesh& mesh = town.mesh.mesh();
  const auto cost_of = [&](const auto& costs) {
    if (path.portals.empty()) return costs.direct(agent.start, agent.goal);
    Cost cost = costs.link(agent.start, path.portals.front()) + costs.link(agent.goal, path.portals.back());
    for (size_t i = 1; i < path.portals.size(); ++i) cost += costs.step(path.portals[i - 1], path.portals[i]);
    return cost;
  };
  for (size_t i = 0; i < path.portals.size(); ++i) {
    const Portal& portal = mesh.portal(path.portals[i]);
    if (!portal.exists() || portal.across(path.polygons[i]) != path.polygons[i + 1]) return "a corridor with gaps";
    if (path.polygons[i] == path.polygons[i + 1]) return "a corridor that stays in a polygon";
    if (i > 0 && path.portals[i] == path.portals[i - 1]) return "a corridor that turns back";
  }
  Cost cost = 0;
  if (town.hna.options().costs == MeshCosts::kCentroids) {
    cost = cost_of(CentroidCosts(mesh));
  } else if (ends == HnaEndpoints::kCentroids) {
    cost = cost_of(CentroidMidpointCosts(mesh));
  } else {
    cost = cost_of(MidpointCosts(mesh));
  }
  if (cost != path.cost) return "a corridor of cost " + std::to_string(cost);
  return mesh_path_fault(mesh, {agent.start, agent.goal}, path.points, path.length).value_or("");
}

// Returns how the answers differ from those of single queries; empty: they agree. `pulled` is the number of agents
// whose pulled path is checked.
inline std::string mesh_batch_fault(const MeshTestMap& town, const MeshBatch& batch, const MeshBatchOptions& options,
                                    const BatchResult& result, size_t pulled) {
  if (result.size() != batch.agents.size() || result.cost.size() != result.size() ||
      result.hop.size() != result.size() || result.path_begin.size() != (options.paths ? result.size() + 1 : 0)) {
    return "sizes";
  }
  const NavMesh& mesh = town.mesh.mesh();
  const HnaLevel& groups = town.hna.level(town.level);
  Workspace workspace;
  HnaPath single;
  MeshPath path;
  size_t solved = 0;
  for (size_t i = 0; i < batch.agents.size(); ++i) {
    const MeshAgent& agent = batch.agents[i];
    const std::string who = "agent " + std::to_string(i) + ": ";
    const bool far_off = agent.goal.at.x == 1 << 30;
    if (far_off && mesh.has_polygon(agent.start.polygon) && mesh.has_polygon(agent.goal.polygon)) {
      single.path.clear(PlanStatus::kOffMesh);
    } else {
      plan_single(town, agent, options.method, options.ends, workspace, single);
    }
    if (result.status[i] != single.path.status) return who + std::string(status_text(result.status[i]));
    const size_t begin = options.paths ? result.path_begin[i] : 0;
    const size_t end = options.paths ? result.path_begin[i + 1] : 0;
    const std::vector<PortalId> nodes(result.path_cells.begin() + static_cast<std::ptrdiff_t>(begin),
                                      result.path_cells.begin() + static_cast<std::ptrdiff_t>(end));
    if (!single.path.found()) {
      if (result.cost[i] != kInfinite || result.hop[i] != kNoPortal || !nodes.empty()) return who + "more than no way";
      continue;
    }
    ++solved;
    if (result.cost[i] != single.path.cost) {
      return who + "cost " + std::to_string(result.cost[i]) + " instead of " + std::to_string(single.path.cost);
    }
    if (agent.start.polygon == agent.goal.polygon) {
      if (result.hop[i] != kNoPortal || !nodes.empty()) return who + "a way in one polygon that leaves it";
      continue;
    }
    if (result.hop[i] >= mesh.portal_slots() || !mesh.portal(result.hop[i]).exists()) return who + "no first portal";
    if (pulled == 0) continue;
    --pulled;
    pull_agent(town.batch_map(), agent, options, path);
    if (!path.found() || path.cost != result.cost[i]) return who + "the pulled path has another cost";
    if (path.portals.empty() || path.portals.front() != result.hop[i]) return who + "first portal";
    if (const std::string fault = corridor_fault(town, agent, options.ends, path); !fault.empty()) return who + fault;
    if (!options.paths) continue;
    // The portals of the path that lie between groups; with A* all of them.
    std::vector<PortalId> expected;
    for (const PortalId portal : path.portals) {
      if (options.method == MeshBatchMethod::kAstar || groups.is_inter_edge(mesh.portal(portal)))
        expected.push_back(portal);
    }
    if (nodes != expected) return who + "another abstract path than that of the corridor";
  }
  return solved == result.solved ? "" : "count of those solved";
}

inline BatchResult mesh_answers(MeshBatchEngine& engine, const MeshBatchMap& map, const MeshBatch& batch,
                                const MeshBatchOptions& options) {
  BatchResult result;
  const Status done = engine.plan(map, batch, options, result);
  REQUIRE_MESSAGE(done.ok(), (done.ok() ? "" : done.error().message()));
  return result;
}

inline bool same_mesh_answers(const BatchResult& a, const BatchResult& b) {
  return a.status == b.status && a.cost == b.cost && a.hop == b.hop && a.path_begin == b.path_begin &&
         a.path_cells == b.path_cells && a.solved == b.solved;
}

inline GridMap random_mesh_map(int number, uint64_t seed) {
  Rng rng(seed);
  const int width = rng.between(1, 90), height = rng.between(1, 90);
  switch (number % 5) {
    case 0:
      return random_rooms(width, height, rng.between(4, 9), seed);
    case 1:
      return random_map(width, height, 5, seed);
    case 2:
      return random_map(width, height, static_cast<uint32_t>(rng.between(20, 45)), seed);
    case 3:
      return winding_corridor(rng.between(5, 41));
    default:
      return GridMap(width, height);
  }
}

// Settings with groups of several sizes, on each level, with both kinds of costs.
struct MeshSetting {
  HnaOptions hna;
  int level;
};
inline MeshSetting mesh_setting(int number) {
  constexpr std::array<std::array<int, 3>, 6> kSettings = {
      {{1, 2, 1}, {1, 6, 1}, {2, 3, 2}, {2, 6, 1}, {3, 2, 3}, {2, 10, 2}}};
  const auto& [levels, group_size, level] = kSettings[static_cast<size_t>(number) % kSettings.size()];
  return {{.levels = levels,
           .group_size = group_size,
           .costs = number % 3 == 2 ? MeshCosts::kCentroids : MeshCosts::kMidpoints},
          level};
}

}  // namespace strata::test
