// Turning points: what a path of cells becomes, and the walk back over its cells.
#include "core/search/turns.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/workspace.hpp"
#include "tests/links_support.hpp"

namespace strata::test {
namespace {

static_assert(std::forward_iterator<CellWalk::Iterator>);

struct TurnList {
  std::vector<CellId> turns;
  std::vector<uint32_t> links_at;
  TurnList(const MoveGrid& grid, const std::vector<CellId>& cells) { turns_of(grid, cells, turns, links_at); }
  std::vector<CellId> cells(int width) const {
    const CellWalk walk = walk_cells(turns, links_at, width);
    return {walk.begin(), walk.end()};
  }
};

std::vector<CellId> ids(const MoveGrid& grid, const std::vector<Cell>& cells) {
  std::vector<CellId> all;
  for (const Cell cell : cells) all.push_back(grid.id(cell));
  return all;
}

}  // namespace

TEST_CASE("turning points are the ends of a path and the cells where its direction changes") {
  const GridMap map(9, 6);
  const MoveGrid grid = moves_on(map);
  const std::vector<CellId> path = ids(grid, {{1, 1}, {2, 1}, {3, 1}, {4, 2}, {5, 3}, {5, 4}, {4, 4}, {3, 4}});
  const TurnList list(grid, path);
  CHECK(list.turns == ids(grid, {{1, 1}, {3, 1}, {5, 3}, {5, 4}, {3, 4}}));
  CHECK(list.links_at.empty());
  CHECK(list.cells(map.width()) == path);
  CHECK_FALSE(turns_fault(grid, list.turns, {}, {1, 1}, {3, 4}, path_cost(grid, path).value()));
}

TEST_CASE("paths of no cell, one cell and two cells have as many turning points") {
  const GridMap map(5, 5);
  const MoveGrid grid = moves_on(map);
  for (const std::vector<CellId>& path : {std::vector<CellId>{}, {7}, {7, 13}}) {
    const TurnList list(grid, path);
    CHECK(list.turns == path);
    CHECK(list.cells(map.width()) == path);
  }
  CHECK(turns_fault(grid, {}, {}, {0, 0}, {0, 0}, 0) == "the path is empty");
}

TEST_CASE("links are told apart from straight parts between the same cells") {
  GridMap map(8, 4);
  const CellId a = map.id({1, 1}), b = map.id({5, 1}), c = map.id({6, 1}), d = map.id({6, 2});
  Edit edit;
  // The second link is cheaper than the move between its ends, the third one costs more.
  edit.links = {{a, b, 50}, {b, c, 20}, {c, d, 400}};
  map.apply(edit);
  const MoveGrid grid = moves_on(map);
  const std::vector<CellId> path = {map.id({0, 1}), a, b, c, d, map.id({6, 3})};
  const TurnList list(grid, path);
  CHECK(list.turns == std::vector<CellId>{map.id({0, 1}), a, b, c, map.id({6, 3})});
  CHECK(list.links_at == std::vector<uint32_t>{1, 2});
  CHECK(list.cells(map.width()) == path);
  const Cost cost = path_cost(grid, path).value();
  CHECK_FALSE(turns_fault(grid, list.turns, list.links_at, {0, 1}, {6, 3}, cost));
  CHECK(turns_fault(grid, list.turns, {}, {0, 1}, {6, 3}, cost).has_value());
}

TEST_CASE("a fault of turning points is named") {
  GridMap map(6, 4);
  map.apply({{{map.id({3, 1}), 1, '@'}}});
  const MoveGrid grid = moves_on(map);
  const Cost straight = grid.base(0);
  const auto fault = [&](const std::vector<Cell>& turns, Cost cost) {
    return turns_fault(grid, ids(grid, turns), {}, turns.front(), turns.back(), cost);
  };
  CHECK_FALSE(fault({{0, 0}, {5, 0}}, 5 * straight));
  CHECK(fault({{0, 1}, {5, 1}}, 5 * straight).has_value());          // through the wall
  CHECK(fault({{0, 0}, {5, 0}}, 4 * straight).has_value());          // another cost
  CHECK(fault({{0, 0}, {2, 0}, {5, 0}}, 5 * straight).has_value());  // no turn at (2,0)
  CHECK(fault({{0, 0}, {4, 1}}, 5 * straight).has_value());          // in none of the eight directions
  CHECK(turns_fault(grid, std::vector<CellId>{0, 999}, {}, {0, 0}, {5, 0}, 0).has_value());
}

TEST_CASE("random walks come back from their turning points, whatever links they follow") {
  Rng rng(4);
  for (int round = 0; round < 60; ++round) {
    GridMap map = random_map(rng.between(1, 12), rng.between(1, 12), 15, rng.next());
    if (map.cell_count() > 1 && rng.percent(60)) map.apply(random_links(map, 6, rng));
    const MoveGrid grid = moves_on(map);
    CellId at = rng.below(map.cell_count());
    if (!grid.passable(at)) continue;
    std::vector<CellId> path{at};
    for (int i = 0; i < 40; ++i) {
      std::vector<CellId> next;
      for (int direction = 0; direction < kDirections; ++direction) {
        if (has_move(grid, at, direction)) next.push_back(grid.neighbour(at, direction));
      }
      if (grid.links() != nullptr) {
        for (const MapLink& link : grid.links()->from(at)) {
          if (grid.passable(link.to)) next.push_back(link.to);
        }
      }
      if (next.empty()) break;
      path.push_back(at = next[rng.below(static_cast<uint32_t>(next.size()))]);
    }
    const TurnList list(grid, path);
    CAPTURE(round);
    CHECK(list.cells(map.width()) == path);
    const auto fault = turns_fault(grid, list.turns, list.links_at, grid.cell(path.front()), grid.cell(path.back()),
                                   path_cost(grid, path).value());
    CHECK_MESSAGE(!fault, fault.value_or(""));
  }
}

}  // namespace strata::test
