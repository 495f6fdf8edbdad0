#include "bench/sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "bench/query_run.hpp"
#include "bench/ranks.hpp"
#include "bench/tasks.hpp"
#include "core/world/world_settings.hpp"

namespace strata::bench {
namespace {

constexpr size_t kMostSweptValues = 1000;

// Columns of every row, whichever measures are chosen.
constexpr std::string_view kAlways[] = {"planner", "map", "queries", "solved", "refused", "refused_maps"};

Result<std::vector<int>> values_of(const QuerySetting& setting, const SweepOptions& options) {
  std::vector<int> values = options.values;
  const bool range = options.from || options.to || options.step;
  if (!values.empty() && range) return error_at("sweep", "give either --values, or --from, --to and --step");
  if (values.empty()) {
    const SettingSweep& usual = setting.row.sweep;
    const int from = options.from.value_or(usual.from), step = options.step.value_or(usual.step);
    const int to = options.to.value_or(std::max(usual.to, from));
    if (to < from) return error_at("sweep", fmt::format("the last value, {}, is below the first, {}", to, from));
    if (step < 1) return error_at("sweep", "--step must be at least 1");
    const auto count = (static_cast<int64_t>(to) - from) / step + 1;
    if (count > static_cast<int64_t>(kMostSweptValues)) {
      return error_at("sweep", fmt::format("{} values are too many: {} at most", count, kMostSweptValues));
    }
    for (int64_t i = 0; i < count; ++i) values.push_back(static_cast<int>(from + i * step));
  }
  for (const int value : values) {
    const auto [low, high] = swept_range(setting.row);
    if (value >= low && value <= high) continue;
    return error_at("sweep", fmt::format("{} is from {} to {}, not {}", setting.row.name, low, high, value));
  }
  return values;
}

// Returns the columns that the rows keep; empty for all.
Result<std::vector<std::string_view>> columns_of_measures(const std::vector<std::string>& measures) {
  std::vector<std::string_view> columns;
  for (const std::string& name : measures) {
    const auto found = std::ranges::find(swept_measures(), name, &SweptMeasure::name);
    if (found == swept_measures().end()) {
      std::vector<std::string_view> names;
      for (const SweptMeasure& one : swept_measures()) names.push_back(one.name);
      return error_at("sweep", fmt::format("'{}' is not measured; {} are", name, fmt::join(names, ", ")));
    }
    if (columns.empty()) columns.assign(std::begin(kAlways), std::end(kAlways));
    columns.insert(columns.end(), found->columns.begin(), found->columns.end());
  }
  return columns;
}

ReportRow swept_row(const QuerySetting& setting, int value, const ReportRow& row,
                    const std::vector<std::string_view>& columns) {
  ReportRow out;
  out["setting"] = setting.row.name;
  out["value"] = value;
  for (const auto& [key, cell] : row.items()) {
    if (columns.empty() || std::ranges::find(columns, key) != columns.end()) out[key] = cell;
  }
  return out;
}

// Adds notes on the values at which each planner expands least and is fastest, over all maps.
void note_best(const QuerySetting& setting, Report& report) {
  struct BestValue {
    int value = 0;
    double figure = 0;
  };
  std::vector<std::string> planners;
  std::map<std::string, std::map<std::string, BestValue>> best;  // by planner and column
  for (const ReportRow& row : report.rows) {
    if (row["map"] != "*") continue;
    const auto planner = row["planner"].get<std::string>();
    if (std::ranges::find(planners, planner) == planners.end()) planners.push_back(planner);
    for (const char* column : {"mean_expanded", "mean_us"}) {
      if (!row.contains(column) || !row[column].is_number()) continue;
      const double figure = row[column];
      const auto [place, first] = best[planner].try_emplace(column, BestValue{row["value"], figure});
      if (!first && figure < place->second.figure) place->second = {row["value"], figure};
    }
  }
  for (const std::string& planner : planners) {
    std::string text;
    const auto add = [&](const char* column, const char* words, const char* unit) {
      if (!best[planner].contains(column)) return;
      const BestValue& one = best[planner][column];
      text += fmt::format("{} {} at {} ({:.4g}{})", text.empty() ? "" : ",", words, one.value, one.figure, unit);
    };
    add("mean_expanded", "expands least", "");
    add("mean_us", "is fastest", " us");
    if (!text.empty()) report.notes.push_back(fmt::format("{}: {}{}", setting.row.name, planner, text));
  }
}

}  // namespace

std::span<const SweptMeasure> swept_measures() {
  static const std::vector<SweptMeasure> measures = {{"expanded", {"mean_expanded"}},
                                                     {"time", {"mean_us", "spread_us", "p50_us", "p99_us"}},
                                                     {"above-optimal", {"optimal", "mean_ratio", "max_ratio"}},
                                                     {"build", {"build_ms"}},
                                                     {"memory", {"memory_bytes"}},
                                                     {"update", {"update_us"}}};
  return measures;
}

Result<Report> run_sweep(const SweepOptions& options) {
  const QuerySetting* setting = query_setting_named(options.setting);
  if (setting == nullptr || !setting->row.swept()) {
    std::vector<std::string_view> names;
    for (const QuerySetting* one : swept_settings()) names.push_back(one->row.name);
    return error_at("sweep", fmt::format("'{}' cannot be swept; {} can", options.setting, fmt::join(names, ", ")));
  }
  const auto values = values_of(*setting, options);
  if (!values) return values.error();
  const auto columns = columns_of_measures(options.measures);
  if (!columns) return columns.error();
  const auto chosen = chosen_planners(options.queries);
  if (!chosen) return chosen.error();

  // A value that would make the clusters of a higher level too wide is skipped, with the reason.
  struct ValueRun {
    int value;
    std::optional<QueryRun> run;
    std::string refused;
  };
  std::vector<ValueRun> runs;
  size_t maps = 0;
  for (const int value : values.value()) {
    QueryOptions of_value = options.queries;
    if (std::ranges::find(options.measures, "update") != options.measures.end()) {
      of_value.update_strokes = kSweepStrokes;
    }
    setting->set(of_value, swept_value(setting->row, value));
    ValueRun& one = runs.emplace_back(ValueRun{value, std::nullopt, {}});
    if (const HpaOptions hpa = hpa_for(chosen.value(), of_value); !hpa.valid()) {
      one.refused = too_wide("", hpa).what;
      continue;
    }
    auto run = QueryRun::from_options(of_value);
    if (!run) return run.error();
    maps = run.value().maps();
    one.run = std::move(run.value());
  }

  std::vector<std::string> keeping;  // why results can no longer be kept
  // One task for each value and map.
  std::vector<std::vector<std::string>> texts(runs.size(), std::vector<std::string>(maps));
  Status done = do_tasks(
      runs.size() * maps, options.queries.keep,
      [&](size_t task) {
        const ValueRun& one = runs[task / maps];
        return one.run ? one.run->measure(task % maps) : std::string();
      },
      [&](size_t task, const std::string& text) { texts[task / maps][task % maps] = text; }, keeping);
  if (!done) return done.error();
  Report report{.command = "sweep", .rows = {}, .failures = std::move(keeping), .notes = {}};
  if (!ranks().is_first()) return report;
  const auto add_refused = [&](int value, const std::string& why) {
    for (const Planner* planner : chosen.value()) {
      const ReportRow row = {{"planner", planner->name}, {"map", "*"}, {"refused", why}, {"refused_maps", maps}};
      report.rows.push_back(swept_row(*setting, value, row, columns.value()));
    }
  };
  // If one value fails, the others are still reported.
  std::optional<Error> first;
  bool any = false;
  for (size_t i = 0; i < runs.size(); ++i) {
    const ValueRun& one = runs[i];
    const std::string where = fmt::format("{} {}: ", setting->row.name, one.value);
    if (!one.run) {
      add_refused(one.value, one.refused);
      report.notes.push_back(where + one.refused);
      continue;
    }
    const auto measured = one.run->report(texts[i]);
    if (!measured) {
      if (!first) first = measured.error();
      add_refused(one.value, measured.error().message());
      report.failures.push_back(where + measured.error().message());
      continue;
    }
    any = true;
    for (const ReportRow& row : measured.value().rows) {
      report.rows.push_back(swept_row(*setting, one.value, row, columns.value()));
    }
    for (const std::string& failure : measured.value().failures) report.failures.push_back(where + failure);
  }
  if (std::ranges::none_of(runs, [](const ValueRun& one) { return one.run.has_value(); })) {
    report.failures.push_back("no value can be measured: " + runs.front().refused);
  }
  if (first && !any) return *first;
  note_best(*setting, report);
  return report;
}

}  // namespace strata::bench
