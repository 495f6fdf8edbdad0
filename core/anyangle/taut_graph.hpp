// Purpose: TautGraph is the visibility graph of the convex corners of walls, with the taut edges only: the edges at
//          whose ends a path may bend round the wall. Every shortest any-angle path is a straight line, or goes from
//          its start to a corner, over taut edges, and from a corner to its goal.
// Source: Lozano-Pérez, Wesley 1979 (visibility graphs); Oh, Leong 2017, "Edge N-level sparse visibility graphs"
//         (taut edges).
// Units: Lengths in half cells.
// Shapes: Corners are numbered row by row. An edge is stored at both of its ends.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/anyangle/free_space.hpp"
#include "core/base/job.hpp"

namespace strata {

// A convex corner of a wall: the only blocked one of the four cells around it lies in quadrant `blocked`.
struct WallCorner {
  HalfCellPoint at;
  Quadrant blocked;
  // Returns whether a path may come from the point and bend round the wall here: the point lies beside the wall, or
  // straight ahead of one of its sides.
  bool bends_from(HalfCellPoint p) const {
    const int dx = (p.x - at.x) * blocked.x, dy = (p.y - at.y) * blocked.y;
    return (dx <= 0 && dy > 0) || (dx > 0 && dy <= 0);
  }
  friend bool operator==(const WallCorner&, const WallCorner&) = default;
};

// Looks from a corner as far as paths that bend there may lead: beside the wall, and along both of its sides. Calls
// cells(y, x0, x1) for runs of cells whose middles are visible, and vertex(x, y) for visible vertices.
template <class Cells, class Vertex>
void look_from(const FreeSpace& space, const WallCorner& corner, Cells&& cells, Vertex&& vertex) {
  const int x = corner.at.x / 2, y = corner.at.y / 2;
  const auto [bx, by] = corner.blocked;
  space.look(x, y, {static_cast<int8_t>(-bx), by}, cells, vertex);
  space.look(x, y, {bx, static_cast<int8_t>(-by)}, cells, vertex);
  space.look_along(x, y, bx, 0, vertex);
  space.look_along(x, y, 0, by, vertex);
}

// A run of cells in row y, from x0 to x1, both included, whose middles see a corner and are points to bend from.
struct SeenRun {
  uint32_t corner = 0;
  uint16_t y = 0, x0 = 0, x1 = 0;
};

class TautGraph {
 public:
  struct Edge {
    uint32_t to = 0;
    double length = 0;
    friend bool operator==(const Edge&, const Edge&) = default;
  };

  // Builds the graph and appends the cells that see the corners to `seen`, ascending by corner. A cancel leaves the
  // graph incomplete. The job has `phases` steps for each corner, of which one is done here. Throws std::bad_alloc if
  // the edges and `seen` take more than `limit` bytes.
  void build(const FreeSpace& space, std::vector<SeenRun>& seen, JobControl& control, size_t limit = SIZE_MAX,
             uint64_t phases = 1);
  uint32_t corner_count() const { return static_cast<uint32_t>(corners_.size()); }
  std::span<const WallCorner> corners() const { return corners_; }
  const WallCorner& corner(uint32_t number) const { return corners_[number]; }
  size_t edge_count() const { return edges_.size() / 2; }
  std::span<const Edge> edges(uint32_t corner) const {
    return {edges_.data() + first_[corner], edges_.data() + first_[corner + 1]};
  }
  size_t memory_bytes() const {
    return corners_.capacity() * sizeof(WallCorner) + edges_.capacity() * sizeof(Edge) +
           first_.capacity() * sizeof(size_t);
  }

 private:
  std::vector<WallCorner> corners_;
  std::vector<size_t> first_;  // by corner: its first edge; one more than corners
  std::vector<Edge> edges_;
};

}  // namespace strata
