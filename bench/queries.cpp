// This file holds the `queries` and `list` commands.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "bench/chosen_settings.hpp"
#include "bench/commands.hpp"
#include "bench/input_files.hpp"
#include "bench/program.hpp"
#include "bench/query_answer.hpp"
#include "bench/query_automatic.hpp"
#include "bench/query_check.hpp"
#include "bench/query_external.hpp"
#include "bench/query_mesh.hpp"
#include "bench/query_partial.hpp"
#include "bench/query_rows.hpp"
#include "bench/query_run.hpp"
#include "bench/query_set.hpp"
#include "bench/query_structures.hpp"
#include "bench/query_tally.hpp"
#include "bench/ranks.hpp"
#include "bench/tasks.hpp"
#include "core/base/median_and_spread.hpp"
#include "core/base/rng.hpp"
#include "core/grid/random_stroke.hpp"
#include "core/io/printable.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planner_costs.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world_settings.hpp"

namespace strata::bench {
namespace {

using Clock = std::chrono::steady_clock;

double micros_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

// Returns whether the options of the heuristic apply: only to A*.
bool reads_guide(const Planner& planner) { return &planner == &optimum_planner(); }

ReportRow to_row(const Planner& planner, const std::string& map, QueryTally tally, const QueryOptions& options) {
  const auto solved = static_cast<double>(std::max<size_t>(tally.solved, 1));
  const auto maps = static_cast<double>(std::max<size_t>(tally.maps, 1));
  const double total_us = mean(tally.micros) * static_cast<double>(tally.micros.size());
  ReportRow row;
  row["planner"] = planner.name;
  row["map"] = map;
  row["queries"] = tally.queries;
  row["invalid"] = tally.invalid;
  row["solved"] = tally.solved;
  const bool compared = options.refine || !by_regions(planner, options);  // abstract paths cannot be compared
  // An any-angle path may be shorter than paths from cell to cell.
  row["optimal"] = compared && !planner.any_angle ? ReportRow(tally.optimal) : ReportRow();
  row["illegal"] = tally.illegal;
  row["lost"] = tally.lost;
  if (planner.levels_only) row["partial"] = tally.partial;
  row["mean_us"] = rounded(mean(tally.micros));
  row["spread_us"] = rounded(mean(tally.spreads));
  row["p50_us"] = rounded(percentile(tally.micros, 50));
  row["p99_us"] = rounded(percentile(tally.micros, 99));
  row["mean_expanded"] = rounded(static_cast<double>(tally.expanded) / solved);
  row["mean_ratio"] = !compared || tally.ratios.empty() ? ReportRow() : ReportRow(rounded_ratio(mean(tally.ratios)));
  row["max_ratio"] = !compared || tally.ratios.empty()
                         ? ReportRow()
                         : ReportRow(rounded_ratio(*std::max_element(tally.ratios.begin(), tally.ratios.end())));
  row["build_ms"] = rounded(tally.build_ms / maps);
  row["memory_bytes"] = tally.memory_bytes / std::max<size_t>(tally.maps, 1);
  row["us_per_expansion"] = tally.expanded == 0 ? 0 : rounded(total_us / static_cast<double>(tally.expanded));
  if (map == "*") row["max_build_ms"] = rounded(tally.max_build_ms);
  if (!tally.finds_optimum) {
    const auto ratio = [&](double sum) {
      return !compared || tally.optimum_sum == 0 ? ReportRow() : ReportRow(rounded_ratio(sum / tally.optimum_sum));
    };
    row["mean_ratio_raw"] = tally.raw_ratios.empty() ? ReportRow() : ReportRow(rounded_ratio(mean(tally.raw_ratios)));
    row["ratio_of_sums"] = ratio(tally.cost_sum);
    row["ratio_of_sums_raw"] = ratio(tally.raw_cost_sum);
    if (!planner.any_angle && planner.needs != StructureId::kMoves) row["smooth"] = options.smooth;
  }
  if (reads_guide(planner)) {
    const PlanOptions usual;
    if (options.heuristic != usual.heuristic) row["heuristic"] = heuristic_name(options.heuristic);
    if (options.weight != usual.weight) row["weight"] = static_cast<double>(options.weight) / kWeightOne;
    if (options.ties != usual.ties) row["ties"] = tie_breaking_name(options.ties);
  }
  if (planner.any_angle && !over_mesh(planner)) {  // planners over a mesh add this column themselves
    row["any_angle_ratio"] =
        tally.polyanya_sum == 0 ? ReportRow() : ReportRow(rounded_ratio(tally.shared_cost_sum / tally.polyanya_sum));
  }
  if (options.answer != Answer::kCells) row["answer"] = kAnswerNames[static_cast<size_t>(options.answer)];
  append_structures(planner, tally, options, row);
  if (!tally.asked.empty()) row["asked"] = asked_text(tally.asked);
  if (options.partial) append_partial_paths(tally.partial_paths, row);
  if (options.rules.agent_size > 1) row["size"] = options.rules.agent_size;
  if (tally.refused_maps > 0) {
    row["refused"] = tally.refused;
    row["refused_maps"] = tally.refused_maps;
  }
  if (tally.refused_maps > 0 && tally.maps == 0) {  // nothing was measured
    static constexpr std::string_view kKnown[] = {"planner", "map", "refused", "refused_maps"};
    for (const auto& [key, value] : row.items()) {
      if (std::find(std::begin(kKnown), std::end(kKnown), key) == std::end(kKnown)) value = nullptr;
    }
  }
  tell_settings(options, map == "*", row);
  row["invalid_reasons"] = ReportRow::object();
  for (const auto& [reason, count] : tally.reasons) row["invalid_reasons"][reason] = count;
  return row;
}

// Links each goal once and plans to it from several starts of the same map. The costs must equal those
// of complete plans.
void measure_amortised(const World& world, const Hpa& hpa, const Planner& planner, const QuerySet& set,
                       const std::string& map, const PlanOptions& options, int rounds, Workspace& workspace,
                       QueryTally& tally, std::vector<std::string>& failures) {
  PlanOptions plan_options = options;
  plan_options.levels = hpa_levels(planner);
  PlanResult amortised, whole;
  LinkedHpaGoal goal;
  std::vector<CellId> done;  // goals, sorted
  for (size_t i = 0; i < set.valid.size(); ++i) {
    const Cell to = set.valid[i].query.goal;
    const auto place = std::lower_bound(done.begin(), done.end(), world.moves().id(to));
    if (place != done.end() && *place == world.moves().id(to)) continue;
    done.insert(place, world.moves().id(to));
    const PlanStatus status = hpa.insert_goal(world.moves(), to, workspace, goal);
    tally.goal_micros.push_back(
        median_micros(rounds, [&] { (void)hpa.insert_goal(world.moves(), to, workspace, goal); }));
    if (status != PlanStatus::kFound) {
      failures.push_back(
          fmt::format("{}, {}: linking the goal ({},{}): {}", planner.name, map, to.x, to.y, status_text(status)));
      continue;
    }
    const size_t starts = std::min<size_t>(set.valid.size(), kAmortisedStarts);
    for (size_t j = 0; j < starts; ++j) {
      const Cell from = set.valid[(i + j) % set.valid.size()].query.start;
      const auto plan_amortised = [&] { hpa.plan(world.moves(), from, goal, plan_options, workspace, amortised); };
      const auto plan_whole = [&] { hpa.plan(world.moves(), {from, to}, plan_options, workspace, whole); };
      plan_amortised();
      plan_whole();
      if (amortised.status != whole.status || amortised.cost != whole.cost || amortised.path != whole.path) {
        failures.push_back(
            fmt::format("{}, {} from ({},{}) to ({},{}), goal linked once: {} at cost {} instead of {} "
                        "at cost {}",
                        planner.name, map, from.x, from.y, to.x, to.y, status_text(amortised.status), amortised.cost,
                        status_text(whole.status), whole.cost));
      }
      if (!whole.found()) continue;  // starts of other queries may have no path to this goal
      tally.amortised_micros.push_back(median_micros(rounds, plan_amortised));
      tally.whole_micros.push_back(median_micros(rounds, plan_whole));
    }
  }
}

std::string query_name(const std::string& map, const PlanQuery& query) {
  return fmt::format("{} from ({},{}) to ({},{})", map, query.start.x, query.start.y, query.goal.x, query.goal.y);
}

// Measures the queries in rounds, planner by planner in each round, so that other load of the computer slows down
// all planners alike. "fastest" learns which of the planners whose structures are built is fastest on this map; the
// costs of its answers are checked, because measure() has asked only the first of them.
void measure_times(const World& world, const std::vector<const Planner*>& chosen, const QuerySet& set,
                   const QueryOptions& options, Workspace& workspace, std::vector<QueryTally>& tallies,
                   std::vector<std::string>& failures) {
  const PlanOptions plan_options = plan_options_of(options);
  const size_t rounds = static_cast<size_t>(std::max(options.rounds, 1)), queries = set.valid.size();
  std::vector<std::vector<double>> times(chosen.size());  // by planner: the rounds of each query one after the other
  PlanResult result;
  FastestOfBuilt fastest(world);
  const auto ask_fastest = [&](const ReferenceQuery& reference, QueryTally& tally) {
    const double micros = fastest.plan(reference.query, plan_options, workspace, result, tally.asked);
    if (tally.finds_optimum && (!result.found() || result.cost != reference.cost)) {
      failures.push_back(fmt::format("fastest: cost {} instead of {}", result.cost, reference.cost));
    }
    return micros;
  };
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t planner = 0; planner < chosen.size(); ++planner) {
      if (!tallies[planner].refused.empty()) continue;
      times[planner].resize(rounds * queries);
      // Other planners have filled the caches: an untimed pass warms them up again.
      const bool warms = chosen.size() > 1;
      for (size_t i = 0; warms && i < queries; ++i) {
        plan(world, *chosen[planner], set.valid[i].query, plan_options, workspace, result);
      }
      for (size_t i = 0; i < queries; ++i) {
        if (chosen[planner]->asks != nullptr) {
          times[planner][i * rounds + round] = ask_fastest(set.valid[i], tallies[planner]);
          continue;
        }
        const auto start = Clock::now();
        plan(world, *chosen[planner], set.valid[i].query, plan_options, workspace, result);
        times[planner][i * rounds + round] = micros_since(start);
      }
    }
  }
  for (size_t planner = 0; planner < chosen.size(); ++planner) {
    for (size_t i = 0; i < times[planner].size(); i += rounds) {
      const MedianAndSpread of = median_and_spread({&times[planner][i], rounds});
      tallies[planner].micros.push_back(of.median);
      tallies[planner].spreads.push_back(of.spread);
    }
  }
}

