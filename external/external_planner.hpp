// Purpose: An ExternalPlanner is a program in any language that plans on the map of the lab: started once, asked over
//          its standard input, checked with every answer.
// Units: Costs are those of core/grid/cost.hpp; what the program says is in straight steps.
// Errors: A program that cannot be used has ended, and the reason says why. An answer that is wrong but well formed is
//         an answer with a fault: an illegal step, other ends, or a cost that is not that of the path.
// Threads: An ExternalPlanner belongs to one thread at a time.
#pragma once

#include <atomic>
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
struct ToldMap;

// Whether a planner may be called so: up to kMostPlannerNameLetters letters, digits, - and _, a letter first. Names are
// parts of keys of the state dump.
inline constexpr size_t kMostPlannerNameLetters = 20;
bool is_planner_name(std::string_view name);

struct ExternalProgram {
  std::string name;                               // as it is called in tables
  std::vector<std::string> command;               // program and arguments
  std::string folder = {};                        // in which it runs; empty: that of this program
  std::chrono::milliseconds start_limit{10'000};  // to prepare itself for the map
  std::chrono::milliseconds query_limit{1'000};
  size_t max_line = size_t{64} << 20;  // bytes
  // As in ChildProcess::Start.
  std::shared_ptr<const std::atomic<bool>> cancelled = nullptr;
  bool ends_with_thread = false;

  // Reads "NAME=PROGRAM ARGUMENTS".
  static Result<ExternalProgram> from_text(std::string_view text);
};

struct ExternalAnswer {
  bool found = false;
  std::vector<CellId> path;
  Cost cost = kInfinite;    // of the path, counted here; kInfinite where the path has no cost
  double claimed_cost = 0;  // in straight steps, as the program says
  uint64_t expanded = 0, generated = 0;
  double micros = 0;  // from the question to the last byte of the answer
  std::string fault;  // empty: the answer is right, as far as one can know without another planner
};

// What a program has said to a query, as it said it.
struct ExternalReply {
  bool found = false;
  std::vector<CellId> path;
  double cost = 0;  // in straight steps
  uint64_t expanded = 0, generated = 0;
  double micros = 0;   // from the question to the last byte of the answer
  std::string events;  // of its search, a list as JSON; empty: it was not asked for them, or gives none
};
// Checks a reply: its path, and its cost.
ExternalAnswer judged(ExternalReply reply, const MoveGrid& moves, const Query& query);

class ExternalPlanner {
 public:
  // Starts the program and hands it the map. An agent covers one cell.
  static Result<std::unique_ptr<ExternalPlanner>> start(const ExternalProgram& program, const MoveGrid& moves);
  static Result<std::unique_ptr<ExternalPlanner>> start(const ExternalProgram& program, const ToldMap& map);
  ~ExternalPlanner();

  // Plans on the map that it was started or edited with.
  Result<ExternalAnswer> plan(const MoveGrid& moves, const Query& query);
  // Asks, and leaves the check to `judged`. `map` is the map that it was told last.
  Result<ExternalReply> ask(const ToldMap& map, const Query& query, bool events);
  // Tells it of the cells of a rectangle that may have changed; a program that takes no edits is started again.
  Status edit(const MoveGrid& moves, const Rect& changed);
  // Tells it which cells of the map are others now.
  Status edit(const ToldMap& map, std::span<const CellId> changed);

  void set_query_limit(std::chrono::milliseconds limit) { program_.query_limit = limit; }

  const std::string& said_name() const { return said_name_; }
  double prepared_ms() const { return prepared_ms_; }  // measured here: the start of the program included
  bool takes_edits() const { return takes_edits_; }
  bool running() const;
  std::string log() const;  // the end of its standard error

 private:
  ExternalPlanner(ExternalProgram program, std::unique_ptr<ChildProcess> child);
  Status prepare(const ToldMap& map);
  Error end(Error error);

  ExternalProgram program_;
  std::unique_ptr<ChildProcess> child_;  // null: it has been ended
  std::string said_name_, last_log_;
  double prepared_ms_ = 0;
  bool takes_edits_ = false;
  uint64_t last_id_ = 0;
};

}  // namespace strata
