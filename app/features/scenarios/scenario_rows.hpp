// Purpose: The rows of a scenario as the panel lists them: by bucket, each with the problem that keeps it from being a
//          query of the open map.
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
  kOtherSize,  // the map has another size than the row says
  kStartOutside,
  kGoalOutside,
  kStartBlocked,
  kGoalBlocked,
  // Problems of a planner's answer. All problems above are known before a planner is asked.
  kNoPath,
  kLonger,   // the path found costs more than the row says: it is above optimal
  kShorter,  // it costs less: the row is of another map or of other rules
};
// Whether the cost of the path found differs from that of the row.
constexpr bool is_of_length(RowProblem problem) {
  return problem == RowProblem::kLonger || problem == RowProblem::kShorter;
}

// How many rows have which problem.
struct ProblemCounts {
  size_t unusable = 0, no_path = 0, longer = 0, shorter = 0;
  size_t all() const { return unusable + no_path + longer + shorter; }
  void add(RowProblem problem);
  bool operator==(const ProblemCounts&) const = default;
};
// Returns what is wrong with all of these rows: "above optimal"; "marked", if it is not the same.
std::string_view problem_summary(const ProblemCounts& problems);
// Says each kind of problem in a sentence of its own. `planner`: the title of the planner whose answers are meant.
std::vector<std::string> problem_sentences(const ProblemCounts& problems, std::string_view planner);
std::string_view problem_word(RowProblem problem);  // short text for a narrow column: "start blocked"
// Whether the row is a query of the map, so that planners can be asked.
constexpr bool can_be_asked(RowProblem problem) {
  return problem == RowProblem::kNone || problem >= RowProblem::kNoPath;
}

struct ScenarioBucket {
  uint32_t bucket = 0;  // number of the bucket in the file
  uint32_t first = 0;   // index into ScenarioOrder::rows
  uint32_t count = 0;
};

// The rows sorted by bucket, and within a bucket in the order of the file.
struct ScenarioOrder {
  std::vector<uint32_t> rows;           // row numbers, from 0
  std::vector<uint32_t> places;         // by row: its index in `rows`
  std::vector<ScenarioBucket> buckets;  // ascending by number
};
ScenarioOrder order_rows(std::span<const ScenarioRow> rows);

Query query_of(const ScenarioRow& row);
bool same_row(const ScenarioRow& a, const ScenarioRow& b);  // whichever lines of a file they come from
// Returns the file name without folders. Folders may be separated by / or \ signs.
std::string_view map_name(std::string_view path);

// Returns what keeps the row from being a query of the map. `map`: the name of the open map.
RowProblem row_problem(const ScenarioRow& row, const MoveGrid& moves, std::string_view map);
// Returns the problem in a sentence. Problems of a planner's answer are not handled here.
std::string problem_text(RowProblem problem, const ScenarioRow& row, const GridMap& map);

// Whether listed lengths apply: they are those of agents of one cell with octile moves over terrain of weight 1.
bool lengths_apply(const MoveGrid& moves);

}  // namespace strata
