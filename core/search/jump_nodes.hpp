// Purpose: JumpNodes holds the nodes of one jump point search, in the order in which they were found, with a hash table
//          by cell. Such a search has few nodes for the size of the map.
// Threads: Each thread needs its own.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/grid/cost.hpp"

namespace strata {

struct JumpNode {
  // Take the place of a direction at the start, and where the last step was over a link.
  static constexpr uint32_t kStart = 8, kOverLink = 9;

  uint32_t id = 0;  // id of the cell: y << 13 | x
  Cost g = 0;
  uint32_t from = 0;  // parent node << 4 | direction of the last step
  uint32_t slot = 0;  // slot of the node in the hash table of JumpNodes

  uint32_t parent() const { return from >> 4; }
  uint32_t direction() const { return from & 15; }
};

// The nodes of one search with a hash table by cell. Slots may hold values of earlier searches: a slot is valid only if
// its node points back to it.
class JumpNodes {
 public:
  void begin() {
    count_ = 0;
    if (slots_.empty()) grow();
  }
  uint32_t size() const { return count_; }
  JumpNode& operator[](uint32_t node) { return nodes_[node]; }
  const JumpNode& operator[](uint32_t node) const { return nodes_[node]; }
  // Returns the node of a cell; adds it as the last node if there was none.
  uint32_t find_or_add(uint32_t id) {
    uint32_t slot = id * kSpread >> shift_;
    for (;; slot = (slot + 1) & (static_cast<uint32_t>(slots_.size()) - 1)) {
      const uint32_t node = slots_[slot];
      if (node >= count_) break;
      if (nodes_[node].id == id) return node;
      if (nodes_[node].slot != slot) break;
    }
    nodes_[count_] = {id, kInfinite, 0, slot};
    slots_[slot] = count_++;
    if (count_ == nodes_.size()) grow();
    return count_ - 1;
  }
  size_t memory_bytes() const { return nodes_.capacity() * sizeof(JumpNode) + slots_.capacity() * sizeof(uint32_t); }

 private:
  static constexpr uint32_t kSpread = 0x9e3779b1u;  // 2^32 divided by the golden ratio

  [[gnu::noinline, gnu::cold]] void grow() {
    const std::vector<JumpNode> known(nodes_.begin(), nodes_.begin() + count_);
    nodes_.assign(std::max<size_t>(512, 2 * nodes_.size()), {});
    slots_.assign(2 * nodes_.size(), 0);
    shift_ = 32 - static_cast<uint32_t>(std::bit_width(slots_.size()) - 1);
    count_ = 0;
    for (const JumpNode& node : known) {
      JumpNode& again = nodes_[find_or_add(node.id)];
      again.g = node.g;
      again.from = node.from;
    }
  }

  uint32_t count_ = 0;
  uint32_t shift_ = 0;
  std::vector<JumpNode> nodes_;
  std::vector<uint32_t> slots_;  // hash table with open addressing; twice as many slots as nodes
};

}  // namespace strata
