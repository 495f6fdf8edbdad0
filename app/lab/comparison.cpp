#include "app/lab/comparison.hpp"
#include "app/lab/detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/base/count_text.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "core/base/byte_text.hpp"

namespace strata {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
constexpr double kLeastDivisor = 1e-3;
constexpr const char* kMinus = "\xe2\x80\x93";

bool is_value(double value) { return value == value; }

// Whether the row has a path. Old answers count until new answers come: they are shown in grey.
bool has_path(const PlannerRow& row) { return (row.solved || row.waiting) && row.result.found(); }
// Whether a search took place.
bool searched(const PlannerRow& row) {
  return (row.solved || row.waiting) &&
         (row.result.found() || row.result.status == PlanStatus::kNoPath || row.result.has_partial_path());
}

const std::array<ComparedFigure, kComparedFigures> kComparedTable = {{
    {"Expanded", "Expanded", "expanded",
     "Nodes expanded, in all phases. Planners do not count alike: the tooltip of a row says what is counted", true,
     true, false,
     [](const PlannerRow& row) {
       return searched(row) ? static_cast<double>(row.result.stats.total().expanded) : kNoValue;
     },
     [](const LabState&, const PlannerRow& row, Cost) { return count_text(row.result.stats.total().expanded); }},
    {"Time", "Time", "time", "Median of some untraced runs, path included", true, true, false,
     [](const PlannerRow& row) { return searched(row) ? row.micros : kNoValue; },
     [](const LabState& s, const PlannerRow& row, Cost) { return micros_text(s, row.micros); }},
    {"Above optimal", "Above\noptimal", "percent",
     "Cost above the optimum, which A* finds under the same rules. Paths at any angle solve another problem: they are "
     "compared with "
     "Polyanya's, the shortest of these, if it is in the table",
     false, false, true,
     [](const PlannerRow& row) { return has_path(row) ? row.percent_over.value_or(kNoValue) : kNoValue; },
     [](const LabState&, const PlannerRow& row, Cost) { return percent_text(*row.planner, row.percent_over); }},
    {"Memory", "Memory", "memory",
     "The legal moves, and of its structures as much as this planner needs: its own levels, and what they are built "
     "from",
     false, false, false,
     [](const PlannerRow& row) { return row.memory_bytes > 0 ? static_cast<double>(row.memory_bytes) : kNoValue; },
     [](const LabState&, const PlannerRow& row, Cost) { return bytes_text(row.memory_bytes); }},
    {"Cost", "Cost", "cost", "In cells: a straight step costs 1", true, false, true,
     [](const PlannerRow& row) { return has_path(row) ? static_cast<double>(row.result.cost) : kNoValue; },
     [](const LabState&, const PlannerRow& row, Cost unit) { return cost_text(row.result.cost, unit); }},
    {"Prepared", "Prepared", "build",
     "Time of the last full build of all that this planner searches: the moves, its own levels, what they are built "
     "from",
     false, false, false, [](const PlannerRow& row) { return row.build_micros > 0 ? row.build_micros : kNoValue; },
     [](const LabState& s, const PlannerRow& row, Cost) { return micros_text(s, row.build_micros); }},
    {"Generated", "Generated", "generated",
     "Nodes put into the open list, or put again with a smaller g; CCH, hub labels and next-hop tables have one only "
     "where they link and refine",
     true, false, false,
     [](const PlannerRow& row) {
       return searched(row) ? static_cast<double>(row.result.stats.total().generated) : kNoValue;
     },
     [](const LabState&, const PlannerRow& row, Cost) { return count_text(row.result.stats.total().generated); }},
}};

}  // namespace

const std::array<ComparedFigure, kComparedFigures>& compared_figures() { return kComparedTable; }

std::string percent_text(const Planner& planner, std::optional<double> percent) {
  if (!percent) return planner.any_angle ? "any angle" : "";
  const bool none = planner.any_angle ? std::abs(*percent) < 0.005 : *percent == 0;
  if (none) return planner.any_angle ? "shortest" : "optimal";
  return fmt::format("{}{:.2f} %", *percent < 0 ? kMinus : "+", std::abs(*percent));
}

std::string_view row_reason(const PlannerRow& row, bool shown) {
  const bool answered = row.solved && row.result.found();  // the note on an answer stands below the table
  return (shown || !row.allowed) && row.note != "found" && !answered ? std::string_view(row.note) : std::string_view();
}

Comparison::Group Comparison::group_of(const Lab& lab, const PlannerRow& row, size_t figure) {
  if (plans_own_graph(lab.world(), *row.planner)) return Group::kDrawnGraph;
  return kComparedTable[figure].of_path && row.planner->any_angle ? Group::kAnyAngle : Group::kMap;
}

void Comparison::read(const Lab& lab) {
  ranges_ = {};
  for (size_t figure = 0; figure < kComparedFigures; ++figure) {
    for (const PlannerRow& row : lab.state().rows) {
      if (!row.shown || !is_listed(lab.state(), *row.planner)) continue;
      FigureRange& range = ranges_[figure][static_cast<size_t>(group_of(lab, row, figure))];
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
  const FigureRange& own = range(lab, row, figure);
  const bool hidden = lab.state().fixed_clock && figure == kTimeFigure;
  return kComparedTable[figure].smallest_wins && own.rows > 1 && own.complete && value <= own.smallest && !hidden;
}

ComparedCell Comparison::cell(const Lab& lab, const PlannerRow& row, size_t figure) const {
  using Kind = ComparedCell::Kind;
  const LabState& s = lab.state();
  const ComparedFigure& own = kComparedTable[figure];
  const double value = row.shown ? own.value(row) : kNoValue;
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

ComparedLines Comparison::lines(const Lab& lab, const PlannerRow& row) const {
  const LabState& s = lab.state();
  const Cost unit = lab.query().row_unit(*row.planner);
  ComparedLines out;
  const auto add = [&](const char* title, std::string text, double times_best = 0) {
    out.lines[out.count++] = {title, std::move(text), times_best};
  };
  for (size_t figure = 0; figure < kComparedFigures; ++figure) {
    const ComparedFigure& own = kComparedTable[figure];
    const double value = own.value(row);
    if (!is_value(value)) continue;
    const FigureRange& among = range(lab, row, figure);
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
  const FigureRange& among = range(lab, row, figure);
  const auto decades = [&](double of) {
    return 1 + std::log10(std::max(of, kLeastDivisor) / std::max(among.smallest, kLeastDivisor));
  };
  return std::clamp(decades(value) / decades(among.largest), 0.0, 1.0);
}

}  // namespace strata
