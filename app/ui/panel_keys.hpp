// Purpose: KeysDialog lists the keys and what they run. Each can be changed: a click on a row, then the new key.
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
  // Draws the same without buttons, as a part of another dialog. `appearing` says that it was not drawn before.
  void draw_page(Ui& ui, const Lab& lab, const MenuContext& context, bool appearing);
  // Whether a row expects its new key: the next key goes to take().
  bool waiting() const { return waiting_; }
  void take(Ui& ui, const KeyChord& chord);

 private:
  void draw_list(Ui& ui, const Lab& lab, const MenuContext& context, bool appearing, float foot);
  void draw_outcome(Ui& ui);
  void draw_rows(Ui& ui);
  void draw_row(Ui& ui, const KeyRow& row);
  void draw_foot(Ui& ui, DialogFrame& frame);

  std::array<char, 128> filter_{};
  std::vector<CommandSuggestion> offers_;  // other commands that could have keys; filled while the dialog is open
  bool waiting_ = false;
  KeyRow chosen_;     // the row that expects a key
  std::string said_;  // the result of the last key
  bool refused_ = false;
};

}  // namespace strata
