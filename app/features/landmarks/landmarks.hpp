// Purpose: This header declares the feature of landmarks: their layers, commands, placing and dragging, the heat map of
//          the heuristic, settings, state dump and inspection.
// Source: Goldberg, Harrelson 2005 (ALT); core/alt/landmarks.hpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/fitted_options.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/scene_state_provider.hpp"
#include "core/alt/landmarks.hpp"
#include "core/search/link_heuristic.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kLandmarksFeature;
FeaturePanel landmarks_panel();
extern const std::array<PlannerAppearance, 1> kLandmarkPlanners;

extern const FeatureLayer kHeuristicLayer;  // a heat map, see HeuristicView
extern const FeatureLayer kLandmarkLayer;
extern const std::array<PaintStep, 3> kLandmarkPaint;
extern const std::array<LabelStep, 1> kLandmarkLabels;
extern const std::array<FeatureCommand, 10> kLandmarkCommands;
std::span<const LabSetting> landmark_lab_settings();

// Number of cells of the heat map that are computed in one frame.
inline constexpr size_t kFieldCells = size_t{3} << 17;

// What the heat map of the heuristic shows for a cell.
enum class HeuristicKind : uint8_t {
  // h: the larger of the lower bound by landmarks and that by distance alone; it never exceeds the cost to the goal.
  kBound,
  // By how much h exceeds the lower bound by distance alone.
  kGain,
  kDistance,  // cost from one landmark
};
inline constexpr int kHeuristicKinds = 3;
std::string_view heuristic_name(HeuristicKind kind);  // "bound", "gain", "distance"
struct HeuristicView {
  HeuristicKind kind = HeuristicKind::kBound;
  // Index of the landmark whose costs kDistance shows.
  int landmark = 0;
  // The values that the darkest and the lightest colour of the last heat map stand for; low > high: there was
  // no heat map yet.
  Cost low = 1;
  Cost high = 0;
  bool partial = false;  // the heat map is incomplete: every frame computes a part of it
};

struct LandmarkStatus {
  bool building = false;  // a background build is running
  double progress = 0;    // 0..1
  // The stored distances are exact. False: they are not built yet, or an edit has made them inexact.
  bool exact = false;
  // The user has cancelled the build: it starts again only by a command or after the next edit.
  bool cancelled = false;
  // Number of landmarks that are not used until their distances are rebuilt.
  int set_aside = 0;
};

struct LandmarkDrag {
  int landmark = 0;
  Cell at;
  friend bool operator==(const LandmarkDrag&, const LandmarkDrag&) = default;
};

// What the landmarks say about the cost from the inspected cell to the goal.
struct LandmarkInspection {
  // There are landmarks, and both cell and goal are passable; otherwise the other members mean nothing.
  bool known = false;
  int landmark = -1;  // index of the landmark on the cell; -1: none
  // Lower bound of the cost by distance alone, without landmarks.
  Cost distance_bound = 0;
  // Lower bound of the cost by landmarks alone.
  Cost landmark_bound = 0;
  Cost bound = 0;  // maximum of both bounds
  // Index of the landmark that gives landmark_bound; -1: there is none.
  int deciding = -1;
  bool separated = false;  // the landmarks alone prove that no path leads to the goal
  // Number of landmarks that are not used until their distances are rebuilt.
  int set_aside = 0;
};

// Returns what makes the heuristic without landmarks a lower bound on a map with links; it changes nothing on others.
inline LinkHeuristic<DistanceBound> link_heuristic_to(const MoveGrid& moves, Cell goal) {
  const DistanceBound plain = moves.bound();
  return {moves, plain, LinkDirection::kToGoal, [&](int x, int y) { return plain(Cell{x, y}, goal); }};
}

class LandmarksController : public FeatureController,
                            public MapInputHandler,
                            public SceneStateProvider,
                            public FitsMaps {
 public:
  explicit LandmarksController(Lab& lab) : FeatureController(lab), fitted_(lab, "landmarks") {}

  // Returns the options of the landmarks; they are stored here also while landmarks are switched off.
  const LandmarkOptions& options() const { return options_; }
  const LandmarkStatus& status() const { return status_; }
  HeuristicView& heuristic() { return heuristic_; }
  const std::optional<LandmarkDrag>& dragged() const { return drag_; }
  const LandmarkInspection& inspected() const { return inspected_; }

  Status place(const LandmarkOptions& options);
  // Sets the number of landmarks, placed automatically: the number that suits the map, or the usual one.
  Status choose_options(bool automatic);
  MapFitting& fitting() override { return fitted_; }
  // Returns why there are so many landmarks, as a sentence; empty: the number was set, or is the usual one.
  std::string_view reason() const { return fitted_.reason(options_); }
  std::string placed_line(const LandmarkOptions& options) const;
  // Returns the options with the present cells of all landmarks as their places; nullopt: the cells are not known.
  std::optional<LandmarkOptions> placed() const;
  bool current() const;  // the landmarks match the options and are exact

  void tick(double dt_seconds) override;
  // The content is why the number was chosen.
  std::any content() const override { return fitted_.content(options_); }
  void take_content(const std::any& content) override {
    fitted_.note(std::any_cast<const AutomaticOptions<LandmarkOptions>&>(content));
  }
  void map_changed(const MapChange& change) override {
    fitted_.map_changed(change);
    if (change.what == MapChange::Kind::kOther) options_.place_again();
  }
  void choose(WorldSetup& setup, ChosenFor map) const override;
  bool switch_structure(bool on) override;
  void structure_event(StructureId which, StructureEvent news) override;
  void read_world() override;
  Activity activity() const override;
  PressResult press(const PointerEvent& event, Cell cell) override;
  void drag(const PointerEvent& event, Cell cell, bool moved) override;
  void drop(bool keep) override;
  void inspect_cell(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  void say_refused();
  LandmarkOptions options_;
  FittedOptions<LandmarkOptions> fitted_;
  LandmarkStatus status_;
  HeuristicView heuristic_;
  std::optional<LandmarkDrag> drag_;
  // The options before the drag; `placed` has the cells of all landmarks.
  LandmarkOptions before_drag_;
  LandmarkInspection inspected_;
  std::array<uint64_t, 7> looked_at_{};  // state that `inspected_` was read from
};

LandmarksController& landmarks_controller(const Lab& lab);

}  // namespace strata
