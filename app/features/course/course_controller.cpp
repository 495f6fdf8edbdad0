// The phases of the open dynamic scenario, and the run of all of them.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <utility>

#include "app/features/course/course.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/saved_content.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/user_exports.hpp"
#include "core/base/count_of.hpp"
#include "core/base/hash.hpp"
#include "core/base/setting.hpp"
#include "core/io/files.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/plan_settings.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

constexpr double kSecondsPerPhase = 1;

std::string file_name(const std::string& path) { return fs::path(path).filename().string(); }

// Returns the queries of a phase as rows of a scenario.
std::vector<ScenarioRow> rows_of(const DynamicCourse& course, size_t phase) {
  std::vector<ScenarioRow> rows;
  for (const DynamicQuery& query : course.phases[phase].queries) {
    rows.push_back({.bucket = query.bucket,
                    .map = file_name(course.path),
                    .width = course.map.width(),
                    .height = course.map.height(),
                    .start_x = query.start.x,
                    .start_y = query.start.y,
                    .goal_x = query.goal.x,
                    .goal_y = query.goal.y,
                    .length = query.length});
  }
  return rows;
}

}  // namespace

CourseController& course_controller(const Lab& lab) {
  return static_cast<CourseController&>(lab.controller(kCourseFeature));
}

// --- The phases --------------------------------------------------------------------------------------------------

Status CourseController::open(const std::string& path, size_t row) {
  Result<DynamicCourse> loaded = load_course(path);
  if (!loaded) return loaded.error();
  const auto course = std::make_shared<const DynamicCourse>(std::move(loaded.value()));
  const size_t rows = course->phases.front().queries.size();
  if (row > 0 && row >= rows) {
    return error_at(path, fmt::format("has {} in its first phase, and no row {}", count_of(rows, "row"), row + 1));
  }
  return lab_.large_map_task().run(
      lab_.large_map_task().is_large(course->map.cell_count()), "Making the map",
      [this, course, row, setup = lab_.large_map_task().next_setup()](JobControl&) -> LargeMapTask::FinishStep {
        auto made = std::make_shared<LargeMapTask::PreparedWorld>(
            LargeMapTask::make_world(GridMap(course->map), setup, nullptr));
        return [this, course, row, made] {
          lab_.session().replace_world(std::move(*made), {}, file_name(course->path));
          lab_.session().file_state().opened_path = course->path;
          take(course, 0);
          if (!course->phases.front().queries.empty()) (void)scenarios_controller(lab_).choose_row(row);
          state_.tab_request.ask("tab.course");
          lab_.settings().add_recent(course->path);
          lab_.session().save_settings();
          lab_.say(MessageKind::kInfo, fmt::format("{}: a dynamic scenario of {} with {}", file_name(course->path),
                                                   count_of(course->phases.size(), "phase"),
                                                   count_of(course->queries, "query", "queries")));
          return success();
        };
      });
}

void CourseController::take(std::shared_ptr<const DynamicCourse> course, size_t phase) {
  forget_course();
  course_ = std::move(course);
  replay_.emplace(*course_);
  marks_ = {{world_->history().position(), phase}};
  show_phase(phase);
}

void CourseController::show_phase(size_t phase) {
  phase_ = phase;
  scenarios_controller(lab_).show_rows(rows_of(*course_, phase), file_name(course_->path));
}

// From this position of the undo history on, the phase is the present one.
void CourseController::mark_phase() {
  const size_t position = world_->history().position();
  std::erase_if(marks_, [&](const PhaseMark& mark) { return mark.position >= position; });
  marks_.push_back({position, phase_});
}

Status CourseController::go(size_t phase) {
  if (!is_open()) return error_at("", std::string(kNoCourse));
  if (phase >= course_->phases.size()) {
    return error_at("", fmt::format("the scenario has phases 1 to {}, not {}", course_->phases.size(), phase + 1));
  }
  lab_.gestures().finish();
  const Edit edit = difference(world_->map(), replay_->map_at(phase));
  // The changes of the scenario are not the user's work: nobody is asked about them.
  const bool saved = !lab_.session().map_unsaved();
  if (!edit.empty()) {
    const std::string name = fmt::format("Phase {}", phase + 1);
    lab_.strokes().whole(name, [&] { lab_.strokes().paint(edit, name); });
    if (saved) lab_.session().edit_during_gesture().mark_saved();
  }
  show_phase(phase);
  mark_phase();
  if (!course_->phases[phase].queries.empty()) (void)scenarios_controller(lab_).choose_row(0);
  return success();
}

