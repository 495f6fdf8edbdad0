// Purpose: The lab without its window: executes commands and keeps the clock. Its parts have one concern each: the map
// and
//          its file, the query and its answers, painting, the pointer, and so on (app/lab/lab_part.hpp).
// Errors: execute() says what is wrong and changes nothing. run() is the same for people: the error is queued as a
//         dialog (files) or a message (everything else).
// Threads: Not shared.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "app/lab/held_world.hpp"
#include "app/lab/lab_state.hpp"
#include "app/lab/recovery.hpp"
#include "app/playback/playback.hpp"
#include "core/world/world.hpp"

namespace strata {

// What only a window can do. Without a window the commands are errors that say so.
struct LabHost {
  std::function<Status(const std::string& path)> screenshot;  // draws what is due, then writes a PNG
  std::function<Status(const std::string& path)> dump_ui;     // names and rectangles of what can be clicked, as JSON
  std::function<void(const std::string& text)> set_clipboard;
  std::function<Status(const Command& command)> arrange;  // ui.theme, ui.panel, ui.reset_layout
};

struct LabOptions {
  std::string settings_path;                               // empty: settings are not kept
  std::string recovery_folder;                             // empty: no recovery copies
  double recovery_seconds = kRecoverySeconds;              // of real time, from a change to its copy on the disk
  RecoveryClock recovery_clock;                            // of tests; empty: the system's
  std::vector<std::string> stock_folders;                  // what is in them is read and never written
  std::span<const Planner> planners = strata::planners();  // on offer; must outlive the lab
  bool fixed_clock = false;
  double slice_ms = 4;  // of a tick that goes to builds
  size_t trace_capacity = Trace::kDefaultCapacity;
  // On maps of more cells the query is answered in a thread, see Solver. Under a fixed clock it never is.
  uint32_t solve_here_cells = 1u << 16;
  // On maps of more cells what takes longer than a frame is done in a thread, see large_work.cpp. Likewise.
  uint32_t large_cells = 1u << 18;
};

struct PointerEvent {
  enum class Kind : uint8_t { kMove, kPress, kRelease, kWheel };
  Kind kind = Kind::kMove;
  double x = 0;  // pixels from the top left of the map view
  double y = 0;
  int view = 0;    // the pane; during a drag the one where it began
  int button = 0;  // 0 left, 1 right, 2 middle
  double wheel = 0;
  bool shift = false;
  bool ctrl = false;
  bool alt = false;
  bool space = false;  // held: drag pans
};

class CrowdDesk;
class Desk;
class Document;
struct Feature;
class Gestures;
class Inspector;
class LandmarkDesk;
class LargeWork;
class Logbook;
class QueryDesk;
class RecoveryDesk;
class Session;
class Strokes;
class StructureDesk;
class UndoHistory;

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
  void run(std::string_view line);
  // The command under way comes from a user, who must not wait for it.
  bool asynchronous() const { return asynchronous_; }
  Status asynchronously(const std::function<Status()>& work);
  // Time passes: playback, flashes, builds in slices, the query is solved anew if anything changed.
  void tick(double dt_seconds);
  // Everything that is due, now: builds, query, trace.
  void settle();
  // Before the program is ended from outside: waits until unsaved work is on the disk.
  Status keep_last_copy();
  void set_view_size(int width, int height);
  void say(MessageKind kind, std::string text);

  const World& world() const { return *world_; }
  HeldWorld& held_world() { return world_; }
  const LabState& state() const { return state_; }
  LabState& mutable_state() { return state_; }  // for the overlay's notes and the interface's own fields
  Playback& playback();
  const Playback& playback() const;
  const Trace& trace() const;
  Cost cost_unit() const { return profile_info(world_->rules().profile).straight; }
  // The agent in use: its size and capability are part of the rules.
  Agent agent() const { return {world_->rules().agent_size, world_->rules().capability}; }

  // The parts. Their headers are named after them.
  Session& session();
  const Session& session() const;
  LargeWork& large_work();
  const LargeWork& large_work() const;
  RecoveryDesk& recovery();
  const RecoveryDesk& recovery() const;
  Logbook& log();
  const Logbook& log() const;
  QueryDesk& query();
  const QueryDesk& query() const;
  Inspector& inspector();
  const Inspector& inspector() const;
  Strokes& strokes();
  const Strokes& strokes() const;
  UndoHistory& undo_history();
  const UndoHistory& undo_history() const;
  Gestures& gestures();
  const Gestures& gestures() const;
  StructureDesk& structures();
  const StructureDesk& structures() const;
  LandmarkDesk& landmarks();
  const LandmarkDesk& landmarks() const;
  CrowdDesk& crowd();
  const CrowdDesk& crowd() const;

  // What features keep, in the order of features().
  std::span<const std::pair<const Feature*, std::unique_ptr<Desk>>> desks() const;
  Desk& desk(const Feature& feature) const;
  std::span<Document* const> documents() const;  // what they keep in files of their own

  // The state as JSON. Without durations it is the same in every run.
  std::string dump_state(bool durations = false);
  // Implements `assert`: KEY is a dotted path into the dump. An error if it does not hold.
  Status check(const std::vector<std::string>& args);
  // Implements `remember`.
  Status remember_value(const std::string& name, const std::string& key);
  // Arguments of the form $NAME or $NAME/... are replaced by what is remembered under the name. "OUT" is the folder for
  // what scripts write; "out" unless set.
  void remember(const std::string& name, std::string text) { remembered_[name] = std::move(text); }
  // Script folder: relative paths of commands are looked up there first. Empty: the working directory.
  void set_base_folder(std::string folder) { base_folder_ = std::move(folder); }
  std::string resolve(const std::string& path) const;

  // What a pane shows when the view has just been split.
  static int usual_level(int views, int view);
  // Names of commands that have a handler, for the test that compares them with the table.
  static std::vector<std::string_view> handled();
  struct Handlers;

 private:
  std::string_view asked_first(const Command& command);
  void build_on(double budget_ms);
  void age_messages(float dt);
  Status expand(Command& command) const;

  LabOptions options_;
  LabHost host_;
  LabState state_;
  HeldWorld world_;
  bool asynchronous_ = false;
  std::string base_folder_;
  std::map<std::string, std::string> remembered_;
  // Last to come, first to go: they read what is above.
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace strata
