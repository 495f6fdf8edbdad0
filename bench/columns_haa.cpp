#include "bench/query_columns.hpp"

namespace strata::bench {
namespace {

void tell_haa(const RowContext& of) { of.row["cluster"] = of.options.haa_cluster; }

}  // namespace

extern const StructureColumns kHaaColumns;
const StructureColumns kHaaColumns = {.structure = StructureId::kHaa, .tell = tell_haa};

}  // namespace strata::bench
