#include "app/features/hpa/hpa.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/lab/feature.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "core/hpa/hpa_settings.hpp"
#include "core/world/scenes.hpp"

namespace strata {
namespace {

using nlohmann::json;

// Returns the options of a fresh lab: levels for all planners that are shown at first.
HpaOptions default_options() {
  HpaOptions options;
  for (const Planner& planner : planners()) {
    if (planner.needs == StructureId::kHpa && planner.shown == PlannerShown::kAtFirst) {
      options.levels = std::max(options.levels, planner.abstract_level);
    }
  }
  return options;
}

const PlannerRow* row_of(const LabState& state, int levels) {
  for (const PlannerRow& row : state.rows) {
    if (row.planner->needs == StructureId::kHpa && row.planner->abstract_level == levels) return &row;
  }
  return nullptr;
}

// Changes the options; `then` runs once they hold.
Status set_options(Lab& lab, const HpaOptions& options, std::function<void()> then) {
  if (options == hpa_controller(lab).options()) {
    then();
    return success();
  }
  if (!options.valid()) {
    return error_at("", fmt::format("clusters of level {} would be {} cells wide, {} at most", options.levels,
                                    options.side(options.levels), HpaOptions::kMaxTopSide));
  }
  WorldSetup setup = lab.world().setup();
  setup.get<MapHpa>() = options;
  return lab.large_map_task().change_setup(std::move(setup), "Cutting the clusters again",
                                           [&lab, then = std::move(then)] {
                                             then();
                                             lab.query().rules_changed();
                                           });
}

// Returns true if the earlier command has switched on the row of a level that the later command does not set.
bool levels_leave_row(const Lab& lab, const Command& earlier, const Command& later) {
  const std::string& before = earlier.args[0];
  const PlannerRow* row = row_of(lab.state(), std::atoi(before.c_str()));
  return before != later.args[0] && row != nullptr && row->shown;
}

Status set_hpa(Lab& lab, const Setting& which, const HpaOptions& options) {
  const std::string_view name = which.name;
  return set_options(lab, options, [&lab, name, options] {
    if (name == "hpa.cluster_size") hpa_controller(lab).choose_cluster_size(options.cluster_size);
    if (name != "hpa.levels") return;
    LabState& state = lab.mutable_state();
    for (PlannerRow& row : state.rows) {
      if (&row != row_of(state, options.levels) || row.shown) continue;
      row.shown = true;
      lab.query().query_changed();  // also where there are so many levels already
    }
  });
}

Status forget_cluster_size(Lab& lab) {
  HpaOptions options = hpa_controller(lab).options();
  options.cluster_size = default_options().cluster_size;
  return set_options(lab, options, [&lab] { hpa_controller(lab).choose_cluster_size(std::nullopt); });
}

const HpaOptions& hpa_options_of(const Lab& lab) { return hpa_controller(lab).options(); }

std::span<const LabSetting> hpa_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(hpa_settings(), default_options(), hpa_options_of, set_hpa);
    for (LabSetting& setting : made) {
      if (setting.row.name == "hpa.levels") setting.leaves = levels_leave_row;
      if (setting.row.name == "hpa.cluster_size") setting.take_back = forget_cluster_size;
    }
    return with_texts(std::move(made));
  }();
  return all;
}

constexpr std::array<const FeatureLayer*, 5> kLayers = {&kClusterLayer, &kEntranceLayer, &kTransitionLayer,
                                                        &kInterEdgeLayer, &kIntraEdgeLayer};
constexpr Layer kAlso[] = {Layer::kFlash};
constexpr std::array<const TileSource*, 2> kTiles = {&kLevelTiles, &kTogetherTiles};

void add_menu(const Lab& lab, MenuList& menu) {
  const HpaOptions& hpa = hpa_controller(lab).options();
  menu.choices("HPA* cluster size", "{0} x {0} cells", "hpa.cluster_size", hpa.cluster_size,
               {5, 8, 10, 12, 15, 16, 20, 32});
  menu.choices("HPA* levels", "{}", "hpa.levels", hpa.levels, {1, 2, 3, 4});
  menu.choices("Clusters per side", "{0} x {0} clusters", "hpa.factor", hpa.level_factor, {2, 3, 4});
}

