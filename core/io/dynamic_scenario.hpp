// Purpose: These functions read and write dynamic scenarios: .scen files of version 2, with the patch file that they
//          name. Between their queries the map changes.
// Source: The dynamic track of the Grid-Based Path Planning Competition.
// Differs: The header lines after the first may come in any order; other line ends, a byte order mark, a missing final
// newline
//          and blank lines between commands are accepted.
// Shapes: The scenario is a text with a header and one command a line:
//           version 2
//           height H
//           width W
//           cost 1 octile
//           patch FILE                  the name of a patch file in the scenario's folder
//           commands
//           P BUCKET PATCH X Y          the patch replaces the cells from (X, Y) on
//           Q BUCKET SX SY GX GY COST   a query, and the length of its shortest path; -1: there is none
//         The patch file:
//           type patch
//           patches N
//         and for each patch, numbered from 0:
//           patch I
//           height H
//           width W
//           map
//         and H rows of W letters, '.' for a free cell and '@' for a blocked one.
// Errors: "FILE:LINE: reason".
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

// A rectangle of cells.
struct MapPatch {
  int width = 0, height = 0;
  std::string letters;  // row by row, '.' or '@'
  friend bool operator==(const MapPatch&, const MapPatch&) = default;
};

struct PatchPlacement {
  uint32_t bucket = 0;
  uint32_t patch = 0;  // index in DynamicScenario::patches
  Cell at;             // upper left corner
  friend bool operator==(const PatchPlacement&, const PatchPlacement&) = default;
};
// The placements between two queries, which change the map at once. Later ones lie over earlier ones.
struct ScenarioChange {
  std::vector<PatchPlacement> placements;
  friend bool operator==(const ScenarioChange&, const ScenarioChange&) = default;
};

struct DynamicQuery {
  static constexpr double kNoPath = -1;

  uint32_t bucket = 0;
  Cell start, goal;
  double length = kNoPath;  // length of a shortest octile path on the map as it is then, in straight steps, or kNoPath
  friend bool operator==(const DynamicQuery&, const DynamicQuery&) = default;
};

struct DynamicScenario {
  // Limit of the cells of all placements together.
  static constexpr uint64_t kMaxPlacedCells = uint64_t{1} << 30;

  int width = 0, height = 0;
  std::string patch_file;  // a file name without a folder
  std::vector<MapPatch> patches;
  std::vector<std::variant<ScenarioChange, DynamicQuery>> steps;  // no two changes follow each other
  friend bool operator==(const DynamicScenario&, const DynamicScenario&) = default;
};

Result<std::vector<MapPatch>> parse_patches(std::string_view text, const std::string& name);
std::string format_patches(std::span<const MapPatch> patches);

// Parses a scenario. `load_patches` is called with the name of the patch file; its error becomes that of the scenario.
Result<DynamicScenario> parse_dynamic_scenario(
    std::string_view text, const std::string& name,
    const std::function<Result<std::vector<MapPatch>>(const std::string& file)>& load_patches);
// Loads a scenario and the patch file in the same folder.
Result<DynamicScenario> load_dynamic_scenario(const std::string& path);
std::string format_dynamic_scenario(const DynamicScenario& scenario);
// Saves the patch file beside the scenario, then the scenario, each atomically.
Status save_dynamic_scenario(const DynamicScenario& scenario, const std::string& path);

// Returns the edit that makes a change.
Edit edit_of(const DynamicScenario& scenario, const ScenarioChange& change);
// Returns the map of the first query: free cells, changed by what stands before that query.
GridMap first_map(const DynamicScenario& scenario);

}  // namespace strata
