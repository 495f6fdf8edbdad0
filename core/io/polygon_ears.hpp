// Purpose: PolygonCutter triangulates the faces of .obj files by ear clipping, so that notches and holes
//          of a face stay open.
// Source: Meisters 1975, "Polygons have ears". The normal is Newell's, after Sutherland, Sproull, Schumacker 1974.
// Differs: A face without a notch is triangulated as a fan from its first corner. Ears are searched for in the
//          projection along the axis nearest to the normal, whose coordinates are those of the file, so that
//          orientations are exact.
// Shapes: The boundary may touch itself, as where exporters write a hole: along a bridge to the hole, round it, and
//         back along the bridge. Repeated and collinear corners are omitted.
// Units: Those of the file.
// Errors: None. Self-intersecting boundaries and corners that are not coplanar are handled as well as
//         possible, and reported.
// Threads: Each thread needs its own cutter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace strata {

struct PolygonCut {
  std::vector<uint32_t> triangles;  // three corner numbers for each triangle, from 0, in the direction of the boundary
  bool crosses = false;             // the boundary intersects itself
  bool bent = false;                // the corners are not coplanar
  bool fanned = false;              // the work limit was reached: the rest is a fan
  double off_plane = 0;             // largest distance of a corner from the plane
};

class PolygonCutter {
 public:
  // Limit of the work over all polygons: after `most_work` visits of corners, polygons are triangulated as fans; after
  // as many comparisons of sides, a self-intersecting boundary is reported only if no ear is left. With the default
  // either limit takes a few seconds.
  static constexpr uint64_t kUsualWork = 100'000'000;
  explicit PolygonCutter(uint64_t most_work = kUsualWork) : work_left_(most_work), pairs_left_(most_work) {}

  // Corners count as coplanar if their distance from the plane is below this fraction of the polygon's size.
  static constexpr double kFlatShare = 1e-3;

  // Triangulates a polygon with at least three corners. The result is valid until the next call.
  const PolygonCut& cut(std::span<const std::array<float, 3>> corners);

 private:
  struct Point {
    double x, y;  // both values are exact floats
    friend bool operator==(const Point&, const Point&) = default;
  };
  // A corner of the polygon that remains after clipping ears.
  struct Corner {
    Point at;
    uint32_t number;         // index of the corner in the face
    uint32_t before, after;  // neighbours in the ring
    bool gone = false, queued = false;
    int turn = 0;  // 1: convex, -1: reflex, 0: collinear
  };

  bool project(std::span<const std::array<float, 3>> corners);
  bool is_convex() const;
  void cut_fan(size_t corners);
  void cut_rest_as_fan();
  bool boundary_crosses();
  void clip_ears();
  void make_index();
  void push(uint32_t id);
  void push_all();
  bool is_ear(uint32_t id, double slack);
  bool blocks(uint32_t id, const std::array<Point, 3>& triangle, double slack) const;
  void take_out(uint32_t id);
  void emit(uint32_t id);
  void force_ear();
  uint32_t any_left() const;
  static int turn_of(Point a, Point b, Point c);

  uint64_t work_left_, pairs_left_;
  PolygonCut cut_;
  std::vector<Corner> ring_;
  size_t left_ = 0;
  uint32_t last_left_ = 0;  // a corner that is not yet clipped
  double rounding_ = 0;     // bound of the rounding errors of floats
  std::vector<uint32_t> queue_;
  size_t queue_at_ = 0;
  // A grid over the corners.
  Point low_{}, high_{};
  int across_ = 1, down_ = 1;
  std::vector<uint32_t> cell_ends_, in_cells_;
};

}  // namespace strata