void add_search_menu(const Lab& lab, MenuList& menu) {
  const bool cache = hpa_controller(lab).options().cache_paths;
  menu.command("Cache intra-cluster paths", "menu.search.cache", cache ? "hpa.cache off" : "hpa.cache on", true, cache);
}

std::function<void(Lab&)> count(const World& world) {
  const Hpa& hpa = world.get<MapHpa>().hpa();
  std::vector<HpaCounts> counts;
  for (int level = 1; hpa.ready() && level <= hpa.levels(); ++level) counts.push_back(hpa.counts(level));
  return [counts = std::move(counts), stored = hpa.cache_bytes()](Lab& lab) {
    hpa_controller(lab).set_counts(counts, stored);
  };
}

}  // namespace

const FeatureLayer kClusterLayer = {{.name = "clusters",
                                     .title = "Clusters",
                                     .legend = "Borders of the clusters of HPA*, thicker on higher levels",
                                     .order = 80,
                                     .splits = true}};
const FeatureLayer kEntranceLayer = {{.name = "entrances",
                                      .title = "Entrances",
                                      .legend = "Orange bars: free runs along a cluster border",
                                      .order = 100}};
const FeatureLayer kTransitionLayer = {
    {.name = "transitions",
     .title = "Transitions",
     .legend = "Abstract nodes. Blue square: level 1, red diamond: 2, green triangle: 3, black ring: 4",
     .order = 110,
     .levels = true,
     .splits = true}};
const FeatureLayer kInterEdgeLayer = {{.name = "inter-edges",
                                       .title = "Inter-edges",
                                       .legend = "Edges across borders, in colour and dash of their level",
                                       .order = 120,
                                       .levels = true,
                                       .splits = true}};
const FeatureLayer kIntraEdgeLayer = {
    {.name = "intra-edges",
     .title = "Intra-edges",
     .legend = "Lines between the nodes of a cluster. Blue: level 1, red dashes: 2, green: 3",
     .order = 130,
     .levels = true,
     .splits = true,
     .opacity = 0.7f}};

const Feature kHpaFeature = {
    .name = "hpa",
    .title = "HPA* levels",
    .planners = kHpaPlanners,
    .structure = StructureId::kHpa,
    .always_on = true,
    .begin_with = [](WorldSetup& setup) { setup.get<MapHpa>() = default_options(); },
    .for_example =
        [](const Lab& lab, WorldSetup& setup) {
          if (!hpa_controller(lab).chosen_cluster_size()) {
            setup.get<MapHpa>().value().cluster_size = kRunningExampleClusters;
          }
        },
    .layers = kLayers,
    .also = kAlso,
    .settings = hpa_lab_settings,
    .paint = kHpaPaint,
    .tiles = kTiles,
    .flash = {[](int level) { return level_style(std::max(level, 1)).color; },
              [](int level) { return level_style(level).dash; }, 0, shown_hpa_levels},
    .count = count,
    .menu = add_menu,
    .search_menu = add_search_menu,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<HpaController>(lab);
    },
};

int shown_hpa_levels(const Lab& lab, const Planner& planner) {
  const int levels = lab.world().get<MapHpa>().hpa().levels();
  if (planner.needs != StructureId::kHpa) return levels;
  return std::clamp(abstract_level(lab.world(), planner), 1, levels);
}

HpaController& hpa_controller(const Lab& lab) { return static_cast<HpaController&>(lab.controller(kHpaFeature)); }

void add_cluster_size(const Lab& lab, std::vector<std::string>& lines) {
  const HpaController& hpa = hpa_controller(lab);
  if (hpa.chosen_cluster_size() || hpa.options().cluster_size == default_options().cluster_size) return;
  lines.insert(lines.begin(), fmt::format("hpa.cluster_size {}", hpa.options().cluster_size));
}

// The running example has clusters of its own, unless a size was chosen; other maps have the usual ones then.
void HpaController::choose(WorldSetup& setup, bool other_map) const {
  HpaOptions chosen = options();
  if (other_map && !chosen_cluster_size_) chosen.cluster_size = default_options().cluster_size;
  if (!chosen.valid()) chosen.cluster_size = options().cluster_size;  // with so many levels, clusters stay small
  setup.get<MapHpa>() = chosen;
}

void HpaController::set_counts(std::vector<HpaCounts> counts, size_t stored_bytes) {
  counts_ = std::move(counts);
  stored_bytes_ = stored_bytes;
}

