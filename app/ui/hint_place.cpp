#include "app/ui/hint_place.hpp"

#include <algorithm>
#include <cmath>

namespace strata {

std::optional<Box> place_hint(const Box& pane, const ScreenPoint& pointer, float width, float height, float gap,
                              std::span<const ScreenPoint> marks, float reach) {
  const float left = pointer.x - gap - width, right = pointer.x + gap;
  const float above = pointer.y - gap - height, below = pointer.y + gap;
  const float middle_x = pointer.x - width / 2, middle_y = pointer.y - height / 2;
  const ScreenPoint places[] = {{right, below},    {left, below},     {right, above},    {left, above},
                                {middle_x, below}, {middle_x, above}, {right, middle_y}, {left, middle_y}};
  for (const ScreenPoint& place : places) {
    const Box box{std::floor(place.x), std::floor(place.y), std::ceil(width), std::ceil(height)};
    if (box.x < pane.x || box.y < pane.y || box.x + box.width > pane.x + pane.width ||
        box.y + box.height > pane.y + pane.height) {
      continue;
    }
    const bool covers = std::ranges::any_of(marks, [&](const ScreenPoint& mark) {
      return mark.x > box.x - reach && mark.x < box.x + box.width + reach && mark.y > box.y - reach &&
             mark.y < box.y + box.height + reach;
    });
    if (!covers) return box;
  }
  return std::nullopt;
}

}  // namespace strata
