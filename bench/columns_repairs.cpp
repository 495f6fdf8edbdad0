#include "bench/query_columns.hpp"

namespace strata::bench {

// Queries of `queries` have other ends each, so that nothing is repaired; `repair` measures repairs.
extern const StructureColumns kRepairsColumns;
const StructureColumns kRepairsColumns = {.structure = StructureId::kRepairs,
                                          .edits_help = "Keep repaired searches up to date as well"};

}  // namespace strata::bench
