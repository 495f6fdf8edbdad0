// Purpose: This header declares the feature that exports figures: its commands and its dialogs. app/figure
//          draws the figures.
#pragma once

#include "app/figure/figure.hpp"
#include "app/lab/feature.hpp"

namespace strata {

struct PanelDialog;

extern const Feature kFigureFeature;
// Returns the number of the view that the pointer was over last, from 1.
int focused_view(const Lab& lab);
PanelDialog figure_dialog();
PanelDialog animation_dialog();

Status export_animation_command(Lab& lab, const Command& command);

// Returns the bounding box of the selected cells, for a figure of the selection; it is empty if no cell is selected.
Rect figure_selection(const Lab& lab);

}  // namespace strata
