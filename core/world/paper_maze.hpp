// Purpose: paper_maze returns a maze with the numbers of the running example in the HPA* paper.
// Source: Botea, Mueller, Schaeffer 2004, figure 1 and table 1.
// Differs: The maze of the paper is only printed as a picture. This one is our own, found by a search for its numbers:
//          40x40 cells, of which 1,463 are free, 2,714 edges between four neighbours, no outer wall; A* expands every
//          cell before the goal. With clusters of 10x10, level 1 of HPA* has 66 nodes, 43 inter-edges and 88
//          intra-edges, as printed.
#pragma once

#include "core/grid/grid_map.hpp"
#include "core/search/plan.hpp"

namespace strata {

GridMap paper_maze();  // also in assets/figures/maze.map
PlanQuery paper_maze_query();

}  // namespace strata
