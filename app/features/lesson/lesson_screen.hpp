// Purpose: LessonScreen reads the texts that stand on the map and beside it and that the state dump does not have:
// numbers
//          on the map, the legend, the rows of the log, and notes over the views.
// How: The draw lists of the views are built in windows of several sizes, as a whole and near by, as a learner may turn
// the
//      wheel. Of lists that scroll all rows are read. The header over a view tells no sizes while a lesson is open.
// Threads: The lab's thread.
#pragma once

#include <string>
#include <vector>

#include "app/draw/legend_rows.hpp"
#include "app/draw/overlay.hpp"

namespace strata {

class Lab;

struct ScreenText {
  // Where it stands, for messages: "in the legend", "on the map".
  std::string place;
  std::string text;
};

class LessonScreen {
 public:
  // Returns the texts. The camera of the lab is moved, and put back.
  const std::vector<ScreenText>& read(Lab& lab);

 private:
  void read_map(const Lab& lab);
  void read_legend(const Lab& lab);
  void read_log(const Lab& lab);
  void add(std::string_view place, std::string_view text);

  OverlayBuilder builder_;
  LegendRows legend_;
  std::vector<ScreenText> texts_;
};

}  // namespace strata
