// Purpose: What the screen shows, as plain data. Only Lab writes it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/camera.hpp"
#include "core/grid/clearance.hpp"
#include "core/grid/shapes.hpp"
#include "core/haa/haa.hpp"
#include "core/hpa/hpa.hpp"
#include "core/io/movingai.hpp"
#include "core/search/plan.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

enum class Tool : uint8_t { kSelect, kBrush, kErase, kLine, kRectangle, kFill, kPick };
inline constexpr int kTools = 7;
std::string_view tool_name(Tool tool);   // "select"
std::string_view tool_title(Tool tool);  // "Select and move"
std::optional<Tool> tool_named(std::string_view name);

// In drawing order, bottom to top.
enum class Layer : uint8_t {
  kSearch,     // open and expanded cells of the traced planner at the cursor
  kClearance,  // how large an agent of the capability in use can stand there
  kGrid,
  kClusters,
  kEntrances,
  kTransitions,
  kInterEdges,
  kIntraEdges,
  kHaaIntra,      // annotated with capability and clearance where there is room
  kHaaInter,      // so are these
  kHaaDominated,  // edges that the other qualities leave out, struck out
  kTree,          // search tree: from each searched node to its parent
  kAbstractPath,
  kRawPath,
  kPath,
  kDrillDown,  // the traced search at the cursor: the path known so far on every level, the edge under way
  kAgent,      // at its true size, where it is larger than a cell
  kFlash,      // clusters that were just computed anew
};
inline constexpr int kLayers = 18;
std::string_view layer_name(Layer layer);    // "inter-edges"
std::string_view layer_title(Layer layer);   // "Inter-edges"
std::string_view layer_legend(Layer layer);  // what one sees there, one line
std::optional<Layer> layer_named(std::string_view name);

struct LayerState {
  bool on = false;
  float opacity = 1;
  std::string note;  // why the layer shows less than it could ("zoom in to see..."); empty: it shows everything
};

// One of up to four panes over the map. They share camera and pointer and differ in what they show.
inline constexpr int kMaxViews = 4;
inline constexpr int kAllLevels = -1;
struct ViewState {
  int level = kAllLevels;  // 0: cells alone; k: clusters, nodes, edges and searches of level k; kAllLevels
  std::string note;        // why the pane shows less than asked for: "HPA* has 2 levels"; empty: nothing to say
};
std::string view_title(int level);  // "All levels", "L0 cells", "L2"

// One line of the comparison.
struct PlannerRow {
  const Planner* planner = nullptr;
  bool shown = false;
  bool allowed = true;  // the planner knows the movement profile in use, and there is what it needs (levels, HAA*)
  bool solved = false;  // `result` is the answer to the query on the map as they are now
  PlanResult result;
  double micros = 0;  // median of `repeats` untraced runs
  int repeats = 0;
  double percent_over = -1;  // over A*'s cost under the same rules; below 0: unknown
  double build_micros = 0;   // preparation: the last full build; 0: needs none
  size_t memory_bytes = 0;   // of what was prepared
  std::string note;          // status for people: "found", "no path: ...", "building 40 %"
};

// What edits made the structures redo: the live re-abstraction meter.
struct MeterLevel {        // of HPA*, from 2 on
  size_t clusters = 0;     // distinct, computed anew
  size_t redone = 0;       // the same, counted once for every edit
  size_t unchanged = 0;    // of those redone: came out as they were, so nothing climbed from there
  size_t intra_edges = 0;  // computed anew
};
struct MeterReading {
  std::string name;  // "Brush", "Undo Brush"
  size_t edits = 0;
  uint64_t changed_cells = 0;
  Rect dirty;
  size_t clusters = 0;  // distinct
  size_t borders = 0;
  size_t transitions = 0;
  size_t inter_edges = 0;
  size_t intra_edges = 0;
  std::vector<MeterLevel> upper;  // levels 2, 3, ...
  size_t haa_clusters = 0;        // distinct
  size_t haa_borders = 0;
  size_t haa_inter_edges = 0;
  size_t haa_intra_edges = 0;
  double micros = 0;          // all structures, all edits
  double worst_micros = 0;    // the dearest single edit
  double rebuild_micros = 0;  // what one full build of all structures costs
  double ratio() const { return micros > 0 ? rebuild_micros * static_cast<double>(edits) / micros : 0; }
  std::vector<StructureReport> structures;  // micros added up
};

struct Flash {
  int level = 1;  // of HPA*
  uint32_t cluster = 0;
  float age = 0;  // seconds
};
inline constexpr float kFlashSeconds = 0.9f;

