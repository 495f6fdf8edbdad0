// Purpose: These functions read and write MovingAI .map and .scen files.
// Source: Sturtevant 2012, "Benchmarks for grid-based pathfinding".
// Differs: More than the format is accepted: other line ends, a byte order mark, a missing final newline, blanks at the
//          end of rows, lower-case letters, blank lines at the end, the header lines `height` and `width` in either
//          order, a missing line `type` (as in collections for multi-agent path finding), weights of cells behind the
//          rows (core/io/cell_weights.hpp), and in scenarios map names in quotes, with blanks and doubled quotes.
// Errors: "FILE:LINE: reason". Unknown letters are no error: they are kept and reported, and count as blocked
//         unless the user gives them a terrain. Faulty rows of a scenario are reported and kept for saving; the
//         other rows are used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

// A letter that is neither in the format nor was given a terrain.
struct MapWarning {
  char letter = 0;
  uint64_t cells = 0;
  size_t first_line = 0;  // 1-based line in the file
};

struct LoadedMap {
  GridMap map;
  std::vector<MapWarning> unknown_letters;
  std::string letters;   // the letters that occur, each once, ascending
  bool has_type = true;  // false: the line `type` is missing, and the map is read as octile
};
// Returns notes to show when the map is opened, one sentence each, as "FILE:LINE: ...".
std::vector<std::string> notes_on(const LoadedMap& loaded, const std::string& name);

// Returns a note on the given terrains of letters in the map: "FILE: read as asked: E=ground S=ground"; empty if no
// letter of the map has a given terrain.
std::string letters_note(std::string_view letters, const LetterTerrains& terrains, const std::string& name);

// Returns the letters that occur in the map, each once, ascending.
std::string letters_of(const GridMap& map);

// In these functions `name` is the file name in error messages; `terrains` maps letters to terrains.
Result<LoadedMap> parse_map(std::string_view text, const std::string& name, const LetterTerrains& terrains = {});
Result<LoadedMap> load_map(const std::string& path, const LetterTerrains& terrains = {});
// Writes the letters of the map unchanged, and no weights, which the format does not have.
std::string format_map(const GridMap& map);
// Writes the weights behind the rows as well. It is the text of workspaces, recovery copies and the clipboard.
std::string format_map_with_weights(const GridMap& map);
// Saves the letters of the map atomically: the old file stays until the new file is completely on disk.
Status save_map(const GridMap& map, const std::string& path);

struct ScenarioRow {
  uint32_t bucket = 0;
  std::string map;
  int width = 0, height = 0;
  int start_x = 0, start_y = 0, goal_x = 0, goal_y = 0;
  double length = 0;  // length of a shortest octile path, in straight steps
  size_t line = 0;    // 1-based; 0 if the row was not read from a file
};
// A row that could not be parsed.
struct ScenarioFault {
  size_t line = 0;
  std::string reason;
  std::string text;  // text of the row
  friend bool operator==(const ScenarioFault&, const ScenarioFault&) = default;
};
struct Scenario {
  std::vector<ScenarioRow> rows;
  std::vector<ScenarioFault> faults;  // rows that could not be parsed, in the order of lines
};
// Parses the rows of a scenario. Returns an error only if no row could be parsed.
Result<Scenario> parse_scenario(std::string_view text, const std::string& name);
Result<Scenario> load_scenario(const std::string& path);
std::string format_scenario(const Scenario& scenario);
Status save_scenario(const Scenario& scenario, const std::string& path);

// Searches the map file of a scenario row by its file name in the scenario's folder, then in maps/, ../ and ../maps/;
// if there is none, again ignoring case.
Result<std::string> resolve_map(const std::string& scenario_path, const ScenarioRow& row);
// Returns the largest difference of a cost from a rounded scenario length, in straight steps: max(0.02, 1e-4 * length).
double length_tolerance(double length);

}  // namespace strata
