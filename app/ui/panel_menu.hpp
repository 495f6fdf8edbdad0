// Purpose: MenuBar draws the menu bar and the tool bar. menu_model.cpp has their content.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/base/key_chords.hpp"

namespace strata {

class Lab;
class Ui;
struct MenuContext;

class MenuBar {
 public:
  // `width`: of the window, pixels.
  void draw(Ui& ui, const Lab& lab, const MenuContext& context, float width);
  // F10 opens the first menu, Alt with its first letter any of them, in the next frame.
  bool open_by_key(const KeyChord& chord);
  // A key in an open menu: Left and Right go to the neighbouring one.
  void press(int key);

 private:
  void step();

  std::string wanted_;     // to be opened in the next frame, by its name in the dump
  std::string_view open_;  // its name
  std::string_view step_from_;
  int step_ = 0;  // to a neighbouring menu, due in some frames
  int step_frames_ = 0;
  int step_depth_ = 0;
};

void draw_toolbar(Ui& ui, const Lab& lab, const MenuContext& context, float width);
// The popup of that name, with the tools from that one on as a list, and the panels below them.
void draw_tool_list(Ui& ui, const Lab& lab, const MenuContext& context, const char* popup, size_t from);

// A menu, or what else opens for a choice.
bool popup_open();
void close_popups();

}  // namespace strata