// Solves every query in a warm-up round, and checks the answers.
QueryTally measure(const BuiltGraphs& graphs, const Planner& planner, const QuerySet& set, const std::string& map,
                   const QueryOptions& options, Workspace& workspace, std::vector<std::string>& failures) {
  const World& world = graphs.world;
  QueryTally tally;
  tally.maps = 1;
  tally.queries = set.considered;
  tally.valid = set.valid.size();
  tally.invalid = set.invalid_count();
  tally.reasons = set.invalid;
  measure_structures(graphs, planner, options, tally);
  tally.finds_optimum =
      finds_optimum(world, planner) &&
      (!reads_guide(planner) || is_admissible(options.heuristic, options.rules.profile, options.weight));
  if (planner.any_angle) tally.answers.resize(set.valid.size());

  const PlanOptions plan_options = plan_options_of(options);
  PlanResult result;
  for (size_t i = 0; i < set.valid.size(); ++i) {
    const ReferenceQuery& reference = set.valid[i];
    const PlanQuery& query = reference.query;
    plan(world, planner, query, plan_options, workspace, result);
    if (!options.rows_file.empty()) {
      const bool found = result.found();
      tally.outcomes.push_back(
          {result.status, found ? result.cost : 0, found ? result.raw_cost : 0, result.stats.total().expanded});
    }
    const auto where = [&] { return fmt::format("{}, {}", planner.name, query_name(map, query)); };
    if (!result.found()) {
      ++tally.lost;
      tally.partial += result.partial;
      if (planner.levels_only) continue;                              // such a planner serves only for comparison
      if (result.status == PlanStatus::kTooManyExpansions) continue;  // it says that it does not know
      failures.push_back(fmt::format("{}: {}, but A* finds a path", where(), status_text(result.status)));
      continue;
    }
    ++tally.solved;
    tally.cut_short += !result.complete;
    if (!options.refine && !result.complete) {  // an abstract path has no steps, and its cost cannot be compared
      tally.expanded += result.stats.total().expanded;
      continue;
    }
    if (planner.any_angle) tally.answers[i] = {result.cost, result.raw_cost};
    const auto fault = answer_fault(world, planner, reference, result, options, plan_options, workspace);
    if (fault) {
      ++tally.illegal;
      failures.push_back(fmt::format("{}: {}", where(), *fault));
    }
    if (tally.finds_optimum && result.cost != reference.cost) {
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
  if (options.partial) {
    measure_partial_paths(world, planner, set.unreachable, plan_options, options.rounds, map, workspace, tally,
                          failures);
  }
  if (options.amortise && hpa_levels(planner) > 0) {
    measure_amortised(world, graphs.hpa(hpa_levels(planner)), planner, set, map, plan_options, options.rounds,
                      workspace, tally, failures);
  }
  return tally;
}

// Paints random strokes on the map of the world, and measures the updates of the planners by them, as sweeps of the
// desktop program do.
void measure_updates(World& world, const std::vector<const Planner*>& chosen, int strokes,
                     std::vector<QueryTally>& tallies) {
  Rng rng(1);
  std::vector<EditCosts> costs;
  for (int stroke = 0; stroke < strokes; ++stroke) {
    costs.emplace_back().add(world.apply(random_stroke(world.map(), world.rules(), kSweepRadius, rng), "Brush"));
    world.finish_updates();
  }
  for (size_t i = 0; i < chosen.size(); ++i) {
    if (tallies[i].refused.empty()) tallies[i].add_to("update_us", edit_micros(world, *chosen[i], costs));
  }
}

// Adds a note on the times of the planners over the mesh compared with Detour.
void note_detour(const std::vector<const Planner*>& chosen, std::vector<QueryTally>& totals, Report& report) {
  const auto detour = std::ranges::find_if(chosen, [](const Planner* planner) { return planner->levels_only; });
  if (detour == chosen.end()) return;
  const double own = percentile(totals[static_cast<size_t>(detour - chosen.begin())].micros, 50);
  for (size_t i = 0; i < chosen.size(); ++i) {
    if (!over_mesh(*chosen[i]) || chosen[i] == *detour || totals[i].micros.empty() || own == 0) continue;
    report.notes.push_back(fmt::format("{} takes {:.2f} of the time of {} (medians)", chosen[i]->name,
                                       percentile(totals[i].micros, 50) / own, (*detour)->name));
  }
}

// Returns the world of a source: a grid map, or a level with the map of its topmost ground.
Result<std::unique_ptr<World>> world_of(const QuerySource& source, const QueryOptions& options, const HpaOptions& hpa,
                                        Report& report) {
  WorldSetup setup(options.rules);
  setup.get<MapHpa>() = hpa;
  if (source.is_level) {
    Result<std::shared_ptr<const Level>> level = load_level(source.map, options.level, report);
    if (!level) return level.error();
    return std::make_unique<World>(level.value()->map(), setup, level.value());
  }
  Result<GridMap> map = load_cells(source.map, options.letters, report);
  if (!map) return map.error();
  if (const Status added = add_links(map.value(), options.map_links); !added) return added.error();
  return std::make_unique<World>(std::move(map.value()), setup);
}

void note_faults(const Scenario& scenario, const std::string& file, Report& report) {
  constexpr size_t kTold = 5;
  for (size_t i = 0; i < std::min(scenario.faults.size(), kTold); ++i) {
    report.notes.push_back(fmt::format("{}:{}: {}", file, scenario.faults[i].line, scenario.faults[i].reason));
  }
  if (scenario.faults.size() > kTold) {
    report.notes.push_back(fmt::format("{}: {} more rows cannot be read", file, scenario.faults.size() - kTold));
  }
}

// Returns the answer for a map that cannot be measured. `alone` says that it is the only map, so that the error ends
// the command; otherwise the other maps are still measured.
MapQueryResults refused_map(const QuerySource& source, const Error& error, const std::vector<const Planner*>& chosen,
                            const QueryOptions& options, bool alone) {
  MapQueryResults answer;
  if (alone) {
    answer.error = error;
    return answer;
  }
  const std::string map = std::filesystem::path(source.map).filename().string();
  answer.report.failures.push_back(error.message());
  for (const Planner* planner : chosen) {
    QueryTally& refused = answer.tallies.emplace_back();
    refused.refused = error.message();
    refused.refused_maps = 1;
    answer.report.rows.push_back(to_row(*planner, map, refused, options));
  }
  return answer;
}

// Measures the planners on one map. `alone` says that it is the only map, so that an error on it ends the command.
MapQueryResults measure_map(const QuerySource& source, const std::vector<const Planner*>& chosen, const HpaOptions& hpa,
                            const QueryOptions& given, const ExternalMeasurements& external, bool alone) {
  MapQueryResults answer;
  QueryOptions options = given;
  Report& report = answer.report;
  const std::string map = std::filesystem::path(source.map).filename().string();
  std::fprintf(stderr, "%s\n", printable(map).c_str());
  Result<std::unique_ptr<World>> made = world_of(source, options, hpa, report);
  Result<Scenario> scenario = made && !source.scen.empty() ? load_scenario(source.scen) : Result<Scenario>(Scenario{});
  if (!made || !scenario) {
    return refused_map(source, made ? scenario.error() : made.error(), chosen, options, alone);
  }
  World& world = *made.value();
  std::vector<std::string> reasons;
  fit_to_map(world, chosen, options, reasons);
  for (const std::string& reason : reasons) report.notes.push_back(fmt::format("{}: {}", map, reason));
  const std::vector<StructureId> too_large = switch_on(world, chosen, options);
  const auto refused_why = [&](const Planner& planner) {
    if (std::ranges::find(too_large, planner.needs) == too_large.end()) return why_not(world, planner);
    return planner.needs == StructureId::kLandmarks
               ? fmt::format("{} landmarks on {} cells take more memory than they may", options.landmarks,
                             world.map().cell_count())
               : fmt::format("{} would take more memory than it may", structure_name(planner.needs));
  };
  const BuiltGraphs graphs(world, chosen);
  Workspace workspace;
  QuerySet& set = answer.queries;
  if (source.is_level) {
    set = select_pairs_on_mesh(world, options.pairs > 0 ? options.pairs : kLevelPairs, options.seed, workspace);
  } else if (source.scen.empty()) {
    set = select_random_pairs(world.moves(), options.pairs, options.seed, workspace);
  } else {
    note_faults(scenario.value(), source.scen, report);
    set = select_from_scenario(world, scenario.value(), options, source.scen, workspace);
  }
  report.failures.insert(report.failures.end(), set.failures.begin(), set.failures.end());
  if (options.partial && source.scen.empty()) {
    const int pairs = options.pairs > 0 ? options.pairs : kLevelPairs;
    set.unreachable = select_unreachable_pairs(world.moves(), pairs, options.seed);
  }
  answer.valid = set.valid.size() + (options.partial ? set.unreachable.size() : 0);
  for (const Planner* planner : chosen) {
    QueryTally& tally = answer.tallies.emplace_back();
    tally.refused = refused_why(*planner);
    if (tally.refused.empty()) {
      tally = measure(graphs, *planner, set, map, options, workspace, report.failures);
    } else {
      tally.refused_maps = 1;
      report.notes.push_back(fmt::format("{}: {} refuses: {}", map, planner->name, tally.refused));
    }
  }
  measure_times(world, chosen, set, options, workspace, answer.tallies, report.failures);
  for (size_t i = 0; i < chosen.size() && options.automatic; ++i) {
    if (hpa_levels(*chosen[i]) != 1 || !answer.tallies[i].refused.empty()) continue;  // published: one level
    const std::string reason = measure_automatic(world.moves(), set, plan_options_of(options), options.rounds, map,
                                                 workspace, answer.tallies[i], report.failures);
    if (alone) report.notes.push_back(fmt::format("{}: {}", map, reason));
  }
  compare_with_mesh(
      chosen, answer.tallies, options, [&](size_t query) { return query_name(map, set.valid[query].query); },
      report.failures);
  compare_with_polyanya(chosen, answer.tallies);
  if (options.update_strokes > 0) measure_updates(world, chosen, options.update_strokes, answer.tallies);
  for (size_t i = 0; i < chosen.size(); ++i) {
    report.rows.push_back(to_row(*chosen[i], map, answer.tallies[i], options));
  }
  if (!options.rows_file.empty()) {
    answer.queries_in_detail = query_rows(map, input_hash(world.map()), chosen, answer.tallies, set);
  }
  answer.external = external.measure(world.moves(), set, map, report);
  return answer;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Adds a note on the abstractions that are slower than jump point search, which is optimal and needs
// almost no preparation.
void note_jump_points(const std::vector<const Planner*>& chosen, const std::vector<QueryTally>& totals,
                      Report& report) {
  const auto jumps = std::find(chosen.begin(), chosen.end(), &baseline_planner());
  if (jumps == chosen.end()) return;
  const double own = mean(totals[static_cast<size_t>(jumps - chosen.begin())].micros);
  std::string beaten, lost;
  for (size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]->needs == StructureId::kMoves || chosen[i] == *jumps || totals[i].micros.empty()) continue;
    const double other = mean(totals[i].micros);
    std::string& list = own < other ? beaten : lost;
    list += fmt::format("{}{} ({:.1f} us)", list.empty() ? "" : ", ", chosen[i]->name, other);
  }
  if (!beaten.empty()) report.notes.push_back(fmt::format("jps ({:.1f} us, optimal) is faster than {}", own, beaten));
  if (!lost.empty()) report.notes.push_back(fmt::format("jps ({:.1f} us) is slower than {}", own, lost));
}

}  // namespace

