// Purpose: A DecideRow has the figures that DecideController has measured for one planner. The functions choose among
//          the rows: for a static map, for a number of queries between two edits, and for least memory.
// Rule: A row takes part if its planner found every path, if the worst of these paths exceeds the optimum by no more
//       than the bound, and if its paths lead from cell to cell. Planners with paths at any angle solve another
//       problem; they take part only if the rule allows it. On a level the planners over its mesh take part alone,
//       unless the rule allows paths of all kinds. Every other row stands aside: a table lists it last, with
//       the reason. Of the rows that take part, the choice has the least
//         static map:            query
//         n queries an edit:     update + n * query
//         memory:                memory
//       If two rows are equal in this, the one with less memory wins, then the faster one, then the one that expands
//       fewer nodes, then the first.
// Units: Times in microseconds, memory in bytes, costs above optimal in percent. kNoValue: not known.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/chart.hpp"

namespace strata {

struct Planner;

struct DecideRow {
  const Planner* planner = nullptr;
  // Says why the planner cannot answer; empty: it can.
  std::string refused;
  // Number of queries that the planner was asked, and of those for which it found a path.
  size_t asked = 0, found = 0;
  // `query` is the time of a query: the mean, over the queries, of the median of several runs with warm caches.
  // `spread` is the mean of half the distance between the quartiles of these runs.
  double query = kNoValue, spread = kNoValue;
  // The figures of each query by themselves: its time (none if no times were taken) and, if its path was found, its
  // expanded nodes.
  std::vector<double> query_times{}, query_expanded{};
  // Number of expanded nodes per found path, as a mean.
  double expanded = kNoValue;
  // How far path costs exceed the optimum, on average and at worst. The optimum is the cost of A* with an admissible
  // heuristic; for planners at any angle it is that of Polyanya.
  double above_mean = kNoValue, above_worst = kNoValue;
  // Build time and memory charged to the planner for its structures, see core/world/planner_costs.hpp.
  double build = kNoValue, memory = kNoValue;
  // Median time of an update over the strokes. A structure that is rebuilt in the background counts with a full build.
  double update = kNoValue;
  // Time from a stroke to the planner's first answer: the part of the update that the answer has to wait for, as a
  // median over the strokes, plus `query`.
  double first_answer = kNoValue;
  bool answers() const { return refused.empty() && asked > 0; }
};

struct DecideRule {
  // Number of queries between two edits.
  double queries = 100;
  // Maximum percentage by which a path may exceed the optimum; infinite: any.
  double bound = 5;
  bool any_angle = false;
  // The map is that of a level, whose cells hold the top floor alone: only planners over its mesh are chosen.
  bool over_mesh = false;
};
inline constexpr double kAnyBound = std::numeric_limits<double>::infinity();

// Why a row stands aside; kNone: it takes part in the choice.
enum class DecideAside : uint8_t { kNone, kOverBound, kAnyAngle, kOverCells, kMissesPaths, kNotMeasured };
DecideAside decide_aside(const DecideRow& row, const DecideRule& rule);
inline bool takes_part(const DecideRow& row, const DecideRule& rule) {
  return decide_aside(row, rule) == DecideAside::kNone;
}
// Returns why this row stands aside, as a sentence with its figures; empty: it takes part.
std::string decide_aside_text(const DecideRow& row, const DecideRule& rule);
// Returns the total time of one edit followed by this number of queries; kNoValue if a part of it is not known.
double total_micros(const DecideRow& row, double queries);

enum class DecideCriterion : uint8_t { kStatic, kRate, kMemory };
inline constexpr int kDecideCriteria = 3;
inline constexpr const char* kDecideUses[kDecideCriteria] = {"static", "rate", "memory"};  // their names in dumps
// Returns the figure of the row that the choice minimises; kNoValue: it is not known.
double decide_cost(const DecideRow& row, DecideCriterion what, const DecideRule& rule);
// Returns the index of the chosen row; nullopt: no row that takes part has the figure that is minimised.
std::optional<size_t> decide_choice(std::span<const DecideRow> rows, DecideCriterion what, const DecideRule& rule);

// From `from` queries between two edits on, the planner of `row` has the least total time, until the next
// leader takes over.
struct DecideBestPlannerRange {
  size_t row = 0;
  uint64_t from = 1;
};
std::vector<DecideBestPlannerRange> decide_leaders(std::span<const DecideRow> rows, const DecideRule& rule);

// A choice in words: "100 queries an edit", the planner, "2.1 ms", and why it is chosen.
struct DecideVerdict {
  DecideCriterion what = DecideCriterion::kStatic;
  size_t row = 0;
  std::string use, planner, figure, reason;
};
// Returns a verdict for each criterion for which a row is chosen. `titles` has the name of the planner of each row.
// `timed`: times were measured.
std::vector<DecideVerdict> decide_verdicts(std::span<const DecideRow> rows, std::span<const std::string> titles,
                                           const DecideRule& rule, bool timed);
// Returns among how many of the measured planners the choice was made, or why there is none, and how many stand aside
// for which reason.
std::string decide_scope(std::span<const DecideRow> rows, const DecideRule& rule);
// Returns the verdicts and the scope, a line each.
std::string decide_sentence(std::span<const DecideRow> rows, std::span<const std::string> titles,
                            const DecideRule& rule, bool timed);
// Returns whether the times of this row and of the chosen one cannot be told apart: that of the row is at most 1.5
// times that of the chosen one, and exceeds it by no more than both spreads together.
bool decide_tie(const DecideRow& row, const DecideRow& chosen, DecideCriterion what, const DecideRule& rule);
inline constexpr std::string_view kDecideTie =
    "A tie: a time of at most 1.5 times that of the choice, which exceeds it by no more than both spreads together.";
// Returns the rule of the choice as a sentence, for tooltips and the report.
std::string decide_rule_text(const DecideRule& rule);

// Returns a figure with its unit: "21 µs", "1.2 MB"; a dash if it is not known.
std::string decide_text(ChartUnit unit, double value);

}  // namespace strata
