// Purpose: LeftPanel has tabs, those of the map and the agent first, then those of the features, and the brush with its
//          terrains.
#pragma once

#include <cstddef>
#include <cstdint>
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
  size_t tool_tab_ = kNoTab;  // the tab that the selected tool asked for in the last frame

  std::vector<uint64_t> asked_;  // how often each feature's tab had been asked for

  static constexpr size_t kNoTab = static_cast<size_t>(-1);
};

}  // namespace strata
