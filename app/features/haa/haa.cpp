#include "app/features/haa/haa.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/base/byte_text.hpp"
#include "core/haa/haa_settings.hpp"
#include "core/world/map_haa.hpp"

namespace strata {
namespace {

using nlohmann::json;

// Maximum number of bytes for the moves and clearances of all kinds of agents.
constexpr double kMaxBytes = 1e9;

double bytes_of(const GridMap& map, const HaaOptions& options) {
  const auto capabilities = static_cast<double>(options.capabilities.size());
  return map.cell_count() * (capabilities + 2 * capabilities * options.max_size);
}

bool fits(const GridMap& map, const WorldSetup& setup) {
  const std::optional<HaaOptions>& options = setup.get<MapHaa>();
  return !options || bytes_of(map, *options) <= kMaxBytes;
}

Status switch_haa(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kHaa)));
  haa_controller(lab).switch_structure(on);
  return success();
}

Status set_capabilities(Lab& lab, const Command& command) {
  HaaOptions options = haa_controller(lab).options();
  options.capabilities.clear();
  std::string_view rest = command.args[0];
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto capability = Capability::from_string(word);
    if (!capability) return error_at("", fmt::format("'{}' is no list of ground, swamp, water, trees", word));
    const auto same = std::find(options.capabilities.begin(), options.capabilities.end(), *capability);
    if (same == options.capabilities.end()) options.capabilities.push_back(*capability);
  }
  if (options.capabilities.empty()) return error_at("", "at least one list of terrains is needed");
  haa_controller(lab).set(options);
  return success();
}

Status set_haa(Lab& lab, const Setting&, const HaaOptions& options) {
  // Without this option HAA* does not store dominated edges, so that the layer that shows them is hidden.
  if (!options.keep_dominated) lab.mutable_state().switch_layer(kHaaDominatedLayer, false);
  haa_controller(lab).set(options);
  return success();
}

const HaaOptions& haa_options_of(const Lab& lab) { return haa_controller(lab).options(); }

std::span<const LabSetting> haa_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(haa_settings(), {}, haa_options_of, set_haa);
    // Switching the option off also hides a layer, and switching it on does not show the layer again. So the log must
    // contain both commands.
    setting_in(made, "haa.dominated").keeps = keeps::kSetting;
    return with_texts(std::move(made));
  }();
  return all;
}

// clang-format off
constexpr std::array<FeatureCommand, 2> kCommands = {{
    {{"haa", "on|off|toggle", "HAA*", CommandGroup::kSearch, 1, 1, "One graph for agents of several sizes and capabilities", keeps::kSetting}, switch_haa},
    {{"haa.capabilities", "TERRAIN,...;...", "Capabilities of HAA*", CommandGroup::kSearch, 1, 1, "Lists of terrains, separated by semicolons; that of the current agent is always included", keeps::kSetting, 0, "ground,swamp"}, set_capabilities},
}};
// clang-format on

constexpr std::array<const FeatureLayer*, 4> kLayers = {&kHaaClusterLayer, &kHaaInterLayer, &kHaaIntraLayer,
                                                        &kHaaDominatedLayer};
constexpr std::array<const TileSource*, 1> kTiles = {&kHaaTiles};

constexpr std::array kFacts = {
    fact<&HaaCounts::nodes>({"nodes", "nodes", "Abstract nodes"}),
    fact<&HaaCounts::inter_edges>({"inter_edges", "inter-\nedges", "Edges across a border of clusters"}),
    fact<&HaaCounts::intra_edges>({"intra_edges", "intra-\nedges", "Edges inside a cluster"})};

// Without stored dominated edges the graph of initial quality is not counted.
FactRows count(const World& world) {
  if (!world.ready(StructureId::kHaa)) return {};
  const Haa& haa = world.get<MapHaa>().haa();
  const bool initial = haa.options().keep_dominated;
  return {{"/initial", initial ? std::any(haa.counts(HaaQuality::kInitial)) : std::any()},
          {"/high", haa.counts(HaaQuality::kHigh)},
          {"/low", haa.counts(HaaQuality::kLow)}};
}

bool has_dominated(const Lab& lab) { return haa_controller(lab).options().keep_dominated; }

