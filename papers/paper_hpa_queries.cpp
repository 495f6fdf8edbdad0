// Tables on the queries of HPA*: Botea, Müller, Schaeffer 2004, table 1 (an example), table 3 (open lists), figures 5
// and 6 (effort) and 7 (path quality).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

#include "bench/query_set.hpp"
#include "core/search/grid_search.hpp"
#include "core/world/paper_maze.hpp"
#include "papers/paper.hpp"
#include "papers/statements.hpp"

namespace strata::bench {
namespace {

constexpr int kLevelLimit = 4;  // one more than in the paper: the costs of the additional level must be equal, too

double expanded_in(const PlanResult& result, Phase phase) {
  return static_cast<double>(result.stats.of(phase).expanded);
}
double insertion_of(const PlanResult& result) {
  return expanded_in(result, Phase::kInsertStart) + expanded_in(result, Phase::kInsertGoal);
}

// Returns how many of the nodes that the search of this level expands have an f below `cost`, the cost of its path. A*
// expands them whatever its rule for ties.
double expanded_below(const Trace& trace, int level, Cost cost) {
  return static_cast<double>(std::ranges::count_if(trace.events(), [&](const SearchEvent& event) {
    return event.type == EventType::kExpand && event.phase == Phase::kMain && event.level == level &&
           event.g + event.h < cost;
  }));
}

std::string pairs_note(int pairs) { return fmt::format("{} random solvable pairs each, profile paper", pairs); }

// A map with its HPA* graph and pairs.
struct HpaMapStudy {
  std::string name;
  MoveGrid moves;
  Hpa hpa;
  QuerySet set;
};

// Calls `visit` for every map. Returns the number of maps.
Result<size_t> for_each_study(const PaperOptions& options, int levels, int pairs, Report& report, Workspace& workspace,
                              const std::function<void(const HpaMapStudy&)>& visit) {
  return for_each_paper_map(options, [&](const std::string& name, const GridMap& map) {
    HpaMapStudy study{.name = name, .moves = {}, .hpa = {}, .set = {}};
    study.moves.build(map, paper_rules());
    study.hpa.build(study.moves, paper_hpa(levels));
    study.set = select_random_pairs(study.moves, pairs, options.seed, workspace);
    report.failures.insert(report.failures.end(), study.set.failures.begin(), study.set.failures.end());
    visit(study);
  });
}

// Plans on one level. Without a path it returns false and adds a failure to the report.
bool plan_level(const HpaMapStudy& study, const PlanQuery& query, int level, bool smooth, Workspace& workspace,
                PlanResult& result, Report& report, Trace* trace = nullptr) {
  study.hpa.plan(study.moves, query, {.smooth = smooth, .levels = level}, workspace, result, trace);
  if (result.found()) return true;
  report.failures.push_back(fmt::format("{}, HPA* on level {} from ({},{}) to ({},{}): {}, but A* finds a path",
                                        study.name, level, query.start.x, query.start.y, query.goal.x, query.goal.y,
                                        status_text(result.status)));
  return false;
}

}  // namespace

Result<Report> paper_maze_table(const PaperOptions&) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  const GridMap map = paper_maze();
  const PlanQuery query = paper_maze_query();
  const Rules rules{.profile = Profile::kFour};
  HpaMapStudy study{.name = "maze.map", .moves = {}, .hpa = {}, .set = {}};
  study.moves.build(map, rules);
  study.hpa.build(study.moves, paper_hpa(kPaperLevels));
  Workspace workspace;
  PlanResult result;
  Trace trace;
  PaperRows rows(report);
  plan_on_grid(study.moves, GridHeuristic::kDistance, query, workspace, result);
  if (!result.found()) {
    report.failures.push_back("A* finds no path in the maze");
    return report;
  }
  const double optimum = result.cost, step = profile_info(rules.profile).straight;
  // Table 1 for searches without levels, with one, and with two levels: insertion, search, refinement.
  constexpr std::array<std::array<double, 3>, 3> kPrinted = {{{0, 1462, 0}, {16, 67, 145}, {41, 7, 161}}};
  const auto printed_total = [&](size_t levels) {
    return kPrinted[levels][0] + kPrinted[levels][1] + kPrinted[levels][2];
  };
  rows.add_printed(
      "lowlevel_sg", kPrinted[0][0], 0,
      "expanded nodes; our own 40x40 maze with the paper's cells and edges, four neighbours: the one of the "
      "paper is only a picture");
  rows.add_printed("lowlevel_main", kPrinted[0][1], static_cast<double>(result.stats.total().expanded),
                   "A* over cells");
  rows.add_printed("lowlevel_refine", kPrinted[0][2], 0);
  rows.add_printed("lowlevel_total", printed_total(0), static_cast<double>(result.stats.total().expanded));
  rows.add("lowlevel_length", optimum / step, "in straight steps");
  for (int level = 1; level <= kPaperLevels; ++level) {
    trace.clear();
    if (!plan_level(study, query, level, true, workspace, result, report, &trace)) continue;
    const std::string key = fmt::format("abstract{}_", level);
    const HpaCounts counts = study.hpa.counts(level);
    // The paper prints figures for one and two levels.
    const auto add = [&](std::string_view part, std::optional<double> paper, double measured, std::string_view note) {
      const std::string item = key + std::string(part);
      if (paper) return rows.add_printed(item, *paper, measured, note);
      rows.add(item, measured, note);
    };
    const auto levels = static_cast<size_t>(level);
    const auto printed = [&](size_t part) {
      return levels < kPrinted.size() ? std::optional(kPrinted[levels][part]) : std::nullopt;
    };
    add("sg", printed(0), insertion_of(result), "insertion of start and goal, all levels up to this one");
    add("main", printed(1), expanded_in(result, Phase::kMain),
        fmt::format("search on level {}: {} nodes, {} inter-edges, {} intra-edges{}", level, counts.nodes,
                    counts.inter_edges, counts.intra_edges,
                    counts.clusters == 1 ? "; one cluster covers the maze, so start and goal are linked" : ""));
    rows.add(key + "main_below", expanded_below(trace, level, result.raw_cost),
             "of these the nodes with an f below the cost of the path, which no rule for ties saves");
    add("abstract", levels < kPrinted.size() ? std::optional(kPrinted[levels][0] + kPrinted[levels][1]) : std::nullopt,
        insertion_of(result) + expanded_in(result, Phase::kMain), "both: what an abstract path takes");
    add("refine", printed(2), expanded_in(result, Phase::kRefine), "refinement down to cells");
    add("total", levels < kPrinted.size() ? std::optional(printed_total(levels)) : std::nullopt,
        static_cast<double>(result.stats.total().expanded), "");
    rows.add(key + "length", result.raw_cost / step,
             fmt::format("before smoothing, {:+.2f} % over the optimum", percent_over(result.raw_cost, optimum)));
    rows.add(key + "length_smoothed", result.cost / step,
             fmt::format("{:+.2f} % over the optimum", percent_over(result.cost, optimum)));
  }
  return report;
}

