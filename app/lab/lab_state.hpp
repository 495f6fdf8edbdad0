// Purpose: LabState is what the screen shows, as plain data. Only Lab writes it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/camera.hpp"
#include "app/base/palette.hpp"
#include "app/lab/layers.hpp"
#include "app/lab/planner_names.hpp"
#include "app/playback/search_progress.hpp"
#include "core/grid/shapes.hpp"
#include "core/search/plan.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

struct MapWarning;

// The shared tools. Tools of features have the numbers after these, see FeatureTool.
enum class Tool : uint8_t { kSelect, kBrush, kErase, kLine, kRectangle, kEllipse, kFill, kPick, kEnds };
inline constexpr int kSharedTools = 9;
int tool_count();
std::string_view tool_name(Tool tool);   // "select"
std::string_view tool_title(Tool tool);  // "Select and move"
std::optional<Tool> tool_named(std::string_view name);

struct LayerState {
  bool on = false;
  float opacity = 1;
  std::string note;  // why the layer shows less than it could ("zoom in to see..."); empty: it shows everything
};

// A view is one of up to four panes over the map. Views share camera and pointer and differ in what they show.
inline constexpr int kMaxViews = 4;
inline constexpr int kAllLevels = -1;
// Returns the level that a pane shows when the view has just been split.
constexpr int default_level(int views, int view) { return views == 1 ? kAllLevels : view; }
struct ViewState {
  int level = kAllLevels;  // 0: cells alone; k: clusters, nodes, edges and searches of level k; kAllLevels
  std::string note;        // why the pane shows less than asked for: "HPA* has 2 levels"; empty: nothing to say
  // The planner whose search the pane shows while views compare planners. The first pane shows the stepped search, see
  // LabState::traced.
  std::string planner;
};
std::string view_title(int level);  // "All levels", "L0 cells", "L2"

// One row of the comparison.
struct PlannerRow {
  const Planner* planner = nullptr;
  bool shown = false;
  bool allowed = true;       // the planner supports the movement profile, and what it needs is there (levels, HAA*)
  bool within_reach = true;  // what the planner needs is there, or showing or stepping it would switch it on
  bool solved = false;       // `result` is the answer to the present query on the present map
  // The answer is being computed in a thread; until it comes, `result` is the answer before, to be shown in grey.
  bool waiting = false;
  std::string key;    // key of what `result` depends on; empty: it was not asked for, or not answered
  std::string asked;  // the same key for the answer that is being computed
  PlanResult result;
  double micros = 0;  // median of `repeats` untraced runs
  int repeats = 0;
  // Cost above the optimum of the problem that the planner solves, in percent: above A*'s cost under the same rules,
  // or, of a planner at any angle, above Polyanya's. Nullopt: unknown.
  std::optional<double> percent_over;
  // What the planner is charged for what it searches, see core/world/planner_costs.hpp; 0: not known yet.
  double build_micros = 0;
  size_t memory_bytes = 0;
  std::string note;  // status for people: "found", "no path: ...", "building 40 %"
};

// Returns why the planner cannot be compared or stepped now, for a row that is not within reach.
std::string_view why_not_within_reach(const PlannerRow& row);

// Whether one line on the map represents the paths of both rows: both are of hierarchical planners of one family, with
// the same path. Whatever names paths uses this.
bool share_path(const PlannerRow& a, const PlannerRow& b);

// What edits made the structures redo: the readings of the live re-abstraction meter.
struct MeterLevel {
  int level = 1;
  size_t parts = 0;   // distinct parts that were redone
  size_t redone = 0;  // the parts counted once for every edit that redid them
};
struct MeterStructure {
  StructureId structure = StructureId::kMoves;
  double micros = 0;          // over all edits
  double rebuild_micros = 0;  // time of one full build
  std::vector<MeterLevel> levels;
  std::vector<TouchedCount> counts;  // summed over the edits

