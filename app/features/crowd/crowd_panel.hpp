// Purpose: crowd_panel() is the interface of the grid crowd: its tab (crowd_panel.cpp), and its section of the right
//          panel with the followed agent (crowd_scope_panel.cpp).
#pragma once

#include "app/features/crowd/crowd_state.hpp"

namespace strata {

class Lab;
class Ui;
struct FeaturePanel;

FeaturePanel crowd_panel();
// Draws the section with the crowd's time per frame, the states of its agents, the replanning after an edit, and
// the followed agent.
void draw_crowd_section(Ui& ui, const Lab& lab);
// Draws a symbol that looks like agents of this style, in a square of side `size` in front of a text.
void crowd_symbol(const CrowdStyle& style, float size);

}  // namespace strata
