// JPS+: its distances against walks step by step, their updates against fresh builds, its paths against plain Dijkstra.
#include "core/search/jps_plus.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "core/io/movingai.hpp"
#include "core/search/jps.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

constexpr int kFewer = test::kSanitized ? 10 : 1;

struct DistancesTestMap {
  Clearance clearance;
  MoveGrid grid;
  JumpDistances distances;

  explicit DistancesTestMap(const GridMap& map, const Rules& rules = {}) {
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
    distances.build(grid);
  }
  // Applies the edit and marks what depends on it.
  void edit(GridMap& map, const Edit& change) {
    const EditResult done = map.apply(change);
    Rect dirty = done.dirty;
    dirty.include(clearance.update(map, done.dirty));
    distances.mark_dirty(grid, grid.update(map, dirty, &clearance));
  }
  std::array<int, 8> at(Cell cell) const {
    std::array<int, 8> all{};
    for (size_t d = 0; d < 8; ++d) all[d] = distances.of(grid.id(cell))[d];
    return all;
  }
};

// The distance as its definition says, by walking over the map.
int walked_distance(const GridMap& map, const Rules& rules, Cell from, int direction) {
  const auto d = static_cast<size_t>(direction);
  const auto open = [&](Cell c) { return map.contains(c) && test::can_stand(map, rules, c); };
  const auto beside = [](Cell c, size_t to) { return Cell{c.x + kDirX[to & 7], c.y + kDirY[to & 7]}; };
  int steps = 0;
  for (Cell at = from; test::step_is_legal(map, rules, at, direction); ++steps) {
    const Cell next = beside(at, d);
    if (is_diagonal(direction)) {
      if (walked_distance(map, rules, next, (direction + 7) & 7) > 0) return steps + 1;
      if (walked_distance(map, rules, next, (direction + 1) & 7) > 0) return steps + 1;
    } else {
      for (const size_t side : {d + 2, d + 6}) {
        if (open(beside(next, side)) && !open(beside(at, side))) return steps + 1;
      }
    }
    at = next;
  }
  return -steps;
}

std::string wrong_answer(const DistancesTestMap& s, const PlanQuery& query, const PlanResult& result, Cost cost) {
  if (!s.grid.passable(query.start)) return result.status == PlanStatus::kStartBlocked ? "" : "start is blocked";
  if (!s.grid.passable(query.goal)) return result.status == PlanStatus::kGoalBlocked ? "" : "goal is blocked";
  if (cost == kInfinite) return result.status == PlanStatus::kNoPath && result.path.empty() ? "" : "there is no path";
  if (!result.found()) return "no path was found";
  if (result.cost != cost) return "cost " + std::to_string(result.cost) + " is not " + std::to_string(cost);
  return path_fault(s.grid, result.path, query.start, query.goal, cost).value_or("");
}

// Plans from a cell to every goal, or every `every`th.
void check_all_goals(const DistancesTestMap& s, const GridMap& map, Cell start, uint32_t every, Workspace& workspace,
                     size_t& found) {
  const std::vector<Cost> expected = test::plain_dijkstra(map, s.grid.rules(), start);
  PlanResult result;
  for (CellId goal = 0; goal < map.cell_count(); goal += every) {
    const PlanQuery query{start, map.cell(goal)};
    plan_jps_plus(s.grid, s.distances, query, workspace, result);
    found += result.found() ? 1 : 0;
    const std::string wrong = wrong_answer(s, query, result, expected[goal]);
    if (wrong.empty()) continue;
    CAPTURE(format_map(map));
    FAIL("(", start.x, ",", start.y, ") to (", query.goal.x, ",", query.goal.y, "): ", wrong);
  }
}

}  // namespace

