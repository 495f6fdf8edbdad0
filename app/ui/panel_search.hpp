// Purpose: The command search (every command and shortcut, by words) and the list of keys.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "app/lab/command_search.hpp"

namespace strata {

class DialogFrame;
class Lab;
class Ui;
struct MenuContext;

class CommandSearch {
 public:
  void draw(Ui& ui, const Lab& lab, const MenuContext& context, const DialogFrame& frame);

 private:
  void move(Ui& ui, int count, bool& scroll);
  // The hit that was clicked; -1: none.
  int draw_hits(Ui& ui, const std::string& typed, int count, bool runnable, bool scroll);
  void choose(Ui& ui, int chosen, bool runnable, const std::string& typed);

  std::array<char, 256> text_{};
  int selected_ = 0;
  std::vector<Offer> offers_;  // while it is open
  std::vector<size_t> hits_;
  std::string reason_, reason_for_;  // why Enter did nothing, and for which text
  bool caret_to_end_ = false;
};

class HelpDialog {
 public:
  void draw(Ui& ui, DialogFrame& frame);

 private:
  std::array<char, 128> filter_{};
};

}  // namespace strata
