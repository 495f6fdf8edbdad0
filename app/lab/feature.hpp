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
struct MenuContext;
struct MenuList;
struct PseudoCode;
struct TileSource;

// What becomes of the map that is open. Every edit is one of a gesture of painting, of a command that paints, or of an
// undo: it lies between the beginning and the end of that.
struct MapChange {
  enum class What : uint8_t {
    kOther,    // another one is open in its place
    kGesture,  // it is painted on; what a gesture did may also be taken back within it
    kEdit,     // some of its cells are others
  };
  What what = What::kOther;
  Rect cells = {};                     // kEdit: where it may change some
  const EditReport* report = nullptr;  // kEdit, once it is done
};

// What happens to the structure of a feature.
enum class StructureEvent : uint8_t {
  kWanted,  // from now on
  kGivenUp,
  kRefused,  // it does not fit into memory on the map
  kReady,    // it answers; told to all
};

enum class Activity : uint8_t {
  kRests,
  kWorks,   // something goes on in the background whose progress is shown
  kGoesOn,  // it moves with every tick and does not come to an end by itself
};

// Pairs of cells between which somebody wants to go: agents and their goals, starts and goals of queries.
struct TripGroup {
  std::string of;  // "agents of the crowd"
  std::vector<std::pair<CellId, CellId>> ways;
};

// What a feature keeps over time. Every hook does nothing unless the feature has something to do.
class FeatureController : public LabPart {
 public:
  virtual ~FeatureController() = default;

  virtual void tick(double /*dt_seconds*/) {}
  virtual void finish_updates() {}  // what the next tick would do is done now; time stands still
  virtual Activity activity() const { return Activity::kRests; }
  bool at_work() const { return activity() == Activity::kWorks; }
  virtual void map_changes(const MapChange& /*change*/) {}  // is about to
  virtual void map_changed(const MapChange& /*change*/) {}  // has done so, or the gesture has ended
  virtual void query_changed() {}                           // start, goal, or what answers depend on
  virtual void structure_event(StructureId /*which*/, StructureEvent /*news*/) {}
  virtual bool has_results() { return false; }  // something has come in from the background that answers depend on
  // What the state says of the world is looked up: it may have been built on, or its structures switched.
  virtual void read_world() {}
  virtual bool switch_structure(bool /*on*/) { return false; }  // in its own way; false: it has none
  // Other rules of movement are to hold: writes what its structures must be for them. What it returns is done once they
  // do; until then the work may be cancelled.
  virtual std::function<void()> follow_rules(const Rules& /*rules*/, WorldSetup& /*setup*/) { return {}; }
  virtual void stamp_all() {}  // all that overlays show of it is drawn anew
  // Whoever loses the way by a stroke is counted.
  virtual void add_trips(std::vector<TripGroup>& /*groups*/) const {}
  // Puts in what its structure is, or would be, built with. `other_map`: without what lies on the one that is open.
  virtual void choose(WorldSetup& /*setup*/, bool /*other_map*/) const {}
  // Sees to it that what is known of the inspected cell is true.
  virtual void look_at(Cell /*cell*/) {}
  virtual void look_away() {}  // another cell is inspected from now on, or none

  virtual MapInputHandler* pointer() {
    return nullptr;
  }  // it, as one that takes what is pressed on the map; null: it does not
  virtual LogContributor* log_contributor() {
    return nullptr;
  }  // it, as one that has a say in the log; null: it has none
  // It, as one that reads the world in a thread of its own; null: it does not.
  virtual WorldReader* reader() { return nullptr; }
  // What it keeps in files of its own; null: nothing.
  virtual Document* document() { return nullptr; }

  // The state as JSON, into the object of all; what concerns the inspected cell, or the meter, into the object of that.
  virtual void dump(nlohmann::json& /*out*/) const {}
  virtual void dump_inspected(nlohmann::json& /*out*/) const {}
  virtual void dump_meter(nlohmann::json& /*out*/) const {}  // what the edits of the last gesture made it redo
  // Commands that bring a fresh lab's settings to those of now: before structures are switched on, and after.
  virtual void setting_lines(std::vector<std::string>& /*lines*/) const {}
  virtual void late_setting_lines(std::vector<std::string>& /*lines*/) const {}

 protected:
  explicit FeatureController(Lab& lab) : LabPart(lab) {}
  // Whether the cell is the one that was looked at last, in the same world. `version`: of the feature's own part of it.
  bool looked_up(Cell cell, uint64_t version);

 private:
  Cell looked_at_;
  uint64_t looked_stamp_ = 0;
};

struct FeatureCommand {
  CommandInfo info;
  Status (*run)(Lab&, const Command&);
  // True: the first of two of them did what the second does not do or undo itself, so that the log keeps both. Null: it
  // never does. The lab has carried out both.
  bool (*leaves)(const Lab&, const Command& earlier, const Command& later) = nullptr;
  // Where a person gives it: the line that is carried out in its place because something must be asked first, such as a
  // name; empty, or null: there is nothing to ask.
  std::string_view (*asks)(Lab&, const Command&) = nullptr;
};

