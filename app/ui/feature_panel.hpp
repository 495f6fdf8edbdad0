// Purpose: A FeaturePanel is what a feature puts on the screen beside its layers on the map: a tab, and its share of
//          the panels that all features have in common. The panels know no feature by name. They call what the rows
//          offer, in their order.
#pragma once

#include <imgui.h>

#include <span>
#include <string_view>

#include "app/lab/lab_state.hpp"

namespace strata {

class Lab;
class Text;
class Ui;
struct Planner;
struct SymbolBox;

// The places of the left panel, in the order of its rail.
enum class ScreenPlace : uint8_t { kMap, kPlanners, kCrowd, kAnalysis };
inline constexpr int kScreenPlaces = 4;

// A tab of the left panel: it unfolds in its place, those of planners below a planner of the same feature.
struct PanelTab {
  const char* title;
  const char* name;  // name in the UI dump
  const char* help;
  ScreenPlace place;
  void (*draw)(Ui&, Lab&);
};

// The feature's tool for the map: selecting it shows the feature's tab, and the status bar explains it.
struct PanelTool {
  Tool tool = Tool::kSelect;  // kSelect: the feature has no tool
  bool edits = false;         // its effect can be undone like a stroke
  const char* hint = "";
  const char* short_hint = "";
};

// The row of a feature. If a function is null, the feature has nothing to show in that place.
struct FeaturePanel {
  std::string_view feature;
  PanelTab tab;
  PanelTool tool{};
  // Whether the tab is of use for the open map; null: always.
  bool (*fits)(const Lab&) = nullptr;
  bool keeps_tab = false;  // the tab stays when a tool that paints is chosen: painting is part of what is done there
  // Returns how often a command asked for the feature's tab; the tab is shown when the count changes.
  uint64_t (*asked)(const Lab&) = nullptr;
  // Returns the command that shows why the planner's path costs more than the optimal one; empty: nothing shows it.
  std::string_view (*explains_cost)(const Lab&, const Planner&) = nullptr;
  // Draw in the inspector, for an inspected cell: what was picked there, and what the feature says of the cell.
  void (*picked)(Ui&, const Lab&) = nullptr;
  void (*inspected)(Ui&, const Lab&) = nullptr;
  // Draw the symbol of a layer before its title, and the legend below it. They return false if the layer is another
  // feature's.
  bool (*symbol)(Ui&, const Lab&, Layer, const SymbolBox&) = nullptr;
  bool (*legend)(Ui&, const Lab&, Layer) = nullptr;
  // Draws, below the pseudo-code, the progress of the stepped process. Returns false if what is stepped is not the
  // feature's.
  bool (*stepped)(Ui&, const Lab&) = nullptr;
  // Draw in the meter: rows in the table of clusters and edges, and lines below the table.
  void (*meter_rows)(Ui&, const Lab&) = nullptr;
  void (*meter)(Ui&, const Lab&) = nullptr;
  // For the views: return the number of levels with finished graphs, and draw in a view's title how large a level is.
  int (*levels)(const Lab&) = nullptr;
  void (*level_counts)(const Lab&, int level) = nullptr;
  // Draws a section at the top of the right panel.
  void (*section)(Ui&, const Lab&) = nullptr;
  bool leads = false;  // the section comes before all others, also before an inspected cell
  // Whether the section needs much room now: in a low window the right panel then reaches down to the status bar.
  bool (*needs_room)(const Lab&) = nullptr;
  // Draws a section below the brush, where maps are painted.
  void (*map_section)(Ui&, Lab&) = nullptr;
  // Draws on the page "Computing" of the preferences.
  void (*preferences)(Ui&, Lab&) = nullptr;
  // Draws notes over the map while a gesture is not decided yet: `line` adds a line, a hint if its last argument is
  // true.
  void (*under_way)(Ui&, const Lab&, void (*line)(Ui&, const char*, bool)) = nullptr;
  // For work in the background, in the status bar: return the width, 0 for none, and draw it.
  float (*status_width)(const Ui&, const Lab&) = nullptr;
  void (*status)(Ui&, const Lab&) = nullptr;
  // Adds what the status bar says of the cell under the pointer, after two blanks.
  void (*hovered)(const Lab&, Cell, Text& text) = nullptr;
  // Beside the maps of a presentation: says whether the feature has something to show there, and draws it in place of
  // the legend. The font is set.
  bool (*presents)(const Lab&) = nullptr;
  void (*presented)(Ui&, const Lab&) = nullptr;
  int place = 0;  // order among the lines of the meter and in the status bar: smaller values come first
};

// Returns the panels of all features. It is defined above the panels, in app/features.
std::span<const FeaturePanel> feature_panels();

inline constexpr int kLastPlace = 1;

}  // namespace strata
