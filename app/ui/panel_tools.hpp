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
  // Brings a tab up for who asks for it; in every frame, whether or not the panel is in sight.
  void show_requested_tab(Ui& ui, const Lab& lab);
  void draw(Ui& ui, Lab& lab);

 private:
  size_t tool_tab_ = kNoTab;  // that the tool in hand brought up in the last frame

  std::vector<uint64_t> asked_;  // how often each feature's tab had been asked for

  static constexpr size_t kNoTab = static_cast<size_t>(-1);
};

}  // namespace strata
