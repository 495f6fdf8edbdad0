// HPA* on maps with links between cells, beside a plain Dijkstra with links.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/sort_unique.hpp"
#include "core/hpa/hpa.hpp"
#include "core/hpa/hpa_build.hpp"
#include "core/hpa/hpa_build_code.hpp"
#include "core/hpa/hpa_code.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "tests/links_support.hpp"

namespace strata::test {
namespace {

const std::vector<HpaOptions>& hpa_kinds() {
  static const std::vector<HpaOptions> kinds = {
      {.cluster_size = 4, .entrance_threshold = 3, .levels = 3},
      {.cluster_size = 5, .cache_paths = true, .levels = 3},
      {.cluster_size = 3, .transition_spacing = 2, .cache_paths = true, .levels = 2, .level_factor = 3},
      {.cluster_size = 10, .levels = 1}};
  return kinds;
}

// A map with links that is edited, with its moves for agents of any size.
struct HpaLinkedMap {
  GridMap map;
  Clearance clearance;
  MoveGrid grid;

  HpaLinkedMap(GridMap of, const Rules& rules, int links, Rng& rng) : map(std::move(of)) {
    map.apply(random_links(map, links, rng));
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
  }
  // Returns the cells whose moves have changed; a change of a link alone changes none.
  Rect edit(const Edit& change) {
    Rect dirty = map.apply(change).dirty;
    dirty.include(clearance.update(map, dirty));
    return grid.update(map, dirty, &clearance);
  }
};

// Returns the ends of the links that the agent can use.
std::vector<CellId> usable_ends(const HpaLinkedMap& s) {
  std::vector<CellId> ends;
  if (s.map.links() == nullptr) return ends;
  for (const MapLink& link : s.map.links()->all()) {
    if (s.grid.passable(link.from) && s.grid.passable(link.to)) ends.insert(ends.end(), {link.from, link.to});
  }
  sort_unique(ends);
  return ends;
}

// Returns the cost of the cheapest path over the graph of level 1 and over links.
Cost linked_abstract_cost(const HpaLinkedMap& s, const Hpa& hpa, const PlanQuery& query) {
  const auto inside = [&](Cell end) {
    return plain_dijkstra(s.map, s.grid.rules(), end, hpa.clusters().rect(hpa.clusters().cluster_of(end)));
  };
  const std::vector<Cost> from_start = inside(query.start), to_goal = inside(query.goal);
  std::vector<HpaEdge> edges = hpa.inter_edges();
  for (const HpaEdge& edge : hpa.intra_edges()) edges.push_back(edge);
  // The start and the goal are nodes of their own, behind the cells.
  const auto start = static_cast<CellId>(s.map.cell_count());
  const std::vector<Cost> cost = plain_search(s.map.cell_count() + 1, start, kInfinite, [&](CellId id, auto&& visit) {
    if (id == start) {
      for (const HpaNode& node : hpa.nodes()) {
        if (from_start[node.cell] != kInfinite) visit(node.cell, from_start[node.cell]);
      }
      return;
    }
    for (const HpaEdge& edge : edges) {
      if (edge.from == id) visit(edge.to, edge.cost);
      if (edge.to == id) visit(edge.from, edge.cost);
    }
    for (const MapLink& link : s.map.links()->from(id)) {
      if (can_stand(s.map, s.grid.rules(), s.map.cell(link.to))) visit(link.to, step_between(s.grid, id, link.to));
    }
  });
  Cost best = from_start[s.map.id(query.goal)];
  for (const HpaNode& node : hpa.nodes()) {
    if (cost[node.cell] != kInfinite && to_goal[node.cell] != kInfinite)
      best = std::min(best, cost[node.cell] + to_goal[node.cell]);
  }
  return best;
}

// Returns the number of steps of a path that no move can do.
size_t far_steps_of(const MoveGrid& grid, std::span<const CellId> path) {
  size_t steps = 0;
  for (size_t i = 1; i < path.size(); ++i) {
    steps += !has_move(grid, path[i - 1], grid.direction_between(path[i - 1], path[i]));
  }
  return steps;
}

// Checks that the edges on each level of a trace lead from the start to the goal at the cost of the path.
void check_levels_of(const Trace& trace, int levels, const HpaLinkedMap& s, const PlanQuery& query,
                     const PlanResult& result) {
  for (int level = levels; level >= 0; --level) {
    CellId at = s.grid.id(query.start);
    Cost cost = 0;
    for (const SearchEvent& event : trace.events()) {
      if (event.type != EventType::kPathEdge || event.level != level) continue;
      REQUIRE(event.parent == at);
      at = event.node;
      cost += event.g;
    }
    REQUIRE(at == s.grid.id(query.goal));
    REQUIRE(cost == result.raw_cost);
  }
}

}  // namespace

TEST_CASE("HPA* follows links: a path exactly when there is one, of the cost of its graph on every level") {
  Workspace workspace;
  PlanResult plain, result, traced, first;
  size_t found = 0, lost = 0, over_links = 0, dearer = 0, within = 0;
  for (const Rules& each : all_rules()) {
    for (size_t kind = 0; kind < hpa_kinds().size(); ++kind) {
      Rng rng(5 * kind + static_cast<uint64_t>(each.profile));
      Rules rules = each;
      rules.agent_size = kind == 1 ? 2 : 1;
      GridMap map = kind % 2 == 0 ? random_map(27, 23, 25, rng.next()) : random_rooms(29, 22, 7, rng.next());
      if (kind % 2 == 0) add_random_weights(map, 30, rng.next());
      const HpaLinkedMap s(std::move(map), rules, kind == 3 ? 200 : 4 + 3 * static_cast<int>(kind), rng);
      const auto hpa = built<Hpa>(s.grid, hpa_kinds()[kind]);
      for (int i = 0; i < 24; ++i) {
        PlanQuery query{random_cell(s.map, rng), random_cell(s.map, rng)};
        if (i % 4 == 1) query.start = s.map.cell(s.map.links()->all()[0].from);
        if (i % 4 == 2) query.goal = s.map.cell(s.map.links()->all()[0].to);
        const Cost optimum = linked_dijkstra(s.map, rules, query.start)[s.map.id(query.goal)];
        hpa.plan(s.grid, query, {true, true, 1}, workspace, plain);
        LinkedHpaGoal linked;
        const bool is_linked = hpa.insert_goal(s.grid, query.goal, workspace, linked) == PlanStatus::kFound;
        for (int level = 1; level <= hpa.levels(); ++level) {
          const PlanOptions options{true, true, level};
          hpa.plan(s.grid, query, options, workspace, result);
          Trace trace;
          hpa.plan(s.grid, query, options, workspace, traced, &trace);
          REQUIRE(traced.status == result.status);
          REQUIRE(traced.path == result.path);
          REQUIRE(traced.raw_path == result.raw_path);
          REQUIRE(traced.abstract_path == result.abstract_path);
          REQUIRE(traced.cost == result.cost);
          REQUIRE(traced.stats == result.stats);
          if (is_linked && s.grid.passable(query.start)) {
            hpa.plan(s.grid, query.start, linked, options, workspace, first);
            REQUIRE(first.status == result.status);
            REQUIRE(first.path == result.path);
          }
          if (!s.grid.passable(query.start) || !s.grid.passable(query.goal)) {
            REQUIRE(!result.found());
            continue;
          }
          REQUIRE(result.status == (optimum == kInfinite ? PlanStatus::kNoPath : PlanStatus::kFound));
          if (!result.found()) continue;
          REQUIRE(result.raw_cost == plain.raw_cost);
          if (level == 1) REQUIRE(result.raw_cost == linked_abstract_cost(s, hpa, query));
          REQUIRE(path_fault(s.grid, result.raw_path, query.start, query.goal, result.raw_cost).value_or("") == "");
          REQUIRE(path_fault(s.grid, result.path, query.start, query.goal, result.cost).value_or("") == "");
          REQUIRE(result.cost <= result.raw_cost);
          REQUIRE(result.cost >= optimum);
          check_levels_of(trace, level, s, query, result);
          hpa.plan(s.grid, query, {.levels = level, .first_moves = 5}, workspace, first);
          REQUIRE(first.path.size() == std::min<size_t>(result.raw_path.size(), 6));
          REQUIRE(std::equal(first.path.begin(), first.path.end(), result.raw_path.begin()));
          const size_t far = far_steps_of(s.grid, result.path);
          REQUIRE(far == far_steps_of(s.grid, result.raw_path));  // smoothing leaves links as they are
          over_links += far > 0;
          dearer += result.cost > optimum;
          for (size_t k = 1; k < result.path.size(); ++k) {
            const Cell a = s.map.cell(result.path[k - 1]), b = s.map.cell(result.path[k]);
            within += s.grid.direction_between(result.path[k - 1], result.path[k]) < 0 &&
                      hpa.clusters(level).cluster_of(a) == hpa.clusters(level).cluster_of(b);
          }
        }
        ++(optimum == kInfinite ? lost : found);
      }
    }
  }
  CHECK(found > 300);
  CHECK(lost > 50);
  CHECK(over_links > 200);
  CHECK(dearer > 20);
  CHECK(within > 20);  // links inside one cluster
}

TEST_CASE("the ends of links are nodes on every level, whether their graph was built or updated by random edits") {
  size_t changed = 0, most = 0;
  for (const Rules& rules : all_rules()) {
    for (size_t kind = 0; kind < hpa_kinds().size(); ++kind) {
      Rng rng(31 * kind + static_cast<uint64_t>(rules.profile));
      HpaLinkedMap s(random_map(30, 26, 20, rng.next()), rules, 4, rng);
      auto hpa = built<Hpa>(s.grid, hpa_kinds()[kind]);
      for (int step = 0; step < 12; ++step) {
        const std::vector<CellId> before = hpa.link_ends();
        const Rect dirty = s.edit(random_link_edit(s.map, hpa_kinds()[kind].cluster_size, rng));
        if (step % 3 == 0) {  // a build in slices, while links come and go
          hpa.mark_dirty(s.grid, dirty);
          HpaUpdate report;
          (void)hpa.update_some(s.grid, report, 1);
          hpa.mark_dirty(s.grid, s.edit(random_link_edit(s.map, hpa_kinds()[kind].cluster_size, rng)));
          while (!hpa.update_some(s.grid, report, 1)) {
          }
        } else {
          hpa.update(s.grid, dirty);
        }
        REQUIRE(hpa.link_ends() == usable_ends(s));
        REQUIRE(hpa == built<Hpa>(s.grid, hpa_kinds()[kind]));
        for (const CellId end : hpa.link_ends()) REQUIRE(hpa.level_of(end) == hpa.levels());
        changed += hpa.link_ends() != before;
        most = std::max(most, hpa.link_ends().size());
      }
    }
  }
  CHECK(changed > 50);
  CHECK(most > 8);
}

TEST_CASE("a change of the cost of a link leaves the graph of HPA* as it is") {
  GridMap map(30, 30);
  map.apply({{}, {{0, 635, 300}}});
  MoveGrid grid = moves_on(map);
  auto hpa = built<Hpa>(grid, HpaOptions{.levels = 2});
  grid.update(map, map.apply({{}, {{0, 635, 700}}}).dirty);
  const HpaUpdate report = hpa.update(grid, {});
  CHECK(hpa.ready());
  CHECK(report.clusters.empty());
  CHECK(report.upper[0].clusters.empty());
  grid.update(map, map.apply({{}, {{0, 635, 0}}}).dirty);
  CHECK(hpa.update(grid, {}).clusters == std::vector<uint32_t>{0, 6});
  CHECK(hpa == built<Hpa>(moves_on(GridMap(30, 30)), HpaOptions{.levels = 2}));
}

TEST_CASE("HPA* follows a link in its direction only, and one with a blocked end not at all") {
  GridMap map(24, 12);
  map.apply(rectangle(map, {12, 0}, {12, 11}, true, '@'));
  const MapLink link{map.id({3, 3}), map.id({20, 8}), 150};
  map.apply({{}, {link}});
  MoveGrid grid = moves_on(map);
  auto hpa = built<Hpa>(grid, HpaOptions{.cluster_size = 6, .levels = 2});
  Workspace workspace;
  PlanResult result;
  const auto finds = [&](Cell from, Cell to) {
    hpa.plan(grid, {from, to}, {}, workspace, result);
    return result.found();
  };
  CHECK(finds({1, 3}, {22, 8}));
  CHECK(result.cost == 2 * 816 + 1224 + 2 * 816);  // two steps, the link, two steps
  CHECK(result.path ==
        std::vector<CellId>{map.id({1, 3}), map.id({2, 3}), link.from, link.to, map.id({21, 8}), map.id({22, 8})});
  CHECK_FALSE(finds({22, 8}, {1, 3}));
  CHECK(result.status == PlanStatus::kNoPath);
  const auto paint = [&](char letter) {
    hpa.update(grid, grid.update(map, map.apply({{{link.to, 1, letter}}}).dirty));
  };
  paint('@');
  CHECK(hpa.level_of(link.from) == 0);
  CHECK_FALSE(finds({1, 3}, {22, 8}));
  paint('.');
  CHECK(hpa.level_of(link.from) == 2);
  CHECK(finds({1, 3}, {22, 8}));
}

TEST_CASE("a link inside one cluster shortens a path inside it, and smoothing does not take it back") {
  GridMap map(10, 10);
  map.apply(rectangle(map, {5, 0}, {5, 8}, true, '@'));
  map.apply({{}, {{map.id({4, 0}), map.id({6, 0}), 50}}});
  const MoveGrid grid = moves_on(map);
  for (const bool cache : {false, true}) {
    const auto hpa = built<Hpa>(grid, HpaOptions{.cache_paths = cache});
    Workspace workspace;
    PlanResult result;
    Trace trace;
    hpa.plan(grid, {{2, 0}, {8, 0}}, {}, workspace, result, &trace);
    REQUIRE(result.found());
    CHECK(result.cost == 4 * 816 + 408);
    CHECK(result.path.size() == 6);
    // The link is an edge of level 1, refined as one step.
    const auto refined = std::ranges::find_if(trace.events(), [&](const SearchEvent& event) {
      return event.type == EventType::kRefine && event.parent == map.id({4, 0}) && event.node == map.id({6, 0});
    });
    REQUIRE(refined != trace.events().end());
    CHECK(refined->g == 408);
    CHECK((refined + 1)->type == EventType::kPathEdge);
    CHECK((refined + 1)->line == hpa_code::kRefineInter);
    // Against the direction of the link the path leads around the wall.
    hpa.plan(grid, {{8, 0}, {2, 0}}, {}, workspace, result);
    REQUIRE(result.found());
    CHECK(result.cost > 10 * 816);
  }
}

TEST_CASE("between neighbours HPA* takes the move where a link is dearer, though the move is no edge of its graph") {
  GridMap map(8, 8);
  const CellId left = map.id({3, 0}), right = map.id({4, 0});
  map.apply({{}, {{left, right, 300}}});
  const MoveGrid grid = moves_on(map);
  const auto hpa = built<Hpa>(grid, HpaOptions{.cluster_size = 4});
  for (const bool smooth : {false, true}) {
    PlanOptions options;
    options.smooth = smooth;
    Workspace workspace;
    PlanResult result;
    hpa.plan(grid, {{3, 0}, {4, 0}}, options, workspace, result);
    CHECK(result.path == std::vector<CellId>{left, right});
    CHECK(result.cost == 816);
    CHECK(result.raw_cost == 816);
  }
}

TEST_CASE("a recorded construction of HPA* with links is that without, plus the ends of links") {
  for (size_t kind = 0; kind < hpa_kinds().size(); ++kind) {
    Rng rng(kind);
    const HpaLinkedMap s(random_map(40, 33, 25, rng.next()), {}, 12, rng);
    Hpa plain, traced;
    Trace trace;
    plain.build(s.grid, hpa_kinds()[kind]);
    build_recorded(traced, s.grid, hpa_kinds()[kind], trace);
    CHECK(plain == traced);
    std::map<int, std::set<CellId>> nodes;
    for (const SearchEvent& event : trace.events()) {
      if (event.line == hpa_build_code::kPair) nodes[1].insert({event.node, event.parent});
      if (event.type == build_event::kRaise) nodes[event.level].insert(event.node);
      if (event.type == build_event::kRaise && event.parent == kNoNodeId)
        CHECK(std::ranges::binary_search(plain.link_ends(), event.node));
    }
    for (int level = 1; level <= plain.levels(); ++level) {
      std::set<CellId> own;
      for (const HpaNode& node : plain.nodes(level)) own.insert(node.cell);
      CHECK(nodes[level] == own);
    }
  }
}

TEST_CASE("HPA* refuses a map with more ends of links than it takes, and returns to it") {
  GridMap map(100, 100);
  Edit edit;
  for (CellId id = 0; id < Hpa::kMaxLinkEnds; ++id) edit.links.push_back({id, id + 5000, 400});
  map.apply(edit);
  MoveGrid grid = moves_on(map);
  auto hpa = built<Hpa>(grid, HpaOptions{});
  CHECK(hpa.too_many_links());
  CHECK(hpa.link_ends().empty());
  Workspace workspace;
  PlanResult result;
  LinkedHpaGoal goal;
  hpa.plan(grid, {{0, 0}, {99, 99}}, {}, workspace, result);
  CHECK(result.status == PlanStatus::kUnsupported);
  CHECK(hpa.insert_goal(grid, {99, 99}, workspace, goal) == PlanStatus::kUnsupported);
  Edit gone;
  for (size_t i = 8; i < edit.links.size(); ++i) gone.links.push_back({edit.links[i].from, edit.links[i].to, 0});
  grid.update(map, map.apply(gone).dirty);
  hpa.update(grid, {});
  CHECK(hpa.link_ends().size() == 16);
  hpa.plan(grid, {{0, 0}, {99, 99}}, {}, workspace, result);
  CHECK(result.found());
}

}  // namespace strata::test
