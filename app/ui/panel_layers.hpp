// Purpose: These functions draw the rows of layers with their switches, symbols, opacities and legends. The place
//          of the map has those of search and map, the tab of a feature has its own.
#pragma once

#include <initializer_list>

#include "app/lab/lab_state.hpp"

namespace strata {

class Lab;
class Ui;

void draw_layers(Ui& ui, const Lab& lab);
void draw_legend_rows(Ui& ui, const Lab& lab, std::initializer_list<Layer> layers);  // for the layers of a tab

}  // namespace strata
