#include "app/features/navmesh/navmesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/base/count_of.hpp"
#include "core/level/level_settings.hpp"
#include "core/world/mesh_settings.hpp"

namespace strata {
namespace {

using nlohmann::json;

Status switch_mesh(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kNavmesh)));
  lab.structures().apply_structure(StructureId::kNavmesh, on);
  return success();
}

// If the map shows no level, the source "level" takes effect when a level is opened next.
Status set_mesh(Lab& lab, const Setting&, const NavmeshOptions& options) {
  return navmesh_controller(lab).set_options(options);
}

const NavmeshOptions& navmesh_options_of(const Lab& lab) { return navmesh_controller(lab).options(); }

std::span<const LabSetting> navmesh_lab_settings() {
  static const std::vector<LabSetting> all =
      with_texts(settings_of(navmesh_settings(), {}, navmesh_options_of, set_mesh));
  return all;
}

template <bool kAgain>
Status build(Lab& lab, const Command&) {
  if (!lab.world().has(StructureId::kNavmesh)) return error_at("", "the navigation mesh is off");
  World& world = lab.session().change_world();
  kAgain ? world.rebuild(StructureId::kNavmesh) : world.cancel(StructureId::kNavmesh);
  if (!kAgain && !world.state(StructureId::kNavmesh).cancelled)
    // The mesh was already complete when the user cancelled its build, so that the command had no effect.
    lab.log().leave_out();
  navmesh_controller(lab).read_world();
  return success();
}

// clang-format off
constexpr std::array<FeatureCommand, 3> kCommands = {{
    {{"navmesh", "on|off|toggle", "Navigation mesh", CommandGroup::kSearch, 1, 1, "Convex polygons that cover the free cells, and paths over them at any angle", keeps::kSetting}, switch_mesh},
    {{"navmesh.cancel", "", "Cancel the mesh of the level", CommandGroup::kSearch, 0, 0, "Cancels the build of the level's mesh until the next edit"}, build<false>},
    {{"navmesh.rebuild", "", "Rebuild the mesh of the level", CommandGroup::kSearch, 0, 0, "Builds the level's mesh after a build was cancelled"}, build<true>},
}};
// clang-format on

constexpr std::array<const FeatureLayer*, 4> kLayers = {&kPolygonLayer, &kPortalLayer, &kConeLayer, &kCorridorLayer};
constexpr std::array<const TileSource*, 1> kTiles = {&kNavmeshTiles};

constexpr std::array kFacts = {
    fact<&NavmeshCounts::polygons>({"polygons", "polygons", "Convex polygons of the free ground"}),
    fact<&NavmeshCounts::portals>({"portals", "portals", "Edges that two polygons share: the nodes of the search"}),
    fact<&NavmeshCounts::tiles>({"tiles", "tiles", "Squares of the map whose polygons are built separately"})};
constexpr std::string_view kRebuilt[] = {"tiles", "polygons"};

FactRows count(const World& world) {
  if (!world.ready(StructureId::kNavmesh)) return {};
  const MapNavmesh& kept = world.get<MapNavmesh>();
  const size_t tiles = kept.tiles() != nullptr ? kept.tiles()->tile_count() : 0;
  return {{"", NavmeshCounts{tiles, kept.mesh().polygon_count(), kept.mesh().portal_count()}}};
}

json point_json(const NavMesh& mesh, HalfCellPoint p) { return json::array({mesh.in_cells(p.x), mesh.in_cells(p.y)}); }

// Adds how many tiles the last stroke has updated. The background builds the mesh of a level after strokes.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  if (part != PresentedPart::kMeter || !lab.world().has(StructureId::kNavmesh) || lab.world().level() != nullptr) {
    return;
  }
  const UpdateMeterReading& meter = lab.state().meter;
  out.add(PresentedLine::Kind::kText,
          fmt::format("Mesh: {}, {}", count_of(meter.count(StructureId::kNavmesh, "tiles", 0), "tile"),
                      count_of(meter.count(StructureId::kNavmesh, "polygons", 0), "new polygon")));
}

}  // namespace

const FeatureLayer kPolygonLayer = {
    {.name = "mesh-polygons",
     .title = "Polygons",
     .legend = "Convex polygons of the navigation mesh, neighbours in different colours; those of a level have one",
     .order = 44,
     .structure = StructureId::kNavmesh,
     .follows_structure = true}};
