// Purpose: LabState is everything that the screen shows, as plain data. Only the lab and its parts write it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/camera.hpp"
#include "app/base/palette.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/lab/layers.hpp"
#include "app/lab/planner_names.hpp"
#include "core/grid/shapes.hpp"
#include "core/search/plan.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

struct FactRow;  // app/lab/fact.hpp
struct MapWarning;
struct OpenOptions;  // app/lab/open_options.hpp
struct PlannerAppearance;
struct SteppedProcess;
enum class ProgressMeasure : uint8_t;  // app/playback/search_progress.hpp

// The tools that belong to no feature. The tools of features have the numbers after these, see FeatureTool.
enum class Tool : uint8_t { kSelect, kBrush, kErase, kLine, kRectangle, kEllipse, kFill, kPick, kEnds };
inline constexpr int kSharedTools = 9;
int tool_count();
std::string_view tool_name(Tool tool);   // "select"
std::string_view tool_title(Tool tool);  // "Select and move"
std::optional<Tool> tool_named(std::string_view name);

struct LayerState {
  bool on = false;
  float opacity = 1;
  // The user has switched the layer on by hand, so that it stays visible when another planner is stepped:
  // see app/lab/layer_auto_hide.hpp.
  bool pinned = false;
  // Says why the layer draws less than there is ("zoom in to see..."); empty: it draws everything.
  std::string note;
};

inline constexpr int kMaxViews = 4;
inline constexpr int kAllLevels = -1;
// The level of the step, see ViewSearches::drawn_level.
inline constexpr int kStepLevel = -2;
// Returns the level that a pane shows right after the view was split into this number of panes.
constexpr int default_level(int views, int view) { return views == 1 ? kStepLevel : view; }
// One of up to four panes that show the map. All panes have the same camera and pointer; they may show different
// levels or planners.
struct ViewState {
  // 0: only cells. 1, 2, ...: clusters, nodes, edges and searches of this level. kAllLevels: everything.
  // kStepLevel: the cells, and of a hierarchy the level of the step.
  int level = kStepLevel;
  // Says why the pane shows less than was asked for: "HPA* has 2 levels"; empty: it shows everything.
  std::string note;
  // Name of the planner whose search this pane shows while panes compare planners. The first pane always
  // shows LabState::traced.
  std::string planner;
};
std::string view_title(int level);  // "Step level", "All levels", "L0 cells", "L2"
std::string level_word(int level);  // as in commands: "step", "all", "2"

// The row of a planner in the comparison.
struct PlannerRow {
  const Planner* planner = nullptr;
  bool shown = false;
  bool path_hidden = false;  // its path is not drawn, although the planner is compared
  // The planner supports the movement profile, and the structures that it searches exist (levels, HAA*).
  bool allowed = true;
  // The structures that it searches exist, or are switched on as soon as the planner is shown or stepped.
  bool within_reach = true;
  bool solved = false;  // `result` is the answer to the present query on the present map
  // A thread computes a new answer. Until it arrives, `result` has the previous answer, which is shown in grey.
  bool waiting = false;
  // Identifies the inputs that `result` was computed from; empty: the planner was not asked, or has not answered.
  std::string key;
  std::string asked;  // identifies the inputs of the answer that is being computed
  PlanResult result;
  double micros = 0;  // median time of `repeats` untraced runs
  int repeats = 0;
  bool timed = false;  // `micros` is the time of warmed runs; false: that of the run that gave the answer
  // By how many percent the cost exceeds the optimum. The optimum is the cost of A* under the same rules; for planners
  // with any-angle paths it is the cost of Polyanya. Nullopt: unknown.
  std::optional<double> percent_over;
  // Build time and memory charged to the planner for its structures, see core/world/planner_costs.hpp;
  // 0: not known yet.
  double build_micros = 0;
  size_t memory_bytes = 0;
  std::string note;  // status text: "found", "no path: ...", "building 40 %"
};

// Returns why the planner can be neither compared nor stepped now. Call it only for rows that are not `within_reach`.
std::string_view why_not_within_reach(const PlannerRow& row);

// Returns whether the paths of both rows are drawn and named as one: both planners are hierarchical, of one family, and
// have found the same path.
bool share_path(const PlannerRow& a, const PlannerRow& b);

