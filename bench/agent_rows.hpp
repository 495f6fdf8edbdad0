// Purpose: This header has what the `agents` command shares for batches over cells and over meshes: timed rounds, the
//          comparison with single queries, and the rows.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

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
  size_t agent_bytes = 0;  // bytes of one agent in the batch
};

// The median of a batch's rounds, with the engine's own times of that round, which `plan` leaves in `times`.
struct TimedBatch {
  double wall_ms = 0;
  BatchTimes times;
};
Result<TimedBatch> time_batch(int rounds, const std::function<Status()>& plan, const BatchTimes& times);

// Agents per second of the baseline, by back end.
using AgentSpeeds = std::map<BatchBackend, double>;

// Returns the row of a method that cannot be measured: the reason, without figures.
Row refused_row(const AgentRun& run, const std::string& why);
// Measures one row. plan(with paths, result) plans the batch. fault(result with paths, agent) returns why the agent's
// answer differs from that of a single query. ends(agent) is for messages. Faults go to the failures of the report.
// `is_baseline`: its speed is the base of the other methods' speed-up.
Result<Row> measure_agents(const AgentRun& run, const AgentOptions& options, const std::string& device,
                           const std::function<size_t()>& engine_bytes,
                           const std::function<Status(bool, BatchResult&)>& plan,
                           const std::function<std::optional<std::string>(const BatchResult&, size_t)>& fault,
                           const std::function<std::pair<Cell, Cell>(size_t)>& ends, bool is_baseline,
                           AgentSpeeds& baseline, Report& report);

// Measures the methods over the navigation mesh of the world (agents_mesh.cpp).
Status measure_on_mesh(World& world, const std::string& name, const AgentOptions& options, Report& report);

}  // namespace strata::bench
