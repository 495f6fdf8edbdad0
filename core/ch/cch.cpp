#include "core/ch/cch.hpp"

#include <algorithm>
#include <new>

#include "core/base/check.hpp"
#include "core/ch/min_plus.hpp"
#include "core/ch/tree_schedule.hpp"

namespace strata {
namespace {

constexpr size_t kSlice = 1u << 20;  // arcs between two checks for a cancel

}  // namespace

void Cch::build(const CsrGraph& graph, std::vector<uint32_t> order, JobControl* control) {
  // The old contents are overwritten, and their memory is reused.
  edges_.clear();
  weights_.clear();
  middles_.clear();
  children_.clear();
  // The limit of the elimination: it counts 8 of the 24 bytes that an arc takes here without its child arcs.
  elimination_.set_limit(kMaxBytes / 24 * 8);
  elimination_.reset(graph, std::move(order));
  while (!elimination_.work(kSlice)) {
    if (control != nullptr && control->cancelled()) return;
  }
  if (elimination_.too_large()) throw std::bad_alloc();
  run_end_.resize(arc_count());
  for (uint32_t rank = 0; rank < node_count(); ++rank) {
    const uint32_t end = first_arc(rank + 1);
    for (uint32_t a = end; a-- > first_arc(rank);) {
      const bool goes_on = a + 1 < end && elimination_.target(a) + 1 == elimination_.target(a + 1);
      run_end_[a] = goes_on ? run_end_[a + 1] : a + 1;
    }
  }
}

std::vector<uint32_t> Cch::order() const {
  std::vector<uint32_t> nodes(node_count());
  for (uint32_t rank = 0; rank < nodes.size(); ++rank) nodes[rank] = node(rank);
  return nodes;
}

uint32_t Cch::arc_between(uint32_t rank, uint32_t other) const {
  const uint32_t arc = elimination_.arc(std::min(rank, other), std::max(rank, other));
  STRATA_CHECK(arc != Elimination::kNoArc);
  return arc;
}

// Loops over runs of arcs work on signed numbers, as every processor can compare four of these at a time.
namespace {

// Returns the least own[i] + weights[i], and sets
//   other[i] = min(other[i], over + weights[i])
int32_t relax_both(const int32_t* own, int32_t* other, const Cost* weights, Cost over, uint32_t length) {
  const auto base = static_cast<int32_t>(over);
  auto least = static_cast<int32_t>(Cch::kNone);
  for (uint32_t i = 0; i < length; ++i) {
    const auto weight = static_cast<int32_t>(weights[i]);
    const int32_t there = own[i] + weight;
    const int32_t back = base + weight;
    least = there < least ? there : least;
    other[i] = back < other[i] ? back : other[i];
  }
  return least;
}

}  // namespace

// Sets edges_, the weight of the graph's edge for each arc.
void Cch::read_edges(const CsrGraph& graph) {
  const uint32_t count = node_count();
  STRATA_CHECK(graph.node_count() == count);
  edges_.assign(arc_count(), kNone);
  std::vector<uint32_t> arc_to(count);  // by upper end, for the current rank
  for (uint32_t rank = 0; rank < count; ++rank) {
    const std::span<const uint32_t> targets = up(rank);
    for (uint32_t i = 0; i < targets.size(); ++i) arc_to[targets[i]] = first_arc(rank) + i;
    const std::span<const uint32_t> neighbours = graph.targets_of(node(rank));
    const std::span<const Cost> costs = graph.weights_of(node(rank));
    for (size_t i = 0; i < neighbours.size(); ++i) {
      const uint32_t upper = elimination_.rank(neighbours[i]);
      if (upper > rank)
        edges_[arc_to[upper]] = std::min(edges_[arc_to[upper]], costs[i]);  // the cheapest of parallel edges
    }
  }
}

// Lowers the weights of the arcs of a rank by the paths over its lower neighbours (lower triangles), whose weights are
// final: the two arcs over a node relax the arc between their upper ends. The highest of several middle nodes with the
// same weight is stored. Consecutive upper ends are also consecutive in the rows of their common lower ends, so that
// whole runs are relaxed at once, by the nodes of a supernode one after the other. `group_ends` gives, by rank, the end
// of its supernode.
void Cch::customise_row(uint32_t rank, std::span<const uint32_t> group_ends, std::vector<uint32_t>& rows,
                        std::vector<Cost>& over) {
  const std::span<const uint32_t> below = down(rank);
  for (size_t i = 0; i < below.size();) {
    const uint32_t begin = below[i], end = group_ends[begin];
    if (rank < end) {  // in the same supernode: the arcs after the arc to this rank are this rank's row
      const uint32_t arc = first_arc(begin) + (rank - begin - 1);
      if (weights_[arc] != kNone) {
        lower_row<true>(weights_.data() + first_arc(rank), middles_.data() + first_arc(rank), weights_.data() + arc + 1,
                        weights_[arc], begin, first_arc(begin + 1) - arc - 1);
      }
      ++i;
      continue;
    }
    // All ranks of the lower supernode have the same upper ends above it.
    const uint32_t shared = first_arc(end - 1), shared_end = first_arc(end);
    const uint32_t arc = elimination_.arc(end - 1, rank);
    rows.resize(end - begin);
    over.resize(end - begin);
    for (uint32_t lower = begin; lower < end; ++lower) {
      const uint32_t own = first_arc(lower) + (end - 1 - lower) + (arc - shared);
      over[lower - begin] = weights_[own];
      rows[lower - begin] = own + 1;
    }
    uint32_t place = first_arc(rank);
    uint32_t walked = arc + 1;
    for_runs(arc + 1, shared_end, [&](uint32_t upper, uint32_t a, uint32_t length) {
      while (elimination_.target(run_end_[place] - 1) < upper) place = run_end_[place];
      place += upper - elimination_.target(place);
      for (uint32_t& row : rows) row += a - walked;
      walked = a;
      lower_by_rows(&weights_[place], &middles_[place], weights_.data(), rows.data(), over.data(), begin, end, length);
    });
    i += end - begin;
  }
  for (uint32_t arc = first_arc(rank); arc < first_arc(rank + 1); ++arc) {
    if (weights_[arc] == edges_[arc]) middles_[arc] = kNoRank;
  }
}

// Customises all ranks, least important first. Ranks of which none is above another are customised in several threads.
void Cch::customise(const CsrGraph& graph, JobControl* control) {
  const uint32_t count = node_count();
  children_.clear();
  read_edges(graph);
  middles_.assign(arc_count(), kNoRank);
  weights_ = edges_;
  std::vector<uint32_t> group_ends(count);
  for (uint32_t begin = 0; begin < count;) {
    const uint32_t end = elimination_.group_end(begin);
    std::fill(group_ends.begin() + begin, group_ends.begin() + end, end);
    begin = end;
  }
  TreeSchedule schedule(elimination_);
  struct Memory {
    std::vector<uint32_t> rows;  // by rank of a supernode: start of its row
    std::vector<Cost> over;      // by rank of a supernode: the weight added to its row
  };
  std::vector<Memory> memory(schedule.threads());
  schedule.go_up(control, [&](uint32_t rank, size_t thread) {
    customise_row(rank, group_ends, memory[thread].rows, memory[thread].over);
  });
}

// Perfect customisation, from the most important node down: the distance of an arc's ends is its weight, or the cost
// over another upper neighbour of the lower end, where the distance between the two upper neighbours is already known.
// An arc is kept only if it is shorter than all such paths.
Ch Cch::hierarchy(JobControl* control) const {
  const uint32_t count = node_count();
  std::vector<Cost> exact(arc_count());  // by arc: the distance between its ends
  std::vector<uint8_t> kept(arc_count(), 0);
  constexpr auto kNoWay = static_cast<int32_t>(kNone);
  struct Memory {
    std::vector<int32_t> own, other;  // by upper end, for the current rank
  };
  TreeSchedule schedule(elimination_);
  std::vector<Memory> memory(schedule.threads());
  const bool done = schedule.go_down(control, [&](uint32_t rank, size_t thread) {
    auto& [own, other] = memory[thread];
    if (own.empty()) {
      own.assign(count, kNoWay);
      other.assign(count, kNoWay);
    }
    const uint32_t begin = first_arc(rank), end = first_arc(rank + 1);
    for (uint32_t a = begin; a < end; ++a) own[elimination_.target(a)] = static_cast<int32_t>(weights_[a]);
    for (uint32_t a = begin; a < end; ++a) {
      const uint32_t via = elimination_.target(a);
      const auto over = static_cast<Cost>(own[via]);
      int32_t best = other[via];
      for_runs(first_arc(via), first_arc(via + 1), [&](uint32_t upper, uint32_t b, uint32_t length) {
        best = std::min(best, relax_both(&own[upper], &other[upper], &exact[b], over, length));
      });
      other[via] = best;
    }
    for (uint32_t a = begin; a < end; ++a) {
      const uint32_t upper = elimination_.target(a);
      kept[a] = own[upper] < other[upper];
      exact[a] = static_cast<Cost>(std::min(own[upper], other[upper]));
    }
    for (uint32_t a = begin; a < end; ++a) {
      const uint32_t via = elimination_.target(a);
      own[via] = other[via] = kNoWay;
      for_runs(first_arc(via), first_arc(via + 1),
               [&](uint32_t upper, uint32_t, uint32_t length) { std::fill_n(&other[upper], length, kNoWay); });
    }
  });
  if (!done) return {};
  const auto kept_count = static_cast<size_t>(std::count(kept.begin(), kept.end(), 1));
  // If a shortcut is kept, the arcs from its highest middle node to both ends are kept, too.
  std::vector<uint32_t> first(1, 0);
  first.reserve(count + 1);
  std::vector<ChArc> arcs;
  arcs.reserve(kept_count);
  for (uint32_t rank = 0; rank < count; ++rank) {
    for (uint32_t a = first_arc(rank); a < first_arc(rank + 1); ++a) {
      if (kept[a] != 0) arcs.push_back({elimination_.target(a), weights_[a], middles_[a]});
    }
    first.push_back(static_cast<uint32_t>(arcs.size()));
  }
  return Ch(order(), std::move(first), std::move(arcs));
}

void Cch::store_child_arcs() {
  children_.assign(arc_count(), {});
  for (uint32_t rank = 0; rank < node_count(); ++rank) {
    for (uint32_t a = first_arc(rank); a < first_arc(rank + 1); ++a) {
      if (weights_[a] == kNone || middles_[a] == kNoRank) continue;
      children_[a] = {arc_between(middles_[a], rank), arc_between(middles_[a], elimination_.target(a))};
    }
  }
}

size_t Cch::memory_bytes() const {
  return elimination_.memory_bytes() + (run_end_.capacity() + middles_.capacity()) * sizeof(uint32_t) +
         (edges_.capacity() + weights_.capacity()) * sizeof(Cost) + children_.capacity() * sizeof(ChildArcs);
}

}  // namespace strata
