// Purpose: What planners answered to the rows of a scenario: per row, as means of buckets, and as a table in a file.
// Units: Times in microseconds, lengths in straight steps, excess in percent.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/scenarios/scenario_rows.hpp"
#include "app/features/scenarios/scenario_run.hpp"
#include "app/lab/planner_names.hpp"

namespace strata {

enum class ScenarioFigure : uint8_t { kTime, kExpanded, kExcess };
inline constexpr int kScenarioFigures = 3;

inline constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();
constexpr bool is_figure(double value) { return value == value; }

struct ScenarioResults {
  std::vector<const Planner*> planners;
  PlannerNames names;                   // of them, as they were asked
  std::vector<bool> optimal;            // of the planners: what they find is the optimum
  std::vector<ScenarioAnswer> answers;  // of a row all planners', row by row
  std::vector<size_t> asked_rows;       // in the order in which they are asked
  size_t done = 0;                      // answers that have come
  Cost unit = 1;                        // a straight step
  bool lengths = false;                 // what rows list can be compared with what is found
  bool timed = true;
  std::string key;       // of all that answers depend on beside the rows
  uint64_t version = 0;  // changes with every answer

  bool empty() const { return planners.empty(); }
  size_t asked() const { return asked_rows.size() * planners.size(); }
  size_t rows_done() const { return planners.empty() ? 0 : done / planners.size(); }
  bool complete() const { return done == asked(); }
  void begin(size_t rows);  // no answers yet to so many rows
  void fit(size_t rows);    // a row has come, or the last one has gone
  void take(const ScenarioProgress& news);
  const ScenarioAnswer& at(size_t row, size_t planner) const { return answers[row * planners.size() + planner]; }
  bool knows(size_t row, size_t planner) const {
    return row * planners.size() + planner < answers.size() && at(row, planner).known;
  }
  double length(size_t row, size_t planner) const;  // found; kNoFigure: none was
  // Beyond the listed length, or where that does not apply beyond the optimum, if a planner that was asked finds it.
  // What lies within the rounding of listed lengths is none.
  double excess(const ScenarioRow& listed, size_t row, size_t planner) const;
  double figure(ScenarioFigure figure, const ScenarioRow& listed, size_t row, size_t planner) const;
};

// How the found length lies beside the listed one, which is rounded.
bool length_differs(double found, double listed);

// Of a bucket, or of all rows.
struct ScenarioMeans {
  struct Of {
    size_t answered = 0, found = 0;
    // Of those where a way was found; kNoFigure: none was.
    std::array<double, kScenarioFigures> figures{kNoFigure, kNoFigure, kNoFigure};
    double figure(ScenarioFigure which) const { return figures[static_cast<size_t>(which)]; }
  };
  size_t rows = 0;
  double length = 0;  // listed
  std::vector<Of> planners;
};
ScenarioMeans means_of(std::span<const ScenarioRow> rows, std::span<const uint32_t> some,
                       const ScenarioResults& results);

// One line for each row and planner; of rows that were not asked the status says why. `problems`: of all rows.
std::string results_csv(std::span<const ScenarioRow> rows, std::span<const RowProblem> problems,
                        const ScenarioResults& results);

// "12 µs", "3.4 k", "1.25 %"; empty: no figure.
std::string figure_text(ScenarioFigure figure, double value);

}  // namespace strata
