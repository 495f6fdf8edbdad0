// Jump point search and JPS+ over maps with links between cells, beside a plain Dijkstra with links.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "core/io/movingai.hpp"
#include "core/search/jps.hpp"
#include "core/search/jps_code.hpp"
#include "core/search/jps_plus.hpp"
#include "core/search/jps_plus_code.hpp"
#include "tests/core/search/plain_support.hpp"
#include "tests/links_support.hpp"

namespace strata::test {
namespace {

// A map with links that is edited, and what the jumps of both searches need.
struct LinkedJumps {
  GridMap map;
  Clearance clearance;
  MoveGrid grid;
  JumpMap jumps;
  JumpDistances distances;

  explicit LinkedJumps(GridMap of, const Rules& rules = {}) : map(std::move(of)) {
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
    jumps.build(grid);
    distances.build(grid);
  }
  void edit(const Edit& change) {
    const EditResult done = map.apply(change);
    Rect dirty = done.dirty;
    dirty.include(clearance.update(map, dirty));
    std::vector<Rect> changed{grid.update(map, dirty, &clearance)};
    for (const MapLink& link : done.inverse.links) changed.emplace_back().include(map.cell(link.from));
    for (const Rect& piece : changed) {
      jumps.update(grid, piece);
      distances.mark_dirty(grid, piece);
    }
    JumpDistancesUpdate ignored;
    distances.update_some(grid, ignored);
  }
  template <class... Traced>
  void plan(bool stored, const PlanQuery& query, Workspace& workspace, PlanResult& result, Traced&... traced) const {
    if (stored) return plan_jps_plus(grid, distances, query, workspace, result, traced...);
    plan_jps(grid, jumps, query, workspace, result, traced...);
  }
};

// Returns what the events of a search do not say as it was; empty: nothing. `distance` is that of all cells.
std::string trace_fault(const LinkedJumps& s, const PlanQuery& query, const std::vector<Cost>& distance,
                        const PlanResult& result, const Trace& trace) {
  static_assert(jps_code::kLink == jps_plus_code::kLink);
  const DistanceBound bound = s.grid.bound();
  std::set<CellId> seen, expanded;
  std::vector<Cost> g(s.map.cell_count(), kInfinite);
  uint64_t expansions = 0, generated = 0;
  CellId reached = s.grid.id(query.start);
  Cost along_path = 0, last_f = 0;
  for (const SearchEvent& event : trace.events()) {
    const auto node = static_cast<CellId>(event.node);
    const bool made = event.type == EventType::kGenerate || event.type == EventType::kUpdate;
    if (made) {
      ++generated;
      if (seen.contains(node) != (event.type == EventType::kUpdate)) return "a node is new once";
      seen.insert(node);
      if (event.g >= g[node]) return "an update is cheaper";
      g[node] = event.g;
      if (event.parent == kNoNodeId) continue;
      const auto parent = static_cast<CellId>(event.parent);
      if (!expanded.contains(parent)) return "its parent was not expanded";
      const Cost cost = event.line == jps_code::kLink
                            ? plain_link_cost(s.grid.rules(), s.map.links()->length(parent, node))
                            : bound(s.map.cell(parent), s.map.cell(node));
      if (event.g != g[parent] + cost) return "g is not that of its parent and the jump or link";
    } else if (event.type == EventType::kExpand) {
      ++expansions;
      expanded.insert(node);
      // A jump point may cost more than its distance where the optimal path to it passes it on a diagonal.
      if (event.g < distance[node]) return "a node costs less than its distance";
      const bool linked = s.map.links() != nullptr && !s.map.links()->from(node).empty();
      if (linked && event.g != distance[node]) return "a link begins at another cost than the distance of its cell";
      if (event.g + event.h < last_f) return "f falls";
      last_f = event.g + event.h;
    } else if (event.type == EventType::kPathEdge) {
      if (event.parent != reached) return "the path has a gap";
      reached = node;
      along_path += event.g;
    }
  }
  if (expansions != result.stats.total().expanded || generated != result.stats.total().generated) return "counts";
  if (!result.found()) return trace.events().back().type == EventType::kNoPath ? "" : "no end";
  return reached == s.grid.id(query.goal) && along_path == result.cost ? "" : "the path costs something else";
}

// Asks both searches, traced and untraced. Returns what is wrong; empty: nothing. `distance` is that of all cells from
// the start.
std::string jump_fault(const LinkedJumps& s, const PlanQuery& query, const std::vector<Cost>& distance,
                       Workspace& workspace) {
  const Cost optimum = distance[s.map.id(query.goal)];
  for (const bool stored : {false, true}) {
    const std::string who = stored ? "JPS+: " : "JPS: ";
    PlanResult result, traced;
    s.plan(stored, query, workspace, result);
    Trace trace;
    s.plan(stored, query, workspace, traced, trace);
    if (!same_answer(traced, result)) return who + "the trace changes something";
    if (!s.grid.passable(query.start) || !s.grid.passable(query.goal)) {
      const PlanStatus blocked = s.grid.passable(query.start) ? PlanStatus::kGoalBlocked : PlanStatus::kStartBlocked;
      if (result.status != blocked || !trace.events().empty()) return who + "an end is blocked";
      continue;
    }
    if (result.found() != (optimum != kInfinite)) return who + "whether there is a path";
    const std::string told = trace_fault(s, query, distance, result, trace);
    if (!told.empty()) return who + told;
    if (!result.found()) continue;
    if (result.cost != optimum) {
      return who + "cost " + std::to_string(result.cost) + " is not " + std::to_string(optimum);
    }
    const auto fault = path_fault(s.grid, result.path, query.start, query.goal, result.cost);
    if (fault) return who + *fault;
  }
  return "";
}

// Asks for paths from one cell to every goal, or every `every`th. Returns the number of goals that links bring nearer.
size_t check_goals(const LinkedJumps& s, Cell start, uint32_t every, Workspace& workspace) {
  const std::vector<Cost> distance = linked_dijkstra(s.map, s.grid.rules(), start);
  const std::vector<Cost> without = plain_dijkstra(s.map, s.grid.rules(), start);
  size_t nearer = 0;
  for (CellId goal = 0; goal < s.map.cell_count(); goal += every) {
    const std::string fault = jump_fault(s, {start, s.map.cell(goal)}, distance, workspace);
    nearer += distance[goal] < without[goal];
    if (fault.empty()) continue;
    CAPTURE(format_map(s.map));
    if (s.map.links() != nullptr) {
      for (const LinkText& link : link_texts(*s.map.links(), s.map.width())) MESSAGE(link_text(link));
    }
    FAIL(start.x, ",", start.y, " to ", s.map.cell(goal).x, ",", s.map.cell(goal).y, ": ", fault);
  }
  return nearer;
}

// Returns links that begin at a few cells each: several from one cell, chains from end to beginning, and pairs.
Edit bundled_links(const GridMap& map, int count, Rng& rng) {
  Edit edit = random_links(map, count, rng);
  const size_t first = edit.links.size();
  for (size_t i = 0; i < first; ++i) {
    MapLink link = random_link(map, rng);
    const MapLink& other = edit.links[i];
    link.from = rng.percent(50) ? other.from : other.to;
    if (link.from != link.to) edit.links.push_back(link);
  }
  return edit;
}

}  // namespace

TEST_CASE("jump point search finds the optimum over links between all pairs of cells of small random maps") {
  Workspace workspace;
  Rng rng(41);
  size_t nearer = 0;
  for (int i = 0; i < 240 / kFewer; ++i) {
    GridMap map = random_map(rng.between(2, 9), rng.between(1, 9), static_cast<uint32_t>(i % 50), rng.next());
    map.apply(i % 3 == 0 ? random_links(map, 1 + i % 4, rng) : bundled_links(map, 1 + i % 5, rng));
    const LinkedJumps s(map);
    for (CellId start = 0; start < map.cell_count(); ++start) nearer += check_goals(s, map.cell(start), 1, workspace);
  }
  CHECK(nearer > 9000 / kFewer);
}

TEST_CASE(
    "jump point search finds the optimum over links on maps whose sides lie around the cells of one word or two") {
  Workspace workspace;
  Rng rng(42);
  size_t nearer = 0;
  for (const int width : {1, 3, 62, 63, 64, 65, 127, 128, 190}) {
    for (const int height : {2, 63, 64, 129}) {
      GridMap map = width % 2 == 0 ? random_rooms(width, height, 16, rng.next())
                                   : random_map(width, height, rng.below(25), rng.next());
      map.apply(bundled_links(map, 4, rng));
      const LinkedJumps s(map);
      const uint32_t every = map.cell_count() / (24 / kFewer) + 1;
      nearer += check_goals(s, {0, 0}, every, workspace);
      nearer += check_goals(s, {width - 1, height - 1}, every, workspace);
      // From the beginning of a link, and to one.
      const MapLink& link = map.links()->all()[rng.below(static_cast<uint32_t>(map.links()->size()))];
      nearer += check_goals(s, map.cell(link.from), every, workspace);
      nearer += check_goals(s, map.cell(link.to), every, workspace);
      const PlanQuery to{random_cell(map, rng), map.cell(link.from)};
      REQUIRE(jump_fault(s, to, linked_dijkstra(map, {}, to.start), workspace) == "");
    }
  }
  CHECK(nearer > 300 / kFewer);
}

TEST_CASE("jump point search finds the optimum over links for agents of any size, and whatever the weight") {
  Workspace workspace;
  Rng rng(43);
  size_t nearer = 0;
  for (int i = 0; i < 60 / kFewer; ++i) {
    GridMap map = i % 2 == 0 ? random_rooms(rng.between(8, 50), rng.between(8, 40), 8, rng.next())
                             : random_map(rng.between(8, 40), rng.between(8, 40), 10, rng.next());
    // Some maps have more links than the heuristic looks at one by one.
    map.apply(bundled_links(map, i % 10 == 9 ? 200 : 1 + i % 6, rng));
    const auto weight = static_cast<uint8_t>(i % 3 == 0 ? 7 : 1);
    const LinkedJumps s(map, {Profile::kOctile, Capability(0b0011), {weight, weight, weight, weight}, 1 + i % 3});
    for (int k = 0; k < 3; ++k) nearer += check_goals(s, random_cell(map, rng), 11, workspace);
  }
  CHECK(nearer > 600 / kFewer);
}

TEST_CASE("after every edit of cells and links jump map and jump distances equal fresh ones, and answers are optimal") {
  Workspace workspace;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    Rng rng(seed);
    GridMap map = seed % 2 == 0 ? random_map(75, 40, 15, seed) : random_rooms(70, 66, 9, seed);
    map.apply(random_links(map, 5, rng));
    LinkedJumps s(map, {Profile::kOctile, Capability::walker(), kUniformWeights, seed == 6 ? 2 : 1});
    for (int i = 0; i < 60 / kFewer; ++i) {
      s.edit(random_link_edit(s.map, 8, rng));
      REQUIRE(s.jumps == built<JumpMap>(s.grid));
      REQUIRE(s.distances == built<JumpDistances>(s.grid));
      for (int k = 0; k < 3; ++k) {
        const PlanQuery query{random_cell(s.map, rng), random_cell(s.map, rng)};
        REQUIRE(jump_fault(s, query, linked_dijkstra(s.map, s.grid.rules(), query.start), workspace) == "");
      }
    }
    // Without its links the map has the words and distances that it had before it got any.
    Edit none;
    if (s.map.links() != nullptr) {
      for (const MapLink& link : s.map.links()->all()) none.links.push_back({link.from, link.to, 0});
    }
    s.edit(none);
    REQUIRE(s.map.links() == nullptr);
    GridMap plain(s.map.width(), s.map.height(), {s.map.letters().begin(), s.map.letters().end()});
    const LinkedJumps fresh(plain, s.grid.rules());
    CHECK(s.jumps == fresh.jumps);
    CHECK(s.distances == fresh.distances);
  }
}

