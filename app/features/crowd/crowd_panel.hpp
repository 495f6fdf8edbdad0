// Purpose: Crowds in the interface: their tab (crowd_panel.cpp), and the scope of the right panel with the agent that
//          is followed (crowd_scope_panel.cpp).
#pragma once

#include "app/features/crowd/crowd_state.hpp"

namespace strata {

class Lab;
class Ui;
struct FeaturePanel;

FeaturePanel crowd_panel();
// What a frame of the crowd takes, what has become of its agents, the wave of planning after an edit; the agent that is
// followed.
void draw_crowd_section(Ui& ui, const Lab& lab);
// The sign of agents as they are on the map, in a square of the size; the item before its label.
void crowd_symbol(const CrowdStyle& style, float size);

}  // namespace strata
