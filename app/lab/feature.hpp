// Purpose: A Feature is one abstraction, or another part of the lab, as the app knows it: a row with its layers,
//          commands, menus and settings, and a controller that keeps its state. Code that lists such things asks all
//          features.
// Shapes: The list of the program is app/features/features.cpp. Panels need ImGui, so that they are rows of their own.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/command.hpp"
#include "app/lab/lab_part.hpp"
#include "app/lab/layers.hpp"
#include "app/lab/planner_appearance.hpp"

namespace strata {

class Document;
class LogContributor;
class MapInputHandler;
class Painter;
class WorldReader;
struct DrawList;
struct FeatureChart;
struct KeyChord;
struct LabSetting;
struct MenuContext;
struct MenuList;
struct PseudoCode;
struct TileSource;

// A change of the open map. Every edit belongs to a gesture of painting, to a command that paints, or to an undo: it
// happens between the beginning and the end of that.
struct MapChange {
  enum class What : uint8_t {
    kOther,    // another map is opened in its place
    kGesture,  // the map is painted on; within the gesture its edits may also be undone
    kEdit,     // some of its cells change
  };
  What what = What::kOther;
  bool resized = false;                // kOther: it is the same map with other sides
  Rect cells = {};                     // kEdit: the cells that may change
  const EditReport* report = nullptr;  // kEdit, once the edit is done
};

// Events in the life of a feature's structure.
enum class StructureEvent : uint8_t {
  kWanted,  // the structure is wanted from now on
  kGivenUp,
  kRefused,  // the structure does not fit into memory on this map
  kReady,    // the structure is built and answers; all features are told
};

enum class Activity : uint8_t {
  kRests,
  kWorks,   // background work whose progress is shown
  kGoesOn,  // work that moves with every tick and does not end by itself
};

// Pairs of cells between which paths are wanted: agents and their goals, starts and goals of queries.
struct TripGroup {
  std::string of;  // "agents of the crowd"
  std::vector<std::pair<CellId, CellId>> ways;
};

// A FeatureController keeps the state of a feature. Every hook does nothing unless the feature overrides it.
class FeatureController : public LabPart {
 public:
  virtual ~FeatureController() = default;

  virtual void tick(double /*dt_seconds*/) {}
  virtual void finish_updates() {}  // does now what the next ticks would do; time stands still
  virtual Activity activity() const { return Activity::kRests; }
  bool at_work() const { return activity() == Activity::kWorks; }
  virtual void map_changes(const MapChange& /*change*/) {}  // the map is about to change
  virtual void map_changed(const MapChange& /*change*/) {}  // the map has changed, or the gesture has ended
  virtual void query_changed() {}                           // start, goal, or what answers depend on, has changed
  virtual void structure_event(StructureId /*which*/, StructureEvent /*news*/) {}
  virtual bool has_results() { return false; }  // background results have arrived that answers depend on
  // Looks up again what the state says of the world: builds may have gone on, or structures been switched.
  virtual void read_world() {}
  virtual bool switch_structure(bool /*on*/) { return false; }  // in its own way; false: it has none
  // Prepares for other rules of movement: writes into `setup` how its structures must be built for them. The returned
  // function runs once the rules hold; until then the work may be cancelled.
  virtual std::function<void()> follow_rules(const Rules& /*rules*/, WorldSetup& /*setup*/) { return {}; }
  virtual void stamp_all() {}  // redraws all that overlays show of the feature
  // Adds the pairs of cells between which the feature wants paths, so that those that a stroke disconnects are counted.
  virtual void add_trips(std::vector<TripGroup>& /*groups*/) const {}
  // Writes the options with which its structure is, or would be, built. With `other_map`, options that belong to the
  // open map are left out.
  virtual void choose(WorldSetup& /*setup*/, bool /*other_map*/) const {}
  // Brings what is known of the inspected cell up to date.
  virtual void look_at(Cell /*cell*/) {}
  virtual void look_away() {}  // another cell, or no cell, is inspected from now on

  virtual MapInputHandler* pointer() {
    return nullptr;
  }  // it, as one that takes what is pressed on the map; null: it does not
  virtual LogContributor* log_contributor() {
    return nullptr;
  }  // it, as one that has a say in the log; null: it has none
  // Returns the controller as a reader of the world in a thread of its own; null if it is not one.
  virtual WorldReader* reader() { return nullptr; }
  // Returns the document that the feature keeps in files of its own; null if it has none.
  virtual Document* document() { return nullptr; }

