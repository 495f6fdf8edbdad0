// Purpose: Which structures a world can keep. The order is the one in which an edit goes through them: each stands
//          after those that it reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace strata {

enum class StructureId : uint8_t {
  kMoves,
  kJumps,
  kHpa,
  kTables,
  kHaa,
  kRooms,
  kSectors,
  kCch,
  kLandmarks,
  kCh,
  kLabels,
  kNavmesh,
  kHna
};
inline constexpr int kStructures = static_cast<int>(StructureId::kHna) + 1;
inline constexpr std::array<StructureId, kStructures> kAllStructures = [] {
  std::array<StructureId, kStructures> all{};
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<StructureId>(i);
  return all;
}();

// "moves", "jps", "hpa", "tables", "haa", "rooms", "sectors", "cch", "landmarks", "ch", "labels", "navmesh",
// "hna"
std::string_view structure_name(StructureId structure);
std::string_view structure_title(StructureId structure);  // for people
// It is kept whether it is asked for or not.
bool is_always_kept(StructureId structure);
// Part of it is built by jobs: World::finish_background waits for them.
bool is_built_in_background(StructureId structure);

}  // namespace strata
