// Purpose: Lab is the whole laboratory except its window. It executes commands and has the clock. Its parts
//          have one concern each: the map and its file, the query and its answers, painting, the pointer, and
//          so on (app/lab/lab_part.hpp).
// Errors: execute() returns what is wrong and changes nothing. run() shows the error to the user: in the dialog that
//         has given the command, else as a dialog (file commands) or as a message (all others).
// Threads: All calls come from one thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "app/lab/lab_state.hpp"
#include "app/lab/recovery_clock.hpp"
#include "app/lab/world_guard.hpp"
#include "core/world/world.hpp"

namespace strata {

class ScriptRunner;

// What ui.theme, ui.panel, ui.reset_layout, ui.focus and ui.place change.
enum class LayoutChange : uint8_t { kTheme, kPanel, kReset, kFocus, kPlace };

// Functions of the program around the lab that the lab calls. Without a window there are none, and commands that need
// one return an error that says so.
struct LabHost {
  // Draws the present state and writes the picture as a PNG file.
  std::function<Status(const std::string& path)> screenshot;
  // Writes the names and rectangles of all clickable items as JSON.
  std::function<Status(const std::string& path)> dump_ui;
  std::function<void(const std::string& text)> set_clipboard;
  std::function<std::string()> get_clipboard;               // empty result: the clipboard holds no text
  std::function<Status(ScriptRunner&& script)> run_script;  // runs a script; frames pass at its waits
  // Changes the layout of the window. `words` are the arguments of the command for it.
  std::function<Status(LayoutChange change, const std::vector<std::string>& words)> arrange;
  // Implements the command lab.threads: limits how many threads of the program work at once; 0: as many as
  // the processor has.
  std::function<void(int count)> limit_threads;
};

struct LabOptions {
  std::string settings_path = {};  // empty: settings are not kept
  // Folder of recovery copies of unsaved work; empty: no such copies are made.
  std::string recovery_folder = {};
  std::string cache_folder = {};  // empty: pictures of maps are not stored
  // File with the last start and goal of each map file; empty: they are not remembered, as nobody opens maps by hand.
  std::string queries_path = {};
  // Maximum time from a change to its recovery copy on the disk, in seconds of real time.
  double recovery_seconds = kRecoverySeconds;
  RecoveryClock recovery_clock = {};                       // clock for tests; empty: the system's clock
  std::vector<std::string> stock_folders = {};             // folders of stock files, which are never written
  std::span<const Planner> planners = strata::planners();  // the available planners; they must outlive the lab
  bool fixed_clock = false;
  // How many milliseconds of a tick builds may use.
  double slice_ms = 4;
  size_t trace_capacity = 4'000'000;  // maximum number of events of a recorded search
  // How many milliseconds a frame waits for the answers of the query thread, on maps of up to `wait_cells` cells. On
  // larger maps answers are shown when they arrive. With a fixed clock every frame waits for all answers.
  double wait_ms = 1e9;
  uint32_t wait_cells = 1u << 16;
  // On maps with more cells than this, work that takes longer than a frame runs in a thread, see large_map_task.cpp.
  // With a fixed clock a frame waits for this work, too.
  uint32_t large_cells = 1u << 18;
};

struct PointerEvent {
  enum class Kind : uint8_t { kMove, kPress, kRelease, kWheel };
  Kind kind = Kind::kMove;
  double x = 0;  // pixels from the top left of the map view
  double y = 0;
  // The pane under the pointer; during a drag it is the pane where the drag began.
  int view = 0;
  int button = 0;  // 0 left, 1 right, 2 middle
  double wheel = 0;
  bool shift = false;
  bool ctrl = false;
  bool alt = false;
  bool space = false;  // the space bar is held: a drag pans
};

class Charts;
class FeatureController;
class Document;
struct Agent;
struct Feature;
class Gestures;
class Inspector;
class KeyTable;
class LargeMapTask;
class CommandLog;
class Playback;
class QueryController;
class RecoveryController;
class ScriptState;
class Session;
struct Settings;
class Strokes;
class StructureController;
class Trace;
class UndoHistory;
class ViewSearches;

class Lab {
 public:
  explicit Lab(LabOptions options = {});
  ~Lab();
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  // Sets the functions of the surrounding program, and passes the lab's present settings on to it.
  void set_host(LabHost host);
  const LabHost& host() const { return host_; }
  const LabOptions& options() const { return options_; }

