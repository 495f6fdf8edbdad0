// Purpose: These functions decide which planners have a row of their own in lists, and whose paths are drawn. Planners
// of
//          one family that differ in their number of levels, such as HPA* on one level and on two, share a row, in
//          which the number of levels is chosen, unless the user compares levels (LabState::levels_apart).
// How: The planner that is stepped represents its levels; otherwise the first one that is compared.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/lab/lab_state.hpp"

namespace strata {

// Returns the options of HPA* in a fresh lab, with as many levels as the planners that are displayed by default need.
HpaOptions default_hpa_options();

// Returns whether the planners belong to one family and search different numbers of levels.
bool differ_in_levels(const Planner& a, const Planner& b);

// The planners among which a row offers the number of levels, from the fewest levels to the most.
struct LevelChoices {
  std::array<const PlannerRow*, 8> rows{};
  size_t count = 0;

  const PlannerRow* const* begin() const { return rows.data(); }
  const PlannerRow* const* end() const { return rows.data() + count; }
};
// Returns the planners that share the row of this one, without those that are compared on request only and are not.
// The result has one entry or none if there is nothing to choose.
LevelChoices level_choices(const LabState& state, const Planner& planner);

// Returns whether lists show both planners in the same row.
inline bool share_row(const LabState& state, const Planner& a, const Planner& b) {
  return &a == &b || (!state.levels_apart && differ_in_levels(a, b));
}
// Returns the row that lists show for this planner: its own, or that of another number of levels.
const PlannerRow& listed_row(const LabState& state, const PlannerRow& row);
// Returns whether lists show the row.
inline bool has_own_row(const LabState& state, const PlannerRow& row) { return &listed_row(state, row) == &row; }
// Returns whether of all planners only this one has its path and search drawn.
bool draws_only(const LabState& state, const PlannerRow& row);
// Returns whether the planner's path is drawn while the views do not compare searches.
bool draws_path(const LabState& state, const PlannerRow& row);
// Returns a stamp that changes when the set of planners whose paths are drawn changes.
uint64_t drawn_paths_stamp(const LabState& state);

// These functions return the command lines of clicks in a row. The number of levels is chosen: the planner is compared
// and stepped in the place of those that share its row.
std::vector<std::string> lines_to_choose_levels(const LabState& state, const PlannerRow& row);
// The planner is compared; or it is left out, with all planners that share its row.
std::vector<std::string> lines_to_compare(const LabState& state, const PlannerRow& row, bool compared);
// The levels are compared side by side: each number of levels gets its own row; a second use brings the one row back.
std::vector<std::string> lines_to_compare_levels(const LabState& state);
// Only the path and the search of this planner are drawn; a second use draws the paths of the others again.
std::vector<std::string> lines_to_draw_only(const LabState& state, const PlannerRow& row);

}  // namespace strata