// Adds how many clusters the last stroke has updated.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  if (part != PresentedPart::kMeter || !lab.world().has(StructureId::kHaa)) return;
  const UpdateMeterReading& meter = lab.state().meter;
  add_share(out, meter, "HAA*", "cluster", meter.parts(StructureId::kHaa),
            lab.world().get<MapHaa>().haa().clusters().count());
}

}  // namespace

const FeatureLayer kHaaClusterLayer = {{.name = "haa-clusters",
                                        .title = "HAA* clusters",
                                        .legend = "Borders of the clusters of HAA*",
                                        .order = 84,
                                        .structure = StructureId::kHaa}};
const FeatureLayer kHaaIntraLayer = {{.name = "haa-intra",
                                      .title = "HAA* intra-edges",
                                      .legend = "Inside clusters of HAA*, with terrains and clearance when near",
                                      .order = 140,
                                      .structure = StructureId::kHaa,
                                      .while_stepped = kPaleEdges}};
const FeatureLayer kHaaInterLayer = {{.name = "haa-inter",
                                      .title = "HAA* inter-edges",
                                      .legend = "Across borders of HAA*, with terrains and clearance when near",
                                      .order = 150,
                                      .structure = StructureId::kHaa,
                                      .while_stepped = kPaleNodes}};
const FeatureLayer kHaaDominatedLayer = {
    {.name = "haa-dominated",
     .title = "Dominated edges",
     .legend = "Red cross: left out of high quality. Black cross: left out of low quality",
     .order = 160,
     .structure = StructureId::kHaa,
     .general = true,
     .while_stepped = kPaleEdges,
     .there = has_dominated}};

const Feature kHaaFeature = {
    .name = "haa",
    .title = "HAA* graph",
    .planners = kHaaPlanners,
    .structure = StructureId::kHaa,
    .fits = fits,
    .layers = kLayers,
    .commands = kCommands,
    .settings = haa_lab_settings,
    .paint = kHaaPaint,
    .tiles = kTiles,
    .labels = kHaaLabels,
    .facts = {"haa", kFacts, count},
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<HaaController>(lab);
    },
};

HaaController& haa_controller(const Lab& lab) { return static_cast<HaaController&>(lab.controller(kHaaFeature)); }

CapabilityStyle capability_style(size_t index) {
  static constexpr CapabilityStyle kStyles[] = {{palette::kBlue, 0},   {palette::kVermilion, 7},
                                                {palette::kGreen, 4},  {palette::kPurple, 10},
                                                {palette::kOrange, 2}, {palette::kBlack, 14}};
  return kStyles[std::min(index, std::size(kStyles) - 1)];
}

// --- The options ---------------------------------------------------------------------------------------------------

void HaaController::set(HaaOptions options) {
  options_ = std::move(options);
  apply_options(world_->has(StructureId::kHaa));
}

// The graph stores dominated edges once the layer that shows them is on.
bool HaaController::switch_structure(bool on) {
  if (on && state_.layer(kHaaDominatedLayer).on) options_.keep_dominated = true;
  apply_options(on);
  return true;
}

// Adds the agent's size and capability to HAA*'s options.
void HaaController::include_agent(const Agent& agent) {
  const bool on = world_->has(StructureId::kHaa);
  if (agent.size > options_.max_size) {
    options_.max_size = agent.size;
    if (on) lab_.say(MessageKind::kInfo, fmt::format("HAA* now serves agents of 1 to {} cells", agent.size));
  }
  std::vector<Capability>& known = options_.capabilities;
  if (std::find(known.begin(), known.end(), agent.capability) == known.end()) {
    known.push_back(agent.capability);
    if (on)
      lab_.say(MessageKind::kInfo, fmt::format("HAA* now serves agents that enter {}", agent.capability.to_string()));
  }
}

void HaaController::structure_event(StructureId, StructureEvent news) {
  if (news == StructureEvent::kRefused) say_refused();
}

void HaaController::say_refused() {
  const double bytes = bytes_of(world_->map(), options_);
  lab_.say(MessageKind::kWarning,
           fmt::format("HAA* stays off: {} sizes and {} capabilities on this map would take {}", options_.max_size,
                       options_.capabilities.size(), bytes_text(static_cast<size_t>(bytes))));
}

