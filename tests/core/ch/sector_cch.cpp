#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/ch/elimination.hpp"
#include "core/ch/sector_cch.hpp"
#include "core/grid/history.hpp"
#include "core/search/trace.hpp"
#include "core/world/scenes.hpp"
#include "tests/graph_support.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

// kInfinite: no edge.
Cost region_edge(const CsrGraph& graph, uint32_t from, uint32_t to) {
  const auto targets = graph.targets_of(from);
  const auto at = std::lower_bound(targets.begin(), targets.end(), to);
  return at == targets.end() || *at != to ? kInfinite
                                          : graph.weights_of(from)[static_cast<size_t>(at - targets.begin())];
}

// The edges from one region to the next, added up; kInfinite if two have none.
Cost way_cost(const CsrGraph& graph, const std::vector<uint32_t>& regions) {
  Cost sum = 0;
  for (size_t i = 1; i < regions.size(); ++i) {
    const Cost edge = region_edge(graph, regions[i - 1], regions[i]);
    if (edge == kInfinite) return kInfinite;
    sum += edge;
  }
  return sum;
}

// A map with sectors and the hierarchy on them, edited together.
struct SectorCchTestMap {
  GridMap map;
  MoveGrid grid;
  Sectors sectors;
  SectorCch cch;
  SectorCchWorkspace workspace;
  size_t queries = 0;

  SectorCchTestMap(GridMap from, const SectorOptions& options, const Rules& rules = {}) : map(std::move(from)) {
    grid.build(map, rules);
    sectors.build(grid, options);
  }
  // The sectors follow the edit, the hierarchy does not yet.
  std::vector<uint32_t> edit_sectors(const Edit& edit, Edit* inverse = nullptr) {
    EditResult result = map.apply(edit);
    if (inverse != nullptr) *inverse = std::move(result.inverse);
    return sectors.update(grid, grid.update(map, result.dirty)).sectors;
  }
  SectorCchUpdate edit(const Edit& edit, Edit* inverse = nullptr) {
    return cch.update(sectors, edit_sectors(edit, inverse));
  }
  std::vector<SectorCchArc> arcs(const SectorCch& of) const {
    std::vector<SectorCchArc> arcs;
    of.append_arcs(sectors, arcs);
    return arcs;
  }
  void check_fresh() const {
    auto fresh = test::built<SectorCch>(sectors);
    REQUIRE(cch.built_for() == map.revision());
    REQUIRE(arcs(cch) == arcs(fresh));
    REQUIRE(cch.counts(sectors) == fresh.counts(sectors));
  }
  // From some regions to all or some others, against the plain Dijkstra.
  void check_routes(Rng& rng, uint32_t sources, uint32_t targets) {
    const CsrGraph graph = sectors.graph(1);
    if (graph.node_count() == 0) return;
    std::vector<uint32_t> regions;
    for (uint32_t s = 0; s < sources; ++s) {
      const uint32_t from = rng.below(graph.node_count());
      const std::vector<Cost> distance = test::distances_from(graph, from);
      const bool all = graph.node_count() <= targets;
      for (uint32_t t = 0; t < (all ? graph.node_count() : targets); ++t) {
        const uint32_t to = all ? t : rng.below(graph.node_count());
        PlanStats stats;
        const Cost cost = cch.route(sectors, from, to, workspace, regions, stats);
        CAPTURE(from);
        CAPTURE(to);
        REQUIRE(cost == distance[to]);
        REQUIRE(regions.empty() == (cost == kInfinite));
        if (!regions.empty()) {
          REQUIRE((regions.front() == from && regions.back() == to));
          REQUIRE(way_cost(graph, regions) == cost);
        }
        ++queries;
      }
    }
  }
};

SectorOptions sector_options(int size, bool improve = false) {
  return {.sector_size = size, .second_size = 0, .improve_centres = improve, .landmarks = 0};
}

