// Purpose: These functions draw the interface of the mesh crowd: its part of the tab Crowd, and the symbol
//          of its layer.
#pragma once

namespace strata {

class Lab;
class Ui;

struct FeaturePanel;

FeaturePanel mesh_crowd_panel();
void draw_mesh_crowd(Ui& ui, Lab& lab);

}  // namespace strata
