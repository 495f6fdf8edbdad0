// Purpose: These tags identify the draw lists that belong to no feature and are not divided into tiles. TextScale is
//          the size of texts on the map.
#pragma once

#include <array>

#include "app/draw/painter.hpp"

namespace strata {

// The size of texts on the map. It is stored in the painter's memory.
struct TextScale {
  double factor = 1;  // scale of the interface
};

inline constexpr MarkWithoutLayer kEndsMark{"start and goal", LegendSymbolShape::kEnds, palette::kStart};
inline constexpr MarkWithoutLayer kInspectedMark{"inspected cell", LegendSymbolShape::kBox, palette::kInspect};
inline constexpr MarkWithoutLayer kPointerMark{.text = "pointer", .of_pointer = true};

inline const DrawListTag kGridPart{Layer::kGrid};
inline const DrawListTag kTreePart{Layer::kTree};
// The marks of the stepped search, from bottom to top.
inline const std::array<DrawListTag, 6> kSearchParts{
    DrawListTag{Layer::kSearch, LegendPart::kFromGoal}, DrawListTag{Layer::kSearch, LegendPart::kFromStart},
    DrawListTag{Layer::kSearch, LegendPart::kWhole},    DrawListTag{Layer::kSearch, LegendPart::kExpanded},
    DrawListTag{Layer::kSearch, LegendPart::kOpen},     DrawListTag{Layer::kSearch, LegendPart::kCurrent}};
inline const DrawListTag kAbstractPart{Layer::kAbstractPath};
inline const DrawListTag kRawPart{Layer::kRawPath};
inline const DrawListTag kPathPart{Layer::kPath};
inline const DrawListTag kOtherPathsPart{Layer::kPath, LegendPart::kOthers};
// The path as far as it is known: that on the cells, and that on each level.
inline const std::array<DrawListTag, 5> kDrillParts{
    DrawListTag{Layer::kDrillDown, LegendPart::kCells}, DrawListTag{Layer::kDrillDown, LegendPart::kLevels},
    DrawListTag{Layer::kDrillDown, LegendPart::kLevels}, DrawListTag{Layer::kDrillDown, LegendPart::kLevels},
    DrawListTag{Layer::kDrillDown, LegendPart::kLevels}};
inline const DrawListTag kStepPart{Layer::kDrillDown, LegendPart::kCurrent};
inline const DrawListTag kFlashPart{Layer::kFlash};
inline const DrawListTag kAgentPart{Layer::kAgent};
inline const DrawListTag kToolPart{kPointerMark};
inline const DrawListTag kInspectedPart{kInspectedMark};
inline const DrawListTag kEndsPart{kEndsMark};
inline const DrawListTag kCrossPart{kPointerMark};

}  // namespace strata
