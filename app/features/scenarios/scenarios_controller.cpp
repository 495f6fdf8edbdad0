// The rows of the open scenario: its file, the row that is the query, problems of rows, the recovery copy.
#include "app/features/scenarios/scenarios_controller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "app/features/course/course.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/saved_content.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"
#include "app/lab/user_exports.hpp"
#include "core/base/count_of.hpp"
#include "core/base/work_count.hpp"
#include "core/io/files.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/weighted_search.hpp"
#include "core/search/workspace.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

// Rows that are added while the map has no file have this name of a map.
constexpr std::string_view kNoMapYet = "untitled.map";
constexpr const char* kAddRow = "Add row";  // the name of its undo step
// Number of straight steps that a bucket spans, as in the public benchmark scenarios.
constexpr double kBucketSteps = 4;

constexpr const char* kOwnMap = "is a dynamic scenario, which has a map of its own: open it without another one";

std::string file_name(const std::string& path) { return fs::path(path).filename().string(); }

}  // namespace

// --- The file ----------------------------------------------------------------------------------------------------

Status ScenariosController::open_row(const std::string& path, size_t row, bool here) {
  const std::string file = lab_.scripts().resolve(path);
  lab_.session().file_state().opened_path = file;
  if (is_dynamic_scenario(file)) {
    return here ? Status(error_at(file, kOwnMap)) : course_controller(lab_).open(file, row);
  }
  Result<Scenario> loaded = load_scenario(file);
  if (!loaded) return loaded.error();
  auto scenario = std::make_shared<Scenario>(std::move(loaded.value()));
  const std::vector<ScenarioRow>* rows = &scenario->rows;
  if (rows->empty()) return error_at(file, "has no rows");
  if (row >= rows->size()) return error_at(file, fmt::format("has rows 1 to {}, not {}", rows->size(), row + 1));
  const Result<std::string> map = here ? std::string() : resolve_map(file, (*rows)[row]);
  if (!map) return map.error();
  if (here || lab_.session().is_open(map.value())) {
    // The map stays; only the previous scenario is closed.
    end_reading();
    forget_rows();
    std::erase_if(state_.notices, [](const Notice& notice) { return notice.kind == Notice::Kind::kFileBeside; });
    take_file(std::move(*scenario), file, row);
    return success();
  }
  return lab_.session().open_map(map.value(),
                                 [this, file, row, scenario] { take_file(std::move(*scenario), file, row); });
}

Result<std::string> ScenariosController::map_of(const std::string& path) const {
  if (is_dynamic_scenario(path)) return error_at(path, kOwnMap);
  const Result<Scenario> scenario = load_scenario(path);
  if (!scenario) return scenario.error();
  return scenario.value().rows.empty() ? std::string() : resolve_map(path, scenario.value().rows.front());
}

// Returns the scenario beside a map: "a.map.scen", as in the benchmarks, or "a.scen".
std::string ScenariosController::beside(const std::string& map) const {
  std::error_code ignored;
  for (const std::string& file : {map + ".scen", fs::path(map).replace_extension(".scen").string()}) {
    if (fs::is_regular_file(file, ignored) && !is_dynamic_scenario(file)) return file;
  }
  return {};
}

void ScenariosController::take_file(Scenario scenario, const std::string& file, size_t row) {
  lab_.session().file_state().opened_path = file;
  rows_ = std::move(scenario.rows);
  faults_ = std::move(scenario.faults);
  saved_ = rows_;
  path_ = file;
  unconfirmed_ = false;
  state_.tab_request.ask("tab.scenario");
  map_ = map_name(rows_[row].map);
  rows_changed();
  (void)choose_row(row);
  follow();
  lab_.settings().add_recent(file);
  lab_.session().save_settings();
  std::string text = fmt::format("{}: a scenario of {} in {} for {}", file_name(file), count_of(rows_.size(), "row"),
                                 count_of(order_.buckets.size(), "bucket"), map_);
  for (const std::string& sentence : problem_sentences(problem_counts_, lab_.state().traced_planner()->title)) {
    text += "; " + sentence;
  }
  if (problems_[row] != RowProblem::kNone) text += fmt::format("; row {}: {}", row + 1, problem_text(row));
  if (!faults_.empty()) {
    text += fmt::format("; {} more cannot be read, the first in line {}: {}", faults_.size(), faults_.front().line,
                        faults_.front().reason);
  }
  lab_.say(problem_counts_.all() > 0 || !faults_.empty() ? MessageKind::kWarning : MessageKind::kInfo, std::move(text));
}

