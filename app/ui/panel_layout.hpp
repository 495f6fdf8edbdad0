// Purpose: PanelLayout says where the panels are. It keeps the sizes that the user set by the splitters from run to
//          run, and the rectangles for a window follow from them.
// Units: Sizes kept are in UI pixels (scale 1); rectangles in window pixels.
// Errors: A layout file that cannot be read is reported and replaced by defaults.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

// The range of a size that a splitter can set.
struct PanelSizes {
  float least, most;
};
inline constexpr PanelSizes kLeftSizes{200, 480}, kRightSizes{220, 640}, kBottomSizes{84, 2000}, kTreeSizes{160, 2000};

// The range of the shares that the two left columns of the strip have of its width.
inline constexpr float kLeastColumn = 0.12f, kMostColumn = 0.42f;

inline constexpr float kToolbarHeight = 38;

enum class PanelMode : int { kAuto, kOpen, kClosed };  // kAuto: open where the window has room

struct Box {
  float x = 0, y = 0, width = 0, height = 0;
  bool empty() const { return width < 1 || height < 1; }
  friend bool operator==(const Box&, const Box&) = default;
};

struct PanelLayout {
  float left = 284;
  float right = 344;
  float bottom = 300;
  PanelMode left_mode = PanelMode::kAuto;
  PanelMode right_mode = PanelMode::kAuto;
  PanelMode bottom_mode = PanelMode::kAuto;
  float log_share = 0.32f, explain_share = 0.32f;  // columns of the strip; pseudo-code has the rest
  float tree = 320;
  bool tree_open = false;  // the search tree is shown beside the map
  std::string_view chart;  // the chart that is open, by the name of its FeatureChart; empty: none
  Box chart_box;           // its window, in UI pixels; empty: see chart_room
  bool chart_table = true;
  bool dark = true;
  bool right_reaches_down = false;  // the right panel ends at the status bar; it is not kept in the file
  friend bool operator==(const PanelLayout&, const PanelLayout&) = default;
};

struct PanelBoxes {
  Box toolbar, left, right, bottom, status, map, tree;
  Box split_left, split_right, split_bottom, split_tree;
  bool timeline_only = false;  // the bottom has room for the timeline and the sentence of the step, for no more
};

// A map view. There are one, two or four in the centre, of one size, so that they share a camera. Boxes are rounded to
// whole pixels.
struct Pane {
  Box header;  // empty: none
  Box map;
};
struct Panes {
  std::array<Pane, 4> panes;
  int count = 1;
  Box gaps[2];  // between the panes
};
Panes arrange_panes(const Box& centre, int count, float header_height, float gap);

// Returns the layout for a section of the right panel that needs much room, such as a lesson: in a low window the panel
// has the width that is wanted for it, and reaches down to the status bar.
PanelLayout with_room_at_right(const PanelLayout& layout, float height, float scale);

// Returns the boxes of a window. `menu_height` is the height that ImGui measured.
PanelBoxes arrange(const PanelLayout& layout, float width, float height, float menu_height, float scale);

// Returns where the window of the chart goes: over the bottom panel if that has nothing to show, else over the lower
// part of the views.
Box chart_room(const PanelBoxes& boxes, const Box& views, bool stepped, float scale);
// Returns the box of the window of the chart: where the user has put it as far as it fits into the window, or else in
// the room that there is for it.
Box arrange_chart(const PanelLayout& layout, const Box& room, float width, float height, float scale);

PanelLayout load_layout(const std::string& path, std::string& problem);
Status save_layout(const PanelLayout& layout, const std::string& path);

}  // namespace strata
