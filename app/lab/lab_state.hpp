// Purpose: LabState is what the screen shows, as plain data. Only Lab writes it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

// Those of features come after these, see FeatureTool.
enum class Tool : uint8_t { kSelect, kBrush, kErase, kLine, kRectangle, kFill, kPick };
inline constexpr int kSharedTools = 7;
int tool_count();
std::string_view tool_name(Tool tool);   // "select"
std::string_view tool_title(Tool tool);  // "Select and move"
std::optional<Tool> tool_named(std::string_view name);

struct LayerState {
  bool on = false;
  float opacity = 1;
  std::string note;  // why the layer shows less than it could ("zoom in to see..."); empty: it shows everything
};

// One of up to four panes over the map. They share camera and pointer and differ in what they show.
inline constexpr int kMaxViews = 4;
inline constexpr int kAllLevels = -1;
// What a pane shows when the view has just been split.
constexpr int default_level(int views, int view) { return views == 1 ? kAllLevels : view; }
struct ViewState {
  int level = kAllLevels;  // 0: cells alone; k: clusters, nodes, edges and searches of level k; kAllLevels
  std::string note;        // why the pane shows less than asked for: "HPA* has 2 levels"; empty: nothing to say
  // Whose search it shows while views compare planners. That of the first one is the search that is stepped, see
  // LabState::traced.
  std::string planner;
};
std::string view_title(int level);  // "All levels", "L0 cells", "L2"

// One line of the comparison.
struct PlannerRow {
  const Planner* planner = nullptr;
  bool shown = false;
  bool allowed = true;       // the planner knows the movement profile in use, and there is what it needs (levels, HAA*)
  bool within_reach = true;  // showing or stepping it would switch on what it lacks, if it lacks anything
  bool solved = false;       // `result` is the answer to the query on the map as they are now
  // The answer is being worked out in a thread; until it comes `result` is that of before, to be shown in grey.
  bool waiting = false;
  std::string key;    // what `result` depends on; empty: it was not asked for, or not answered
  std::string asked;  // the same of the answer that is being worked out
  PlanResult result;
  double micros = 0;  // median of `repeats` untraced runs
  int repeats = 0;
  // Over A*'s cost under the same rules, below 0 where a path at any angle is shorter; nothing: unknown.
  std::optional<double> percent_over;
  double build_micros = 0;  // preparation: the last full build; 0: needs none
  size_t memory_bytes = 0;  // of what was prepared
  std::string note;         // status for people: "found", "no path: ...", "building 40 %"
};

// Both are of hierarchical planners of one family, and one line on the map stands for their paths: whatever names paths
// goes by this.
bool share_path(const PlannerRow& a, const PlannerRow& b);

// What edits made the structures redo: the live re-abstraction meter.
struct MeterLevel {
  int level = 1;
  size_t parts = 0;   // distinct, redone
  size_t redone = 0;  // the same, counted once for every edit
};
struct MeterStructure {
  StructureId structure = StructureId::kMoves;
  double micros = 0;          // of all edits
  double rebuild_micros = 0;  // what one full build costs
  std::vector<MeterLevel> levels;
  std::vector<TouchedCount> counts;  // added up

  // There from then on.
  MeterLevel& at(int level);
  TouchedCount& at(std::string_view key, int level);
};
struct MeterReading {
  std::string name;  // "Brush", "Undo Brush"
  size_t edits = 0;
  uint64_t changed_cells = 0;
  Rect dirty;
  int levels = 0;             // of HPA* when it began
  double micros = 0;          // all structures, all edits
  double worst_micros = 0;    // the dearest single edit
  double rebuild_micros = 0;  // what one full build of all structures costs
  double ratio() const { return micros > 0 ? rebuild_micros * static_cast<double>(edits) / micros : 0; }
  std::vector<MeterStructure> structures;  // that took part

  MeterStructure& at(StructureId structure);  // there from then on
  // Of one structure; 0: nothing was redone there.
  size_t parts(StructureId structure, int level = 1) const;
  size_t redone(StructureId structure, int level = 1) const;
  size_t count(StructureId structure, std::string_view key, int level = 1) const;

 private:
  const MeterLevel* find(StructureId structure, int level) const;
};

// A part of a structure that was redone.
struct Flash {
  StructureId structure = StructureId::kHpa;
  int level = 1;  // 0: there are none
  uint32_t part = 0;
  Rect cells;
  float age = 0;  // seconds
};
inline constexpr float kFlashSeconds = 0.9f;

enum class MessageKind : uint8_t { kInfo, kWarning, kError };
struct Message {  // shown for a while at the bottom
  MessageKind kind = MessageKind::kInfo;
  std::string text;
  float age = 0;
};
// Another way to do what could not be done: a button of its dialog.
struct DialogOffer {
  std::string label;                  // "Open with z up"; empty: there is none
  std::vector<std::string> commands;  // that it carries out
};
struct Dialog {  // must be closed by the user
  std::string title;
  std::string text;
  DialogOffer offer = {};
};
// Asked before unsaved changes would be lost, or when unsaved work of an earlier run was found.
struct Question {
  enum class Kind : uint8_t { kUnsaved, kRecovery } kind = Kind::kUnsaved;
  std::string title;
  std::string text;
  std::string pending;  // kUnsaved: the command line that waits for the answer
};

// Said beside the open map until it is closed, done or out of date, with what can be done about it.
struct Notice {
  enum class Kind : uint8_t { kLetters, kFileBeside } kind = Kind::kLetters;
  std::string text;
  std::string action;  // of its button, whose command is `line`
  std::string line;
  std::string file;  // kFileBeside: that lies beside the map
  bool closed = false;
};
std::string_view notice_name(Notice::Kind kind);  // "letters"

