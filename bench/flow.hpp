// Purpose: run_flow is the `flow` command: flow fields to random goals, agents that follow them, and their updates
// after
//          brush strokes.
// Errors: A map that cannot be read, or on which no agent can stand.
#pragma once

#include <string>

#include "bench/defaults.hpp"
#include "bench/report.hpp"
#include "core/base/result.hpp"
#include "core/grid/letter_terrains.hpp"
#include "core/grid/move_grid.hpp"

namespace strata::bench {

struct FlowOptions {
  std::string map = {};
  LetterTerrains letters = {};  // terrains of letters in map files
  int fields = 5;               // random goals
  int agents = 10'000;          // agents that follow each field
  int strokes = 50;             // strokes for each field; those that change no move are drawn again
  int radius = 3;               // radius of the brush
  uint64_t seed = kSeed;
  Rules rules = {};
};
// Returns one row.
Result<Report> run_flow(const FlowOptions& options);

}  // namespace strata::bench
