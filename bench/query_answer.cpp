#include "bench/query_answer.hpp"

#include <set>
#include <string_view>

namespace strata::bench {
namespace {

// Returns a column name that stays valid for ever, as tallies require; equal names are stored once.
std::string_view kept_name(const std::string& name) {
  static std::set<std::string, std::less<>> names;
  return *names.insert(name).first;
}

// Calls visit(name, field) for every summed field of the tally.
template <class T, class Visit>
void each_field(T& tally, Visit&& visit) {
  visit("queries", tally.queries);
  visit("invalid", tally.invalid);
  visit("valid", tally.valid);
  visit("solved", tally.solved);
  visit("optimal", tally.optimal);
  visit("illegal", tally.illegal);
  visit("lost", tally.lost);
  visit("maps", tally.maps);
  visit("reasons", tally.reasons);
  visit("micros", tally.micros);
  visit("spreads", tally.spreads);
  visit("ratios", tally.ratios);
  visit("raw_ratios", tally.raw_ratios);
  visit("amortised_micros", tally.amortised_micros);
  visit("whole_micros", tally.whole_micros);
  visit("goal_micros", tally.goal_micros);
  visit("cut_short", tally.cut_short);
  visit("expanded", tally.expanded);
  visit("cost_sum", tally.cost_sum);
  visit("raw_cost_sum", tally.raw_cost_sum);
  visit("optimum_sum", tally.optimum_sum);
  visit("build_ms", tally.build_ms);
  visit("max_build_ms", tally.max_build_ms);
  visit("memory_bytes", tally.memory_bytes);
  visit("cache_bytes", tally.cache_bytes);
  visit("pruned", tally.pruned);
  visit("passable", tally.passable);
  visit("finds_optimum", tally.finds_optimum);
  visit("tile", tally.tile);
  visit("levels", tally.levels);
  visit("partial", tally.partial);
  visit("partial.queries", tally.partial_paths.queries);
  visit("partial.paths", tally.partial_paths.paths);
  visit("partial.illegal", tally.partial_paths.illegal);
  visit("partial.micros", tally.partial_paths.micros);
  visit("partial.distance_sum", tally.partial_paths.distance_sum);
  visit("partial.expanded", tally.partial_paths.expanded);
  visit("partial.visited", tally.partial_paths.visited);
  visit("asked", tally.asked);
  visit("refused_maps", tally.refused_maps);
  visit("refused", tally.refused);
  visit("shared_cost_sum", tally.shared_cost_sum);
  visit("shared_raw_cost_sum", tally.shared_raw_cost_sum);
  visit("polyanya_sum", tally.polyanya_sum);
}

ReportRow row_of_tally(const QueryTally& tally) {
  ReportRow row;
  each_field(tally, [&](const char* name, const auto& value) { row[name] = value; });
  for (const auto& [key, sum] : tally.sums) row["sums"].push_back({std::string(key), sum});
  return row;
}

QueryTally tally_of_row(const ReportRow& row) {
  QueryTally tally;
  each_field(tally, [&](const char* name, auto& value) { row.at(name).get_to(value); });
  if (!row.contains("sums")) return tally;
  for (const ReportRow& sum : row["sums"]) tally.sums.emplace_back(kept_name(sum.at(0)), sum.at(1));
  return tally;
}

}  // namespace

std::string text_of(const MapQueryResults& answer) {
  ReportRow all;
  if (answer.error) all["error"] = {answer.error->where, answer.error->what};
  all["rows"] = answer.report.rows;
  all["failures"] = answer.report.failures;
  all["notes"] = answer.report.notes;
  all["considered"] = answer.queries.considered;
  all["trivial"] = answer.queries.trivial;
  all["against_listed"] = answer.queries.against_listed;
  all["invalid"] = answer.queries.invalid;
  all["valid"] = answer.valid;
  all["tallies"] = ReportRow::array();
  for (const QueryTally& tally : answer.tallies) all["tallies"].push_back(row_of_tally(tally));
  all["external"] = answer.external;
  all["maps"] = answer.report.maps;
  all["in_detail"] = answer.queries_in_detail;
  return all.dump(-1, ' ', false, ReportRow::error_handler_t::replace);
}

Result<MapQueryResults> answer_from(const std::string& text) {
  try {
    const ReportRow all = ReportRow::parse(text);
    MapQueryResults answer;
    if (all.contains("error")) answer.error = error_at(all["error"].at(0), all["error"].at(1));
    answer.report.rows = all.at("rows").get<std::vector<ReportRow>>();
    all.at("failures").get_to(answer.report.failures);
    all.at("notes").get_to(answer.report.notes);
    all.at("considered").get_to(answer.queries.considered);
    all.at("trivial").get_to(answer.queries.trivial);
    all.at("against_listed").get_to(answer.queries.against_listed);
    all.at("invalid").get_to(answer.queries.invalid);
    all.at("valid").get_to(answer.valid);
    for (const ReportRow& row : all.at("tallies")) answer.tallies.push_back(tally_of_row(row));
    answer.external = all.at("external");
    all.at("maps").get_to(answer.report.maps);
    answer.queries_in_detail = all.at("in_detail").get<std::vector<ReportRow>>();
    return answer;
  } catch (const ReportRow::exception& malformed) {
    return error_at("answer of a map", malformed.what());
  }
}

}  // namespace strata::bench
