// Purpose: A BuildInputs gives a structure of a world what it reads: the map, the rules, and the other structures that
//          it depends on. An EditChanges and a RebuildFlags pass on what has changed, from structure to structure.
// Shapes: A BuildInputs is made for every round of work, and never stored.
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
  const Clearance* clearance = nullptr;  // null: no clearance is kept
  const Hpa* hpa = nullptr;
  const Sectors* sectors = nullptr;  // null: no sectors are kept
  const Level* level = nullptr;      // the level that the map shows; null: it shows none
  const NavMesh* navmesh = nullptr;  // null: no mesh is kept
  bool navmesh_ready = false;
  bool navmesh_given_up = false;  // the mesh's build was cancelled
  const NavmeshChanges* navmesh_changes = nullptr;
  MeshCosts mesh_costs{};
  const Hna* hna = nullptr;  // null: no navigation graph is kept
  bool hna_ready = false;
  uint64_t hna_version = 0;
  const DrawnGraph* drawn = nullptr;
  bool in_stroke = false;
  // Each version changes with the results that depend on the structure.
  uint64_t moves_version = 0, hpa_version = 0, sectors_version = 0, drawn_version = 0;
  uint64_t sector_landmarks_version = 0;
};

// What one edit changed. It is passed from structure to structure in the order of their list, and each adds what later
// structures need to know.
struct EditChanges {
  uint64_t before = 0;            // revision of the map before the edit
  Rect dirty;                     // cells whose letter changed
  std::span<const Rect> letters;  // the same cells in pieces that cover them closely
  std::vector<Rect> moves;        // added by MapMoves: cells whose moves changed
  // Added by MapSectors: the sectors of level 1 that were flooded again, and their version before the edit.
  std::span<const uint32_t> sectors;
  uint64_t sectors_version = 0;
};

// What a change of rules or options has rebuilt so far, passed on in the same way.
struct RebuildFlags {
  bool rules = false;  // the rules changed, and with them the moves
  bool hpa = false;
};

}  // namespace strata
