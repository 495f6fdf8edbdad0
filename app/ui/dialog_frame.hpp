// Purpose: A DialogFrame gives the bodies of dialogs their buttons.
#pragma once

namespace strata {

class Ui;

class DialogFrame {
 public:
  // Draws a button; returns whether it was pressed. Enter presses the default button, unless another button has the
  // focus.
  bool button(Ui& ui, const char* label, const char* name, bool is_default);

  bool appearing = false;  // first frame of the dialog

 private:
  friend class Dialogs;
  bool other_button_focused_ = false;
};

}  // namespace strata
