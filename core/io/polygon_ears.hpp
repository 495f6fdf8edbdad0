// Purpose: PolygonCutter cuts the faces of .obj files into triangles by clipping ears, so that notches and holes of a
//          face stay open.
// Source: Meisters 1975, "Polygons have ears". Newell's normal, as Sutherland, Sproull, Schumacker 1974 give it.
// Differs: A face without a notch is cut as a fan from its first corner. Ears are searched for in the projection along
//          the axis nearest to the normal, whose coordinates are those of the file, so that turns are not rounded.
// Shapes: The boundary may touch itself, as where exporters write a hole: along a bridge to the hole, round it, and
//         back along the bridge. Corners may be repeated or in line; such corners are left out of the triangles.
// Units: Those of the file.
// Errors: None. A boundary that crosses itself and corners that are not in one plane are cut as well as possible, and
//         reported.
// Threads: A cutter belongs to one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace strata {

struct PolygonCut {
  std::vector<uint32_t> triangles;  // three numbers of corners each, from 0, in the direction of the boundary
  bool crosses = false;             // the boundary crosses itself
  bool bent = false;                // the corners are not in one plane
  bool fanned = false;              // the allowed work was used up: the rest is cut as a fan
  double off_plane = 0;             // largest distance of a corner from the plane
};

class PolygonCutter {
 public:
  // Limit of work: over all polygons a cutter visits corners at most `most_work` times and cuts fans from then on. It
  // compares pairs of sides as often; from then on a boundary that crosses itself is reported only if no ear is left.
  // Either limit takes a few seconds with the default.
  static constexpr uint64_t kUsualWork = 100'000'000;
  explicit PolygonCutter(uint64_t most_work = kUsualWork) : work_left_(most_work), pairs_left_(most_work) {}

  // Corners nearer to the plane than this share of the polygon's size count as in it.
  static constexpr double kFlatShare = 1e-3;

  // Cuts a polygon with at least three corners. The result is valid until the next call.
  const PolygonCut& cut(std::span<const std::array<float, 3>> corners);

 private:
  struct Point {
    double x, y;  // values are floats
    friend bool operator==(const Point&, const Point&) = default;
  };
  // A corner of the remaining polygon.
  struct Corner {
    Point at;
    uint32_t number;         // number of the corner in the face
    uint32_t before, after;  // in the ring
    bool gone = false, queued = false;
    int turn = 0;  // 1: convex, -1: reflex, 0: in line
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
  uint32_t last_left_ = 0;  // a corner that is not gone
  double rounding_ = 0;     // bound of the rounding errors of floats
  std::vector<uint32_t> queue_;
  size_t queue_at_ = 0;
  // A grid over the corners.
  Point low_{}, high_{};
  int across_ = 1, down_ = 1;
  std::vector<uint32_t> cell_ends_, in_cells_;
};

}  // namespace strata
