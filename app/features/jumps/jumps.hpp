// Purpose: This header declares the feature of jump distances, for JPS+: their layer, command, state
//          dump and inspection.
// Source: Rabin, Silva 2015; core/search/jump_distances.hpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/search/jump_distances.hpp"

namespace strata {

class Playback;
struct FeaturePanel;
struct Planner;

extern const Feature kJumpsFeature;
FeaturePanel jumps_panel();
extern const std::array<PlannerAppearance, 1> kJumpPlanners;

extern const FeatureLayer kJumpLayer;  // jump distances of the inspected cell, the one under the pointer, and the step
extern const std::array<PaintStep, 1> kJumpPaint;
extern const std::array<LabelStep, 1> kJumpLabels;

using DistancesOfCell = std::array<int, kDirections>;
// Colour of a distance that ends at a jump point.
inline constexpr Rgba kJumpColor = rgba(0x0072b2);
// Colour of a distance that ends at a wall.
inline constexpr Rgba kWallColor = rgba(0x505a64);

// Returns the direction of a step to one of the eight neighbours; -1: it is no such step.
int direction_of(Cell step);

// The jump distances that a step of JPS+ looks up. An expansion looks up those of all directions that the node does not
// prune; a jump to another node follows one of them, and one more where it turns.
struct SteppedJumps {
  Cell node;          // the node that is expanded
  uint32_t used = 0;  // a set of directions: bit d is direction d
  // For a jump that goes diagonally first and then straight: where it turns, and its direction from there on.
  std::optional<Cell> turn;
  int onward = -1;
  Cell end;  // where the jump ends; the node itself for an expansion
  friend bool operator==(const SteppedJumps&, const SteppedJumps&) = default;
  bool uses(int direction) const { return (used >> direction & 1) != 0; }
};
// Returns what the step at the cursor looks up. Nullopt: it is no step of JPS+, or it looks up nothing.
std::optional<SteppedJumps> stepped_jumps(const World& world, const Planner& planner, const Playback& playback);

// Returns the jump distances of a cell. Nullopt: jump distances are off or being computed, or the agent
// does not fit there.
std::optional<DistancesOfCell> jump_distances_at(const World& world, Cell cell);
std::string_view direction_name(int direction);  // "north", "north-east", ...
// The paper, for the panel.
inline constexpr std::string_view kJumpSource =
    "Rabin, Silva 2015: JPS+. An extreme A* speed optimization for static uniform cost grids.";

class JumpsController : public FeatureController {
 public:
  explicit JumpsController(Lab& lab) : FeatureController(lab) {}

  const std::optional<DistancesOfCell>& inspected() const { return inspected_; }

  void choose(WorldSetup& setup, ChosenFor) const override;
  void inspect_cell(Cell cell) override;
  void end_inspection() override { inspected_.reset(); }
  void dump_inspected(nlohmann::json& out) const override;

 private:
  std::optional<DistancesOfCell> inspected_;
};

JumpsController& jumps_controller(const Lab& lab);

}  // namespace strata