namespace {

// The sizes of the open list, sampled at every expansion. A node that is in the list twice counts once.
struct OpenListSizes {
  double sum = 0;
  size_t expansions = 0;
  RunningMean searches;  // means of single searches
  double mean() const { return expansions == 0 ? 0 : sum / static_cast<double>(expansions); }
  void add(const OpenListSizes& other) {
    sum += other.sum;
    expansions += other.expansions;
    searches.sum += other.searches.sum;
    searches.count += other.searches.count;
  }
};

// Follows the searches in a trace. Each begins with a node without a parent.
void add_open_lists(const Trace& trace, OpenListSizes (&lists)[kPhases]) {
  size_t open = 0;
  OpenListSizes search;
  Phase phase = Phase::kMain;
  const auto finish = [&] {
    if (search.expansions > 0) search.searches.add(search.mean());
    lists[static_cast<size_t>(phase)].add(search);
    search = {};
  };
  for (const SearchEvent& event : trace.events()) {
    if (event.type == EventType::kGenerate) {
      if (event.parent == kNoCell) {
        finish();
        phase = event.phase;
        open = 0;
      }
      ++open;
    } else if (event.type == EventType::kExpand) {
      search.sum += static_cast<double>(open);
      ++search.expansions;
      --open;
    }
  }
  finish();
}

}  // namespace

