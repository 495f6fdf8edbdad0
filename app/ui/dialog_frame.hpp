// Purpose: A DialogFrame draws the buttons, the path and the error of a dialog, and tells the code that draws its
// content when
//          the dialog has just appeared.
#pragma once

#include <span>
#include <string_view>

namespace strata {

class Ui;
struct DialogCommandError;

class DialogFrame {
 public:
  // Draws a button; returns whether it was pressed. The Enter key presses the default button unless another
  // one has the focus.
  bool button(Ui& ui, const char* label, const char* name, bool is_default);

  // Draws the field for the path of the file that the dialog writes, `name`.path, with a button that lists folders to
  // choose from; says below it if the file exists. `path` ends with a zero.
  void path_field(Ui& ui, std::span<char> path, std::string_view name) const;
  // Draws the error of the dialog's last command, if any.
  void draw_problem(Ui& ui) const;
  std::string_view problem() const;  // the error as text; empty: none

  // This is the first frame of the dialog, or the first one after a question or message has covered it.
  bool appearing = false;
  // This is the first frame since the dialog was opened: its fields must be filled.
  bool fresh = false;

 private:
  friend class Dialogs;
  bool other_button_focused_ = false;
  const DialogCommandError* problem_ = nullptr;  // null: no error
};

}  // namespace strata
