#include "app/ui/hint_place.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace strata {
namespace {

bool covers_any(const Box& box, std::span<const ScreenPoint> marks, float reach) {
  return std::ranges::any_of(marks, [&](const ScreenPoint& mark) {
    return mark.x > box.x - reach && mark.x < box.x + box.width + reach && mark.y > box.y - reach &&
           mark.y < box.y + box.height + reach;
  });
}

}  // namespace

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
    if (!covers_any(box, marks, reach)) return box;
  }
  return std::nullopt;
}

std::optional<Box> place_card(const Box& area, const ScreenPoint& wanted, float width, float height,
                              std::span<const ScreenPoint> marks, float reach) {
  if (width > area.width || height > area.height) return std::nullopt;
  const float last_x = area.x + area.width - width, last_y = area.y + area.height - height;
  // If there is a valid place, the nearest one has, in each direction, one of these coordinates: the wanted one, that
  // at an edge of the area, or one at which the box just touches a mark.
  std::vector<float> xs{wanted.x, area.x, last_x}, ys{wanted.y, area.y, last_y};
  for (const ScreenPoint& mark : marks) {
    xs.insert(xs.end(), {mark.x + reach, mark.x - reach - width});
    ys.insert(ys.end(), {mark.y + reach, mark.y - reach - height});
  }
  std::optional<Box> best;
  float least = 0;
  for (const float x : xs) {
    for (const float y : ys) {
      const Box box{std::floor(std::clamp(x, area.x, last_x)), std::floor(std::clamp(y, area.y, last_y)), width,
                    height};
      const float away = std::hypot(box.x - wanted.x, box.y - wanted.y);
      // Boxes are rounded to pixels, so that `reach` is smaller by a pixel here.
      if ((best && away >= least) || covers_any(box, marks, reach - 1)) continue;
      best = box;
      least = away;
    }
  }
  return best;
}

}  // namespace strata
