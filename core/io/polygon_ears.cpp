#include "core/io/polygon_ears.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace strata {
namespace {

using Corner3 = std::array<float, 3>;

// Relative rounding error of floats, increased for a few operations on them.
constexpr double kFloatShare = 4 * 1.2e-7;
// Relative rounding error of coordinates in files, which usually have about six digits.
constexpr double kWrittenShare = 1e-6;

// Subtracts the steps. Returns false if none are left.
bool spend(uint64_t& left, uint64_t steps) {
  left -= std::min(left, steps);
  return left > 0;
}

}  // namespace

// Returns 1 if c lies to the left of the line from a to b, -1 if to the right, 0 if on it. Differences of floats and
// their products are exact in doubles unless the floats differ very much in size.
int PolygonCutter::turn_of(Point a, Point b, Point c) {
  const double turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  return turn > 0 ? 1 : turn < 0 ? -1 : 0;
}

// Sets the ring to the projected corners, without repeated ones. Returns false if the face has no area.
bool PolygonCutter::project(std::span<const Corner3> corners) {
  std::array<double, 3> normal{}, middle{};
  std::array<double, 3> low{}, high{};
  double largest = 0, around = 0;
  const size_t n = corners.size();
  for (size_t i = 0; i < n; ++i) {
    const Corner3 &first = corners[0], &a = corners[i], &b = corners[(i + 1) % n];
    double squared = 0;
    for (size_t axis = 0; axis < 3; ++axis) {
      const size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
      normal[axis] +=
          (double{a[u]} - first[u]) * (double{b[v]} - first[v]) - (double{a[v]} - first[v]) * (double{b[u]} - first[u]);
      middle[axis] += (double{a[axis]} - first[axis]) / static_cast<double>(n);
      low[axis] = i == 0 ? a[axis] : std::min(low[axis], double{a[axis]});
      high[axis] = i == 0 ? a[axis] : std::max(high[axis], double{a[axis]});
      largest = std::max(largest, std::abs(double{a[axis]}));
      squared += (double{b[axis]} - a[axis]) * (double{b[axis]} - a[axis]);
    }
    around += std::sqrt(squared);
  }
  const double size = std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const double length = std::hypot(normal[0], normal[1], normal[2]);
  rounding_ = std::max(kWrittenShare * size, kFloatShare * largest);
  if (length <= 1e-12 * around * around) return false;

  for (const Corner3& corner : corners) {
    double off = 0;
    for (size_t axis = 0; axis < 3; ++axis) {
      off += normal[axis] / length * (double{corner[axis]} - corners[0][axis] - middle[axis]);
    }
    cut_.off_plane = std::max(cut_.off_plane, std::abs(off));
  }
  cut_.bent = cut_.off_plane > std::max(kFlatShare * size, rounding_);

  size_t axis = 0;
  for (size_t i = 1; i < 3; ++i) {
    if (std::abs(normal[i]) > std::abs(normal[axis])) axis = i;
  }
  size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
  if (normal[axis] < 0) std::swap(u, v);
  ring_.clear();
  for (size_t i = 0; i < n; ++i) {
    const Point at{corners[i][u], corners[i][v]};
    if (!ring_.empty() && ring_.back().at == at) continue;
    ring_.push_back({.at = at, .number = static_cast<uint32_t>(i), .before = 0, .after = 0});
  }
  while (ring_.size() > 1 && ring_.back().at == ring_.front().at) ring_.pop_back();
  left_ = ring_.size();
  last_left_ = 0;
  for (uint32_t i = 0; i < left_; ++i) {
    ring_[i].before = i == 0 ? static_cast<uint32_t>(left_ - 1) : i - 1;
    ring_[i].after = i + 1 == left_ ? 0 : i + 1;
  }
  for (Corner& corner : ring_) corner.turn = turn_of(ring_[corner.before].at, corner.at, ring_[corner.after].at);
  return left_ >= 3;
}

