// Purpose: These functions find a place for a hint or a card that covers none of the marks, such as start and goal.
// Units: Window pixels.
#pragma once

#include <optional>
#include <span>

#include "app/ui/legend_corner.hpp"
#include "app/ui/panel_layout.hpp"

namespace strata {

// Returns a box of this size inside `pane`: below the pointer at its right if there is room, else at another side. No
// mark is nearer to the box than `reach`. Nullopt: there is no such place.
std::optional<Box> place_hint(const Box& pane, const ScreenPoint& pointer, float width, float height, float gap,
                              std::span<const ScreenPoint> marks, float reach);

// Returns a box of this size inside `area`, as near to `wanted` (its upper left corner) as it can be so that no mark is
// nearer to it than `reach`. Nullopt: there is no such place.
std::optional<Box> place_card(const Box& area, const ScreenPoint& wanted, float width, float height,
                              std::span<const ScreenPoint> marks, float reach);

}  // namespace strata
