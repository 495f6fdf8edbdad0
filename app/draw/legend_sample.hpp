// Purpose: legend_sample makes the sign of a row of the legend from shapes, for the window and for figures. It is a
//          sample of what the draw lists of the row's entry contain, in the same colours: the first areas, lines and
//          marks of different looks.
// Units: The sign is kSampleWidth wide and 1 high; widths, dashes and sizes of marks as in a draw list.
#pragma once

#include <span>

#include "app/draw/draw_list.hpp"

namespace strata {

struct LegendRow;

inline constexpr float kSampleWidth = 2.4f;

// Replaces the content of `sample` by the sign of the row. It is empty for a layer of which nothing is drawn, or only
// texts. A list that is used again makes frames that draw the legend ask for no memory.
void legend_sample(const LegendRow& row, std::span<const Overlay* const> overlays, DrawList& sample);

// Returns the opacity that marks of a batch of this opacity have in the sign. Marks that fade on the map because there
// are many of them must still be visible in the sign.
double sample_opacity(float opacity);

}  // namespace strata
