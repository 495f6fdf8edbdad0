// Purpose: A SimulationStep is one step of a simulation as it is asked (simulation.hpp); a ShownSimulation is what the
//          panel and the map show of the simulation in the step of a lesson.
// Units: A moment is a cursor of the playback: the number of events before it. Costs are in straight steps.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/grid/cell.hpp"

namespace strata {

// An answer that is chosen, such as "new" with the cost g.
struct SimulationChoice {
  std::string word;   // in commands and results
  std::string label;  // on the button
  bool has_number = false;

  bool operator==(const SimulationChoice&) const = default;
};

// One step as it is asked.
struct SimulationStep {
  size_t moment = 0;        // how far the recording is shown
  std::string question;     // a sentence
  std::vector<Cell> cells;  // cells that the question is about
  // The answer is one of these choices; without them it is a number if `number` is set, else a cell.
  std::vector<SimulationChoice> choices;
  bool number = false;
  std::vector<std::string> right;  // a right answer, as words
  std::vector<std::string> wrong;  // a wrong answer, for checks of lessons

  bool operator==(const SimulationStep&) const = default;
};

// A simulation as the panel and the map show it.
struct ShownSimulation {
  struct OpenRow {
    Cell cell;
    double g = 0, h = 0;
  };
  size_t steps = 0;
  SimulationStep now;         // the step that is asked; without a question once all are done
  std::vector<Cell> found;    // cells of earlier steps, right or told, of a simulation that collects cells
  std::vector<OpenRow> open;  // the open list in the order of cells, which does not tell that of expansions
};

}  // namespace strata