Report list_planners() {
  Report report{.command = "list", .rows = {}, .failures = {}, .notes = {}};
  for (const Planner& planner : planners()) {
    ReportRow profiles = ReportRow::array();
    for (int i = 0; i < kProfiles; ++i) {
      if (planner.profiles[i]) profiles.push_back(profile_info(static_cast<Profile>(i)).name);
    }
    ReportRow row;
    row["planner"] = planner.name;
    row["source"] = planner.source;
    row["profiles"] = profiles;
    report.rows.push_back(std::move(row));
  }
  return report;
}

Error too_wide(const std::string& command, const HpaOptions& hpa) {
  return error_at(command,
                  fmt::format("{} levels over clusters of {} with factor {}: the clusters of the top may be at "
                              "most {} wide",
                              hpa.levels, hpa.cluster_size, hpa.level_factor, HpaOptions::kMaxTopSide));
}

Result<QueryRun> QueryRun::from_options(const QueryOptions& options) {
  auto chosen = chosen_planners(options);
  if (!chosen) return chosen.error();
  auto sources = find_sources(options);
  if (!sources) return sources.error();
  const HpaOptions hpa = hpa_for(chosen.value(), options);
  if (!hpa.valid()) return too_wide("queries", hpa);
  auto external = ExternalMeasurements::from_texts(options);
  if (!external) return external.error();
  QueryRun run(options, std::move(external.value()));
  run.chosen_ = std::move(chosen.value());
  run.sources_ = std::move(sources.value());
  run.hpa_ = hpa;
  return run;
}

