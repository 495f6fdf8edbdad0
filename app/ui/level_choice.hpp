// Purpose: draw_level_choice draws the numbers of levels in the row of a family of planners, such as "HPA* 1 2 3", of
// which
//          a click chooses one.
// Units: Window pixels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strata {

class Ui;
struct LabState;
struct PlannerRow;

// Returns the title of the row: that of the planner, or that of its family where the number of levels is chosen beside
// it.
std::string_view row_title(const LabState& state, const PlannerRow& row);
// Returns the number of levels that the row offers; 0: there is nothing to choose.
int offered_levels(const LabState& state, const PlannerRow& row);
// Draws the numbers, each `width` x `height`, from the cursor to the right. Returns the planner that was chosen; null:
// none was. In the UI dump a number has the name PREFIX, planner and SUFFIX; that of the chosen planner ends with
// ".level".
const PlannerRow* draw_level_choice(Ui& ui, const LabState& state, const PlannerRow& row, std::string_view prefix,
                                    std::string_view suffix, float width, float height);
// Queues the command lines.
void run_lines(Ui& ui, std::vector<std::string> lines);
// Draws the button that gives each number of levels a row of its own, if a listed family offers several.
void draw_compare_levels(Ui& ui, const LabState& state);

}  // namespace strata
