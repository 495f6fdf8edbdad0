#include "app/features/hna/hna.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/hna/automatic_hna.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

using nlohmann::json;

// Returns whether the planner always searches the same level of HNA*, rather than the highest one.
bool is_of_level(const Planner& planner) {
  return planner.needs == StructureId::kHna && planner.highest_level == nullptr;
}

constexpr std::array<const FeatureLayer*, 4> kLayers = {&kGroupLayer, &kExitLayer, &kInsideLayer, &kReachLayer};
constexpr std::array<const TileSource*, 1> kTiles = {&kHnaTiles};

size_t most_sides(const NavMesh& mesh) {
  size_t most = 0;
  for (PolygonId polygon = 0; polygon < mesh.polygon_slots(); ++polygon) {
    if (mesh.has_polygon(polygon)) most = std::max(most, mesh.sides(polygon).size());
  }
  return most;
}

size_t most_inter_edges(const HnaLevel& level) {
  size_t most = 0;
  for (uint32_t group = 0; group < level.group_slots(); ++group) {
    if (level.has_group(group)) most = std::max<size_t>(most, level.group(group).inter_edges);
  }
  return most;
}

// Returns how many polygons the options want in a group of the level.
size_t polygons_of_level(const HnaOptions& options, int level) {
  size_t polygons = 1;
  for (int i = 0; i < level; ++i) polygons *= static_cast<size_t>(options.group_size);
  return polygons;
}

constexpr std::array kFacts = {
    fact<&HnaLevelCounts::groups>({"groups", "groups", "Groups of polygons of the level"}),
    fact<&HnaLevelCounts::inter_edges>(
        {"inter_edges", "inter-\nedges", "Portals between groups: the nodes of the level"}),
    fact<&HnaLevelCounts::intra_edges>(
        {"intra_edges", "intra-\nedges", "Pairs of inter-edges of one group, with the cheapest path between them"}),
    fact<&HnaLevelCounts::largest>({"largest", "largest\ngroup", "Polygons of the largest group"}),
    fact<&HnaLevelCounts::most_inter_edges>({"most_inter_edges"}),
    fact<&HnaLevelCounts::bound>({"bound"}),
    fact<&HnaLevelCounts::bound_of_largest>({"bound_of_largest"})};

FactRows count(const World& world) {
  FactRows rows;
  const Hna& hna = world.get<MapHna>().hna();
  const size_t sides = world.ready(StructureId::kHna) ? most_sides(world.get<MapNavmesh>().mesh()) : 0;
  for (int level = 1; world.ready(StructureId::kHna) && level <= hna.levels(); ++level) {
    const HnaLevel& own = hna.level(level);
    const HnaLevelCounts counts = {.groups = own.group_count(),
                                   .inter_edges = own.inter_edge_count(),
                                   .intra_edges = own.intra_edge_count(),
                                   .largest = own.largest_group(),
                                   .most_inter_edges = most_inter_edges(own),
                                   .bound = hna_inter_edge_bound(polygons_of_level(hna.options(), level), sides),
                                   .bound_of_largest = hna_inter_edge_bound(own.largest_group(), sides)};
    rows.push_back({fmt::format("/level/{}", level), counts});
  }
  return rows;
}

// Adds for each level how many groups the last stroke has updated. The background builds the mesh of a level after
// strokes.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  if (part != PresentedPart::kMeter || !lab.world().has(StructureId::kHna) || lab.world().level() != nullptr) return;
  const UpdateMeterReading& meter = lab.state().meter;
  const int levels = hna_controller(lab).options().levels;
  for (int level = 1; level <= levels; ++level) {
    add_share(out, meter, levels == 1 ? "HNA*" : fmt::format("HNA* level {}", level), "group",
              meter.parts(StructureId::kHna, level),
              counts_of<HnaLevelCounts>(lab, StructureId::kHna, static_cast<size_t>(level) - 1).groups);
  }
}

}  // namespace

