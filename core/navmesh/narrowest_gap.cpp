#include "core/navmesh/narrowest_gap.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <limits>
#include <vector>

#include "core/base/check.hpp"
#include "core/base/job.hpp"

namespace strata {
namespace {

// Distances are in half cells. The widest class needs eight of them.
constexpr int kMostDistance = MeshRadius::kMost / NarrowestGap::kEighthsACell;

MeshRadius class_of(int distance, MeshRadius agent) {
  return std::min(MeshRadius::of_eighths(NarrowestGap::kEighthsACell * distance), agent);
}

struct GapSearch {
  std::span<const uint8_t> cells;
  int width, height;  // size of the map, in cells
  const JobControl& control;

  // The byte of a point holds its distance, the direction from which it was reached, and whether it was reached. Points
  // on the border of the map have distance 0, so that the search never leaves the lattice.
  static constexpr uint8_t kDistance = 0x0f, kReached = 0x40;
  static constexpr int kFromShift = 4;  // shift of a direction 0..3
  static constexpr size_t kUp = 0, kRight = 1, kDown = 2, kLeft = 3;
  static constexpr uint32_t kCheck = 1 << 12;

  int most = 0;  // larger distances are stored as this one
  uint32_t row = 2 * static_cast<uint32_t>(width) + 1;
  std::array<int64_t, 4> steps{-int64_t{row}, 1, int64_t{row}, -1};
  std::vector<uint8_t> points;
  int wide = 0;                // points with at least this distance are expanded before all others
  std::deque<uint32_t> seeds;  // wide points to expand
  std::array<std::deque<uint32_t>, kMostDistance + 1> open;  // other points to expand, by distance
  uint32_t until_check = kCheck;

  bool reached(uint32_t at) const { return (points[at] & kReached) != 0; }
  // Returns false if the work was cancelled; it is checked from time to time.
  bool goes_on() {
    if (--until_check > 0) return true;
    until_check = kCheck;
    return !control.cancelled();
  }
  bool is_free(int x, int y) const {
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    return cells[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)] != 0;
  }
  uint32_t index(HalfCellPoint p) const { return static_cast<uint32_t>(p.y) * row + static_cast<uint32_t>(p.x); }
  HalfCellPoint point(uint32_t index) const {
    return {static_cast<int32_t>(index % row), static_cast<int32_t>(index / row)};
  }
  // Returns the vector from a point to the nearest point of a cell.
  static HalfCellPoint towards(HalfCellPoint p, Cell cell) {
    return {std::clamp(p.x, 2 * cell.x, 2 * cell.x + 2) - p.x, std::clamp(p.y, 2 * cell.y, 2 * cell.y + 2) - p.y};
  }
  // Calls visit(cell, vector to it) for all blocked cells at most `within` from the point.
  template <class Visit>
  void visit_blocked(HalfCellPoint p, int within, Visit visit) const {
    for (int y = (p.y - within - 1) >> 1; 2 * y <= p.y + within; ++y) {
      for (int x = (p.x - within - 1) >> 1; 2 * x <= p.x + within; ++x) {
        if (is_free(x, y)) continue;
        const HalfCellPoint to = towards(p, {x, y});
        if (std::max(std::abs(to.x), std::abs(to.y)) <= within) visit(Cell{x, y}, to);
      }
    }
  }
  // Returns the distance from the nearest blocked cell, at most `within`.
  int distance_at(HalfCellPoint p, int within) const {
    int nearest = within;
    visit_blocked(p, within, [&](Cell, HalfCellPoint to) {
      nearest = std::min(nearest, std::max(std::abs(to.x), std::abs(to.y)));
    });
    return nearest;
  }

  // Fills in the distances of a row of points from the blocked cells of a row of cells, along the row.
  void measure_along(int y, std::vector<uint8_t>& out) const {
    out.assign(row, 0);
    if (y < 0 || y >= height) return;
    const uint8_t* const line = cells.data() + static_cast<size_t>(y) * static_cast<size_t>(width);
    const auto last = static_cast<uint8_t>(most);
    uint8_t distance = 0;
    const auto grow = [&] { return distance = std::min(static_cast<uint8_t>(distance + 1), last); };
    for (size_t x = 0; x < static_cast<size_t>(width); ++x) {
      if (line[x] == 0) {
        distance = 0;
      } else {
        out[2 * x + 1] = grow();
        out[2 * x + 2] = grow();
      }
    }
    distance = 0;
    out[row - 1] = 0;
    for (size_t x = static_cast<size_t>(width); x-- > 0;) {
      if (line[x] == 0) {
        distance = 0;
        out[2 * x] = 0;
      } else {
        out[2 * x + 1] = std::min(out[2 * x + 1], grow());
        out[2 * x] = std::min(out[2 * x], grow());
      }
    }
  }

