// The grid crowd in the lab: it adds agents, simulates them by the clock, and updates them after edits.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/draw/link_arc.hpp"
#include "app/features/crowd/crowd.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/base/stopwatch.hpp"
#include "core/crowd/scoped_plan_stop.hpp"
#include "core/io/movingai.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world_batch.hpp"
#include "gpu/cuda_engines.hpp"

namespace strata {

namespace {

constexpr double kTickBudget = 11;  // maximum time of ticks per frame, ms
constexpr uint32_t kMaxFrameTicks = 64;
constexpr std::string_view kCrowdTooLarge = "there is not enough memory for so many agents: they were removed";
constexpr double kPickPixels = 7;  // an agent can be picked within this distance, in any zoom

// Does the work. Removes the crowd and returns false if memory runs out, as the work may then be half done.
template <class Work>
bool has_memory_for(Lab& lab, GridCrowdController& crowd, Work&& work) {
  try {
    work();
    return true;
  } catch (const std::bad_alloc&) {
    crowd.clear();
    lab.log().add("crowd.clear");
    lab.say(MessageKind::kError, std::string(kCrowdTooLarge));
    return false;
  }
}

}  // namespace

BatchMap GridCrowdController::map_of_batches() const { return batch_map(*world_); }

CellId GridCrowdController::goal() const {
  const GridMap& map = world_->map();
  return state_.has_query && map.contains(state_.query.goal) ? map.id(state_.query.goal) : kNoCell;
}

// Switches the agents' next-hop tables on. Their planner joins the comparison only when the user switches them on.
static void switch_tables_on(Lab& lab) {
  std::vector<bool> shown;
  for (const PlannerRow& row : lab.state().rows) shown.push_back(row.shown);
  lab.structures().apply_structure(StructureId::kTables, true);
  for (size_t i = 0; i < shown.size(); ++i) {
    PlannerRow& row = lab.mutable_state().rows[i];
    if (row.planner->needs == StructureId::kTables) row.shown = shown[i];
  }
}

// Creates the crowd if there is none, and requests the tables that agents of this kind need for their paths.
Status GridCrowdController::ensure(const Agent& agent) {
  const bool known = std::find(crowd_kinds_.begin(), crowd_kinds_.end(), agent) != crowd_kinds_.end();
  if (!known && crowd_kinds_.size() + 1 >= GridCrowd::kMaxKinds) {
    return error_at("", fmt::format("{} kinds of agents at most", GridCrowd::kMaxKinds - 1));
  }
  if (!world_->has(StructureId::kTables)) switch_tables_on(lab_);
  if (!known) {
    crowd_kinds_.push_back(agent);
    kind_is_new_ = true;
    keep_kinds();
    lab_.structures().keep_ready();
    state_.building = !world_->ready();
  }
  if (crowd_) return success();
  const GridMap& map = world_->map();
  crowd_ = std::make_unique<GridCrowd>(map.width(), map.height(), own_.settings.options);
  crowd_->set_goal(goal());
  crowd_->set_exits(own_.exits);
  crowd_rules_ = world_->rules();
  crowd_time_ = 0;
  crowd_strokes_ = 0;
  choose_engine();
  show_layer();
  return success();
}

// Shows the layer of the crowd.
void GridCrowdController::show_layer() {
  if (world_->has(StructureId::kTables)) state_.switch_layer(kCrowdLayer, true);
}

// Makes the world have tables for every kind of agents in the crowd.
void GridCrowdController::keep_kinds() {
  std::optional<AgentTablesOptions> options = world_->get<MapTables>().options();
  if (!options) return;
  options->kinds = crowd_kinds_;
  lab_.structures().set<MapTables>(options);
}

void GridCrowdController::clear() {
  if (!crowd_line_.empty()) stroke_end();
  before_log_line();
  crowd_.reset();
  crowd_kinds_.clear();
  if (world_) keep_kinds();
  CrowdState cleared;
  cleared.settings = own_.settings;
  cleared.exits = std::move(own_.exits);
  cleared.version = own_.version + 1;
  own_ = std::move(cleared);
  crowd_edits_ = false;
  history_.clear();
}

void GridCrowdController::choose_engine() {
  const CrowdBackend wanted = own_.settings.backend;
  std::string note;
  std::unique_ptr<BatchEngine> engine;
  if (wanted != CrowdBackend::kCpu && !no_cuda_) {
    Result<std::unique_ptr<BatchEngine>> cuda = make_cuda_engine();
    if (cuda) {
      engine = std::move(cuda.value());
    } else {
      no_cuda_ = cuda.error().message();
    }
  }
  if (!engine) {
    engine = make_cpu_engine(own_.settings.options.threads);
    if (wanted != CrowdBackend::kCpu) note = kOnCpu;
  }
  own_.device = engine->device();
  crowd_->set_engine(std::move(engine));
  crowd_->set_note(std::move(note));
}

Result<uint32_t> GridCrowdController::spawn_random(uint32_t count) {
  const CrowdSettings& settings = own_.settings;
  if (Status there = ensure(settings.agent); !there) return there.error();
  const GridCrowdMember member{.at = kNoCell,
                               .goal = kNoCell,
                               .agent = settings.agent,
                               .task = settings.task,
                               .pace = GridCrowd::pace(settings.slowest),
                               .group = GridCrowd::kAnyGroup};
  uint32_t added = 0;
  const bool fits = has_memory_for(lab_, *this, [&] {
    added = crowd_->add_random(map_of_batches(), member, GridCrowd::pace(settings.fastest), count);
  });
  if (!fits) return error_at("", std::string(kCrowdTooLarge));
  read();
  return added;
}

// Places agents under the brush on cells that the stroke has not covered yet. Returns their number.
uint32_t GridCrowdController::spawn_along(Cell from, Cell to) {
  const GridMap& map = world_->map();
  const CrowdSettings& settings = own_.settings;
  const BatchMap batch = map_of_batches();
  const uint32_t slowest = GridCrowd::pace(settings.slowest), fastest = GridCrowd::pace(settings.fastest);
  GridCrowdMember member{.at = kNoCell,
                         .goal = kNoCell,
                         .agent = settings.agent,
                         .task = settings.task,
                         .pace = slowest,
                         .group = static_cast<uint8_t>(crowd_strokes_ % GridCrowd::kGroups)};
  uint32_t added = 0;
  crowd_covered_.resize(map.cell_count(), 0);
  for (const auto& run : brush_line(map, from, to, state_.brush, terrain_info(Terrain::kOut).letter).runs) {
    for (CellId cell = run.first; cell < run.first + run.count; ++cell) {
      if (crowd_covered_[cell] != 0) continue;
      crowd_covered_[cell] = 1;
      const uint64_t random = crowd_random(settings.options.seed, cell, crowd_strokes_);
      const auto density = static_cast<uint32_t>(settings.density);
      const uint32_t agents = density / 100 + (crowd_below(random, 100) < density % 100 ? 1 : 0);
      for (uint32_t i = 0; i < agents; ++i) {
        member.at = cell;
        member.pace = slowest + crowd_below(crowd_random(~settings.options.seed, cell, i), fastest - slowest + 1);
        added += crowd_->add(batch, member) ? 1 : 0;
      }
    }
  }
  read();
  return added;
}

Result<uint32_t> GridCrowdController::spawn_rows(const std::string& path, uint32_t& left_out) {
  const Result<Scenario> scenario = load_scenario(path);
  if (!scenario) return scenario.error();
  const GridMap& map = world_->map();
  const CrowdSettings& settings = own_.settings;
  if (Status there = ensure(settings.agent); !there) return there.error();
  const BatchMap batch = map_of_batches();
  const uint32_t slowest = GridCrowd::pace(settings.slowest), fastest = GridCrowd::pace(settings.fastest);
  uint32_t added = 0;
  left_out = static_cast<uint32_t>(scenario.value().faults.size());
  for (const ScenarioRow& row : scenario.value().rows) {
    const Cell start{row.start_x, row.start_y}, goal{row.goal_x, row.goal_y};
    const bool fits =
        row.width == map.width() && row.height == map.height() && map.contains(start) && map.contains(goal);
    const uint32_t pace = slowest + crowd_below(crowd_random(settings.options.seed, static_cast<uint32_t>(row.line), 0),
                                                fastest - slowest + 1);
    const GridCrowdMember member{.at = fits ? map.id(start) : kNoCell,
                                 .goal = fits ? map.id(goal) : kNoCell,
                                 .agent = settings.agent,
                                 .task = settings.task,
                                 .pace = pace,
                                 .group = static_cast<uint8_t>(row.bucket % GridCrowd::kGroups)};
    const bool taken = fits && crowd_->add(batch, member);
    added += taken ? 1 : 0;
    left_out += taken ? 0 : 1;
  }
  read();
  return added;
}

// --- Time ----------------------------------------------------------------------------------------------------------

void GridCrowdController::run(uint32_t ticks, double budget_ms) {
  tell();
  if (waits_for_tables()) note_lost("their tables were built");
  kind_is_new_ = false;
  const Stopwatch watch;
  // A tick may plan thousands of agents with long searches, so that the user must be able to stop it.
  LongWork& work = long_work(lab_);
  const ScopedPlanStop stop(work.any() ? std::function<bool()>([&work] { return work.go_on(); }) : nullptr);
  FrameTimesBuffer::FrameTime frame;
  FrameTimesBuffer& scope = own_.scope;
  const BatchMap batch = map_of_batches();
  own_.slow = false;
  uint32_t done = 0;
  for (; done < ticks; ++done) {
    if (done > 0 && watch.micros() > budget_ms * 1000) {
      own_.slow = true;
      break;
    }
    if (!work.go_on()) break;
    if (!has_memory_for(lab_, *this, [&] { crowd_->tick(batch); })) return;
    if (ticks > kMaxFrameTicks && done > 0) {  // a command asked for these ticks: each counts as a frame
      scope.add(frame);
      frame = {};
    }
    const GridCrowdTimes& times = crowd_->times();
    ++frame.ticks;
    frame.plan_ms += static_cast<float>(times.plan_ms);
    frame.step_ms += static_cast<float>(times.step_ms);
    constexpr double kSmooth = 0.05;
    scope.plan_ms += kSmooth * (times.plan_ms - scope.plan_ms);
    scope.step_ms += kSmooth * (times.step_ms - scope.step_ms);
  }
  scope.add(frame);
  crowd_unlogged_ += done;
}

const std::string& GridCrowdController::look_for_device() {
  static const std::string kLooking;
  if (found_) return *found_;
  if (!look_.running()) {
    look_.start([](JobControl&) {
      const Result<std::unique_ptr<BatchEngine>> cuda = make_cuda_engine();
      return cuda ? cuda.value()->device() : cuda.error().message();
    });
  }
  return kLooking;
}

void GridCrowdController::leave_map() {
  if (!std::exchange(own_.running, false)) return;
  lab_.say(MessageKind::kInfo, "The crowd is paused: \"Run\" in the menu Crowd lets it walk on");
}

void GridCrowdController::tick(double dt_seconds) {
  if (std::optional<std::string> found = look_.poll()) found_ = std::move(*found);
  if (!crowd_) return;
  tell();
  CrowdState& crowd = own_;
  if (crowd.running) {
    // A run with a fixed clock must not depend on how fast tables are built.
    if (state_.fixed_clock && (!world_->ready() || labels_due())) lab_.finish_updates();
    crowd_time_ += dt_seconds * crowd.settings.rate;
    const auto due = static_cast<uint32_t>(std::min(crowd_time_, static_cast<double>(kMaxFrameTicks)));
    crowd_time_ -= std::floor(crowd_time_);
    // The clock begins to run once the first agents can walk. So a replay with the same number of ticks gives
    // the same positions.
    const bool begins = crowd_->ticks() > 0 || !waits_for_tables();
    if (due > 0 && begins) run(due, state_.fixed_clock ? 1e9 : kTickBudget);
    crowd.ahead = std::min(static_cast<float>(crowd_time_), 0.999f);
  }
  read();
}

bool GridCrowdController::waits_for_tables() const {
  if (!needs_tables(own_.settings.options.method) || !world_->has(StructureId::kTables)) return false;
  if (!tables_refusal().empty()) return false;
  if (!world_->ready(StructureId::kTables)) return true;
  return own_.settings.options.method == CrowdMethod::kTables && labels_due();
}

bool GridCrowdController::labels_due() const {
  const BatchMap map = map_of_batches();
  return std::any_of(map.kinds.begin(), map.kinds.end(), [](const BatchAgentKind& kind) { return kind.labels_due; });
}

bool GridCrowdController::rules_are_new() const {
  const Rules& rules = world_->rules();
  return rules.profile != crowd_rules_.profile || rules.weights != crowd_rules_.weights;
}

// Passes new rules of movement and edits on to the crowd.
void GridCrowdController::tell() {
  if (!crowd_) return;
  if (rules_are_new()) {
    crowd_rules_ = world_->rules();
    note_lost("the rules were changed");
    crowd_->rules_changed(map_of_batches());
  }
  if (std::exchange(crowd_edits_, false)) crowd_->replan_affected(map_of_batches());
}

void GridCrowdController::read() {
  CrowdState& crowd = own_;
  crowd.there = crowd_ != nullptr;
  if (!crowd_) return;
  crowd.agents = crowd_->on_map();
  crowd.ticks = crowd_->ticks();
  crowd.counts = crowd_->counts();
  crowd.totals = crowd_->totals();
  crowd.replan_stats = crowd_->replan_stats();
  crowd.queued = crowd_->queued();
  crowd.longest_wait = crowd_->longest_wait();
  crowd.jams = crowd_->jams();
  read_labels();
  crowd.memory = crowd_->memory_bytes();
  crowd.version = crowd_->version();
  const bool by_tables = needs_tables(crowd.settings.options.method);
  crowd.note.clear();
  if (!world_->has(StructureId::kTables)) {
    crowd.note = "Agents stand still: their next-hop tables are off";
  } else if (const std::string why = by_tables ? tables_refusal() : std::string(); !why.empty()) {
    crowd.note = fmt::format("Agents stand still: {}. Other methods of planning help: A* and flow", why);
  } else if (by_tables && !world_->ready(StructureId::kTables)) {
    crowd.note = fmt::format("The next-hop tables that agents walk by are being built: {:.0f} %",
                             world_->state(StructureId::kTables).progress * 100);
  } else if (!crowd_->note().empty()) {
    crowd.note = crowd_->note();
    if (const BatchEngine* engine = crowd_->engine()) crowd.device = engine->device();
  }
  look_up_followed();
}

// Updates how long the last update of hub labels took over all kinds of agents, and whether one is running.
void GridCrowdController::read_labels() {
  const MapTables& tables = world_->get<MapTables>();
  FrameTimesBuffer& scope = own_.scope;
  scope.label_ms = 0;
  scope.labels_due = false;
  const auto add = [&](const AgentKindTables& kind) {
    scope.label_ms += kind.labels_micros() / 1000;
    scope.labels_due |= kind.tables().ready() && kind.labels() == nullptr && !kind.labels_failed();
  };
  if (tables.own().wanted()) add(tables.own());
  for (size_t i = 0; i < tables.kinds().count(); ++i) add(tables.kinds().kind(i).tables);
}

// Returns why tables cannot be built for some kind of agents; empty: they can.
std::string GridCrowdController::tables_refusal() const {
  std::string own = refusal(*world_, StructureId::kTables);
  return own.empty() ? kinds_refusal(*world_) : own;
}

void GridCrowdController::finish_updates() {
  tell();
  read();
}

void GridCrowdController::map_changes(const MapChange& change) {
  if (change.what == MapChange::Kind::kOther) {
    clear();
    own_.exits.clear();
  }
  // If the device fails later, its ticks since this checkpoint are computed again. The checkpoint must belong to the
  // map as it was before the edit.
  if (change.what == MapChange::Kind::kEdit && crowd_ != nullptr) crowd_->sync_to_host();
}

void GridCrowdController::structure_event(StructureId which, StructureEvent news) {
  // The crowd must treat new tables like an edit, as they may have other clusters.
  if (which == StructureId::kTables && news == StructureEvent::kReady) {
    crowd_edits_ = true;
    if (!kind_is_new_) note_lost(rules_are_new() ? "the rules were changed" : "their tables were built");
  }
}

void GridCrowdController::choose(WorldSetup& setup, ChosenFor map) const {
  setup.get<MapTables>() =
      AgentTablesOptions{.tables = {}, .kinds = map == ChosenFor::kOpenMap ? crowd_kinds_ : std::vector<Agent>()};
}

void GridCrowdController::map_changed(const MapChange& change) {
  if (change.what != MapChange::Kind::kEdit || !crowd_) return;
  note_lost("the map was painted");
  history_.renumber();
  crowd_->map_changed(map_of_batches(), change.cells, state_.meter.edits == 1);
  crowd_edits_ = true;
}

void GridCrowdController::add_trips(std::vector<StartGoalGroup>& groups) const {
  if (!crowd_) return;
  // The agents may have another size or capability than the agent whose free cells the screen shows.
  const Agent shown = agent_of(lab_.world());
  StartGoalGroup& own = groups.emplace_back();
  own.of = "agents of the crowd";
  for (uint32_t i = 0; i < crowd_->count(); ++i) {
    if (crowd_->status(i) == CrowdStatus::kGone || crowd_->goal(i) == kNoCell || crowd_->agent(i) != shown) continue;
    own.ways.emplace_back(crowd_->cell(i), crowd_->goal(i));
  }
}

void GridCrowdController::query_changed() {
  if (!crowd_) return;
  if (own_.settings.task == CrowdTask::kGoal && crowd_->goal() != goal()) note_lost("the goal was moved");
  crowd_->set_goal(goal());
}

// Returns where an agent is drawn. If several agents may share a cell, each is drawn at a fixed offset of its own.
DrawnAgentPosition GridCrowdController::agent_spot(uint32_t agent) const {
  const GridMap& map = world_->map();
  const Cell from = map.cell(crowd_->cell(agent));
  const float middle = static_cast<float>(crowd_->agent(agent).size) / 2;
  DrawnAgentPosition spot{static_cast<float>(from.x) + middle, static_cast<float>(from.y) + middle, 8};
  if (!crowd_->options().holding) {
    constexpr float kApart = 0.21f;
    const uint32_t random = agent * 0x9e3779b9u;
    spot.x += kApart * (static_cast<float>(random >> 16 & 255) / 127.5f - 1);
    spot.y += kApart * (static_cast<float>(random >> 24) / 127.5f - 1);
  }
  if (crowd_->next(agent) == crowd_->cell(agent)) return spot;
  const Cell to = map.cell(crowd_->next(agent));
  const float along = crowd_->along(agent, own_.running ? own_.ahead : 0);
  const int dx = to.x - from.x, dy = to.y - from.y;
  if (!are_beside(from, to)) {
    // Over a link it is drawn on the curve of the link.
    const LinkArc arc = link_arc(map, map.id(from), map.id(to));
    spot.x += arc.x(along) - arc.x0;
    spot.y += arc.y(along) - arc.y0;
    return spot;
  }
  spot.x += along * static_cast<float>(dx);
  spot.y += along * static_cast<float>(dy);
  static constexpr uint8_t kHeadings[9] = {7, 0, 1, 6, 8, 2, 5, 4, 3};  // indexed by (dy + 1) * 3 + dx + 1
  spot.heading = kHeadings[(dy + 1) * 3 + dx + 1];
  if (crowd_->turned_back(agent)) spot.heading ^= 4;
  return spot;
}

// --- One agent -----------------------------------------------------------------------------------------------------

void GridCrowdController::follow(std::optional<uint32_t> agent, bool with_camera) {
  own_.followed.reset();
  own_.camera_follows = false;
  if (!agent) return;
  FollowedAgent followed;
  followed.agent = *agent;
  own_.followed = std::move(followed);
  own_.camera_follows = with_camera;
  look_up_followed();
}

void GridCrowdController::look_up_followed() {
  CrowdState& crowd = own_;
  if (!crowd.followed || !crowd_) return;
  FollowedAgent& seen = *crowd.followed;
  const uint32_t i = seen.agent;
  const DrawnAgentPosition spot = agent_spot(i);
  seen.x = spot.x;
  seen.y = spot.y;
  seen.status = crowd_->status(i);
  if (seen.stamp != crowd_->version()) {
    seen.stamp = crowd_->version();
    seen.cost_left = crowd_->way(map_of_batches(), i, seen.way);
  }
  if (state_.panning) crowd.camera_follows = false;
  if (crowd.camera_follows && seen.status != CrowdStatus::kGone) {
    state_.camera.center_x = seen.x;
    state_.camera.center_y = seen.y;
  }
}

// Returns the agent nearest to the pointer, within reach; nullopt if there is none.
std::optional<uint32_t> GridCrowdController::agent_at(const PointerEvent& event) const {
  if (!crowd_ || !state_.layer(kCrowdLayer).on) return std::nullopt;
  const Camera& camera = state_.camera;
  std::optional<uint32_t> nearest;
  double best = 0;
  for (uint32_t i = 0; i < crowd_->count(); ++i) {
    if (crowd_->status(i) == CrowdStatus::kGone) continue;
    const double size = crowd_->agent(i).size;
    const DrawnAgentPosition spot = agent_spot(i);
    const double away = std::hypot(camera.screen_x(spot.x) - event.x, camera.screen_y(spot.y) - event.y);
    if (away > std::max(kPickPixels, 0.5 * size * camera.zoom) || (nearest && away >= best)) continue;
    nearest = i;
    best = away;
  }
  return nearest;
}

// --- The pointer ---------------------------------------------------------------------------------------------------

// The tool places agents along a stroke; its right button places an exit.
PressResult GridCrowdController::press(const PointerEvent& event, Cell cell) {
  if (state_.tool != kCrowdTool) return PressResult::kIgnored;
  if (event.button == 1) {
    if (world_->map().contains(cell)) lab_.run(fmt::format("crowd.exit {} {}", cell.x, cell.y));
    return PressResult::kDone;
  }
  if (lab_.gestures().marker_at(event) != DraggedMarker::kNone) return PressResult::kIgnored;
  stroke_begin(cell);
  return crowd_line_.empty() ? PressResult::kDone : PressResult::kDrag;
}

void GridCrowdController::drag(const PointerEvent&, Cell cell, bool) { stroke_to(cell); }

void GridCrowdController::drop(bool) { stroke_end(); }

bool GridCrowdController::click(const PointerEvent& event, Cell) {
  const std::optional<uint32_t> agent = agent_at(event);
  if (agent) lab_.run(fmt::format("crowd.follow {}", *agent + 1));
  return agent.has_value();
}

void GridCrowdController::stroke_begin(Cell cell) {
  if (Status there = ensure(own_.settings.agent); !there) {
    lab_.say(MessageKind::kError, there.error().what);
    return;
  }
  before_log_line();
  crowd_line_ =
      fmt::format("crowd.stroke {:g} {} {} {},{}", state_.brush.exact_radius(),
                  state_.brush.shape == BrushShape::kRound ? "round" : "square", own_.settings.density, cell.x, cell.y);
  crowd_covered_.assign(world_->map().cell_count(), 0);
  crowd_stroke_last_ = cell;
  crowd_stroke_tick_ = crowd_->ticks();
  spawn_along(cell, cell);
}

void GridCrowdController::stroke_to(Cell cell) {
  if (crowd_line_.empty() || cell == crowd_stroke_last_) return;
  crowd_line_ += fmt::format(" {},{}", cell.x, cell.y);
  spawn_along(crowd_stroke_last_, cell);
  crowd_stroke_last_ = cell;
}

void GridCrowdController::stroke_end() {
  if (crowd_line_.empty()) return;
  ++crowd_strokes_;
  if (crowd_->ticks() != crowd_stroke_tick_) note_lost("agents were painted");
  note_added(own_.settings, crowd_line_);
  lab_.log().add(std::exchange(crowd_line_, {}));
}

// --- The log and the settings --------------------------------------------------------------------------------------

// Logs the ticks since the last logged ones, so that a replay simulates the same number between two commands.
void GridCrowdController::before_log_line() {
  if (crowd_unlogged_ == 0 || !crowd_line_.empty()) return;  // ticks during a stroke are logged after the stroke
  log_ticks(lab_.log(), "crowd.step", std::exchange(crowd_unlogged_, 0));
}

void GridCrowdController::unlogged_lines(std::vector<std::string>& lines) const {
  if (!crowd_line_.empty()) lines.push_back(crowd_line_);
  if (crowd_unlogged_ > 0) lines.push_back(fmt::format("crowd.step {}", crowd_unlogged_));
}

void GridCrowdController::late_setting_lines(std::vector<std::string>& lines) const {
  const CrowdSettings& s = own_.settings;
  const CrowdSettings usual;
  add_setting_lines(lab_, crowd_lab_settings(), lines);
  if (s.slowest != usual.slowest || s.fastest != usual.fastest) {
    lines.push_back(fmt::format("crowd.speed {} {}", s.slowest, s.fastest));
  }
  if (s.agent.capability != usual.agent.capability) {
    lines.push_back(fmt::format("crowd.capability {}", s.agent.capability.to_string()));
  }
  if (s.options.seed != usual.options.seed) lines.push_back(fmt::format("crowd.seed {}", s.options.seed));
}

}  // namespace strata
