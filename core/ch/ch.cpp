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

void Ch::store_child_arcs() {
  children_.assign(arcs_.size(), {});
  for (uint32_t rank = 0; rank < node_count(); ++rank) {
    for (uint32_t a = first_[rank]; a < first_[rank + 1]; ++a) {
      const ChArc& shortcut = arcs_[a];
      if (!shortcut.shortcut()) continue;
      children_[a] = {arc_number(shortcut.middle, rank), arc_number(shortcut.middle, shortcut.target)};
    }
  }
}

}  // namespace strata
