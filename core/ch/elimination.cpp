#include "core/ch/elimination.hpp"

#include <algorithm>

#include "core/base/check.hpp"

namespace strata {

void Elimination::reset(CsrGraph graph, std::vector<uint32_t> order, size_t expected_arcs) {
  STRATA_CHECK(order.size() == graph.node_count());
  ready_ = too_large_ = summed_ = false;
  next_ = filled_ = 0;
  targets_.clear();
  sources_.clear();
  graph_ = std::move(graph);
  nodes_ = std::move(order);
  const size_t count = nodes_.size();
  ranks_.assign(count, kNoRank);
  for (uint32_t rank = 0; rank < count; ++rank) ranks_[nodes_[rank]] = rank;
  STRATA_VALIDATE(std::find(ranks_.begin(), ranks_.end(), kNoRank) == ranks_.end());
  targets_.reserve(std::min(expected_arcs, limit_ / (2 * sizeof(uint32_t))));
  first_.reserve(count + 1);
  first_.assign(1, 0);
  first_down_.assign(count + 1, 0);
  child_.assign(count, kNoRank);
  sibling_.assign(count, kNoRank);
  stamps_.assign(count, kNoRank);
}

// Appends the upper neighbours of a node when it is eliminated: those in the graph, and those of its children in
// the elimination tree.
void Elimination::eliminate(uint32_t rank) {
  const size_t begin = targets_.size();
  stamps_[rank] = rank;  // marks the targets that are already listed
  uint32_t largest = kNoRank;
  for (uint32_t child = child_[rank]; child != kNoRank; child = sibling_[child]) {
    if (largest == kNoRank || up(child).size() > up(largest).size()) largest = child;
  }
  if (largest != kNoRank) {  // the first target of a child is this rank
    const size_t from = first_[largest] + 1, to = first_[largest + 1];
    targets_.resize(begin + (to - from));
    std::copy(targets_.begin() + static_cast<std::ptrdiff_t>(from), targets_.begin() + static_cast<std::ptrdiff_t>(to),
              targets_.begin() + static_cast<std::ptrdiff_t>(begin));
    for (size_t a = begin; a < targets_.size(); ++a) stamps_[targets_[a]] = rank;
  }
  added_.clear();
  const auto add = [&](uint32_t target) {
    if (target <= rank || stamps_[target] == rank) return;
    stamps_[target] = rank;
    added_.push_back(target);
  };
  for (const uint32_t node : graph_.targets_of(nodes_[rank])) add(ranks_[node]);
  for (uint32_t child = child_[rank]; child != kNoRank; child = sibling_[child]) {
    if (child == largest) continue;
    for (const uint32_t target : up(child)) add(target);
  }
  std::sort(added_.begin(), added_.end());
  const auto middle = static_cast<std::ptrdiff_t>(targets_.size());
  targets_.insert(targets_.end(), added_.begin(), added_.end());
  std::inplace_merge(targets_.begin() + static_cast<std::ptrdiff_t>(begin), targets_.begin() + middle, targets_.end());
  first_.push_back(static_cast<uint32_t>(targets_.size()));
  for (size_t a = begin; a < targets_.size(); ++a) ++first_down_[targets_[a] + 1];
  if (const uint32_t above = parent(rank); above != kNoRank) {
    sibling_[rank] = child_[above];
    child_[above] = rank;
  }
}

bool Elimination::work(size_t max_arcs) {
  const uint32_t count = node_count();
  size_t arcs = 0;
  while (next_ < count && !too_large_) {
    if (arcs >= max_arcs) return false;
    const size_t before = targets_.size();
    eliminate(next_++);
    arcs += targets_.size() - before + 1;
    // Arcs count twice, because they are also listed by their upper ends.
    too_large_ = targets_.size() >= kNoArc || targets_.size() * 2 * sizeof(uint32_t) > limit_;
  }
  if (too_large_) {
    first_ = targets_ = first_down_ = child_ = sibling_ = stamps_ = {};
    graph_ = {};
    return true;
  }
  if (!summed_) {
    summed_ = true;
    for (uint32_t rank = 0; rank < count; ++rank) first_down_[rank + 1] += first_down_[rank];
    sources_.reserve(targets_.size());
    child_ = {};
    sibling_ = {};
    graph_ = {};
    stamps_.assign(first_down_.begin(), first_down_.end());  // by rank: position of the next source
  }
  // Grows in slices, because clearing the whole array at once would take too long.
  while (sources_.size() < targets_.size()) {
    if (arcs >= max_arcs) return false;
    constexpr size_t kAtOnce = 10'000;
    sources_.resize(std::min(targets_.size(), sources_.size() + kAtOnce));
    arcs += kAtOnce / 10;
  }
  while (filled_ < count) {
    if (arcs >= max_arcs) return false;
    for (const uint32_t target : up(filled_)) sources_[stamps_[target]++] = filled_;
    arcs += up(filled_).size() + 1;
    ++filled_;
  }
  stamps_ = {};
  ready_ = true;
  return true;
}

uint32_t Elimination::arc(uint32_t lower, uint32_t upper) const {
  const auto above = up(lower);
  const auto at = std::lower_bound(above.begin(), above.end(), upper);
  if (at == above.end() || *at != upper) return kNoArc;
  return first_[lower] + static_cast<uint32_t>(at - above.begin());
}

}  // namespace strata
