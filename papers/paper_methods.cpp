// This file measures two comparisons of Sturtevant, Geisberger 2010: maps that are easy for abstraction and hard for
// contraction (figure 8), and costs and benefits of the methods (table 5).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "bench/query_set.hpp"
#include "bench/query_structures.hpp"
#include "core/grid/shapes.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planner_costs.hpp"
#include "papers/paper_sectors.hpp"

namespace strata::bench {
namespace {

constexpr int kRankedPairs = 1000;

// A map with the numbers of nodes that the two methods expand on it.
struct RankedMap {
  std::string name;
  double abstraction = 0, contraction = 0;  // nodes per problem
  double length = 0;                        // straight steps per problem
  double shortcuts = 0, regions = 0;
  int abstraction_rank = 0, contraction_rank = 0;  // ranks of the map, from 1, the easiest map
  int difference() const { return contraction_rank - abstraction_rank; }
};

void rank(std::vector<RankedMap>& maps, double RankedMap::*nodes, int RankedMap::*place) {
  std::vector<size_t> order(maps.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) { return maps[i].*nodes; });
  for (size_t i = 0; i < order.size(); ++i) maps[order[i]].*place = static_cast<int>(i) + 1;
}

// Returns Spearman's rank correlation: 1 if the ranks are equal, -1 if they are reversed.
double rank_correlation(const std::vector<RankedMap>& maps) {
  double squares = 0;
  for (const RankedMap& map : maps) squares += static_cast<double>(map.difference()) * map.difference();
  const auto n = static_cast<double>(maps.size());
  return n < 2 ? 1 : 1 - 6 * squares / (n * (n * n - 1));
}

}  // namespace

Result<Report> paper_sector_ranks(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  const int pairs = options.pairs > 0 ? options.pairs : kRankedPairs;
  std::vector<RankedMap> ranked;
  Workspace workspace;
  PlanResult result;
  Rng rng(options.seed);
  const auto maps = for_each_sector_study(options, [&](SectorStudy& study) {
    const SectorHierarchies hierarchies(study);
    GraphLandmarks landmarks;
    landmarks.build(hierarchies.graph, kLandmarkCount);
    RankedMap map{.name = study.name};
    map.regions = static_cast<double>(study.base.region_count());
    map.shortcuts = static_cast<double>(hierarchies.plain[0].shortcut_count());
    RunningMean abstraction, contraction, length;
    for (const PlanQuery& query : connected_pairs(study, pairs, rng, workspace)) {
      study.base.plan(study.moves, query, {.refine = false}, workspace, result);
      const Cost cost = result.cost;
      length.add(static_cast<double>(cost) / profile_info(Profile::kOctile).straight);
      study.two.back().plan(study.moves, query, {.refine = false}, workspace, result);
      if (!result.found()) report.failures.push_back(failed_query(study, query, "no path over the second level"));
      abstraction.add(static_cast<double>(result.stats.of(Phase::kMain).expanded));
      HierarchyMeasures measures;
      const std::string wrong = measure_hierarchies(
          hierarchies, landmarks, static_cast<uint32_t>(study.base.region_of(study.moves.id(query.start))),
          static_cast<uint32_t>(study.base.region_of(study.moves.id(query.goal))), cost, 0, workspace, measures);
      if (!wrong.empty()) report.failures.push_back(failed_query(study, query, wrong));
      contraction.add(measures[static_cast<size_t>(HierarchySearch::kGoal)].expanded);
    }
    map.abstraction = abstraction.mean();
    map.contraction = contraction.mean();
    map.length = length.mean();
    ranked.push_back(std::move(map));
  });
  if (!maps) return maps.error();
  rank(ranked, &RankedMap::abstraction, &RankedMap::abstraction_rank);
  rank(ranked, &RankedMap::contraction, &RankedMap::contraction_rank);
  PaperRows rows(report);
  rows.add("maps", static_cast<double>(maps.value()), sector_study_note(maps.value(), pairs));
  if (ranked.empty()) return report;
  const auto by_difference = [](const RankedMap& a, const RankedMap& b) { return a.difference() < b.difference(); };
  const auto [for_contraction, for_abstraction] = std::ranges::minmax_element(ranked, by_difference);
  const auto tell = [&](const std::string& key, const RankedMap& map, double printed, std::string_view what) {
    rows.add_printed(
        key + "_difference", printed, std::abs(map.difference()),
        fmt::format("{}: {}; ranks of {} maps by the nodes that a problem expands", map.name, what, ranked.size()));
    rows.add(key + "_rank_abstraction", map.abstraction_rank,
             fmt::format("{:.1f} nodes on the second level, sectors of {}", map.abstraction, kSecondSizes.back()));
    rows.add(key + "_rank_contraction", map.contraction_rank,
             fmt::format("{:.1f} nodes settled, large coefficients, guided by distance", map.contraction));
    rows.add(key + "_length", map.length, "straight steps a problem");
    rows.add(key + "_shortcuts", map.shortcuts, fmt::format("over {} regions", map.regions));
  };
  tell("abstraction_easy", *for_abstraction, 36, "the easiest for abstraction of those that are hard for contraction");
  tell("contraction_easy", *for_contraction, 65, "the easiest for contraction of those that are hard for abstraction");
  rows.add("rank_correlation", rank_correlation(ranked), "of both ranks: 1 if they are equal");
  for (const RankedMap& map : ranked) {
    rows.add("rank_difference_" + map.name, map.difference(),
             fmt::format("rank by contraction {} less rank by abstraction {}; {:.1f} and {:.1f} nodes",
                         map.contraction_rank, map.abstraction_rank, map.contraction, map.abstraction));
  }
  return report;
}