const FeatureLayer kGroupLayer = {
    {.name = "mesh-groups",
     .title = "Groups",
     .legend = "Polygons in the colour of their group; lines: borders of groups, thicker on higher levels",
     .order = 46,
     .structure = StructureId::kHna,
     .follows_structure = true,
     .levels = true,
     .while_stepped = kPaleAreas}};
const FeatureLayer kExitLayer = {
    {.name = "mesh-inter-edges",
     .title = "Group inter-edges",
     .legend =
         "Portals between groups, the nodes of a level. Brown square: level 1, blue diamond: 2, indigo triangle: 3",
     .order = 184,
     .structure = StructureId::kHna,
     .follows_structure = true,
     .levels = true,
     .while_stepped = kPaleNodes}};
const FeatureLayer kInsideLayer = {
    {.name = "mesh-intra-edges",
     .title = "Group intra-edges",
     .legend = "Lines between the inter-edges of a group, in colour and dash of the level",
     .order = 178,
     .structure = StructureId::kHna,
     .general = true,
     .levels = true,
     .opacity = 0.7f,
     .while_stepped = kPaleEdges}};
const FeatureLayer kReachLayer = {
    {.name = "mesh-reach",
     .title = "Stored paths",
     .legend = "From the polygon of the inspected cell to the inter-edges of its group, with their costs",
     .term = "PCCP",
     .order = 204,
     .structure = StructureId::kHna,
     .follows_structure = true,
     .levels = true}};

const Feature kHnaFeature = {
    .name = "hna",
    .title = "HNA*",
    .planners = kHnaPlanners,
    .planner_group = PlannerGroup::kMeshes,
    .structure = StructureId::kHna,
    .layers = kLayers,
    .commands = kHnaCommands,
    .settings = hna_lab_settings,
    .paint = kHnaPaint,
    .tiles = kTiles,
    .labels = kHnaLabels,
    .under_path = paint_hna_links,
    .flash = {[](int level) { return level_style(level).color; }, [](int level) { return level_style(level).dash; },
              40},
    .facts = {"hna", kFacts, count},
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<HnaController>(lab);
    },
};

HnaController& hna_controller(const Lab& lab) { return static_cast<HnaController&>(lab.controller(kHnaFeature)); }

// After the number of levels has changed, shows or hides the rows of planners that search one fixed level.
void HnaController::show_rows(int from, int to) {
  for (PlannerRow& row : state_.rows) {
    const Planner& planner = *row.planner;
    if (!is_of_level(planner)) continue;
    if (planner.abstract_level > to) row.shown = false;
    if (planner.abstract_level > from && planner.abstract_level <= to) row.shown = true;
  }
}

void HnaController::set_options(const MapHnaOptions& options) {
  const int before = options_.levels;
  options_ = options;
  const bool changes = world_->has(StructureId::kHna) && world_->get<MapHna>().options() != options;
  lab_.structures().follow_choices({StructureId::kHna, StructureId::kMeshClasses});
  if (!changes) return;
  if (before != options.levels) show_rows(before, options.levels);
  if (options.levels < before) state_.facts[static_cast<size_t>(StructureId::kHna)].clear();
}

// Switching HNA* on also switches on its navigation mesh.
void HnaController::structure_event(StructureId, StructureEvent news) {
  if (news == StructureEvent::kRedrawn) stamps_.renew(*world_);
  if (news != StructureEvent::kWanted) return;
  if (!world_->has(StructureId::kNavmesh)) {
    lab_.say(MessageKind::kInfo, "The navigation mesh is switched on as well: HNA* groups its polygons");
    lab_.structures().apply_structure(StructureId::kNavmesh, true);
  }
  show_rows(options_.levels, options_.levels);
}

void HnaController::read_world() {
  const StructureState kept = world_->state(StructureId::kHna);
  status_ = {kept.wanted && kept.building, kept.wanted && kept.ready, kept.wanted && kept.cancelled};
  const uint64_t version = kept.wanted ? kept.version : 0;
  if (version == version_) return;
  version_ = version;
  stamps_.renew(*world_);
}

