// Purpose: An AncestorTable tells how many common ancestors two nodes of an elimination tree have, in constant time.
// Source: The least value of a range by a sparse table (Bender, Farach-Colton 2000). The number of common ancestors of
//         two nodes is the least depth of the nodes after the first and up to the second in preorder.
// Shapes: Row l of the table holds, for each place in preorder, the least depth of the 2^l nodes from there on.
// Errors: `build` throws std::bad_alloc if a node is deeper than kMaxDepth.
// Threads: Const calls may run together.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace strata {

class AncestorTable {
 public:
  static constexpr uint32_t kMaxDepth = 0xfffe;
  // The place of each node in preorder, its depth (a root has depth 0), and the depth of the deepest node plus 1.
  struct Tree {
    std::vector<uint32_t> places;
    std::vector<uint16_t> depths;
    uint32_t height = 0;
  };

  // Builds the table for nodes 0 to parents.size() - 1. A parent has a higher number; kNoRank for a root.
  Tree build(std::span<const uint32_t> parents);
  // Returns the number of common ancestors of two different nodes at these places, including the nodes themselves.
  uint32_t common(uint32_t place_a, uint32_t place_b) const {
    const auto [from, to] = std::minmax({place_a, place_b});
    const auto level = static_cast<size_t>(std::bit_width(to - from) - 1);
    const uint16_t* row = least_.data() + level * nodes_;
    return std::min(row[from + 1], row[to - (size_t{1} << level) + 1]);
  }
  std::span<const uint16_t> least() const { return least_; }  // all rows, each with one value per node
  size_t memory_bytes() const { return least_.capacity() * sizeof(uint16_t); }
  friend bool operator==(const AncestorTable&, const AncestorTable&) = default;

 private:
  std::vector<uint16_t> least_;
  size_t nodes_ = 0;
};

}  // namespace strata
