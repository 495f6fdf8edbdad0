// Purpose: CornerLabelsView gives access to the corners that each cell sees and to their hub labels
//          (core/batch/corner_labels.hpp) by plain pointers. The functions below look up the cost, the first hop and
//          the path over corners for one agent. The same code runs in threads of the batch planner and in CUDA kernels.
// Source: core/ch/packed_labels.hpp; corners: Uras, Koenig, Hernández 2013.
// Differs: Paths are not unpacked from shortcuts: from a corner the path goes on to the first corner in sight that lies
//          on a shortest path to the last corner, which two labels tell.
// Units: Costs as in core/grid/cost.hpp; those of labels are up to kNoWay, those of paths below it.
// Shapes: Corners are numbered in preorder of the elimination tree: the label of a corner at depth d has d + 1 entries,
//         one for each ancestor from the root on. The corners that a cell sees ascend; a corner is the first of its
//         own row.
// Ties: Of several last corners the first one of the goal's row is chosen, then the most important hub, then the first
//       corner of the start's row.
#pragma once

#include <cstdint>

#include "core/ch/corner_views.hpp"
#include "core/tables/lanes.hpp"
#include "core/tables/tables_view.hpp"

namespace strata {

struct LabelledCorner {
  uint16_t x = 0, y = 0;  // its cell
  uint32_t first = 0;     // its first entry
  uint32_t depth = 0;
  uint32_t part = 0;  // connected component
  friend bool operator==(const LabelledCorner&, const LabelledCorner&) = default;
};

struct CornerLabelsView {
  CornerViews views;
  const uint32_t* row_begin = nullptr;  // by cell, with an end mark: where the corners that it sees begin in `seen`
  const uint32_t* seen = nullptr;
  const LabelledCorner* corners = nullptr;
  const Cost* entries = nullptr;
  // Row l has, for each corner, the least depth of the 2^l corners from it on; see AncestorTable::common.
  const uint16_t* least = nullptr;
  uint32_t count = 0;
  uint32_t height = 0;  // entries of the longest label

  STRATA_HD const Cost* label(uint32_t corner) const { return entries + corners[corner].first; }
  // Returns the number of common ancestors of two corners, including themselves.
  STRATA_HD uint32_t common(uint32_t a, uint32_t b) const {
    if (a == b) return corners[a].depth + 1;
    const uint32_t from = a < b ? a : b, to = a < b ? b : a;
#if defined(__CUDA_ARCH__)
    const auto level = static_cast<uint32_t>(31 - __clz(static_cast<int>(to - from)));
#else
    const auto level = static_cast<uint32_t>(31 - __builtin_clz(to - from));
#endif
    const uint16_t* row = least + static_cast<size_t>(level) * count;
    const uint16_t one = row[from + 1], two = row[to - (1u << level) + 1];
    return one < two ? one : two;
  }
};

// The answer of a look-up for an agent, from which its path can be followed.
struct CornerLookUp {
  static constexpr uint32_t kNone = 0xffffffffu;
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;
  uint32_t first = kNone, last = kNone;  // the corners to which start and goal are linked; kNone: a goal in sight
  Cost between = 0;                      // the cost from one to the other
};

// The sums over labels in the lanes of a device. Entry k of `ways` belongs to lane k % kCount.
template <class OfLanes>
struct CornerLaneSums {
  using Lanes = OfLanes;
  STRATA_HD static uint32_t first_from(uint32_t begin) {
    const uint32_t own = begin - begin % Lanes::kCount + Lanes::index();
    return own < begin ? own + Lanes::kCount : own;
  }
  // Sets ways[k] to kNoWay for begin <= k < end.
  STRATA_HD static void clear(Cost* ways, uint32_t begin, uint32_t end) {
    for (uint32_t k = first_from(begin); k < end; k += Lanes::kCount) ways[k] = kNoWay;
  }
  // Lowers ways[k] to cost + label[k].
  STRATA_HD static void lower(Cost* ways, const Cost* label, Cost cost, uint32_t begin, uint32_t end) {
    for (uint32_t k = first_from(begin); k < end; k += Lanes::kCount) {
      const Cost way = cost + label[k];
      ways[k] = way < ways[k] ? way : ways[k];
    }
  }
  STRATA_HD static Cost least(const Cost* a, const Cost* b, uint32_t count) {
    Cost least = 2 * kNoWay;
    for (uint32_t k = Lanes::index(); k < count; k += Lanes::kCount) {
      const Cost sum = a[k] + b[k];
      least = sum < least ? sum : least;
    }
    return Lanes::least(least);
  }
  // Returns the first k < count with a[k] + b[k] == sum; `count` if there is none.
  STRATA_HD static uint32_t find(const Cost* a, const Cost* b, uint32_t count, Cost sum) {
    uint32_t k = Lanes::index();
    while (k < count && a[k] + b[k] != sum) k += Lanes::kCount;
    return Lanes::least(k < count ? k : count);
  }
};

// A look-up for one agent, which can stand at both ends. `map` is the view of the cells; `ways` has room for
// `labels.height` costs.
template <class Sums>
struct CornerQuery {
  const TablesView& map;
  const CornerLabelsView& labels;
  Cost* ways;

