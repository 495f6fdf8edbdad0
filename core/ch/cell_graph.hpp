// Purpose: CellGraph is the graph of the passable cells of a map, on which contraction hierarchies
//          over cells are built.
// Links: Links between cells are edges if both their ends are passable. Edges have no direction: all links must lead
// both
//        ways at the same length (MapLinks::both_ways), else they are left out.
// Units: Costs as in core/grid/cost.hpp.
// Shapes: Nodes are the passable cells in the order of their numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

struct CellGraph {
  static constexpr uint32_t kNoNode = 0xffffffffu;

  CsrGraph graph;
  std::vector<CellId> cells;    // cell by node
  std::vector<uint32_t> nodes;  // node by cell; kNoNode: blocked
};
CellGraph make_cell_graph(const MoveGrid& grid);

// Returns whether the graph holds all links of the grid.
bool cell_graph_has_links(const MoveGrid& grid);

}  // namespace strata