Status CourseController::step(int by) {
  if (!is_open()) return error_at("", std::string(kNoCourse));
  if (by < 0 && phase_ == 0) return error_at("", "this is the first phase");
  if (by > 0 && phase_ + 1 == course_->phases.size()) return error_at("", "this is the last phase");
  return go(by < 0 ? phase_ - 1 : phase_ + 1);
}

Status CourseController::play(bool on) {
  if (!is_open()) return error_at("", std::string(kNoCourse));
  if (on && course_->phases.size() == 1) return error_at("", "the scenario has one phase only");
  if (on && !playing_ && phase_ + 1 == course_->phases.size()) {
    if (Status begun = go(0); !begun) return begun;
  }
  playing_ = on;
  due_ = 0;
  return success();
}

Status CourseController::close() {
  if (!is_open()) return error_at("", std::string(kNoCourse));
  forget_course();
  scenarios_controller(lab_).show_rows({}, {});
  return success();
}

void CourseController::forget_course() {
  job_.stop();
  course_.reset();
  replay_.reset();
  marks_.clear();
  phase_ = 0;
  playing_ = false;
  totals_.clear();
  outdated_ = false;
}

// --- The run -----------------------------------------------------------------------------------------------------

uint64_t CourseController::options_stamp() const {
  uint64_t stamp = 1;
  for (const SettingOf<PlanOptions>& row : plan_settings()) {
    stamp = mix_stamp(stamp, static_cast<uint64_t>(std::llround(row.get(state_.plan_options()) * 1000)));
  }
  return stamp;
}

Status CourseController::run() {
  if (!is_open()) return error_at("", std::string(kNoCourse));
  if (running()) return error_at("", "the scenario is being run already");
  CourseTask task{
      .course = course_, .planners = {}, .setups = {}, .options = state_.plan_options(), .timed = !state_.fixed_clock};
  task.options.keep_raw_path = false;
  task.options.partial = false;  // such a query counts as one without a path
  const WorldSetup setup = world_->setup();
  for (const PlannerRow& row : state_.rows) {
    const Planner& planner = *row.planner;
    // A planner that is a program of its own knows the open map only.
    if (!row.shown || is_added(planner) || !unavailable(lab_.world(), planner).empty() ||
        plans_own_graph(*world_, planner)) {
      continue;
    }
    task.planners.push_back(&planner);
    const StructureSet own = depends_on(*world_, planner);
    WorldSetup& alone = task.setups.emplace_back(setup);
    for (const StructureId id : kAllStructures) {
      if (id != StructureId::kMoves && !own.contains(id)) alone.of(id) = AnyOptions();
    }
  }
  if (task.planners.empty()) return error_at("", "no planner is compared that could be asked");
  totals_.clear();
  measured_ = setup;
  measured_options_ = options_stamp();
  outdated_ = false;
  if (!state_.fixed_clock) {
    job_.start([task = std::move(task)](JobControl& control) { return run_course(task, control); });
    return success();
  }
  // With a fixed clock the planners are asked at once, so that every run is the same.
  JobControl control;
  take_totals(run_course(task, control));
  return success();
}

Status CourseController::cancel() {
  if (!running()) return error_at("", "no dynamic scenario is being run");
  job_.stop();
  lab_.say(MessageKind::kWarning, "The run over the dynamic scenario was cancelled: there are no totals");
  return success();
}

void CourseController::take_totals(std::vector<CourseTotals> totals) {
  totals_ = std::move(totals);
  lab_.say(MessageKind::kInfo,
           fmt::format("The dynamic scenario was run: {} by {}", count_of(course_->queries, "query", "queries"),
                       count_of(totals_.size(), "planner")));
}

const std::vector<CourseTotals>& CourseController::totals() const {
  static const std::vector<CourseTotals> kNone;
  return future_hidden(lab_) ? kNone : totals_;
}

