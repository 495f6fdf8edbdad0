// Purpose: The rows of layers with their switches, signs, opacities and legends: all of them in the map's tab, those of
//          a feature in its own.
#pragma once

#include <initializer_list>

#include "app/lab/lab_state.hpp"

namespace strata {

class Lab;
class Ui;

void draw_layers(Ui& ui, const Lab& lab);
void draw_legend_rows(Ui& ui, const Lab& lab, std::initializer_list<Layer> layers);  // of a tab

}  // namespace strata
