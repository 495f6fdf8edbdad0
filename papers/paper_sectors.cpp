// Tables of Sturtevant, Geisberger 2010 on sectors, landmarks and two levels: memory, effort of the search over
// regions, and refinement of the second level. Maps are scaled to 512x512; sectors of the first level are 8x8.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "core/grid/scale.hpp"
#include "core/search/astar.hpp"
#include "core/sectors/sectors_packed.hpp"
#include "papers/paper_sectors.hpp"
#include "papers/statements.hpp"

namespace strata::bench {
namespace {

constexpr std::array<uint32_t, 3> kSegments = {2, 5, 0};
constexpr int kSectorPairs = 10'000;
constexpr size_t kTriesPerPair = 200;  // tries to draw two connected regions

}  // namespace

SectorOptions sector_options_for(int second_size) {
  return {.sector_size = kFirstSize, .second_size = second_size, .improve_centres = false, .landmarks = 0};
}

Result<size_t> for_each_sector_study(const PaperOptions& options, const std::function<void(SectorStudy&)>& visit) {
  return for_each_paper_map(options, [&](const std::string& name, const GridMap& map) {
    SectorStudy study{.name = name, .moves = {}, .base = {}, .two = {}};
    study.moves.build(scaled(map, kMapSide, kMapSide), {});
    study.base.build(study.moves, sector_options_for(0));
    for (size_t i = 0; i < kSecondSizes.size(); ++i) {
      study.two[i].build(study.moves, sector_options_for(kSecondSizes[i]));
    }
    visit(study);
  });
}

std::vector<PlanQuery> connected_pairs(const SectorStudy& study, int pairs, Rng& rng, Workspace& workspace) {
  std::vector<PlanQuery> queries;
  PlanResult result;
  const auto count = static_cast<uint32_t>(study.base.region_count());
  const auto centre = [&] { return study.moves.cell(study.base.region(rng.below(count)).centre); };
  const size_t most = static_cast<size_t>(pairs) * kTriesPerPair;
  for (size_t tries = 0; count > 0 && queries.size() < static_cast<size_t>(pairs) && tries < most; ++tries) {
    const PlanQuery query{centre(), centre()};
    study.base.plan(study.moves, query, {.refine = false}, workspace, result);
    if (result.found()) queries.push_back(query);
  }
  return queries;
}

std::string sector_study_note(size_t maps, int pairs) {
  return fmt::format("{} maps scaled to {}x{}, sectors {}x{}, {} random pairs of connected regions each", maps,
                     kMapSide, kMapSide, kFirstSize, kFirstSize, pairs);
}

int sector_pairs_of(const PaperOptions& options) { return options.pairs > 0 ? options.pairs : kSectorPairs; }

std::string failed_query(const SectorStudy& study, const PlanQuery& query, std::string_view what) {
  return fmt::format("{}, ({},{}) to ({},{}): {}", study.name, query.start.x, query.start.y, query.goal.x, query.goal.y,
                     what);
}

namespace {

// --- A* with landmarks alone -----------------------------------------------------------------------------------------

// The search space of a graph with landmarks only, as in the paper: the heuristic does not use the distance.
struct LandmarkSpace {
  const CsrGraph& graph;
  NodeRecords& records;
  BucketQueue& queue;
  LandmarkBound bound;

