// The `queries` and `list` commands.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "bench/commands.hpp"
#include "bench/query_set.hpp"
#include "core/search/path.hpp"
#include "core/world/planners.hpp"

namespace strata::bench {
namespace {

using Clock = std::chrono::steady_clock;

double micros_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

// Sums over the queries of one map, or of all.
struct Tally {
  size_t queries = 0, invalid = 0, valid = 0, solved = 0, optimal = 0, illegal = 0, lost = 0, maps = 0;
  std::map<std::string, size_t> reasons;
  std::vector<double> micros;  // median of the rounds, by query
  std::vector<double> ratios, raw_ratios;
  uint64_t expanded = 0;
  double cost_sum = 0, raw_cost_sum = 0, optimum_sum = 0;
  double build_ms = 0, max_build_ms = 0;
  size_t memory_bytes = 0;

  void add(const Tally& other) {
    queries += other.queries;
    invalid += other.invalid;
    valid += other.valid;
    solved += other.solved;
    optimal += other.optimal;
    illegal += other.illegal;
    lost += other.lost;
    maps += other.maps;
    for (const auto& [reason, count] : other.reasons) reasons[reason] += count;
    micros.insert(micros.end(), other.micros.begin(), other.micros.end());
    ratios.insert(ratios.end(), other.ratios.begin(), other.ratios.end());
    raw_ratios.insert(raw_ratios.end(), other.raw_ratios.begin(), other.raw_ratios.end());
    expanded += other.expanded;
    cost_sum += other.cost_sum;
    raw_cost_sum += other.raw_cost_sum;
    optimum_sum += other.optimum_sum;
    build_ms += other.build_ms;
    max_build_ms = std::max(max_build_ms, other.max_build_ms);
    memory_bytes += other.memory_bytes;
  }
};

Row to_row(const Planner& planner, const std::string& map, Tally tally, const QueryOptions& options) {
  const auto solved = static_cast<double>(std::max<size_t>(tally.solved, 1));
  const auto maps = static_cast<double>(std::max<size_t>(tally.maps, 1));
  const double total_us = mean(tally.micros) * static_cast<double>(tally.micros.size());
  Row row;
  row["planner"] = planner.name;
  row["map"] = map;
  row["queries"] = tally.queries;
  row["invalid"] = tally.invalid;
  row["solved"] = tally.solved;
  row["optimal"] = tally.optimal;
  row["illegal"] = tally.illegal;
  row["lost"] = tally.lost;
  row["mean_us"] = rounded(mean(tally.micros));
  row["p50_us"] = rounded(percentile(tally.micros, 50));
  row["p99_us"] = rounded(percentile(tally.micros, 99));
  row["mean_expanded"] = rounded(static_cast<double>(tally.expanded) / solved);
  row["mean_ratio"] = tally.ratios.empty() ? 1 : rounded_ratio(mean(tally.ratios));
  row["max_ratio"] =
      tally.ratios.empty() ? 1 : rounded_ratio(*std::max_element(tally.ratios.begin(), tally.ratios.end()));
  row["build_ms"] = rounded(tally.build_ms / maps);
  row["memory_bytes"] = tally.memory_bytes / std::max<size_t>(tally.maps, 1);
  row["us_per_expansion"] = tally.expanded == 0 ? 0 : rounded(total_us / static_cast<double>(tally.expanded));
  if (map == "*") row["max_build_ms"] = rounded(tally.max_build_ms);
  if (planner.needs_hpa) {
    const auto ratio = [&](double sum) { return tally.optimum_sum == 0 ? 1 : rounded_ratio(sum / tally.optimum_sum); };
    row["mean_ratio_raw"] = tally.raw_ratios.empty() ? 1 : rounded_ratio(mean(tally.raw_ratios));
    row["ratio_of_sums"] = ratio(tally.cost_sum);
    row["ratio_of_sums_raw"] = ratio(tally.raw_cost_sum);
    row["smooth"] = options.smooth;
    row["cluster"] = options.hpa.cluster_size;
    row["threshold"] = options.hpa.entrance_threshold;
    row["spacing"] = options.hpa.transition_spacing;
    row["cache"] = options.hpa.cache_paths;
  }
  row["invalid_reasons"] = Row::object();
  for (const auto& [reason, count] : tally.reasons) row["invalid_reasons"][reason] = count;
  return row;
}

// Solves every query in a warm-up round, whose answers are checked, and in `rounds` timed ones.
Tally measure(const World& world, const Planner& planner, const QuerySet& set, const std::string& map,
              const QueryOptions& options, Workspace& workspace, std::vector<std::string>& failures) {
  Tally tally;
  tally.maps = 1;
  tally.queries = set.considered;
  tally.valid = set.valid.size();
  tally.invalid = set.invalid_count();
  tally.reasons = set.invalid;
  tally.build_ms = world.rebuild_micros("moves") / 1000;
  tally.memory_bytes = world.moves().memory_bytes();
  if (planner.needs_hpa) {
    tally.build_ms += world.rebuild_micros("hpa") / 1000;
    tally.memory_bytes += world.hpa().memory_bytes();
  }
  tally.max_build_ms = tally.build_ms;

  const PlanOptions plan_options{.smooth = options.smooth};
  PlanResult result;
  for (const ReferenceQuery& reference : set.valid) {
    const Query& query = reference.query;
    plan(world, planner, query, plan_options, workspace, result);
    const auto where = [&] {
      return fmt::format("{}, {} from ({}, {}) to ({}, {})", planner.name, map, query.start.x, query.start.y,
                         query.goal.x, query.goal.y);
    };
    if (!result.found()) {
      ++tally.lost;
      failures.push_back(fmt::format("{}: {}, but A* finds a path", where(), status_text(result.status)));
      continue;
    }
    ++tally.solved;
    auto fault = path_fault(world.moves(), result.path, query.start, query.goal, result.cost);
    if (!fault && result.cost < reference.cost) fault = "cheaper than the optimum";
    if (fault) {
      ++tally.illegal;
      failures.push_back(fmt::format("{}: {}", where(), *fault));
    }
    if (planner.optimal && result.cost != reference.cost) {
      failures.push_back(fmt::format("{}: cost {} instead of {}", where(), result.cost, reference.cost));
    }
    tally.optimal += result.cost == reference.cost;
    tally.expanded += result.stats.total().expanded;
    tally.cost_sum += result.cost;
    tally.raw_cost_sum += result.raw_cost;
    tally.optimum_sum += reference.cost;
    if (reference.cost != 0) {
      tally.ratios.push_back(static_cast<double>(result.cost) / reference.cost);
      tally.raw_ratios.push_back(static_cast<double>(result.raw_cost) / reference.cost);
    }
  }
  const auto rounds = static_cast<size_t>(std::max(options.rounds, 1));
  std::vector<double> times(rounds * set.valid.size());
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < set.valid.size(); ++i) {
      const auto start = Clock::now();
      plan(world, planner, set.valid[i].query, plan_options, workspace, result);
      times[i * rounds + round] = micros_since(start);
    }
  }
  for (size_t i = 0; i < set.valid.size(); ++i) {
    const auto begin = times.begin() + static_cast<ptrdiff_t>(i * rounds);
    const auto middle = begin + static_cast<ptrdiff_t>(rounds / 2);
    std::nth_element(begin, middle, begin + static_cast<ptrdiff_t>(rounds));
    tally.micros.push_back(*middle);
  }
  return tally;
}

