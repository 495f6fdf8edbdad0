#include "app/lab.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "app/log_lines.hpp"
#include "core/io/movingai.hpp"

namespace strata {

namespace {

constexpr float kMessageSeconds = 6;
constexpr size_t kMaxMessages = 6;
constexpr float kIntraOpacity = 0.7f;
constexpr int kUsualLevels = 3;
constexpr uint32_t kSmallMap = 1u << 16;  // cells: built within a tick
constexpr double kSmallMapSlices = 8;     // times the usual slice

HpaOptions usual_hpa() {
  HpaOptions options;
  options.levels = kUsualLevels;
  return options;
}

std::string base_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// A later command of the same kind makes the one before pointless.
bool replaces(const Command& command, const std::string& previous_line, const LabState& state) {
  const Result<Command> previous = parse_command(previous_line);
  if (!previous || previous.value().name != command.name) return false;
  if (leaves_something(previous.value(), command, state)) return false;
  if (command.name == "query.start" || command.name == "query.goal" || command.name == "inspect" ||
      command.name == "inspect.arc") {
    return true;
  }
  for (const char* setting :
       {"hpa.cluster_size", "hpa.threshold",   "hpa.levels",     "hpa.factor",     "haa.cluster_size",  "haa.sizes",
        "agent.size",       "tool.select",     "sectors.size",   "sectors.second", "sectors.landmarks", "plan.segment",
        "plan.interleave",  "landmarks.count", "heuristic.show", "ch.graph",       "ch.order",          "cch.graph",
        "ch.top",           "ch.importance",   "crowd.count",    "crowd.density",  "crowd.size",        "crowd.speed",
        "crowd.plans",      "crowd.heat",      "crowd.follow"}) {
    if (command.name == setting) return command.args[0][0] != '+' && command.args[0][0] != '-';
  }
  if (command.name == "layer.opacity" || command.name == "terrain.weight") {
    return command.args[0] == previous.value().args[0];
  }
  return false;
}

}  // namespace

bool Lab::usually_shown(const Planner& planner) const {
  switch (planner.needs) {
    case Structure::kMoves:
      return planner.name == "astar";
    case Structure::kJumps:
      return true;
    case Structure::kHpa:
      return planner.hpa_levels <= kUsualLevels;
    default:
      return world_ && world_->has(planner.needs);  // comes with it
  }
}

bool Lab::usually_on(Layer layer) const {
  const Structure structure = layer_structure(layer);
  if (structure != Structure::kMoves) return world_ && world_->has(structure) && comes_along(layer);
  return layer == Layer::kSearch || layer == Layer::kDrawn || layer == Layer::kClusters || layer == Layer::kPath ||
         layer == Layer::kFlash || layer == Layer::kDrillDown || layer == Layer::kAgent;
}

Lab::Lab(LabOptions options)
    : options_(std::move(options)), trace_(options_.trace_capacity), recovery_(options_.recovery_folder) {
  state_.fixed_clock = options_.fixed_clock;
  remembered_["OUT"] = "out";
  for (const Planner& planner : planners()) {
    PlannerRow row;
    row.planner = &planner;
    row.shown = usually_shown(planner);
    state_.rows.push_back(std::move(row));
  }
  state_.plan_options.keep_raw_path = true;
  for (int i = 0; i < kLayers; ++i) {
    state_.layers[static_cast<size_t>(i)].on = usually_on(static_cast<Layer>(i));
  }
  state_.layer(Layer::kIntraEdges).opacity = kIntraOpacity;
  std::string problem;
  settings_ = load_settings(options_.settings_path, problem);
  state_.recent_files = settings_.recent_files;
  state_.ui_scale = settings_.ui_scale;

  const Query query = running_example_query();
  replace_map(running_example(), {}, "running example", &query);
  log_ = {"map.scene running-example"};

  if (!problem.empty()) say(MessageKind::kWarning, problem);
  if (const std::optional<RecoveryCopy> copy = recovery_.claim()) {
    recovery_copy_ = *copy;
    const std::string what = copy->title.empty() ? "a map" : copy->title;
    state_.question = Question{
        Question::Kind::kRecovery,
        "Unsaved work was found",
        fmt::format("Strata ended on {} before {} was saved.\n{}", copy->saved_at, what,
                    copy->original_path.empty() ? "It has no file yet." : "Its file is " + copy->original_path + "."),
        {}};
  }
}

Lab::~Lab() = default;

Status Lab::execute(std::string_view line) {
  const Result<Command> command = parse_command(line);
  if (!command) return command.error();
  return execute(command.value());
}

void Lab::run(std::string_view line) {
  const Result<Command> command = parse_command(line);
  if (!command) {
    say(MessageKind::kError, command.error().message());
    return;
  }
  // A map without a file is saved by asking for one.
  if (command.value().name == "map.save" && state_.map_path.empty()) {
    (void)execute("ui.show save_as on");
    return;
  }
  const Status status = execute(command.value());
  if (status) return;
  const CommandInfo* info = command_named(command.value().name);
  if (info != nullptr && info->group == "File") {
    state_.dialogs.push_back({std::string(info->title), status.error().message()});
  } else {
    say(MessageKind::kError, status.error().message());
  }
}

void Lab::say(MessageKind kind, std::string text) {
  if (!state_.messages.empty() && state_.messages.back().text == text) state_.messages.pop_back();
  state_.messages.push_back({kind, std::move(text), 0});
  if (state_.messages.size() > kMaxMessages) state_.messages.erase(state_.messages.begin());
}

Status Lab::expand(Command& command) const {
  for (std::string& word : command.args) {
    if (word.size() < 2 || word[0] != '$') continue;
    const size_t end = std::min(word.find('/'), word.size());
    const auto it = remembered_.find(word.substr(1, end - 1));
    if (it == remembered_.end()) return error_at(word, "nothing is remembered under this name");
    word = it->second + word.substr(end);
  }
  return success();
}

// Commands that change the map or what is computed on it: the reproduction is made of them.
bool Lab::is_logged(const CommandInfo& info) {
  if (info.group == "Paint" || info.group == "Search" || info.group == "Graph") return true;
  // Ticks are logged as they pass, see Lab::log_crowd_ticks.
  if (info.group == "Crowd") return info.name != "crowd.run" && info.name != "crowd.step";
  return info.name == "edit.undo" || info.name == "edit.redo" || info.name.starts_with("layer") ||
         info.name.starts_with("map.") || info.name == "scenario.open" || info.name == "graph.open" ||
         info.name == "view.split" || info.name == "view.level" ||  // they switch layers
         info.name == "view.goto" ||                                // it inspects
         info.name == "step.heat" || info.name == "step.breakpoint";
}

void Lab::log_command(const Command& command) {
  const CommandInfo* info = command_named(command.name);
  if (info == nullptr || !is_logged(*info)) return;
  log_crowd_ticks();
  if (command.name == "query.random" && command.args.empty()) {
    log_.push_back(fmt::format("query.start {} {}", state_.query.start.x, state_.query.start.y));
    log_.push_back(fmt::format("query.goal {} {}", state_.query.goal.x, state_.query.goal.y));
    return;
  }
  Command kept = command;
  if (!kept.args.empty() && kept.args.back() == "force") kept.args.pop_back();
  if (kept.name == "crowd.follow" && kept.args[0] == "next" && state_.crowd.followed) {
    kept.args[0] = std::to_string(state_.crowd.followed->agent + 1);
  }
  if (kept.name == "view.goto") kept.name = "inspect";  // where the view is the reproduction says at its end
  const bool same_map = std::exchange(logged_world_, world_version_) == world_version_;
  const bool opens = kept.name.starts_with("map.") || kept.name == "scenario.open" || kept.name == "graph.open";
  if (kept.name == "map.save" || kept.name == "map.save_as") return;
  if (opens && same_map) {
    // A graph on the map that is open. Where the log is carried out the map may be one that is in no file.
    kept = {"graph.open", {opened_path_, "here"}};
  } else if (opens) {
    // Another map: what was done to the one before does not matter any more.
    log_ = setting_lines();
    if (kept.name == "map.reopen_last" || kept.name == "map.reload") kept = {"map.open", {opened_path_}};
  } else if (!log_.empty() && replaces(kept, log_.back(), state_)) {
    log_.pop_back();
  }
  if (std::exchange(waited_for_, false)) log_.push_back("wait.ready");
  log_.push_back(format_command(kept));
}

std::vector<std::string> Lab::setting_lines() const {
  std::vector<std::string> lines;
  const Rules& rules = world_->rules();
  if (rules.profile != Profile::kOctile)
    lines.push_back(fmt::format("rules.profile {}", profile_info(rules.profile).name));
  if (!(rules.capability == Capability::walker())) {
    lines.push_back(fmt::format("rules.capability {}", rules.capability.to_string()));
  }
  for (size_t i = 0; i < rules.weights.size(); ++i) {
    if (rules.weights[i] != 1) {
      lines.push_back(
          fmt::format("terrain.weight {} {}", terrain_info(static_cast<Terrain>(i)).name, rules.weights[i]));
    }
  }
  if (rules.agent_size != 1) lines.push_back(fmt::format("agent.size {}", rules.agent_size));
  const HpaOptions& hpa = world_->hpa().options();
  const HpaOptions usual = usual_hpa();
  // Levels first where the clusters become smaller, last where they become larger: what lies between must be allowed.
  const auto levels = [&] {
    if (hpa.levels != usual.levels) lines.push_back(fmt::format("hpa.levels {}", hpa.levels));
    if (hpa.level_factor != usual.level_factor) lines.push_back(fmt::format("hpa.factor {}", hpa.level_factor));
  };
  if (hpa.levels < usual.levels) levels();
  if (hpa.cluster_size != HpaOptions{}.cluster_size)
    lines.push_back(fmt::format("hpa.cluster_size {}", hpa.cluster_size));
  if (hpa.entrance_threshold != HpaOptions{}.entrance_threshold) {
    lines.push_back(fmt::format("hpa.threshold {}", hpa.entrance_threshold));
  }
  if (hpa.transition_spacing != HpaOptions{}.transition_spacing) {
    lines.push_back(fmt::format("hpa.spacing {}", hpa.transition_spacing));
  }
  if (hpa.levels >= usual.levels) levels();
  if (hpa.cache_paths) lines.push_back("hpa.cache on");
  for (const std::string& line : haa_lines()) lines.push_back(line);
  for (const std::string& line : structure_lines()) lines.push_back(line);
  for (const std::string& line : crowd_lines()) lines.push_back(line);
  if (!state_.plan_options.smooth) lines.push_back("plan.smooth off");
  if (state_.plan_options.first_moves > 0) {
    lines.push_back(fmt::format("plan.first_moves {}", state_.plan_options.first_moves));
  }
  const LabState fresh;
  if (state_.tool != fresh.tool) lines.push_back(fmt::format("tool.select {}", tool_name(state_.tool)));
  if (state_.terrain != fresh.terrain) {
    lines.push_back(fmt::format("terrain.select {}", terrain_info(state_.terrain).name));
  }
  if (state_.brush.radius != fresh.brush.radius) lines.push_back(fmt::format("brush.radius {}", state_.brush.radius));
  if (state_.brush.shape != fresh.brush.shape) lines.push_back("brush.shape square");
  if (playback_.heat_by() != HeatBy::kOrder) lines.push_back("step.heat cost");
  for (const PlannerRow& row : state_.rows) {
    // The line that sets the levels has switched their row on.
    const bool came = hpa.levels != usual.levels && row.planner->hpa_levels == hpa.levels;
    if (row.shown != (came || usually_shown(*row.planner))) {
      lines.push_back(fmt::format("planner.show {} {}", row.planner->name, row.shown ? "on" : "off"));
    }
  }
  if (state_.traced != "astar") lines.push_back("planner.trace " + state_.traced);
  // Splitting the view shows layers that views of levels are there for: it comes before what is said of layers.
  if (state_.view_count > 1) lines.push_back(fmt::format("view.split {}", state_.view_count));
  for (int i = 0; i < state_.view_count; ++i) {
    const int level = state_.views[static_cast<size_t>(i)].level;
    if (level == usual_level(state_.view_count, i)) continue;
    lines.push_back(
        fmt::format("view.level {} {}", i + 1, level == kAllLevels ? std::string("all") : std::to_string(level)));
  }
  for (int i = 0; i < kLayers; ++i) {
    const auto layer = static_cast<Layer>(i);
    const float opacity = layer == Layer::kIntraEdges ? kIntraOpacity : 1.0f;
    if (state_.layer(layer).opacity != opacity) {
      lines.push_back(fmt::format("layer.opacity {} {:.0f}", layer_name(layer), 100 * state_.layer(layer).opacity));
    }
    // Splitting the view may have switched some of them on, or not.
    if (state_.layer(layer).on != usually_on(layer) || (state_.view_count > 1 && shows_levels(layer))) {
      lines.push_back(fmt::format("layer {} {}", layer_name(layer), state_.layer(layer).on ? "on" : "off"));
    }
  }
  return lines;
}

std::string Lab::reproduction() const {
  std::string text = "# Strata reproduction: strata --script FILE\n";
  for (const std::string& line : log_) text += line + "\n";
  // What a gesture that is held has done so far.
  if (state_.painting) text += stroke_line_ + "\n";
  if (!crowd_line_.empty()) text += crowd_line_ + "\n";
  if (crowd_unlogged_ > 0) text += fmt::format("crowd.step {}\n", crowd_unlogged_);
  const Camera& camera = state_.camera;
  text += fmt::format("view.center {:.3f} {:.3f} {:.4f}\n", camera.center_x, camera.center_y, camera.zoom);
  const bool at_usual = state_.contracting ? playback_.cursor() == 0 : playback_.at_end();
  if (!at_usual) text += fmt::format("wait.ready\nstep.to {}\n", playback_.cursor());
  return text;
}

void Lab::tick(double dt_seconds) {
  state_.seconds += dt_seconds;
  ++state_.frame;
  // A small map follows a slider within the frame.
  const bool small = world_->map().cell_count() <= kSmallMap;
  gesture_world().work(small ? options_.slice_ms * kSmallMapSlices : options_.slice_ms);
  if (options_.fixed_clock) gesture_world().finish_background();
  notice_ready();
  if (solve_due_ && may_solve()) solve();
  if (trace_due_ && !live()) record_trace();
  tick_crowd(dt_seconds);
  for (PlannerRow& row : state_.rows) {
    if (row.shown && row.allowed && !row.solved && state_.has_query && !ready_for(*row.planner)) {
      row.note = building_note(*row.planner);
    }
  }
  playback_.advance(dt_seconds);
  const auto dt = static_cast<float>(dt_seconds);
  for (Flash& flash : state_.flashes) flash.age += dt;
  std::erase_if(state_.flashes, [](const Flash& flash) { return flash.age > kFlashSeconds; });
  for (Message& message : state_.messages) message.age += dt;
  std::erase_if(state_.messages, [](const Message& message) { return message.age > kMessageSeconds; });
  count_graph();
  count_hierarchies();
  refresh_inspection();
  keep_recovery_copy(dt_seconds);
}

// What has become ready since the last look is drawn anew and asked.
void Lab::notice_ready() {
  const uint32_t ready = ready_structures();
  const uint32_t news = ready & ~was_ready_;
  for (int i = 0; i < kStructures; ++i) {
    if ((news >> i & 1) != 0) stamp(static_cast<Structure>(i));
  }
  if (news != 0) solve_due_ = true;
  if ((news >> static_cast<int>(Structure::kTables) & 1) != 0) crowd_edits_ = true;  // they may be of other clusters
  was_ready_ = ready;
  if (landmarks_version_ != world_->landmarks_version()) {
    landmarks_version_ = world_->landmarks_version();
    solve_due_ = true;
  }
  read_landmarks();
  read_hierarchies();
  state_.building = !world_->ready();
  state_.build_progress = world_->progress();
}

uint32_t Lab::ready_structures() const {
  uint32_t ready = 0;
  for (int i = 0; i < kStructures; ++i) {
    if (world_->ready(static_cast<Structure>(i))) ready |= 1u << i;
  }
  return ready;
}

void Lab::settle() {
  gesture_world().settle();
  notice_ready();
  if (solve_due_) solve();
  if (trace_due_) record_trace();
  tell_crowd();
  read_crowd();
  count_graph();
  count_hierarchies();
  refresh_inspection();
}

MapChange Lab::take_map_change() {
  const MapChange change = map_change_;
  map_change_ = {};
  return change;
}

// --- Maps -------------------------------------------------------------------------------------------------------

std::string Lab::resolve(const std::string& path) const {
  if (path.empty() || path[0] == '/' || base_folder_.empty()) return path;
  std::error_code ignored;
  const std::string beside = base_folder_ + "/" + path;
  return std::filesystem::exists(path, ignored) || !std::filesystem::exists(beside, ignored) ? path : beside;
}

void Lab::replace_map(GridMap map, std::string path, std::string title, const Query* query) {
  finish_gesture();
  const Rules rules = world_ ? world_->rules() : Rules{};
  const HpaOptions hpa = world_ ? world_->hpa().options() : usual_hpa();
  std::array<bool, kStructures> had{};
  for (int i = 0; world_ && i < kStructures; ++i) had[static_cast<size_t>(i)] = world_->has(static_cast<Structure>(i));
  end_contraction();
  clear_crowd();
  state_.crowd.exits.clear();
  playback_.load(nullptr, map.width(), map.height());
  trace_.clear();
  trace_key_.clear();
  world_.replace(std::make_unique<World>(std::move(map), rules, hpa));
  keep_structures(had);
  ++world_version_;
  ++rules_version_;
  map_change_ = {true, world_->map().bounds()};
  was_ready_ = 0;
  stamp_all();
  restored_ = false;
  recovery_.drop();
  recovery_revision_ = 0;
  forget_graph();

  state_.map_path = std::move(path);
  state_.map_title = std::move(title);
  state_.map_warnings.clear();
  state_.unsaved = false;
  state_.inspected.reset();
  state_.hover.reset();
  state_.flashes.clear();
  state_.meter = {};
  state_.strokes = 0;
  last_painted_.reset();
  state_.building = !world_->ready();
  state_.build_progress = world_->progress();
  const std::optional<Query> suggested = query != nullptr ? *query : random_query(1);
  state_.has_query = suggested.has_value();
  state_.query = suggested.value_or(Query{});
  state_.camera.fit(world_->map().width(), world_->map().height());
  for (PlannerRow& row : state_.rows) row.solved = false;
  query_changed();
}

Status Lab::open_map(const std::string& path) {
  const std::string file = resolve(path);
  opened_path_ = file;
  if (file.ends_with(".scen")) return open_scenario(file, 1);
  if (file.ends_with(".graph")) return open_graph(file);
  Result<LoadedMap> loaded = load_map(file);
  if (!loaded) return loaded.error();
  take_map(std::move(loaded.value()), file);
  return success();
}

void Lab::take_map(LoadedMap loaded, const std::string& file) {
  replace_map(std::move(loaded.map), file, base_name(file), nullptr);
  state_.map_warnings = std::move(loaded.unknown_letters);
  for (const MapWarning& warning : state_.map_warnings) {
    say(MessageKind::kWarning, fmt::format("{}:{}: unknown letter '{}' in {} cells: kept, and counted as blocked",
                                           base_name(file), warning.first_line, warning.letter, warning.cells));
  }
  settings_.add_recent(file);
  save_settings();
  say(MessageKind::kInfo,
      fmt::format("{}: {} x {} cells", base_name(file), world_->map().width(), world_->map().height()));
}

Status Lab::open_scenario(const std::string& path, size_t row) {
  const std::string file = resolve(path);
  const Result<Scenario> scenario = load_scenario(file);
  if (!scenario) return scenario.error();
  const std::vector<ScenarioRow>& rows = scenario.value().rows;
  if (rows.empty()) return error_at(file, "has no rows");
  if (row < 1 || row > rows.size()) return error_at(file, fmt::format("has rows 1 to {}, not {}", rows.size(), row));
  const ScenarioRow& chosen = rows[row - 1];
  const Result<std::string> map = resolve_map(file, chosen);
  if (!map) return map.error();
  if (Status opened = open_map(map.value()); !opened) return opened;
  state_.query = {{chosen.start_x, chosen.start_y}, {chosen.goal_x, chosen.goal_y}};
  state_.has_query = true;
  query_changed();
  if (chosen.width != world_->map().width() || chosen.height != world_->map().height()) {
    say(MessageKind::kWarning,
        fmt::format("{}:{}: the row is for {} x {} cells, the map has {} x {}", base_name(file), chosen.line,
                    chosen.width, chosen.height, world_->map().width(), world_->map().height()));
  }
  return success();
}

Status Lab::save_map_as(const std::string& path) {
  finish_gesture();
  if (Status saved = save_map(world_->map(), path); !saved) return saved;
  change_world().mark_saved();
  restored_ = false;
  state_.map_path = path;
  state_.map_title = base_name(path);
  note_unsaved();
  if (state_.graph_unsaved) {
    if (Status saved = save_graph_as(usual_graph_path()); !saved) return saved;
  }
  recovery_.drop();
  settings_.add_recent(path);
  save_settings();
  say(MessageKind::kInfo, "saved " + path);
  if (!after_save_.empty()) {
    const std::string next = std::exchange(after_save_, {});
    return execute(next);
  }
  return success();
}

// True if the command must wait for an answer.
bool Lab::ask_unsaved(const Command& command) {
  finish_gesture();
  if (!state_.unsaved || (!command.args.empty() && command.args.back() == "force")) return false;
  asked_ = true;
  Command forced = command;
  forced.args.push_back("force");
  state_.question = Question{
      Question::Kind::kUnsaved, "Save your changes?",
      !state_.graph_unsaved ? fmt::format("{} has changes that are not saved.", state_.map_title)
      : map_unsaved()       ? fmt::format("{} and the drawn graph have changes that are not saved.", state_.map_title)
                            : "The drawn graph has changes that are not saved.",
      format_command(forced)};
  return true;
}

void Lab::save_settings() {
  state_.recent_files = settings_.recent_files;
  if (options_.settings_path.empty()) return;
  if (Status saved = strata::save_settings(settings_, options_.settings_path); !saved) {
    say(MessageKind::kWarning, saved.error().message());
  }
}

void Lab::keep_recovery_copy(double dt_seconds) {
  if (!recovery_.enabled()) return;
  recovery_wait_ = std::max(0.0, recovery_wait_ - dt_seconds);
  const uint64_t revision = world_->map().revision() ^ graph_version_ << 40;
  if (!state_.unsaved) {
    if (recovery_revision_ != 0) recovery_.drop();  // undone to what the file holds
    recovery_revision_ = 0;
    return;
  }
  if (revision == recovery_revision_ || state_.painting) return;
  if (recovery_revision_ == 0 && recovery_wait_ == 0) {
    recovery_wait_ = options_.recovery_seconds;
    recovery_revision_ = 1;  // a copy is under way; no revision with that of the graph in it is 1
    if (recovery_wait_ > 0) return;
  }
  if (recovery_wait_ > 0) return;
  RecoveryCopy about;
  about.original_path = state_.map_path;
  about.title = state_.map_title;
  about.query = state_.query;
  about.has_query = state_.has_query;
  about.graph_path = state_.graph_path;
  if (Status kept = recovery_.keep(world_->map(), state_.drawn, about); !kept)
    say(MessageKind::kWarning, kept.error().message());
  recovery_revision_ = revision;
  // Large maps take long to write: a hundredth of the time goes to it at most.
  recovery_wait_ = std::max(options_.recovery_seconds, world_->map().cell_count() / 1e6);
}

}  // namespace strata
