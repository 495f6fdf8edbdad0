// Purpose: A Path is the answer to a query. It is a view of the memory of the Query that found it, and valid until the
//          next call of that Query.
// Units: Lengths are in straight steps over cells of cost 1; a diagonal step over them is sqrt(2) long.
// Shapes: A path over cells is its turning points; `cells` walks the cells between them one by one. Between two turning
//         points a path is straight in one of eight directions, or follows a link. The paths of planners that go at
//         any angle are points joined by straight lines, and have no turning cells.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <span>
#include <string_view>

#include "strata/cell.hpp"

namespace strata {

// A point of the map, in cells; (0.5, 0.5) is the middle of the first cell.
struct Point {
  double x = 0;
  double y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

// The cells of a path, from its start to its goal. A cell is computed when the iterator gets to it.
class PathCells {
 public:
  class Iterator {
   public:
    using iterator_concept = std::forward_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = Cell;
    using difference_type = std::ptrdiff_t;
    using reference = Cell;
    using pointer = const Cell*;

    Iterator() = default;
    Cell operator*() const { return at_; }
    Iterator& operator++() {
      if (at_ == turns_[next_]) {
        if (!links_.empty() && links_.front() < next_) links_ = links_.subspan(1);
        if (++next_ == turns_.size()) return *this;  // the end
        if (!links_.empty() && links_.front() + 1 == next_) {
          at_ = turns_[next_];
          return *this;
        }
      }
      const Cell to = turns_[next_];
      at_.x += (to.x > at_.x) - (to.x < at_.x);
      at_.y += (to.y > at_.y) - (to.y < at_.y);
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.next_ == b.next_ && a.at_ == b.at_; }

   private:
    friend class PathCells;
    std::span<const Cell> turns_;
    std::span<const uint32_t> links_;  // links that are still ahead
    size_t next_ = 0;                  // index of the turning point that is next; all of them: the end
    Cell at_;
  };

  PathCells() = default;
  PathCells(std::span<const Cell> turns, std::span<const uint32_t> links_at) : turns_(turns), links_at_(links_at) {}

  bool empty() const { return turns_.empty(); }
  Iterator begin() const {
    Iterator first;
    first.turns_ = turns_;
    first.links_ = links_at_;
    if (!turns_.empty()) first.at_ = turns_.front();
    return first;
  }
  Iterator end() const {
    Iterator last;
    last.turns_ = turns_;
    last.next_ = turns_.size();
    if (!turns_.empty()) last.at_ = turns_.back();
    return last;
  }

 private:
  std::span<const Cell> turns_;
  std::span<const uint32_t> links_at_;
};

// Why there is a path, or none.
enum class PathStatus : uint8_t {
  kFound,
  kNoPath,
  kStartBlocked,  // the start is off the map, or the agent cannot stand there
  kGoalBlocked,
  kTooLong,         // the length cannot be counted: it would pass 5.2 million straight steps
  kTooManyExpanded  // the search has expanded the most nodes that it may
};
// Returns the status in words, in English: "no path".
std::string_view path_status_text(PathStatus status);

struct Path {
  PathStatus status = PathStatus::kNoPath;
  double length = 0;  // 0 without a path
  // The start, the turning points and the goal; empty without a path, for planners at any angle, and where only the
  // length was asked for.
  std::span<const Cell> turning_cells;
  std::span<const Point> points;       // the same for planners at any angle
  std::span<const uint32_t> links_at;  // indices of the turning points from which a link leads to the next one
  // No path leads to the goal; `status` says why. What is here leads to the nearest place that can be reached, and
  // `distance_left` is the straight distance from there to the middle of the goal.
  bool partial = false;
  double distance_left = 0;
  uint64_t expanded = 0;     // nodes that the search has expanded
  uint64_t revision = 0;     // the number of the map that the path is of: Navigator::revision
  std::string_view planner;  // the planner that has answered, which `fastest` has chosen

  bool found() const { return status == PathStatus::kFound; }
  std::span<const Cell> turns() const { return turning_cells; }
  PathCells cells() const { return {turning_cells, links_at}; }
};

}  // namespace strata
