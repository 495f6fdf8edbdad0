// Purpose: MenuBar draws the menu bar and the tool bar. menu_model.cpp has their content.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/base/key_chords.hpp"
#include "core/grid/cell.hpp"

namespace strata {

class Lab;
class Ui;
struct MenuContext;

class MenuBar {
 public:
  // Draws the menu bar. `width` is that of the window, pixels.
  void draw(Ui& ui, const Lab& lab, const MenuContext& context, float width);
  // Opens a menu in the next frame: F10 the first, Alt with its first letter any menu. Returns false for other keys.
  bool open_by_key(const KeyChord& chord);
  // Handles a key in an open menu: Left and Right go to the neighbouring menu.
  void press(int key);

 private:
  void step();

  std::string wanted_;     // menu to be opened in the next frame, by its name in the UI dump
  std::string_view open_;  // name of the open menu
  std::string_view step_from_;
  int step_ = 0;  // direction to a neighbouring menu; the step is due in some frames
  int step_frames_ = 0;
  int step_depth_ = 0;
};

// CellMenu draws the menu of a cell of the map, which a right click opens.
class CellMenu {
 public:
  void open(Cell cell) { wanted_ = cell; }  // in the next frame, at the pointer
  void draw(Ui& ui, const Lab& lab);

 private:
  std::optional<Cell> wanted_;
  Cell cell_;
};

void draw_toolbar(Ui& ui, const Lab& lab, const MenuContext& context, float width);
// Draws the popup `popup` with the tools from `from` on as a list, and the panels below them.
void draw_tool_list(Ui& ui, const Lab& lab, const MenuContext& context, const char* popup, size_t from);

// Whether a menu or another popup is open.
bool popup_open();
void close_popups();

}  // namespace strata
