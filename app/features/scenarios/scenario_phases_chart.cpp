// The chart of the phases of hierarchies over the rows of a scenario: a stacked bar for each planner, over the length
// of paths. Source: Botea, Müller, Schaeffer 2004, figure 6.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

#include "app/features/scenarios/scenario_charts.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "core/base/count_of.hpp"

namespace strata {
namespace {

constexpr size_t kMostBarGroups = 5;
constexpr size_t kPlannerColumn = 1;  // of the table

// The parts of a bar from bottom to top, in the order of ScenarioPart.
struct BarPart {
  const char* name;
  const char* title;
  Phase color;
};
constexpr BarPart kBarParts[kScenarioParts] = {{"search", "search of the hierarchy", Phase::kMain},
                                               {"connecting", "connecting start and goal", Phase::kInsertStart},
                                               {"refinement", "refinement", Phase::kRefine}};

// The planners of the run that search in several phases, as indices.
std::vector<size_t> phased_planners(const ScenariosController& controller) {
  std::vector<size_t> found;
  const std::vector<ScenarioMeans::PlannerMeans>& all = controller.all_means().planners;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].found > 0 && all[i].part(ScenarioPart::kConnecting) + all[i].part(ScenarioPart::kRefinement) > 0) {
      found.push_back(i);
    }
  }
  return found;
}

// Adds the bar of one planner for one group of rows, and its row in the table.
void add_bar(const ScenarioMeans& group, size_t planner, size_t name, double x, ChartData& out) {
  const ScenarioMeans::PlannerMeans& of = group.planners[planner];
  double lower = 0;
  out.table.cells.insert(out.table.cells.end(), {group.length, static_cast<double>(name)});
  for (size_t part = 0; part < kScenarioParts; ++part) {
    out.table.cells.push_back(of.parts[part]);
    if (!is_figure(of.parts[part])) continue;
    ChartSeries& series = out.series[part];
    series.points.push_back({x, lower + of.parts[part], lower, static_cast<int>(series.notes.size())});
    series.notes.push_back(fmt::format("{}: {:.1f} nodes, mean of {} of mean length {:.0f}",
                                       out.table.columns[kPlannerColumn].names[name], of.parts[part],
                                       count_of(of.found, "path"), group.length));
    lower += of.parts[part];
  }
  out.table.cells.push_back(of.found > 0 ? lower : kNoValue);
}

}  // namespace

void fill_scenario_phases(const Lab& lab, ChartData& out) {
  if (!has_scenario_results(lab, ScenarioMeasure::kExpanded, out)) return;
  const ScenariosController& controller = scenarios_controller(lab);
  const ScenarioResults& results = controller.results();
  const std::vector<size_t> planners = phased_planners(controller);
  if (planners.empty()) {
    out.reason = "No planner of the run searches in several phases.";
    out.remedy = "Compare HPA* on 1 to 3 levels";
    out.remedy_lines = "hpa.levels 3\nplanner.show hpa1 on\nplanner.show hpa2 on\nplanner.show hpa3 on";
    return;
  }
  std::vector<std::string> names;
  for (const size_t planner : planners) names.emplace_back(results.names.brief(*results.planners[planner]));
  out.about = fmt::format("{} of {} rows: means over rows of similar length, and over all; bars from left to right: {}",
                          results.rows_done(), results.asked_rows.size(), fmt::join(names, ", "));
  warn_of_old_results(controller, out);
  out.x = {.title = "mean length of paths, in cells", .unit = ChartUnit::kName};
  out.y = {.title = "nodes expanded", .unit = ChartUnit::kCount};
  out.table.columns = {{.title = "length", .unit = ChartUnit::kCells, .help = "mean length of the paths of a group"},
                       {.title = "planner", .unit = ChartUnit::kName, .names = std::move(names)}};
  for (const BarPart& part : kBarParts) {
    out.series.push_back({.name = part.name,
                          .title = part.title,
                          .color = phase_color(part.color),
                          .mark = ChartMark::kBars,
                          .points = {}});
    out.table.columns.push_back({.title = part.name, .unit = ChartUnit::kCount, .help = part.title});
  }
  out.table.columns.push_back({.title = "sum", .unit = ChartUnit::kCount, .help = "nodes expanded in these phases"});
  const std::vector<uint32_t> by_length = answered_by_length(controller);
  std::vector<ScenarioMeans> groups = means_by_length(controller, by_length, kMostBarGroups);
  groups.push_back(means_of(controller.rows(), by_length, results));
  for (size_t group = 0; group < groups.size(); ++group) {
    if (group > 0) out.x.names.emplace_back();  // a gap
    for (size_t i = 0; i < planners.size(); ++i) {
      const auto x = static_cast<double>(out.x.names.size());
      add_bar(groups[group], planners[i], i, x, out);
      const bool middle = i == planners.size() / 2;
      out.x.names.push_back(!middle                     ? std::string()
                            : group + 1 < groups.size() ? fmt::format("{:.0f}", groups[group].length)
                                                        : std::string("all"));
    }
  }
}

}  // namespace strata
