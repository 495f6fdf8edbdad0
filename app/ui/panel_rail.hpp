// Purpose: The rail is the column of icons at the left edge of the map. It has the icons of the sections of the left
//          panel, and below them those of panels that have no room beside the map. A click opens a panel, a second
//          click closes it. Tooltips lie over the map, so that they do not cover the panel beside the rail.
#pragma once

#include <optional>

#include "app/ui/panel_folds.hpp"

namespace strata {

class Lab;
class Ui;
struct MenuContext;

// Draws the rail in its box. Its tooltips begin at `tooltips`, in pixels from the left. `over` is the panel that is
// open above the map; nullopt: none is.
void draw_rail(Ui& ui, const Lab& lab, const MenuContext& context, const Box& box, const FoldedBoxes& folds,
               std::optional<FoldingPanel> over, float tooltips);

}  // namespace strata
