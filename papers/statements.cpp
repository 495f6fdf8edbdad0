#include "papers/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>

#include "papers/plots.hpp"

namespace strata::bench {
namespace {

constexpr double kAll = std::numeric_limits<double>::infinity();

// What a statement says of the points of its curves. `first` is the first curve, `others` are those after it; where
// there are several others, the lowest of them counts at each x.
enum class Says : uint8_t {
  kAtMost,       // no point of the lowest of all curves is above `high`
  kBetween,      // all points lie from `low` to `high`
  kMostBetween,  // more than half of the points do
  kFalls,        // each point is below the one before
  kRises,        // each point is above the one before
  kBelow,        // each point of the first curve is below the others
  kOutweighs,    // from the first to the last x, the first curve rises by more than the other falls
  kLeastAt,      // the lowest point is at x = `high`
};

struct Statement {
  std::string_view item, text;
  Says says;
  std::vector<std::string_view> curves;  // items, as of a plot
  double low = 0, high = 0;              // of rounded values all that are printed so: 1.8 begins at 1.75
  double from = -kAll, to = kAll;        // only points with an x from `from` to below `to` count
};

const std::vector<Statement> kStatements = {
    // HPA*, figure 5
    {.item = "says_best_level_most_us",
     .text = "on average under 10 ms at every length with the best level; most µs",
     .says = Says::kAtMost,
     .curves = {"time_hpa1_len_{x}", "time_hpa2_len_{x}", "time_hpa3_len_{x}"},
     .high = 10'000},
    {.item = "says_best_level_most_us_below_400",
     .text = "under 5 ms up to length 400; most µs",
     .says = Says::kAtMost,
     .curves = {"time_hpa1_len_{x}", "time_hpa2_len_{x}", "time_hpa3_len_{x}"},
     .high = 5'000,
     .to = 400},
    {.item = "says_astar_ahead_on_short",
     .text = "A* is slightly better at very small lengths; its expansions in those of the best level, shortest paths",
     .says = Says::kBelow,
     .curves = {"expanded_astar_len_{x}", "expanded_hpa1_len_{x}", "expanded_hpa2_len_{x}", "expanded_hpa3_len_{x}"},
     .to = 1},
    {.item = "says_one_level_suffices",
     .text = "level 1 suffices for these maps; its expansions in those of the best other level, all queries",
     .says = Says::kBelow,
     .curves = {"expanded_hpa1", "expanded_hpa2", "expanded_hpa3"}},
    // Figure 6
    {.item = "says_main_falls_with_levels",
     .text = "with levels the main search shrinks; steps against it, from 1 to 3 levels",
     .says = Says::kFalls,
     .curves = {"effort_main_{x}"},
     .to = 4},
    {.item = "says_sg_rises_with_levels",
     .text = "with levels the insertion of S and G grows; steps against it, from 1 to 3 levels",
     .says = Says::kRises,
     .curves = {"effort_sg_{x}"},
     .to = 4},
    // Figure 7
    {.item = "says_smoothed_most",
     .text = "within 1 % of the optimum after smoothing; most %, over all lengths",
     .says = Says::kAtMost,
     .curves = {"excess_smoothed_len_{x}"},
     .high = 1},
    {.item = "says_levels_alike_raw",
     .text = "the same for every number of levels; queries that differ before smoothing",
     .says = Says::kAtMost,
     .curves = {"unequal_raw"}},
    {.item = "says_levels_alike_smoothed",
     .text = "the same for every number of levels; queries that differ after smoothing",
     .says = Says::kAtMost,
     .curves = {"unequal_smoothed"}},
    // Figure 8
    {.item = "says_main_falls",
     .text = "the main search falls with the size; steps against it",
     .says = Says::kFalls,
     .curves = {"expanded_main_c{x}"}},
    {.item = "says_sg_rises",
     .text = "the insertion of S and G rises with the size; steps against it",
     .says = Says::kRises,
     .curves = {"expanded_sg_c{x}"}},
    {.item = "says_sg_faster",
     .text = "the insertion rises faster than the main search falls; its rise in that fall",
     .says = Says::kOutweighs,
     .curves = {"expanded_sg_c{x}", "expanded_main_c{x}"}},
    {.item = "says_least_at",
     .text = "the sum is least at 10; size with the least",
     .says = Says::kLeastAt,
     .curves = {"expanded_c{x}"},
     .high = 10},
    // Rooms, figure 5
    {.item = "says_ad_time_short",
     .text = "adaptive depth: 1.7 times as fast below length 15",
     .says = Says::kBetween,
     .curves = {"ad_published_time_speedup_len_{x}"},
     .low = 1.65,
     .high = 1.75,
     .to = 15},
    {.item = "says_ad_expanded_long",
     .text = "adaptive depth: 2.6 to 3.5 times fewer nodes on longer paths",
     .says = Says::kBetween,
     .curves = {"ad_published_expanded_speedup_len_{x}"},
     .low = 2.55,
     .high = 3.55,
     .from = 15},
    {.item = "says_ad_expanded_long_mean",
     .text = "the same by the mean of the speed-ups of the queries",
     .says = Says::kBetween,
     .curves = {"ad_published_expanded_mean_len_{x}"},
     .low = 2.55,
     .high = 3.55,
     .from = 15},
    {.item = "says_ad_time_long",
     .text = "adaptive depth: 2.6 to 3.5 times as fast on longer paths",
     .says = Says::kBetween,
     .curves = {"ad_published_time_speedup_len_{x}"},
     .low = 2.55,
     .high = 3.55,
     .from = 15},
    {.item = "says_bg_expanded",
     .text = "bg: 1.8 to 2.3 times fewer nodes",
     .says = Says::kBetween,
     .curves = {"bg_published_expanded_speedup_len_{x}"},
     .low = 1.75,
     .high = 2.35},
    {.item = "says_bg_expanded_mean",
     .text = "the same by the mean of the speed-ups of the queries",
     .says = Says::kBetween,
     .curves = {"bg_published_expanded_mean_len_{x}"},
     .low = 1.75,
     .high = 2.35},
    {.item = "says_bg_time",
     .text = "bg: 1.8 to 2.3 times as fast",
     .says = Says::kBetween,
     .curves = {"bg_published_time_speedup_len_{x}"},
     .low = 1.75,
     .high = 2.35},
    {.item = "says_rooms_expanded",
     .text = "rooms: mostly 2 times fewer nodes",
     .says = Says::kMostBetween,
     .curves = {"rooms_published_expanded_speedup_len_{x}"},
     .low = 1.5,
     .high = 2.5},
    {.item = "says_rooms_time",
     .text = "rooms: mostly 2 times as fast",
     .says = Says::kMostBetween,
     .curves = {"rooms_published_time_speedup_len_{x}"},
     .low = 1.5,
     .high = 2.5},
    // Sectors, table 2
    {.item = "says_ch_longest_easier",
     .text = "contraction: the longest hundredth is easier than the longest tenth; its nodes in those of the tenth, "
             "large coefficients",
     .says = Says::kBelow,
     .curves = {"ch_large_long1", "ch_large_10"}},
    {.item = "says_ch_longest_easier_small",
     .text = "the same with small coefficients",
     .says = Says::kBelow,
     .curves = {"ch_small_long1", "ch_small_10"}},
    {.item = "says_ch_hardest_harder",
     .text = "contraction: its hardest hundredth is harder than its longest one; nodes of the longest in those of the "
             "hardest, large coefficients",
     .says = Says::kBelow,
     .curves = {"ch_large_long1", "ch_large_own1"}},
    // Sectors, table 4
    {.item = "says_unpacking_easy_on_hardest",
     .text =
         "unpacking is easy on the hardest hundredth; its shortcuts in those of the longest tenth, large coefficients",
     .says = Says::kBelow,
     .curves = {"opened_large_own1", "opened_large_10"}},
    {.item = "says_unpacking_easy_on_hardest_small",
     .text = "the same with small coefficients",
     .says = Says::kBelow,
     .curves = {"opened_small_own1", "opened_small_10"}},
    {.item = "says_unpacking_hard_on_longest",
     .text =
         "unpacking is hard on the longest hundredth; shortcuts of the longest tenth in those of the hundredth, large "
         "coefficients",
     .says = Says::kBelow,
     .curves = {"opened_large_10", "opened_large_long1"}},
};

using Curve = std::map<double, double>;

Curve lowest_of(const std::vector<Curve>& curves, size_t first) {
  Curve lowest;
  for (size_t i = first; i < curves.size(); ++i) {
    for (const auto& [x, y] : curves[i]) {
      const auto [at, added] = lowest.emplace(x, y);
      if (!added) at->second = std::min(at->second, y);
    }
  }
  return lowest;
}

// The number of steps in which the curve does not fall, or, with -1, does not rise.
double steps_against(const Curve& curve, double sign) {
  double against = 0;
  for (auto at = curve.begin(), last = at; ++at != curve.end(); last = at) {
    against += sign * (at->second - last->second) >= 0;
  }
  return against;
}

struct Verdict {
  double measured = 0;
  bool agrees = false;
  std::string more{};  // more on the points, for the note
};

Verdict between(const Statement& says, const Curve& curve) {
  double inside = 0, least = kAll, most = -kAll;
  for (const auto& [x, y] : curve) {
    inside += says.low <= y && y <= says.high;
    least = std::min(least, y);
    most = std::max(most, y);
  }
  const double share = inside / static_cast<double>(curve.size());
  return {100 * share, says.says == Says::kBetween ? share == 1 : share > 0.5,
          fmt::format("; % of the lengths where it is so, from {:.2f} to {:.2f}", least, most)};
}

// Returns nullopt if the rows have too few points for the statement.
std::optional<Verdict> judge(const Statement& says, const std::vector<ReportRow>& rows) {
  std::vector<Curve> curves;
  for (const std::string_view items : says.curves) {
    Curve& curve = curves.emplace_back(points_by_x(items, rows));
    std::erase_if(curve, [&](const auto& point) { return point.first < says.from || point.first >= says.to; });
    if (curve.empty()) return std::nullopt;
  }
  const Curve& first = curves.front();
  const auto height = [](const auto& a, const auto& b) { return a.second < b.second; };
  switch (says.says) {
    case Says::kAtMost: {
      const Curve lowest = lowest_of(curves, 0);
      const double most = std::ranges::max_element(lowest, height)->second;
      return Verdict{most, most <= says.high};
    }
    case Says::kBetween:
    case Says::kMostBetween:
      return between(says, first);
    case Says::kFalls:
    case Says::kRises: {
      if (first.size() < 2) return std::nullopt;
      const double against = steps_against(first, says.says == Says::kFalls ? 1 : -1);
      return Verdict{against, against == 0};
    }
    case Says::kBelow: {
      double most = 0;
      for (const auto& [x, y] : lowest_of(curves, 1)) {
        const auto own = first.find(x);
        if (own == first.end() || y <= 0) return std::nullopt;
        most = std::max(most, own->second / y);
      }
      return Verdict{most, most < 1};
    }
    case Says::kOutweighs: {
      const double rise = first.rbegin()->second - first.begin()->second;
      const double fall = curves[1].begin()->second - curves[1].rbegin()->second;
      if (fall <= 0) return std::nullopt;
      return Verdict{rise / fall, rise > fall};
    }
    case Says::kLeastAt: {
      const double x = std::ranges::min_element(first, height)->first;
      return Verdict{x, x == says.high};
    }
  }
  return std::nullopt;
}

}  // namespace

void add_statements(Report& report) {
  std::vector<ReportRow> statements;
  for (const Statement& says : kStatements) {
    const std::optional<Verdict> verdict = judge(says, report.rows);
    if (!verdict) continue;
    ReportRow& row = statements.emplace_back();
    row["item"] = says.item;
    row["paper"] = nullptr;
    row["measured"] = rounded(verdict->measured);
    row["note"] = fmt::format("the paper says: {}{}", says.text, verdict->more);
    row["agrees"] = verdict->agrees ? "yes" : "no";
  }
  report.rows.insert(report.rows.end(), statements.begin(), statements.end());
}

}  // namespace strata::bench
