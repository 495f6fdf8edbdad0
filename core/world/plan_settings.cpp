#include "core/world/plan_settings.hpp"

#include <array>
#include <cmath>

#include "core/hna/hna_query.hpp"
#include "core/search/plan_options.hpp"

namespace strata {

std::span<const SettingOf<PlanOptions>> plan_settings() {
  using namespace setting_rows;
  static constexpr double kMostMoves = 1'000'000;
  // clang-format off
  static constexpr std::array kRows = {
      toggle<&PlanOptions::partial>({.name = "query.partial",
          .title = "Partial path to the nearest reachable cell",
          .help = "If no path leads to the goal, planners go to the nearest place that can be reached"}),
      toggle<&PlanOptions::smooth>({.name = "plan.smooth", .title = "Smooth paths",
          .help = "Replaces detours of a refined path by straight runs"}),
      number<&PlanOptions::first_moves>({.name = "plan.first_moves", .title = "Refine the first moves",
          .label = "Refine ahead", .word = "MOVES", .unit = "moves", .range = {0, kMostMoves}, .slider = {0, 200},
          .zero = "whole path",
          .help = "HPA* refines until so many moves are known, and does not smooth; the cost is still that of the "
                  "whole path"}),
      choice<&PlanOptions::heuristic>({.name = "plan.heuristic", .title = "Heuristic of A*", .option = "heuristic",
          .help = "What A* expects the path to the goal to cost; zero makes it Dijkstra", .words = kHeuristicNames}),
      SettingOf<PlanOptions>{
          {.name = "plan.weight", .title = "Weight of A*'s heuristic", .word = "WEIGHT",
              .range = {1, static_cast<double>(kWeightLimit) / kWeightOne}, .sweep = {100, 300, 25},
              .option = "weight",
              .help = "A* runs for the goal and finds a path of at most WEIGHT times the optimum",
              .kind = SettingKind::kReal, .digits = 2},
          [](const PlanOptions& options) { return options.weight / static_cast<double>(kWeightOne); },
          [](PlanOptions& options, double value) {
            options.weight = static_cast<uint16_t>(std::lround(value * kWeightOne));
          }},
      choice<&PlanOptions::ties>({.name = "plan.ties", .title = "Tie-breaking", .option = "ties",
          .help = "Which of the open nodes with the same f A* expands first: larger g first, smaller g first, or "
                  "first in, first out", .words = kTiesNames}),
      number<&PlanOptions::ida_expansions>({.name = "plan.ida_expansions", .title = "Most expansions of IDA*",
          .label = "Most expansions", .word = "CELLS", .unit = "cells", .range = {1, 10'000'000},
          .slider = {1'000, 10'000'000}, .logarithmic = true, .option = "ida-expansions",
          .help = "IDA* gives up when it has expanded so many cells, since in the open the number of paths that it "
                  "tries explodes"}),
      number<&PlanOptions::segment>({.name = "plan.segment", .title = "Refine in pieces", .word = "EDGES",
          .unit = "edges", .range = {0, kMostMoves}, .slider = {0, 10}, .zero = "all",
          .help = "How many edges of the path over regions sectors refine at once: fewer make the first moves known "
                  "sooner, and the path a little longer"}),
      toggle<&PlanOptions::stall>({.name = "plan.stall", .title = "Stall-on-demand",
          .help = "Does not expand a node that is reached cheaper over a more important one"}),
      toggle<&PlanOptions::potentials>({.name = "plan.potentials", .title = "A* potentials",
          .help = "Guides both directions of a hierarchy's search by the distance, as A* does"}),
      choice<&PlanOptions::mesh_links>({.name = "hna.links", .title = "How HNA* connects start and goal",
          .help = "One search of the group, A* for each portal as in the paper, the same in several threads, or "
                  "costs that are looked up; all find the same costs", .words = kHnaLinksNames}),
      toggle<&PlanOptions::from_centres>({.name = "hna.centres", .title = "PCCP: start at centroids",
          .help = "Plans from the centroids of the polygons of start and goal, as in the paper, which makes paths a "
                  "little longer; off: from their positions"}),
  };
  // clang-format on
  return kRows;
}

}  // namespace strata
