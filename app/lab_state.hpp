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
#include "core/grid/shapes.hpp"
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
  kSearch,  // open and expanded cells of the traced planner at the cursor
  kGrid,
  kClusters,
  kEntrances,
  kTransitions,
  kInterEdges,
  kIntraEdges,
  kTree,  // search tree: from each searched node to its parent
  kAbstractPath,
  kRawPath,
  kPath,
  kFlash,  // clusters that were just computed anew
};
inline constexpr int kLayers = 12;
std::string_view layer_name(Layer layer);    // "inter-edges"
std::string_view layer_title(Layer layer);   // "Inter-edges"
std::string_view layer_legend(Layer layer);  // what one sees there, one line
std::optional<Layer> layer_named(std::string_view name);

struct LayerState {
  bool on = false;
  float opacity = 1;
  std::string note;  // why the layer shows less than it could ("zoom in to see..."); empty: it shows everything
};

// One line of the comparison.
struct PlannerRow {
  const Planner* planner = nullptr;
  bool shown = false;
  bool allowed = true;  // the planner knows the movement profile in use
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
  double micros = 0;          // all structures, all edits
  double worst_micros = 0;    // the dearest single edit
  double rebuild_micros = 0;  // what one full build of all structures costs
  double ratio() const { return micros > 0 ? rebuild_micros * static_cast<double>(edits) / micros : 0; }
  std::vector<StructureReport> structures;  // micros added up
};

struct Flash {
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

// Event list of the inspected cell.
struct Inspection {
  Cell cell;
  std::vector<size_t> events;  // indices into the trace
  uint64_t trace_version = 0;
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
  HpaCounts hpa_counts;  // of the last finished graph; follows at the end of a gesture

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
