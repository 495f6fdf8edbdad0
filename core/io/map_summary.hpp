// Purpose: A MapSummary says what a map file holds, and what the file leaves open, so that a person can choose with
//          which options (map_options.hpp) it is read: which of several layers counts, which grey is ground, what a
//          number or a letter stands for.
// Units: Lightness from 0 to 255; cells, tiles and pixels are counts.
// Errors: Those of the format, as "FILE:LINE: reason".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/io/map_file.hpp"

namespace strata {

struct MapSummary {
  static constexpr size_t kMostValues = NumberCounts::kMostNumbers;

  MapFormat format = MapFormat::kMovingAi;
  int width = 0, height = 0;  // of the map that the options give; 0: they give none

  // Tile layers of Tiled, the lowest first; IntGrid layers of the chosen level of LDtk, the topmost first.
  struct SummaryLayer {
    std::string name;
    uint64_t tiles = 0;              // cells that are not empty
    std::optional<Terrain> terrain;  // what the whole layer stands for, if it says so; in Tiled alone
  };
  std::vector<SummaryLayer> layers;
  std::vector<std::string> levels;  // levels of LDtk that have an IntGrid layer
  std::string level, layer;         // those that the options choose, in LDtk

  // The numbers of a table or an IntGrid layer, ascending, with their cells. `truncated`: there are more.
  struct SummaryValue {
    double value = 0;
    uint64_t cells = 0;
    std::string name;                 // the name of the value in LDtk; may be empty
    Terrain terrain = Terrain::kOut;  // with the given options
  };
  std::vector<SummaryValue> values;
  bool truncated = false;

  // Images, also that of a map of ROS.
  std::array<uint64_t, 256> lightness{};  // pixels by lightness; without transparent ones
  uint64_t coloured = 0, transparent = 0;
  std::vector<GreyLevel> levels_of_grey;  // terrains that the image names itself
  uint64_t unknown_cells = 0;             // cells of a map of ROS that are neither free nor occupied

  std::vector<MapWarning> unknown_letters;

  // What the file leaves open, a sentence each; empty: it leaves nothing open.
  std::vector<std::string> open;
};

// Reads the file with these options.
Result<MapSummary> summarize_map_file(const std::string& path, const MapFileOptions& options = {});

}  // namespace strata
