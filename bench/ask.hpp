// Purpose: The `ask` command measures questions about a map that no structure answers: the nearest of several goals,
// the
//          cells within a cost, alternative paths, paths with few turns, and paths that keep off walls.
// Errors: An Error means unusable arguments or input. Wrong answers are failures of the report.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "bench/defaults.hpp"
#include "bench/report.hpp"
#include "core/grid/letter_terrains.hpp"
#include "core/grid/map_links.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/alternatives.hpp"
#include "core/search/turn_search.hpp"
#include "core/search/wall_search.hpp"

namespace CLI {
class App;
}

namespace strata::bench {

inline constexpr std::array<std::string_view, 7> kQuestions = {"nearest",      "costs", "reach", "contours",
                                                               "alternatives", "turns", "walls"};

struct AskOptions {
  std::string map = {};
  LetterTerrains letters = {};              // terrains of letters in map files
  std::vector<LinkText> map_links = {};     // links between cells of the map
  std::vector<std::string> questions = {};  // some of kQuestions; empty: all
  int pairs = 100;  // number of random solvable pairs, whose starts and goals all questions take
  int rounds = kRounds;
  uint64_t seed = kSeed;
  Rules rules = {};
  int goals = 8;      // nearest, costs: number of random goals
  double limit = 50;  // reach, contours: limit in straight steps
  double step = 10;   // contours: distance of two lines in straight steps
  AlternativeOptions alternatives = {};
  TurnOptions turns = {};
  WallOptions walls = {};
};
Result<Report> run_ask(const AskOptions& options);
// Adds the options of the command to its command line, but for those that several commands share.
void add_ask_options(CLI::App& command, AskOptions& options);

}  // namespace strata::bench
