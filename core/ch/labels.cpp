#include "core/ch/labels.hpp"

#include <algorithm>
#include <new>
#include <queue>
#include <utility>

#include "core/base/check.hpp"
#include "core/ch/ch_search.hpp"
#include "core/ch/label_sums.hpp"

namespace strata {

// Computes the depths, the positions of the labels, and the table of `common`.
void Labels::lay_out(const Cch& cch, size_t limit) {
  const uint32_t nodes = cch.node_count();
  std::vector<uint32_t> parents(nodes);
  for (uint32_t rank = 0; rank < nodes; ++rank) parents[rank] = cch.parent(rank);
  AncestorTable::Tree tree = ancestors_.build(parents);
  depths_ = std::move(tree.depths);
  places_ = std::move(tree.places);
  height_ = tree.height;
  first_.assign(nodes, 0);
  size_t total = 0;
  for (const uint16_t depth : depths_) total += depth + 1u;
  if (total > limit / sizeof(Cost)) throw std::bad_alloc();
  std::vector<uint32_t> ranks(nodes);
  for (uint32_t rank = 0; rank < nodes; ++rank) ranks[places_[rank]] = rank;
  size_t entry = 0;
  for (const uint32_t rank : ranks) {
    first_[rank] = entry;
    entry += depths_[rank] + 1u;
  }
  entries_.resize(total);
  upper_ends_.resize(total);
  scratch_.assign(height_, 0);
  by_.assign(height_, 0);
}

// Computes one label, and sets by_ to the upper neighbour that gave each entry.
void Labels::compute(const Cch& cch, uint32_t rank, Cost* label) {
  const uint32_t depth = depths_[rank];
  std::fill_n(label, depth, Cch::kNone);
  std::fill_n(by_.data(), depth + 1, uint32_t{kSearched});
  label[depth] = 0;
  const std::span<const uint32_t> up = cch.up(rank);
  const std::span<const Cost> weights = cch.weights(rank);
  for (uint32_t i = 0; i < up.size(); ++i) {
    if (weights[i] == Cch::kNone) continue;
    lower_label(label, by_.data(), entries_.data() + first_[up[i]], weights[i], i, depths_[up[i]] + 1u);
  }
}

void Labels::keep_upper_ends(uint32_t rank) {
  uint8_t* own = upper_ends_.data() + first_[rank];
  for (uint32_t k = 0; k <= depths_[rank]; ++k) own[k] = static_cast<uint8_t>(by_[k] < kSearched ? by_[k] : kSearched);
}

size_t Labels::entry_count(const Cch& cch) {
  const uint32_t nodes = cch.node_count();
  std::vector<uint32_t> depths(nodes, 0);
  size_t entries = 0;
  for (uint32_t rank = nodes; rank-- > 0;) {
    const uint32_t parent = cch.parent(rank);
    if (parent != kNoRank) depths[rank] = depths[parent] + 1;
    entries += depths[rank] + size_t{1};
  }
  return entries;
}

void Labels::build(const Cch& cch, JobControl* control, size_t limit) {
  constexpr uint32_t kLook = 1024;  // nodes between two checks for a cancel
  if (control != nullptr) control->set_total(cch.node_count());
  lay_out(cch, limit);
  const uint32_t nodes = node_count();
  for (uint32_t rank = nodes; rank-- > 0;) {
    compute(cch, rank, entries_.data() + first_[rank]);
    keep_upper_ends(rank);
    if (control == nullptr || rank % kLook != 0) continue;
    control->set_done(nodes - rank);
    if (control->cancelled()) return;
  }
}

// Goes from the highest rank down, so that all labels on which a label depends are final.
Labels::Update Labels::update(const Cch& cch, std::span<const uint32_t> lower_ends) {
  Update update;
  std::priority_queue<uint32_t> waiting(lower_ends.begin(), lower_ends.end());
  while (!waiting.empty()) {
    const uint32_t rank = waiting.top();
    while (!waiting.empty() && waiting.top() == rank) waiting.pop();
    ++update.recomputed;
    compute(cch, rank, scratch_.data());
    Cost* own = entries_.data() + first_[rank];
    const size_t length = depths_[rank] + 1u;
    keep_upper_ends(rank);
    if (std::equal(own, own + length, scratch_.data())) continue;
    std::copy_n(scratch_.data(), length, own);
    ++update.changed;
    for (const uint32_t below : cch.down(rank)) waiting.push(below);
  }
  return update;
}

// Copies the labels that stay the same: those of nodes with the same ancestors and the same arcs to them, if the labels
// of these ancestors have not changed. Computes the others.
Labels::Update Labels::renew(const Labels& before, const Cch& old_cch, const Cch& cch,
                             std::span<const uint32_t> old_ranks, std::span<const uint32_t> lower_ends,
                             JobControl* control, size_t limit) {
  constexpr uint32_t kLook = 1024;  // nodes between two checks for a cancel
  Update update;
  lay_out(cch, limit);
  const uint32_t nodes = node_count();
  STRATA_CHECK(old_ranks.size() == nodes);
  std::vector<uint8_t> same_place(nodes, 0), stale(nodes, 0);
  for (const uint32_t rank : lower_ends) stale[rank] = 1;
  for (uint32_t rank = nodes; rank-- > 0;) {
    if (rank % kLook == 0 && control != nullptr && control->cancelled()) return update;
    const uint32_t old = old_ranks[rank];
    if (old != kNoRank) {
      const uint32_t parent = cch.parent(rank), old_parent = old_cch.parent(old);
      same_place[rank] =
          parent == kNoRank ? old_parent == kNoRank : same_place[parent] != 0 && old_ranks[parent] == old_parent;
    }
    Cost* own = entries_.data() + first_[rank];
    const size_t length = depths_[rank] + 1u;
    if (same_place[rank] != 0 && stale[rank] == 0) {
      std::copy_n(before.entries_.data() + before.first_[old], length, own);
      std::copy_n(before.upper_ends_.data() + before.first_[old], length, upper_ends_.data() + first_[rank]);
      continue;
    }
    ++update.recomputed;
    compute(cch, rank, own);
    keep_upper_ends(rank);
    if (same_place[rank] != 0 && std::equal(own, own + length, before.entries_.data() + before.first_[old])) continue;
    ++update.changed;
    for (const uint32_t below : cch.down(rank)) stale[below] = 1;
  }
  return update;
}

uint32_t Labels::common(uint32_t a, uint32_t b) const {
  return a == b ? depths_[a] + 1u : ancestors_.common(places_[a], places_[b]);
}

Cost Labels::distance(uint32_t a, uint32_t b) const {
  const Cost least = least_label_sum(entries_.data() + first_[a], entries_.data() + first_[b], common(a, b));
  return least < Cch::kNone ? least : kInfinite;
}

void Labels::distances(uint32_t from, std::span<const uint32_t> targets, std::span<Cost> out) const {
  for (size_t i = 0; i < targets.size(); ++i) out[i] = distance(from, targets[i]);
}

uint32_t Labels::hub_depth(uint32_t a, uint32_t b) const {
  const Cost best = distance(a, b);
  const Cost *one = entries_.data() + first_[a], *other = entries_.data() + first_[b];
  const uint32_t count = common(a, b);
  for (uint32_t k = 0; k < count; ++k) {
    if (one[k] + other[k] == best) return k;
  }
  return count;
}

uint32_t Labels::next_up(const Cch& cch, uint32_t rank, uint32_t depth) const {
  const std::span<const uint32_t> up = cch.up(rank);
  size_t i = upper_ends_[first_[rank] + depth];
  if (i == kSearched) {
    const Cost cost = entries_[first_[rank] + depth];
    const std::span<const Cost> weights = cch.weights(rank);
    while (depths_[up[i]] < depth || weights[i] == Cch::kNone || weights[i] + entries_[first_[up[i]] + depth] != cost) {
      ++i;
      STRATA_CHECK(i < up.size());
    }
  }
  return up[i];
}

void Labels::climb(const Cch& cch, uint32_t rank, uint32_t depth, std::vector<uint32_t>& ranks) const {
  while (depths_[rank] > depth) {
    rank = next_up(cch, rank, depth);
    ranks.push_back(rank);
  }
}

// Lets both nodes climb to the ancestor; the path of the goal is reversed, and the ancestor is listed once.
void Labels::join(const Cch& cch, uint32_t from, uint32_t to, uint32_t depth, std::vector<uint32_t>& packed) const {
  packed.push_back(from);
  climb(cch, from, depth, packed);
  const auto up = static_cast<ptrdiff_t>(packed.size());
  packed.push_back(to);
  climb(cch, to, depth, packed);
  std::reverse(packed.begin() + up, packed.end());
  packed.erase(packed.begin() + up);
}

void Labels::route(const Cch& cch, uint32_t from, uint32_t to, ChWorkspace& workspace, ChRoute& route) const {
  route.packed.clear();
  route.nodes.clear();
  route.stalled = route.unpacked = 0;
  route.cost = distance(from, to);
  if (route.cost == kInfinite) return;
  join(cch, from, to, hub_depth(from, to), route.packed);
  ch_unpack(
      cch, [](uint32_t rank) { return rank; }, 0, workspace, route, NoObserver{});
}

size_t Labels::memory_bytes() const {
  return first_.capacity() * sizeof(size_t) + depths_.capacity() * sizeof(uint16_t) + ancestors_.memory_bytes() +
         (entries_.capacity() + scratch_.capacity()) * sizeof(Cost) + upper_ends_.capacity() +
         (places_.capacity() + by_.capacity()) * sizeof(uint32_t);
}

}  // namespace strata
