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

struct FeaturePanel;

extern const Feature kJumpsFeature;
FeaturePanel jumps_panel();
extern const std::array<PlannerAppearance, 1> kJumpPlanners;

extern const FeatureLayer kJumpLayer;  // jump distances of the inspected cell and of the cell under the pointer
extern const std::array<PaintStep, 1> kJumpPaint;
extern const std::array<LabelStep, 1> kJumpLabels;

using DistancesOfCell = std::array<int, kDirections>;
// Colour of a distance that ends at a jump point.
inline constexpr Rgba kJumpColor = rgba(0x0072b2);
// Colour of a distance that ends at a wall.
inline constexpr Rgba kWallColor = rgba(0x505a64);

// Returns the jump distances of a cell. Nullopt: jump distances are off or being computed, or the agent
// does not fit there.
std::optional<DistancesOfCell> jump_distances_at(const World& world, Cell cell);
std::string_view direction_name(int direction);  // "north", "north-east", ...

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