  STRATA_HD Cell place(uint32_t corner) const { return {labels.corners[corner].x, labels.corners[corner].y}; }
  STRATA_HD CellId cell_of(uint32_t corner) const { return map.id(place(corner)); }
  STRATA_HD Cost distance(uint32_t a, uint32_t b) const {
    return Sums::least(labels.label(a), labels.label(b), labels.common(a, b));
  }

  // The corners to which an end is linked: a range of `seen`, and the places of this end and of the other.
  struct EndLinks {
    uint32_t begin = 0, end = 0;
    Cell own, other;
  };
  STRATA_HD EndLinks links_of(CellId cell, Cell own, Cell other) const {
    EndLinks links{labels.row_begin[cell], labels.row_begin[cell + 1], own, other};
    // An end that is a corner is linked to itself alone.
    if (links.begin < links.end && cell_of(labels.seen[links.begin]) == cell) links.end = links.begin + 1;
    return links;
  }
  // Returns the cost between two cells without obstacles, at most kNoWay, so that the sum of two fits into a signed
  // number.
  STRATA_HD Cost link_cost(Cell a, Cell b) const {
    const Cost cost = map.least_cost(a, b);
    return cost < kNoWay ? cost : kNoWay;
  }
  struct LinkCost {
    Cost cost = 0;
    Cost bound = 0;  // no path over this corner costs less
  };
  STRATA_HD LinkCost cost_of(const EndLinks& links, uint32_t corner) const {
    const Cell at = place(corner);
    const Cost cost = link_cost(links.own, at);
    return {cost, cost + link_cost(at, links.other)};
  }
  STRATA_HD uint32_t nearest(const EndLinks& links) const {
    Cost least = kInfinite;
    uint32_t nearest = labels.seen[links.begin];
    for (uint32_t e = links.begin; e < links.end; ++e) {
      const Cost bound = cost_of(links, labels.seen[e]).bound;
      nearest = bound < least ? labels.seen[e] : nearest;
      least = bound < least ? bound : least;
    }
    return nearest;
  }