// Returns the upward neighbours of each node by the elimination game, computed naively with sets.
std::vector<std::set<uint32_t>> plain_elimination(const CsrGraph& graph, const std::vector<uint32_t>& order) {
  const uint32_t count = graph.node_count();
  std::vector<uint32_t> rank(count);
  for (uint32_t r = 0; r < count; ++r) rank[order[r]] = r;
  std::vector<std::set<uint32_t>> up(count);
  for (uint32_t node = 0; node < count; ++node) {
    for (const uint32_t other : graph.targets_of(node)) {
      if (rank[other] > rank[node]) up[rank[node]].insert(rank[other]);
    }
  }
  for (uint32_t r = 0; r < count; ++r) {
    for (const uint32_t a : up[r]) {
      for (const uint32_t b : up[r]) {
        if (a < b) up[a].insert(b);
      }
    }
  }
  return up;
}

CsrGraph random_graph(uint32_t nodes, uint32_t edges, Rng& rng) {
  std::vector<std::set<uint32_t>> neighbours(nodes);
  for (uint32_t e = 0; e < edges; ++e) {
    const uint32_t a = rng.below(nodes), b = rng.below(nodes);
    if (a == b) continue;
    neighbours[a].insert(b);
    neighbours[b].insert(a);
  }
  CsrGraph graph;
  graph.first.push_back(0);
  for (const auto& of : neighbours) {
    graph.targets.insert(graph.targets.end(), of.begin(), of.end());
    graph.first.push_back(static_cast<uint32_t>(graph.targets.size()));
  }
  graph.weights.assign(graph.targets.size(), 1);
  return graph;
}

}  // namespace

TEST_CASE("the chordal completion is what the elimination game leaves, however it is sliced") {
  Rng rng(7);
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    const uint32_t nodes = 1 + rng.below(40);
    const CsrGraph graph = random_graph(nodes, rng.below(3 * nodes), rng);
    std::vector<uint32_t> order(nodes);
    std::iota(order.begin(), order.end(), 0u);
    for (uint32_t i = nodes; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    const std::vector<std::set<uint32_t>> plain = plain_elimination(graph, order);

    auto whole = test::built<Elimination>(graph, order);
    REQUIRE(whole.ready());
    size_t arcs = 0;
    for (uint32_t rank = 0; rank < nodes; ++rank) {
      REQUIRE((whole.node(rank) == order[rank] && whole.rank(order[rank]) == rank));
      const auto up = whole.up(rank);
      REQUIRE(std::vector<uint32_t>(up.begin(), up.end()) ==
              std::vector<uint32_t>(plain[rank].begin(), plain[rank].end()));
      REQUIRE(whole.parent(rank) == (up.empty() ? kNoRank : up[0]));
      std::vector<uint32_t> down;
      for (uint32_t lower = 0; lower < rank; ++lower) {
        const uint32_t arc = whole.arc(lower, rank);
        REQUIRE((arc != Elimination::kNoArc) == plain[lower].contains(rank));
        if (arc == Elimination::kNoArc) continue;
        REQUIRE(whole.up(lower)[arc - whole.first_arc(lower)] == rank);
        down.push_back(lower);
      }
      REQUIRE(std::equal(down.begin(), down.end(), whole.down(rank).begin(), whole.down(rank).end()));
      arcs += down.size();
    }
    REQUIRE(whole.arc_count() == arcs);

    Elimination sliced;
    sliced.reset(graph, order);
    size_t done = sliced.done();
    while (!sliced.work(1 + rng.below(5))) {
      REQUIRE(!sliced.ready());
      REQUIRE(sliced.done() >= done);
      done = sliced.done();
    }
    REQUIRE(sliced == whole);
  }
}

TEST_CASE("routes by the live hierarchy cost what Dijkstra says on every kind of map, before and after edits") {
  size_t queries = 0;
  for (int kind = 0; kind < kSceneKinds; ++kind) {
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      CAPTURE(kind);
      CAPTURE(seed);
      Rng rng(seed * 100 + static_cast<uint64_t>(kind));
      const int width = rng.between(20, 90), height = rng.between(20, 90);
      const int size = rng.between(4, 12);
      const Rules rules{static_cast<Profile>(rng.below(kProfiles)), Capability::walker(), kUniformWeights};
      SectorCchTestMap bench(generate({static_cast<SceneKind>(kind), width, height, seed, 0}),
                             sector_options(size, rng.percent(30)), rules);
      bench.cch.build(bench.sectors);
      bench.check_routes(rng, 4, 150);
      for (int edit = 0; edit < 100; ++edit) {
        CAPTURE(edit);
        bench.edit(test::random_edit(bench.map, size, rng));
        bench.check_routes(rng, 1, 50);
      }
      queries += bench.queries;
    }
  }
  CHECK(queries >= 50'000);
}

