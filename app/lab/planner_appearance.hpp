// Purpose: A PlannerAppearance says how the app presents a planner: the colour and dash of its path, the
//          sentences about its recorded search, and the explanation of a cell without a node. Each feature
//          defines those of its planners.
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
struct LabState;

// What a planner is good for, in a paragraph. The settings of a planner begin with it.
struct PlannerGuide {
  std::string_view idea;
  std::string_view prepares;  // what is computed before the first query
  std::string_view query;     // what a query does
  std::string_view choose;    // when to choose it
  std::string_view avoid;     // when another planner is better
};

struct PlannerAppearance {
  std::string_view planner;             // name of the planner in the table of planners
  const PlannerGuide* guide = nullptr;  // null: a planner that the user has added
  // What the planner counts as expanded nodes, written as the end of a sentence.
  std::string_view counts;
  PlannerStyle style;
  const Narration* narration;
  // Returns why the recording has no node in a cell where the agent can stand; null: every cell is a node.
  std::string (*explain_without_node)(const CellWithoutNode&) = nullptr;
  // Layers of the structures that the planner searches. They are shown and hidden together with the planner,
  // see LayerAutoHide.
  std::span<const FeatureLayer* const> layers = {};
};

// Returns the appearance of a planner of a feature, or of a planner that the user has added. For an unknown planner it
// is grey, with the sentences of A* but without its guarantees. The reference is valid until an appearance is added.
const PlannerAppearance& planner_appearance(const LabState& state, std::string_view planner);
// Adds the appearance of a planner that the user has added (core/world/added_planner.hpp). It replaces one of
// the same name.
void add_appearance(LabState& state, const PlannerAppearance& appearance);
std::string_view planner_colours_name(PlannerColours colours);  // "usual", "grey"
// Returns the style of the planner's path and row for the colours that the user has chosen. Dashes tell planners
// apart without colour.
PlannerStyle planner_style(const LabState& state, std::string_view planner);
// Returns the colour of a phase of the search, which is light enough for dark text on it. It is the same on all levels;
// the colours of levels are those of level_style.
Rgba phase_color(Phase phase);
// Returns the sentences for the stepped recording: those of a planner's search, or of a process.
const Narration& stepped_narration(const Lab& lab);

}  // namespace strata
