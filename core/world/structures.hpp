// Purpose: The one list of all structures that a world keeps, in the order in which an edit goes through them:
//          each after those that it stands on.
// Shapes: A structure is a class that satisfies Kept, a value of the enumeration and a place in the tuple; all else is
//         derived from them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/world/map_cch.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hierarchy.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_jumps.hpp"
#include "core/world/map_labels.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_moves.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_rooms.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/map_tables.hpp"

namespace strata {

enum class Structure : uint8_t {
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
using Structures = std::tuple<MapMoves, MapJumps, MapHpa, MapTables, MapHaa, MapRooms, MapSectors, MapCch, MapLandmarks,
                              MapHierarchy, MapLabels, MapNavmesh, MapHna>;
inline constexpr int kStructures = static_cast<int>(std::tuple_size_v<Structures>);

// visit(std::type_identity<K>()) for every structure of the list, in its order.
template <class Visit>
constexpr void for_each_structure(Visit&& visit) {
  [&]<class... K>(std::type_identity<std::tuple<K...>>) {
    static_assert((Kept<K> && ...));
    (visit(std::type_identity<K>()), ...);
  }(std::type_identity<Structures>());
}

// The place of a structure in the list.
template <class K>
inline constexpr size_t kPlace = [] {
  size_t place = 0, found = 0;
  for_each_structure([&]<class Other>(std::type_identity<Other>) {
    if (std::is_same_v<K, Other>) found = place;
    ++place;
  });
  return found;
}();
template <class K>
inline constexpr Structure kStructureOf = static_cast<Structure>(kPlace<K>);

static_assert(kStructureOf<MapMoves> == Structure::kMoves && kStructureOf<MapJumps> == Structure::kJumps &&
              kStructureOf<MapHpa> == Structure::kHpa && kStructureOf<MapTables> == Structure::kTables &&
              kStructureOf<MapHaa> == Structure::kHaa && kStructureOf<MapRooms> == Structure::kRooms &&
              kStructureOf<MapSectors> == Structure::kSectors && kStructureOf<MapCch> == Structure::kCch &&
              kStructureOf<MapLandmarks> == Structure::kLandmarks && kStructureOf<MapHierarchy> == Structure::kCh &&
              kStructureOf<MapLabels> == Structure::kLabels && kStructureOf<MapNavmesh> == Structure::kNavmesh &&
              kStructureOf<MapHna> == Structure::kHna && static_cast<int>(Structure::kHna) + 1 == kStructures);

// What visit(std::type_identity<K>()) says of one structure.
template <class Visit>
auto with_structure(Structure structure, Visit&& visit) {
  std::optional<decltype(visit(std::type_identity<MapMoves>()))> said;
  for_each_structure([&]<class K>(std::type_identity<K> kept) {
    if (kStructureOf<K> == structure) said.emplace(visit(kept));
  });
  return *std::move(said);
}

// "moves", "jps", "hpa", "tables", "haa", "rooms", "sectors", "cch", "landmarks", "ch", "labels", "navmesh",
// "hna"
inline std::string_view structure_name(Structure structure) {
  return with_structure(structure, []<class K>(std::type_identity<K>) { return K::kName; });
}
// For people.
inline std::string_view structure_title(Structure structure) {
  return with_structure(structure, []<class K>(std::type_identity<K>) { return K::kTitle; });
}

}  // namespace strata
