// Purpose: These functions measure the rows of the `agents` command, for batches over cells and over meshes: timed
//          rounds, and the comparison with single queries.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/commands.hpp"
#include "core/grid/cell.hpp"
#include "core/world/world.hpp"

namespace strata::bench {

// The method, back end and batch that a row measures.
struct AgentRun {
  std::string_view method;
  BatchBackend backend;
  const std::string& map;
  size_t agents = 0;
  size_t agent_bytes = 0;    // bytes of one agent in the batch
  bool is_baseline = false;  // later rows on the same back end are compared with this row
};

// The median of a batch's rounds, with the engine's times of that round, which `plan` writes to `times`.
struct TimedBatch {
  double wall_ms = 0;
  BatchTimes times;
};
Result<TimedBatch> time_batch(int rounds, const std::function<Status()>& plan, const BatchTimes& times);

// A measured row; any rank may have measured it.
struct AgentRow {
  ReportRow row;
  double agents_per_s = 0;  // speed, not rounded
  bool is_baseline = false;
  std::vector<std::string> failures;
};

// Returns a row with the reason why a method cannot be measured, without figures.
ReportRow refused_row(const AgentRun& run, const std::string& why);
// Measures one row. plan(with_paths, result) plans the batch. fault(result, agent) returns why the agent's path differs
// from that of a single query. ends(agent) names start and goal in messages.
Result<AgentRow> measure_agents(const AgentRun& run, const AgentOptions& options, const std::string& device,
                                const std::function<size_t()>& engine_bytes,
                                const std::function<Status(bool, BatchResult&)>& plan,
                                const std::function<std::optional<std::string>(const BatchResult&, size_t)>& fault,
                                const std::function<std::pair<Cell, Cell>(size_t)>& ends);
// Lets the ranks measure the rows of the runs, and adds them to the report in order. The speed-up of a row is relative
// to the last baseline before it on the same back end. A row that fails has the reason instead of figures, and is a
// failure of the report; the others are still measured.
Status measure_rows(const std::vector<AgentRun>& runs, const ResultFileOptions& keep,
                    const std::function<Result<AgentRow>(size_t)>& measure, Report& report);

// Measures the methods over the navigation mesh of the world. It is defined in agents_mesh.cpp.
Status measure_on_mesh(World& world, const std::string& name, const AgentOptions& options, Report& report);

}  // namespace strata::bench
