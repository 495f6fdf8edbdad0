// Purpose: ch_panel() is the interface of contraction hierarchies: their tab (ch_panel.cpp), and their rows in other
//          panels (ch_rows_panel.cpp): symbols and legends of layers, inspected node and arc, meter, status bar.
#pragma once

#include <string_view>

#include "core/world/ch_graphs.hpp"

namespace strata {

class Lab;
class Ui;
struct FeaturePanel;

FeaturePanel ch_panel();
void draw_ch_tab(Ui& ui, Lab& lab);
// Draws the control with which the user chooses the graph on which a hierarchy or its hub labels are built. `command`
// is the command that sets the choice, and also the name of the row in the UI dump.
void choose_graph(Ui& ui, const char* command, ChGraph chosen, const char* title);

}  // namespace strata
