// The `queries` and `list` commands.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>

#include "bench/commands.hpp"
#include "bench/query_set.hpp"
#include "core/search/path.hpp"
#include "core/world/hierarchy_view.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"

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
  std::vector<double> amortised_micros, whole_micros, goal_micros;  // planners that link goals once
  size_t cut_short = 0;                                             // paths of which only the first moves are known
  uint64_t expanded = 0;
  double cost_sum = 0, raw_cost_sum = 0, optimum_sum = 0;
  double build_ms = 0, max_build_ms = 0;
  size_t memory_bytes = 0, cache_bytes = 0;
  size_t pruned = 0, passable = 0;  // cells, room pruning
  bool finds_optimum = true;        // every path costs what A*'s costs
  HierarchyCounts hierarchy;        // contraction hierarchies
  ChBuildTimes times;
  size_t refused_maps = 0;
  std::string refused;  // why the planner refuses its map, or the last of these maps; empty: it refuses none

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
    const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(micros, other.micros);
    append(ratios, other.ratios);
    append(raw_ratios, other.raw_ratios);
    append(amortised_micros, other.amortised_micros);
    append(whole_micros, other.whole_micros);
    append(goal_micros, other.goal_micros);
    cut_short += other.cut_short;
    expanded += other.expanded;
    cost_sum += other.cost_sum;
    raw_cost_sum += other.raw_cost_sum;
    optimum_sum += other.optimum_sum;
    build_ms += other.build_ms;
    max_build_ms = std::max(max_build_ms, other.max_build_ms);
    memory_bytes += other.memory_bytes;
    cache_bytes += other.cache_bytes;
    pruned += other.pruned;
    finds_optimum = other.finds_optimum;
    hierarchy.nodes += other.hierarchy.nodes;
    hierarchy.edges += other.hierarchy.edges;
    hierarchy.arcs += other.hierarchy.arcs;
    hierarchy.shortcuts += other.hierarchy.shortcuts;
    times.order_ms += other.times.order_ms;
    times.topology_ms += other.times.topology_ms;
    times.customise_ms += other.times.customise_ms;
    times.prune_ms += other.times.prune_ms;
    passable += other.passable;
    refused_maps += other.refused_maps;
    if (!other.refused.empty()) refused = other.refused;
  }
};

// Levels of HPA* that the planner searches; 0: it does not.
int hpa_levels(const Planner& planner) { return planner.needs == Structure::kHpa ? planner.abstract_level : 0; }

// Of the planners over contraction hierarchies.
ChGraph graph_of(const Planner& planner, const QueryOptions& options) {
  return planner.needs == Structure::kCh ? options.ch.graph : options.cch.graph;
}

