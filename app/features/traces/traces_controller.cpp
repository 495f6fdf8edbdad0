// The open trace or plan of another program: its map, its errors, and how it is stepped.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include "app/features/traces/traces.hpp"
#include "app/features/traces/traces_narration.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/process_recording.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/base/count_of.hpp"
#include "core/io/movingai.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

// A file with at most this many bytes is read at once; a thread reads a larger one.
constexpr size_t kShortBytes = 200'000;
// A plan with more positions of agents than this is not checked again at every stroke.
constexpr size_t kRecheckedPlaces = 2'000'000;

std::string title_of(const std::string& path) { return fs::path(path).filename().string(); }

// Returns whether reading the file takes longer than a frame, so that a thread must do it.
bool is_long_to_read(const std::string& path) {
  std::error_code failed;
  const auto bytes = fs::file_size(path, failed);
  return !failed && bytes > kShortBytes;
}

// Returns the path without the extensions of traces and plans, which follow the name of the map.
std::string without_endings(const std::string& path) {
  std::string stem = path;
  for (const std::string_view ending : {".json", ".yaml", ".yml", ".txt", ".plan", ".trace", ".map"}) {
    if (has_ending(stem, ending)) stem.resize(stem.size() - ending.size());
  }
  return stem;
}

// Returns the map that belongs to a file: "a.map" beside "a.trace.json", or the map that the file names. Empty: none.
std::string map_beside(const std::string& path, const std::string& named) {
  std::error_code ignored;
  const std::string stem = without_endings(path);
  if (!title_of(stem).empty() && fs::is_regular_file(stem + ".map", ignored)) return stem + ".map";
  if (named.empty()) return {};
  ScenarioRow row;
  row.map = named;
  const Result<std::string> found = resolve_map(path, row);
  return found ? found.value() : std::string();
}

}  // namespace

std::string_view map_origin_text(TraceMapOrigin on) {
  switch (on) {
    case TraceMapOrigin::kBeside:
      return "on the map beside it";
    case TraceMapOrigin::kNamed:
      return "on the map that was named";
    case TraceMapOrigin::kOpen:
      return "on the open map";
    case TraceMapOrigin::kGuessed:
      break;
  }
  return "on an empty map, guessed from its extent";
}

TracesController::TracesController(Lab& lab)
    : FeatureController(lab),
      trace_narration_(make_trace_narration(*this)),
      plan_narration_(make_plan_narration(*this)),
      trace_process_(std::make_unique<SteppedProcess>(kTraceProcess)),
      plan_process_(std::make_unique<SteppedProcess>(kPlanProcess)) {
  trace_process_->narration = trace_narration_.get();
  plan_process_->narration = plan_narration_.get();
}

bool TracesController::steps_trace() const { return lab_.state().process == trace_process_.get(); }
bool TracesController::steps_plan() const { return lab_.state().process == plan_process_.get(); }

uint32_t TracesController::plan_step() const {
  if (plan_ == nullptr || !steps_plan()) return 0;
  const size_t cursor = std::max<size_t>(lab_.playback().cursor(), 1) - 1;
  return static_cast<uint32_t>(std::min<size_t>(cursor, plan_->plan.steps - 1));
}

Cost TracesController::unit() const { return kTraceUnit; }

// --- Opening -----------------------------------------------------------------------------------------------------

// Opens the map for a file, then calls `take`. `extent` is the size of the map; `exact` says that the file states it.
Status TracesController::open_on_map(const std::string& path, const std::string& map, const std::string& named,
                                     Cell extent, bool exact, OpenContinuation take) {
  const GridMap& open = world_->map();
  const bool fits = exact ? open.width() == extent.x && open.height() == extent.y
                          : open.width() >= extent.x && open.height() >= extent.y;
  std::string file = map == "here" ? std::string()
                     : map.empty() ? map_beside(path, named)
                                   : lab_.scripts().resolve(map);
  const TraceMapOrigin on = !map.empty() && map != "here" ? TraceMapOrigin::kNamed : TraceMapOrigin::kBeside;
  if (!file.empty()) {
    if (lab_.session().is_open(file)) {
      take(on);
      return success();
    }
    return lab_.session().open_map(file, [take, on] { take(on); });
  }
  if (map == "here" || fits) {
    take(TraceMapOrigin::kOpen);
    return success();
  }
  if (extent.x > GridMap::kMaxSide || extent.y > GridMap::kMaxSide) {
    return error_at(path, fmt::format("reaches to ({},{}), and no map is that large; its own map is not beside it",
                                      extent.x - 1, extent.y - 1));
  }
  return lab_.large_map_task().run(
      lab_.large_map_task().is_large(static_cast<size_t>(extent.x) * static_cast<size_t>(extent.y)), "Making the map",
      [this, extent, take, setup = lab_.large_map_task().next_setup()](JobControl&) -> LargeMapTask::FinishStep {
        auto made = std::make_shared<LargeMapTask::PreparedWorld>(
            LargeMapTask::make_world(GridMap(extent.x, extent.y), setup, nullptr));
        return [this, extent, take, made] {
          lab_.session().replace_world(std::move(*made), {}, fmt::format("guessed {} x {}", extent.x, extent.y));
          take(TraceMapOrigin::kGuessed);
          return success();
        };
      });
}