std::string ScenariosController::default_path() const {
  if (!save_needs_name()) return path_;
  // Chooses an unused file name beside the map.
  fs::path path = state_.map_path + ".scen";
  std::error_code ignored;
  for (int i = 2; fs::exists(path, ignored) && i < 1000; ++i) path = fmt::format("{}-{}.scen", state_.map_path, i);
  return path.string();
}

bool ScenariosController::save_needs_name() const {
  return path_.empty() || unconfirmed_ || lab_.session().is_stock(path_);
}

Status ScenariosController::save_as(const std::string& path) {
  if (Status refused = lab_.session().refuse_stock(path); !refused) return refused;
  if (borrowed_) return error_at(path, kBorrowedRows);
  // The rows of an existing file may have been undone: then an empty scenario can be saved.
  if (rows_.empty() && !unsaved_) return error_at(path, "there is no row to be saved");
  if (!path.ends_with(".scen")) return error_at(path, "the name of a scenario ends in .scen");
  // Rows that were added before the map had a file now get the name of its file.
  std::vector<ScenarioRow> named = rows_;
  const std::string map = file_name(state_.map_path);
  for (ScenarioRow& row : named) {
    if (row.map != kNoMapYet) continue;
    if (map.empty()) return error_at(path, "the map that its rows are of has no file yet: save the map first");
    row.map = map;
  }
  if (Status saved = save_scenario({named, faults_}, path); !saved) return saved;
  rows_ = std::move(named);
  saved_ = rows_;
  path_ = path;
  unconfirmed_ = false;
  if (map_ == kNoMapYet) map_ = map;
  rows_changed();
  lab_.settings().add_recent(path);
  lab_.session().save_settings();
  lab_.say(MessageKind::kInfo, fmt::format("saved {}: {}", path, count_of(rows_.size(), "row")));
  return success();
}

const ScenarioResults& ScenariosController::results() const {
  static const ScenarioResults kNone;
  return future_hidden(lab_) ? kNone : results_;
}

Status ScenariosController::write_csv(const std::string& path) const {
  if (Status refused = lab_.session().refuse_stock(path); !refused) return refused;
  if (results().empty()) return error_at(path, "there are no results yet: run the scenario first");
  if (run_.running()) return error_at(path, "the scenario is still being run: wait for the results, or cancel it");
  if (Status saved = write_file_atomic(path, results_csv(rows_, problems_, results_)); !saved) return saved;
  note_export(lab_, path);
  lab_.say(MessageKind::kInfo, fmt::format("{} of {} written to {}", count_of(results_.rows_done(), "row"),
                                           count_of(results_.planners.size(), "planner"), path));
  return success();
}

// --- The rows ----------------------------------------------------------------------------------------------------

void ScenariosController::rows_changed() {
  ++version_;
  order_ = order_rows(rows_);
  if (!results_.empty()) results_.fit(rows_.size());
  unsaved_ = !std::equal(rows_.begin(), rows_.end(), saved_.begin(), saved_.end(), same_row);
  follow();
}

std::optional<size_t> ScenariosController::current() const {
  if (chosen_ >= rows_.size() || !state_.has_query || query_of(rows_[chosen_]) != state_.query) return std::nullopt;
  return chosen_;
}

