// Purpose: find_root and join_sets maintain disjoint sets of numbers as a forest (union-find). The
//          root identifies a set.
// Source: Tarjan, van Leeuwen 1984, "Worst-case analysis of set union algorithms" (path halving).
// Shapes: parents[i] is the parent of i, which is never larger than i; a root is its own parent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace strata {

// Returns the root of the set of `i` and shortens the path to it (path halving).
inline uint32_t find_root(std::span<uint32_t> parents, uint32_t i) {
  while (parents[i] != i) i = parents[i] = parents[parents[i]];
  return i;
}

// Joins the sets of two numbers. Returns false if the numbers were in one set already.
inline bool join_sets(std::span<uint32_t> parents, uint32_t a, uint32_t b) {
  a = find_root(parents, a);
  b = find_root(parents, b);
  parents[std::max(a, b)] = std::min(a, b);
  return a != b;
}

}  // namespace strata
