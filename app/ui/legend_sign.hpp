// Purpose: draw_legend_sign draws the sign of a row of the legend with Dear ImGui. app/figure/figure_marks.cpp draws
//          the same signs into figures.
#pragma once

#include <imgui.h>

#include <span>

namespace strata {

class Lab;
class Ui;
struct LegendRow;
struct Overlay;

// Notes what the views showed in the last frame; the signs are samples of it. It must exist until the next call.
void keep_drawn_overlays(Ui& ui, std::span<const Overlay* const> overlays);

// Draws the sign of the row on the ground of the map, so that it looks as it does on the map.
void draw_legend_sign(Ui& ui, const Lab& lab, const LegendRow& row, ImVec2 at, float width, float height);

}  // namespace strata
