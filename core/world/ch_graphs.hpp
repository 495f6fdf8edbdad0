// Purpose: This header lists the graphs that a contraction hierarchy of a world can be built on, and the options of the
//          three structures that build one.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/ch/graph_ch.hpp"

namespace strata {

enum class ChGraph : uint8_t {
  kCorners,  // the corners of obstacles; all cells under rules that allow no canonical paths
  kCells,
  kHpa,      // transitions of level 1
  kSectors,  // regions of level 1
  kDrawn,    // the graph that the user has drawn
};
inline constexpr int kChGraphs = 5;
inline constexpr std::array<std::string_view, kChGraphs> kChGraphNames = {"corners", "cells", "hpa", "sectors",
                                                                          "drawn"};
std::string_view ch_graph_name(ChGraph graph);   // "corners", "cells", "hpa", "sectors", "drawn"
std::string_view ch_graph_title(ChGraph graph);  // for display
std::optional<ChGraph> ch_graph_named(std::string_view name);

// A contraction hierarchy, built in the background whenever its graph has changed.
struct ChOptions {
  ChGraph graph = ChGraph::kCorners;
  ChOrder order = ChOrder::kNested;
  size_t label_bytes = 0;  // builds hub labels of up to so many bytes; 0: none
  friend bool operator==(const ChOptions&, const ChOptions&) = default;
};

// A customisable hierarchy: updated with every edit over sectors, built in the background over other graphs.
struct CchOptions {
  ChGraph graph = ChGraph::kSectors;
  friend bool operator==(const CchOptions&, const CchOptions&) = default;
};

// Hub labels over a customisable hierarchy, built in the background.
struct LabelsOptions {
  ChGraph graph = ChGraph::kCorners;
  size_t max_bytes = size_t{1} << 30;  // of the label entries
  friend bool operator==(const LabelsOptions&, const LabelsOptions&) = default;
};

}  // namespace strata
