// Purpose: A CommandForm shows the arguments of a command as labelled fields. Tab moves between fields, Up and Down
//          select among the words of a field, Enter runs the command, and errors appear below the fields.
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
  // Opens the form for a command. `given` are the values that are known already, in the order of the fields.
  void begin(const CommandInfo& info, const std::vector<std::string>& given);
  void end() { name_.clear(); }
  bool open() const { return !name_.empty(); }
  // Draws the form. The Enter key or the button runs the command; the dialog closes if the command succeeds.
  void draw(Ui& ui, DialogFrame& frame);

 private:
  using FieldBuffer = std::array<char, 256>;

  void choose_usage(size_t way, const std::vector<std::string>& given);
  void draw_field(Ui& ui, size_t index);
  void draw_choices(Ui& ui, const CommandField& field, FieldBuffer& text, size_t index);
  void hand_over(Ui& ui, const CommandInfo& info);

  // Name of the command whose form is open; empty: none is.
  std::string name_;
  std::vector<CommandUsage> ways_;
  size_t way_ = 0;
  std::vector<FieldBuffer> texts_;
  // The field that gets the focus in the next frame; below 0: none.
  int focus_ = -1;
  // Says why the values in the fields are no command.
  std::string reason_;
};

}  // namespace strata
