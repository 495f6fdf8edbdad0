// Purpose: Contraction hierarchies in the interface: their tab (ch_panel.cpp), and what other panels say of them
//          (ch_rows_panel.cpp): signs and legends of their layers, the inspected node and arc, the meter, the status
//          bar.
#pragma once

namespace strata {

class Lab;
class Ui;
struct FeaturePanel;

FeaturePanel ch_panel();
void draw_ch_tab(Ui& ui, Lab& lab);

}  // namespace strata
