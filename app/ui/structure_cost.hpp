// Purpose: These functions draw the line that says what a structure costs: its memory and the time of its last full
//          build.
#pragma once

#include "core/world/planners.hpp"

namespace strata {

class Lab;
class Ui;

// Draws the structure's memory and the time of its last full build.
void draw_structure_cost(Ui& ui, const Lab& lab, StructureId structure);
void draw_cost_text(const Lab& lab, StructureId structure);  // without a mark
// Draws the same, or why the structure is not built, or how far its build is.
void draw_structure_state(Ui& ui, const Lab& lab, StructureId structure);

}  // namespace strata
