// Cuts out the largest rectangle of free squares repeatedly. Every row stores the largest rectangle that ends in it.
// As squares are cut out this can only become smaller, so a row is searched again only when its stored rectangle
// would be the next one.
#include <utility>

#include "core/navmesh/tile_mesher.hpp"

namespace strata {

void TileMesher::append_rectangles(const Rect& squares) {
  const auto width = static_cast<size_t>(cells_.width());
  const auto height = static_cast<size_t>(cells_.height());
  up_.assign(width * height, 0);
  best_.assign(height, {});
  for (int y = 0; y < cells_.height(); ++y) {
    uint16_t* up = up_.data() + static_cast<size_t>(y) * width;
    for (int x = 0; x < cells_.width(); ++x) {
      if (cells_.free(x, y)) up[x] = static_cast<uint16_t>((y > 0 ? *(up + x - width) : 0) + 1);
    }
    find_best(y);
  }
  for (;;) {
    // Of equal rectangles the uppermost is cut out, then the leftmost: all rows whose best may be as
    // large must be exact.
    RowBest* best = nullptr;
    for (RowBest& row : best_) {
      if (row.bound == 0 || (best != nullptr && row.bound < best->bound)) continue;
      const bool first =
          best == nullptr || row.bound > best->bound || !row.exact ||
          (best->exact && std::pair(row.cells.y0, row.cells.x0) < std::pair(best->cells.y0, best->cells.x0));
      if (first) best = &row;
    }
    if (best == nullptr) break;
    if (!best->exact) {
      find_best(static_cast<int>(best - best_.data()));
      continue;
    }
    // A rectangle whose sides could be divided into too many parts is halved; the other half is cut out later.
    Rect r = best->cells;
    while (r.width() + r.height() > kMaxHalfPerimeter) {
      r.width() > r.height() ? r.x1 -= r.width() / 2 : r.y1 -= r.height() / 2;
    }
    take(r);
    const int left = 2 * radius_.line(squares.x0 + r.x0), top = 2 * radius_.line(squares.y0 + r.y0);
    const int right = 2 * radius_.line(squares.x0 + r.x1), bottom = 2 * radius_.line(squares.y0 + r.y1);
    const HalfCellPoint ring[] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    append_ring(ring);
  }
}

// Finds the largest rectangle of a row with a staircase of columns: a column that is not higher than earlier ones ends
// the rectangles on them. Of equal rectangles that begin in the same row the leftmost is found first.
void TileMesher::find_best(int row) {
  const auto width = static_cast<size_t>(cells_.width());
  const uint16_t* up = up_.data() + static_cast<size_t>(row) * width;
  RowBest& best = best_[static_cast<size_t>(row)];
  best = {0, {}, true};
  open_.clear();
  for (int x = 0; x <= cells_.width(); ++x) {
    const int height = x < cells_.width() ? up[x] : 0;
    while (!open_.empty() && up[open_.back()] >= height) {
      const int tall = up[open_.back()];
      open_.pop_back();
      const int begin = open_.empty() ? 0 : open_.back() + 1;
      const int64_t size = int64_t{tall} * (x - begin);
      const bool better = size > best.bound || (size == best.bound && row + 1 - tall < best.cells.y0);
      if (better) best = {size, {begin, row + 1 - tall, x, row + 1}, true};
    }
    open_.push_back(x);
  }
}

void TileMesher::take(const Rect& cells) {
  const auto width = static_cast<size_t>(cells_.width());
  int last = cells.y1;  // the lowest row with columns that reach up into the rectangle
  for (int x = cells.x0; x < cells.x1; ++x) {
    for (int y = cells.y0; y < cells_.height(); ++y) {
      uint16_t& up = up_[static_cast<size_t>(y) * width + static_cast<size_t>(x)];
      if (y >= cells.y1 && up == 0) break;
      up = y < cells.y1 ? uint16_t{0} : static_cast<uint16_t>(y - cells.y1 + 1);
      last = std::max(last, y + 1);
    }
  }
  for (int y = cells.y0; y < last; ++y) best_[static_cast<size_t>(y)].exact = false;
}

}  // namespace strata
