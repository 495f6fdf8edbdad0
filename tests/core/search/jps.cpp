#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "core/io/movingai.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/jps.hpp"
#include "core/search/path.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

constexpr int kLess = test::kSanitized ? 10 : 1;  // as many times fewer cases where each takes that much longer

struct JpsTestMap {
  Clearance clearance;
  MoveGrid grid;
  JumpMap jumps;

  explicit JpsTestMap(const GridMap& map, const Rules& rules = {}) {
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
    jumps.build(grid);
  }
};

// What is wrong with the answer if the shortest way costs `cost`.
std::string fault_of(const JpsTestMap& s, const PlanQuery& query, const PlanResult& result, Cost cost) {
  if (!s.grid.passable(query.start)) return result.status == PlanStatus::kStartBlocked ? "" : "start is blocked";
  if (!s.grid.passable(query.goal)) return result.status == PlanStatus::kGoalBlocked ? "" : "goal is blocked";
  if (cost == kInfinite) return result.status == PlanStatus::kNoPath && result.path.empty() ? "" : "there is no path";
  if (!result.found()) return "no path was found";
  if (result.cost != cost || result.raw_cost != cost) {
    return "cost " + std::to_string(result.cost) + " is not " + std::to_string(cost);
  }
  return path_fault(s.grid, result.path, query.start, query.goal, cost).value_or("");
}

// Every goal, or every `every`th, from one start.
void check_from(const JpsTestMap& s, const GridMap& map, Cell start, uint32_t every, Workspace& workspace,
                size_t& queries) {
  const std::vector<Cost> expected = test::plain_dijkstra(map, s.grid.rules(), start);
  PlanResult result;
  for (CellId goal = 0; goal < map.cell_count(); goal += every) {
    ++queries;
    const PlanQuery query{start, map.cell(goal)};
    plan_jps(s.grid, s.jumps, query, workspace, result);
    const std::string fault = fault_of(s, query, result, expected[goal]);
    if (fault.empty()) continue;
    CAPTURE(format_map(map));
    FAIL("(", start.x, ",", start.y, ") to (", query.goal.x, ",", query.goal.y, "): ", fault);
  }
}

void check_against_astar(const JpsTestMap& s, const GridMap& map, int count, Rng& rng, Workspace& workspace,
                         size_t& found) {
  PlanResult astar;
  PlanResult result;
  for (int i = 0; i < count; ++i) {
    const PlanQuery query{test::random_cell(map, rng), test::random_cell(map, rng)};
    plan_on_grid(s.grid, GridHeuristic::kDistance, query, workspace, astar);
    plan_jps(s.grid, s.jumps, query, workspace, result);
    REQUIRE(result.status == astar.status);
    const std::string fault = fault_of(s, query, result, astar.cost);
    REQUIRE_MESSAGE(fault.empty(), fault);
    found += astar.found() ? 1 : 0;
  }
}

}  // namespace

TEST_CASE("JPS is optimal between all pairs of cells of every map of 4x3 cells") {
  Workspace workspace;
  size_t queries = 0;
  for (uint32_t walls = 0; walls < 1u << 12; walls += kLess) {
    GridMap map(4, 3);
    Edit edit;
    for (CellId i = 0; i < 12; ++i) {
      if ((walls >> i & 1) != 0) edit.runs.push_back({i, 1, '@'});
    }
    map.apply(edit);
    const JpsTestMap s(map);
    for (CellId start = 0; start < 12; ++start) check_from(s, map, map.cell(start), 1, workspace, queries);
  }
  CHECK(queries == ((1u << 12) + kLess - 1) / kLess * 144);
}