  uint32_t index(uint32_t node) const { return node; }
  CellId cell(uint32_t node) const { return node; }
  Cost h(uint32_t node) const { return bound(node); }
  template <class Visit>
  void successors(uint32_t node, uint32_t, Visit&& visit) const {
    for (uint32_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
      visit(graph.targets[e], graph.targets[e], graph.weights[e], node);
    }
  }
};

// Returns the cost and the expansions of one search, and sets `path` to the regions of the path.
std::pair<Cost, uint64_t> search_by_landmarks(const CsrGraph& graph, const GraphLandmarks& landmarks, uint32_t from,
                                              uint32_t to, Workspace& workspace, std::vector<uint32_t>& path) {
  LandmarkSpace space{graph, workspace.nodes, workspace.queue, landmarks.bound(to)};
  space.records.begin(graph.node_count());
  const DistanceBound straight(Profile::kOctile, 1);
  space.queue.begin(2 * straight(2 * kFirstSize, 2 * kFirstSize), space.h(from));
  PhaseStats stats;
  best_first_search(space, from, from, kInfinite / 2, [to](uint32_t node, uint32_t) { return node == to; }, stats,
                    NoObserver{}, {});
  path.assign(1, to);
  while (path.back() != from) path.push_back(space.records.token(path.back()));
  std::reverse(path.begin(), path.end());
  return {space.records.g(to), stats.expanded};
}

}  // namespace

void append_total(const std::string& name, const std::array<double, 3>& printed, const MeanMinMax& bytes,
                  PaperRows& rows) {
  rows.add_printed("total_" + name, 1000 * printed[0], bytes.share.mean(), "bytes in all, with the base");
  rows.add_printed("total_" + name + "_min", 1000 * printed[1], bytes.least);
  rows.add_printed("total_" + name + "_max", 1000 * printed[2], bytes.most);
}

// --- Table 1: size and memory ----------------------------------------------------------------------------------------

Result<Report> paper_sector_sizes(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  RunningMean nodes, edges, base, landmark_bytes, live, build;
  std::array<RunningMean, kSecondSizes.size()> second;
  MeanMinMax base_total, landmarks_total;
  std::array<MeanMinMax, kSecondSizes.size()> second_total;
  HierarchySizes hierarchies;
  double least = 0, most = 0;
  const auto maps = for_each_sector_study(options, [&](SectorStudy& study) {
    const auto count = static_cast<double>(study.base.region_count());
    least = nodes.count == 0 ? count : std::min(least, count);
    most = std::max(most, count);
    nodes.add(count);
    edges.add(static_cast<double>(study.base.counts().edges));
    const auto base_bytes = static_cast<double>(pack_regions(study.base, 1, false).size());
    base.add(base_bytes);
    base_total.add(base_bytes);
    GraphLandmarks landmarks;
    landmarks.build(study.base.graph(), kLandmarkCount);
    landmark_bytes.add(static_cast<double>(pack_landmarks(landmarks).size()));
    landmarks_total.add(base_bytes + static_cast<double>(pack_landmarks(landmarks).size()));
    for (size_t i = 0; i < kSecondSizes.size(); ++i) {
      const Sectors& two = study.two[i];
      const double beyond =
          static_cast<double>(pack_regions(two, 1, true).size() + pack_regions(two, 2, false).size()) -
          static_cast<double>(pack_regions(two, 1, false).size());
      second[i].add(beyond);
      second_total[i].add(base_bytes + beyond);
    }
    hierarchies.add(study, base_bytes, options.rounds);
    live.add(static_cast<double>(study.base.memory_bytes()));
    build.add(median_micros(options.rounds, [&] { study.base.build(study.moves, sector_options_for(0)); }));
  });
  if (!maps) return maps.error();
  PaperRows rows(report);
  rows.add(
      "maps", static_cast<double>(maps.value()),
      fmt::format("scaled to {}x{}, sectors {}x{}; means over the maps", kMapSide, kMapSide, kFirstSize, kFirstSize));
  rows.add_printed("nodes_mean", 1335, nodes.mean(), "regions", 1335);
  rows.add_printed("nodes_min", 316, least, "", 316);
  rows.add_printed("nodes_max", 3787, most, "", 3787);
  rows.add("edges_mean", edges.mean(), "undirected");
  rows.add("bytes_base", base.mean(), "packed regions of the first level: centres, edges, a table of the sectors");
  rows.add("bytes_landmarks", landmark_bytes.mean(),
           fmt::format("beyond the base: exact distances of {} landmarks", kLandmarkCount));
  for (size_t i = 0; i < kSecondSizes.size(); ++i) {
    rows.add(fmt::format("bytes_sector{}", kSecondSizes[i]), second[i].mean(),
             "beyond the base: regions of the second level, and the parent of each region of the first");
  }
  append_total("base", {28, 16, 52}, base_total, rows);
  append_total("landmarks", {55, 22, 126}, landmarks_total, rows);
  constexpr std::array<std::array<double, 3>, kSecondSizes.size()> kPrintedSecond = {
      {{35, 20, 66}, {31, 18, 57}, {30, 17, 55}}};
  for (size_t i = 0; i < kSecondSizes.size(); ++i) {
    append_total(fmt::format("sector{}", kSecondSizes[i]), kPrintedSecond[i], second_total[i], rows);
  }
  hierarchies.append(rows);
  rows.add("bytes_live", live.mean(), "the first level as it is searched and edited here, with a label for each cell");
  rows.add("build_us", build.mean(), "the first level");
  return report;
}

// --- Table 2: searching regions --------------------------------------------------------------------------------------

namespace {

struct SectorProblem {
  Cost cost = 0;
  SearchEffort astar;
  HierarchyMeasures hierarchies;
  SearchEffort alt = {};
  std::array<SearchEffort, kSecondSizes.size()> second = {};
};

// The efforts of the searches for a part of the problems.
struct ProblemEfforts {
  MeanEffort astar, alt;
  std::array<MeanEffort, kSecondSizes.size()> second;
  HierarchyEfforts hierarchies;
  void add(const SectorProblem& problem) {
    astar.add(problem.astar);
    alt.add(problem.alt);
    for (size_t i = 0; i < second.size(); ++i) second[i].add(problem.second[i]);
    for (size_t i = 0; i < kHierarchyMeasures; ++i) hierarchies[i].add(problem.hierarchies[i]);
  }
};

// Sorts the problems from `begin` on, and adds the fraction `part` of them that comes first.
template <class Before>
void add_first(std::vector<SectorProblem>& problems, size_t begin, double part, Before before,
               ProblemEfforts& efforts) {
  const auto from = problems.begin() + static_cast<std::ptrdiff_t>(begin);
  std::stable_sort(from, problems.end(), before);
  const auto count = static_cast<size_t>(part * static_cast<double>(problems.size() - begin));
  for (size_t i = begin; i < begin + count; ++i) efforts.add(problems[i]);
}
// Returns the effort of one method on the hundredth of the problems on which this method expands most.
template <class Of>
MeanEffort hardest_of(const std::vector<SectorProblem>& problems, Of&& of) {
  std::vector<SearchEffort> measures;
  for (const SectorProblem& problem : problems) measures.push_back(of(problem));
  std::ranges::stable_sort(measures, std::ranges::greater(), &SearchEffort::expanded);
  MeanEffort effort;
  for (size_t i = 0; i < problems.size() / 100; ++i) effort.add(measures[i]);
  return effort;
}
// Adds the rows of each method's own hardest problems, because the paper does not say by which method they are chosen.
void append_own_hardest(const std::vector<SectorProblem>& problems, PaperRows& rows) {
  const auto add = [&](const std::string& item, double nodes, double micros, const MeanEffort& effort) {
    rows.add_printed(item, nodes, effort.expanded.mean(),
                     "the hundredth of all maps together with the most expansions by this method itself");
    rows.add_printed(item + "_us", micros, effort.micros.mean());
  };
  add("alt_own1", 848.9, 1700, hardest_of(problems, [](const SectorProblem& p) { return p.alt; }));
  constexpr std::array<std::array<double, 2>, kSecondSizes.size()> kPrintedSecond = {
      {{452.5, 609.8}, {250.5, 302.3}, {165.5, 187.8}}};
  for (size_t i = 0; i < kSecondSizes.size(); ++i) {
    add(fmt::format("s{}_own1", kSecondSizes[i]), kPrintedSecond[i][0], kPrintedSecond[i][1],
        hardest_of(problems, [i](const SectorProblem& p) { return p.second[i]; }));
  }
  constexpr std::array<std::array<double, 2>, 2> kPrintedHierarchy = {{{152.9, 144.5}, {374.9, 334.3}}};
  for (size_t i = 0; i < kHierarchyNames.size(); ++i) {
    const size_t at = i * kHierarchySearches + static_cast<size_t>(HierarchySearch::kGoal);
    add(fmt::format("ch_{}_own1", kHierarchyNames[i]), kPrintedHierarchy[i][0], kPrintedHierarchy[i][1],
        hardest_of(problems, [at](const SectorProblem& p) { return p.hierarchies[at]; }));
  }
}

// By size of the second sectors: nodes and microseconds for all problems and for parts of them.
constexpr std::array<std::array<double, 8>, kSecondSizes.size()> kPaperSecond = {
    {{44.3, 75.8, 115.4, 183.0, 318.4, 404.1, 452.5, 609.8},
     {25.3, 43.2, 63.7, 98.0, 183.6, 214.5, 250.5, 302.3},
     {17.2, 30.5, 42.0, 64.3, 121.4, 137.5, 165.5, 187.8}}};
constexpr std::array<double, kSecondSizes.size()> kReferenceSecond = {44.5, 25.4, 17.3};

bool longer(const SectorProblem& a, const SectorProblem& b) { return a.cost > b.cost; }
bool harder(const SectorProblem& a, const SectorProblem& b) { return a.astar.expanded > b.astar.expanded; }

}  // namespace

Result<Report> paper_sector_search(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  const int pairs = sector_pairs_of(options);
  std::vector<SectorProblem> problems;
  ProblemEfforts all, longest_10;
  MeanEffort alt_and_distance;
  Workspace workspace;
  PlanResult result;
  std::vector<uint32_t> path;
  Rng rng(options.seed);
  size_t short_maps = 0;
  const auto maps = for_each_sector_study(options, [&](SectorStudy& study) {
    const SectorHierarchies hierarchies(study);
    const CsrGraph& graph = hierarchies.graph;
    GraphLandmarks landmarks;
    landmarks.build(graph, kLandmarkCount);
    Sectors guided;
    SectorOptions with_landmarks = sector_options_for(0);
    with_landmarks.landmarks = kLandmarkCount;
    guided.build(study.moves, with_landmarks);
    const std::vector<PlanQuery> queries = connected_pairs(study, pairs, rng, workspace);
    short_maps += queries.size() < static_cast<size_t>(pairs);
    const size_t begin = problems.size();
    const auto fail = [&](const PlanQuery& query, std::string_view what) {
      report.failures.push_back(failed_query(study, query, what));
    };
    bool timed = true;
    const auto time = [&](const std::function<void()>& search) {
      return timed ? static_cast<float>(median_micros(options.rounds, search)) : -1.0f;
    };
    const auto plan = [&](const Sectors& sectors, const PlanQuery& query) {
      const auto search = [&] { sectors.plan(study.moves, query, {.refine = false}, workspace, result); };
      search();
      SearchEffort measure{static_cast<uint32_t>(result.stats.of(Phase::kMain).expanded)};
      measure.micros = time(search);
      return measure;
    };
    for (const PlanQuery& query : queries) {
      timed = problems.size() - begin < kTimedPairs;
      const SearchEffort astar = plan(study.base, query);
      const Cost cost = result.cost;
      const auto from = static_cast<uint32_t>(study.base.region_of(study.moves.id(query.start)));
      const auto to = static_cast<uint32_t>(study.base.region_of(study.moves.id(query.goal)));
      problems.push_back({.cost = cost, .astar = astar, .hierarchies = {}});
      const std::string wrong = measure_hierarchies(hierarchies, landmarks, from, to, cost, timed ? options.rounds : 0,
                                                    workspace, problems.back().hierarchies);
      if (!wrong.empty()) fail(query, wrong);
      std::pair<Cost, uint64_t> found;
      const auto search = [&] { found = search_by_landmarks(graph, landmarks, from, to, workspace, path); };
      search();
      problems.back().alt = {static_cast<uint32_t>(found.second), time(search)};
      if (found.first != cost) fail(query, "landmarks find another cost than A*");
      alt_and_distance.add(plan(guided, query));
      if (result.cost != cost) fail(query, "landmarks and distance find another cost than A*");
      for (size_t i = 0; i < kSecondSizes.size(); ++i) {
        problems.back().second[i] = plan(study.two[i], query);
        if (!result.found()) fail(query, fmt::format("no path over sectors of {}", kSecondSizes[i]));
      }
      all.add(problems.back());
    }
    add_first(problems, begin, 0.1, longer, longest_10);
  });
  if (!maps) return maps.error();
  ProblemEfforts longest_1, hardest_1, over_all_10;
  add_first(problems, 0, 0.1, longer, over_all_10);
  add_first(problems, 0, 0.01, longer, longest_1);
  add_first(problems, 0, 0.01, harder, hardest_1);
  PaperRows rows(report);
  rows.add(
      "problems", static_cast<double>(problems.size()),
      sector_study_note(maps.value(), pairs) + (short_maps > 0 ? fmt::format("; fewer on {} maps", short_maps) : ""));
  const std::string timing_note =
      fmt::format("mean time of one search with its path; of the first {} problems of each map", kTimedPairs);
  const auto add_micros = [&](const std::string& item, const MeanEffort& effort, double paper = 0) {
    if (paper > 0) {
      rows.add_printed(item + "_us", paper, effort.micros.mean(), timing_note);
    } else {
      rows.add(item + "_us", effort.micros.mean(), timing_note);
    }
  };
  const auto add = [&](const std::string& item, double nodes, double micros, double reference, const MeanEffort& effort,
                       std::string_view note) {
    rows.add_printed(item, nodes, effort.expanded.mean(), note,
                     reference > 0 ? std::optional(reference) : std::nullopt);
    add_micros(item, effort, micros);
  };
  const std::string_view tenth = "the longest tenth on each map",
                         hundredth = "the longest hundredth of all maps together",
                         hardest = "the hundredth of all maps together with the most expansions by A*";
  add("astar_all", 128.0, 228.0, 128.5, all.astar, "regions expanded by A*");
  add("astar_10", 348.6, 595.0, 352, longest_10.astar, tenth);
  add("astar_long1", 937.6, 1400, 913, longest_1.astar, hundredth);
  add("astar_hard1", 1395.5, 2400, 0, hardest_1.astar, hardest);
  rows.add("astar_10_over_all", over_all_10.astar.expanded.mean(), "the longest tenth of all maps together");
  add_micros("astar_10_over_all", over_all_10.astar);
  add("alt_all", 40.5, 110.0, 39.9, all.alt, fmt::format("A* with {} landmarks alone", kLandmarkCount));
  add("alt_10", 77.2, 209.0, 0, longest_10.alt, tenth);
  add("alt_long1", 146.2, 390.0, 0, longest_1.alt, hundredth);
  add("alt_hard1", 848.9, 1700, 0, hardest_1.alt, hardest);
  rows.add("alt_distance_all", alt_and_distance.expanded.mean(),
           "the larger of landmarks and distance, as the planner does");
  add_micros("alt_distance_all", alt_and_distance);
  for (size_t i = 0; i < kSecondSizes.size(); ++i) {
    const std::string name = fmt::format("s{}_", kSecondSizes[i]);
    const std::array<double, 8>& paper = kPaperSecond[i];
    add(name + "all", paper[0], paper[1], kReferenceSecond[i], all.second[i], "expanded on the second level");
    add(name + "10", paper[2], paper[3], 0, longest_10.second[i], tenth);
    add(name + "long1", paper[4], paper[5], 0, longest_1.second[i], hundredth);
    add(name + "hard1", paper[6], paper[7], 0, hardest_1.second[i], hardest);
  }
  append_own_hardest(problems, rows);
  append_hierarchy_rows(all.hierarchies, longest_10.hierarchies, longest_1.hierarchies, hardest_1.hierarchies, rows);
  add_statements(report);
  return report;
}

// --- Table 3: refining the second level ------------------------------------------------------------------------------

Result<Report> paper_sector_refinement(const PaperOptions& options) {
  struct RefinementMeans {
    RunningMean expanded, ratio, micros;
    double cost = 0, regions = 0;  // sums over all paths
  };
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  const int pairs = sector_pairs_of(options);
  std::array<std::array<RefinementMeans, kSegments.size()>, kSecondSizes.size()> refined;
  std::array<RunningMean, kSecondSizes.size()> large;  // regions on the paths of the second level
  double optimum = 0;
  Workspace workspace;
  PlanResult result, base;
  Rng rng(options.seed);
  size_t problems = 0;
  const auto maps = for_each_sector_study(options, [&](SectorStudy& study) {
    size_t own = 0;
    for (const PlanQuery& query : connected_pairs(study, pairs, rng, workspace)) {
      ++problems;
      const bool timed = own++ < kTimedPairs;
      study.base.plan(study.moves, query, {.refine = false}, workspace, base);
      optimum += base.cost;
      for (size_t i = 0; i < kSecondSizes.size(); ++i) {
        const Sectors& two = study.two[i];
        two.plan(study.moves, query, {.refine = false}, workspace, result);
        large[i].add(static_cast<double>(result.abstract_path.size()));
        for (size_t k = 0; k < kSegments.size(); ++k) {
          const auto plan = [&] { two.plan_regions(study.moves, query, {.segment = kSegments[k]}, workspace, result); };
          plan();
          if (!result.found() || result.cost < base.cost) {
            report.failures.push_back(fmt::format("{}, ({},{}) to ({},{}), sectors {}: {}, cost {}, A* {}", study.name,
                                                  query.start.x, query.start.y, query.goal.x, query.goal.y,
                                                  kSecondSizes[i], status_text(result.status), result.cost, base.cost));
            continue;
          }
          RefinementMeans& r = refined[i][k];
          r.expanded.add(static_cast<double>(result.stats.of(Phase::kRefine).expanded));
          r.regions += static_cast<double>(result.abstract_path.size());
          r.cost += result.cost;
          r.ratio.add(base.cost == 0 ? 1 : static_cast<double>(result.cost) / base.cost);
          if (timed) r.micros.add(median_micros(options.rounds, plan));
        }
      }
    }
  });
  if (!maps) return maps.error();
  PaperRows rows(report);
  rows.add("problems", static_cast<double>(problems), sector_study_note(maps.value(), pairs));
  const std::array<double, kSecondSizes.size()> effort_paper = {2.6, 4.5, 6.5}, effort_reference = {2.8, 5.0, 7.5};
  const std::array<double, kSecondSizes.size()> length_paper = {1.05, 1.08, 1.10},
                                                length_reference = {1.01, 1.01, 1.02};
  for (size_t i = 0; i < kSecondSizes.size(); ++i) {
    for (size_t k = 0; k < kSegments.size(); ++k) {
      const RefinementMeans& r = refined[i][k];
      const std::string key =
          fmt::format("{}_{}", kSecondSizes[i], kSegments[k] == 0 ? "inf" : std::to_string(kSegments[k]));
      const double effort = large[i].sum == 0 ? 0 : r.expanded.sum / large[i].sum;
      const std::string effort_note =
          fmt::format("small regions expanded for each large region of the path; {:.2f} for each small one",
                      r.regions == 0 ? 0 : r.expanded.sum / r.regions);
      const std::string length_note = fmt::format("cost of the refined path over A*'s, mean; ratio of sums {:.4f}",
                                                  optimum == 0 ? 1 : r.cost / optimum);
      if (kSegments[k] == 0) {
        rows.add_printed("refine_" + key, effort_paper[i], effort, effort_note, effort_reference[i]);
        rows.add_printed("subopt_" + key, length_paper[i], r.ratio.mean(), length_note, length_reference[i]);
      } else if (kSegments[k] == 5 || (kSegments[k] == 2 && kSecondSizes[i] == 32)) {
        constexpr std::array<double, kSecondSizes.size()> kEffortBy5 = {2.3, 3.7, 5.4}, kLengthBy5 = {1.05, 1.09, 1.11};
        const bool by_5 = kSegments[k] == 5;
        rows.add_printed("refine_" + key, by_5 ? kEffortBy5[i] : 4.5, effort, effort_note);
        rows.add_printed("subopt_" + key, by_5 ? kLengthBy5[i] : 1.14, r.ratio.mean(), length_note);
      } else {
        rows.add("refine_" + key, effort, effort_note);
        rows.add("subopt_" + key, r.ratio.mean(), length_note);
      }
      rows.add("refine_" + key + "_us", r.micros.mean(),
               fmt::format("mean time of both searches together; of the first {} problems of each map", kTimedPairs));
    }
  }
  return report;
}

}  // namespace strata::bench
