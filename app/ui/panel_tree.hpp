// Purpose: The tree of parents of the search at the cursor, drawn beside the map: roots at the top, the node at work
//          and the way to it marked; a click inspects a node's cell.
#pragma once

namespace strata {

class Lab;
class Ui;

// Fills the window.
void draw_tree(Ui& ui, const Lab& lab);

}  // namespace strata
