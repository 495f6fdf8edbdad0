#include "app/features/hpa/hpa.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/planner_levels.hpp"
#include "app/lab/presented_text.hpp"
#include "core/grid/map_links.hpp"
#include "core/hpa/hpa_settings.hpp"
#include "core/world/scenes.hpp"

namespace strata {
namespace {

using nlohmann::json;

const PlannerRow* row_of(const LabState& state, int levels) {
  for (const PlannerRow& row : state.rows) {
    if (row.planner->needs == StructureId::kHpa && row.planner->abstract_level == levels) return &row;
  }
  return nullptr;
}

// Returns whether the later command leaves an effect of the earlier one: the earlier command showed the row of the
// planner for its number of levels, and the later one does not hide it.
bool levels_leave_row(const Lab& lab, const Command& earlier, const Command& later) {
  const std::string& before = earlier.args[0];
  const PlannerRow* row = row_of(lab.state(), std::atoi(before.c_str()));
  return before != later.args[0] && row != nullptr && row->shown;
}

// Adds the planner that searches exactly this number of levels to the comparison.
void show_row_of_levels(Lab& lab, int levels) {
  for (PlannerRow& row : lab.mutable_state().rows) {
    if (&row == row_of(lab.state(), levels)) row.shown = true;
  }
}

Status set_hpa(Lab& lab, const Setting& which, const HpaOptions& options) {
  const std::string_view name = which.name;
  return set_hpa_options(lab, options, [&lab, name, options, own = is_users_choice(lab)] {
    if (own) hpa_controller(lab).fitting().stop();
    if (name == "hpa.cluster_size") hpa_controller(lab).choose_cluster_size(options.cluster_size);
    if (name == "hpa.levels") show_row_of_levels(lab, options.levels);
  });
}

constexpr std::array<FeatureCommand, 1> kCommands = {
    {{{"hpa.options", "automatic|published", "Options of HPA*", CommandGroup::kSearch, 1, 1,
       "automatic: clusters, levels and stored paths that suit the map; published: clusters of 10 on one level, as in "
       "the paper of 2004",
       keeps::kSetting | keeps::kLast},
      choose_hpa_options,
      // The earlier choice may have left out planners that need more levels.
      {.leaves = [](const Lab&, const Command& earlier, const Command& later) {
        return earlier.args != later.args;
      }}}}};

Status forget_cluster_size(Lab& lab) {
  HpaOptions options = hpa_controller(lab).options();
  options.cluster_size = default_hpa_options().cluster_size;
  return set_hpa_options(lab, options, [&lab, own = is_users_choice(lab)] {
    if (own) hpa_controller(lab).fitting().stop();
    hpa_controller(lab).choose_cluster_size(std::nullopt);
  });
}

const HpaOptions& hpa_options_of(const Lab& lab) { return hpa_controller(lab).options(); }

std::span<const LabSetting> hpa_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(hpa_settings(), default_hpa_options(), hpa_options_of, set_hpa);
    setting_in(made, "hpa.levels").leaves = levels_leave_row;
    setting_in(made, "hpa.cluster_size").take_back = forget_cluster_size;
    return with_texts(std::move(made));
  }();
  return all;
}

constexpr std::array<const FeatureLayer*, 5> kLayers = {&kClusterLayer, &kEntranceLayer, &kTransitionLayer,
                                                        &kInterEdgeLayer, &kIntraEdgeLayer};
constexpr std::array<const TileSource*, 2> kTiles = {&kLevelTiles, &kTogetherTiles};

constexpr std::array kFacts = {
    fact<&HpaCounts::clusters>({"clusters", "clus-\nters", "Clusters of the level"}),
    fact<&HpaCounts::nodes>(
        {"nodes", "nodes", "Nodes of the level: ends of edges that cross its borders, and of links"}),
    fact<&HpaCounts::exact_nodes>(
        {"exact_nodes", "only\nthis\nlevel", "Nodes of only this level, and of no higher one"}),
    fact<&HpaCounts::inter_edges>({"inter_edges", "inter-\nedges", "Edges that cross a border of this level or above"}),
    fact<&HpaCounts::intra_edges>({"intra_edges", "intra-\nedges", "Edges inside the clusters of this level"})};
struct StoredPaths {
  size_t bytes = 0;
};
constexpr std::array kStored = {fact<&StoredPaths::bytes>({"cache_bytes"})};

FactRows count(const World& world) {
  const Hpa& hpa = world.get<MapHpa>().hpa();
  FactRows rows;
  for (int level = 1; hpa.ready() && level <= hpa.levels(); ++level) {
    const int side = hpa.options().side(level);
    rows.push_back(
        {fmt::format("/level/{}", level), hpa.counts(level), fmt::format("Clusters of {} x {} cells", side, side)});
  }
  // For level 1 the values are also written without the number of the level.
  if (!rows.empty()) rows.push_back({"", rows[0].counts});
  rows.push_back({"", StoredPaths{hpa.cache_bytes()}, {}, kStored});
  return rows;
}

// Adds for each level how much of it the last stroke has updated.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  if (part != PresentedPart::kMeter) return;
  using enum StructureId;
  const UpdateMeterReading& meter = lab.state().meter;
  const int levels = hpa_controller(lab).counted_levels();
  for (int level = 1; level <= levels; ++level) {
    const auto& counts = counts_of<HpaCounts>(lab, kHpa, static_cast<size_t>(level) - 1);
    const std::string title = levels == 1 ? "HPA*" : fmt::format("HPA* level {}", level);
    if (level > 1 && meter.parts(kHpa) > 0 && meter.redone(kHpa, level) == 0) {
      out.add(PresentedLine::Kind::kText, title + ": unchanged");
      continue;
    }
    add_share(out, meter, title, "cluster", meter.parts(kHpa, level), counts.clusters);
    if (level > 1) continue;
    add_share(out, meter, title, "inter-edge", meter.count(kHpa, "inter_edges"), counts.inter_edges, true);
    add_share(out, meter, title, "intra-edge", meter.count(kHpa, "intra_edges"), counts.intra_edges, true);
  }
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
                                      .order = 100,
                                      .while_stepped = kPaleAreas}};
