// Purpose: These helpers are shared by most tests: small maps, random maps and edits, and the plain Dijkstra with which
//          every planner is compared.
#pragma once

#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "core/base/rng.hpp"
#include "core/grid/clearance.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/move_grid.hpp"
#include "core/grid/shapes.hpp"
#include "core/search/plan.hpp"

namespace strata::test {

// Returns whether the square with this upper left corner is inside the map and only contains terrains
// of the capability.
inline bool square_is_free(const GridMap& map, Capability capability, Cell at, int side) {
  for (int y = at.y; y < at.y + side; ++y) {
    for (int x = at.x; x < at.x + side; ++x) {
      if (!map.contains({x, y}) || !capability.has(map.terrain(Cell{x, y}))) return false;
    }
  }
  return true;
}

inline bool can_stand(const GridMap& map, const Rules& rules, Cell at) {
  return square_is_free(map, rules.capability, at, rules.agent_size);
}

inline bool step_is_legal(const GridMap& map, const Rules& rules, Cell from, int direction) {
  const auto d = static_cast<size_t>(direction);
  const auto open = [&](Cell c) { return can_stand(map, rules, c); };
  const Cell to{from.x + kDirX[d], from.y + kDirY[d]};
  if (!open(from) || !open(to)) return false;
  if (!is_diagonal(direction)) return true;
  const bool side_a = open({from.x + kDirX[d], from.y});
  const bool side_b = open({from.x, from.y + kDirY[d]});
  switch (rules.profile) {
    case Profile::kOctile:
      return side_a && side_b;
    case Profile::kPaper:
      return side_a || side_b;
    case Profile::kFour:
      break;
  }
  return false;
}

// Returns the weight of a cell that is not blocked: its own, or that of its terrain.
inline int weight_of_cell(const GridMap& map, const Rules& rules, Cell at) {
  const auto own = map.weights().empty() ? uint8_t{0} : map.weights()[map.id(at)];
  return own != 0 ? own : rules.weights[static_cast<size_t>(map.terrain(at))];
}

// Returns the highest weight of the cells that an agent covers at `at`, where it must be able to stand.
inline int highest_weight(const GridMap& map, const Rules& rules, Cell at) {
  int highest = 0;
  for (int y = at.y; y < at.y + rules.agent_size; ++y) {
    for (int x = at.x; x < at.x + rules.agent_size; ++x) {
      highest = std::max(highest, weight_of_cell(map, rules, {x, y}));
    }
  }
  return highest;
}

// Returns the cost of a legal step.
inline Cost plain_step(const GridMap& map, const Rules& rules, Cell from, int direction) {
  const MoveProfileInfo info = profile_info(rules.profile);
  const auto d = static_cast<size_t>(direction);
  const int weights =
      highest_weight(map, rules, from) + highest_weight(map, rules, {from.x + kDirX[d], from.y + kDirY[d]});
  return (is_diagonal(direction) ? info.diagonal : info.straight) * static_cast<Cost>(weights) / 2;
}

// Returns the cost of the step from one cell to another; nothing if there is no such legal step.
inline std::optional<Cost> plain_step(const GridMap& map, const Rules& rules, Cell from, Cell to) {
  for (int d = 0; d < kDirections; ++d) {
    if (Cell{from.x + kDirX[static_cast<size_t>(d)], from.y + kDirY[static_cast<size_t>(d)]} != to) continue;
    if (step_is_legal(map, rules, from, d)) return plain_step(map, rules, from, d);
  }
  return std::nullopt;
}

// Returns the legal moves on a map for agents of any size.
inline MoveGrid moves_on(const GridMap& map, const Rules& rules = {}) {
  Clearance clearance;
  if (rules.agent_size > 1) clearance.build(map, rules.capability);
  MoveGrid moves;
  moves.build(map, rules, rules.agent_size > 1 ? &clearance : nullptr);
  return moves;
}

// Returns a structure that is built from these inputs.
template <class Structure, class... Inputs>
Structure built(Inputs&&... inputs) {
  Structure made;
  made.build(std::forward<Inputs>(inputs)...);
  return made;
}

// Dijkstra in its simplest form: returns the costs of all nodes from `start`. edges(node, visit) calls visit(next,
// cost) for each edge of a node. `none` is the cost of unreachable nodes; costs are of its type.
template <class Sum, class Edges>
std::vector<Sum> plain_search(size_t nodes, uint32_t start, Sum none, Edges&& edges) {
  std::vector<Sum> distance(nodes, none);
  using Entry = std::pair<Sum, uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  distance[start] = 0;
  open.push({0, start});
  while (!open.empty()) {
    const Sum g = open.top().first;
    const uint32_t node = open.top().second;
    open.pop();
    if (g != distance[node]) continue;
    edges(node, [&](uint32_t next, Sum step) {
      if (g + step >= distance[next]) return;
      distance[next] = g + step;
      open.push({g + step, next});
    });
  }
  return distance;
}

// Implements the rules independently of the code under test: returns the distances of the cells inside `part` from one
// of them. kInfinite: unreachable.
inline std::vector<Cost> plain_dijkstra(const GridMap& map, const Rules& rules, Cell start, const Rect& part) {
  return plain_search(map.cell_count(), map.id(start), kInfinite, [&](CellId id, auto&& visit) {
    const Cell c = map.cell(id);
    for (int d = 0; d < kDirections; ++d) {
      const Cell n{c.x + kDirX[static_cast<size_t>(d)], c.y + kDirY[static_cast<size_t>(d)]};
      if (part.contains(n) && step_is_legal(map, rules, c, d)) visit(map.id(n), plain_step(map, rules, c, d));
    }
  });
}
inline std::vector<Cost> plain_dijkstra(const GridMap& map, const Rules& rules, Cell start) {
  if (!can_stand(map, rules, start)) return std::vector<Cost>(map.cell_count(), kInfinite);
  return plain_dijkstra(map, rules, start, map.bounds());
}

// Returns a map with `percent` blocked cells and some swamp, water and trees.
inline GridMap random_map(int width, int height, uint32_t percent, uint64_t seed) {
  Rng rng(seed);
  GridMap map(width, height);
  Edit edit;
  for (CellId i = 0; i < map.cell_count(); ++i) {
    if (rng.percent(percent)) {
      edit.runs.push_back({i, 1, '@'});
    } else if (rng.percent(10)) {
      edit.runs.push_back({i, 1, "SWT"[rng.below(3)]});
    }
  }
  map.apply(edit);
  return map;
}

// Returns a map with one corridor that winds through all of it.
inline GridMap winding_corridor(int side) {
  GridMap map(side, side);
  Edit edit;
  for (int y = 1; y < side; y += 2) {
    const CellId row = map.id({0, y});
    edit.runs.push_back({row + ((y / 2) % 2 == 0 ? 0u : 1u), static_cast<uint32_t>(side - 1), '@'});
  }
  map.apply(edit);
  return map;
}

// Returns a map with walls on a grid and a few doors: wide entrances, dead ends and long detours.
inline GridMap random_rooms(int width, int height, int side, uint64_t seed) {
  Rng rng(seed);
  GridMap map(width, height);
  Edit edit;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if ((x % side == 0 || y % side == 0) && !rng.percent(12)) edit.runs.push_back({map.id({x, y}), 1, '@'});
    }
  }
  map.apply(edit);
  return map;
}

