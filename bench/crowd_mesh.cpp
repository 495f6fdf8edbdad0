// This file holds the `crowd` command over the navigation mesh of a map or a level.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "bench/crowd_ticks.hpp"
#include "bench/input_files.hpp"
#include "core/crowd/mesh_crowd.hpp"
#include "core/world/map_mesh_classes.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"
#include "gpu/cuda_engines.hpp"

namespace strata::bench {
namespace {

MeshBatchMethod mesh_method(const CrowdRunOptions& options) {
  return options.mesh_method.value_or(MeshBatchMethod::kPccp);
}

// Returns the world of a map or a level, with the input of batches over its mesh.
Result<std::unique_ptr<World>> world_of(const CrowdRunOptions& options, Report& report) {
  std::unique_ptr<World> world;
  if (!options.mesh.empty()) {
    Result<std::shared_ptr<const Level>> level = load_level(options.mesh, options.level, report);
    if (!level) return level.error();
    WorldSetup setup;
    setup.rules = options.rules;
    world = std::make_unique<World>(level.value()->map(), setup, level.value());
  } else {
    Result<GridMap> map = load_cells(options.map, options.letters, report);
    if (!map) return map.error();
    WorldSetup setup;
    setup.rules = options.rules;
    world = std::make_unique<World>(std::move(map.value()), setup);
  }
  MapMeshClassesOptions classes;
  classes.radii = {MeshRadius::for_agents(options.radius)};
  classes.hna = options.hna;
  classes.tables = {.tables = mesh_method(options) == MeshBatchMethod::kTables, .threads = options.threads};
  world->set<MapMeshClasses>(classes);
  world->finish_updates();
  return world;
}

}  // namespace

Result<Report> run_crowd_on_mesh(const CrowdRunOptions& options) {
  if (options.method) {
    return error_at("crowd", fmt::format("{} plans over cells, and a level is walked on over its mesh",
                                         crowd_method_name(*options.method)));
  }
  if (options.holding || options.task != CrowdTask::kWander) {
    return error_at("crowd", "over a mesh agents go to random places and part by their radii: no --holding or --task");
  }
  Report report{.command = "crowd", .rows = {}, .failures = {}, .notes = {}};
  const std::string& name = options.mesh.empty() ? options.map : options.mesh;
  const MeshBatchMethod method = mesh_method(options);
  auto made = world_of(options, report);
  if (!made) return made.error();
  const World& world = *made.value();
  constexpr StructureId kNeeded = StructureId::kMeshClasses;
  if (const std::string refused = refusal(world, kNeeded); !refused.empty()) return error_at(name, refused);
  if (!world.ready(kNeeded)) return error_at(name, "the mesh could not be built");
  if (const std::string refused = MapMeshClasses::rules_refusal(world.inputs()); !refused.empty()) {
    return error_at(name, refused);
  }

  const MapMeshClasses& classes = world.get<MapMeshClasses>();
  const std::string_view no_links = mesh_links_refusal({method});
  if (!no_links.empty() && !classes.classes().front()->navmesh().mesh().links().empty()) {
    return error_at(name, fmt::format("{} {}; mesh-astar follows them", mesh_batch_method_name(method), no_links));
  }
  const NavMesh& mesh = classes.classes().front()->navmesh().mesh();
  const std::vector<MeshBatchClass> maps = classes.batch_classes(world.inputs());
  const CrowdMeshes grounds(maps);
  const PackedMesh& pack = *maps.front().map.pack;
  MeshCrowd crowd({.seed = options.seed,
                   .method = method,
                   .plans_per_tick = options.plans,
                   .threads = options.threads,
                   .max_agents = 10'000'000});
  if (options.backend == BatchBackend::kCuda) {
    if (const auto engine = make_cuda_mesh_engine(); !engine) return engine.error();
    crowd.set_engines([] { return make_cuda_mesh_engine(); });
  } else {
    crowd.set_engines([threads = options.threads] {
      return Result<std::unique_ptr<MeshBatchEngine>>(make_cpu_mesh_engine(threads));
    });
  }
  MeshCrowdMember member;
  member.radius = static_cast<int32_t>(std::lround(options.radius * kFineCell));
  member.pace = static_cast<int32_t>(
      std::lround((options.slowest + options.fastest) / 2 * kFineCell / GridCrowd::kTicksPerSecond));
  const double adding = wall_ms();
  const uint32_t agents = crowd.add_random(grounds, member, static_cast<uint32_t>(options.agents));
  const double add_ms = wall_ms() - adding;
  if (mesh.polygon_count() == 0) return error_at(name, "there is no place on the mesh where anybody can stand");
  if (crowd.nowhere_to_go() > 0) {
    report.notes.push_back(fmt::format(
        "{} of {} agents were not placed: no random goal was found that can be reached from where they would stand",
        crowd.nowhere_to_go(), options.agents));
  }

  CrowdRunResult walked = walk(crowd, grounds, options);
  ReportRow row;
  row["map"] = std::filesystem::path(name).filename().string();
  row["agents"] = agents;
  row["task"] = crowd_task_name(CrowdTask::kWander);
  row["method"] = mesh_batch_method_name(method);
  row["radius"] = options.radius;
  put_walk(row, options, walked);
  row["add_ms"] = rounded(add_ms);
  row["arrivals"] = crowd.arrivals();
  row["waiting"] = crowd.count(CrowdStatus::kWaiting);
  row["longest_wait"] = walked.longest_wait;
  row["deepest_overlap"] = rounded(crowd.deepest_overlap());
  row["memory_bytes"] = crowd.memory_bytes() + crowd.engine_bytes();
  row["mesh_bytes"] = classes.memory_bytes();  // mesh, graph, pack and tables
  row["mesh_build_ms"] = rounded(classes.state(world.inputs()).built_micros / 1000);
  report.rows.push_back(std::move(row));
  tell_fallback(crowd, options, report);
  // An agent that has arrived waits for its next path.
  const bool none = agents > 0 && crowd.count(CrowdStatus::kPlanning) == agents && crowd.arrivals() == 0;
  if (none) report.failures.push_back("nobody has walked");
  report.notes.push_back(fmt::format("{} polygons, {} portals, {} inter-edges on level {}; pack {:.1f} MB",
                                     mesh.polygon_count(), mesh.portal_count(), pack.view().inter_edge_count,
                                     pack.level(), static_cast<double>(pack.memory_bytes()) / 1e6));
  report.notes.push_back(
      "first: ticks until every agent has had its first plan; tick: those after; cpu: of all threads; longest_wait in "
      "ticks without getting on; deepest_overlap: of two agents, against the sum of their radii");
  return report;
}

}  // namespace strata::bench
