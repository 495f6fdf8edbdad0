#include "core/ch/ch.hpp"

#include <algorithm>

namespace strata {

size_t Ch::shortcut_count() const {
  return static_cast<size_t>(
      std::count_if(arcs_.begin(), arcs_.end(), [](const ChArc& arc) { return arc.shortcut(); }));
}

const ChArc* Ch::arc(uint32_t lower, uint32_t upper) const {
  const std::span<const ChArc> arcs = up(lower);
  const auto place = std::lower_bound(arcs.begin(), arcs.end(), upper,
                                      [](const ChArc& arc, uint32_t rank) { return arc.target < rank; });
  return place != arcs.end() && place->target == upper ? &*place : nullptr;
}

}  // namespace strata
