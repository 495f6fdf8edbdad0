#include "app/features/sectors/sectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/search/plan_options.hpp"
#include "core/sectors/automatic_sectors.hpp"
#include "core/sectors/sector_settings.hpp"

namespace strata {
namespace {

using nlohmann::json;

Status switch_sectors(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kSectors)));
  lab.structures().apply_structure(StructureId::kSectors, on);
  return success();
}

int cells_of(const Command& command) { return std::atoi(command.args[0].c_str()); }

// Returns whether exactly one of the two commands sets a second level. The layer of that level is switched together
// with it, so that the log must contain both commands.
bool turns_second(const Lab&, const Command& earlier, const Command& later) {
  return (cells_of(earlier) == 0) != (cells_of(later) == 0);
}

Status set_sectors(Lab& lab, const Setting&, const SectorOptions& options) {
  if (is_users_choice(lab)) sectors_controller(lab).fitting().stop();
  return sectors_controller(lab).set_options(options);
}

Status choose_sectors(Lab& lab, const Command& command) {
  STRATA_TRY(automatic, automatic_or("usual", command.args[0]));
  return sectors_controller(lab).choose_options(automatic);
}

const SectorOptions& sector_options_of(const Lab& lab) { return sectors_controller(lab).options(); }

std::span<const LabSetting> sector_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(sector_settings(), {}, sector_options_of, set_sectors);
    setting_in(made, "sectors.second").leaves = turns_second;
    return with_texts(std::move(made));
  }();
  return all;
}

// clang-format off
constexpr std::array<FeatureCommand, 2> kCommands = {{
    {{"sectors", "on|off|toggle", "Sectors", CommandGroup::kSearch, 1, 1, "Square sectors, the regions inside them, and the graph of the regions", keeps::kSetting}, switch_sectors},
    {{"sectors.options", "automatic|usual", "Options of sectors", CommandGroup::kSearch, 1, 1, "automatic: sectors and landmarks that suit the map; usual: sectors of 16 on one level without landmarks"}, choose_sectors},
}};
// clang-format on

constexpr std::array<const FeatureLayer*, 5> kLayers = {&kSectorLayer, &kRegionLayer, &kCentreLayer, &kSectorEdgeLayer,
                                                        &kSecondSectorLayer};
constexpr std::array<const TileSource*, 1> kTiles = {&kSectorTiles};

bool has_second_level(const Lab& lab) { return sectors_controller(lab).options().second_size > 0; }

constexpr std::array kFacts = {
    fact<&SectorCounts::sectors>({"sectors", "sectors", "Sectors of the level"}),
    fact<&SectorCounts::regions>({"regions", "regions", "Nodes of the level: connected cells of a sector"}),
    fact<&SectorCounts::edges>({"edges", "edges", "Pairs of regions that touch"})};

FactRows count(const World& world) {
  FactRows rows;
  const Sectors& sectors = world.get<MapSectors>().sectors();
  for (int level = 1; world.ready(StructureId::kSectors) && level <= sectors.levels(); ++level) {
    rows.push_back({fmt::format("/level/{}", level), sectors.counts(level)});
  }
  return rows;
}

// Adds how many sectors the last stroke has updated.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  if (part != PresentedPart::kMeter || !lab.world().has(StructureId::kSectors)) return;
  const UpdateMeterReading& meter = lab.state().meter;
  const int levels = sectors_controller(lab).options().second_size == 0 ? 1 : 2;
  for (int level = 1; level <= levels; ++level) {
    add_share(out, meter, levels == 1 ? "Sectors" : fmt::format("Sectors, level {}", level), "sector",
              meter.parts(StructureId::kSectors, level),
              counts_of<SectorCounts>(lab, StructureId::kSectors, static_cast<size_t>(level) - 1).sectors);
  }
}

}  // namespace

const FeatureLayer kSectorLayer = {{.name = "sectors",
                                    .title = "Sectors",
                                    .legend = "Dotted lines: borders of the sectors",
                                    .order = 90,
                                    .structure = StructureId::kSectors,
                                    .follows_structure = true}};
