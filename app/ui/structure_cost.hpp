// Purpose: These functions draw the facts of a structure (app/lab/fact.hpp), its memory, and the time of its last full
//          build.
#pragma once

#include <cstdint>

#include "core/world/planners.hpp"

namespace strata {

class Lab;
class Ui;
struct Feature;

// Draws the structure's memory and the time of its last full build.
void draw_structure_cost(Ui& ui, const Lab& lab, StructureId structure);
// If the structure is built, draws its cost; otherwise draws why it is not, or the progress of its build.
void draw_structure_state(Ui& ui, const Lab& lab, StructureId structure);
// Returns whether the structure or its sizes are hidden from a learner, and draws a text that says so.
bool draw_hidden(const Lab& lab, StructureId structure);
// Draws the first `columns` facts that have titles, with a row for each level, or one row if `levels` is 0. The rows
// are named "NAME.1", "NAME.2", ... in the UI dump, or "NAME.counts". If they are hidden, says so and returns false.
bool draw_facts(Ui& ui, const Lab& lab, const Feature& feature, const char* name, int levels = 0,
                size_t columns = SIZE_MAX);

}  // namespace strata
