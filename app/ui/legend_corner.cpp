#include "app/ui/legend_corner.hpp"

#include <algorithm>

namespace strata {
namespace {

bool is_inside(const Box& box, float margin, const ScreenPoint& point) {
  return point.x > box.x - margin && point.x < box.x + box.width + margin && point.y > box.y - margin &&
         point.y < box.y + box.height + margin;
}

}  // namespace

std::optional<size_t> LegendCorner::choose(const std::array<Box, kCorners>& boxes, std::span<const ScreenPoint> marks,
                                           float reach, const ScreenPoint* pointer, double seconds) {
  const auto covered = [&](size_t corner, float margin) {
    return std::ranges::any_of(marks, [&](const ScreenPoint& mark) { return is_inside(boxes[corner], margin, mark); });
  };
  const auto under_pointer = [&](size_t corner) { return pointer != nullptr && is_inside(boxes[corner], 0, *pointer); };
  const auto free_corner = [&](float margin, bool away_from_pointer) -> std::optional<size_t> {
    for (size_t corner = 0; corner < kCorners; ++corner) {
      if (corner != corner_ && !covered(corner, margin) && !(away_from_pointer && under_pointer(corner))) return corner;
    }
    return std::nullopt;
  };
  if (!under_pointer(corner_)) {
    under_since_.reset();
  } else if (!under_since_) {
    under_since_ = seconds;
  }
  std::optional<size_t> next;
  if (covered(corner_, reach)) {
    next = free_corner(3 * reach, true);
    if (!next) next = free_corner(reach, true);
    if (!next) next = free_corner(reach, false);
    if (!next) return std::nullopt;
  } else if (under_since_ && seconds - *under_since_ >= kPointerSeconds &&
             seconds - moved_at_ >= kLeastSecondsBetween) {
    next = free_corner(3 * reach, true);
  }
  if (next) {
    corner_ = *next;
    moved_at_ = seconds;
    under_since_.reset();
  }
  return corner_;
}

}  // namespace strata
