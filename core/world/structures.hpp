// Purpose: This header lists all structure classes. Only the code that creates the structures includes it, and tests
//          that use their types. Other code uses StructureId, or includes a single class.
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
#include "core/world/map_jump_distances.hpp"
#include "core/world/map_jumps.hpp"
#include "core/world/map_labels.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_mesh_classes.hpp"
#include "core/world/map_mesh_labels.hpp"
#include "core/world/map_mesh_tables.hpp"
#include "core/world/map_moves.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_repairs.hpp"
#include "core/world/map_rooms.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/map_tables.hpp"

namespace strata {

// All structure classes, in the order of StructureId. A class has kId, kName (a stable key), kTitle (displayed name),
// kAlways (whether every world has it) and usual(rules), its default options; and settings(), if its options have any.
using StructureClasses = std::tuple<MapMoves, MapJumps, MapJumpDistances, MapRepairs, MapHpa, MapTables, MapHaa,
                                    MapRooms, MapSectors, MapCch, MapLandmarks, MapHierarchy, MapLabels, MapNavmesh,
                                    MapHna, MapMeshTables, MapMeshClasses, MapMeshLabels>;

// Calls visit(std::type_identity<K>()) for every class of the list, in order.
template <class Visit>
constexpr void for_each_structure(Visit&& visit) {
  [&]<class... K>(std::type_identity<std::tuple<K...>>) {
    (visit(std::type_identity<K>()), ...);
  }(std::type_identity<StructureClasses>());
}

}  // namespace strata
