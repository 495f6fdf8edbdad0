// A user who does anything at any moment: commands, keys, gestures that are held while commands come in, ticks of odd
// lengths, files, jobs in the background, crashes. At every moment the lab must be what its own reproduction makes of a
// fresh lab, and no step may hang. No step changes what the user has set, but one that is for that: lessons, cards,
// workspaces and presentations leave the settings as they were.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/base/key_bindings.hpp"
#include "app/features/ch/ch.hpp"
#include "app/features/graph/graph.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/scene.hpp"
#include "app/playback/playback.hpp"
#include "core/base/build_info.hpp"
#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/scenes.hpp"
#include "tests/app/lab/promised_state.hpp"
#include "tests/app/lab/random_commands.hpp"
#include "tests/app/lab/scene_checks.hpp"
#include "tests/app/lab/settings_watch.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using Clock = std::chrono::steady_clock;
using json = nlohmann::ordered_json;

// Seconds of a step, which take less than one: what takes so long does not end. How much a step may do is counted in
// stalls.cpp.
constexpr double kHang = 60;

// What a step took, on a machine that may be busy with other things: the time that its own thread worked, and where
// that is next to nothing, the time that others worked while it waited for them.
class Stopwatch {
 public:
  double seconds() const {
    const double wall = std::chrono::duration<double>(Clock::now() - begin_).count();
    const double own = now(CLOCK_THREAD_CPUTIME_ID) - own_;
    const double others = now(CLOCK_PROCESS_CPUTIME_ID) - all_ - own;
    return own < wall / 10 ? own + std::min(wall - own, others) : own;
  }

 private:
  static double now(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
  }

  Clock::time_point begin_ = Clock::now();
  double own_ = now(CLOCK_THREAD_CPUTIME_ID), all_ = now(CLOCK_PROCESS_CPUTIME_ID);
};

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

class Driver {
 public:
  // While exploring, most labs run by the real clock, so that two runs of a seed differ; otherwise every lab runs by
  // the fixed clock.
  Driver(uint64_t seed, bool exploring) : rng_(seed), exploring_(exploring) {
    for (const CommandInfo& info : commands()) issued_[info.name] = 0;
    restart();
  }

  void step() {
    ++steps_;
    const uint32_t what = rng_.below(100);
    if (what < 30) {
      issue(test::random_line(rng_, *lab_));
    } else if (what < 42) {
      issue_rare();
    } else if (what < 49) {
      press_key();
    } else if (what < 73) {
      move_pointer();
    } else if (what < 90) {
      pass_time();
    } else if (what < 94) {
      handle_files();
    } else if (what < 96) {
      issue("wait.ready");
    } else if (what < 98) {
      timed("Esc", [&] { lab_->gestures().cancel(); });
      down_ = -1;
    } else {
      lab_->gestures().set_view_size(rng_.between(100, 700), rng_.between(100, 500));
    }
    answer_questions();
    if (!wrong_.empty()) return fail(std::exchange(wrong_, {}));
    // An hour of it must not run out of memory for lists that only grow.
    if (lab_->log().lines().size() > 150 || lab_->state().quit) {
      crash();
      restart();
    }
  }

  // Runs the reproduction script in another lab, and compares all state that a reproduction restores.
  void compare() {
    let_go();
    // How far a job had come when it was cancelled is nothing that can be said again.
    for (const char* line : {"scenario.cancel", "ch.rebuild", "cch.rebuild", "landmarks.rebuild", "navmesh.rebuild",
                             "hna.rebuild", "labels.rebuild"})
      (void)lab_->execute(line);
    if (lab_->playback().clock().playing()) (void)lab_->execute("step.pause");
    lab_->finish_updates();
    const std::string script = lab_->log().reproduction();
    Lab other(options({}));
    other.gestures().set_view_size(lab_->state().camera.view_width, lab_->state().camera.view_height);
    for (size_t begin = 0; begin < script.size();) {
      const size_t end = script.find('\n', begin);
      const std::string line = script.substr(begin, end - begin);
      begin = end + 1;
      if (const Status status = other.execute(line); !status) {
        // The same search may be shorter over a mesh whose polygons have other numbers, over rooms that were not
        // repaired but built, or from the costs of another search before.
        const Planner& stepped = *other.state().traced_planner();
        if (command_does(line, does::kSetsMoment) &&
            (stepped.any_angle || stepped.name == "rooms" || stepped.needs == StructureId::kRepairs))
          continue;
        return fail(fmt::format("{}: {}\n{}", line, status.error().message(), script));
      }
    }
    other.finish_updates();
    const json mine = test::promised_state(*lab_), theirs = test::promised_state(other);
    ++compared_;
    if (mine == theirs) return compare_scene(mine, script);
    fail(differences(theirs, mine) + script);
  }