TEST_CASE("after every edit and every undo the live hierarchy equals a fresh one") {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const int size = rng.between(4, 12);
    const int width = rng.between(1, 48), height = rng.between(1, 48);
    const std::vector<Rules> all = test::all_rules();
    GridMap map = seed % 3 == 0   ? GridMap(width, height, '@')
                  : seed % 3 == 1 ? test::random_map(width, height, rng.below(70), seed)
                                  : test::random_rooms(width, height, rng.between(3, 9), seed);
    SectorCchTestMap bench(std::move(map), sector_options(size, rng.percent(30)),
                           all[rng.below(static_cast<uint32_t>(all.size()))]);
    bench.cch.build(bench.sectors);
    bench.check_fresh();
    std::vector<Edit> undo;
    for (int edit = 0; edit < 60; ++edit) {
      CAPTURE(edit);
      if (!undo.empty() && rng.percent(30)) {
        bench.edit(undo.back());
        undo.pop_back();
      } else {
        bench.edit(test::random_edit(bench.map, size, rng), &undo.emplace_back());
      }
      bench.check_fresh();
    }
    const SectorCchUpdate nothing = bench.cch.update(bench.sectors, {});
    REQUIRE(nothing == SectorCchUpdate{});
    while (!undo.empty()) {
      bench.edit(undo.back());
      undo.pop_back();
    }
    bench.check_fresh();
  }
}

TEST_CASE("sectors that are walled up, opened and cut into more regions than ever keep the live hierarchy true") {
  Rng rng(5);
  SectorCchTestMap bench(GridMap(50, 41, '@'), sector_options(8));
  bench.cch.build(bench.sectors);
  CHECK(bench.cch.counts(bench.sectors) == SectorCchCounts{});
  const auto paint = [&](Cell a, Cell b, char letter) {
    bench.edit(rectangle(bench.map, a, b, true, letter));
    bench.check_fresh();
    bench.check_routes(rng, 3, 60);
  };
  paint({0, 0}, {49, 40}, '.');
  CHECK(bench.cch.counts(bench.sectors).nodes == 42);
  paint({16, 8}, {23, 15}, '@');                                // one sector, all of it
  for (int x = 0; x < 50; x += 2) paint({x, 0}, {x, 40}, '@');  // four regions in each
  CHECK(bench.cch.counts(bench.sectors).nodes >= 100);
  paint({0, 20}, {49, 20}, '@');
  paint({0, 3}, {49, 3}, '.');
  paint({0, 0}, {49, 40}, '@');
  CHECK(bench.cch.counts(bench.sectors) == SectorCchCounts{});
  paint({9, 9}, {40, 30}, '.');
}

TEST_CASE("an edit that changes no region and no edge changes nothing in the live hierarchy") {
  SectorCchTestMap bench(GridMap(64, 64), sector_options(16));
  bench.cch.build(bench.sectors);
  const SectorCchUpdate same = bench.edit(brush_line(bench.map, {8, 8}, {8, 8}, {}, 'G'));
  CHECK(same.arcs_set == 0);
  CHECK(same.arcs_changed == 0);
  // Taking a corner off moves the centre of its region only.
  const SectorCchUpdate moved = bench.edit(rectangle(bench.map, {0, 0}, {3, 15}, true, '@'));
  CHECK(moved.arcs_set == 3);
  CHECK(moved.arcs_changed >= 3);
  bench.check_fresh();
}

