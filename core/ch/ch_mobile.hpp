// Purpose: MobileCh packs a contraction hierarchy into few bytes, as for a mobile device or a game. Searches read the
//          packed bytes directly.
// Source: Sanders, Schultes, Vetter 2008, "Mobile route planning": blocks of nodes that are searched together; targets
//         inside the block as small offsets, with a flag for others; in each block as few bits as its values need.
// Differs: Nodes are numbered without gaps, so that searches can use plain arrays by node; a small table finds the
//          block of a node. Weights are stored for shortcuts, too. A node whose arcs do not fit into a block has a
//          larger block of its own.
// Units: Costs as in core/grid/cost.hpp.
// Shapes: Nodes are numbered from 0; arcs lead to larger numbers. A block holds the bit offset of the arcs of each of
//         its nodes, then the arcs: three flags, target, weight, and for shortcuts the middle.
// Threads: Const calls may run together.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/ch/ch.hpp"

namespace strata {

// Returns the size of the same hierarchy unpacked, for comparison: four bytes each for the first arc of every node, and
// for target, weight and middle of every arc. Like MobileCh::bytes(), it does not include the ranks of the nodes.
size_t plain_bytes(const Ch& ch);

class MobileCh {
 public:
  static constexpr uint32_t kBlockBytes = 4096;

  MobileCh() = default;
  explicit MobileCh(const Ch& ch);

  bool empty() const { return nodes_.empty(); }
  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()); }
  size_t block_count() const { return blocks_.empty() ? 0 : blocks_.size() - 1; }
  // Return the numbers of nodes and bytes of a block. A block has at most kBlockBytes bytes unless it
  // holds a single node.
  uint32_t block_nodes(size_t block) const { return blocks_[block + 1].first - blocks_[block].first; }
  uint32_t block_bytes(size_t block) const { return blocks_[block + 1].begin - blocks_[block].begin; }
  // The contents of a block, for drawing it.
  struct BlockStatistics {
    uint32_t arcs_inside = 0, arcs_outside = 0;  // arcs with a target in the same block, and in other blocks
    uint32_t shortcuts = 0;                      // shortcuts among both
    uint64_t start_bits = 0;                     // size of the table of first arcs
    uint64_t inside_bits = 0, outside_bits = 0;  // size of the arcs inside and outside
  };
  BlockStatistics block_contents(size_t block) const;
  // Convert a packed number to the node of the graph, and back.
  uint32_t node(uint32_t number) const { return nodes_[number]; }
  uint32_t rank(uint32_t node) const { return numbers_[node]; }
  // Returns the bytes that a search reads: blocks, their headers, and the table of blocks.
  size_t bytes() const { return bits_.size() + blocks_.size() * sizeof(Block) + block_of_.size() * sizeof(uint32_t); }
  size_t memory_bytes() const {
    return bits_.capacity() + blocks_.capacity() * sizeof(Block) +
           (block_of_.capacity() + nodes_.capacity() + numbers_.capacity()) * sizeof(uint32_t);
  }

  // Calls visit(target, weight, middle) for each upward arc of the node. ChSearch (core/ch/ch_search.hpp) uses it.
  template <class Visit>
  void visit_up(uint32_t number, Visit&& visit) const {
    until(number, [&](uint32_t target, Cost weight, uint32_t middle) {
      visit(target, weight, middle);
      return false;
    });
  }
  bool find_up(uint32_t number, uint32_t target, Cost& weight, uint32_t& middle) const;

  friend bool operator==(const MobileCh&, const MobileCh&) = default;

 private:
  friend class MobilePacker;

  struct Block {
    uint32_t first = 0;               // number of the block's first node
    uint32_t begin = 0;               // byte offset of the block
    uint8_t start_bits = 0;           // width of an entry of the block's table of first arcs
    uint8_t target_bits[2] = {0, 0};  // widths of targets: inside the block (target - node - 1), in other blocks
    uint8_t weight_bits[2] = {0, 0};  // widths of weights, which are in units: of edges, of shortcuts
    uint8_t middle_bits[2] = {0, 0};  // widths of middles: inside the block (node - middle - 1), in other blocks
    uint8_t length[8] = {};           // bits of an arc, by its flags
    uint8_t unused = 0;
    friend bool operator==(const Block&, const Block&) = default;
  };
  // Flags at the start of an arc.
  static constexpr uint32_t kFlagBits = 3, kFlags = 1u << kFlagBits;
  static constexpr uint32_t kFar = 1;         // the target lies in another block
  static constexpr uint32_t kShortcut = 2;    // a middle follows target and weight
  static constexpr uint32_t kFarMiddle = 4;   // the middle lies in another block
  static constexpr uint32_t kBlockShift = 5;  // an entry of block_of_ covers 2^5 numbers

  static uint64_t mask(uint32_t bits) { return (uint64_t{1} << bits) - 1; }
  // Returns the bits from `bit` on; at least the lowest 57 bits are valid.
  static uint64_t load(const uint8_t* bytes, uint32_t bit) {
    static_assert(std::endian::native == std::endian::little);
    uint64_t word;
    std::memcpy(&word, bytes + (bit >> 3), sizeof(word));
    return word >> (bit & 7);
  }
  uint32_t block_at(uint32_t number) const {
    uint32_t block = block_of_[number >> kBlockShift];
    while (blocks_[block + 1].first <= number) ++block;
    return block;
  }
  // Visits the arcs of a node until `visit` returns true.
  template <class Visit>
  void until(uint32_t number, Visit&& visit) const {
    const Block& block = blocks_[block_at(number)];
    const uint8_t* bytes = bits_.data() + block.begin;
    const Cost unit = unit_;
    const uint32_t entry = (number - block.first) * block.start_bits;
    uint32_t at = static_cast<uint32_t>(load(bytes, entry) & mask(block.start_bits));
    const auto end = static_cast<uint32_t>(load(bytes, entry + block.start_bits) & mask(block.start_bits));
    const uint32_t bases[2] = {number + 1, 0};
    while (at < end) {
      const uint64_t word = load(bytes, at);
      const uint32_t flags = word & (kFlags - 1);
      const uint32_t far = flags & kFar;
      const uint32_t target_bits = block.target_bits[far];
      const uint32_t target = static_cast<uint32_t>(word >> kFlagBits & mask(target_bits)) + bases[far];
      const uint32_t weight_at = at + kFlagBits + target_bits;
      const uint32_t weight_bits = block.weight_bits[flags >> 1 & 1];
      const Cost weight = static_cast<Cost>(load(bytes, weight_at) & mask(weight_bits)) * unit;
      // The length of the arc depends only on its flags, so the processor can go on to the next arc before it
      // has the other fields.
      at += block.length[flags];
      uint32_t middle = kNoRank;
      if ((flags & kShortcut) != 0) {
        const uint32_t bits = block.middle_bits[flags >> 2];
        const auto value = static_cast<uint32_t>(load(bytes, weight_at + weight_bits) & mask(bits));
        middle = (flags & kFarMiddle) != 0 ? value : number - 1 - value;
      }
      if (visit(target, weight, middle)) return;
    }
  }

  std::vector<uint8_t> bits_;
  std::vector<Block> blocks_;       // one entry more than blocks
  std::vector<uint32_t> block_of_;  // by number / 32: the block of the first of the 32 numbers
  Cost unit_ = 1;                   // common divisor of all weights
  std::vector<uint32_t> nodes_;     // node by number
  std::vector<uint32_t> numbers_;   // number by node
};

}  // namespace strata
