#include "bench/agent_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

#include "bench/ranks.hpp"

namespace strata::bench {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Returns the row of a run that has failed.
AgentRow failed_row(const AgentRun& run, const Error& error) {
  AgentRow failed{refused_row(run, error.message()), 0, run.is_baseline, {}};
  failed.failures.push_back(fmt::format("{}, {} on {}, {} agents: {}", run.map, run.method,
                                        batch_backend_name(run.backend), run.agents, error.message()));
  return failed;
}

}  // namespace

Result<TimedBatch> time_batch(int rounds, const std::function<Status()>& plan, const BatchTimes& times) {
  constexpr double kLongEnough = 3000;  // in ms; no further round begins after this time
  const auto warm_up = Clock::now();
  if (Status done = plan(); !done) return done.error();
  double spent = ms_since(warm_up);
  std::vector<TimedBatch> all;
  // A batch that takes seconds is not repeated, because a warm-up hardly changes its time.
  if (spent > kLongEnough) all.push_back({spent, times});
  while (spent < kLongEnough && static_cast<int>(all.size()) < rounds) {
    const auto start = Clock::now();
    if (Status done = plan(); !done) return done.error();
    all.push_back({ms_since(start), times});
    spent += all.back().wall_ms;
  }
  std::sort(all.begin(), all.end(), [](const TimedBatch& a, const TimedBatch& b) { return a.wall_ms < b.wall_ms; });
  return all[(all.size() - 1) / 2];
}

ReportRow refused_row(const AgentRun& run, const std::string& why) {
  ReportRow row;
  row["method"] = run.method;
  row["backend"] = batch_backend_name(run.backend);
  row["device"] = nullptr;
  row["map"] = run.map;
  row["agents"] = run.agents;
  for (const char* key : {"solved", "plan_ms", "paths_ms", "transfer_ms", "agents_per_s", "speedup", "bytes_per_agent",
                          "mean_hops", "checked", "mismatches"}) {
    row[key] = nullptr;
  }
  row["refused"] = why;
  return row;
}

Result<AgentRow> measure_agents(const AgentRun& run, const AgentOptions& options, const std::string& device,
                                const std::function<size_t()>& engine_bytes,
                                const std::function<Status(bool, BatchResult&)>& plan,
                                const std::function<std::optional<std::string>(const BatchResult&, size_t)>& fault,
                                const std::function<std::pair<Cell, Cell>(size_t)>& ends) {
  AgentRow measured;
  measured.is_baseline = run.is_baseline;
  const std::string backend(batch_backend_name(run.backend));
  std::fprintf(stderr, "%s on %s, %zu agents\n", std::string(run.method).c_str(), backend.c_str(), run.agents);
  BatchResult costs, paths;
  const auto planned = time_batch(
      options.rounds, [&] { return plan(false, costs); }, costs.times);
  if (!planned) return planned.error();
  const auto walked = time_batch(
      options.rounds, [&] { return plan(true, paths); }, paths.times);
  if (!walked) return walked.error();

  size_t mismatches = 0;
  const size_t checked = std::min<size_t>(static_cast<size_t>(std::max(options.check, 0)), run.agents);
  for (size_t k = 0; k < checked; ++k) {
    const size_t i = k * run.agents / checked;
    auto wrong = fault(paths, i);
    if (!wrong &&
        (costs.status[i] != paths.status[i] || costs.cost[i] != paths.cost[i] || costs.hop[i] != paths.hop[i])) {
      wrong = "cost or first hop differ from those that come with the path";
    }
    if (!wrong) continue;
    if (++mismatches > 5) continue;
    const auto [start, goal] = ends(i);
    measured.failures.push_back(fmt::format("{} on {}, agent {} from ({},{}) to ({},{}): {}", run.method, backend, i,
                                            start.x, start.y, goal.x, goal.y, *wrong));
  }
  const auto count = static_cast<double>(run.agents);
  const double per_s = count / std::max(planned.value().wall_ms, 1e-6) * 1000;
  const size_t bytes = engine_bytes() + run.agents * run.agent_bytes +
                       paths.size() * (sizeof(PlanStatus) + sizeof(Cost) + sizeof(CellId) + sizeof(uint64_t)) +
                       paths.path_cells.size() * sizeof(CellId);
  measured.agents_per_s = per_s;
  ReportRow& row = measured.row;
  row["method"] = run.method;
  row["backend"] = backend;
  row["device"] = device;
  row["map"] = run.map;
  row["agents"] = run.agents;
  row["solved"] = costs.solved;
  row["plan_ms"] = rounded(planned.value().wall_ms - planned.value().times.transfer_ms);
  row["paths_ms"] = rounded(walked.value().wall_ms - walked.value().times.transfer_ms);
  row["transfer_ms"] = rounded(walked.value().times.transfer_ms);
  row["agents_per_s"] = rounded(per_s);
  row["speedup"] = nullptr;  // set by measure_rows
  row["bytes_per_agent"] = rounded(static_cast<double>(bytes) / count);
  row["mean_hops"] =
      rounded(static_cast<double>(paths.path_cells.size()) / static_cast<double>(std::max<size_t>(paths.solved, 1)));
  row["checked"] = checked;
  row["mismatches"] = mismatches;
  return measured;
}

Status measure_rows(const std::vector<AgentRun>& runs, const ResultFileOptions& keep,
                    const std::function<Result<AgentRow>(size_t)>& measure, Report& report) {
  std::vector<std::string> texts(runs.size());
  const auto measured = [&](size_t i) {
    const Result<AgentRow> row = in_memory([&] { return measure(i); });
    return row ? row.value() : failed_row(runs[i], row.error());
  };
  const auto text_of_row = [](const AgentRow& one) {
    const ReportRow all = {{"row", one.row},
                           {"agents_per_s", one.agents_per_s},
                           {"baseline", one.is_baseline},
                           {"failures", one.failures}};
    return all.dump(-1, ' ', false, ReportRow::error_handler_t::replace);
  };
  Status done = do_tasks(
      runs.size(), keep, [&](size_t i) { return text_of_row(measured(i)); },
      [&](size_t i, const std::string& text) { texts[i] = text; }, report.failures);
  if (!done || !ranks().is_first()) return done;
  std::map<std::string, double> baseline;  // agents per second, by back end
  for (const std::string& text : texts) {
    try {
      const ReportRow all = ReportRow::parse(text);
      ReportRow row = all.at("row");
      const double per_s = all.at("agents_per_s");
      const std::string backend = row.at("backend");
      const bool measured_row = !row.contains("refused");
      if (all.at("baseline").get<bool>()) {
        baseline.erase(backend);
        if (measured_row) baseline[backend] = per_s;
      }
      if (measured_row && baseline.contains(backend)) row["speedup"] = rounded(per_s / baseline[backend]);
      report.rows.push_back(std::move(row));
      for (const ReportRow& failure : all.at("failures")) report.failures.push_back(failure);
    } catch (const ReportRow::exception& malformed) {
      return error_at("answer of a row", malformed.what());
    }
  }
  return success();
}

}  // namespace strata::bench
