// Purpose: fold_panels decides which panels fold to icons where the window has no room for them beside the map, and
//          computes the boxes that follow. A folded panel opens over the map. What the user set for it stays as it is.
// How: Panels in automatic mode are folded first: they become narrower, then they fold one by one until the map has
//      half of the window. Panels that the user holds open fold where the map would become too small to use.
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
  Box rail;  // column of the icons of folded panels; empty: no panel is folded
  bool is_folded(FoldingPanel panel) const { return folded[static_cast<size_t>(panel)]; }
};

FoldedBoxes fold_panels(const PanelLayout& layout, float width, float height, float menu_height, float scale);
// Returns the box where a folded panel opens: over the map, with a margin if there is room.
Box box_over_map(const FoldedBoxes& folds, FoldingPanel panel, const PanelLayout& layout, float scale);

}  // namespace strata
