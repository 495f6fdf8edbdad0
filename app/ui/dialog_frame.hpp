// Purpose: A DialogFrame gives the bodies of dialogs their buttons.
#pragma once

#include <string_view>

namespace strata {

class Ui;
struct WindowProblem;

class DialogFrame {
 public:
  // Draws a button; returns whether it was pressed. Enter presses the default button, unless another button has the
  // focus.
  bool button(Ui& ui, const char* label, const char* name, bool is_default);

  // Draws what was wrong with the last command of the dialog, if anything.
  void draw_problem(Ui& ui) const;
  std::string_view problem() const;  // the same as text; empty: nothing

  bool appearing = false;  // first frame of the dialog, or first one after a question or a message was in its place
  bool fresh = false;      // first frame since it was opened: its fields are filled

 private:
  friend class Dialogs;
  bool other_button_focused_ = false;
  const WindowProblem* problem_ = nullptr;  // null: there was none
};

}  // namespace strata
