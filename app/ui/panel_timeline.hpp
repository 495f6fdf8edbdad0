// Purpose: Timeline draws the timeline of the stepped search, coloured by phase, and the list of its events.
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
  // Draws the timeline in one row. What has no room beside the bar is left out. `steps`: the steps are open.
  void draw(Ui& ui, const Lab& lab, EventLabels& labels, bool steps);
  // Draws the row above the event log: the search that is stepped, and its phases.
  void draw_head(Ui& ui, const Lab& lab, float width);
  // Draws only the bar and the buttons that are needed most, in one row.
  void draw_slim(Ui& ui, const Lab& lab, EventLabels& labels);
  void draw_log(Ui& ui, const Lab& lab, EventLabels& labels);

 private:
  void draw_bar(Ui& ui, const Lab& lab, EventLabels& labels, float width);
  // Computes where each span of the timeline lies on the bar. Widths are proportional to the numbers of events, except
  // that no span is too thin to be seen and clicked.
  void lay_out(const Ui& ui, const Playback& playback, float width);

  // The left edges of the spans, and the right edge of the last one, in pixels.
  std::vector<float> edges_;
  size_t log_cursor_seen_ = static_cast<size_t>(-1);
  uint64_t log_trace_seen_ = 0;
  float log_row_seen_ = 0, log_height_seen_ = 0;
};

}  // namespace strata