  Status execute(const Command& command);
  Status execute(std::string_view line);
  // Runs a command line for the user. `window` names the dialog that gives it: the dialog closes if the command
  // succeeds, and stays open if it fails.
  void run(std::string_view line, std::string_view window = {}, bool stays = false);
  // Lets time pass in the lab: playback and flashes go on, and builds do a slice of work. If anything has changed, the
  // planners are asked the query again.
  void tick(double dt_seconds);
  // Does all outstanding work at once: builds, answers, and the recording of the stepped search. In a TransitionScope
  // it only finishes the builds.
  void finish_updates();
  void say(MessageKind kind, std::string text);

  const World& world() const { return *world_; }
  const LabState& state() const { return state_; }
  // Returns the state for changes. Only notes of the overlay, and fields that belong to the interface, may be changed.
  LabState& mutable_state() { return state_; }
  Playback& playback();
  const Playback& playback() const;
  const Trace& trace() const;  // the recording that is stepped

  // The next functions return the parts of the lab. Each part is described in the header of its name.
  Session& session();
  const Session& session() const;
  Settings& settings() const;    // the user's settings, which Session::save_settings saves
  const KeyTable& keys() const;  // the key bindings; settings() has the user's changes of them
  LargeMapTask& large_map_task();
  const LargeMapTask& large_map_task() const;
  RecoveryController& recovery() const;
  CommandLog& log();
  const CommandLog& log() const;
  QueryController& query();
  const QueryController& query() const;
  Inspector& inspector() const;
  Strokes& strokes();
  const Strokes& strokes() const;
  UndoHistory& undo_history() const;
  Gestures& gestures() const;
  ViewSearches& view_searches() const;
  Charts& charts() const;
  ScriptState& scripts();
  StructureController& structures() const;

  // Returns the controllers of the features, in the order of features().
  std::span<const std::pair<const Feature*, std::unique_ptr<FeatureController>>> controllers() const;
  FeatureController& controller(const Feature& feature) const;
  std::span<Document* const> documents() const;  // the features' documents that have files of their own

  struct Handlers;

 private:
  friend class LabPart;  // LabPart gives the parts access to the world
  void continue_builds(double budget_ms);
  void age_messages(float dt);

  LabOptions options_;
  LabHost host_;
  LabState state_;
  WorldGuard world_;
  // The parts are constructed last and destroyed first, as they use the members above.
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Returns the cost of a straight step under the rules of the world.
inline Cost cost_unit(const World& world) { return profile_info(world.rules().profile).straight; }
// Returns the size and the capability of the agent, which are part of the rules of movement.
Agent agent_of(const World& world);

// What a command does in a way of its own besides being executed. Null: nothing.
struct CommandHooks {
  // Returns whether `earlier` had an effect that `later` neither repeats nor undoes, so that the log must contain both
  // commands. The lab has executed both.
  bool (*leaves)(const Lab&, const Command& earlier, const Command& later) = nullptr;
  // Called before a command that the user gives. Returns true if it must not be executed now, as the user was asked or
  // told something. `window` is the dialog that has given the command, or empty.
  bool (*holds)(Lab&, const Command&, std::string_view window) = nullptr;
  // Called after a command that the user has given was refused, to say why beside what it is about. The message about
  // the refusal comes after that.
  void (*refused)(Lab&, const Command&, const Error&) = nullptr;
  // Returns the command that the log contains in place of the executed one: it has the same effect wherever the log
  // begins. Without a name: the log needs none.
  Command (*logged)(const Lab&, const Command&) = nullptr;
  // Returns the command that resets what `set` has set. Without a name: another command resets it as well.
  Command (*way_back)(const Command& set) = nullptr;
};

// Returns the hooks of the command of this name.
const CommandHooks& hooks_of(std::string_view name);
// Returns whether a feature holds what the command would change (FeatureController::held), and says so to the user.
bool refuse_held(Lab& lab, std::string_view command);
// Shows a dialog in place of the one that has given the command. Returns true.
bool ask_in_place(Lab& lab, std::string_view window, std::string_view line);

}  // namespace strata
