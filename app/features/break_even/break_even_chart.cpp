// The break-even chart: the total time of each planner by the number of queries, with the crossings of the lines.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/features/break_even/break_even.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"

namespace strata {
namespace {

// Number of points of a line. Lines are curved on a logarithmic scale.
constexpr int kSamples = 96;
constexpr double kFewestQueries = 100;  // the x axis reaches at least this far
// The x axis never ends beyond this number of queries; crossings beyond it are mentioned in the text only.
constexpr double kMaxQueries = 1e9;
// The x axis ends at this multiple of the number of queries at the last crossing.
constexpr double kBeyond = 3;

double total_micros(const PlannerTimes& times, double queries) {
  return (static_cast<double>(times.prepare) + queries * static_cast<double>(times.query)) / 1000;
}

bool has_times(const PlannerTimes& times) { return times.prepare >= 0 && times.query >= 0; }

// Adds a point for each crossing of two lines, and appends the numbers of queries at the crossings to `queries`.
void add_crossings(const Lab& lab, const BreakEvenController& controller, double most, ChartData& out,
                   std::vector<double>& queries) {
  const auto lines = controller.lines();
  const PlannerNames& names = lab.state().names;
  for (const BreakEvenController::MeasuredPlanner& one : lines) {
    ChartSeries series{.name = std::string(one.planner->name),
                       .title = std::string(names.brief(*one.planner)),
                       .color = planner_style(lab.state(), one.planner->name).color,
                       .mark = ChartMark::kDots,
                       .points = {}};
    for (const BreakEvenController::MeasuredPlanner& other : lines) {
      const BreakEven found = break_even(one.times, other.times);
      const auto n = static_cast<double>(found.queries);
      if (found.when != BreakEvenKind::kAfter || n > most) continue;
      series.points.push_back({n, total_micros(one.times, n), 0, static_cast<int>(series.notes.size())});
      series.notes.push_back(break_even_text(names.title(*one.planner), names.title(*other.planner), found));
      queries.push_back(n);
    }
    std::ranges::stable_sort(series.points, {}, &ChartPoint::x);
    if (!series.points.empty()) out.series.push_back(std::move(series));
  }
}

void fill_break_even(const Lab& lab, ChartData& out) {
  const BreakEvenController& controller = break_even_controller(lab);
  const auto lines = controller.lines();
  if (lines.empty()) {
    out.reason = lab.state().fixed_clock ? "With a fixed clock no times are measured: there is nothing to compare."
                                         : "No planner of the comparison has found a path yet.";
    if (lab.state().fixed_clock) return;
    out.remedy = lab.state().has_query ? "Choose planners" : "Random start and goal";
    out.remedy_lines = lab.state().has_query ? "ui.place planners" : "query.random";
    return;
  }
  double last = 0;
  for (const BreakEvenController::MeasuredPlanner& one : lines) {
    for (const BreakEvenController::MeasuredPlanner& other : lines) {
      const BreakEven found = break_even(one.times, other.times);
      if (found.when == BreakEvenKind::kAfter) last = std::max(last, static_cast<double>(found.queries));
    }
  }
  const double most = std::clamp(last * kBeyond, kFewestQueries, kMaxQueries);
  const bool logarithmic = controller.logarithmic();
  out.about = controller.leaders_text();
  out.x = {.title = "queries", .unit = ChartUnit::kCount, .logarithmic = logarithmic};
  out.y = {.title = "total time with preparation", .unit = ChartUnit::kMicros, .logarithmic = logarithmic};
  const PlannerNames& names = lab.state().names;
  for (const BreakEvenController::MeasuredPlanner& line : lines) {
    if (!has_times(line.times)) continue;
    const PlannerStyle style = planner_style(lab.state(), line.planner->name);
    ChartSeries series{.name = std::string(line.planner->name),
                       .title = std::string(names.brief(*line.planner)),
                       .color = style.color,
                       .dash = style.dash,
                       .mark = ChartMark::kLine,
                       .points = {}};
    double before = 0;
    for (int i = 0; i <= kSamples; ++i) {
      const double share = static_cast<double>(i) / kSamples;
      const double n = std::round(logarithmic ? std::pow(most, share) : std::max(share * most, 1.0));
      if (n == before) continue;
      before = n;
      series.points.push_back({n, total_micros(line.times, n), 0, -1});
    }
    out.series.push_back(std::move(series));
  }
  std::vector<double> queries;
  add_crossings(lab, controller, most, out, queries);
  for (double power = 1; power <= most; power *= 10) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor * power <= most) queries.push_back(factor * power);
    }
  }
  std::ranges::sort(queries);
  queries.erase(std::unique(queries.begin(), queries.end()), queries.end());
  out.table.columns = {{.title = "queries", .unit = ChartUnit::kNumber}};
  for (const BreakEvenController::MeasuredPlanner& line : lines) {
    out.table.columns.push_back({.title = std::string(names.brief(*line.planner)),
                                 .unit = ChartUnit::kMicros,
                                 .help = fmt::format("{}: total time", names.title(*line.planner)),
                                 .series = std::string(line.planner->name)});
  }
  for (const double n : queries) {
    out.table.cells.push_back(n);
    for (const BreakEvenController::MeasuredPlanner& line : lines) {
      out.table.cells.push_back(has_times(line.times) ? total_micros(line.times, n) : kNoValue);
    }
  }
}

}  // namespace

const std::array<FeatureChart, 1> kBreakEvenCharts = {
    {{"break-even", "Break-even", "break-even",
      [](const Lab& lab) { return break_even_controller(lab).version() * 2 + lab.state().has_query; },
      fill_break_even}}};

}  // namespace strata
