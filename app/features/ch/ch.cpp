#include "app/features/ch/ch.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/base/count_text.hpp"
#include "app/features/ch/hierarchy_narration.hpp"
#include "app/features/ch/packed_chart.hpp"
#include "app/features/ch/packed_overlay.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "core/base/count_of.hpp"
#include "core/ch/contraction_code.hpp"
#include "core/world/map_cch.hpp"

namespace strata {
namespace {

using nlohmann::json;

constexpr std::array<const FeatureLayer*, 2> kLayers = {&kChLayer, &kPackedLayer};
constexpr std::array<const FeatureLayer*, 1> kCchLayers = {&kCchLayer};

// This controller has no state of its own: HierarchyController has the state of both hierarchies.
class CchController : public FeatureController {
 public:
  explicit CchController(Lab& lab) : FeatureController(lab) {}
  void structure_event(StructureId, StructureEvent news) override {
    if (news == StructureEvent::kWanted) hierarchy_controller(lab_).apply_options();
  }
};

constexpr std::array kFacts = {
    fact<&HierarchyCounts::nodes>({"nodes", "nodes", "Nodes of the graph that is contracted"}),
    fact<&HierarchyCounts::edges>({"edges", "edges", "Edges of that graph"}),
    fact<&HierarchyCounts::shortcuts>(
        {"shortcuts", "shortcuts", "Arcs of the hierarchy that are not edges of the graph"}),
    fact<&HierarchyCounts::arcs>({"arcs"}), fact<&HierarchyCounts::height>({"height"})};
// The height of the customisable hierarchy over sectors is not counted.
constexpr std::span kCchFacts = std::span(kFacts).first(kFacts.size() - 1);
constexpr std::string_view kRebuilt[] = {"sectors", "recomputed", "changed"};

template <StructureId kStructure>
FactRows count(const World& world) {
  return {{"", hierarchy_counts(world, kStructure)}};
}

json cell_json(Cell cell) { return json::array({cell.x, cell.y}); }

// Adds how many arcs the last stroke has changed.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  if (part != PresentedPart::kMeter || !lab.world().has(StructureId::kCch)) return;
  if (!lab.world().get<MapCch>().is_live()) return;
  out.add(PresentedLine::Kind::kText,
          fmt::format("CCH: {} changed of {}", count_text(lab.state().meter.count(StructureId::kCch, "changed", 0)),
                      count_of(counts_of<HierarchyCounts>(lab, StructureId::kCch).arcs, "arc")));
}

}  // namespace

const FeatureLayer kChLayer = {
    {.name = "ch",
     .title = "Contraction hierarchy",
     .legend = "Nodes dark to light by importance, or small to large; shortcuts as arcs above their paths",
     .order = 230,
     .structure = StructureId::kCh,
     .follows_structure = true,
     .while_stepped = kPaleEdges}};
const FeatureLayer kCchLayer = {{.name = "cch",
                                 .title = "Customisable CH",
                                 .legend = "Squares and dashed arcs: nodes and shortcuts of the customisable hierarchy",
                                 .order = 220,
                                 .structure = StructureId::kCch,
                                 .follows_structure = true,
                                 .while_stepped = kPaleEdges}};

const SteppedProcess kContraction = {
    .name = "contraction",
    .title = "Contraction",
    .hint = "The contraction of the graph and the order that are chosen under Compare > CH",
    .begin_line = "ch.contract",
    .why_not = [](const Lab& lab) { return hierarchy_controller(lab).why_not_contracted(); },
    .code = &contraction_code::kCode,
    .narration = &kContractionNarration,
    .unit = [](const Lab& lab) { return hierarchy_controller(lab).unit(StructureId::kCh); },
    .record = [](Lab& lab) { hierarchy_controller(lab).record_contraction(); },
    .end = [](Lab& lab) { hierarchy_controller(lab).end_contraction(); },
};

