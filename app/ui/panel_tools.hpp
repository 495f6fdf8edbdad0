// Purpose: LeftPanel has tabs, those of the map and the agent first, then those of the features, and the brush with its
//          terrains.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace strata {

class Lab;
class Ui;

class LeftPanel {
 public:
  // Shows a tab that a tool or a command asks for; call it in every frame, whether or not the panel is visible.
  void show_requested_tab(Ui& ui, const Lab& lab);
  void draw(Ui& ui, Lab& lab);

 private:
  std::string_view tool_tab_;  // the tab that the selected tool asked for in the last frame

  std::vector<uint64_t> asked_;  // how often each feature's tab had been asked for
};

}  // namespace strata
