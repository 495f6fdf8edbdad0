// Some work would block the screen on a large map, such as opening, saving, or other rules and options. It runs in a
// thread while a dialog shows its progress. The world does not change until the work is done, so that the thread may
// read it. Scripts and tests wait for the work as for any other command.
#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <utility>

#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/planner_levels.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/window_answers.hpp"
#include "core/level/level.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/scenes.hpp"

namespace strata {

namespace {
// Time that work in slices takes in a frame, in milliseconds.
constexpr double kSliceMilliseconds = 12;

// Does the work in a thread and waits for its end. Meanwhile the window is drawn and handles input.
Status run_beside_window(Lab& lab, LargeMapTask::LargeJob work) {
  // Asking for the world ends the gesture, and the reading of the query thread.
  (void)lab.session().change_world();
  Job<LargeMapTask::FinishStep> job;
  job.start(std::move(work));
  while (!job.finished()) {
    if (!long_work(lab).go_on()) job.cancel();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const std::optional<LargeMapTask::FinishStep> finish = job.wait();
  if (finish) return (*finish)();
  return error_at("", job.take_failure() ? "there is not enough memory for this" : "was stopped");
}

}  // namespace

Status LargeMapTask::asynchronously(const std::function<Status()>& work) {
  asynchronous_ = true;
  const Status status = work();
  asynchronous_ = false;
  return status;
}

Status LargeMapTask::run(bool large, std::string title, LargeJob work) {
  if (!large || !asynchronous_ || options_.fixed_clock) {
    // No user has asked for the work, so that the caller waits for its end. If there is a window, a thread does the
    // work while the window is drawn.
    if (large && long_work(lab_).has_host()) return run_beside_window(lab_, std::move(work));
    JobControl control;
    return work(control)();
  }
  while (work_) finish();
  // Asking for the world ends the gesture, and the reading of the query thread.
  (void)lab_.session().change_world();
  work_ = std::make_unique<RunningWork>();
  work_->job.start(std::move(work));
  state_.large = {.on = true, .title = std::move(title), .progress = 0, .cancelled = false};
  return success();
}

Status LargeMapTask::run_slices(bool large, std::string title, SlicedWork slices) {
  if (!large || !asynchronous_ || options_.fixed_clock) {
    while (slices.next() < 1) continue;
    return slices.ended ? slices.ended() : success();
  }
  while (work_) finish();
  work_ = std::make_unique<RunningWork>();
  work_->slices = std::move(slices);
  state_.large = {.on = true, .title = std::move(title), .progress = 0, .cancelled = false};
  return success();
}

bool LargeMapTask::asked_by_user() const {
  return asynchronous_ && !lab_.scripts().running() && !lab_.scripts().foreign();
}

bool LargeMapTask::work_slices(double milliseconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double, std::milli>(milliseconds);
  if (state_.large.cancelled && work_->slices.cancelled) return true;
  do {
    state_.large.progress = work_->slices.next();
  } while (state_.large.progress < 1 && Clock::now() < end);
  return state_.large.progress >= 1;
}

bool LargeMapTask::is_large(size_t cells) const { return cells > options_.large_cells; }

void LargeMapTask::belongs_to(const Command& command) {
  if (work_->command.name.empty()) work_->command = command;
}

void LargeMapTask::is_for(std::string_view window) { work_->window = window; }

void LargeMapTask::cancel() {
  if (!work_) return;
  work_->job.cancel();
  state_.large.cancelled = true;
}

void LargeMapTask::poll() {
  if (work_->slices.next) {
    if (work_slices(kSliceMilliseconds)) end_slices();
    return;
  }
  state_.large.progress = work_->job.progress();
  if (work_->job.finished()) finish();
}

// Ends work that was done in slices. By now it is complete, or undone after a cancellation.
void LargeMapTask::end_slices() {
  const std::unique_ptr<RunningWork> done = std::move(work_);
  const bool cancelled = state_.large.cancelled && done->slices.cancelled;
  const CommandInfo* info = command_named(done->command.name);
  state_.large = {};
  if (!cancelled) {
    const Status ended = done->slices.ended ? done->slices.ended() : success();
    if (!ended) return show_failure(lab_, done->command, ended.error(), done->window, true);
    lab_.log().note(done->command);
    return close_window_when_done(lab_, done->window);
  }
  done->slices.cancelled();
  lab_.say(MessageKind::kInfo, std::string(info != nullptr ? info->title : "Work") + " was cancelled");
}

void LargeMapTask::finish() {
  LongWork& window = long_work(lab_);
  if (work_->slices.next) {
    while (!work_slices(kSliceMilliseconds)) {
      if (!window.go_on()) cancel();
    }
    return end_slices();
  }
  while (window.any() && !work_->job.finished()) {
    if (!window.go_on()) cancel();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const std::unique_ptr<RunningWork> done = std::move(work_);
  std::optional<FinishStep> finish = done->job.wait();
  const bool cancelled = state_.large.cancelled;
  const CommandInfo* info = command_named(done->command.name);
  const std::string title = info != nullptr ? std::string(info->title) : state_.large.title;
  state_.large = {};
  state_.failed_after.reset();
  if (!finish) {
    if (cancelled) {
      lab_.say(MessageKind::kInfo, title + " was cancelled");
    } else {
      show_failure(lab_, done->command, error_at("", "there is not enough memory for this"), done->window, true);
    }
    return;
  }
  const Status status = asynchronously([&] {
    const Status ended = (*finish)();
    lab_.query().follow();
    return ended;
  });
  if (status && work_ && work_->command.name.empty()) {
    // The last step of the job has begun work in slices. The command is logged when these end.
    work_->command = done->command;
    work_->window = done->window;
  } else if (status) {
    lab_.log().note(done->command);
    close_window_when_done(lab_, done->window);
  } else {
    show_failure(lab_, done->command, status.error(), done->window, true);
  }
}

// --- Worlds --------------------------------------------------------------------------------------------------------

WorldSetup LargeMapTask::next_setup(ChosenFor map) const {
  if (!world_) {
    WorldSetup first;
    first.get<MapHpa>() = default_hpa_options();
    if (map == ChosenFor::kRunningExample) first.get<MapHpa>()->cluster_size = kRunningExampleClusters;
    return first;
  }
  WorldSetup setup = world_->setup();
  const WorldSetup chosen = lab_.structures().chosen_setup(map);
  for (const StructureId id : kAllStructures) {
    if (setup.of(id).has_value() && chosen.of(id).has_value()) setup.of(id) = chosen.of(id);
  }
  return setup;
}

LargeMapTask::PreparedWorld LargeMapTask::make_world(GridMap map, WorldSetup setup, const PlanQuery* query,
                                                     std::shared_ptr<const Level> level) {
  PreparedWorld made;
  for (const Feature* feature : features()) {
    if (feature->fits == nullptr || feature->fits(map, setup)) continue;
    setup.of(feature->structure).reset();
    made.refused.push_back(feature);
  }
  made.world = std::make_unique<World>(std::move(map), setup, std::move(level));
  made.query = query != nullptr ? *query : random_query_on(*made.world, 1);
  return made;
}

void LargeMapTask::change_setup_now(const WorldSetup& setup) {
  if (in_transition_) return;
  World& world = lab_.session().change_world();
  WorldParts before = world.install(setup, world.prepare(setup));
  if (is_large(world.map().cell_count())) dispose(std::move(before));
}

Status LargeMapTask::change_setup(WorldSetup setup, std::string title, std::function<void()> then) {
  if (in_transition_) {
    then();
    return success();
  }
  const World& world = *world_;
  return run(is_large(world.map().cell_count()), std::move(title),
             [this, &world, setup = std::move(setup), then = std::move(then)](JobControl&) -> FinishStep {
               auto parts = std::make_shared<WorldParts>(world.prepare(setup));
               return [this, setup, then, parts] {
                 WorldParts before = lab_.session().change_world().install(setup, std::move(*parts));
                 if (is_large(world_->map().cell_count())) dispose(std::move(before));
                 then();
                 return success();
               };
             });
}

}  // namespace strata
