// Purpose: The export of figures: its commands, and its dialog. app/figure paints.
#pragma once

#include "app/figure/figure.hpp"
#include "app/lab/feature.hpp"

namespace strata {

struct PanelDialog;

extern const Feature kFigureFeature;
PanelDialog figure_dialog();
PanelDialog animation_dialog();

Status export_animation_command(Lab& lab, const Command& command);

// Returns the bounds of the selected cells; empty if none are.
Rect figure_selection(const Lab& lab);

}  // namespace strata
