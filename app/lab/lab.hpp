// Purpose: Lab is the lab without its window. It executes commands and keeps the clock. Each of its parts has one
//          concern: the map and its file, the query and its answers, painting, the pointer, and so on
//          (app/lab/lab_part.hpp).
// Errors: execute() says what is wrong and changes nothing. run() is the same for people: the error is shown in the
//         dialog that has given the command, or is queued as a dialog (files) or a message (everything else).
// Threads: Not shared.
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

// What only a window can do. Without a window these commands return errors that say so.
struct LabHost {
  std::function<Status(const std::string& path)> screenshot;  // draws what is due, then writes a PNG
  std::function<Status(const std::string& path)> dump_ui;     // names and rectangles of clickable items, as JSON
  std::function<void(const std::string& text)> set_clipboard;
  std::function<std::string()> get_clipboard;               // empty: it holds no text
  std::function<Status(ScriptRunner&& script)> run_script;  // lets frames pass where the script waits
  std::function<Status(const Command& command)> arrange;    // ui.theme, ui.panel, ui.reset_layout
};

struct LabOptions {
  std::string settings_path;                               // empty: settings are not kept
  std::string recovery_folder;                             // empty: no recovery copies
  std::string cache_folder;                                // empty: pictures of maps are not kept
  double recovery_seconds = kRecoverySeconds;              // real time from a change to its copy on the disk
  RecoveryClock recovery_clock;                            // clock for tests; empty: the system's clock
  std::vector<std::string> stock_folders;                  // files in these folders are read and never written
  std::span<const Planner> planners = strata::planners();  // on offer; must outlive the lab
  bool fixed_clock = false;
  // The lab works something out beside the lab of the user: keys, colours, names of terrains and limits of threads,
  // which the program has once, stay what that lab has set.
  bool beside = false;
  double slice_ms = 4;                // the part of a tick that goes to builds
  size_t trace_capacity = 4'000'000;  // most events of a recorded search
  // How long a frame waits for the answers of the query thread, on maps of up to `wait_cells`; larger maps show
  // answers when they arrive. Under a fixed clock a frame waits for all answers.
  double wait_ms = 1e9;
  uint32_t wait_cells = 1u << 16;
  // On maps with more cells, work that takes longer than a frame is done in a thread, see large_map_task.cpp. Under a
  // fixed clock a frame waits for that work too.
  uint32_t large_cells = 1u << 18;
};

struct PointerEvent {
  enum class Kind : uint8_t { kMove, kPress, kRelease, kWheel };
  Kind kind = Kind::kMove;
  double x = 0;  // pixels from the top left of the map view
  double y = 0;
  int view = 0;    // the pane; during a drag the pane where it began
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
class LargeMapTask;
class CommandLog;
class Playback;
class QueryController;
class RecoveryController;
class ScriptState;
class Session;
class Strokes;
class StructureController;
class UndoHistory;
class ViewSearches;

class Lab {
 public:
  explicit Lab(LabOptions options = {});
  ~Lab();
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  void set_host(LabHost host) { host_ = std::move(host); }
  const LabHost& host() const { return host_; }
  const LabOptions& options() const { return options_; }

  Status execute(const Command& command);
  Status execute(std::string_view line);
  // `window` names the dialog that gives the command. It closes once the command is carried out, and stays if it fails.
  void run(std::string_view line, std::string_view window = {});
  // Lets time pass: playback, flashes, builds in slices. The query is solved again if anything changed.
  void tick(double dt_seconds);
  // Does now all work that is due: builds, query, trace.
  void finish_updates();
  void say(MessageKind kind, std::string text);

  const World& world() const { return *world_; }
  const LabState& state() const { return state_; }
  LabState& mutable_state() { return state_; }  // for the overlay's notes and the interface's own fields
  Playback& playback();
  const Playback& playback() const;

  // The next functions return the parts of the lab. The header of each part is named after it.
  Session& session();
  const Session& session() const;
  LargeMapTask& large_map_task();
  const LargeMapTask& large_map_task() const;
  RecoveryController& recovery();
  const RecoveryController& recovery() const;
  CommandLog& log();
  const CommandLog& log() const;
  QueryController& query();
  const QueryController& query() const;
  Inspector& inspector();
  const Inspector& inspector() const;
  Strokes& strokes();
  const Strokes& strokes() const;
  UndoHistory& undo_history();
  const UndoHistory& undo_history() const;
  Gestures& gestures() const;
  ViewSearches& view_searches() const;
  Charts& charts() const;
  ScriptState& scripts();
  StructureController& structures() const;

  // Returns the controllers of the features, in the order of features().
  std::span<const std::pair<const Feature*, std::unique_ptr<FeatureController>>> controllers() const;
  FeatureController& controller(const Feature& feature) const;
  std::span<Document* const> documents() const;  // documents that features keep in files of their own

  struct Handlers;

 private:
  friend class LabPart;  // it hands the world to the parts
  std::string_view asked_first(const Command& command);
  bool asks_about_script(const Command& command, std::string_view window);
  void continue_builds(double budget_ms);
  void age_messages(float dt);

  LabOptions options_;
  LabHost host_;
  LabState state_;
  WorldGuard world_;
  // The parts are built last and destroyed first: they read the members above.
  struct Parts;
  std::unique_ptr<Parts> parts_;
  std::function<void()> put_back_;  // what the program has once, after a lab beside another; may be empty
};

// Returns the cost of a straight step under the rules of the world.
inline Cost cost_unit(const World& world) { return profile_info(world.rules().profile).straight; }
// Returns the agent in use: its size and capability are part of the rules.
Agent agent_of(const World& world);

}  // namespace strata