void ScenariosController::show_rows(std::vector<ScenarioRow> rows, std::string of) {
  end_reading();
  forget_rows();
  borrowed_ = !rows.empty();
  rows_ = std::move(rows);
  saved_ = rows_;
  map_ = std::move(of);
  rows_changed();
}

Status ScenariosController::choose_row(size_t row) {
  if (rows_.empty()) return error_at("", "no scenario is open");
  if (row >= rows_.size())
    return error_at("", fmt::format("the scenario has rows 1 to {}, not {}", rows_.size(), row + 1));
  chosen_ = row;
  state_.query = query_of(rows_[row]);
  state_.has_query = true;
  return success();
}

// If start or goal was moved since the row was selected, returns to that row first.
Status ScenariosController::step_row(int by) {
  if (rows_.empty()) return error_at("", "no scenario is open");
  if (!current()) return choose_row(std::min(chosen_, rows_.size() - 1));
  const auto place = static_cast<int64_t>(order_.places[chosen_]) + by;
  if (place < 0) return error_at("", "this is the first row");
  if (place >= static_cast<int64_t>(rows_.size())) return error_at("", "this is the last row");
  return choose_row(order_.rows[static_cast<size_t>(place)]);
}

Status ScenariosController::add_query() {
  if (borrowed_) return error_at("", kBorrowedRows);
  if (!state_.has_query) return error_at("", "there is no start and goal to be added");
  const std::string file = file_name(state_.map_path);
  const World& world = *world_;
  ScenarioRow row;
  row.map = !rows_.empty() ? map_ : file.empty() ? std::string(kNoMapYet) : file;
  row.width = world.map().width();
  row.height = world.map().height();
  const PlanQuery query = state_.query;
  row.start_x = query.start.x;
  row.start_y = query.start.y;
  row.goal_x = query.goal.x;
  row.goal_y = query.goal.y;
  return lab_.large_map_task().run(
      lab_.large_map_task().is_large(world.map().cell_count()), "Measuring the shortest path",
      [this, &world, row, query,
       options = with_default_heuristic(state_.plan_options())](JobControl&) mutable -> LargeMapTask::FinishStep {
        Workspace workspace;
        PlanResult result;
        plan(world, optimum_planner(), query, options, workspace, result);
        if (!result.found()) {
          return [status = result.status]() -> Status {
            return error_at("", fmt::format("the query is not added: {}", status_text(status)));
          };
        }
        row.length = static_cast<double>(result.cost) / static_cast<double>(cost_unit(world));
        row.bucket = static_cast<uint32_t>(row.length / kBucketSteps);
        return [this, row] {
          add_row(row);
          return success();
        };
      });
}

void ScenariosController::add_row(ScenarioRow row) {
  if (rows_.empty()) map_ = row.map;
  lab_.say(MessageKind::kInfo,
           fmt::format("row {}: bucket {}, length {:.4f}", rows_.size() + 1, row.bucket, row.length));
  // `away` stores the row as long as its addition is undone. If that row was selected, the one that was selected before
  // takes its place, until the row is back or another one is selected.
  lab_.undo_history().add(kAddRow,
                          [this, away = std::optional<ScenarioRow>(), before = chosen_, gave_way = false]() mutable {
                            if (away) {
                              if (gave_way && chosen_ == before) chosen_ = rows_.size();
                              rows_.push_back(*std::exchange(away, std::nullopt));
                              // The map may have got a file in the meantime.
                              if (rows_.back().map == kNoMapYet) rows_.back().map = map_;
                            } else {
                              away = rows_.back();
                              rows_.pop_back();
                              gave_way = chosen_ == rows_.size();
                              if (gave_way) chosen_ = before;
                            }
                            rows_changed();
                          });
  rows_.push_back(std::move(row));
  chosen_ = rows_.size() - 1;
  rows_changed();
}

// --- Texts about the rows ------------------------------------------------------------------------------------------

