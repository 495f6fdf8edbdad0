#include "app/features/jumps/jumps.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/base/count_text.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/world/map_jump_distances.hpp"

namespace strata {
namespace {

using nlohmann::json;

Status switch_distances(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kJumpDistances)));
  lab.structures().apply_structure(StructureId::kJumpDistances, on);
  return success();
}

// clang-format off
constexpr std::array<FeatureCommand, 1> kCommands = {{
    {{"jump-distances", "on|off|toggle", "Jump distances (JPS+)", CommandGroup::kSearch, 1, 1, "How far a jump goes from every cell in each direction, found beforehand; the planner JPS+ looks them up", keeps::kSetting}, switch_distances},
}};
// clang-format on

constexpr std::array<const FeatureLayer*, 1> kLayers = {&kJumpLayer};

constexpr std::array kFacts = {fact<&JumpDistancesCounts::all>({"all"}),
                               fact<&JumpDistancesCounts::to_points>({"to_points"}),
                               fact<&JumpDistancesCounts::longest>({"longest"})};
constexpr std::string_view kRebuilt[] = {"changed", "computed"};

FactRows count(const World& world) {
  if (!world.ready(StructureId::kJumpDistances)) return {};
  return {{"", world.get<MapJumpDistances>().distances().counts(world.moves())}};
}

// Adds how many jump distances the last stroke has changed.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  if (part != PresentedPart::kMeter || !lab.world().has(StructureId::kJumpDistances)) return;
  out.add(PresentedLine::Kind::kText,
          fmt::format("Jump distances: {} changed of {}",
                      count_text(lab.state().meter.count(StructureId::kJumpDistances, "changed", 0)),
                      count_text(counts_of<JumpDistancesCounts>(lab, StructureId::kJumpDistances).all)));
}

}  // namespace

const FeatureLayer kJumpLayer = {
    {.name = "jump-distances",
     .title = "Jump distances",
     .legend = "How far jumps go from the cell under the pointer and from the inspected one: to a jump point, or, with "
               "a minus, to the wall",
     .order = 205,
     .structure = StructureId::kJumpDistances,
     .follows_structure = true}};

const Feature kJumpsFeature = {
    .name = "jump-distances",
    .title = "Jump distances",
    .planners = kJumpPlanners,
    .planner_group = PlannerGroup::kPlain,
    .structure = StructureId::kJumpDistances,
    .layers = kLayers,
    .commands = kCommands,
    .paint = kJumpPaint,
    .labels = kJumpLabels,
    .flash = {[](int) { return palette::kSky; }, [](int) { return 3.0f; }, 21},
    .facts = {"jump_distances", kFacts, count, FactsTold::kAlways, kRebuilt},
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<JumpsController>(lab);
    },
};

JumpsController& jumps_controller(const Lab& lab) {
  return static_cast<JumpsController&>(lab.controller(kJumpsFeature));
}

std::optional<DistancesOfCell> jump_distances_at(const World& world, Cell cell) {
  if (!world.ready(StructureId::kJumpDistances) || !world.moves().passable(cell)) return std::nullopt;
  const auto distances = world.get<MapJumpDistances>().distances().of(world.moves().id(cell));
  DistancesOfCell all{};
  std::copy(distances.begin(), distances.end(), all.begin());
  return all;
}

std::string_view direction_name(int direction) {
  static constexpr std::array<std::string_view, kDirections> kNames = {"north", "north-east", "east", "south-east",
                                                                       "south", "south-west", "west", "north-west"};
  return kNames[static_cast<size_t>(direction)];
}

void JumpsController::choose(WorldSetup& setup, ChosenFor) const {
  setup.get<MapJumpDistances>() = JumpDistancesOptions{};
}

void JumpsController::inspect_cell(Cell cell) {
  if (is_same_inspection(cell, world_->state(StructureId::kJumpDistances).version * 2 +
                                   static_cast<uint64_t>(world_->ready(StructureId::kJumpDistances)))) {
    return;
  }
  inspected_ = jump_distances_at(*world_, cell);
}

void JumpsController::dump_inspected(json& out) const {
  if (inspected_) out["jump_distances"] = *inspected_;
}

}  // namespace strata
