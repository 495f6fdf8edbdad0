// Purpose: PanelWindows reads from Dear ImGui what panel_memory.hpp keeps, and restores it when the windows exist.
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

  // After all panels of a frame: puts back what is due, and looks at how the windows stand.
  void follow(float scale);
  // What there is now; of windows that have not been there yet, what was kept of them.
  const PanelStates& states() const { return states_; }
  PanelStates& states() { return states_; }
  // Everything as on the first day.
  void forget();

 private:
  struct Due {
    float scroll = 0;
    int frames = 0;  // it has been tried for so many
  };

  std::string name_;  // of the window that is looked at: its memory is used again
  PanelStates states_;
  std::set<std::string> known_;     // windows that have got back what was kept of them
  std::map<std::string, Due> due_;  // how far windows are still to be scrolled, once they are that long
};

}  // namespace strata
