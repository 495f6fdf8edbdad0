// Purpose: Timeline is the bottom panel: the timeline of the search that is stepped, coloured by phase, and the list of
//          its events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/base/palette.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/playback/trace_outline.hpp"

namespace strata {

class EventLabels;
class Lab;
class Playback;
class Ui;

class Timeline {
 public:
  void draw(Ui& ui, const Lab& lab, EventLabels& labels);
  // Draws the same in one row, for a low panel: what has no room beside the bar is left out.
  void draw_low(Ui& ui, const Lab& lab, EventLabels& labels);
  // Draws the most needed buttons and the bar in one row.
  void draw_slim(Ui& ui, const Lab& lab, EventLabels& labels);
  void draw_log(Ui& ui, const Lab& lab, EventLabels& labels);

 private:
  void draw_bar(Ui& ui, const Lab& lab, EventLabels& labels);
  // Computes where each span lies on the bar: true to scale, except that no span is too thin to be seen and hit.
  void lay_out(const Ui& ui, const Playback& playback, float width);

  std::vector<float> edges_;  // left edges of the spans and the right edge of the last, pixels
  size_t log_cursor_seen_ = static_cast<size_t>(-1);
  uint64_t log_trace_seen_ = 0;
  float log_row_seen_ = 0, log_height_seen_ = 0;
};

}  // namespace strata
