// Purpose: The lab without its window: executes commands on a world, solves the query, keeps the clock.
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

#include "app/command.hpp"
#include "app/graph_counts.hpp"
#include "app/held_world.hpp"
#include "app/hierarchy_picture.hpp"
#include "app/lab_state.hpp"
#include "app/playback.hpp"
#include "app/recovery.hpp"
#include "app/settings.hpp"
#include "app/solver.hpp"
#include "core/io/movingai.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"
#include "core/world/world_setup.hpp"

namespace strata {

// What only a window can do. Without a window the commands are errors that say so.
struct LabHost {
  std::function<Status(const std::string& path)> screenshot;  // draws what is due, then writes a PNG
  std::function<Status(const std::string& path)> dump_ui;     // names and rectangles of what can be clicked, as JSON
  std::function<void(const std::string& text)> set_clipboard;
  std::function<Status(const Command& command)> arrange;  // ui.theme, ui.panel, ui.reset_layout
};

struct LabOptions {
  std::string settings_path;                   // empty: settings are not kept
  std::string recovery_folder;                 // empty: no recovery copies
  double recovery_seconds = kRecoverySeconds;  // of real time, from a change to its copy on the disk
  RecoveryClock recovery_clock;                // of tests; empty: the system's
  std::vector<std::string> stock_folders;      // what is in them is read and never written
  bool fixed_clock = false;
  double slice_ms = 4;  // of a tick that goes to builds
  size_t trace_capacity = Trace::kDefaultCapacity;
  // On maps of more cells the query is answered in a thread, see Solver. Under a fixed clock it never is.
  uint32_t solve_here_cells = 1u << 16;
  // On maps of more cells what takes longer than a frame is done in a thread, see lab_large.cpp. Likewise.
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

// Map letters that changed since the renderer asked last.
struct MapChange {
  bool all = false;  // another map or another size
  Rect dirty;
};

// The graph of the contraction that is stepped.
struct ContractedGraph {
  CsrGraph graph;
  std::vector<CellId> cells;      // by node
  std::vector<uint32_t> by_cell;  // nodes by ascending cell
};

class Lab {
 public:
  explicit Lab(LabOptions options = {});
  ~Lab();
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  void set_host(LabHost host) { host_ = std::move(host); }

  Status execute(const Command& command);
  Status execute(std::string_view line);
  void run(std::string_view line);
  // Time passes: playback, flashes, builds in slices, the query is solved anew if anything changed.
  void tick(double dt_seconds);
  // Everything that is due, now: builds, query, trace.
  void settle();
  // Before the program is ended from outside: waits until unsaved work is on the disk.
  Status keep_last_copy();

  // Pointer on the map view, in order of occurrence; fast drags are interpolated here.
  void pointer(const PointerEvent& event);
  void cancel_gesture();  // Esc
  void set_view_size(int width, int height);

  // One gesture of painting, with the selected terrain; `erase` paints ground. One stroke is one entry of the undo
  // history and one command.
  void stroke_begin(Cell cell, bool erase = false);
  void stroke_to(Cell cell);
  void stroke_end();

