#include "bench/query_external.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace strata::bench {

namespace {

constexpr size_t kMostStarts = 4;     // limit of starts per program and map
constexpr size_t kMostFailures = 10;  // limit of reported failures per program and map

}  // namespace

Result<ExternalMeasurements> ExternalMeasurements::from_texts(const QueryOptions& options) {
  ExternalMeasurements all;
  for (const std::string& text : options.external) {
    auto program = ExternalProgram::from_text(text);
    if (!program) return program.error();
    if (!options.mesh.empty()) return error_at(program.value().name, "plans on maps of cells, not on levels");
    const bool twice = std::ranges::any_of(
        all.programs_, [&](const ExternalProgram& other) { return other.name == program.value().name; });
    if (twice) return error_at(program.value().name, "is the name of two programs");
    program.value().query_limit = std::chrono::milliseconds(options.external_ms);
    program.value().start_limit = std::max(program.value().start_limit, program.value().query_limit);
    all.programs_.push_back(std::move(program.value()));
  }
  all.totals_.resize(all.programs_.size());
  return all;
}

void ExternalMeasurements::ExternalProgramTally::add(const ExternalProgramTally& other) {
  queries += other.queries, invalid += other.invalid, solved += other.solved, optimal += other.optimal;
  illegal += other.illegal, lost += other.lost, failed += other.failed, maps += other.maps;
  expanded += other.expanded;
  prepared_ms += other.prepared_ms;
  micros.insert(micros.end(), other.micros.begin(), other.micros.end());
  ratios.insert(ratios.end(), other.ratios.begin(), other.ratios.end());
  if (fault.empty()) fault = other.fault;
  if (said_name.empty()) said_name = other.said_name;
}

ReportRow ExternalMeasurements::row_of(const std::string& name, const std::string& map, ExternalProgramTally tally) {
  const bool measured = !tally.micros.empty();
  const auto time = [&](double micros) { return measured ? ReportRow(rounded(micros)) : ReportRow(); };
  ReportRow row;
  row["planner"] = name;
  row["map"] = map;
  row["queries"] = tally.queries;
  row["invalid"] = tally.invalid;
  row["solved"] = tally.solved;
  row["optimal"] = tally.optimal;
  row["illegal"] = tally.illegal;
  row["lost"] = tally.lost;
  row["mean_us"] = time(mean(tally.micros));
  row["p50_us"] = time(percentile(tally.micros, 50));
  row["p99_us"] = time(percentile(tally.micros, 99));
  row["mean_expanded"] =
      tally.solved == 0 ? ReportRow()
                        : ReportRow(rounded(static_cast<double>(tally.expanded) / static_cast<double>(tally.solved)));
  row["mean_ratio"] = tally.ratios.empty() ? ReportRow() : ReportRow(rounded_ratio(mean(tally.ratios)));
  row["max_ratio"] = tally.ratios.empty()
                         ? ReportRow()
                         : ReportRow(rounded_ratio(*std::max_element(tally.ratios.begin(), tally.ratios.end())));
  row["build_ms"] = rounded(tally.prepared_ms / static_cast<double>(std::max<size_t>(tally.maps, 1)));
  row["memory_bytes"] = nullptr;
  row["failed"] = tally.failed;
  row["fault"] = tally.fault;
  row["says_name"] = tally.said_name;
  return row;
}

ExternalMeasurements::ExternalProgramTally ExternalMeasurements::measure_program(const ExternalProgram& program,
                                                                                 const MoveGrid& moves,
                                                                                 const QuerySet& set,
                                                                                 const std::string& map,
                                                                                 Report& report) {
  ExternalProgramTally tally;
  tally.maps = 1;
  tally.queries = set.considered;
  tally.invalid = set.invalid_count();
  size_t starts = 0, told = 0;
  const auto fail = [&](const std::string& what) {
    if (tally.fault.empty()) tally.fault = what;
    if (told++ < kMostFailures) report.failures.push_back(fmt::format("{}, {}: {}", program.name, map, what));
  };
  std::unique_ptr<ExternalPlanner> planner;
  for (const ReferenceQuery& reference : set.valid) {
    if (planner == nullptr) {
      if (starts++ == kMostStarts) {
        tally.failed += set.valid.size() - static_cast<size_t>(&reference - set.valid.data());
        fail(fmt::format("was started {} times and is given up", kMostStarts));
        break;
      }
      auto started = ExternalPlanner::start(program, moves);
      if (!started) {
        tally.failed += set.valid.size() - static_cast<size_t>(&reference - set.valid.data());
        fail(started.error().what);
        break;
      }
      planner = std::move(started.value());
      tally.prepared_ms = planner->prepared_ms();
      tally.said_name = planner->said_name();
    }
    const PlanQuery& query = reference.query;
    const auto where = fmt::format("from ({},{}) to ({},{})", query.start.x, query.start.y, query.goal.x, query.goal.y);
    const auto answer = planner->plan(moves, query);
    if (!answer) {
      ++tally.failed;
      fail(fmt::format("{}: {}", where, answer.error().what));
      planner.reset();
      continue;
    }
    tally.micros.push_back(answer.value().micros);
    if (!answer.value().found) {
      ++tally.lost;
      fail(where + ": says that there is no path, but A* finds one");
      continue;
    }
    if (!answer.value().fault.empty()) {
      ++tally.illegal;
      fail(fmt::format("{}: {}", where, answer.value().fault));
      continue;
    }
    ++tally.solved;
    tally.expanded += answer.value().expanded;
    tally.optimal += answer.value().cost == reference.cost;
    if (reference.cost != 0) {
      tally.ratios.push_back(static_cast<double>(answer.value().cost) / static_cast<double>(reference.cost));
    }
  }
  return tally;
}

// Calls visit(name, field) for every summed field.
template <class T, class Visit>
void ExternalMeasurements::each_field(T& one, Visit&& visit) {
  visit("queries", one.queries);
  visit("invalid", one.invalid);
  visit("solved", one.solved);
  visit("optimal", one.optimal);
  visit("illegal", one.illegal);
  visit("lost", one.lost);
  visit("failed", one.failed);
  visit("maps", one.maps);
  visit("expanded", one.expanded);
  visit("prepared_ms", one.prepared_ms);
  visit("micros", one.micros);
  visit("ratios", one.ratios);
  visit("fault", one.fault);
  visit("said_name", one.said_name);
}

ReportRow ExternalMeasurements::measure(const MoveGrid& moves, const QuerySet& set, const std::string& map,
                                        Report& report) const {
  ReportRow all = ReportRow::array();
  for (const ExternalProgram& program : programs_) {
    const ExternalProgramTally tally = measure_program(program, moves, set, map, report);
    report.rows.push_back(row_of(program.name, map, tally));
    ReportRow& row = all.emplace_back();
    each_field(tally, [&](const char* name, const auto& value) { row[name] = value; });
  }
  return all;
}

void ExternalMeasurements::add_to_totals(const ReportRow& measured) {
  for (size_t i = 0; i < std::min(measured.size(), totals_.size()); ++i) {
    ExternalProgramTally one;
    each_field(one, [&](const char* name, auto& value) { measured[i].at(name).get_to(value); });
    totals_[i].add(one);
  }
}

void ExternalMeasurements::append_totals(Report& report) const {
  for (size_t i = 0; i < programs_.size(); ++i) report.rows.push_back(row_of(programs_[i].name, "*", totals_[i]));
}

}  // namespace strata::bench
