// Purpose: Draws the tab of the left panel that says how a search is stepped, with the keys.
#pragma once

namespace strata {

class Lab;
class Ui;

void draw_stepping_tab(Ui& ui, Lab& lab);

}  // namespace strata
