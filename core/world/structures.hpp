// Purpose: The list of all structures that a world keeps, in the order in which an edit goes through them: each after
//          those that it stands on. A structure is a class that satisfies Kept, and a line here.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "core/world/map_haa.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_jumps.hpp"
#include "core/world/map_moves.hpp"
#include "core/world/map_rooms.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/map_tables.hpp"

namespace strata {

// What is built from a map. Clearances belong to the moves, agents' moves to HAA*.
enum class Structure : uint8_t { kMoves, kJumps, kHpa, kHaa, kRooms, kSectors, kLandmarks, kCh, kCch, kTables };
inline constexpr int kStructures = 10;
// "moves", "jps", "hpa", "haa", "rooms", "sectors", "landmarks", "ch", "cch", "tables"
std::string_view structure_name(Structure structure);
std::string_view structure_title(Structure structure);  // for people

using KeptStructures = std::tuple<MapMoves, MapJumps, MapHpa, MapTables, MapHaa, MapRooms, MapSectors>;

// visit(std::type_identity<K>()) for every structure of the list, in its order.
template <class Visit>
void for_each_structure(Visit&& visit) {
  [&]<class... K>(std::type_identity<std::tuple<K...>>) {
    static_assert((Kept<K> && ...));
    (visit(std::type_identity<K>()), ...);
  }(std::type_identity<KeptStructures>());
}

template <class K>
Structure structure_of() {
  for (int i = 0; i < kStructures; ++i) {
    if (structure_name(static_cast<Structure>(i)) == K::kName) return static_cast<Structure>(i);
  }
  return Structure::kMoves;
}

}  // namespace strata
