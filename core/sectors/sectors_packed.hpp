// Purpose: These functions pack regions and landmarks into as few bytes as a game would spend on them, and unpack them.
// Source: Sturtevant 2007, "Memory-efficient abstractions for pathfinding": sectors point to records of their regions;
//         a centre is a place in its sector, an edge a side and a number, its weight is computed.
// Differs: Fields are whole bytes, as wide as the map and its sectors need. Labels of cells are not stored: a game
//          floods the sector that an agent stands in.
// Shapes: Header; for each sector where its records begin, and where the last one ends; the records, one per region:
//         centre, number of edges, edges, parent.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sectors/sectors.hpp"

namespace strata {

// Packs one level; with `parents` also the regions of the level above that hold the centres.
std::vector<uint8_t> pack_regions(const Sectors& sectors, int level, bool parents);

// What a reader gets back from pack_regions.
struct UnpackedRegions {
  int width = 0, height = 0, sector_size = 0;
  std::vector<CellId> centres;              // by region
  std::vector<uint32_t> first_region;       // by sector; sectors + 1
  std::vector<std::vector<uint32_t>> ends;  // by region: ends of its edges, ascending
  std::vector<uint32_t> parents;  // by region: number of the parent within its sector of level 2; empty if not packed
};
UnpackedRegions unpack_regions(std::span<const uint8_t> bytes);

// Packs the distances of landmarks, row-major by node.
std::vector<uint8_t> pack_landmarks(const GraphLandmarks& landmarks);
// Returns the distances as in DistanceRows, without padding.
std::vector<Cost> unpack_landmarks(std::span<const uint8_t> bytes);

}  // namespace strata
