#include "app/features/effort/effort.hpp"
#include "app/base/count_text.hpp"

#include <fmt/format.h>

#include <array>

#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/simple_view.hpp"
#include "app/playback/trace_outline.hpp"
#include "core/base/hash.hpp"

namespace strata {
namespace {

bool has_expanded(const LabState& state, const PlannerRow& row) {
  return row.shown && is_listed(state, *row.planner) && row.solved && row.result.stats.total().expanded > 0;
}

// Returns a number that changes with any number of expanded nodes in the comparison.
uint64_t effort_version(const Lab& lab) {
  uint64_t stamp = 1;
  const auto mix = [&](uint64_t value) { stamp = mix_stamp(stamp, value); };
  mix(lab.state().has_query);
  for (const PlannerRow& row : lab.state().rows) {
    mix(has_expanded(lab.state(), row));
    if (!has_expanded(lab.state(), row)) continue;
    for (const PhaseStats& phase : row.result.stats.phases) mix(phase.expanded);
    for (const char c : lab.state().names.brief(*row.planner)) mix(static_cast<uint8_t>(c));
  }
  return stamp;
}

void fill_effort(const Lab& lab, ChartData& out) {
  const LabState& state = lab.state();
  std::vector<const PlannerRow*> rows;
  for (const PlannerRow& row : state.rows) {
    if (has_expanded(state, row)) rows.push_back(&row);
  }
  if (rows.empty()) {
    out.reason = "No planner of the comparison has expanded a node yet.";
    out.remedy = state.has_query ? "Choose planners" : "Random start and goal";
    out.remedy_lines = state.has_query ? "ui.place planners" : "query.random";
    return;
  }
  out.about = "Expanded nodes of this query, by phase of the search";
  out.x = {.title = "planner", .unit = ChartUnit::kName};
  out.y = {.title = "nodes expanded", .unit = ChartUnit::kCount};
  for (const PlannerRow* row : rows) out.x.names.emplace_back(state.names.brief(*row->planner));
  out.table.columns = {{.title = "planner", .unit = ChartUnit::kName, .names = out.x.names},
                       {.title = "all", .unit = ChartUnit::kNumber, .help = "nodes expanded in all phases"}};
  // The timeline calls both directions of a bidirectional search just "search"; here each needs a name of its own.
  const auto title_of = [](Phase phase) {
    return phase == Phase::kForward    ? std::string("search from S")
           : phase == Phase::kBackward ? std::string("search from G")
                                       : span_title({.phase = phase});
  };
  std::vector<double> lower(rows.size(), 0);
  std::vector<Phase> phases;
  for (int i = 0; i < kPhases; ++i) {
    const auto phase = static_cast<Phase>(i);
    ChartSeries series{.name = std::string(phase_name(phase)),
                       .title = title_of(phase),
                       .color = phase_color(phase),
                       .mark = ChartMark::kBars,
                       .points = {}};
    for (size_t k = 0; k < rows.size(); ++k) {
      const auto expanded = static_cast<double>(rows[k]->result.stats.of(phase).expanded);
      if (expanded == 0) continue;
      series.points.push_back(
          {static_cast<double>(k), lower[k] + expanded, lower[k], static_cast<int>(series.notes.size())});
      const bool both_ways = phase == Phase::kForward || phase == Phase::kBackward;
      const uint64_t total = rows[k]->result.stats.total().expanded;
      series.notes.push_back(fmt::format(
          "{}: {} nodes, {:.1f} % of {}",
          both_ways ? title_of(phase) : span_title({.phase = phase}, *rows[k]->planner->pseudo_code),
          count_text(static_cast<uint64_t>(expanded)), 100 * expanded / static_cast<double>(total), count_text(total)));
      lower[k] += expanded;
    }
    if (series.points.empty()) continue;
    phases.push_back(phase);
    out.table.columns.push_back({.title = series.title, .unit = ChartUnit::kNumber, .help = series.title});
    out.series.push_back(std::move(series));
  }
  for (size_t k = 0; k < rows.size(); ++k) {
    const PlanStats& stats = rows[k]->result.stats;
    out.table.cells.push_back(static_cast<double>(k));
    out.table.cells.push_back(static_cast<double>(stats.total().expanded));
    for (const Phase phase : phases) out.table.cells.push_back(static_cast<double>(stats.of(phase).expanded));
  }
}

constexpr std::array<FeatureChart, 1> kCharts = {
    {{"effort", "Effort by phase", "effort", effort_version, fill_effort}}};

}  // namespace

const Feature kEffortFeature = {.name = "effort", .title = "Effort by phase", .charts = kCharts};

}  // namespace strata
