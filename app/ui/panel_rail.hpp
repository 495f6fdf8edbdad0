// Purpose: The rail is the column of icons of the panels that have no room beside the map. A click opens one over the
//          map, a second click closes it.
#pragma once

#include <optional>

#include "app/ui/panel_folds.hpp"

namespace strata {

class Lab;
class Ui;
struct MenuContext;

// Draws the rail. `over` is the panel that is open over the map.
void draw_rail(Ui& ui, const Lab& lab, const MenuContext& context, const FoldedBoxes& folds,
               std::optional<FoldingPanel> over);

}  // namespace strata