  // Every how many steps: what is large takes long to build twice.
  int steps_between() const { return large() ? 60 : 12; }
  size_t steps() const { return steps_; }
  size_t compared() const { return compared_; }
  size_t restored() const { return restored_; }
  double slowest() const { return slowest_; }
  const std::string& slowest_step() const { return slowest_step_; }
  // Commands of the table that were never given, and those that were never carried out.
  std::string never_issued() const { return names(issued_); }
  std::string never_done() const { return names(done_); }

 private:
  // A lab that opens the scene of the lab is the lab as well, in the same things; so is one that opens its text.
  void compare_scene(json mine, const std::string& script) {
    Lab other(options({}));
    other.gestures().set_view_size(lab_->state().camera.view_width, lab_->state().camera.view_height);
    const Status opened = open_scene(other, scene_of(*lab_));
    if (!opened) return fail(fmt::format("scene: {}\n{}", opened.error().message(), script));
    if (other.state().executed != 0) return fail("opening a scene has executed commands\n" + script);
    json theirs = test::promised_state(other);
    for (json* state : {&mine, &theirs}) state->erase("history");  // that of features belongs to their lab
    if (mine != theirs) return fail("scene: " + differences(theirs, mine) + script);
    const std::string fault = test::fault_of_text(*lab_, options({}), test::NoText::kFine);
    if (!fault.empty()) fail(fmt::format("text: {}\n{}", fault, script));
  }
  static std::string differences(const json& from, const json& to) {
    std::string text;
    for (const json& patch : json::diff(from, to)) text += patch.dump() + "\n";
    return text.substr(0, 3000);
  }

  bool large() const { return lab_->world().map().cell_count() > 100u * 100u; }
  LabOptions options(const std::string& recovery) const {
    LabOptions options;
    // A lab without a recovery folder looks at what this one has done.
    if (!recovery.empty()) options.settings_path = watch_.path();
    options.fixed_clock = fixed_clock_;
    options.recovery_folder = recovery;
    options.recovery_seconds = 0.2;
    // Lessons open maps that come with the program: nothing may be saved over them.
    for (const char* stock : {"maps", "graphs", "levels", "figures", "lessons"}) {
      options.stock_folders.push_back(assets_folder(stock));
    }
    // In every other round all maps are treated as large maps, whose work is done in threads.
    if (round_ % 2 == 1) options.wait_cells = options.large_cells = 0;
    return options;
  }
  std::string names(const std::map<std::string_view, size_t>& counts) const {
    std::string names;
    for (const CommandInfo& info : commands()) {
      const auto it = counts.find(info.name);
      if (it == counts.end() || it->second == 0) names += (names.empty() ? "" : ", ") + std::string(info.name);
    }
    return names;
  }
  void fail(const std::string& what) {
    std::string trail;
    for (const std::string& line : trail_) trail += line + "\n";
    CHECK_MESSAGE(what.empty(), what << "\nafter:\n" << trail);
    restart();
  }

  // --- Rounds ---

  void restart() {
    down_ = -1;
    ++round_;
    trail_.clear();
    fixed_clock_ = rng_.percent(30) || !exploring_;
    lab_.reset();
    watch_.begin();
    recovery_folder_ = folder_.file(fmt::format("recovery-{}", round_));
    lab_ = std::make_unique<Lab>(options(recovery_folder_));
    // Without a window the lab's files would be pictures.
    LabHost host;
    host.screenshot = host.dump_ui = [](const std::string& path) { return write_file_atomic(path, "a file"); };
    host.set_clipboard = [](const std::string&) {};
    lab_->set_host(std::move(host));
    lab_->gestures().set_view_size(500, 400);
    const int side = rng_.percent(1) ? 600 : rng_.percent(4) ? 300 : 90;
    const auto kind = static_cast<SceneKind>(rng_.below(kSceneKinds));
    issue(fmt::format("map.generate {} {} {} {} force", scene_kind_name(kind), rng_.between(8, side),
                      rng_.between(8, side), rng_.below(1000)));
  }

