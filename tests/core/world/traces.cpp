// What a recorded search says happened on a level is held against that level: every event names nodes of it, every step
// is an edge of it at its cost, every edge that joins a path is refined into one that costs as much.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "core/ch/cell_ch.hpp"
#include "core/haa/haa.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/sectors/sectors.hpp"
#include "core/tables/tables.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

using EdgeCells = std::pair<CellId, CellId>;

// One level as events see it: cells that are nodes, and what the edges between them cost.
struct LevelFromTrace {
  std::set<CellId> nodes;
  std::map<EdgeCells, std::set<Cost>> edges;  // both ways

  void add(CellId a, CellId b, Cost cost) {
    edges[{a, b}].insert(cost);
    edges[{b, a}].insert(cost);
  }
  bool joins(CellId a, CellId b, Cost cost) const {
    const auto edge = edges.find({a, b});
    return edge != edges.end() && edge->second.contains(cost);
  }
};

// Costs from a cell over steps inside a rectangle only.
std::vector<Cost> inside(const GridMap& map, const Rules& rules, const Rect& rect, Cell from) {
  GridMap walled = map;
  Edit walls;
  for (int y = 0; y < map.height(); ++y) {
    if (y >= rect.y0 && y < rect.y1) {
      walls.runs.push_back({map.id({0, y}), static_cast<uint32_t>(rect.x0), '@'});
      if (rect.x1 < map.width())
        walls.runs.push_back({map.id({rect.x1, y}), static_cast<uint32_t>(map.width() - rect.x1), '@'});
    } else {
      walls.runs.push_back({map.id({0, y}), static_cast<uint32_t>(map.width()), '@'});
    }
  }
  std::erase_if(walls.runs, [](const auto& run) { return run.count == 0; });
  walled.apply(walls);
  return plain_dijkstra(walled, rules, from);
}

struct TraceReplay {
  const GridMap& map;
  const MoveGrid& grid;
  const PlanQuery& query;
  std::vector<LevelFromTrace> levels;  // levels[0]: the cells; their edges are the legal steps
  bool refines_exactly = true;         // what lies under an edge costs what the edge does
  bool searches_best_first = true;

  std::map<CellId, Cost> g{};  // of the search under way
  CellId open = kNoCell;       // the node that it opened last
  Cost last_f = 0;
  int phase = 0;
  size_t steps = 0, refined = 0;

  CellId start = grid.id(query.start), goal = grid.id(query.goal);

  bool is_node(int level, CellId cell) const {
    if (cell == start || cell == goal) return true;
    return level == 0 ? grid.passable(cell) : levels[static_cast<size_t>(level)].nodes.contains(cell);
  }
  bool is_edge(int level, CellId a, CellId b, Cost cost) const {
    if (level > 0) return levels[static_cast<size_t>(level)].joins(a, b, cost);
    const int direction = grid.direction_between(a, b);
    return direction >= 0 && step_is_legal(map, grid.rules(), grid.cell(a), direction) &&
           grid.step_cost(a, direction) == cost;
  }

  void link(const SearchEvent& e) {
    REQUIRE(e.level >= 1);
    REQUIRE((e.parent == start || e.parent == goal));
    levels[e.level].add(e.parent, e.node, e.g);
  }

  void search(const SearchEvent& e) {
    if (!searches_best_first) return;
    const int level = e.level;
    if (e.type == EventType::kExpand) {
      REQUIRE(g.contains(e.node));
      REQUIRE(g[e.node] == e.g);
      REQUIRE(e.g + e.h >= last_f);
      last_f = e.g + e.h;
      open = e.node;
      return;
    }
    if (e.parent == kNoCell) {  // another search begins
      REQUIRE(e.type == EventType::kGenerate);
      REQUIRE(e.g == 0);
      g = {{e.node, 0}};
      open = kNoCell;
      last_f = 0;
      return;
    }
    REQUIRE(e.parent == open);
    REQUIRE((e.type == EventType::kUpdate) == g.contains(e.node));
    if (e.type == EventType::kUpdate) REQUIRE(e.g < g[e.node]);
    REQUIRE(e.g >= g[open]);
    REQUIRE(is_edge(level, open, e.node, e.g - g[open]));
    g[e.node] = e.g;
    ++steps;
  }