// If HAA* is on, applies its options to the world. They include the size and the capability of the agent of the query.
void HaaController::apply_options(bool on) {
  include_agent(agent_of(lab_.world()));
  const bool was_on = world_->has(StructureId::kHaa);
  if (on && bytes_of(world_->map(), options_) > kMaxBytes) {
    say_refused();
    on = false;
  }
  if (on == was_on && (!on || world_->get<MapHaa>().haa().options() == options_)) return;
  WorldSetup setup = world_->setup();
  setup.get<MapHaa>() = on ? std::optional<HaaOptions>(options_) : std::nullopt;
  (void)lab_.large_map_task().change_setup(std::move(setup), on ? "Preparing HAA*" : "Removing HAA*", [this, was_on] {
    const bool is_on = world_->has(StructureId::kHaa);
    if (is_on != was_on) lab_.structures().show_structure(StructureId::kHaa, is_on);
  });
}

std::function<void()> HaaController::follow_rules(const Rules& rules, WorldSetup& setup) {
  const HaaOptions before = options_;
  include_agent({rules.agent_size, rules.capability});
  bool given_up = false;
  if (world_->has(StructureId::kHaa)) {
    setup.get<MapHaa>() = options_;
    given_up = !fits(world_->map(), setup);
    if (given_up) {
      say_refused();
      setup.get<MapHaa>().reset();
    }
  }
  return [this, given_up, after = std::exchange(options_, before)] {
    options_ = after;
    if (given_up) lab_.structures().show_structure(StructureId::kHaa, false);
  };
}

void HaaController::choose(WorldSetup& setup, ChosenFor) const { setup.get<MapHaa>() = options_; }

void HaaController::inspect_cell(Cell cell) {
  const bool ready = world_->has(StructureId::kHaa) && world_->get<MapHaa>().haa().ready();
  if (is_same_inspection(cell, ready ? 1 : 2)) return;
  inspected_.node = false;
  inspected_.edges.clear();
  if (!ready) return;
  const Haa& haa = world_->get<MapHaa>().haa();
  const CellId id = world_->map().id(cell);
  if (haa.node_at(id) < 0) return;
  inspected_.node = true;
  std::vector<HaaEdge>& edges = inspected_.edges;
  const uint32_t cluster = haa.clusters().cluster_of(cell);
  haa.append_intra_edges(cluster, edges);
  haa.append_inter_edges(cluster, edges);
  std::erase_if(edges, [&](const HaaEdge& edge) { return edge.from != id && edge.to != id; });
  for (HaaEdge& edge : edges) {
    if (edge.from != id) std::swap(edge.from, edge.to);
  }
}

void HaaController::dump(json& all) const {
  json& out = all["haa"];
  out = {{"sizes", options_.max_size},
         {"cluster_size", options_.cluster_size},
         {"published", options_.as_published},
         {"dominated", options_.keep_dominated}};
  out["capabilities"] = json::array();
  for (const Capability capability : options_.capabilities) out["capabilities"].push_back(capability.to_string());
}

void HaaController::dump_meter(json& out) const {
  const UpdateMeterReading& meter = state_.meter;
  json& haa = out["haa"];
  haa["clusters"] = meter.parts(StructureId::kHaa);
  for (const char* key : {"borders", "inter_edges", "intra_edges"}) haa[key] = meter.count(StructureId::kHaa, key);
}

void HaaController::dump_inspected(json& out) const {
  out["haa_node"] = inspected_.node;
  out["haa_edges"] = json::array();
  for (const HaaEdge& edge : inspected_.edges) {
    const Cell to = world_->map().cell(edge.to);
    out["haa_edges"].push_back({{"to", {to.x, to.y}},
                                {"cost", edge.cost},
                                {"capability", edge.capability.to_string()},
                                {"clearance", edge.clearance},
                                {"strong", edge.strongly_dominated},
                                {"weak", edge.weakly_dominated}});
  }
}

void HaaController::setting_lines(std::vector<std::string>& lines) const {
  const HaaOptions usual;
  add_setting_lines(lab_, haa_lab_settings(), lines);
  if (options_.capabilities != usual.capabilities) {
    std::string list;
    for (const Capability capability : options_.capabilities) {
      list += (list.empty() ? "" : ";") + capability.to_string();
    }
    lines.push_back("haa.capabilities " + list);
  }
}

}  // namespace strata
