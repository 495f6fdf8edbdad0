// Purpose: LegendCorner chooses the corner of the map in which a legend stands: never over a mark, such as start or
//          goal, and not for long under the pointer.
// How: The legend stays in its corner while it can, so that it does not flicker. It leaves at once when a mark comes
//      under it, and prefers a corner that marks are well away from. It leaves the pointer only after a while, and at
//      most once a second. Ask it once a frame.
// Units: Pixels of the screen; seconds of the lab's clock, which a fixed clock repeats.
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
  static constexpr size_t kCorners = 4;                // bottom left, bottom right, top right, top left
  static constexpr double kPointerSeconds = 0.4;       // the pointer rests this long below the legend before it goes
  static constexpr double kLeastSecondsBetween = 1.0;  // between two moves for the pointer's sake

  // Returns the corner, given the boxes that the legend would have; nullopt if marks cover all of them. `reach` is the
  // radius of a mark. The pointer is null where it does not lie over the map.
  std::optional<size_t> choose(const std::array<Box, kCorners>& boxes, std::span<const ScreenPoint> marks, float reach,
                               const ScreenPoint* pointer, double seconds);

 private:
  size_t corner_ = 0;
  std::optional<double> under_since_;  // since when the pointer has been below the legend
  double moved_at_ = -kLeastSecondsBetween;
};

}  // namespace strata
