#include "bench/query_columns.hpp"

namespace strata::bench {

constexpr StructureColumns kJumpsColumns = {.structure = StructureId::kJumps,
                                            .edits_help = "Keep the jump map up to date as well"};
extern const StructureColumns kJumpDistancesColumns;
extern const StructureColumns kRepairsColumns;
extern const StructureColumns kHpaColumns;
extern const StructureColumns kHaaColumns;
extern const StructureColumns kRoomsColumns;
extern const StructureColumns kSectorsColumns;
extern const StructureColumns kCchColumns;
extern const StructureColumns kLandmarksColumns;
extern const StructureColumns kChColumns;
extern const StructureColumns kLabelsColumns;
extern const StructureColumns kNavmeshColumns;
extern const StructureColumns kHnaColumns;
extern const StructureColumns kMeshLabelsColumns;

StructureColumns columns_of(StructureId structure) {
  static constexpr const StructureColumns* kColumns[] = {
      &kJumpsColumns,  &kJumpDistancesColumns, &kRepairsColumns, &kHpaColumns,        &kHaaColumns,
      &kRoomsColumns,  &kSectorsColumns,       &kCchColumns,     &kLandmarksColumns,  &kChColumns,
      &kLabelsColumns, &kNavmeshColumns,       &kHnaColumns,     &kMeshLabelsColumns,
  };
  for (const StructureColumns* columns : kColumns) {
    if (columns->structure == structure) return *columns;
  }
  return {.structure = structure};
}

}  // namespace strata::bench