Result<std::vector<const Planner*>> chosen_planners(const QueryOptions& options) {
  std::vector<const Planner*> chosen;
  if (options.planners.empty() || options.planners == std::vector<std::string>{"all"}) {
    for (const Planner& planner : planners()) {
      if (planner.profiles[static_cast<size_t>(options.rules.profile)]) chosen.push_back(&planner);
    }
    return chosen;
  }
  for (const auto& name : options.planners) {
    const Planner* planner = planner_named(name);
    if (planner == nullptr) {
      std::string known;
      for (const Planner& p : planners()) known += (known.empty() ? "" : ", ") + std::string(p.name);
      return error_at("queries", fmt::format("there is no planner '{}'; there are {}", name, known));
    }
    if (!planner->profiles[static_cast<size_t>(options.rules.profile)]) {
      return error_at("queries", fmt::format("planner '{}' does not support the profile '{}'", name,
                                             profile_info(options.rules.profile).name));
    }
    chosen.push_back(planner);
  }
  return chosen;
}

}  // namespace

Report list_planners() {
  Report report{.command = "list", .rows = {}, .failures = {}, .notes = {}};
  for (const Planner& planner : planners()) {
    Row profiles = Row::array();
    for (int i = 0; i < kProfiles; ++i) {
      if (planner.profiles[i]) profiles.push_back(profile_info(static_cast<Profile>(i)).name);
    }
    Row row;
    row["planner"] = planner.name;
    row["source"] = planner.source;
    row["profiles"] = profiles;
    report.rows.push_back(std::move(row));
  }
  return report;
}

