// This file measures the rows of Sturtevant, Geisberger 2010 on contraction hierarchies over regions: memory,
// settled nodes, unpacking.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/ch/ch_search.hpp"
#include "core/ch/contraction.hpp"
#include "papers/paper_sectors.hpp"
#include "papers/statements.hpp"

namespace strata::bench {
namespace {

constexpr std::array<ChCoefficients, 2> kCoefficients = {kChLarge, kChSmall};

// Returns ranks as the names of nodes in events, which no observer reads.
constexpr auto kNames = [](uint32_t rank) { return CellId{rank}; };

struct DistancePotential {
  std::span<const Cell> centres;  // by rank: centre of the region
  Cell end;
  DistanceBound bound;
  Cost operator()(uint32_t rank) const { return bound(centres[rank], end); }
};

struct LandmarkPotential {
  const Ch& ch;
  LandmarkBound bound;
  Cost operator()(uint32_t rank) const { return bound(ch.node(rank)); }
};

// Runs one search and unpacks its path; all times of this table include both.
template <class Store, class ToGoal, class ToStart>
uint32_t search(const Store& store, uint32_t from, uint32_t to, const ToGoal& to_goal, const ToStart& to_start,
                bool stall, ChWorkspace& workspace, ChRoute& route) {
  const NodeLink start{store.rank(from), 0}, goal{store.rank(to), 0};
  PlanStats stats;
  ch_route(store, store.node_count(), {&start, 1}, {&goal, 1}, to_goal, to_start, kNames,
           ChQueryOptions{.stall = stall}, workspace, stats, route, NoObserver{});
  return static_cast<uint32_t>(stats.of(Phase::kForward).expanded + stats.of(Phase::kBackward).expanded);
}

// Runs the search over the hierarchy with these coefficients that the distance of centres guides.
uint32_t guided_search(const SectorHierarchies& hierarchies, size_t coefficients, uint32_t from, uint32_t to,
                       ChWorkspace& workspace, ChRoute& route) {
  const Ch& ch = hierarchies.plain[coefficients];
  const std::vector<Cell>& centres = hierarchies.centres[coefficients];
  const DistanceBound distance(Profile::kOctile, 1);
  return search(ch, from, to, DistancePotential{centres, centres[ch.rank(to)], distance},
                DistancePotential{centres, centres[ch.rank(from)], distance}, true, workspace, route);
}

}  // namespace

SectorHierarchies::SectorHierarchies(const SectorStudy& study) : graph(study.base.graph()) {
  for (size_t i = 0; i < kCoefficients.size(); ++i) {
    ContractionOptions options;
    options.coefficients = kCoefficients[i];
    plain[i] = *contract(graph, options);
    mobile[i] = MobileCh(plain[i]);
    for (const uint32_t region : plain[i].order()) {
      centres[i].push_back(study.moves.cell(study.base.region(region).centre));
    }
  }
}

// --- Table 1 ---------------------------------------------------------------------------------------------------------

void HierarchySizes::add(const SectorStudy& study, double base, int rounds) {
  const SectorHierarchies hierarchies(study);
  for (size_t i = 0; i < sizes_.size(); ++i) {
    const Ch& ch = hierarchies.plain[i];
    MapSizes& sizes = sizes_[i];
    sizes.plain.add(static_cast<double>(plain_bytes(ch)));
    sizes.mobile.add(static_cast<double>(hierarchies.mobile[i].bytes()));
    sizes.plain_total.add(base + static_cast<double>(plain_bytes(ch)));
    sizes.mobile_total.add(base + static_cast<double>(hierarchies.mobile[i].bytes()));
    sizes.arcs.add(static_cast<double>(ch.arc_count()));
    sizes.shortcuts.add(static_cast<double>(ch.shortcut_count()));
    ContractionOptions options;
    options.coefficients = kCoefficients[i];
    sizes.build.add(median_micros(rounds, [&] { (void)contract(hierarchies.graph, options); }));
  }
}

void HierarchySizes::append(PaperRows& rows) const {
  for (size_t i = 0; i < sizes_.size(); ++i) {
    const std::string name(kHierarchyNames[i]);
    const MapSizes& sizes = sizes_[i];
    const ChCoefficients& c = kCoefficients[i];
    rows.add("bytes_ch_" + name, sizes.plain.mean(),
             fmt::format("beyond the base: upward arcs with targets, weights and middles of four bytes; coefficients "
                         "{}, {}, {}, {}",
                         c.edge_difference, c.original_edges, c.depth, c.contracted_neighbours));
    rows.add("bytes_mobile_" + name, sizes.mobile.mean(),
             fmt::format("the same in blocks of {} bytes, as few bits as their values need: {:.1f} % of the plain ones",
                         MobileCh::kBlockBytes, sizes.plain.sum == 0 ? 0 : 100 * sizes.mobile.sum / sizes.plain.sum));
    constexpr std::array<std::array<double, 3>, 2> kPrintedPlain = {{{111, 24, 462}, {95, 23, 287}}};
    constexpr std::array<std::array<double, 3>, 2> kPrintedMobile = {{{29, 8, 116}, {25, 7, 64}}};
    append_total("ch_" + name, kPrintedPlain[i], sizes.plain_total, rows);
    append_total("mobile_" + name, kPrintedMobile[i], sizes.mobile_total, rows);
    rows.add("arcs_ch_" + name, sizes.arcs.mean(), fmt::format("of them {:.0f} shortcuts", sizes.shortcuts.mean()));
    rows.add("build_ch_" + name + "_us", sizes.build.mean(), "contraction of the first level's regions");
  }
}

// --- Table 2 ---------------------------------------------------------------------------------------------------------

std::string measure_hierarchies(const SectorHierarchies& hierarchies, const GraphLandmarks& landmarks, uint32_t from,
                                uint32_t to, Cost cost, int rounds, Workspace& workspace, HierarchyMeasures& measures) {
  ChWorkspace& memory = workspace.ch;
  ChRoute& route = memory.route;
  std::string wrong;
  for (size_t i = 0; i < kHierarchyNames.size(); ++i) {
    const Ch& ch = hierarchies.plain[i];
    const MobileCh& mobile = hierarchies.mobile[i];
    const auto solve = [&](HierarchySearch how) {
      switch (how) {
        case HierarchySearch::kPlain:
          return search(ch, from, to, NoPotential{}, NoPotential{}, true, memory, route);
        case HierarchySearch::kUnstalled:
          return search(ch, from, to, NoPotential{}, NoPotential{}, false, memory, route);
        case HierarchySearch::kGoal:
          return guided_search(hierarchies, i, from, to, memory, route);
        case HierarchySearch::kAlt:
          return search(ch, from, to, LandmarkPotential{ch, landmarks.bound(to)},
                        LandmarkPotential{ch, landmarks.bound(from)}, true, memory, route);
        case HierarchySearch::kMobile:
          break;
      }
      return search(mobile, from, to, NoPotential{}, NoPotential{}, true, memory, route);
    };
    for (size_t s = 0; s < kHierarchySearches; ++s) {
      const auto how = static_cast<HierarchySearch>(s);
      SearchEffort& measure = measures[i * kHierarchySearches + s];
      measure.expanded = solve(how);
      if (route.cost != cost) wrong = fmt::format("the hierarchy '{}' finds another cost than A*", kHierarchyNames[i]);
      measure.micros = rounds > 0 ? static_cast<float>(median_micros(rounds, [&] { (void)solve(how); })) : -1.0f;
    }
  }
  return wrong;
}

void append_hierarchy_rows(const HierarchyEfforts& all, const HierarchyEfforts& longest_10,
                           const HierarchyEfforts& longest_1, const HierarchyEfforts& hardest_1, PaperRows& rows) {
  constexpr std::array<double, 2> kPaper = {32.3, 59.8}, kReferenceGoal = {50, 68}, kReferencePlain = {167, 275};
  const std::string timing_note =
      fmt::format("mean time of one search with its path; of the first {} problems of each map", kTimedPairs);
  for (size_t i = 0; i < kHierarchyNames.size(); ++i) {
    const std::string name(kHierarchyNames[i]);
    const auto of = [i](const HierarchyEfforts& efforts, HierarchySearch how) -> const MeanEffort& {
      return efforts[i * kHierarchySearches + static_cast<size_t>(how)];
    };
    const auto add_micros = [&](const std::string& item, const MeanEffort& effort, double printed = 0) {
      if (printed > 0) {
        rows.add_printed(item + "_us", printed, effort.micros.mean(), timing_note);
      } else {
        rows.add(item + "_us", effort.micros.mean(), timing_note);
      }
    };
    // Microseconds, as printed for all problems and for the parts below.
    constexpr std::array<std::array<double, 4>, 2> kPaperMicros = {
        {{36.4, 68.6, 49.4, 144.5}, {59.3, 150.4, 101.7, 334.3}}};
    // Microseconds, as printed for the longest tenth, the longest hundredth and the hardest hundredth.
    constexpr std::array<std::array<double, 3>, 2> kPaperParts = {{{70.3, 61.6, 152.9}, {137.8, 130.3, 374.9}}};
    const auto add_parts = [&](const std::string& item, HierarchySearch how) {
      const auto part = [&](size_t which, std::string_view suffix, const HierarchyEfforts& efforts,
                            std::string_view note) {
        const std::string own = fmt::format("{}_{}", item, suffix);
        if (how == HierarchySearch::kGoal) {
          rows.add_printed(own, kPaperParts[i][which], of(efforts, how).expanded.mean(), note);
        } else {
          rows.add(own, of(efforts, how).expanded.mean(), note);
        }
        add_micros(own, of(efforts, how), how == HierarchySearch::kGoal ? kPaperMicros[i][which + 1] : 0);
      };
      part(0, "10", longest_10, "the longest tenth on each map");
      part(1, "long1", longest_1, "the longest hundredth of all maps together");
      part(2, "hard1", hardest_1, "the hundredth of all maps together with the most expansions by A*");
    };
    const MeanEffort& plain = of(all, HierarchySearch::kPlain);
    rows.add("ch_" + name + "_unguided_all", plain.expanded.mean(), "stalling, without potentials");
    add_micros("ch_" + name + "_unguided_all", plain);
    add_parts("ch_" + name + "_unguided", HierarchySearch::kPlain);
    const MeanEffort& unstalled = of(all, HierarchySearch::kUnstalled);
    rows.add("ch_" + name + "_unstalled_all", unstalled.expanded.mean(), "without stalling and potentials",
             kReferencePlain[i]);
    add_micros("ch_" + name + "_unstalled_all", unstalled);
    const MeanEffort& goal = of(all, HierarchySearch::kGoal);
    rows.add_printed("ch_" + name + "_all", kPaper[i], goal.expanded.mean(),
                     "both searches guided by the distance of centres, stalling", kReferenceGoal[i]);
    add_micros("ch_" + name + "_all", goal, kPaperMicros[i][0]);
    add_parts("ch_" + name, HierarchySearch::kGoal);
    const MeanEffort& alt = of(all, HierarchySearch::kAlt);
    rows.add("ch_" + name + "_alt_all", alt.expanded.mean(),
             fmt::format("both searches guided by {} landmarks, stalling", kLandmarkCount));
    add_micros("ch_" + name + "_alt_all", alt);
    const MeanEffort& mobile = of(all, HierarchySearch::kMobile);
    rows.add(
        "ch_mobile_" + name + "_us", mobile.micros.mean(),
        fmt::format("the packed store takes {:.2f} times as long as ch_{}_unguided_all_us; {:.1f} nodes settled",
                    plain.micros.sum > 0 ? mobile.micros.sum / plain.micros.sum : 0, name, mobile.expanded.mean()));
  }
}

// --- Table 4 ---------------------------------------------------------------------------------------------------------

namespace {

// One problem: the cost and the expansions of A*, and for both vectors of coefficients the nodes that the search guided
// by distance settles, and the shortcuts that are opened.
struct UnpackedProblem {
  Cost cost = 0;
  uint32_t astar = 0;
  std::array<uint32_t, 2> settled{}, opened{};
};

// Adds the shortcuts that are opened for the fraction `part` of the problems with the largest keys. Sorts the problems.
template <class Key>
void add_largest(std::span<UnpackedProblem> problems, double part, Key key, std::array<RunningMean, 2>& opened) {
  std::ranges::stable_sort(problems, std::ranges::greater(), key);
  const auto count = static_cast<size_t>(part * static_cast<double>(problems.size()));
  for (size_t k = 0; k < count; ++k) {
    for (size_t i = 0; i < opened.size(); ++i) opened[i].add(problems[k].opened[i]);
  }
}

// Adds the rows of the parts of the problems for which the paper prints the number of unpacked shortcuts.
void append_opened_parts(std::vector<UnpackedProblem>& problems, const std::array<RunningMean, 2>& longest_10,
                         PaperRows& rows) {
  std::array<RunningMean, 2> longest_1, hardest_1, by_own;
  add_largest(problems, 0.01, &UnpackedProblem::cost, longest_1);
  add_largest(problems, 0.01, &UnpackedProblem::astar, hardest_1);
  for (size_t i = 0; i < kHierarchyNames.size(); ++i) {
    std::array<RunningMean, 2> own;
    add_largest(
        problems, 0.01, [i](const UnpackedProblem& problem) { return problem.settled[i]; }, own);
    by_own[i] = own[i];
  }
  constexpr std::array<std::array<double, 3>, 2> kPrinted = {{{29.7, 73.5, 9.2}, {14.1, 49.8, 7.5}}};
  for (size_t i = 0; i < kHierarchyNames.size(); ++i) {
    const std::string item = fmt::format("opened_{}", kHierarchyNames[i]);
    rows.add_printed(item + "_10", kPrinted[i][0], longest_10[i].mean(), "the longest tenth on each map");
    rows.add_printed(item + "_long1", kPrinted[i][1], longest_1[i].mean(),
                     "the longest hundredth of all maps together");
    rows.add_printed(item + "_own1", kPrinted[i][2], by_own[i].mean(),
                     "the hundredth of all maps together for which the hierarchy itself settles most nodes");
    rows.add_printed(item + "_hard1", kPrinted[i][2], hardest_1[i].mean(),
                     "the hundredth of all maps together with the most expansions by A*");
  }
}

}  // namespace

Result<Report> paper_sector_unpacking(const PaperOptions& options) {
  struct UnpackingMeans {
    RunningMean packed, edges, opened, micros, mobile_micros;
  };
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  const int pairs = sector_pairs_of(options);
  std::array<UnpackingMeans, 2> found;
  std::array<RunningMean, 2> longest_10;
  std::vector<UnpackedProblem> problems;
  Workspace workspace;
  ChRoute& route = workspace.ch.route;
  PlanResult base;
  Rng rng(options.seed);
  const auto maps = for_each_sector_study(options, [&](SectorStudy& study) {
    const SectorHierarchies hierarchies(study);
    const size_t begin = problems.size();
    for (const PlanQuery& query : connected_pairs(study, pairs, rng, workspace)) {
      study.base.plan(study.moves, query, {.refine = false}, workspace, base);
      const bool timed = problems.size() - begin < kTimedPairs;
      UnpackedProblem& problem = problems.emplace_back();
      problem.cost = base.cost;
      problem.astar = static_cast<uint32_t>(base.stats.of(Phase::kMain).expanded);
      const auto from = static_cast<uint32_t>(study.base.region_of(study.moves.id(query.start)));
      const auto to = static_cast<uint32_t>(study.base.region_of(study.moves.id(query.goal)));
      for (size_t i = 0; i < found.size(); ++i) {
        const auto solve = [&](const auto& store, RunningMean& micros) {
          search(store, from, to, NoPotential{}, NoPotential{}, true, workspace.ch, route);
          if (route.cost != base.cost) {
            report.failures.push_back(failed_query(study, query, "the hierarchy finds another cost than A*"));
          }
          const auto unpack = [&] { ch_unpack(store, kNames, 1, workspace.ch, route, NoObserver{}); };
          if (timed) micros.add(median_micros(options.rounds, unpack));
        };
        problem.settled[i] = guided_search(hierarchies, i, from, to, workspace.ch, route);
        solve(hierarchies.mobile[i], found[i].mobile_micros);
        solve(hierarchies.plain[i], found[i].micros);
        const auto packed = static_cast<double>(route.packed.size() - 1);
        const auto edges = static_cast<double>(route.nodes.size() - 1);
        found[i].packed.add(packed);
        found[i].edges.add(edges);
        found[i].opened.add(edges - packed);
        problem.opened[i] = static_cast<uint32_t>(edges - packed);
      }
    }
    add_largest(std::span(problems).subspan(begin), 0.1, &UnpackedProblem::cost, longest_10);
  });
  if (!maps) return maps.error();
  PaperRows rows(report);
  rows.add("problems", static_cast<double>(problems.size()), sector_study_note(maps.value(), pairs));
  const std::string timing_note = fmt::format("of the first {} problems of each map", kTimedPairs);
  for (size_t i = 0; i < found.size(); ++i) {
    const std::string name(kHierarchyNames[i]);
    rows.add("packed_" + name, found[i].packed.mean(), "edges and shortcuts on the path that the search finds, mean");
    // The paper prints the number of unpacked shortcuts.
    constexpr std::array<double, 2> kPrintedOpened = {13.6, 6.5};
    rows.add_printed("opened_" + name, kPrintedOpened[i], found[i].opened.mean(), "shortcuts that are opened");
    rows.add("unpacked_" + name, found[i].edges.mean(),
             fmt::format("edges on it once unpacked; {:.2f} shortcuts were opened", found[i].opened.mean()));
    rows.add("unpacked_" + name + "_us", found[i].micros.mean(), "mean time of unpacking one path; " + timing_note);
    rows.add("unpacked_mobile_" + name + "_us", found[i].mobile_micros.mean(), "over the packed store; " + timing_note);
  }
  append_opened_parts(problems, longest_10, rows);
  add_statements(report);
  return report;
}

}  // namespace strata::bench
