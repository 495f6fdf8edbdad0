#include "bench/query_columns.hpp"

namespace strata::bench {
namespace {

void measure_hpa(const MeasureContext& of) {
  const int levels = hpa_levels(of.planner);
  of.tally.cache_bytes = of.world().get<MapHpa>().hpa().cache_bytes(levels);
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

}  // namespace

extern const StructureColumns kHpaColumns;
const StructureColumns kHpaColumns = {.structure = StructureId::kHpa, .measure = measure_hpa, .tell = tell_hpa};

}  // namespace strata::bench
