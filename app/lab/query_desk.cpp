// The query: solved by every planner on show, timed untraced, recorded once for stepping.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "app/base/agent_text.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_desk.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/structure_desk.hpp"
#include "app/lab/timed_runs.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/grid/agent_grids.hpp"
#include "core/search/weighted_search.hpp"
#include "core/world/planner_stamp.hpp"

namespace strata {

namespace {

double now_micros() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// During a gesture a planner that needs longer, or whose search has more events, waits for the release.
constexpr double kLiveMicros = 60'000;
constexpr double kPaintMicros = 8'000;  // a stroke must follow the pointer more closely than an answer
constexpr uint64_t kLiveEvents = 100'000;
// For more runs of the same query, whose median is shown: beside the first run, and all in all.
constexpr double kRepeatMicros = 10'000;
constexpr double kMostMicros = 250'000;
constexpr double kLiveRepeatMicros = 1'000;
constexpr uint32_t kMaxComponentCells = 1u << 22;

// Cells that can be reached from `from`.
size_t component_size(const MoveGrid& grid, Cell from) {
  std::vector<uint8_t> seen(grid.cell_count(), 0);
  std::vector<CellId> stack = {grid.id(from)};
  seen[stack.back()] = 1;
  size_t count = 0;
  while (!stack.empty()) {
    const CellId id = stack.back();
    stack.pop_back();
    ++count;
    const uint8_t moves = grid.moves(id);
    for (int d = 0; d < kDirections; ++d) {
      if ((moves >> d & 1) == 0) continue;
      const CellId next = grid.neighbour(id, d);
      if (seen[next] != 0) continue;
      seen[next] = 1;
      stack.push_back(next);
    }
  }
  return count;
}

// Why an agent cannot stand there: " (water)"; nothing to add for a wall.
std::string blocked_reason(const GridMap& map, const Agent& agent, Cell cell) {
  if (!map.contains(cell)) return " (outside the map)";
  if (agent.size > 1) {
    const auto obstacle = limiting_obstacle(map, agent.capability, agent.size, cell);
    if (!obstacle) return {};
    return fmt::format(": an agent of size {} does not fit at ({},{}): {}", agent.size, cell.x, cell.y,
                       obstacle_text(*obstacle, cell));
  }
  const Terrain terrain = map.terrain(cell);
  return terrain == Terrain::kOut ? std::string() : fmt::format(" ({})", terrain_info(terrain).name);
}

}  // namespace

const Planner* QueryDesk::traced_planner() const { return state_.row(state_.traced)->planner; }

void QueryDesk::query_changed() {
  follow_needs();
  for (const auto& [feature, desk] : lab_.desks()) desk->query_changed();
  for (PlannerRow& row : state_.rows) row.solved = false;
  state_.query_note.clear();
  solve_due_ = true;
}

void QueryDesk::rules_changed() {
  ++rules_version_;
  lab_.structures().take_ready();
  lab_.strokes().stamp_all();
  state_.flashes.clear();
  state_.building = !world_->ready();
  state_.build_progress = progress(*world_);
  query_changed();
}

// Whether the planner can be there, and why not.
void QueryDesk::judge_row(PlannerRow& row) {
  const Planner& planner = *row.planner;
  row.note = unavailable(planner);
  row.allowed = row.note.empty();
  row.within_reach = row.allowed || (supports(*world_, planner) && !world_->has(planner.needs));
}

bool QueryDesk::can_solve(PlannerRow& row) {
  const Planner& planner = *row.planner;
  const bool prepared = planner.needs != StructureId::kMoves;
  row.build_micros = prepared ? world_->state(planner.needs).built_micros : 0;
  row.memory_bytes = prepared ? state_.memory[static_cast<size_t>(planner.needs)] : 0;
  judge_row(row);
  row.percent_over.reset();
  if (row.allowed && ready_for(planner)) return true;
  row.result.clear(row.allowed ? PlanStatus::kStale : PlanStatus::kNoPath);
  row.solved = row.waiting = false;
  row.key.clear();
  if (row.allowed) row.note = building_note(planner);
  return false;
}

void QueryDesk::solve_row(PlannerRow& row) {
  if (!can_solve(row)) return;
  const Planner& planner = *row.planner;
  if (live() && live_micros_ + row.micros > (state_.painting ? kPaintMicros : kLiveMicros)) {
    row.result.clear(PlanStatus::kStale);
    row.solved = false;
    row.key.clear();
    row.note = "follows when you let go";
    return;
  }
  // Timed without what is kept for the screen.
  PlanOptions timed = state_.plan_options;
  timed.keep_raw_path = live() && state_.plan_options.keep_raw_path;  // then one run must do
  TimedRuns times(live() ? kLiveRepeatMicros : kRepeatMicros, live() ? kLiveRepeatMicros : kMostMicros);
  while (!times.enough()) {
    const double begin = now_micros();
    plan(*world_, planner, state_.query, timed, *workspace_, row.result);
    times.add(now_micros() - begin);
  }
  row.micros = times.median();
  row.repeats = times.runs();
  live_micros_ += times.spent();
  const bool prepared = planner.needs != StructureId::kMoves;
  if (prepared && state_.plan_options.keep_raw_path && !timed.keep_raw_path) {
    plan(*world_, planner, state_.query, state_.plan_options, *workspace_, row.result);
  }
  take_result(row);
}

// What the row says of the result that it has.
void QueryDesk::take_result(PlannerRow& row) {
  row.solved = true;
  row.waiting = false;
  row.key = answer_key(*row.planner);
  row.note = answer_note(row);
}

std::string QueryDesk::answer_note(const PlannerRow& row) const {
  if (row.planner == &optimum_planner() && row.result.found() && !astar_is_optimal()) {
    const PlanOptions& guide = state_.plan_options;
    if (is_admissible(guide.heuristic, world_->rules().profile)) {
      return fmt::format("found, but no optimum is promised: with this weight at most {} times as much",
                         weight_text(guide.weight));
    }
    return "found, but no optimum is promised: the heuristic may say more than the way costs";
  }
  if (over_drawn(*row.planner) && world_->drawn_graph().empty()) return "there is no drawn graph yet";
  if (over_drawn(*row.planner)) {
    if (row.result.status == PlanStatus::kStartBlocked) return "start is no node of the drawn graph";
    if (row.result.status == PlanStatus::kGoalBlocked) return "goal is no node of the drawn graph";
  }
  return std::string(status_text(row.result.status));
}

// During a gesture at most a third of the time goes to solving, so that the screen follows the pointer.
bool QueryDesk::may_solve() const {
  return !live() || solves_in_thread() || state_.fixed_clock || state_.seconds - solved_at_ >= 2 * solve_seconds_;
}

void QueryDesk::solve() {
  const double begin = now_micros();
  solve_all();
  solved_at_ = state_.seconds;
  solve_seconds_ = (now_micros() - begin) / 1e6;
}

void QueryDesk::solve_all() {
  solve_due_ = false;
  live_micros_ = 0;
  state_.names.read(state_.plan_options, world_->rules().profile);
  ++plan_version_;
  optimum_.reset();
  if (!state_.has_query) {
    solver_->stop();
    state_.solving = state_.trace_waiting = false;
    for (PlannerRow& row : state_.rows) {
      row.solved = row.waiting = false;
      row.key.clear();
      row.result.clear(PlanStatus::kNoPath);
      judge_row(row);
    }
    state_.query_note = "no start and goal";
    state_.comparison_note.clear();
    record_trace();
    return;
  }
  for (PlannerRow& row : state_.rows) {
    if (lab_.view_searches().wants(row)) continue;
    row.solved = row.waiting = false;
    row.key.clear();
    row.result.clear(PlanStatus::kNoPath);
    judge_row(row);
  }
  if (solves_in_thread()) {
    ask_solver();
    return;
  }
  for (PlannerRow& row : state_.rows) {
    if (lab_.view_searches().wants(row)) solve_row(row);
  }
  // Optimal cost under the same rules, also if A* is not on show or promises no optimum.
  const PlanResult* optimum = nullptr;
  if (wants_optimum() && !state_.painting) {
    plan(*world_, optimum_planner(), state_.query, with_usual_guide(state_.plan_options), *workspace_, scratch_);
    optimum = &scratch_;
  }
  rate(optimum);
  compare();
  explain();
  trace_due_ = true;
  const PlannerRow* traced = state_.row(state_.traced);
  const PhaseStats total = traced != nullptr && traced->shown ? traced->result.stats.total() : PhaseStats{};
  const uint64_t events =
      std::max<uint64_t>(total.expanded + total.generated, recorded_events_) + lab_.view_searches().events();
  state_.trace_deferred = live() && (events > kLiveEvents || process_ != nullptr);
  if (state_.trace_deferred) {
    // The picture of another query would mislead.
    if (!lab_.playback().empty()) {
      trace_key_.clear();
      recorded_->trace.clear();
      lab_.playback().load(&recorded_->trace, world_->map().width(), world_->map().height());
    }
    lab_.view_searches().drop_pictures();
  } else {
    record_trace();
  }
}

bool QueryDesk::astar_is_optimal() const {
  return is_admissible(state_.plan_options.heuristic, world_->rules().profile, state_.plan_options.weight);
}

// A* is not on show, or promises no optimum, and there are answers to compare.
bool QueryDesk::wants_optimum() const {
  const PlannerRow* astar = state_.row(optimum_planner().name);
  return (!astar->shown || !astar_is_optimal()) &&
         std::any_of(state_.rows.begin(), state_.rows.end(),
                     [](const PlannerRow& row) { return row.solved || row.waiting; });
}

// `optimum`: A*'s answer where that of its row is none; may be null.
void QueryDesk::rate(const PlanResult* optimum) {
  const PlannerRow* astar = state_.row(optimum_planner().name);
  const PlanResult* best = astar->solved && astar_is_optimal() ? &astar->result : optimum;
  for (PlannerRow& row : state_.rows) {
    row.percent_over.reset();
    if (best == nullptr || !best->found() || !row.solved || !row.result.found()) continue;
    // A graph of the user's own has costs of its own.
    if (over_drawn(*row.planner)) continue;
    row.percent_over = best->cost == 0 ? 0 : 100.0 * (static_cast<double>(row.result.cost) - best->cost) / best->cost;
  }
}

// Where the planner that needs no preparation is the fastest, the comparison says so.
void QueryDesk::compare() {
  state_.comparison_note.clear();
  if (state_.fixed_clock || live()) return;
  const auto measured = [](const PlannerRow& row) { return row.shown && row.solved && row.result.found(); };
  const PlannerRow* jumps = state_.row(baseline_planner().name);
  if (jumps == nullptr || !measured(*jumps)) return;
  const PlannerRow* best = nullptr;
  for (const PlannerRow& row : state_.rows) {
    if (over_drawn(*row.planner)) continue;  // that is another query
    if (row.planner->family->hierarchical && measured(row) && (best == nullptr || row.micros < best->micros))
      best = &row;
  }
  if (best == nullptr || best->micros <= jumps->micros) return;
  state_.comparison_note =
      fmt::format("{} {}: faster than every hierarchy here; {} {}", jumps->planner->title,
                  micros_text(state_, jumps->micros), best->planner->title, micros_text(state_, best->micros));
}

std::string QueryDesk::search_key(const Planner& planner) const {
  const bool possible = state_.has_query && unavailable(planner).empty() && ready_for(planner);
  return possible ? answer_key(planner) : "none";
}

std::string QueryDesk::answer_key(const Planner& planner) const {
  return fmt::format("{} | {}", lab_.session().world_version(),
                     planner_stamp(*world_, planner, state_.query, state_.plan_options));
}

// A search that would be recorded just the same is kept, and the cursor with it.
void QueryDesk::record_trace() {
  trace_due_ = false;
  state_.trace_deferred = false;
  if (process_ != nullptr) return process_->record(lab_);
  std::string key = trace_key();
  ViewSearches& others = lab_.view_searches();
  const bool lead_wanted = key != "none" && key != trace_key_;
  if (solves_in_thread() && (lead_wanted || others.wanted())) {
    const bool asked = solver_->answering() && (!lead_wanted || key == asked_trace_key_) && others.asked();
    if (!asked) ask_solver();
    return;
  }
  if (key != trace_key_) record_lead_here(std::move(key));
  others.record_here();
}

void QueryDesk::record_lead_here(std::string key) {
  trace_key_ = std::move(key);
  recorded_->trace.clear();
  if (trace_key_ != "none") record_search(*traced_planner(), recorded_->trace);
  recorded_events_ = recorded_->trace.events().size();
  lab_.playback().load(&recorded_->trace, world_->map().width(), world_->map().height());
}

void QueryDesk::record_search(const Planner& planner, Trace& trace) {
  plan(*world_, planner, state_.query, state_.plan_options, *workspace_, scratch_, &trace);
  if (!trace.truncated()) return;
  lab_.say(MessageKind::kWarning, fmt::format("The recorded search of {} was cut off after {} events",
                                              state_.names.title(planner), trace.events().size()));
}

// Says in words why there is no path.
void QueryDesk::explain() {
  state_.query_note.clear();
  const GridMap& map = world_->map();
  const MoveGrid& moves = world_->moves();
  const Query& query = state_.query;
  const bool start_free = map.contains(query.start) && moves.passable(query.start);
  const bool goal_free = map.contains(query.goal) && moves.passable(query.goal);
  if (!start_free)
    state_.query_note = fmt::format("start is blocked{}", blocked_reason(map, agent_of(lab_.world()), query.start));
  if (!goal_free) {
    state_.query_note += fmt::format("{}goal is blocked{}", start_free ? "" : "; ",
                                     blocked_reason(map, agent_of(lab_.world()), query.goal));
  }
  if (!state_.query_note.empty()) return;
  const bool reached = std::any_of(state_.rows.begin(), state_.rows.end(),
                                   [](const PlannerRow& row) { return row.solved && row.result.found(); });
  for (const PlannerRow& row : state_.rows) {
    if (!row.solved || row.result.found() || over_drawn(*row.planner)) continue;
    if (row.result.status == PlanStatus::kNoPath && reached && world_->level() != nullptr) {
      state_.query_note = row.planner->any_angle
                              ? "no path over the polygons of the level, whose walls are smoother than the cells"
                              : "no path over the topmost ground, which the map shows; lower floors lead there";
    } else if (row.result.status == PlanStatus::kNoPath && reached) {
      state_.query_note = fmt::format("{} finds no path where there is one", state_.names.title(*row.planner));
    } else if (row.result.status == PlanStatus::kNoPath) {
      connect_note();
    } else {
      state_.query_note = row.note;
    }
    return;
  }
}

void QueryDesk::connect_note() {
  state_.query_note = "no path: start and goal are not connected";
  const MoveGrid& moves = world_->moves();
  if (solves_in_thread()) {
    if (areas_[0] != 0) connect_note(areas_[0], areas_[1]);
    return;
  }
  if (moves.cell_count() > kMaxComponentCells || live()) return;
  connect_note(component_size(moves, state_.query.start), component_size(moves, state_.query.goal));
}

// A large agent does not cover its area cell by cell: what is counted is where it can stand.
void QueryDesk::connect_note(size_t start_area, size_t goal_area) {
  state_.query_note = fmt::format("no path: the start's area has {} {}, the goal's {}, and they are not connected",
                                  start_area, agent_of(lab_.world()).size > 1 ? "positions" : "cells", goal_area);
}

}  // namespace strata