AutomaticOptions<MapHnaOptions> HnaController::fitting_options() const {
  const auto chosen = automatic_hna_options(world_->get<MapNavmesh>().mesh());
  return {{.levels = chosen.options.levels, .group_size = chosen.options.group_size}, chosen.reason};
}

std::string_view HnaController::why_not_automatic() const {
  if (!world_->has(StructureId::kNavmesh)) return "HNA* groups the polygons of the navigation mesh, which is off";
  if (!world_->ready(StructureId::kNavmesh)) return "the navigation mesh is still being built";
  return {};
}

Status HnaController::choose_options(bool automatic) {
  AutomaticOptions<MapHnaOptions> chosen;
  if (automatic) {
    if (const std::string_view why = why_not_automatic(); !why.empty()) return error_at("", std::string(why));
    lab_.log().wait_before();
    chosen = fitting_options();
  }
  set_options(chosen.options);
  fitted_.note_command(chosen, automatic);
  return success();
}

// Gives the map that the user has opened the options that suit its mesh, once it has HNA* and the mesh is built.
void HnaController::tick(double /*dt_seconds*/) {
  if (!fitted_.due() || !world_->has(StructureId::kHna) || !why_not_automatic().empty() || !fitted_.take_due()) return;
  const auto chosen = fitting_options();
  set_options(chosen.options);
  fitted_.note_fitted_map(chosen, true);
}

// Marks as changed only the part of the drawing that an edit has changed.
void HnaController::map_changed(const MapChange& change) {
  fitted_.map_changed(change);
  if (change.what != MapChange::Kind::kEdit) return;
  stamps_.edited(*world_, *change.report, StructureId::kHna);
  const StructureState kept = world_->state(StructureId::kHna);
  if (kept.wanted && kept.ready) version_ = kept.version;
}

void HnaController::end_inspection() {
  looked_stamp_ = 0;
  inspected_.clear();
  polygon_ = kNoPolygon;
}

void HnaController::inspect_cell(Cell cell) {
  const uint64_t stamp = (world_->get<MapNavmesh>().version() << 20 ^ world_->state(StructureId::kHna).version << 34 ^
                          lab_.state().rules_version << 3 ^ lab_.state().world_version << 54 ^
                          (world_->ready(StructureId::kHna) ? 1 : 2)) +
                         1;
  if (stamp == looked_stamp_ && cell == looked_at_) return;
  looked_stamp_ = stamp;
  looked_at_ = cell;
  inspected_.clear();
  polygon_ = kNoPolygon;
  if (!world_->ready(StructureId::kHna)) return;
  polygon_ = world_->get<MapNavmesh>().end_at(cell).polygon;
  if (polygon_ == kNoPolygon) return;
  const Hna& hna = world_->get<MapHna>().hna();
  inspected_.resize(static_cast<size_t>(hna.levels()));
  for (int level = 1; level <= hna.levels(); ++level) {
    look_up(hna, level, inspected_[static_cast<size_t>(level) - 1]);
  }
}

void HnaController::look_up(const Hna& hna, int level, GroupInspection& at) const {
  const NavMesh& mesh = world_->get<MapNavmesh>().mesh();
  const HnaLevel& own = hna.level(level);
  at.group = own.group_of(polygon_);
  const HnaGroup& group = own.group(at.group);
  at.polygons = group.polygons.size();
  at.inter_edges = group.inter_edges;
  const size_t row = size_t{own.place_of(polygon_)} * group.inter_edges;
  for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
    if (group.centre_costs[row + inter_edge] == kInfinite) continue;
    at.entries.push_back({group.portals[inter_edge],
                          mesh.cell_of(mesh.portal_middle(group.portals[inter_edge])),
                          group.centre_costs[row + inter_edge] / static_cast<Cost>(mesh.units()),
                          group.centre_sides[row + inter_edge],
                          {},
                          kNoGroup,
                          {}});
  }
  for (GroupInspection::PathTableEntry& entry : at.entries) read_path(mesh, own, entry);
  std::stable_sort(at.entries.begin(), at.entries.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
}