Status TracesController::open_trace(const std::string& path, const std::string& map) {
  const std::string file = lab_.scripts().resolve(path);
  return lab_.large_map_task().run(
      is_long_to_read(file), "Opening " + title_of(file), [this, file, map](JobControl&) -> LargeMapTask::FinishStep {
        Result<SearchTrace> loaded = load_search_trace(file);
        if (!loaded) return [error = loaded.error()] { return Status(error); };
        auto trace = std::make_shared<SearchTrace>(std::move(loaded.value()));
        const bool exact = trace->width > 0 && trace->height > 0;
        const Cell extent = exact ? Cell{trace->width, trace->height} : trace->extent();
        return [this, file, map, trace, extent, exact] {
          return open_on_map(file, map, {}, extent, exact,
                             [this, file, trace](TraceMapOrigin on) { take_trace(file, std::move(*trace), on); });
        };
      });
}

Status TracesController::open_plan(const std::string& path, const std::string& map) {
  const std::string file = lab_.scripts().resolve(path);
  return lab_.large_map_task().run(
      is_long_to_read(file), "Opening " + title_of(file), [this, file, map](JobControl&) -> LargeMapTask::FinishStep {
        Result<MapfPlan> loaded = load_mapf_plan(file);
        if (!loaded) return [error = loaded.error()] { return Status(error); };
        auto plan = std::make_shared<MapfPlan>(std::move(loaded.value()));
        Cell extent{1, 1};
        for (const PlanCell at : plan->places) extent = {std::max(extent.x, at.x + 1), std::max(extent.y, at.y + 1)};
        return [this, file, map, plan, extent] {
          return open_on_map(file, map, plan->map, extent, false,
                             [this, file, plan](TraceMapOrigin on) { take_plan(file, std::move(*plan), on); });
        };
      });
}

void TracesController::hold_trace(std::string path, SearchTrace trace, TraceMapOrigin on) {
  end();
  trace_ = std::make_unique<OpenedTrace>();
  trace_->path = std::move(path);
  trace_->on = on;
  trace_->trace = std::move(trace);
  trace_->straight = straight_step(trace_->trace);
  write_trace_code(trace_->trace, trace_->code);
  trace_process_->code = &trace_->code.code();
  check_trace();
  ++opened_;
}

void TracesController::hold_plan(std::string path, MapfPlan plan, TraceMapOrigin on) {
  end();
  plan_ = std::make_unique<OpenedPlan>();
  plan_->path = std::move(path);
  plan_->on = on;
  plan_->plan = std::move(plan);
  find_task();
  check_plan_again();
  ++opened_;
}

std::any TracesController::content() const {
  if (trace_ == nullptr && plan_ == nullptr) return {};
  SceneState content;
  if (trace_ != nullptr) content.trace = SceneState::OpenedFile<SearchTrace>{trace_->path, trace_->trace, trace_->on};
  if (plan_ != nullptr) content.plan = SceneState::OpenedFile<MapfPlan>{plan_->path, plan_->plan, plan_->on};
  return content;
}

void TracesController::take_content(const std::any& content) {
  const auto& own = std::any_cast<const SceneState&>(content);
  if (own.trace) hold_trace(own.trace->path, own.trace->file, own.trace->on);
  if (own.plan) hold_plan(own.plan->path, own.plan->file, own.plan->on);
}

void TracesController::take_trace(std::string path, SearchTrace trace, TraceMapOrigin on) {
  hold_trace(std::move(path), std::move(trace), on);
  state_.tab_request.ask("tab.traces");
  const SearchTrace& read = trace_->trace;
  const TraceReport& report = trace_->report;
  // The start and goal of the trace become the query of the lab. So the lab's planners answer the same query.
  if (report.source != kNoTraceNode && report.destination != kNoTraceNode) {
    const TraceEvent &from = read.events[report.source], &to = read.events[report.destination];
    const bool placed = from.placed() && to.placed();
    if (placed && world_->map().contains(SearchTrace::cell(from)) && world_->map().contains(SearchTrace::cell(to))) {
      state_.query = {SearchTrace::cell(from), SearchTrace::cell(to)};
      state_.has_query = true;
    }
  }
  std::string text =
      fmt::format("{}: {}, {}", title_of(trace_->path), count_of(read.events.size(), "event"), map_origin_text(on));
  if (report.count > 0) text += "; " + count_of(report.count, "fault");
  if (read.unplaced > 0) text += fmt::format("; {} without a place", count_of(read.unplaced, "event"));
  lab_.say(report.count > 0 ? MessageKind::kWarning : MessageKind::kInfo, std::move(text));
  (void)begin(*trace_process_);
}

