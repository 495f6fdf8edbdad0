#include "app/lab/layer_auto_hide.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"

namespace strata {

namespace {

Status layer_pin(Lab& lab, const Command& command) {
  const auto layer = layer_named(command.args[0]);
  if (!layer) return error_at("", "unknown layer '" + command.args[0] + "'");
  LayerAutoHide& follow = layer_auto_hide(lab);
  STRATA_TRY(on, on_off(command.args[1], follow.pinned(*layer)));
  if (!follow.follows(*layer)) {
    return error_at("", fmt::format("the layer {} is seen whoever is stepped", layer_name(*layer)));
  }
  if (!lab.state().layer(*layer).on) {
    return error_at("", fmt::format("the layer {} is off: there is nothing to pin", layer_name(*layer)));
  }
  follow.pin(*layer, on);
  return success();
}

const FeatureCommand kCommands[] = {
    {{"layer.pin", "NAME on|off|toggle", "Pin layer", "View", 2, 2,
      "A pinned layer is seen whichever planner is stepped; others only with planners that stand on what they show",
      keeps::kSetting},
     layer_pin}};

// Whether the planner depends on a structure beyond the moves and the jump map.
bool stands_alone(const Planner& planner) {
  return planner.needs != StructureId::kMoves && planner.needs != StructureId::kJumps;
}

}  // namespace

const Feature kLayerFollowFeature = {.name = "follow",
                                     .title = "Layers that follow",
                                     .commands = kCommands,
                                     .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
                                       return std::make_unique<LayerAutoHide>(lab);
                                     }};

LayerAutoHide& layer_auto_hide(const Lab& lab) {
  return static_cast<LayerAutoHide&>(lab.controller(kLayerFollowFeature));
}

StructureId LayerAutoHide::structure_of(Layer layer) {
  StructureId structure = layer_structure(layer);
  // Layers of a structure that is always on do not name it: it is the structure of their feature.
  for (const Feature* feature : features()) {
    if (structure != StructureId::kMoves) break;
    for (const FeatureLayer* own : feature->layers) {
      if (own->number == layer) structure = feature->structure;
    }
  }
  // Crowds are planned by these two, and walk whatever search is stepped.
  const bool of_crowd = structure == StructureId::kTables || structure == StructureId::kMeshClasses;
  return of_crowd ? StructureId::kMoves : structure;
}

bool LayerAutoHide::pinned(Layer layer) const { return pins_.contains(layer) && state_.layer(layer).on; }

bool LayerAutoHide::hidden(Layer layer) const {
  if (!state_.layer(layer).on || state_.view_count > 1 || lab_.query().process() != nullptr) return false;
  const Planner* stepped = lab_.query().traced_planner();
  if (stepped == nullptr || !stands_alone(*stepped) || pins_.contains(layer)) return false;
  const StructureId structure = structure_of(layer);
  return structure != StructureId::kMoves && !depends_on(*world_, *stepped).contains(structure);
}

void LayerAutoHide::pin(Layer layer, bool on) {
  if (!on) {
    pins_.erase(layer);
  } else if (follows(layer)) {
    pins_.insert(layer);
  }
}

std::vector<std::string> LayerAutoHide::pin_lines(const std::set<Layer>& switched_on) const {
  std::vector<std::string> lines;
  for (const Layer layer : layers()) {
    if (!state_.layer(layer).on || !follows(layer)) continue;
    if (pinned(layer) == switched_on.contains(layer)) continue;
    lines.push_back(fmt::format("layer.pin {} {}", layer_name(layer), pinned(layer) ? "on" : "off"));
  }
  return lines;
}

// Removes the pins of layers that are off: a layer that was switched off with its structure comes back unpinned.
void LayerAutoHide::before_command() {
  std::erase_if(pins_, [this](Layer layer) { return !state_.layer(layer).on; });
}

void LayerAutoHide::dump(nlohmann::json& out) const {
  nlohmann::json pins = nlohmann::json::array(), out_of_sight = nlohmann::json::array();
  for (const Layer layer : layers()) {
    if (pinned(layer)) pins.push_back(layer_name(layer));
    if (hidden(layer)) out_of_sight.push_back(layer_name(layer));
  }
  out["follow"] = {{"pinned", pins}, {"hidden", out_of_sight}};
}

}  // namespace strata
