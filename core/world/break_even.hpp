// Purpose: These functions compare a planner that needs preparation with another one. They say after how many queries
//          its total time is smaller, and with how many queries per edit it stays smaller. The app and the bench
//          program both use them, so that they say the same of the same times.
// Units: Whole nanoseconds. The total time of n queries is prepare + n * query. The time of one edit and the k queries
//        that share it is edit + k * query.
// Exact: No product is formed, so that nothing is rounded and nothing overflows.
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
  int64_t prepare = kUnknownTime;  // one build
  int64_t query = kUnknownTime;    // one query
  int64_t edit = kUnknownTime;     // until the structures are up to date again after an edit
  friend bool operator==(const PlannerTimes&, const PlannerTimes&) = default;
};

int64_t nanos_of_micros(double micros);  // rounded; kUnknownTime if negative or too large

enum class BreakEvenKind : uint8_t {
  kUnknown,  // a time is not known
  kAlways,   // ahead from the first query on
  kAfter,    // ahead after so many queries, and from then on
  kUntil,    // ahead up to so many queries, and not after
  kNever,    // never ahead
  kSame,     // both always take the same time
};
std::string_view break_even_kind_name(BreakEvenKind pays);  // "after"

struct BreakEven {
  BreakEvenKind when = BreakEvenKind::kUnknown;
  uint64_t queries = 0;  // kAfter: the fewest queries at which it is ahead; kUntil: the most
  friend bool operator==(const BreakEven&, const BreakEven&) = default;
};

// Compares `one` with `other`, for one query and more. A planner is ahead if it has taken less time; a tie is not
// enough.
BreakEven break_even(const PlannerTimes& one, const PlannerTimes& other);
// Compares them by queries per edit: the time of an edit takes the place of the preparation.
BreakEven break_even_per_edit(const PlannerTimes& one, const PlannerTimes& other);

// Returns less than 0 if `one` takes less time than `other` for so many queries, 0 if they take the same. All times are
// known, and `queries` is at least 1.
int compare_after(const PlannerTimes& one, const PlannerTimes& other, uint64_t queries);

// A planner that has taken the least time of all from `from` queries on, until the next leader. At a tie the planner
// leads that stays ahead longer, then the first. Planners with unknown times take no part.
struct Leader {
  size_t planner = 0;  // index in the span that was given
  uint64_t from = 1;   // number of queries
  friend bool operator==(const Leader&, const Leader&) = default;
};
std::vector<Leader> leaders(std::span<const PlannerTimes> planners);

// Returns for example "HPA* pays after 214 queries, against A*". `other` is left out if it is empty.
std::string break_even_text(std::string_view one, std::string_view other, const BreakEven& found);
// Returns for example "HPA* stays ahead of A* with 12 queries or more to an edit".
std::string per_edit_text(std::string_view one, std::string_view other, const BreakEven& found);

}  // namespace strata
