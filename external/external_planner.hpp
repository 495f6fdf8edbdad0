// Purpose: An ExternalPlanner is a planner that runs as a program of its own, in any language: it is started once, gets
//          queries over its standard input, and every answer is checked.
// Units: Costs are those of core/grid/cost.hpp; the program reports costs in straight steps.
// Errors: A program that fails is ended, with the reason. A well-formed but wrong answer has a fault: an illegal step,
//         other ends, or a cost that is not that of the path.
// Threads: One thread at a time uses an object.
#pragma once

#include <atomic>
#include <bitset>
#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class ChildProcess;
struct MapSnapshot;

// The names of planners are keys of the state dump. is_planner_name() returns whether a name has up to
// kMostPlannerNameLetters letters, digits, - and _, and begins with a letter.
inline constexpr size_t kMostPlannerNameLetters = 20;
bool is_planner_name(std::string_view name);

struct ExternalProgram {
  std::string name;                               // name of the planner in tables
  std::vector<std::string> command;               // program and arguments
  std::string folder = {};                        // working directory; empty: that of this program
  std::chrono::milliseconds start_limit{10'000};  // time limit for its preparation
  std::chrono::milliseconds query_limit{1'000};
  size_t max_line = size_t{64} << 20;  // longest line that the program may send, in bytes
  // When any thread sets it to true, waiting and the program end, as in ChildProcess::StartOptions. May be null.
  std::shared_ptr<const std::atomic<bool>> cancelled = nullptr;
  bool ends_with_thread = false;

  // Parses "NAME=PROGRAM ARGUMENTS".
  static Result<ExternalProgram> from_text(std::string_view text);
};

struct ExternalAnswer {
  bool found = false;
  std::vector<CellId> path;
  Cost cost = kInfinite;    // cost of the path, computed here; kInfinite if the path is not legal
  double claimed_cost = 0;  // cost reported by the program, in straight steps
  uint64_t expanded = 0, generated = 0;
  double micros = 0;  // time from the request to the last byte of the answer
  std::string fault;  // why the answer is wrong; empty if no fault was found without another planner
};

// The unchecked reply of a program to a query.
struct ExternalReply {
  bool found = false;
  std::vector<CellId> path;
  double cost = 0;  // cost of the path, in straight steps
  uint64_t expanded = 0, generated = 0;
  double micros = 0;   // time from the request to the last byte of the answer
  std::string events;  // events of its search, a JSON list; empty: not requested, or not supported
};
// Checks the path and the cost of a reply.
ExternalAnswer judged(ExternalReply reply, const MoveGrid& moves, const PlanQuery& query);

class ExternalPlanner {
 public:
  // Starts the program and sends it the map. Agents cover one cell.
  static Result<std::unique_ptr<ExternalPlanner>> start(const ExternalProgram& program, const MoveGrid& moves);
  static Result<std::unique_ptr<ExternalPlanner>> start(const ExternalProgram& program, const MapSnapshot& map);
  ~ExternalPlanner();

  // Plans on the map that was sent last.
  Result<ExternalAnswer> plan(const MoveGrid& moves, const PlanQuery& query);
  // Sends a query without checking the reply, which `judged` does. `map` is the map that was sent last.
  Result<ExternalReply> ask(const MapSnapshot& map, const PlanQuery& query, bool events);
  // Sends the cells of a rectangle that may have changed; a program that does not support edits is restarted.
  Status edit(const MoveGrid& moves, const Rect& changed);
  // Sends the changed cells of the map.
  Status edit(const MapSnapshot& map, std::span<const CellId> changed);

  void set_query_limit(std::chrono::milliseconds limit) { program_.query_limit = limit; }

  const std::string& said_name() const { return said_name_; }
  double prepared_ms() const { return prepared_ms_; }  // measured here, including the start of the program
  bool takes_edits() const { return takes_edits_; }
  bool running() const;
  std::string log() const;  // last part of the program's standard error

 private:
  ExternalPlanner(ExternalProgram program, std::unique_ptr<ChildProcess> child);
  Status prepare(const MapSnapshot& map);
  Error end(Error error);

  ExternalProgram program_;
  std::unique_ptr<ChildProcess> child_;  // null: the program has ended
  std::string said_name_, last_log_;
  double prepared_ms_ = 0;
  bool takes_edits_ = false;
  std::bitset<256> told_weights_;  // weights that have letters in the map that the program was sent
  uint64_t last_id_ = 0;
};

}  // namespace strata
