// Purpose: LeftPanel has the rail of places, and the place that is chosen with its tabs: painting and the agent, the
//          planners, the crowd, the analysis.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/ui/feature_panel.hpp"

namespace strata {

// Draw tabs of the map: the brush with its terrains, and maps to begin with.
void draw_paint_tab(Ui& ui, Lab& lab);
void draw_generate_tab(Ui& ui, Lab& lab);

class LeftPanel {
 public:
  // Shows a tab that a tool or a command asks for; call it in every frame, whether or not the panel is visible.
  void show_requested_tab(Ui& ui, const Lab& lab);
  void draw(Ui& ui, Lab& lab);
  void show_place(Ui& ui, ScreenPlace place);  // with the tab that was unfolded there last

 private:
  std::string_view tool_tab_;  // the tab that the selected tool asked for in the last frame

  std::array<std::string_view, kScreenPlaces> last_tabs_;  // empty: the place has not been shown
  std::vector<uint64_t> asked_;                            // how often each feature's tab had been asked for
};

}  // namespace strata