  const World& world() const { return *world_; }
  const LabState& state() const { return state_; }
  LabState& mutable_state() { return state_; }  // for the overlay's notes and the interface's own fields
  Playback& playback() { return recorded_->playback; }
  const Playback& playback() const { return recorded_->playback; }
  const Trace& trace() const { return recorded_->trace; }
  const Planner* traced_planner() const;
  // Of what is stepped: of the planner, or of contraction.
  const PseudoCode& pseudo_code() const;
  Cost cost_unit() const { return profile_info(world_->rules().profile).straight; }
  // Saving asks for a name: the map has no file, or that of a stock map, which is left as it is.
  bool save_needs_name() const { return state_.map_path.empty() || is_stock(state_.map_path); }
  bool graph_save_needs_name() const { return state_.graph_path.empty() || is_stock(state_.graph_path); }
  bool has_unsaved_copy() const { return recovery_copy_.has_value(); }  // of an earlier run, to be restored
  bool map_unsaved() const { return restored_ || !world_->history().is_saved(); }
  // Undo and redo over the edits of the map and of the drawn graph, in the order they were made.
  bool can_undo() const;
  bool can_redo() const;
  const std::string& undo_name() const;
  const std::string& redo_name() const;
  size_t history_size() const { return world_->history().size() + graph_deeds_.size(); }
  size_t history_position() const { return world_->history().position() + graph_done_; }
  // A straight step in costs of what is stepped, of a planner's answer, of a hierarchy: drawn graphs have their own.
  Cost trace_unit() const;
  Cost row_unit(const Planner& planner) const { return over_drawn(planner) ? kDrawnUnit : cost_unit(); }
  bool over_drawn(const Planner& planner) const;  // it answers queries on the drawn graph, not on the map
  Cost hierarchy_unit(Structure structure) const {
    return hierarchy_graph(structure) == ChGraph::kDrawn ? kDrawnUnit : cost_unit();
  }
  // Read as a whole when it has changed since the last look. `structure`: kCh or kCch.
  const HierarchyPicture& hierarchy(Structure structure);
  // Of the search that is stepped; null: it is none of a hierarchy, or of one too large to be looked up for that alone.
  const HierarchyPicture* stepped_hierarchy();
  static constexpr uint32_t kMaxContracted = 5000;  // nodes of a graph whose contraction is stepped
  const ContractedGraph& contracted_graph() const { return contracted_; }
  uint64_t graph_version() const { return graph_version_; }  // changes with the drawn graph
  uint64_t world_version() const { return world_version_; }  // changes when another map is opened
  uint64_t plan_version() const { return plan_version_; }    // changes when a planner's answer changed
  uint64_t rules_version() const { return rules_version_; }  // changes with rules and abstraction options
  // What overlays draw of a structure, cut along a grid: by part of it, changes when it looks different.
  struct Stamps {
    ClusterGrid grid;
    std::vector<uint64_t> values;
  };
  // By level - 1; those of the structures that are not kept, or of which nothing is drawn in parts, are empty.
  const std::vector<Stamps>& stamps(Structure structure) const { return stamps_[static_cast<size_t>(structure)]; }
  // Of the event at the cursor. Looked up when the cursor has moved; the const one gives what was looked up last.
  const SteppedEdge& stepped_edge();
  const SteppedEdge& stepped_edge() const { return stepped_; }
  // The agent in use: its size and capability are part of the rules.
  Agent agent() const { return {world_->rules().agent_size, world_->rules().capability}; }
  MapChange take_map_change();
  // Null while there are no agents.
  const Crowd* crowd() const { return crowd_.get(); }
  AgentSpot agent_spot(uint32_t agent) const;

  // The state as JSON. Without durations it is the same in every run.
  std::string dump_state(bool durations = false);
  // A script that brings a fresh lab to this state.
  std::string reproduction() const;
  const std::vector<std::string>& log() const { return log_; }
  // Script folder: relative paths of commands are looked up there first. Empty: the working directory.
  void set_base_folder(std::string folder) { base_folder_ = std::move(folder); }
  // Arguments of the form $NAME or $NAME/... are replaced by what is remembered under the name. "OUT" is the folder for
  // what scripts write; "out" unless set.
  void remember(const std::string& name, std::string text) { remembered_[name] = std::move(text); }
  // Implements `assert`: KEY is a dotted path into the dump. An error if it does not hold.
  Status check(const std::vector<std::string>& args);
  // Implements `remember`.
  Status remember_value(const std::string& name, const std::string& key);

  void say(MessageKind kind, std::string text);
  // What a pane shows when the view has just been split.
  static int usual_level(int views, int view);

  // Names of commands that have a handler, for the test that compares them with the table.
  static std::vector<std::string_view> handled();

 private:
  using Args = const std::vector<std::string>&;
  struct Handlers;
  friend struct Handlers;

  // Work on large maps. What runs in the thread reads the world at most; it returns what is left for this one.
  using Finish = std::function<Status()>;
  using LargeJob = std::function<Finish(JobControl&)>;
  struct LargeWork {
    Command command;  // that it belongs to
    Job<Finish> job;
  };
  Status run_large(bool large, std::string title, LargeJob work);
  bool is_large(size_t cells) const;
  void cancel_large();
  void poll_large();
  void finish_large();  // waits for it
  struct MadeWorld {
    std::unique_ptr<World> world;
    std::optional<Query> query;
    bool haa_refused = false, landmarks_refused = false;  // they would not have fitted into memory
  };
  WorldSetup next_setup() const;
  WorldSetup chosen_setup() const;
  static MadeWorld make_world(GridMap map, WorldSetup setup, const Query* query);
  Status change_setup(WorldSetup setup, std::string title, std::function<void()> then);
  void change_setup_now(const WorldSetup& setup);  // where little has to be built
  // Giving memory back takes time too.
  template <class Old>
  void dispose(Old old) {
    disposal_.stop();
    disposal_.start([kept = std::make_shared<Old>(std::move(old))](JobControl&) mutable {
      kept.reset();
      return true;
    });
  }

