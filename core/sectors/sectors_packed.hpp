// Purpose: These functions pack the regions and landmarks of sectors into a compact byte format, as a game would store
//          them, and unpack them.
// Source: Sturtevant 2007, "Memory-efficient abstractions for pathfinding": sectors point to records of their regions.
//         A centre is stored as a place in its sector, an edge as a side and a number; its weight is computed.
// Differs: Fields are whole bytes, as wide as the map and its sectors require. The regions of cells are not stored: a
//          game floods the sector of an agent.
// Shapes: A header; the offset of the records of each sector, and of their end; then one record per region: centre,
//         number of edges, edges, parent.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sectors/sectors.hpp"

namespace strata {

// Packs one level. With `parents`, each record names the region of the level above that holds the centre.
std::vector<uint8_t> pack_regions(const Sectors& sectors, int level, bool parents);

// The contents of pack_regions for one level.
struct UnpackedRegions {
  int width = 0, height = 0, sector_size = 0;
  std::vector<CellId> centres;              // by region: its centre
  std::vector<uint32_t> first_region;       // by sector; one entry more than sectors
  std::vector<std::vector<uint32_t>> ends;  // by region: targets of its edges, ascending
  std::vector<uint32_t> parents;  // by region: number of the parent within its sector of level 2; empty if not packed
};
UnpackedRegions unpack_regions(std::span<const uint8_t> bytes);

// Packs the distances of the landmarks, row-major by node.
std::vector<uint8_t> pack_landmarks(const GraphLandmarks& landmarks);
// Returns the distances in the order of DistanceRows, without padding.
std::vector<Cost> unpack_landmarks(std::span<const uint8_t> bytes);

}  // namespace strata
