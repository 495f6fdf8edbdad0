// Purpose: If the right panel, which has the legend, is closed, the legend stands in a corner of a single view. It says
//          what is drawn on the map at present, with its colours and dashes. It avoids start, goal and pointer
//          (LegendCorner). A click on its title folds it to one line.
#pragma once

#include <optional>

#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;

// Returns whether the user wants names to be listed; nullopt: they are listed if there is room.
std::optional<bool>& path_key_open(Ui& ui);
// Draws the legend. `pane` is the box of the view.
void draw_path_legend(Ui& ui, const Lab& lab, const Box& pane);

}  // namespace strata
