// Purpose: run_repair is the `repair` command: brush strokes on a map, after each of which LPA* and D* Lite repair
// their
//          path and A* searches a new one.
// Errors: A map that cannot be read, or on which no two cells are connected.
#pragma once

#include <string>

#include "bench/defaults.hpp"
#include "bench/report.hpp"
#include "core/base/result.hpp"
#include "core/grid/letter_terrains.hpp"
#include "core/grid/move_grid.hpp"

namespace strata::bench {

struct RepairOptions {
  std::string map = {};
  LetterTerrains letters = {};  // terrains of letters in map files
  int pairs = 10;               // random pairs of start and goal
  int strokes = 100;            // strokes for each pair; strokes that change no move, or touch an end, are left out
  int radius = 3;               // radius of the brush
  int far = 16;                 // a stroke is far from the path if more than this many cells lie between them
  int steps = 1;                // cells that the start of D* Lite walks along its path after each stroke
  uint64_t seed = kSeed;
  Rules rules = {};
};
// Returns a row for LPA* and one for D* Lite.
Result<Report> run_repair(const RepairOptions& options);

}  // namespace strata::bench
