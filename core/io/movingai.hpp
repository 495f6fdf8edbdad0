// Purpose: These functions read and write MovingAI .map and .scen files.
// Source: Sturtevant 2012, "Benchmarks for grid-based pathfinding".
// Differs: Accepts more than the format allows: other line ends, a byte order mark, a missing final newline, blanks at
//          the end of rows, lower-case letters, blank lines at the end, the header lines `height` and `width` in either
//          order, no line `type`, as in collections for many agents, and in rows of scenarios a map's name in quotes,
//          which may have blanks; a quote in it is doubled.
// Errors: "FILE:LINE: reason". Unknown letters are no error: they are kept, count as blocked unless they are given a
//         terrain, and are reported. Rows of a scenario that cannot be read are reported and kept for saving, and the
//         other rows are used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

// A letter that is not in the format and was not given a terrain.
struct MapWarning {
  char letter = 0;
  uint64_t cells = 0;
  size_t first_line = 0;  // 1-based line in the file
};

struct LoadedMap {
  GridMap map;
  std::vector<MapWarning> unknown_letters;
  std::string letters;   // letters that occur, each once, ascending
  bool has_type = true;  // false: the line `type` is missing, and the map is read as octile
};
// Returns notes to show when the map is opened: a sentence each, "FILE:LINE: ...".
std::vector<std::string> notes_on(const LoadedMap& loaded, const std::string& name);

// Returns a note on which letters of a map stand for a given terrain: "FILE: read as asked: E=ground S=ground"; empty:
// none.
std::string letters_note(std::string_view letters, const LetterTerrains& terrains, const std::string& name);

// Returns the letters that occur in the map, each once, ascending.
std::string letters_of(const GridMap& map);

// `name` is the name of the file in messages; `terrains`: meanings of the letters.
Result<LoadedMap> parse_map(std::string_view text, const std::string& name, const LetterTerrains& terrains = {});
Result<LoadedMap> load_map(const std::string& path, const LetterTerrains& terrains = {});
// Writes the letters unchanged, whatever terrains they stand for.
std::string format_map(const GridMap& map);
// Saves atomically: the old file stays unchanged until the whole new file is on disk.
Status save_map(const GridMap& map, const std::string& path);

struct ScenarioRow {
  uint32_t bucket = 0;
  std::string map;
  int width = 0, height = 0;
  int start_x = 0, start_y = 0, goal_x = 0, goal_y = 0;
  double length = 0;  // of a shortest octile path, in straight steps
  size_t line = 0;    // 1-based; 0 for rows that were not read from a file
};
// A row that cannot be read.
struct ScenarioFault {
  size_t line = 0;
  std::string reason;
  std::string text;  // of the row
  friend bool operator==(const ScenarioFault&, const ScenarioFault&) = default;
};
struct Scenario {
  std::vector<ScenarioRow> rows;
  std::vector<ScenarioFault> faults;  // by line
};
// Returns an error only if no row can be read.
Result<Scenario> parse_scenario(std::string_view text, const std::string& name);
Result<Scenario> load_scenario(const std::string& path);
std::string format_scenario(const Scenario& scenario);
Status save_scenario(const Scenario& scenario, const std::string& path);

// Finds the map file of a scenario row: by basename beside the scenario, in "maps" and one folder up; if none has that
// name, a file whose name differs only in capitals.
Result<std::string> resolve_map(const std::string& scenario_path, const ScenarioRow& row);
// How far a cost in straight steps may differ from a listed length, which is rounded: max(0.02, 1e-4 * length).
double length_tolerance(double length);

}  // namespace strata
