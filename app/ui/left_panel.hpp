// Purpose: LeftPanel draws the place of the left panel that is chosen, with its tabs: learning, comparing planners,
//          editing the map, or the crowd.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/ui/feature_panel.hpp"

namespace strata {

// These functions draw tabs of the place "Edit": the brush with terrains, and generated maps.
void draw_paint_tab(Ui& ui, Lab& lab);
void draw_generate_tab(Ui& ui, Lab& lab);

// Returns whether the tool paints with the selected terrain.
bool paints_terrain(Tool tool);
// Returns whether a drag with the tool paints on the map, with a terrain or with weights.
bool paints_map(Tool tool);
// Draws the size and the shape of the brush, and the terrain that it paints.
void draw_brush(Ui& ui, const Lab& lab);
// Draws the slider for the size of the brush. `room_after` is left free in its line.
void draw_brush_size(Ui& ui, const Lab& lab, const char* name, float room_after = 0);

class LeftPanel {
 public:
  // Shows a tab that a tool or a command has asked for. Must be called in every frame, whether the panel is visible or
  // not. Returns whether a command has asked for one.
  bool show_requested_tab(Ui& ui, const Lab& lab);
  // Draws the section. `tools`: the section about the map also has the tools, as the tool bar is not shown.
  void draw(Ui& ui, Lab& lab, bool tools);
  // Shows the section, with the tab that was opened there last.
  void show_place(Ui& ui, LeftPanelSection place);

 private:
  // The tab that the tool selected in the last frame has asked for.
  std::string_view tool_tab_;

  // The last open tab of each section; empty: the section was not shown yet.
  std::array<std::string_view, kLeftPanelSections> last_tabs_;
  // For each feature, how often its tab was asked for so far.
  uint64_t requests_ = 0;
};

}  // namespace strata
