// When a planner pays: against brute force over the number of queries, at the bounds of what times can be, and in
// words.
#include "core/world/break_even.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "core/base/rng.hpp"

using namespace strata;

namespace {

PlannerTimes random_times(Rng& rng, uint32_t most_prepare, uint32_t most_query) {
  return {.prepare = rng.below(most_prepare), .query = rng.below(most_query), .edit = rng.below(most_prepare)};
}

int64_t total(const PlannerTimes& times, int64_t queries) { return times.prepare + queries * times.query; }

}  // namespace

TEST_CASE("break-even: what is said of a pair is what counting query by query finds") {
  Rng rng(1);
  constexpr int64_t kMost = 400;  // beyond it small times change nothing any more
  for (int round = 0; round < 4000; ++round) {
    const PlannerTimes one = random_times(rng, 60, 5), other = random_times(rng, 60, 5);
    CAPTURE(one.prepare);
    CAPTURE(one.query);
    CAPTURE(other.prepare);
    CAPTURE(other.query);
    int64_t ahead = 0, first = 0, last = 0, ties = 0, wrong = 0;
    for (int64_t n = 1; n <= kMost; ++n) {
      const int64_t difference = total(one, n) - total(other, n);
      wrong += compare_after(one, other, static_cast<uint64_t>(n)) != (difference < 0 ? -1 : difference > 0 ? 1 : 0);
      ties += difference == 0;
      if (difference >= 0) continue;
      if (first == 0) first = n;
      last = n;
      ++ahead;
    }
    CHECK(wrong == 0);
    const BreakEven found = break_even(one, other);
    switch (found.when) {
      case BreakEvenKind::kAlways:
        CHECK(ahead == kMost);
        break;
      case BreakEvenKind::kAfter:
        CHECK(first == static_cast<int64_t>(found.queries));
        CHECK(first > 1);
        CHECK(ahead == kMost - first + 1);
        break;
      case BreakEvenKind::kUntil:
        CHECK(last == static_cast<int64_t>(found.queries));
        CHECK(ahead == last);
        CHECK(last < kMost);
        break;
      case BreakEvenKind::kNever:
        CHECK(ahead == 0);
        CHECK(ties < kMost);
        break;
      case BreakEvenKind::kSame:
        CHECK(ties == kMost);
        break;
      case BreakEvenKind::kUnknown:
        FAIL("all times are known");
    }
    // The other one's side of it: whoever is not ahead is behind, but for a tie.
    const BreakEven back = break_even(other, one);
    if (found.when == BreakEvenKind::kAlways) CHECK(back.when == BreakEvenKind::kNever);
    if (found.when == BreakEvenKind::kSame) CHECK(back.when == BreakEvenKind::kSame);
    if (found.when == BreakEvenKind::kAfter && back.when == BreakEvenKind::kUntil) {
      CHECK(found.queries - back.queries <= 2);  // one more where they are level in between
    }
    // An edit in place of the preparation is the same arithmetic.
    CHECK(break_even_per_edit({.prepare = kUnknownTime, .query = one.query, .edit = one.prepare},
                              {.prepare = kUnknownTime, .query = other.query, .edit = other.prepare}) == found);
  }
}

TEST_CASE("break-even: the leaders are those that have taken the least at every number of queries") {
  Rng rng(2);
  for (int round = 0; round < 500; ++round) {
    std::vector<PlannerTimes> all;
    for (uint32_t i = 0; i <= rng.below(6); ++i) all.push_back(random_times(rng, 200, 8));
    if (rng.percent(20)) all.push_back({});  // not measured: it takes no part
    const std::vector<BestPlannerRange> found = leaders(all);
    REQUIRE(!found.empty());
    CHECK(found.front().from == 1);
    size_t now = 0, behind = 0;
    for (int64_t n = 1; n <= 300; ++n) {
      while (now + 1 < found.size() && found[now + 1].from <= static_cast<uint64_t>(n)) ++now;
      int64_t least = std::numeric_limits<int64_t>::max();
      for (const PlannerTimes& times : all) {
        if (times.query >= 0) least = std::min(least, total(times, n));
      }
      behind += total(all[found[now].planner], n) != least;
    }
    CHECK(behind == 0);
    for (size_t i = 1; i < found.size(); ++i) {
      CHECK(found[i].from > found[i - 1].from);
      CHECK(all[found[i].planner].query < all[found[i - 1].planner].query);
    }
  }
}

TEST_CASE("break-even: the largest times there are do not overflow") {
  constexpr int64_t kMost = 4'000'000'000'000'000'000;
  const PlannerTimes slow{.prepare = 0, .query = kMost, .edit = 0};
  const PlannerTimes quick{.prepare = kMost, .query = kMost - 1, .edit = 0};
  CHECK(break_even(quick, slow) == BreakEven{BreakEvenKind::kAfter, 4'000'000'000'000'000'001});
  CHECK(break_even(slow, quick) == BreakEven{BreakEvenKind::kUntil, 3'999'999'999'999'999'999});
  CHECK(compare_after(quick, slow, 4'000'000'000'000'000'000) == 0);
}

TEST_CASE("break-even: what is not known is said to be so") {
  const PlannerTimes known{.prepare = 10, .query = 2, .edit = kUnknownTime};
  CHECK(break_even(known, {}).when == BreakEvenKind::kUnknown);
  CHECK(break_even_per_edit(known, known).when == BreakEvenKind::kUnknown);
  CHECK(leaders(std::vector<PlannerTimes>{{}, {}}).empty());
  CHECK(nanos_of_micros(1.2344) == 1234);
  CHECK(nanos_of_micros(-1) == kUnknownTime);
  CHECK(nanos_of_micros(1e300) == kUnknownTime);
  CHECK(nanos_of_micros(std::numeric_limits<double>::quiet_NaN()) == kUnknownTime);
}

TEST_CASE("break-even: in words") {
  CHECK(break_even_text("HPA*", "A*", {BreakEvenKind::kAfter, 214}) == "HPA* pays after 214 queries, against A*");
  CHECK(break_even_text("A*", "HPA*", {BreakEvenKind::kUntil, 1}) == "A* is ahead of HPA* up to 1 query");
  CHECK(break_even_text("A*", "A*", {BreakEvenKind::kSame, 0}) == "A* takes the same time as A*");
  CHECK(break_even_text("CH", "A*", {BreakEvenKind::kNever, 0}) == "CH never gets ahead of A*");
  CHECK(break_even_text("JPS", "A*", {BreakEvenKind::kAlways, 0}) == "JPS is ahead of A* from the first query on");
  CHECK(break_even_text("HPA*", {}, {BreakEvenKind::kAfter, 1}) == "HPA* pays after 1 query");
  CHECK(break_even_text("HPA*", {}, {BreakEvenKind::kNever, 0}) == "HPA* never gets ahead");
  CHECK(break_even_text("HPA*", {}, {}) == "HPA* is not measured yet");
  CHECK(per_edit_text("HPA*", {}, {BreakEvenKind::kNever, 0}) == "HPA* does not stay ahead, however rare the edits");
  CHECK(per_edit_text("HPA*", "A*", {BreakEvenKind::kAlways, 0}) ==
        "HPA* stays ahead of A* with one query to every edit");
  CHECK(per_edit_text("HPA*", "A*", {BreakEvenKind::kAfter, 12}) ==
        "HPA* stays ahead of A* with 12 queries or more to an edit");
  CHECK(per_edit_text("A*", "HPA*", {BreakEvenKind::kUntil, 11}) ==
        "A* stays ahead of HPA* with 11 queries or fewer to an edit");
}
