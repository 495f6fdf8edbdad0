#include "core/world/break_even.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace strata {
namespace {

constexpr double kMaxNanos = 4e18;

bool known(const PlannerTimes& times) { return times.prepare >= 0 && times.query >= 0; }

std::string_view plural(uint64_t count) { return count == 1 ? "query" : "queries"; }

}  // namespace

int64_t nanos_of_micros(double micros) {
  const double nanos = std::round(micros * 1000);
  return nanos >= 0 && nanos <= kMaxNanos ? static_cast<int64_t>(nanos) : kUnknownTime;
}

std::string_view break_even_kind_name(BreakEvenKind pays) {
  static constexpr std::array<std::string_view, 6> kNames = {"unknown", "always", "after", "until", "never", "same"};
  return kNames[static_cast<size_t>(pays)];
}

// `one` is faster after n queries if n * saved > more. `more` is the additional cost of its preparation, `saved` the
// time that each of its queries saves.
BreakEven break_even(const PlannerTimes& one, const PlannerTimes& other) {
  if (!known(one) || !known(other)) return {BreakEvenKind::kUnknown, 0};
  const int64_t more = one.prepare - other.prepare;
  const int64_t saved = other.query - one.query;
  if (saved == 0)
    return {more < 0 ? BreakEvenKind::kAlways : more > 0 ? BreakEvenKind::kNever : BreakEvenKind::kSame, 0};
  if (saved > 0) {
    const uint64_t first = more < 0 ? 0 : static_cast<uint64_t>(more / saved) + 1;
    return first <= 1 ? BreakEven{BreakEvenKind::kAlways, 0} : BreakEven{BreakEvenKind::kAfter, first};
  }
  // The queries of `one` are slower: `one` is faster while n * -saved < -more.
  if (more >= 0) return {BreakEvenKind::kNever, 0};
  const uint64_t last = static_cast<uint64_t>((-more - 1) / -saved);
  return last == 0 ? BreakEven{BreakEvenKind::kNever, 0} : BreakEven{BreakEvenKind::kUntil, last};
}

BreakEven break_even_per_edit(const PlannerTimes& one, const PlannerTimes& other) {
  return break_even({.prepare = one.edit, .query = one.query}, {.prepare = other.edit, .query = other.query});
}

int compare_after(const PlannerTimes& one, const PlannerTimes& other, uint64_t queries) {
  int64_t more = one.prepare - other.prepare;
  int64_t saved = other.query - one.query;
  if (saved == 0) return more < 0 ? -1 : more > 0 ? 1 : 0;
  int sign = 1;
  if (saved < 0) {
    sign = -1;
    more = -more;
    saved = -saved;
  }
  if (more <= 0) return -sign;  // there is at least one query, and each query saves time
  const auto whole = static_cast<uint64_t>(more / saved);
  if (queries != whole) return queries > whole ? -sign : sign;
  return more % saved == 0 ? 0 : sign;
}

std::vector<BestPlannerRange> leaders(std::span<const PlannerTimes> planners) {
  std::vector<BestPlannerRange> found;
  // Returns whether `a` is faster than `b` after so many queries. At a tie the planner with faster queries counts as
  // faster, because it is faster after more queries.
  const auto better = [&](size_t a, size_t b, uint64_t queries) {
    const int order = compare_after(planners[a], planners[b], queries);
    return order != 0 ? order < 0 : planners[a].query < planners[b].query;
  };
  size_t leader = planners.size();
  for (size_t i = 0; i < planners.size(); ++i) {
    if (known(planners[i]) && (leader == planners.size() || better(i, leader, 1))) leader = i;
  }
  if (leader == planners.size()) return found;
  for (uint64_t from = 1;;) {
    found.push_back({leader, from});
    size_t next = planners.size();
    for (size_t i = 0; i < planners.size(); ++i) {
      if (!known(planners[i])) continue;
      const BreakEven ahead = break_even(planners[i], planners[leader]);
      if (ahead.when != BreakEvenKind::kAfter) continue;
      if (next == planners.size() || ahead.queries < from) {
        next = i;
        from = ahead.queries;
      } else if (ahead.queries == from && better(i, next, from)) {
        next = i;
      }
    }
    if (next == planners.size()) return found;
    leader = next;
  }
}

std::string break_even_text(std::string_view one, std::string_view other, const BreakEven& found) {
  const std::string of = other.empty() ? "" : fmt::format(" of {}", other);
  switch (found.when) {
    case BreakEvenKind::kAlways:
      return fmt::format("{} is ahead{} from the first query on", one, of);
    case BreakEvenKind::kAfter:
      return fmt::format("{} pays after {} {}{}{}", one, found.queries, plural(found.queries),
                         other.empty() ? "" : ", against ", other);
    case BreakEvenKind::kUntil:
      return fmt::format("{} is ahead{} up to {} {}", one, of, found.queries, plural(found.queries));
    case BreakEvenKind::kNever:
      return fmt::format("{} never gets ahead{}", one, of);
    case BreakEvenKind::kSame:
      return fmt::format("{} takes the same time{}{}", one, other.empty() ? "" : " as ", other);
    case BreakEvenKind::kUnknown:
      break;
  }
  return fmt::format("{} is not measured yet", one);
}

std::string per_edit_text(std::string_view one, std::string_view other, const BreakEven& found) {
  const std::string of = other.empty() ? "" : fmt::format(" of {}", other);
  switch (found.when) {
    case BreakEvenKind::kAlways:
      return fmt::format("{} stays ahead{} with one query to every edit", one, of);
    case BreakEvenKind::kAfter:
      return fmt::format("{} stays ahead{} with {} {} or more to an edit", one, of, found.queries,
                         plural(found.queries));
    case BreakEvenKind::kUntil:
      return fmt::format("{} stays ahead{} with {} {} or fewer to an edit", one, of, found.queries,
                         plural(found.queries));
    case BreakEvenKind::kNever:
      return fmt::format("{} does not stay ahead{}, however rare the edits", one, of);
    case BreakEvenKind::kSame:
      return fmt::format("{} takes the same time{}{}, edits included", one, other.empty() ? "" : " as ", other);
    case BreakEvenKind::kUnknown:
      break;
  }
  return fmt::format("{} is not measured with edits yet", one);
}

}  // namespace strata