const Feature kChFeature = {
    .name = "ch",
    .title = "Contraction hierarchy",
    .planners = kChPlanners,
    .planner_group = PlannerGroup::kGraphs,
    .structure = StructureId::kCh,
    .layers = kLayers,
    .commands = kChCommands,
    .settings = ch_lab_settings,
    .paint = kChPaint,
    .search_marks = kChMarks,
    .process = &kContraction,
    .facts = {"ch", kFacts, count<StructureId::kCh>, FactsTold::kReady},
    .charts = kPackedCharts,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<HierarchyController>(lab);
    },
};

const Feature kCchFeature = {
    .name = "cch",
    .title = "Customisable hierarchy",
    .tab = "ch",
    .planners = kCchPlanners,
    .planner_group = PlannerGroup::kGraphs,
    .structure = StructureId::kCch,
    .layers = kCchLayers,
    .commands = kCchCommands,
    .settings = cch_lab_settings,
    .facts = {"cch", kCchFacts, count<StructureId::kCch>, FactsTold::kReady, kRebuilt},
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<CchController>(lab);
    },
};

HierarchyController& hierarchy_controller(const Lab& lab) {
  return static_cast<HierarchyController&>(lab.controller(kChFeature));
}

// --- The state dump and the settings -------------------------------------------------------------------------------

json HierarchyController::hierarchy_json(StructureId structure) const {
  const HierarchyStatus& status = this->status(structure);
  return {{"building", status.building},
          {"cancelled", status.cancelled},
          {"failed", status.failed},
          {"refusal", status.refusal},
          {"graph", ch_graph_name(graph_of(structure))}};
}

void HierarchyController::dump(json& out) const {
  json& ch = out["ch"] = hierarchy_json(StructureId::kCh);
  ch["order"] = ch_order_name(ch_options_.order);
  ch["contracting"] = contracting();
  ch["importance"] = view_.by_size ? "size" : "colour";
  ch["top"] = view_.percent;
  json& cch = out["cch"] = hierarchy_json(StructureId::kCch);
  cch["live"] = world_->get<MapCch>().is_live();
}

void HierarchyController::dump_inspected(json& out) const {
  const GridMap& map = world_->map();
  for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
    const HierarchyInspection& at = inspected(structure);
    if (!at.known || at.place == kNoPlace) continue;
    json& node = out[std::string(structure_name(structure))];
    node = {{"rank", at.rank}, {"place", at.place}, {"nodes", at.nodes}, {"down", at.down}, {"up", json::array()}};
    for (const HierarchyArc& arc : at.up) {
      json one = {{"to", cell_json(map.cell(arc.upper))}, {"cost", arc.weight}};
      if (arc.middle != kNoCell) one["over"] = cell_json(map.cell(arc.middle));
      node["up"].push_back(one);
    }
  }
  if (!arc_.known) return;
  json& arc = out["arc"];
  arc = {{"lower", cell_json(map.cell(arc_.arc.lower))},
         {"upper", cell_json(map.cell(arc_.arc.upper))},
         {"cost", arc_.arc.weight},
         {"edges", arc_.cells.empty() ? 0 : arc_.cells.size() - 1}};
  if (arc_.arc.middle != kNoCell) arc["over"] = cell_json(map.cell(arc_.arc.middle));
}

void HierarchyController::setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, ch_lab_settings(), lines);
  add_setting_lines(lab_, cch_lab_settings(), lines);
}

// A hierarchy over sectors switches the sectors on. If sectors are off at present, a line must switch them off
// again afterwards.
void HierarchyController::late_setting_lines(std::vector<std::string>& lines) const {
  const auto over_sectors = [&](StructureId structure) {
    return world_->has(structure) && graph_of(structure) == ChGraph::kSectors;
  };
  const bool come = over_sectors(StructureId::kCh) || over_sectors(StructureId::kCch);
  if (come && !world_->has(StructureId::kSectors)) lines.push_back("sectors off");
}

}  // namespace strata
