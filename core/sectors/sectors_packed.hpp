// Purpose: These functions pack regions and landmarks into as few bytes as a game would spend on them, and unpack them.
// Source: Sturtevant 2007, "Memory-efficient abstractions for pathfinding": sectors point to records of their regions;
//         a centre is a place in its sector, an edge a side and a number, its weight is computed.
// Differs: Fields are whole bytes, of a width that the map and its sectors need. Labels of cells are not stored: a game
//          floods the sector that an agent stands in.
// Shapes: Header; for each sector where its records begin, and where the last one ends; the records, one a region:
//         centre, number of edges, edges, parent.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sectors/sectors.hpp"

namespace strata {

// One level. `parents`: also the regions of the level above that hold the centres.
std::vector<uint8_t> pack_regions(const Sectors& sectors, int level, bool parents);

// What pack_regions leaves to be read.
struct UnpackedRegions {
  int width = 0, height = 0, sector_size = 0;
  std::vector<CellId> centres;              // by region
  std::vector<uint32_t> first_region;       // by sector; sectors + 1
  std::vector<std::vector<uint32_t>> ends;  // of the edges, by region, ascending
  std::vector<uint32_t> parents;            // numbers within their sectors of level 2; empty if not packed
};
UnpackedRegions unpack_regions(std::span<const uint8_t> bytes);

// The distances of landmarks, row-major by node.
std::vector<uint8_t> pack_landmarks(const GraphLandmarks& landmarks);
// The distances as DistanceRows has them, without padding.
std::vector<Cost> unpack_landmarks(std::span<const uint8_t> bytes);

}  // namespace strata
