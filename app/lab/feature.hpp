// Purpose: A Feature describes a part of the lab to the app, such as an abstraction: its layers, commands, menus and
//          settings, and a controller that has its state. Code that lists layers, commands and so on asks all features.
// Shapes: app/features/features.cpp lists the features of the program. Panels are listed separately
//         (feature_panels.cpp), as they need ImGui.
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
#include "app/lab/fact.hpp"
#include "app/lab/lab_part.hpp"
#include "app/lab/layers.hpp"
#include "app/lab/planner_appearance.hpp"

namespace strata {

class Painter;
class PresentedText;
enum class PresentedPart : uint8_t;
struct DrawList;
struct FeatureChart;
struct KeyChord;
struct LabSetting;
struct MenuContext;
struct MenuList;
struct PseudoCode;
struct TileSource;

// A change of the open map. Edits (kEdit) happen only within a kGesture: a painting gesture, a command that
// paints, or an undo.
struct MapChange {
  enum class Kind : uint8_t {
    kOther,  // another map replaces the open map
    // A gesture paints on the map. It consists of edits, which may be undone before it ends.
    kGesture,
    kEdit,  // some cells of the map change
  };
  Kind what = Kind::kOther;
  // For kOther: the map is the same as before with another width or height.
  bool resized = false;
  // For kOther with `resized`: the cell to which cell (0,0) has moved.
  Cell moved = {};
  // For kOther: the map is the running example, which has options of its own (ChosenFor).
  bool example = false;
  // For kEdit: the cells that may change.
  Rect cells = {};
  // For kEdit: what the edit has changed; null before the edit is done.
  const EditReport* report = nullptr;
};

// Events in the life of a feature's structure.
enum class StructureEvent : uint8_t {
  kWanted,   // the structure was switched on
  kRefused,  // the structure does not fit into memory on this map
  // The structure is built, so that planners can search it. All features get this event.
  kReady,
  kRedrawn,  // overlays must draw everything of the structure again
};

enum class Activity : uint8_t {
  kIdle,
  kWorks,  // background work with a displayed progress
  // Work without an end at every tick, such as a walking crowd.
  kEndless,
};

// Pairs of cells between which paths are wanted: agents and their goals, starts and goals of queries.
struct StartGoalGroup {
  std::string of;  // noun for the pairs in sentences: "agents of the crowd"
  std::vector<std::pair<CellId, CellId>> ways;
};

// A FeatureController has the state of a feature. All its virtual functions do nothing unless the feature overrides
// them. A controller that does more is derived from interfaces, too: MapInputHandler, LogContributor, Document,
// WorldReader, SceneStateProvider.
class FeatureController : public LabPart {
 public:
  virtual ~FeatureController() = default;

  virtual void tick(double /*dt_seconds*/) {}
  // Does at once the work that would be done in the next ticks. No time passes in the lab.
  virtual void finish_updates() {}
  virtual Activity activity() const { return Activity::kIdle; }
  // Returns why the user must not give the command now, as a sentence; empty: the feature holds nothing that it
  // changes.
  virtual std::string held(const CommandInfo& /*command*/) const { return {}; }
  bool at_work() const { return activity() == Activity::kWorks; }
  virtual void map_changes(const MapChange& /*change*/) {}  // the map is about to change
  virtual void map_changed(const MapChange& /*change*/) {}  // the map has changed, or the gesture has ended
  // Something else begins that the map shows in place of this: a process, an X-ray, a prediction or a crowd
  // (process_recording.hpp).
  virtual void leave_map() {}
  // Called when start or goal, or anything else that answers depend on, has changed.
  virtual void query_changed() {}
  virtual void structure_event(StructureId /*which*/, StructureEvent /*news*/) {}
  // Updates what the state says about the world: builds may have made progress, or structures may have been
  // switched on or off.
  virtual void read_world() {}
  // Switches the structure on or off in a way of its own. Returns false if the lab must switch it.
  virtual bool switch_structure(bool /*on*/) { return false; }
  // Called before the rules of movement change. Writes into `setup` the options that the feature's structures get under
  // the new rules. The returned function is called once the rules hold; the change may still be cancelled before that.
  virtual std::function<void()> follow_rules(const Rules& /*rules*/, WorldSetup& /*setup*/) { return {}; }
  // Returns whether the feature reads the clearances of the world (MapMoves::clearance), which are then measured and
  // kept up to date.
  virtual bool wants_clearance() const { return false; }
  // Adds the pairs of start and goal that the feature wants paths for. The lab counts how many of them lose their
  // path by an edit.
  virtual void add_trips(std::vector<StartGoalGroup>& /*groups*/) const {}
  // Writes into `setup` the options with which the feature's structure is built, or would be if it were switched on.
  virtual void choose(WorldSetup& /*setup*/, ChosenFor /*map*/) const {}
  // Updates the controller's data about the inspected cell.
  virtual void inspect_cell(Cell /*cell*/) {}
  // The inspected cell has changed, or no cell is inspected any more.
  virtual void end_inspection() {}