  // The edges of level - 1 that joined the path after event i lead from its parent to its node and cost what it does.
  void check_refined(const std::vector<SearchEvent>& events, size_t i) {
    const SearchEvent& edge = events[i];
    CellId at = edge.parent;
    uint64_t cost = 0;
    for (size_t k = i + 1;
         k < events.size() && !(events[k].type == EventType::kRefine && events[k].level >= edge.level); ++k) {
      if (events[k].type != EventType::kPathEdge || events[k].level + 1 != edge.level) continue;
      REQUIRE(events[k].parent == at);
      at = events[k].node;
      cost += events[k].g;
    }
    REQUIRE(at == edge.node);
    REQUIRE(cost == edge.g);
    ++refined;
  }

  void check(const Trace& trace, const PlanResult& result) {
    const std::vector<SearchEvent>& events = trace.events();
    REQUIRE(events.size() >= 3);
    REQUIRE(events[0].type == EventType::kSource);
    REQUIRE(events[0].node == start);
    REQUIRE(events[1].type == EventType::kDestination);
    REQUIRE(events[1].node == goal);
    std::map<std::pair<int, EdgeCells>, int> joined;  // edges of the path that are yet to be refined
    for (size_t i = 2; i < events.size(); ++i) {
      const SearchEvent& e = events[i];
      CAPTURE(i);
      CAPTURE(event_name(e.type));
      CAPTURE(static_cast<int>(e.level));
      REQUIRE(static_cast<int>(e.phase) >= phase);
      phase = static_cast<int>(e.phase);
      REQUIRE(e.level < levels.size());
      REQUIRE(is_node(e.level, e.node));
      if (e.parent != kNoCell) REQUIRE(is_node(e.level, e.parent));
      switch (e.type) {
        case EventType::kLink:
          link(e);
          break;
        case EventType::kGenerate:
        case EventType::kUpdate:
        case EventType::kExpand:
          search(e);
          break;
        case EventType::kRefine:
          REQUIRE(e.phase == Phase::kRefine);
          REQUIRE(e.level >= 1);
          REQUIRE(is_edge(e.level, e.parent, e.node, e.g));
          REQUIRE(--joined[{e.level, {e.parent, e.node}}] >= 0);
          if (refines_exactly) check_refined(events, i);
          break;
        case EventType::kPathEdge:
          REQUIRE(is_edge(e.level, e.parent, e.node, e.g));
          if (e.level > 0) ++joined[{e.level, {e.parent, e.node}}];
          break;
        case EventType::kStraight:
          REQUIRE(e.phase == Phase::kSmooth);
          REQUIRE(e.level == 0);
          REQUIRE(e.g >= grid.bound()(grid.cell(e.parent), grid.cell(e.node)));
          break;
        case EventType::kFound:
          REQUIRE(result.found());
          REQUIRE(i + 1 == events.size());
          REQUIRE(e.node == goal);
          REQUIRE(e.g == result.cost);
          break;
        default:
          REQUIRE(e.type == EventType::kNoPath);
          REQUIRE_FALSE(result.found());
          REQUIRE(i + 1 == events.size());
          break;
      }
    }
    // Over sectors a piece may already reach the goal, whatever edges of the large regions are left.
    if (!refines_exactly) return;
    for (const auto& [edge, times] : joined) REQUIRE(times == 0);
  }
};

std::vector<LevelFromTrace> levels_of(const Hpa& hpa) {
  std::vector<LevelFromTrace> levels(1);
  for (int level = 1; level <= hpa.levels(); ++level) {
    LevelFromTrace& seen = levels.emplace_back();
    for (const HpaNode& node : hpa.nodes(level)) seen.nodes.insert(node.cell);
    for (const HpaEdge& edge : hpa.inter_edges(level)) seen.add(edge.from, edge.to, edge.cost);
    for (const HpaEdge& edge : hpa.intra_edges(level)) seen.add(edge.from, edge.to, edge.cost);
  }
  return levels;
}