// Follows the stored steps of the path, from the side where it leaves the inspected polygon to the inter-edge.
void HnaController::read_path(const NavMesh& mesh, const HnaLevel& level,
                              GroupInspection::PathTableEntry& entry) const {
  const uint32_t number = level.group_of(polygon_);
  const HnaGroup& group = level.group(number);
  const auto place_in = [&](PortalId id) {
    return level.place_of(id, level.group_of(mesh.portal(id).polygons[0]) == number ? 0 : 1);
  };
  PortalId from = mesh.sides(polygon_)[entry.side].portal;
  PolygonId last = polygon_;
  for (size_t left = group.portals.size(); from != entry.inter_edge && left > 0; --left) {
    const HnaFirstStep hop = group.hop(place_in(from), place_in(entry.inter_edge));
    const PolygonId polygon = mesh.portal(from).polygons[hop.which()];
    // A step between two sides of the same polygon has not left the polygon, so that it is not added again.
    if (polygon != last) entry.path.push_back(polygon);
    last = polygon;
    from = mesh.sides(polygon)[hop.side()].portal;
  }
  for (const PolygonId beyond : mesh.portal(entry.inter_edge).polygons) {
    if (level.group_of(beyond) != number) entry.to_group = level.group_of(beyond);
  }
  for (const PolygonId polygon : entry.path) {
    entry.path_text += fmt::format("{}{}", entry.path_text.empty() ? "" : "-", polygon);
  }
  if (entry.path.empty()) entry.path_text = "none";
}

void HnaController::dump(json& out) const {
  const PlanOptions& plan = state_.plan_options();
  out["hna"] = {{"building", status_.building},
                {"cancelled", status_.cancelled},
                {"levels", options_.levels},
                {"mu", options_.group_size},
                {"links", hna_links_name(static_cast<HnaLinkMethod>(plan.mesh_links))},
                {"centres", plan.from_centres},
                {"fitted", !reason().empty()},
                {"level", json::object()}};
}

void HnaController::dump_inspected(json& out) const {
  for (size_t i = 0; i < inspected_.size(); ++i) {
    const GroupInspection& group = inspected_[i];
    json& at = out["groups"][std::to_string(i + 1)];
    at = {{"group", group.group},
          {"polygons", group.polygons},
          {"inter_edges", group.inter_edges},
          {"ways", json::array()}};
    for (const GroupInspection::PathTableEntry& entry : group.entries) {
      at["ways"].push_back({{"to", {entry.at.x, entry.at.y}},
                            {"cost", entry.cost},
                            {"polygons", entry.path},
                            {"to_group", entry.to_group}});
    }
  }
}

void HnaController::dump_meter(json& out) const {
  const UpdateMeterReading& meter = state_.meter;
  json& hna = out["hna"];
  hna = json::object();
  for (int level = 1; level <= options_.levels; ++level) {
    hna[std::to_string(level)] = {{"groups", meter.parts(StructureId::kHna, level)},
                                  {"entries", meter.count(StructureId::kHna, "entries", level)}};
  }
}

void HnaController::setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, hna_lab_settings(), lines);
}

void HnaController::late_setting_lines(std::vector<std::string>& lines) const {
  // Switching HNA* on hides the rows of planners whose level does not exist. A line must show those that
  // are visible now.
  for (const PlannerRow& row : state_.rows) {
    if (is_of_level(*row.planner) && row.planner->abstract_level > options_.levels && row.shown &&
        world_->has(StructureId::kHna)) {
      lines.push_back(fmt::format("planner.show {} on", row.planner->name));
    }
  }
  // Switching HNA* on also switches the mesh on. If the mesh is off at present, a line must switch it off again.
  if (world_->has(StructureId::kHna) && !world_->has(StructureId::kNavmesh)) lines.push_back("navmesh off");
}

}  // namespace strata
