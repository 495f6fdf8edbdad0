// Purpose: DetourQuery plans by Detour, the path finder that comes with Recast, on the polygons of a level. Other
//          searches are compared with it.
// Source: Mononen, Detour (the library): findPath, then findStraightPath.
// Differs: Detour is given the repaired polygons, so that all planners search the same mesh, and in cells: their
//          corners are exact in the floats that it works with. Heights are kept to scale: its costs are in space, while
//          lengths here are, as for all planners, in the plane.
// Shapes: Detour's nodes are polygons. A path that does not reach the goal ("partial") counts as no path.
// Units: Cells; costs in traces as in core/grid/half_cells.hpp, of the distances in space that Detour uses.
// Errors: PlanStatus: an end that is in no polygon is blocked.
// Threads: One query object per thread; the level is not needed any more once the object has been made.
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
  float x = 0, y = 0;  // y: z of the level
  friend bool operator==(const DetourPoint&, const DetourPoint&) = default;
};

// The result of a query. Reuse one for many queries: its vectors keep their memory.
struct DetourPath {
  PlanStatus status = PlanStatus::kNoPath;
  bool partial = false;             // Detour found only the path to the polygon nearest to the goal
  bool out_of_nodes = false;        // the pool was too small for the search; a path may have been missed
  std::vector<PolygonId> polygons;  // in order
  std::vector<DetourPoint> points;  // start, turns, goal; one point where these are the same
  double length = 0;
  uint32_t nodes = 0;  // nodes that the search touched

  bool found() const { return status == PlanStatus::kFound; }
  void clear(PlanStatus with);
};

class DetourQuery {
 public:
  static constexpr int kUsualNodes = 2048;  // default of Detour's demonstration
  static constexpr int kMinNodes = 16, kMaxNodes = 65535;

  DetourQuery(DetourQuery&&) noexcept;
  DetourQuery& operator=(DetourQuery&&) noexcept;
  ~DetourQuery();

  // `nodes`: how many nodes a search may touch, kMinNodes..kMaxNodes.
  static Result<DetourQuery> make(const LevelMesh& level, int nodes = kUsualNodes);

  // Finds a path. After warm-up it allocates nothing.
  void plan(const MeshQuery& query, DetourPath& path);
  // Finds the same path and records the search, which Detour runs in slices of one iteration each. Events name polygons
  // by their numbers, the goal by goal_node() and the turns of the path by the numbers after it; the start is the node
  // of its polygon. `places`, by node: where Detour placed the node, a polygon in the middle of the side by which the
  // search first entered it. Nodes that no event names have no valid place.
  void plan(const MeshQuery& query, DetourPath& path, Trace& trace, std::vector<NodePlace>& places);
  NodeId goal_node() const;
  size_t memory_bytes() const;

 private:
  struct State;
  struct Watch;
  explicit DetourQuery(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace strata
