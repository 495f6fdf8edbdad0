#include "external/external_planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/search/path.hpp"
#include "external/child_process.hpp"
#include "external/messages.hpp"

namespace strata {

namespace {

using Clock = std::chrono::steady_clock;

// Returns whether a cost that a program reports in decimals equals the exact cost up to rounding.
bool same_cost(double claimed, double walked) { return std::abs(claimed - walked) <= std::max(0.02, 1e-4 * walked); }

Result<std::unique_ptr<ChildProcess>> start_child(const ExternalProgram& program) {
  return ChildProcess::start({.command = program.command,
                              .folder = program.folder,
                              .max_line = program.max_line,
                              .cancelled = program.cancelled,
                              .ends_with_thread = program.ends_with_thread});
}

}  // namespace

bool is_planner_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !name.empty() && name.size() <= kMostPlannerNameLetters && letter(name[0]) &&
         std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; });
}

Result<ExternalProgram> ExternalProgram::from_text(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == text.npos || equals == 0) {
    return error_at(std::string(text), "is not NAME=PROGRAM ARGUMENTS, such as mine=python3 astar.py");
  }
  ExternalProgram program;
  program.name = text.substr(0, equals);
  auto command = split_command(text.substr(equals + 1));
  if (!command) return error_at(std::string(text), command.error().what);
  if (command.value().empty()) return error_at(std::string(text), "names no program");
  program.command = std::move(command.value());
  return program;
}

ExternalPlanner::ExternalPlanner(ExternalProgram program, std::unique_ptr<ChildProcess> child)
    : program_(std::move(program)), child_(std::move(child)) {}

ExternalPlanner::~ExternalPlanner() = default;

Result<std::unique_ptr<ExternalPlanner>> ExternalPlanner::start(const ExternalProgram& program, const MoveGrid& moves) {
  return start(program, MapSnapshot::of(moves));
}

Result<std::unique_ptr<ExternalPlanner>> ExternalPlanner::start(const ExternalProgram& program,
                                                                const MapSnapshot& map) {
  if (map.rules.agent_size != 1) return error_at(program.name, "plans for agents of one cell alone");
  auto child = start_child(program);
  if (!child) return child.error();
  std::unique_ptr<ExternalPlanner> planner(new ExternalPlanner(program, std::move(child.value())));
  if (Status ready = planner->prepare(map); !ready) return ready.error();
  return planner;
}

Status ExternalPlanner::prepare(const MapSnapshot& map) {
  const auto began = Clock::now();
  const auto line = child_->ask(map_message(map, static_cast<int>(program_.query_limit.count())), program_.start_limit);
  prepared_ms_ = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
  if (!line) return end(line.error());
  const auto ready = read_ready(line.value());
  if (!ready) return end(ready.error());
  told_weights_ = told_weights(map);
  said_name_ = ready.value().name;
  takes_edits_ = ready.value().takes_edits;
  return success();
}

// Ends the program, whose state is unknown after an error, and adds the end of its standard error.
Error ExternalPlanner::end(Error error) {
  std::string last;
  if (child_) {
    last = child_->log();
    child_.reset();
  }
  last_log_ = last;
  while (!last.empty() && (last.back() == '\n' || last.back() == '\r')) last.pop_back();
  if (const size_t line = last.rfind('\n'); line != last.npos) last.erase(0, line + 1);
  std::string shown;
  for (const char c : last.substr(0, 120)) shown += static_cast<unsigned char>(c) >= ' ' ? c : '?';
  error.where = program_.name;
  if (!shown.empty()) error.what += fmt::format(" (it said: {})", shown);
  return error;
}

Result<ExternalAnswer> ExternalPlanner::plan(const MoveGrid& moves, const PlanQuery& query) {
  MapSnapshot sides;
  sides.width = moves.width();
  sides.height = moves.height();
  auto reply = ask(sides, query, false);
  if (!reply) return reply.error();
  return judged(std::move(reply.value()), moves, query);
}

Result<ExternalReply> ExternalPlanner::ask(const MapSnapshot& map, const PlanQuery& query, bool events) {
  if (!child_) return error_at(program_.name, "has ended");
  if (Status silent = child_->expect_silence(); !silent) return end(silent.error());
  const uint64_t id = ++last_id_;
  const auto began = Clock::now();
  const auto line = child_->ask(query_message(id, query.start, query.goal, events), program_.query_limit);
  const double micros = std::chrono::duration<double, std::micro>(Clock::now() - began).count();
  if (!line) return end(line.error());
  auto read = read_answer(line.value(), id, map.width, map.height);
  if (!read) return end(read.error());
  ExternalReply reply{.found = read.value().found,
                      .path = {},
                      .cost = read.value().cost,
                      .expanded = read.value().expanded,
                      .generated = read.value().generated,
                      .micros = micros,
                      .events = std::move(read.value().events)};
  reply.path.reserve(read.value().path.size());
  for (const Cell cell : read.value().path) {
    reply.path.push_back(static_cast<CellId>(cell.y) * static_cast<CellId>(map.width) + static_cast<CellId>(cell.x));
  }
  return reply;
}

ExternalAnswer judged(ExternalReply reply, const MoveGrid& moves, const PlanQuery& query) {
  ExternalAnswer answer;
  answer.micros = reply.micros;
  answer.expanded = reply.expanded;
  answer.generated = reply.generated;
  answer.found = reply.found;
  if (!answer.found) return answer;
  answer.claimed_cost = reply.cost;
  answer.path = std::move(reply.path);
  const auto walked = path_cost(moves, answer.path);
  if (const auto fault = path_fault(moves, answer.path, query.start, query.goal, walked.value_or(0))) {
    answer.fault = *fault;
  } else {
    answer.cost = *walked;
    const double steps = static_cast<double>(*walked) / profile_info(moves.rules().profile).straight;
    if (!same_cost(answer.claimed_cost, steps)) {
      answer.fault = fmt::format("says {:.2f}, walks {:.2f}", answer.claimed_cost, steps);
    }
  }
  return answer;
}

Status ExternalPlanner::edit(const MoveGrid& moves, const Rect& changed) {
  std::vector<CellId> cells;
  for (int y = changed.y0; y < changed.y1; ++y) {
    for (int x = changed.x0; x < changed.x1; ++x) cells.push_back(moves.id({x, y}));
  }
  return edit(MapSnapshot::of(moves), cells);
}

Status ExternalPlanner::edit(const MapSnapshot& map, std::span<const CellId> changed) {
  if (!child_) return error_at(program_.name, "has ended");
  // An edit has no place for what letters mean: a weight of a cell that is new to the program needs the whole map.
  const bool told = std::ranges::all_of(
      changed, [&](CellId cell) { return map.weights[cell] == 0 || told_weights_[map.weights[cell]]; });
  if (takes_edits_ && told) {
    const Status sent = child_->tell(edit_message(map, changed), program_.query_limit);
    if (!sent) return end(sent.error());
    return success();
  }
  child_.reset();
  auto child = start_child(program_);
  if (!child) return child.error();
  child_ = std::move(child.value());
  return prepare(map);
}

bool ExternalPlanner::running() const { return child_ != nullptr && child_->running(); }

std::string ExternalPlanner::log() const { return child_ ? child_->log() : last_log_; }

}  // namespace strata
