#include "bench/query_columns.hpp"
#include "core/world/map_tables.hpp"

namespace strata::bench {
namespace {

void measure_hpa(const MeasureContext& of) {
  const int levels = hpa_levels(of.planner);
  of.tally.build_ms += of.graphs.hpa_micros(levels) / 1000;
  of.tally.memory_bytes += of.graphs.hpa(levels).memory_bytes();
  of.tally.cache_bytes = of.graphs.hpa(levels).cache_bytes();
}

void tell_hpa(const RowContext& of) {
  const HpaOptions& hpa = of.options.hpa;
  of.row["cluster"] = hpa.cluster_size;
  of.row["threshold"] = hpa.entrance_threshold;
  of.row["spacing"] = hpa.transition_spacing;
  of.row["cache"] = hpa.cache_paths;
  of.row["cache_bytes"] = of.tally.cache_bytes / of.maps();
  of.row["levels"] = hpa_levels(of.planner);
  of.row["factor"] = hpa.level_factor;
  if (of.options.first_moves > 0) {
    of.row["first"] = of.options.first_moves;
    of.row["cut_short"] = of.tally.cut_short;
  }
  if (of.options.amortise) {
    of.row["amortised_us"] = rounded(mean(of.tally.amortised_micros));
    of.row["whole_us"] = rounded(mean(of.tally.whole_micros));
    of.row["insert_goal_us"] = rounded(mean(of.tally.goal_micros));
    of.row["amortised_pairs"] = of.tally.amortised_micros.size();
  }
}

void measure_tables(const MeasureContext& of) {
  of.add(StructureId::kTables);
  of.add(StructureId::kHpa);
  const MapTables& tables = of.world().get<MapTables>();
  of.tally.build_ms += tables.own().labels_micros() / 1000;
  if (tables.labels() != nullptr) of.tally.memory_bytes += tables.labels()->memory_bytes();
}

}  // namespace

extern const StructureColumns kHpaColumns;
const StructureColumns kHpaColumns = {.structure = StructureId::kHpa, .measure = measure_hpa, .tell = tell_hpa};
extern const StructureColumns kTablesColumns;
const StructureColumns kTablesColumns = {.structure = StructureId::kTables, .measure = measure_tables};

}  // namespace strata::bench
