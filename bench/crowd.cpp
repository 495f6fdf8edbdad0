// This file holds the `crowd` command: it simulates agents for some ticks, and measures the times of
// planning and steps.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "bench/commands.hpp"
#include "bench/crowd_ticks.hpp"
#include "bench/input_files.hpp"
#include "core/base/rng.hpp"
#include "core/crowd/crowd.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"
#include "core/world/world_batch.hpp"
#include "gpu/cuda_engines.hpp"

namespace strata::bench {
namespace {

CellId random_stand(const MoveGrid& moves, Rng& rng) {
  for (int i = 0; i < 100'000; ++i) {
    const CellId cell = rng.below(moves.cell_count());
    if (moves.passable(cell)) return cell;
  }
  return kNoCell;
}

// Reports why no agent has entered a cell. It is a failure if some agents had a path and enough time to follow it.
void note_standing(const GridCrowd& crowd, const CrowdRunOptions& options, Report& report) {
  constexpr auto kSecond = static_cast<int>(GridCrowd::kTicksPerSecond);
  if (crowd.count(CrowdStatus::kWalking) + crowd.count(CrowdStatus::kWaiting) > 0 && options.ticks >= kSecond) {
    report.failures.push_back("nobody has walked");
  } else if (crowd.queued() > 0) {
    report.notes.push_back(fmt::format("nobody has walked: {} agents still wait for a path", crowd.queued()));
  } else {
    report.notes.push_back("nobody has walked: no agent has a path, or had the time for a step");
  }
}

}  // namespace

Result<Report> run_crowd(const CrowdRunOptions& options) {
  if (options.map.empty() == options.mesh.empty()) return error_at("crowd", "give either --map or --mesh");
  if (options.mesh_method || !options.mesh.empty()) return run_crowd_on_mesh(options);
  const CrowdMethod method = options.method.value_or(CrowdMethod::kTables);
  Report report{.command = "crowd", .rows = {}, .failures = {}, .notes = {}};
  Result<GridMap> cells = load_cells(options.map, options.letters, report);
  if (!cells) return cells.error();
  if (!options.hpa.valid() || options.hpa.cluster_size > Tables::kMaxClusterSize) {
    return error_at("crowd", fmt::format("clusters of {} cells: tables are for clusters of at most {}",
                                         options.hpa.cluster_size, Tables::kMaxClusterSize));
  }
  World world(std::move(cells.value()), options.rules, options.hpa);
  world.set<MapTables>(AgentTablesOptions{.tables = options.tables});
  world.finish_updates();
  const BatchMap map = batch_map(world);
  const std::string refused = refusal(world, StructureId::kTables);
  if (needs_tables(method) && !refused.empty()) return error_at("crowd", refused);

  GridCrowd crowd(world.map().width(), world.map().height(),
                  {.seed = options.seed,
                   .holding = options.holding,
                   .method = method,
                   .plans_per_tick = options.plans,
                   .threads = options.threads});
  if (options.backend == BatchBackend::kCuda) {
    auto engine = make_cuda_engine();
    if (!engine) return engine.error();
    crowd.set_engine(std::move(engine.value()));
  } else {
    crowd.set_engine(make_cpu_engine(options.threads));
  }
  Rng rng(options.seed);
  const CellId meeting = random_stand(world.moves(), rng);
  if (meeting == kNoCell) return error_at(options.map, "there is no cell on which such an agent can stand");
  crowd.set_goal(meeting);
  std::vector<CellId> exits;
  for (int i = 0; i < 8; ++i) exits.push_back(random_stand(world.moves(), rng));
  crowd.set_exits(exits);
  const GridCrowdMember member{.at = kNoCell,
                               .goal = kNoCell,
                               .agent = {options.rules.agent_size, options.rules.capability},
                               .task = options.task,
                               .pace = GridCrowd::pace(options.slowest),
                               .group = GridCrowd::kAnyGroup};
  const double adding = wall_ms();
  const uint32_t agents =
      crowd.add_random(map, member, GridCrowd::pace(options.fastest), static_cast<uint32_t>(options.agents));
  const double add_ms = wall_ms() - adding;

  CrowdRunResult walked = walk(crowd, map, options);
  if (agents < static_cast<uint32_t>(options.agents)) {
    report.notes.push_back(fmt::format("there was room for {} of {} agents", agents, options.agents));
  }
  ReportRow row;
  row["map"] = std::filesystem::path(options.map).filename().string();
  row["agents"] = agents;
  row["task"] = crowd_task_name(options.task);
  row["holding"] = options.holding;
  row["method"] = crowd_method_name(method);
  put_walk(row, options, walked);
  row["add_ms"] = rounded(add_ms);
  row["arrivals"] = crowd.totals().arrivals;
  row["entered"] = crowd.totals().entered;
  row["waiting"] = crowd.count(CrowdStatus::kWaiting);
  row["longest_wait"] = walked.longest_wait;
  if (method == CrowdMethod::kFlow) {
    row["flow_fields"] = crowd.flow().count();
    row["flow_bytes"] = crowd.flow().memory_bytes();
  }
  row["memory_bytes"] = crowd.memory_bytes() + (crowd.engine() == nullptr ? 0 : crowd.engine()->memory_bytes());
  report.rows.push_back(std::move(row));
  tell_fallback(crowd, options, report);
  if (crowd.totals().entered == 0) note_standing(crowd, options, report);
  const MapTables& tables = world.get<MapTables>();
  report.notes.push_back(
      fmt::format("clusters of {}, {} nodes; tables {:.1f} MB, labels {:.1f} MB", options.hpa.cluster_size,
                  tables.tables().nodes(), static_cast<double>(tables.tables().memory_bytes()) / 1e6,
                  tables.labels() == nullptr ? 0.0 : static_cast<double>(tables.labels()->memory_bytes()) / 1e6));
  report.notes.push_back(
      "first: ticks until every agent has had its first plan; tick: those after; cpu: of all threads; longest_wait in "
      "ticks");
  return report;
}

}  // namespace strata::bench
