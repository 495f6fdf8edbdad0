// Purpose: What planners answered to the rows of a scenario: per row, as means of buckets, and as a table in a file.
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

enum class ScenarioFigure : uint8_t { kTime, kExpanded, kAboveOptimal };
inline constexpr int kScenarioFigures = 3;

struct ScenarioResults {
  std::vector<const Planner*> planners;
  PlannerNames names;                   // of the planners when they were asked
  std::vector<bool> optimal;            // by planner: the paths that it finds are optimal
  std::vector<ScenarioAnswer> answers;  // answers of all planners, row by row
  std::vector<size_t> asked_rows;       // rows in the order in which they are asked
  size_t done = 0;                      // number of answers that have come
  Cost unit = 1;                        // cost of a straight step
  bool lengths = false;                 // listed lengths can be compared with those that are found
  bool timed = true;
  std::string key;       // key of all that answers depend on beside the rows
  uint64_t version = 0;  // changes with every answer

  bool empty() const { return planners.empty(); }
  size_t asked() const { return asked_rows.size() * planners.size(); }
  size_t rows_done() const { return planners.empty() ? 0 : done / planners.size(); }
  bool complete() const { return done == asked(); }
  void begin(size_t rows);  // clears the answers, for this many rows
  void fit(size_t rows);    // a row has been added, or the last one removed
  void take(const ScenarioProgress& news);
  const ScenarioAnswer& at(size_t row, size_t planner) const { return answers[row * planners.size() + planner]; }
  bool knows(size_t row, size_t planner) const {
    return row * planners.size() + planner < answers.size() && at(row, planner).known;
  }
  double length(size_t row, size_t planner) const;  // length of the path found; kNoFigure: none was found
  // Returns the length that the path is compared with: the listed one. If listed lengths do not apply, it is the
  // optimum, if a planner that was asked finds that. A path at any angle is compared with Polyanya's, if that was
  // asked.
  double compared_length(const ScenarioRow& listed, size_t row, size_t planner) const;
  // Returns by how much the path is longer than that; a difference within the rounding of listed lengths counts as 0.
  // `difference` is in straight steps, and infinite if the planner finds no path where there is one.
  double difference(const ScenarioRow& listed, size_t row, size_t planner) const;
  double above_optimal(const ScenarioRow& listed, size_t row, size_t planner) const;
  double figure(ScenarioFigure figure, const ScenarioRow& listed, size_t row, size_t planner) const;
};

// Whether the found length differs from the listed one by more than the rounding of listed lengths.
bool length_differs(double found, double listed);

// The planner whose path differs most from the length that it is compared with.
struct RowDifference {
  std::optional<size_t> planner;  // nullopt: no path differs
  double by = 0;                  // straight steps; infinite: it finds no path
  bool optimal = false;           // the planner finds optimal paths, so that its path should not differ
};
// Planners that find optimal paths come before all others.
RowDifference row_difference(const ScenarioRow& listed, size_t row, const ScenarioResults& results);
// Returns the rows that differ, those of planners with optimal paths first and the largest difference first; then the
// other rows in the order of `rows`. `differences`: those of all rows.
std::vector<uint32_t> rows_by_difference(std::span<const uint32_t> rows, std::span<const RowDifference> differences);

// Means of a bucket, or of all rows.
struct ScenarioMeans {
  struct Of {
    size_t answered = 0, found = 0;
    // Means of the rows for which a path was found; kNoFigure: no path was found.
    std::array<double, kScenarioFigures> figures{kNoFigure, kNoFigure, kNoFigure};
    double spread = kNoFigure;  // mean spread of the times
    double figure(ScenarioFigure which) const { return figures[static_cast<size_t>(which)]; }
  };
  size_t rows = 0;
  double length = 0;  // mean of the listed lengths
  std::vector<Of> planners;
};
ScenarioMeans means_of(std::span<const ScenarioRow> rows, std::span<const uint32_t> some,
                       const ScenarioResults& results);

// Returns one line for each row and planner. For rows that were not asked, the status says why. `problems`: those of
// all rows.
std::string results_csv(std::span<const ScenarioRow> rows, std::span<const RowProblem> problems,
                        const ScenarioResults& results);

// Returns a text such as "12 µs", "3.4 k" or "1.25 %"; empty if there is no figure.
std::string figure_text(ScenarioFigure figure, double value);

}  // namespace strata
