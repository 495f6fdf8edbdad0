// Purpose: Crowds in the interface: their tab (crowd_panel.cpp), and the scope of the right panel with the agent that
//          is followed (crowd_scope_panel.cpp).
#pragma once

#include "app/features/crowd/crowd_state.hpp"

namespace strata {

class Lab;
class Ui;
struct FeaturePanel;

FeaturePanel crowd_panel();
// Draws what a frame of the crowd takes, what has become of its agents, the wave of planning after an edit, and the
// agent that is followed.
void draw_crowd_section(Ui& ui, const Lab& lab);
// Draws the symbol of agents as on the map, in a square of this size. It stands before a label.
void crowd_symbol(const CrowdStyle& style, float size);

}  // namespace strata