// Returns whether no corner is reflex, and the boundary goes round only once.
bool PolygonCutter::is_convex() const {
  int flips = 0;
  const auto forward = [&](const Corner& corner) {
    const Point a = corner.at, b = ring_[corner.after].at;
    return b.x != a.x ? b.x > a.x : b.y > a.y;
  };
  for (const Corner& corner : ring_) {
    if (corner.turn < 0) return false;
    flips += forward(corner) != forward(ring_[corner.after]);
  }
  return flips <= 2;
}

void PolygonCutter::cut_fan(size_t corners) {
  for (uint32_t i = 1; i + 1 < corners; ++i) cut_.triangles.insert(cut_.triangles.end(), {0, i, i + 1});
}

void PolygonCutter::cut_rest_as_fan() {
  cut_.fanned = true;
  const uint32_t first = any_left();
  for (uint32_t id = ring_[first].after; ring_[id].after != first; id = ring_[id].after) {
    cut_.triangles.insert(cut_.triangles.end(), {ring_[first].number, ring_[id].number, ring_[ring_[id].after].number});
  }
}

// Returns whether two sides intersect: the ends of each lie on both sides of the other, at a larger distance
// than rounding errors.
bool PolygonCutter::boundary_crosses() {
  struct Side {
    Point a, b;
    double low, high;  // range of x
  };
  std::vector<Side> sides;
  sides.reserve(ring_.size());
  for (const Corner& corner : ring_) {
    const Point a = corner.at, b = ring_[corner.after].at;
    sides.push_back({a, b, std::min(a.x, b.x), std::max(a.x, b.x)});
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.low < b.low; });
  const auto apart = [&](const Side& side, Point one, Point other) {
    const double x = side.b.x - side.a.x, y = side.b.y - side.a.y;
    const double first = x * (one.y - side.a.y) - y * (one.x - side.a.x);
    const double second = x * (other.y - side.a.y) - y * (other.x - side.a.x);
    if ((first > 0) == (second > 0)) return false;
    return std::min(std::abs(first), std::abs(second)) > rounding_ * std::hypot(x, y);
  };
  for (size_t i = 0; i < sides.size(); ++i) {
    const Side& one = sides[i];
    const auto [low, high] = std::minmax(one.a.y, one.b.y);
    size_t k = i + 1;
    for (; k < sides.size() && sides[k].low <= one.high; ++k) {
      const Side& other = sides[k];
      if (std::max(other.a.y, other.b.y) < low || std::min(other.a.y, other.b.y) > high) continue;
      if (apart(one, other.a, other.b) && apart(other, one.a, one.b)) return true;
    }
    if (!spend(pairs_left_, k - i)) return false;
  }
  return false;
}

// --- Ears ------------------------------------------------------------------------------------------------------------

uint32_t PolygonCutter::any_left() const { return last_left_; }

void PolygonCutter::push(uint32_t id) {
  if (ring_[id].queued) return;
  ring_[id].queued = true;
  queue_.push_back(id);
}

void PolygonCutter::push_all() {
  const uint32_t first = any_left();
  push(first);
  for (uint32_t id = ring_[first].after; id != first; id = ring_[id].after) push(id);
}

// Builds a grid with about one corner per cell.
void PolygonCutter::make_index() {
  low_ = high_ = ring_[any_left()].at;
  for (const Corner& corner : ring_) {
    low_ = {std::min(low_.x, corner.at.x), std::min(low_.y, corner.at.y)};
    high_ = {std::max(high_.x, corner.at.x), std::max(high_.y, corner.at.y)};
  }
  const double width = std::max(high_.x - low_.x, rounding_), height = std::max(high_.y - low_.y, rounding_);
  const auto most = static_cast<double>(left_);
  across_ = static_cast<int>(std::clamp(std::sqrt(most * width / height), 1.0, most));
  down_ = static_cast<int>(std::clamp(most / across_, 1.0, most));
  cell_ends_.assign(static_cast<size_t>(across_) * static_cast<size_t>(down_), 0);
  const auto cell_of = [&](Point at) {
    const int x = std::min(static_cast<int>((at.x - low_.x) / width * across_), across_ - 1);
    const int y = std::min(static_cast<int>((at.y - low_.y) / height * down_), down_ - 1);
    return static_cast<size_t>(y) * static_cast<size_t>(across_) + static_cast<size_t>(x);
  };
  for (const Corner& corner : ring_) ++cell_ends_[cell_of(corner.at)];
  uint32_t sum = 0;
  for (uint32_t& end : cell_ends_) end = std::exchange(sum, sum + end);
  in_cells_.resize(sum);
  for (uint32_t id = 0; id < ring_.size(); ++id) in_cells_[cell_ends_[cell_of(ring_[id].at)]++] = id;
}