// Passable ends that are nodes of no level, so that a cell means one node.
bool random_ends(const GridMap& map, const MoveGrid& grid, const LevelFromTrace& lowest, Rng& rng, PlanQuery& query) {
  for (int tries = 0; tries < 200; ++tries) {
    query = {random_cell(map, rng), random_cell(map, rng)};
    const auto fits = [&](Cell c) { return grid.passable(c) && !lowest.nodes.contains(grid.id(c)); };
    if (query.start != query.goal && fits(query.start) && fits(query.goal)) return true;
  }
  return false;
}

// Cells are searched within the regions of the path of level 1 only.
void check_corridor(const Sectors& sectors, const MoveGrid& grid, const PlanQuery& query, const Trace& trace) {
  std::set<int64_t> regions = {sectors.region_of(grid.id(query.start)), sectors.region_of(grid.id(query.goal))};
  for (const SearchEvent& e : trace.events()) {
    if (e.type != EventType::kPathEdge || e.level != 1) continue;
    regions.insert(sectors.region_of(e.node));
    regions.insert(sectors.region_of(e.parent));
  }
  for (const SearchEvent& e : trace.events()) {
    if (e.level == 0 && e.type == EventType::kExpand) REQUIRE(regions.contains(sectors.region_of(e.node)));
  }
}

// A piece of the path of level 1 that ends in a large region, before the last one, goes no further in it than its first
// small region there. How many pieces were looked at.
size_t check_cut_back(const Sectors& sectors, const Trace& trace) {
  const auto large_of = [&](CellId centre) {
    return sectors.region(static_cast<uint32_t>(sectors.region_of(centre))).parent;
  };
  const std::vector<SearchEvent>& events = trace.events();
  size_t pieces = 0;
  CellId end = kNoCell;  // centre of the large region that the piece at hand leads to
  std::vector<const SearchEvent*> piece;
  for (const SearchEvent& e : events) {
    if (e.level == 1 && e.type == EventType::kPathEdge) piece.push_back(&e);
    if (e.level != 2 || e.type != EventType::kRefine) continue;
    if (piece.size() > 1) {
      const uint32_t large = static_cast<uint32_t>(sectors.region_of(end, 2));
      REQUIRE_FALSE((large_of(piece.back()->node) == large && large_of(piece.back()->parent) == large));
      ++pieces;
    }
    piece.clear();
    end = e.node;
  }
  return pieces;
}

}  // namespace