size_t HpaController::exact_nodes(int level) const {
  const auto at = static_cast<size_t>(level);
  if (level < 1 || at > counts_.size()) return 0;
  return counts_[at - 1].nodes - (at < counts_.size() ? counts_[at].nodes : 0);
}

void HpaController::look_at(Cell cell) {
  const Hpa& hpa = world_->get<MapHpa>().hpa();
  if (looked_up(cell, hpa.ready() ? 1 : 2)) return;
  inspected_.level = 0;
  inspected_.edges.clear();
  if (!hpa.ready()) return;
  const CellId id = world_->map().id(cell);
  inspected_.level = hpa.level_of(id);
  if (inspected_.level == 0) return;
  std::vector<HpaEdge>& edges = inspected_.edges;
  const uint32_t cluster = hpa.clusters().cluster_of(cell);
  hpa.append_intra_edges(cluster, edges);
  hpa.append_inter_edges(cluster, edges);
  std::erase_if(edges, [&](const HpaEdge& edge) { return edge.from != id && edge.to != id; });
  for (HpaEdge& edge : edges) {
    if (edge.from != id) std::swap(edge.from, edge.to);
  }
}

// Returns true for the row that the line that sets the levels switches on.
bool HpaController::adds_planner_row(const PlannerRow& row) const {
  return options().levels != default_options().levels && &row == row_of(state_, options().levels);
}

void HpaController::dump(json& all) const {
  const HpaOptions& set = options();
  json& out = all["hpa"];
  out = {{"ready", world_->get<MapHpa>().hpa().ready()},
         {"progress", std::round(state_.build_progress * 1000) / 1000},
         {"cluster_size", set.cluster_size},
         {"levels", set.levels},
         {"factor", set.level_factor},
         {"threshold", set.entrance_threshold},
         {"spacing", set.transition_spacing},
         {"cache", set.cache_paths},
         {"level", json::object()}};
  if (hides_structure(lab_, StructureId::kHpa)) return;
  out["memory_bytes"] = state_.memory[static_cast<size_t>(StructureId::kHpa)];
  out["cache_bytes"] = stored_bytes_;
  for (size_t i = 0; i < counts_.size(); ++i) {
    const json level = {{"clusters", counts_[i].clusters},
                        {"nodes", counts_[i].nodes},
                        {"exact_nodes", exact_nodes(static_cast<int>(i) + 1)},
                        {"inter_edges", counts_[i].inter_edges},
                        {"intra_edges", counts_[i].intra_edges}};
    out["level"][std::to_string(i + 1)] = level;
    if (i == 0) out.update(level);  // level 1 is also written without its number
  }
}

void HpaController::dump_meter(json& out) const {
  using enum StructureId;
  const MeterReading& meter = state_.meter;
  out["clusters"] = meter.parts(kHpa);
  for (const char* key : {"borders", "transitions", "inter_edges", "intra_edges"}) out[key] = meter.count(kHpa, key);
  out["upper"] = json::object();
  for (int level = 2; level <= meter.levels; ++level) {
    out["upper"][std::to_string(level)] = {{"clusters", meter.parts(kHpa, level)},
                                           {"redone", meter.redone(kHpa, level)},
                                           {"unchanged", meter.count(kHpa, "unchanged", level)},
                                           {"intra_edges", meter.count(kHpa, "intra_edges", level)}};
  }
}

void HpaController::dump_inspected(json& out) const {
  out["cluster"] = world_->get<MapHpa>().hpa().clusters().cluster_of(state_.inspected->cell);
  out["hpa_level"] = inspected_.level;
  out["hpa_edges"] = inspected_.edges.size();
}

void HpaController::setting_lines(std::vector<std::string>& lines) const {
  const HpaOptions usual = default_options();
  HpaOptions set = options();
  set.cluster_size = chosen_cluster_size_.value_or(usual.cluster_size);
  for (std::string& line : changed_settings(
           hpa_settings(), usual, set, +[](const HpaOptions& o) { return o.valid(); })) {
    lines.push_back(std::move(line));
  }
  if (chosen_cluster_size_ == usual.cluster_size) lines.push_back(fmt::format("hpa.cluster_size {}", set.cluster_size));
}

}  // namespace strata
