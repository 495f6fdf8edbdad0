// Purpose: Landmarks in the lab: their layers, commands, placing and dragging, the heat map of the heuristic, settings,
//          dump and inspection.
// Source: Goldberg, Harrelson 2005 (ALT); core/alt/landmarks.hpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/map_input_handler.hpp"
#include "core/alt/landmarks.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kLandmarksFeature;
FeaturePanel landmarks_panel();
extern const std::array<PlannerAppearance, 1> kLandmarkPlanners;

extern const FeatureLayer kHeuristicLayer;  // a heat map, see HeuristicView
extern const FeatureLayer kLandmarkLayer;
extern const std::array<PaintStep, 3> kLandmarkPaint;
extern const std::array<LabelStep, 1> kLandmarkLabels;
extern const std::array<FeatureCommand, 9> kLandmarkCommands;
std::span<const LabSetting> landmark_lab_settings();

inline constexpr size_t kFieldCells = size_t{3} << 17;  // cells of the heat map that are computed in one frame

// What the heat map shows of every cell.
enum class HeuristicKind : uint8_t {
  kBound,     // h: the lower bound of the cost to the goal, the larger of landmark bound and distance bound
  kGain,      // what landmarks add to the distance bound
  kDistance,  // cost from one landmark
};
inline constexpr int kHeuristicKinds = 3;
std::string_view heuristic_name(HeuristicKind kind);  // "bound", "gain", "distance"
struct HeuristicView {
  HeuristicKind kind = HeuristicKind::kBound;
  int landmark = 0;  // shown by kDistance
  // Values of the darkest and the lightest colour of the heat map shown last; low > high: there is none.
  Cost low = 1;
  Cost high = 0;
  bool partial = false;  // a large heat map is being computed: every frame adds to it
};

struct LandmarkStatus {
  bool building = false;   // in the background
  double progress = 0;     // 0..1
  bool exact = false;      // false: there are no landmarks yet, or edits have made them inexact
  bool cancelled = false;  // no rebuild until it is asked for, or until the next edit
  int set_aside = 0;       // number of landmarks that are not used until they are rebuilt
};

struct LandmarkDrag {
  int landmark = 0;
  Cell at;
  friend bool operator==(const LandmarkDrag&, const LandmarkDrag&) = default;
};

// What landmarks tell of the cost from a cell to the goal.
struct LandmarkInspection {
  bool known = false;       // there are landmarks, and the cell and the goal are passable
  int landmark = -1;        // the landmark on the cell; -1: none
  Cost distance_bound = 0;  // lower bound of the cost to the goal without landmarks
  Cost landmark_bound = 0;  // lower bound from landmarks alone
  Cost bound = 0;           // the larger of the two bounds
  int deciding = -1;        // the landmark that gives landmark_bound; -1: none
  bool separated = false;   // the landmarks alone tell that no path leads to the goal
  int set_aside = 0;        // number of landmarks that are not used until they are rebuilt
};

class LandmarksController : public FeatureController, public MapInputHandler {
 public:
  explicit LandmarksController(Lab& lab) : FeatureController(lab) {}

  // Options of the landmarks, also while they are switched off.
  const LandmarkOptions& options() const { return options_; }
  const LandmarkStatus& status() const { return status_; }
  HeuristicView& heuristic() { return heuristic_; }
  const std::optional<LandmarkDrag>& dragged() const { return drag_; }
  const LandmarkInspection& inspected() const { return inspected_; }

  Status place(const LandmarkOptions& options);
  std::string placed_line(const LandmarkOptions& options) const;
  std::optional<LandmarkOptions> placed() const;  // with the current cell of each landmark; nothing: unknown
  bool current() const;                           // the landmarks match the options, and are exact

  void map_changed(const MapChange& change) override {
    if (change.what == MapChange::What::kOther) options_.place_again();
  }
  void choose(WorldSetup& setup, bool other_map) const override;
  bool switch_structure(bool on) override;
  void structure_event(StructureId which, StructureEvent news) override;
  void read_world() override;
  bool has_results() override;
  Activity activity() const override;
  MapInputHandler* pointer() override { return this; }
  Press press(const PointerEvent& event, Cell cell) override;
  void drag(const PointerEvent& event, Cell cell, bool moved) override;
  void drop(bool keep) override;
  void look_at(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  void say_refused();
  LandmarkOptions options_;
  LandmarkStatus status_;
  HeuristicView heuristic_;
  std::optional<LandmarkDrag> drag_;
  LandmarkOptions before_drag_;  // with the cells of all landmarks in `placed`
  LandmarkInspection inspected_;
  std::array<uint64_t, 7> looked_at_{};  // state that `inspected_` was read from
  uint64_t version_ = 0;
};

LandmarksController& landmarks_controller(const Lab& lab);

}  // namespace strata
