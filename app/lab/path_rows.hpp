// Purpose: These functions list, for legends, the planners whose paths are drawn.
#pragma once

#include <vector>

#include "app/lab/lab_state.hpp"
#include "app/lab/planner_levels.hpp"

namespace strata {

// Length of the dashes of a partial path in legends, in pixels; it is the same as on the map.
inline constexpr float kPartialPathDash = 3;
// Opacity of the paths of planners that are not stepped.
inline constexpr double kOtherPathsStrength = 0.75;

// Returns whether the planner has found a path, or a part of one, that can be drawn.
inline bool has_path(const PlannerRow& row) {
  const PlanResult& result = row.result;
  return row.solved && (result.found() || result.has_partial_path()) && !(result.path.empty() && result.points.empty());
}

// Replaces the content of `rows` by the rows whose paths are drawn when the view is not split, in their order.
inline void find_path_rows(const LabState& state, std::vector<const PlannerRow*>& rows) {
  rows.clear();
  for (const PlannerRow& row : state.rows) {
    if (draws_path(state, row) && has_path(row)) rows.push_back(&row);
  }
}

}  // namespace strata