TEST_CASE("the live hierarchy can be built in slices, with edits in between") {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const int size = rng.between(4, 9);
    SectorCchTestMap bench(test::random_map(rng.between(9, 60), rng.between(9, 60), rng.below(60), seed),
                           sector_options(size));
    bench.cch.reset(bench.sectors);
    CHECK(!bench.cch.ready());
    const size_t most = 20 + rng.below(3000);
    size_t slices = 0, before = bench.cch.pending();
    CHECK(before == bench.cch.steps());
    while (!bench.cch.update_some(bench.sectors, 1 + rng.below(static_cast<uint32_t>(most)))) {
      REQUIRE(!bench.cch.ready());
      REQUIRE(bench.cch.pending() <= before);
      before = bench.cch.pending();
      ++slices;
      if (rng.percent(20)) bench.edit(test::random_edit(bench.map, size, rng));
    }
    CHECK(slices >= 2);
    CHECK(bench.cch.pending() == 0);
    bench.check_fresh();
    // A second time the order is there already, whatever became of the map.
    bench.cch.reset(bench.sectors);
    CHECK(bench.cch.pending() < bench.cch.steps());
    while (!bench.cch.update_some(bench.sectors, most)) {
      if (rng.percent(20)) bench.edit(test::random_edit(bench.map, size, rng));
    }
    bench.check_fresh();
    bench.check_routes(rng, 2, 50);
  }
}

TEST_CASE("a live hierarchy that would need more memory than it may says so and holds none") {
  SectorCchTestMap bench(test::random_map(60, 60, 35, 3), sector_options(4));
  for (const size_t limit : {size_t{1000}, size_t{60'000}, size_t{100'000}}) {
    CAPTURE(limit);
    bench.cch.reset(bench.sectors, limit);
    CHECK(bench.cch.update_some(bench.sectors));
    CHECK(bench.cch.too_large());
    CHECK(!bench.cch.ready());
    CHECK(bench.cch.memory_bytes() == 0);
    CHECK(bench.cch.pending() == 0);
    CHECK(bench.cch.update(bench.sectors, {}) == SectorCchUpdate{});
  }
  bench.cch.build(bench.sectors);
  CHECK(!bench.cch.too_large());
  bench.check_fresh();

  // It may also grow beyond that later.
  SectorCchTestMap open(GridMap(64, 64), sector_options(16));
  open.cch.build(open.sectors);
  const size_t enough = open.cch.memory_bytes() + 2000;
  open.cch.reset(open.sectors, enough);
  CHECK(open.cch.update_some(open.sectors));
  CHECK(open.cch.ready());
  int walls = 0;
  for (; walls < 32 && !open.cch.too_large(); ++walls) {
    open.edit(rectangle(open.map, {2 * walls, 0}, {2 * walls, 63}, true, '@'));
    if (!open.cch.too_large()) open.check_fresh();
  }
  CHECK(walls > 1);
  CHECK(open.cch.too_large());
  CHECK(!open.cch.ready());
}

