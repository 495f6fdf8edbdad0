// Purpose: PanelWindows reads the states of panel_memory.hpp from Dear ImGui, and restores them when the windows exist.
// Threads: The main thread.
#pragma once

#include <map>
#include <set>
#include <string>

#include "app/ui/panel_memory.hpp"

namespace strata {

class PanelWindows {
 public:
  explicit PanelWindows(const PanelStates& wanted);

  // Restores states that are not restored yet, and reads the present states of the windows. Must be called after all
  // panels of a frame.
  void follow(float scale);
  // Returns the present states. For a window that has not appeared yet it is the loaded one.
  const PanelStates& states() const { return states_; }
  PanelStates& states() { return states_; }
  // Resets everything to the defaults.
  void forget();

 private:
  struct PendingScroll {
    float scroll = 0;
    // Number of frames in which it was tried to restore the position.
    int frames = 0;
  };

  std::string name_;  // name of the window being read; kept to avoid allocations
  PanelStates states_;
  // The windows whose states were restored.
  std::set<std::string> known_;
  // Scroll positions that are still to be restored, once their windows are long enough.
  std::map<std::string, PendingScroll> due_;
};

}  // namespace strata
