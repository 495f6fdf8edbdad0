#include "bench/query_columns.hpp"
#include "core/world/map_jump_distances.hpp"

namespace strata::bench {
namespace {

void measure_jump_distances(const MeasureContext& of) {
  const MapJumpDistances& kept = of.world().get<MapJumpDistances>();
  const JumpDistancesCounts counts = kept.distances().counts(of.world().moves());
  of.tally.add_to("to_points_percent",
                  100 * static_cast<double>(counts.to_points) / static_cast<double>(std::max<size_t>(counts.all, 1)));
  of.tally.add_to("longest_distance", counts.longest);
}

}  // namespace

extern const StructureColumns kJumpDistancesColumns;
const StructureColumns kJumpDistancesColumns = {.structure = StructureId::kJumpDistances,
                                                .measure = measure_jump_distances,
                                                .edits_help = "Keep the jump distances up to date as well"};

}  // namespace strata::bench
