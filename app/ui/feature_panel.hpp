// Purpose: A FeaturePanel is the interface of a feature outside the map: its tab, and its parts of the panels
//          that features share. These panels know no feature by name: they call the functions of all
//          FeaturePanels, in their order.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string_view>

#include "app/lab/lab_state.hpp"

namespace strata {

class Lab;
class Text;
class Ui;
struct Planner;
struct SymbolBox;

// The places of the left panel: "Edit", "Compare", "Crowd", "Learn".
enum class LeftPanelSection : uint8_t { kMap, kPlanners, kCrowd, kLearn };
inline constexpr int kLeftPanelSections = 4;

// A tab of the left panel. It opens within its section; a tab about planners opens below a planner of the same feature.
// Without a title it is a part of the tab that paints maps, below the brush.
struct PanelTab {
  const char* title;
  const char* name;  // name in the UI dump
  const char* help;
  LeftPanelSection place;
  void (*draw)(Ui&, Lab&);
};

// Work in the background, or its result, that the status bar shows with a button.
struct StatusBarWork {
  const char* text;
  std::optional<double> progress = {};  // 0..1, drawn as a bar; nullopt: the text alone is drawn
  const char* name;                     // name in the UI dump
  const char* help;                     // of the button beside a bar, and of a text
  const char* button = "cancel";
  const char* line;              // the command that the button runs
  std::string_view hint = {};    // more about the button beside a bar
  float width = kProgressWidth;  // of all together, before the interface is scaled
  bool warns = false;            // the text has the colour of warnings
  static constexpr float kProgressWidth = 204;
};

// The text of an open lesson or of the card of a figure.
struct OpenText {
  // The sections beside the text that it names. The others are folded.
  bool comparison = false, legend = false;
  // The text tells of pseudo-code: the steps open, and close again with the text.
  bool steps = false;
  // The text is the card of a figure. If the figure is a chart, it takes the place of the map, and no panel opens
  // beside it by itself. Any other text needs much height: in a low window the right panel then reaches down to the
  // status bar.
  bool figure = false;
  friend bool operator==(const OpenText&, const OpenText&) = default;
};

// The functions of a feature. A null function means that the feature has nothing to show there.
struct FeaturePanel {
  std::string_view feature;
  PanelTab tab;
  // Returns whether the tab makes sense for the open map; null: always.
  bool (*fits)(const Lab&) = nullptr;
  // Returns why the structure of the planner has its present options, or which planner it has asked and why, as a
  // sentence; empty: there is nothing to say.
  std::string (*reason)(const Lab&, const Planner&) = nullptr;
  // These functions draw in the inspector of a cell: the item of the feature that was picked there, and what the
  // feature knows about the cell.
  void (*picked)(Ui&, const Lab&) = nullptr;
  void (*inspected)(Ui&, const Lab&) = nullptr;
  // These functions draw the symbol in front of a layer's title, and the legend below the title. They return false for
  // layers of other features.
  bool (*symbol)(Ui&, const Lab&, Layer, const SymbolBox&) = nullptr;
  bool (*legend)(Ui&, const Lab&, Layer) = nullptr;
  // Draws the progress of the stepped process below the pseudo-code. Returns false if the process belongs to
  // another feature.
  bool (*stepped)(Ui&, const Lab&) = nullptr;
  // These functions draw in the meter: rows of the table of clusters and edges, and lines below the table.
  void (*meter_rows)(Ui&, const Lab&) = nullptr;
  void (*meter)(Ui&, const Lab&) = nullptr;
  // These functions serve the titles of views: the first returns the number of levels with complete graphs, the second
  // draws the size of a level.
  int (*levels)(const Lab&) = nullptr;
  void (*level_counts)(const Lab&, int level) = nullptr;
  // Draws a section at the top of the right panel, see `place`. In a presentation the section of the open text stands
  // beside the maps in place of the legend, in the font that is set, unless it is the card of a figure.
  void (*section)(Ui&, const Lab&) = nullptr;
  // Returns the open text that the section shows; nullopt: no text is open.
  std::optional<OpenText> (*text)(const Lab&) = nullptr;
  // Draws settings on the page "Computing" of the preferences.
  void (*preferences)(Ui&, Lab&) = nullptr;
  // Draws notes over the map during an unfinished gesture. `line` draws one line; its last argument is true for a hint.
  void (*under_way)(Ui&, const Lab&, void (*line)(Ui&, const char*, bool)) = nullptr;
  // Returns the work that the status bar shows; nullopt: none.
  std::optional<StatusBarWork> (*work)(const Lab&) = nullptr;
  // Adds what the feature knows about the cell under the pointer to the text of the status bar, after two blanks.
  void (*hovered)(const Lab&, Cell, Text& text) = nullptr;
  // Draws the head of the feature's page (FeatureChart::page), above its table: all that the page says and offers.
  void (*page)(Ui&, Lab&) = nullptr;
  // Order of its lines in the meter and in the status bar, ascending. With kFirstPlace its section stands above the
  // inspected cell and all other sections.
  int place = 0;
};

// Returns the panels of all features. app/features defines it.
std::span<const FeaturePanel> feature_panels();
// Returns the text that is open; nullopt: none is.
std::optional<OpenText> open_text(const Lab& lab);

inline constexpr int kFirstPlace = -1, kLastPlace = 1;

}  // namespace strata
