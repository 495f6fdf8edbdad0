#include "core/ch/ch.hpp"

#include <algorithm>

#include "core/base/parallel.hpp"

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
  paths_.clear();
  children_.assign(arcs_.size(), {});
  const auto visit = [&](size_t begin, size_t end, size_t) {
    for (auto rank = static_cast<uint32_t>(begin); rank < end; ++rank) {
      for (uint32_t a = first_[rank]; a < first_[rank + 1]; ++a) {
        const ChArc& shortcut = arcs_[a];
        if (!shortcut.shortcut()) continue;
        children_[a] = {arc_number(shortcut.middle, rank), arc_number(shortcut.middle, shortcut.target)};
      }
    }
  };
  constexpr size_t kGrain = 4096;
  Threads().for_pieces(0, node_count(), kGrain, visit);
}

// Writes the path of an arc, and notes the places of the paths of all arcs below it that have none yet. All of these
// arcs are different, because a shortest path visits no node twice.
void Ch::write_path(uint32_t arc, uint32_t first, std::span<const uint32_t> lengths, std::span<ChildArcs> places) {
  struct Part {
    uint32_t arc, first;
    bool backward;
  };
  std::vector<Part> open = {{arc, first, false}};
  while (!open.empty()) {
    const Part part = open.back();
    open.pop_back();
    ChildArcs& place = places[part.arc];
    const auto to = paths_.begin() + static_cast<std::ptrdiff_t>(part.first);
    if ((place.to_lower & kStored) != 0) {
      const auto from = paths_.begin() + static_cast<std::ptrdiff_t>(place.to_lower & ~kStored);
      const auto length = static_cast<std::ptrdiff_t>(lengths[part.arc]);
      if (((place.to_upper & kBackward) != 0) == part.backward) {
        std::copy(from, from + length, to);
      } else {
        std::reverse_copy(from, from + length, to);
      }
      continue;
    }
    place = {part.first | kStored, lengths[part.arc] | (part.backward ? kBackward : 0)};
    const ChildArcs children = children_[part.arc];
    const uint32_t before = part.backward ? children.to_upper : children.to_lower;
    const uint32_t after = part.backward ? children.to_lower : children.to_upper;
    const uint32_t middle = part.first + lengths[before];
    paths_[middle] = arcs_[part.arc].middle;
    open.push_back({before, part.first, true});  // both arcs lead up from the middle
    open.push_back({after, middle + 1, false});
  }
}

void Ch::store_paths(size_t max_bytes) {
  STRATA_CHECK(has_child_arcs() || arcs_.empty());
  if (arcs_.empty() || arcs_.size() >= kStored) return;
  std::vector<uint32_t> lengths(arcs_.size(), 0);  // by arc: number of nodes inside its path
  std::vector<ChildArcs> places = children_;
  for (size_t arc = 0; arc < arcs_.size(); ++arc) {  // child arcs come before their shortcut
    if (arcs_[arc].shortcut()) {
      lengths[arc] = lengths[children_[arc].to_lower] + 1 + lengths[children_[arc].to_upper];
    } else {
      places[arc] = {kStored, 0};
    }
  }
  const size_t max_nodes = std::min<size_t>(max_bytes / sizeof(uint32_t), kStored - 1);
  paths_.assign(1, 0);
  for (auto arc = static_cast<uint32_t>(arcs_.size()); arc-- > 0;) {
    const size_t first = paths_.size();
    if ((places[arc].to_lower & kStored) != 0 || first + lengths[arc] > max_nodes) continue;
    paths_.resize(first + lengths[arc]);
    write_path(arc, static_cast<uint32_t>(first), lengths, places);
  }
  children_ = std::move(places);
  paths_.shrink_to_fit();
}

}  // namespace strata
