// Purpose: PanelStates are what is stored of the panels between two runs, with the layout: the open sections,
//          the open tab, and the scroll positions. Within a run Dear ImGui stores these itself, as each panel
//          and tab is a window.
// How: Dear ImGui identifies a collapsible section by an id that it computes from titles. These ids are stored
//      for each window.
// Errors: Unreadable entries are skipped. The numbers of stored windows and folds are limited.
// Threads: The main thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/base/result.hpp"

namespace strata {

struct PanelState {
  float scroll = 0;  // scroll position, pixels of scale 1
  // For each collapsible section, by its id: whether it is open.
  std::map<uint32_t, bool> folds;
  friend bool operator==(const PanelState&, const PanelState&) = default;
};

struct PanelStates {
  static constexpr size_t kMaxWindows = 48, kMaxFolds = 160;  // maximum numbers of windows, and of folds per window

  std::map<std::string, PanelState> windows;  // by name in Dear ImGui
  std::string tab;                            // name of the open tab in the UI dump
  // Whether the legend lists names; nullopt: it does if there is room.
  std::optional<bool> path_legend;
  friend bool operator==(const PanelStates&, const PanelStates&) = default;
};

PanelStates load_panel_states(const std::string& path);
// Saves the states in the layout file, whose other content does not change.
Status save_panel_states(const PanelStates& states, const std::string& path);

}  // namespace strata
