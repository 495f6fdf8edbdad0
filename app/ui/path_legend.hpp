// Purpose: The legend stands in a corner of a single view. It says what the marks of the stepped search mean that are
//          on the map now, and whose the paths are, with their colours and dashes. It keeps away from start, goal and
//          pointer (LegendCorner). A click on its title folds it to one line.
#pragma once

#include <optional>

#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;

// Returns what the user wants: names listed or not; nullopt: listed if there is room.
std::optional<bool>& path_key_open(Ui& ui);
// Draws the legend. `pane` is the box of the map. Its notices end at `top`, and the messages at its foot begin at
// `foot`: the legend stays between them.
void draw_path_legend(Ui& ui, const Lab& lab, const Box& pane, float top, float foot);

}  // namespace strata
