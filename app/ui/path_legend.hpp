// Purpose: The legend of paths stands at the foot of a single view in which several planners show theirs, with their
//          colours, dashes and names. A click folds it to one line.
#pragma once

#include <optional>

#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;

// `pane`: of the map. `foot`: where the messages at its foot begin; the key stays above them.
// What the user wants: its names listed or not; nothing: as there is room.
std::optional<bool>& path_key_open(Ui& ui);
void draw_path_legend(Ui& ui, const Lab& lab, const Box& pane, float foot);

}  // namespace strata
