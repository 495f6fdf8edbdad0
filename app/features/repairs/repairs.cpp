#include "app/features/repairs/repairs.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/world_reader.hpp"
#include "core/base/byte_text.hpp"
#include "core/world/build_inputs.hpp"

namespace strata {
namespace {

using nlohmann::json;

Status switch_repairs(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kRepairs)));
  lab.structures().apply_structure(StructureId::kRepairs, on);
  return success();
}

// clang-format off
constexpr std::array<FeatureCommand, 1> kCommands = {{
    {{"repairs", "on|off|toggle", "Repaired searches (LPA*, D* Lite)", CommandGroup::kSearch, 1, 1, "Keeps the costs of the last search, which the planners LPA* and D* Lite repair after an edit", keeps::kSetting}, switch_repairs},
}};
// clang-format on

constexpr std::array<const FeatureLayer*, 1> kLayers = {&kRepairLayer};

constexpr std::array kFacts = {fact<&RepairStats::changed>({"changed"}), fact<&RepairStats::lowered>({"lowered"}),
                               fact<&RepairStats::raised>({"raised"}), fact<&RepairStats::requeued>({"requeued"})};

FactRows count(const World& world) {
  const MapRepairs& repairs = world.get<MapRepairs>();
  const std::optional<RepairStats> lpa = repairs.last_repair(IncrementalMethod::kLpaStar, world.inputs()),
                                   dstar = repairs.last_repair(IncrementalMethod::kDStarLite, world.inputs());
  if (!lpa || !dstar) return {};
  return {{"/lpa", *lpa}, {"/dlite", *dstar}};
}

bool fits_repairs(const GridMap& map, const WorldSetup& setup) {
  return !setup.get<MapRepairs>() || map.cell_count() <= MapRepairs::kMaxBytes / MapRepairs::kBytesPerCell;
}

json costs_json(const CellCosts& costs) {
  const auto number = [](Cost cost) { return cost == kInfinite ? json() : json(cost); };
  return {{"g", number(costs.g)}, {"rhs", number(costs.rhs)}};
}

}  // namespace

const FeatureLayer kRepairLayer = {
    {.name = "repair-edits",
     .title = "Edits of the repair",
     .legend = "Dashed: areas that the edits since the search before have changed; LPA* and D* Lite begin there",
     .term = "LPA*",
     .order = 208,
     .structure = StructureId::kRepairs,
     .follows_structure = true}};

const Feature kRepairsFeature = {
    .name = "repairs",
    .title = "Repaired searches",
    .planners = kRepairPlanners,
    .planner_group = PlannerGroup::kPlain,
    .structure = StructureId::kRepairs,
    .fits = fits_repairs,
    .layers = kLayers,
    .commands = kCommands,
    .paint = kRepairPaint,
    .facts = {.key = "repairs", .facts = kFacts, .count = count, .of_search = true},
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<RepairsController>(lab);
    },
};

RepairsController& repairs_controller(const Lab& lab) {
  return static_cast<RepairsController&>(lab.controller(kRepairsFeature));
}

RepairsOptions RepairsController::wanted() const {
  if (!state_.has_query) return {};
  return {PlanQuery{state_.query.start, state_.query.goal}};
}

// The query belongs to the open map.
void RepairsController::choose(WorldSetup& setup, ChosenFor map) const {
  setup.get<MapRepairs>() = map == ChosenFor::kOpenMap ? wanted() : RepairsOptions{};
}

// Readers of the world are not ended for this: the structure follows when they have finished. Until then the planners
// answer the new query as well, but begin from costs of a search farther back.
void RepairsController::follow_query() {
  if (!world_ || !world_->has(StructureId::kRepairs) || is_read(lab_)) return;
  if (lab_.large_map_task().under_way() || lab_.large_map_task().in_transition()) return;
  const RepairsOptions now = wanted();
  if (world_->get<MapRepairs>().options() == now) return;
  lab_.session().edit_during_gesture().set<MapRepairs>(now);
}

void RepairsController::structure_event(StructureId, StructureEvent news) {
  if (news == StructureEvent::kRefused) say_refused();
}

void RepairsController::say_refused() {
  lab_.say(MessageKind::kWarning,
           fmt::format("Repaired searches stay off: on this map they would take up to {}, {} at most",
                       bytes_text(MapRepairs::kBytesPerCell * world_->map().cell_count()),
                       bytes_text(MapRepairs::kMaxBytes)));
}

// Refuses to switch on what does not fit into memory.
bool RepairsController::switch_structure(bool on) {
  if (!on || world_->map().cell_count() <= MapRepairs::kMaxBytes / MapRepairs::kBytesPerCell) return false;
  say_refused();
  return !world_->has(StructureId::kRepairs);
}

void RepairsController::inspect_cell(Cell cell) {
  if (is_same_inspection(cell, world_->state(StructureId::kRepairs).version * 2 +
                                   static_cast<uint64_t>(world_->has(StructureId::kRepairs)))) {
    return;
  }
  inspected_ = {};
  if (!world_->has(StructureId::kRepairs) || !state_.has_query || future_hidden(lab_)) return;
  const MapRepairs& repairs = world_->get<MapRepairs>();
  const MoveGrid& moves = world_->moves();
  for (const IncrementalMethod method : {IncrementalMethod::kLpaStar, IncrementalMethod::kDStarLite}) {
    const bool lpa = method == IncrementalMethod::kLpaStar;
    inspected_.known |= repairs.would_repair(method, moves, state_.query);
    (lpa ? inspected_.lpa : inspected_.dstar) =
        repairs.costs_before(method, moves, state_.query, world_->map().id(cell));
  }
}

void RepairsController::dump_inspected(json& out) const {
  if (!inspected_.known) return;
  out["repairs"] = {{"lpa", costs_json(inspected_.lpa)}, {"dlite", costs_json(inspected_.dstar)}};
}

}  // namespace strata
