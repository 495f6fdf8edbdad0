#include "app/features/navmesh/navmesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/level/level_settings.hpp"

namespace strata {
namespace {

using nlohmann::json;

Status switch_mesh(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kNavmesh)));
  lab.structures().apply_structure(StructureId::kNavmesh, on);
  return success();
}

Status set_tile(Lab& lab, const Command& command) {
  STRATA_TRY(cells, integer(command.args[0], 0, GridMeshOptions::kMaxTile, "CELLS"));
  if (cells > 0 && cells < GridMeshOptions::kMinTile) {
    return error_at("", fmt::format("a tile has {} to {} cells a side, or it is the whole map: 0",
                                    GridMeshOptions::kMinTile, GridMeshOptions::kMaxTile));
  }
  NavmeshOptions options = navmesh_controller(lab).options();
  options.mesh.tile_size = cells;
  return navmesh_controller(lab).set_options(options);
}

Status set_radius(Lab& lab, const Command& command) {
  STRATA_TRY(cells, number(command.args[0], 0, MeshRadius::kMost / static_cast<double>(MeshRadius::kSteps), "CELLS"));
  NavmeshOptions options = navmesh_controller(lab).options();
  options.mesh.radius = MeshRadius::for_agents(cells);
  return navmesh_controller(lab).set_options(options);
}

// On maps that show no level, "level" takes effect at the next map that does.
Status set_source(Lab& lab, const Command& command) {
  NavmeshOptions options = navmesh_controller(lab).options();
  options.of_level = command.args[0] == kLevelSource;
  if (options.of_level) return navmesh_controller(lab).set_options(options);
  for (int i = 0; i < kMeshSources; ++i) {
    const auto source = static_cast<MeshSource>(i);
    if (command.args[0] != mesh_source_name(source)) continue;
    options.mesh.source = source;
    return navmesh_controller(lab).set_options(options);
  }
  return error_at("",
                  fmt::format("polygons are made from triangles, rectangles or the level, not '{}'", command.args[0]));
}

Status set_costs(Lab& lab, const Command& command) {
  NavmeshOptions options = navmesh_controller(lab).options();
  for (const MeshCosts costs : {MeshCosts::kMidpoints, MeshCosts::kCentroids}) {
    if (command.args[0] != mesh_costs_name(costs)) continue;
    options.costs = costs;
    return navmesh_controller(lab).set_options(options);
  }
  return error_at("", fmt::format("steps are measured between middles or centres, not '{}'", command.args[0]));
}

template <bool kAgain>
Status build(Lab& lab, const Command&) {
  if (!lab.world().has(StructureId::kNavmesh)) return error_at("", "the navigation mesh is off");
  World& world = lab.session().change_world();
  kAgain ? world.rebuild(StructureId::kNavmesh) : world.cancel(StructureId::kNavmesh);
  if (!kAgain && !world.state(StructureId::kNavmesh).cancelled) lab.log().leave_out();  // the mesh was built already
  navmesh_controller(lab).read_world();
  lab.query().solve_soon();
  return success();
}

// clang-format off
constexpr std::array<FeatureCommand, 7> kCommands = {{
    {{"navmesh", "on|off|toggle", "Navigation mesh", "Search", 1, 1, "Convex polygons that cover the free cells, and paths over them at any angle", keeps::kSetting}, switch_mesh},
    {{"navmesh.tile", "CELLS", "Tile size of the mesh", "Search", 1, 1, "8 to 128 cells a side; an edit rebuilds the tiles that it touches; 0: the whole map is one tile", keeps::kSetting | keeps::kLast}, set_tile},
    {{"navmesh.source", "triangles|rectangles|level", "Polygons of the mesh", "Search", 1, 1, "Triangles that are joined into convex polygons, the largest rectangles first, or on the map of a level that of the level", keeps::kSetting | keeps::kLast}, set_source},
    {{"navmesh.radius", "CELLS", "Radius of the agent on the mesh", "Search", 1, 1, "0: a point; up to 4 cells, rounded up to an eighth of a cell: the mesh keeps that far from walls", keeps::kSetting | keeps::kLast}, set_radius},
    {{"navmesh.costs", "middles|centres", "Costs on the mesh", "Search", 1, 1, "Steps are measured between the middles of portals, or, as in the paper, between centroids of polygons", keeps::kSetting | keeps::kLast}, set_costs},
    {{"navmesh.cancel", "", "Cancel the mesh of the level", "Search", 0, 0, "Cancels the build of the level's mesh until the next edit"}, build<false>},
    {{"navmesh.rebuild", "", "Rebuild the mesh of the level", "Search", 0, 0, "Builds the level's mesh after a build was cancelled"}, build<true>},
}};
// clang-format on

constexpr std::array<const FeatureLayer*, 4> kLayers = {&kPolygonLayer, &kPortalLayer, &kConeLayer, &kCorridorLayer};
constexpr std::array<const TileSource*, 1> kTiles = {&kNavmeshTiles};

void add_menu(const Lab& lab, MenuList& menu) {
  menu.command("Navigation mesh: convex polygons", "menu.map.navmesh", "navmesh toggle", true,
               lab.world().has(StructureId::kNavmesh));
  menu.choices("Tile size of the mesh", "{0} x {0} cells", "navmesh.tile",
               navmesh_controller(lab).options().mesh.tile_size, {8, 16, 32, 64, 128});
}

