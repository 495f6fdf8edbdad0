#include "app/ui/panel_folds.hpp"

#include <algorithm>

namespace strata {
namespace {

// Half of the window, and a little more, as sizes are rounded.
constexpr float kHalf = 0.5015f;
constexpr float kLeftLeast = 200;  // smallest width of panels in automatic mode
constexpr float kRightLeast = 264;
constexpr float kBottomLeast = 160;
// Height of a bottom panel that has only the timeline and the sentence.
constexpr float kSentenceHeight = 122;
// Minimum size of the map while panels are open that the user has opened.
constexpr float kLeastMapWidth = 100, kLeastMapHeight = 60;
constexpr int kHalvings = 10;

struct WindowSizes {
  float width, height, menu, scale;
};

using FoldedPanels = std::array<bool, kFoldingPanels>;

bool& at(FoldedPanels& folded, FoldingPanel panel) { return folded[static_cast<size_t>(panel)]; }

FoldedBoxes boxes_with(PanelLayout layout, FoldedPanels folded, const WindowSizes& window) {
  if (at(folded, FoldingPanel::kTools)) layout.tools_open = false;
  if (at(folded, FoldingPanel::kLeft)) layout.left_mode = PanelMode::kClosed;
  if (at(folded, FoldingPanel::kRight)) layout.right_mode = PanelMode::kClosed;
  if (at(folded, FoldingPanel::kBottom)) layout.bottom_mode = PanelMode::kClosed;
  if (at(folded, FoldingPanel::kTree)) layout.tree_open = false;
  return {arrange(layout, window.width, window.height, window.menu, window.scale), folded};
}

// Returns the layout in which panels in automatic mode are smaller. With a `share` of 1 they have their minimum sizes.
PanelLayout shrunk(const PanelLayout& layout, float share, bool timeline_only) {
  PanelLayout result = layout;
  const auto shrink = [share](PanelMode mode, float least, float& size) {
    if (mode == PanelMode::kAuto && size > least) size += (least - size) * share;
  };
  shrink(layout.left_mode, kLeftLeast, result.left);
  shrink(layout.right_mode, kRightLeast, result.right);
  shrink(layout.bottom_mode, kBottomLeast, result.bottom);
  if (timeline_only && layout.bottom_mode == PanelMode::kAuto) {
    result.bottom = kBottomSizes.least + (1 - share) * (kSentenceHeight - kBottomSizes.least);
  }
  return result;
}

// Returns whether the map has half of the window, in width and in height. The search tree counts as part of the map.
bool has_half(const PanelBoxes& boxes, const WindowSizes& window) {
  const float wide = boxes.map.width + (boxes.tree.empty() ? 0 : boxes.tree.width + boxes.split_tree.width);
  return wide >= kHalf * window.width && boxes.map.height >= kHalf * window.height;
}

bool can_be_used(const PanelBoxes& boxes, const WindowSizes& window) {
  return boxes.map.width >= kLeastMapWidth * window.scale && boxes.map.height >= kLeastMapHeight * window.scale;
}

bool tree_has_room(const FoldedBoxes& folds, const PanelLayout& layout, float scale) {
  return !layout.tree_open || folds.is_folded(FoldingPanel::kTree) ||
         folds.boxes.tree.width >= kTreeSizes.least * scale * 0.99f;
}

}  // namespace

FoldedBoxes fold_panels(const PanelLayout& layout, float width, float height, float menu_height, float scale) {
  const WindowSizes window{width, height, menu_height, scale};
  const struct {
    bool timeline_only, left, right, bottom, tools;
  } steps[] = {{false, false, false, false, false}, {true, false, false, false, false},
               {true, true, false, false, false},   {true, false, true, false, false},
               {true, true, true, false, false},    {true, true, true, true, false},
               {true, true, true, true, true}};
  constexpr size_t kSidesFolded = 4;
  FoldedPanels folded{};
  float share = 0;
  bool timeline_only = false;
  const auto boxes_at = [&](float wanted) { return boxes_with(shrunk(layout, wanted, timeline_only), folded, window); };
  const auto take = [&](const auto& step) {
    timeline_only = step.timeline_only;
    at(folded, FoldingPanel::kTools) = step.tools && layout.tools_open;
    at(folded, FoldingPanel::kLeft) = step.left && layout.left_mode == PanelMode::kAuto;
    at(folded, FoldingPanel::kRight) = step.right && layout.right_mode == PanelMode::kAuto;
    at(folded, FoldingPanel::kBottom) = step.bottom && layout.bottom_mode == PanelMode::kAuto;
  };
  bool found = false;
  for (const auto& step : steps) {
    take(step);
    share = 1;
    found = has_half(boxes_at(1).boxes, window);
    if (found) break;
  }
  if (found && timeline_only) {
    // If only the width was too small, the bottom panel need not be reduced to the timeline.
    timeline_only = false;
    timeline_only = !has_half(boxes_at(1).boxes, window);
  }
  if (found) {
    // The panels are made smaller only as far as necessary.
    float enough = 1, little = 0;
    if (has_half(boxes_at(0).boxes, window)) enough = 0;
    for (int i = 0; i < kHalvings && enough > 0; ++i) {
      const float middle = (enough + little) / 2;
      (has_half(boxes_at(middle).boxes, window) ? enough : little) = middle;
    }
    share = enough;
  } else {
    // The panels that the user has opened take more than half. All others are folded, except the
    // timeline and the tools.
    take(steps[kSidesFolded]);
    share = 1;
  }
  if (layout.tree_open && !tree_has_room(boxes_at(share), layout, scale)) at(folded, FoldingPanel::kTree) = true;
  const auto fold_if_too_small = [&](FoldingPanel panel, bool open) {
    if (open && !can_be_used(boxes_at(share).boxes, window)) at(folded, panel) = true;
  };
  fold_if_too_small(FoldingPanel::kTree, layout.tree_open);
  fold_if_too_small(FoldingPanel::kLeft, layout.left_mode != PanelMode::kClosed);
  fold_if_too_small(FoldingPanel::kRight, layout.right_mode != PanelMode::kClosed);
  fold_if_too_small(FoldingPanel::kBottom, layout.bottom_mode != PanelMode::kClosed);
  fold_if_too_small(FoldingPanel::kTools, layout.tools_open);
  return boxes_at(share);
}

Box box_over_map(const FoldedBoxes& folds, FoldingPanel panel, const PanelLayout& layout, float scale) {
  const PanelBoxes& boxes = folds.boxes;
  Box room = boxes.map;
  if (!boxes.tree.empty()) room.width = boxes.tree.x + boxes.tree.width - room.x;
  const auto beside = [&](float size, bool at_right) {
    const float width = std::min(size * scale, room.width * 0.94f);
    return Box{at_right ? room.x + room.width - width : room.x, room.y, width, room.height};
  };
  switch (panel) {
    case FoldingPanel::kLeft:
      return beside(std::clamp(layout.left, kLeftSizes.least, kLeftSizes.most), false);
    case FoldingPanel::kRight:
      return beside(std::clamp(layout.right, kRightSizes.least, kRightSizes.most), true);
    case FoldingPanel::kTree:
      return beside(std::clamp(layout.tree, kTreeSizes.least, kTreeSizes.most), true);
    case FoldingPanel::kBottom: {
      const float size = std::clamp(layout.bottom, kBottomLeast, kBottomSizes.most) * scale;
      const float high = std::min(size, room.height * 0.94f);
      return {room.x, room.y + room.height - high, room.width, high};
    }
    case FoldingPanel::kTools:
      break;
  }
  return {};
}

}  // namespace strata
