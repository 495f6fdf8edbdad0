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

  // Restores what is still to be restored and reads the state of the windows; call it after all panels of a frame.
  void follow(float scale);
  // Returns the present states; for windows that have not appeared yet, the saved states.
  const PanelStates& states() const { return states_; }
  PanelStates& states() { return states_; }
  // Resets everything to the defaults.
  void forget();

 private:
  struct Due {
    float scroll = 0;
    int frames = 0;  // number of frames in which it has been tried
  };

  std::string name_;  // name of the window that is being read; kept for its memory
  PanelStates states_;
  std::set<std::string> known_;     // windows whose states have been restored
  std::map<std::string, Due> due_;  // how far windows must still be scrolled, once they are long enough
};

}  // namespace strata
