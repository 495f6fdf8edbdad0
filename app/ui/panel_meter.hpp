// Purpose: The meter shows how much edits made the structures rebuild, compared with builds from scratch.
#pragma once

#include <cstddef>

namespace strata {

class Lab;
class Ui;

void draw_meter(Ui& ui, const Lab& lab);

// Draws into the next column of the table how many parts were rebuilt, and of how many. `sum`: the number is a sum over
// several edits, which may count a part more than once.
void meter_figure(Ui& ui, const Lab& lab, size_t redone, size_t all, const char* mark, bool sum = false);
// Draws what the number of rebuilt parts must be compared with: the number of all parts, or, for a sum, the
// number of edits.
void meter_of(const Lab& lab, size_t redone, size_t all, bool sum = false);
// Draws a title at the beginning of a line.
void meter_title(Ui& ui, const char* text);

}  // namespace strata