TEST_CASE("JPS+ costs what Dijkstra finds, between all pairs of cells of every map of 4x3 cells") {
  Workspace workspace;
  size_t found = 0;
  for (uint32_t walls = 0; walls < 1u << 12; walls += kFewer) {
    GridMap map(4, 3);
    Edit edit;
    for (CellId i = 0; i < 12; ++i) {
      if ((walls >> i & 1) != 0) edit.runs.push_back({i, 1, '@'});
    }
    map.apply(edit);
    const DistancesTestMap s(map);
    for (CellId start = 0; start < 12; ++start) check_all_goals(s, map, map.cell(start), 1, workspace, found);
  }
  CHECK(found > 50'000 / kFewer);
}

TEST_CASE("JPS+ costs what Dijkstra finds on random maps of any shape, for agents of any size and any weight") {
  Workspace workspace;
  size_t found = 0;
  Rng rng(31);
  for (int i = 0; i < 400 / kFewer; ++i) {
    const auto seed = static_cast<uint64_t>(i);
    const GridMap map =
        i % 4 == 0 ? test::random_rooms(rng.between(8, 70), rng.between(8, 70), 7, seed)
                   : test::random_map(rng.between(1, 40), rng.between(1, 40), static_cast<uint32_t>(i % 50), seed);
    const auto weight = static_cast<uint8_t>(i % 3 == 0 ? 7 : 1);
    const DistancesTestMap s(map, {Profile::kOctile,
                                   Capability(i % 5 == 0 ? 0b1111 : 0b0011),
                                   {weight, weight, weight, weight},
                                   1 + i % 4 / 2 * (i % 3)});
    REQUIRE(jps_supports(s.grid));
    for (int k = 0; k < 4; ++k) check_all_goals(s, map, test::random_cell(map, rng), 3, workspace, found);
  }
  CHECK(found > 20'000 / kFewer);
}

TEST_CASE("every jump distance is what a walk step by step finds") {
  size_t to_points = 0, to_walls = 0;
  for (uint64_t seed = 1; seed <= 24 / (kFewer > 1 ? 4 : 1); ++seed) {
    const GridMap map = seed % 2 == 0 ? test::random_rooms(30, 40, 7, seed)
                                      : test::random_map(40, 30, static_cast<uint32_t>(seed * 2), seed);
    const Rules rules{Profile::kOctile, Capability::walker(), kUniformWeights, 1 + static_cast<int>(seed % 3)};
    const DistancesTestMap s(map, rules);
    for (CellId id = 0; id < map.cell_count(); ++id) {
      const std::array<int, 8> known = s.at(map.cell(id));
      for (int d = 0; d < 8; ++d) {
        const int walked = test::can_stand(map, rules, map.cell(id)) ? walked_distance(map, rules, map.cell(id), d) : 0;
        REQUIRE(known[static_cast<size_t>(d)] == walked);
        to_points += walked > 0 ? 1 : 0;
        to_walls += walked < 0 ? 1 : 0;
      }
    }
    const JumpDistancesCounts counts = s.distances.counts(s.grid);
    CHECK(counts.all == size_t{8} * s.grid.passable_count());
    CHECK(counts.to_points <= counts.all);
  }
  CHECK(to_points > 1000);
  CHECK(to_walls > 1000);
}

TEST_CASE("the jump distances of a small map are those that are found by hand") {
  const GridMap map = map_from_text(
      ".@@..\n"
      ".....\n"
      "..@@.\n");
  const DistancesTestMap s(map);
  using EightDistances = std::array<int, 8>;  // clockwise from north
  // Eastwards the corner above (2,0) ends at (3,1), where (3,0) opens.
  CHECK(s.at({0, 1}) == EightDistances{-1, 0, 3, -1, -1, 0, 0, 0});
  CHECK(s.at({4, 1}) == EightDistances{-1, 0, 0, 0, -1, 0, 3, -1});
  CHECK(s.at({0, 0}) == EightDistances{0, 0, 0, 0, 1, 0, 0, 0});
  // North-east lies (1,1), from which a straight jump to the east finds (3,1).
  CHECK(s.at({0, 2}) == EightDistances{-2, 1, -1, 0, 0, 0, 0, 0});
  CHECK(s.at({1, 0}) == EightDistances{});
  CHECK(s.distances.counts(s.grid).longest == 3);
}

TEST_CASE("after every edit the updated jump distances equal fresh ones, at once or in slices between other edits") {
  Workspace workspace;
  Rng rng(33);
  size_t found = 0, late = 0;
  for (const int size : {1, 2, 4}) {
    GridMap map = size == 1 ? test::random_rooms(90, 57, 13, 7) : generate({SceneKind::kCave, 80, 79, 7, 0});
    DistancesTestMap s(map, {Profile::kOctile, Capability::walker(), kUniformWeights, size});
    for (int i = 0; i < 200 / kFewer; ++i) {
      s.edit(map, test::random_edit(map, 40, rng));
      JumpDistancesUpdate update;
      if (i % 3 == 0) {  // left half done
        s.distances.update_some(s.grid, update, rng.below(300));
        late += s.distances.ready() ? 0 : 1;
        continue;
      }
      if (i % 3 == 1) {
        while (!s.distances.update_some(s.grid, update, 100)) {
        }
      } else {
        REQUIRE(s.distances.update_some(s.grid, update));
      }
      REQUIRE(update.changed <= update.computed);
      auto fresh = test::built<JumpDistances>(s.grid);
      REQUIRE(s.distances == fresh);
      REQUIRE(s.distances.ready());
      REQUIRE(s.distances.built_for() == map.revision());
      check_all_goals(s, map, test::random_cell(map, rng), 61, workspace, found);
    }
  }
  CHECK(found > 100 / kFewer);
  CHECK(late > 10 / kFewer);
}

TEST_CASE("a small edit computes few of the distances of a map") {
  GridMap map = test::random_map(1000, 1000, 10, 5);
  DistancesTestMap s(map);
  Rng rng(35);
  size_t most = 0;
  for (int i = 0; i < 20; ++i) {
    Edit edit;
    const Cell middle{rng.between(10, 990), rng.between(10, 990)};
    for (int y = -3; y <= 3; ++y)
      edit.runs.push_back({map.id({middle.x - 3, middle.y + y}), 7, i % 2 == 0 ? '@' : '.'});
    s.edit(map, edit);
    JumpDistancesUpdate update;
    REQUIRE(s.distances.update_some(s.grid, update));
    most = std::max(most, update.computed);
  }
  CHECK(most < 20'000);  // of eight millions
}

TEST_CASE("JPS+ answers the same traced as untraced, and expands what its trace tells") {
  Workspace workspace;
  PlanResult result, traced;
  Rng rng(36);
  size_t found = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const GridMap map = seed % 2 == 0 ? test::random_map(80, 66, 15, seed) : test::random_rooms(80, 66, 9, seed);
    const DistancesTestMap s(map);
    for (int i = 0; i < 20; ++i) {
      const PlanQuery query{test::random_cell(map, rng), test::random_cell(map, rng)};
      plan_jps_plus(s.grid, s.distances, query, workspace, result);
      Trace trace;
      plan_jps_plus(s.grid, s.distances, query, workspace, traced, trace);
      REQUIRE(traced.status == result.status);
      REQUIRE(traced.path == result.path);
      REQUIRE(traced.cost == result.cost);
      REQUIRE(traced.stats == result.stats);
      uint64_t expanded = 0, generated = 0;
      Cost along_path = 0;
      for (const SearchEvent& event : trace.events()) {
        expanded += event.type == EventType::kExpand ? 1 : 0;
        generated += event.type == EventType::kGenerate || event.type == EventType::kUpdate ? 1 : 0;
        along_path += event.type == EventType::kPathEdge ? event.g : 0;
      }
      REQUIRE(expanded == result.stats.total().expanded);
      REQUIRE(generated == result.stats.total().generated);
      if (!result.found()) continue;
      ++found;
      REQUIRE(along_path == result.cost);
      REQUIRE(trace.events().back().type == EventType::kFound);
    }
  }
  CHECK(found > 100);
}

TEST_CASE("jump distances are as long as the longest side that a map may have") {
  constexpr int kLongest = GridMap::kMaxSide;
  GridMap map(kLongest, 2);
  // The lower row is blocked but for its last cell.
  map.apply({{{static_cast<CellId>(kLongest), static_cast<CellId>(kLongest - 1), '@'}}});
  const DistancesTestMap s(map);
  CHECK(s.at({0, 0})[2] == kLongest - 1);
  CHECK(s.at({kLongest - 1, 0})[6] == 1 - kLongest);
  CHECK(s.distances.counts(s.grid).longest == kLongest - 1);
  Workspace workspace;
  PlanResult result;
  plan_jps_plus(s.grid, s.distances, {{0, 0}, {kLongest - 1, 1}}, workspace, result);
  REQUIRE(result.found());
  CHECK(result.cost == static_cast<Cost>(kLongest) * 816);
  CHECK(result.path.size() == static_cast<size_t>(kLongest) + 1);
  // The same from top to bottom.
  GridMap high(2, kLongest);
  Edit right;
  for (int y = 0; y + 1 < kLongest; ++y) right.runs.push_back({high.id({1, y}), 1, '@'});
  high.apply(right);
  const DistancesTestMap t(high);
  CHECK(t.at({0, 0})[4] == kLongest - 1);
  CHECK(t.at({0, kLongest - 1})[0] == 1 - kLongest);
}

TEST_CASE("JPS+ refuses what it cannot answer") {
  const GridMap map = map_from_text("..@.\n.S@.\n....\n");
  Workspace workspace;
  PlanResult result;
  const auto status = [&](const DistancesTestMap& s, PlanQuery query) {
    plan_jps_plus(s.grid, s.distances, query, workspace, result);
    if (!result.found()) CHECK(result.path.empty());
    return result.status;
  };
  const PlanQuery across{{0, 0}, {3, 0}};
  DistancesTestMap s(map);
  CHECK(status(s, across) == PlanStatus::kFound);
  CHECK(status(s, {{2, 0}, {3, 0}}) == PlanStatus::kStartBlocked);
  CHECK(status(s, {{0, 0}, {0, 3}}) == PlanStatus::kGoalBlocked);
  CHECK(status(s, {{1, 1}, {1, 1}}) == PlanStatus::kFound);
  CHECK(result.path == std::vector<CellId>{map.id({1, 1})});
  CHECK(status(DistancesTestMap(map_from_text("..@.\n..@.\n..@.\n")), across) == PlanStatus::kNoPath);
  CHECK(status(DistancesTestMap(map, {Profile::kPaper}), across) == PlanStatus::kUnsupported);
  CHECK(status(DistancesTestMap(map, {Profile::kFour}), across) == PlanStatus::kUnsupported);
  CHECK(status(DistancesTestMap(map, {Profile::kOctile, Capability::walker(), {1, 3, 1, 1}}), across) ==
        PlanStatus::kUnsupported);

  GridMap edited = map;
  s.edit(edited, {{{2, 1, '.'}}});
  CHECK_FALSE(s.distances.ready());
  CHECK(status(s, across) == PlanStatus::kStale);
  JumpDistancesUpdate update;
  s.distances.update_some(s.grid, update);
  CHECK(status(s, across) == PlanStatus::kFound);
  CHECK(result.cost == 3 * 816);
  edited.apply({{{2, 1, '@'}}});
  s.grid.update(edited, {2, 0, 3, 1}, &s.clearance);
  CHECK(status(s, across) == PlanStatus::kStale);  // of another revision
  s.distances = JumpDistances{};
  CHECK(status(s, across) == PlanStatus::kStale);
}

TEST_CASE("JPS+: a cost beyond 32 bits is told, not wrapped") {
  constexpr int kSide = 1001;
  const DistancesTestMap s(test::winding_corridor(kSide), {Profile::kOctile, Capability::walker(), {16, 16, 16, 16}});
  Workspace workspace;
  PlanResult result;
  plan_jps_plus(s.grid, s.distances, {{0, 0}, {0, kSide - 1}}, workspace, result);
  CHECK(result.status == PlanStatus::kCostOverflow);
  plan_jps_plus(s.grid, s.distances, {{0, 0}, {0, 40}}, workspace, result);
  CHECK(result.status == PlanStatus::kFound);
  CHECK(result.cost == (20u * (kSide - 1) + 40u) * 816 * 16);
}
