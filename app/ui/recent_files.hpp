// Purpose: Lists of recent files show each with a picture of its map, its size, and when it was opened.
#pragma once

#include <string>

namespace strata {

class DialogFrame;
class Lab;
class Ui;

// Draws a recent file as a row of this width. Returns whether it was chosen; a file that is gone cannot be chosen.
bool draw_recent_file(Ui& ui, const Lab& lab, const std::string& path, bool selected, float width);

// The dialog with all recent files, which can be forgotten one by one.
class RecentFilesDialog {
 public:
  void draw(Ui& ui, const Lab& lab, DialogFrame& frame);

 private:
  int selected_ = 0;
};

}  // namespace strata
