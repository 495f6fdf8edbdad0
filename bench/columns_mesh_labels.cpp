#include "bench/query_columns.hpp"
#include "core/world/map_mesh_labels.hpp"

namespace strata::bench {
namespace {

void measure_mesh_labels(const MeasureContext& of) {
  const MeshLabels* labels = of.world().get<MapMeshLabels>().labels();
  if (labels == nullptr) return;
  of.tally.add_to("corners", static_cast<double>(labels->corners().size()));
  of.tally.add_to("taut_edges", static_cast<double>(labels->edge_count()));
  of.tally.add_to("label_entries", static_cast<double>(labels->labels().entry_count()));
  of.tally.add_to("listed_corners", static_cast<double>(labels->listed_corners()));
  of.tally.add_to("region_side", labels->region_side());
  of.tally.add_to("bytes_per_cell", static_cast<double>(labels->memory_bytes()) / of.world().moves().cell_count());
}

}  // namespace

extern const StructureColumns kMeshLabelsColumns;
const StructureColumns kMeshLabelsColumns = {.structure = StructureId::kMeshLabels,
                                             .measure = measure_mesh_labels,
                                             .edits_help = "Keep the any-angle labels up to date as well"};

}  // namespace strata::bench