  // These functions add an entry with zeros if there is none.
  MeterLevel& at(int level);
  TouchedCount& at(std::string_view key, int level);
};
struct MeterReading {
  std::string name;  // "Brush", "Undo Brush"
  size_t edits = 0;
  uint64_t changed_cells = 0;
  Rect dirty;
  int levels = 0;           // levels of HPA* when the gesture began
  double micros = 0;        // over all structures and edits
  double worst_micros = 0;  // the slowest single edit
  // Time of full builds in place of updates: of each edit, the structures in which it had anything to change.
  double rebuild_micros = 0;
  double ratio() const { return micros > 0 ? rebuild_micros / micros : 0; }
  std::vector<MeterStructure> structures;  // structures that took part

  MeterStructure& at(StructureId structure);  // adds an entry if there is none
  // Return the counts of one structure; 0 if nothing was redone there.
  size_t parts(StructureId structure, int level = 1) const;
  size_t redone(StructureId structure, int level = 1) const;
  size_t count(StructureId structure, std::string_view key, int level = 1) const;
  // Whether a number of redone parts can be said to be "of" all that there are. A sum over several edits cannot, as it
  // may count a part more than once.
  bool is_share(size_t redone, size_t all, bool sum) const { return (!sum || edits <= 1) && redone <= all; }

 private:
  const MeterLevel* find(StructureId structure, int level) const;
};

// A part of a structure that was redone.
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
// Another way to do what could not be done: a button in the dialog.
struct DialogOffer {
  std::string label;                  // "Open with z up"; empty: there is none
  std::vector<std::string> commands;  // commands that the button carries out
};
struct Dialog {  // must be closed by the user
  std::string title;
  std::string text;
  DialogOffer offer = {};
};
// What was wrong with the last command of a dialog, which stays open with all that was typed into it.
struct WindowProblem {
  std::string window;  // "open", "save_as" and others
  std::string text;
  DialogOffer offer = {};
};
// A question that is asked before unsaved changes would be lost, when unsaved work of an earlier run was found, or
// before a script runs.
struct Question {
  enum class Kind : uint8_t { kUnsaved, kRecovery, kScript } kind = Kind::kUnsaved;
  std::string title;
  std::string text;
  std::string pending;      // the command line that is queued until the answer; empty for kRecovery
  std::string window = {};  // the dialog that has given the command, which closes once it is carried out; may be empty
};

// A notice beside the open map, with what can be done about it. It stays until it is closed, done or out of date.
struct Notice {
  enum class Kind : uint8_t { kLetters, kFileBeside } kind = Kind::kLetters;
  std::string text;
  std::string action;  // label of its button, whose command is `line`
  std::string line;
  std::string file;  // kFileBeside: the file beside the map
  bool closed = false;
};
std::string_view notice_name(Notice::Kind kind);  // "letters"

// A line, rectangle or ellipse being drawn.
struct ShapePreview {
  Tool tool = Tool::kLine;
  Cell from;
  Cell to;
};

// The parts of a presentation, besides legend and pseudo-code.
struct PresentationParts {
  bool open_list = false;   // the open list stands beside the maps
  bool coordinates = true;  // columns and rows are numbered along the edges of the maps
  bool pointer = true;      // a ring follows the pointer
  bool black = false;       // the screen is black; ends with the presentation
  friend bool operator==(const PresentationParts&, const PresentationParts&) = default;
};

// What hints beside the pointer tell to do. A hint is gone for good once the thing was done.
enum class Hint : uint8_t { kPaint, kMoveEnds, kStep };
inline constexpr int kHints = 3;

// What is being dragged that answers depend on: an end of the query, or an item that a controller holds.
enum class DraggedMarker : uint8_t { kNone, kStart, kGoal, kHeld };

// What is known of the inspected cell: its events, what the agent can do there, its place in the abstractions.
struct Inspection {
  Cell cell;
  std::vector<size_t> events;  // indices into the trace
  int clearance = 0;           // clearance for the agent's capability, up to Clearance::kMaxClearance
  bool fits = true;            // the agent can stand there
  std::optional<Obstacle> obstacle;
  std::string why;  // "size 3 does not fit: water at (14,9), 2 cells right, 1 below"; empty if it fits
  uint64_t trace_version = 0;
  uint64_t stamp = 0;  // stamp of the state for which the rest was looked up
};