// The meter of re-abstraction says how much of a structure the edits of a gesture have rebuilt. This is its
// reading for one level.
struct UpdateMeterLevel {
  int level = 1;
  // Number of different parts that were rebuilt.
  size_t parts = 0;
  // Number of rebuilds of parts: a part counts once for each edit that has rebuilt it.
  size_t redone = 0;
};
struct UpdateMeterStructure {
  StructureId structure = StructureId::kMoves;
  double micros = 0;          // total update time of all edits
  double rebuild_micros = 0;  // time of one build from scratch
  std::vector<UpdateMeterLevel> levels;
  std::vector<RebuiltCount> counts;  // sums over the edits

  // These functions return the entry with this key; if there is none, they add one with zeros.
  UpdateMeterLevel& at(int level);
  RebuiltCount& at(std::string_view key, int level);
};
struct UpdateMeterReading {
  std::string name;  // "Brush", "Undo Brush"
  size_t edits = 0;
  uint64_t changed_cells = 0;
  Rect dirty;
  int levels = 0;  // number of levels of HPA* at the start of the gesture
  // Total time that all edits needed to update all structures.
  double micros = 0;
  double worst_micros = 0;  // update time of the slowest edit
  // Estimated total time if each edit had rebuilt, from scratch, the structures that it has changed.
  double rebuild_micros = 0;
  double ratio() const { return micros > 0 ? rebuild_micros / micros : 0; }
  // The structures that the edits have changed.
  std::vector<UpdateMeterStructure> structures;

  UpdateMeterStructure& at(StructureId structure);  // adds an entry if there is none
  // These functions return the counts of one structure; they are 0 if nothing was rebuilt.
  size_t parts(StructureId structure, int level = 1) const;
  size_t redone(StructureId structure, int level = 1) const;
  size_t count(StructureId structure, std::string_view key, int level = 1) const;
  // Returns whether a text may say "`redone` of `all` parts". A sum over several edits (`sum`) may count a part more
  // than once, so that it must not.
  bool is_share(size_t redone, size_t all, bool sum) const { return (!sum || edits <= 1) && redone <= all; }

 private:
  const UpdateMeterLevel* find(StructureId structure, int level) const;
};

// A part of a structure that an edit has just rebuilt.
struct Flash {
  StructureId structure = StructureId::kHpa;
  int level = 1;  // 0: the structure has no levels
  uint32_t part = 0;
  Rect cells;
  float age = 0;  // seconds
};
inline constexpr float kFlashSeconds = 0.9f;

// The pages of the preferences, in their order.
enum class PreferencesPage : uint8_t { kLook, kColours, kKeys, kSaving, kComputing };
inline constexpr int kPreferencesPages = 5;

enum class MessageKind : uint8_t { kInfo, kWarning, kError };
struct Message {  // shown for a while at the bottom
  MessageKind kind = MessageKind::kInfo;
  std::string text;
  float age = 0;
};
// An alternative that the error dialog offers as a button after an action has failed.
struct DialogOffer {
  std::string label;                  // "Open with z up"; empty: no button
  std::vector<std::string> commands;  // the commands that the button runs
};
struct Dialog {  // stays until the user closes it
  std::string title;
  std::string text;
  DialogOffer offer = {};
};
// The error of the command that a dialog has given last. The dialog stays open with all its input.
struct DialogCommandError {
  std::string window;  // "open", "save_as" and others
  std::string text;
  DialogOffer offer = {};
};
// A question that the user must answer: before unsaved changes are lost, when unsaved work of an earlier run was found,
// or before a script runs.
struct Question {
  enum class Kind : uint8_t { kUnsaved, kRecovery, kScript } kind = Kind::kUnsaved;
  std::string title;
  std::string text;
  std::string pending;      // the command line that waits for the answer; empty for kRecovery
  std::string window = {};  // the dialog that gave this command and closes once it is executed; empty: none
};

// A notice beside the open map with a button. It stays until the user closes it or uses the button, or until
// it is out of date.
struct Notice {
  enum class Kind : uint8_t { kLetters, kFileBeside, kLinks } kind = Kind::kLetters;
  std::string text;
  // The text of the button, which runs `line`.
  std::string action;
  std::string line;
  // For kFileBeside: the file that lies beside the map.
  std::string file;
  bool closed = false;
};
std::string_view notice_name(Notice::Kind kind);  // "letters"

