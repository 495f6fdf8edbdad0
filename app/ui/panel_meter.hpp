// Purpose: The meter shows what edits made the structures redo, and what full builds would have cost.
#pragma once

#include <cstddef>

namespace strata {

class Lab;
class Ui;

void draw_meter(Ui& ui, const Lab& lab);

// Draws, for the rows of features, how much was redone and of how much: takes the next column of the table.
// `sum`: the number is a sum over the edits, which may count a part more than once.
void meter_figure(Ui& ui, const Lab& lab, size_t redone, size_t all, const char* mark, bool sum = false);
// Draws what a number of redone parts is counted of: all parts that there are, or so many edits.
void meter_of(const Lab& lab, size_t redone, size_t all, bool sum = false);
// Draws the title at the beginning of a line.
void meter_title(Ui& ui, const char* text);

}  // namespace strata
