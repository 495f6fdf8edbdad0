// Purpose: KeysDialog lists the keys and the command lines that they run. After a click on a row, the next key that is
//          pressed becomes the key of that row.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "app/base/key_bindings.hpp"
#include "app/lab/command_search.hpp"

namespace strata {

class DialogFrame;
class Lab;
class Ui;
struct MenuContext;

class KeysDialog {
 public:
  void draw(Ui& ui, const Lab& lab, const MenuContext& context, DialogFrame& frame);
  // Draws the content without buttons, as a page of another dialog. `appearing`: it was not drawn in
  // the previous frame.
  void draw_page(Ui& ui, const Lab& lab, const MenuContext& context, bool appearing);
  // Returns whether a row waits for its new key, which must then be passed to take().
  bool waiting() const { return waiting_; }
  void take(Ui& ui, const KeyChord& chord);

 private:
  void draw_list(Ui& ui, const Lab& lab, const MenuContext& context, bool appearing, float foot);
  void draw_outcome(Ui& ui);
  void draw_rows(Ui& ui);
  void draw_row(Ui& ui, const KeyBindingRow& row);
  void draw_foot(Ui& ui, DialogFrame& frame);

  std::array<char, 128> filter_{};
  // The commands without keys, which are listed while the dialog is open.
  std::vector<CommandSuggestion> offers_;
  bool waiting_ = false;
  // The row that waits for its new key.
  KeyBindingRow chosen_;
  // What the dialog says about the last key.
  std::string said_;
  bool refused_ = false;
};

}  // namespace strata