Result<Report> run_queries(const QueryOptions& options) {
  const auto chosen = chosen_planners(options);
  if (!chosen) return chosen.error();
  const auto sources = find_sources(options);
  if (!sources) return sources.error();

  Report report{.command = "queries", .rows = {}, .failures = {}, .notes = {}};
  const bool needs_hpa =
      std::any_of(chosen.value().begin(), chosen.value().end(), [](auto* p) { return p->needs_hpa; });
  std::vector<Tally> totals(chosen.value().size());
  QuerySet all;
  for (const QuerySource& source : sources.value()) {
    auto loaded = load_map(source.map);
    if (!loaded) return loaded.error();
    for (const auto& warning : loaded.value().unknown_letters) {
      report.notes.push_back(fmt::format("{}:{}: {} cells with the unknown letter '{}' count as blocked", source.map,
                                         warning.first_line, warning.cells, warning.letter));
    }
    const std::string map = std::filesystem::path(source.map).filename().string();
    std::fprintf(stderr, "%s\n", map.c_str());
    World world(std::move(loaded.value().map), options.rules, options.hpa);
    if (needs_hpa) world.settle();
    Workspace workspace;
    QuerySet set;
    if (source.scen.empty()) {
      set = select_random_pairs(world, options.pairs, options.seed, workspace);
    } else {
      const auto scenario = load_scenario(source.scen);
      if (!scenario) return scenario.error();
      set = select_from_scenario(world, scenario.value(), options, source.scen, workspace);
    }
    report.failures.insert(report.failures.end(), set.failures.begin(), set.failures.end());
    all.considered += set.considered;
    all.trivial += set.trivial;
    all.against_listed += set.against_listed;
    for (const auto& [reason, count] : set.invalid) all.invalid[reason] += count;
    for (size_t i = 0; i < chosen.value().size(); ++i) {
      const Planner& planner = *chosen.value()[i];
      const Tally tally = measure(world, planner, set, map, options, workspace, report.failures);
      totals[i].add(tally);
      report.rows.push_back(to_row(planner, map, tally, options));
    }
  }
  for (size_t i = 0; i < chosen.value().size(); ++i) {
    report.rows.push_back(to_row(*chosen.value()[i], "*", totals[i], options));
  }
  report.notes.push_back(
      fmt::format("{} queries on {} maps, {} with start = goal, {} compared with their listed length", all.considered,
                  sources.value().size(), all.trivial, all.against_listed));
  for (const auto& [reason, count] : all.invalid)
    report.notes.push_back(fmt::format("not used: {} rows: {}", count, reason));
  return report;
}

}  // namespace strata::bench
