// Purpose: This header has the one list of all structure classes. Only the code that makes the structures includes it,
//          and tests that go through their types. All other code asks the world by StructureId, or by the one class
//          that it includes.
#pragma once

#include <array>
#include <memory>
#include <tuple>
#include <type_traits>

#include "core/world/map_cch.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hierarchy.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_jumps.hpp"
#include "core/world/map_labels.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_mesh_classes.hpp"
#include "core/world/map_mesh_tables.hpp"
#include "core/world/map_moves.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_rooms.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/map_tables.hpp"

namespace strata {

// All structure classes, in the order of StructureId. A class brings kId, kName (a stable key), kTitle (for display),
// kAlways (whether every world keeps it) and usual(rules), its default options; and settings(), if its options have
// any.
using StructureClasses =
    std::tuple<MapMoves, MapJumps, MapHpa, MapTables, MapHaa, MapRooms, MapSectors, MapCch, MapLandmarks, MapHierarchy,
               MapLabels, MapNavmesh, MapHna, MapMeshTables, MapMeshClasses>;

// Calls visit(std::type_identity<K>()) for every structure of the list, in its order.
template <class Visit>
constexpr void for_each_structure(Visit&& visit) {
  [&]<class... K>(std::type_identity<std::tuple<K...>>) {
    (visit(std::type_identity<K>()), ...);
  }(std::type_identity<StructureClasses>());
}

}  // namespace strata
