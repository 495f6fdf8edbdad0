// Purpose: run_ida is the `ida` command: IDA* between cells that are a given number of moves apart.
// Errors: A map that cannot be read, or on which no two cells are connected.
#pragma once

#include <string>
#include <vector>

#include "bench/defaults.hpp"
#include "bench/report.hpp"
#include "core/base/result.hpp"
#include "core/grid/letter_terrains.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/ida_star.hpp"

namespace strata::bench {

struct IdaOptions {
  std::string map = {};
  LetterTerrains letters = {};  // terrains of letters in map files
  int pairs = 100;
  // The goals are so many moves away from the starts, on shortest paths; a row for each.
  std::vector<int> moves = {4, 8, 16, 32};
  uint64_t most = kIdaStarExpansions;  // the most expansions of a query
  uint64_t seed = kSeed;
  Rules rules = {};
};
Result<Report> run_ida(const IdaOptions& options);

}  // namespace strata::bench
