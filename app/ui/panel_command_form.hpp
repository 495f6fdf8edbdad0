// Purpose: A CommandForm shows the arguments of a command as labelled fields. Tab goes from one to the next, Up and
//          Down go through the words that a field takes, Enter runs the command, and an error is shown below the
//          fields.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "app/lab/command_fields.hpp"

namespace strata {

class DialogFrame;
class Ui;

class CommandForm {
 public:
  // Opens the form. `given` are values that are known already, in the order of the fields.
  void begin(const CommandInfo& info, const std::vector<std::string>& given);
  void end() { name_.clear(); }
  bool open() const { return !name_.empty(); }
  // Draws the form. Enter and the button run the command; the dialog closes once it is carried out.
  void draw(Ui& ui, DialogFrame& frame);

 private:
  using Text = std::array<char, 256>;

  void choose_usage(size_t way, const std::vector<std::string>& given);
  void draw_field(Ui& ui, size_t index);
  void draw_choices(Ui& ui, const CommandField& field, Text& text, size_t index);
  void hand_over(Ui& ui, const CommandInfo& info);

  std::string name_;  // name of the command; empty: no form is open
  std::vector<CommandUsage> ways_;
  size_t way_ = 0;
  std::vector<Text> texts_;
  int focus_ = -1;      // the field that gets the keyboard in the next frame; below 0: none
  std::string reason_;  // why the fields make no command
};

}  // namespace strata
