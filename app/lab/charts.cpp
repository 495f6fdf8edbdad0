#include "app/lab/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/chart_plot.hpp"
#include "app/lab/lab.hpp"

namespace strata {
namespace {

using nlohmann::json;

json chart_number(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

json scale_json(const ChartScale& scale, const ChartAxis& axis) {
  json out = {{"title", scale.full_title()}, {"low", axis.low}, {"high", axis.high}, {"ticks", json::array()}};
  for (const double tick : axis.ticks) out["ticks"].push_back(tick_text(scale, tick));
  return out;
}

}  // namespace

void ChartReader::follow(const Lab& lab, const FeatureChart& chart) {
  const uint64_t now = chart.version(lab) * kPlannerColours + static_cast<uint64_t>(lab.state().planner_colours);
  if (chart_ == &chart && seen_ == now) return;
  chart_ = &chart;
  seen_ = now;
  ++version_;
  data_.clear();
  chart.fill(lab, data_);
}

std::span<const uint32_t> ChartReader::order(const ChartSort& sort) {
  if (sorted_version_ == version_ && sorted_ == sort) return order_;
  sorted_version_ = version_;
  sorted_ = sort;
  sort_rows(data_.table, sort, order_);
  return order_;
}

const ChartSort& sort_of(const LabState& state, const FeatureChart& chart) {
  static const ChartSort kOwnOrder;
  const auto found = state.chart.sorts.find(chart.group);
  return found != state.chart.sorts.end() ? found->second : kOwnOrder;
}

ChartReader* Charts::open() {
  if (state_.chart.name.empty()) return nullptr;
  const FeatureChart* chart = chart_named(state_.chart.name);
  if (chart == nullptr) return nullptr;
  reader_.follow(lab_, *chart);
  return &reader_;
}

Status Charts::show(std::string_view name) {
  if (name == "off") {
    state_.chart.name.clear();
  } else if (chart_named(name) == nullptr) {
    std::string names;
    for (const FeatureChart* chart : charts()) names += fmt::format("{}{}", names.empty() ? "" : ", ", chart->name);
    return error_at("", fmt::format("no chart is named '{}'; there are {}", name, names));
  } else if (state_.chart.name == name) {
    return success();
  } else {
    state_.chart.name = name;
  }
  state_.chart.shown.range.reset();
  state_.chart.pointed.reset();
  return success();
}

Status Charts::set_range(std::optional<ChartRange> range) {
  ChartReader* chart = open();
  if (chart == nullptr) return error_at("", "no chart is open");
  if (range && range->first >= range->second) return error_at("", "the range must end above its beginning");
  if (range && chart->data().x.logarithmic && range->first <= 0) {
    return error_at("", "a logarithmic axis has no place for 0 and below");
  }
  state_.chart.shown.range = range;
  return success();
}

Status Charts::show_series(const std::string& series, const std::string& wanted) {
  ChartReader* chart = open();
  if (chart == nullptr) return error_at("", "no chart is open");
  const auto& all = chart->data().series;
  if (std::ranges::none_of(all, [&](const ChartSeries& one) { return one.name == series; })) {
    return error_at("", fmt::format("the chart shows nothing of '{}'", series));
  }
  STRATA_TRY(on, on_off(wanted, !state_.chart.shown.hidden.contains(series)));
  if (on) {
    state_.chart.shown.hidden.erase(series);
  } else {
    state_.chart.shown.hidden.insert(series);
  }
  return success();
}

Status Charts::sort(const std::string& chart, size_t column, std::string_view how) {
  const FeatureChart* found = chart_named(chart);
  if (found == nullptr) return error_at("", fmt::format("no chart is named '{}'", chart));
  if (how == "off") {
    state_.chart.sorts.erase(std::string(found->group));
  } else if (how == "up" || how == "down") {
    state_.chart.sorts[std::string(found->group)] = {column - 1, how == "down"};
  } else {
    return error_at("", fmt::format("'{}' is neither up, down nor off", how));
  }
  return success();
}

Result<std::string> Charts::csv() {
  ChartReader* chart = open();
  if (chart == nullptr) return error_at("", "no chart is open");
  if (chart->data().empty()) return error_at("", chart->data().reason);
  return table_csv(chart->data().table, chart->order(sort_of(state_, *chart->chart())));
}

void Charts::dump(json& out) {
  json& own = out["chart"];
  own = {{"open", state_.chart.name}, {"table", state_.chart.table}, {"hidden", state_.chart.shown.hidden}};
  own["range"] = json::array();
  if (const auto& range = state_.chart.shown.range) own["range"] = {range->first, range->second};
  own["sorts"] = json::object();
  for (const auto& [group, sort] : state_.chart.sorts) {
    own["sorts"][group] = {{"column", *sort.column + 1}, {"down", sort.down}};
  }
  ChartReader* chart = open();
  if (chart == nullptr) return;
  const ChartData& data = chart->data();
  const ChartAxes axes = axes_of(data, state_.chart.shown);
  own["reason"] = data.reason;
  own["x"] = scale_json(data.x, axes.x);
  own["y"] = scale_json(data.y, axes.y);
  own["series"] = json::array();
  for (const ChartSeries& series : data.series) {
    own["series"].push_back({{"name", series.name}, {"title", series.title}, {"points", series.points.size()}});
  }
  own["rows"] = data.table.rows();
  own["columns"] = json::array();
  for (const ChartColumn& column : data.table.columns) own["columns"].push_back(column.title);
  own["first_row"] = json::array();
  if (data.table.rows() > 0) {
    const uint32_t first = chart->order(sort_of(state_, *chart->chart())).front();
    for (size_t i = 0; i < data.table.columns.size(); ++i) {
      own["first_row"].push_back(chart_number(data.table.at(first, i)));
    }
  }
  if (const auto& pointed = state_.chart.pointed) {
    own["pointed"] = {{"series", pointed->series}, {"x", pointed->x}, {"y", pointed->y}};
  }
}

}  // namespace strata
