// This file measures the table on HAA*: sizes of the abstract graphs, path quality and speed compared with annotated
// A*, and the paths lost by one transition per obstacle-free entrance (Harabor, Botea 2008, experiments).
#include <fmt/format.h>

#include <bit>
#include <map>

#include "bench/query_set.hpp"
#include "core/base/hash.hpp"
#include "core/base/rng.hpp"
#include "core/haa/haa.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "papers/paper.hpp"

namespace strata::bench {
namespace {

constexpr int kPairs = 25;  // random pairs for each map and kind of agent
constexpr int kPaintedPercent = 12;
constexpr int kSmallestPatch = 8, kLargestPatch = 60;  // sizes of a patch, in cells

// Turns `kPaintedPercent` of the ground into connected patches, alternately of water and trees. Each patch starts at a
// random ground cell and adds random neighbours on ground up to its random size.
size_t paint_patches(GridMap& map, uint64_t seed) {
  Rng rng(seed);
  std::vector<CellId> ground, frontier;
  for (CellId cell = 0; cell < map.cell_count(); ++cell) {
    if (map.terrain(cell) == Terrain::kGround) ground.push_back(cell);
  }
  const size_t wanted = ground.size() * kPaintedPercent / 100;
  size_t painted = 0;
  bool water = true;
  std::vector<uint8_t> listed(map.cell_count(), 0);
  while (painted < wanted) {
    const CellId seed_cell = ground[rng.below(static_cast<uint32_t>(ground.size()))];
    if (map.terrain(seed_cell) != Terrain::kGround) continue;
    const char letter = terrain_info(water ? Terrain::kWater : Terrain::kTrees).letter;
    water = !water;
    const size_t size = std::min(static_cast<size_t>(rng.between(kSmallestPatch, kLargestPatch)), wanted - painted);
    frontier.assign(1, seed_cell);
    std::vector<CellId> touched = {seed_cell};
    listed[seed_cell] = 1;
    Edit edit;
    for (size_t taken = 0; taken < size && !frontier.empty(); ++taken) {
      const uint32_t pick = rng.below(static_cast<uint32_t>(frontier.size()));
      const CellId id = frontier[pick];
      frontier[pick] = frontier.back();
      frontier.pop_back();
      edit.runs.push_back({id, 1, letter});
      const Cell at = map.cell(id);
      for (int d = 0; d < kDirections; d += 2) {
        const Cell next{at.x + kDirX[static_cast<size_t>(d)], at.y + kDirY[static_cast<size_t>(d)]};
        if (!map.contains(next) || listed[map.id(next)] != 0 || map.terrain(next) != Terrain::kGround) continue;
        listed[map.id(next)] = 1;
        touched.push_back(map.id(next));
        frontier.push_back(map.id(next));
      }
    }
    painted += edit.runs.size();
    for (const CellId id : touched) listed[id] = 0;
    (void)map.apply(edit);
  }
  return painted;
}

// The results of agents of one size.
struct AgentSizeTally {
  size_t pairs = 0, lost_high = 0, lost_low = 0, lost_published = 0;
  double optimum = 0, high = 0, low = 0;                   // costs, summed over pairs solved in both qualities
  RunningMean expanded_flat, expanded_high, expanded_low;  // numbers of expanded nodes, over all pairs
  RunningMean micros_flat, micros_high, micros_low;
  void add(const AgentSizeTally& other) {
    pairs += other.pairs;
    lost_high += other.lost_high;
    lost_low += other.lost_low;
    lost_published += other.lost_published;
    optimum += other.optimum;
    high += other.high;
    low += other.low;
    for (RunningMean AgentSizeTally::*share :
         {&AgentSizeTally::expanded_flat, &AgentSizeTally::expanded_high, &AgentSizeTally::expanded_low,
          &AgentSizeTally::micros_flat, &AgentSizeTally::micros_high, &AgentSizeTally::micros_low}) {
      (this->*share).sum += (other.*share).sum;
      (this->*share).count += (other.*share).count;
    }
  }
};

// The mean sizes of a graph over the maps.
struct MeanGraphSizes {
  RunningMean nodes, inter, intra, edges;
  void add(const HaaCounts& counts) {
    nodes.add(static_cast<double>(counts.nodes));
    inter.add(static_cast<double>(counts.inter_edges));
    intra.add(static_cast<double>(counts.intra_edges));
    edges.add(static_cast<double>(counts.inter_edges + counts.intra_edges));
  }
};

// The graphs of one map.
struct HaaMapStudy {
  std::string name;
  AgentGrids agents;
  Haa kept;       // graph with dominated edges
  Haa pruned;     // graph without dominated edges
  Haa published;  // graph with the transitions of the paper
};

struct HaaQueryTallies {
  std::vector<AgentSizeTally> by_size;      // agents of size 1 first
  std::map<int, AgentSizeTally> by_length;  // by length of the optimal path
};

// Plans for every kind of agent.
void measure(const HaaMapStudy& study, const PaperOptions& options, int pairs, HaaQueryTallies& tallies,
             Report& report) {
  constexpr PlanOptions kRaw{.smooth = false};
  Workspace workspace;
  PlanResult result;
  for (int c = 0; c < study.agents.class_count(); ++c) {
    const Agent agent = study.agents.agent(c);
    const MoveGrid& grid = study.agents.grid(c);
    const QuerySet set = select_random_pairs(grid, pairs, options.seed + static_cast<uint64_t>(c), workspace);
    report.failures.insert(report.failures.end(), set.failures.begin(), set.failures.end());
    for (const ReferenceQuery& reference : set.valid) {
      AgentSizeTally tally;
      const PlanQuery& query = reference.query;
      const auto fail = [&](std::string_view planner, const std::string& why) {
        report.failures.push_back(fmt::format("{}, {}, agent of size {} on {}, from ({},{}) to ({},{}): {}", study.name,
                                              planner, agent.size, agent.capability.to_string(), query.start.x,
                                              query.start.y, query.goal.x, query.goal.y, why));
      };
      // Returns the cost of the path in this quality; nothing if there is none.
      const auto solve = [&](const Haa& haa, HaaQuality quality, std::string_view planner) -> std::optional<Cost> {
        haa.plan(study.agents, agent, quality, query, kRaw, workspace, result);
        if (!result.found()) return std::nullopt;
        auto fault = path_fault(grid, result.path, query.start, query.goal, result.cost);
        if (!fault && result.cost < reference.cost) fault = "cheaper than the optimum";
        if (fault) fail(planner, *fault);
        return result.cost;
      };
      const auto expanded = [&] { return static_cast<double>(result.stats.total().expanded); };
      ++tally.pairs;
      plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, result);
      tally.expanded_flat.add(expanded());
      tally.micros_flat.add(median_micros(
          options.rounds, [&] { plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, result); }));

      const auto initial = solve(study.kept, HaaQuality::kInitial, "initial graph");
      const auto high = solve(study.pruned, HaaQuality::kHigh, "high quality");
      tally.expanded_high.add(expanded());
      tally.micros_high.add(median_micros(options.rounds, [&] {
        study.pruned.plan(study.agents, agent, HaaQuality::kHigh, query, kRaw, workspace, result);
      }));
      const auto low = solve(study.pruned, HaaQuality::kLow, "low quality");
      tally.expanded_low.add(expanded());
      tally.micros_low.add(median_micros(options.rounds, [&] {
        study.pruned.plan(study.agents, agent, HaaQuality::kLow, query, kRaw, workspace, result);
      }));
      const auto published = solve(study.published, HaaQuality::kHigh, "as published");

      if (!initial) fail("initial graph", "no path, but AA* finds one");
      if (!high) fail("high quality", "no path, but AA* finds one");
      if (!low) fail("low quality", "no path, but AA* finds one");
      if (initial && high && *initial != *high) {
        fail("high quality", fmt::format("cost {} instead of the initial graph's {}", *high, *initial));
      }
      if (high && low && *low < *high) fail("low quality", fmt::format("cost {} below high quality's {}", *low, *high));
      tally.lost_high += !high;
      tally.lost_low += !low;
      tally.lost_published += !published;
      if (high && low) {
        tally.optimum += reference.cost;
        tally.high += *high;
        tally.low += *low;
      }
      tallies.by_size[static_cast<size_t>(agent.size) - 1].add(tally);
      tallies.by_length[length_bucket(reference.cost)].add(tally);
    }
  }
}

