#include "core/ch/ancestor_table.hpp"

#include <new>

#include "core/ch/ch.hpp"

namespace strata {

AncestorTable::Tree AncestorTable::build(std::span<const uint32_t> parents) {
  const auto nodes = static_cast<uint32_t>(parents.size());
  nodes_ = nodes;
  least_.clear();
  Tree tree{std::vector<uint32_t>(nodes), std::vector<uint16_t>(nodes), 0};
  // Depths are computed from the highest rank down, sizes of subtrees from the lowest up.
  std::vector<uint32_t> sizes(nodes, 1);
  for (uint32_t rank = 0; rank < nodes; ++rank) {
    if (parents[rank] != kNoRank) sizes[parents[rank]] += sizes[rank];
  }
  std::vector<uint32_t> next(nodes, 0);  // by rank: place of its next child
  uint32_t roots = 0;
  for (uint32_t rank = nodes; rank-- > 0;) {
    const uint32_t parent = parents[rank];
    if (parent != kNoRank && tree.depths[parent] >= kMaxDepth) throw std::bad_alloc();
    tree.depths[rank] = parent == kNoRank ? uint16_t{0} : static_cast<uint16_t>(tree.depths[parent] + 1);
    uint32_t& place = parent == kNoRank ? roots : next[parent];
    tree.places[rank] = place;
    place += sizes[rank];
    next[rank] = tree.places[rank] + 1;
    tree.height = std::max(tree.height, tree.depths[rank] + 1u);
  }
  if (nodes == 0) return tree;
  const auto rows = static_cast<size_t>(std::bit_width(nodes));
  least_.resize(rows * nodes);
  for (uint32_t rank = 0; rank < nodes; ++rank) least_[tree.places[rank]] = tree.depths[rank];
  for (size_t l = 1; l < rows; ++l) {
    const size_t half = size_t{1} << (l - 1);
    const uint16_t* below = least_.data() + (l - 1) * nodes;
    uint16_t* row = least_.data() + l * nodes;
    for (size_t i = 0; i + 2 * half <= nodes; ++i) row[i] = std::min(below[i], below[i + half]);
  }
  return tree;
}

}  // namespace strata
