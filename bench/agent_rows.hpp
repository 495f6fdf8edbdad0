// Purpose: What batches over cells and over meshes have in common in the `agents` command: timed rounds, answers held
//          against single queries, and the rows.
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

// What a row is about.
struct AgentRun {
  std::string_view method;
  BatchBackend backend;
  const std::string& map;
  size_t agents = 0;
  size_t agent_bytes = 0;  // of one in the batch
};

// The median of the rounds of one batch; the engine's own times of that round, which `plan` leaves in `times`.
struct TimedBatch {
  double wall_ms = 0;
  BatchTimes times;
};
Result<TimedBatch> time_batch(int rounds, const std::function<Status()>& plan, const BatchTimes& times);

// Agents per second of the baseline, by back end.
using AgentSpeeds = std::map<BatchBackend, double>;

// A method that cannot be measured says why; its figures are left open.
Row refused_row(const AgentRun& run, const std::string& why);
// One row. plan(with paths, result); fault(result with paths, agent): why its answer is not that of a single query;
// ends(agent): for people. What is wrong goes to the failures of the report. `is_baseline`: it sets the speed that the
// speed-up of others is over.
Result<Row> measure_agents(const AgentRun& run, const AgentOptions& options, const std::string& device,
                           const std::function<size_t()>& engine_bytes,
                           const std::function<Status(bool, BatchResult&)>& plan,
                           const std::function<std::optional<std::string>(const BatchResult&, size_t)>& fault,
                           const std::function<std::pair<Cell, Cell>(size_t)>& ends, bool is_baseline,
                           AgentSpeeds& baseline, Report& report);

// The methods over the navigation mesh of the world (agents_mesh.cpp).
Status measure_on_mesh(const World& world, const std::string& name, const AgentOptions& options, Report& report);

}  // namespace strata::bench
