// Purpose: BuildInputs gives a structure of a world its inputs: the map, the rules, and the structures on which it
//          depends. EditChanges and RebuildFlags tell later structures what has changed.
// Shapes: BuildInputs are created for every round of work and never stored.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

class Clearance;
class DrawnGraph;
class Hna;
class Hpa;
class Level;
class NavMesh;
class Sectors;
enum class MeshCosts : uint8_t;
struct NavmeshChanges;

struct BuildInputs {
  const GridMap* map = nullptr;
  const Rules* rules = nullptr;  // the rules of the moves; while a change is prepared, the new rules
  const MoveGrid* moves = nullptr;
  const Clearance* clearance = nullptr;  // null: not built
  const Hpa* hpa = nullptr;
  const Sectors* sectors = nullptr;  // null: switched off
  const Level* level = nullptr;      // the level that the map shows; null: none
  const NavMesh* navmesh = nullptr;  // null: switched off
  bool navmesh_ready = false;
  bool navmesh_given_up = false;  // the build of the mesh was cancelled
  const NavmeshChanges* navmesh_changes = nullptr;
  MeshCosts mesh_costs{};
  const Hna* hna = nullptr;  // null: switched off
  bool hna_ready = false;
  uint64_t hna_version = 0;
  const DrawnGraph* drawn = nullptr;
  bool in_stroke = false;
  // Version numbers of structures, each of which changes with the results of its structure.
  uint64_t moves_version = 0, hpa_version = 0, sectors_version = 0, drawn_version = 0;
  uint64_t sector_landmarks_version = 0;
};

// The changes of one edit. It is passed to the structures in the order of StructureId, and each adds what later
// structures need to know.
struct EditChanges {
  uint64_t before = 0;             // revision of the map before the edit
  Rect dirty;                      // bounds of the cells whose letter, weight or links changed
  std::span<const Rect> letters;   // the same cells, and the ends of changed links, covered closely by rectangles
  std::span<const MapLink> links;  // the links that changed, as they were before; without a length: there was none
  // Added by MapMoves: areas of cells whose moves changed, or the links that begin or end there.
  std::vector<Rect> moves;
  // Added by MapSectors: sectors of level 1 whose regions were computed again, and the version of the
  // sectors before the edit.
  std::span<const uint32_t> sectors;
  uint64_t sectors_version = 0;
};

// RebuildFlags says what a change of rules or options has rebuilt so far. It is passed to the structures in the
// order of StructureId.
struct RebuildFlags {
  bool rules = false;  // the rules changed, and with them the moves
  bool hpa = false;
};

}  // namespace strata
