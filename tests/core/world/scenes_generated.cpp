// Generated and stock maps: seeded, connected, and equal to the files in assets/maps.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/grid/clusters.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "tests/must.hpp"
#include "tests/source_path.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

// Sizes of the areas that legal octile moves connect, the largest first.
std::vector<size_t> area_sizes(const GridMap& map) {
  const MoveGrid moves = test::moves_on(map);
  std::vector<uint8_t> seen(map.cell_count(), 0);
  std::vector<size_t> sizes;
  std::vector<CellId> stack;
  for (CellId seed = 0; seed < map.cell_count(); ++seed) {
    if (!moves.passable(seed) || seen[seed]) continue;
    size_t size = 0;
    seen[seed] = 1;
    stack.push_back(seed);
    while (!stack.empty()) {
      const CellId cell = stack.back();
      stack.pop_back();
      ++size;
      for (int d = 0; d < kDirections; ++d) {
        if ((moves.moves(cell) >> d & 1) == 0) continue;
        const CellId next = moves.neighbour(cell, d);
        if (!seen[next]) {
          seen[next] = 1;
          stack.push_back(next);
        }
      }
    }
    sizes.push_back(size);
  }
  std::sort(sizes.rbegin(), sizes.rend());
  return sizes;
}

size_t total(const std::vector<size_t>& sizes) {
  size_t sum = 0;
  for (const size_t size : sizes) sum += size;
  return sum;
}

const SceneKind kAllKinds[] = {SceneKind::kRooms,  SceneKind::kMaze,   SceneKind::kCave,
                               SceneKind::kRandom, SceneKind::kForest, SceneKind::kCity};

}  // namespace

TEST_CASE("scenes: a seed gives one map, another seed another, and kinds know their names") {
  for (const SceneKind kind : kAllKinds) {
    CAPTURE(scene_kind_name(kind));
    CHECK(scene_kind_named(scene_kind_name(kind)) == kind);
    const SceneSpec spec{kind, 100, 70, 9, 0};
    const GridMap map = generate(spec);
    CHECK(map.width() == 100);
    CHECK(map.height() == 70);
    CHECK(map == generate(spec));
    SceneSpec other = spec;
    other.seed = 10;
    CHECK_FALSE(map == generate(other));
  }
  CHECK(!scene_kind_named("moon"));
}

TEST_CASE("scenes: one area holds nearly every walkable cell, whatever kind, size, seed and detail") {
  for (const SceneKind kind : kAllKinds) {
    for (const auto& each : {std::pair{8, 8}, {9, 31}, {64, 64}, {150, 97}, {256, 256}}) {
      const int width = each.first;
      const int height = each.second;
      for (const int detail : {0, 1, 7, 1000}) {
        for (uint64_t seed = 1; seed <= 3; ++seed) {
          const SceneSpec spec{kind, width, height, seed, detail};
          CAPTURE(scene_kind_name(kind));
          CAPTURE(width);
          CAPTURE(height);
          CAPTURE(detail);
          CAPTURE(seed);
          const GridMap map = generate(spec);
          const auto sizes = area_sizes(map);
          REQUIRE(!sizes.empty());
          REQUIRE(sizes[0] >= 4);
          // Only random obstacles leave shut-in cells standing.
          if (kind != SceneKind::kRandom) {
            REQUIRE(sizes.size() == 1);
          } else {
            REQUIRE(static_cast<double>(sizes[0]) >= 0.75 * static_cast<double>(total(sizes)));
          }
          REQUIRE(std::all_of(map.letters().begin(), map.letters().end(), is_known_letter));
        }
      }
    }
  }
}

TEST_CASE("scenes: forests hold lakes, swamp and trees; cities a river, trees and houses") {
  const auto letters_of = [](const GridMap& map) { return std::set<char>(map.letters().begin(), map.letters().end()); };
  CHECK(letters_of(generate({SceneKind::kForest, 256, 256, 1, 0})) == std::set<char>{'.', 'S', 'T', 'W'});
  CHECK(letters_of(generate({SceneKind::kCity, 256, 256, 1, 0})) == std::set<char>{'.', '@', 'T', 'W'});
}

