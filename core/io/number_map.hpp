// Purpose: These functions read tables of numbers as maps, a cell for each number, and write maps as such tables
// (.csv). Format: A row of cells for each line; numbers are separated by commas, semicolons, tabs or blanks, and may
// have a sign,
//         a fraction and an exponent. Where no line has a separator and a line has more than one digit, each digit is a
//         cell ("00110"). Empty lines, and lines that begin with #, are skipped.
// Terrains: 0 is ground, 1 blocked, 2 swamp, 3 water, 4 trees, and any other number blocked, unless the options say
//           otherwise. This is also what is written.
// Errors: "FILE:LINE: reason".
#pragma once

#include <cstdint>
#include <map>
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
  friend bool operator==(const NumberRule&, const NumberRule&) = default;
};

struct NumberOptions {
  // The first rule that fits a number holds.
  std::vector<NumberRule> rules = {{0, 0, Terrain::kGround},
                                   {1, 1, Terrain::kOut},
                                   {2, 2, Terrain::kSwamp},
                                   {3, 3, Terrain::kWater},
                                   {4, 4, Terrain::kTrees}};
  Terrain other = Terrain::kOut;  // of numbers that no rule fits
  friend bool operator==(const NumberOptions&, const NumberOptions&) = default;
};
// Returns the terrain of a number.
Terrain terrain_of_number(double value, const NumberOptions& options);

// In these functions `name` is the file name in errors.
Result<OpenedMap> parse_numbers(std::string_view text, const std::string& name, const NumberOptions& options = {},
                                const LetterTerrains& terrains = {});
inline constexpr size_t kMaxNumberBytes = size_t{512} << 20;
Result<OpenedMap> load_numbers(const std::string& path, const NumberOptions& options = {},
                               const LetterTerrains& terrains = {});
std::string format_numbers(const GridMap& map);
// Returns the text of the table in `text` with the cells of `map`: the numbers of cells with another terrain change to
// one that stands for it, and all other bytes stay. An error names a cell for whose terrain there is no number, and if
// the map has another size.
Result<std::string> edit_numbers(std::string_view text, const std::string& name, const GridMap& map,
                                 const NumberOptions& options = {});

// The size of a table, and how often each number stands in it.
struct NumberCounts {
  static constexpr size_t kMostNumbers = 256;  // counted numbers
  int width = 0, height = 0;
  std::map<double, uint64_t> cells;  // by number
  bool truncated = false;            // the table has more than kMostNumbers different numbers
};
Result<NumberCounts> count_numbers(std::string_view text, const std::string& name);
// Returns whether the first line of a text that is not skipped is one of such a table.
bool begins_as_numbers(std::string_view text);

}  // namespace strata
