// Purpose: LinkHeuristic makes a heuristic between cells fit for maps with links, over which a path can be cheaper than
//          the distance of its ends.
// Source: Ours. It is the cost of the cheapest path after two simplifications (Pearl 1984, relaxed models): there are
//         no walls, and blocked links can be used. With d the heuristic without links, t the goal, and a link from a to
//         b of cost c:
//           h(n) = min( d(n, t), min over all links of d(n, a) + rest(a, b) )
//           rest(a, b) = c + h(b)
//         The values of `rest` are computed by Dijkstra's algorithm over the links, once for each query.
// Why it is consistent: for a move from n to m of cost c both parts of h(n) are at most c larger than those of h(m),
//         because d is consistent; for a link from a to b, h(a) <= rest(a, b) = c + h(b). And h(t) = 0, so that h is
//         admissible. Neither needs walls or blocked links to be as they were, so that h holds while cells change.
// How: A link whose `rest` is no smaller than a path without it never decides h and is left out. The others are sorted
//      by `rest`, so that a cell looks only at those that can be of use to it. With more than kMaxExact links, h is a
//      weaker bound, which is consistent as well: the nearest point of the rectangle around all beginnings, the
//      cheapest link, and the distance from the rectangle around all ends.
// Shapes: The time for a query grows with the square of the number of links, up to kMaxExact.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/grid/map_links.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

// From which side costs are counted: towards a goal, or from a start.
enum class LinkDirection : uint8_t { kToGoal, kFromStart };

// Bound: bound(dx, dy) returns d of two cells by the difference of their coordinates.
template <class Bound>
class LinkHeuristic {
 public:
  static constexpr size_t kMaxExact = 256;

  struct Link {
    Cell near, far;  // the end at which a path enters the link when it is followed from n, and the other one
    Cost cost;
    Cost rest = 0;
  };

  LinkHeuristic() = default;
  // For links between places that are no cells, such as points of a mesh: plain(x, y) and `bound` measure these places.
  template <class Plain>
  LinkHeuristic(std::vector<Link> links, const Bound& bound, Plain&& plain) : bound_(bound) {
    take(links, plain);
  }
  // plain(x, y) is d to the goal, or from the start. `percent` scales the costs of links, for weighted heuristics.
  template <class Plain>
  LinkHeuristic(const MoveGrid& grid, const Bound& bound, LinkDirection direction, Plain&& plain, Cost percent = 100)
      : bound_(bound) {
    if (grid.links() == nullptr) return;
    std::vector<Link> links;
    for (const MapLink& link : grid.links()->all()) {
      const Cell from = grid.cell(link.from), to = grid.cell(link.to);
      const auto cost = static_cast<Cost>(uint64_t{grid.link_cost(link)} * percent / 100);
      const bool forward = direction == LinkDirection::kToGoal;
      links.push_back({forward ? from : to, forward ? to : from, cost, 0});
    }
    take(links, plain);
  }

  // Returns h of a cell, where `plain` is d to the goal, or from the start.
  Cost operator()(Cost plain, int x, int y) const {
    Cost least = plain;
    for (const Entry& entry : entries_) {
      if (entry.rest >= least) break;
      least = std::min(least, sum(entry.rest, bound_(beside(x, entry.x0, entry.x1), beside(y, entry.y0, entry.y1))));
    }
    return least;
  }

 private:
  struct Entry {
    int x0, x1, y0, y1;  // cells with x0 <= x <= x1, y0 <= y <= y1
    Cost rest;
  };

  // Returns the sum of two costs; kInfinite if it does not fit into 32 bits, as over large maps of heavy cells.
  static Cost sum(Cost a, Cost b) { return a < kInfinite - b ? a + b : kInfinite; }

  static int beside(int at, int first, int last) { return std::max({first - at, at - last, 0}); }

  template <class Plain>
  void take(std::vector<Link>& links, Plain& plain) {
    if (links.size() > kMaxExact) {
      take_rectangle(links, plain);
    } else {
      take_links(links, plain);
    }
  }

  template <class Plain>
  void take_links(std::vector<Link>& links, Plain& plain) {
    for (Link& link : links) link.rest = sum(link.cost, plain(link.far.x, link.far.y));
    while (!links.empty()) {
      const auto best = std::ranges::min_element(links, {}, &Link::rest);
      const Link link = *best;
      *best = links.back();
      links.pop_back();
      const Cell at = link.near;
      if ((*this)(plain(at.x, at.y), at.x, at.y) <= link.rest) continue;
      entries_.push_back({at.x, at.x, at.y, at.y, link.rest});
      for (Link& other : links) {
        const Cost between = bound_(other.far.x - at.x, other.far.y - at.y);
        other.rest = std::min(other.rest, sum(sum(other.cost, between), link.rest));
      }
    }
  }

  template <class Plain>
  void take_rectangle(const std::vector<Link>& links, Plain& plain) {
    Rect near, far;
    Cost least = kInfinite;
    for (const Link& link : links) {
      near.include(link.near);
      far.include(link.far);
      least = std::min(least, sum(link.cost, plain(link.far.x, link.far.y)));
    }
    entries_.push_back({near.x0, near.x1 - 1, near.y0, near.y1 - 1, least});
  }

  Bound bound_;
  std::vector<Entry> entries_;  // by `rest`
};

}  // namespace strata
