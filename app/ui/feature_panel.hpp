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
struct SymbolBox;

// A tab of the left panel.
struct PanelTab {
  const char* title;
  const char* name;  // in the dump
  const char* help;
  StructureId structure;  // a dot tells that it is switched on; kMoves: nothing is
  void (*draw)(Ui&, Lab&);
};

// The tool of the map that belongs to the feature: it brings the tab up, and is explained in the status bar.
struct PanelTool {
  Tool tool = Tool::kSelect;  // kSelect: there is none
  bool edits = false;         // what it does is undone like a stroke
  const char* hint = "";
  const char* short_hint = "";
};

// Functions may be null: the feature has nothing to show there.
struct FeaturePanel {
  std::string_view feature;
  PanelTab tab;
  PanelTool tool{};
  // How often a command asked for its tab, which is brought up then.
  uint64_t (*asked)(const Lab&) = nullptr;
  // The inspector, on an inspected cell: what was chosen at it, and what the feature says of it.
  void (*picked)(Ui&, const Lab&) = nullptr;
  void (*inspected)(Ui&, const Lab&) = nullptr;
  // The sign of a layer before its title, and the legend below it. False: the layer is not the feature's.
  bool (*symbol)(Ui&, const Lab&, Layer, const SymbolBox&) = nullptr;
  bool (*legend)(Ui&, const Lab&, Layer) = nullptr;
  // Below the pseudo-code: how far the process has come that is stepped. False: what is stepped is none of the
  // feature's.
  bool (*stepped)(Ui&, const Lab&) = nullptr;
  // The meter: rows in the table of clusters and edges, lines below it.
  void (*meter_rows)(Ui&, const Lab&) = nullptr;
  void (*meter)(Ui&, const Lab&) = nullptr;
  // What views can show: so many levels, those with finished graphs, and a text in their title on how much of one there
  // is.
  int (*levels)(const Lab&) = nullptr;
  void (*level_counts)(const Lab&, int level) = nullptr;
  // A section at the top of the right panel.
  void (*section)(Ui&, const Lab&) = nullptr;
  // Over the map while a gesture goes on that is not decided yet: `line` adds one, a hint if the last argument is true.
  void (*under_way)(Ui&, const Lab&, void (*line)(Ui&, const char*, bool)) = nullptr;
  // What goes on in the background, in the status bar: how wide that is, 0 for nothing, and the drawing.
  float (*status_width)(const Ui&, const Lab&) = nullptr;
  void (*status)(Ui&, const Lab&) = nullptr;
  // Adds what it says there of the cell under the pointer, after two blanks.
  void (*hovered)(const Lab&, Cell, Text& text) = nullptr;
  int place = 0;  // among the lines of the meter and in the status bar: smaller ones come first
};

// Defined above the panels, in app/features.
std::span<const FeaturePanel> feature_panels();

inline constexpr int kLastPlace = 1;

}  // namespace strata
