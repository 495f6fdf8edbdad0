#include "app/lab.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

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

std::string base_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// "+1", "x2", "toggle": what it leads to depends on what was there before.
bool is_relative(const std::string& word) {
  return word.empty() || word[0] == '+' || word[0] == '-' || word[0] == 'x' || word[0] == '/' || word == "toggle" ||
         word == "next";
}

// A later command of the same kind makes the one before pointless.
bool replaces(const Command& command, const std::string& previous_line, const LabState& state) {
  const CommandInfo& info = *command_named(command.name);
  const bool of_first = (info.keeps & keeps::kLastOfFirst) != 0;
  if ((info.keeps & keeps::kLast) == 0 && !of_first) return false;
  const Result<Command> previous = parse_command(previous_line);
  if (!previous || previous.value().name != command.name) return false;
  if (leaves_something(previous.value(), command, state)) return false;
  if (of_first && command.args[0] != previous.value().args[0]) return false;
  return std::none_of(command.args.begin() + (of_first ? 1 : 0), command.args.end(), is_relative);
}

}  // namespace

HpaOptions Lab::usual_hpa() {
  HpaOptions options;
  options.levels = kUsualLevels;
  return options;
}

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
    : options_(std::move(options)),
      recorded_(std::make_unique<RecordedSearch>(options_.trace_capacity)),
      solver_(options_.trace_capacity),
      recovery_(options_.recovery_folder, options_.recovery_seconds, options_.recovery_clock) {
  state_.fixed_clock = options_.fixed_clock;
  remembered_["OUT"] = "out";
  for (const Planner& planner : planners()) {
    PlannerRow row;
    row.planner = &planner;
    row.shown = usually_shown(planner);
    state_.rows.push_back(std::move(row));
  }
  set_stepped(state_.traced, false);
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
  offer_unsaved_work();
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
  // A map without a file of its own is saved by asking for one, and so is a drawn graph.
  const bool save = command.value().name == "map.save" && save_needs_name();
  const bool save_graph =
      command.value().name == "graph.save" && command.value().args.empty() && graph_save_needs_name();
  if (save || save_graph) {
    if (!(save ? state_.map_path : state_.graph_path).empty()) {
      say(MessageKind::kInfo, "What comes with Strata is left as it is: choose a name for your own copy");
    }
    (void)execute(save ? "ui.show save_as on" : "ui.show save_graph on");
    return;
  }
  asynchronous_ = true;
  const Status status = execute(command.value());
  asynchronous_ = false;
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

// Commands that change the map or what is computed on it, and settings: the reproduction is made of them.
bool Lab::is_logged(const CommandInfo& info) {
  if (info.group == "Paint" || info.group == "Search" || info.group == "Graph" || info.keeps != 0) return true;
  // Ticks are logged as they pass, see Lab::log_crowd_ticks.
  if (info.group == "Crowd") return info.name != "crowd.run" && info.name != "crowd.step";
  return info.name == "edit.undo" || info.name == "edit.redo" || info.name.starts_with("map.") ||
         info.name == "scenario.open" || info.name == "graph.open" || info.name == "view.split" ||
         info.name == "view.level" ||  // they switch layers
         info.name == "view.goto";     // it inspects
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
  const HpaOptions& hpa = world_->get<MapHpa>().hpa().options();
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
  if (playback().heat_by() != HeatBy::kOrder) lines.push_back("step.heat cost");
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
  if (playback().speed() != Playback{}.speed()) lines.push_back(fmt::format("step.speed {}", playback().speed()));
  for (size_t line = 0; line < pseudo_code().lines.size(); ++line) {
    if (playback().breakpoint(static_cast<uint8_t>(line))) lines.push_back(fmt::format("step.breakpoint {} on", line));
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
  const bool at_usual = state_.contracting ? playback().cursor() == 0 : playback().at_end();
  if (!at_usual) text += fmt::format("wait.ready\nstep.to {}\n", playback().cursor());
  return text;
}

void Lab::tick(double dt_seconds) {
  keep_recovery_copy();  // first: what follows may take long
  state_.seconds += dt_seconds;
  ++state_.frame;
  if (large_) {
    poll_large();
    age_messages(static_cast<float>(dt_seconds));
    return;
  }
  // A small map follows a slider within the frame.
  const bool small = world_->map().cell_count() <= kSmallMap;
  build_on(small ? options_.slice_ms * kSmallMapSlices : options_.slice_ms);
  take_answers();
  notice_ready();
  if (solve_due_ && may_solve()) solve();
  if (trace_due_ && !live()) record_trace();
  tick_crowd(dt_seconds);
  for (PlannerRow& row : state_.rows) {
    if (row.shown && row.allowed && !row.solved && state_.has_query && !ready_for(*row.planner)) {
      row.note = building_note(*row.planner);
    }
  }
  playback().advance(dt_seconds);
  const auto dt = static_cast<float>(dt_seconds);
  for (Flash& flash : state_.flashes) flash.age += dt;
  std::erase_if(state_.flashes, [](const Flash& flash) { return flash.age > kFlashSeconds; });
  age_messages(dt);
  count_graph();
  refresh_inspection();
}

void Lab::age_messages(float dt) {
  for (Message& message : state_.messages) message.age += dt;
  std::erase_if(state_.messages, [](const Message& message) { return message.age > kMessageSeconds; });
}

// Builds go on in slices, also beside the solver: it reads nothing that is not ready yet. What comes in from the
// background takes the place of what it may be reading.
void Lab::build_on(double budget_ms) {
  if (!solver_.busy() || background_news(*world_)) {
    gesture_world().work(budget_ms);
  } else if (!world_->ready()) {
    solver_.pause();
    world_.unguarded().work(budget_ms);
    solver_.resume();
  }
  if (options_.fixed_clock) gesture_world().finish_background();
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
  // Of the cells, and of the regions of sectors.
  const uint64_t landmarks = world_->get<MapLandmarks>().version() + world_->get<MapSectors>().landmarks_version();
  if (std::exchange(landmarks_version_, landmarks) != landmarks) solve_due_ = true;
  read_landmarks();
  read_hierarchies();
  state_.building = !world_->ready();
  state_.build_progress = progress(*world_);
}

uint32_t Lab::ready_structures() const {
  uint32_t ready = 0;
  for (int i = 0; i < kStructures; ++i) {
    if (world_->ready(static_cast<Structure>(i))) ready |= 1u << i;
  }
  return ready;
}

void Lab::settle() {
  while (large_) finish_large();
  gesture_world().settle();
  notice_ready();
  if (solve_due_) solve();
  if (trace_due_) record_trace();
  while (solver_.answering()) {
    solver_.wait();
    take_answers();
  }
  tell_crowd();
  read_crowd();
  solver_.stop();  // times, if it still takes any
  count_graph_now();
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
  replace_world(make_world(std::move(map), next_setup(), query), std::move(path), std::move(title));
}

void Lab::replace_world(MadeWorld made, std::string path, std::string title) {
  finish_gesture();
  end_contraction();
  clear_crowd();
  state_.crowd.exits.clear();
  const GridMap& map = made.world->map();
  playback().load(nullptr, map.width(), map.height());
  recorded_->trace.clear();
  trace_key_.clear();
  solver_.stop();
  state_.solving = state_.trace_waiting = false;
  std::unique_ptr<World> before = world_.replace(std::move(made.world));
  if (before && is_large(before->map().cell_count())) dispose(std::move(before));
  if (made.haa_refused) {
    (void)haa_fits(world_->map());  // says so
    show_structure(Structure::kHaa, false);
  }
  state_.landmark_options.place_anew();
  if (made.landmarks_refused) {
    (void)landmarks_fit(world_->map(), state_.landmark_options);
    show_structure(Structure::kLandmarks, false);
  }
  show_kept();
  ++world_version_;
  ++rules_version_;
  map_change_ = {true, world_->map().bounds()};
  was_ready_ = 0;
  stamp_all();
  restored_ = false;
  recovery_.drop();
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
  state_.build_progress = progress(*world_);
  state_.has_query = made.query.has_value();
  state_.query = made.query.value_or(Query{});
  state_.camera.fit(world_->map().width(), world_->map().height());
  for (PlannerRow& row : state_.rows) {
    row.solved = row.waiting = false;
    row.key.clear();
    row.result.clear(PlanStatus::kStale);
  }
  query_changed();
}

Status Lab::open_map(const std::string& path, std::function<void()> then) {
  const std::string file = resolve(path);
  opened_path_ = file;
  if (file.ends_with(".scen")) return open_scenario(file, 1);
  if (file.ends_with(".graph")) return open_graph(file);
  std::error_code unknown;
  const auto size = std::filesystem::file_size(file, unknown);
  return run_large(!unknown && is_large(size), "Opening " + base_name(file),
                   [this, file, setup = next_setup(), then = std::move(then)](JobControl&) -> Finish {
                     Result<LoadedMap> loaded = load_map(file);
                     if (!loaded) return [error = loaded.error()] { return Status(error); };
                     auto made = std::make_shared<MadeWorld>(make_world(std::move(loaded.value().map), setup, nullptr));
                     return [this, file, then, made, warnings = std::move(loaded.value().unknown_letters)] {
                       replace_world(std::move(*made), file, base_name(file));
                       note_map(warnings, file);
                       if (then) then();
                       return success();
                     };
                   });
}

// What is to be said of a map that has been opened.
void Lab::note_map(const std::vector<MapWarning>& warnings, const std::string& file) {
  state_.map_warnings = warnings;
  for (const MapWarning& warning : warnings) {
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
  const ScenarioRow chosen = rows[row - 1];
  const Result<std::string> map = resolve_map(file, chosen);
  if (!map) return map.error();
  return open_map(map.value(), [this, file, chosen] {
    state_.query = {{chosen.start_x, chosen.start_y}, {chosen.goal_x, chosen.goal_y}};
    state_.has_query = true;
    query_changed();
    if (chosen.width == world_->map().width() && chosen.height == world_->map().height()) return;
    say(MessageKind::kWarning,
        fmt::format("{}:{}: the row is for {} x {} cells, the map has {} x {}", base_name(file), chosen.line,
                    chosen.width, chosen.height, world_->map().width(), world_->map().height()));
  });
}

Status Lab::save_map_as(const std::string& path) {
  finish_gesture();
  if (Status refused = refuse_stock(path); !refused) return refused;
  const GridMap& map = world_->map();
  return run_large(is_large(map.cell_count()), "Saving " + base_name(path), [this, &map, path](JobControl&) -> Finish {
    return [this, path, saved = save_map(map, path)] { return note_saved(path, saved); };
  });
}

Status Lab::note_saved(const std::string& path, const Status& written) {
  if (!written) {
    after_save_.clear();
    return written;
  }
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

// Also if the file or its folder is not there yet.
bool Lab::is_stock(const std::string& path) const {
  std::error_code failed;
  const std::filesystem::path file = std::filesystem::weakly_canonical(path, failed);
  if (failed) return false;
  for (const std::string& stock : options_.stock_folders) {
    const std::filesystem::path folder = std::filesystem::weakly_canonical(stock, failed);
    if (!failed && std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end())
      return true;
  }
  return false;
}

Status Lab::refuse_stock(const std::string& path) const {
  if (!is_stock(path)) return success();
  return error_at(path, "is in the folder of what comes with Strata, which is left as it is; save it elsewhere");
}

}  // namespace strata
