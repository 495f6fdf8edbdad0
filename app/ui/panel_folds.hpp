// Purpose: If the window is too small for all panels, some are folded to icons. fold_panels decides which, and
//          computes the boxes. A folded panel opens above the map. The mode that the user has chosen for the panel
//          does not change.
// How: Panels in automatic mode shrink first, then fold one by one until the map has half of the window. Panels that
//      the user has opened fold only if the map would become too small to use.
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
  bool is_folded(FoldingPanel panel) const { return folded[static_cast<size_t>(panel)]; }
};

FoldedBoxes fold_panels(const PanelLayout& layout, float width, float height, float menu_height, float scale);
// Returns the box in which a folded panel opens: above the map, with a margin if there is room for it.
Box box_over_map(const FoldedBoxes& folds, FoldingPanel panel, const PanelLayout& layout, float scale);

}  // namespace strata
