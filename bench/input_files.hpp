// Purpose: Maps and levels (.obj files) as the commands of the bench program read them.
#pragma once

#include <memory>
#include <string>

#include "bench/report.hpp"
#include "core/grid/grid_map.hpp"
#include "core/level/level.hpp"

namespace strata::bench {

// Which letters are unknown, and which stand for what was asked, goes to the notes of the report.
Result<GridMap> load_cells(const std::string& path, const LetterTerrains& letters, Report& report);

// What was repaired, and how the file may be meant instead, goes to the notes of the report. An error names the options
// that may help.
Result<std::shared_ptr<const Level>> load_level(const std::string& path, const LevelOptions& options, Report& report);

}  // namespace strata::bench
