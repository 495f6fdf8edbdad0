// Purpose: CommandSearch finds commands, menu entries and preferences by words, and shows fields for arguments.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "app/lab/command_search.hpp"
#include "app/ui/panel_command_form.hpp"

namespace strata {

class DialogFrame;
class Lab;
class Ui;
struct MenuContext;

class CommandSearch {
 public:
  void draw(Ui& ui, const Lab& lab, const MenuContext& context, DialogFrame& frame);
  // Must be called when the search is closed.
  void end() { form_.end(); }

 private:
  const std::vector<CommandSuggestion>& offers() const { return by_names_ ? by_name_ : by_title_; }
  void move(Ui& ui, int count, bool& scroll);
  // Draws the commands that were found. Returns the one that was clicked; -1: none was.
  int draw_hits(Ui& ui, const std::string& typed, int count, bool runnable, bool scroll);
  void choose(Ui& ui, int chosen, bool runnable, const std::string& typed);

  std::array<char, 256> text_{};
  int selected_ = 0;
  // The suggestions for words and, behind ">", for command lines. They are filled in when the search opens.
  std::vector<CommandSuggestion> by_title_, by_name_;
  bool by_names_ = false;  // command lines are typed
  std::vector<size_t> hits_;
  // Says why the Enter key has done nothing, and for which text that was.
  std::string reason_, reason_for_;
  // The form for the arguments of the chosen command, if it needs some.
  CommandForm form_;
};

}  // namespace strata
