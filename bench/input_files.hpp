// Purpose: These functions load maps and levels for the commands of the bench program.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "bench/report.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/map_links.hpp"
#include "core/level/level.hpp"

namespace strata::bench {

// Returns the hash of a map's cells, by which reports name it: 16 hexadecimal digits.
std::string input_hash(const GridMap& map);

// Loads a map of any format, see core/io/map_file.hpp. Adds notes on unknown letters, and on letters with a given
// terrain, and the hash of its cells, to the report.
Result<GridMap> load_cells(const std::string& path, const LetterTerrains& letters, Report& report);
// Adds links to a map. An error names the link that has an end off the map.
Status add_links(GridMap& map, std::span<const LinkText> links);

// Loads a level of any format, see core/io/level_file.hpp. Adds notes on repairs of the file, and on other
// interpretations of it, to the report. An error names options that may help.
Result<std::shared_ptr<const Level>> load_level(const std::string& path, const LevelOptions& options, Report& report);

}  // namespace strata::bench