  // Maps.
  Status open_map(const std::string& path, std::function<void()> then = {});
  Status open_scenario(const std::string& path, size_t row);
  void replace_map(GridMap map, std::string path, std::string title, const Query* query);
  void replace_world(MadeWorld made, std::string path, std::string title);
  Status save_map_as(const std::string& path);
  Status note_saved(const std::string& path, const Status& written);
  void note_map(const std::vector<MapWarning>& warnings, const std::string& file);
  bool is_stock(const std::string& path) const;
  Status refuse_stock(const std::string& path) const;
  void note_unsaved() { state_.unsaved = map_unsaved() || state_.graph_unsaved; }

  // Contraction hierarchies.
  ChGraph hierarchy_graph(Structure structure) const;
  void apply_hierarchies();
  void set_hierarchies(const ChOptions& ch, const CchOptions& cch);
  void read_hierarchies();
  std::string contraction_key() const;
  std::string contraction_refused(const std::optional<ChInput>& input) const;
  Status begin_contraction();
  void set_stepped(std::string_view planner, bool contracting);
  void end_contraction();
  void record_contraction();
  void inspect_hierarchies(Inspection& inspection);
  Status look_up_arc(Structure structure, CellId a, CellId b, ArcInspection& seen);
  std::optional<ArcInspection> arc_at(const PointerEvent& event);
  bool hovers_node(Cell cell);  // of a hierarchy that is shown

  // The drawn graph.
  Status open_graph(const std::string& path, bool here = false);  // here: on the open map, whichever it names
  Status save_graph_as(const std::string& path);
  std::string usual_graph_path() const;  // beside the map, where there is no file yet
  void edit_graph(DrawnGraph graph, std::string name);
  void set_graph(DrawnGraph graph);
  void forget_graph();
  void forget_undone();  // after an edit of the map
  bool undo_is_graph() const;
  bool redo_is_graph() const;
  void travel_graph(bool back);
  std::optional<uint32_t> drawn_node_at(const PointerEvent& event) const;
  const DrawnEdge* drawn_edge_at(const PointerEvent& event) const;
  bool remove_drawn_at(const PointerEvent& event);
  void drag_node(const PointerEvent& event, Cell cell);
  void drop_node(bool keep);
  bool ask_unsaved(const Command& command);
  std::string resolve(const std::string& path) const;

  // The crowd.
  BatchMap crowd_map() const;
  Status ensure_crowd(const Agent& agent);
  void ensure_kinds();
  void keep_crowd_kinds();
  void clear_crowd();
  Result<uint32_t> spawn_random(uint32_t count);
  uint32_t spawn_along(Cell from, Cell to);
  Result<uint32_t> spawn_rows(const std::string& path, uint32_t& left_out);
  void choose_engine();
  void tick_crowd(double dt_seconds);
  void tell_crowd();
  void run_crowd(uint32_t ticks, double budget_ms);
  void crowd_edited(const EditReport& report);
  void crowd_goal_changed();
  void read_crowd();
  std::string tables_refusal() const;
  void follow_agent(std::optional<uint32_t> agent);
  void look_up_followed();
  void log_crowd_ticks();
  std::vector<std::string> crowd_lines() const;
  std::optional<uint32_t> agent_at(const PointerEvent& event) const;
  void crowd_stroke_begin(Cell cell);
  void crowd_stroke_to(Cell cell);
  void crowd_stroke_end();
  CellId crowd_goal() const;

  // The two ways to the world as something that may be changed. Through the first, any gesture that is held ends:
  // what it holds on to (cells touched so far, a landmark, a node) may not be there afterwards.
  World& change_world();
  World& gesture_world();  // for the gesture itself, and for builds that go on beside it
  void finish_gesture();   // as if the button had been let go now; what was not decided yet is dropped

  void build_on(double budget_ms);
  void age_messages(float dt);