inline Cell random_cell(const GridMap& map, Rng& rng) {
  return {rng.between(0, map.width() - 1), rng.between(0, map.height() - 1)};
}

// Returns a random edit: single cells, strokes, rectangles or fills, often at corners, cluster borders and map edges.
inline Edit random_edit(const GridMap& map, int cluster_size, Rng& rng) {
  const char letter = "@..@TWS."[rng.below(8)];
  Cell at = random_cell(map, rng);
  switch (rng.below(4)) {
    case 0:  // beside a cluster border
      at.x = std::clamp(at.x / cluster_size * cluster_size - rng.between(0, 1), 0, map.width() - 1);
      break;
    case 1:
      at.y = std::clamp(at.y / cluster_size * cluster_size - rng.between(0, 1), 0, map.height() - 1);
      break;
    case 2:  // at an edge or a corner of the map
      at.x = rng.percent(50) ? 0 : map.width() - 1;
      if (rng.percent(30)) at.y = rng.percent(50) ? 0 : map.height() - 1;
      break;
    default:
      break;
  }
  const Cell to{std::clamp(at.x + rng.between(-12, 12), 0, map.width() - 1),
                std::clamp(at.y + rng.between(-12, 12), 0, map.height() - 1)};
  const Brush brush{rng.between(0, 3), rng.percent(50) ? BrushShape::kRound : BrushShape::kSquare};
  switch (rng.below(8)) {
    case 0:
      return brush_line(map, at, to, brush, letter);
    case 1:
      return rectangle(map, at, to, rng.percent(50), letter);
    case 2:
      return rng.percent(10) ? flood_fill(map, at, letter) : brush_line(map, at, at, brush, letter);
    default:
      return brush_line(map, at, at, {}, letter);
  }
}

// Returns a random weight of a cell: any, a small or the largest one, or 0 for that of the terrain.
inline int random_weight(Rng& rng) {
  switch (rng.below(4)) {
    case 0:
      return 0;
    case 1:
      return rng.between(1, 4);
    case 2:
      return kMaxCellWeight;
    default:
      return rng.between(1, kMaxCellWeight);
  }
}

// Returns an edit of letters like random_edit, one of weights, or one whose runs have both.
inline Edit random_edit_with_weights(const GridMap& map, int cluster_size, Rng& rng) {
  Edit edit = random_edit(map, cluster_size, rng);
  const uint32_t kind = rng.below(4);
  if (kind < 2) return edit;
  for (CellRun& run : edit.runs) run.weight = static_cast<int16_t>(random_weight(rng));
  if (kind == 2) {
    for (CellRun& run : edit.runs) run.letter = CellRun::kSameLetter;
  }
  return edit;
}

// Gives `percent` of the cells of a map weights of their own, in runs of a few cells.
inline void add_random_weights(GridMap& map, uint32_t percent, uint64_t seed) {
  Rng rng(seed);
  Edit edit;
  for (CellId first = 0; first < map.cell_count();) {
    const auto count = std::min(map.cell_count() - first, static_cast<uint32_t>(rng.between(1, 6)));
    if (rng.percent(percent)) edit.runs.push_back(weight_run(first, count, random_weight(rng)));
    first += count;
  }
  map.apply(edit);
}

inline std::vector<Rules> all_rules() {
  std::vector<Rules> rules;
  for (int p = 0; p < kProfiles; ++p) {
    rules.push_back({static_cast<Profile>(p), Capability::walker(), kUniformWeights});
    rules.push_back({static_cast<Profile>(p), Capability(0b1111), {1, 3, 16, 7}});
    rules.push_back({static_cast<Profile>(p), Capability(0b1101), {5, 1, 5, 5}});
  }
  return rules;
}

}  // namespace strata::test
