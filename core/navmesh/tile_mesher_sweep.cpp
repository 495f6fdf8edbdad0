#include "core/navmesh/tile_mesher_sweep.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/check.hpp"

namespace strata {
namespace {

int64_t turn_at(Cell a, Cell b, Cell c) { return int64_t{b.x - a.x} * (c.y - a.y) - int64_t{b.y - a.y} * (c.x - a.x); }

// Returns a value above 0 if d lies inside the circle through a, b and c (with turn(a, b, c) > 0), and 0 if it lies on
// the circle. With L the longest side of a map, differences of coordinates are at most L, squares of distances 2 L^2,
// and each product of two differences L^2, so that the three terms add up to at most
//   3 * 2 L^2 * 2 L^2 = 12 L^4
static_assert(12.0 * GridMap::kMaxSide * GridMap::kMaxSide * GridMap::kMaxSide * GridMap::kMaxSide < 0x1p63);
int64_t in_circle(Cell a, Cell b, Cell c, Cell d) {
  const int64_t ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y, cx = c.x - d.x, cy = c.y - d.y;
  return (ax * ax + ay * ay) * (bx * cy - by * cx) + (bx * bx + by * by) * (cx * ay - cy * ax) +
         (cx * cx + cy * cy) * (ax * by - ay * bx);
}

// Returns whether the diagonal ab of a quadrilateral is replaced by cd. If all corners lie on one circle, the diagonal
// that ends in the first corner in row-major order is replaced, so that the flips terminate.
bool should_flip(Cell a, Cell b, Cell c, Cell d) {
  const auto first = [](Cell p, Cell q) { return std::min(std::pair(p.y, p.x), std::pair(q.y, q.x)); };
  const int64_t inside = in_circle(a, b, c, d);
  return inside > 0 || (inside == 0 && first(a, b) < first(c, d));
}

}  // namespace

void TileCells::read(const MoveGrid& grid, MeshRadius radius, const Rect& squares) {
  width_ = squares.width();
  height_ = squares.height();
  words_ = (static_cast<size_t>(width_) + 2 + 63) / 64;
  bits_.assign(words_ * (static_cast<size_t>(height_) + 2), 0);
  columns_.clear();
  rows_.clear();
  if (radius.is_point()) return read_cells(grid, squares);
  for (int x = squares.x0; x <= squares.x1; ++x) columns_.push_back(radius.line(x) - radius.line(squares.x0));
  for (int y = squares.y0; y <= squares.y1; ++y) rows_.push_back(radius.line(y) - radius.line(squares.y0));
  read_squares(grid, radius, squares);
}

// Reads which squares are free: those whose cells, including all that are too close, are free. Sums over rectangles
// count the blocked ones.
void TileCells::read_squares(const MoveGrid& grid, MeshRadius radius, const Rect& squares) {
  const Rect cells{radius.first_cell(squares.x0), radius.first_cell(squares.y0), radius.last_cell(squares.x1 - 1) + 1,
                   radius.last_cell(squares.y1 - 1) + 1};
  const auto across = static_cast<size_t>(cells.width()) + 1;
  blocked_.assign(across * (static_cast<size_t>(cells.height()) + 1), 0);
  for (int y = cells.y0; y < cells.y1; ++y) {
    const uint32_t* above = blocked_.data() + static_cast<size_t>(y - cells.y0) * across;
    uint32_t* sums = blocked_.data() + static_cast<size_t>(y - cells.y0 + 1) * across;
    uint32_t in_row = 0;
    for (int x = cells.x0; x < cells.x1; ++x) {
      in_row += grid.contains({x, y}) && grid.passable(grid.id({x, y})) ? 0u : 1u;
      sums[x - cells.x0 + 1] = above[x - cells.x0 + 1] + in_row;
    }
  }
  for (int y = 0; y < height_; ++y) {
    const size_t top = static_cast<size_t>(radius.first_cell(squares.y0 + y) - cells.y0) * across;
    const size_t bottom = static_cast<size_t>(radius.last_cell(squares.y0 + y) + 1 - cells.y0) * across;
    uint64_t* bits = bits_.data() + static_cast<size_t>(y + 1) * words_;
    for (int x = 0; x < width_; ++x) {
      const auto left = static_cast<size_t>(radius.first_cell(squares.x0 + x) - cells.x0);
      const auto right = static_cast<size_t>(radius.last_cell(squares.x0 + x) + 1 - cells.x0);
      const uint32_t in_way =
          blocked_[bottom + right] - blocked_[bottom + left] - blocked_[top + right] + blocked_[top + left];
      if (in_way == 0) bits[(x + 1) >> 6] |= uint64_t{1} << ((x + 1) & 63);
    }
  }
}

void TileCells::read_cells(const MoveGrid& grid, const Rect& cells) {
  for (int y = 0; y < height_; ++y) {
    const uint8_t* weights = grid.weights().data() + grid.id({cells.x0, cells.y0 + y});
    uint64_t* bits = bits_.data() + static_cast<size_t>(y + 1) * words_;
    for (int begin = 0; begin < width_; begin += 32) {
      const int end = std::min(width_, begin + 32);
      uint64_t word = 0;
      for (int x = begin; x < end; ++x) word |= static_cast<uint64_t>(weights[x] != 0) << (x - begin);
      const int at = begin + 1;
      bits[at >> 6] |= word << (at & 63);
      if ((at & 63) > 32) bits[(at >> 6) + 1] |= word >> (64 - (at & 63));
    }
  }
}

size_t TileTriangulation::memory_bytes() const {
  return vertices_.capacity() * sizeof(Cell) +
         (from_.capacity() + twin_.capacity() + splits_.capacity() + unsure_.capacity()) * sizeof(int32_t) +
         (above_.capacity() + below_.capacity()) * sizeof(Front) + links_.capacity() * sizeof(FrontVertex);
}

void TileTriangulation::build(const TileCells& cells) {
  cells_ = &cells;
  vertices_.clear();
  from_.clear();
  twin_.clear();
  above_.clear();
  links_.clear();
  splits_.clear();
  for (int y = 0; y <= cells.height(); ++y) sweep_line(cells, y);
  STRATA_VALIDATE(above_.empty());
  make_delaunay();
}

// Adds all corners on the line above row y, from left to right: where free cells begin or end above or below the line.
// A horizontal contour is treated as slightly sloping down to the left, so that its corners have an order.
void TileTriangulation::sweep_line(const TileCells& cells, int y) {
  const uint64_t* above = cells.row(y - 1);
  const uint64_t* below = cells.row(y);
  if (std::equal(above, above + cells.words(), below)) return;
  below_.clear();
  taken_ = 0;
  for (size_t word = 0; word < cells.words(); ++word) {
    const auto changes = [&](const uint64_t* bits) {
      const uint64_t carried = word + 1 < cells.words() ? bits[word + 1] << 63 : 0;
      return bits[word] ^ (bits[word] >> 1 | carried);
    };
    for (uint64_t corners = changes(above) | changes(below); corners != 0; corners &= corners - 1) {
      const int x = static_cast<int>(word) * 64 + std::countr_zero(corners);
      const auto both = [x](const uint64_t* bits) {  // the cells to the left and right of x
        const size_t at = static_cast<size_t>(x) / 64;
        const int shift = x & 63;
        return static_cast<int>((shift == 63 ? bits[at] >> 63 | bits[at + 1] << 1 : bits[at] >> shift) & 3);
      };
      add_corner(both(above) | both(below) << 2, x, y);
    }
  }
  std::swap(above_, below_);
}

// Handles one corner of the contours. The bits of `corner` say whether the upper left, upper right, lower left and
// lower right cells at the corner are free.
void TileTriangulation::add_corner(int corner, int x, int y) {
  enum : int { kUpperLeft = 1, kUpperRight = 2, kLowerLeft = 4, kLowerRight = 8, kAll = 15 };
  switch (corner) {
    case kUpperLeft | kLowerLeft:  // the contour continues straight
      below_.push_back(current_);
      break;
    case kUpperRight | kLowerRight:
      current_ = above_[taken_++];
      break;
    case kUpperLeft:
      end(current_, add_vertex(x, y));
      break;
    case kUpperRight:
      current_ = above_[taken_++];
      pass_left(current_, add_vertex(x, y));
      break;
    case kLowerLeft:
      pass_right(current_, add_vertex(x, y));
      below_.push_back(current_);
      break;
    case kLowerRight:
      current_ = start(add_vertex(x, y));
      break;
    case kUpperLeft | kLowerRight:  // two corners at one point
      end(current_, add_vertex(x, y));
      current_ = start(add_vertex(x, y));
      break;
    case kUpperRight | kLowerLeft:
      pass_right(current_, add_vertex(x, y));
      below_.push_back(current_);
      current_ = above_[taken_++];
      pass_left(current_, add_vertex(x, y));
      break;
    case kAll & ~kLowerRight: {
      const Front right = split(current_, add_vertex(x, y));
      below_.push_back(current_);
      current_ = right;
      break;
    }
    case kAll & ~kUpperLeft:
      merge(current_, add_vertex(x, y), above_[taken_++]);
      break;
    case kAll & ~kLowerLeft:
      pass_left(current_, add_vertex(x, y));
      break;
    case kAll & ~kUpperRight:
      pass_right(current_, add_vertex(x, y));
      break;
    default:
      STRATA_CHECK(false);
  }
}

int32_t TileTriangulation::add_vertex(int x, int y) {
  vertices_.push_back({cells_->column_line(x), cells_->row_line(y)});
  return static_cast<int32_t>(vertices_.size()) - 1;
}

int32_t TileTriangulation::add_link(int32_t vertex) {
  links_.push_back({.vertex = vertex});
  return static_cast<int32_t>(links_.size()) - 1;
}

TileTriangulation::Front TileTriangulation::start(int32_t vertex) {
  const int32_t link = add_link(vertex);
  return {link, link, link};
}

void TileTriangulation::pass_left(Front& front, int32_t vertex) {
  const int32_t link = add_link(vertex);
  links_[link].next = front.first;
  links_[front.first].previous = link;
  front.first = front.latest = link;
  cut_ears_behind(link);
}

void TileTriangulation::pass_right(Front& front, int32_t vertex) {
  const int32_t link = add_link(vertex);
  links_[link].previous = front.last;
  links_[front.last].next = link;
  links_[front.last].above = kContour;
  front.last = front.latest = link;
  cut_ears_before(link);
}

void TileTriangulation::end(Front& front, int32_t vertex) {
  pass_right(front, vertex);
  STRATA_VALIDATE(links_[front.last].previous == front.first);
}

TileTriangulation::Front TileTriangulation::split(Front& front, int32_t vertex) {
  // The vertex sees the latest vertex of the front. The edge between them becomes part of both fronts.
  const int32_t seen = front.latest;
  const int32_t left = add_link(vertex), right = add_link(vertex), copy = add_link(links_[seen].vertex);
  const auto open = -2 - static_cast<int32_t>(splits_.size());
  splits_.push_back(-1);
  links_[copy].next = links_[seen].next;
  links_[copy].above = links_[seen].above;
  if (links_[copy].next >= 0) links_[links_[copy].next].previous = copy;
  links_[right].next = copy;
  links_[copy].previous = right;
  links_[right].above = open;
  links_[seen].next = left;
  links_[left].previous = seen;
  links_[seen].above = open;
  const Front right_part{right, front.last == seen ? copy : front.last, right};
  front.last = front.latest = left;
  cut_ears_before(left);
  cut_ears_behind(right);
  return right_part;
}

void TileTriangulation::merge(Front& left, int32_t vertex, const Front& right) {
  const int32_t link = add_link(vertex);
  links_[left.last].next = link;
  links_[left.last].above = kContour;
  links_[link].previous = left.last;
  links_[link].next = right.first;
  links_[right.first].previous = link;
  left.last = right.last;
  left.latest = link;
  cut_ears_before(link);
  cut_ears_behind(link);
}

void TileTriangulation::attach(int32_t half, int32_t above) {
  int32_t other = above;
  if (above < kContour) {
    int32_t& side = splits_[static_cast<size_t>(-2 - above)];
    other = std::exchange(side, half);
  }
  twin_[half] = other;
  if (other >= 0) twin_[other] = half;
}

// Adds the triangle of the link and its two neighbours, if it has an area and lies above the front.
bool TileTriangulation::cut_ear(int32_t link) {
  const FrontVertex& middle = links_[link];
  FrontVertex& before = links_[middle.previous];
  FrontVertex& behind = links_[middle.next];
  if (turn_at(vertices_[before.vertex], vertices_[middle.vertex], vertices_[behind.vertex]) <= 0) return false;
  const int32_t half = half_edges();
  from_.insert(from_.end(), {before.vertex, middle.vertex, behind.vertex});
  twin_.resize(from_.size(), kContour);
  attach(half, before.above);
  attach(half + 1, middle.above);
  before.above = half + 2;
  before.next = middle.next;
  behind.previous = middle.previous;
  return true;
}

void TileTriangulation::cut_ears_before(int32_t link) {
  for (int32_t at = links_[link].previous; at >= 0 && links_[at].previous >= 0 && cut_ear(at);) {
    at = links_[link].previous;
  }
}

void TileTriangulation::cut_ears_behind(int32_t link) {
  for (int32_t at = links_[link].next; at >= 0 && links_[at].next >= 0 && cut_ear(at);) at = links_[link].next;
}

void TileTriangulation::make_delaunay() {
  unsure_.clear();
  for (int32_t half = 0; half < half_edges(); ++half) {
    if (twin(half) > half) unsure_.push_back(half);
  }
  // Two triangles abc and bad, each with its third corner inside the other's circle, form a convex quadrilateral and
  // become adc and bcd. Every flip increases the smallest angles or keeps the circles, so that the flips terminate.
  while (!unsure_.empty()) {
    const int32_t ab = unsure_.back();
    unsure_.pop_back();
    const int32_t ba = twin(ab);
    if (ba < 0) continue;
    const int32_t bc = next(ab), ca = next(bc), ad = next(ba), db = next(ad);
    if (!should_flip(from(ab), from(bc), from(ca), from(db))) continue;
    const int32_t a = from_[ab], b = from_[bc], c = from_[ca], d = from_[db];
    const int32_t outer[] = {twin(bc), twin(ca), twin(ad), twin(db)};
    // Triangle of ab: a d c. Triangle of ba: b c d.
    from_[ab] = a, from_[bc] = d, from_[ca] = c;
    from_[ba] = b, from_[ad] = c, from_[db] = d;
    const auto join = [&](int32_t half, int32_t other) {
      twin_[half] = other;
      if (other < 0) return;
      twin_[other] = half;
      unsure_.push_back(half);
    };
    join(ab, outer[2]);
    join(ca, outer[1]);
    join(ba, outer[0]);
    join(db, outer[3]);
    twin_[bc] = ad;
    twin_[ad] = bc;
  }
}

}  // namespace strata
