#include "app/window/window_place.hpp"

#include <algorithm>
#include <cstdint>

namespace strata {
namespace {

int64_t common_area(const WindowPlace& place, const ScreenArea& screen) {
  const auto common = [](int a, int a_length, int b, int b_length) {
    const int64_t end = std::min(int64_t{a} + a_length, int64_t{b} + b_length);
    return std::max<int64_t>(end - std::max(a, b), 0);
  };
  return common(place.x, place.width, screen.x, screen.width) * common(place.y, place.height, screen.y, screen.height);
}

}  // namespace

std::optional<WindowPlace> in_screens(const WindowPlace& place, std::span<const ScreenArea> screens) {
  const ScreenArea* best = nullptr;
  int64_t most = 0;
  for (const ScreenArea& screen : screens) {
    const int64_t common = common_area(place, screen);
    if (common <= most) continue;
    best = &screen;
    most = common;
  }
  if (best == nullptr) return std::nullopt;
  WindowPlace result = place;
  result.width = std::min(place.width, best->width);
  result.height = std::min(place.height, best->height);
  result.x = std::clamp(place.x, best->x, best->x + best->width - result.width);
  result.y = std::clamp(place.y, best->y, best->y + best->height - result.height);
  return result;
}

}  // namespace strata
