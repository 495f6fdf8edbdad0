// Purpose: A PlannerAppearance says how the app shows a planner: the colour and dash of its path, the words for its
//          recorded search, and the reason why a cell is none of its nodes. Each feature has those of its planners.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/base/palette.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Lab;
class Narration;
class CellWithoutNode;
struct FeatureLayer;

struct PlannerAppearance {
  std::string_view planner;  // the planner's name in the table of planners
  // What its number of expanded nodes counts, as the rest of a sentence: planners do not count alike.
  std::string_view counts;
  PlannerStyle style;
  const Narration* narration;
  // Returns why the recording names no node in a cell where the agent can stand; null if every cell is a node.
  std::string (*explain_without_node)(const CellWithoutNode&) = nullptr;
  // Layers that show the structures that it searches: they come and go with the planner, see LayerAutoHide.
  std::span<const FeatureLayer* const> layers = {};
};

// Returns the appearance that the planner's feature provides. A planner without one is grey, and is described in the
// words of A*, without A*'s guarantees.
const PlannerAppearance& planner_appearance(std::string_view planner);
std::string_view planner_colours_name(PlannerColours colours);  // "usual", "grey"
// Sets the colours of planners in the program. The main thread calls it.
void set_planner_colours(PlannerColours colours);
// Returns the style of the planner's path and row; the dash is a second cue beside the colour.
PlannerStyle planner_style(std::string_view planner);
// Returns the colour of a phase, bright enough for dark text. It is the same on all levels: colours of levels are those
// of level_style alone.
Rgba phase_color(Phase phase);
// Returns the narration of what is stepped: a planner's search, or a process.
const Narration& stepped_narration(const Lab& lab);

}  // namespace strata
