// This file holds the `agents` command over the navigation mesh of a map or a level.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "bench/agent_rows.hpp"
#include "bench/query_structures.hpp"
#include "core/base/rng.hpp"
#include "core/navmesh/mesh_path_check.hpp"
#include "core/world/map_mesh_tables.hpp"
#include "core/world/refusal.hpp"
#include "gpu/cuda_engines.hpp"

namespace strata::bench {
namespace {

// Draws starts and goals from all cells that are on the mesh and on which an agent can stand.
MeshBatch random_mesh_agents(const World& world, size_t count, uint64_t seed) {
  const MoveGrid& moves = world.moves();
  std::vector<MeshEndpoint> ends;
  for (CellId cell = 0; cell < moves.cell_count(); ++cell) {
    if (!moves.passable(cell)) continue;
    const MeshEndpoint end = world.get<MapNavmesh>().end_at(moves.cell(cell));
    if (end.polygon != kNoPolygon) ends.push_back(end);
  }
  MeshBatch batch;
  if (ends.empty()) return batch;
  Rng rng(seed);
  const auto draw = [&] { return ends[rng.below(static_cast<uint32_t>(ends.size()))]; };
  batch.agents.resize(count);
  for (MeshAgent& agent : batch.agents) agent = {draw(), draw()};
  return batch;
}

// Returns why the result for one agent is wrong; nothing if it equals that of the planners for single queries.
std::optional<std::string> answer_fault(const World& world, const MeshBatchMap& map, const MeshAgent& agent,
                                        const MeshBatchOptions& options, const BatchResult& result, size_t i,
                                        Workspace& workspace) {
  const Hna& hna = world.get<MapHna>().hna();
  const MeshQuery ends{agent.start, agent.goal};
  HnaPath single;
  const auto differs = [&]() -> std::optional<std::string> {
    if (result.status[i] != single.path.status) {
      return fmt::format("{} instead of {}", status_text(result.status[i]), status_text(single.path.status));
    }
    if (single.path.found() && result.cost[i] != single.path.cost) {
      return fmt::format("cost {} instead of {}", result.cost[i], single.path.cost);
    }
    return std::nullopt;
  };
  plan_hna(*map.mesh, hna, {ends, hna.levels(), HnaLinkMethod::kRows, options.ends}, workspace, single);
  if (auto other = differs()) return other;
  // If ends are not moved to centroids, A* on the mesh finds the same cost.
  if (options.ends == HnaEndpoints::kTrue) {
    plan_mesh(*map.mesh, hna.options().costs, ends, workspace, single.path);
    if (auto other = differs()) return "by A* on the mesh: " + *other;
  }
  if (!single.path.found()) return std::nullopt;
  MeshPath pulled;
  pull_agent(map, agent, options, pulled);
  if (!pulled.found() || pulled.cost != result.cost[i]) return "its pulled path has another cost";
  // The nodes of the path in the result are all steps of the path by A*, for other methods only its inter-edges.
  const HnaLevel& groups = hna.level(hna.levels());
  uint32_t first = kNoPortal;
  std::vector<uint32_t> nodes;
  for_each_step(pulled, [&](uint32_t step) {
    if (first == kNoPortal) first = step;
    if (options.method == MeshBatchMethod::kAstar || groups.is_inter_edge(map.mesh->portal(step)))
      nodes.push_back(step);
  });
  if (first != result.hop[i]) return "its first portal is not on its path";
  if (!std::ranges::equal(nodes, std::span(result.path_cells)
                                     .subspan(result.path_begin[i], result.path_begin[i + 1] - result.path_begin[i]))) {
    return "its path is not that of its corridor";
  }
  std::vector<uint32_t> links_at;
  for (const MeshJump& jump : pulled.jumps) links_at.push_back(jump.point);
  return mesh_path_fault(*map.mesh, ends, pulled.points, pulled.length, 0, links_at);
}

}  // namespace

Status measure_on_mesh(World& world, const std::string& name, const AgentOptions& options, Report& report) {
  const std::string refused = why_not(world, *planner_named("hna1"));
  std::vector<MeshBatchMethod> methods = options.mesh_methods;
  const auto is_baseline = [](MeshBatchMethod m) { return m == MeshBatchMethod::kAstar; };
  std::stable_partition(methods.begin(), methods.end(), is_baseline);
  if (!refused.empty()) {
    for (const int count : options.agents) {
      for (const BatchBackend backend : options.backends) {
        for (const MeshBatchMethod method : methods) {
          report.rows.push_back(refused_row(
              {mesh_batch_method_name(method), backend, name, static_cast<size_t>(count), sizeof(MeshAgent)}, refused));
        }
      }
    }
    report.failures.push_back(fmt::format("{}: nothing to plan on: {}", name, refused));
    return success();
  }
  const bool with_tables = std::find(methods.begin(), methods.end(), MeshBatchMethod::kTables) != methods.end();
  world.set<MapMeshTables>(
      MapMeshTablesOptions{.tables = with_tables, .limits = options.mesh_tables, .threads = options.threads});
  world.finish_updates();
  const MapMeshTables& packed = world.get<MapMeshTables>();
  const MeshBatchMap map = packed.batch_map(world.inputs());
  const std::string no_tables = with_tables ? refusal(world, StructureId::kMeshTables) : std::string();
  const HnaEndpoints ends_at = options.from_centres ? HnaEndpoints::kCentroids : HnaEndpoints::kTrue;
  Workspace workspace;
  std::vector<AgentRun> runs;
  std::vector<MeshBatchMethod> method_of;  // by run: its method
  for (const int count : options.agents) {
    for (const BatchBackend backend : options.backends) {
      for (const MeshBatchMethod method : methods) {
        runs.push_back({mesh_batch_method_name(method), backend, name, static_cast<size_t>(count), sizeof(MeshAgent),
                        is_baseline(method)});
        method_of.push_back(method);
      }
    }
  }
  MeshBatch batch;
  const auto measure = [&](size_t number) -> Result<AgentRow> {
    const AgentRun& run = runs[number];
    const MeshBatchMethod method = method_of[number];
    if (batch.agents.size() != run.agents) {
      batch = random_mesh_agents(world, run.agents, options.seed);
    }
    if (batch.agents.empty()) return error_at(name, "there is no cell of the mesh on which such an agent can stand");
    const PlanStatus check = map.check({method, true, ends_at});
    if (check != PlanStatus::kFound) {
      const bool links = check == PlanStatus::kUnsupported;
      const std::string why(links ? mesh_links_refusal({method, true, ends_at}) : no_tables);
      return AgentRow{refused_row(run, why), 0, run.is_baseline, {}};
    }
    // Each row has its own engine, so that the memory of other methods does not count.
    auto made = run.backend == BatchBackend::kCuda
                    ? make_cuda_mesh_engine()
                    : Result<std::unique_ptr<MeshBatchEngine>>(make_cpu_mesh_engine(options.threads));
    if (!made) return made.error();
    MeshBatchEngine& engine = *made.value();
    auto measured = measure_agents(
        run, options, engine.device(), [&] { return engine.memory_bytes(); },
        [&](bool paths, BatchResult& result) {
          return engine.plan(map, batch, {method, paths, ends_at}, result);
        },
        [&](const BatchResult& result, size_t i) {
          return answer_fault(world, map, batch.agents[i], {method, true, ends_at}, result, i, workspace);
        },
        [&](size_t i) {
          return std::pair{map.mesh->cell_of(batch.agents[i].start.at), map.mesh->cell_of(batch.agents[i].goal.at)};
        });
    if (!measured) return measured;
    ReportRow& row = measured.value().row;
    row["mu"] = options.hna.group_size;
    row["levels"] = options.hna.levels;
    row["mesh_costs"] = mesh_costs_name(options.navmesh.costs);
    row["from_centres"] = options.from_centres;
    return measured;
  };
  if (Status done = measure_rows(runs, options.keep, measure, report); !done) return done;
  const MeshView& view = map.pack->view();
  std::string tables;
  if (!no_tables.empty()) {
    tables = fmt::format("; no tables: {}", no_tables);
    if (methods.size() == 1) report.failures.push_back(fmt::format("{}: {}", name, no_tables));
  } else if (with_tables) {
    tables = fmt::format("; tables {:.2f} MB in {:.1f} ms, between inter-edges {}",
                         static_cast<double>(map.tables->memory_bytes()) / 1e6, packed.tables_micros() / 1000,
                         map.tables->by_labels()
                             ? fmt::format("labels, the longest of {} entries", map.tables->label_height())
                             : "all pairs");
  }
  report.notes.push_back(fmt::format(
      "{}: {} polygons, {} portals, {} groups on level {}, {} inter-edges, at most {} a group; packed {:.2f} MB in "
      "{:.1f} ms{}",
      name, map.mesh->polygon_count(), map.mesh->portal_count(),
      world.get<MapHna>().hna().level(map.pack->level()).group_count(), map.pack->level(), view.inter_edge_count,
      view.max_inter_edges, static_cast<double>(map.pack->memory_bytes()) / 1e6, packed.pack_micros() / 1000, tables));
  report.notes.push_back("over meshes speedup is against mesh-astar");
  return success();
}

}  // namespace strata::bench