// A line or rectangle being drawn.
struct ShapePreview {
  Tool tool = Tool::kLine;
  Cell from;
  Cell to;
};

// What is dragged that answers depend on: an end of the query, or what a controller holds.
enum class DraggedMarker : uint8_t { kNone, kStart, kGoal, kHeld };

// Of the inspected cell: its events, what the agent can do there, what it is in the abstractions.
struct Inspection {
  Cell cell;
  std::vector<size_t> events;  // indices into the trace
  int clearance = 0;           // of the agent's capability, up to Clearance::kMaxClearance
  bool fits = true;            // the agent can stand there
  std::optional<Obstacle> obstacle;
  std::string why;  // "size 3 does not fit: water at (14,9), 2 cells right, 1 below"; empty if it fits
  uint64_t trace_version = 0;
  uint64_t stamp = 0;  // and the rest
};

// The edge that the event at the cursor is about, if it is one of an abstract level, and what lies under it.
struct SteppedEdge {
  int level = 0;  // 0: there is none
  NodeId from = kNoNodeId;
  NodeId to = kNoNodeId;
  Cost cost = 0;                            // of the way in chains[0]; kInfinite: none was found
  std::vector<std::vector<NodeId>> chains;  // by level: the nodes of that level on the way, cells on level 0
};

struct LabState {
  // The map.
  std::string map_path;    // empty: never saved
  std::string level_path;  // of the level (.obj) that the map shows; empty: it shows none
  std::string map_title;   // "arena.map", "running example", "rooms 512x512 seed 3"
  bool unsaved = false;    // the map, or a document of a feature
  std::vector<MapWarning> map_warnings;
  std::string map_letters;  // of its file, when it was opened or saved; empty: it has none
  std::vector<Notice> notices;
  std::vector<std::string> recent_files;  // newest first

  // Tools.
  Tool tool = Tool::kSelect;
  Brush brush{1, BrushShape::kRound};
  Terrain terrain = Terrain::kOut;
  std::optional<ShapePreview> shape;
  std::optional<Cell> hover;
  DraggedMarker dragging = DraggedMarker::kNone;
  bool panning = false;
  bool painting = false;

  // The view.
  Camera camera;
  std::vector<LayerState> layers;  // by number
  LayerState& layer(Layer l) { return layers[static_cast<size_t>(l)]; }
  const LayerState& layer(Layer l) const { return layers[static_cast<size_t>(l)]; }
  int view_count = 1;  // 1, 2 or 4
  std::array<ViewState, kMaxViews> views;
  int pointer_view = 0;  // the pane that the pointer was in last
  // Views show searches of planners of their own, side by side.
  bool compared = false;
  bool views_compare() const { return compared && view_count > 1; }
  bool difference = false;  // the views beside the first show what their searches do differently from that one's
  ProgressBy pace = ProgressBy::kExpansions;
  std::vector<Layer> split_layers;  // that a split switched on: the end of the split switches them off
  double ui_scale = 1;
  bool presentation = false;
  bool legend = true;       // of a presentation
  bool large_code = false;  // a presentation shows the pseudo-code as well
  std::vector<std::string>
      windows;  // of the interface that are open: "open", "save_as", "new", "generate", "search", ...
  bool window_open(std::string_view name) const;
  bool overlay_truncated = false;  // more to draw than is drawn; the layers' notes say what

  // The search.
  Query query;
  bool has_query = false;
  PlanOptions plan_options;
  std::vector<PlannerRow> rows;  // in the order of the planners on offer
  const PlannerRow* row(std::string_view name) const;
  PlannerNames names;            // of the planners, as they answer
  std::string traced = "astar";  // whose search is stepped
  // What the comparison says where plain jump point search beats the hierarchies; empty: it does not, or it is not
  // known.
  std::string comparison_note;
  std::string query_note;       // "start is blocked (trees)"; empty: nothing to say
  bool trace_deferred = false;  // a process that is stepped is recorded when the gesture under way ends
  bool solving = false;         // answers, or the recorded search, are being worked out in a thread
  bool trace_waiting = false;   // the recorded search among them: what is shown is that of before, in grey

  // Inspection.
  std::optional<Inspection> inspected;

  // Edits.
  MeterReading meter;  // of the last gesture, or the one under way
  uint64_t strokes = 0;
  std::vector<Flash> flashes;

  // Work under way.
  bool building = false;
  double build_progress = 1;
  std::array<size_t, kStructures> memory{};  // bytes, by Structure; HPA* with its stored ways

  // Work on a large map that goes on in a thread; nothing else can be done until it has ended.
  struct LargeStatus {
    bool on = false;
    std::string title;    // "Opening city.map"
    double progress = 0;  // 0..1; 0: not known
    bool cancelled = false;
  };
  LargeStatus large;

  // Talking to the user.
  std::vector<Message> messages;  // newest last
  std::deque<Dialog> dialogs;     // the first one is shown
  std::optional<Question> question;
  bool quit = false;

  // With a fixed clock durations are not shown: a run repeats to the pixel.
  bool fixed_clock = false;
  double seconds = 0;  // since start, by the lab's clock
  uint64_t frame = 0;
};

// "12 µs", "3.4 ms", "2.1 s"; "–" under a fixed clock.
std::string micros_text(const LabState& state, double micros);
// A cost in straight steps, as shown: "41.66".
std::string cost_text(Cost cost, Cost unit);

// Notes what is to be said of the frame that has been drawn: the notes of its layers, by number, and of its views.
void note_drawn(LabState& state, std::span<const LayerState> layers, std::span<const std::string> views,
                bool truncated);

}  // namespace strata
