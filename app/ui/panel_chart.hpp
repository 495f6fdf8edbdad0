// Purpose: ChartWindow is the window that shows a chart of the analysis, with its table. It can be moved
//          and resized, and opens again where it was.
#pragma once

#include "app/ui/chart_view.hpp"
#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;

class ChartWindow {
 public:
  // Draws the open chart, if there is one. `layout` has where the window is and receives where it was moved to; `room`
  // is where it goes before that, `width` and `height` are those of the program's window.
  void draw(Ui& ui, Lab& lab, PanelLayout& layout, const Box& room, float width, float height);
  void place_again() { placed_ = {}; }  // the window goes where the layout says

 private:
  void draw_head(Ui& ui, const Lab& lab, ChartReader& chart);
  void draw_body(Ui& ui, Lab& lab, ChartReader& chart);

  ChartView view_;
  ChartTableView table_;
  // What the window was placed for last: the size and scale of the program's window, and its room if the user has not
  // moved it. Empty: it was closed.
  struct Placed {
    float width = 0, height = 0, scale = 0;
    Box room;
    friend bool operator==(const Placed&, const Placed&) = default;
  } placed_;
};

}  // namespace strata
