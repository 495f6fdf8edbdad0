// Purpose: Timeline draws the timeline of the stepped search, coloured by phase, and the list of its events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/base/palette.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/playback/trace_outline.hpp"

struct ImDrawList;
struct ImFont;
struct ImVec2;

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
  // Draws only the bar and the buttons that are needed most, in one row, as high as slim_height(). `text`: the size of
  // the letters of the presentation.
  void draw_slim(Ui& ui, const Lab& lab, EventLabels& labels, float text);
  static float slim_height(const Ui& ui, float text);
  void draw_log(Ui& ui, const Lab& lab, EventLabels& labels);

 private:
  // The letters of a bar: those of a presentation are larger.
  struct Letters {
    ImFont* font = nullptr;
    float size = 0;
    float least = 0;  // to this size they shrink where a span is narrow
  };
  static void add_span_title(ImDrawList* list, const Letters& letters, const std::string& title, Rgba color, ImVec2 low,
                             ImVec2 high, float done, float unit);
  void draw_bar(Ui& ui, const Lab& lab, EventLabels& labels, float width, float height, const Letters& letters);
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