// Searches regions of sectors.
bool by_regions(const Planner& planner, const QueryOptions& options) {
  if (planner.needs == Structure::kCh || planner.needs == Structure::kCch)
    return graph_of(planner, options) == ChGraph::kSectors;
  return planner.needs == Structure::kSectors;
}

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
  const bool compared = options.refine || !by_regions(planner, options);  // abstract paths are not
  row["optimal"] = compared ? Row(tally.optimal) : Row();
  row["illegal"] = tally.illegal;
  row["lost"] = tally.lost;
  row["mean_us"] = rounded(mean(tally.micros));
  row["p50_us"] = rounded(percentile(tally.micros, 50));
  row["p99_us"] = rounded(percentile(tally.micros, 99));
  row["mean_expanded"] = rounded(static_cast<double>(tally.expanded) / solved);
  row["mean_ratio"] = !compared ? Row() : Row(tally.ratios.empty() ? 1 : rounded_ratio(mean(tally.ratios)));
  row["max_ratio"] =
      tally.ratios.empty() ? 1 : rounded_ratio(*std::max_element(tally.ratios.begin(), tally.ratios.end()));
  row["build_ms"] = rounded(tally.build_ms / maps);
  row["memory_bytes"] = tally.memory_bytes / std::max<size_t>(tally.maps, 1);
  row["us_per_expansion"] = tally.expanded == 0 ? 0 : rounded(total_us / static_cast<double>(tally.expanded));
  if (map == "*") row["max_build_ms"] = rounded(tally.max_build_ms);
  if (!tally.finds_optimum) {
    const auto ratio = [&](double sum) { return tally.optimum_sum == 0 ? 1 : rounded_ratio(sum / tally.optimum_sum); };
    row["mean_ratio_raw"] = tally.raw_ratios.empty() ? 1 : rounded_ratio(mean(tally.raw_ratios));
    row["ratio_of_sums"] = ratio(tally.cost_sum);
    row["ratio_of_sums_raw"] = ratio(tally.raw_cost_sum);
    row["smooth"] = options.smooth;
  }
  if (planner.needs == Structure::kHaa) row["cluster"] = options.haa_cluster;
  if (by_regions(planner, options)) {
    row["sector_size"] = options.sectors.sector_size;
    row["second_size"] = options.sectors.second_size;
    row["improve"] = options.sectors.improve_centres;
    row["sector_landmarks"] = options.sectors.landmarks;
    row["segment"] = options.segment;
    row["refine"] = options.refine;
  }
  if (planner.needs == Structure::kCh || planner.needs == Structure::kCch) {
    row["graph"] = ch_graph_name(graph_of(planner, options));
    row["order"] = ch_order_name(planner.needs == Structure::kCh ? options.ch.order : ChOrder::kCustomisable);
    row["nodes"] = rounded(static_cast<double>(tally.hierarchy.nodes) / maps);
    row["arcs"] = rounded(static_cast<double>(tally.hierarchy.arcs) / maps);
    row["shortcuts"] = rounded(static_cast<double>(tally.hierarchy.shortcuts) / maps);
    row["order_ms"] = rounded(tally.times.order_ms / maps);
    row["topology_ms"] = rounded(tally.times.topology_ms / maps);
    row["customise_ms"] = rounded(tally.times.customise_ms / maps);
    row["prune_ms"] = rounded(tally.times.prune_ms / maps);
  }
  if (planner.needs == Structure::kLandmarks) row["landmarks"] = options.landmarks;
  if (planner.needs == Structure::kRooms) {
    row["pruned_percent"] = rounded(
        tally.passable == 0 ? 0 : 100 * static_cast<double>(tally.pruned) / static_cast<double>(tally.passable));
  }
  if (hpa_levels(planner) > 0) {
    row["cluster"] = options.hpa.cluster_size;
    row["threshold"] = options.hpa.entrance_threshold;
    row["spacing"] = options.hpa.transition_spacing;
    row["cache"] = options.hpa.cache_paths;
    row["cache_bytes"] = tally.cache_bytes / std::max<size_t>(tally.maps, 1);
    row["levels"] = hpa_levels(planner);
    row["factor"] = options.hpa.level_factor;
    if (options.first_moves > 0) {
      row["first"] = options.first_moves;
      row["cut_short"] = tally.cut_short;
    }
    if (options.amortise) {
      row["amortised_us"] = rounded(mean(tally.amortised_micros));
      row["whole_us"] = rounded(mean(tally.whole_micros));
      row["insert_goal_us"] = rounded(mean(tally.goal_micros));
      row["amortised_pairs"] = tally.amortised_micros.size();
    }
  }
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
  row["invalid_reasons"] = Row::object();
  for (const auto& [reason, count] : tally.reasons) row["invalid_reasons"][reason] = count;
  return row;
}

// The abstractions of one map, each as large as the planner needs it.
struct Graphs {
  const World& world;
  std::map<int, Hpa> by_levels;  // HPA* graphs of fewer levels than the world's
  std::map<int, double> build_micros;

