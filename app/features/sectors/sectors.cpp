#include "app/features/sectors/sectors.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/lab/lab_parts.hpp"
#include "app/lab/menu_model.hpp"

namespace strata {
namespace {

using nlohmann::json;

Status set_options(Lab& lab, const SectorOptions& options) {
  if (!options.valid()) {
    return error_at("", fmt::format("the second level is of sectors larger than those of the first: {} and {} cells",
                                    options.sector_size, options.second_size));
  }
  LabState& state = lab.mutable_state();
  const bool was_second = state.sector_options.second_size > 0;
  state.sector_options = options;
  if (!lab.world().has(Structure::kSectors)) return success();
  if (was_second != (options.second_size > 0)) state.layer(Layer::kSectors2).on = !was_second;
  if (lab.world().get<MapSectors>().sectors().options() == options) return success();
  WorldSetup setup = lab.world().setup();
  setup.get<MapSectors>() = options;
  lab.large_work().change_setup_now(setup);
  lab.query().rules_changed();
  return success();
}

Status switch_sectors(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(Structure::kSectors)));
  lab.structures().apply_structure(Structure::kSectors, on);
  return success();
}

Status set_size(Lab& lab, const Command& command) {
  STRATA_TRY(cells, integer(command.args[0], SectorOptions::kMinSize, SectorOptions::kMaxSize, "CELLS"));
  SectorOptions options = lab.state().sector_options;
  options.sector_size = cells;
  return set_options(lab, options);
}

Status set_second(Lab& lab, const Command& command) {
  STRATA_TRY(cells, integer(command.args[0], 0, SectorOptions::kMaxSecondSize, "CELLS"));
  SectorOptions options = lab.state().sector_options;
  options.second_size = cells;
  return set_options(lab, options);
}

Status set_improve(Lab& lab, const Command& command) {
  SectorOptions options = lab.state().sector_options;
  STRATA_TRY(on, on_off(command.args[0], options.improve_centres));
  options.improve_centres = on;
  return set_options(lab, options);
}

Status set_landmarks(Lab& lab, const Command& command) {
  STRATA_TRY(count, integer(command.args[0], 0, kMaxLandmarks, "N"));
  SectorOptions options = lab.state().sector_options;
  options.landmarks = count;
  return set_options(lab, options);
}

Status set_segment(Lab& lab, const Command& command) {
  STRATA_TRY(edges, integer(command.args[0], 0, 1'000'000, "EDGES"));
  lab.mutable_state().plan_options.segment = static_cast<uint32_t>(edges);
  lab.query().query_changed();
  return success();
}

constexpr std::array<FeatureCommand, 6> kCommands = {{
    {{.name = "sectors",
      .usage = "on|off|toggle",
      .title = "Sectors",
      .group = "Search",
      .min_args = 1,
      .max_args = 1,
      .help = "Square sectors, the regions inside them, and the graph of the regions",
      .keeps = keeps::kSetting},
     switch_sectors},
    {{.name = "sectors.size",
      .usage = "CELLS",
      .title = "Sector size",
      .group = "Search",
      .min_args = 1,
      .max_args = 1,
      .help = "4 to 64 cells a side; 8 as published",
      .keeps = keeps::kSetting | keeps::kLast},
     set_size},
    {{.name = "sectors.second",
      .usage = "CELLS",
      .title = "Second level of sectors",
      .group = "Search",
      .min_args = 1,
      .max_args = 1,
      .help = "Cells a side, more than those of the first level, up to 512; 0: one level",
      .keeps = keeps::kSetting},
     set_second},
    {{.name = "sectors.improve",
      .usage = "on|off|toggle",
      .title = "Improve centres",
      .group = "Search",
      .min_args = 1,
      .max_args = 1,
      .help = "Moves the centres of regions to where the weights of their edges are least wrong",
      .keeps = keeps::kSetting | keeps::kLast},
     set_improve},
    {{.name = "sectors.landmarks",
      .usage = "N",
      .title = "Landmarks of sectors",
      .group = "Search",
      .min_args = 1,
      .max_args = 1,
      .help = "0 to 64, which guide the search of regions",
      .keeps = keeps::kSetting | keeps::kLast},
     set_landmarks},
    {{.name = "plan.segment",
      .usage = "EDGES",
      .title = "Refine in pieces",
      .group = "Search",
      .min_args = 1,
      .max_args = 1,
      .help = "How many edges of an abstract path sectors refine at once; 0: all",
      .keeps = keeps::kSetting | keeps::kLast},
     set_segment},
}};

