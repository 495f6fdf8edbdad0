#include "app/features/ask/ask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/icons.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/process_recording.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_exports.hpp"
#include "core/io/files.hpp"
#include "core/search/path.hpp"
#include "core/world/map_moves.hpp"

namespace strata {
namespace {

using nlohmann::json;

constexpr std::array<const FeatureLayer*, 2> kAskLayers = {&kReachedLayer, &kAnswerLayer};

// While a gesture is under way, questions on maps with more cells than this are not asked: each edit would end the
// search.
constexpr uint32_t kAskLiveCells = 1u << 18;

std::string reach_scale(const Lab& lab) {
  const AskAnswer* answer = ask_controller(lab).answer();
  if (answer == nullptr || answer->picture.empty()) return {};
  return fmt::format("0 to {}", cost_text(answer->limit, cost_unit(lab.world())));
}

void add_goal_menu(const Lab& lab, const MenuContext& context, MenuList& menu, MenuSection section) {
  if (section != MenuSection::kCell) return;
  const Cell cell = context.cell;
  const AskController& controller = ask_controller(lab);
  if (controller.question() != AskQuestion::kNearest || !lab.world().map().contains(cell)) return;
  const auto at = std::ranges::find(controller.goals(), cell);
  if (at != controller.goals().end()) {
    menu.command("Remove this goal", "menu.cell.remove_goal",
                 fmt::format("ask.remove_goal {}", at - controller.goals().begin() + 1));
  } else {
    menu.command("Add a goal here", "menu.cell.add_goal", fmt::format("ask.add_goal {},{}", cell.x, cell.y));
  }
}

}  // namespace

const FeatureLayer kAnswerLayer = {{.name = "answer",
                                    .title = "Answer to the question",
                                    .legend = "Paths with their numbers, the goal reached, and lines of equal cost",
                                    .term = "path",
                                    .order = 276,
                                    .usual = true,
                                    .general = true,
                                    .answer = true}};
const FeatureLayer kReachedLayer = {
    {.name = "reach",
     .title = "Reach",
     .legend = "Heat map, dark to light: the cost from the start, up to the largest cost",
     .term = "cost",
     .order = 22,
     .general = true,
     .heat_map = true,
     .answer = true,
     .there = [](const Lab& lab) { return ask_controller(lab).question() == AskQuestion::kReach; },
     .scale = reach_scale}};

// The tool has no button on the tool bar: its button stands beside the list of goals.
const FeatureTool kGoalsTool = {.name = "goals",
                                .title = "Place goals",
                                .icon = icon::kPick,
                                .line = "tool.select goals",
                                .hint = "Click a cell to make it a goal; click a goal to remove it",
                                .status_hint = "Click a cell to make it a goal; click a goal to remove it",
                                .short_hint = "Click: goal",
                                .tab = "tab.ask"};

const Feature kAskFeature = {
    .name = "ask",
    .title = "Question",
    .layers = kAskLayers,
    .layer_group = "search",
    .commands = kAskCommands,
    .settings = ask_lab_settings,
    .paint = kAskPaint,
    .labels = kAskLabels,
    .menu = add_goal_menu,
    .tool = &kGoalsTool,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<AskController>(lab);
    },
};

AskController& ask_controller(const Lab& lab) { return static_cast<AskController&>(lab.controller(kAskFeature)); }

bool AskController::is_large() const { return lab_.large_map_task().is_large(world_->map().cell_count()); }

Status AskController::set(const AskSettings& settings) {
  if (settings == settings_) return success();
  if (settings.question != settings_.question) {
    if (settings.question != AskQuestion::kShortest) {
      if (world_->level() != nullptr)
        return error_at("", "a question needs a map of cells, and this map shows a level");
      take_map(lab_, *this);
      state_.tab_request.ask("tab.ask");
    }
    change_question(settings.question);
  }
  settings_ = settings;
  ++settings_version_;
  if (stepped()) lab_.query().trace_soon();
  return success();
}

// The heat map of costs takes the place of that of the search, and gives it back.
void AskController::change_question(AskQuestion question) {
  end_steps();
  const bool reached = settings_.question == AskQuestion::kReach, reaches = question == AskQuestion::kReach;
  settings_.question = question;
  if (reaches && !reached) state_.switch_layer(kReachedLayer, true);
  if (reached && !reaches && state_.layer(kReachedLayer).on) {
    state_.switch_layer(kReachedLayer, false);
    state_.switch_layer(Layer::kSearch, true);
  }
  run_.stop();
  drop_answer();
  if (!asks()) free_memory();
}

void AskController::set_goals(std::vector<Cell> goals) {
  if (goals == goals_) return;
  goals_ = std::move(goals);
  ++settings_version_;
  ++version_;
  if (stepped()) lab_.query().trace_soon();
}

