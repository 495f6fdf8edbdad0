// Purpose: The rows of a scenario as the panel lists them: by bucket, each with what keeps it from being a query of the
//          map that is open.
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
  kOtherSize,  // the map has other sides than the row says
  kStartOutside,
  kGoalOutside,
  kStartBlocked,
  kGoalBlocked,
  // Of what a planner answers; all above are known before one is asked.
  kNoPath,
  kLength,  // what was found is not as long as the row says
};
std::string_view problem_word(RowProblem problem);  // for a narrow column: "start blocked"
// The row is a query of the map: planners can be asked.
constexpr bool can_be_asked(RowProblem problem) {
  return problem == RowProblem::kNone || problem >= RowProblem::kNoPath;
}

struct ScenarioBucket {
  uint32_t bucket = 0;  // its number in the file
  uint32_t first = 0;   // among ScenarioOrder::rows
  uint32_t count = 0;
};

// The rows sorted by bucket; those of a bucket in the order of the file.
struct ScenarioOrder {
  std::vector<uint32_t> rows;           // numbers of rows from 0
  std::vector<uint32_t> places;         // of a row among them
  std::vector<ScenarioBucket> buckets;  // by number
};
ScenarioOrder order_rows(std::span<const ScenarioRow> rows);

Query query_of(const ScenarioRow& row);
bool same_row(const ScenarioRow& a, const ScenarioRow& b);  // wherever they come from
// Without its folders, whichever way they are written.
std::string_view map_name(std::string_view path);

// `map`: the name of the one that is open.
RowProblem row_problem(const ScenarioRow& row, const MoveGrid& moves, std::string_view map);
// In a sentence; not of what a planner answers.
std::string problem_text(RowProblem problem, const ScenarioRow& row, const GridMap& map);

// Listed lengths are those of agents of one cell with octile moves over terrain of weight 1.
bool lengths_apply(const MoveGrid& moves);

}  // namespace strata