Result<Report> paper_open_lists(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  const int pairs = options.pairs > 0 ? options.pairs : kPaperPairs;
  Workspace workspace;
  PlanResult result;
  Trace trace;
  bool truncated = false;
  OpenListSizes low[kPhases], by_level[kPaperLevels][kPhases];
  const auto maps = for_each_study(options, kPaperLevels, pairs, report, workspace, [&](const HpaMapStudy& study) {
    for (const ReferenceQuery& reference : study.set.valid) {
      trace.clear();
      plan_on_grid(study.moves, GridHeuristic::kDistance, reference.query, workspace, result, trace);
      add_open_lists(trace, low);
      truncated = truncated || trace.truncated();
      for (int level = 1; level <= kPaperLevels; ++level) {
        trace.clear();
        study.hpa.plan(study.moves, reference.query, {.smooth = false, .levels = level}, workspace, result, &trace);
        if (!result.found()) {
          report.failures.push_back(fmt::format("{}: HPA* on level {} finds no path", study.name, level));
          continue;
        }
        add_open_lists(trace, by_level[level - 1]);
        truncated = truncated || trace.truncated();
      }
    }
  });
  if (!maps) return maps.error();
  PaperRows rows(report);
  struct PrintedOpenList {
    std::string_view name, text;
    double paper;
    OpenListSizes lists[1 + kPaperLevels];  // of A*, or of HPA* by level
  };
  PrintedOpenList parts[] = {{"low", "A*", 51.24, {}},
                             {"main", "search", 17.23, {}},
                             {"sg", "insertion", 4.50, {}},
                             {"refine", "refinement", 5.48, {}}};
  parts[0].lists[0] = low[static_cast<size_t>(Phase::kMain)];
  for (int level = 1; level <= kPaperLevels; ++level) {
    const auto& lists = by_level[level - 1];
    const auto in = [&](Phase phase) { return lists[static_cast<size_t>(phase)]; };
    parts[1].lists[level] = in(Phase::kMain);
    parts[2].lists[level] = in(Phase::kInsertStart);
    parts[2].lists[level].add(in(Phase::kInsertGoal));
    parts[3].lists[level] = in(Phase::kRefine);
  }
  const std::string cut = truncated ? "; recordings were cut at their capacity" : "";
  rows.add("maps", static_cast<double>(maps.value()), pairs_note(pairs) + cut);
  for (const PrintedOpenList& part : parts) {
    const bool flat = part.name == "low";
    rows.add_printed(fmt::format("open_{}_by_search", part.name), part.paper, part.lists[flat ? 0 : 1].searches.mean(),
                     flat ? "A*: mean over the searches of the mean size of the open list in each"
                          : fmt::format("one abstract level: {}", part.text));
  }
  for (const PrintedOpenList& part : parts) {
    const bool flat = part.name == "low";
    rows.add(fmt::format("open_{}", part.name), part.lists[flat ? 0 : 1].mean(),
             flat ? "A*: mean size of the open list over all expansions" : "");
  }
  for (int level = 2; level <= kPaperLevels; ++level) {
    for (const PrintedOpenList& part : std::span(parts).subspan(1)) {
      rows.add(fmt::format("open_{}_{}", part.name, level), part.lists[level].mean(),
               fmt::format("{} levels: {}", level, part.text));
    }
  }
  return report;
}