Status CourseController::write_csv(const std::string& path) const {
  if (Status refused = lab_.session().refuse_stock(path); !refused) return refused;
  if (running()) return error_at(path, "the scenario is still being run: wait for the totals, or cancel it");
  if (totals().empty()) return error_at(path, "there are no totals yet: run the dynamic scenario first");
  if (Status saved = write_file_atomic(path, course_csv(totals_)); !saved) return saved;
  note_export(lab_, path);
  lab_.say(MessageKind::kInfo, fmt::format("{} written to {}", count_of(totals_.size(), "planner"), path));
  return success();
}

// --- The lab -----------------------------------------------------------------------------------------------------

Activity CourseController::activity() const {
  return running() ? Activity::kWorks : playing_ ? Activity::kEndless : Activity::kIdle;
}

void CourseController::tick(double dt_seconds) {
  finish_updates();
  if (!playing_) return;
  due_ += dt_seconds;
  if (due_ < kSecondsPerPhase) return;
  due_ -= kSecondsPerPhase;
  if (const Status done = lab_.execute("course.next"); !done) {
    lab_.say(MessageKind::kWarning, "Playing has stopped: " + done.error().what);
    playing_ = false;
  } else if (is_open() && phase_ + 1 == course_->phases.size()) {
    playing_ = false;
  }
}

void CourseController::finish_updates() {
  if (auto totals = job_.poll()) take_totals(std::move(*totals));
  if (job_.take_failure()) lab_.say(MessageKind::kError, "The dynamic scenario was not run: memory ran out");
}

void CourseController::map_changes(const MapChange& change) {
  if (change.what == MapChange::Kind::kOther) {
    job_.stop();
    return;
  }
  if (change.what != MapChange::Kind::kGesture) return;
  note_query();
  // A stroke removes what was undone; undo and redo are no strokes.
  if (!is_open() || !world_->history().in_stroke()) return;
  const size_t position = world_->history().position();
  std::erase_if(marks_, [&](const PhaseMark& mark) { return mark.position > position; });
  if (marks_.empty() || marks_.back().phase != phase_) marks_.push_back({position, phase_});
}

void CourseController::map_changed(const MapChange& change) {
  switch (change.what) {
    case MapChange::Kind::kOther:
      if (recording_) end_recording("another map is open, or the map has another size");
      recorder_.reset();
      if (is_open()) {
        forget_course();
        if (change.resized) scenarios_controller(lab_).show_rows({}, {});  // another map closes the rows anyway
      }
      return;
    case MapChange::Kind::kEdit:
      if (recording_) edited_.include(change.cells);
      return;
    case MapChange::Kind::kGesture:
      break;
  }
  if (recording_ && !edited_.empty()) {
    const std::string why = CourseRecorder::why_not(world_->map(), edited_);
    if (why.empty()) recorder_->add_change(world_->map(), edited_);
    edited_ = {};
    if (!why.empty()) end_recording(why);
  }
  if (!is_open()) return;
  const size_t position = world_->history().position();
  size_t phase = phase_;
  for (const PhaseMark& mark : marks_) {
    if (mark.position <= position) phase = mark.phase;
  }
  if (phase != phase_) show_phase(phase);
}

void CourseController::query_changed() {
  note_query();
  if (!totals_.empty()) {
    outdated_ = !(world_->setup() == measured_) || options_stamp() != measured_options_;
  }
}

// A workspace holds the map as it is now, but not the files of the scenario.
void CourseController::content_lines(SavedContent& content) const {
  if (!is_open()) return;
  content.missing.push_back(
      fmt::format("the phases of {}: only the map of the present one is saved", file_name(course_->path)));
}

std::any CourseController::content() const {
  if (!is_open() && !recorder_) return {};
  return SceneState{course_,           phase_,    marks_,    totals_,    measured_,
                    measured_options_, outdated_, recorder_, recording_, last_query_};
}

void CourseController::take_content(const std::any& content) {
  const auto& own = std::any_cast<const SceneState&>(content);
  if (own.course != nullptr) {
    take(own.course, own.phase);
    marks_ = own.marks;
    totals_ = own.totals;
    measured_ = own.measured;
    measured_options_ = own.measured_options;
    outdated_ = own.outdated;
  }
  recorder_ = own.recorder;
  recording_ = own.recording;
  last_query_ = own.last_query;
  edited_ = {};
}

}  // namespace strata
