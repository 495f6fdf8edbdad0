// Purpose: What the menus and the tool bar offer, as plain data: the panels draw it, the command search finds it.
// Units: Lists are made when they are needed: while a menu is open, when the command search opens.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/lab/lab.hpp"

namespace strata {

struct MenuEntry {
  enum class Kind : uint8_t { kCommand, kSeparator, kBegin, kEnd };  // kBegin, kEnd: of a menu within the menu
  Kind kind = Kind::kCommand;
  std::string title;
  std::string name;                // for the UI dump
  std::vector<std::string> lines;  // commands, one after the other
  bool enabled = true;
  bool checked = false;
};

// What only the window knows.
struct MenuContext {
  std::span<const std::string> stock_maps, stock_graphs;  // paths
  bool left = true, right = true, bottom = true;          // panels that are open
  bool dark = true;
};

struct Menu {
  const char* title;
  const char* name;  // for the UI dump
};
// In the order of the bar. Alt with the first letter opens one.
inline constexpr std::array<Menu, 7> kMenus = {{{"File", "menu.file"},
                                                {"Edit", "menu.edit"},
                                                {"View", "menu.view"},
                                                {"Search", "menu.search"},
                                                {"Crowd", "menu.crowd"},
                                                {"Map", "menu.map"},
                                                {"Help", "menu.help"}}};
std::vector<MenuEntry> menu_entries(const Lab& lab, const MenuContext& context, size_t menu);

struct ToolbarItem {
  const char* icon;
  const char* name;  // for the UI dump
  const char* line;
  const char* title;
  const char* hint;
  bool on;
  bool enabled;
  bool gap_before;
};
inline constexpr size_t kToolbarItems = 26;
std::array<ToolbarItem, kToolbarItems> toolbar_items(const Lab& lab);
// At the right end: the panels, on and off.
std::array<ToolbarItem, 3> toolbar_panels(const MenuContext& context);

// The layers as lists show them.
struct LayerGroup {
  const char* title;
  const char* name;     // for the UI dump
  Structure structure;  // what must be on for it; kMoves: nothing
  const char* tab;      // of its settings
  std::span<const Layer> layers;
};
std::span<const LayerGroup> layer_groups();

}  // namespace strata
