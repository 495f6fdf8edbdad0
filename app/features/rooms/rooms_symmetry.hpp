// Purpose: This header declares layers that show which symmetric paths rooms prune: paths that consist of the same
//          moves in another order. A second layer shows all macro edges.
// Source: Harabor, Botea 2010, figure 1.
#pragma once

#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/layers.hpp"

namespace strata {

class Ui;
struct SymbolBox;

// Three paths, drawn at once, with the same moves as the path of Rooms in other orders.
extern const FeatureLayer kInterleavingLayer;
extern const FeatureLayer kAllMacroLayer;  // macro edges of all rooms

void show_interleavings(Painter& painter, const Lab& lab);
void show_all_macro_edges(Painter& painter, const Lab& lab);
// Draws the symbol of kInterleavingLayer or kAllMacroLayer; returns false for any other layer.
bool symmetry_symbol(Ui& ui, Layer layer, const SymbolBox& place);

inline constexpr int kInterleavings = 3;
Rgba interleaving_color(int which);
// Returns a path with the same moves as that of the planner Rooms, but with the moves inside rooms in another order.
// `which` selects the order. Empty: there is no path.
std::vector<CellId> interleaved_path(const Lab& lab, int which);

}  // namespace strata
