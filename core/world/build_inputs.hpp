// Purpose: A BuildInputs gives a structure of a world what it reads: the map, the rules, and the other structures that
//          it depends on. An EditChanges and a RebuildFlags pass on what has changed, from structure to structure.
// Shapes: A BuildInputs is put together again for every round of work, and nobody stores one.
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
class Hpa;
class Level;
class NavMesh;
class Sectors;
enum class MeshCosts : uint8_t;
struct NavmeshChanges;

struct BuildInputs {
  const GridMap* map = nullptr;
  const Rules* rules = nullptr;  // those of the moves; while a change is prepared, those to come
  const MoveGrid* moves = nullptr;
  const Clearance* clearance = nullptr;  // null: none is kept
  const Hpa* hpa = nullptr;
  const Sectors* sectors = nullptr;  // null: none are kept
  const Level* level = nullptr;      // that the map shows; null: it shows none
  const NavMesh* navmesh = nullptr;  // null: none is kept
  bool navmesh_ready = false;
  bool navmesh_given_up = false;  // it does not come by itself
  const NavmeshChanges* navmesh_changes = nullptr;
  MeshCosts mesh_costs{};
  const DrawnGraph* drawn = nullptr;
  bool in_stroke = false;
  // Numbers that change with what hangs on these.
  uint64_t moves_version = 0, hpa_version = 0, sectors_version = 0, drawn_version = 0;
  uint64_t sector_landmarks_version = 0;
};

// What one edit changed, told from structure to structure in the order of their list: each adds what those after it
// need to know.
struct EditChanges {
  uint64_t before = 0;            // revision of the map until then
  Rect dirty;                     // cells whose letter changed
  std::span<const Rect> letters;  // the same in pieces that cover them closely
  std::vector<Rect> moves;        // added by the moves: cells from which agents move otherwise now
  // Added by the sectors: those of level 1 that were flooded anew, and the version until then.
  std::span<const uint32_t> sectors;
  uint64_t sectors_version = 0;
};

// What a change of all that is kept has renewed so far, told in the same way.
struct RebuildFlags {
  bool rules = false;  // and with them the moves
  bool hpa = false;
};

}  // namespace strata