const FeatureLayer kRegionLayer = {
    {.name = "regions",
     .title = "Regions",
     .legend = "Connected cells of a sector, each region in a colour other than those of its neighbours",
     .order = 30,
     .structure = StructureId::kSectors,
     .while_stepped = kPaleAreas}};
const FeatureLayer kCentreLayer = {
    {.name = "centres",
     .title = "Centres",
     .legend = "Discs: centres of regions. Small ring: the centroid that a centre was moved from",
     .order = 180,
     .structure = StructureId::kSectors,
     .follows_structure = true,
     .levels = true,
     .while_stepped = kPaleNodes}};
const FeatureLayer kSectorEdgeLayer = {{.name = "sector-edges",
                                        .title = "Sector edges",
                                        .legend = "Lines between the centres of regions that touch",
                                        .order = 170,
                                        .structure = StructureId::kSectors,
                                        .follows_structure = true,
                                        .levels = true,
                                        .while_stepped = kPaleNodes}};
const FeatureLayer kSecondSectorLayer = {
    {.name = "sectors-2",
     .title = "Second level",
     .legend = "Dashed: borders and edges of the large sectors; diamonds: their centres",
     .order = 190,
     .structure = StructureId::kSectors,
     .follows_structure = true,
     .levels = true,
     .while_stepped = kPaleNodes,
     .comes = has_second_level}};

const Feature kSectorsFeature = {
    .name = "sectors",
    .title = "Sectors",
    .planners = kSectorPlanners,
    .structure = StructureId::kSectors,
    .layers = kLayers,
    .commands = kCommands,
    .settings = sector_lab_settings,
    .paint = kSectorPaint,
    .tiles = kTiles,
    .under_path = paint_corridor,
    .flash = {sector_color, [](int) { return 5.0f; }, 10},
    .facts = {"sectors", kFacts, count},
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<SectorsController>(lab);
    },
};

SectorsController& sectors_controller(const Lab& lab) {
  return static_cast<SectorsController&>(lab.controller(kSectorsFeature));
}

Rgba sector_color(int level) { return level_style(level).color; }

Rgba region_color(int sector_column, int sector_row, uint32_t number_in_sector) {
  // Four hues for the sectors of each 2 x 2 block, each in three shades.
  static constexpr Rgba kHues[4][kRegionShades] = {{rgba(0x56b4e9), rgba(0x1f6fa8), rgba(0x8fd0f5)},
                                                   {rgba(0xe69f00), rgba(0xa06b00), rgba(0xf6cc70)},
                                                   {rgba(0x009e73), rgba(0x00694c), rgba(0x66cdb0)},
                                                   {rgba(0xcc79a7), rgba(0x97406f), rgba(0xe8b3d0)}};
  const auto hue = static_cast<size_t>((sector_column & 1) + 2 * (sector_row & 1));
  return with_alpha(kHues[hue][number_in_sector % kRegionShades], 105);
}

Status SectorsController::set_options(const SectorOptions& options) {
  if (!options.valid()) {
    return error_at("", fmt::format("the second level is of sectors larger than those of the first: {} and {} cells",
                                    options.sector_size, options.second_size));
  }
  const bool was_second = options_.second_size > 0;
  options_ = options;
  if (!world_->has(StructureId::kSectors)) return success();
  if (was_second != (options.second_size > 0)) state_.switch_layer(kSecondSectorLayer, !was_second);
  if (world_->get<MapSectors>().sectors().options() == options) return success();
  WorldSetup setup = world_->setup();
  setup.get<MapSectors>() = options;
  lab_.large_map_task().change_setup_now(setup);
  return success();
}

Status SectorsController::choose_options(bool automatic) {
  AutomaticOptions<SectorOptions> chosen;
  if (automatic) chosen = automatic_sector_options(world_->moves());
  if (Status set = set_options(chosen.options); !set) return set;
  fitted_.note_command(chosen, automatic);
  return success();
}

