#include "core/world/fastest_choice.hpp"

#include <algorithm>
#include <cmath>

namespace strata {
namespace {

constexpr uint64_t kTrials = 8;         // queries after which the time of a candidate counts as measured
constexpr uint64_t kTrialEvery = 64;    // of so many queries one goes to a candidate that may have become faster
constexpr int64_t kHopeless = 4;        // candidates so many times as slow as the fastest one are not tried
constexpr int64_t kDoubtful = 16;       // the same for candidates whose time is not measured well enough
constexpr int64_t kOutlier = 4;         // a time so many times the mean counts as a pause of the machine
constexpr int64_t kMemory = 32;         // the mean of queries follows the last ones of this number
constexpr double kChangeMemory = 0.25;  // weight of the last phase in the mean number of queries between changes
// Switching a structure off and on again costs its build, so that it is kept while its total is at most so much larger.
constexpr int64_t kPercentToSwitchOff = 110;

// Returns modelled times. They were fitted to maps of 256x256 to 1024x1024 cells, and only have to be good enough for
// the first queries.
ByCandidate<PlannerTimes> modelled(size_t cells) {
  const auto count = static_cast<int64_t>(std::max<size_t>(cells, 1));
  const auto side = static_cast<int64_t>(std::sqrt(static_cast<double>(count)));
  return {{{.prepare = 500 * count, .query = 3'000 + 20 * side, .edit = 500 * count},
           {.prepare = 400 * count, .query = 3'500 + 40 * side, .edit = 400 * count},
           {.prepare = 32 * count, .query = 1'000 + count / 5, .edit = 20'000 + count / 4},
           {.prepare = 5 * count, .query = 1'000 + count / 5, .edit = 25'000},
           {.prepare = 0, .query = 1'000 + 20 * count, .edit = 0}}};
}

}  // namespace

FastestChoice::FastestChoice(size_t cells) : times_(modelled(cells)) {}

void FastestChoice::note_query(FastestCandidate asked, int64_t nanos) {
  const size_t i = index_of(asked);
  int64_t& mean = times_[i].query;
  const auto seen = static_cast<int64_t>(measured_[i]++);
  ++queries_;
  ++since_change_;
  if (seen == 0) {
    mean = nanos;
  } else {
    const int64_t counted = seen < static_cast<int64_t>(kTrials) ? nanos : std::min(nanos, kOutlier * mean);
    mean += (counted - mean) / std::min(seen + 1, kMemory);
  }
  mean = std::max<int64_t>(mean, 1);
  // Both searches remember the same jumps, and differ only where one is found for the first time.
  constexpr size_t kDistances = index_of(FastestCandidate::kJumpDistances);
  if (asked == FastestCandidate::kJumps && measured_[kDistances] == 0) times_[kDistances].query = mean;
}

void FastestChoice::note_build(FastestCandidate built, int64_t nanos) {
  PlannerTimes& own = times_[index_of(built)];
  own.prepare = nanos;
  if (is_built_by_job(built)) own.edit = nanos;
}

void FastestChoice::note_update(FastestCandidate updated, int64_t nanos) {
  int64_t& mean = times_[index_of(updated)].edit;
  mean += (nanos - mean) / 4;
}

void FastestChoice::note_change() {
  const auto queries = static_cast<double>(since_change_);
  mean_between_ = changes_ == 0 ? queries : mean_between_ + kChangeMemory * (queries - mean_between_);
  ++changes_;
  since_change_ = 0;
}

uint64_t FastestChoice::queries_between_changes() const {
  return std::max({uint64_t{1}, since_change_, static_cast<uint64_t>(std::llround(mean_between_))});
}

std::optional<FastestCandidate> FastestChoice::ask(const ByCandidate<bool>& ready) const {
  size_t best = kFastestCandidates;
  for (size_t i = 0; i < kFastestCandidates; ++i) {
    if (ready[i] && (best == kFastestCandidates || times_[i].query < times_[best].query)) best = i;
  }
  if (best == kFastestCandidates) return std::nullopt;
  // The modelled times of jump point searches are far too large on most maps; that of A* is not.
  const auto promising = [&](size_t i) {
    const bool doubtful = measured_[i] < kTrials && i != index_of(FastestCandidate::kCells);
    return ready[i] && times_[i].query / (doubtful ? kDoubtful : kHopeless) <= times_[best].query;
  };
  // The leader comes first: its first queries fill caches, and a slow one would make slower candidates look promising.
  if (measured_[best] < kTrials) return static_cast<FastestCandidate>(best);
  for (size_t i = 0; i < kFastestCandidates; ++i) {
    if (promising(i) && measured_[i] < kTrials) return static_cast<FastestCandidate>(i);
  }
  if (queries_ % kTrialEvery == kTrialEvery - 1) {
    const size_t turn = queries_ / kTrialEvery % kFastestCandidates;
    if (promising(turn)) return static_cast<FastestCandidate>(turn);
  }
  return static_cast<FastestCandidate>(best);
}

// Returns the times of a candidate until the next change as break_even reads them.
PlannerTimes FastestChoice::costs_of_keeping(size_t candidate, bool on) const {
  const PlannerTimes& own = times_[candidate];
  const auto of = static_cast<FastestCandidate>(candidate);
  if (!has_structure(of)) return {.prepare = 0, .query = own.query, .edit = 0};
  int64_t costs = changes_ > 0 ? own.edit : 0;
  if (!on && is_built_by_job(of)) {
    costs = own.prepare;
  } else if (!on) {
    // It is built once, and the queries to come, which are expected to be as many as those until now, share the build.
    costs += own.prepare / static_cast<int64_t>(std::max<uint64_t>(queries_ / queries_between_changes(), 1));
  }
  if (!on) return {.prepare = costs, .query = own.query, .edit = own.edit};
  return {
      .prepare = costs * 100 / kPercentToSwitchOff, .query = own.query * 100 / kPercentToSwitchOff, .edit = own.edit};
}

ByCandidate<bool> FastestChoice::keep(const ByCandidate<bool>& possible, const ByCandidate<bool>& on) const {
  ByCandidate<bool> kept{};
  const uint64_t queries = queries_between_changes();
  // Among those that are up to date at once after a change, then among those that jobs build.
  std::optional<PlannerTimes> best;
  for (const bool by_job : {false, true}) {
    size_t leader = kFastestCandidates;
    for (size_t i = kFastestCandidates; i-- > 0;) {
      if (!possible[i] || is_built_by_job(static_cast<FastestCandidate>(i)) != by_job) continue;
      const PlannerTimes costs = costs_of_keeping(i, on[i]);
      if (best && compare_after(costs, *best, queries) >= 0) continue;
      best = costs;
      leader = i;
    }
    if (leader < kFastestCandidates && has_structure(static_cast<FastestCandidate>(leader))) kept[leader] = true;
  }
  constexpr auto kMap = static_cast<size_t>(FastestCandidate::kJumps);
  if (kept[static_cast<size_t>(FastestCandidate::kJumpDistances)] && possible[kMap]) kept[kMap] = true;
  return kept;
}

}  // namespace strata