  // Edits.
  void note_edit(const EditReport& report);
  void begin_reading(std::string name);
  void paint(const Edit& edit, const std::string& name);
  char paint_letter() const;
  void stamp_all();
  void stamp(Structure structure);
  void stamp_edit(const EditReport& report);
  void read_meter(const EditReport& report);
  void read_touched(const StructureReport& done, MeterStructure& meter);
  void flash(Structure structure, std::span<const TouchedPart> parts);  // of one level
  void notice_ready();
  uint32_t ready_structures() const;
  void count_graph();
  void count_graph_now();
  void take_counts(const GraphCounts& counts);
  void map_edited();

  // Search.
  void query_changed();
  void rules_changed();
  // Carries LabState::haa_options over to the world if HAA* is on, with the agent in use among them.
  void apply_haa(bool on);
  // The same for any structure that can be switched on; of layers and rows what belongs to it comes and goes with it.
  void apply_structure(Structure structure, bool on);
  void include_agent(const Agent& agent);  // among what HAA* knows
  void show_structure(Structure structure, bool on);
  bool comes_along(Layer layer) const;           // with its structure
  static bool shows_levels(Layer layer);         // views of levels are there for it: splitting the view switches it on
  bool haa_fits(const GridMap& map);             // into memory; says so if not
  static constexpr double kMaxAgentBytes = 1e9;  // moves and clearances of all kinds of agents
  static double haa_bytes(const GridMap& map, const HaaOptions& options);
  std::vector<std::string> haa_lines() const;
  std::vector<std::string> structure_lines() const;
  void follow_needs();
  bool landmarks_fit(const GridMap& map, const LandmarkOptions& options);  // into memory; says so if not
  static std::string too_many_landmarks(const GridMap& map, const LandmarkOptions& options);
  Status place_landmarks(const LandmarkOptions& options);
  static HpaOptions usual_hpa();
  std::string placed_line(const LandmarkOptions& options) const;
  std::optional<LandmarkOptions> placed_landmarks() const;  // as if each had been placed where it is; nothing: unknown
  bool landmarks_current() const;
  void read_landmarks();
  bool usually_shown(const Planner& planner) const;
  bool usually_on(Layer layer) const;
  void show_kept();                            // of the world of another map
  bool wants_jumps(const Rules& rules) const;  // some row does
  bool ready_for(const Planner& planner) const;
  std::string building_note(const Planner& planner) const;
  std::string unavailable(const Planner& planner) const;  // why; empty: it is there
  static std::optional<Query> random_query_on(const World& world, uint64_t seed);
  // A gesture is under way whose effect on the query is shown live.
  bool live() const { return state_.dragging != DragEnd::kNone || state_.painting; }
  bool may_solve() const;
  std::string trace_key() const;
  std::string answer_key(const Planner& planner) const;  // of what the planner's answer depends on
  void solve();
  void solve_all();
  void solve_row(PlannerRow& row);
  bool can_solve(PlannerRow& row);  // if not, the row says why
  void take_result(PlannerRow& row);
  bool wants_optimum() const;
  void rate(const PlanResult* optimum);
  // The same in a thread.
  bool solves_in_thread() const;
  void ask_solver();
  void take_answers();
  void take_recorded(std::unique_ptr<RecordedSearch> recorded);
  void judge_row(PlannerRow& row);
  void record_trace();
  void explain();
  void compare();
  void connect_note();
  void connect_note(size_t start_area, size_t goal_area);
  void refresh_inspection();
  void inspect_structures(Inspection& inspection) const;
  void inspect_landmarks(Inspection& inspection) const;
  void look_up_edge(const SearchEvent& event);

  static bool is_logged(const CommandInfo& info);  // the reproduction is made of such commands
  void log_command(const Command& command);
  std::vector<std::string> setting_lines() const;
  void save_settings();

  // Recovery copies.
  void offer_unsaved_work();
  void note_about();
  void keep_recovery_copy();
  Status restore_unsaved_work();
  Status expand(Command& command) const;
  void apply_shape();
  bool near_marker(const PointerEvent& event, Cell cell) const;
  DragEnd marker_at(const PointerEvent& event) const;
  void grab_landmark(const PointerEvent& event);
  void drag_landmark(Cell cell);
  void drop_landmark(bool keep);
  void pointer_press(const PointerEvent& event, Cell cell);
  void pointer_move(const PointerEvent& event, Cell cell);
  void pointer_release(const PointerEvent& event, Cell cell);