TEST_CASE("a recorded route of the live hierarchy is the one that is not recorded, and tells each step of it") {
  size_t met = 0, refined = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const int size = rng.between(4, 9);
    SectorCchTestMap bench(test::random_map(60, 50, rng.below(50), seed), sector_options(size));
    bench.cch.build(bench.sectors);
    const Sectors& sectors = bench.sectors;
    const auto count = static_cast<uint32_t>(sectors.region_count());
    std::map<CellId, uint32_t> region_at;
    for (uint32_t region = 0; region < count; ++region) region_at[sectors.region(region).centre] = region;
    for (int query = 0; query < 20; ++query) {
      const uint32_t from = rng.below(count), to = rng.below(count);
      std::vector<uint32_t> plain, traced;
      PlanStats plain_stats, traced_stats;
      Trace trace;
      const Cost cost = bench.cch.route(sectors, from, to, bench.workspace, plain, plain_stats);
      REQUIRE(bench.cch.route(sectors, from, to, bench.workspace, traced, traced_stats, &trace) == cost);
      REQUIRE(plain == traced);
      REQUIRE(plain_stats == traced_stats);

      std::map<std::pair<Phase, CellId>, Cost> known;
      std::map<Phase, uint64_t> expanded;
      uint64_t unpacked = 0;
      std::vector<uint32_t> way;
      if (cost != kInfinite) way.push_back(from);
      Cost best = kInfinite, sum = 0;
      for (const SearchEvent& event : trace.events()) {
        REQUIRE(event.level == 1);
        REQUIRE(region_at.contains(event.node));
        const auto key = std::pair(event.phase, event.node);
        switch (event.type) {
          case EventType::kGenerate:
            REQUIRE(!known.contains(key));
            known[key] = event.g;
            break;
          case EventType::kUpdate:
            REQUIRE(event.g < known.at(key));
            known[key] = event.g;
            break;
          case EventType::kExpand:
            REQUIRE(event.g == known.at(key));
            ++expanded[event.phase];
            break;
          case EventType::kMeet:
            REQUIRE(event.g < best);
            best = event.g;
            REQUIRE(best == known.at({Phase::kForward, event.node}) + known.at({Phase::kBackward, event.node}));
            ++met;
            break;
          case EventType::kRefine:
            ++unpacked;
            ++refined;
            break;
          case EventType::kPathEdge:
            REQUIRE(region_at.at(event.parent) == way.back());
            way.push_back(region_at.at(event.node));
            sum += event.g;
            break;
          default:
            FAIL("an event that does not belong here");
        }
      }
      REQUIRE(way == plain);
      REQUIRE(best == cost);
      if (cost != kInfinite) REQUIRE(sum == cost);
      for (const Phase phase : {Phase::kForward, Phase::kBackward, Phase::kRefine}) {
        REQUIRE(expanded[phase] == plain_stats.of(phase).expanded);
        REQUIRE(plain_stats.of(phase).generated == 0);  // there is no open list
      }
      REQUIRE(unpacked == plain_stats.of(Phase::kRefine).touched);
    }
  }
  CHECK(met > 500);
  CHECK(refined > 500);
}

TEST_CASE("every arc of the live hierarchy unpacks into edges that cost as much, over lower regions only") {
  SectorCchTestMap bench(test::random_map(70, 60, 40, 11), sector_options(7));
  bench.cch.build(bench.sectors);
  const CsrGraph graph = bench.sectors.graph(1);
  const auto rank = [&](uint32_t region) { return bench.cch.rank_of_region(bench.sectors, region); };
  std::set<uint32_t> ranks;
  for (uint32_t region = 0; region < graph.node_count(); ++region) {
    REQUIRE(rank(region) < bench.cch.rank_count());
    REQUIRE(ranks.insert(rank(region)).second);
  }
  std::set<std::pair<uint32_t, uint32_t>> seen;
  size_t shortcuts = 0, inner = 0;
  std::vector<uint32_t> regions;
  for (const SectorCchArc& arc : bench.arcs(bench.cch)) {
    REQUIRE(rank(arc.lower) < rank(arc.upper));
    REQUIRE(seen.insert({rank(arc.lower), rank(arc.upper)}).second);
    shortcuts += arc.middle != kNoRank;
    inner += bench.sectors.region(arc.lower).sector == bench.sectors.region(arc.upper).sector;
    if (arc.middle != kNoRank) {
      REQUIRE(rank(arc.middle) < rank(arc.lower));
    } else {
      REQUIRE(region_edge(graph, arc.lower, arc.upper) == arc.weight);
    }
    for (const bool upwards : {true, false}) {
      const uint32_t from = upwards ? arc.lower : arc.upper, to = upwards ? arc.upper : arc.lower;
      regions.clear();
      REQUIRE(bench.cch.unpack_arc(bench.sectors, from, to, regions));
      REQUIRE((regions.front() == from && regions.back() == to));
      REQUIRE(way_cost(graph, regions) == arc.weight);
      for (size_t i = 1; i + 1 < regions.size(); ++i) REQUIRE(rank(regions[i]) < rank(arc.lower));
    }
  }
  const SectorCchCounts counts = bench.cch.counts(bench.sectors);
  CHECK(counts.arcs == seen.size());
  CHECK(counts.shortcuts == shortcuts);
  CHECK(counts.edges == graph.edge_count() / 2);
  CHECK(shortcuts > 100);
  CHECK(inner > 0);
  regions.clear();
  CHECK(!bench.cch.unpack_arc(bench.sectors, 0, 0, regions));
  CHECK(regions.empty());
}
