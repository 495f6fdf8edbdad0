#include "bench/course_tally.hpp"

#include <algorithm>

namespace strata::bench {
namespace {

// Calls visit(name, field) for every field of the tally.
template <class T, class Visit>
void each_course_field(T& tally, Visit&& visit) {
  visit("maps", tally.maps);
  visit("changes", tally.changes);
  visit("queries", tally.queries);
  visit("invalid", tally.invalid);
  visit("solved", tally.solved);
  visit("no_path", tally.no_path);
  visit("optimal", tally.optimal);
  visit("wrong", tally.wrong);
  visit("total_us", tally.total_us);
  visit("micros", tally.micros);
  visit("first_micros", tally.first_micros);
  visit("above", tally.above);
  visit("change_micros", tally.change_micros);
  visit("change_cells", tally.change_cells);
  visit("build_ms", tally.build_ms);
  visit("memory_bytes", tally.memory_bytes);
  visit("peak_bytes", tally.peak_bytes);
  visit("asked", tally.asked);
  visit("refused_maps", tally.refused_maps);
  visit("refused", tally.refused);
}

}  // namespace

void CourseTally::add(const CourseTally& other) {
  const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  maps += other.maps, changes += other.changes, queries += other.queries, invalid += other.invalid;
  solved += other.solved, no_path += other.no_path, optimal += other.optimal, wrong += other.wrong;
  total_us += other.total_us;
  append(micros, other.micros);
  append(first_micros, other.first_micros);
  append(above, other.above);
  append(change_micros, other.change_micros);
  append(change_cells, other.change_cells);
  build_ms += other.build_ms;
  memory_bytes = std::max(memory_bytes, other.memory_bytes);
  peak_bytes = std::max(peak_bytes, other.peak_bytes);
  add_asked(asked, other.asked);
  refused_maps += other.refused_maps;
  if (!other.refused.empty()) refused = other.refused;
}

ReportRow course_row(std::string_view track, std::string_view planner, const std::string& map, CourseTally tally,
                     bool changes) {
  const auto largest = [](const std::vector<double>& values) { return *std::ranges::max_element(values); };
  const auto figure = [](const std::vector<double>& values, auto&& of) {
    return values.empty() ? ReportRow() : ReportRow(rounded(of(values)));
  };
  ReportRow row;
  row["planner"] = planner;
  row["track"] = track;
  row["map"] = map;
  row["queries"] = tally.queries;
  row["invalid"] = tally.invalid;
  row["solved"] = tally.solved;
  row["no_path"] = tally.no_path;
  row["optimal"] = tally.optimal;
  row["wrong"] = tally.wrong;
  row["total_ms"] = tally.micros.empty() ? ReportRow() : ReportRow(rounded(tally.total_us / 1000));
  row["mean_us"] = figure(tally.micros, mean);
  row["p50_us"] = figure(tally.micros, [](std::vector<double> values) { return percentile(values, 50); });
  row["p99_us"] = figure(tally.micros, [](std::vector<double> values) { return percentile(values, 99); });
  row["max_us"] = figure(tally.micros, largest);
  row["first20_us"] = figure(tally.first_micros, mean);
  // A path comes in one part, or in the first steps and the whole: no part takes longer than the query.
  row["max_part_us"] = row["max_us"];
  row["mean_above_percent"] = figure(tally.above, mean);
  row["max_above_percent"] = figure(tally.above, largest);
  row["build_ms"] = tally.maps == 0 ? ReportRow() : ReportRow(rounded(tally.build_ms));
  row["memory_bytes"] = tally.maps == 0 ? ReportRow() : ReportRow(tally.memory_bytes);
  row["peak_bytes"] = tally.peak_bytes == 0 ? ReportRow() : ReportRow(tally.peak_bytes);
  if (changes) {
    row["changes"] = tally.changes;
    row["change_cells"] = figure(tally.change_cells, mean);
    row["change_mean_us"] = figure(tally.change_micros, mean);
    row["change_p99_us"] = figure(tally.change_micros, [](std::vector<double> v) { return percentile(v, 99); });
    row["change_max_us"] = figure(tally.change_micros, largest);
  }
  if (!tally.asked.empty()) row["asked"] = asked_text(tally.asked);
  if (tally.refused_maps > 0) {
    row["refused"] = tally.refused;
    row["refused_maps"] = tally.refused_maps;
  }
  return row;
}

ReportRow row_of_course_tally(const CourseTally& tally) {
  ReportRow row;
  each_course_field(tally, [&](const char* name, const auto& value) { row[name] = value; });
  return row;
}

CourseTally course_tally_of(const ReportRow& row) {
  CourseTally tally;
  each_course_field(tally, [&](const char* name, auto& value) { row.at(name).get_to(value); });
  return tally;
}

}  // namespace strata::bench