std::function<void(Lab&)> count(const World& world) {
  NavmeshCounts counts;
  if (world.ready(StructureId::kNavmesh)) {
    const MapNavmesh& kept = world.get<MapNavmesh>();
    const size_t tiles = kept.tiles() != nullptr ? kept.tiles()->tile_count() : 0;
    counts = {tiles, kept.mesh().polygon_count(), kept.mesh().portal_count()};
  }
  return [counts](Lab& lab) { navmesh_controller(lab).set_counts(counts); };
}

json point_json(const NavMesh& mesh, HalfCellPoint p) { return json::array({mesh.in_cells(p.x), mesh.in_cells(p.y)}); }

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
    .paint = kNavmeshPaint,
    .tiles = kTiles,
    .flash = {[](int) { return palette::kPortal; }, [](int) { return 3.0f; }, 30},
    .count = count,
    .menu = add_menu,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<NavmeshController>(lab);
    },
};

NavmeshController& navmesh_controller(const Lab& lab) {
  return static_cast<NavmeshController&>(lab.controller(kNavmeshFeature));
}

bool searches_portals(const Planner& planner) {
  return planner.any_angle && planner.place != nullptr;  // nodes of Polyanya are intervals of portals
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

// Whether the answer says that the agent of the mesh finds no path.
bool lacks_path(const World& world, const PlannerRow& row) {
  const bool over_mesh = depends_on(world, *row.planner).contains(StructureId::kNavmesh) && row.planner->any_angle;
  const PlanStatus status = row.result.status;
  return over_mesh && row.solved && (status == PlanStatus::kNoPath || status == PlanStatus::kOffMesh);
}

}  // namespace

// Looks for the gap that is too narrow while a planner over the mesh finds no path. During a stroke it waits, as the
// map is not yet as it is meant.
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
        world_->moves().built_for() ^ lab_.query().rules_version() << 40 ^ lab_.session().world_version() << 52;
    gap_.follow(state_.query, world_->moves(), kept.options()->mesh.radius, revision, wait || state_.fixed_clock);
  } else {
    gap_.forget();
  }
  if (std::exchange(gap_told_, gap_.version()) == gap_.version()) return;
  state_.mesh_gap_note = gap_.text();
  if (state_.has_query) lab_.query().explain();
}

// Reads whether the mesh of a level has arrived from the background.
void NavmeshController::read_world() {
  follow_gap(false);
  const MapNavmesh& kept = world_->get<MapNavmesh>();
  const uint64_t number = kept.options() && kept.level_mesh() != nullptr ? kept.level_number() : 0;
  if (number == level_number_) return;
  level_number_ = number;
  stamps_.renew(*world_);
  lab_.query().count_soon();
  lab_.query().solve_soon();
}

void NavmeshController::look_at(Cell cell) {
  const uint64_t stamp = (world_->get<MapNavmesh>().version() << 20 ^ lab_.query().rules_version() << 3 ^
                          lab_.session().world_version() << 44 ^ (world_->ready(StructureId::kNavmesh) ? 1 : 2)) +
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
  // The list starts at the topmost corner, of several the leftmost, wherever the polygon started when it was built.
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
  out["navmesh"] = {{"on", world_->has(StructureId::kNavmesh)},
                    {"ready", world_->ready(StructureId::kNavmesh)},
                    {"tile", options_.mesh.tile_size},
                    {"radius", options_.mesh.radius.cells()},
                    {"source", options_.of_level ? kLevelSource : mesh_source_name(options_.mesh.source)},
                    {"of_level", world_->get<MapNavmesh>().level_mesh() != nullptr},
                    {"building", world_->has(StructureId::kNavmesh) && world_->state(StructureId::kNavmesh).building},
                    {"cancelled", world_->has(StructureId::kNavmesh) && world_->state(StructureId::kNavmesh).cancelled},
                    {"costs", mesh_costs_name(options_.costs)},
                    {"tiles", counts_.tiles},
                    {"polygons", counts_.polygons},
                    {"portals", counts_.portals},
                    {"memory_bytes", state_.memory[static_cast<size_t>(StructureId::kNavmesh)]}};
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

void NavmeshController::dump_meter(json& out) const {
  const auto count = [&](std::string_view key) { return state_.meter.count(StructureId::kNavmesh, key, 0); };
  out["navmesh"] = {{"tiles", count("tiles")}, {"polygons", count("polygons")}};
}

void NavmeshController::setting_lines(std::vector<std::string>& lines) const {
  const NavmeshOptions usual;
  if (options_.mesh.tile_size != usual.mesh.tile_size) {
    lines.push_back(fmt::format("navmesh.tile {}", options_.mesh.tile_size));
  }
  if (options_.mesh.radius != usual.mesh.radius) {
    lines.push_back(fmt::format("navmesh.radius {}", options_.mesh.radius.cells()));
  }
  if (options_.mesh.source != usual.mesh.source) {
    lines.push_back(fmt::format("navmesh.source {}", mesh_source_name(options_.mesh.source)));
  }
  // Setting another source than the level also stops the use of the level's mesh.
  if (options_.of_level != (options_.mesh.source == usual.mesh.source)) {
    lines.push_back(
        fmt::format("navmesh.source {}", options_.of_level ? kLevelSource : mesh_source_name(options_.mesh.source)));
  }
  if (options_.costs != usual.costs) lines.push_back(fmt::format("navmesh.costs {}", mesh_costs_name(options_.costs)));
}

}  // namespace strata
