// Purpose: This header declares the queries of HNA* and PCCP. HNA* links start and goal to the inter-edges of their
//          groups, searches the inter-edges with A*, and assembles the corridor from first steps. PCCP looks the
//          links up in a table.
// Source: Rahmani, Pelechano 2020, sections 3.3 (HNA*), 4 (PCCP) and 5 (linking in parallel).
// Differs: The published table of PCCP starts at the centroids of polygons (HnaEndpoints::kCentroids). For other ends,
//          linking takes a look-up for each side of the polygon, and the path has no detour over the centroid. A search
//          never goes back through the group that it came from. If start and goal are in one group, the path inside
//          that group counts, too. Links of the mesh are nodes of the searched level; paths that begin and end at
//          centroids follow none.
// Units: See core/grid/half_cells.hpp.
// Errors: As for plan_mesh; also kStale while the graph is not up to date with the mesh, and kUnsupported for a level
//         that the graph does not have, and for ends at centroids on a mesh with links.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/hna/hna.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/search/trace.hpp"

namespace strata {

// Methods of linking an end to the inter-edges of its group. All give the same costs.
enum class HnaLinkMethod : uint8_t {
  kDijkstra,   // one Dijkstra search of the group for all inter-edges
  kPerPortal,  // one A* search for each inter-edge, as published
  kParallel,   // one A* search for each inter-edge, distributed over threads
  kRows,       // look-ups in the tables (PCCP)
};

inline constexpr std::array<std::string_view, 4> kHnaLinksNames = {"dijkstra", "per-portal", "parallel", "rows"};
constexpr std::string_view hna_links_name(HnaLinkMethod links) { return kHnaLinksNames[static_cast<size_t>(links)]; }

// The points where a query begins and ends.
enum class HnaEndpoints : uint8_t {
  kTrue,       // the start and goal themselves
  kCentroids,  // the centroids of their polygons, as published for PCCP; needs kRows
};

struct HnaQuery {
  MeshQuery ends;
  int level = 1;
  HnaLinkMethod links = HnaLinkMethod::kDijkstra;
  HnaEndpoints counted_from = HnaEndpoints::kTrue;
};

// The result of a query. Use one object for many queries: its vectors keep their memory.
struct HnaPath {
  MeshPath path;
  std::vector<uint32_t> inter_edges;  // inter-edges of the path in order, and links by their far ends (mesh_link_node)
};

void plan_hna(const NavMesh& mesh, const Hna& hna, const HnaQuery& query, Workspace& workspace, HnaPath& result,
              Trace* trace = nullptr);

// Computes only the links of an end, by inter-edge of its group. It serves to measure this step.
void link_end(const NavMesh& mesh, const Hna& hna, int level, HnaLinkMethod links, const MeshEndpoint& end,
              Workspace& workspace, std::vector<Cost>& costs);

}  // namespace strata
