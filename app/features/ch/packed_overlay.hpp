// Purpose: This header declares a layer of the blocks of a packed contraction hierarchy: the nodes of each block, and
//          the arcs that leave it.
// Source: Sturtevant, Geisberger 2010, figure 7; core/ch/ch_mobile.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/draw/painter.hpp"
#include "core/ch/ch_mobile.hpp"

namespace strata {

class Ch;

extern const FeatureLayer kPackedLayer;

// A hierarchy with more nodes than this is not packed for drawing, as that would delay a frame.
inline constexpr uint32_t kMostPackedNodes = 20'000;
// Returns the hierarchy that can be packed: the plain CH, not a CCH. Null: there is no plain CH.
const Ch* packable_hierarchy(const Lab& lab);

// A packed hierarchy with look-up tables for drawing.
struct PackedHierarchyPicture {
  MobileCh packed;
  // Index: node of the packed hierarchy. Value: its cell.
  std::vector<CellId> cells;
  // Index: node of the packed hierarchy. Value: its block.
  std::vector<uint32_t> block_of;
  // Version of the hierarchy that `packed` was made from; 0: nothing is packed yet.
  uint64_t of = 0;

  // Packs the hierarchy again if it has changed. Returns false if there is none, or if it is too large to pack.
  bool follow(const Lab& lab);
  // Returns the block that stores the node in the cell; if the cell has no node, the first block.
  uint32_t block_at(CellId cell) const;
  // Returns packed_block_text() of the block; the last text is cached.
  const std::string& text_of(uint32_t block);

 private:
  std::string text_;
  uint32_t text_block_ = 0;
  uint64_t text_of_ = 0;
};
// Returns "Block 3: 57 nodes, 120 arcs inside it, 31 to other blocks, 4,012 bytes."
std::string packed_block_text(const PackedHierarchyPicture& blocks, uint32_t block);

void show_packed(Painter& painter, const Lab& lab);

}  // namespace strata
