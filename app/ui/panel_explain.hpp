// Purpose: This panel describes the search in words: what the step at the cursor does, which nodes are open and which
//          is next, on what playing stops, and why the inspected cell is in its state.
#pragma once

namespace strata {

class Lab;
class Ui;

void draw_explain(Ui& ui, const Lab& lab);
// In the inspector. Something must be inspected.
void draw_why(Ui& ui, const Lab& lab);

}  // namespace strata