Result<Report> paper_effort(const PaperOptions& options) {
  struct LevelEffort {
    RunningMean expanded, micros, main, insert, refine;
  };
  struct LengthBucket {
    RunningMean expanded, micros;  // expansions and time of A*
    LevelEffort levels[kLevelLimit];
  };
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  const int pairs = options.pairs > 0 ? options.pairs : kPaperPairs;
  Workspace workspace;
  PlanResult result;
  std::map<int, LengthBucket> buckets;
  size_t queries = 0, unequal = 0;
  const auto maps = for_each_study(options, kLevelLimit, pairs, report, workspace, [&](const HpaMapStudy& study) {
    for (const ReferenceQuery& reference : study.set.valid) {
      const PlanQuery& query = reference.query;
      LengthBucket& bucket = buckets[length_bucket(reference.cost)];
      ++queries;
      plan_on_grid(study.moves, GridHeuristic::kDistance, query, workspace, result);
      bucket.expanded.add(static_cast<double>(result.stats.total().expanded));
      bucket.micros.add(median_micros(
          options.rounds, [&] { plan_on_grid(study.moves, GridHeuristic::kDistance, query, workspace, result); }));
      Cost first_cost = kInfinite;
      for (int l = 1; l <= kLevelLimit; ++l) {
        if (!plan_level(study, query, l, true, workspace, result, report)) continue;
        if (l == 1) first_cost = result.raw_cost;
        if (result.raw_cost != first_cost) {
          ++unequal;
          report.failures.push_back(fmt::format("{}: level {} costs {}, level 1 {} from ({},{}) to ({},{})", study.name,
                                                l, result.raw_cost, first_cost, query.start.x, query.start.y,
                                                query.goal.x, query.goal.y));
        }
        LevelEffort& level = bucket.levels[l - 1];
        level.expanded.add(static_cast<double>(result.stats.total().expanded));
        level.main.add(expanded_in(result, Phase::kMain));
        level.insert.add(insertion_of(result));
        level.refine.add(expanded_in(result, Phase::kRefine));
        level.micros.add(median_micros(options.rounds, [&] {
          study.hpa.plan(study.moves, query, {.smooth = true, .levels = l}, workspace, result);
        }));
      }
    }
  });
  if (!maps) return maps.error();
  LengthBucket all;
  const auto merge = [](RunningMean& into, const RunningMean& from) {
    into.sum += from.sum;
    into.count += from.count;
  };
  for (const auto& [length, bucket] : buckets) {
    merge(all.expanded, bucket.expanded);
    merge(all.micros, bucket.micros);
    for (int l = 0; l < kLevelLimit; ++l) {
      for (RunningMean LevelEffort::*share : {&LevelEffort::expanded, &LevelEffort::micros, &LevelEffort::main,
                                              &LevelEffort::insert, &LevelEffort::refine}) {
        merge(all.levels[l].*share, bucket.levels[l].*share);
      }
    }
  }
  PaperRows rows(report);
  rows.add("maps", static_cast<double>(maps.value()), pairs_note(pairs));
  rows.add("queries", static_cast<double>(queries));
  rows.add("unequal_costs", static_cast<double>(unequal), "queries on levels 2 to 4 whose cost is not that of level 1");
  for (const auto& [length, bucket] : buckets) {
    rows.add(fmt::format("queries_len_{}", length), static_cast<double>(bucket.expanded.count),
             fmt::format("paths of length {} to {}", length, length + kLengthBucket));
  }
  for (const auto& [length, bucket] : buckets) {
    rows.add(fmt::format("expanded_astar_len_{}", length), bucket.expanded.mean());
    for (int l = 1; l <= kLevelLimit; ++l) {
      rows.add(fmt::format("expanded_hpa{}_len_{}", l, length), bucket.levels[l - 1].expanded.mean(),
               length == 0 && l == 1 ? "insertion, search and refinement" : "");
    }
  }
  for (const auto& [length, bucket] : buckets) {
    rows.add(fmt::format("time_astar_len_{}", length), bucket.micros.mean(), length == 0 ? "µs" : "");
    for (int l = 1; l <= kLevelLimit; ++l) {
      rows.add(fmt::format("time_hpa{}_len_{}", l, length), bucket.levels[l - 1].micros.mean(),
               length == 0 && l == 1 ? "µs, with smoothing" : "");
    }
  }
  for (int l = 1; l <= kLevelLimit; ++l) {
    rows.add(fmt::format("effort_main_{}", l), all.levels[l - 1].main.mean(), "expansions a query: search");
    rows.add(fmt::format("effort_sg_{}", l), all.levels[l - 1].insert.mean(), "insertion of start and goal");
    rows.add(fmt::format("effort_refine_{}", l), all.levels[l - 1].refine.mean(), "refinement");
  }
  for (const auto& [length, bucket] : buckets) {
    for (int l = 1; l <= kLevelLimit; ++l) {
      const LevelEffort& level = bucket.levels[l - 1];
      rows.add(fmt::format("effort_main_{}_len_{}", l, length), level.main.mean());
      rows.add(fmt::format("effort_sg_{}_len_{}", l, length), level.insert.mean());
      rows.add(fmt::format("effort_refine_{}_len_{}", l, length), level.refine.mean());
    }
  }
  const auto ratio = [](double a, double b) { return b == 0 ? 0 : a / b; };
  rows.add("expanded_astar", all.expanded.mean());
  rows.add("time_astar", all.micros.mean(), "µs");
  for (int l = 1; l <= kLevelLimit; ++l) {
    const LevelEffort& level = all.levels[l - 1];
    rows.add(fmt::format("expanded_hpa{}", l), level.expanded.mean(),
             fmt::format("A* expands {:.2f} times as many", ratio(all.expanded.mean(), level.expanded.mean())));
    rows.add(fmt::format("time_hpa{}", l), level.micros.mean(),
             fmt::format("µs; A* takes {:.2f} times as long", ratio(all.micros.mean(), level.micros.mean())));
  }
  add_statements(report);
  return report;
}