constexpr std::array<const TileSource*, 1> kTiles = {&kSectorTiles};

void add_menu(const Lab& lab, MenuList& menu) {
  menu.command("Sectors: graph of regions", "menu.map.sectors", "sectors toggle", true,
               lab.world().has(Structure::kSectors));
  const SectorOptions& sectors = lab.state().sector_options;
  menu.choices("Sector size", "{0} x {0} cells", "sectors.size", sectors.sector_size, {4, 8, 16, 32, 64}, 0,
               sectors.second_size);
  menu.choices("Second level of sectors", "{0} x {0} cells", "sectors.second", sectors.second_size,
               {0, 16, 24, 32, 64, 128}, sectors.sector_size);
}

}  // namespace

const Feature kSectorsFeature = {
    .name = "sectors",
    .title = "Sectors",
    .structure = Structure::kSectors,
    .commands = kCommands,
    .paint = kSectorPaint,
    .tiles = kTiles,
    .menu = add_menu,
    .make_desk = [](Lab& lab) -> std::unique_ptr<Desk> { return std::make_unique<SectorsDesk>(lab); },
};

void SectorsDesk::dump(json& out, bool) const {
  const SectorOptions& options = state_.sector_options;
  json& sectors = out["sectors"];
  sectors = {{"on", world_->has(Structure::kSectors)},
             {"ready", world_->ready(Structure::kSectors)},
             {"size", options.sector_size},
             {"second", options.second_size},
             {"improve", options.improve_centres},
             {"landmarks", options.landmarks},
             {"segment", state_.plan_options.segment},
             {"memory_bytes", state_.memory[static_cast<size_t>(Structure::kSectors)]},
             {"level", json::object()}};
  for (size_t i = 0; i < state_.sector_counts.size(); ++i) {
    const SectorCounts& counts = state_.sector_counts[i];
    if (counts.sectors == 0) continue;
    sectors["level"][std::to_string(i + 1)] = {
        {"sectors", counts.sectors}, {"regions", counts.regions}, {"edges", counts.edges}};
  }
}

void SectorsDesk::dump_inspected(json& out) const {
  const Inspection& inspection = *state_.inspected;
  for (size_t i = 0; i < inspection.regions.size(); ++i) {
    const RegionInspection& region = inspection.regions[i];
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

// In the order in which every step is allowed.
void SectorsDesk::setting_lines(std::vector<std::string>& lines) const {
  const SectorOptions& sectors = state_.sector_options;
  const SectorOptions usual;
  const auto size = [&] { lines.push_back(fmt::format("sectors.size {}", sectors.sector_size)); };
  if (sectors.sector_size < usual.sector_size) size();
  if (sectors.second_size != 0) lines.push_back(fmt::format("sectors.second {}", sectors.second_size));
  if (sectors.sector_size > usual.sector_size) size();
  if (sectors.improve_centres) lines.push_back("sectors.improve on");
  if (sectors.landmarks != 0) lines.push_back(fmt::format("sectors.landmarks {}", sectors.landmarks));
}

void SectorsDesk::late_setting_lines(std::vector<std::string>& lines) const {
  const uint32_t segment = state_.plan_options.segment;
  if (segment != PlanOptions{}.segment) lines.push_back(fmt::format("plan.segment {}", segment));
}

}  // namespace strata
