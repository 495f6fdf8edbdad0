// Purpose: LegendCorner chooses the corner of the map for the legend: never over a mark such as start or goal, and not
//          for long under the pointer.
// How: The legend stays in its corner as long as possible, to avoid flicker. It moves at once when a mark comes under
//      it, preferably to a corner far from all marks. It moves away from the pointer only after a while, and at most
//      once per second. Call choose() once per frame.
// Units: Pixels of the screen; seconds of the lab's clock, which is reproducible if it is a fixed clock.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "app/ui/panel_layout.hpp"

namespace strata {

struct ScreenPoint {
  float x = 0, y = 0;
};

class LegendCorner {
 public:
  static constexpr size_t kCorners = 4;  // bottom left, bottom right, top right, top left
  // The legend moves away once the pointer was under it for this time.
  static constexpr double kPointerSeconds = 0.4;
  // Two moves away from the pointer are at least this time apart.
  static constexpr double kLeastSecondsBetween = 1.0;

  // Returns the corner of the legend; nullopt: there are marks in all corners. `boxes` are the boxes of the legend in
  // the corners. `reach` is the radius of a mark. `pointer` is null if the pointer is not over the map.
  std::optional<size_t> choose(const std::array<Box, kCorners>& boxes, std::span<const ScreenPoint> marks, float reach,
                               const ScreenPoint* pointer, double seconds);

 private:
  size_t corner_ = 0;
  // The time since which the pointer has been under the legend; nullopt: it is not.
  std::optional<double> under_since_;
  double moved_at_ = -kLeastSecondsBetween;
};

}  // namespace strata