TEST_CASE("every event of an HPA* search belongs to its level, and every edge of a path is refined to what it costs") {
  Workspace workspace;
  PlanResult result;
  Trace trace;
  size_t steps = 0, refined = 0, found = 0, lost = 0;
  uint64_t seed = 3;
  for (const Rules& rules : all_rules()) {
    const GridMap map = seed % 2 == 0 ? random_rooms(60, 44, 7, seed) : random_map(60, 44, 28, seed);
    const MoveGrid grid = moves_on(map, rules);
    for (const bool cache : {false, true}) {
      auto hpa = built<Hpa>(grid, HpaOptions{5, 4, 0, cache, 3, 2});
      const std::vector<LevelFromTrace> levels = levels_of(hpa);
      Rng rng(seed++);
      for (int i = 0; i < 12; ++i) {
        PlanQuery query;
        REQUIRE(random_ends(map, grid, levels[1], rng, query));
        for (int level = 1; level <= hpa.levels(); ++level) {
          trace.clear();
          hpa.plan(grid, query, {.smooth = i % 2 == 0, .levels = level}, workspace, result, &trace);
          TraceReplay replay{map, grid, query, levels};
          replay.check(trace, result);
          steps += replay.steps;
          refined += replay.refined;
          ++(result.found() ? found : lost);
        }
      }
    }
  }
  CHECK(steps > 100'000);
  CHECK(refined > 5000);
  CHECK(found > 300);
  CHECK(lost > 20);
}

TEST_CASE("the links of HPA* are the ways from the ends to the nodes of their clusters, on every level") {
  Workspace workspace;
  PlanResult result;
  Trace trace;
  size_t links = 0, direct = 0;
  for (const Rules& rules : all_rules()) {
    const GridMap map = random_rooms(48, 40, 7, 5);
    const MoveGrid grid = moves_on(map, rules);
    for (const bool cache : {false, true}) {
      auto hpa = built<Hpa>(grid, HpaOptions{6, 4, 0, cache, 2, 2});
      const std::vector<LevelFromTrace> levels = levels_of(hpa);
      Rng rng(9);
      for (int i = 0; i < 6; ++i) {
        PlanQuery query;
        REQUIRE(random_ends(map, grid, levels[1], rng, query));
        if (i % 2 == 1) {  // in one cluster of level 2, if not of level 1
          const Rect near = hpa.clusters(2).rect(hpa.clusters(2).cluster_of(query.start));
          for (const CellId cell : {grid.id({near.x0 + 2, near.y0 + 2}), grid.id({near.x0 + 3, near.y0 + 3})}) {
            if (grid.passable(cell) && !levels[1].nodes.contains(cell)) query.goal = grid.cell(cell);
          }
        }
        trace.clear();
        hpa.plan(grid, query, {}, workspace, result, &trace);
        std::set<std::pair<int, EdgeCells>> linked;
        for (const SearchEvent& e : trace.events()) {
          if (e.type != EventType::kLink) continue;
          const Rect rect = hpa.clusters(e.level).rect(hpa.clusters(e.level).cluster_of(grid.cell(e.parent)));
          const Cost least = inside(map, rules, rect, grid.cell(e.parent))[e.node];
          REQUIRE(least != kInfinite);
          if (e.level == 1) REQUIRE(e.g == least);
          REQUIRE(e.g >= least);
          REQUIRE(linked.insert({e.level, {e.parent, e.node}}).second);
          ++links;
        }
        // Whatever of the cluster can be reached inside it is linked.
        for (const Cell end : {query.start, query.goal}) {
          const Rect rect = hpa.clusters(1).rect(hpa.clusters(1).cluster_of(end));
          const std::vector<Cost> reach = inside(map, rules, rect, end);
          for (const CellId node : levels[1].nodes) {
            REQUIRE((reach[node] != kInfinite) == linked.contains({1, {grid.id(end), node}}));
          }
        }
        for (int level = 1; level <= 2; ++level) {
          direct += linked.contains({level, {grid.id(query.goal), grid.id(query.start)}});
        }
      }
    }
  }
  CHECK(links > 2000);
  CHECK(direct > 20);
}

TEST_CASE("every event of an HAA* search belongs to the graph of its agent and quality") {
  Workspace workspace;
  PlanResult result;
  Trace trace;
  size_t steps = 0, refined = 0, found = 0;
  uint64_t seed = 3;
  for (int profile = 0; profile < kProfiles; ++profile) {
    const GridMap map = random_map(50, 40, 12, seed);
    const Rules rules{static_cast<Profile>(profile), Capability::walker(), {1, 3, 16, 7}};
    AgentGrids agents;
    const std::vector<Capability> capabilities = {Capability::walker(), Capability(0b1111)};
    agents.build(map, rules, 2, capabilities);
    auto haa = built<Haa>(agents, HaaOptions{.cluster_size = 8, .max_size = 2, .capabilities = capabilities});
    std::vector<HaaEdge> edges = haa.inter_edges();
    const size_t inter = edges.size();
    const std::vector<HaaEdge> intra = haa.intra_edges();
    edges.insert(edges.end(), intra.begin(), intra.end());
    for (const Capability capability : capabilities) {
      for (int size = 1; size <= 2; ++size) {
        for (const HaaQuality quality : {HaaQuality::kHigh, HaaQuality::kLow}) {
          const Agent agent{size, capability};
          std::vector<LevelFromTrace> levels(2);
          for (const HaaNode& node : haa.nodes()) levels[1].nodes.insert(node.cell);
          const MoveGrid& grid = agents.grid(agents.class_of(agent));
          for (size_t e = 0; e < edges.size(); ++e) {
            const HaaEdge& edge = edges[e];
            const bool usable = edge.clearance >= size && (edge.capability.bits() & ~capability.bits()) == 0;
            const bool kept = !edge.strongly_dominated && !(quality == HaaQuality::kLow && edge.weakly_dominated);
            if (!usable || !kept) continue;
            // An inter-edge is a step, for which a larger agent may pay more.
            const int direction = grid.direction_between(edge.from, edge.to);
            levels[1].add(edge.from, edge.to, e < inter ? grid.step_cost(edge.from, direction) : edge.cost);
          }
          Rng rng(seed++);
          for (int i = 0; i < 10; ++i) {
            PlanQuery query;
            REQUIRE(random_ends(map, grid, levels[1], rng, query));
            trace.clear();
            haa.plan(agents, agent, quality, query, {.smooth = i % 2 == 0}, workspace, result, &trace);
            TraceReplay replay{map, grid, query, levels};
            replay.check(trace, result);
            steps += replay.steps;
            refined += replay.refined;
            found += result.found();
          }
        }
      }
    }
  }
  CHECK(steps > 10'000);
  CHECK(refined > 500);
  CHECK(found > 100);
}

TEST_CASE("every event of a search over sectors belongs to its level, and to the regions that it may enter") {
  Workspace workspace;
  PlanResult result;
  Trace trace;
  size_t steps = 0, found = 0, cut_back = 0;
  uint64_t seed = 3;
  for (const Rules& rules : all_rules()) {
    const GridMap map = random_map(60, 44, 25, seed);
    const MoveGrid grid = moves_on(map, rules);
    for (const int landmarks : {0, 3}) {
      Sectors sectors =
          built<Sectors>(grid, SectorOptions{.sector_size = 6, .second_size = 15, .landmarks = landmarks});
      std::vector<LevelFromTrace> levels(1);
      for (int level = 1; level <= 2; ++level) {
        LevelFromTrace& seen = levels.emplace_back();
        const auto centre = [&](uint32_t region) { return sectors.region(region, level).centre; };
        for (uint32_t r = 0; r < sectors.region_count(level); ++r) seen.nodes.insert(centre(r));
        for (const SectorEdge& edge : sectors.edges(level)) seen.add(centre(edge.from), centre(edge.to), edge.cost);
      }
      Rng rng(seed++);
      for (int i = 0; i < 12; ++i) {
        PlanQuery query;
        REQUIRE(random_ends(map, grid, levels[1], rng, query));
        for (int level = 1; level <= 2; ++level) {
          trace.clear();
          sectors.plan(grid, query, {.smooth = i % 2 == 0, .levels = level, .segment = static_cast<uint32_t>(i % 4)},
                       workspace, result, &trace);
          TraceReplay replay{.map = map, .grid = grid, .query = query, .levels = levels, .refines_exactly = false};
          replay.check(trace, result);
          check_corridor(sectors, grid, query, trace);
          cut_back += check_cut_back(sectors, trace);
          steps += replay.steps;
          found += result.found();
        }
      }
    }
  }
  CHECK(steps > 10'000);
  CHECK(found > 200);
  CHECK(cut_back > 20);
}

TEST_CASE("every event of a plan by tables belongs to the graph of level 1") {
  Workspace workspace;
  PlanResult result;
  Trace trace;
  size_t refined = 0;
  uint64_t seed = 3;
  for (const Rules& rules : all_rules()) {
    const GridMap map = random_rooms(60, 44, 7, seed);
    const MoveGrid grid = moves_on(map, rules);
    auto hpa = built<Hpa>(grid, HpaOptions{.cluster_size = 6});
    auto tables = built<Tables>(grid, hpa, TablesOptions{});
    const std::vector<LevelFromTrace> levels = levels_of(hpa);
    Rng rng(seed++);
    for (int i = 0; i < 15; ++i) {
      PlanQuery query;
      REQUIRE(random_ends(map, grid, levels[1], rng, query));
      trace.clear();
      tables.plan(grid, nullptr, query, {.smooth = i % 2 == 0}, workspace, result, &trace);
      if (trace.events().empty()) {
        REQUIRE_FALSE(result.found());
        continue;
      }
      TraceReplay replay{.map = map, .grid = grid, .query = query, .levels = levels, .searches_best_first = false};
      replay.check(trace, result);
      refined += replay.refined;
    }
  }
  CHECK(refined > 300);
}

TEST_CASE("down to regions, a plan over sectors is a path of neighbouring regions at the cost of its edges") {
  Workspace workspace;
  PlanResult result, whole;
  size_t found = 0;
  uint64_t seed = 3;
  for (const int second : {0, 15}) {
    for (const Rules& rules : all_rules()) {
      const GridMap map = random_map(60, 44, 25, seed);
      const MoveGrid grid = moves_on(map, rules);
      auto sectors = built<Sectors>(grid, SectorOptions{.sector_size = 6, .second_size = second});
      std::map<EdgeCells, Cost> edges;
      for (const SectorEdge& e : sectors.edges()) edges[{e.from, e.to}] = edges[{e.to, e.from}] = e.cost;
      Rng rng(seed++);
      for (int i = 0; i < 15; ++i) {
        const PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
        sectors.plan_regions(grid, query, {}, workspace, result);
        sectors.plan(grid, query, {}, workspace, whole);
        REQUIRE(result.status == whole.status);
        if (!result.found()) continue;
        ++found;
        REQUIRE(result.path.empty());
        REQUIRE_FALSE(result.complete);
        REQUIRE(sectors.region_of(result.abstract_path.front()) == sectors.region_of(grid.id(query.start)));
        REQUIRE(sectors.region_of(result.abstract_path.back()) == sectors.region_of(grid.id(query.goal)));
        Cost cost = 0;
        for (size_t k = 1; k < result.abstract_path.size(); ++k) {
          const auto a = static_cast<uint32_t>(sectors.region_of(result.abstract_path[k - 1]));
          const auto b = static_cast<uint32_t>(sectors.region_of(result.abstract_path[k]));
          REQUIRE(sectors.region(b).centre == result.abstract_path[k]);
          REQUIRE(edges.contains({a, b}));
          cost += edges[{a, b}];
        }
        REQUIRE(result.cost == cost);
      }
    }
  }
  CHECK(found > 100);
}

TEST_CASE("searches from both ends meet each time on a cheaper way than before, the last time on the cheapest") {
  Workspace workspace;
  PlanResult result;
  Trace trace;
  size_t meetings = 0;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    const GridMap map = random_map(40, 34, 15, seed);
    const MoveGrid grid = moves_on(map, {});
    for (const ChOrder order : {ChOrder::kNested, ChOrder::kLarge, ChOrder::kCustomisable}) {
      for (const bool corners : {false, true}) {
        // Customisable ones are read by labels every other time.
        const size_t label_bytes = order == ChOrder::kCustomisable && seed % 2 == 0 ? size_t{1} << 28 : 0;
        const size_t full_label_bytes = seed == 4 ? 0 : PackedLabels::kUsualBytes;
        const std::optional<CellCh> ch = CellCh::build(grid, order, corners, label_bytes, nullptr, full_label_bytes);
        REQUIRE(ch);
        Rng rng(seed);
        for (int i = 0; i < 20; ++i) {
          const PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
          trace.clear();
          ch->plan(grid, query, {.smooth = false}, workspace, result, &trace);
          Cost best = kInfinite;
          for (const SearchEvent& e : trace.events()) {
            if (e.type != EventType::kMeet) continue;
            REQUIRE(e.g < best);
            best = e.g;
            ++meetings;
          }
          if (best != kInfinite) REQUIRE(result.raw_cost <= best);
        }
      }
    }
  }
  CHECK(meetings > 200);
}

}  // namespace strata::test
