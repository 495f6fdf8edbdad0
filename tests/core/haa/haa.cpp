// HAA* finds the paths that there are, at the costs that its graph says.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/io/movingai.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "tests/core/haa/haa_setting.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Which cells reach each other: labels of the connected parts; 0: the agent cannot stand there.
std::vector<uint32_t> parts_of(const MoveGrid& grid) {
  std::vector<uint32_t> label(grid.cell_count(), 0);
  std::vector<CellId> open;
  uint32_t last = 0;
  for (CellId seed = 0; seed < grid.cell_count(); ++seed) {
    if (!grid.passable(seed) || label[seed] != 0) continue;
    label[seed] = ++last;
    open.assign(1, seed);
    while (!open.empty()) {
      const CellId at = open.back();
      open.pop_back();
      for (int d = 0; d < kDirections; ++d) {
        if (((grid.moves(at) >> d) & 1) == 0 || label[grid.neighbour(at, d)] != 0) continue;
        label[grid.neighbour(at, d)] = last;
        open.push_back(grid.neighbour(at, d));
      }
    }
  }
  return label;
}

struct ConnectivityTally {
  int pairs = 0;
  int connected = 0;
  int lost = 0;
};

// Random pairs of cells on which the agent can stand: is a path found exactly where there is one, at costs in order?
void check_pairs(const HaaSetting& s, int agent_class, int pairs, bool every_quality, Rng& rng,
                 ConnectivityTally& tally) {
  static Workspace workspace;
  static PlanResult initial, high, low;
  const MoveGrid& grid = s.agents.grid(agent_class);
  const std::vector<uint32_t> part = parts_of(grid);
  std::vector<CellId> cells;
  for (CellId id = 0; id < grid.cell_count(); ++id) {
    if (grid.passable(id)) cells.push_back(id);
  }
  if (cells.empty()) return;
  const Agent agent = s.agents.agent(agent_class);
  for (int i = 0; i < pairs; ++i) {
    const CellId start = cells[rng.below(static_cast<uint32_t>(cells.size()))];
    const CellId goal = cells[rng.below(static_cast<uint32_t>(cells.size()))];
    const PlanQuery query{grid.cell(start), grid.cell(goal)};
    const bool reachable = part[start] == part[goal];
    ++tally.pairs;
    tally.connected += reachable;
    PlanOptions options{.smooth = i % 4 == 0, .keep_raw_path = true};
    s.haa.plan(s.agents, agent, HaaQuality::kHigh, query, options, workspace, high);
    s.haa.plan(s.agents, agent, HaaQuality::kLow, query, options, workspace, low);
    tally.lost += reachable && (!high.found() || !low.found());
    REQUIRE(high.found() == reachable);
    REQUIRE(low.found() == reachable);
    if (every_quality) {
      s.haa.plan(s.agents, agent, HaaQuality::kInitial, query, options, workspace, initial);
      REQUIRE(initial.found() == reachable);
      REQUIRE(initial.raw_cost == high.raw_cost);
    }
    if (!reachable) continue;
    REQUIRE(low.raw_cost >= high.raw_cost);
    for (const PlanResult* result : {&high, &low}) {
      const auto raw_fault = path_fault(grid, result->raw_path, query.start, query.goal, result->raw_cost);
      REQUIRE_MESSAGE(!raw_fault, *raw_fault);
      const auto fault = path_fault(grid, result->path, query.start, query.goal, result->cost);
      REQUIRE_MESSAGE(!fault, *fault);
      REQUIRE(result->cost <= result->raw_cost);
      REQUIRE(result->complete);
    }
  }
}

