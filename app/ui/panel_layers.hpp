// Purpose: draw_layers draws the switches of all layers by groups, with symbols and opacities. draw_layer_scale draws
//          the values that the colours of a layer stand for.
#pragma once

#include <cstdint>

namespace strata {

class Lab;
class Ui;
enum class Layer : uint8_t;

void draw_layers(Ui& ui, const Lab& lab);
// Draws nothing for a layer whose colours stand for no values.
void draw_layer_scale(Ui& ui, const Lab& lab, Layer layer);

}  // namespace strata
