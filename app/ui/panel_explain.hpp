// Purpose: The search in words: what the step at the cursor does, what is open and who comes next, and on what playing
//          stops; and why the inspected cell is what it is.
#pragma once

namespace strata {

class Lab;
class Ui;

void draw_explain(Ui& ui, const Lab& lab);
// In the inspector. Something must be inspected.
void draw_why(Ui& ui, const Lab& lab);

}  // namespace strata
