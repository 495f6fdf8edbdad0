// Purpose: Reads and writes MovingAI .map and .scen files.
// Source: Sturtevant 2012, "Benchmarks for grid-based pathfinding".
// Differs: Accepts more than the letter of the format: CRLF, a missing final newline, lower-case letters, blank lines
//          at the end, and the header lines `height` and `width` in either order.
// Errors: "FILE:LINE: reason". Unknown letters are no error: they are kept, count as blocked, and are reported.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

struct MapWarning {
  char letter = 0;
  uint64_t cells = 0;
  size_t first_line = 0;  // 1-based line in the file
};

struct LoadedMap {
  GridMap map;
  std::vector<MapWarning> unknown_letters;
};

// `name` stands for the file in messages.
Result<LoadedMap> parse_map(std::string_view text, const std::string& name);
Result<LoadedMap> load_map(const std::string& path);
std::string format_map(const GridMap& map);
// Atomic: the old file stays as it is unless the whole new one is on disk.
Status save_map(const GridMap& map, const std::string& path);

struct ScenarioRow {
  uint32_t bucket = 0;
  std::string map;
  int width = 0, height = 0;
  int start_x = 0, start_y = 0, goal_x = 0, goal_y = 0;
  double length = 0;  // of a shortest octile path, in straight steps
  size_t line = 0;    // 1-based; 0 for rows that come from no file
};
struct Scenario {
  std::vector<ScenarioRow> rows;
};
Result<Scenario> parse_scenario(std::string_view text, const std::string& name);
Result<Scenario> load_scenario(const std::string& path);
std::string format_scenario(const Scenario& scenario);
Status save_scenario(const Scenario& scenario, const std::string& path);

// The map file a scenario row talks about: looked for by basename beside the scenario, in "maps" and one folder up.
Result<std::string> resolve_map(const std::string& scenario_path, const ScenarioRow& row);
// How far a cost in straight steps may be from a listed length, which is rounded: max(0.02, 1e-4 * length).
double length_tolerance(double length);

}  // namespace strata
