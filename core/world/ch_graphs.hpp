// Purpose: This header lists the graphs on which a contraction hierarchy of a world can be built, and the options of
//          the three structures that build one (CH, CCH, hub labels).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/ch/graph_ch.hpp"

namespace strata {

enum class ChGraph : uint8_t {
  kCorners,  // corners of obstacles; all cells under rules without canonical paths
  kCells,
  kHpa,      // transitions of HPA* level 1
  kSectors,  // regions of sectors of level 1
  kDrawn,    // a graph that the user has drawn
};
inline constexpr int kChGraphs = 5;
inline constexpr std::array<std::string_view, kChGraphs> kChGraphNames = {"corners", "cells", "hpa", "sectors",
                                                                          "drawn"};
std::string_view ch_graph_name(ChGraph graph);  // "corners", "cells", "hpa", "sectors", "drawn"
std::optional<ChGraph> ch_graph_named(std::string_view name);

// The options of a contraction hierarchy, which is rebuilt in the background whenever its graph has changed.
struct ChOptions {
  ChGraph graph = ChGraph::kCorners;
  ChOrder order = ChOrder::kNested;
  size_t label_bytes = 0;                               // limit of the hub labels that are also built; 0: no labels
  size_t full_label_bytes = PackedLabels::kUsualBytes;  // see LabelsOptions
  friend bool operator==(const ChOptions&, const ChOptions&) = default;
};

// The options of a customisable contraction hierarchy: over sectors it is updated with every edit, over other graphs it
// is rebuilt in the background.
struct CchOptions {
  ChGraph graph = ChGraph::kSectors;
  friend bool operator==(const CchOptions&, const CchOptions&) = default;
};

// The options of hub labels over a customisable contraction hierarchy, which are rebuilt in the background.
struct LabelsOptions {
  ChGraph graph = ChGraph::kCorners;
  size_t max_bytes = size_t{1} << 30;  // limit of the stored labels and of the exits
  // Labels up to this size are stored for all nodes; of larger ones, only the upper part of the elimination tree has
  // any (core/ch/packed_labels.hpp).
  size_t full_label_bytes = PackedLabels::kUsualBytes;
  friend bool operator==(const LabelsOptions&, const LabelsOptions&) = default;
};

}  // namespace strata
