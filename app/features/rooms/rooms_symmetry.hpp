// Purpose: Layers that show the symmetry that rooms break: several orders of the same moves, and all macro edges.
// Source: Harabor, Botea 2010, figure 1.
#pragma once

#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/layers.hpp"

namespace strata {

class Ui;
struct SymbolBox;

extern const FeatureLayer kInterleavingLayer;  // three orders of the moves of the path at once
extern const FeatureLayer kAllMacroLayer;      // macro edges of all rooms

void show_interleavings(Painter& painter, const Lab& lab);
void show_all_macro_edges(Painter& painter, const Lab& lab);
// Draws the symbol of one of these layers; returns false if the layer is another one.
bool symmetry_symbol(Ui& ui, Layer layer, const SymbolBox& place);

inline constexpr int kInterleavings = 3;
Rgba interleaving_color(int which);
// Returns the path of the planner Rooms with its moves inside rooms in another order; empty: there is no such path.
std::vector<CellId> interleaved_path(const Lab& lab, int which);

}  // namespace strata
