#include "bench/query_rows.hpp"

#include "bench/query_answer.hpp"
#include "core/io/files.hpp"

namespace strata::bench {

std::vector<ReportRow> query_rows(const std::string& map, const std::string& hash,
                                  const std::vector<const Planner*>& chosen, const std::vector<QueryTally>& tallies,
                                  const QuerySet& set) {
  std::vector<ReportRow> rows;
  for (size_t query = 0; query < set.valid.size(); ++query) {
    const ReferenceQuery& reference = set.valid[query];
    const Cell start = reference.query.start, goal = reference.query.goal;
    for (size_t planner = 0; planner < chosen.size(); ++planner) {
      const QueryTally& tally = tallies[planner];
      if (!tally.refused.empty()) continue;
      const QueryOutcome& outcome = tally.outcomes[query];
      const bool found = outcome.status == PlanStatus::kFound;
      ReportRow& row = rows.emplace_back();
      row["map"] = map;
      row["map_hash"] = hash;
      row["query"] = query + 1;
      row["line"] = reference.line > 0 ? ReportRow(reference.line) : ReportRow();
      row["start_x"] = start.x;
      row["start_y"] = start.y;
      row["goal_x"] = goal.x;
      row["goal_y"] = goal.y;
      row["listed"] = reference.listed >= 0 ? ReportRow(reference.listed) : ReportRow();
      row["astar_cost"] = reference.cost;
      row["planner"] = chosen[planner]->name;
      row["status"] = status_text(outcome.status);
      row["cost"] = found ? ReportRow(outcome.cost) : ReportRow();
      row["raw_cost"] = found ? ReportRow(outcome.raw_cost) : ReportRow();
      row["expanded"] = outcome.expanded;
      row["us"] = rounded(tally.micros[query]);
      row["spread_us"] = rounded(tally.spreads[query]);
    }
  }
  return rows;
}

Status write_query_rows(const std::string& file, std::span<const std::string> results) {
  Report all{.command = "queries", .rows = {}, .failures = {}, .notes = {}};
  for (const std::string& text : results) {
    const Result<MapQueryResults> read = answer_from(text);
    if (!read) return read.error();
    const std::vector<ReportRow>& rows = read.value().queries_in_detail;
    all.rows.insert(all.rows.end(), rows.begin(), rows.end());
  }
  return write_file_atomic(file, to_csv(all));
}

}  // namespace strata::bench
