// Purpose: draw_tree draws the search tree at the cursor beside the map: roots at the top, with the current node and
//          the path to it marked. A click inspects the cell of a node.
#pragma once

namespace strata {

class Lab;
class Ui;

// Draws the tree into the whole window.
void draw_tree(Ui& ui, const Lab& lab);

}  // namespace strata