double ScenariosController::found(size_t row) const {
  const Planner* planner = lab_.state().traced_planner();
  if (plans_own_graph(*world_, *planner)) return kNoValue;
  if (current() == row) {
    const PlannerRow* answer = state_.row(planner->name);
    if (answer->solved && answer->result.found()) {
      return static_cast<double>(answer->result.cost) / static_cast<double>(lab_.query().row_unit(*planner));
    }
  }
  if (!results_hold_ || future_hidden(lab_)) return kNoValue;
  const auto asked = std::find(results_.planners.begin(), results_.planners.end(), planner);
  if (asked == results_.planners.end()) return kNoValue;
  return results_.length(row, static_cast<size_t>(asked - results_.planners.begin()));
}

RowProblem ScenariosController::judge(size_t row) const {
  const RowProblem before = row_problem(rows_[row], world_->moves(), map_);
  const bool no_path_listed = rows_[row].length < 0;
  if (no_path_listed && is_blocked_end(before)) return RowProblem::kNone;  // so there is no path, as listed
  if (before != RowProblem::kNone) return before;
  if (results_hold_ && !no_path_listed) {
    for (size_t planner = 0; planner < results_.planners.size(); ++planner) {
      if (results_.planners[planner] == lab_.state().traced_planner() && results_.knows(row, planner) &&
          !results_.at(row, planner).found()) {
        return RowProblem::kNoPath;
      }
    }
  }
  const double length = found(row);
  if (no_path_listed) return is_figure(length) ? RowProblem::kHasPath : RowProblem::kNone;
  const bool differs = is_figure(length) && lengths_apply(world_->moves()) && length_differs(length, rows_[row].length);
  if (!differs) return RowProblem::kNone;
  return length > rows_[row].length ? RowProblem::kLonger : RowProblem::kShorter;
}

ScenariosController::InputVersions ScenariosController::grounds() const {
  return {version_,
          lab_.state().world_version,
          world_->map().revision(),
          lab_.state().rules_version,
          lab_.query().plan_version(),
          lab_.state().traced_planner()};
}

// Returns whether follow() may be called later. During a run every frame brings answers, and follow() visits all rows.
bool ScenariosController::can_wait() const {
  constexpr double kSeconds = 0.25;
  return run_.running() && since_followed_ < kSeconds && followed_ == grounds();
}

void ScenariosController::follow() {
  const InputVersions now = grounds();
  const bool same_grounds = std::exchange(followed_, now) == now;
  if (std::exchange(followed_answers_, results_.version) == results_.version && same_grounds) return;
  since_followed_ = 0;
  count_work(rows_.size() * (1 + results_.planners.size()));
  results_hold_ = results_.empty() || run_key(results_.planners) == results_.key;
  problems_.resize(rows_.size());
  problem_counts_ = {};
  for (size_t row = 0; row < rows_.size(); ++row) {
    problems_[row] = judge(row);
    problem_counts_.add(problems_[row]);
  }
  if (std::exchange(means_version_, results_.version) == results_.version && means_.size() == order_.buckets.size())
    return;
  means_.clear();
  if (results_.empty()) return;
  for (const ScenarioBucket& bucket : order_.buckets) {
    means_.push_back(means_of(rows_, std::span(order_.rows).subspan(bucket.first, bucket.count), results_));
  }
  all_means_ = means_of(rows_, order_.rows, results_);
}

std::string ScenariosController::problem_text(size_t row) const {
  const RowProblem problem = problems_[row];
  if (can_be_asked(problem)) {
    const std::string_view title = lab_.state().traced_planner()->title;
    if (problem == RowProblem::kNoPath) return fmt::format("{} finds no path", title);
    const double cost = found(row), listed = rows_[row].length;
    if (problem == RowProblem::kHasPath) {
      return fmt::format("{}: a path of cost {:.4f}, and none is listed", title, cost);
    }
    if (problem == RowProblem::kLonger && listed > 0) {
      return fmt::format("{}: cost {:.4f}, {:.2f} % above optimal", title, cost, 100 * (cost - listed) / listed);
    }
    if (is_of_length(problem)) {
      return fmt::format("{}: cost {:.4f}, {} than the scenario cost {:.4f}", title, cost,
                         problem == RowProblem::kLonger ? "more" : "less", listed);
    }
    return {};
  }
  return strata::problem_text(problem, rows_[row], world_->map());
}

