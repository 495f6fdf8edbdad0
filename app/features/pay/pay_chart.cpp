// The chart of the break-even: the total time of each planner over the number of queries, and where two of them cross.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/features/pay/pay.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"

namespace strata {
namespace {

constexpr int kSamples = 96;            // points of a line that a logarithmic scale bends
constexpr double kFewestQueries = 100;  // the chart reaches at least this far
constexpr double kMaxQueries = 1e9;     // the chart ends here: a later crossing is told in words alone
constexpr double kBeyond = 3;           // the chart reaches this many times as far as the last crossing

double total_micros(const PlannerTimes& times, double queries) {
  return (static_cast<double>(times.prepare) + queries * static_cast<double>(times.query)) / 1000;
}

bool has_times(const PlannerTimes& times) { return times.prepare >= 0 && times.query >= 0; }

// Adds a point for each crossing of two lines. Notes which numbers of queries they have.
void add_crossings(const Lab& lab, const BreakEvenController& controller, double most, ChartData& out,
                   std::vector<double>& queries) {
  const auto lines = controller.lines();
  const PlannerNames& names = lab.state().names;
  for (const BreakEvenController::PlannerLine& one : lines) {
    ChartSeries series{.name = std::string(one.planner->name),
                       .title = std::string(names.brief(*one.planner)),
                       .color = planner_style(one.planner->name).color,
                       .mark = ChartMark::kDots,
                       .points = {}};
    for (const BreakEvenController::PlannerLine& other : lines) {
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
    out.remedy_lines = lab.state().has_query ? "ui.place compare" : "query.random";
    return;
  }
  double last = 0;
  for (const BreakEvenController::PlannerLine& one : lines) {
    for (const BreakEvenController::PlannerLine& other : lines) {
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
  for (const BreakEvenController::PlannerLine& line : lines) {
    if (!has_times(line.times)) continue;
    const PlannerStyle style = planner_style(line.planner->name);
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
  for (const BreakEvenController::PlannerLine& line : lines) {
    out.table.columns.push_back({.title = std::string(names.brief(*line.planner)),
                                 .unit = ChartUnit::kMicros,
                                 .help = fmt::format("{}: total time", names.title(*line.planner)),
                                 .series = std::string(line.planner->name)});
  }
  for (const double n : queries) {
    out.table.cells.push_back(n);
    for (const BreakEvenController::PlannerLine& line : lines) {
      out.table.cells.push_back(has_times(line.times) ? total_micros(line.times, n) : kNoFigure);
    }
  }
}

}  // namespace

const std::array<FeatureChart, 1> kPayCharts = {
    {{"break-even", "Break-even", "break-even",
      [](const Lab& lab) { return break_even_controller(lab).version() * 2 + lab.state().has_query; },
      fill_break_even}}};

}  // namespace strata
