// Purpose: These functions convert a path between its cells and its turning points: the start, the cells where the
//          direction changes, and the goal. Between two turning points a path is straight in one of eight directions.
// Links: Two consecutive turning points may also be the ends of a link. `links_at` lists such pairs, as it does for
//        points: it holds the indices, ascending, of the turning points from which the path follows a link. Where cells
//        joined by a link are also neighbours, a path follows the link only if it is cheaper than the move.
// Shapes: Turning points are cells, `links_at` ascends, and no turning point lies inside a straight part.
// Threads: Any thread may call them.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

// Writes the turning points of a path that is told part by part.
class TurnWriter {
 public:
  TurnWriter(CellId start, std::vector<CellId>& turns, std::vector<uint32_t>& links_at)
      : turns_(turns), links_at_(links_at) {
    turns_.assign(1, start);
    links_at_.clear();
  }
  // Goes straight to a cell. A part in the direction of the part before makes this longer.
  void go(CellId to, int direction) {
    if (direction == last_) {
      turns_.back() = to;
    } else {
      turns_.push_back(to);
      last_ = direction;
    }
  }
  // Goes between two cells, of which the writer has reached the first, by diagonal steps and then straight ones.
  void go_diagonal_first(const MoveGrid& grid, Cell from, Cell to);
  void follow_link(CellId to) {
    links_at_.push_back(static_cast<uint32_t>(turns_.size() - 1));
    turns_.push_back(to);
    last_ = kNone;
  }

 private:
  static constexpr int kNone = -1;
  std::vector<CellId>& turns_;
  std::vector<uint32_t>& links_at_;
  int last_ = kNone;
};

// A diagonal and then a straight part between two cells. A part of no steps has the direction of a longer one.
struct DiagonalFirst {
  int diagonal_direction, straight_direction;
  int diagonal_steps, straight_steps;
  Cell turn;  // cell between the two parts
  DiagonalFirst(Cell from, Cell to) {
    const int dx = to.x - from.x, dy = to.y - from.y;
    const int width = dx < 0 ? -dx : dx, height = dy < 0 ? -dy : dy;
    diagonal_direction = dx < 0 ? (dy < 0 ? 7 : 5) : (dy < 0 ? 1 : 3);
    straight_direction = width > height ? (dx < 0 ? 6 : 2) : (dy < 0 ? 0 : 4);
    diagonal_steps = width < height ? width : height;
    straight_steps = width + height - 2 * diagonal_steps;
    turn = {from.x + (dx < 0 ? -diagonal_steps : diagonal_steps), from.y + (dy < 0 ? -diagonal_steps : diagonal_steps)};
  }
};

// Sets the turning points of a path of cells. A step between cells that are no neighbours counts as a link.
void turns_of(const MoveGrid& grid, std::span<const CellId> cells, std::vector<CellId>& turns,
              std::vector<uint32_t>& links_at);

// The cells of a path of turning points, as a range: a cell is computed when the iterator gets to it.
class CellWalk {
 public:
  class Iterator {
   public:
    using iterator_concept = std::forward_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = CellId;
    using difference_type = std::ptrdiff_t;
    using reference = CellId;
    using pointer = const CellId*;

    Iterator() = default;
    CellId operator*() const { return at_; }
    Iterator& operator++() {
      if (left_ == 0 && !begin_part()) return *this;
      at_ += step_;
      --left_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.next_ == b.next_ && a.left_ == b.left_; }

   private:
    friend class CellWalk;
    bool begin_part();  // returns false at the end of the path

    std::span<const CellId> turns_;
    std::span<const uint32_t> links_;  // links that are still ahead
    uint32_t width_ = 1;
    size_t next_ = 0;  // index of the turning point to which the current part leads; all of them: the end
    CellId at_ = kNoCell;
    uint32_t step_ = 0;  // added to a cell by a step, modulo 2^32
    uint32_t left_ = 0;  // steps left of the current part
  };

  CellWalk(std::span<const CellId> turns, std::span<const uint32_t> links_at, int width)
      : turns_(turns), links_at_(links_at), width_(static_cast<uint32_t>(width)) {}
  Iterator begin() const;
  Iterator end() const;

 private:
  std::span<const CellId> turns_;
  std::span<const uint32_t> links_at_;
  uint32_t width_;
};

// Returns the cells of a path on a map of this width. The range refers to the turning points.
inline CellWalk walk_cells(std::span<const CellId> turns, std::span<const uint32_t> links_at, int map_width) {
  return {turns, links_at, map_width};
}

// Returns the fault of a path of turning points that should lead from `start` to `goal` at this cost; nothing if the
// path is correct: its cells are a correct path, its links are links, and it turns at every turning point.
std::optional<std::string> turns_fault(const MoveGrid& grid, std::span<const CellId> turns,
                                       std::span<const uint32_t> links_at, Cell start, Cell goal, Cost cost);

}  // namespace strata
