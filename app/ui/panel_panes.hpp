// Purpose: These functions draw the one, two or four map views in the centre, each with a header that describes it, and
//          labels on the map.
#pragma once

#include <span>
#include <string_view>

#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;
struct Overlay;

// Draws the panes. `centre` is the box around all of them; `overlays` contain the texts on the map.
void draw_panes(Ui& ui, const Lab& lab, const Panes& panes, const Box& centre,
                std::span<const Overlay* const> overlays);

// Draws the size of the level that the pane shows, and why it shows less than was asked for. `wide`: there is room for
// words.
void draw_level_counts(Ui& ui, const Lab& lab, int pane, bool wide);

// Returns the text about the gesture under way; empty: there is none. Must be called after draw_panes.
std::string_view gesture_note(Ui& ui);

}  // namespace strata