  // Write the state as JSON: into the object of the whole state, of the inspected cell, and of the meter.
  virtual void dump(nlohmann::json& /*out*/) const {}
  virtual void dump_inspected(nlohmann::json& /*out*/) const {}
  virtual void dump_meter(nlohmann::json& /*out*/) const {}  // what the edits of the last gesture made the feature redo
  // Add the commands that bring a fresh lab's settings to the present ones: before structures are switched on, and
  // after.
  virtual void setting_lines(std::vector<std::string>& /*lines*/) const {}
  virtual void late_setting_lines(std::vector<std::string>& /*lines*/) const {}

 protected:
  explicit FeatureController(Lab& lab) : LabPart(lab) {}
  // Whether the cell was looked at last, in the same world. `version` is that of the feature's own part of the world.
  bool looked_up(Cell cell, uint64_t version);

 private:
  Cell looked_at_;
  uint64_t looked_stamp_ = 0;
};

struct FeatureCommand {
  CommandInfo info;
  Status (*run)(Lab&, const Command&);
  // Whether the first of two such commands did something that the second does not do or undo itself, so that the log
  // keeps both; null means never. The lab has carried out both.
  bool (*leaves)(const Lab&, const Command& earlier, const Command& later) = nullptr;
  // Returns the line to run in place of a command that a person gives, to ask for something first, such as a name.
  // Empty, or a null function: there is nothing to ask.
  std::string_view (*asks)(Lab&, const Command&) = nullptr;
};

// A feature's own tool for the map: while it is selected, the feature's controller takes presses on the map, see
// FeatureController::press. It gets its number when the features are put together.
struct FeatureTool {
  std::string_view name;   // "crowd"
  std::string_view title;  // "Place agents"
  // Its button on the tool bar: icon, name in the UI dump, the command that a click runs, and a hint.
  const char* icon = "";
  const char* bar_name = "";  // "toolbar.crowd"
  const char* line = "";      // "tool.select crowd"
  const char* hint = "";
  bool brush = false;                   // the brush is shown under the pointer
  const FeatureLayer* layer = nullptr;  // switched on when the tool is selected; null: none
  mutable Tool number = static_cast<Tool>(255);
  operator Tool() const { return number; }
};

// A feature's own menu in the menu bar.
struct FeatureMenu {
  const char* title = "";
  const char* name = "";  // for the UI dump
  void (*fill)(const Lab&, MenuList&) = nullptr;
};

// A step that paints over the map, in the order of `depth`, see app/draw/painter.hpp.
struct PaintStep {
  int depth;
  void (*paint)(Painter&, const Lab&);
};

// A step that adds text to the map.
struct LabelStep {
  uint64_t (*stamp)(const Painter&, const Lab&);  // stamp of all that the text depends on; 0: no text in this view
  void (*add)(Painter&, const Lab&);
  // Called every frame and view: `cut` if text of any step was left out because there was too much of it, `crowded` if
  // there was no place for it.
  void (*note)(Painter&, const Lab&, bool cut, bool crowded) = nullptr;
};

// How the parts of a structure flash that an edit made it redo. Levels count from 1; 0 if the structure has none.
struct FlashStyle {
  Rgba (*color)(int level) = nullptr;  // null: the parts do not flash
  float (*dash)(int level) = nullptr;  // pixels; 0: solid
  int depth = 0;                       // higher depths lie on top
  // Returns the highest level whose parts flash beside the planner; null: all levels do.
  int (*highest)(const Lab&, const Planner&) = nullptr;
};

// Marks that a feature adds to the drawing of the stepped search, below the marks that all searches have.
struct SearchMarks {
  uint64_t (*stamp)(const Painter&, const Lab&);  // what the marks depend on besides recording and cursor
  void (*add)(Painter&, const Lab&, DrawList& out);
};

// A process other than a search that can be recorded and stepped, such as the construction of a structure.
struct Process {
  std::string_view name;        // "contraction"
  std::string_view title;       // "Contraction"
  std::string_view menu_title;  // "Step through the contraction"
  std::string_view hint;
  std::string_view begin_line;  // commands
  std::string_view end_line;
  // Returns why it cannot begin now; empty: it can, as far as is known. Called every frame.
  std::string_view (*why_not)(const Lab&) = nullptr;
  const PseudoCode* code = nullptr;
  const Narration* narration = nullptr;
  Cost (*unit)(const Lab&) = nullptr;  // a straight step in the costs of the process
  // Records the process into QueryController::recorded(), unless the recording is up to date. May end the process.
  void (*record)(Lab&) = nullptr;
  void (*end)(Lab&) = nullptr;  // goes back to the search
};

// The groups by which planners are listed.
enum class PlannerGroup : uint8_t { kPlain, kGrids, kGraphs, kMeshes };
inline constexpr int kPlannerGroups = 4;

// Places where a feature adds to the menu "File".
enum class FileMenuPart : uint8_t {
  kStock,  // below the stock maps
  kSave,   // below "Save as"
};

struct Feature {
  std::string_view name;      // "rooms"; of its tab "tab.rooms", of its layers in lists "layers.rooms"
  std::string_view title;     // title of its layers in lists: "Rooms"
  std::string_view tab = {};  // tab of another feature, which it shares; empty: its own, if any
  std::span<const PlannerAppearance> planners = {};           // planners that search the structure
  PlannerGroup planner_group = PlannerGroup::kGrids;          // the group of its planners in lists
  StructureId structure = StructureId::kMoves;                // the structure that it shows; kMoves: none
  bool always_on = false;                                     // cannot be switched off, and lists name it first
  bool (*fits)(const GridMap&, const WorldSetup&) = nullptr;  // fits into memory, in any thread; null: always
  void (*begin_with)(WorldSetup&) = nullptr;                  // its options in a fresh lab's world; null: none
  void (*for_example)(const Lab&, WorldSetup&) = nullptr;     // its options for the running example; null: as set
  std::span<const FeatureLayer* const> layers = {};           // in the order of lists
  std::span<const Layer> also = {};                           // shared layers that the same list shows
  std::string_view layer_group = {};  // group of its layers in lists, if not the feature's own: "map"
  std::span<const FeatureCommand> commands = {};
  std::span<const LabSetting> (*settings)() = nullptr;  // each is a command as well; null: none
  std::span<const PaintStep> paint = {};
  std::span<const TileSource* const> tiles = {};
  std::span<const LabelStep> labels = {};
  // Paints below the abstract path of a row on that level. Every feature is asked; most have nothing to add.
  void (*under_path)(const Lab&, const PlannerRow&, int level, DrawList&) = nullptr;
  FlashStyle flash = {};
  std::span<const SearchMarks> search_marks = {};
  const Process* process = nullptr;
  // Counts what the state says of the graphs, in a thread if the map is large. The returned function hands the counts
  // over.
  std::function<void(Lab&)> (*count)(const World&) = nullptr;
  void (*menu)(const Lab&, MenuList&) = nullptr;             // adds to the menu "Map"
  void (*edit_menu)(const Lab&, MenuList&) = nullptr;        // adds to the menu "Edit"
  void (*cell_menu)(const Lab&, Cell, MenuList&) = nullptr;  // adds to the menu of a cell of the map
  void (*search_menu)(const Lab&, MenuList&) = nullptr;      // adds to the menu "Search"
  void (*file_menu)(const Lab&, const MenuContext&, MenuList&, FileMenuPart) = nullptr;
  std::span<const FeatureChart> charts = {};  // for the window of charts
  FeatureMenu own_menu = {};
  const FeatureTool* tool = nullptr;
  std::span<const KeyBinding> keys = {};
  // Returns the command line that the keys run as things are, in place of what they are bound to; empty: none.
  std::string_view (*keys_now)(const Lab&, const KeyChord&) = nullptr;
  std::unique_ptr<FeatureController> (*make_controller)(Lab&) = nullptr;
};

// Returns the features of the program, in the order of lists.
std::span<const Feature* const> own_features();
// Returns the features of the program and those added by ScopedFeature.
std::span<const Feature* const> features();
uint64_t features_version();                 // changes when the list changes
const FeatureTool* feature_tool(Tool tool);  // null: the tool is shared

// A structure whose parts flash. They are listed bottom to top.
struct FlashingStructure {
  StructureId structure;
  FlashStyle style;
};
std::span<const FlashingStructure> flashing_structures();

// Adds a feature while it lives, to labs that are made meanwhile.
class ScopedFeature {
 public:
  explicit ScopedFeature(const Feature& feature);
  ~ScopedFeature();
  ScopedFeature(const ScopedFeature&) = delete;
  ScopedFeature& operator=(const ScopedFeature&) = delete;

 private:
  const Feature* feature_;
};

}  // namespace strata
