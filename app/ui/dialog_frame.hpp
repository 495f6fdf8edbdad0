// Purpose: A DialogFrame gives the bodies of dialogs their buttons.
#pragma once

namespace strata {

class Ui;

class DialogFrame {
 public:
  // A button. Enter is the default one, unless the focus is on another.
  bool button(Ui& ui, const char* label, const char* name, bool is_default);

  bool appearing = false;  // this is its first frame

 private:
  friend class Dialogs;
  bool other_button_focused_ = false;
};

}  // namespace strata
