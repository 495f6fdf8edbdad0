// Partial customisation: what follows from other weights of a few edges, and nothing else; also where nodes and edges
// come and go.
#include <algorithm>
#include <queue>

#include "core/base/check.hpp"
#include "core/ch/cch.hpp"

namespace strata {

// The weight and the middle of an arc from scratch: its edge, and the two arcs over each node below both of its ends.
std::pair<Cost, uint32_t> Cch::recomputed(uint32_t lower, uint32_t arc) const {
  const uint32_t upper = elimination_.target(arc);
  Cost best = kNone;
  uint32_t middle = kNoRank;
  // The nodes below both are met from the highest down.
  const std::span<const uint32_t> below = elimination_.down(lower), beside = elimination_.down(upper);
  size_t a = below.size(), b = beside.size();
  while (a > 0 && b > 0) {
    if (below[a - 1] != beside[b - 1]) {
      below[a - 1] > beside[b - 1] ? --a : --b;
      continue;
    }
    const uint32_t node = below[a - 1];
    const Cost way = weights_[arc_between(node, lower)] + weights_[arc_between(node, upper)];
    if (way < best) {
      best = way;
      middle = node;
    }
    --a;
    --b;
  }
  if (edges_[arc] <= best) return {edges_[arc], kNoRank};
  return {best, middle};
}

// Arcs by their lower ends: when one is looked at, all arcs that its weight depends on are final. False when that would
// be more than `most_work` nodes looked at, or on a cancel.
bool Cch::spread(std::vector<Waiting> seeds, Update& update, size_t most_work, const JobControl* control) {
  constexpr size_t kLook = 1024;  // arcs between two looks at whether the work is still wanted
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting(std::greater<>{}, std::move(seeds));
  size_t work = 0;
  while (!waiting.empty()) {
    const auto [lower, arc] = waiting.top();
    while (!waiting.empty() && waiting.top().second == arc) waiting.pop();
    if (++update.recomputed % kLook == 0 && control != nullptr && control->cancelled()) return false;
    const uint32_t upper = elimination_.target(arc);
    work += elimination_.down(lower).size() + elimination_.down(upper).size();
    if (work > most_work) return false;
    const Cost before = weights_[arc];
    const auto [after, middle] = recomputed(lower, arc);
    middles_[arc] = middle;
    if (before == after) continue;
    ++update.changed;
    if (update.lower_ends.empty() || update.lower_ends.back() != lower) update.lower_ends.push_back(lower);
    weights_[arc] = after;
    // The triangles it is a lower side of: the arc between its upper end and another upper end of the same node.
    for (uint32_t other = first_arc(lower); other < first_arc(lower + 1); ++other) {
      if (other == arc || weights_[other] == kNone) continue;
      const uint32_t end = elimination_.target(other);
      const uint32_t third = arc_between(upper, end);
      const bool held = before != kNone && before + weights_[other] == weights_[third];
      const bool holds = after != kNone && after + weights_[other] <= weights_[third];
      if (held || holds) waiting.emplace(std::min(upper, end), third);
    }
  }
  return true;
}

Cch::Update Cch::update(std::span<const EdgeChange> changes) {
  Update update;
  std::vector<Waiting> waiting;
  for (const EdgeChange& change : changes) {
    const uint32_t lower = std::min(rank(change.a), rank(change.b));
    const uint32_t arc = arc_between(rank(change.a), rank(change.b));
    const Cost weight = std::min(change.weight, kNone);
    if (edges_[arc] == weight) continue;
    edges_[arc] = weight;
    waiting.emplace_back(lower, arc);
  }
  spread(std::move(waiting), update, SIZE_MAX, nullptr);
  return update;
}

// Weights and middles of the arcs that were there before; the others have none yet. Returns the arcs whose weight may
// no longer hold: those of an edge that has another weight now, and those whose middle node, or an arc to it, is gone.
// (That another way over a node that is gone cost as much says nothing: the middle is the highest that gives the
// weight.) New ways are found from the new arcs and edges upwards.
std::vector<Cch::Waiting> Cch::take_over(const Cch& before, std::span<const uint32_t> old_ranks,
                                         std::vector<uint8_t>& reshaped) {
  const uint32_t count = node_count();
  std::vector<uint32_t> new_ranks(before.node_count(), kNoRank);
  for (uint32_t rank = 0; rank < count; ++rank) {
    if (old_ranks[rank] != kNoRank) new_ranks[old_ranks[rank]] = rank;
  }
  weights_.assign(arc_count(), kNone);
  middles_.assign(arc_count(), kNoRank);
  reshaped.assign(count, 0);
  std::vector<Waiting> waiting;
  std::vector<std::pair<uint32_t, uint32_t>> gone;  // old arcs between nodes that are still there: lower end, arc
  for (uint32_t rank = 0; rank < count; ++rank) {
    const uint32_t old_rank = old_ranks[rank];
    uint32_t old = old_rank != kNoRank ? before.first_arc(old_rank) : 0;
    const uint32_t old_end = old_rank != kNoRank ? before.first_arc(old_rank + 1) : 0;
    const auto skip_to = [&](uint32_t target) {  // the first old arc that leads to there or beyond
      for (; old < old_end; ++old) {
        const uint32_t old_target = new_ranks[before.elimination_.target(old)];
        if (old_target != kNoRank && old_target >= target) return old_target;
        reshaped[rank] = 1;
        if (old_target != kNoRank && before.weights_[old] != kNone) gone.emplace_back(old_rank, old);
      }
      return kNoRank;
    };
    for (uint32_t arc = first_arc(rank); arc < first_arc(rank + 1); ++arc) {
      const uint32_t target = elimination_.target(arc);
      if (skip_to(target) != target) {
        reshaped[rank] = 1;
        if (edges_[arc] != kNone) waiting.emplace_back(rank, arc);
        continue;
      }
      weights_[arc] = before.weights_[old];
      const uint32_t old_middle = before.middles_[old];
      if (old_middle != kNoRank) middles_[arc] = new_ranks[old_middle];
      if (edges_[arc] != before.edges_[old] || (old_middle != kNoRank && middles_[arc] == kNoRank))
        waiting.emplace_back(rank, arc);
      ++old;
    }
    skip_to(kNoRank);
  }
  // What led over an arc that is gone.
  for (const auto& [old_rank, arc] : gone) {
    const uint32_t upper = new_ranks[before.elimination_.target(arc)];
    for (const uint32_t old_other : before.up(old_rank)) {
      const uint32_t other = new_ranks[old_other];
      if (other == kNoRank || other == upper) continue;
      const uint32_t lower = std::min(upper, other);
      const uint32_t third = elimination_.arc(lower, std::max(upper, other));
      if (third != Elimination::kNoArc && middles_[third] == new_ranks[old_rank]) waiting.emplace_back(lower, third);
    }
  }
  return waiting;
}

Cch::Renewal Cch::renew(const Cch& before, const CsrGraph& graph, std::vector<uint32_t> order,
                        std::span<const uint32_t> old_ranks, JobControl* control) {
  Renewal renewal;
  build(graph, std::move(order), control);
  if (control != nullptr && control->cancelled()) return renewal;
  STRATA_CHECK(old_ranks.size() == node_count());
  read_edges(graph);
  std::vector<uint8_t> reshaped;
  std::vector<Waiting> waiting = take_over(before, old_ranks, reshaped);
  // Looking at an arc by itself costs more than at one among all.
  const size_t most_work = 2 * arc_count();
  Update update;
  renewal.whole = waiting.size() > arc_count() / 8 || !spread(std::move(waiting), update, most_work, control);
  renewal.recomputed = update.recomputed;
  if (renewal.whole) {
    if (control == nullptr || !control->cancelled()) customise(graph, control);
    return renewal;
  }
  for (const uint32_t rank : update.lower_ends) reshaped[rank] = 1;
  for (uint32_t rank = 0; rank < node_count(); ++rank) {
    if (reshaped[rank] != 0) renewal.lower_ends.push_back(rank);
  }
  return renewal;
}

}  // namespace strata