  // The lab ends without having been closed: what was not saved is found by the next one.
  void crash() {
    if (lab_->state().quit) return;
    let_go();
    (void)lab_->execute("recovery.copies on");  // the user may have switched them off
    for (int i = 0; i < 4; ++i) lab_->tick(2);
    const bool unsaved = lab_->state().unsaved;
    const std::string map = letters(*lab_);
    const DrawnGraph drawn = graph_controller(*lab_).graph();
    lab_.reset();
    Lab next(options(recovery_folder_));
    CHECK(next.state().question.has_value() == unsaved);
    if (!unsaved) return;
    // The query is that of the time of the copy: moving it alone is no work that would be lost.
    if (next.execute("recovery.restore").ok()) ++done_["recovery.restore"];
    CHECK(letters(next) == map);
    CHECK(graph_controller(next).graph() == drawn);
    CHECK(next.state().unsaved);
    (void)next.execute("app.quit force");
    ++restored_;
  }

  // --- Steps ---

  template <class Action>
  void timed(std::string what, const Action& action) {
    using MayChange = test::SettingsWatch::MayChange;
    MayChange purpose = test::SettingsWatch::purpose_of(what);
    // What takes longer than the command itself ends at any step.
    if (lab_->state().large.on && purpose == MayChange::kNothing) purpose = MayChange::kFiles;
    watch_.look();  // what was under way may have ended while the lab was compared
    timed_action(std::move(what), action);
    if (const std::string wrong = watch_.after(purpose); !wrong.empty()) wrong_ = wrong;
  }
  template <class Action>
  void timed_action(std::string what, const Action& action) {
    trail_.push_back(std::move(what));
    if (trail_.size() > 80) trail_.pop_front();
    if (std::getenv("STRATA_DRIVER_VERBOSE") != nullptr) std::fprintf(stderr, "%s\n", trail_.back().c_str());
    const Stopwatch watch;
    action();
    const double took = watch.seconds();
    if (waits_ || took <= slowest_) return;
    slowest_ = took;
    slowest_step_ =
        fmt::format("{} on {} x {} cells", trail_.back(), lab_->world().map().width(), lab_->world().map().height());
    CHECK_MESSAGE(took < kHang, slowest_step_ << " took " << took << " s");
  }

  // What finishes builds first waits as long as they take.
  static bool waits_by_design(std::string_view name) {
    for (const char* one : {"wait.ready", "assert", "remember", "dump.state", "dump.ui", "screenshot", "export.trace",
                            "export.table", "export.figure", "export.animation", "crowd.step"}) {
      if (name == one) return true;
    }
    return false;
  }

  void issue(const std::string& line, bool as_a_person = false) {
    const Result<Command> command = parse_command(line);
    const CommandInfo* info = command ? command_named(command.value().name) : nullptr;
    if (info == nullptr) return fail("no command: " + line);
    if (!may_issue(*info, line)) return;
    ++issued_[info->name];
    waits_ =
        waits_by_design(info->name) || (fixed_clock_ && (info->name == "scenario.run" || info->name == "course.run"));
    timed(line, [&] {
      if (as_a_person && rng_.percent(70)) {
        lab_->run(line);
      } else if (lab_->execute(line).ok()) {
        ++done_[info->name];
      }
    });
    waits_ = false;
  }

