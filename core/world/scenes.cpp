#include "core/world/scenes.hpp"

#include <algorithm>

#include "core/base/enum_names.hpp"
#include "core/base/rng.hpp"

namespace strata {

std::string_view scene_kind_name(SceneKind kind) {
  switch (kind) {
    case SceneKind::kRooms:
      return "rooms";
    case SceneKind::kMaze:
      return "maze";
    case SceneKind::kCave:
      return "cave";
    case SceneKind::kRandom:
      return "random";
    case SceneKind::kForest:
      return "forest";
    case SceneKind::kCity:
      break;
  }
  return "city";
}

std::optional<SceneKind> scene_kind_named(std::string_view name) {
  return enum_named(kSceneKinds, scene_kind_name, name);
}

std::span<const StockMap> stock_maps() {
  static constexpr StockMap kMaps[] = {
      {"rooms-64.map", "Rooms, small", {SceneKind::kRooms, 64, 64, 11, 10}},
      {"rooms-256.map", "Rooms", {SceneKind::kRooms, 256, 256, 12, 0}},
      {"maze-96.map", "Maze, wide corridors", {SceneKind::kMaze, 97, 97, 21, 5}},
      {"maze-257.map", "Maze", {SceneKind::kMaze, 257, 257, 22, 3}},
      {"cave-192.map", "Cave", {SceneKind::kCave, 192, 192, 31, 0}},
      {"random-128.map", "Random obstacles", {SceneKind::kRandom, 128, 128, 41, 30}},
      {"forest-256.map", "Forest with lakes", {SceneKind::kForest, 256, 256, 51, 0}},
      {"forest-512.map", "Large forest with lakes", {SceneKind::kForest, 512, 512, 52, 0}},
      {"city-256.map", "City", {SceneKind::kCity, 256, 256, 61, 0}},
      {"city-512.map", "Large city", {SceneKind::kCity, 512, 512, 62, 22}},
  };
  return kMaps;
}

GridMap running_example() {
  return map_from_text(R"(
@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
@.......@..........@...................@
@.......@..........@...................@
@.......@..........@................TT.@
@.......@..........@................TT.@
@.......@..........@...................@
@..................@@@.@@@@@@@...@@....@
@..................@...................@
@@@@@..@@@@@.@@....@...................@
@..................@....@..............@
@..................@....@....@@@@@@@@@@@
@..........@@@@@@@@@....@....@.........@
@..........@.......@....@....@.........@
@..........@.......@....@....@...@.....@
@..................@.........@...@.....@
@..................@.........@...@.....@
@..................@....@....@...@.....@
@..........@.......@....@..............@
@..........@.......@....@..............@
@..........@@@@@@@@@....@....@.........@
@..................@.........@@@@@@@@@@@
@..................@...................@
@............@@@@..@.....@@@@@@@@@@@@@@@
@@@.@@@@@@.........@.....@.............@
@........@.........@.....@.............@
@........@...TTTT..@.....@...@...SSS...@
@............TTTT..@.....@...@...SSS...@
@..................@.....@...@...SSS...@
@...WW...@.........@.....@...@....S....@
@...WWW..@.....@@@.@...................@
@....WW..@.....@@@.@.........@.........@
@..............@@@.@.........@.........@
@..............@@@.@.........@.........@
@...................@@@@@@@@@@@@@@@....@
@......................................@
@......................................@
@.......................@@@@...........@
@......................................@
@......................................@
@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
)");
}

PlanQuery running_example_query() { return {{3, 15}, {36, 15}}; }

namespace {

bool walkable(char letter) { return Capability::walker().has(terrain_of(letter)); }

// Sets `reached` to walkable cells without a mark, found breadth-first from `seed`, at most `most`, in the order of
// their distance. Legal octile moves reach the same cells.
void flood(const GridMap& map, CellId seed, size_t most, std::vector<uint8_t>& marks, uint8_t mark,
           std::vector<CellId>& reached) {
  reached.assign(1, seed);
  marks[seed] = mark;
  const auto letters = map.letters();
  const auto width = static_cast<CellId>(map.width());
  for (size_t head = 0; head < reached.size() && reached.size() < most; ++head) {
    const CellId cell = reached[head];
    const CellId x = cell % width;
    const auto visit = [&](CellId next) {
      if (marks[next] == mark || !walkable(letters[next])) return;
      marks[next] = mark;
      reached.push_back(next);
    };
    if (x > 0) visit(cell - 1);
    if (x + 1 < width) visit(cell + 1);
    if (cell >= width) visit(cell - width);
    if (cell + width < letters.size()) visit(cell + width);
  }
}

}  // namespace

std::optional<PlanQuery> suggested_query(const GridMap& map, uint64_t seed) {
  // This limit makes opening the largest maps fast. On them "far apart" means about 1,000 cells.
  constexpr size_t kMaxCells = 2'000'000;
  const auto letters = map.letters();
  if (letters.empty()) return std::nullopt;
  Rng rng(seed);
  std::vector<uint8_t> marks(letters.size(), 0);
  std::vector<CellId> reached, best;
  const auto try_from = [&](CellId cell) {
    if (!walkable(letters[cell]) || marks[cell] != 0) return;
    flood(map, cell, kMaxCells, marks, 1, reached);
    if (reached.size() > best.size()) best.swap(reached);
  };
  // Random cells are most likely in the largest component. If hardly any cell is walkable, all cells are tried.
  for (int i = 0; i < 64; ++i) {
    try_from(rng.below(map.cell_count()));
    if (best.size() >= kMaxCells || best.size() * 2 > letters.size()) break;
  }
  if (best.size() < 2) {
    for (CellId cell = 0; cell < letters.size() && best.size() < 2; ++cell) try_from(cell);
  }
  if (best.size() < 2) return std::nullopt;

  // The last cell of `best` is the farthest from a random cell. The goal is one of the cells farthest from the start.
  const CellId start = best.back();
  flood(map, start, kMaxCells, marks, 2, reached);
  const auto tail =
      static_cast<uint32_t>(std::min<size_t>(std::max<size_t>(reached.size() / 50, 1), reached.size() - 1));
  const CellId goal = reached[reached.size() - 1 - rng.below(tail)];
  return PlanQuery{map.cell(start), map.cell(goal)};
}

}  // namespace strata
