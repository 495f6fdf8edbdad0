// The `agents` command: batches of many agents, by every method and back end, checked against the planners for single
// queries.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

#include "bench/commands.hpp"
#include "core/base/rng.hpp"
#include "core/io/movingai.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"
#include "gpu/world_batch.hpp"

namespace strata::bench {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Starts and goals drawn from all cells on which an agent can stand.
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

// The median of the rounds of one batch; the engine's own times of that round.
struct Timed {
  double wall_ms = 0;
  BatchTimes times;
};
Result<Timed> time_batch(BatchEngine& engine, const BatchMap& map, const AgentBatch& batch, const BatchOptions& options,
                         int rounds, BatchResult& result) {
  constexpr double kLongEnough = 3000;  // ms, after which no further round is asked for
  const auto warm_up = Clock::now();
  if (Status done = engine.plan(map, batch, options, result); !done) return done.error();
  double spent = ms_since(warm_up);
  std::vector<Timed> all;
  // Batches that take seconds are not repeated for a warm-up that does not matter to them.
  if (spent > kLongEnough) all.push_back({spent, result.times});
  while (spent < kLongEnough && static_cast<int>(all.size()) < rounds) {
    const auto start = Clock::now();
    if (Status done = engine.plan(map, batch, options, result); !done) return done.error();
    all.push_back({ms_since(start), result.times});
    spent += all.back().wall_ms;
  }
  std::sort(all.begin(), all.end(), [](const Timed& a, const Timed& b) { return a.wall_ms < b.wall_ms; });
  return all[(all.size() - 1) / 2];
}

// Why the answer for one agent is wrong; nothing if it is that of the planners for single queries.
std::optional<std::string> answer_fault(const World& world, const BatchAgent& agent, BatchMethod method,
                                        const BatchResult& result, size_t i, Workspace& workspace) {
  const MoveGrid& moves = world.moves();
  const Query query{moves.cell(agent.start), moves.cell(agent.goal)};
  PlanResult single;
  if (method == BatchMethod::kAstar) {
    plan_on_grid(moves, Guidance::kDistance, query, workspace, single);
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
  if (result.hop[i] != path[std::min<size_t>(1, length - 1)]) return "its first hop is not on its path";
  std::vector<CellId> cells{agent.start};
  if (method == BatchMethod::kAstar) {
    cells.assign(path, path + length);
  } else if (!append_moves(world.get<MapTables>().tables().view(moves), agent.start, path + 1, length - 1, cells)) {
    return "its path cannot be walked";
  }
  return path_fault(moves, cells, query.start, query.goal, result.cost[i]);
}

// A method that cannot be measured says why; its figures are left open.
Row refused_row(BatchMethod method, const std::string& backend, const std::string& map, int agents,
                const std::string& why) {
  Row row;
  row["method"] = batch_method_name(method);
  row["backend"] = backend;
  row["map"] = map;
  row["agents"] = agents;
  for (const char* key : {"solved", "plan_ms", "paths_ms", "transfer_ms", "agents_per_s", "speedup", "bytes_per_agent",
                          "mean_hops", "checked", "mismatches"}) {
    row[key] = nullptr;
  }
  row["refused"] = why;
  return row;
}

}  // namespace

Result<Report> run_agents(const AgentOptions& options) {
  auto loaded = load_map(options.map);
  if (!loaded) return loaded.error();
  if (!options.hpa.valid() || options.hpa.cluster_size > Tables::kMaxClusterSize) {
    return error_at("agents", fmt::format("clusters of {} cells: tables are for clusters of at most {}",
                                          options.hpa.cluster_size, Tables::kMaxClusterSize));
  }
  Report report{.command = "agents", .rows = {}, .failures = {}, .notes = {}};
  const std::string name = std::filesystem::path(options.map).filename().string();
  World world(std::move(loaded.value().map), options.rules, options.hpa);
  world.set<MapTables>(AgentTablesOptions{.tables = options.tables});
  const auto building = Clock::now();
  world.settle();
  const double build_ms = ms_since(building);
  // Without tables only searches of all cells are left.
  const std::string refused = refusal(world, Structure::kTables);
  const BatchMap map = batch_map(world);

  const auto make_engine = [&](BatchBackend backend) -> Result<std::unique_ptr<BatchEngine>> {
    if (backend == BatchBackend::kCuda) return make_cuda_engine();
    return make_cpu_engine(options.threads);
  };

  Workspace workspace;
  std::map<std::string, double> astar_per_s;  // by back end: the baseline of the speed-up
  std::vector<BatchMethod> methods = options.methods;
  std::stable_partition(methods.begin(), methods.end(), [](BatchMethod m) { return m == BatchMethod::kAstar; });
  for (const int count : options.agents) {
    const AgentBatch batch = random_agents(world.moves(), static_cast<size_t>(count), options.seed);
    if (batch.agents.empty()) return error_at(options.map, "there is no cell on which such an agent can stand");
    for (const BatchBackend wanted : options.backends) {
      const std::string backend(batch_backend_name(wanted));
      for (const BatchMethod method : methods) {
        if (method != BatchMethod::kAstar && !refused.empty()) {
          report.rows.push_back(refused_row(method, backend, name, count, refused));
          continue;
        }
        // One for each row: what another method needs must not count to its memory.
        auto made = make_engine(wanted);
        if (!made) return made.error();
        BatchEngine* const engine = made.value().get();
        std::fprintf(stderr, "%s on %s, %d agents\n", std::string(batch_method_name(method)).c_str(), backend.c_str(),
                     count);
        BatchResult costs, paths;
        const auto planned = time_batch(*engine, map, batch, {method, false}, options.rounds, costs);
        if (!planned) return planned.error();
        const auto walked = time_batch(*engine, map, batch, {method, true}, options.rounds, paths);
        if (!walked) return walked.error();

        size_t mismatches = 0;
        const size_t checked = std::min<size_t>(static_cast<size_t>(std::max(options.check, 0)), batch.agents.size());
        for (size_t k = 0; k < checked; ++k) {
          const size_t i = k * batch.agents.size() / checked;
          auto fault = answer_fault(world, batch.agents[i], method, paths, i, workspace);
          if (!fault &&
              (costs.status[i] != paths.status[i] || costs.cost[i] != paths.cost[i] || costs.hop[i] != paths.hop[i])) {
            fault = "cost or first hop differ from those that come with the path";
          }
          if (!fault) continue;
          if (++mismatches > 5) continue;
          const Cell start = world.moves().cell(batch.agents[i].start), goal = world.moves().cell(batch.agents[i].goal);
          report.failures.push_back(fmt::format("{} on {}, agent {} from ({}, {}) to ({}, {}): {}",
                                                batch_method_name(method), backend, i, start.x, start.y, goal.x, goal.y,
                                                *fault));
        }
        const double per_s = static_cast<double>(count) / std::max(planned.value().wall_ms, 1e-6) * 1000;
        if (method == BatchMethod::kAstar) astar_per_s[backend] = per_s;
        const size_t bytes = engine->memory_bytes() + batch.agents.size() * sizeof(BatchAgent) +
                             paths.size() * (sizeof(PlanStatus) + sizeof(Cost) + sizeof(CellId) + sizeof(uint64_t)) +
                             paths.path_cells.size() * sizeof(CellId);
        Row row;
        row["method"] = batch_method_name(method);
        row["backend"] = backend;
        row["device"] = engine->device();
        row["map"] = name;
        row["agents"] = count;
        row["solved"] = costs.solved;
        row["plan_ms"] = rounded(planned.value().wall_ms - planned.value().times.transfer_ms);
        row["paths_ms"] = rounded(walked.value().wall_ms - walked.value().times.transfer_ms);
        row["transfer_ms"] = rounded(walked.value().times.transfer_ms);
        row["agents_per_s"] = rounded(per_s);
        row["speedup"] = astar_per_s.count(backend) != 0 ? Row(rounded(per_s / astar_per_s[backend])) : Row();
        row["bytes_per_agent"] = rounded(static_cast<double>(bytes) / static_cast<double>(count));
        row["mean_hops"] = rounded(static_cast<double>(paths.path_cells.size()) /
                                   static_cast<double>(std::max<size_t>(paths.solved, 1)));
        row["checked"] = checked;
        row["mismatches"] = mismatches;
        report.rows.push_back(std::move(row));
      }
    }
  }
  if (!refused.empty()) {
    const bool any = std::find(methods.begin(), methods.end(), BatchMethod::kAstar) != methods.end();
    (any ? report.notes : report.failures).push_back(fmt::format("{}: no tables: {}", name, refused));
    return report;
  }
  const MapTables& tables = world.get<MapTables>();
  report.notes.push_back(fmt::format(
      "{}: clusters of {}, {} nodes; moves, HPA* and tables {:.0f} ms, of them labels {:.0f} ms; tables {:.1f} MB, "
      "labels "
      "{}",
      name, options.hpa.cluster_size, tables.tables().nodes(), build_ms, tables.own().labels_micros() / 1000,
      static_cast<double>(tables.tables().memory_bytes()) / 1e6,
      tables.labels() != nullptr
          ? fmt::format("{:.1f} MB, the longest of {} entries",
                        static_cast<double>(tables.labels()->memory_bytes()) / 1e6, tables.labels()->labels().height())
          : "do not fit: the nodes are searched"));
  report.notes.push_back("speedup: agents per second against astar on the same back end in this run");
  return report;
}

}  // namespace strata::bench