std::string QueryRun::measure(size_t map) const {
  const bool alone = sources_.size() == 1;
  const Result<MapQueryResults> measured = in_memory([&]() -> Result<MapQueryResults> {
    return measure_map(sources_[map], chosen_, hpa_, options_, external_, alone);
  });
  if (measured) return text_of(measured.value());
  const Error error = error_at(sources_[map].map, measured.error().message());
  return text_of(refused_map(sources_[map], error, chosen_, options_, alone));
}

Result<Report> QueryRun::report(const std::vector<std::string>& answers) const {
  Report report{.command = "queries", .rows = {}, .failures = {}, .notes = {}};
  std::vector<QueryTally> totals(chosen_.size());
  ExternalMeasurements external = external_;
  QuerySet all;
  size_t valid = 0;
  for (const std::string& text : answers) {
    const auto read = answer_from(text);
    if (!read) return read.error();
    const MapQueryResults& answer = read.value();
    if (answer.error) return *answer.error;
    if (answer.tallies.size() != totals.size()) return error_at("answer of a map", "is of other planners");
    append(report.failures, answer.report.failures);
    append(report.notes, answer.report.notes);
    report.maps.insert(answer.report.maps.begin(), answer.report.maps.end());
    report.rows.insert(report.rows.end(), answer.report.rows.begin(), answer.report.rows.end());
    valid += answer.valid;
    all.considered += answer.queries.considered;
    all.trivial += answer.queries.trivial;
    all.against_listed += answer.queries.against_listed;
    for (const auto& [reason, count] : answer.queries.invalid) all.invalid[reason] += count;
    for (size_t i = 0; i < totals.size(); ++i) totals[i].add(answer.tallies[i]);
    external.add_to_totals(answer.external);
  }
  if (valid == 0 && report.failures.empty()) return no_queries(all, sources_);
  for (size_t i = 0; i < chosen_.size(); ++i) {
    report.rows.push_back(to_row(*chosen_[i], "*", totals[i], options_));
  }
  external.append_totals(report);
  if (std::all_of(totals.begin(), totals.end(), [](const QueryTally& total) { return total.maps == 0; })) {
    for (size_t i = 0; i < totals.size(); ++i) {
      report.failures.push_back(fmt::format("{} refuses every map: {}", chosen_[i]->name, totals[i].refused));
    }
  }
  note_jump_points(chosen_, totals, report);
  note_detour(chosen_, totals, report);
  report.notes.push_back(
      fmt::format("{} queries on {} maps, {} with start = goal, {} compared with their listed length", all.considered,
                  sources_.size(), all.trivial, all.against_listed));
  for (const auto& [reason, count] : all.invalid)
    report.notes.push_back(fmt::format("not used: {} rows: {}", count, reason));
  return report;
}

Result<Report> run_queries(const QueryOptions& options) {
  if (const Status writable = can_be_written(options.rows_file); !writable) return writable.error();
  const auto run = QueryRun::from_options(options);
  if (!run) return run.error();
  // Any free rank measures a map; the results are combined in the order of the maps.
  std::vector<std::string> texts(run.value().maps());
  std::vector<std::string> failures;
  Status done = do_tasks(
      texts.size(), options.keep, [&](size_t i) { return run.value().measure(i); },
      [&](size_t i, const std::string& text) { texts[i] = text; }, failures);
  if (!done) return done.error();
  if (!ranks().is_first()) return Report{.command = "queries", .rows = {}, .failures = {}, .notes = {}};
  Result<Report> report = run.value().report(texts);
  if (report) append(report.value().failures, failures);
  if (report && !options.rows_file.empty()) {
    if (const Status written = write_query_rows(options.rows_file, texts); !written) {
      report.value().failures.push_back(written.error().message());
    }
  }
  return report;
}

}  // namespace strata::bench