double ratio(const RunningMean& flat, const RunningMean& abstract) {
  return abstract.sum == 0 ? 0 : flat.sum / abstract.sum;
}

double percent(double part, double whole) { return whole == 0 ? 0 : 100 * part / whole; }

struct GraphSizes {
  MeanGraphSizes initial, high, low, published;
};

// Adds the numbers of nodes and edges of the four graphs, also relative to those of the grid.
void add_sizes(PaperRows& rows, const GraphSizes& graphs, double grid_nodes, double grid_edges) {
  struct NamedGraphSizes {
    std::string_view name;
    const MeanGraphSizes& sizes;
    std::string_view note;
  };
  const NamedGraphSizes named[] = {
      {"initial", graphs.initial, "every edge"},
      {"high", graphs.high, "without strongly dominated edges"},
      {"low", graphs.low, "also without weakly dominated inter-edges"},
      {"published", graphs.published, "one transition per obstacle-free entrance, high quality"}};
  for (const NamedGraphSizes& graph : named)
    rows.add(fmt::format("nodes_{}", graph.name), graph.sizes.nodes.mean(), graph.note);
  for (const NamedGraphSizes& graph : named) {
    rows.add(fmt::format("edges_{}", graph.name), graph.sizes.edges.mean(),
             fmt::format("{:.1f} inter, {:.1f} intra", graph.sizes.inter.mean(), graph.sizes.intra.mean()));
  }
  for (const NamedGraphSizes& graph : named) {
    rows.add(fmt::format("nodes_{}_percent", graph.name), percent(graph.sizes.nodes.mean(), grid_nodes), "of the grid");
    rows.add(fmt::format("edges_{}_percent", graph.name), percent(graph.sizes.edges.mean(), grid_edges), "of the grid");
  }
  rows.add("low_smaller_than_high_percent", 100 - percent(graphs.low.edges.mean(), graphs.high.edges.mean()),
           "edges saved by low quality; the paper says above 50");
  rows.add("low_nodes_smaller_percent", 100 - percent(graphs.low.nodes.mean(), graphs.high.nodes.mean()),
           "nodes saved");
}