  // Lowers `ways`, the costs from the start to the ancestors of `goal`, from the depth `from` on. Its first `from`
  // entries hold. Returns how many do then.
  STRATA_HD uint32_t climb(const EndLinks& starts, uint32_t goal, uint32_t from, Cost limit) const {
    uint32_t begin = starts.begin, end = starts.end;  // the first start after the goal in preorder
    while (begin < end) {
      const uint32_t middle = begin + (end - begin) / 2;
      if (labels.seen[middle] < goal) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    // Starts share fewer ancestors with the goal the further away in preorder they are, on either side.
    uint32_t filled = from;
    const auto visit = [&](uint32_t corner) {
      const LinkCost link = cost_of(starts, corner);
      if (link.bound > limit) return true;
      const uint32_t shared = labels.common(corner, goal);
      if (shared <= from) return false;
      if (shared > filled) Sums::clear(ways, filled, shared);
      filled = shared > filled ? shared : filled;
      Sums::lower(ways, labels.label(corner), link.cost, from, shared);
      return true;
    };
    for (uint32_t e = begin; e < starts.end && visit(labels.seen[e]);) ++e;
    for (uint32_t e = begin; e > starts.begin && visit(labels.seen[e - 1]);) --e;
    return filled;
  }

  STRATA_HD CornerLookUp look_up(CellId start, CellId goal) const {
    const Cell from = map.cell(start), to = map.cell(goal);
    CornerLookUp found;
    if (labels.views.sees(from, to, start, map.width)) {
      found.status = PlanStatus::kFound;
      found.cost = map.least_cost(from, to);
      return found;
    }
    const EndLinks starts = links_of(start, from, to), goals = links_of(goal, to, from);
    if (starts.begin == starts.end || goals.begin == goals.end) return found;
    const uint32_t near_start = nearest(starts), near_goal = nearest(goals);
    Cost limit = kNoWay - 1;  // no path that costs more is looked for
    const Cost known =
        cost_of(starts, near_start).cost + distance(near_start, near_goal) + cost_of(goals, near_goal).cost;
    limit = known < limit ? known : limit;
    uint32_t before = CornerLookUp::kNone, filled = 0;
    Cost rest = 0, to_hub = 0;  // of the best path: its cost without the link of the goal, and up to the hub
    uint32_t hub = 0;           // the depth of the hub
    for (uint32_t e = goals.begin; e < goals.end; ++e) {
      const uint32_t corner = labels.seen[e];
      const LinkCost link = cost_of(goals, corner);
      if (link.bound > limit) continue;
      const uint32_t shared = before == CornerLookUp::kNone ? 0 : labels.common(before, corner);
      before = corner;
      // The costs to the ancestors that this goal shares with the one before still hold. If no start shared as many,
      // none shares more with this goal either.
      filled = shared <= filled ? climb(starts, corner, shared, limit) : filled;
      const Cost sum = Sums::least(ways, labels.label(corner), filled);
      if (sum >= kNoWay || link.cost + sum >= found.cost || link.cost + sum > limit) continue;
      found.cost = limit = link.cost + sum;
      found.last = corner;
      rest = sum;
      hub = Sums::find(ways, labels.label(corner), filled, sum);
      to_hub = sum - labels.label(corner)[hub];
    }
    if (found.last == CornerLookUp::kNone) {
      const bool joined = labels.corners[near_start].part == labels.corners[near_goal].part;
      found.status = joined ? PlanStatus::kCostOverflow : PlanStatus::kNoPath;
      return found;
    }
    found.status = PlanStatus::kFound;
    for (uint32_t e = starts.begin; e < starts.end; ++e) {
      const uint32_t corner = labels.seen[e];
      const LinkCost link = cost_of(starts, corner);
      if (link.bound > found.cost || labels.common(corner, found.last) <= hub) continue;
      if (link.cost + labels.label(corner)[hub] != to_hub) continue;
      found.first = corner;
      found.between = rest - link.cost;
      break;
    }
    return found;
  }

  // Returns the next corner on a shortest path of this cost between two corners.
  STRATA_HD uint32_t next_corner(uint32_t corner, uint32_t last, Cost left) const {
    const Cell own = place(corner), goal = place(last);
    const CellId cell = map.id(own);
    for (uint32_t e = labels.row_begin[cell] + 1; e < labels.row_begin[cell + 1]; ++e) {
      const uint32_t next = labels.seen[e];
      const Cell at = place(next);
      const Cost step = link_cost(own, at);
      if (step + link_cost(at, goal) <= left && step + distance(next, last) == left) return next;
    }
    return last;
  }
  // Returns the first cell after the start on the path over corners; the goal if there is none.
  STRATA_HD CellId first_hop(const CornerLookUp& found, CellId start, CellId goal) const {
    if (found.first == CornerLookUp::kNone) return goal;
    if (cell_of(found.first) != start) return cell_of(found.first);
    if (found.first == found.last) return goal;
    return cell_of(next_corner(found.first, found.last, found.between));
  }
  // Calls emit(cell) for the start, the corners on the path and the goal, no cell twice in a row. Returns their number.
  template <class Emit>
  STRATA_HD uint32_t walk(const CornerLookUp& found, CellId start, CellId goal, Emit&& emit) const {
    uint32_t count = 1;
    emit(start);
    CellId at = start;
    const auto go = [&](CellId to) {
      if (to == at) return;
      emit(to);
      at = to;
      ++count;
    };
    if (found.first != CornerLookUp::kNone) {
      uint32_t corner = found.first;
      go(cell_of(corner));
      for (Cost left = found.between; corner != found.last;) {
        const uint32_t next = next_corner(corner, found.last, left);
        left -= map.least_cost(place(corner), place(next));
        corner = next;
        go(cell_of(corner));
      }
    }
    go(goal);
    return count;
  }
};

}  // namespace strata
