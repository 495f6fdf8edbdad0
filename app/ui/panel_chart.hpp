// Purpose: ChartWindow is the window with a chart of the analysis and its table. It can be moved and resized, and
//          reopens at the same place.
#pragma once

#include "app/ui/chart_view.hpp"
#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;

class ChartWindow {
 public:
  // Draws the open chart, if there is one. `layout` has the position of the window, and is changed when the user moves
  // the window. `room` is the default position; `width` and `height` are the size of the program's window.
  void draw(Ui& ui, Lab& lab, PanelLayout& layout, const Box& room, float width, float height);
  // Draws an open chart that is a page (Chart::page) into the box instead of into a window of its own: on top what its
  // feature draws (FeaturePanel::page), then the table and the plot.
  void draw_page(Ui& ui, Lab& lab, const Box& box);
  // Draws the open chart of a card into the box, in letters that suit the size of the box.
  void draw_figure(Ui& ui, Lab& lab, const Box& box);
  // Draws the open chart as a part of a presentation, without its table. `text` is the size of the sentence.
  void draw_presented(Ui& ui, Lab& lab, const Box& box, float text);
  // The window returns to its position in the layout.
  void place_again() { placed_ = {}; }

 private:
  void draw_head(Ui& ui, const Lab& lab, ChartReader& chart);
  void draw_buttons(Ui& ui, const Lab& lab);
  // Draws chart and table; the letters of the chart are `letters` pixels high.
  void draw_body(Ui& ui, Lab& lab, ChartReader& chart, float letters);
  void draw_page_body(Ui& ui, Lab& lab, ChartReader& chart);

  ChartView view_;
  ChartTableView table_;
  // The values by which the window was placed last: size and scale of the program's window, and, if the user has not
  // moved it, `room`. Empty: the window was closed.
  struct WindowPlacement {
    float width = 0, height = 0, scale = 0;
    Box room;
    friend bool operator==(const WindowPlacement&, const WindowPlacement&) = default;
  } placed_;
};

}  // namespace strata