// Adds the results of plans. `main_rows` says that the rows are for all agents, and have notes.
void add_tally(PaperRows& rows, const AgentSizeTally& tally, const std::string& suffix, bool main_rows) {
  const auto note = [&](std::string_view text) { return main_rows ? text : std::string_view{}; };
  rows.add("excess_high" + suffix, percent_over(tally.high, tally.optimum),
           note("% over AA*, ratio of sums; the paper says 3 to 5"));
  rows.add("excess_low" + suffix, percent_over(tally.low, tally.optimum),
           note("% over AA*, ratio of sums; the paper says 6 to 10"));
  rows.add("speedup_expanded" + suffix, ratio(tally.expanded_flat, tally.expanded_high),
           note("expansions of AA* over those of HAA*, high quality"));
  const double times = ratio(tally.micros_flat, tally.micros_high);
  if (main_rows) {
    rows.add_printed("speedup_time", 10, times, "time of AA* over that of HAA*, high quality");
  } else {
    rows.add("speedup_time" + suffix, times);
  }
  rows.add("speedup_expanded_low" + suffix, ratio(tally.expanded_flat, tally.expanded_low), note("low quality"));
  rows.add("speedup_time_low" + suffix, ratio(tally.micros_flat, tally.micros_low), note("low quality"));
  rows.add("lost_pairs_high" + suffix, static_cast<double>(tally.lost_high),
           note("pairs that AA* solves and high quality does not"));
  rows.add("lost_pairs_low" + suffix, static_cast<double>(tally.lost_low));
  if (!main_rows) {
    rows.add("pairs" + suffix, static_cast<double>(tally.pairs));
    rows.add("lost_pairs_published" + suffix, static_cast<double>(tally.lost_published));
    rows.add("lost_percent_published" + suffix,
             percent(static_cast<double>(tally.lost_published), static_cast<double>(tally.pairs)),
             suffix == "_size_2" ? "independent reference 0.59 on these maps without water and trees" : "");
  }
}

}  // namespace

