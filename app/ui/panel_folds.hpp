// Purpose: Which panels fold to icons where the window has no room for them beside the map, and the boxes that follow.
//          A panel that is folded opens over the map; what the user set for it stays as it is.
// How: The panels of the automatic mode give way first: they become narrower, then they fold one by one until the map
//      has half of the window. Panels that the user holds open fold where the map could not be used any more.
// Units: As for panel_layout.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "app/ui/panel_layout.hpp"

namespace strata {

enum class FoldingPanel : uint8_t { kTools, kLeft, kRight, kBottom, kTree };
inline constexpr int kFoldingPanels = 5;

struct FoldedBoxes {
  PanelBoxes boxes;
  std::array<bool, kFoldingPanels> folded{};
  Box rail;  // the column of their icons; empty: nothing is folded
  bool is_folded(FoldingPanel panel) const { return folded[static_cast<size_t>(panel)]; }
};

FoldedBoxes fold_panels(const PanelLayout& layout, float width, float height, float menu_height, float scale);
// Where a folded panel opens: over the map, but for a margin of it where there is room.
Box box_over_map(const FoldedBoxes& folds, FoldingPanel panel, const PanelLayout& layout, float scale);

}  // namespace strata