const FeatureLayer kPortalLayer = {{.name = "mesh-portals",
                                    .title = "Portals",
                                    .legend = "Bars with a dot in the middle: where one polygon leads into the next",
                                    .order = 174,
                                    .structure = StructureId::kNavmesh,
                                    .follows_structure = true}};
const FeatureLayer kConeLayer = {
    {.name = "mesh-cones",
     .title = "Cones",
     .legend = "Polyanya: what a root sees through an interval. Bars: intervals; purple: in the open list",
     .term = "Polyanya",
     .order = 246,
     .structure = StructureId::kNavmesh,
     .follows_structure = true}};
const FeatureLayer kCorridorLayer = {
    {.name = "mesh-corridor",
     .title = "Corridor",
     .legend = "Purple: the polygons that the stepped search leads through, before its path is pulled taut",
     .order = 248,
     .structure = StructureId::kNavmesh,
     .follows_structure = true}};

const Feature kNavmeshFeature = {
    .name = "navmesh",
    .title = "Navigation mesh",
    .planners = kNavmeshPlanners,
    .planner_group = PlannerGroup::kMeshes,
    .structure = StructureId::kNavmesh,
    .layers = kLayers,
    .commands = kCommands,
    .settings = navmesh_lab_settings,
    .paint = kNavmeshPaint,
    .tiles = kTiles,
    .flash = {[](int) { return palette::kPortal; }, [](int) { return 3.0f; }, 30},
    .facts = {"navmesh", kFacts, count, FactsTold::kAlways, kRebuilt},
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<NavmeshController>(lab);
    },
};

NavmeshController& navmesh_controller(const Lab& lab) {
  return static_cast<NavmeshController&>(lab.controller(kNavmeshFeature));
}

bool searches_portals(const Planner& planner) {
  // The nodes of Polyanya are intervals on portals, not portals.
  return planner.any_angle && planner.place != nullptr;
}

Status NavmeshController::set_options(const NavmeshOptions& options) {
  options_ = options;
  lab_.structures().follow_choices({StructureId::kNavmesh, StructureId::kMeshClasses});
  return success();
}

void NavmeshController::map_changed(const MapChange& change) {
  if (change.report != nullptr) stamps_.edited(*world_, *change.report, StructureId::kNavmesh);
}

namespace {

// Returns whether the planner needs the mesh and has found no path on it.
bool lacks_path(const World& world, const PlannerRow& row) {
  const bool over_mesh = depends_on(world, *row.planner).contains(StructureId::kNavmesh) && row.planner->any_angle;
  const PlanStatus status = row.result.status;
  return over_mesh && row.solved && (status == PlanStatus::kNoPath || status == PlanStatus::kOffMesh);
}

}  // namespace

// If a planner over the mesh finds no path, searches for the gap of the map that is too narrow for the agent. The
// search does not start during a stroke, as the map is still changing. `wait`: returns only after the search.
void NavmeshController::follow_gap(bool wait) {
  const MapNavmesh& kept = world_->get<MapNavmesh>();
  const bool of_discs = kept.options() && kept.level_mesh() == nullptr && !kept.options()->mesh.radius.is_point();
  const bool on_map =
      state_.has_query && world_->map().contains(state_.query.start) && world_->map().contains(state_.query.goal);
  const bool none =
      of_discs && on_map && !state_.painting &&
      std::ranges::any_of(state_.rows, [&](const PlannerRow& row) { return row.shown && lacks_path(*world_, row); });
  if (none) {
    const uint64_t revision =
        world_->moves().built_for() ^ lab_.state().rules_version << 40 ^ lab_.state().world_version << 52;
    gap_.follow(state_.query, world_->moves(), kept.options()->mesh.radius, revision, wait || state_.fixed_clock);
  } else {
    gap_.forget();
  }
  if (std::exchange(noted_gap_, gap_.version()) == gap_.version()) return;
  state_.mesh_gap_note = gap_.text();
  if (state_.has_query) lab_.query().explain();
}

// Checks whether the background has finished building the mesh of a level.
void NavmeshController::read_world() {
  follow_gap(false);
  const MapNavmesh& kept = world_->get<MapNavmesh>();
  const uint64_t number = kept.options() && kept.level_mesh() != nullptr ? kept.level_number() : 0;
  if (number == level_number_) return;
  level_number_ = number;
  stamps_.renew(*world_);
}