Result<Report> paper_haa(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  const int pairs = options.pairs > 0 ? options.pairs : kPairs;
  const Capability walker = Capability::walker();
  const std::vector<Capability> capabilities = {walker, walker.with(Terrain::kWater), walker.with(Terrain::kTrees),
                                                walker.with(Terrain::kWater).with(Terrain::kTrees)};
  GraphSizes sizes;
  RunningMean grid_nodes, grid_edges, painted_percent, build_ms;
  HaaQueryTallies tallies;
  tallies.by_size.resize(static_cast<size_t>(options.max_size));
  const auto maps = for_each_paper_map(options, [&](const std::string& name, GridMap map) {
    const size_t painted = paint_patches(map, options.seed ^ fnv1a(name));
    HaaMapStudy study{.name = name, .agents = {}, .kept = {}, .pruned = {}, .published = {}};
    study.agents.build(map, paper_rules(), options.max_size, capabilities);
    HaaOptions haa{.cluster_size = 10, .max_size = options.max_size, .capabilities = capabilities};
    build_ms.add(median_micros(1, [&] { study.pruned.build(study.agents, haa); }) / 1000);
    haa.keep_dominated = true;
    study.kept.build(study.agents, haa);
    haa.keep_dominated = false;
    haa.as_published = true;
    study.published.build(study.agents, haa);

    sizes.initial.add(study.kept.counts(HaaQuality::kInitial));
    sizes.high.add(study.pruned.counts(HaaQuality::kHigh));
    sizes.low.add(study.pruned.counts(HaaQuality::kLow));
    sizes.published.add(study.published.counts(HaaQuality::kHigh));
    // The moves of the smallest agent with all capabilities.
    const MoveGrid& all = study.agents.grid(study.agents.class_of({1, capabilities.back()}));
    size_t steps = 0;
    for (const uint8_t mask : all.moves()) steps += static_cast<size_t>(std::popcount(mask));
    grid_nodes.add(all.passable_count());
    grid_edges.add(static_cast<double>(steps) / 2);
    if (all.passable_count() > 0) painted_percent.add(100.0 * static_cast<double>(painted) / all.passable_count());
    measure(study, options, pairs, tallies, report);
  });
  if (!maps) return maps.error();

  AgentSizeTally all;
  const std::vector<AgentSizeTally>& by_size = tallies.by_size;
  for (const AgentSizeTally& tally : by_size) all.add(tally);
  PaperRows rows(report);
  rows.add("maps", static_cast<double>(maps.value()),
           fmt::format("agents of sizes 1 to {}; on ground and swamp, also on water, also on trees, on all; {} random "
                       "solvable pairs a map and kind of agent; clusters 10x10, profile paper, no smoothing",
                       options.max_size, pairs));
  rows.add("painted_percent", painted_percent.mean(),
           fmt::format("of the ground: connected patches of {} to {} cells, water and trees in turn, each grown from a "
                       "random cell over random neighbours; seed {} and the name of the map",
                       kSmallestPatch, kLargestPatch, options.seed));
  rows.add("pairs", static_cast<double>(all.pairs));
  rows.add("grid_nodes", grid_nodes.mean(), "cells that some agent can enter; mean over the maps, as all sizes");
  rows.add("grid_edges", grid_edges.mean(), "undirected");
  add_sizes(rows, sizes, grid_nodes.mean(), grid_edges.mean());
  rows.add("build_ms", build_ms.mean(), "high and low together");
  add_tally(rows, all, "", true);
  const size_t large_pairs = all.pairs - by_size[0].pairs;
  const size_t large_lost = all.lost_published - by_size[0].lost_published;
  rows.add("lost_pairs_published", static_cast<double>(large_lost),
           fmt::format("of {} pairs of agents of size 2 and above: lost by the transitions of the paper", large_pairs));
  rows.add("lost_percent_published", percent(static_cast<double>(large_lost), static_cast<double>(large_pairs)));
  for (size_t size = 1; size <= by_size.size(); ++size) {
    add_tally(rows, by_size[size - 1], fmt::format("_size_{}", size), false);
  }
  for (const auto& [length, tally] : tallies.by_length) {
    const std::string suffix = fmt::format("_len_{}", length);
    rows.add("excess_high" + suffix, percent_over(tally.high, tally.optimum),
             fmt::format("{} paths of length {} to {}", tally.pairs, length, length + kLengthBucket));
    rows.add("excess_low" + suffix, percent_over(tally.low, tally.optimum));
    rows.add("speedup_expanded" + suffix, ratio(tally.expanded_flat, tally.expanded_high));
    rows.add("speedup_time" + suffix, ratio(tally.micros_flat, tally.micros_high));
  }
  const auto micros = [&](std::string_view name, const RunningMean& expanded, const RunningMean& time) {
    rows.add(fmt::format("expanded_{}", name), expanded.mean(), "a query");
    rows.add(fmt::format("time_{}", name), time.mean(), "µs a query");
  };
  micros("aa", all.expanded_flat, all.micros_flat);
  micros("high", all.expanded_high, all.micros_high);
  micros("low", all.expanded_low, all.micros_low);
  return report;
}

}  // namespace strata::bench