const FeatureLayer kTransitionLayer = {
    {.name = "transitions",
     .title = "Transitions",
     .legend = "Abstract nodes. Brown square: level 1, blue diamond: 2, indigo triangle: 3, black ring: 4",
     .order = 110,
     .levels = true,
     .splits = true,
     .while_stepped = kPaleNodes}};
const FeatureLayer kInterEdgeLayer = {{.name = "inter-edges",
                                       .title = "Inter-edges",
                                       .legend = "Edges across borders, in colour and dash of their level",
                                       .order = 120,
                                       .levels = true,
                                       .splits = true,
                                       .while_stepped = kPaleNodes}};
const FeatureLayer kIntraEdgeLayer = {
    {.name = "intra-edges",
     .title = "Intra-edges",
     .legend = "Lines between the nodes of a cluster. Brown: level 1, blue dashes: 2, indigo: 3",
     .order = 130,
     .levels = true,
     .splits = true,
     .opacity = 0.7f,
     .while_stepped = kPaleEdges}};

const Feature kHpaFeature = {
    .name = "hpa",
    .title = "HPA* levels",
    .planners = kHpaPlanners,
    .structure = StructureId::kHpa,
    .layers = kLayers,
    .commands = kCommands,
    .settings = hpa_lab_settings,
    .paint = kHpaPaint,
    .tiles = kTiles,
    .flash = {[](int level) { return level_style(std::max(level, 1)).color; },
              [](int level) { return level_style(level).dash; }, 0, shown_hpa_levels},
    .facts = {"hpa", kFacts, count},
    .present = present,
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
  if (hpa.chosen_cluster_size() || hpa.options().cluster_size == default_hpa_options().cluster_size) return;
  const auto of_rules = [](const std::string& line) { return command_does(line, does::kRules); };
  // The line with the size goes to the place at which it would stand if the user had chosen the size.
  std::vector<std::string> present;
  hpa.setting_lines(present);
  const auto first = std::ranges::find_if_not(lines, of_rules);
  const auto rest = lines.erase(first, first + static_cast<std::ptrdiff_t>(present.size()));
  const std::vector<std::string> chosen = hpa.lines_with(hpa.options().cluster_size);
  lines.insert(rest, chosen.begin(), chosen.end());
}

// A size that the user has chosen applies to all maps. Otherwise the running example has a size of its own, and other
// maps have the default.
void HpaController::choose(WorldSetup& setup, ChosenFor map) const {
  HpaOptions chosen = options();
  if (map != ChosenFor::kOpenMap && !chosen_cluster_size_) chosen.cluster_size = default_hpa_options().cluster_size;
  // The default size is too large for this number of levels.
  if (!chosen.valid()) chosen.cluster_size = options().cluster_size;
  if (map == ChosenFor::kRunningExample) {
    const bool fits = fitted_.on() && is_users_choice(lab_);
    if (fits) chosen = default_hpa_options();
    if (fits || !chosen_cluster_size_) chosen.cluster_size = kRunningExampleClusters;
  }
  setup.get<MapHpa>() = chosen;
}

int HpaController::counted_levels() const {
  return static_cast<int>(
      std::ranges::count_if(facts_of(lab_, StructureId::kHpa), [](const FactRow& row) { return !row.path.empty(); }));
}

size_t HpaController::stored_bytes() const {
  return counts_of<StoredPaths>(lab_, StructureId::kHpa, static_cast<size_t>(counted_levels()) + 1).bytes;
}

void HpaController::inspect_cell(Cell cell) {
  const Hpa& hpa = world_->get<MapHpa>().hpa();
  if (is_same_inspection(cell, hpa.ready() ? 1 : 2)) return;
  inspected_.level = 0;
  inspected_.edges.clear();
  inspected_.links = 0;
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
  const MoveGrid& moves = world_->moves();
  if (moves.links() == nullptr || hpa.too_many_links()) return;
  for (const MapLink& link : moves.links()->from(id)) {
    if (!moves.passable(link.to)) continue;
    edges.push_back({id, link.to, moves.link_cost(link)});
    ++inspected_.links;
  }
}

void HpaController::dump(json& all) const {
  const HpaOptions& set = options();
  json& out = all["hpa"];
  out = {{"progress", std::round(state_.build_progress * 1000) / 1000},
         {"cluster_size", set.cluster_size},
         {"levels", set.levels},
         {"factor", set.level_factor},
         {"threshold", set.entrance_threshold},
         {"spacing", set.transition_spacing},
         {"cache", set.cache_paths},
         {"level", json::object()}};
}

void HpaController::dump_meter(json& out) const {
  using enum StructureId;
  const UpdateMeterReading& meter = state_.meter;
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
  for (std::string& line : lines_with(chosen_cluster_size_)) lines.push_back(std::move(line));
}

std::vector<std::string> HpaController::lines_with(std::optional<int> cluster_size) const {
  const HpaOptions usual = default_hpa_options();
  HpaOptions set = options();
  set.cluster_size = cluster_size.value_or(usual.cluster_size);
  std::vector<std::string> lines = changed_settings(
      hpa_settings(), usual, set, +[](const HpaOptions& o) { return o.valid(); });
  if (cluster_size == usual.cluster_size) lines.push_back(fmt::format("hpa.cluster_size {}", set.cluster_size));
  return lines;
}

}  // namespace strata
