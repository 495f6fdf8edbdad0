#include "app/lab/comparison.hpp"
#include "app/lab/simple_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/base/count_text.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_levels.hpp"
#include "app/lab/query_controller.hpp"
#include "core/base/byte_text.hpp"

namespace strata {
namespace {

constexpr double kNoQuantity = std::numeric_limits<double>::quiet_NaN();
constexpr double kLeastDivisor = 1e-3;
constexpr const char* kMinus = "\xe2\x80\x93";

bool is_value(double value) { return value == value; }

// Returns whether the row has a path. While a new answer is being computed, the path of the previous answer counts,
// which is shown in grey.
bool has_path(const PlannerRow& row) { return (row.solved || row.waiting) && row.result.found(); }
// Returns whether the planner has searched, with or without finding a path.
bool searched(const PlannerRow& row) {
  return (row.solved || row.waiting) &&
         (row.result.found() || row.result.status == PlanStatus::kNoPath || row.result.has_partial_path());
}

const std::array<ComparedMeasure, kComparedMeasures> kComparedTable = {{
    {"Expanded", "Expanded", "expanded",
     "Nodes expanded, in all phases. Planners do not count alike: the tooltip of a row says what is counted", true,
     true, false,
     [](const PlannerRow& row) {
       return searched(row) ? static_cast<double>(row.result.stats.total().expanded) : kNoQuantity;
     },
     [](const LabState&, const PlannerRow& row, Cost) { return count_text(row.result.stats.total().expanded); }},
    {"Time", "Time", "time", "Median of some untraced runs, path included", true, true, false,
     [](const PlannerRow& row) { return searched(row) ? row.micros : kNoQuantity; },
     [](const LabState& s, const PlannerRow& row, Cost) { return micros_text(s, row.micros); }},
    {"Above optimal", "Above\noptimal", "percent",
     "Cost above the optimum, which A* finds under the same rules. Paths at any angle solve another problem: they are "
     "compared with "
     "Polyanya's, the shortest of these, if it is in the table",
     false, false, true,
     [](const PlannerRow& row) { return has_path(row) ? row.percent_over.value_or(kNoQuantity) : kNoQuantity; },
     [](const LabState&, const PlannerRow& row, Cost) { return percent_text(*row.planner, row.percent_over); }},
    {"Memory", "Memory", "memory",
     "The legal moves, and of its structures as much as this planner needs: its own levels, and what they are built "
     "from",
     false, false, false,
     [](const PlannerRow& row) { return row.memory_bytes > 0 ? static_cast<double>(row.memory_bytes) : kNoQuantity; },
     [](const LabState&, const PlannerRow& row, Cost) { return bytes_text(row.memory_bytes); }},
    {"Cost", "Cost", "cost", "In cells: a straight step costs 1", true, false, true,
     [](const PlannerRow& row) { return has_path(row) ? static_cast<double>(row.result.cost) : kNoQuantity; },
     [](const LabState&, const PlannerRow& row, Cost unit) { return cost_text(row.result.cost, unit); }},
    {"Prepared", "Prepared", "build",
     "Time of the last full build, on the open map, of all that this planner searches: the moves, its own levels, what "
     "they are built from",
     false, false, false, [](const PlannerRow& row) { return row.build_micros > 0 ? row.build_micros : kNoQuantity; },
     [](const LabState& s, const PlannerRow& row, Cost) { return micros_text(s, row.build_micros); }},
    {"Generated", "Generated", "generated",
     "Nodes put into the open list, or put again with a smaller g; CCH, hub labels and next-hop tables have one only "
     "where they connect start and goal and refine",
     true, false, false,
     [](const PlannerRow& row) {
       return searched(row) ? static_cast<double>(row.result.stats.total().generated) : kNoQuantity;
     },
     [](const LabState&, const PlannerRow& row, Cost) { return count_text(row.result.stats.total().generated); }},
}};

}  // namespace

const std::array<ComparedMeasure, kComparedMeasures>& compared_figures() { return kComparedTable; }

std::string percent_text(const Planner& planner, std::optional<double> percent) {
  if (!percent) return planner.any_angle ? "any angle" : "";
  const bool none = planner.any_angle ? std::abs(*percent) < 0.005 : *percent == 0;
  if (none) return planner.any_angle ? "shortest" : "optimal";
  return fmt::format("{}{:.2f} %", *percent < 0 ? kMinus : "+", std::abs(*percent));
}

std::string_view row_reason(const PlannerRow& row, bool shown) {
  // A note on a row with an answer stands below the table instead.
  const bool answered = row.solved && row.result.found();
  return (shown || !row.allowed) && row.note != "found" && !answered ? std::string_view(row.note) : std::string_view();
}

Comparison::ComparableGroup Comparison::group_of(const Lab& lab, const PlannerRow& row, size_t figure) {
  if (plans_own_graph(lab.world(), *row.planner)) return ComparableGroup::kDrawnGraph;
  return kComparedTable[figure].of_path && row.planner->any_angle ? ComparableGroup::kAnyAngle : ComparableGroup::kMap;
}

void Comparison::read(const Lab& lab) {
  ranges_ = {};
  for (size_t figure = 0; figure < kComparedMeasures; ++figure) {
    for (const PlannerRow& row : lab.state().rows) {
      if (!row.shown || !is_listed(lab.state(), *row.planner) || !has_own_row(lab.state(), row)) continue;
      MeasureRange& range = ranges_[figure][static_cast<size_t>(group_of(lab, row, figure))];
      range.complete = range.complete && !row.waiting;
      const double value = kComparedTable[figure].value(row);
      if (!is_value(value)) continue;
      range.smallest = std::min(range.smallest, value);
      range.largest = std::max(range.largest, value);
      ++range.rows;
    }
  }
}

bool Comparison::is_best(const Lab& lab, const PlannerRow& row, size_t figure, double value) const {
  const MeasureRange& own = range(lab, row, figure);
  const bool hidden = lab.state().fixed_clock && figure == kTimeFigure;
  return kComparedTable[figure].smallest_wins && own.rows > 1 && own.complete && value <= own.smallest && !hidden;
}

ComparisonTableCell Comparison::cell(const Lab& lab, const PlannerRow& row, size_t figure) const {
  using Kind = ComparisonTableCell::Kind;
  const LabState& s = lab.state();
  const ComparedMeasure& own = kComparedTable[figure];
  const double value = row.shown ? own.value(row) : kNoQuantity;
  const bool reason = !row_reason(row, row.shown).empty();
  if (is_value(value) && !(reason && !has_path(row) && figure > 1)) {
    const bool hidden = s.fixed_clock && figure == kTimeFigure;
    return {.kind = Kind::kValue,
            .text = own.text(s, row, lab.query().row_unit(*row.planner)),
            .value = value,
            .best = is_best(lab, row, figure, value),
            .bar = own.ratio && !hidden && range(lab, row, figure).rows > 1};
  }
  if (reason) return {.kind = Kind::kReason};
  if (row.shown && figure == kPercentFigure && has_path(row) && row.planner->any_angle) {
    return {.kind = Kind::kUnrated, .text = percent_text(*row.planner, row.percent_over)};
  }
  return {.kind = row.shown ? Kind::kDash : Kind::kEmpty};
}

ComparisonTooltipLines Comparison::lines(const Lab& lab, const PlannerRow& row, size_t first) const {
  const LabState& s = lab.state();
  const Cost unit = lab.query().row_unit(*row.planner);
  ComparisonTooltipLines out;
  const auto add = [&](const char* title, std::string text, double times_best = 0) {
    out.lines[out.count++] = {title, std::move(text), times_best};
  };
  for (size_t figure = first; figure < kComparedMeasures; ++figure) {
    const ComparedMeasure& own = kComparedTable[figure];
    const double value = own.value(row);
    if (!is_value(value)) continue;
    const MeasureRange& among = range(lab, row, figure);
    const bool hidden = s.fixed_clock && figure == kTimeFigure;
    const bool told = own.ratio && row.shown && among.complete && value > among.smallest && !hidden;
    add(own.title, own.text(s, row, unit), told ? value / std::max(among.smallest, kLeastDivisor) : 0);
  }
  if (searched(row) && row.repeats > 0 && !s.fixed_clock) {
    add("Runs", row.repeats == 1 ? std::string("one: no median") : fmt::format("median of {}", row.repeats));
  }
  if (row.solved && row.result.found() && row.result.raw_cost != row.result.cost) {
    add(row.planner->any_angle ? "Not pulled" : "Unsmoothed", cost_text(row.result.raw_cost, unit));
  }
  return out;
}

double Comparison::share(const Lab& lab, const PlannerRow& row, size_t figure, double value) const {
  const MeasureRange& among = range(lab, row, figure);
  const auto decades = [&](double of) {
    return 1 + std::log10(std::max(of, kLeastDivisor) / std::max(among.smallest, kLeastDivisor));
  };
  return std::clamp(decades(value) / decades(among.largest), 0.0, 1.0);
}

}  // namespace strata
