// Purpose: A PlannerAppearance says how the app shows a planner: the colour and dash of its path, the words for its
//          recorded search, and the reason why a cell is none of its nodes. Each feature has those of its planners.
#pragma once

#include <string>
#include <string_view>

#include "app/base/palette.hpp"

namespace strata {

class Lab;
class Narration;
class CellWithoutNode;

struct PlannerAppearance {
  std::string_view planner;  // its name in the table of planners
  PlannerStyle style;
  const Narration* narration;
  // Why the recording names no node in a cell where the agent can stand; null: every cell is a node.
  std::string (*explain_without_node)(const CellWithoutNode&) = nullptr;
};

// Of the feature that brings it. A planner that none brings one for is grey, and told of in the words of A*,
// without its promises.
const PlannerAppearance& planner_appearance(std::string_view planner);
// Of its path and its row; the dash goes with the colour as a second cue.
PlannerStyle planner_style(std::string_view planner);
// Of what is stepped: of a planner's search, or of a process.
const Narration& stepped_narration(const Lab& lab);

}  // namespace strata
