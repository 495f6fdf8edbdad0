// Purpose: This panel draws the tree of parents of the search at the cursor beside the map: roots at the top, with the
//          node at the cursor and the path to it marked. A click inspects a node's cell.
#pragma once

namespace strata {

class Lab;
class Ui;

// Draws the tree; it fills the window.
void draw_tree(Ui& ui, const Lab& lab);

}  // namespace strata
