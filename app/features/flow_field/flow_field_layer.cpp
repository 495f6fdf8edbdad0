#include "app/features/flow_field/flow_field_layer.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/lab/lab.hpp"

namespace strata {
namespace {

constexpr std::array<const FeatureLayer*, 1> kLayers = {&kFlowFieldLayer};

std::string flow_scale(const Lab& lab) {
  const FlowFieldController::HeatRange& heat = flow_field_controller(lab).heat();
  if (heat.low > heat.high) return {};
  const Cost unit = cost_unit(lab.world());
  return fmt::format("{} to {}", cost_text(heat.low, unit), cost_text(heat.high, unit));
}

}  // namespace

const FeatureLayer kFlowFieldLayer = {
    {.name = "flow-field",
     .title = "Flow field",
     .legend = "Heat map, dark to light: cost of the cheapest path to the goal. Arrows: its first step",
     .term = "flow field",
     .order = 5,
     .general = true,
     .heat_map = true,
     .scale = flow_scale}};

const Feature kFlowFieldFeature = {
    .name = "flow-field",
    .title = "Flow field",
    .layers = kLayers,
    .layer_group = "search",
    .paint = kFlowFieldPaint,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<FlowFieldController>(lab);
    },
};

FlowFieldController& flow_field_controller(const Lab& lab) {
  return static_cast<FlowFieldController&>(lab.controller(kFlowFieldFeature));
}

bool FlowFieldController::shown() const { return state_.layer(kFlowFieldLayer).on; }

std::string FlowFieldController::missing() const {
  if (!state_.has_query || !world_->map().contains(state_.query.goal)) return "set a goal: the field leads to it";
  if (!world_->moves().passable(state_.query.goal)) return "the goal is blocked";
  return {};
}

void FlowFieldController::work(uint64_t cells) {
  if (!shown() || !state_.has_query || !world_->map().contains(state_.query.goal)) {
    // At rest nothing is kept.
    if (field_.begun()) field_.clear();
    return;
  }
  const MoveGrid& moves = world_->moves();
  const CellId goal = moves.id(state_.query.goal);
  if (!field_.begun() || field_.goals().size() != 1 || field_.goals().front() != goal) {
    field_.begin(moves, std::span(&goal, 1));
  }
  if (!field_.work(moves, cells) || field_.version() == seen_) return;
  seen_ = field_.version();
  ++complete_;
}

void FlowFieldController::tick(double /*dt_seconds*/) { work(state_.fixed_clock ? UINT64_MAX : kFlowCells); }

void FlowFieldController::finish_updates() { work(UINT64_MAX); }

Activity FlowFieldController::activity() const {
  if (!shown() || !missing().empty()) return Activity::kIdle;
  return !field_.is_current_for(world_->moves()) || heat_.partial ? Activity::kWorks : Activity::kIdle;
}

void FlowFieldController::map_changes(const MapChange& change) {
  if (change.what == MapChange::Kind::kOther) field_.clear();
}

void FlowFieldController::map_changed(const MapChange& change) {
  if (change.what != MapChange::Kind::kEdit || !field_.begun()) return;
  // The moves of a large agent change up to its size to the left and above.
  const int size = world_->rules().agent_size;
  const Rect& cells = change.cells;
  field_.map_changed(world_->moves(), Rect{cells.x0 - size, cells.y0 - size, cells.x1 + 1, cells.y1 + 1}.clipped(
                                          world_->map().bounds()));
}

void FlowFieldController::dump_inspected(nlohmann::json& out) const {
  if (!state_.inspected || !shown() || !field_.is_current_for(world_->moves())) return;
  const CellId cell = world_->map().id(state_.inspected->cell);
  out["flow_field"] = {{"cost", field_.cost(cell) == kInfinite ? -1.0 : static_cast<double>(field_.cost(cell))},
                       {"direction", field_.direction(cell)}};
}

}  // namespace strata
