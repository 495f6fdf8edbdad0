#include "bench/query_columns.hpp"
#include "core/level/level_settings.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_navmesh.hpp"

namespace strata::bench {
namespace {

void measure_mesh(const MeasureContext& of) {
  const NavMesh& mesh = of.world().get<MapNavmesh>().mesh();
  if (const GridMesh* tiles = of.world().get<MapNavmesh>().tiles()) of.tally.tile = tiles->options().tile_size;
  of.tally.add_to("polygons", static_cast<double>(mesh.polygon_count()));
  of.tally.add_to("portals", static_cast<double>(mesh.portal_count()));
}

void tell_mesh(const RowContext& of) {
  if (!of.options.mesh.empty() && of.options.navmesh.of_level) {
    of.row["mesh_source"] = "level";
    of.row["level_options"] = level_options_text(of.options.level);
  } else {
    of.row["tile"] = of.tally.tile;
    of.row["mesh_source"] = mesh_source_name(of.options.navmesh.mesh.source);
  }
  of.row["mesh_costs"] = mesh_costs_name(of.options.navmesh.costs);
  const auto ratio = [&](double sum) {
    return of.tally.polyanya_sum == 0 ? ReportRow() : ReportRow(rounded_ratio(sum / of.tally.polyanya_sum));
  };
  of.row["any_angle_ratio"] = ratio(of.tally.shared_cost_sum);
  of.row["any_angle_ratio_raw"] = ratio(of.tally.shared_raw_cost_sum);
}

void measure_hna(const MeasureContext& of) {
  measure_mesh(of);
  const int levels = abstract_level(of.world(), of.planner);
  const BuiltGraphs::NavigationGraph& graph = of.graphs.hna(levels);
  of.tally.levels = levels;
  const HnaLevel& top = of.world().get<MapHna>().hna().level(levels);
  of.tally.add_to("groups", static_cast<double>(top.group_count()));
  of.tally.add_to("inter_edges", static_cast<double>(top.inter_edge_count()));
  of.tally.add_to("rows_bytes", static_cast<double>(top.row_bytes()));
  of.tally.add_to("group_ms", graph.group_micros / 1000);
}

void tell_hna(const RowContext& of) {
  tell_mesh(of);
  of.row["levels"] = of.tally.levels;
  of.row["mu"] = of.options.hna.group_size;
  // Only the planner for the highest level (pccp) always uses look-ups for links.
  const bool looks_up = of.planner.highest_level != nullptr;
  of.row["links"] = hna_links_name(looks_up ? HnaLinkMethod::kRows : of.options.links);
  if (looks_up) of.row["from_centres"] = of.options.from_centres;
}

}  // namespace

extern const StructureColumns kNavmeshColumns;
const StructureColumns kNavmeshColumns = {
    .structure = StructureId::kNavmesh, .measure = measure_mesh, .tell = tell_mesh};
extern const StructureColumns kHnaColumns;
const StructureColumns kHnaColumns = {.structure = StructureId::kHna, .measure = measure_hna, .tell = tell_hna};

}  // namespace strata::bench
