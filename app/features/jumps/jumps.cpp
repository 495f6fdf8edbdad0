#include "app/features/jumps/jumps.hpp"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/base/count_text.hpp"
#include "app/draw/link_arc.hpp"
#include "app/features/plain/jump_narration.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/playback/playback.hpp"
#include "core/search/jps_plus_code.hpp"
#include "core/search/jump_directions.hpp"
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
     .legend =
         "How far jumps go from the cell pointed at, inspected or expanded: to a jump point, or, with a minus, to "
         "the wall",
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

int direction_of(Cell step) {
  for (size_t d = 0; d < kDirections; ++d) {
    if (kDirX[d] == step.x && kDirY[d] == step.y) return static_cast<int>(d);
  }
  return -1;
}

namespace {

// Returns the directions that the search does not prune at a node that was reached from `parent`.
uint32_t directions_looked_up(const World& world, CellId node, NodeId parent) {
  const MoveGrid& grid = world.moves();
  const uint32_t moves = grid.moves(node);
  if (parent == kNoNodeId || is_link_step(grid, static_cast<CellId>(parent), node)) return moves;
  const int direction = direction_of(last_step(grid.cell(static_cast<CellId>(parent)), grid.cell(node)));
  if (direction < 0 || is_diagonal(direction)) return 0;  // that jump has gone on past the node
  return unpruned_directions(moves, static_cast<uint32_t>(direction));
}

}  // namespace

std::optional<SteppedJumps> stepped_jumps(const World& world, const Planner& planner, const Playback& playback) {
  if (planner.needs != StructureId::kJumpDistances || !world.ready(StructureId::kJumpDistances)) return std::nullopt;
  if (playback.empty() || playback.at_end() || playback.current() == nullptr) return std::nullopt;
  const SearchEvent& event = *playback.current();
  const MoveGrid& grid = world.moves();
  SteppedJumps step;
  if (event.type == EventType::kExpand) {
    std::vector<NodeId> chain;
    playback.parent_chain(0, event.node, chain, 2);
    step.node = step.end = grid.cell(static_cast<CellId>(event.node));
    step.used = directions_looked_up(world, static_cast<CellId>(event.node), chain.size() > 1 ? chain[1] : kNoNodeId);
    return step.used == 0 ? std::nullopt : std::optional(step);
  }
  const bool jumps = event.type == EventType::kGenerate || event.type == EventType::kUpdate;
  if (!jumps || event.parent == kNoNodeId || event.line == jps_plus_code::kLink) return std::nullopt;
  step.node = grid.cell(static_cast<CellId>(event.parent));
  step.end = grid.cell(static_cast<CellId>(event.node));
  const int dx = step.end.x - step.node.x, dy = step.end.y - step.node.y;
  const int slanted = std::min(std::abs(dx), std::abs(dy)), steps = std::max(std::abs(dx), std::abs(dy));
  const Cell slant{dx > 0 ? 1 : -1, dy > 0 ? 1 : -1};
  const int first = direction_of(slanted > 0 ? slant : last_step(step.node, step.end));
  if (first < 0) return std::nullopt;
  step.used = 1u << first;
  if (slanted > 0 && slanted < steps) {
    step.turn = Cell{step.node.x + slanted * slant.x, step.node.y + slanted * slant.y};
    step.onward = direction_of(last_step(*step.turn, step.end));
  }
  return step;
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
