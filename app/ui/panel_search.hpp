// Purpose: CommandSearch finds every command, menu entry and preference by words, and shows fields for the arguments.
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
  void end() { form_.end(); }  // the search was closed

 private:
  void move(Ui& ui, int count, bool& scroll);
  // Draws the hits. Returns the hit that was clicked; -1 if none was.
  int draw_hits(Ui& ui, const std::string& typed, int count, bool runnable, bool scroll);
  void choose(Ui& ui, int chosen, bool runnable, const std::string& typed);

  std::array<char, 256> text_{};
  int selected_ = 0;
  std::vector<CommandSuggestion> offers_;  // filled while the search is open
  std::vector<size_t> hits_;
  std::string reason_, reason_for_;  // why Enter did nothing, and for which text
  CommandForm form_;                 // form of the chosen command, if it needs arguments
};

}  // namespace strata