std::vector<Cell> AskController::all_goals() const {
  std::vector<Cell> goals = {state_.query.goal};
  goals.insert(goals.end(), goals_.begin(), goals_.end());
  return goals;
}

void AskController::drop_answer() {
  ++version_;
  texts_ = {};
  failed_for_.reset();
  if (answer_ == nullptr) return;
  if (is_large()) {
    lab_.large_map_task().dispose(std::move(answer_));
  } else {
    answer_.reset();
  }
}

void AskController::free_memory() {
  if (!std::exchange(has_memory_, false)) return;
  std::unique_ptr<Workspace> memory = run_.take_memory();
  if (memory != nullptr && is_large()) lab_.large_map_task().dispose(std::move(memory));
}

AskController::Inputs AskController::inputs() const {
  Inputs now{.question = settings_.question,
             .world = lab_.state().world_version,
             .revision = world_->map().revision(),
             .rules = lab_.state().rules_version,
             .settings = settings_version_,
             .query = state_.query};
  if (settings_.question == AskQuestion::kReach) now.query.goal = now.query.start;
  return now;
}

std::string_view AskController::why_not() const {
  if (!asks()) return {};
  if (world_->level() != nullptr) return "A question needs a map of cells, and this map shows a level.";
  if (!state_.has_query) return "Set start and goal first.";
  if (future_hidden(lab_) || hidden_names(lab_).hides("path"))
    return "The answer is hidden until the search has ended.";
  return {};
}

void AskController::follow() {
  if (!asks()) return;
  if (!why_not().empty()) {
    run_.stop();
    if (answer_ != nullptr) drop_answer();
    return;
  }
  const Inputs now = inputs();
  // An answer that will be out of date is still shown, unless it belongs to another question or map.
  if (run_.running()) {
    if (asked_.question == now.question && asked_.world == now.world) return;
    run_.stop();
  }
  if (current() || failed_for_ == now) return;
  if (lab_.query().live() && world_->map().cell_count() > kAskLiveCells) return;
  const Clearance* clearance = world_->get<MapMoves>().clearance();
  if (settings_.question == AskQuestion::kWalls && clearance == nullptr) return;  // it is measured first
  AskTask task{.settings = settings_, .query = state_.query, .goals = {}};
  if (settings_.question == AskQuestion::kNearest) task.goals = all_goals();
  asked_ = now;
  has_memory_ = true;
  run_.start(world_->moves(), clearance, std::move(task));
}

void AskController::take(std::optional<AskAnswer> answer) {
  if (!run_.running() && run_.take_failure()) failed_for_ = asked_;
  if (!answer || asked_.question != settings_.question) return;
  drop_answer();
  answer_ = std::make_unique<AskAnswer>(std::move(*answer));
  answered_ = asked_;
  texts_ = ask_texts(*answer_, lab_.world());
}

void AskController::finish_reading() {
  run_.wait();
  take(run_.poll());
}

void AskController::leave_map() {
  if (!asks()) return;
  change_question(AskQuestion::kShortest);
  ++settings_version_;
  // The line that ends it stays in the log, even if the command that has ended it is replaced there later.
  lab_.log().add("ask.question shortest");
  lab_.say(MessageKind::kInfo, "The question is left: Compare > Question asks it again");
}

// The world that is read is about to go.
void AskController::map_changes(const MapChange& change) {
  if (change.what != MapChange::Kind::kOther) return;
  run_.stop();
  drop_answer();
}

// Another map begins without a question, and without the goals on the map before.
void AskController::map_changed(const MapChange& change) {
  if (change.what != MapChange::Kind::kOther) return;
  ++settings_version_;
  if (change.resized) {
    for (Cell& goal : goals_) goal = {goal.x + change.moved.x, goal.y + change.moved.y};
    std::erase_if(goals_, [&](Cell goal) { return !world_->map().contains(goal); });
    return;
  }
  goals_.clear();
  if (asks()) change_question(AskQuestion::kShortest);
}

void AskController::tick(double) {
  take(run_.poll());
  if (!asks()) return;
  if (state_.fixed_clock) return finish_updates();
  follow();
  if (world_->map().cell_count() > options_.wait_cells) return;
  run_.wait(options_.wait_ms);
  take(run_.poll());
}

void AskController::finish_updates() {
  if (!asks()) return;
  do {
    finish_reading();
    follow();
  } while (run_.running());
}

// With the tool for goals a click adds a goal or removes one. A right click, which picks a terrain for tools that
// paint, does nothing.
PressResult AskController::press(const PointerEvent& event, Cell cell) {
  if (state_.tool != kGoalsTool || !world_->map().contains(cell)) return PressResult::kIgnored;
  if (event.button == 1) return PressResult::kDone;
  if (event.button != 0) return PressResult::kIgnored;
  if (lab_.gestures().marker_at(event) != DraggedMarker::kNone) return PressResult::kIgnored;
  return PressResult::kClickPending;
}