// The shortest cost over the edges an agent can use, by Bellman-Ford, with links computed afresh. Nothing of the query.
Cost abstract_cost(const HaaSetting& s, int agent_class, HaaQuality quality, const PlanQuery& query) {
  const MoveGrid& grid = s.agents.grid(agent_class);
  const Agent agent = s.agents.agent(agent_class);
  const auto distances_inside = [&](Cell from, const Rect& rect) {
    std::vector<Cost> g(grid.cell_count(), kInfinite);
    g[grid.id(from)] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (int y = rect.y0; y < rect.y1; ++y) {
        for (int x = rect.x0; x < rect.x1; ++x) {
          const CellId at = grid.id({x, y});
          if (g[at] == kInfinite) continue;
          for (int d = 0; d < kDirections; ++d) {
            if (((grid.moves(at) >> d) & 1) == 0) continue;
            const CellId next = grid.neighbour(at, d);
            if (!rect.contains(grid.cell(next)) || g[at] + grid.step_cost(at, d) >= g[next]) continue;
            g[next] = g[at] + grid.step_cost(at, d);
            changed = true;
          }
        }
      }
    }
    return g;
  };
  const ClusterGrid& clusters = s.haa.clusters();
  const Rect start_rect = clusters.rect(clusters.cluster_of(query.start));
  const Rect goal_rect = clusters.rect(clusters.cluster_of(query.goal));
  const std::vector<Cost> from_start = distances_inside(query.start, start_rect);
  const std::vector<Cost> from_goal = distances_inside(query.goal, goal_rect);
  std::vector<HaaEdge> edges = s.haa.inter_edges();
  const std::vector<HaaEdge> intra = s.haa.intra_edges();
  edges.insert(edges.end(), intra.begin(), intra.end());
  std::erase_if(edges, [&](const HaaEdge& edge) {
    return edge.clearance < agent.size || !agent.capability.includes(edge.capability) ||
           (edge.strongly_dominated && quality != HaaQuality::kInitial) ||
           (edge.weakly_dominated && quality == HaaQuality::kLow);
  });
  // Over a border each size pays for the terrain under it.
  for (HaaEdge& edge : edges) {
    const Cell a = grid.cell(edge.from), b = grid.cell(edge.to);
    if (clusters.cluster_of(a) == clusters.cluster_of(b)) continue;
    edge.cost = test::plain_step(s.map, grid.rules(), a, b).value_or(kInfinite);
  }
  const auto counts = [&](const HaaNode& node) { return quality != HaaQuality::kLow || node.in_low; };
  std::vector<Cost> g(grid.cell_count(), kInfinite);
  for (const HaaNode& node : s.haa.nodes()) {
    if (counts(node) && start_rect.contains(grid.cell(node.cell))) g[node.cell] = from_start[node.cell];
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const HaaEdge& edge : edges) {
      for (const auto& [a, b] : {std::pair(edge.from, edge.to), std::pair(edge.to, edge.from)}) {
        if (g[a] == kInfinite || g[a] + edge.cost >= g[b]) continue;
        g[b] = g[a] + edge.cost;
        changed = true;
      }
    }
  }
  Cost best = start_rect == goal_rect ? from_start[grid.id(query.goal)] : kInfinite;
  for (const HaaNode& node : s.haa.nodes()) {
    if (!counts(node) || !goal_rect.contains(grid.cell(node.cell))) continue;
    if (g[node.cell] == kInfinite || from_goal[node.cell] == kInfinite) continue;
    best = std::min(best, g[node.cell] + from_goal[node.cell]);
  }
  return best;
}

std::vector<GridMap> mixed_maps() {
  std::vector<GridMap> maps;
  for (const uint32_t percent : {10u, 15u, 20u, 25u, 30u, 35u}) maps.push_back(random_map(72, 64, percent, percent));
  maps.push_back(painted(generate({SceneKind::kRooms, 96, 80, 3, 0}), 4));
  maps.push_back(painted(generate({SceneKind::kCave, 96, 80, 5, 0}), 6));
  maps.push_back(painted(generate({SceneKind::kCity, 96, 80, 7, 0}), 8));
  maps.push_back(painted(generate({SceneKind::kMaze, 65, 65, 9, 0}), 10));
  maps.push_back(generate({SceneKind::kForest, 96, 96, 11, 0}));
  maps.push_back(painted(GridMap(90, 70), 12));
  return maps;
}

}  // namespace