namespace {

// A method of table 5, with the figures of the paper.
struct ComparedMethod {
  std::string_view planner, name, printed;
};
constexpr std::array<ComparedMethod, 5> kMethods = {{
    {"astar", "baseline", "small memory, optimal, dynamic, high CPU"},
    {"alt", "heuristics", "larger memory, optimal, not dynamic, medium CPU"},
    {"sectors", "abstraction", "small memory, not optimal, dynamic, low CPU"},
    {"ch", "contraction", "small memory, optimal, somewhat dynamic, low CPU"},
    {"cch", "customisable", "not in the paper"},
}};
constexpr int kMethodStrokes = 10, kStrokeRadius = 3;

struct ComparedMethodMeans {
  RunningMean memory, prepare_ms, micros, expanded, optimal, excess, edit;
};

// Paints walls where an agent can stand, and undoes them, like the command `pay`.
std::vector<EditCosts> paint_strokes(World& world, uint64_t seed) {
  Rng rng(seed);
  std::vector<EditCosts> strokes;
  for (int i = 0; i < kMethodStrokes; ++i) {
    const GridMap& now = world.map();
    if (i % 2 == 0) {
      const auto drawn = [&] { return Cell{rng.between(0, now.width() - 1), rng.between(0, now.height() - 1)}; };
      Cell at = drawn();
      for (int tries = 0; tries < 1000 && !world.moves().passable(at); ++tries) at = drawn();
      strokes.emplace_back().add(world.apply(brush_line(now, at, at, {kStrokeRadius, BrushShape::kRound}, '@')));
    } else if (const auto undone = world.undo()) {
      strokes.emplace_back().add(*undone);
    }
    world.finish_updates();
  }
  return strokes;
}

}  // namespace

Result<Report> paper_methods(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  const int pairs = options.pairs > 0 ? options.pairs : kPaperPairs;
  QueryOptions settings;
  settings.sectors.second_size = kSecondSizes.back();
  settings.ch.graph = ChGraph::kSectors;
  settings.cch.graph = ChGraph::kSectors;
  std::vector<const Planner*> planners;
  for (const ComparedMethod& method : kMethods) planners.push_back(planner_named(method.planner));
  std::array<ComparedMethodMeans, kMethods.size()> figures;
  Workspace workspace;
  PlanResult result;
  const auto maps = for_each_paper_map(options, [&](const std::string& name, GridMap map) {
    World world(std::move(map), WorldSetup(settings.rules));
    (void)switch_on(world, planners, settings);
    const QuerySet set = select_random_pairs(world.moves(), pairs, options.seed, workspace);
    report.failures.insert(report.failures.end(), set.failures.begin(), set.failures.end());
    for (size_t i = 0; i < kMethods.size(); ++i) {
      const Planner& planner = *planners[i];
      ComparedMethodMeans& own = figures[i];
      own.memory.add(static_cast<double>(memory_bytes(world, planner)));
      own.prepare_ms.add(prepare_micros(world, planner) / 1000);
      for (const ReferenceQuery& reference : set.valid) {
        const auto solve = [&] { plan(world, planner, reference.query, {}, workspace, result); };
        solve();
        if (!result.found()) {
          report.failures.push_back(fmt::format("{}, {}: no path from ({},{}) to ({},{})", name, planner.name,
                                                reference.query.start.x, reference.query.start.y,
                                                reference.query.goal.x, reference.query.goal.y));
          continue;
        }
        own.expanded.add(static_cast<double>(result.stats.total().expanded));
        own.optimal.add(result.cost == reference.cost ? 100 : 0);
        own.excess.add(percent_over(result.cost, reference.cost));
        own.micros.add(median_micros(options.rounds, solve));
      }
    }
    const std::vector<EditCosts> strokes = paint_strokes(world, options.seed);
    for (size_t i = 0; i < kMethods.size(); ++i) figures[i].edit.add(edit_micros(world, *planners[i], strokes));
  });
  if (!maps) return maps.error();
  PaperRows rows(report);
  rows.add("maps", static_cast<double>(maps.value()),
           fmt::format("unscaled; {} random solvable pairs each; sectors of {}, second level {}; hierarchies over them",
                       pairs, settings.sectors.sector_size, settings.sectors.second_size));
  for (size_t i = 0; i < kMethods.size(); ++i) {
    const std::string name(kMethods[i].name);
    const ComparedMethodMeans& own = figures[i];
    rows.add("memory_" + name, own.memory.mean(),
             fmt::format("bytes a map; planner {}; the paper's words: {}", kMethods[i].planner, kMethods[i].printed));
    rows.add("optimal_" + name, own.optimal.mean(), "% of the queries whose path is a shortest one");
    rows.add("excess_" + name, own.excess.mean(), "% above optimal, mean");
    rows.add("edit_" + name + "_us", own.edit.mean(),
             "median stroke of radius 3: the structures are right again; background builds in full");
    rows.add("time_" + name + "_us", own.micros.mean(), "a query, cells of the path included");
    rows.add("expanded_" + name, own.expanded.mean(), "a query, in all phases");
    rows.add("prepare_" + name + "_ms", own.prepare_ms.mean(), "full builds");
  }
  return report;
}

}  // namespace strata::bench