// The line, rectangle or ellipse that is being drawn with the mouse.
struct ShapePreview {
  Tool tool = Tool::kLine;
  Cell from;
  Cell to;
};

// What the screen shows in a presentation, besides the legend and the pseudo-code; see presentation_parts.
struct PresentationParts {
  bool open_list = false;   // the open list is shown beside the maps
  bool coordinates = true;  // columns and rows are numbered at the edges of the maps
  bool pointer = true;      // a ring marks the pointer
  // These parts are shown as soon as there is something to say: see PresentedPart.
  bool caption = true, xray = true, meter = true, crowd = true;
  bool comparison = false;
  bool chart = true;  // the open chart is shown in letters like those of the sentence
  // The screen is black. This ends with the presentation.
  bool black = false;
  friend bool operator==(const PresentationParts&, const PresentationParts&) = default;
};

// The actions that hints beside the pointer suggest. Once an action was done, its hint does not come back.
enum class Hint : uint8_t { kPaint, kMoveEnds, kStep };
inline constexpr int kHints = 3;

// What the pointer is dragging: start or goal, or an item of a controller (kHeld). Answers follow the drag.
enum class DraggedMarker : uint8_t { kNone, kStart, kGoal, kHeld };

// The data about the inspected cell: its events in the recording, and whether the agent fits there.
struct Inspection {
  Cell cell;
  std::vector<size_t> events;  // indices of its events in the recording
  // Size of the largest agent with the agent's capability that fits there, at most Clearance::kMaxClearance.
  int clearance = 0;
  // Whether the agent can stand in the cell.
  bool fits = true;
  std::optional<Obstacle> obstacle;
  // Says why the agent does not fit: "size 3 does not fit: water at (14,9), 2 cells right, 1 below"; empty if it fits.
  std::string why;
  uint64_t trace_version = 0;
  uint64_t stamp = 0;  // stamp of the state from which the other members were computed
};

// The abstract edge that the event at the cursor deals with, and the paths on lower levels into which it is refined.
struct AbstractEdgeAtCursor {
  int level = 0;  // 0: there is no edge
  NodeId from = kNoNodeId;
  NodeId to = kNoNodeId;
  // Cost of the path of cells in chains[0]; kInfinite: no such path was found.
  Cost cost = 0;
  // Index: level. Value: the nodes of the path on this level; on level 0 they are cells.
  std::vector<std::vector<NodeId>> chains;
};

// The part of a chart that is displayed.
using ChartRange = std::pair<double, double>;
struct ChartVisibility {
  std::optional<ChartRange> range;  // range of x; nullopt: all points
  std::set<std::string> hidden;     // names of the hidden series
  friend bool operator==(const ChartVisibility&, const ChartVisibility&) = default;
};
// How the table beside a chart is sorted. Without `column` its rows are not sorted.
struct ChartSort {
  std::optional<size_t> column;
  bool down = false;
  friend bool operator==(const ChartSort&, const ChartSort&) = default;
};
// The state of the window of charts.
struct ChartState {
  std::string name;  // name of the open chart; empty: none
  ChartVisibility shown;
  // How the tables are sorted, for each group of charts.
  std::map<std::string, ChartSort, std::less<>> sorts;
  bool table = true;  // the table is shown beside the chart
  // The point of the chart under the pointer.
  struct PointedPoint {
    std::string series;
    double x = 0, y = 0;
    friend bool operator==(const PointedPoint&, const PointedPoint&) = default;
  };
  std::optional<PointedPoint> pointed;
};

// The tab that a command has asked for last. The left panel shows it when `times` changes.
struct TabRequest {
  std::string_view tab;  // "tab.xray"
  uint64_t times = 0;
  void ask(std::string_view wanted) { *this = {wanted, times + 1}; }
};

std::shared_ptr<const PlanOptions> usual_plan_options();

