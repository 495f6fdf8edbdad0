// The charts of a scenario run: a figure of each planner by the length of paths, with a table of the rows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/features/scenarios/scenario_charts.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/planner_appearance.hpp"
#include "core/base/count_of.hpp"

namespace strata {

bool has_scenario_results(const Lab& lab, ScenarioMeasure figure, ChartData& out) {
  const ScenariosController& controller = scenarios_controller(lab);
  const ScenarioResults& results = controller.results();
  if (controller.rows().empty()) {
    out.reason = "No scenario is open: a scenario is a list of queries of the map.";
    if (!lab.state().has_query) {
      out.remedy = "Open a scenario...";
      out.remedy_lines = "ui.show open on";
      return false;
    }
    // On a large map the row is added in several frames, so that the run cannot follow in the same command.
    const bool at_once = !lab.large_map_task().is_large(lab.world().map().cell_count());
    out.remedy = at_once ? "Add start and goal as a row, and run it" : "Add start and goal as a row";
    out.remedy_lines = at_once ? "scenario.add\nscenario.run" : "scenario.add";
    return false;
  }
  if (results.empty()) {
    out.reason = "Run the scenario first: the planners of the comparison answer all of its rows.";
    out.remedy = "Run all";
    out.remedy_lines = "scenario.run";
    return false;
  }
  if (figure == ScenarioMeasure::kTime && !results.timed) {
    out.reason = "No times are taken under a fixed clock.";
    out.remedy = "Show nodes expanded";
    out.remedy_lines = "ui.chart scenario-expanded";
    return false;
  }
  if (results.rows_done() == 0) {
    out.reason = "The rows are being run: no answer has come yet.";
    return false;
  }
  return true;
}

void warn_of_old_results(const ScenariosController& controller, ChartData& out) {
  if (controller.results_hold()) return;
  out.warning = "Out of date: the map, its rules or the options of planning have changed.";
}

std::vector<uint32_t> answered_by_length(const ScenariosController& controller) {
  std::vector<uint32_t> by_length(controller.order().rows);
  std::erase_if(by_length, [&](uint32_t row) { return !controller.results().knows(row, 0); });
  std::ranges::stable_sort(by_length, {}, [&](uint32_t row) { return controller.rows()[row].length; });
  return by_length;
}

std::vector<ScenarioMeans> means_by_length(const ScenariosController& controller, std::span<const uint32_t> by_length,
                                           size_t most) {
  constexpr size_t kFewestRows = 5;
  const size_t rows = by_length.size(), groups = std::clamp<size_t>(rows / kFewestRows, 1, most);
  std::vector<ScenarioMeans> means;
  for (size_t group = 0; group < groups; ++group) {
    const size_t first = rows * group / groups, end = rows * (group + 1) / groups;
    means.push_back(means_of(controller.rows(), by_length.subspan(first, end - first), controller.results()));
  }
  return means;
}

namespace {

constexpr ChartUnit kFigureUnits[kScenarioMeasures] = {ChartUnit::kMicros, ChartUnit::kCount, ChartUnit::kPercent};
constexpr const char* kFigureTitles[kScenarioMeasures] = {"time of a query", "nodes expanded", "above optimal"};
constexpr size_t kMostGroups = 8;
// Dashes of lines that are about paths before smoothing: shorter than those of HPA*, whose lines they stand beside.
constexpr float kRawDash = 2;
enum RowColumn : size_t { kRowNumber, kRowBucket, kRowCost, kRowDifference, kRowPlanner, kRowFigures };

// Adds a line through the means. `raw`: of paths before they were smoothed.
void add_line(const Lab& lab, const ScenariosController& controller, ScenarioMeasure figure, bool raw, size_t planner,
              std::span<const ScenarioMeans> by_length, ChartData& out) {
  const ScenarioResults& results = controller.results();
  const Planner& asked = *results.planners[planner];
  const PlannerStyle style = planner_style(lab.state(), asked.name);
  ChartSeries series{.name = fmt::format("{}{}", asked.name, raw ? "-raw" : ""),
                     .title = fmt::format("{}{}", results.names.brief(asked), raw ? ", before smoothing" : ""),
                     .color = style.color,
                     .dash = raw ? kRawDash : style.dash,
                     .mark = ChartMark::kLine,
                     .points = {}};
  for (const ScenarioMeans& means : by_length) {
    const ScenarioMeans::PlannerMeans& of = means.planners[planner];
    const double value = raw ? of.raw_above_optimal : of.figure(figure);
    if (!is_figure(value)) continue;
    series.points.push_back({means.length, value, 0, static_cast<int>(series.notes.size())});
    series.notes.push_back(fmt::format("mean of {}", count_of(of.found, "path")));
  }
  out.series.push_back(std::move(series));
}

// Adds a dot for each row, in the style of the planner's line, which was added last.
void add_dots(const ScenariosController& controller, ScenarioMeasure figure, size_t planner,
              std::span<const uint32_t> by_length, ChartData& out) {
  const ScenarioResults& results = controller.results();
  ChartSeries series = out.series.back();
  series.mark = ChartMark::kDots;
  series.points.clear();
  series.notes.clear();
  for (const uint32_t row : by_length) {
    const double value = results.figure(figure, controller.rows()[row], row, planner);
    if (is_figure(value)) series.points.push_back({controller.rows()[row].length, value, 0, -1});
  }
  out.series.push_back(std::move(series));
}

// Fills the table of rows. Rows whose length differs from the optimum come first.
void add_rows(const ScenariosController& controller, ScenarioMeasure figure, ChartTable& table) {
  const ScenarioResults& results = controller.results();
  table.command = "scenario.row";
  table.command_column = kRowNumber;
  table.columns = {{.title = "row", .unit = ChartUnit::kNumber},
                   {.title = "bucket", .unit = ChartUnit::kNumber},
                   {.title = "cost", .unit = ChartUnit::kCells, .help = "scenario cost"},
                   {.title = "differs", .unit = ChartUnit::kMore, .help = "cost found, less the optimal cost"},
                   {.title = "planner", .unit = ChartUnit::kName, .help = "planner whose cost differs most"}};
  for (const Planner* planner : results.planners) {
    table.columns[kRowPlanner].names.emplace_back(results.names.brief(*planner));
    table.columns.push_back(
        {.title = std::string(results.names.brief(*planner)),
         .unit = kFigureUnits[static_cast<size_t>(figure)],
         .help = fmt::format("{}: {}", results.names.title(*planner), kFigureTitles[static_cast<size_t>(figure)]),
         .series = std::string(planner->name)});
  }
  std::vector<RowDifference> differences(controller.rows().size());
  for (size_t row = 0; row < differences.size(); ++row) {
    differences[row] = row_difference(controller.rows()[row], row, results);
  }
  table.cells.reserve(differences.size() * table.columns.size());
  for (const uint32_t row : rows_by_difference(controller.order().rows, differences)) {
    const ScenarioRow& listed = controller.rows()[row];
    const RowDifference& differs = differences[row];
    table.cells.insert(table.cells.end(), {static_cast<double>(row + 1), static_cast<double>(listed.bucket),
                                           listed.length, differs.planner ? differs.by : kNoValue,
                                           differs.planner ? static_cast<double>(*differs.planner) : kNoValue});
    for (size_t planner = 0; planner < results.planners.size(); ++planner) {
      table.cells.push_back(results.figure(figure, listed, row, planner));
    }
  }
}

void fill_scenario(const Lab& lab, ScenarioMeasure figure, ChartData& out) {
  if (!has_scenario_results(lab, figure, out)) return;
  const ScenariosController& controller = scenarios_controller(lab);
  const ScenarioResults& results = controller.results();
  out.about = fmt::format("{} of {} rows: a dot for each row, a line through the means of rows of similar length",
                          results.rows_done(), results.asked_rows.size());
  warn_of_old_results(controller, out);
  out.x = {.title = "scenario cost", .unit = ChartUnit::kCells};
  out.y = {.title = kFigureTitles[static_cast<size_t>(figure)],
           .unit = kFigureUnits[static_cast<size_t>(figure)],
           .logarithmic = figure != ScenarioMeasure::kAboveOptimal,
           // The axes of times and expansions are logarithmic, as they differ by factors between planners; the axis of
           // costs above optimal ignores outliers instead.
           .robust = figure == ScenarioMeasure::kAboveOptimal};
  const std::vector<uint32_t> by_length = answered_by_length(controller);
  const std::vector<ScenarioMeans> means = means_by_length(controller, by_length, kMostGroups);
  for (size_t planner = 0; planner < results.planners.size(); ++planner) {
    add_line(lab, controller, figure, false, planner, means, out);
    add_dots(controller, figure, planner, by_length, out);
  }
  if (figure == ScenarioMeasure::kAboveOptimal) {
    const std::vector<ScenarioMeans::PlannerMeans>& all = controller.all_means().planners;
    for (size_t planner = 0; planner < all.size(); ++planner) {
      const bool smooths = all[planner].raw_above_optimal > all[planner].figure(figure);
      if (smooths) add_line(lab, controller, figure, true, planner, means, out);
    }
  }
  add_rows(controller, figure, out.table);
}

uint64_t scenario_version(const Lab& lab) {
  const ScenariosController& controller = scenarios_controller(lab);
  uint64_t version = controller.results_version() * 4 + controller.results_hold() * 2 + lab.state().has_query;
  for (const char c : controller.results().key) version = version * 31 + static_cast<uint8_t>(c);
  return version;
}

std::optional<size_t> current_row(const Lab& lab) {
  const auto row = scenarios_controller(lab).current();
  return row ? std::optional(*row + 1) : std::nullopt;
}

template <ScenarioMeasure kFigure>
constexpr FeatureChart scenario_row(std::string_view name, std::string_view title) {
  return {name,
          title,
          "scenario",
          scenario_version,
          [](const Lab& lab, ChartData& out) { fill_scenario(lab, kFigure, out); },
          current_row};
}

}  // namespace

const std::array<FeatureChart, kScenarioMeasures + 1> kScenarioCharts = {
    scenario_row<ScenarioMeasure::kTime>("scenario-time", "Scenario: time of a query"),
    scenario_row<ScenarioMeasure::kExpanded>("scenario-expanded", "Scenario: nodes expanded"),
    scenario_row<ScenarioMeasure::kAboveOptimal>("scenario-excess", "Scenario: how far above optimal"),
    FeatureChart{"scenario-phases", "Scenario: phases of hierarchies", "scenario-phases", scenario_version,
                 fill_scenario_phases}};

const FeatureChart& scenario_chart(ScenarioMeasure figure) { return kScenarioCharts[static_cast<size_t>(figure)]; }

}  // namespace strata
