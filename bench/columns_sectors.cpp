#include "bench/query_columns.hpp"

namespace strata::bench {

void tell_regions(const RowContext& of) {
  of.row["sector_size"] = of.options.sectors.sector_size;
  of.row["second_size"] = of.options.sectors.second_size;
  of.row["improve"] = of.options.sectors.improve_centres;
  of.row["sector_landmarks"] = of.options.sectors.landmarks;
  of.row["segment"] = of.options.segment;
  of.row["refine"] = of.options.refine;
}

extern const StructureColumns kSectorsColumns;
const StructureColumns kSectorsColumns = {.structure = StructureId::kSectors, .tell = tell_regions};

}  // namespace strata::bench
