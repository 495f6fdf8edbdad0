#include "bench/query_columns.hpp"

namespace strata::bench {
namespace {

void tell_landmarks(const RowContext& of) { of.row["landmarks"] = of.options.landmarks; }

}  // namespace

extern const StructureColumns kLandmarksColumns;
const StructureColumns kLandmarksColumns = {.structure = StructureId::kLandmarks, .tell = tell_landmarks};

}  // namespace strata::bench