  // These functions write the feature's part of the state dump as JSON: its general state, its data about the inspected
  // cell, and its row of the meter.
  virtual void dump(nlohmann::json& /*out*/) const {}
  virtual void dump_inspected(nlohmann::json& /*out*/) const {}
  // Writes what the edits of the last gesture made the feature rebuild.
  virtual void dump_meter(nlohmann::json& /*out*/) const {}
  // These functions add the commands that give a fresh lab the present settings. The first adds those that come before
  // structures are switched on, the second those that come afterwards.
  virtual void setting_lines(std::vector<std::string>& /*lines*/) const {}
  virtual void late_setting_lines(std::vector<std::string>& /*lines*/) const {}

 protected:
  explicit FeatureController(Lab& lab) : LabPart(lab) {}
  // Returns whether the previous call was for the same cell and nothing has changed since. `version` is the version of
  // the feature's own data.
  bool is_same_inspection(Cell cell, uint64_t version);

 private:
  Cell looked_at_;
  uint64_t looked_stamp_ = 0;
};

struct FeatureCommand {
  CommandInfo info;
  Status (*run)(Lab&, const Command&);
  CommandHooks hooks = {};
};

// A tool of a feature for the map. While the tool is selected, the feature's controller handles presses on the map, see
// MapInputHandler::press. The number of the tool is assigned when the list of features is made.
struct FeatureTool {
  std::string_view name;   // "crowd"
  std::string_view title;  // "Place agents"
  // The tool's button on the tool bar: its icon, its name in the UI dump, the command that a click runs, and its hint.
  const char* icon = "";
  const char* bar_name = "";  // "toolbar.crowd"; empty: it has no button there
  const char* line = "";      // "tool.select crowd"
  const char* hint = "";
  // What the status bar says while the tool is selected, in a long and a short version.
  const char* status_hint = "";
  const char* short_hint = "";
  const char* tab = "";  // the tab that is shown when the tool is selected
  // What the tool does can be undone like a stroke.
  bool edits = false;
  // The layer that is switched on when the tool is selected; null: none.
  const FeatureLayer* layer = nullptr;
  mutable Tool number = static_cast<Tool>(255);
  // Returns the tool for terrain that the tool draws like: the brush, a line, a fill...; null: it draws nothing.
  Tool (*draws_like)(const Lab&) = nullptr;
  operator Tool() const { return number; }
};

// A menu of the feature in the menu bar.
struct FeatureMenu {
  const char* title = "";
  const char* name = "";  // name in the UI dump; empty: the feature has no menu of its own
};

// A function that draws something over the map. All such functions run in ascending order of `depth`,
// see app/draw/painter.hpp.
struct PaintStep {
  int depth;
  void (*paint)(Painter&, const Lab&);
};

// A function that adds texts to the map.
struct LabelStep {
  // Returns a number that changes with everything that the texts depend on; 0: this view has no text of this kind.
  uint64_t (*stamp)(const Painter&, const Lab&);
  void (*add)(Painter&, const Lab&);
  // Called for every frame and view, to explain missing texts. `cut`: there were too many texts altogether; `crowded`:
  // some text found no free place.
  void (*note)(Painter&, const Lab&, bool cut, bool crowded) = nullptr;
};

// How parts of a structure flash after an edit has rebuilt them. Levels count from 1; level 0 stands for a
// structure without levels.
struct FlashStyle {
  // Returns the colour of the flash; null: the parts do not flash.
  Rgba (*color)(int level) = nullptr;
  float (*dash)(int level) = nullptr;  // pixels; 0: solid
  // A flash with a larger depth lies on top.
  int depth = 0;
  // Returns the highest level whose parts flash while the planner is stepped. Null: the parts of all levels flash.
  int (*highest)(const Lab&, const Planner&) = nullptr;
};

// Marks for the stepped search that only this feature draws. They lie below the marks that all searches have.
struct SearchMarks {
  // Returns a number that changes with everything that the marks depend on, besides the recording and the cursor.
  uint64_t (*stamp)(const Painter&, const Lab&);
  void (*add)(Painter&, const Lab&, DrawList& out);
};

// A process other than a search that can be recorded and stepped, such as the construction of a structure.
struct SteppedProcess {
  std::string_view name;   // "contraction"
  std::string_view title;  // "Contraction"
  std::string_view hint;
  std::string_view begin_line;  // the command line that begins the process; followed by "off", it ends the process
  // Where the user begins the process, for messages.
  std::string_view place = "Search > Construction of this planner";
  std::string end_line() const { return std::string(begin_line) + " off"; }
  // Returns why the process cannot begin now. Empty: no reason is known. Called in every frame.
  std::string_view (*why_not)(const Lab&) = nullptr;
  const PseudoCode* code = nullptr;
  const Narration* narration = nullptr;
  Cost (*unit)(const Lab&) = nullptr;  // cost of a straight step in the process's recording
  // Records the process into QueryController::recorded(), unless that recording is up to date. If the process is no
  // longer possible, it may end it.
  void (*record)(Lab&) = nullptr;
  // Ends the process, so that the search is stepped again.
  void (*end)(Lab&) = nullptr;
};

// The groups by which planners are listed.
enum class PlannerGroup : uint8_t { kPlain, kGrids, kGraphs, kMeshes };
inline constexpr int kPlannerGroups = 4;

// Places where a feature adds to the menus.
enum class MenuSection : uint8_t {
  kStock,  // in "File", below the stock maps
  kSave,   // in "File", below "Save as"
  kEdit,
  kSearch,
  kOwn,   // in the menu of the feature
  kCell,  // in the context menu of a cell, MenuContext::cell
};

struct Feature {
  // Name of the feature, such as "rooms". Its tab is named "tab.rooms", and its layers are listed under "layers.rooms".
  std::string_view name;
  std::string_view title;  // title of its layers in lists: "Rooms"
  // Name of the feature in whose tab this one is shown; empty: it has a tab of its own, or none.
  std::string_view tab = {};
  // How the app presents the planners that search the feature's structure.
  std::span<const PlannerAppearance> planners = {};
  // The group of planners in which lists show these planners.
  PlannerGroup planner_group = PlannerGroup::kGrids;
  // The structure that the feature shows; kMoves: it shows none.
  StructureId structure = StructureId::kMoves;
  // Returns whether the structure fits into memory. It may be called in any thread. Null: it always fits.
  bool (*fits)(const GridMap&, const WorldSetup&) = nullptr;
  // The layers of the feature, in the order in which lists show them.
  std::span<const FeatureLayer* const> layers = {};
  // Name of the list that shows the feature's layers; empty: they have a list of their own.
  std::string_view layer_group = {};
  std::span<const FeatureCommand> commands = {};
  // Returns the settings of the feature, each of which is also a command; null: it has none.
  std::span<const LabSetting> (*settings)() = nullptr;
  std::span<const PaintStep> paint = {};
  std::span<const TileSource* const> tiles = {};
  std::span<const LabelStep> labels = {};
  // Draws what lies below the abstract path of a planner on a level. It is called for every feature; most draw nothing.
  void (*under_path)(const Lab&, const PlannerRow&, int level, DrawList&) = nullptr;
  FlashStyle flash = {};
  std::span<const SearchMarks> search_marks = {};
  const SteppedProcess* process = nullptr;
  // The numbers that panels and the state tell of the structure, counted in a thread if the map is large.
  FactTable facts = {};
  // Adds to the menus; it is called for every section.
  void (*menu)(const Lab&, const MenuContext&, MenuList&, MenuSection) = nullptr;
  std::span<const FeatureChart> charts = {};  // charts of the feature in the window of charts
  FeatureMenu own_menu = {};
  const FeatureTool* tool = nullptr;
  std::span<const KeyBinding> keys = {};
  // Returns the command line that the keys run at present instead of the command that they are bound to; empty:
  // the bound command.
  std::string_view (*keys_now)(const Lab&, const KeyChord&) = nullptr;
  // Adds what the feature says in this part of a presentation. Most features say nothing.
  void (*present)(const Lab&, PresentedPart, PresentedText&) = nullptr;
  std::unique_ptr<FeatureController> (*make_controller)(Lab&) = nullptr;
};

// Returns the features of the program in the order in which lists show them.
std::span<const Feature* const> own_features();
// Returns the features of the program, and those that a FeatureRegistration has added.
std::span<const Feature* const> features();
// Returns a number that changes when the list of features changes.
uint64_t features_version();
// Returns the feature's tool with this number; null: it is one of the tools that belong to no feature.
const FeatureTool* feature_tool(Tool tool);
// Returns the tool for terrain that the selected tool draws like; it is the selected one unless a feature has that.
Tool drawing_tool(const Lab& lab);

// A structure whose parts flash after they were rebuilt. The list of these is ordered by depth, the lowest first.
struct FlashingStructure {
  StructureId structure;
  FlashStyle style;
};
std::span<const FlashingStructure> flashing_structures();

// While the object lives, all labs that are created have an additional feature.
class FeatureRegistration {
 public:
  explicit FeatureRegistration(const Feature& feature);
  ~FeatureRegistration();
  FeatureRegistration(const FeatureRegistration&) = delete;
  FeatureRegistration& operator=(const FeatureRegistration&) = delete;

 private:
  const Feature* feature_;
};

}  // namespace strata