  // Computes all distances. Returns false if it was cancelled. The distance of a point is the minimum, over the rows of
  // cells near it, of the larger of two values: the distance along that row, and the distance from that row.
  bool measure() {
    const int rows = 2 * height + 1;
    const size_t length = row;
    points.assign(length * static_cast<size_t>(rows), 0);
    constexpr int kRing = 16;  // more rows of cells than can be near a row of points
    std::array<std::vector<uint8_t>, kRing> ring;
    const auto along = [&](int y) -> std::vector<uint8_t>& { return ring[static_cast<size_t>(y & (kRing - 1))]; };
    const auto first_near = [&](int y) { return (y - most) >> 1; };
    int measured = first_near(1);
    for (int y = 1; y < rows - 1; ++y) {
      if (y % 64 == 1 && control.cancelled()) return false;
      uint8_t* const out = points.data() + length * static_cast<size_t>(y);
      std::fill_n(out, length, static_cast<uint8_t>(most));
      for (int r = first_near(y); 2 * r - y < most; ++r) {
        for (; measured <= r; ++measured) measure_along(measured, along(measured));
        const auto across = static_cast<uint8_t>(std::max({2 * r - y, y - 2 * r - 2, 0}));
        const uint8_t* const in = along(r).data();
        for (size_t x = 0; x < length; ++x) out[x] = std::min(out[x], std::max(in[x], across));
      }
    }
    return true;
  }

  // Marks an unreached point as reached from its neighbour in direction `d`, and adds it to its open list.
  void reach(uint32_t at, size_t d) {
    const uint8_t distance = points[at];
    points[at] = static_cast<uint8_t>(distance | kReached | (d << kFromShift));
    (distance >= wide ? seeds : open[distance]).push_back(at);
  }
  // Reaches the points beside a row of points. Of adjacent wide points only the first is added, because it
  // leads to the others.
  void reach_beside(uint32_t first, uint32_t last, size_t d) {
    const uint8_t* const state = points.data();
    bool goes_on = false;
    for (uint32_t at = first; at <= last; ++at) {
      const bool is_wide = state[at] >= wide && state[at] <= most;
      if (is_wide ? !goes_on : state[at] != 0 && state[at] < wide) reach(at, d);
      goes_on = is_wide;
    }
  }
  // Expands the wide points that are connected to the seeds, a run of a row at a time, until there are none left or the
  // goal is reached. Returns false if it was cancelled.
  bool flood(uint32_t goal) {
    uint8_t* const state = points.data();
    while (!seeds.empty() && !reached(goal)) {
      const uint32_t seed = seeds.back();
      seeds.pop_back();
      uint32_t first = seed, last = seed;
      while (state[first - 1] >= wide && state[first - 1] <= most) {
        state[--first] |= static_cast<uint8_t>(kReached | (kLeft << kFromShift));
      }
      while (state[last + 1] >= wide && state[last + 1] <= most) {
        state[++last] |= static_cast<uint8_t>(kReached | (kRight << kFromShift));
      }
      if (state[first - 1] != 0 && state[first - 1] < wide) reach(first - 1, kLeft);
      if (state[last + 1] != 0 && state[last + 1] < wide) reach(last + 1, kRight);
      // The last seeds are expanded first: those on the side of the goal.
      const bool is_above = goal < first;
      if (is_above) reach_beside(first + row, last + row, kDown);
      reach_beside(first - row, last - row, kUp);
      if (!is_above) reach_beside(first + row, last + row, kDown);
      if (!goes_on()) return false;
    }
    return true;
  }

  // Expands the widest open points first until the goal is reached. Points wider than the narrowest so far count as
  // equal; of the narrowest, the first reached is expanded first. Returns the smallest distance on the path, 0 if there
  // is no path; nothing if it was cancelled.
  std::optional<int> search(uint32_t start, uint32_t goal) {
    points[start] |= kReached;
    seeds.assign(1, start);
    for (int narrowest = most; narrowest > 0; --narrowest) {
      wide = std::min(narrowest + 1, most);
      auto& list = open[static_cast<size_t>(narrowest)];
      for (;;) {
        if (!flood(goal) || !goes_on()) return std::nullopt;
        if (reached(goal)) return narrowest;
        if (list.empty()) break;
        const uint32_t at = list.front();
        list.pop_front();
        for (size_t d = 0; d < steps.size(); ++d) {
          const auto next = static_cast<uint32_t>(at + steps[d]);
          if (points[next] != 0 && !reached(next)) reach(next, d);
        }
      }
    }
    return 0;
  }

  // Follows the path back from the goal to the start, and returns its first run of narrowest points, with the points
  // before and after it. The run is a shortest line across the gap: the search has expanded all wider points first, and
  // then the narrowest ones in the order of their steps from there.
  std::vector<HalfCellPoint> first_narrow(uint32_t start, uint32_t goal, int narrowest) const {
    std::vector<HalfCellPoint> run;
    bool runs = false;
    uint32_t before = goal;
    for (uint32_t at = goal;; before = at, at -= static_cast<uint32_t>(steps[(points[at] >> kFromShift) & 3])) {
      const bool narrow = (points[at] & kDistance) == narrowest;
      if (narrow && !runs) run.assign(1, point(before));
      if (narrow || runs) run.push_back(point(at));
      runs = narrow;
      if (at == start) return run;
    }
  }

