// Purpose: These functions draw lists of recent files, each with a small picture, its size, and the time when it
//          was opened last.
#pragma once

#include <string>

namespace strata {

class DialogFrame;
class Lab;
class Ui;

// Draws a recent file as a row of this width. Returns whether it was chosen; a file that is missing cannot be chosen.
bool draw_recent_file(Ui& ui, const Lab& lab, const std::string& path, bool selected, float width);

// The dialog with all recent files, which can be removed one by one.
class RecentFilesDialog {
 public:
  void draw(Ui& ui, const Lab& lab, DialogFrame& frame);

 private:
  int selected_ = 0;
};

}  // namespace strata
