#include "app/lab/layer_auto_hide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/structure_controller.hpp"

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

Status layer_reset(Lab& lab, const Command&) {
  layer_auto_hide(lab).reset();
  return success();
}

const FeatureCommand kCommands[] = {
    {{"layer.pin", "NAME on|off|toggle", "Pin layer", CommandGroup::kView, 2, 2,
      "A pinned layer stays when another planner is chosen; others go unless they belong to that planner",
      keeps::kSetting, 0, "", "layer.reset"},
     layer_pin},
    {{"layer.reset", "", "Reset layers", CommandGroup::kView, 0, 0,
      "Shows the layers of the stepped planner and those that are shown at first, without pins", keeps::kSetting},
     layer_reset}};

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

bool LayerAutoHide::follows(Layer layer) const {
  for (const Feature* feature : features()) {
    for (const PlannerAppearance& planner : feature->planners) {
      if (std::ranges::any_of(planner.layers, [&](const FeatureLayer* own) { return *own == layer; })) return true;
    }
  }
  return false;
}

bool LayerAutoHide::wanted(Layer layer) const { return wanted_.contains(layer); }

bool LayerAutoHide::available(Layer layer) const {
  const LayerInfo& info = layer_info(layer);
  const bool comes = info.general || info.comes == nullptr || info.comes(lab_);
  return world_->has(info.structure) && (info.there == nullptr || info.there(lab_)) && comes;
}

bool LayerAutoHide::pinned(Layer layer) const { return state_.layer(layer).pinned; }

void LayerAutoHide::pin(Layer layer, bool on) {
  LayerState& own = state_.layers[static_cast<size_t>(layer)];
  own.pinned = on && own.on && follows(layer);
  // A pinned layer stays, also when the split ends that has switched it on.
  if (own.pinned) std::erase(state_.split_layers, layer);
}

std::vector<std::string> LayerAutoHide::planners_on_show() const {
  std::vector<std::string> names{state_.traced};
  for (int i = 1; state_.views_compare() && i < state_.view_count; ++i) {
    names.push_back(state_.views[static_cast<size_t>(i)].planner);
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::unique(names);
  names.erase(twice.begin(), twice.end());
  return names;
}

// Shows the layers of planners that are displayed now and were not before. Layers that a planner displayed before has,
// too, are left as they are, as the user may have hidden them. Hides the layers of all other planners.
void LayerAutoHide::planners_changed() {
  std::vector<std::string> now = planners_on_show();
  if (state_.layers.empty() || now == planners_) {
    planners_ = std::move(now);
    return;
  }
  planners_ = std::move(now);
  const std::set<Layer> before = std::exchange(wanted_, {});
  for (const std::string& name : planners_) {
    for (const FeatureLayer* layer : planner_appearance(state_, name).layers) wanted_.insert(*layer);
  }
  for (const Layer layer : layers()) {
    if (!follows(layer)) continue;
    const bool stays = wanted_.contains(layer) ? before.contains(layer) : pinned(layer);
    if (!stays) state_.switch_layer(layer, wanted_.contains(layer) && available(layer));
    if (wanted_.contains(layer) || !state_.layer(layer).on) std::erase(state_.split_layers, layer);
  }
  bring_graphs();
}

void LayerAutoHide::views_changed() {
  for (const Layer layer : std::exchange(state_.split_layers, {})) state_.switch_layer(layer, false);
  planners_changed();
  bring_graphs();
}

// Views of single levels need a graph. If no visible layer shows one with levels, switches such a layer on. Views that
// compare searches do not need one.
void LayerAutoHide::bring_graphs() {
  const auto shows_graph = [&](Layer layer) { return layer_info(layer).levels && state_.layer(layer).on; };
  if (state_.view_count == 1 || state_.compared || std::ranges::any_of(layers(), shows_graph)) return;
  for (const Layer layer : layers()) {
    if (!layer_info(layer).splits || state_.layer(layer).on) continue;
    state_.switch_layer(layer, true);
    state_.split_layers.push_back(layer);
  }
}

void LayerAutoHide::reset() {
  for (const Layer layer : layers()) {
    state_.layers[static_cast<size_t>(layer)].pinned = false;
    const bool of_split = std::ranges::find(state_.split_layers, layer) != state_.split_layers.end();
    state_.switch_layer(layer, of_split || lab_.structures().usually_on(layer));
    state_.layers[static_cast<size_t>(layer)].opacity = default_opacity(layer);
  }
  bring_graphs();
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

void LayerAutoHide::dump(nlohmann::json& out) const {
  nlohmann::json pins = nlohmann::json::array(), wanted = nlohmann::json::array();
  for (const Layer layer : layers()) {
    if (pinned(layer)) pins.push_back(layer_name(layer));
    if (wanted_.contains(layer)) wanted.push_back(layer_name(layer));
  }
  out["follow"] = {{"pinned", pins}, {"planner", wanted}};
}

}  // namespace strata
