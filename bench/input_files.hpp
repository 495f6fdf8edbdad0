// Purpose: These functions read maps and levels (.obj files) for the commands of the bench program.
#pragma once

#include <memory>
#include <string>

#include "bench/report.hpp"
#include "core/grid/grid_map.hpp"
#include "core/level/level.hpp"

namespace strata::bench {

// Adds unknown letters, and letters that stand for other terrains as asked, to the notes of the report.
Result<GridMap> load_cells(const std::string& path, const LetterTerrains& letters, Report& report);

// Adds repairs of the file, and other ways to read it, to the notes of the report. An error names options that may
// help.
Result<std::shared_ptr<const Level>> load_level(const std::string& path, const LevelOptions& options, Report& report);

}  // namespace strata::bench
