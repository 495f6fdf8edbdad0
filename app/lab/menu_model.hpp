// Purpose: A Menu is the content of a menu or of the tool bar as plain data. Panels draw it, and the command
//          search lists it.
// How: Lists are made on demand: while a menu is open, and when the command search opens.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/lab/lab.hpp"

namespace strata {

struct MenuEntry {
  // kBegin and kEnd are the begin and the end of a submenu.
  enum class Kind : uint8_t { kCommand, kSeparator, kBegin, kEnd };
  Kind kind = Kind::kCommand;
  std::string title;
  // The name of the entry in the UI dump.
  std::string name;
  std::vector<std::string> lines;  // the commands that it runs in order
  bool enabled = true;
  bool checked = false;
  // Says why the entry is disabled, in its tooltip and in the command search; empty: it is enabled.
  std::string why_not{};
  // The title is a recent file, which is shown with its small picture.
  bool recent = false;
};

// Collects the entries of one menu.
struct MenuList {
  std::vector<MenuEntry> entries;

  void command(std::string title, std::string name, std::vector<std::string> lines, bool enabled = true,
               bool checked = false) {
    entries.push_back(
        {MenuEntry::Kind::kCommand, std::move(title), std::move(name), std::move(lines), enabled, checked});
  }
  void command(std::string title, std::string name, std::string line, bool enabled = true, bool checked = false) {
    command(std::move(title), std::move(name), std::vector{std::move(line)}, enabled, checked);
  }
  // Disables the last entry unless `possible` is true, and stores the reason.
  void unless(bool possible, std::string_view why_not) {
    if (possible) return;
    entries.back().enabled = false;
    entries.back().why_not = why_not;
  }
  // Adds an entry with a check mark whose name is its command line.
  void choice(std::string title, const std::string& line, bool enabled, bool checked) {
    command(std::move(title), line, line, enabled, checked);
  }
  void separator() { entries.push_back({.kind = MenuEntry::Kind::kSeparator, .title = {}, .name = {}, .lines = {}}); }
  void begin(std::string title, std::string name = {}, bool enabled = true) {
    entries.push_back({MenuEntry::Kind::kBegin, std::move(title), std::move(name), {}, enabled, false});
  }
  void end() { entries.push_back({.kind = MenuEntry::Kind::kEnd, .title = {}, .name = {}, .lines = {}}); }
};

// Data for the menus that only the window knows.
struct MenuContext {
  std::span<const std::string> stock_maps, stock_graphs, stock_levels;  // paths of stock files
  bool left = true, right = true, bottom = true;                        // which panels are open
  bool dark = true;
  bool tree = false;                  // the search tree is shown beside the map
  bool tools = false, steps = false;  // the tool bar; event log, open list and pseudo-code
  Cell cell = {};                     // the cell whose context menu is open
};

struct Menu {
  const char* title;
  const char* name;  // for the UI dump
};
// Returns the menus in the order of the menu bar. Alt with the first letter of a menu's title opens it.
std::span<const Menu> menus();
std::vector<MenuEntry> menu_entries(const Lab& lab, const MenuContext& context, size_t menu);

// Returns the context menu for a cell of the map.
std::vector<MenuEntry> cell_menu_entries(const Lab& lab, Cell cell);

struct ToolbarItem {
  const char* icon;
  const char* name;  // for the UI dump
  const char* line;
  const char* title;
  const char* hint;
  bool on;
  std::string_view why_not;  // why it is disabled; empty: it is not
  bool gap_before;
  // The item belongs to editing; the section of the left panel about the map shows it, too.
  bool edits = false;
};
// Returns why there is nothing to step; empty if there is something.
std::string_view why_not_stepped(const Lab& lab);
void toolbar_items(const Lab& lab, std::vector<ToolbarItem>& items);
// Returns the items at the right end of the tool bar, which show and hide the panels.
std::array<ToolbarItem, 3> toolbar_panels(const MenuContext& context);

// A group of layers as lists show it.
struct LayerGroup {
  std::string title;
  std::string name;  // name in the UI dump
  // The layers of the group can be shown while this structure is switched on; kMoves: always.
  StructureId structure;
  // The tab in which the settings of the structure are.
  std::string tab;
  std::vector<Layer> layers;
};
std::span<const LayerGroup> layer_groups();

}  // namespace strata