Result<Report> paper_quality(const PaperOptions& options) {
  struct PathQuality {
    double optimum = 0, raw = 0, smoothed = 0;
    RunningMean raw_percent, smoothed_percent;
    void add(double best, double before, double after) {
      optimum += best;
      raw += before;
      smoothed += after;
      raw_percent.add(percent_over(before, best));
      smoothed_percent.add(percent_over(after, best));
    }
  };
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  const int pairs = options.pairs > 0 ? options.pairs : kPaperPairs;
  Workspace workspace;
  PlanResult result;
  PathQuality all;
  size_t unequal_raw = 0, unequal_smoothed = 0;
  double smoothed_sums[kPaperLevels] = {};  // of the queries, by number of levels
  std::map<int, PathQuality> buckets;
  const auto maps = for_each_study(options, kPaperLevels, pairs, report, workspace, [&](const HpaMapStudy& study) {
    for (const ReferenceQuery& reference : study.set.valid) {
      if (!plan_level(study, reference.query, 1, true, workspace, result, report)) continue;
      all.add(reference.cost, result.raw_cost, result.cost);
      buckets[length_bucket(reference.cost)].add(reference.cost, result.raw_cost, result.cost);
      const Cost raw = result.raw_cost, smoothed = result.cost;
      smoothed_sums[0] += smoothed;
      for (int level = 2; level <= kPaperLevels; ++level) {
        if (!plan_level(study, reference.query, level, true, workspace, result, report)) continue;
        unequal_raw += result.raw_cost != raw;
        unequal_smoothed += result.cost != smoothed;
        smoothed_sums[level - 1] += result.cost;
      }
    }
  });
  if (!maps) return maps.error();
  PaperRows rows(report);
  rows.add("maps", static_cast<double>(maps.value()), pairs_note(pairs) + "; one level, where nothing else is said");
  rows.add("excess_raw", percent_over(all.raw, all.optimum), "% over the optimum, ratio of sums", 5.9);
  rows.add("excess_smoothed", percent_over(all.smoothed, all.optimum),
           "ratio of sums; the paper says within 1; lines just laid are smoothed again here, which the reference does "
           "not do",
           0.54);
  rows.add("excess_raw_mean", all.raw_percent.mean(), "mean of the ratios");
  rows.add("excess_smoothed_mean", all.smoothed_percent.mean(), "mean of the ratios", 0.92);
  for (const auto& [length, quality] : buckets) {
    rows.add(fmt::format("excess_raw_len_{}", length), percent_over(quality.raw, quality.optimum),
             fmt::format("{} paths of length {} to {}, ratio of sums", quality.raw_percent.count, length,
                         length + kLengthBucket));
    rows.add(fmt::format("excess_smoothed_len_{}", length), percent_over(quality.smoothed, quality.optimum));
  }
  rows.add("unequal_raw", static_cast<double>(unequal_raw),
           "queries on 2 or 3 levels whose path costs something else than on one, before smoothing");
  rows.add("unequal_smoothed", static_cast<double>(unequal_smoothed), "after smoothing");
  for (int level = 2; level <= kPaperLevels; ++level) {
    rows.add(fmt::format("excess_smoothed_levels_{}", level), percent_over(smoothed_sums[level - 1], all.optimum),
             "% over the optimum, ratio of sums; of paths of equal cost each number of levels may find another one, "
             "which is smoothed to another cost");
  }
  add_statements(report);
  return report;
}

}  // namespace strata::bench