// --- The lab -----------------------------------------------------------------------------------------------------

// A run ends before another map opens. map_changed() then closes the scenario.
void ScenariosController::map_changes(const MapChange& change) {
  if (change.what == MapChange::Kind::kOther) end_reading();
}

void ScenariosController::map_changed(const MapChange& change) {
  if (change.what == MapChange::Kind::kOther && !change.resized) forget_rows();
}

void ScenariosController::forget_rows() {
  lab_.undo_history().forget(kAddRow);
  rows_.clear();
  faults_.clear();
  saved_.clear();
  path_.clear();
  map_.clear();
  unsaved_ = borrowed_ = false;
  chosen_ = 0;
  order_ = {};
  const uint64_t next = results_.version + 1;
  results_ = {};
  results_.version = next;
  results_hold_ = true;
  means_.clear();
  all_means_ = {};
  problems_.clear();
  problem_counts_ = {};
  ++version_;
}

// The lines restore only which row is selected. The rows themselves are saved in their own file, as a Document.
void ScenariosController::content_lines(SavedContent& content) const {
  if (!empty()) content.lines.push_back(fmt::format("scenario.row {}", chosen_ + 1));
}

std::any ScenariosController::content() const {
  if (borrowed_ || (rows_.empty() && path_.empty())) return {};  // borrowed rows come back with their owner
  return SceneState{rows_,        saved_,        faults_, order_,   path_,  map_,
                    unconfirmed_, results_hold_, chosen_, results_, means_, all_means_};
}

void ScenariosController::take_content(const std::any& content) {
  const auto& own = std::any_cast<const SceneState&>(content);
  rows_ = own.rows;
  saved_ = own.saved;
  faults_ = own.faults;
  order_ = own.order;
  path_ = own.path;
  map_ = own.map;
  unconfirmed_ = own.unconfirmed;
  rows_changed();
  chosen_ = own.chosen;
  const uint64_t next = results_.version + 1;
  results_ = own.results;
  results_.version = next;
  results_hold_ = own.results_hold;
  means_ = own.means;
  all_means_ = own.all_means;
}

// --- The recovery copy -------------------------------------------------------------------------------------------

// Returns one cell as the area that the rows cover, as rows outside the map are allowed: they are only marked.
Result<Rect> ScenariosController::read_copy(std::string_view text, const std::string& name) {
  copy_ = {};
  Result<Scenario> loaded = parse_scenario(text, name);
  if (!loaded) return loaded.error();
  copy_ = std::move(loaded.value());
  return copy_.rows.empty() ? Rect{} : Rect{0, 0, 1, 1};
}

void ScenariosController::take_copy(const std::string& path, bool confirmed) {
  Result<Scenario> saved = path.empty() ? Result<Scenario>(Scenario{}) : load_scenario(path);
  rows_ = std::move(copy_.rows);
  faults_ = std::move(copy_.faults);
  copy_ = {};
  saved_ = saved ? std::move(saved.value().rows) : std::vector<ScenarioRow>();
  path_ = path;
  unconfirmed_ = !confirmed;
  map_ = rows_.empty() ? std::string() : std::string(map_name(rows_.front().map));
  rows_changed();
}

void ScenariosController::add_trips(std::vector<StartGoalGroup>& groups) const {
  const GridMap& map = world_->map();
  StartGoalGroup& own = groups.emplace_back();
  own.of = "queries of the scenario";
  for (const ScenarioRow& row : rows_) {
    const Cell start{row.start_x, row.start_y}, goal{row.goal_x, row.goal_y};
    if (map.contains(start) && map.contains(goal)) own.ways.emplace_back(map.id(start), map.id(goal));
  }
}

}  // namespace strata