  // A reproduction reads files as they are when it is carried out: nothing is written over what it reads.
  bool may_issue(const CommandInfo& info, const std::string& line) const {
    const auto reads = [&](const std::string& path) {
      if (path.empty()) return false;
      return std::any_of(lab_->log().lines().begin(), lab_->log().lines().end(), [&](const std::string& entry) {
        if (entry.find(path) != entry.npos) return true;
        // They name the map that is read with them.
        return std::ranges::any_of(std::array{".graph", ".scen", ".strata"},
                                   [&](const char* ending) { return entry.find(ending) != entry.npos; });
      });
    };
    // A film of all steps takes as long as it has frames.
    if (info.name == "export.animation" && line.find("pixels") == line.npos) return false;
    const LabState& state = lab_->state();
    const bool saves_map = info.name == "map.save" || info.name == "map.save_as" || info.name == "question.save";
    if (saves_map &&
        ((graph_controller(*lab_).unsaved() && reads(graph_controller(*lab_).path())) ||
         (scenarios_controller(*lab_).unsaved() && reads(scenarios_controller(*lab_).path())) || reads(state.map_path)))
      return false;
    if (info.name == "scenario.save" && line == info.name && reads(scenarios_controller(*lab_).path())) return false;
    if (info.name == "graph.save" && line == info.name && reads(graph_controller(*lab_).path())) return false;
    // Without a map that is small enough this takes minutes on the machines that tests run on.
    const bool hard = info.name == "ch" || info.name == "cch" || info.name == "labels" || info.name == "mesh-labels" ||
                      line == "planner.show ch on" || line == "planner.show labels on" ||
                      line == "planner.show mesh-labels on";
    return !(large() && hard && fixed_clock_);
  }

  // Of the command that has been given least, a line after its usage in the table.
  void issue_rare() {
    const auto least = std::min_element(issued_.begin(), issued_.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
    const CommandInfo& info = *command_named(least->first);
    ++least->second;  // also if it is none for this moment
    if (info.group == CommandGroup::kGraph) {
      for (int i = 0; i < 3; ++i) issue(some_node());
    }
    if (info.name == "inspect.arc" && lab_->world().ready(StructureId::kCh)) {
      const auto arcs = hierarchy_controller(*lab_).picture(StructureId::kCh).arcs_from(0);
      if (arcs.empty()) return;
      const HierarchyArc& arc = arcs[rng_.below(static_cast<uint32_t>(arcs.size()))];
      const Cell a = lab_->world().map().cell(arc.lower), b = lab_->world().map().cell(arc.upper);
      return issue(fmt::format("inspect.arc ch {},{} {},{}", a.x, a.y, b.x, b.y));
    }
    issue(test::line_by_usage(rng_, *lab_, info, path_for(info.name)));
  }

  std::string some_node() {
    const GridMap& map = lab_->world().map();
    return fmt::format("graph.node {},{}", rng_.between(0, map.width() - 1), rng_.between(0, map.height() - 1));
  }

  // Something to read for what reads, else a name of its own.
  std::string path_for(std::string_view name) {
    if (name == "map.open" && rng_.percent(40)) return level();
    if (name == "map.open" && !written_.empty()) return written_[rng_.below(static_cast<uint32_t>(written_.size()))];
    if (name == "graph.open" && !graphs_.empty()) return graphs_[rng_.below(static_cast<uint32_t>(graphs_.size()))];
    if (name == "scenario.open" || name == "crowd.scenario") return scenario();
    if (name == "workspace.open" && !workspaces_.empty()) {
      return workspaces_[rng_.below(static_cast<uint32_t>(workspaces_.size()))];
    }
    const std::string fresh = fresh_name();
    if (name == "map.save_as") written_.push_back(fresh + ".map");
    if (name == "graph.save") graphs_.push_back(fresh + ".graph");
    if (name == "workspace.save") workspaces_.push_back(fresh + ".strata");
    return fresh + (name == "graph.save"                                ? ".graph"
                    : name == "scenario.save" || name == "course.save"  ? ".scen"
                    : name == "export.table" || name == "scenario.csv"  ? ".csv"
                    : name == "course.csv"                              ? ".csv"
                    : name == "map.save_as"                             ? ".map"
                    : name == "workspace.save"                          ? ".strata"
                    : name == "export.figure" || name == "export.chart" ? some_figure()
                    : name == "export.animation"                        ? ".gif"
                                                                        : ".json");
  }

  // A card whose map is small, or the way back from it.
  std::string any_card() {
    static constexpr const char* kCards[] = {"figure.open HPA-1a force", "figure.open ROOM-2b force",
                                             "figure.open SG-1 force", "figure.leave force"};
    return kCards[rng_.below(static_cast<uint32_t>(std::size(kCards)))];
  }

  std::string some_figure() { return kFigures[rng_.below(3)]; }
  static constexpr const char* kFigures[] = {".svg", ".pdf", ".png"};

  // Ground with a bridge over it and a way up.
  std::string level() {
    const std::string file = folder_.file("bridge.obj");
    const char* const text =
        "v 0 0 0\nv 0 0 18\nv 24 0 18\nv 24 0 0\nf 1 2 3 4\n"
        "v 9 4 0\nv 9 4 18\nv 13 4 18\nv 13 4 0\nf 5 6 7 8\n"
        "v 13 4 7\nv 13 4 11\nv 22 0 11\nv 22 0 7\nf 9 10 11 12\n";
    CHECK(write_file_atomic(file, text).ok());
    return file;
  }

  // Of the map as it is, in files of their own.
  std::string scenario() {
    const std::string map = fresh_name() + ".map";
    const GridMap& on = lab_->world().map();
    std::string text = "version 1\n";
    for (int i = 0; i < 5; ++i) {
      text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t0\n", i, map, on.width(), on.height(),
                          rng_.between(0, on.width() - 1), rng_.between(0, on.height() - 1),
                          rng_.between(0, on.width() - 1), rng_.between(0, on.height() - 1));
    }
    CHECK(save_map(on, map).ok());
    CHECK(write_file_atomic(map + ".scen", text).ok());
    return map + ".scen";
  }

