// Purpose: These functions compute the break-even of a planner with preprocessing against another planner: the number
//          of queries after which its total time is smaller, and the number of queries per edit for which it stays
//          smaller. The app and the bench program use the same functions.
// Units: Integer nanoseconds. The total time of n queries is prepare + n * query. The time of one edit with k queries
//        is edit + k * query.
// Exact: No products are computed, so that nothing is rounded and nothing overflows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

inline constexpr int64_t kUnknownTime = -1;

// The times of a planner. Each may be kUnknownTime.
struct PlannerTimes {
  int64_t prepare = kUnknownTime;  // time of one full build
  int64_t query = kUnknownTime;    // time of one query
  int64_t edit = kUnknownTime;     // time until the structures are up to date after an edit
  friend bool operator==(const PlannerTimes&, const PlannerTimes&) = default;
};

int64_t nanos_of_micros(double micros);  // rounded; kUnknownTime if negative or too large

enum class BreakEvenKind : uint8_t {
  kUnknown,  // a time is unknown
  kAlways,   // faster from the first query on
  kAfter,    // faster from this number of queries on
  kUntil,    // faster up to this number of queries
  kNever,    // never faster
  kSame,     // both have the same time for any number of queries
};
std::string_view break_even_kind_name(BreakEvenKind pays);  // such as "after"

struct BreakEven {
  BreakEvenKind when = BreakEvenKind::kUnknown;
  uint64_t queries = 0;  // kAfter: the smallest number of queries at which it is faster; kUntil: the largest
  friend bool operator==(const BreakEven&, const BreakEven&) = default;
};

// Compares the total times of `one` and `other` for one query and more. Equal times do not count as faster.
BreakEven break_even(const PlannerTimes& one, const PlannerTimes& other);
// Compares the times by queries per edit: the time of an edit replaces that of the preparation.
BreakEven break_even_per_edit(const PlannerTimes& one, const PlannerTimes& other);

// Returns a value below 0 if `one` takes less time than `other` for this number of queries, 0 if both take the same.
// All times must be known, and `queries` at least 1.
int compare_after(const PlannerTimes& one, const PlannerTimes& other, uint64_t queries);

// A planner with the least total time from `from` queries on, until the next leader. At a tie the planner that stays
// fastest longer is the leader, then the first. Planners with unknown times are ignored.
struct BestPlannerRange {
  size_t planner = 0;  // index in the given span
  uint64_t from = 1;   // number of queries
  friend bool operator==(const BestPlannerRange&, const BestPlannerRange&) = default;
};
std::vector<BestPlannerRange> leaders(std::span<const PlannerTimes> planners);

// Returns a text such as "HPA* pays after 214 queries, against A*". Without `other` its last part is omitted.
std::string break_even_text(std::string_view one, std::string_view other, const BreakEven& found);
// Returns a text such as "HPA* stays ahead of A* with 12 queries or more to an edit".
std::string per_edit_text(std::string_view one, std::string_view other, const BreakEven& found);

}  // namespace strata