// The edge that the event at the cursor is about, if it is of an abstract level, and the paths below it.
struct SteppedEdge {
  int level = 0;  // 0: there is no edge
  NodeId from = kNoNodeId;
  NodeId to = kNoNodeId;
  Cost cost = 0;                            // cost of the path in chains[0]; kInfinite: none was found
  std::vector<std::vector<NodeId>> chains;  // by level: the nodes of that level on the path, cells on level 0
};

// What is shown of a chart.
using ChartRange = std::pair<double, double>;
struct ChartShown {
  std::optional<ChartRange> range;  // of x; nullopt: all points
  std::set<std::string> hidden;     // names of series
  friend bool operator==(const ChartShown&, const ChartShown&) = default;
};
// How the table beside a chart is sorted; without a column its rows are in their own order.
struct ChartSort {
  std::optional<size_t> column;
  bool down = false;
  friend bool operator==(const ChartSort&, const ChartSort&) = default;
};
// The window that shows a chart of the analysis.
struct ChartState {
  std::string name;  // the chart that is open; empty: none
  ChartShown shown;
  std::map<std::string, ChartSort, std::less<>> sorts;  // how tables are sorted, by the group of their charts
  bool table = true;                                    // the table is shown beside the chart
  // The point under the pointer.
  struct Pointed {
    std::string series;
    double x = 0, y = 0;
    friend bool operator==(const Pointed&, const Pointed&) = default;
  };
  std::optional<Pointed> pointed;
};

struct LabState {
  // The map.
  std::string map_path;    // empty: never saved
  std::string level_path;  // the level (.obj) that the map shows; empty: it shows none
  std::string map_title;   // "arena.map", "running example", "rooms 512x512 seed 3"
  bool unsaved = false;    // the map, or a document of a feature
  std::vector<MapWarning> map_warnings;
  std::string map_letters;  // letters of its file, when it was opened or saved; empty: it has none
  std::vector<Notice> notices;
  std::vector<std::string> recent_files;  // newest first
  std::vector<int64_t> opened_at;         // by recent file, in seconds since 1970; 0: unknown

  // Tools.
  Tool tool = Tool::kSelect;
  Brush brush{1, BrushShape::kRound};
  Terrain terrain = Terrain::kOut;
  bool filled = true;  // rectangles and ellipses that are drawn with the mouse; else their outline
  std::optional<ShapePreview> shape;
  std::optional<Cell> hover;
  DraggedMarker dragging = DraggedMarker::kNone;
  bool panning = false;
  bool painting = false;

  // The view.
  Camera camera;
  std::vector<LayerState> layers;  // by number
  // Switches a layer on or off. Of the heat maps one is shown: one that comes on switches the others off.
  void switch_layer(Layer layer, bool on);
  const LayerState& layer(Layer l) const { return layers[static_cast<size_t>(l)]; }
  int view_count = 1;  // 1, 2 or 4
  std::array<ViewState, kMaxViews> views;
  int pointer_view = 0;  // the pane where the pointer was last
  // Views show the searches of different planners side by side.
  bool compared = false;
  bool views_compare() const { return compared && view_count > 1; }
  bool difference = false;  // the other views show how their searches differ from the search of the first view
  ProgressBy pace = ProgressBy::kExpansions;
  std::vector<Layer> split_layers;  // layers that a split switched on: the end of the split switches them off
  double ui_scale = 1;
  bool presentation = false;
  bool legend = true;       // the legend is shown in a presentation
  bool large_code = false;  // a presentation shows the pseudo-code as well
  PresentationParts presented;
  bool simple = false;     // lists show A*, JPS and HPA* alone, see app/lab/detail.hpp
  bool first_run = false;  // the card of the first minute is open, see app/lab/first_run.hpp
  bool hints = false;      // hints follow the pointer until what they tell to do was done
  std::array<bool, kHints> hints_done{};
  std::vector<std::string>
      windows;  // open windows of the interface: "open", "save_as", "new", "generate", "search", ...
  bool window_open(std::string_view name) const;
  // Preferences, see app/lab/preferences.hpp.
  bool dark = true;        // the theme of the interface, which the window sets
  bool tool_hints = true;  // the status bar says what the tool does
  PlannerColours planner_colours = PlannerColours::kUsual;
  bool copies = true;       // unsaved work is copied while it is made
  double copy_seconds = 0;  // from a change to its copy
  int threads = 0;          // at most so many threads work at once; 0: as many as the processor has
  PreferencesPage preferences_page = PreferencesPage::kLook;
  // What the left panel shows, by names of the UI dump; empty: there is no window, or no tab is unfolded.
  std::string screen_place, screen_tab;
  // The strip of events, sentence and pseudo-code, in UI pixels: its height, and that of the code with the usual gaps
  // between its lines. 0: it is not on the screen.
  double strip_height = 0, strip_code = 0;
  bool strip_code_whole = false;  // all lines of the code are in sight
  ChartState chart;
  bool overlay_truncated = false;  // more to draw than is drawn; the layers' notes say what

