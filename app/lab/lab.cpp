#include "app/lab/lab_parts.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/lab/added_planner_wait.hpp"
#include "app/lab/first_run.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/log_lines.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/map_thumbnails.hpp"
#include "app/lab/open_options.hpp"
#include "app/lab/preferences.hpp"
#include "app/lab/user_errors.hpp"
#include "app/lab/world_reader.hpp"
#include "core/grid/agent_grids.hpp"
#include "core/io/movingai.hpp"
#include "core/search/plan_options.hpp"

namespace strata {

namespace {

constexpr float kMessageSeconds = 6;
constexpr size_t kMaxMessages = 6;
// A map with at most this many cells is built within one tick.
constexpr uint32_t kSmallMap = 1u << 16;
// Interval, in milliseconds, of the checks whether an added planner has exceeded its limit.
constexpr double kWaitLookMs = 20;
// On such a small map builds get this multiple of the default time per tick.
constexpr double kSmallMapSlices = 8;

}  // namespace

Lab::Lab(LabOptions options) : options_(std::move(options)), parts_(std::make_unique<Parts>(*this)) {
  state_.fixed_clock = options_.fixed_clock;
  for (const Planner& planner : options_.planners) {
    PlannerRow row;
    row.planner = &planner;
    row.shown = query().usually_shown(planner);
    state_.rows.push_back(std::move(row));
  }
  query().set_stepped(state_.traced, nullptr);
  PlanOptions plan;
  plan.keep_raw_path = true;
  state_.set_plan_options(plan);
  state_.layers.resize(layers().size());
  for (const Layer layer : layers()) {
    state_.layers[static_cast<size_t>(layer)] = {
        .on = structures().usually_on(layer), .opacity = default_opacity(layer), .note = {}};
  }
  std::string problem;
  settings() = load_settings(options_.settings_path, problem);
  state_.recent_files = settings().recent_files;
  state_.opened_at = settings().opened_at;
  state_.ui_scale = settings().ui_scale;
  state_.copy_seconds = options_.recovery_seconds;
  state_.simple = settings().simple;

  session().open_running_example();
  query().follow();
  std::vector<std::string> problems = {std::move(problem), begin_with_preferences(*this)};
  std::vector<std::string> lines;
  if (!settings().preferences.empty()) lines = log().setting_lines();
  lines.push_back("map.scene running-example");
  log().begin_with(std::move(lines));

  for (std::string& one : problems) {
    if (!one.empty()) say(MessageKind::kWarning, std::move(one));
  }
  recovery().offer();
}

Lab::~Lab() = default;

void Lab::set_host(LabHost host) {
  host_ = std::move(host);
  if (host_.limit_threads) host_.limit_threads(state_.threads);
}

Status Lab::execute(std::string_view line) {
  const Result<Command> command = parse_command(line);
  if (!command) return command.error();
  return execute(command.value());
}

void Lab::say(MessageKind kind, std::string text) {
  if (!state_.messages.empty() && state_.messages.back().text == text) state_.messages.pop_back();
  state_.messages.push_back({kind, std::move(text), 0});
  if (state_.messages.size() > kMaxMessages) state_.messages.erase(state_.messages.begin());
}

void Lab::tick(double dt_seconds) {
  // Unsaved work is copied before work that may take long.
  recovery().keep();
  state_.seconds += dt_seconds;
  ++state_.frame;
  session().pictures().poll();
  session().letters().question().poll();
  if (large_map_task().under_way()) {
    large_map_task().poll();
    age_messages(static_cast<float>(dt_seconds));
    return;
  }
  query().follow();
  // A small map is built completely within the frame, so that it follows a slider while that is dragged.
  const bool small = world_->map().cell_count() <= kSmallMap;
  continue_builds(small ? options_.slice_ms * kSmallMapSlices : options_.slice_ms);
  query().take_answers();
  structures().notice_ready();
  // Structures may have become ready; this asks their planners.
  query().follow();
  query().work_due();
  for (const auto& [feature, controller] : controllers()) controller->tick(dt_seconds);
  for (PlannerRow& row : state_.rows) {
    if (row.shown && row.allowed && !row.solved && state_.has_query && !world().ready(row.planner->needs)) {
      row.note = query().building_note(*row.planner);
    }
  }
  view_searches().advance(dt_seconds);
  const auto dt = static_cast<float>(dt_seconds);
  for (Flash& flash : state_.flashes) flash.age += dt;
  std::erase_if(state_.flashes, [](const Flash& flash) { return flash.age > kFlashSeconds; });
  age_messages(dt);
  query().count_graph(false);
  inspector().refresh();
  note_hints_done(*this);
}

void Lab::age_messages(float dt) {
  for (Message& message : state_.messages) message.age += dt;
  std::erase_if(state_.messages, [](const Message& message) { return message.age > kMessageSeconds; });
}

namespace {

StructureSet not_ready(const World& world) {
  StructureSet structures;
  for (const StructureId structure : kAllStructures) {
    if (!world.ready(structure)) structures.insert(structure);
  }
  return structures;
}

}  // namespace

// Builds go on in slices, even while the query thread and other readers read the world: these never read a structure
// that is not ready. The results of background jobs replace structures that readers may be reading, so that the readers
// must end before they are taken over. As a job may end at any time, structures that are ready are left alone while
// there are readers, even if they are to be rebuilt or extended.
void Lab::continue_builds(double budget_ms) {
  if ((!query().thread().busy() && !is_read(*this)) || has_background_results(*world_)) {
    session().edit_during_gesture().work(budget_ms);
  } else if (!world_->ready()) {
    query().thread().pause();
    for_each_reader(*this, [](WorldReader& reader) { reader.pause_reading(true); });
    world_.unguarded().work(budget_ms, not_ready(*world_));
    for_each_reader(*this, [](WorldReader& reader) { reader.pause_reading(false); });
    query().thread().resume();
  }
  if (options_.fixed_clock) session().edit_during_gesture().finish_background();
}

void Lab::finish_updates() {
  while (large_map_task().under_way()) large_map_task().finish();
  query().follow();
  // If nothing has to be built, the world is not taken for changes, as others may be reading it.
  if (!is_finished(*world_) || !is_read(*this)) {
    if (!build_in_slices(*this)) return;
    session().edit_during_gesture().finish_updates();
  }
  structures().notice_ready();
  if (large_map_task().in_transition()) return;
  query().follow();
  query().solve_now();
  if (!long_work(*this).go_on()) return;
  while (query().thread().answering() && !added_planner_timed_out(*this)) {
    if (!long_work(*this).go_on()) return;
    query().thread().wait(kWaitLookMs);
    query().take_answers();
  }
  hidden_names(*this).finish_answers();
  for (const auto& [feature, controller] : controllers()) controller->finish_updates();
  // Only runs that measure times are left; they are stopped.
  if (!query().thread().answering()) query().thread().stop();
  query().count_graph(true);
  inspector().refresh();
}

Agent agent_of(const World& world) { return {world.rules().agent_size, world.rules().capability}; }

}  // namespace strata