void TracesController::take_plan(std::string path, MapfPlan plan, TraceMapOrigin on) {
  hold_plan(std::move(path), std::move(plan), on);
  state_.tab_request.ask("tab.traces");
  const size_t faults = plan_->report.total();
  std::string text = fmt::format("{}: {} agents, {} time steps, {}", title_of(plan_->path), plan_->plan.agents,
                                 plan_->plan.steps, map_origin_text(on));
  if (faults > 0) text += "; " + count_of(faults, "fault");
  lab_.say(faults > 0 ? MessageKind::kWarning : MessageKind::kInfo, std::move(text));
  state_.switch_layer(kOpenedPlanLayer, true);
  (void)begin(*plan_process_);
}

// Finds starts and goals for the plan: they are in its file, or in a scenario beside the file.
void TracesController::find_task() {
  const MapfPlan& plan = plan_->plan;
  if (!plan.starts.empty() || !plan.goals.empty()) {
    plan_->task = {plan.starts, plan.goals};
    plan_->task_from = "the file itself";
    return;
  }
  const std::string file = without_endings(plan_->path) + ".scen";
  const Result<Scenario> scenario = load_scenario(file);
  if (!scenario || scenario.value().rows.size() < plan.agents) return;
  const auto place = [](int x, int y) { return PlanCell{static_cast<int16_t>(x), static_cast<int16_t>(y)}; };
  for (uint32_t agent = 0; agent < plan.agents; ++agent) {
    const ScenarioRow& row = scenario.value().rows[agent];
    plan_->task.starts.push_back(place(row.start_x, row.start_y));
    plan_->task.goals.push_back(place(row.goal_x, row.goal_y));
  }
  plan_->task_from = "the scenario " + title_of(file);
}

void TracesController::check_trace() {
  trace_->report = check_search_trace(trace_->trace, world_->map(), world_->rules().capability);
  trace_->texts.clear();
  for (const TraceFinding& finding : trace_->report.findings) {
    const TraceEvent& event = trace_->trace.events[finding.event];
    trace_->texts.push_back(
        fmt::format("event {}, line {}: {}", finding.event + 1, event.line, trace_fault_text(finding.fault)));
  }
  ++version_;
}

void TracesController::check_plan_again() {
  plan_->report = check_plan(plan_->plan, world_->map(), world_->rules().capability, plan_->task);
  plan_->texts.clear();
  for (const PlanFinding& finding : plan_->report.findings) {
    plan_->texts.push_back(fmt::format("step {}: {}", finding.step, plan_finding_text(plan_->plan, finding)));
  }
  ++version_;
}

// --- Stepping ----------------------------------------------------------------------------------------------------

Status TracesController::begin(const SteppedProcess& process) {
  const bool plan = process.name == kPlanProcess.name;
  if (plan ? plan_ == nullptr : trace_ == nullptr) {
    return error_at("", plan ? "no plan is open" : "no trace is open");
  }
  begin_process(lab_, plan ? *plan_process_ : *trace_process_);
  return success();
}

void TracesController::end() {
  leave_process(lab_, *trace_process_);
  leave_process(lab_, *plan_process_);
}

void TracesController::record() {
  const bool plan = steps_plan();
  std::string key = fmt::format("{} {} {}", plan ? "plan" : "trace", opened_, lab_.state().world_version);
  // Time steps with and without errors belong to different lines of the pseudo-code, so that the errors are
  // part of the key.
  if (plan) key += fmt::format(" {}", version_);
  const size_t cursor = lab_.query().recorded_key().starts_with(plan ? "plan" : "trace") ? lab_.playback().cursor() : 0;
  record_process(lab_, std::move(key), cursor, [&](Trace& trace) {
    if (plan) {
      record_plan(plan_->plan, plan_->report, trace);
    } else {
      record_search_trace(trace_->trace, world_->map(), trace_->straight, trace);
    }
    return true;
  });
}

void TracesController::close_trace() {
  if (steps_trace()) end();
  trace_.reset();
  ++version_;
}

void TracesController::close_plan() {
  if (steps_plan()) end();
  plan_.reset();
  ++version_;
}

// --- The map -----------------------------------------------------------------------------------------------------

void TracesController::map_changes(const MapChange& change) {
  if (change.what != MapChange::Kind::kOther) return;
  close_trace();
  close_plan();
}

void TracesController::map_changed(const MapChange& change) {
  if (change.what != MapChange::Kind::kGesture) return;
  if (trace_ != nullptr && trace_->trace.events.size() <= kRecheckedPlaces) check_trace();
  if (plan_ != nullptr && plan_->plan.places.size() <= kRecheckedPlaces) {
    check_plan_again();
    if (steps_plan()) lab_.query().trace_soon();
  }
}

}  // namespace strata
