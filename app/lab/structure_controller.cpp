#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/view_searches.hpp"

namespace strata {

bool StructureController::usually_on(Layer layer) const {
  const LayerInfo& info = layer_info(layer);
  const LayerAutoHide& auto_hide = layer_auto_hide(lab_);
  // Layers of planners follow the planners that are displayed, except at first, when the user has not
  // chosen a planner yet.
  const bool at_first = state_.traced == optimum_planner().name && !state_.views_compare();
  if (!info.general && auto_hide.follows(layer) && !at_first) {
    return auto_hide.wanted(layer) && auto_hide.available(layer);
  }
  if (info.structure != StructureId::kMoves) return world_ && world_->has(info.structure) && follows_structure(layer);
  return info.usual;
}

// Returns the chosen options of all structures that can be switched on and off, whether they are on or not.
WorldSetup StructureController::chosen_setup(ChosenFor map) const {
  WorldSetup chosen;
  for (const StructureId id : kAllStructures) chosen.of(id).reset();
  for (const auto& [feature, controller] : lab_.controllers()) controller->choose(chosen, map);
  return chosen;
}

void StructureController::follow_choices(std::initializer_list<StructureId> structures) {
  WorldSetup setup = world_->setup();
  const WorldSetup chosen = chosen_setup();
  bool changed = false;
  for (const StructureId id : structures) {
    if (!setup.of(id).has_value() || !chosen.of(id).has_value() || setup.of(id) == chosen.of(id)) continue;
    setup.of(id) = chosen.of(id);
    changed = true;
  }
  if (!changed) return;
  lab_.large_map_task().change_setup_now(setup);
}

bool StructureController::set_options(StructureId structure, AnyOptions options) {
  if (lab_.large_map_task().in_transition()) return true;
  return lab_.session().change_world().set(structure, std::move(options));
}

StructureSet StructureController::switched_on() const {
  const WorldSetup chosen = chosen_setup();
  StructureSet structures;
  for (const StructureId id : kAllStructures) {
    if (world_->has(id) && chosen.of(id).has_value() && !is_always_kept(id)) structures.insert(id);
  }
  return structures;
}

void StructureController::follow_world(StructureSet before) {
  const StructureSet now = switched_on();
  for (const StructureId id : kAllStructures) {
    if (now.contains(id) != before.contains(id)) switched(id, now.contains(id));
  }
}

// Shows or hides what belongs to a structure that was switched on or off.
void StructureController::switched(StructureId structure, bool on) {
  show_structure(structure, on);
  for (const auto& [feature, controller] : lab_.controllers()) {
    if (on && feature->structure == structure) controller->structure_event(structure, StructureEvent::kWanted);
  }
}

void StructureController::apply_structure(StructureId structure, bool on) {
  if (lab_.large_map_task().in_transition()) return;
  for (const auto& [feature, controller] : lab_.controllers()) {
    if (feature->structure == structure && controller->switch_structure(on)) return;
  }
  if (on == world_->has(structure)) return;
  WorldSetup setup = world_->setup();
  const WorldSetup chosen = chosen_setup();
  // This structure cannot be switched: it always exists, or follows the rows that are displayed.
  if (!chosen.of(structure).has_value()) return;
  setup.of(structure) = on ? chosen.of(structure) : AnyOptions();
  // From here on the structure is built in slices, or in the background.
  lab_.large_map_task().change_setup_now(setup);
  switched(structure, on);
}

// `on` shows the planners and the default layers of the structure; otherwise its planners and all of its
// layers are hidden.
void StructureController::show_structure(StructureId structure, bool on) {
  for (PlannerRow& row : state_.rows) {
    if (row.planner->needs == structure) row.shown = on && !(row.planner->levels_only && !world_->level());
  }
  for (const Layer layer : layers()) {
    if (layer_structure(layer) != structure) continue;
    if (!on) {
      state_.switch_layer(layer, false);
      std::erase(state_.split_layers, layer);
    }
    if (on && follows_structure(layer)) state_.switch_layer(layer, true);
  }
  if (on) return;
  if (lab_.state().traced_planner()->needs == structure) {
    lab_.query().set_stepped(optimum_planner().name, lab_.state().process);
    lab_.query().trace_soon();
  }
  lab_.view_searches().structure_gone(structure);
  state_.memory[static_cast<size_t>(structure)] = 0;
  state_.facts[static_cast<size_t>(structure)].clear();
  for (const auto& [feature, controller] : lab_.controllers()) controller->read_world();
}

void StructureController::hide_layers_but(StructureId shown) {
  for (const Feature* feature : features()) {
    if (feature->structure == StructureId::kMoves || feature->structure == shown) continue;
    for (const FeatureLayer* layer : feature->layers) {
      // The user has switched the layer on by hand, so that it stays.
      if (layer_auto_hide(lab_).pinned(*layer)) continue;
      state_.switch_layer(*layer, false);
      std::erase(state_.split_layers, Layer{*layer});
    }
  }
}

Status StructureController::ensure_structure_of(const Planner& planner) {
  const StructureId structure = planner.needs;
  // The map of jump points follows the rows that are displayed, and need not be switched on.
  if (structure == StructureId::kJumps) return success();
  // Switching the structure on adds all its planners to the comparison. Only this one is wanted, so that the others
  // are removed again.
  std::vector<const Planner*> left_out;
  for (const PlannerRow& row : state_.rows) {
    if (!row.shown && row.planner != &planner) left_out.push_back(row.planner);
  }
  // The layers of the structure are not wanted yet: they are shown when the planner is stepped.
  std::vector<Layer> off;
  for (const Layer layer : layers()) {
    if (!state_.layer(layer).on) off.push_back(layer);
  }
  apply_structure(structure, true);
  for (const Layer layer : off) state_.switch_layer(layer, false);
  for (PlannerRow& row : state_.rows) {
    if (std::ranges::find(left_out, row.planner) != left_out.end()) row.shown = false;
  }
  if (world_->has(structure) || lab_.large_map_task().under_way()) return success();
  return error_at("", fmt::format("{} would take more memory than they may here", structure_title(structure)));
}

bool StructureController::follows_structure(Layer layer) const {
  const LayerInfo& info = layer_info(layer);
  return info.follows_structure && (info.comes == nullptr || info.comes(lab_));
}

std::vector<std::string> StructureController::structure_lines() const {
  std::vector<std::string> lines;
  for (const auto& [feature, controller] : lab_.controllers()) controller->setting_lines(lines);
  for (const Feature* feature : features()) {
    if (!is_always_kept(feature->structure) && world_->has(feature->structure)) {
      lines.push_back(fmt::format("{} on", structure_name(feature->structure)));
    }
  }
  for (const auto& [feature, controller] : lab_.controllers()) controller->late_setting_lines(lines);
  return lines;
}

// Redraws the structures that have become ready since the last call, and asks their planners.
void StructureController::notice_ready() {
  const uint32_t ready = ready_structures();
  const uint32_t news = ready & ~was_ready_;
  for (int i = 0; i < kStructures; ++i) {
    if ((news >> i & 1) == 0) continue;
    const auto structure = static_cast<StructureId>(i);
    lab_.strokes().stamp(structure);
    for (const auto& [feature, controller] : lab_.controllers())
      controller->structure_event(structure, StructureEvent::kReady);
  }
  was_ready_ = ready;
  for (const auto& [feature, controller] : lab_.controllers()) controller->read_world();
  state_.building = !world_->ready();
  state_.build_progress = progress(*world_);
}

uint32_t StructureController::ready_structures() const {
  uint32_t ready = 0;
  for (int i = 0; i < kStructures; ++i) {
    if (world_->ready(static_cast<StructureId>(i))) ready |= 1u << i;
  }
  return ready;
}

}  // namespace strata
