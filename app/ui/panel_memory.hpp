// Purpose: PanelStates keeps from run to run, with the layout, which sections of the panels were open, which tab was
//          chosen, and how far each panel was scrolled. Within a run Dear ImGui keeps this by itself, as each panel and
//          tab is a window of its own.
// How: Dear ImGui identifies every fold by a number that it computes from its titles. These numbers are kept, window by
//      window.
// Errors: What cannot be read is left out. The number of windows and folds that are kept is bounded.
// Threads: The main thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/base/result.hpp"

namespace strata {

struct PanelState {
  float scroll = 0;                // scroll position, pixels of scale 1
  std::map<uint32_t, bool> folds;  // by id: whether the fold is open
  friend bool operator==(const PanelState&, const PanelState&) = default;
};

struct PanelStates {
  static constexpr size_t kMaxWindows = 48, kMaxFolds = 160;  // most windows, and most folds of a window

  std::map<std::string, PanelState> windows;  // by name in Dear ImGui
  std::string tab;                            // the tab's name in the UI dump
  std::optional<bool> path_legend;            // whether the legend of paths lists names; nullopt: if there is room
  friend bool operator==(const PanelStates&, const PanelStates&) = default;
};

PanelStates load_panel_states(const std::string& path);
// Saves the states to the layout file, whose other content stays.
Status save_panel_states(const PanelStates& states, const std::string& path);

}  // namespace strata
