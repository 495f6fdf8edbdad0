#include "core/navmesh/tile_mesher.hpp"

#include <numeric>
#include <utility>

namespace strata {
namespace {

bool comes_first(HalfCellPoint p, HalfCellPoint q) { return p.y != q.y ? p.y < q.y : p.x < q.x; }

int64_t turn_of(Cell a, Cell b, Cell c) { return turn({a.x, a.y}, {b.x, b.y}, {c.x, c.y}); }

}  // namespace

size_t TileMesher::memory_bytes() const {
  return cells_.memory_bytes() + triangulation_.memory_bytes() +
         (next_.capacity() + previous_.capacity() + face_.capacity() + face_pieces_.capacity() +
          polygon_of_.capacity() + order_.capacity() + place_.capacity()) *
             sizeof(uint32_t) +
         diagonals_.capacity() * sizeof(Diagonal) + ring_.capacity() * sizeof(HalfCellPoint) +
         up_.capacity() * sizeof(uint16_t) + best_.capacity() * sizeof(RowBest) + open_.capacity() * sizeof(int) +
         found_.memory_bytes() + (sides_[0].capacity() + sides_[1].capacity()) * sizeof(StraightSide);
}

void TileMesher::mesh(const MoveGrid& grid, MeshRadius radius, const Rect& squares, MeshDecomposition source, int part,
                      TileMesh& result) {
  radius_ = radius;
  result.clear();
  found_.clear();
  const int step = part > 0 ? part : std::max(squares.width(), squares.height());
  for (int y = squares.y0; y < squares.y1; y += step) {
    for (int x = squares.x0; x < squares.x1; x += step) {
      const Rect piece = Rect{x, y, x + step, y + step}.clipped(squares);
      cells_.read(grid, radius, piece);
      source == MeshDecomposition::kTriangles ? append_triangles(piece) : append_rectangles(piece);
    }
  }
  if (source == MeshDecomposition::kRectangles) {
    link_straight_sides(0, squares);
  } else if (part > 0) {
    link_straight_sides(part, squares);
  }
  put_in_order(result);
}

void TileMesher::append_triangles(const Rect& squares) {
  triangulation_.build(cells_);
  remove_diagonals();
  append_faces(squares);
}

// Joins two polygons if their union is convex. As polygons grow, their union becomes less likely to be convex, so every
// diagonal is tried only once.
void TileMesher::remove_diagonals() {
  const TileTriangulation& t = triangulation_;
  const auto halves = static_cast<size_t>(t.half_edges());
  next_.resize(halves);
  previous_.resize(halves);
  face_.resize(halves / 3);
  std::iota(face_.begin(), face_.end(), 0u);
  face_pieces_.assign(halves / 3, 3);
  diagonals_.clear();
  for (int32_t half = 0; half < t.half_edges(); ++half) {
    next_[half] = t.next(half);
    previous_[half] = t.previous(half);
    if (t.twin(half) < half) continue;
    const Cell a = t.from(half), b = t.from(next_[half]);
    const int64_t dx = b.x - a.x, dy = b.y - a.y;
    const auto name = [](Cell c) { return static_cast<uint32_t>(c.y) << 16 | static_cast<uint32_t>(c.x); };
    diagonals_.push_back(
        {static_cast<uint64_t>(dx * dx + dy * dy), std::min(name(a), name(b)), std::max(name(a), name(b)), half});
  }
  std::sort(diagonals_.begin(), diagonals_.end());
  for (const Diagonal& diagonal : diagonals_) {
    const int32_t ab = diagonal.half, ba = t.twin(ab);
    const int32_t into_a = previous_[ab], from_a = next_[ba], into_b = previous_[ba], from_b = next_[ab];
    const int64_t at_a = turn_of(t.from(into_a), t.from(ab), t.from(next_[from_a]));
    const int64_t at_b = turn_of(t.from(into_b), t.from(ba), t.from(next_[from_b]));
    if (at_a < 0 || at_b < 0) continue;
    const uint32_t one = face_of(static_cast<uint32_t>(ab) / 3), other = face_of(static_cast<uint32_t>(ba) / 3);
    const uint32_t pieces = face_pieces_[one] + face_pieces_[other] - 2;
    if (pieces > kMaxPieces) continue;
    face_[other] = one;
    face_pieces_[one] = pieces;
    next_[into_a] = from_a;
    previous_[from_a] = into_a;
    next_[into_b] = from_b;
    previous_[from_b] = into_b;
    next_[ab] = next_[ba] = -1;
  }
}

uint32_t TileMesher::face_of(uint32_t triangle) {
  while (face_[triangle] != triangle) {
    face_[triangle] = face_[face_[triangle]];
    triangle = face_[triangle];
  }
  return triangle;
}

void TileMesher::append_faces(const Rect& squares) {
  const TileTriangulation& t = triangulation_;
  const Cell origin{radius_.line(squares.x0), radius_.line(squares.y0)};
  const auto point = [&](int32_t half) {
    const Cell c = t.from(half);
    return HalfCellPoint{2 * (origin.x + c.x), 2 * (origin.y + c.y)};
  };
  constexpr uint32_t kNone = 0xffffffffu;
  polygon_of_.assign(next_.size(), kNone);
  for (int32_t first = 0; first < t.half_edges(); ++first) {
    if (next_[first] < 0 || polygon_of_[first] != kNone) continue;
    ring_.clear();
    int32_t half = first;
    do {
      polygon_of_[half] = static_cast<uint32_t>(found_.polygon_count());
      if (turn_of(t.from(previous_[half]), t.from(half), t.from(next_[half])) != 0) ring_.push_back(point(half));
      half = next_[half];
    } while (half != first);
    std::rotate(ring_.begin(), std::min_element(ring_.begin(), ring_.end(), comes_first), ring_.end());
    append_ring(ring_);
  }
  for (int32_t half = 0; half < t.half_edges(); ++half) {
    const int32_t twin = t.twin(half);
    if (twin < half || next_[half] < 0) continue;
    found_.links.push_back({point(half), point(twin), {polygon_of_[half], polygon_of_[twin]}});
  }
}

void TileMesher::append_ring(std::span<const HalfCellPoint> ring) {
  found_.corners.insert(found_.corners.end(), ring.begin(), ring.end());
  found_.ends.push_back(static_cast<uint32_t>(found_.corners.size()));
}

// Links polygons whose sides overlap in a row or column of the lattice. `part` > 0: the tile was meshed in pieces of
// `part` x `part` squares, and only sides on the borders of pieces count; 0: all sides count.
void TileMesher::link_straight_sides(int part, const Rect& squares) {
  for (const bool columns : {true, false}) {
    const int origin = columns ? squares.x0 : squares.y0;
    for (std::vector<StraightSide>& sides : sides_) sides.clear();
    for (uint32_t polygon = 0; polygon < found_.polygon_count(); ++polygon) {
      const std::span<const HalfCellPoint> ring = found_.ring(polygon);
      HalfCellPoint from = ring.back();
      for (const HalfCellPoint to : ring) {
        const HalfCellPoint a = std::exchange(from, to);
        const int32_t line = columns ? a.x : a.y, begin = columns ? a.y : a.x, end = columns ? to.y : to.x;
        if (line != (columns ? to.x : to.y)) continue;
        if (part > 0 && (radius_.square_at(line / 2) - origin) % part != 0) continue;
        // Polygons lie to the left of sides that go down, and below sides that go right.
        const bool upper_or_left = columns ? begin < end : begin > end;
        sides_[upper_or_left ? 0 : 1].push_back({line, std::min(begin, end), std::max(begin, end), polygon});
      }
    }
    for (std::vector<StraightSide>& sides : sides_) std::sort(sides.begin(), sides.end());
    for_each_overlap(sides_[0], sides_[1],
                     [&](const StraightSide& a, const StraightSide& b, int32_t begin, int32_t end) {
                       const HalfCellPoint low = columns ? HalfCellPoint{a.line, begin} : HalfCellPoint{end, a.line};
                       const HalfCellPoint high = columns ? HalfCellPoint{a.line, end} : HalfCellPoint{begin, a.line};
                       found_.links.push_back({low, high, {a.polygon, b.polygon}});
                     });
  }
}

void TileMesher::put_in_order(TileMesh& result) {
  order_.resize(found_.polygon_count());
  place_.resize(order_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  std::sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
    const std::span<const HalfCellPoint> one = found_.ring(a), other = found_.ring(b);
    return one[0] != other[0] ? comes_first(one[0], other[0]) : comes_first(one[1], other[1]);
  });
  for (uint32_t i = 0; i < order_.size(); ++i) {
    place_[order_[i]] = i;
    const std::span<const HalfCellPoint> ring = found_.ring(order_[i]);
    result.corners.insert(result.corners.end(), ring.begin(), ring.end());
    result.ends.push_back(static_cast<uint32_t>(result.corners.size()));
  }
  for (const TileMesh::SharedBorder& link : found_.links) {
    result.links.push_back({link.from, link.to, {place_[link.polygons[0]], place_[link.polygons[1]]}});
  }
}

}  // namespace strata
