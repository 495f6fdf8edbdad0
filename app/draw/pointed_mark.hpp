// Purpose: pointed_mark finds the entry of the legend to which the topmost mark under the pointer belongs.
// Units: Map coordinates (cells); `zoom` is pixels per cell, `pixel` the size of a pixel of the interface in pixels.
// Threads: The main thread.
#pragma once

#include <cstdint>
#include <optional>

#include "app/draw/draw_list.hpp"

namespace strata {

struct HeatMap;

// The place of the pointer in a view.
struct PointedPlace {
  double x = 0, y = 0;
  double zoom = 1;
  double pixel = 1;
};

// Examines the marks of a view again only if they or the place have changed since the last call, so that a frame in
// which nothing happens costs little.
class PointedMark {
 public:
  // Returns nothing if no mark is there, or only the grid and marks of the pointer. If there are very many marks, those
  // at the bottom are not examined. `heat` has the cells of the search that the view shows: those of the overlay may no
  // longer exist after the frame in which it was built.
  std::optional<LegendEntry> find(const Overlay& overlay, const HeatMap& heat, const PointedPlace& place);

 private:
  uint64_t stamp_ = 0;
  std::optional<LegendEntry> entry_;
};

}  // namespace strata
