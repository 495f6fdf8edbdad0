// Purpose: HNA* links start and goal to the inter-edges of their groups, searches the inter-edges by A*, and puts the
//          corridor together from first steps. PCCP is the same with links that are looked up.
// Source: Rahmani, Pelechano 2020, sections 3.3 (HNA*), 4 (PCCP) and 5 (linking in parallel).
// Differs: The published table of PCCP begins at the centroids of polygons (HnaEndpoints::kCentroids). Where the ends
//          lie elsewhere, links cost a look-up for every side of a polygon, and the path has no detour over the
//          centroid. A search never goes back through the group that it came from. Where start and goal share a group
//          the path inside that group counts as well.
// Units: See core/grid/half_cells.hpp.
// Errors: As plan_mesh; kStale while the graph is not up to date with the mesh, kUnsupported for a level that it does
//         not have.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/hna/hna.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/search/trace.hpp"

namespace strata {

// How ends are linked to the inter-edges of their groups; all find the same costs.
enum class HnaLinks : uint8_t {
  kDijkstra,   // one search of the group for all of them
  kPerPortal,  // as published: an A* for each
  kParallel,   // the same, shared out among threads
  kRows,       // looked up (PCCP)
};

inline constexpr std::array<std::string_view, 4> kHnaLinksNames = {"dijkstra", "per-portal", "parallel", "rows"};
constexpr std::string_view hna_links_name(HnaLinks links) { return kHnaLinksNames[static_cast<size_t>(links)]; }

// Where a query counts as beginning and ending.
enum class HnaEndpoints : uint8_t {
  kTrue,       // where it does
  kCentroids,  // as published for PCCP: at the centres of the polygons; needs kRows
};

struct HnaQuery {
  MeshQuery ends;
  int level = 1;
  HnaLinks links = HnaLinks::kDijkstra;
  HnaEndpoints counted_from = HnaEndpoints::kTrue;
};

// Reuse one result for many queries.
struct HnaPath {
  MeshPath path;
  std::vector<PortalId> inter_edges;  // in order
};

void plan_hna(const NavMesh& mesh, const Hna& hna, const HnaQuery& query, Workspace& workspace, HnaPath& result);
void plan_hna(const NavMesh& mesh, const Hna& hna, const HnaQuery& query, Workspace& workspace, HnaPath& result,
              Trace& trace);

// The links of an end alone, by inter-edge of its group: the step that is measured by itself.
void link_end(const NavMesh& mesh, const Hna& hna, int level, HnaLinks links, const MeshEndpoint& end,
              Workspace& workspace, std::vector<Cost>& costs);

}  // namespace strata
