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

// What a planner takes. Each may be kUnknownTime.
struct PlannerTimes {
  int64_t prepare = kUnknownTime;  // once
  int64_t query = kUnknownTime;    // one of them
  int64_t edit = kUnknownTime;     // until what was prepared is true again
  friend bool operator==(const PlannerTimes&, const PlannerTimes&) = default;
};

int64_t nanos_of_micros(double micros);  // rounded; kUnknownTime where it is no time

enum class BreakEvenKind : uint8_t {
  kUnknown,  // a time is not known
  kAlways,   // ahead from the first query on
  kAfter,    // ahead after so many queries, and from then on
  kUntil,    // ahead up to so many queries, and not after
  kNever,    // never ahead
  kSame,     // both always take the same
};
std::string_view break_even_kind_name(BreakEvenKind pays);  // "after"

struct BreakEven {
  BreakEvenKind when = BreakEvenKind::kUnknown;
  uint64_t queries = 0;  // kAfter: the fewest at which it is ahead; kUntil: the most
  friend bool operator==(const BreakEven&, const BreakEven&) = default;
};

// Of `one` held against `other`, over one query and more. To be ahead is to have taken less; a tie is not enough.
BreakEven break_even(const PlannerTimes& one, const PlannerTimes& other);
// The same with an edit in place of the preparation: queries to an edit.
BreakEven break_even_per_edit(const PlannerTimes& one, const PlannerTimes& other);

// Below 0: after so many queries `one` has taken less than `other`; 0: the same. Both are known, and there is a query.
int compare_after(const PlannerTimes& one, const PlannerTimes& other, uint64_t queries);

// Who has taken the least, from one query on: each from where it takes the lead. Among equals the one leads that stays
// ahead longer, then the first. Those with unknown times take no part.
struct Leader {
  size_t planner = 0;  // its place among those that were given
  uint64_t from = 1;   // queries
  friend bool operator==(const Leader&, const Leader&) = default;
};
std::vector<Leader> leaders(std::span<const PlannerTimes> planners);

// "HPA* pays after 214 queries, against A*"; the same without the other one if its name is empty.
std::string break_even_text(std::string_view one, std::string_view other, const BreakEven& found);
// "HPA* stays ahead of A* with 12 queries or more to an edit"
std::string per_edit_text(std::string_view one, std::string_view other, const BreakEven& found);

}  // namespace strata