  Graphs(const World& of, const std::vector<const Planner*>& planners) : world(of) {
    for (const Planner* planner : planners) {
      const int levels = hpa_levels(*planner);
      if (levels == 0 || levels == world.get<MapHpa>().hpa().levels() || by_levels.contains(levels)) continue;
      HpaOptions fewer = world.get<MapHpa>().hpa().options();
      fewer.levels = levels;
      const auto start = Clock::now();
      by_levels[levels].build(world.moves(), fewer);
      build_micros[levels] = micros_since(start);
    }
  }
  const Hpa& hpa(int levels) const {
    return by_levels.contains(levels) ? by_levels.at(levels) : world.get<MapHpa>().hpa();
  }
  double hpa_micros(int levels) const {
    return by_levels.contains(levels) ? build_micros.at(levels) : world.state(Structure::kHpa).built_micros;
  }
};

// Why the first moves that a planner gave are wrong; nothing if they are the beginning of its whole path.
std::optional<std::string> first_moves_fault(const World& world, const Planner& planner, const Query& query,
                                             const PlanResult& first, uint32_t moves, Workspace& workspace) {
  PlanResult whole;
  plan(world, planner, query, {.smooth = false}, workspace, whole);
  if (!whole.found()) return "the whole path is not found";
  if (first.cost != whole.raw_cost)
    return fmt::format("cost {}, but the whole path costs {}", first.cost, whole.raw_cost);
  if (first.path.size() <= moves) return fmt::format("{} cells for {} moves", first.path.size(), moves);
  if (first.path.size() > whole.path.size() || !std::equal(first.path.begin(), first.path.end(), whole.path.begin())) {
    return "not the beginning of the whole path";
  }
  if (!path_cost(world.moves(), first.path)) return "an illegal step";
  return std::nullopt;
}

// Links every goal once and plans to it from several starts of the same map; the costs must be the usual ones.
void measure_amortised(const World& world, const Hpa& hpa, const Planner& planner, const QuerySet& set,
                       const std::string& map, const PlanOptions& options, int rounds, Workspace& workspace,
                       Tally& tally, std::vector<std::string>& failures) {
  PlanOptions plan_options = options;
  plan_options.levels = hpa_levels(planner);
  PlanResult amortised, whole;
  HpaGoal goal;
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
          fmt::format("{}, {}: linking the goal ({}, {}): {}", planner.name, map, to.x, to.y, status_text(status)));
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
            fmt::format("{}, {} from ({}, {}) to ({}, {}), goal linked once: {} at cost {} instead of {} "
                        "at cost {}",
                        planner.name, map, from.x, from.y, to.x, to.y, status_text(amortised.status), amortised.cost,
                        status_text(whole.status), whole.cost));
      }
      if (!whole.found()) continue;  // starts of other queries may lie elsewhere
      tally.amortised_micros.push_back(median_micros(rounds, plan_amortised));
      tally.whole_micros.push_back(median_micros(rounds, plan_whole));
    }
  }
}