  void press_key() {
    const auto keys = lab_->keys().bindings();
    const KeyBinding& key = keys[rng_.below(static_cast<uint32_t>(keys.size()))];
    issue(std::string(key.line), true);
  }

  void pass_time() {
    const double dts[] = {0, 1e-4, 1.0 / 60, 1.0 / 60, 1.0 / 60, 0.25, 3.7};
    const double dt = dts[rng_.below(7)];
    waits_ = fixed_clock_;  // a tick under a fixed clock finishes what the background does
    timed(fmt::format("tick {}", dt), [&] {
      lab_->tick(dt);
      if (rng_.percent(50)) test::draw_views(builder_, *lab_);
    });
    waits_ = false;
  }

  void move_pointer() {
    PointerEvent event;
    event.x = x_ = rng_.percent(50) ? x_ + rng_.between(-40, 40) : rng_.between(-20, 520);
    event.y = y_ = rng_.percent(50) ? y_ + rng_.between(-40, 40) : rng_.between(-20, 420);
    event.shift = rng_.percent(15);
    event.ctrl = rng_.percent(15);
    event.space = rng_.percent(5);
    event.view = static_cast<int>(rng_.below(4));
    event.button = down_ >= 0 ? down_ : rng_.percent(85) ? 0 : rng_.between(1, 2);
    const uint32_t what = rng_.below(10);
    if (down_ < 0 && what < 6) {
      // Often on something that can be dragged.
      if (rng_.percent(30)) aim(event);
      event.kind = PointerEvent::Kind::kPress;
      down_ = event.button;
    } else if (down_ >= 0 && what < 2) {
      event.kind = PointerEvent::Kind::kRelease;
      down_ = -1;
    } else if (what == 9) {
      event.kind = PointerEvent::Kind::kWheel;
      event.wheel = rng_.percent(50) ? 1 : -1;
    }
    timed(
        fmt::format("pointer {} at {},{} button {}{}{}{}", static_cast<int>(event.kind), event.x, event.y, event.button,
                    event.shift ? " shift" : "", event.ctrl ? " ctrl" : "", event.space ? " space" : ""),
        [&] { lab_->gestures().pointer(event); });
  }

  void aim(PointerEvent& event) {
    const LabState& state = lab_->state();
    Cell cell = rng_.percent(50) ? state.query.start : state.query.goal;
    const Landmarks& landmarks = lab_->world().get<MapLandmarks>().landmarks();
    if (rng_.percent(30) && landmarks.count() > 0) {
      cell = lab_->world().map().cell(landmarks.cells()[rng_.below(static_cast<uint32_t>(landmarks.count()))]);
    }
    if (rng_.percent(30) && graph_controller(*lab_).graph().node_count() > 0) {
      cell = graph_controller(*lab_).graph().nodes()[rng_.below(graph_controller(*lab_).graph().node_count())];
    }
    event.x = x_ = state.camera.screen_x(cell.x + 0.5);
    event.y = y_ = state.camera.screen_y(cell.y + 0.5);
  }

