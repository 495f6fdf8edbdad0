// Purpose: These functions sort the rows of a scenario by bucket for the panel, and find the problems that keep a row
//          from being a query of the open map.
// Units: Lengths in straight steps.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/io/movingai.hpp"
#include "core/search/plan.hpp"

namespace strata {

enum class RowProblem : uint8_t {
  kNone,
  kOtherMap,   // the row names another map file
  kOtherSize,  // the map has another size than the row states
  kStartOutside,
  kGoalOutside,
  kStartBlocked,
  kGoalBlocked,
  // The following problems belong to the answer of a planner. Those above are known before a planner is asked.
  kNoPath,
  // The found path is longer than the row states, so that it is suboptimal.
  kLonger,
  kShorter,  // the found path is shorter: the row belongs to another map or other rules
  kHasPath,  // a path is found although the row says that there is none
};
constexpr bool is_blocked_end(RowProblem problem) {
  return problem == RowProblem::kStartBlocked || problem == RowProblem::kGoalBlocked;
}
// Returns whether the problem is a difference between the found length and the listed one.
constexpr bool is_of_length(RowProblem problem) {
  return problem == RowProblem::kLonger || problem == RowProblem::kShorter;
}

// The number of rows with each kind of problem.
struct ProblemCounts {
  size_t unusable = 0, no_path = 0, longer = 0, shorter = 0, has_path = 0;
  size_t all() const { return unusable + no_path + longer + shorter + has_path; }
  void add(RowProblem problem);
  bool operator==(const ProblemCounts&) const = default;
};
// Returns the problem that all problematic rows have in common, such as "above optimal"; "marked" if they
// have different ones.
std::string_view problem_summary(const ProblemCounts& problems);
// Returns a sentence for each kind of problem that occurs. `planner` is the name of the planner that gave the answers.
std::vector<std::string> problem_sentences(const ProblemCounts& problems, std::string_view planner);
std::string_view problem_word(RowProblem problem);  // short text for a narrow column: "start blocked"
// Returns whether the row is a query of the map that planners can be asked.
constexpr bool can_be_asked(RowProblem problem) {
  return problem == RowProblem::kNone || problem >= RowProblem::kNoPath;
}

struct ScenarioBucket {
  // Number of the bucket in the scenario file.
  uint32_t bucket = 0;
  // Index into ScenarioOrder::rows of the first row of the bucket.
  uint32_t first = 0;
  uint32_t count = 0;
};

// The rows sorted by bucket; within a bucket they keep the order of the file.
struct ScenarioOrder {
  std::vector<uint32_t> rows;  // row numbers, from 0
  // Index: row. Value: its index in `rows`.
  std::vector<uint32_t> places;
  std::vector<ScenarioBucket> buckets;  // ascending by number
};
ScenarioOrder order_rows(std::span<const ScenarioRow> rows);

PlanQuery query_of(const ScenarioRow& row);
// Returns whether both rows are the same query; their lines in the files do not count.
bool same_row(const ScenarioRow& a, const ScenarioRow& b);
// Returns the file name without folders, which may be separated by / or \.
std::string_view map_name(std::string_view path);

// Returns the problem that keeps the row from being a query of the map. `map` is the name of the open map.
RowProblem row_problem(const ScenarioRow& row, const MoveGrid& moves, std::string_view map);
// Returns the problem as a sentence. It is for the problems that are known before a planner is asked.
std::string problem_text(RowProblem problem, const ScenarioRow& row, const GridMap& map);

// Returns whether the lengths listed in scenario files can be compared with found ones: for agents of one cell that
// move octile over terrain of weight 1.
bool lengths_apply(const MoveGrid& moves);

}  // namespace strata
