// Purpose: A Menu is what the menus and the tool bar offer, as plain data. The panels draw it, and the command search
//          lists it.
// Units: Lists are made when they are needed: while a menu is open, and when the command search opens.
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
  enum class Kind : uint8_t { kCommand, kSeparator, kBegin, kEnd };  // kBegin, kEnd: of a submenu
  Kind kind = Kind::kCommand;
  std::string title;
  std::string name;                // for the UI dump
  std::vector<std::string> lines;  // commands, one after the other
  bool enabled = true;
  bool checked = false;
  std::string why_not{};  // why it cannot be used now; its tooltip and the command search say so
  bool recent = false;    // the title is a recent file, which is shown with the picture of its map
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
  // Disables the last entry if there is a reason why it cannot be used now.
  void unless(bool possible, std::string_view why_not) {
    if (possible) return;
    entries.back().enabled = false;
    entries.back().why_not = why_not;
  }
  // Adds a choice that is named after its command.
  void choice(std::string title, const std::string& line, bool enabled, bool checked) {
    command(std::move(title), line, line, enabled, checked);
  }
  void separator() { entries.push_back({.kind = MenuEntry::Kind::kSeparator, .title = {}, .name = {}, .lines = {}}); }
  void begin(std::string title, std::string name = {}, bool enabled = true) {
    entries.push_back({MenuEntry::Kind::kBegin, std::move(title), std::move(name), {}, enabled, false});
  }
  void end() { entries.push_back({.kind = MenuEntry::Kind::kEnd, .title = {}, .name = {}, .lines = {}}); }

  // Adds a choice for each value. Values other than 0 must be above `above`, and below `below` if that is not 0.
  void choices(std::string title, std::string_view format, std::string_view name, int chosen,
               std::initializer_list<int> values, int above = 0, int below = 0) {
    begin(std::move(title));
    for (const int value : values) {
      const bool possible = value == 0 || (value > above && (below == 0 || value < below));
      const std::string text = value == 0 ? "none" : fmt::format(fmt::runtime(format), value);
      choice(text, fmt::format("{} {}", name, value), true, value == chosen);
      unless(possible, value <= above ? fmt::format("it must be larger than {}", above)
                                      : fmt::format("it must be smaller than {}", below));
    }
    end();
  }
};

// What only the window knows.
struct MenuContext {
  std::span<const std::string> stock_maps, stock_graphs, stock_levels;  // paths
  bool left = true, right = true, bottom = true;                        // which panels are open
  bool dark = true;
  bool tree = false;  // the search tree is shown beside the map
};

struct Menu {
  const char* title;
  const char* name;  // for the UI dump
};
// Returns the menus in the order of the bar. Alt with the first letter opens a menu.
std::span<const Menu> menus();
std::vector<MenuEntry> menu_entries(const Lab& lab, const MenuContext& context, size_t menu);

// Returns the menu that a right click on a cell of the map opens.
std::vector<MenuEntry> cell_menu_entries(const Lab& lab, Cell cell);

struct ToolbarItem {
  const char* icon;
  const char* name;  // for the UI dump
  const char* line;
  const char* title;
  const char* hint;
  bool on;
  std::string_view why_not;  // why it cannot be used now; empty: it can
  bool gap_before;
};
// Returns why there is nothing to step through; empty: there is.
std::string_view why_not_stepped(const Lab& lab);
void toolbar_items(const Lab& lab, std::vector<ToolbarItem>& items);
// Returns the items at the right end, which switch the panels on and off.
std::array<ToolbarItem, 3> toolbar_panels(const MenuContext& context);

// A group of layers as lists show them.
struct LayerGroup {
  std::string title;
  std::string name;       // for the UI dump
  StructureId structure;  // structure that must be on for the group; kMoves: none
  std::string tab;        // tab of its settings
  std::vector<Layer> layers;
};
std::span<const LayerGroup> layer_groups();

}  // namespace strata
