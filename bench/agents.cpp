// This file holds the `agents` command: batches of many agents with every method and back end, compared with the
// planners for single queries.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "bench/agent_rows.hpp"
#include "bench/commands.hpp"
#include "bench/input_files.hpp"
#include "core/base/parallel.hpp"
#include "core/base/rng.hpp"
#include "core/base/stopwatch.hpp"
#include "core/batch/corner_labels.hpp"
#include "core/ch/cell_ch.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/turns.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"
#include "core/world/world_batch.hpp"
#include "gpu/cuda_engines.hpp"

namespace strata::bench {
namespace {

bool needs_tables(BatchMethod method) { return method == BatchMethod::kTables || method == BatchMethod::kHpa; }

// The labels of corners for the method `labels`, or why there are none.
struct LabelsOfBatch {
  CornerLabels labels;
  std::string refused;
};
LabelsOfBatch labels_of_batch(const World& world, const std::string& name, Report& report) {
  LabelsOfBatch made;
  const MoveGrid& moves = world.moves();
  if (!CornerLabels::possible(moves)) {
    made.refused = "labels of corners need 8-connected moves without cutting corners, one weight and no links";
    return made;
  }
  try {
    Threads threads;
    Stopwatch watch;
    const auto hierarchy = CellCh::build(moves, ChOrder::kCustomisable, true, Labels::kMaxBytes, nullptr);
    const double hierarchy_ms = watch.micros() / 1000;
    watch = {};
    made.labels.build(moves, *hierarchy, threads);
    report.notes.push_back(fmt::format(
        "{}: {} corners, whose hub labels were built in {:.0f} ms; linked to all cells in {:.0f} ms, {:.1f} MB", name,
        made.labels.view().count, hierarchy_ms, watch.micros() / 1000,
        static_cast<double>(made.labels.memory_bytes()) / 1e6));
  } catch (const std::bad_alloc&) {
    made.refused = "the labels of corners take too much memory";
  }
  return made;
}

// Draws starts and goals from all cells on which an agent can stand.
AgentBatch random_agents(const MoveGrid& moves, size_t count, uint64_t seed) {
  std::vector<CellId> free;
  for (CellId cell = 0; cell < moves.cell_count(); ++cell) {
    if (moves.passable(cell)) free.push_back(cell);
  }
  AgentBatch batch;
  if (free.empty()) return batch;
  Rng rng(seed);
  const auto draw = [&] { return free[rng.below(static_cast<uint32_t>(free.size()))]; };
  batch.agents.resize(count);
  for (BatchAgent& agent : batch.agents) {
    agent = {draw(), draw(), static_cast<uint8_t>(moves.rules().agent_size), moves.rules().capability.bits()};
  }
  return batch;
}

// Returns the cells of the path of an agent, whatever it holds; none if it cannot be walked.
std::vector<CellId> cells_of(const World& world, const BatchOptions& options, std::span<const CellId> path) {
  const MoveGrid& moves = world.moves();
  std::vector<CellId> cells, turns;
  std::vector<uint32_t> links;
  if (options.method == BatchMethod::kAstar && !options.turns) return {path.begin(), path.end()};
  if (options.turns || options.method == BatchMethod::kLabels) {
    TurnWriter writer(path.front(), turns, links);
    for (size_t k = 1; k < path.size(); ++k) {
      writer.go_diagonal_first(moves, moves.cell(path[k - 1]), moves.cell(path[k]));
    }
    for (const CellId cell : walk_cells(turns, links, moves.width())) cells.push_back(cell);
    return cells;
  }
  cells.push_back(path.front());
  const TablesView view = world.get<MapTables>().tables().view(moves);
  if (!append_moves(view, path.front(), path.data() + 1, path.size() - 1, cells)) cells.clear();
  return cells;
}

// Returns why the result for one agent is wrong; nothing if it equals that of the planners for single queries.
std::optional<std::string> answer_fault(const World& world, const BatchAgent& agent, const BatchOptions& options,
                                        const BatchResult& result, size_t i, Workspace& workspace) {
  const MoveGrid& moves = world.moves();
  const PlanQuery query{moves.cell(agent.start), moves.cell(agent.goal)};
  PlanResult single;
  if (!needs_tables(options.method)) {
    plan_on_grid(moves, GridHeuristic::kDistance, query, workspace, single);
  } else {
    world.get<MapHpa>().hpa().plan(moves, query, PlanOptions{.smooth = false, .levels = 1}, workspace, single);
  }
  if (result.status[i] != single.status) {
    return fmt::format("{} instead of {}", status_text(result.status[i]), status_text(single.status));
  }
  if (!single.found()) return std::nullopt;
  if (result.cost[i] != single.raw_cost) return fmt::format("cost {} instead of {}", result.cost[i], single.raw_cost);
  const CellId* path = &result.path_cells[result.path_begin[i]];
  const auto length = static_cast<size_t>(result.path_begin[i + 1] - result.path_begin[i]);
  if (length == 0 || path[0] != agent.start || path[length - 1] != agent.goal) return "its path has other ends";
  if (!options.turns && result.hop[i] != path[std::min<size_t>(1, length - 1)])
    return "its first hop is not on its path";
  const std::vector<CellId> cells = cells_of(world, options, {path, length});
  if (cells.empty()) return "its path cannot be walked";
  return path_fault(moves, cells, query.start, query.goal, result.cost[i]);
}

// Measures the methods over cells.
Status measure_on_cells(World& world, const std::string& name, const AgentOptions& options, Report& report) {
  // If the tables are refused, only searches over cells are measured.
  const std::string refused = refusal(world, StructureId::kTables);
  BatchMap map = batch_map(world);
  LabelsOfBatch corners;
  if (std::ranges::find(options.methods, BatchMethod::kLabels) != options.methods.end()) {
    corners = labels_of_batch(world, name, report);
    if (corners.refused.empty()) map.kinds.front().corner_labels = &corners.labels;
  }
  Workspace workspace;
  std::vector<BatchMethod> methods = options.methods;
  std::stable_partition(methods.begin(), methods.end(), [](BatchMethod m) { return m == BatchMethod::kAstar; });
  std::vector<AgentRun> runs;
  std::vector<BatchMethod> method_of;  // by run: its method
  for (const int count : options.agents) {
    for (const BatchBackend backend : options.backends) {
      for (const BatchMethod method : methods) {
        runs.push_back({batch_method_name(method), backend, name, static_cast<size_t>(count), sizeof(BatchAgent),
                        method == BatchMethod::kAstar});
        method_of.push_back(method);
      }
    }
  }
  AgentBatch batch;
  const auto measure = [&](size_t number) -> Result<AgentRow> {
    const AgentRun& run = runs[number];
    const BatchMethod method = method_of[number];
    if (batch.agents.size() != run.agents) {
      batch = random_agents(world.moves(), run.agents, options.seed);
    }
    if (batch.agents.empty()) return error_at(name, "there is no cell on which such an agent can stand");
    const std::string& why = method == BatchMethod::kLabels ? corners.refused : refused;
    if (method != BatchMethod::kAstar && !why.empty()) return AgentRow{refused_row(run, why), 0, run.is_baseline, {}};
    // Each row has its own engine, so that the memory of other methods does not count.
    auto made = run.backend == BatchBackend::kCuda
                    ? make_cuda_engine()
                    : Result<std::unique_ptr<BatchEngine>>(make_cpu_engine(options.threads));
    if (!made) return made.error();
    BatchEngine& engine = *made.value();
    return measure_agents(
        run, options, engine.device(), [&] { return engine.memory_bytes(); },
        [&](bool paths, BatchResult& result) {
          return engine.plan(map, batch, {method, paths, options.turns}, result);
        },
        [&](const BatchResult& result, size_t i) {
          return answer_fault(world, batch.agents[i], {method, true, options.turns}, result, i, workspace);
        },
        [&](size_t i) {
          return std::pair{world.moves().cell(batch.agents[i].start), world.moves().cell(batch.agents[i].goal)};
        });
  };
  if (Status done = measure_rows(runs, options.keep, measure, report); !done) return done;
  if (!corners.refused.empty()) report.failures.push_back(fmt::format("{}: {}", name, corners.refused));
  if (!refused.empty()) {
    const bool any = !std::ranges::all_of(methods, needs_tables);
    (any ? report.notes : report.failures).push_back(fmt::format("{}: no tables: {}", name, refused));
  }
  return success();
}

}  // namespace

Result<Report> run_agents(const AgentOptions& options) {
  if (options.map.empty() == options.mesh.empty()) return error_at("agents", "give either --map or --mesh");
  const bool on_cells = !options.methods.empty(), on_mesh = !options.mesh_methods.empty();
  if (on_cells && (!options.hpa.valid() || options.hpa.cluster_size > Tables::kMaxClusterSize)) {
    return error_at("agents", fmt::format("clusters of {} cells: tables are for clusters of at most {}",
                                          options.hpa.cluster_size, Tables::kMaxClusterSize));
  }
  Report report{.command = "agents", .rows = {}, .failures = {}, .notes = {}};
  const std::string file = options.map.empty() ? options.mesh : options.map;
  const std::string name = std::filesystem::path(file).filename().string();
  WorldSetup setup(options.rules);
  setup.get<MapHpa>() = options.hpa;
  std::unique_ptr<World> made;
  if (!options.mesh.empty()) {
    Result<std::shared_ptr<const Level>> level = load_level(options.mesh, options.level, report);
    if (!level) return level.error();
    GridMap map = level.value()->map();
    if (const Status added = add_links(map, options.map_links); !added) return added.error();
    made = std::make_unique<World>(std::move(map), setup, level.value());
  } else {
    Result<GridMap> map = load_cells(options.map, options.letters, report);
    if (!map) return map.error();
    if (const Status added = add_links(map.value(), options.map_links); !added) return added.error();
    made = std::make_unique<World>(std::move(map.value()), setup);
  }
  World& world = *made;
  if (options.turns && world.map().links() != nullptr) {
    return error_at("agents", "--turns: batches have no turning points on a map with links");
  }
  if (on_cells) world.set<MapTables>(AgentTablesOptions{.tables = options.tables});
  if (on_mesh) {
    world.set<MapNavmesh>(options.navmesh);
    world.set<MapHna>(options.hna);
  }
  const Stopwatch building;
  world.finish_updates();
  const double build_ms = building.micros() / 1000;
  if (on_cells) {
    if (Status done = measure_on_cells(world, name, options, report); !done) return done.error();
    const MapTables& tables = world.get<MapTables>();
    if (refusal(world, StructureId::kTables).empty()) {
      report.notes.push_back(fmt::format(
          "{}: clusters of {}, {} nodes; everything built in {:.0f} ms, of them labels {:.0f} ms; tables {:.1f} MB, "
          "labels {}",
          name, options.hpa.cluster_size, tables.tables().nodes(), build_ms, tables.own().labels_micros() / 1000,
          static_cast<double>(tables.tables().memory_bytes()) / 1e6,
          tables.labels() != nullptr ? fmt::format("{:.1f} MB, the longest of {} entries",
                                                   static_cast<double>(tables.labels()->memory_bytes()) / 1e6,
                                                   tables.labels()->labels().height())
                                     : "do not fit: the nodes are searched"));
      report.notes.push_back("speedup: agents per second against astar on the same back end in this run");
    }
  }
  if (on_mesh) {
    AgentOptions of_mesh = options;
    if (on_cells && !of_mesh.keep.file.empty()) of_mesh.keep.file += ".mesh";  // its tasks need another file
    if (Status done = measure_on_mesh(world, name, of_mesh, report); !done) {
      if (!on_cells) return done.error();
      // The rows over cells are already measured.
      report.failures.push_back("over the mesh: " + done.error().message());
    }
  }
  return report;
}

}  // namespace strata::bench