enum class MessageKind : uint8_t { kInfo, kWarning, kError };
struct Message {  // shown for a while at the bottom
  MessageKind kind = MessageKind::kInfo;
  std::string text;
  float age = 0;
};
struct Dialog {  // must be closed by the user
  std::string title;
  std::string text;
};
// Asked before unsaved changes would be lost, or when unsaved work of an earlier run was found.
struct Question {
  enum class Kind : uint8_t { kUnsaved, kRecovery } kind = Kind::kUnsaved;
  std::string title;
  std::string text;
  std::string pending;  // kUnsaved: the command line that waits for the answer
};

// A line or rectangle being drawn.
struct ShapePreview {
  Tool tool = Tool::kLine;
  Cell from;
  Cell to;
};

enum class DragEnd : uint8_t { kNone, kStart, kGoal };

// Of the inspected cell: its events, what the agent can do there, what it is in the abstractions.
struct Inspection {
  Cell cell;
  std::vector<size_t> events;  // indices into the trace
  int clearance = 0;           // of the agent's capability, up to Clearance::kMaxClearance
  bool fits = true;            // the agent can stand there
  std::optional<Obstacle> obstacle;
  std::string why;                 // "size 3 does not fit: water at (14,9), 2 cells right, 1 below"; empty if it fits
  int hpa_level = 0;               // the highest level on which the cell is a node; 0: none
  std::vector<HpaEdge> hpa_edges;  // of that node, on level 1
  bool haa_node = false;
  std::vector<HaaEdge> haa_edges;  // of that node: from is the cell
  uint64_t trace_version = 0;
  uint64_t stamp = 0;  // of what the rest was looked up in
};

// The edge that the event at the cursor is about, if it is one of an abstract level, and what lies under it.
struct SteppedEdge {
  int level = 0;  // 0: there is none
  CellId from = kNoCell;
  CellId to = kNoCell;
  Cost cost = 0;                            // of the way in chains[0]; kInfinite: none was found
  std::vector<std::vector<CellId>> chains;  // by level: the nodes of that level on the way, cells on level 0
};

struct LabState {
  // The map.
  std::string map_path;   // empty: never saved
  std::string map_title;  // "arena.map", "running example", "rooms 512x512 seed 3"
  bool unsaved = false;
  std::vector<MapWarning> map_warnings;
  std::vector<std::string> recent_files;  // newest first

  // Tools.
  Tool tool = Tool::kSelect;
  Brush brush{1, BrushShape::kRound};
  Terrain terrain = Terrain::kOut;
  std::optional<ShapePreview> shape;
  std::optional<Cell> hover;
  DragEnd dragging = DragEnd::kNone;
  bool panning = false;
  bool painting = false;

  // The view.
  Camera camera;
  std::array<LayerState, kLayers> layers;
  LayerState& layer(Layer l) { return layers[static_cast<size_t>(l)]; }
  const LayerState& layer(Layer l) const { return layers[static_cast<size_t>(l)]; }
  int view_count = 1;  // 1, 2 or 4
  std::array<ViewState, kMaxViews> views;
  int pointer_view = 0;  // the pane that the pointer was in last
  double ui_scale = 1;
  bool presentation = false;
  std::vector<std::string>
      windows;  // of the interface that are open: "open", "save_as", "new", "generate", "search", ...
  bool window_open(std::string_view name) const;
  bool overlay_truncated = false;  // more to draw than is drawn; the layers' notes say what

  // The search.
  Query query;
  bool has_query = false;
  PlanOptions plan_options;
  std::vector<PlannerRow> rows;  // in the order of planners()
  const PlannerRow* row(std::string_view name) const;
  std::string traced = "astar";  // whose search is stepped
  std::string query_note;        // "start is blocked (trees)"; empty: nothing to say
  bool trace_deferred = false;   // while dragging on large maps the trace follows on release

  // Inspection.
  std::optional<Inspection> inspected;

  // Edits.
  MeterReading meter;  // of the last gesture, or the one under way
  uint64_t strokes = 0;
  std::vector<Flash> flashes;

  // Work under way.
  bool building = false;
  double build_progress = 1;
  // Of the last finished graphs; they follow at the end of a gesture.
  std::vector<HpaCounts> hpa_counts;  // by level - 1
  // Nodes whose highest level this is.
  size_t exact_nodes(int level) const;
  size_t hpa_memory = 0;                            // bytes, with the stored ways
  size_t hpa_cache = 0;                             // the stored ways alone
  std::array<HaaCounts, kHaaQualities> haa_counts;  // initial: only with HaaOptions::keep_dominated
  size_t haa_memory = 0;                            // bytes, with clearances and moves of all agents

  // HAA* as it is, or as it will be when it is switched on. World::has_haa() says which.
  HaaOptions haa_options;

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
// "12.3 MB"
std::string bytes_text(size_t bytes);
// A cost in straight steps, as shown: "41.66".
std::string cost_text(Cost cost, Cost unit);

}  // namespace strata