  void let_go() {
    if (down_ < 0) return;
    PointerEvent event{.kind = PointerEvent::Kind::kRelease, .x = x_, .y = y_, .button = down_};
    down_ = -1;
    timed("let go", [&] { lab_->gestures().pointer(event); });
  }

  std::string fresh_name() { return folder_.file(fmt::format("{}", ++files_)); }

  void handle_files() {
    if (rng_.percent(15)) return issue(any_card(), rng_.percent(50));
    if (rng_.percent(20)) {
      const bool again = lab_->world().level() != nullptr && rng_.percent(50);
      return issue(again ? "level.build force" : fmt::format("map.open {} force", level()), rng_.percent(50));
    }
    switch (rng_.below(8)) {
      case 6:
        return issue("workspace.save " + path_for("workspace.save"), true);
      case 7:
        return issue(fmt::format("workspace.open {} force", path_for("workspace.open")), true);
      case 0:
        return issue("map.save_as " + path_for("map.save_as"), true);
      case 1:
        return issue("graph.save " + path_for("graph.save"), true);
      case 2:
        return issue("map.reload", true);
      case 3:
        return issue("map.reopen_last", true);
      case 4:
        return issue("map.save_as " + folder_.path() + "/no/such/folder.map", true);
      default:
        return issue(fmt::format("map.generate random {} {} {}{}", rng_.between(8, 90), rng_.between(8, 90),
                                 rng_.below(1000), rng_.percent(50) ? " force" : ""),
                     true);
    }
  }

  void answer_questions() {
    if (lab_->state().question && rng_.percent(70)) {
      const char* answers[] = {"question.discard", "question.cancel", "question.save"};
      issue(answers[rng_.below(3)], true);
    }
    while (!lab_->state().dialogs.empty()) issue("dialog.close");
  }

  Rng rng_;
  bool exploring_;
  test::TempFolder folder_;
  test::SettingsWatch watch_{folder_.file("settings.json")};
  std::string wrong_;  // what a step has done to the settings
  std::string recovery_folder_;
  bool fixed_clock_ = false;
  std::unique_ptr<Lab> lab_;
  OverlayBuilder builder_;
  std::deque<std::string> trail_;
  std::map<std::string_view, size_t> issued_, done_;
  std::vector<std::string> written_, graphs_, workspaces_;  // files, some of which are there
  double x_ = 100, y_ = 100;
  int down_ = -1;  // the button that is held
  int files_ = 0;
  int round_ = 0;
  size_t steps_ = 0, compared_ = 0, restored_ = 0;
  bool waits_ = false;  // the step under way may take as long as builds take
  double slowest_ = 0;
  std::string slowest_step_;
};

constexpr size_t kSteps = 2300;  // enough to give every command of the table at least once

double number_of(const char* name, double otherwise) {
  const char* set = std::getenv(name);
  return set != nullptr ? std::atof(set) : otherwise;
}

}  // namespace

TEST_CASE("whoever does anything at any moment finds the lab that its reproduction makes") {
  const double seconds = number_of("STRATA_DRIVER_SECONDS", 0);
  const auto seed = static_cast<uint64_t>(number_of("STRATA_DRIVER_SEED", 1));
  Driver driver(seed, seconds > 0 || std::getenv("STRATA_DRIVER_SEED") != nullptr);
  const auto begin = Clock::now();
  // Without a time the number of steps is fixed and nothing depends on how fast the machine is, so that the suite does
  // the same every time.
  while (seconds > 0 ? seconds_since(begin) < seconds : driver.steps() < kSteps) {
    const int steps = driver.steps_between();
    for (int i = 0; i < steps; ++i) driver.step();
    driver.compare();
  }
  if (driver.steps() >= kSteps) CHECK_MESSAGE(driver.never_issued().empty(), "never given: " << driver.never_issued());
  MESSAGE(driver.steps(), " steps, ", driver.compared(), " comparisons, ", driver.restored(),
          " crashes with unsaved work; slowest step ", driver.slowest(), " s: ", driver.slowest_step());
  MESSAGE("never carried out: ", driver.never_done());
}