// Returns whether the corner lies in the triangle, or on its border with a side of its own that leads inside. A corner
// less than `slack` inside counts as on the border.
bool PolygonCutter::blocks(uint32_t id, const std::array<Point, 3>& triangle, double slack) const {
  const auto within = [&](Point a, Point b, Point p) {
    const int turn = turn_of(a, b, p);
    if (turn <= 0 || slack == 0) return turn;
    const double x = b.x - a.x, y = b.y - a.y;
    return x * (p.y - a.y) - y * (p.x - a.x) > slack * std::hypot(x, y) ? 1 : 0;
  };
  std::array<int, 3> turns{};
  for (size_t i = 0; i < 3; ++i) {
    turns[i] = within(triangle[i], triangle[(i + 1) % 3], ring_[id].at);
    if (turns[i] < 0) return false;
  }
  const auto leads_inside = [&](Point to) {
    for (size_t i = 0; i < 3; ++i) {
      if (turns[i] == 0 && within(triangle[i], triangle[(i + 1) % 3], to) <= 0) return false;
    }
    return true;
  };
  if (turns[0] > 0 && turns[1] > 0 && turns[2] > 0) return true;
  return leads_inside(ring_[ring_[id].before].at) || leads_inside(ring_[ring_[id].after].at);
}

// Returns whether the corner is an ear: a convex corner whose triangle contains no other corner. Only corners that are
// not convex must be tested, because the boundary can enter the triangle only at one of them.
bool PolygonCutter::is_ear(uint32_t id, double slack) {
  const Corner& corner = ring_[id];
  const std::array<Point, 3> triangle = {ring_[corner.before].at, corner.at, ring_[corner.after].at};
  if (blocks(corner.before, triangle, slack) || blocks(corner.after, triangle, slack)) return false;
  Point from = triangle[0], to = triangle[0];
  for (const Point at : triangle) {
    from = {std::min(from.x, at.x), std::min(from.y, at.y)};
    to = {std::max(to.x, at.x), std::max(to.y, at.y)};
  }
  const double width = std::max(high_.x - low_.x, rounding_), height = std::max(high_.y - low_.y, rounding_);
  const auto column = [&](double x) {
    return std::clamp(static_cast<int>((x - low_.x) / width * across_), 0, across_ - 1);
  };
  const auto row = [&](double y) { return std::clamp(static_cast<int>((y - low_.y) / height * down_), 0, down_ - 1); };
  const int first = column(from.x), last = column(to.x);
  for (int y = row(from.y); y <= row(to.y); ++y) {
    // The cells of a row are consecutive.
    const size_t begin_cell = static_cast<size_t>(y) * static_cast<size_t>(across_) + static_cast<size_t>(first);
    const uint32_t begin = begin_cell == 0 ? 0 : cell_ends_[begin_cell - 1];
    const uint32_t end = cell_ends_[begin_cell + static_cast<size_t>(last - first)];
    spend(work_left_, 1 + end - begin);
    for (uint32_t i = begin; i < end; ++i) {
      const Corner& other = ring_[in_cells_[i]];
      if (other.gone || other.turn > 0 || in_cells_[i] == id) continue;
      if (blocks(in_cells_[i], triangle, slack)) return false;
    }
  }
  return true;
}

