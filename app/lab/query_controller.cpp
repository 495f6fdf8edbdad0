// Notes about the answers: one for each row of the comparison, and why there is no path.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/base/agent_text.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/planner_levels.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/base/count_of.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/grid/agent_grids.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/weighted_search.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/partial_path.hpp"
#include "core/world/planner_costs.hpp"
#include "core/world/planner_stamp.hpp"

namespace strata {

namespace {

// Returns, for the end of a message, what makes a cell impassable for the agent: " (water)". It is empty for a wall,
// which needs no explanation.
std::string blocked_reason(const TerrainLooks& looks, const GridMap& map, const Agent& agent, Cell cell) {
  if (!map.contains(cell)) return " (outside the map)";
  if (agent.size > 1) {
    const auto obstacle = limiting_obstacle(map, agent.capability, agent.size, cell);
    if (!obstacle) return {};
    return fmt::format(": an agent of size {} does not fit at ({},{}): {}", agent.size, cell.x, cell.y,
                       obstacle_text(looks, *obstacle, cell));
  }
  const Terrain terrain = map.terrain(cell);
  return terrain == Terrain::kOut ? std::string() : fmt::format(" ({})", terrain_title(looks, terrain));
}

}  // namespace

void QueryController::follow() {
  lab_.session().note_unsaved();
  // The values are compared at the end of the work, and after a transition.
  if (lab_.large_map_task().under_way() || lab_.large_map_task().in_transition()) return;
  AnswerInputs now = answer_inputs(lab_, inputs_, std::exchange(world_changed_, false));
  const uint8_t due = due_between(inputs_, now);
  inputs_ = std::move(now);
  if (due == 0) return;
  ++inputs_version_;
  if ((due & DueWork::kNeeds) != 0) follow_needs();
  if ((due & DueWork::kRedraw) != 0) {
    ++state_.rules_version;
    lab_.structures().take_ready();
    lab_.strokes().invalidate_overlays();
    state_.flashes.clear();
    state_.building = !world_->ready();
    state_.build_progress = progress(*world_);
  }
  if ((due & DueWork::kTell) != 0) {
    for (const auto& [feature, controller] : lab_.controllers()) controller->query_changed();
    state_.query_note.clear();
  }
  if ((due & DueWork::kOutdate) != 0) {
    for (PlannerRow& row : state_.rows) row.solved = false;
  }
  if ((due & DueWork::kSolve) != 0) solve_due_ = true;
  if ((due & DueWork::kCount) != 0) count_due_ = true;
}

void QueryController::ask_again() {
  // No version is 0, so that the next call finds that the options have changed.
  inputs_.plan_options = 0;
}

// Finds out whether the planner of the row can be asked; if not, the note says why.
void QueryController::judge_row(PlannerRow& row) {
  const Planner& planner = *row.planner;
  row.note = unavailable(*world_, planner);
  row.allowed = row.note.empty();
  row.within_reach = row.allowed || (supports(*world_, planner) && !world_->has(planner.needs));
}

size_t QueryController::charged_memory(const Planner& planner) const {
  if (is_added(planner)) return 0;
  const auto index = static_cast<size_t>(&planner - planners().data());
  return index < state_.planner_memory.size() ? state_.planner_memory[index] : 0;
}

bool QueryController::can_solve(PlannerRow& row) {
  const Planner& planner = *row.planner;
  row.build_micros = std::max(prepare_micros(*world_, planner), 0.0);
  row.memory_bytes = charged_memory(planner);
  judge_row(row);
  row.percent_over.reset();
  if (row.allowed && world_->ready(planner.needs)) return true;
  row.result.clear(row.allowed ? PlanStatus::kStale : PlanStatus::kNoPath);
  row.solved = row.waiting = false;
  row.key.clear();
  if (row.allowed) row.note = building_note(planner);
  return false;
}

// Updates the row after a new result has arrived.
void QueryController::take_result(PlannerRow& row) {
  row.solved = true;
  row.waiting = false;
  row.key = answer_key(*row.planner);
  row.note = answer_note(row);
}

std::string QueryController::answer_note(const PlannerRow& row) const {
  if (const AddedPlanner* own = added_planner(*row.planner)) {
    if (const std::string remark = own->remark(state_.query); !remark.empty()) {
      return (row.result.found() ? "found, but " : "") + remark;
    }
  }
  if (row.planner == &optimum_planner() && row.result.found() && !astar_is_optimal()) {
    const PlanOptions& guide = state_.plan_options();
    if (is_admissible(guide.heuristic, world_->rules().profile)) {
      return fmt::format("found, but no optimum is promised: with this weight at most {} times as much",
                         weight_text(guide.weight));
    }
    return "found, but no optimum is promised: the heuristic may exceed the cost of the path";
  }
  if (plans_own_graph(*world_, *row.planner) && world_->drawn_graph().empty()) return "there is no drawn graph yet";
  if (plans_own_graph(*world_, *row.planner)) {
    if (row.result.status == PlanStatus::kStartBlocked) return "start is no node of the drawn graph";
    if (row.result.status == PlanStatus::kGoalBlocked) return "goal is no node of the drawn graph";
  }
  if (row.result.status == PlanStatus::kTooManyExpansions) {
    return fmt::format("gave up after {} expansions", row.result.stats.total().expanded);
  }
  // Another note below the map says why the path is only partial.
  if (row.result.has_partial_path()) return "partial path";
  return std::string(status_text(row.result.status));
}

bool QueryController::astar_is_optimal() const {
  return is_admissible(state_.plan_options().heuristic, world_->rules().profile, state_.plan_options().weight);
}

// Returns whether the optimal cost must be computed separately. It must if there are answers to compare with it, but A*
// is not shown or may be suboptimal.
bool QueryController::wants_optimum() const {
  const PlannerRow* astar = state_.row(optimum_planner().name);
  return (!astar->shown || !astar_is_optimal()) &&
         std::any_of(state_.rows.begin(), state_.rows.end(),
                     [](const PlannerRow& row) { return row.solved || row.waiting; });
}

// Computes by how many percent each path exceeds the optimum. `optimum` is the answer of A* if its row has
// none; it may be null.
void QueryController::rate(const PlanResult* optimum) {
  const PlannerRow* astar = state_.row(optimum_planner().name);
  const PlanResult* over_cells = astar->solved && astar_is_optimal() ? &astar->result : optimum;
  const PlannerRow* polyanya = state_.row(any_angle_optimum_planner().name);
  for (PlannerRow& row : state_.rows) {
    row.percent_over.reset();
    const PlanResult* best = !row.planner->any_angle ? over_cells : polyanya->solved ? &polyanya->result : nullptr;
    if (best == nullptr || !best->found() || !row.solved || !row.result.found()) continue;
    // The costs of a drawn graph cannot be compared with those of the map.
    if (plans_own_graph(*world_, *row.planner)) continue;
    row.percent_over = best->cost == 0 ? 0 : 100.0 * (static_cast<double>(row.result.cost) - best->cost) / best->cost;
  }
}

// On a level, the note on the comparison says that paths over cells and over the mesh differ. If jump point search,
// which needs no preprocessing, is faster than the hierarchies over cells, the note says so.
void QueryController::compare() {
  state_.comparison_note.clear();
  if (world_->level() != nullptr) {
    state_.comparison_note = "Cells hold the top floor of a level alone; paths over the mesh lead over all floors";
    return;
  }
  if (state_.fixed_clock || live()) return;
  const auto measured = [](const PlannerRow& row) { return row.shown && row.solved && row.result.found(); };
  const PlannerRow* jumps = state_.row(baseline_planner().name);
  if (jumps == nullptr || !measured(*jumps)) return;
  const PlannerRow* best = nullptr;
  for (const PlannerRow& row : state_.rows) {
    // A planner over the drawn graph answers another query. Beside its answer, those over the map are not compared.
    if (plans_own_graph(*world_, *row.planner)) {
      if (measured(row)) return;
      continue;
    }
    if (!row.planner->family->hierarchical) continue;
    // An answer that is still outstanding may be faster.
    if (row.shown && row.allowed && !row.solved) return;
    // Paths at any angle are another problem than paths from cell to cell.
    if (row.planner->any_angle) {
      if (measured(row)) return;
      continue;
    }
    if (measured(row) && has_own_row(state_, row) && (best == nullptr || row.micros < best->micros)) best = &row;
  }
  if (best == nullptr || best->micros <= jumps->micros) return;
  state_.comparison_note =
      fmt::format("{} ({}) is faster here than every hierarchy that is compared; the fastest of them is {} ({})",
                  jumps->planner->title, micros_text(state_, jumps->micros), best->planner->title,
                  micros_text(state_, best->micros));
}

std::string QueryController::search_key(const Planner& planner) const {
  const bool possible = state_.has_query && unavailable(*world_, planner).empty() && world_->ready(planner.needs);
  return possible ? answer_key(planner) : "none";
}

bool QueryController::is_current(const Planner& planner, std::string_view key) const {
  const bool followed = !world_changed_ && due_between(inputs_, answer_inputs(lab_, inputs_, false)) == 0;
  // The answers of a program of the user also depend on how often it was started.
  if (!followed || is_added(planner)) return key == search_key(planner);
  auto own = std::ranges::find(keys_, &planner, &PlannerKey::planner);
  if (own == keys_.end()) own = keys_.insert(own, PlannerKey{.planner = &planner, .key = {}});
  if (std::exchange(own->inputs, inputs_version_) != inputs_version_) own->key = search_key(planner);
  return key == own->key;
}

std::string QueryController::answer_key(const Planner& planner) const {
  return fmt::format("{} | {}", lab_.state().world_version,
                     planner_stamp(*world_, planner, state_.query, state_.plan_options()));
}

// Writes the notes that say why there is no path, and where a partial path ends.
void QueryController::explain() {
  explain_missing_path();
  const std::string partial = partial_note();
  if (partial.empty() || state_.query_note.empty()) return;
  constexpr std::string_view kNoPath = "no path";
  const bool says_so = state_.query_note.starts_with(kNoPath);
  state_.query_note = fmt::format("No path{}{}. {}", says_so ? "" : ": ",
                                  std::string_view(state_.query_note).substr(says_so ? kNoPath.size() : 0), partial);
}

std::string QueryController::partial_note() const {
  if (!state_.plan_options().partial) return {};
  const auto has_path = [&](const PlannerRow& row) { return row.solved && row.result.has_partial_path(); };
  const PlannerRow* row = state_.row(state_.traced);
  if (!has_path(*row)) {
    const auto first = std::ranges::find_if(state_.rows, has_path);
    if (first == state_.rows.end()) return {};
    row = &*first;
  }
  const MeshGoal& end = row->result.nearest;
  const double distance = std::round(distance_left(state_.query, row->result) * 10) / 10;
  // A cell is described by its column and row, a point on a mesh by its coordinates.
  const bool is_cell = end.polygon == kNoNodeId;
  const auto coordinate = [&](int32_t at) { return is_cell ? at / 2 : at / (2.0 * row->result.units); };
  return fmt::format("Partial path to ({:g},{:g}), {} {} from the goal.", coordinate(end.at.x), coordinate(end.at.y),
                     distance, distance == 1 ? "cell" : "cells");
}

void QueryController::explain_missing_path() {
  state_.query_note.clear();
  const GridMap& map = world_->map();
  const MoveGrid& moves = world_->moves();
  const PlanQuery& query = state_.query;
  const bool start_free = map.contains(query.start) && moves.passable(query.start);
  const bool goal_free = map.contains(query.goal) && moves.passable(query.goal);
  if (!start_free)
    state_.query_note = fmt::format("start is blocked{}",
                                    blocked_reason(state_.terrain_looks, map, agent_of(lab_.world()), query.start));
  if (!goal_free) {
    state_.query_note += fmt::format("{}goal is blocked{}", start_free ? "" : "; ",
                                     blocked_reason(state_.terrain_looks, map, agent_of(lab_.world()), query.goal));
  }
  if (!state_.query_note.empty()) return;
  const bool reached = std::any_of(state_.rows.begin(), state_.rows.end(),
                                   [](const PlannerRow& row) { return row.solved && row.result.found(); });
  for (const PlannerRow& row : state_.rows) {
    if (!row.solved || row.result.found() || plans_own_graph(*world_, *row.planner)) continue;
    // The note of the row says why this planner has no answer.
    if (is_added(*row.planner) && row.result.status == PlanStatus::kUnsupported) continue;
    if (row.result.status == PlanStatus::kTooManyExpansions) continue;
    if (row.planner->any_angle && !state_.mesh_gap_note.empty()) {
      state_.query_note = state_.mesh_gap_note;
    } else if (row.result.status == PlanStatus::kNoPath && reached && world_->level() != nullptr) {
      state_.query_note = row.planner->any_angle
                              ? "no path over the polygons of the level, whose walls are smoother than the cells"
                              : "no path over the topmost ground, which the map shows; lower floors lead there";
    } else if (row.result.status == PlanStatus::kNoPath && reached) {
      state_.query_note = fmt::format("{} finds no path where there is one", state_.names.title(*row.planner));
    } else if (row.result.status == PlanStatus::kNoPath) {
      state_.query_note = unconnected_note();
    } else {
      state_.query_note = status_text(row.result.status);
    }
    return;
  }
}

// Returns why there is no path. For a large agent the areas are numbers of positions, not of cells, as the agent covers
// several cells in each position.
std::string QueryController::unconnected_note() const {
  if (areas_[0] == 0) return "no path: start and goal are not connected";
  if (world_->moves().links() != nullptr) {
    return fmt::format("no path: {} can be reached from the start, and the goal from {}, none of which are the same",
                       count_of(areas_[0], agent_of(lab_.world()).size > 1 ? "position" : "cell"), areas_[1]);
  }
  return fmt::format("no path: the start's area has {}, the goal's {}, and they are not connected",
                     count_of(areas_[0], agent_of(lab_.world()).size > 1 ? "position" : "cell"), areas_[1]);
}

}  // namespace strata
