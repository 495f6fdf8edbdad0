// Purpose: This header has what the `agents` command shares for batches over cells and over meshes: timed rounds, the
//          comparison with single queries, and the rows.
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

// The batch that a row describes.
struct AgentRun {
  std::string_view method;
  BatchBackend backend;
  const std::string& map;
  size_t agents = 0;
  size_t agent_bytes = 0;    // bytes of one agent in the batch
  bool is_baseline = false;  // later rows on the same back end are compared with it
};

// The median of a batch's rounds, with the engine's own times of that round, which `plan` leaves in `times`.
struct TimedBatch {
  double wall_ms = 0;
  BatchTimes times;
};
Result<TimedBatch> time_batch(int rounds, const std::function<Status()>& plan, const BatchTimes& times);

// A row as it was measured, on whichever rank.
struct AgentRow {
  Row row;
  double agents_per_s = 0;  // not rounded
  bool is_baseline = false;
  std::vector<std::string> failures;
};

// Returns the row of a method that cannot be measured: the reason, without figures.
Row refused_row(const AgentRun& run, const std::string& why);
// Measures one row. plan(with paths, result) plans the batch. fault(result with paths, agent) returns why the agent's
// answer differs from that of a single query. ends(agent) is for messages.
Result<AgentRow> measure_agents(const AgentRun& run, const AgentOptions& options, const std::string& device,
                                const std::function<size_t()>& engine_bytes,
                                const std::function<Status(bool, BatchResult&)>& plan,
                                const std::function<std::optional<std::string>(const BatchResult&, size_t)>& fault,
                                const std::function<std::pair<Cell, Cell>(size_t)>& ends);
// Has the ranks measure the rows of the runs, and adds them to the report in their order. The speed-up of a row is
// against the last baseline before it on the same back end. A row that fails has the reason and no figures, and is
// a failure of the report; the others are measured.
Status measure_rows(const std::vector<AgentRun>& runs, const KeepOptions& keep,
                    const std::function<Result<AgentRow>(size_t)>& measure, Report& report);

// Measures the methods over the navigation mesh of the world (agents_mesh.cpp).
Status measure_on_mesh(World& world, const std::string& name, const AgentOptions& options, Report& report);

}  // namespace strata::bench