// Solves every query in a warm-up round, whose answers are checked, and in `rounds` timed ones.
Tally measure(const Graphs& graphs, const Planner& planner, const QuerySet& set, const std::string& map,
              const QueryOptions& options, Workspace& workspace, std::vector<std::string>& failures) {
  const World& world = graphs.world;
  Tally tally;
  tally.maps = 1;
  tally.queries = set.considered;
  tally.valid = set.valid.size();
  tally.invalid = set.invalid_count();
  tally.reasons = set.invalid;
  const auto add_structure = [&](Structure structure) {
    tally.build_ms += world.state(structure).built_micros / 1000;
    tally.memory_bytes += memory_bytes(world, structure);
  };
  if (planner.needs != Structure::kHaa) add_structure(Structure::kMoves);  // HAA* has moves of its own
  if (planner.needs != Structure::kMoves && planner.needs != Structure::kHpa) add_structure(planner.needs);
  if (planner.needs == Structure::kRooms) {
    tally.pruned = world.get<MapRooms>().rooms().counts().pruned;
    tally.passable = world.get<MapRooms>().rooms().counts().passable;
  }
  if (planner.needs == Structure::kCh || planner.needs == Structure::kCch) {
    const ChGraph graph = graph_of(planner, options);
    if (graph == ChGraph::kHpa) add_structure(Structure::kHpa);
    if (graph == ChGraph::kSectors) add_structure(Structure::kSectors);
    tally.hierarchy = hierarchy_counts(world, planner.needs);
    const MapHierarchy& built =
        planner.needs == Structure::kCh ? world.get<MapHierarchy>() : world.get<MapCch>().hierarchy();
    if (built.graph() != nullptr) tally.times = built.graph()->times();
  }
  if (planner.needs == Structure::kTables) {
    add_structure(Structure::kHpa);
    tally.build_ms += world.get<MapTables>().own().distances_micros() / 1000;
    if (world.get<MapTables>().distances() != nullptr)
      tally.memory_bytes += world.get<MapTables>().distances()->memory_bytes();
  }
  tally.finds_optimum = finds_optimum(world, planner);
  if (hpa_levels(planner) > 0) {
    tally.build_ms += graphs.hpa_micros(hpa_levels(planner)) / 1000;
    tally.memory_bytes += graphs.hpa(hpa_levels(planner)).memory_bytes();
    tally.cache_bytes = graphs.hpa(hpa_levels(planner)).cache_bytes();
  }
  tally.max_build_ms = tally.build_ms;

  PlanOptions plan_options{.smooth = options.smooth, .first_moves = options.first_moves};
  plan_options.segment = options.segment;
  plan_options.refine = options.refine;
  plan_options.interleave = options.interleave;
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
    tally.cut_short += !result.complete;
    if (!options.refine && !result.complete) {  // an abstract path: neither steps nor a cost that compares
      tally.expanded += result.stats.total().expanded;
      continue;
    }
    auto fault = result.complete ? path_fault(world.moves(), result.path, query.start, query.goal, result.cost)
                                 : first_moves_fault(world, planner, query, result, options.first_moves, workspace);
    if (!fault && result.cost < reference.cost) fault = "cheaper than the optimum";
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
  if (options.amortise && hpa_levels(planner) > 0) {
    measure_amortised(world, graphs.hpa(hpa_levels(planner)), planner, set, map, plan_options, options.rounds,
                      workspace, tally, failures);
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

// Jump points need next to no preparation and are optimal: where they are faster than an abstraction, the report says
// so.
void note_jump_points(const std::vector<const Planner*>& chosen, const std::vector<Tally>& totals, Report& report) {
  const auto jumps = std::find(chosen.begin(), chosen.end(), &baseline_planner());
  if (jumps == chosen.end()) return;
  const double own = mean(totals[static_cast<size_t>(jumps - chosen.begin())].micros);
  std::string beaten, lost;
  for (size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]->needs == Structure::kMoves || chosen[i] == *jumps || totals[i].micros.empty()) continue;
    const double other = mean(totals[i].micros);
    std::string& list = own < other ? beaten : lost;
    list += fmt::format("{}{} ({:.1f} us)", list.empty() ? "" : ", ", chosen[i]->name, other);
  }
  if (!beaten.empty()) report.notes.push_back(fmt::format("jps ({:.1f} us, optimal) is faster than {}", own, beaten));
  if (!lost.empty()) report.notes.push_back(fmt::format("jps ({:.1f} us) is slower than {}", own, lost));
}