struct LabState {
  // The map.
  uint64_t world_version = 1;  // changes whenever another map opens
  uint64_t rules_version = 1;  // changes with the rules of movement and the options of structures
  std::string map_path;        // empty: the map was never saved
  std::string level_path;      // the level (.obj) that the map shows; empty: it shows none
  std::string map_title;       // "arena.map", "running example", "rooms 512x512 seed 3"
  bool unsaved = false;        // the map or a feature's document has unsaved changes
  std::vector<MapWarning> map_warnings;
  // The letters that the map's file contains, when it was opened or saved last; empty: the map has no file.
  std::string map_letters;
  std::vector<Notice> notices;
  std::vector<std::string> recent_files;  // newest first
  std::vector<int64_t> opened_at;         // when each recent file was opened, in seconds since 1970; 0: unknown
  // The names and colours of the map's terrains; MapTerrains keeps them.
  TerrainLooks terrain_looks = usual_terrain_looks();
  uint64_t terrain_looks_version = 1;  // changes with terrain_looks
  void set_terrain_looks(TerrainLooks looks);

  TabRequest tab_request;

  // Tools.
  Tool tool = Tool::kSelect;
  Brush brush{1, BrushShape::kRound};
  Terrain terrain = Terrain::kOut;
  bool filled = true;  // drawn rectangles and ellipses are filled; false: outlines
  std::optional<ShapePreview> shape;
  std::optional<Cell> hover;
  DraggedMarker dragging = DraggedMarker::kNone;
  bool panning = false;
  bool painting = false;

  // The view.
  Camera camera;
  std::vector<LayerState> layers;  // by the number of the layer
  // Switches a layer on or off. Switching it off also removes its pin. Of all heat maps only one is shown, so that
  // switching one on switches the others off.
  void switch_layer(Layer layer, bool on);
  const LayerState& layer(Layer l) const { return layers[static_cast<size_t>(l)]; }
  int view_count = 1;  // 1, 2 or 4
  std::array<ViewState, kMaxViews> views;
  // The pane in which the pointer was last.
  int pointer_view = 0;
  // The panes show the searches of different planners side by side.
  bool compared = false;
  bool views_compare() const { return compared && view_count > 1; }
  // The other panes show how their searches differ from that of the first pane.
  bool difference = false;
  ProgressMeasure pace{};  // kExpansions at first
  // The layers that a split of the view has switched on. They are switched off when the split ends.
  std::vector<Layer> split_layers;
  double ui_scale = 1;
  bool presentation = false;
  bool legend = true;       // a presentation shows the legend
  bool large_code = false;  // a presentation shows the pseudo-code, too
  PresentationParts presented;
  bool simple = false;     // simple view: lists show A*, JPS and HPA* only, see app/lab/simple_view.hpp
  bool first_run = false;  // the card of the first run is open, see app/lab/first_run.hpp
  // Hints are shown beside the pointer, until all suggested actions were done.
  bool hints = false;
  std::array<bool, kHints> hints_done{};
  std::vector<std::string>
      windows;  // names of the open dialogs and windows: "open", "save_as", "new", "generate", "search", ...
  bool window_open(std::string_view name) const;
  // Preferences, see app/lab/preferences.hpp.
  bool dark = true;        // the window sets the theme
  bool tool_hints = true;  // the status bar describes the tool
  PlannerColours planner_colours = PlannerColours::kUsual;
  bool copies = true;       // recovery copies of unsaved work are made
  double copy_seconds = 0;  // time from a change to its recovery copy
  int threads = 0;          // maximum number of threads that work at once; 0: as many as the processor has
  PreferencesPage preferences_page = PreferencesPage::kLook;
  // Names, in the UI dump, of the open section and the open tab of the left panel; empty: there is no window,
  // or none is open.
  std::string screen_place, screen_tab;
  // Heights in UI pixels of the strip at the bottom with events, sentence and pseudo-code, and of the pseudo-code in it
  // at the default line spacing. 0: it is not on the screen.
  double strip_height = 0, strip_code = 0;
  bool strip_code_whole = false;  // all lines of the pseudo-code are visible
  ChartState chart;
  // Something was not drawn; the notes of the layers say what is missing.
  bool overlay_truncated = false;
  // The entries of the legend to which something on the map belongs, as drawn in the last frame.
  std::vector<LegendEntry> drawn_entries;
  // The entry of the legend under the pointer: the marks of all others are pale meanwhile.
  std::optional<LegendEntry> pointed_entry;
  // The version of the stepped recording when a crowd was used last, see app/lab/agents_first.hpp.
  uint64_t agents_first_at = 0;

