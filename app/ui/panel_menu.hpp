// Purpose: MenuBar draws the menu bar and the tool bar. app/lab/menu_model.cpp defines what is in them.
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
  // Draws the menu bar. `width` is the width of the window in pixels.
  void draw(Ui& ui, const Lab& lab, const MenuContext& context, float width);
  // Opens a menu in the next frame: F10 opens the first one, Alt and a letter the one whose title begins with it.
  // Returns false for other keys.
  bool open_by_key(const KeyChord& chord);
  // Handles a key while a menu is open: Left and Right open the menu beside it.
  void press(int key);

 private:
  void step();

  std::string wanted_;     // name of the menu to open in the next frame, as in the UI dump
  std::string_view open_;  // name of the open menu
  std::string_view step_from_;
  // Direction of the menu to open next, which opens after some frames.
  int step_ = 0;
  int step_frames_ = 0;
  int step_depth_ = 0;
};

// CellMenu draws the context menu of a cell of the map.
class CellMenu {
 public:
  // Opens the menu in the next frame, at the pointer.
  void open(Cell cell) { wanted_ = cell; }
  void draw(Ui& ui, const Lab& lab);

 private:
  std::optional<Cell> wanted_;
  Cell cell_;
};

// Draws the tools as a grid over the width of the panel.
void draw_tools(Ui& ui, const Lab& lab);
void draw_toolbar(Ui& ui, const Lab& lab, const MenuContext& context, float width);
// Draws the popup named `popup`: a list of the tools from index `from` on, and of the panels.
void draw_tool_list(Ui& ui, const Lab& lab, const MenuContext& context, const char* popup, size_t from);

// Returns whether a menu or another popup is open.
bool popup_open();
void close_popups();

}  // namespace strata
