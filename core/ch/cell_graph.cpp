#include "core/ch/cell_graph.hpp"

#include <algorithm>
#include <bit>

#include "core/grid/map_links.hpp"

namespace strata {
namespace {

// Adds the links of a cell to its edges, which begin at `begin` and stay sorted by target. Of a move and a link to the
// same cell the cheaper one stays.
void add_links(const MoveGrid& grid, CellId cell, CellGraph& result, size_t begin) {
  std::vector<uint32_t>& targets = result.graph.targets;
  std::vector<Cost>& weights = result.graph.weights;
  for (const MapLink& link : grid.links()->from(cell)) {
    if (!grid.passable(link.to)) continue;
    const uint32_t target = result.nodes[link.to];
    const Cost cost = grid.link_cost(link);
    const auto at = std::lower_bound(targets.begin() + static_cast<ptrdiff_t>(begin), targets.end(), target);
    const ptrdiff_t place = at - targets.begin();
    if (at != targets.end() && *at == target) {
      weights[static_cast<size_t>(place)] = std::min(weights[static_cast<size_t>(place)], cost);
    } else {
      targets.insert(at, target);
      weights.insert(weights.begin() + place, cost);
    }
  }
}

}  // namespace

bool cell_graph_has_links(const MoveGrid& grid) { return grid.links() == nullptr || grid.links()->both_ways(); }

CellGraph make_cell_graph(const MoveGrid& grid) {
  CellGraph result;
  result.nodes.assign(grid.cell_count(), CellGraph::kNoNode);
  result.cells.reserve(grid.passable_count());
  size_t edges = 0;
  for (CellId cell = 0; cell < grid.cell_count(); ++cell) {
    if (!grid.passable(cell)) continue;
    result.nodes[cell] = static_cast<uint32_t>(result.cells.size());
    result.cells.push_back(cell);
    edges += static_cast<size_t>(std::popcount(grid.moves(cell)));
  }
  CsrGraph& graph = result.graph;
  graph.first.reserve(result.cells.size() + 1);
  graph.targets.reserve(edges);
  graph.weights.reserve(edges);
  graph.first.push_back(0);
  // Directions in the order of the cells they lead to: nw, n, ne, w, e, sw, s, se.
  constexpr int kAscending[] = {7, 0, 1, 6, 2, 5, 4, 3};
  const bool linked = grid.links() != nullptr && grid.links()->both_ways();
  for (const CellId cell : result.cells) {
    const size_t begin = graph.targets.size();
    for (const int direction : kAscending) {
      if ((grid.moves(cell) >> direction & 1) == 0) continue;
      graph.targets.push_back(result.nodes[grid.neighbour(cell, direction)]);
      graph.weights.push_back(grid.step_cost(cell, direction));
    }
    if (linked) add_links(grid, cell, result, begin);
    graph.first.push_back(static_cast<uint32_t>(graph.targets.size()));
  }
  return result;
}

}  // namespace strata