  // Finds blocked cells on both sides of a gap at the point, which the path passes in the direction `along`. Returns
  // whether there are any.
  bool take_walls(HalfCellPoint p, HalfCellPoint along, int distance, NarrowestGap& gap) const {
    struct Wall {
      Cell cell;
      HalfCellPoint to;
    };
    std::vector<Wall> walls;
    visit_blocked(p, distance, [&](Cell cell, HalfCellPoint to) { walls.push_back({cell, to}); });
    int smallest = std::numeric_limits<int>::max();
    const auto side = [&](HalfCellPoint to) { return along.x * to.y - along.y * to.x; };
    for (const Wall& a : walls) {
      for (const Wall& b : walls) {
        if (side(a.to) >= 0 || side(b.to) <= 0) continue;
        // The two cells are as far apart as the gap is wide.
        const int dx = std::abs(a.to.x - b.to.x), dy = std::abs(a.to.y - b.to.y);
        if (std::max(dx, dy) != 2 * distance || dx + dy >= smallest) continue;
        smallest = dx + dy;
        gap.walls = {a.cell, b.cell};
        gap.line = {HalfCellPoint{p.x + a.to.x, p.y + a.to.y}, HalfCellPoint{p.x + b.to.x, p.y + b.to.y}};
      }
    }
    return smallest != std::numeric_limits<int>::max();
  }

  // Sets the gap to the point, with the nearest blocked cell on both sides.
  void take_point(HalfCellPoint p, int distance, NarrowestGap& gap) const {
    gap.middle = p;
    gap.cell = cell_at(p);
    int smallest = std::numeric_limits<int>::max();
    visit_blocked(p, distance, [&](Cell cell, HalfCellPoint to) {
      const int sum = std::abs(to.x) + std::abs(to.y);
      if (sum >= smallest) return;
      smallest = sum;
      gap.walls = {cell, cell};
      gap.line = {HalfCellPoint{p.x + to.x, p.y + to.y}, HalfCellPoint{p.x + to.x, p.y + to.y}};
    });
  }

  // Sets the gap to the place nearest to the middle of these points that has walls on both sides.
  void take_gap(const std::vector<HalfCellPoint>& run, int distance, NarrowestGap& gap) const {
    const size_t count = run.size() - 2, middle = 1 + count / 2;
    take_point(run[middle], distance, gap);
    for (size_t i = 0; i < count; ++i) {
      const size_t at = i % 2 == 0 ? middle + i / 2 : middle - (i + 1) / 2;  // from the middle outwards
      const HalfCellPoint along{run[at - 1].x - run[at + 1].x, run[at - 1].y - run[at + 1].y};
      if (!take_walls(run[at], along, distance, gap)) continue;
      gap.middle = run[at];
      gap.cell = cell_at(run[at]);
      return;
    }
  }
};

}  // namespace

std::optional<NarrowestGap> narrowest_gap(std::span<const uint8_t> cells, int width, Cell start, Cell goal,
                                          MeshRadius agent, const JobControl& control) {
  using Reason = NarrowestGap::Reason;
  STRATA_CHECK(width > 0 && cells.size() % static_cast<size_t>(width) == 0);
  const int height = static_cast<int>(cells.size() / static_cast<size_t>(width));
  STRATA_CHECK((Rect{0, 0, width, height}.contains(start) && Rect{0, 0, width, height}.contains(goal)));

  GapSearch search{
      .cells = cells, .width = width, .height = height, .control = control, .points = {}, .seeds = {}, .open = {}};
  const int needed = std::max((agent.eighths() + NarrowestGap::kEighthsACell - 1) / NarrowestGap::kEighthsACell, 1);
  const int at_start = search.distance_at(middle_of(start), needed);
  const int at_goal = search.distance_at(middle_of(goal), needed);
  NarrowestGap gap;
  if (at_start > 0) gap.at_start = class_of(at_start, agent);
  if (at_goal > 0) gap.at_goal = class_of(at_goal, agent);
  // No path is wider than the open space at its ends.
  search.most = std::min(at_start, at_goal);
  if (search.most > 0) {
    if (!search.measure()) return std::nullopt;
    const uint32_t from = search.index(middle_of(start)), to = search.index(middle_of(goal));
    const std::optional<int> narrowest = search.search(from, to);
    if (!narrowest) return std::nullopt;
    gap.width = *narrowest;
    gap.widest = class_of(gap.width, agent);
    if (gap.width > 0 && gap.width < search.most)
      search.take_gap(search.first_narrow(from, to, gap.width), gap.width, gap);
  }
  if (gap.width == 0 && search.most > 0) {
    gap.reason = Reason::kNoPath;
  } else if (at_start < needed) {
    gap.reason = Reason::kAtStart;
    search.take_point(middle_of(start), at_start, gap);
  } else if (at_goal < needed) {
    gap.reason = Reason::kAtGoal;
    search.take_point(middle_of(goal), at_goal, gap);
  } else {
    gap.reason = gap.width < needed ? Reason::kGap : Reason::kFits;
  }
  return gap;
}

}  // namespace strata
