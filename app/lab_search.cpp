// The query: solved by every planner on show, timed untraced, recorded once for stepping.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <chrono>

#include "app/agent_text.hpp"
#include "app/lab.hpp"

namespace strata {

namespace {

double now_micros() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// During a gesture a planner that needs longer, or whose search has more events, waits for the release.
constexpr double kLiveMicros = 60'000;
constexpr double kPaintMicros = 8'000;  // a stroke must follow the pointer more closely than an answer
constexpr uint64_t kLiveEvents = 100'000;
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

const Planner* Lab::traced_planner() const { return planner_named(state_.traced); }

void Lab::query_changed() {
  follow_needs();
  crowd_goal_changed();
  for (PlannerRow& row : state_.rows) row.solved = false;
  state_.query_note.clear();
  solve_due_ = true;
}

void Lab::rules_changed() {
  ++rules_version_;
  was_ready_ = ready_structures();
  stamp_all();
  state_.flashes.clear();
  state_.building = !world_->ready();
  state_.build_progress = world_->progress();
  query_changed();
}

void Lab::solve_row(PlannerRow& row) {
  const Planner& planner = *row.planner;
  const bool prepared = planner.needs != Structure::kMoves;
  row.build_micros = prepared ? world_->rebuild_micros(planner.needs) : 0;
  row.memory_bytes = prepared ? state_.memory[static_cast<size_t>(planner.needs)] : 0;
  const std::string why = unavailable(planner);
  row.allowed = why.empty();
  row.percent_over = -1;
  if (!row.allowed) {
    row.result.clear(PlanStatus::kNoPath);
    row.solved = false;
    row.note = why;
    return;
  }
  if (!ready_for(planner)) {
    row.result.clear(PlanStatus::kStale);
    row.solved = false;
    row.note = building_note(planner);
    return;
  }
  if (live() && live_micros_ + row.micros > (state_.painting ? kPaintMicros : kLiveMicros)) {
    row.result.clear(PlanStatus::kStale);
    row.solved = false;
    row.note = "follows when you let go";
    return;
  }
  // Timed without what is kept for the screen; a few more times if that is cheap.
  PlanOptions timed = state_.plan_options;
  timed.keep_raw_path = live() && state_.plan_options.keep_raw_path;  // then one run must do
  std::array<double, 5> times{};
  int runs = 0;
  double spent = 0;
  const double budget = live() ? 1'000 : 10'000;
  do {
    const double begin = now_micros();
    plan(*world_, planner, state_.query, timed, workspace_, row.result);
    times[static_cast<size_t>(runs)] = now_micros() - begin;
    spent += times[static_cast<size_t>(runs)];
    ++runs;
  } while (runs < 5 && (spent + times[0] < budget || (!live() && runs < 3 && spent < kLiveMicros)));
  std::sort(times.begin(), times.begin() + runs);
  row.micros = times[static_cast<size_t>(runs / 2)];
  row.repeats = runs;
  live_micros_ += spent;
  if (prepared && state_.plan_options.keep_raw_path && !timed.keep_raw_path) {
    plan(*world_, planner, state_.query, state_.plan_options, workspace_, row.result);
  }
  row.solved = true;
  row.note = status_text(row.result.status);
  if (over_drawn(planner)) {
    if (row.result.status == PlanStatus::kStartBlocked) row.note = "start is no node of the drawn graph";
    if (row.result.status == PlanStatus::kGoalBlocked) row.note = "goal is no node of the drawn graph";
  }
}

// During a gesture at most a third of the time goes to solving, so that the screen follows the pointer.
bool Lab::may_solve() const {
  return !live() || state_.fixed_clock || state_.seconds - solved_at_ >= 2 * solve_seconds_;
}

void Lab::solve() {
  const double begin = now_micros();
  solve_all();
  solved_at_ = state_.seconds;
  solve_seconds_ = (now_micros() - begin) / 1e6;
}

void Lab::solve_all() {
  solve_due_ = false;
  live_micros_ = 0;
  ++plan_version_;
  if (!state_.has_query) {
    for (PlannerRow& row : state_.rows) {
      row.solved = false;
      row.result.clear(PlanStatus::kNoPath);
      row.note = unavailable(*row.planner);
      row.allowed = row.note.empty();
    }
    state_.query_note = "no start and goal";
    state_.comparison_note.clear();
    record_trace();
    return;
  }
  PlannerRow* optimal = nullptr;
  for (PlannerRow& row : state_.rows) {
    if (!row.shown) {
      row.solved = false;
      row.result.clear(PlanStatus::kNoPath);
      row.note = unavailable(*row.planner);
      row.allowed = row.note.empty();
      continue;
    }
    solve_row(row);
    if (row.planner->name == "astar" && row.solved) optimal = &row;
  }
  // Optimal cost under the same rules, also if A* is not on show.
  const PlanResult* best = optimal != nullptr ? &optimal->result : nullptr;
  const bool wanted =
      std::any_of(state_.rows.begin(), state_.rows.end(), [](const PlannerRow& row) { return row.solved; });
  const bool astar_waits = std::any_of(state_.rows.begin(), state_.rows.end(), [](const PlannerRow& row) {
    return row.planner->name == "astar" && row.shown && !row.solved;
  });
  if (best == nullptr && wanted && !astar_waits && !state_.painting) {
    plan(*world_, *planner_named("astar"), state_.query, state_.plan_options, workspace_, scratch_);
    best = &scratch_;
  }
  if (best != nullptr && best->found()) {
    for (PlannerRow& row : state_.rows) {
      if (!row.solved || !row.result.found()) continue;
      // A graph of the user's own has costs of its own.
      if (over_drawn(*row.planner)) continue;
      row.percent_over = best->cost == 0 ? 0 : 100.0 * (static_cast<double>(row.result.cost) - best->cost) / best->cost;
    }
  }
  compare();
  explain();
  trace_due_ = true;
  const PlannerRow* traced = state_.row(state_.traced);
  const PhaseStats total = traced != nullptr && traced->shown ? traced->result.stats.total() : PhaseStats{};
  const uint64_t events = std::max<uint64_t>(total.expanded + total.generated, recorded_events_);
  state_.trace_deferred = live() && (events > kLiveEvents || state_.contracting);
  if (state_.trace_deferred) {
    // The picture of another query would mislead.
    if (!playback_.empty()) {
      trace_key_.clear();
      trace_.clear();
      playback_.load(&trace_, world_->map().width(), world_->map().height());
    }
  } else {
    record_trace();
  }
}

// Where the planner that needs no preparation is the fastest, the comparison says so.
void Lab::compare() {
  state_.comparison_note.clear();
  if (state_.fixed_clock || live()) return;
  const auto measured = [](const PlannerRow& row) { return row.shown && row.solved && row.result.found(); };
  const PlannerRow* jumps = state_.row("jps");
  if (jumps == nullptr || !measured(*jumps)) return;
  const PlannerRow* best = nullptr;
  for (const PlannerRow& row : state_.rows) {
    const Structure needs = row.planner->needs;
    const bool contracted = needs == Structure::kCh || needs == Structure::kCch;
    const bool hierarchy = needs == Structure::kHpa || needs == Structure::kHaa || needs == Structure::kSectors ||
                           needs == Structure::kTables || contracted;
    if (contracted && over_drawn(*row.planner)) continue;  // that is another query
    if (hierarchy && measured(row) && (best == nullptr || row.micros < best->micros)) best = &row;
  }
  if (best == nullptr || best->micros <= jumps->micros) return;
  state_.comparison_note =
      fmt::format("{} {}: faster than every hierarchy here; {} {}", jumps->planner->title,
                  micros_text(state_, jumps->micros), best->planner->title, micros_text(state_, best->micros));
}

std::string Lab::trace_key() const {
  const Planner* planner = traced_planner();
  const bool possible = state_.has_query && unavailable(*planner).empty() && ready_for(*planner);
  if (!possible) return "none";
  const Rules& rules = world_->rules();
  std::string key =
      fmt::format("{} {} {} {} {} {} {} {} {} {}", planner->name, world_version_, world_->map().revision(),
                  state_.query.start.x, state_.query.start.y, state_.query.goal.x, state_.query.goal.y,
                  static_cast<int>(rules.profile), rules.capability.bits(), rules.agent_size);
  for (const uint8_t weight : rules.weights) key += fmt::format(" {}", weight);
  if (planner->hpa_levels > 0 || planner->needs == Structure::kTables) {
    const HpaOptions& hpa = world_->hpa().options();
    key += fmt::format(" {} {} {} {} {} {} {} {}", hpa.cluster_size, hpa.entrance_threshold, hpa.transition_spacing,
                       hpa.cache_paths, hpa.levels, hpa.level_factor, state_.plan_options.smooth,
                       state_.plan_options.first_moves);
  }
  const PlanOptions& plan = state_.plan_options;
  if (planner->needs == Structure::kHaa) key += fmt::format(" {} {}", haa_version_, plan.smooth);
  if (planner->needs == Structure::kRooms) key += fmt::format(" {}", plan.interleave);
  if (planner->needs == Structure::kSectors) {
    const SectorOptions& sectors = world_->sectors().options();
    key += fmt::format(" {} {} {} {} {} {} {}", sectors.sector_size, sectors.second_size, sectors.improve_centres,
                       sectors.landmarks, world_->sectors().landmarks_due(), plan.smooth, plan.segment);
  }
  if (planner->needs == Structure::kCh || planner->needs == Structure::kCch) key += hierarchy_key(planner->needs);
  if (planner->needs == Structure::kLandmarks) key += fmt::format(" {}", world_->landmarks_version());
  return key;
}

// A search that would be recorded just the same is kept, and the cursor with it.
void Lab::record_trace() {
  trace_due_ = false;
  state_.trace_deferred = false;
  if (state_.contracting) {
    record_contraction();
    return;
  }
  std::string key = trace_key();
  if (key == trace_key_) return;
  trace_key_ = std::move(key);
  trace_.clear();
  if (trace_key_ != "none") {
    plan(*world_, *traced_planner(), state_.query, state_.plan_options, workspace_, scratch_, &trace_);
    if (trace_.truncated()) {
      say(MessageKind::kWarning,
          fmt::format("The recorded search was cut off after {} events", trace_.events().size()));
    }
  }
  recorded_events_ = trace_.events().size();
  playback_.load(&trace_, world_->map().width(), world_->map().height());
}

// Says in words why there is no path.
void Lab::explain() {
  state_.query_note.clear();
  const GridMap& map = world_->map();
  const MoveGrid& moves = world_->moves();
  const Query& query = state_.query;
  const bool start_free = map.contains(query.start) && moves.passable(query.start);
  const bool goal_free = map.contains(query.goal) && moves.passable(query.goal);
  if (!start_free) state_.query_note = fmt::format("start is blocked{}", blocked_reason(map, agent(), query.start));
  if (!goal_free) {
    state_.query_note +=
        fmt::format("{}goal is blocked{}", start_free ? "" : "; ", blocked_reason(map, agent(), query.goal));
  }
  if (!state_.query_note.empty()) return;
  const bool reached = std::any_of(state_.rows.begin(), state_.rows.end(),
                                   [](const PlannerRow& row) { return row.solved && row.result.found(); });
  for (const PlannerRow& row : state_.rows) {
    if (!row.solved || row.result.found() || over_drawn(*row.planner)) continue;
    if (row.result.status == PlanStatus::kNoPath && reached) {
      state_.query_note = fmt::format("{} finds no path where there is one", row.planner->title);
    } else if (row.result.status == PlanStatus::kNoPath) {
      connect_note();
    } else {
      state_.query_note = row.note;
    }
    return;
  }
}

void Lab::connect_note() {
  state_.query_note = "no path: start and goal are not connected";
  const MoveGrid& moves = world_->moves();
  if (moves.cell_count() > kMaxComponentCells || live()) return;
  // A large agent does not cover its area cell by cell: what is counted is where it can stand.
  state_.query_note = fmt::format("no path: the start's area has {} {}, the goal's {}, and they are not connected",
                                  component_size(moves, state_.query.start), agent().size > 1 ? "positions" : "cells",
                                  component_size(moves, state_.query.goal));
}

}  // namespace strata
