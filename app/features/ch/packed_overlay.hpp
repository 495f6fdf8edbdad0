// Purpose: The blocks of a packed contraction hierarchy on the map: which nodes lie in one block, and which arcs of a
//          block lead out of it.
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

// Packing more nodes would hold up a frame.
inline constexpr uint32_t kMostPackedNodes = 20'000;
// Returns the plain hierarchy that can be packed; null: there is none, or it is customisable.
const Ch* packable_hierarchy(const Lab& lab);

// A packed hierarchy with what a drawing of it looks up.
struct PackedBlocks {
  MobileCh packed;
  std::vector<CellId> cells;       // by number of a node in the packed hierarchy
  std::vector<uint32_t> block_of;  // by the same number
  uint64_t of = 0;                 // version of the hierarchy; 0: none was read

  // Packs the hierarchy again if it has changed. Returns whether there is one of a size that is packed.
  bool follow(const Lab& lab);
  // Returns the block of the node in a cell, else the first block.
  uint32_t block_at(CellId cell) const;
  const std::string& text_of(uint32_t block);  // packed_block_text, kept

 private:
  std::string text_;
  uint32_t told_ = 0;
  uint64_t told_of_ = 0;
};
// Returns "Block 3: 57 nodes, 120 arcs inside it, 31 to other blocks, 4,012 bytes."
std::string packed_block_text(const PackedBlocks& blocks, uint32_t block);

void show_packed(Painter& painter, const Lab& lab);

}  // namespace strata
