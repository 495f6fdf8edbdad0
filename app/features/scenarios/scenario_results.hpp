// Purpose: ScenarioResults holds the answers of planners to the rows of a scenario, and gives them per row, as means
//          over the buckets of the scenario, and as CSV.
// Units: Times in microseconds, lengths in straight steps, costs above optimal in percent.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/scenarios/scenario_rows.hpp"
#include "app/features/scenarios/scenario_run.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/planner_names.hpp"

namespace strata {

enum class ScenarioMeasure : uint8_t { kTime, kExpanded, kAboveOptimal };
inline constexpr int kScenarioMeasures = 3;

struct ScenarioResults {
  std::vector<const Planner*> planners;
  PlannerNames names;  // names of the planners at the time of the run
  // For each planner, whether its paths are optimal.
  std::vector<bool> optimal;
  // The answers of all planners to row 0, then those to row 1, and so on.
  std::vector<ScenarioAnswer> answers;
  std::vector<size_t> asked_rows;  // rows in the order of their queries
  size_t done = 0;                 // number of answers so far
  Cost unit = 1;                   // cost of a straight step
  // The lengths listed in the scenario can be compared with those of found paths.
  bool lengths = false;
  bool timed = true;
  // Identifies all inputs that the answers depend on, except the rows.
  std::string key;
  // A number that changes with each answer.
  uint64_t version = 0;

  bool empty() const { return planners.empty(); }
  size_t asked() const { return asked_rows.size() * planners.size(); }
  size_t rows_done() const { return planners.empty() ? 0 : done / planners.size(); }
  bool complete() const { return done == asked(); }
  // Clears the answers, and makes space for this many rows.
  void begin(size_t rows);
  // Adapts the answers when a row was added or removed at the end.
  void fit(size_t rows);
  void take(const ScenarioProgress& news);
  const ScenarioAnswer& at(size_t row, size_t planner) const { return answers[row * planners.size() + planner]; }
  bool knows(size_t row, size_t planner) const {
    return row * planners.size() + planner < answers.size() && at(row, planner).known;
  }
  double length(size_t row, size_t planner) const;  // length of the found path; kNoValue: none was found
  // Returns the length that the planner's path is compared with. It is the length listed in the scenario. If listed
  // lengths cannot be compared, it is the length from an optimal planner of the run. An any-angle path is compared with
  // the path of Polyanya if that planner is in the run.
  double compared_length(const ScenarioRow& listed, size_t row, size_t planner) const;
  // Returns by how much the path is longer than compared_length(), in straight steps. A difference within the rounding
  // of listed lengths counts as 0. Infinite: the planner finds no path although one exists.
  double difference(const ScenarioRow& listed, size_t row, size_t planner) const;
  double above_optimal(const ScenarioRow& listed, size_t row, size_t planner) const;
  // The same for the path before it was smoothed.
  double raw_above_optimal(const ScenarioRow& listed, size_t row, size_t planner) const;
  double figure(ScenarioMeasure figure, const ScenarioRow& listed, size_t row, size_t planner) const;
};

// Returns whether the lengths differ by more than the rounding of listed lengths.
bool length_differs(double found, double listed);

// For one row, the planner whose path differs most from compared_length().
struct RowDifference {
  std::optional<size_t> planner;  // nullopt: no path differs
  // The difference in straight steps; infinite: the planner finds no path.
  double by = 0;
  bool optimal = false;  // the planner is optimal, so that its path should not differ
};
// Returns the largest difference in a row; optimal planners take precedence over others.
RowDifference row_difference(const ScenarioRow& listed, size_t row, const ScenarioResults& results);
// Sorts the given rows: first those in which a path differs, then the others in their present order. Among the
// differing rows those with an optimal planner come first, then larger differences. `differences` has an entry for
// every row of the scenario.
std::vector<uint32_t> rows_by_difference(std::span<const uint32_t> rows, std::span<const RowDifference> differences);

// Means over one bucket, or over all rows.
struct ScenarioMeans {
  struct PlannerMeans {
    size_t answered = 0, found = 0;
    // The means over the rows for which a path was found; kNoValue: there is no such row.
    std::array<double, kScenarioMeasures> figures{kNoValue, kNoValue, kNoValue};
    // Mean of the spreads of the times.
    double spread = kNoValue;
    // Mean of raw_above_optimal().
    double raw_above_optimal = kNoValue;
    // Means of the expansions by ScenarioPart.
    std::array<double, kScenarioParts> parts{kNoValue, kNoValue, kNoValue};
    double figure(ScenarioMeasure which) const { return figures[static_cast<size_t>(which)]; }
    double part(ScenarioPart which) const { return parts[static_cast<size_t>(which)]; }
  };
  size_t rows = 0;
  // Mean of the lengths that the scenario lists; 0: it lists none.
  double length = 0;
  std::vector<PlannerMeans> planners;
};
ScenarioMeans means_of(std::span<const ScenarioRow> rows, std::span<const uint32_t> some,
                       const ScenarioResults& results);

// Returns a line for each row and planner. The status of a row that no planner was asked says why. `problems` has an
// entry for every row.
std::string results_csv(std::span<const ScenarioRow> rows, std::span<const RowProblem> problems,
                        const ScenarioResults& results);

// Returns a value as text: "12 µs", "3.4 k", "1.25 %"; empty for kNoValue.
std::string figure_text(ScenarioMeasure figure, double value);

}  // namespace strata
