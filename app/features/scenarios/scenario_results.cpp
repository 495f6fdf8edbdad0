#include "app/features/scenarios/scenario_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/lab/answer_status.hpp"
#include "core/io/csv.hpp"

namespace strata {

void ScenarioResults::begin(size_t rows) {
  answers.assign(rows * planners.size(), {});
  done = 0;
  ++version;
}

void ScenarioResults::fit(size_t rows) {
  answers.resize(rows * planners.size());
  ++version;
}

void ScenarioResults::take(const ScenarioProgress& news) {
  const size_t place = asked_rows[news.query] * planners.size() + news.planner;
  ++done;
  ++version;
  if (place < answers.size()) answers[place] = news.answer;
}

double ScenarioResults::length(size_t row, size_t planner) const {
  if (!knows(row, planner) || !at(row, planner).found()) return kNoValue;
  return static_cast<double>(at(row, planner).cost) / static_cast<double>(unit);
}

double ScenarioResults::compared_length(const ScenarioRow& listed, size_t row, size_t planner) const {
  // The lengths listed in the file are those of paths from cell to cell, so that any-angle paths are not
  // compared with them.
  const bool any_angle = planners[planner]->any_angle;
  if (listed.length < 0) return kNoValue;  // the row says that there is no path
  if (lengths && !any_angle) return listed.length;
  double beside = kNoValue;
  for (size_t other = 0; other < planners.size(); ++other) {
    const bool best = any_angle ? planners[other] == &any_angle_optimum_planner() : optimal[other];
    if (best && is_figure(length(row, other))) beside = length(row, other);
  }
  return beside;
}

double ScenarioResults::difference(const ScenarioRow& listed, size_t row, size_t planner) const {
  const double beside = compared_length(listed, row, planner);
  if (!is_figure(beside) || !knows(row, planner)) return kNoValue;
  const double found = length(row, planner);
  if (!is_figure(found)) {
    return at(row, planner).status == PlanStatus::kNoPath ? std::numeric_limits<double>::infinity() : kNoValue;
  }
  const bool by_list = lengths && !planners[planner]->any_angle;
  return (by_list ? !length_differs(found, beside) : found == beside) ? 0 : found - beside;
}

double ScenarioResults::above_optimal(const ScenarioRow& listed, size_t row, size_t planner) const {
  if (!is_figure(length(row, planner))) return kNoValue;
  const double more = difference(listed, row, planner);
  if (!is_figure(more) || more == 0) return more;
  const double beside = compared_length(listed, row, planner);
  return beside > 0 ? 100 * more / beside : kNoValue;
}

double ScenarioResults::raw_above_optimal(const ScenarioRow& listed, size_t row, size_t planner) const {
  const double smoothed = above_optimal(listed, row, planner);
  if (!is_figure(smoothed) || at(row, planner).raw_cost == at(row, planner).cost) return smoothed;
  const double beside = compared_length(listed, row, planner);
  return 100 * (static_cast<double>(at(row, planner).raw_cost) / static_cast<double>(unit) / beside - 1);
}

double ScenarioResults::figure(ScenarioMeasure figure, const ScenarioRow& listed, size_t row, size_t planner) const {
  if (!knows(row, planner) || !at(row, planner).found()) return kNoValue;
  const ScenarioAnswer& answer = at(row, planner);
  switch (figure) {
    case ScenarioMeasure::kTime:
      return answer.runs > 0 ? answer.micros : kNoValue;
    case ScenarioMeasure::kExpanded:
      return static_cast<double>(answer.expanded);
    case ScenarioMeasure::kAboveOptimal:
      return above_optimal(listed, row, planner);
  }
  return kNoValue;
}

bool length_differs(double found, double listed) { return std::abs(found - listed) > length_tolerance(listed); }

RowDifference row_difference(const ScenarioRow& listed, size_t row, const ScenarioResults& results) {
  RowDifference worst;
  for (size_t planner = 0; planner < results.planners.size(); ++planner) {
    const double by = results.difference(listed, row, planner);
    if (!is_figure(by) || by == 0) continue;
    const RowDifference own{planner, by, results.optimal[planner]};
    const bool first = own.optimal != worst.optimal ? own.optimal : std::abs(own.by) > std::abs(worst.by);
    if (!worst.planner || first) worst = own;
  }
  return worst;
}

std::vector<uint32_t> rows_by_difference(std::span<const uint32_t> rows, std::span<const RowDifference> differences) {
  std::vector<uint32_t> order(rows.begin(), rows.end());
  std::stable_sort(order.begin(), order.end(), [&](uint32_t one, uint32_t other) {
    const RowDifference &a = differences[one], &b = differences[other];
    if (a.planner.has_value() != b.planner.has_value()) return a.planner.has_value();
    if (a.optimal != b.optimal) return a.optimal;
    return std::abs(a.by) > std::abs(b.by);
  });
  return order;
}

ScenarioMeans means_of(std::span<const ScenarioRow> rows, std::span<const uint32_t> some,
                       const ScenarioResults& results) {
  ScenarioMeans means;
  means.rows = some.size();
  // Rows without a path have no length.
  size_t with_length = 0;
  for (const uint32_t row : some) {
    if (rows[row].length < 0) continue;
    means.length += rows[row].length;
    ++with_length;
  }
  if (with_length > 0) means.length /= static_cast<double>(with_length);
  means.planners.resize(results.planners.size());
  for (size_t planner = 0; planner < results.planners.size(); ++planner) {
    ScenarioMeans::PlannerMeans& of = means.planners[planner];
    std::array<double, kScenarioMeasures> sums{};
    std::array<size_t, kScenarioMeasures> counts{};
    double spread = 0, raw = 0;
    std::array<double, kScenarioParts> parts{};
    for (const uint32_t row : some) {
      if (!results.knows(row, planner)) continue;
      ++of.answered;
      of.found += results.at(row, planner).found();
      if (results.at(row, planner).found()) {
        spread += results.at(row, planner).spread;
        for (size_t i = 0; i < parts.size(); ++i) parts[i] += static_cast<double>(results.at(row, planner).parts[i]);
      }
      for (size_t which = 0; which < sums.size(); ++which) {
        const double value = results.figure(static_cast<ScenarioMeasure>(which), rows[row], row, planner);
        if (!is_figure(value)) continue;
        sums[which] += value;
        ++counts[which];
      }
      const double before = results.raw_above_optimal(rows[row], row, planner);
      if (is_figure(before)) raw += before;
    }
    for (size_t which = 0; which < sums.size(); ++which) {
      if (counts[which] > 0) of.figures[which] = sums[which] / static_cast<double>(counts[which]);
    }
    for (size_t i = 0; of.found > 0 && i < parts.size(); ++i) of.parts[i] = parts[i] / static_cast<double>(of.found);
    const size_t timed = counts[static_cast<size_t>(ScenarioMeasure::kTime)];
    if (timed > 0) of.spread = spread / static_cast<double>(timed);
    const size_t compared = counts[static_cast<size_t>(ScenarioMeasure::kAboveOptimal)];
    if (compared > 0) of.raw_above_optimal = raw / static_cast<double>(compared);
  }
  return means;
}

std::string results_csv(std::span<const ScenarioRow> rows, std::span<const RowProblem> problems,
                        const ScenarioResults& results) {
  fmt::memory_buffer out;
  const auto at = std::back_inserter(out);
  fmt::format_to(at,
                 "row,bucket,map,start_x,start_y,goal_x,goal_y,expected,planner,guide,status,cost,percent_over,"
                 "expanded,micros,runs,spread\n");
  for (size_t row = 0; row < rows.size(); ++row) {
    const ScenarioRow& listed = rows[row];
    for (size_t planner = 0; planner < results.planners.size(); ++planner) {
      fmt::format_to(at, "{},{},{},{},{},{},{},{},{},{},", row + 1, listed.bucket, csv_field(listed.map),
                     listed.start_x, listed.start_y, listed.goal_x, listed.goal_y, listed.length,
                     results.planners[planner]->name, csv_field(results.names.guide(*results.planners[planner])));
      if (!results.knows(row, planner)) {
        const bool asked = row < problems.size() && can_be_asked(problems[row]);
        fmt::format_to(at, "{},,,,,,\n",
                       csv_field(asked ? "not asked" : fmt::format("not asked: {}", problem_word(problems[row]))));
        continue;
      }
      const ScenarioAnswer& answer = results.at(row, planner);
      const double length = results.length(row, planner), above = results.above_optimal(listed, row, planner);
      fmt::format_to(
          at, "{},{},{},{},{},{},{}\n", csv_field(answer_status_text(*results.planners[planner], answer.status)),
          is_figure(length) ? fmt::format("{:.4f}", length) : "", is_figure(above) ? fmt::format("{:.4f}", above) : "",
          answer.expanded, answer.runs > 0 ? fmt::format("{:.2f}", answer.micros) : "",
          answer.runs > 0 ? std::to_string(answer.runs) : "",
          answer.runs > 0 ? fmt::format("{:.2f}", answer.spread) : "");
    }
  }
  return fmt::to_string(out);
}

std::string figure_text(ScenarioMeasure figure, double value) {
  if (!is_figure(value)) return {};
  switch (figure) {
    case ScenarioMeasure::kTime:
      if (value < 10) return fmt::format("{:.1f} \u00b5s", value);
      if (value < 1e3) return fmt::format("{:.0f} \u00b5s", value);
      if (value < 1e5) return fmt::format("{:.1f} ms", value / 1e3);
      if (value < 1e6) return fmt::format("{:.0f} ms", value / 1e3);
      return fmt::format("{:.1f} s", value / 1e6);
    case ScenarioMeasure::kExpanded:
      if (value < 10 && value != std::floor(value)) return fmt::format("{:.1f}", value);
      if (value < 1e4) return fmt::format("{:.0f}", value);
      if (value < 1e6) return fmt::format("{:.{}f}k", value / 1e3, value < 1e5 ? 1 : 0);
      return fmt::format("{:.1f}M", value / 1e6);
    case ScenarioMeasure::kAboveOptimal:
      return fmt::format("{:.2f} %", value == 0 ? 0.0 : value);  // avoids "-0.00"
  }
  return {};
}

}  // namespace strata
