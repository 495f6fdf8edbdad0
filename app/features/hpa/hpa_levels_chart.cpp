// Draws a chart of HPA* with 1 to 4 levels: the effort of the present query in each phase of the search.
// Source: Botea, Müller, Schaeffer 2004, figure 6 and table 1.
#include <fmt/format.h>

#include <array>

#include "app/features/hpa/hpa_levels_chart.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "core/base/hash.hpp"

namespace strata {
namespace {

// The parts that a bar of the chart consists of, as in the paper, from bottom to top.
struct EffortBarSegment {
  const char* name;
  const char* title;
  std::array<Phase, 2> phases;
  Phase color;
};
constexpr EffortBarSegment kEffortParts[] = {
    {"main", "main search", {Phase::kMain, Phase::kMain}, Phase::kMain},
    {"connect", "connecting start and goal", {Phase::kInsertStart, Phase::kInsertGoal}, Phase::kInsertStart},
    {"refinement", "refinement", {Phase::kRefine, Phase::kRefine}, Phase::kRefine}};

uint64_t expanded_in(const PlanStats& stats, const EffortBarSegment& part) {
  uint64_t sum = stats.of(part.phases[0]).expanded;
  if (part.phases[1] != part.phases[0]) sum += stats.of(part.phases[1]).expanded;
  return sum;
}

bool is_level_row(const PlannerRow& row) {
  return row.planner->needs == StructureId::kHpa && row.planner->abstract_level > 0 && row.shown && row.solved &&
         row.result.found();
}

uint64_t levels_version(const Lab& lab) {
  uint64_t stamp = 1;
  const auto mix = [&](uint64_t value) { stamp = mix_stamp(stamp, value); };
  mix(lab.state().has_query);
  for (const PlannerRow& row : lab.state().rows) {
    mix(is_level_row(row));
    if (!is_level_row(row)) continue;
    for (const PhaseStats& phase : row.result.stats.phases) mix(phase.expanded);
  }
  return stamp;
}

void fill_levels(const Lab& lab, ChartData& out) {
  std::vector<const PlannerRow*> rows;
  for (const PlannerRow& row : lab.state().rows) {
    if (is_level_row(row)) rows.push_back(&row);
  }
  if (rows.empty()) {
    out.reason = lab.state().has_query ? "No planner of HPA* is compared, or none has found a path."
                                       : "There are no start and goal.";
    out.remedy = lab.state().has_query ? "Compare 1 to 4 levels" : "Random start and goal";
    out.remedy_lines = lab.state().has_query
                           ? "hpa.levels 4\nplanner.show hpa1 on\nplanner.show hpa2 on\nplanner.show hpa3 on\n"
                             "planner.show hpa4 on"
                           : "query.random";
    return;
  }
  if (rows.size() < 4) out.warning = "Compare all of HPA* 1 to 4 levels to see more bars: hpa.levels 4";
  out.about = "Nodes that HPA* expands for this query, by number of levels";
  out.x = {.title = "levels", .unit = ChartUnit::kName};
  out.y = {.title = "nodes expanded", .unit = ChartUnit::kCount};
  for (const PlannerRow* row : rows) {
    const int levels = row->planner->abstract_level;
    out.x.names.push_back(fmt::format("{} level{}", levels, levels == 1 ? "" : "s"));
  }
  out.table.columns = {{.title = "levels", .unit = ChartUnit::kName, .names = out.x.names}};
  std::vector<double> lower(rows.size(), 0);
  for (const EffortBarSegment& part : kEffortParts) {
    ChartSeries series{.name = part.name,
                       .title = part.title,
                       .color = phase_color(part.color),
                       .mark = ChartMark::kBars,
                       .points = {}};
    for (size_t k = 0; k < rows.size(); ++k) {
      const auto expanded = static_cast<double>(expanded_in(rows[k]->result.stats, part));
      series.points.push_back(
          {static_cast<double>(k), lower[k] + expanded, lower[k], static_cast<int>(series.notes.size())});
      series.notes.push_back(fmt::format("{}: {:.0f} nodes", part.title, expanded));
      lower[k] += expanded;
    }
    out.table.columns.push_back({.title = part.name, .unit = ChartUnit::kNumber, .help = part.title});
    out.series.push_back(std::move(series));
  }
  out.table.columns.push_back({.title = "all", .unit = ChartUnit::kNumber, .help = "nodes expanded in these phases"});
  for (size_t k = 0; k < rows.size(); ++k) {
    out.table.cells.push_back(static_cast<double>(k));
    for (const EffortBarSegment& part : kEffortParts) {
      out.table.cells.push_back(static_cast<double>(expanded_in(rows[k]->result.stats, part)));
    }
    out.table.cells.push_back(lower[k]);
  }
}

}  // namespace

const std::array<FeatureChart, 1> kHpaLevelCharts = {
    {{"hpa-levels", "HPA*: effort by levels", "hpa-levels", levels_version, fill_levels}}};

}  // namespace strata