void NavmeshController::inspect_cell(Cell cell) {
  const uint64_t stamp = (world_->get<MapNavmesh>().version() << 20 ^ lab_.state().rules_version << 3 ^
                          lab_.state().world_version << 44 ^ (world_->ready(StructureId::kNavmesh) ? 1 : 2)) +
                         1;
  if (stamp == looked_stamp_ && cell == looked_at_) return;
  looked_stamp_ = stamp;
  looked_at_ = cell;
  inspected_ = {};
  if (!world_->ready(StructureId::kNavmesh)) return;
  inspected_.known = true;
  const MapNavmesh& kept = world_->get<MapNavmesh>();
  const NavMesh& mesh = kept.mesh();
  inspected_.polygon = kept.end_at(cell).polygon;
  if (inspected_.polygon == kNoPolygon) return;
  if (kept.tiles() != nullptr) inspected_.tile = kept.tiles()->tile_of(inspected_.polygon);
  if (const LevelMesh* level = kept.level_mesh(); level != nullptr) {
    std::vector<PolygonId> floors;
    level->polygons_at(middle_of(cell), floors);
    for (const PolygonId floor : floors) {
      inspected_.floors.push_back({floor, level->height_at(floor, middle_of(cell))});
    }
  }
  inspected_.area = static_cast<double>(mesh.area2(inspected_.polygon)) / (8 * mesh.units() * mesh.units());
  mesh.append_corners(inspected_.polygon, inspected_.corners);
  // The list of corners starts at the topmost one, of several at the leftmost, so that it does not depend on how
  // the mesh was built.
  const auto first = inspected_.corners.begin(), end = inspected_.corners.end();
  std::rotate(first,
              std::min_element(first, end, [](auto a, auto b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); }),
              end);
  for (const MeshSide& side : mesh.sides(inspected_.polygon)) {
    if (side.portal == kNoPortal) continue;
    const Portal& portal = mesh.portal(side.portal);
    const auto squared = static_cast<double>(squared_distance(portal.a, portal.b));
    inspected_.neighbours.push_back(
        {portal.across(inspected_.polygon), mesh.cell_of(portal.middle()), mesh.in_cells(std::sqrt(squared))});
  }
}

void NavmeshController::dump(json& out) const {
  out["navmesh"] = {{"tile", options_.mesh.tile_size},
                    {"radius", options_.mesh.radius.cells()},
                    {"source", options_.of_level ? kLevelSource : mesh_source_name(options_.mesh.source)},
                    {"of_level", world_->get<MapNavmesh>().level_mesh() != nullptr},
                    {"building", world_->has(StructureId::kNavmesh) && world_->state(StructureId::kNavmesh).building},
                    {"cancelled", world_->has(StructureId::kNavmesh) && world_->state(StructureId::kNavmesh).cancelled},
                    {"costs", mesh_costs_name(options_.costs)}};
  gap_.dump(out["navmesh"]);
}

void NavmeshController::dump_inspected(json& out) const {
  if (!inspected_.known) return;
  json& polygon = out["polygon"];
  if (inspected_.polygon == kNoPolygon) {
    polygon = nullptr;
    return;
  }
  polygon = {{"number", inspected_.polygon},
             {"area", inspected_.area},
             {"corners", json::array()},
             {"neighbours", inspected_.neighbours.size()}};
  const NavMesh& mesh = world_->get<MapNavmesh>().mesh();
  for (const HalfCellPoint corner : inspected_.corners) polygon["corners"].push_back(point_json(mesh, corner));
  if (inspected_.floors.empty()) {
    polygon["tile"] = inspected_.tile;
    return;
  }
  for (const PolygonInspection::Floor& floor : inspected_.floors) {
    polygon["floors"].push_back({{"number", floor.polygon}, {"height", floor.height}});
  }
}

void NavmeshController::setting_lines(std::vector<std::string>& lines) const {
  // While the map shows a level's own mesh, the source chosen for other maps is not in use, but it must be stored, too.
  if (options_.of_level && options_.mesh.source != NavmeshOptions{}.mesh.source) {
    lines.push_back(fmt::format("navmesh.source {}", mesh_source_name(options_.mesh.source)));
    lines.push_back(fmt::format("navmesh.source {}", kLevelSource));
  }
  add_setting_lines(lab_, navmesh_lab_settings(), lines);
}

}  // namespace strata
