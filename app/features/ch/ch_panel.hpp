// Purpose: Contraction hierarchies in the interface: their tab (ch_panel.cpp), and what other panels say of them
//          (ch_rows_panel.cpp): signs and legends of their layers, the inspected node and arc, the meter, the status
//          bar.
#pragma once

#include <string_view>

#include "core/world/ch_graphs.hpp"

namespace strata {

class Lab;
class Ui;
struct FeaturePanel;

FeaturePanel ch_panel();
void draw_ch_tab(Ui& ui, Lab& lab);
// Draws the choice of the graph that a hierarchy or its labels are built on. `command` takes the choice, and is also
// the name of the row in the dump.
void choose_graph(Ui& ui, const char* command, ChGraph chosen, const char* title);

}  // namespace strata
