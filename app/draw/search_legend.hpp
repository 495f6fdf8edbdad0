// Purpose: SearchLegend lists, for the legend, which marks of the stepped search are visible on the map at present,
//          and what they mean.
// Threads: The main thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/base/palette.hpp"
#include "app/lab/layers.hpp"

namespace strata {

class Lab;

struct SearchLegendEntry {
  LegendSymbolShape shape = LegendSymbolShape::kBox;
  // Colour of the mark. For kRamp it is not used, see heat_palette().
  Rgba color = 0;
  std::string_view text{};
  // For kLine: width and length of dashes, in pixels.
  float width = 0, dash = 0;
  // The layer that draws the mark.
  Layer layer{};
  // The entry of the glossary about the mark, where it is not that of a term in the text.
  std::string_view term{};
  // The kind of marks of the layer.
  LegendPart part{};
};

// Texts of marks that are of several kinds.
inline constexpr std::string_view kOpenCellsAndNodes = "open cells and nodes", kPathOnEachLevel = "path on each level";

class SearchLegend {
 public:
  // Returns the marks that are visible in the view, the most important first. The list is computed again when the
  // search, its cursor or the layers have changed.
  const std::vector<SearchLegendEntry>& marks(const Lab& lab, int view);

 private:
  uint64_t stamp_ = 0;
  std::vector<SearchLegendEntry> marks_;
};

}  // namespace strata
