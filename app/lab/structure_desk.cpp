#include <fmt/format.h>

#include <algorithm>

#include "app/lab/lab_parts.hpp"

namespace strata {

HpaOptions StructureDesk::usual_hpa() {
  HpaOptions options;
  for (const Planner& planner : planners()) {
    if (planner.needs == Structure::kHpa && planner.shown == PlannerShown::kAtFirst) {
      options.levels = std::max(options.levels, planner.abstract_level);
    }
  }
  return options;
}

bool StructureDesk::usually_on(Layer layer) const {
  const LayerInfo& info = layer_info(layer);
  if (info.structure != Structure::kMoves) return world_ && world_->has(info.structure) && comes_along(layer);
  return info.usual;
}

void StructureDesk::include_agent(const Agent& agent) {
  HaaOptions& options = state_.haa_options;
  if (agent.size > options.max_size) {
    options.max_size = agent.size;
    if (world_->has(Structure::kHaa))
      lab_.say(MessageKind::kInfo, fmt::format("HAA* now knows sizes 1 to {}", agent.size));
  }
  if (std::find(options.capabilities.begin(), options.capabilities.end(), agent.capability) ==
      options.capabilities.end()) {
    options.capabilities.push_back(agent.capability);
    if (world_->has(Structure::kHaa)) {
      lab_.say(MessageKind::kInfo, fmt::format("HAA* now knows agents of {}", agent.capability.to_string()));
    }
  }
}

double StructureDesk::haa_bytes(const GridMap& map, const HaaOptions& options) {
  const auto capabilities = static_cast<double>(options.capabilities.size());
  return map.cell_count() * (capabilities + 2 * capabilities * options.max_size);
}

bool StructureDesk::haa_fits(const GridMap& map) {
  const HaaOptions& options = state_.haa_options;
  const double bytes = haa_bytes(map, options);
  if (bytes <= kMaxAgentBytes) return true;
  lab_.say(MessageKind::kWarning,
           fmt::format("HAA* stays off: {} sizes and {} capabilities on this map would take {}", options.max_size,
                       options.capabilities.size(), bytes_text(static_cast<size_t>(bytes))));
  return false;
}

void StructureDesk::apply_haa(bool on) {
  include_agent(lab_.agent());
  const bool was_on = world_->has(Structure::kHaa);
  on = on && haa_fits(world_->map());
  if (on == was_on && (!on || world_->get<MapHaa>().haa().options() == state_.haa_options)) return;
  WorldSetup setup = world_->setup();
  setup.get<MapHaa>() = on ? std::optional<HaaOptions>(state_.haa_options) : std::nullopt;
  (void)lab_.large_work().change_setup(std::move(setup), on ? "Preparing HAA*" : "Giving up HAA*", [this, on, was_on] {
    if (on != was_on) show_structure(Structure::kHaa, on);
    lab_.query().rules_changed();
  });
}

std::vector<std::string> StructureDesk::haa_lines() const {
  std::vector<std::string> lines;
  const HaaOptions usual;
  const HaaOptions& options = state_.haa_options;
  if (options.cluster_size != usual.cluster_size) {
    lines.push_back(fmt::format("haa.cluster_size {}", options.cluster_size));
  }
  if (options.max_size != usual.max_size) lines.push_back(fmt::format("haa.sizes {}", options.max_size));
  if (options.capabilities != usual.capabilities) {
    std::string list;
    for (const Capability capability : options.capabilities) {
      list += (list.empty() ? "" : ";") + capability.to_string();
    }
    lines.push_back("haa.capabilities " + list);
  }
  if (options.as_published) lines.push_back("haa.published on");
  if (options.keep_dominated) lines.push_back("haa.dominated on");
  if (world_->has(Structure::kHaa)) lines.push_back("haa on");
  return lines;
}

// What is set for structures that can be switched on and off, whether they are on or not.
WorldSetup StructureDesk::chosen_setup() const {
  WorldSetup chosen;
  for_each_structure([&]<class K>(std::type_identity<K>) { chosen.get<K>().reset(); });
  chosen.get<MapHaa>() = state_.haa_options;
  chosen.get<MapLandmarks>() = state_.landmark_options;
  chosen.get<MapHierarchy>() = state_.ch_options;
  chosen.get<MapCch>() = state_.cch_options;
  chosen.get<MapTables>() = AgentTablesOptions{.tables = {}, .kinds = lab_.crowd().kinds()};
  for (const auto& [feature, desk] : lab_.desks()) desk->choose(chosen);
  return chosen;
}

void StructureDesk::apply_structure(Structure structure, bool on) {
  if (structure == Structure::kHaa) return apply_haa(on);
  on = on && (structure != Structure::kLandmarks || lab_.landmarks().fit(world_->map(), state_.landmark_options));
  if (on == world_->has(structure)) return;
  WorldSetup setup = world_->setup();
  const WorldSetup chosen = chosen_setup();
  const bool switched = with_structure(structure, [&]<class K>(std::type_identity<K>) {
    if (!chosen.get<K>()) return false;  // always there, or as rows want it
    setup.get<K>() = on ? chosen.get<K>() : std::nullopt;
    return true;
  });
  if (!switched) return;
  lab_.large_work().change_setup_now(setup);  // built in slices, or in the background
  show_structure(structure, on);
  if (on && (structure == Structure::kCh || structure == Structure::kCch)) lab_.hierarchies().apply();
  lab_.query().rules_changed();
}

// Its planners and usual layers come with it; with it go all of its layers.
void StructureDesk::show_structure(Structure structure, bool on) {
  for (PlannerRow& row : state_.rows) {
    if (row.planner->needs == structure) row.shown = on;
  }
  for (const Layer layer : layers()) {
    if (layer_structure(layer) != structure) continue;
    if (!on) state_.layer(layer).on = false;
    if (on && comes_along(layer)) state_.layer(layer).on = true;
  }
  if (on) return;
  if (lab_.query().traced_planner()->needs == structure) {
    lab_.query().set_stepped(optimum_planner().name, state_.contracting);
    lab_.query().trace_soon();
  }
  state_.memory[static_cast<size_t>(structure)] = 0;
  if (structure == Structure::kHaa) state_.haa_counts = {};
  for (const auto& [feature, desk] : lab_.desks()) {
    if (feature->structure == structure) desk->switched_off();
  }
  if (structure == Structure::kLandmarks) lab_.landmarks().read();
  lab_.hierarchies().read();
}

bool StructureDesk::comes_along(Layer layer) const {
  const LayerInfo& info = layer_info(layer);
  return info.comes_along && (info.comes == nullptr || info.comes(lab_));
}

std::vector<std::string> StructureDesk::structure_lines() const {
  std::vector<std::string> lines;
  for (const auto& [feature, desk] : lab_.desks()) desk->setting_lines(lines);
  const LandmarkOptions& landmarks = state_.landmark_options;
  if (!landmarks.placed.empty()) {
    lines.push_back(lab_.landmarks().placed_line(landmarks));
  } else if (landmarks.count != LandmarkOptions{}.count) {
    lines.push_back(fmt::format("landmarks.count {}", landmarks.count));
  }
  const ChOptions& ch = state_.ch_options;
  if (ch.graph != ChOptions{}.graph) lines.push_back(fmt::format("ch.graph {}", ch_graph_name(ch.graph)));
  if (ch.order != ChOptions{}.order) lines.push_back(fmt::format("ch.order {}", ch_order_name(ch.order)));
  if (state_.cch_options.graph != CchOptions{}.graph) {
    lines.push_back(fmt::format("cch.graph {}", ch_graph_name(state_.cch_options.graph)));
  }
  if (state_.hierarchy_view.by_size) lines.push_back("ch.importance size");
  if (state_.hierarchy_view.percent != 100) lines.push_back(fmt::format("ch.top {}", state_.hierarchy_view.percent));
  if (!state_.plan_options.stall) lines.push_back("plan.stall off");
  if (!state_.plan_options.potentials) lines.push_back("plan.potentials off");
  for (const Feature* feature : features()) {
    if (feature->structure != Structure::kMoves && world_->has(feature->structure)) {
      lines.push_back(fmt::format("{} on", structure_name(feature->structure)));
    }
  }
  for (const Structure structure : {Structure::kLandmarks, Structure::kCh, Structure::kCch}) {
    if (world_->has(structure)) lines.push_back(fmt::format("{} on", structure_name(structure)));
  }
  // A hierarchy over them switches them on.
  const bool come = (world_->has(Structure::kCh) && ch.graph == ChGraph::kSectors) ||
                    (world_->has(Structure::kCch) && state_.cch_options.graph == ChGraph::kSectors);
  if (come && !world_->has(Structure::kSectors)) lines.push_back("sectors off");
  for (const auto& [feature, desk] : lab_.desks()) desk->late_setting_lines(lines);
  const HeuristicView& heuristic = state_.heuristic;
  if (heuristic.kind == HeuristicKind::kDistance || heuristic.landmark != 0) {
    lines.push_back(fmt::format("heuristic.show distance {}", heuristic.landmark + 1));
  }
  const bool after_distance = heuristic.landmark != 0 && heuristic.kind != HeuristicKind::kDistance;
  if (after_distance || (heuristic.kind != HeuristicKind::kDistance && heuristic.kind != HeuristicView{}.kind)) {
    lines.push_back(fmt::format("heuristic.show {}", heuristic_name(heuristic.kind)));
  }
  return lines;
}

}  // namespace strata
