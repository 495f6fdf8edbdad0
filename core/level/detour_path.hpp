// Purpose: DetourQuery plans with Detour, the path finder of the Recast project, on the polygons of a level. Other
//          searches are compared with it.
// Source: Mononen, the Detour library: findPath, then findStraightPath.
// Differs: Detour gets the repaired polygons, so that all planners search the same mesh, in cells, so that its
//          floats hold the corners exactly. Detour measures costs in space, while lengths here are in the plane,
//          as for all planners.
// Shapes: The nodes of Detour are polygons. A path that does not reach the goal ("partial") counts as no path.
// Units: Cells. Costs in traces are those of core/grid/half_cells.hpp, for the distances in space that Detour uses.
// Errors: PlanStatus: an end outside all polygons is blocked.
// Threads: Each thread needs its own query object, which does not need the level after its construction.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/result.hpp"
#include "core/level/level_mesh.hpp"
#include "core/navmesh/mesh_space.hpp"
#include "core/search/node_places.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;

struct DetourPoint {
  float x = 0, y = 0;  // y is z of the level
  friend bool operator==(const DetourPoint&, const DetourPoint&) = default;
};

// The result of a query. Use one object for many queries: its vectors keep their memory.
struct DetourPath {
  PlanStatus status = PlanStatus::kNoPath;
  bool partial = false;             // Detour found only a path to the polygon nearest to the goal
  bool out_of_nodes = false;        // the node pool was too small for the search, which may have missed a path
  std::vector<PolygonId> polygons;  // polygons of the path, in order
  std::vector<DetourPoint> points;  // start, turns, goal; one point if all are equal
  double length = 0;
  uint32_t nodes = 0;  // number of nodes in the node pool after the search

  bool found() const { return status == PlanStatus::kFound; }
  void clear(PlanStatus with);
};

class DetourQuery {
 public:
  static constexpr int kUsualNodes = 2048;  // default of Detour's demo
  static constexpr int kMinNodes = 16, kMaxNodes = 65535;

  DetourQuery(DetourQuery&&) noexcept;
  DetourQuery& operator=(DetourQuery&&) noexcept;
  ~DetourQuery();

  // Makes a query object for a level. `nodes` is the size of the node pool, kMinNodes..kMaxNodes.
  static Result<DetourQuery> make(const LevelMesh& level, int nodes = kUsualNodes);

  // Finds a path. After a few queries it allocates no more memory.
  void plan(const MeshQuery& query, DetourPath& path);
  // Finds a path as above and records the search, which runs in slices of one iteration of Detour. Events name polygons
  // by their numbers, the goal by goal_node(), and the turns of the path by the numbers after it; the start is the node
  // of its polygon. `places` gives, by node, the position that Detour uses: for a polygon the middle of the side by
  // which the search first entered it. Nodes without an event have no valid place.
  void plan(const MeshQuery& query, DetourPath& path, Trace& trace, std::vector<NodePlace>& places);
  NodeId goal_node() const;
  size_t memory_bytes() const;

 private:
  struct DetourObjects;
  struct IterationReporter;
  explicit DetourQuery(std::unique_ptr<DetourObjects> state);

  std::unique_ptr<DetourObjects> state_;
};

}  // namespace strata