TEST_CASE("JPS is optimal between all pairs of cells of small random maps") {
  Workspace workspace;
  size_t queries = 0;
  Rng rng(3);
  for (int i = 0; i < 500 / kLess; ++i) {
    const GridMap map =
        test::random_map(rng.between(1, 9), rng.between(1, 9), static_cast<uint32_t>(i % 60), static_cast<uint64_t>(i));
    const JpsTestMap s(map);
    for (CellId start = 0; start < map.cell_count(); ++start) {
      check_from(s, map, map.cell(start), 1, workspace, queries);
    }
  }
  CHECK(queries > 300'000 / kLess);
}

TEST_CASE("JPS is optimal on maps whose sides lie around the cells of one word or two") {
  Workspace workspace;
  size_t queries = 0;
  Rng rng(4);
  uint64_t seed = 0;
  for (const int width : {1, 2, 31, 62, 63, 64, 65, 66, 126, 127, 128, 129, 200}) {
    for (const int height : {1, 3, 63, 65, 130}) {
      for (const uint32_t percent : {0u, 2u, 15u, 35u}) {
        const GridMap map = percent == 2 ? test::random_rooms(width, height, 16, ++seed)
                                         : test::random_map(width, height, percent, ++seed);
        const JpsTestMap s(map);
        check_from(s, map, {0, 0}, 37 * kLess, workspace, queries);
        check_from(s, map, {width - 1, height - 1}, 31 * kLess, workspace, queries);
        check_from(s, map, test::random_cell(map, rng), 29 * kLess, workspace, queries);
      }
    }
  }
  CHECK(queries > 30'000 / kLess);
}

TEST_CASE("JPS costs what A* costs on rooms, mazes, caves, woods and streets, for agents of any size") {
  Workspace workspace;
  Rng rng(5);
  for (int kind = 0; kind < kSceneKinds; ++kind) {
    for (uint64_t seed = 1; seed <= 2; ++seed) {
      const GridMap map = generate({static_cast<SceneKind>(kind), 150 + 31 * kind, 203 - 13 * kind, seed, 0});
      size_t found = 0;
      for (const int size : {1, 2, 3, 5}) {
        const JpsTestMap s(map, {Profile::kOctile, Capability(size % 2 == 0 ? 0b1111 : 0b0011), kUniformWeights, size});
        check_against_astar(s, map, 60 / kLess, rng, workspace, found);
      }
      CAPTURE(scene_kind_name(static_cast<SceneKind>(kind)));
      CHECK(found > 0);
    }
  }
}

TEST_CASE("JPS takes a terrain weight that is the same everywhere into its costs") {
  Workspace workspace;
  Rng rng(6);
  size_t found = 0;
  const GridMap map = test::random_map(90, 70, 20, 6);
  // Water and trees count for nothing where the agent cannot enter them.
  for (const TerrainWeights& weights : {TerrainWeights{7, 7, 1, 1}, TerrainWeights{16, 16, 16, 16}}) {
    const JpsTestMap s(map, {Profile::kOctile, Capability::walker(), weights});
    REQUIRE(jps_supports(s.grid));
    check_against_astar(s, map, 100, rng, workspace, found);
  }
  CHECK(found > 50);
}

TEST_CASE("after every edit the updated jump map equals a fresh one, and JPS costs what A* costs") {
  Workspace workspace;
  Rng rng(7);
  size_t found = 0;
  for (const int size : {1, 2, 4}) {
    GridMap map = size == 1 ? test::random_rooms(150, 97, 13, 7) : generate({SceneKind::kCave, 130, 129, 7, 0});
    JpsTestMap s(map, {Profile::kOctile, Capability::walker(), kUniformWeights, size});
    for (int i = 0; i < 150 / kLess; ++i) {
      const EditResult edit = map.apply(test::random_edit(map, 64, rng));
      Rect dirty = edit.dirty;
      dirty.include(s.clearance.update(map, edit.dirty));
      s.jumps.update(s.grid, s.grid.update(map, dirty, &s.clearance));
      auto fresh = test::built<JumpMap>(s.grid);
      REQUIRE(s.jumps == fresh);
      REQUIRE(s.jumps.built_for() == map.revision());
      check_against_astar(s, map, 4, rng, workspace, found);
    }
  }
  CHECK(found > 400 / kLess);
}

TEST_CASE("what JPS remembers of a map never shows: not after edits, nor after another map, nor on another map") {
  Workspace used;
  PlanResult result, first;
  Rng rng(12);
  size_t found = 0;
  std::vector<GridMap> maps = {test::random_rooms(90, 70, 9, 12), generate({SceneKind::kCave, 80, 60, 12, 0})};
  std::vector<JpsTestMap> built = {JpsTestMap(maps[0]), JpsTestMap(maps[1], {.weights = {3, 3, 3, 3}})};
  for (int i = 0; i < 600 / kLess; ++i) {
    const size_t which = rng.below(2);
    GridMap& map = maps[which];
    JpsTestMap& s = built[which];
    if (rng.below(4) == 0) {
      const EditResult edit = map.apply(test::random_edit(map, 12, rng));
      Rect dirty = edit.dirty;
      dirty.include(s.clearance.update(map, edit.dirty));
      s.jumps.update(s.grid, s.grid.update(map, dirty, &s.clearance));
    }
    const PlanQuery query{test::random_cell(map, rng), test::random_cell(map, rng)};
    for (int again = 0; again < 2; ++again) {
      plan_jps(s.grid, s.jumps, query, used, result);
      Workspace fresh;
      plan_jps(s.grid, s.jumps, query, fresh, first);
      REQUIRE(result.status == first.status);
      REQUIRE(result.path == first.path);
      REQUIRE(result.stats == first.stats);
    }
    const Cost cost = test::plain_dijkstra(map, s.grid.rules(), query.start)[map.id(query.goal)];
    const std::string fault = fault_of(s, query, result, cost);
    REQUIRE_MESSAGE(fault.empty(), fault);
    found += result.found() ? 1 : 0;
  }
  CHECK(found > 60 / kLess);
}

TEST_CASE("JPS answers the same traced as untraced, and the trace tells the whole search") {
  Workspace workspace;
  PlanResult result;
  PlanResult traced;
  Rng rng(8);
  size_t found = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const GridMap map = seed % 2 == 0 ? test::random_map(80, 66, 15, seed) : test::random_rooms(80, 66, 9, seed);
    const JpsTestMap s(map);
    for (int i = 0; i < 20; ++i) {
      const PlanQuery query{test::random_cell(map, rng), test::random_cell(map, rng)};
      plan_jps(s.grid, s.jumps, query, workspace, result);
      Trace trace;
      plan_jps(s.grid, s.jumps, query, workspace, traced, trace);
      REQUIRE(traced.status == result.status);
      REQUIRE(traced.path == result.path);
      REQUIRE(traced.cost == result.cost);
      REQUIRE(traced.stats == result.stats);
      if (!s.grid.passable(query.start) || !s.grid.passable(query.goal)) {
        REQUIRE(trace.events().empty());
        continue;
      }
      uint64_t expanded = 0;
      uint64_t generated = 0;
      Cost along_path = 0;
      CellId reached = s.grid.id(query.start);
      Cost last_f = 0;
      std::set<CellId> seen;
      for (const SearchEvent& event : trace.events()) {
        REQUIRE(event.level == 0);
        REQUIRE(event.line < 12);
        switch (event.type) {
          case EventType::kExpand:
            ++expanded;
            REQUIRE(seen.contains(event.node));
            REQUIRE(last_f <= event.g + event.h);
            last_f = event.g + event.h;
            break;
          case EventType::kGenerate:
          case EventType::kUpdate:
            ++generated;
            REQUIRE(seen.contains(event.node) == (event.type == EventType::kUpdate));
            REQUIRE((event.parent == kNoCell ? event.node == s.grid.id(query.start) : seen.contains(event.parent)));
            seen.insert(event.node);
            break;
          case EventType::kPathEdge:
            REQUIRE(event.parent == reached);
            reached = event.node;
            along_path += event.g;
            break;
          default:
            break;
        }
      }
      REQUIRE(expanded == result.stats.total().expanded);
      REQUIRE(generated == result.stats.total().generated);
      if (!result.found()) {
        REQUIRE(trace.events().back().type == EventType::kNoPath);
        continue;
      }
      ++found;
      REQUIRE(trace.events().back().type == EventType::kFound);
      REQUIRE(reached == s.grid.id(query.goal));
      REQUIRE(along_path == result.cost);
    }
  }
  CHECK(found > 100);
}

TEST_CASE("the jump points of a straight walk are the cells past the corners of what is beside it") {
  const GridMap map = map_from_text(
      ".@@..\n"
      ".....\n"
      "..@@.\n");
  const JpsTestMap s(map);
  const auto points = [&](int direction, int line, int length) {
    std::string text;
    const uint64_t* words = s.jumps.lines(direction).words + 2 * line;
    for (int i = 0; i < length; ++i) text += (words[1] >> i & 1) != 0 ? '@' : (words[0] >> i & 1) != 0 ? '!' : '.';
    return text;
  };
  CHECK(points(2, 1, 5) == "...!!");  // eastwards, from the left
  CHECK(points(6, 1, 5) == "...!!");  // westwards, from the right
  CHECK(points(4, 0, 3) == ".!.");    // southwards, from above
  CHECK(points(4, 1, 3) == "@!.");
  CHECK(points(0, 3, 3) == "@!.");  // northwards, from below
  CHECK(points(0, 4, 3) == ".!.");
}

TEST_CASE("the words of a jump map say of every cell what its surroundings say") {
  for (const int width : {1, 2, 62, 63, 64, 65, 126, 127, 130}) {
    for (const int height : {1, 62, 63, 64, 127}) {
      const GridMap map = test::random_map(width, height, 7, static_cast<uint64_t>(width * 1000 + height));
      const JpsTestMap s(map);
      const auto open = [&](Cell c) { return s.grid.passable(c); };
      const auto ends_open = [&](Cell c, int side, size_t d) {
        const auto beside = static_cast<size_t>((static_cast<int>(d) + side) & 7);
        const Cell there{c.x + kDirX[beside], c.y + kDirY[beside]};
        return open(there) && !open({there.x - kDirX[d], there.y - kDirY[d]});
      };
      size_t points = 0;
      for (size_t d = 0; d < 8; ++d) {
        const auto direction = static_cast<int>(d);
        const JumpMap::StraightStops lines = s.jumps.lines(direction);
        for (CellId id = 0; id < map.cell_count(); ++id) {
          const Cell c = map.cell(id);
          const auto line = static_cast<size_t>(s.jumps.line_of(direction, c));
          const auto position = static_cast<size_t>(s.jumps.position(direction, c));
          const Cell behind{c.x - kDirX[d], c.y - kDirY[d]};
          const Cell next{c.x + kDirX[d], c.y + kDirY[d]};
          if (map.contains(behind)) REQUIRE(static_cast<int>(position) == s.jumps.position(direction, behind) + 1);
          if (is_diagonal(direction)) {
            const bool illegal = (lines.words[position / 64 * lines.count + line] >> (position % 64) & 1) != 0;
            REQUIRE(illegal == !test::step_is_legal(map, s.grid.rules(), c, direction));
            if (!illegal) REQUIRE(static_cast<int>(line) == s.jumps.line_of(direction, next));
            continue;
          }
          const size_t word = position / JumpMap::kCells;
          const uint64_t* pair = lines.words + 2 * (word * lines.count + line);
          const size_t bit = position % JumpMap::kCells;
          const bool blocked = (pair[1] >> bit & 1) != 0;
          const bool stop = (pair[0] >> bit & 1) != 0;
          REQUIRE(blocked == !open(c));
          if (blocked) {
            REQUIRE(stop);
          } else if (map.contains(behind) && open(behind)) {
            REQUIRE(stop == (ends_open(c, 2, d) || ends_open(c, 6, d)));
            points += stop ? 1 : 0;
          }
          REQUIRE((pair[0] & JumpMap::kTail) != 0);
          // Beyond the last cell of a word: does the walk meet something blocked before a jump point?
          if (bit != JumpMap::kCells - 1) continue;
          Cell at = next;
          while (open(at) && !ends_open(at, 2, d) && !ends_open(at, 6, d)) at = {at.x + kDirX[d], at.y + kDirY[d]};
          REQUIRE(((pair[1] & JumpMap::kTail) != 0) == !open(at));
        }
      }
      if (width > 60 && height > 60) CHECK(points > 100);
    }
  }
}

TEST_CASE("JPS turns only where it has to") {
  // From left to right through one gap: start, the two cells past the corner of the gap, goal.
  const GridMap map = map_from_text(
      ".....@.....\n"
      ".....@.....\n"
      ".....@.....\n"
      "...........\n"
      ".....@.....\n"
      ".....@.....\n");
  const JpsTestMap s(map);
  Workspace workspace;
  PlanResult result;
  Trace trace;
  plan_jps(s.grid, s.jumps, {{0, 0}, {10, 0}}, workspace, result, trace);
  REQUIRE(result.found());
  CHECK(result.cost == 4 * 816 + 6 * 1154);
  CHECK(result.stats.total().expanded <= 4);
  std::vector<CellId> turns;
  for (const SearchEvent& event : trace.events()) {
    if (event.type == EventType::kPathEdge) turns.push_back(event.node);
  }
  CHECK(turns == std::vector<CellId>{map.id({3, 3}), map.id({6, 3}), map.id({9, 0}), map.id({10, 0})});
}

TEST_CASE("JPS refuses what it cannot answer") {
  const GridMap map = map_from_text("..@.\n.S@.\n....\n");
  Workspace workspace;
  PlanResult result;
  const auto status = [&](const JpsTestMap& s, PlanQuery query) {
    plan_jps(s.grid, s.jumps, query, workspace, result);
    if (!result.found()) {
      CHECK(result.path.empty());
      CHECK(result.cost == kInfinite);
    }
    return result.status;
  };
  const PlanQuery across{{0, 0}, {3, 0}};
  JpsTestMap s(map);
  CHECK(status(s, across) == PlanStatus::kFound);
  CHECK(status(s, {{2, 0}, {3, 0}}) == PlanStatus::kStartBlocked);
  CHECK(status(s, {{-1, 0}, {3, 0}}) == PlanStatus::kStartBlocked);
  CHECK(status(s, {{0, 0}, {2, 1}}) == PlanStatus::kGoalBlocked);
  CHECK(status(s, {{0, 0}, {0, 3}}) == PlanStatus::kGoalBlocked);
  CHECK(status(s, {{1, 1}, {1, 1}}) == PlanStatus::kFound);
  CHECK(result.path == std::vector<CellId>{map.id({1, 1})});
  CHECK(result.cost == 0);
  CHECK(status(JpsTestMap(map_from_text("..@.\n..@.\n..@.\n")), across) == PlanStatus::kNoPath);

  CHECK(status(JpsTestMap(map, {Profile::kPaper}), across) == PlanStatus::kUnsupported);
  CHECK(status(JpsTestMap(map, {Profile::kFour}), across) == PlanStatus::kUnsupported);
  CHECK(status(JpsTestMap(map, {Profile::kOctile, Capability::walker(), {1, 3, 1, 1}}), across) ==
        PlanStatus::kUnsupported);
  CHECK_FALSE(jps_supports(JpsTestMap(map, {Profile::kPaper}).grid));
  CHECK_FALSE(jps_supports(JpsTestMap(map, {Profile::kOctile, Capability::walker(), {1, 3, 1, 1}}).grid));

  GridMap edited = map;
  const EditResult edit = edited.apply({{{2, 1, '.'}}});
  const Rect changed = s.grid.update(edited, edit.dirty, nullptr);
  CHECK(status(s, across) == PlanStatus::kStale);
  s.jumps.update(s.grid, changed);
  CHECK(status(s, across) == PlanStatus::kFound);
  CHECK(result.cost == 3 * 816);
  s.jumps = JumpMap{};
  CHECK(status(s, across) == PlanStatus::kStale);
}

TEST_CASE("a workspace serves JPS on maps of different sizes one after the other") {
  Workspace shared;
  PlanResult a;
  PlanResult b;
  for (int i = 0; i < 30; ++i) {
    const int side = i % 2 == 0 ? 90 : 15;
    const GridMap map = test::random_map(side, side, 20, static_cast<uint64_t>(i));
    const JpsTestMap s(map);
    const PlanQuery query{{0, 0}, {side - 1, side - 1}};
    Workspace fresh;
    plan_jps(s.grid, s.jumps, query, shared, a);
    plan_jps(s.grid, s.jumps, query, fresh, b);
    REQUIRE(a.status == b.status);
    REQUIRE(a.path == b.path);
    REQUIRE(a.stats == b.stats);
  }
}

TEST_CASE("JPS has the listed length on a sample of every bg512 scenario" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const std::filesystem::path folder = std::filesystem::path(std::getenv("STRATA_DATA")) / "maps" / "bg512";
  Workspace workspace;
  PlanResult result;
  size_t queries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".scen") continue;
    const std::string file = entry.path().string();
    CAPTURE(file);
    const Result<Scenario> scenario = load_scenario(file);
    REQUIRE(scenario.ok());
    const std::vector<ScenarioRow>& rows = scenario.value().rows;
    if (rows.empty()) continue;
    const std::string map_file = test::must(resolve_map(file, rows[0]));
    const LoadedMap loaded = test::must(load_map(map_file));
    const JpsTestMap s(loaded.map);
    for (size_t i = 0; i < rows.size(); i += 7 * kLess) {
      const PlanQuery query{{rows[i].start_x, rows[i].start_y}, {rows[i].goal_x, rows[i].goal_y}};
      plan_jps(s.grid, s.jumps, query, workspace, result);
      REQUIRE(result.found());
      REQUIRE(std::abs(result.cost / 816.0 - rows[i].length) <= length_tolerance(rows[i].length));
      const auto fault = path_fault(s.grid, result.path, query.start, query.goal, result.cost);
      REQUIRE_MESSAGE(!fault, *fault);
      ++queries;
    }
  }
  CHECK(queries > 6000 / kLess);
}