// A tool of its own for the map: with it in hand its controller takes what is pressed, see FeatureController::press. It
// gets its number when the features are put together.
struct FeatureTool {
  std::string_view name;   // "crowd"
  std::string_view title;  // "Place agents"
  // Of the tool bar: its sign, its name in the UI dump, what a click there runs, and what the tool is for.
  const char* icon = "";
  const char* bar_name = "";  // "toolbar.crowd"
  const char* line = "";      // "tool.select crowd"
  const char* hint = "";
  bool brush = false;                   // the brush is shown under the pointer
  const FeatureLayer* layer = nullptr;  // shown from when it is taken up; null: none
  mutable Tool number = static_cast<Tool>(255);
  operator Tool() const { return number; }
};

// A menu of its own in the bar.
struct FeatureMenu {
  const char* title = "";
  const char* name = "";  // for the UI dump
  void (*fill)(const Lab&, MenuList&) = nullptr;
};

// Painted over the map in the order of `depth`, see app/draw/painter.hpp.
struct PaintStep {
  int depth;
  void (*paint)(Painter&, const Lab&);
};

// Text on the map.
struct LabelStep {
  uint64_t (*stamp)(const Painter&, const Lab&);  // of all that it depends on; 0: there is none in this view
  void (*add)(Painter&, const Lab&);
  // Every frame and view: whether text of any step was left out, as there was too much of it, or no place for it.
  void (*note)(Painter&, const Lab&, bool cut, bool crowded) = nullptr;
};

// How parts of the structure flash that an edit made it redo. Levels from 1; 0: there are none.
struct FlashStyle {
  Rgba (*color)(int level) = nullptr;  // null: they do not flash
  float (*dash)(int level) = nullptr;  // pixels; 0: solid
  int depth = 0;                       // higher ones lie on top
};

// Added to the list of the search that is stepped, below the marks that all searches have.
struct SearchMarks {
  uint64_t (*stamp)(const Painter&, const Lab&);  // of what they depend on besides the recording and the place in it
  void (*add)(Painter&, const Lab&, DrawList& out);
};

// Something other than a search that can be recorded and stepped: how a structure is built, say.
struct Process {
  std::string_view name;        // "contraction"
  std::string_view title;       // "Contraction"
  std::string_view menu_title;  // "Step through the contraction"
  std::string_view hint;
  std::string_view begin_line;  // commands
  std::string_view end_line;
  const PseudoCode* code;
  const Narration* narration;
  Cost (*unit)(const Lab&);  // a straight step in its costs
  // Recorded into QueryController::recorded(), unless that has been done for what there is now. May end it.
  void (*record)(Lab&);
  void (*end)(Lab&);  // goes back to the search
};

// Where a feature adds to the menu "File".
enum class FileMenuPart : uint8_t {
  kStock,  // below the stock maps
  kSave,   // below "Save as"
};

struct Feature {
  std::string_view name;      // "rooms"; of its tab "tab.rooms", of its layers in lists "layers.rooms"
  std::string_view title;     // of its layers in lists: "Rooms"
  std::string_view tab = {};  // of another feature, which it shares; empty: it has its own, if any
  std::span<const PlannerAppearance> planners = {};           // which search it
  StructureId structure = StructureId::kMoves;                // that it shows; kMoves: none
  bool always_on = false;                                     // it cannot be switched off, and lists name it first
  bool (*fits)(const GridMap&, const WorldSetup&) = nullptr;  // into memory, in any thread; null: it always does
  void (*begin_with)(WorldSetup&) = nullptr;                  // what a fresh lab's world keeps of it; null: nothing
  std::span<const FeatureLayer* const> layers = {};           // as lists show them
  std::span<const Layer> also = {};                           // shared layers that the same list shows
  std::string_view layer_group = {};  // of the lists, where they stand in a group that is not the feature's: "map"
  std::span<const FeatureCommand> commands = {};
  std::span<const PaintStep> paint = {};
  std::span<const TileSource* const> tiles = {};
  std::span<const LabelStep> labels = {};
  // Painted below the abstract path of a row, which is on that level. Every feature is asked; most have nothing to add.
  void (*under_path)(const Lab&, const PlannerRow&, int level, DrawList&) = nullptr;
  FlashStyle flash = {};
  std::span<const SearchMarks> search_marks = {};
  const Process* process = nullptr;
  // Counts what the state says of the graphs, in a thread where the map is large. What it returns hands that over.
  std::function<void(Lab&)> (*count)(const World&) = nullptr;
  void (*menu)(const Lab&, MenuList&) = nullptr;         // what it adds to the menu "Map"
  void (*search_menu)(const Lab&, MenuList&) = nullptr;  // to the menu "Search"
  void (*file_menu)(const Lab&, const MenuContext&, MenuList&, FileMenuPart) = nullptr;
  FeatureMenu own_menu = {};
  const FeatureTool* tool = nullptr;
  std::span<const KeyBinding> keys = {};
  std::unique_ptr<FeatureController> (*make_controller)(Lab&) = nullptr;
};

// Those of the program, in the order of lists.
std::span<const Feature* const> own_features();
// Those and guests.
std::span<const Feature* const> features();
uint64_t features_version();                 // changes with the list
const FeatureTool* feature_tool(Tool tool);  // null: it is shared

// The structures whose parts flash, bottom to top.
struct FlashingStructure {
  StructureId structure;
  FlashStyle style;
};
std::span<const FlashingStructure> flashing_structures();

// Takes part while it lives, in labs that are made meanwhile.
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