void PolygonCutter::emit(uint32_t id) {
  const Corner& corner = ring_[id];
  std::array<uint32_t, 3> numbers = {ring_[corner.before].number, corner.number, ring_[corner.after].number};
  if (corner.turn < 0) std::swap(numbers[1], numbers[2]);
  cut_.triangles.insert(cut_.triangles.end(), numbers.begin(), numbers.end());
}

void PolygonCutter::take_out(uint32_t id) {
  Corner& corner = ring_[id];
  const uint32_t before = corner.before, after = corner.after;
  corner.gone = true;
  ring_[before].after = after;
  ring_[after].before = before;
  last_left_ = before;
  --left_;
  for (const uint32_t neighbour : {before, after}) {
    Corner& one = ring_[neighbour];
    one.turn = turn_of(ring_[one.before].at, one.at, ring_[one.after].at);
    push(neighbour);
  }
}

// Cuts off a corner of a boundary without an ear: the convex corner with the shortest diagonal, or any corner
// if none is convex.
void PolygonCutter::force_ear() {
  const uint32_t first = any_left();
  uint32_t best = first, id = first;
  double shortest = 0;
  bool found = false;
  do {
    const Point a = ring_[ring_[id].before].at, c = ring_[ring_[id].after].at;
    const double length = std::hypot(c.x - a.x, c.y - a.y);
    if (ring_[id].turn > 0 && (!found || length < shortest)) {
      found = true;
      shortest = length;
      best = id;
    }
    id = ring_[id].after;
  } while (id != first);
  spend(work_left_, left_);
  const Point a = ring_[ring_[best].before].at, b = ring_[best].at, c = ring_[ring_[best].after].at;
  const double area = std::abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  const double longest = std::max(std::hypot(b.x - a.x, b.y - a.y), std::hypot(c.x - a.x, c.y - a.y));
  if (area > rounding_ * longest) cut_.crosses = true;
  emit(best);
  take_out(best);
}

void PolygonCutter::clip_ears() {
  double slack = 0;
  queue_.clear();
  queue_at_ = 0;
  make_index();
  push_all();
  while (left_ >= 3) {
    if (work_left_ == 0) return cut_rest_as_fan();
    if (queue_at_ == queue_.size()) {
      queue_.clear();
      queue_at_ = 0;
      if (slack == 0) {
        // Corners may seem blocked because of rounding, or were blocked by a slit of no width that is now closed.
        slack = rounding_;
        push_all();
      } else {
        force_ear();
      }
      continue;
    }
    const uint32_t id = queue_[queue_at_++];
    Corner& corner = ring_[id];
    corner.queued = false;
    if (corner.gone || corner.turn < 0) continue;
    if (corner.turn == 0) {
      take_out(id);
    } else if (is_ear(id, slack)) {
      emit(id);
      take_out(id);
    }
  }
}

const PolygonCut& PolygonCutter::cut(std::span<const Corner3> corners) {
  cut_ = {};
  if (corners.size() <= 3) {
    cut_fan(corners.size());
    return cut_;
  }
  if (!project(corners)) {
    // The face has no normal: it is a line, or the areas of its parts cancel out.
    cut_fan(corners.size());
    for (size_t i = 1; i + 1 < corners.size() && !cut_.crosses; ++i) {
      std::array<double, 3> u{}, v{};
      for (size_t axis = 0; axis < 3; ++axis) {
        u[axis] = double{corners[i][axis]} - corners[0][axis];
        v[axis] = double{corners[i + 1][axis]} - corners[0][axis];
      }
      const double area = std::hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
      const double longest = std::max(std::hypot(u[0], u[1], u[2]), std::hypot(v[0], v[1], v[2]));
      cut_.crosses = area > rounding_ * longest;
    }
    return cut_;
  }
  if (is_convex()) {
    cut_fan(corners.size());
    return cut_;
  }
  cut_.crosses = boundary_crosses();
  clip_ears();
  return cut_;
}

}  // namespace strata