TEST_CASE("scenes: the files in assets/maps are what the generators give") {
  const std::string folder = strata::test::source_path("assets/maps/");
  CHECK(stock_maps().size() >= 8);
  for (const StockMap& stock : stock_maps()) {
    CAPTURE(stock.file);
    const auto text = test::must(read_file(folder + std::string(stock.file)));
    CHECK(text == format_map(generate(stock.spec)));
  }
  const auto text = test::must(read_file(folder + std::string(kRunningExampleFile)));
  CHECK(text == format_map(running_example()));
}

TEST_CASE("scenes: the running example has a long detour, a dead-end room, narrow and wide entrances") {
  const GridMap map = running_example();
  CHECK(map.width() == 40);
  CHECK(map.height() == 40);
  CHECK(area_sizes(map).size() == 1);
  const MoveGrid moves = test::moves_on(map);
  const PlanQuery query = running_example_query();
  Workspace workspace;
  PlanResult result;
  plan_on_grid(moves, GridHeuristic::kDistance, query, workspace, result);
  REQUIRE(result.found());
  CHECK(result.cost > 2 * moves.bound()(query.start, query.goal));
  // The way leads round the room, which lies between start and goal and has one door, to the west.
  const Rect room{12, 12, 19, 19};
  for (const CellId cell : result.path) CHECK(!room.contains(moves.cell(cell)));
  MoveGrid closed = moves;
  GridMap shut = map;
  (void)shut.apply({{{map.id({11, 14}), 1, '@'}, {map.id({11, 15}), 1, '@'}, {map.id({11, 16}), 1, '@'}}});
  closed.build(shut, {});
  plan_on_grid(closed, GridHeuristic::kDistance, {query.start, {15, 15}}, workspace, result);
  CHECK(result.status == PlanStatus::kNoPath);
  plan_on_grid(moves, GridHeuristic::kDistance, {query.start, {15, 15}}, workspace, result);
  CHECK(result.found());

  const ClusterGrid clusters(40, 40, 10);
  std::vector<Entrance> entrances;
  for (uint32_t cluster = 0; cluster < clusters.count(); ++cluster) {
    if (clusters.has_right(cluster)) append_entrances(moves, clusters, cluster, Side::kEast, entrances);
    if (clusters.has_below(cluster)) append_entrances(moves, clusters, cluster, Side::kSouth, entrances);
  }
  const auto wide = std::count_if(entrances.begin(), entrances.end(), [](const Entrance& e) { return e.width() >= 6; });
  CHECK(wide >= 5);
  CHECK(static_cast<ptrdiff_t>(entrances.size()) - wide >= 5);
}

TEST_CASE("scenes: suggested queries join two far-apart cells") {
  Workspace workspace;
  PlanResult result;
  for (const SceneKind kind : kAllKinds) {
    CAPTURE(scene_kind_name(kind));
    const GridMap map = generate({kind, 128, 96, 4, 0});
    const MoveGrid moves = test::moves_on(map);
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      const auto query = suggested_query(map, seed);
      REQUIRE(query);
      CHECK(suggested_query(map, seed) == query);
      plan_on_grid(moves, GridHeuristic::kDistance, *query, workspace, result);
      REQUIRE(result.found());
      CHECK(result.cost > 96 * moves.base(0));
    }
  }
}

TEST_CASE("scenes: without two connected cells there is no suggestion, with two there is one") {
  CHECK(!suggested_query(GridMap(20, 20, '@'), 1));
  CHECK(!suggested_query(map_from_text(".@\n@."), 1));  // a corner is no way through
  GridMap map(300, 300, 'W');
  (void)map.apply({{{map.id({150, 77}), 2, 'S'}}});
  const auto query = suggested_query(map, 1);
  REQUIRE(query);
  CHECK(query->start.y == 77);
  CHECK(query->goal.y == 77);
  CHECK(query->start.x != query->goal.x);
}