// Of all structures, whether a planner needs them or not.
WorldSetup asked_setup(const QueryOptions& options) {
  WorldSetup setup(options.rules);
  for_each_structure([&]<class K>(std::type_identity<K>) { setup.get<K>() = K::usual(options.rules); });
  setup.get<MapHaa>()->cluster_size = options.haa_cluster;
  setup.get<MapSectors>() = options.sectors;
  setup.get<MapHierarchy>() = options.ch;
  setup.get<MapCch>() = options.cch;
  setup.get<MapLandmarks>()->count = options.landmarks;
  return setup;
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

Error too_wide(const std::string& command, const HpaOptions& hpa) {
  return error_at(command,
                  fmt::format("{} levels over clusters of {} with factor {}: the clusters of the top may be at "
                              "most {} wide",
                              hpa.levels, hpa.cluster_size, hpa.level_factor, HpaOptions::kMaxTopSide));
}

Result<Report> run_queries(const QueryOptions& options) {
  const auto chosen = chosen_planners(options);
  if (!chosen) return chosen.error();
  const auto sources = find_sources(options);
  if (!sources) return sources.error();

  Report report{.command = "queries", .rows = {}, .failures = {}, .notes = {}};
  std::array<bool, kStructures> needed{};
  HpaOptions hpa = options.hpa;
  hpa.levels = 0;
  for (const Planner* planner : chosen.value()) {
    needed[static_cast<size_t>(planner->needs)] = true;
    hpa.levels = std::max(hpa.levels, hpa_levels(*planner));
  }
  hpa.levels = std::max(hpa.levels, 1);
  if (!hpa.valid()) return too_wide("queries", hpa);
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
    World world(std::move(loaded.value().map), options.rules, hpa);
    needed[kPlace<MapSectors>] = std::any_of(chosen.value().begin(), chosen.value().end(),
                                             [&](const Planner* planner) { return by_regions(*planner, options); });
    const WorldSetup asked = asked_setup(options);
    bool fit = true;
    for_each_structure([&]<class K>(std::type_identity<K>) {
      if (!K::kAlways && needed[kPlace<K>]) fit = world.set<K>(asked.get<K>()) && fit;
    });
    if (!fit) {
      return error_at(source.map, fmt::format("{} landmarks on {} cells take more memory than they may",
                                              options.landmarks, world.map().cell_count()));
    }
    const bool only_moves = std::all_of(chosen.value().begin(), chosen.value().end(), [](const Planner* planner) {
      return planner->needs == Structure::kMoves || planner->needs == Structure::kJumps;
    });
    if (!only_moves) world.settle();
    for (const Planner* planner : chosen.value()) {
      if (supports(world, *planner)) continue;
      return error_at(source.map, fmt::format("planner '{}' needs one weight for all terrains", planner->name));
    }
    const Graphs graphs(world, chosen.value());
    Workspace workspace;
    QuerySet set;
    if (source.scen.empty()) {
      set = select_random_pairs(world.moves(), options.pairs, options.seed, workspace);
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
      Tally tally;
      tally.refused = refusal(world, planner.needs);
      if (tally.refused.empty()) {
        tally = measure(graphs, planner, set, map, options, workspace, report.failures);
      } else {
        tally.refused_maps = 1;
        report.notes.push_back(fmt::format("{}: {} refuses: {}", map, planner.name, tally.refused));
      }
      totals[i].add(tally);
      report.rows.push_back(to_row(planner, map, tally, options));
    }
  }
  for (size_t i = 0; i < chosen.value().size(); ++i) {
    report.rows.push_back(to_row(*chosen.value()[i], "*", totals[i], options));
  }
  if (std::all_of(totals.begin(), totals.end(), [](const Tally& total) { return total.maps == 0; })) {
    for (size_t i = 0; i < totals.size(); ++i) {
      report.failures.push_back(fmt::format("{} refuses every map: {}", chosen.value()[i]->name, totals[i].refused));
    }
  }
  note_jump_points(chosen.value(), totals, report);
  report.notes.push_back(
      fmt::format("{} queries on {} maps, {} with start = goal, {} compared with their listed length", all.considered,
                  sources.value().size(), all.trivial, all.against_listed));
  for (const auto& [reason, count] : all.invalid)
    report.notes.push_back(fmt::format("not used: {} rows: {}", count, reason));
  return report;
}

}  // namespace strata::bench