bool AskController::click(const PointerEvent& event, Cell cell) {
  if (state_.tool != kGoalsTool || event.button != 0) return false;
  if (settings_.question != AskQuestion::kNearest) lab_.run("ask.question nearest");
  const auto at = std::ranges::find_if(goals_, [&](Cell goal) { return lab_.gestures().near_marker(event, goal); });
  lab_.run(at != goals_.end() ? fmt::format("ask.remove_goal {}", at - goals_.begin() + 1)
                              : fmt::format("ask.add_goal {},{}", cell.x, cell.y));
  return true;
}

namespace {

// Returns the answer as comma-separated values: the cells that can be reached, or those of the paths.
std::string answer_csv(const AskAnswer& answer, const World& world) {
  const MoveGrid& moves = world.moves();
  const Cost unit = cost_unit(world);
  std::string table;
  const auto to = std::back_inserter(table);
  const auto row = [&](CellId id, Cost cost) {
    const Cell cell = moves.cell(id);
    fmt::format_to(to, "{},{},{:.4f}\n", cell.x, cell.y, static_cast<double>(cost) / unit);
  };
  if (answer.task.settings.question == AskQuestion::kReach) {
    table = "x,y,cost\n";
    for (CellId id = 0; id < answer.costs.size(); ++id) {
      if (answer.costs[id] != kInfinite) row(id, answer.costs[id]);
    }
    return table;
  }
  table = "path,x,y,cost\n";
  for (size_t i = 0; i < answer.paths.size(); ++i) {
    Cost cost = 0;
    const std::vector<CellId>& cells = answer.paths[i].path;
    for (size_t at = 0; at < cells.size(); ++at) {
      if (at > 0) cost += step_between(moves, cells[at - 1], cells[at]);
      fmt::format_to(to, "{},", i + 1);
      row(cells[at], cost);
    }
  }
  return table;
}

}  // namespace

Status AskController::write_csv(const std::string& path) {
  if (Status refused = lab_.session().refuse_stock(path); !refused) return refused;
  if (!asks()) return error_at(path, "no question is asked: choose one under Compare > Question");
  if (const std::string_view why = why_not(); !why.empty()) return error_at(path, std::string(why));
  if (!current()) return error_at(path, "the answer is still being computed: wait for it");
  // Until the file is written no command is executed, and no frame passes for this object: the answer stays.
  return lab_.large_map_task().run(
      is_large(), "Writing the answer",
      [this, path, &answer = *answer_, &world = lab_.world()](JobControl&) -> LargeMapTask::FinishStep {
        return [this, path, saved = write_file_atomic(path, answer_csv(answer, world))] {
          if (!saved) return saved;
          note_export(lab_, path);
          lab_.say(MessageKind::kInfo, fmt::format("The answer was written to {}", path));
          return success();
        };
      });
}

void AskController::dump(json& out) const {
  json& own = out["ask"];
  const auto cell_json = [](Cell cell) { return json::array({cell.x, cell.y}); };
  own = {{"question", ask_name(settings_.question)},
         {"limit", settings_.limit},
         {"lines", settings_.lines},
         {"paths", settings_.paths},
         {"longer", settings_.longer},
         {"sharing", settings_.sharing},
         {"turn_order", kTurnOrderNames[static_cast<size_t>(settings_.turn_order)]},
         {"turn_cost", settings_.turn_cost},
         {"wall_distance", settings_.wall_distance},
         {"wall_cost", settings_.wall_cost},
         {"goals", json::array()},
         {"why_not", why_not()},
         {"current", current()}};
  for (const Cell goal : goals_) own["goals"].push_back(cell_json(goal));
  if (!current() || !why_not().empty()) return;
  json& told = own["answer"];
  const AskAnswer& answer = *answer_;
  told = {{"found", answer.found()},
          {"sentence", texts_.sentence},
          {"expanded", answer.expanded},
          {"paths", json::array()}};
  for (const AskPath& path : answer.paths) {
    told["paths"].push_back({{"cost", path.cost},
                             {"turns", path.turns},
                             {"shared", path.shared},
                             {"free_cells", path.rings},
                             {"steps", path.path.size() - 1}});
  }
  if (answer.goal != kNoGoal) told["goal"] = answer.goal;
  if (answer.total != kInfinite) told["total"] = answer.total;
  if (settings_.question != AskQuestion::kReach) return;
  told["cells"] = answer.reached;
  told["lines"] = answer.lines.size();
}

void AskController::setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, ask_lab_settings(), lines);
}

void AskController::late_setting_lines(std::vector<std::string>& lines) const {
  if (goals_.empty()) return;
  std::string line = "ask.goals";
  for (const Cell goal : goals_) line += fmt::format(" {},{}", goal.x, goal.y);
  lines.push_back(std::move(line));
}

}  // namespace strata
