#include "core/ch/cell_graph.hpp"

#include <bit>

namespace strata {

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
  for (const CellId cell : result.cells) {
    for (const int direction : kAscending) {
      if ((grid.moves(cell) >> direction & 1) == 0) continue;
      graph.targets.push_back(result.nodes[grid.neighbour(cell, direction)]);
      graph.weights.push_back(grid.step_cost(cell, direction));
    }
    graph.first.push_back(static_cast<uint32_t>(graph.targets.size()));
  }
  return result;
}

}  // namespace strata
