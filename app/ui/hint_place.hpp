// Purpose: These functions find a place on the screen for a hint or card at which it covers no mark, such
//          as start or goal.
// Units: Window pixels.
#pragma once

#include <optional>
#include <span>

#include "app/ui/legend_corner.hpp"
#include "app/ui/panel_layout.hpp"

namespace strata {

// Returns a box of the given size inside `pane`. It lies below and to the right of the pointer if there is room,
// otherwise on another side. No mark is nearer to the box than `reach`. Nullopt: there is no such place.
std::optional<Box> place_hint(const Box& pane, const ScreenPoint& pointer, float width, float height, float gap,
                              std::span<const ScreenPoint> marks, float reach);

// Returns a box of the given size inside `area`. Its upper left corner is as near as possible to `wanted`. No mark is
// nearer to the box than `reach`. Nullopt: there is no such place.
std::optional<Box> place_card(const Box& area, const ScreenPoint& wanted, float width, float height,
                              std::span<const ScreenPoint> marks, float reach);

}  // namespace strata
