// Purpose: This function lists the planners whose paths a single view shows, for legends.
#pragma once

#include <vector>

#include "app/lab/lab_state.hpp"

namespace strata {

inline constexpr float kPartialPathDash = 3;  // pixels: partial paths are dotted in legends as on the map

// Replaces the content of `rows` by the rows whose paths are on the map, in their order.
inline void find_path_rows(const LabState& state, std::vector<const PlannerRow*>& rows) {
  rows.clear();
  for (const PlannerRow& row : state.rows) {
    if (!row.shown || !row.solved || !(row.result.found() || row.result.has_partial_path())) continue;
    if (row.result.path.size() + row.result.points.size() > 0) rows.push_back(&row);
  }
}

}  // namespace strata