  // The search.
  PlanQuery query;
  bool has_query = false;
  // The options that all planners have in common.
  const PlanOptions& plan_options() const { return *plan_options_; }
  void set_plan_options(const PlanOptions& options);
  uint64_t plan_options_version() const { return plan_options_version_; }  // changes when they are set
  // The rows of the comparison, in the order in which planners are listed.
  std::vector<PlannerRow> rows;
  const PlannerRow* row(std::string_view name) const;
  const Planner* traced_planner() const { return row(traced)->planner; }  // the planner whose search is stepped
  // Each number of levels of a family has a row of its own, see app/lab/planner_levels.hpp.
  bool levels_apart = false;
  bool only_stepped = false;  // of all paths only that of the stepped planner is drawn
  // Appearances of the planners that the user has added, see planner_appearance.
  std::vector<PlannerAppearance> added_appearances;
  PlannerNames names;                       // names of the planners under the options of their present answers
  std::string traced = "astar";             // name of the planner whose search is stepped
  const SteppedProcess* process = nullptr;  // the process that is stepped; null: a search is
  // A remark on the comparison: plain jump point search is faster than the hierarchies. It is empty if this is not
  // so, or not known.
  std::string comparison_note;
  std::string mesh_gap_note;  // why planners over the mesh find no path; empty: the agent's width is not the reason
  std::string query_note;     // "start is blocked (trees)"; empty: no note
  // The search or process to be stepped will be recorded when the present gesture ends.
  bool trace_deferred = false;
  bool solving = false;  // a thread computes answers or the recorded search
  // The search to be stepped is still being recorded; the previous one is shown in grey.
  bool trace_waiting = false;

  // Inspection.
  std::optional<Inspection> inspected;

  // Edits.
  // The meter of the last gesture, or of the one that is under way.
  UpdateMeterReading meter;
  uint64_t strokes = 0;
  std::vector<Flash> flashes;

  // Work under way.
  bool building = false;
  double build_progress = 1;
  std::array<size_t, kStructures> memory{};             // bytes by structure; HPA* includes its stored paths
  std::vector<size_t> planner_memory;                   // bytes charged to each planner, in the order of planners()
  std::array<std::vector<FactRow>, kStructures> facts;  // what was counted of each structure, see Feature::facts

  // Work on a large map that a thread does. No other command can be executed until it has ended.
  struct LargeMapStatus {
    bool on = false;
    std::string title;    // "Opening city.map"
    double progress = 0;  // 0..1; 0: unknown
    bool cancelled = false;
  };
  LargeMapStatus large;

  // Messages and questions for the user.
  std::vector<Message> messages;  // newest last
  std::deque<Dialog> dialogs;     // only the first one is open
  std::optional<Question> question;
  // The question that the user has answered with "Save". Its command is executed after the save.
  std::optional<Question> after_save;
  // The question whose command was executed after the answer or the save, and has just failed.
  std::optional<Question> failed_after;
  std::optional<DialogCommandError> window_problem;
  // What the dialog "open_options" shows: the file that is to be opened, and how it is read. Null: it is closed.
  std::shared_ptr<const OpenOptions> open_options;
  bool quit = false;

  // The clock of the lab does not depend on real time, and no durations are shown. So two runs are
  // identical to the pixel.
  bool fixed_clock = false;
  double seconds = 0;  // time since the start by the lab's clock
  uint64_t frame = 0;
  // Number of commands executed so far. Opening a scene (app/lab/scene.hpp) counts as none.
  uint64_t executed = 0;

 private:
  std::shared_ptr<const PlanOptions> plan_options_ = usual_plan_options();
  uint64_t plan_options_version_ = 1;
};

// Returns a duration as text: "12 µs", "3.4 ms", "2.1 s"; "–" with a fixed clock.
std::string micros_text(const LabState& state, double micros);
// Returns a cost as text, in units of a straight step: "41.66".
std::string cost_text(Cost cost, Cost unit);

// Stores what was noted while a frame was drawn: the notes of the layers, by number, those of the panes, and what has
// an entry in the legend.
void note_drawn(LabState& state, std::span<const LayerState> layers, std::span<const std::string> views,
                std::span<const LegendEntry> entries, bool truncated);

// Returns the query that the planner's path and recorded search belong to. If the planner has found only a partial
// path, its goal is the end of that path.
PlanQuery searched_query(const LabState& state, const Planner& planner);

}  // namespace strata
