// Purpose: These functions draw the symbols of layers: icons of what a layer shows on the map.
#pragma once

#include <imgui.h>

#include "app/base/palette.hpp"
#include "app/lab/lab_state.hpp"

namespace strata {

class Lab;
class Ui;

// The place of a symbol, in front of its layer's title.
struct SymbolBox {
  ImDrawList* list;
  ImVec2 at;  // middle of the left edge
  float width;
  ImVec2 low, high, mid;  // corners and centre of the box that most symbols fill
};
SymbolBox symbol_box(const Ui& ui, ImVec2 at, float width);

void draw_layer_symbol(Ui& ui, const Lab& lab, Layer layer, const SymbolBox& place);

// Draws the marker of a level's nodes, as on the map.
void marker_symbol(ImDrawList* list, ImVec2 at, float r, const LevelStyle& style);
// Draws an agent in one of the shapes of CrowdStyle, in a square with sides of 2 * r.
void agent_symbol(ImDrawList* list, ImVec2 middle, float r, uint32_t shape, ImU32 color);
// Draws a slanting line.
void line_symbol(const Ui& ui, const SymbolBox& place, Rgba color, float thickness);
// Draws a row of a legend: a symbol and its meaning.
void legend_line(Ui& ui, MarkerShape shape, Rgba color, const char* text);

}  // namespace strata