TEST_CASE("HAA* loses no path of any size and capability, in any quality") {
  ConnectivityTally tally;
  Rng rng(1);
  int variant = 0;
  for (const GridMap& map : mixed_maps()) {
    ++variant;
    const auto profile = static_cast<Profile>(variant % kProfiles);
    const HaaSetting s(map, Rules{profile}, with_menu(variant % 2 == 0 ? 10 : 7 + variant, 4, true));
    const HaaCounts initial = s.haa.counts(HaaQuality::kInitial);
    const HaaCounts high = s.haa.counts(HaaQuality::kHigh);
    const HaaCounts low = s.haa.counts(HaaQuality::kLow);
    CHECK(initial.nodes == high.nodes);
    CHECK(initial.intra_edges > high.intra_edges);
    CHECK(high.intra_edges > low.intra_edges);
    CHECK(high.nodes >= low.nodes);
    CHECK(high.inter_edges >= low.inter_edges);
    for (int k = 0; k < s.agents.class_count(); ++k) check_pairs(s, k, 290, true, rng, tally);
  }
  MESSAGE(tally.pairs, " pairs, ", tally.connected, " connected, ", tally.lost, " lost");
  CHECK(tally.pairs >= 50'000);
  CHECK(tally.connected > 20'000);
  CHECK(tally.lost == 0);
}

TEST_CASE("HAA* loses no path on the game maps, with lakes and woods painted by a seed" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  ConnectivityTally tally;
  Rng rng(2);
  uint64_t seed = 0;
  for (const auto& file : std::filesystem::directory_iterator(std::string(std::getenv("STRATA_DATA")) + "/maps/bg")) {
    if (file.path().extension() != ".map") continue;
    auto loaded = load_map(file.path().string());
    REQUIRE(loaded.ok());
    const HaaSetting s(painted(std::move(loaded.value().map), ++seed), {}, with_menu(10, 4));
    for (int k = 0; k < s.agents.class_count(); ++k) check_pairs(s, k, 28, false, rng, tally);
  }
  MESSAGE(tally.pairs, " pairs, ", tally.connected, " connected, ", tally.lost, " lost");
  CHECK(tally.pairs >= 50'000);
  CHECK(tally.lost == 0);
}

TEST_CASE("HAA* answers with the shortest way through the edges the agent can use") {
  Workspace workspace;
  PlanResult result;
  PlanResult traced;
  PlanResult astar;
  Rng rng(3);
  int found = 0;
  for (int variant = 0; variant < 6; ++variant) {
    Rules rules{static_cast<Profile>(variant % kProfiles)};
    if (variant % 2 == 1) rules.weights = {1, 3, 2, 7};
    const GridMap map = variant < 3 ? random_map(37, 33, 20, static_cast<uint64_t>(variant))
                                    : painted(random_rooms(40, 36, 9, 5), static_cast<uint64_t>(variant));
    const HaaSetting s(map, rules, with_menu(variant % 2 == 0 ? 9 : 10, 3, true));
    for (int k = 0; k < s.agents.class_count(); ++k) {
      for (int i = 0; i < 20; ++i) {
        const PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
        const MoveGrid& grid = s.agents.grid(k);
        plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, astar);
        for (int quality = 0; quality < kHaaQualities; ++quality) {
          const auto q = static_cast<HaaQuality>(quality);
          s.haa.plan(s.agents, s.agents.agent(k), q, query, {true, true}, workspace, result);
          REQUIRE(result.status == astar.status);
          Trace trace;
          s.haa.plan(s.agents, s.agents.agent(k), q, query, {true, true}, workspace, traced, &trace);
          REQUIRE(traced.path == result.path);
          REQUIRE(traced.raw_path == result.raw_path);
          REQUIRE(traced.abstract_path == result.abstract_path);
          REQUIRE(traced.cost == result.cost);
          REQUIRE(traced.stats == result.stats);
          if (!astar.found()) continue;
          ++found;
          REQUIRE(result.raw_cost == abstract_cost(s, k, q, query));
          REQUIRE(result.cost >= astar.cost);
          REQUIRE(result.abstract_path.front() == grid.id(query.start));
          REQUIRE(result.abstract_path.back() == grid.id(query.goal));
          // The path edges of the trace are the abstract path and, step by step, the raw one.
          Cost abstract = 0;
          std::vector<CellId> steps{grid.id(query.start)};
          for (const SearchEvent& event : trace.events()) {
            if (event.type != EventType::kPathEdge) continue;
            if (event.level == 1) {
              abstract += event.g;
            } else {
              REQUIRE(event.parent == steps.back());
              steps.push_back(event.node);
            }
          }
          REQUIRE(abstract == result.raw_cost);
          REQUIRE(steps == result.raw_path);
        }
      }
    }
  }
  CHECK(found > 300);
}

TEST_CASE("the transitions as published lose an agent that cannot slide along an entrance") {
  // Between the two clusters there is one entrance, six cells wide. An agent of size 2 can cross it along the upper
  // corridor and along the lower one, but on the right side it cannot go from one to the other.
  const GridMap map = map_from_text(
      "@@@@@@@@@@@@@@@@\n"
      "................\n"
      "................\n"
      "@@@@@@...@@@@@@@\n"
      "@@@@@@...@@@@@@@\n"
      "................\n"
      "................\n"
      "@@@@@@@@@@@@@@@@\n");
  HaaOptions options{.cluster_size = 8};
  Workspace workspace;
  PlanResult result;
  const HaaSetting complete(map, {}, options);
  options.as_published = true;
  const HaaSetting published(map, {}, options);
  const auto finds = [&](const HaaSetting& s, int size, int row) {
    s.haa.plan(s.agents, {size}, HaaQuality::kHigh, {{0, row}, {14, row}}, {}, workspace, result);
    const bool high = result.found();
    s.haa.plan(s.agents, {size}, HaaQuality::kLow, {{0, row}, {14, row}}, {}, workspace, result);
    CHECK(result.found() == high);
    return high;
  };
  CHECK(published.haa.inter_edges().size() == 1);
  CHECK(complete.haa.inter_edges().size() == 2);
  CHECK(finds(published, 1, 1));
  CHECK(finds(published, 1, 5));
  CHECK(!finds(published, 2, 1));
  CHECK(finds(published, 2, 5));
  for (const int size : {1, 2}) {
    CHECK(finds(complete, size, 1));
    CHECK(finds(complete, size, 5));
  }
  // On a larger scale: pairs are lost where the complete entrances lose none.
  const GridMap random = random_map(90, 90, 8, 5);
  options.max_size = 3;
  const HaaSetting partial(random, {}, options);
  options.as_published = false;
  const HaaSetting whole(random, {}, options);
  Rng rng(6);
  for (int k = 0; k < whole.agents.class_count(); ++k) {
    const MoveGrid& grid = whole.agents.grid(k);
    const std::vector<uint32_t> part = parts_of(grid);
    int lost = 0;
    int connected = 0;
    for (int i = 0; i < 20'000 && connected < 500; ++i) {
      const PlanQuery query{random_cell(random, rng), random_cell(random, rng)};
      const uint32_t label = part[grid.id(query.start)];
      if (label == 0 || label != part[grid.id(query.goal)]) continue;
      ++connected;
      whole.haa.plan(whole.agents, whole.agents.agent(k), HaaQuality::kHigh, query, {}, workspace, result);
      REQUIRE(result.found());
      partial.haa.plan(partial.agents, whole.agents.agent(k), HaaQuality::kHigh, query, {}, workspace, result);
      lost += !result.found();
    }
    MESSAGE("as published, size ", k + 1, ": ", lost, " of ", connected, " pairs lost");
    CHECK(connected > 30);
    CHECK((lost > 0) == (k > 0));  // a single cell can slide
  }
}
