// Purpose: This header declares what the charts of a scenario run share: whether there are results, and the means over
//          rows of similar length.
// Units: Lengths in straight steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "app/features/scenarios/scenario_results.hpp"

namespace strata {

class Lab;
class ScenariosController;
struct ChartData;

// Returns whether there are results to show. If not, sets the reason, and a command that would change it.
bool has_scenario_results(const Lab& lab, ScenarioMeasure figure, ChartData& out);
// Sets the sentence that says whether the results are those of the present map.
void warn_of_old_results(const ScenariosController& controller, ChartData& out);

// Returns the rows that were answered, in ascending order of their listed length.
std::vector<uint32_t> answered_by_length(const ScenariosController& controller);
// Returns means over groups of rows of similar length, with equally many rows each: at most `most` groups, with 5 rows
// or more where there are that many. `by_length` has the rows in ascending order of their listed length.
std::vector<ScenarioMeans> means_by_length(const ScenariosController& controller, std::span<const uint32_t> by_length,
                                           size_t most);

// Fills the chart of the phases of HPA*: bars over the length of paths, as in figure 6 of Botea, Müller, Schaeffer
// 2004.
void fill_scenario_phases(const Lab& lab, ChartData& out);

}  // namespace strata
