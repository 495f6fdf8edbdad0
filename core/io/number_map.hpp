// Purpose: These functions read tables of numbers as maps, a cell for each number, and write maps as such tables
// (.csv). Format: A row of cells for each line; numbers are separated by commas, semicolons, tabs or blanks, and may
// have a sign,
//         a fraction and an exponent. Where no line has a separator and a line has more than one digit, each digit is a
//         cell ("00110"). Empty lines, and lines that begin with #, are skipped.
// Terrains: 0 is ground, 1 blocked, 2 swamp, 3 water, 4 trees, and any other number blocked, unless the options say
//           otherwise. This is also what is written.
// Errors: "FILE:LINE: reason".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/io/opened_map.hpp"

namespace strata {

// The terrain of the numbers from `least` to `most`.
struct NumberRule {
  double least = 0, most = 0;
  Terrain terrain = Terrain::kOut;
};

struct NumberOptions {
  // The first rule that fits a number holds.
  std::vector<NumberRule> rules = {{0, 0, Terrain::kGround},
                                   {1, 1, Terrain::kOut},
                                   {2, 2, Terrain::kSwamp},
                                   {3, 3, Terrain::kWater},
                                   {4, 4, Terrain::kTrees}};
  Terrain other = Terrain::kOut;  // of numbers that no rule fits
};

// In these functions `name` is the file name in errors.
Result<OpenedMap> parse_numbers(std::string_view text, const std::string& name, const NumberOptions& options = {},
                                const LetterTerrains& terrains = {});
Result<OpenedMap> load_numbers(const std::string& path, const NumberOptions& options = {},
                               const LetterTerrains& terrains = {});
std::string format_numbers(const GridMap& map);
// Returns whether the first line of a text that is not skipped is one of such a table.
bool begins_as_numbers(std::string_view text);

}  // namespace strata
