// Purpose: HNA* links start and goal to the inter-edges of their groups, searches the inter-edges by A*, and assembles
//          the corridor from first steps. PCCP does the same with links that are looked up.
// Source: Rahmani, Pelechano 2020, sections 3.3 (HNA*), 4 (PCCP) and 5 (linking in parallel).
// Differs: The published table of PCCP begins at the centroids of polygons (HnaEndpoints::kCentroids). Where the ends
//          lie elsewhere, links cost a look-up for every side of a polygon, and the path has no detour over the
//          centroid. A search never goes back through the group that it came from. Where start and goal share a group
//          the path inside that group counts as well.
// Units: See core/grid/half_cells.hpp.
// Errors: As plan_mesh; kStale while the graph is not up to date with the mesh, kUnsupported for a level that the graph
//         does not have.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/hna/hna.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/search/trace.hpp"

namespace strata {

// Methods of linking the ends to the inter-edges of their groups; all find the same costs.
enum class HnaLinks : uint8_t {
  kDijkstra,   // one search of the group for all inter-edges
  kPerPortal,  // as published: an A* for each inter-edge
  kParallel,   // an A* for each inter-edge, distributed over threads
  kRows,       // looked up (PCCP)
};

inline constexpr std::array<std::string_view, 4> kHnaLinksNames = {"dijkstra", "per-portal", "parallel", "rows"};
constexpr std::string_view hna_links_name(HnaLinks links) { return kHnaLinksNames[static_cast<size_t>(links)]; }

// Points at which a query counts as beginning and ending.
enum class HnaEndpoints : uint8_t {
  kTrue,       // at its ends
  kCentroids,  // as published for PCCP: at the centres of the polygons; needs kRows
};

struct HnaQuery {
  MeshQuery ends;
  int level = 1;
  HnaLinks links = HnaLinks::kDijkstra;
  HnaEndpoints counted_from = HnaEndpoints::kTrue;
};

// The result of a query. Reuse one for many queries: its vectors keep their memory.
struct HnaPath {
  MeshPath path;
  std::vector<PortalId> inter_edges;  // in order
};

void plan_hna(const NavMesh& mesh, const Hna& hna, const HnaQuery& query, Workspace& workspace, HnaPath& result);
void plan_hna(const NavMesh& mesh, const Hna& hna, const HnaQuery& query, Workspace& workspace, HnaPath& result,
              Trace& trace);

// Computes only the links of an end, by inter-edge of its group, to measure this step.
void link_end(const NavMesh& mesh, const Hna& hna, int level, HnaLinks links, const MeshEndpoint& end,
              Workspace& workspace, std::vector<Cost>& costs);

}  // namespace strata
