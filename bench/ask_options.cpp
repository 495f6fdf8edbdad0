// This file adds the options of the `ask` command to its command line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "bench/ask.hpp"
#include "bench/options.hpp"

namespace strata::bench {

void add_ask_options(CLI::App& command, AskOptions& options) {
  command.add_option("--map", options.map, "Map file")->required();
  command
      .add_option("--question", options.questions,
                  fmt::format("{}, separated by commas (default: all)", fmt::join(kQuestions, ", ")))
      ->delimiter(',')
      ->check(CLI::IsMember(std::vector<std::string>(kQuestions.begin(), kQuestions.end())));
  command.add_option("--pairs", options.pairs, "Random solvable pairs of start and goal")
      ->check(CLI::Range(1, kMaxCount))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Seed of pairs and goals")->capture_default_str();
  command.add_option("--goals", options.goals, "nearest, costs: random goals of each query")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command.add_option("--limit", options.limit, "reach, contours: limit in straight steps")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  command.add_option("--step", options.step, "contours: distance of two lines in straight steps")
      ->check(CLI::Range(0.01, 1e6))
      ->capture_default_str();
  AlternativeOptions& others = options.alternatives;
  command.add_option("--paths", others.paths, "alternatives: paths, the optimal one included")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command.add_option("--longer", others.longer, "alternatives: percent that they may be longer than the optimum")
      ->check(CLI::Range(0, 400))
      ->capture_default_str();
  command.add_option("--sharing", others.sharing, "alternatives: percent of the optimum that they may share")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  command.add_option("--local", others.local, "alternatives: parts up to this percent of the optimum are optimal")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command.add_option("--apart", others.apart, "alternatives: cells within this distance count as shared")
      ->check(CLI::Range(0, 32))
      ->capture_default_str();
  add_choice(command, "--turn-order", {kTurnOrderNames.begin(), kTurnOrderNames.end()}, options.turns.order,
             "turns: what counts first");
  command.add_option("--turn-weight", options.turns.weight, "turns: cost of a turn in hundredths of a straight step")
      ->check(CLI::Range(0u, TurnOptions::kLimit))
      ->capture_default_str();
  command.add_option("--margin", options.walls.margin, "walls: cells from a wall within which steps cost more")
      ->check(CLI::Range(1, WallOptions::kMaxMargin))
      ->capture_default_str();
  command
      .add_option("--wall-weight", options.walls.weight,
                  "walls: hundredths of a terrain weight for each cell of the margin that is missing")
      ->check(CLI::Range(0u, WallOptions::kMaxWeight))
      ->capture_default_str();
}

}  // namespace strata::bench
