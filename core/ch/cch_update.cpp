// This file does the partial customisation: only the weights that depend on changed edges are computed again. Nodes and
// edges may also have been added or removed.
#include <algorithm>
#include <queue>

#include "core/base/check.hpp"
#include "core/ch/cch.hpp"

namespace strata {

// Returns the weight and the middle node of an arc, computed from its edge and all its lower triangles.
std::pair<Cost, uint32_t> Cch::recomputed(uint32_t lower, uint32_t arc) const {
  const uint32_t upper = elimination_.target(arc);
  Cost best = kNone;
  uint32_t middle = kNoRank;
  // The common lower neighbours are visited in descending order.
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

// Recomputes queued arcs in the order of their lower ends, so that all arcs on which a weight depends are final.
// Returns false after a cancel, or if more than `most_work` lower neighbours would be visited.
bool Cch::spread(std::vector<QueuedArc> seeds, Update& update, size_t most_work, const JobControl* control) {
  constexpr size_t kLook = 1024;  // arcs between two checks for a cancel
  std::priority_queue<QueuedArc, std::vector<QueuedArc>, std::greater<>> waiting(std::greater<>{}, std::move(seeds));
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
    // The arc is a lower side of triangles: queues the arcs between its upper end and the other upper
    // neighbours of its lower end.
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
  children_.clear();
  Update update;
  std::vector<QueuedArc> waiting;
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

// Copies weights and middle nodes from `before`; new arcs get no weight. Returns the arcs to recompute: those whose
// edge has another weight, and those that have lost their middle node or one of the arcs to it. The middle is the
// highest node that gives the weight, so the loss of a lower one has no effect. Arcs that have become cheaper are not
// returned: the update finds them upwards from new arcs and edges.
std::vector<Cch::QueuedArc> Cch::take_over(const Cch& before, std::span<const uint32_t> old_ranks,
                                           std::vector<uint8_t>& reshaped) {
  const uint32_t count = node_count();
  std::vector<uint32_t> new_ranks(before.node_count(), kNoRank);
  for (uint32_t rank = 0; rank < count; ++rank) {
    if (old_ranks[rank] != kNoRank) new_ranks[old_ranks[rank]] = rank;
  }
  weights_.assign(arc_count(), kNone);
  middles_.assign(arc_count(), kNoRank);
  reshaped.assign(count, 0);
  std::vector<QueuedArc> waiting;
  std::vector<std::pair<uint32_t, uint32_t>> gone;  // old arcs between nodes that still exist: lower end, arc
  for (uint32_t rank = 0; rank < count; ++rank) {
    const uint32_t old_rank = old_ranks[rank];
    uint32_t old = old_rank != kNoRank ? before.first_arc(old_rank) : 0;
    const uint32_t old_end = old_rank != kNoRank ? before.first_arc(old_rank + 1) : 0;
    const auto skip_to = [&](uint32_t target) {  // finds the first old arc whose target is at least `target`
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
  // Finds arcs whose middle node has lost an arc to one of their ends.
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

Cch::RebuildResult Cch::renew(const Cch& before, const CsrGraph& graph, std::vector<uint32_t> order,
                              std::span<const uint32_t> old_ranks, JobControl* control) {
  RebuildResult renewal;
  build(graph, std::move(order), control);
  if (control != nullptr && control->cancelled()) return renewal;
  STRATA_CHECK(old_ranks.size() == node_count());
  read_edges(graph);
  std::vector<uint8_t> reshaped;
  std::vector<QueuedArc> waiting = take_over(before, old_ranks, reshaped);
  // Recomputing single arcs takes longer than customising all of them together.
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