TEST_CASE("jumps stop at the beginnings of links, and an end of a link is expanded in all directions") {
  GridMap map(9, 9);
  const auto id = [&](int x, int y) { return map.id({x, y}); };
  map.apply(rectangle(map, {0, 7}, {8, 7}, true, '@'));
  // Links from a cell of a straight jump, from one of a diagonal jump, and from one straight off a diagonal. A dear one
  // leads behind the wall, where the goal is.
  map.apply({{},
             {{id(6, 3), id(0, 0), 4000},
              {id(4, 5), id(8, 0), 4000},
              {id(8, 4), id(0, 6), 4000},
              {id(0, 5), id(0, 8), 90'000}}});
  const LinkedJumps s(map);
  Workspace workspace;
  for (const bool stored : {false, true}) {
    CAPTURE(stored);
    PlanResult result;
    Trace trace;
    s.plan(stored, {{2, 3}, {8, 8}}, workspace, result, trace);
    REQUIRE(result.found());
    std::set<CellId> made;
    for (const SearchEvent& event : trace.events()) {
      if (event.type == EventType::kGenerate && event.parent == id(2, 3)) made.insert(static_cast<CellId>(event.node));
    }
    CHECK(made.contains(id(6, 3)));
    CHECK(made.contains(id(4, 5)));
    CHECK(made.contains(id(8, 4)));
  }

  // Behind a wall without a gap: from the end of a link jumps lead to every side.
  GridMap walled(21, 9);
  walled.apply(rectangle(walled, {10, 0}, {10, 8}, true, '@'));
  walled.apply({{}, {{walled.id({5, 4}), walled.id({15, 4}), 1}}});
  const LinkedJumps other(walled);
  const std::vector<Cost> distance = linked_dijkstra(walled, {}, {1, 2});
  for (const Cell goal : {Cell{11, 0}, Cell{11, 4}, Cell{11, 8}, Cell{15, 0}, Cell{15, 8}, Cell{20, 0}, Cell{20, 4},
                          Cell{19, 8}, Cell{15, 4}}) {
    REQUIRE(distance[walled.id(goal)] != kInfinite);
    REQUIRE(jump_fault(other, {{1, 2}, goal}, distance, workspace) == "");
  }
}

TEST_CASE("a link with a blocked end is no part of a path, and is followed as soon as the end is free") {
  GridMap map = map_from_text(
      "...@...\n"
      "...@.@.\n"
      "...@...\n");
  map.apply({{}, {{map.id({1, 1}), map.id({5, 1}), 100}}});
  LinkedJumps s(map);
  Workspace workspace;
  PlanResult result;
  for (const bool stored : {false, true}) {
    s.plan(stored, {{0, 0}, {6, 2}}, workspace, result);
    CHECK(result.status == PlanStatus::kNoPath);
  }
  s.edit({{{s.map.id({5, 1}), 1, '.'}}});
  for (const bool stored : {false, true}) {
    s.plan(stored, {{0, 0}, {6, 2}}, workspace, result);
    REQUIRE(result.found());
    CHECK(result.path == std::vector<CellId>{s.map.id({0, 0}), s.map.id({1, 1}), s.map.id({5, 1}), s.map.id({6, 2})});
    CHECK(result.cost == 2 * 1154 + 816);
  }
  s.edit({{{s.map.id({1, 1}), 1, '@'}}});
  for (const bool stored : {false, true}) {
    s.plan(stored, {{0, 0}, {6, 2}}, workspace, result);
    CHECK(result.status == PlanStatus::kNoPath);
  }
}

}  // namespace strata::test
