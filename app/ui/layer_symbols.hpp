// Purpose: These functions draw the symbols of layers: small pictures of what each layer shows on the map.
#pragma once

#include <imgui.h>

#include "app/base/palette.hpp"
#include "app/lab/lab_state.hpp"

namespace strata {

class Lab;
class Ui;

// The place of a symbol, in the row before its layer's title.
struct SymbolBox {
  ImDrawList* list;
  ImVec2 at;  // center of the left edge
  float width;
  ImVec2 low, high, mid;  // the box that most symbols fill, and its center
};
SymbolBox symbol_box(const Ui& ui, ImVec2 at, float width);

void draw_layer_symbol(Ui& ui, const Lab& lab, Layer layer, const SymbolBox& place);

// Draws the symbol of a level's nodes, as on the map.
void marker_symbol(ImDrawList* list, ImVec2 at, float r, const LevelStyle& style);
// Draws a slanting line.
void line_symbol(const Ui& ui, const SymbolBox& place, Rgba color, float thickness);
// Draws a line of a legend: a symbol and what it means.
void legend_line(Ui& ui, MarkerShape shape, Rgba color, const char* text);

}  // namespace strata
