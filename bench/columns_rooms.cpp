#include "bench/query_columns.hpp"
#include "core/world/map_rooms.hpp"

namespace strata::bench {
namespace {

void measure_rooms(const MeasureContext& of) {
  of.tally.pruned = of.world().get<MapRooms>().rooms().counts().pruned;
  of.tally.passable = of.world().get<MapRooms>().rooms().counts().passable;
}

void tell_rooms(const RowContext& of) {
  const auto passable = static_cast<double>(of.tally.passable);
  of.row["pruned_percent"] = rounded(passable == 0 ? 0 : 100 * static_cast<double>(of.tally.pruned) / passable);
}

}  // namespace

extern const StructureColumns kRoomsColumns;
const StructureColumns kRoomsColumns = {.structure = StructureId::kRooms,
                                        .measure = measure_rooms,
                                        .tell = tell_rooms,
                                        .edits_help = "Keep rooms up to date as well"};

}  // namespace strata::bench
