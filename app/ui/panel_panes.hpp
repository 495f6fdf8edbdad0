// Purpose: This file draws the map views in the centre: one, two or four of them over one camera, each with a header
//          that says what it shows, labels on the map, and notes at its foot.
#pragma once

#include <span>
#include <string_view>

#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;
struct Overlay;

// Draws the panes. `centre` is the box around all of them; `overlays` are those of the panes, for the labels. Returns
// where the messages at the foot begin.
float draw_panes(Ui& ui, const Lab& lab, const Panes& panes, const Box& centre,
                 std::span<const Overlay* const> overlays);

// Returns what the gesture under way does, after draw_panes; empty: nothing is undecided.
std::string_view gesture_note(Ui& ui);

}  // namespace strata