// Gives the map that the user has opened the options that suit it, once it has sectors.
void SectorsController::tick(double /*dt_seconds*/) {
  if (!fitted_.due() || !world_->has(StructureId::kSectors) || !fitted_.take_due()) return;
  const auto chosen = automatic_sector_options(world_->moves());
  if (set_options(chosen.options)) fitted_.note_fitted_map(chosen);
}

void SectorsController::inspect_cell(Cell cell) {
  if (is_same_inspection(cell, world_->ready(StructureId::kSectors) ? 1 : 2)) return;
  inspected_ = {};
  if (!world_->ready(StructureId::kSectors)) return;
  const int levels = world_->get<MapSectors>().sectors().levels();
  for (int level = 1; level <= levels; ++level) look_up(cell, level, inspected_[static_cast<size_t>(level) - 1]);
}

void SectorsController::look_up(Cell cell, int level, RegionInspection& at) const {
  const Sectors& sectors = world_->get<MapSectors>().sectors();
  const ClusterGrid& grid = sectors.sectors(level);
  at.known = true;
  at.sector = grid.cluster_of(cell);
  at.region = sectors.region_of(world_->map().id(cell), level);
  if (at.region < 0) return;
  const auto region = static_cast<uint32_t>(at.region);
  const SectorRegion& own = sectors.region(region, level);
  at.cells = own.cells;
  at.centre = own.centre;
  if (level == 1 && sectors.levels() > 1) at.parent = own.parent;
  // An edge between two sectors is listed in only one of them, so that the sectors around must be searched, too.
  const Rect around = grid.touched(grid.rect(at.sector).grown(1).clipped(world_->map().bounds()));
  for (int y = around.y0; y < around.y1; ++y) {
    for (int x = around.x0; x < around.x1; ++x) {
      sectors.append_edges(static_cast<uint32_t>(y * grid.columns() + x), at.edges, level);
    }
  }
  std::erase_if(at.edges, [&](const SectorEdge& edge) { return edge.from != region && edge.to != region; });
  for (SectorEdge& edge : at.edges) {
    if (edge.from != region) std::swap(edge.from, edge.to);
  }
  std::sort(at.edges.begin(), at.edges.end());
}

void SectorsController::dump(json& out) const {
  const SectorOptions& options = options_;
  out["sectors"] = {{"size", options.sector_size},
                    {"second", options.second_size},
                    {"improve", options.improve_centres},
                    {"landmarks", options.landmarks},
                    {"segment", state_.plan_options().segment},
                    {"fitted", !reason().empty()},
                    {"level", json::object()}};
}

void SectorsController::dump_inspected(json& out) const {
  for (size_t i = 0; i < inspected_.size(); ++i) {
    const RegionInspection& region = inspected_[i];
    if (!region.known) continue;
    json& at = out["sectors"][std::to_string(i + 1)];
    at = {{"sector", region.sector}, {"region", region.region}, {"edges", json::array()}};
    if (region.region < 0) continue;
    at["cells"] = region.cells;
    const Cell centre = world_->map().cell(region.centre);
    at["centre"] = {centre.x, centre.y};
    if (region.parent >= 0) at["parent"] = region.parent;
    for (const SectorEdge& edge : region.edges) at["edges"].push_back({{"to", edge.to}, {"cost", edge.cost}});
  }
}

void SectorsController::dump_meter(json& out) const {
  const UpdateMeterReading& meter = state_.meter;
  out["sectors"] = {{"1", meter.parts(StructureId::kSectors)}, {"2", meter.parts(StructureId::kSectors, 2)}};
}

// The lines are in an order in which the options are valid after each of them.
void SectorsController::setting_lines(std::vector<std::string>& lines) const {
  for (std::string& line : changed_settings(
           sector_settings(), SectorOptions{}, options_, +[](const SectorOptions& o) { return o.valid(); })) {
    lines.push_back(std::move(line));
  }
}

}  // namespace strata
