// Purpose: PanelLayout has the modes and sizes of the panels, which the user sets with splitters and which are stored
//          between runs. arrange() computes from it where the panels are in a window.
// Units: Stored sizes are in UI pixels (scale 1); boxes are in window pixels.
// Errors: An unreadable layout file is reported and replaced by defaults.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

// The smallest and the largest size to which a splitter can set a panel.
struct PanelSizes {
  float least, most;
};
inline constexpr PanelSizes kLeftSizes{200, 480}, kRightSizes{220, 640}, kBottomSizes{84, 2000}, kTreeSizes{160, 2000};

// Range of the widths of the two left columns in the bottom panel, relative to the width of the panel.
inline constexpr float kLeastColumn = 0.12f, kMostColumn = 0.42f;

inline constexpr float kToolbarHeight = 38;
// Width of the column of icons at the left edge, and its width in a narrow window.
inline constexpr float kRailWidth = 58, kNarrowRail = 48;
// The smallest height of the drawer with the steps above the strip. If the bottom panel is made lower than kLeastSteps,
// it has the strip alone.
inline constexpr float kLeastDrawer = 40;
inline constexpr float kLeastSteps = kBottomSizes.least + kLeastDrawer;

// kAuto: the panel is open if the window has room for it.
enum class PanelMode : int { kAuto, kOpen, kClosed };

struct Box {
  float x = 0, y = 0, width = 0, height = 0;
  bool empty() const { return width < 1 || height < 1; }
  friend bool operator==(const Box&, const Box&) = default;
};

// Which panels beside the left one are open in a place.
struct PlacePanels {
  bool right = true, bottom = true, steps = false, tools = false, tree = false;
  friend bool operator==(const PlacePanels&, const PlacePanels&) = default;
};
inline constexpr size_t kPlaces = 4;

struct PanelLayout {
  float left = 240;
  float right = 344;
  float bottom = 324;  // with the steps
  PanelMode left_mode = PanelMode::kClosed;
  PanelMode right_mode = PanelMode::kAuto;
  PanelMode bottom_mode = PanelMode::kAuto;
  bool tools_open = false;  // the tool bar is shown
  // The bottom panel shows not only the timeline, but also the event log, the open list and the pseudo-code.
  bool steps_open = false;
  // Widths of the first two columns in the bottom panel, relative to its width; the pseudo-code has the rest.
  float log_share = 0.34f, explain_share = 0.30f;
  float tree = 320;
  bool tree_open = false;  // the search tree is shown beside the map
  std::string_view chart;  // name of the open chart; empty: none
  // Box of the chart's window in UI pixels; empty: the user has not moved it, see chart_room.
  Box chart_box;
  bool chart_table = true;
  bool dark = true;
  // The panels of each place as they were when it was left, or as they are in the present one; nullopt: the place was
  // not shown yet. Index: LeftPanelSection.
  std::array<std::optional<PlacePanels>, kPlaces> places;
  // The right panel reaches down to the status bar. This is not stored in the file.
  bool right_reaches_down = false;
  friend bool operator==(const PanelLayout&, const PanelLayout&) = default;
};

struct PanelBoxes {
  Box toolbar, rail, left, right, bottom, status, map, tree;
  Box split_left, split_right, split_bottom, split_tree;
  // The bottom panel has room only for the strip: the timeline and the sentence about the event.
  bool timeline_only = false;
};

// A view of the map. One, two or four views of equal size are in the centre and have the same camera. Boxes are rounded
// to whole pixels.
struct Pane {
  // Box of the title of the view; empty: it has none.
  Box header;
  Box map;
};
struct Panes {
  std::array<Pane, 4> panes;
  int count = 1;
  Box gaps[2];  // between the panes
};
Panes arrange_panes(const Box& centre, int count, float header_height, float gap);

// Returns the layout for a section of the right panel that needs much room, such as a lesson. The panel is as wide as
// it needs to be, and in a low window it reaches down to the status bar.
PanelLayout with_room_at_right(const PanelLayout& layout, float height, float scale);

PlacePanels panels_of(const PanelLayout& layout);
void set_panels(PanelLayout& layout, const PlacePanels& panels);

// Returns the height of the strip in a window of this width, in pixels.
float strip_height(float width, float scale);

// Returns the boxes of the panels. `menu_height` is the height of the menu bar as measured by ImGui.
PanelBoxes arrange(const PanelLayout& layout, float width, float height, float menu_height, float scale);

// Returns where the window of the chart is by default: over the bottom panel if that is empty, otherwise over the lower
// part of the views.
Box chart_room(const PanelBoxes& boxes, const Box& views, bool stepped, float scale);
// Returns where the window of the chart is: where the user has put it, but inside the program's window; by
// default at `room`.
Box arrange_chart(const PanelLayout& layout, const Box& room, float width, float height, float scale);

// Returns where a page lies: from the left edge of the views to the right edge of the window, above the status bar.
Box page_room(const PanelBoxes& boxes, float width);
// Returns where the chart of a card lies: as a page, but beside the right panel, which has the text of the card.
Box figure_room(const PanelBoxes& boxes, float width);

PanelLayout load_layout(const std::string& path, std::string& problem);
Status save_layout(const PanelLayout& layout, const std::string& path);

}  // namespace strata