  LabOptions options_;
  LabHost host_;
  HeldWorld world_;
  LabState state_;
  Workspace workspace_;
  std::unique_ptr<RecordedSearch> recorded_;  // never null
  Solver solver_;
  Settings settings_;
  Recovery recovery_;
  PlanResult scratch_;
  std::unique_ptr<LargeWork> large_;
  bool asynchronous_ = false;  // the command under way comes from a user, who must not wait for it
  Job<bool> disposal_;

  std::vector<std::string> log_;
  std::string base_folder_;
  std::map<std::string, std::string> remembered_;
  uint64_t world_version_ = 1;
  uint64_t plan_version_ = 1;
  uint64_t rules_version_ = 1;
  bool solve_due_ = false;
  bool trace_due_ = false;
  std::string trace_key_;              // what the recorded search depends on
  std::string asked_trace_key_;        // the same of the search that the solver records
  std::array<size_t, 2> areas_{};      // of start and goal, where the solver found no way between them
  std::optional<PlanResult> optimum_;  // A*'s answer, where A* is not on show; from the solver
  size_t recorded_events_ = 0;         // of the search recorded last, also if the record is gone
  double solved_at_ = -1e9;            // by the lab's clock
  double live_micros_ = 0;             // spent on the planners of the solving under way
  double solve_seconds_ = 0;           // what the last solving took
  uint32_t was_ready_ = 0;             // bit per Structure
  uint64_t landmarks_version_ = 0;
  std::array<uint64_t, 2> hierarchy_versions_{};  // kCh, kCch
  bool hierarchy_counts_due_ = false;
  std::array<HierarchyPicture, 2> pictures_;
  ContractedGraph contracted_;
  MapChange map_change_{true, {}};

  std::unique_ptr<Crowd> crowd_;
  std::vector<Agent> crowd_kinds_;
  Rules crowd_rules_;            // that it was told of
  bool crowd_edits_ = false;     // it has not heeded yet
  double crowd_time_ = 0;        // ticks that are due, less than one between frames
  uint32_t crowd_unlogged_ = 0;  // ticks since the log was written last
  uint32_t crowd_strokes_ = 0;
  std::string crowd_line_;  // the command that the stroke under way will be logged as; empty: there is none
  Cell crowd_stroke_last_;
  std::vector<uint8_t> crowd_covered_;  // cells of the stroke under way
  std::optional<std::string> no_cuda_;  // why there is no device, once it was looked for

  // Gestures.
  std::string stroke_line_;  // the command that the stroke under way will be logged as
  Cell stroke_last_;
  char stroke_letter_ = '@';
  std::array<std::vector<Stamps>, kStructures> stamps_;
  std::array<std::vector<std::vector<uint8_t>>, kStructures> redone_;  // parts of the reading under way, by level
  uint64_t stamp_ = 0;
  uint64_t counted_stamp_ = 0;   // of what the state says of the graphs
  uint64_t counting_stamp_ = 0;  // of what is being counted
  SteppedEdge stepped_;
  uint64_t stepped_stamp_ = 0;  // of what it was looked up for
  // One entry of the undo history each. Holds the graph from before it, or where it has been undone, from after it.
  struct GraphDeed {
    std::string name;
    DrawnGraph graph;
    size_t map_position = 0;  // of the history of the map when it was done
  };
  std::vector<GraphDeed> graph_deeds_;
  size_t graph_done_ = 0;         // of them
  size_t redo_limit_ = SIZE_MAX;  // edits of the map from here on were undone before the graph was edited
  DrawnGraph saved_graph_;        // as the file has it
  uint64_t graph_version_ = 1;
  uint64_t logged_world_ = 1;  // whose commands the log holds
  std::string opened_path_;    // the file that was opened last, as it was named
  bool asked_ = false;         // the command under way waits for an answer and has done nothing yet
  bool waited_for_ = false;    // the command under way needs what is built in the background: the log waits for that
  double press_x_ = 0, press_y_ = 0, last_x_ = 0, last_y_ = 0;
  int button_ = -1;
  bool from_gesture_ = false;  // the command under way comes from a gesture and does not end it
  bool moved_ = false;
  LandmarkOptions landmarks_before_drag_;      // with `placed`
  std::optional<Cell> last_painted_;           // for Shift+click lines
  bool restored_ = false;                      // the map is restored work that no file holds
  std::string after_save_;                     // the command that waits until the map is saved
  RecoveryAbout recovery_about_;               // of the own work
  std::optional<RecoveryCopy> recovery_copy_;  // of an earlier run, until it is restored or discarded
};

}  // namespace strata