  // The search.
  Query query;
  bool has_query = false;
  PlanOptions plan_options;
  std::vector<PlannerRow> rows;  // in the order of the planners on offer
  const PlannerRow* row(std::string_view name) const;
  PlannerNames names;            // names of the planners, for the options that their answers have
  std::string traced = "astar";  // the planner whose search is stepped
  // What the comparison says if plain jump point search is faster than the hierarchies; empty if it is not, or if that
  // is not known.
  std::string comparison_note;
  std::string mesh_gap_note;    // why planners over the mesh find no path; empty: width is not the reason
  std::string query_note;       // "start is blocked (trees)"; empty: nothing to say
  bool trace_deferred = false;  // the stepped process is recorded when the gesture under way ends
  bool solving = false;         // answers, or the recorded search, are being computed in a thread
  bool trace_waiting = false;   // the recorded search is being computed: the search before is shown in grey

  // Inspection.
  std::optional<Inspection> inspected;

  // Edits.
  MeterReading meter;  // readings of the last gesture, or of the gesture under way
  uint64_t strokes = 0;
  std::vector<Flash> flashes;

  // Work under way.
  bool building = false;
  double build_progress = 1;
  std::array<size_t, kStructures> memory{};  // bytes by structure; HPA* with its stored paths
  std::vector<size_t> planner_memory;        // bytes that a planner is charged, in the order of planners()

  // The state of work on a large map in a thread; no other command can be carried out until it has ended.
  struct LargeStatus {
    bool on = false;
    std::string title;    // "Opening city.map"
    double progress = 0;  // 0..1; 0: unknown
    bool cancelled = false;
  };
  LargeStatus large;

  // Talking to the user.
  std::vector<Message> messages;  // newest last
  std::deque<Dialog> dialogs;     // the first one is shown
  std::optional<Question> question;
  std::optional<Question> after_save;    // what goes on once the map is saved: its answer was to save
  std::optional<Question> failed_after;  // what followed the answer to a question, or a save, and has failed just now
  std::optional<WindowProblem> window_problem;
  bool quit = false;

  // With a fixed clock durations are not shown, so that a run repeats to the pixel.
  bool fixed_clock = false;
  double seconds = 0;  // since start, by the lab's clock
  uint64_t frame = 0;
};

// Returns a duration in words: "12 µs", "3.4 ms", "2.1 s"; "–" under a fixed clock.
std::string micros_text(const LabState& state, double micros);
// Returns a cost in straight steps, as it is shown: "41.66".
std::string cost_text(Cost cost, Cost unit);

// Notes what is to be said of the frame that has been drawn: the notes of its layers, by number, and of its views.
void note_drawn(LabState& state, std::span<const LayerState> layers, std::span<const std::string> views,
                bool truncated);

// Returns the query that the planner's path and recorded search belong to: with the goal of its partial path, if it has
// one.
Query searched_query(const LabState& state, const Planner& planner);

}  // namespace strata
