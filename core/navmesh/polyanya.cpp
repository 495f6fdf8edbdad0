#include "core/navmesh/polyanya.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"
#include "core/navmesh/funnel.hpp"
#include "core/navmesh/polyanya_code.hpp"

namespace strata {
namespace {

constexpr uint32_t kNoRoot = 0xffffffffu;
// A path is shorter than another one if its length is less than this share of the other's. Paths of equal length
// remain, also if rounding makes them differ.
constexpr double kLess = 1 - 1e-11;

struct RealPoint {
  double x = 0, y = 0;
};

MapPoint in_cells(RealPoint p, int units) {
  return {static_cast<float>(p.x / (2 * units)), static_cast<float>(p.y / (2 * units))};
}
RealPoint real(HalfCellPoint p) { return {static_cast<double>(p.x), static_cast<double>(p.y)}; }
double distance(RealPoint a, RealPoint b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  return std::sqrt(dx * dx + dy * dy);
}
double distance(HalfCellPoint a, HalfCellPoint b) { return std::sqrt(static_cast<double>(squared_distance(a, b))); }
double real_turn(RealPoint a, RealPoint b, RealPoint c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Returns the intersection of a ray with the side from c to d, whose ends lie on different sides of the ray: the turns
// from the ray to them are `to_c` and `to_d`.
RealPoint meeting(HalfCellPoint c, HalfCellPoint d, int64_t to_c, int64_t to_d) {
  const auto before = static_cast<double>(to_c), behind = static_cast<double>(to_d);
  const double share = before / (before - behind);
  return {c.x + share * (d.x - c.x), c.y + share * (d.y - c.y)};
}

// Returns the length of the shortest line from the root over a point between `right` and `left` to the goal,
// ignoring other obstacles.
double way_over(RealPoint root, RealPoint right, RealPoint left, RealPoint goal) {
  // A goal on the root's side of the interval has the same distance from every point of the interval
  // as its mirror image.
  const double dx = left.x - right.x, dy = left.y - right.y;
  const double behind = real_turn(right, left, goal);
  if (behind > 0) {
    const double twice = 2 * behind / (dx * dx + dy * dy);
    goal = {goal.x + twice * dy, goal.y - twice * dx};
  }
  if (real_turn(root, right, goal) < 0) return distance(root, right) + distance(right, goal);
  if (real_turn(root, left, goal) > 0) return distance(root, left) + distance(left, goal);
  return distance(root, goal);
}

// Returns whether three collinear points are in this order; `b` may equal one of the others.
bool in_order(HalfCellPoint a, HalfCellPoint b, HalfCellPoint c) {
  return int64_t{b.x - a.x} * (c.x - b.x) >= 0 && int64_t{b.y - a.y} * (c.y - b.y) >= 0;
}

Cost cost_of(double length) {  // `length` is in lattice units
  const double cost = length * kCostOfHalfCell;
  return cost < kInfinite ? static_cast<Cost>(cost) : kInfinite;
}

template <class Observer>
struct Polyanya {
  using Polygons = PolyanyaPolygons;
  using Side = Polygons::Side;

  const NavMesh& mesh;
  const MeshUnions* unions;  // may be null
  const MeshQuery& query;
  PolyanyaMemory& memory;
  MeshPath& path;
  Observer observer;
  std::vector<NodeCone>* cones;  // null without an observer
  Polygons& polygons = memory.polygons;
  uint32_t start = 0, goal = 0;  // the polygons of the ends
  PhaseStats count = {};
  bool goal_added = false;
  bool blocks_found = false;  // memory.blocks are those of this query
  // With an observer: whether a shorter path to a corner was found, so that open nodes may be outdated, and which nodes
  // have been reported as outdated.
  bool corner_lowered = false;
  std::vector<bool> reported = {};

  void begin() {
    memory.roots.clear();
    memory.nodes.clear();
    memory.open.clear();
    if (++memory.stamp == 0) {
      memory.corners.assign(memory.corners.size(), {});
      memory.last_nodes.assign(memory.last_nodes.size(), {});
      memory.stamp = 1;
    }
    polygons.begin(mesh, unions);
    start = polygons.number_of(mesh, unions, query.start.polygon);
    goal = polygons.number_of(mesh, unions, query.goal.polygon);
    memory.roots.push_back({query.start.at, Polygons::kNone, 0, 0});
    const double direct = distance(query.start.at, query.goal.at);
    memory.nodes.push_back({direct, query.start.at, query.start.at, 0, 0, start, 0});
    memory.nodes.push_back({0, query.goal.at, query.goal.at, 0, 0, goal, 0});
    record(real(query.start.at), real(query.start.at), real(query.start.at));
    record(real(query.goal.at), real(query.goal.at), real(query.goal.at));
    report(EventType::kSource, polyanya_code::kInit, kPolyanyaStart, kNoNodeId, 0, 0);
    report(EventType::kDestination, polyanya_code::kInit, kPolyanyaGoal, kNoNodeId, 0, 0);
  }

  void report(EventType type, uint8_t line, uint32_t node, uint32_t parent, double g, double f) const {
    if constexpr (Observer::kEnabled) {
      observer.on({type, Phase::kMain, 0, line, node, parent, cost_of(g), cost_of(std::max(0.0, f - g))});
    }
  }

  void record(RealPoint root, RealPoint right, RealPoint left) const {
    if constexpr (Observer::kEnabled) {
      cones->push_back({in_cells(root, mesh.units()), in_cells(left, mesh.units()), in_cells(right, mesh.units())});
    }
  }

  // Returns the number of the corner where side `side` of a polygon begins; Polygons::kNone if paths do not turn there.
  uint32_t corner_at(uint32_t polygon, uint32_t side) {
    const uint32_t corner = polygons.corner_at(mesh, polygons.side(polygon, side));
    if (corner != Polygons::kNone && corner >= memory.corners.size()) memory.corners.resize(corner + 1);
    return corner;
  }
  uint32_t side_after(uint32_t polygon, uint32_t side) const {
    return side + 1 == polygons.count(polygon) ? 0 : side + 1;
  }

  // Records a path to a corner. Returns false if a shorter one is known.
  bool reach(uint32_t corner, double g) {
    PolyanyaMemory::CornerRecord& best = memory.corners[corner];
    const bool known = best.stamp == memory.stamp;
    if (known && best.g <= g) return g * kLess <= best.g;
    if constexpr (Observer::kEnabled) corner_lowered |= known;
    best = {g, memory.stamp};
    return true;
  }

  // Returns the number of a new root at a corner for a path from root `from`; kNoRoot if a shorter path to the corner
  // is known. A path of equal length gets a root of its own.
  uint32_t root_at(HalfCellPoint at, uint32_t corner, uint32_t from) {
    const double g = memory.roots[from].g + distance(memory.roots[from].at, at);
    if (!reach(corner, g)) return kNoRoot;
    memory.roots.push_back({at, corner, from, g});
    return static_cast<uint32_t>(memory.roots.size() - 1);
  }

  bool outdated(const PolyanyaRoot& root) const {
    return root.corner != Polygons::kNone && memory.corners[root.corner].g < root.g * kLess;
  }

  // The best of the nodes just added is often the next one to be expanded: it is kept outside the heap until a
  // better one is added.
  using QueueEntry = PolyanyaMemory::QueueEntry;
  static constexpr QueueEntry kNoEntry = {std::numeric_limits<double>::infinity(), 0};
  QueueEntry best_pending = kNoEntry;

  static bool comes_later(const QueueEntry& a, const QueueEntry& b) {
    return (a.f > b.f) | ((a.f == b.f) & (a.node > b.node));
  }
  void push_heap(QueueEntry entry) {
    memory.open.push_back(entry);
    std::push_heap(memory.open.begin(), memory.open.end(), comes_later);
  }
  void push(QueueEntry entry) {
    if (comes_later(best_pending, entry)) std::swap(entry, best_pending);
    if (entry.node != kNoEntry.node) push_heap(entry);
  }
  bool pop(uint32_t& node) {
    if (memory.open.empty() || comes_later(memory.open.front(), best_pending)) {
      node = std::exchange(best_pending, kNoEntry).node;
      return node != kNoEntry.node;
    }
    if (best_pending.node != kNoEntry.node) push_heap(best_pending);
    best_pending = kNoEntry;
    std::pop_heap(memory.open.begin(), memory.open.end(), comes_later);
    node = memory.open.back().node;
    memory.open.pop_back();
    return true;
  }

  // A new node, and the ends of its interval.
  struct Successor {
    uint32_t node;
    RealPoint right, left;
    bool sees_all;  // the root is on the side
  };
  double f_of(const Successor& of) const {
    const PolyanyaRoot& root = memory.roots[memory.nodes[of.node].root];
    if (of.sees_all) return root.g + distance(root.at, query.goal.at);
    return root.g + way_over(real(root.at), of.right, of.left, real(query.goal.at));
  }
  // The successors of the current node: the first one waits until it is known whether it is the only one. Its f is not
  // needed if it is followed at once.
  Successor first_successor = {};
  uint32_t successors = 0;

  void push_successor(const Successor& successor) {
    if (++successors == 1) {
      first_successor = successor;
      return;
    }
    if (successors == 2) push({f_of(first_successor), first_successor.node});
    push({f_of(successor), successor.node});
  }
  // Returns the only successor of the current node if it is followed at once. An interval before the polygon of the
  // goal waits in the open list: when it is the best one there, no path to the goal is shorter than the one behind it.
  bool follow(uint32_t& node) {
    if (successors != 1) return false;
    node = first_successor.node;
    if (memory.nodes[node].polygon != goal) return true;
    push({f_of(first_successor), node});
    return false;
  }

  // Reports the open nodes that are outdated because of shorter paths to their roots. The search itself skips them
  // when they are popped.
  void report_outdated() {
    if constexpr (Observer::kEnabled) {
      if (!std::exchange(corner_lowered, false)) return;
      std::vector<uint32_t> dropped;
      reported.resize(memory.nodes.size());
      const auto look = [&](const QueueEntry& entry) {
        if (entry.node == kNoEntry.node || entry.node == kPolyanyaGoal || reported[entry.node]) return;
        if (outdated(memory.roots[memory.nodes[entry.node].root])) dropped.push_back(entry.node);
      };
      look(best_pending);
      for (const QueueEntry& entry : memory.open) look(entry);
      std::sort(dropped.begin(), dropped.end());
      for (const uint32_t node : dropped) {
        reported[node] = true;
        report(EventType::kStall, polyanya_code::kDrop, node, kNoNodeId, memory.roots[memory.nodes[node].root].g,
               memory.nodes[node].f);
      }
    }
  }

  // Finding the blocks of the mesh takes a few times as long as this many expansions, once after each change of the
  // mesh: short searches do without them. The number depends only on the mesh, so that every search of a query is the
  // same.
  uint64_t expansions_before_blocks() const { return 16 + mesh.polygon_count() / 32; }

  // Removes the intervals from the open list that lead only into dead ends. None are added from now on.
  void drop_dead_ends() {
    memory.blocks.find_between(mesh, query.start.polygon, query.goal.polygon);
    blocks_found = true;
    std::vector<uint32_t> dropped;
    const auto leads_nowhere = [&](const QueueEntry& entry) {
      if (entry.node == kNoEntry.node || entry.node == kPolyanyaGoal) return false;
      const PolyanyaNode& node = memory.nodes[entry.node];
      const Side& side = polygons.side(node.polygon, node.entry);
      if (side.of_several || memory.blocks.is_between(side.own.polygon)) return false;
      if constexpr (Observer::kEnabled) dropped.push_back(entry.node);
      return true;
    };
    if (successors == 1 && leads_nowhere({0, first_successor.node})) successors = 0;
    if (leads_nowhere(best_pending)) best_pending = kNoEntry;
    std::erase_if(memory.open, leads_nowhere);
    std::make_heap(memory.open.begin(), memory.open.end(), comes_later);
    if constexpr (Observer::kEnabled) {
      std::sort(dropped.begin(), dropped.end());
      reported.resize(memory.nodes.size());
      for (const uint32_t node : dropped) {
        if (reported[node]) continue;
        reported[node] = true;
        report(EventType::kStall, polyanya_code::kDeadEnds, node, kNoNodeId, memory.roots[memory.nodes[node].root].g,
               memory.nodes[node].f);
      }
    }
  }

  // Returns whether a path to the goal that crosses the side cannot leave the polygon beyond, as far as is known.
  bool is_dead_end(const Side& side) const {
    if (blocks_found) return !side.of_several && !memory.blocks.is_between(side.across);
    return side.dead_end && side.beyond != goal;
  }

  // Returns whether all points of an interval of a side are nearer to the start over a corner at an end of the side,
  // from there along the side, than over the root. With the distance from an end, the path over that end grows at least
  // as fast as the path over the root: it is enough to compare them at the far end of the interval, which is g from the
  // start over the root.
  bool nearer_over(uint32_t corner, HalfCellPoint end, RealPoint far, double g) const {
    if (corner == Polygons::kNone) return false;
    const PolyanyaMemory::CornerRecord& known = memory.corners[corner];
    return known.stamp == memory.stamp && known.g < g && known.g + distance(real(end), far) < g * kLess;
  }

  // Returns whether all points of an interval are nearer to the start over the last other node of the same side, which
  // sees all of the interval. Over the root, the ends are `g_right` and `g_left` from the start. Otherwise the node is
  // now the last one of its side.
  bool nearer_over_last(uint32_t side_number, HalfCellPoint c, HalfCellPoint d, const Successor& interval,
                        const PolyanyaRoot& from, double g_right, double g_left) {
    if (side_number >= memory.last_nodes.size()) memory.last_nodes.resize(polygons.side_count());
    PolyanyaMemory::LastNode& last = memory.last_nodes[side_number];
    const PolyanyaMemory::LastNode before = std::exchange(last, {interval.node, memory.stamp});
    if (before.stamp != memory.stamp) return false;
    const PolyanyaNode& other = memory.nodes[before.node];
    const PolyanyaRoot& root = memory.roots[other.root];
    const RealPoint at = real(from.at), other_at = real(root.at);
    if (root.g + distance(other_at, interval.right) >= g_right * kLess) return false;
    if (root.g + distance(other_at, interval.left) >= g_left * kLess) return false;
    if (turn(root.at, c, d) == 0) return false;
    // What lies to the right of its right ray, or to the left of its left one, the other root does not see.
    const auto sees = [&](RealPoint p) {
      return real_turn(other_at, real(other.right), p) >= 0 && real_turn(other_at, real(other.left), p) <= 0;
    };
    if (!sees(interval.right) || !sees(interval.left)) return false;
    // Between the ends, the difference of the two distances has its least value where both roots are in line, with the
    // nearer one in front.
    const double to_right = real_turn(other_at, at, interval.right), to_left = real_turn(other_at, at, interval.left);
    const bool in_line_outside = (to_right > 0 && to_left > 0) || (to_right < 0 && to_left < 0);
    if (!in_line_outside && root.g + distance(other_at, at) >= from.g * kLess) return false;
    last = before;
    return true;
  }

  // Adds the part of side `side` of the polygon that the root sees between its rays to `right` and `left`, which meet
  // the side in the points `real_right` and `real_left`. They are the ends of the side where the rays do not intersect
  // it.
  void add(uint32_t parent, uint32_t root, uint32_t polygon, uint32_t side, HalfCellPoint right, HalfCellPoint left,
           RealPoint real_right, RealPoint real_left, uint8_t line) {
    polygons.look_beyond(mesh, unions, polygon, side);
    const Side begin = polygons.side(polygon, side);
    if (is_dead_end(begin)) return;
    const uint32_t next = begin.beyond, behind = side_after(polygon, side);
    const HalfCellPoint c = begin.from, d = polygons.side(polygon, behind).from;
    const bool in_line = turn(memory.roots[root].at, c, d) == 0;
    if (in_line && !in_order(c, memory.roots[root].at, d)) {
      // The root is collinear with the side and sees only its nearer end.
      const bool first = in_order(memory.roots[root].at, c, d);
      const uint32_t corner = corner_at(polygon, first ? side : behind);
      if (corner == Polygons::kNone) return;
      root = root_at(first ? c : d, corner, root);
      if (root == kNoRoot) return;
      line = polyanya_code::kInLine;
    }
    const PolyanyaRoot& from = memory.roots[root];
    if (root == 0 && next == start) return;  // the start has seen the whole polygon
    if (in_line) {                           // the root is on the side
      real_right = real(c);
      real_left = real(d);
    }
    const Successor interval{static_cast<uint32_t>(memory.nodes.size()), real_right, real_left, in_line};
    const double g_right = from.g + distance(real(from.at), real_right);
    const double g_left = from.g + distance(real(from.at), real_left);
    const uint32_t c_corner = corner_at(polygon, side), d_corner = corner_at(polygon, behind);
    if (!in_line) {
      if (c_corner != from.corner && nearer_over(c_corner, c, real_left, g_left)) return;
      if (d_corner != from.corner && nearer_over(d_corner, d, real_right, g_right)) return;
      if (nearer_over_last(polygons.first_side(polygon) + side, c, d, interval, from, g_right, g_left)) return;
    }
    // The root sees these corners: other paths to them need not be longer.
    if (right == c && c_corner != Polygons::kNone && c_corner != from.corner) reach(c_corner, g_right);
    if (left == d && d_corner != Polygons::kNone && d_corner != from.corner) reach(d_corner, g_left);
    memory.nodes.push_back({0, right, left, root, parent, next, begin.entry});
    push_successor(interval);
    ++count.generated;
    if constexpr (Observer::kEnabled) {
      memory.nodes.back().f = f_of(interval);
      record(real(from.at), real_right, real_left);
      report(EventType::kGenerate, line, interval.node, parent, from.g, memory.nodes.back().f);
    }
  }

  // Adds the goal as seen from the root. Nodes are expanded in the order of f, and the f of the node before the goal's
  // polygon is the length of this path: no later path is shorter.
  void add_goal(uint32_t parent, uint32_t root) {
    if (goal_added) return;
    goal_added = true;
    const double length = memory.roots[root].g + distance(memory.roots[root].at, query.goal.at);
    PolyanyaNode& node = memory.nodes[kPolyanyaGoal];
    node.f = length;
    node.root = root;
    node.parent = parent;
    push({length, kPolyanyaGoal});
    if constexpr (Observer::kEnabled)
      (*cones)[kPolyanyaGoal].root = in_cells(real(memory.roots[root].at), mesh.units());
    ++count.generated;
    report(EventType::kGenerate, polyanya_code::kAddGoal, kPolyanyaGoal, parent, length, length);
  }

  void open_start() {
    polygons.read(mesh, unions, start);
    for (uint32_t i = 0; i < polygons.count(start); ++i) {
      if (polygons.side(start, i).beyond == Polygons::kNone) continue;
      ++count.touched;
      const HalfCellPoint c = polygons.side(start, i).from, d = polygons.side(start, side_after(start, i)).from;
      add(kPolyanyaStart, 0, start, i, c, d, real(c), real(d), polyanya_code::kSeen);
    }
  }

  // An end of the entry into a polygon, and the root of paths that turn there, which is computed at its first use.
  struct IntervalEnd {
    HalfCellPoint at;
    uint32_t side;  // the side of the polygon that begins at this end
    bool unasked;   // the interval ends there, and the root is not yet computed
    uint32_t root = kNoRoot;
  };
  bool can_turn(IntervalEnd& end, uint32_t polygon, uint32_t from) {
    if (end.unasked) {
      const uint32_t corner = corner_at(polygon, end.side);
      if (corner != Polygons::kNone) end.root = root_at(end.at, corner, from);
      end.unasked = false;
    }
    return end.root != kNoRoot;
  }

  void open_node(uint32_t number) {
    const PolyanyaNode node = memory.nodes[number];
    const HalfCellPoint root = memory.roots[node.root].at;
    const uint32_t polygon = node.polygon, entry = node.entry, last = side_after(polygon, entry);
    // Seen from the root, the entry extends from its left end to its right end.
    const HalfCellPoint entry_left = polygons.side(polygon, entry).from;
    const HalfCellPoint entry_right = polygons.side(polygon, last).from;
    const bool sees_all = turn(entry_left, entry_right, root) == 0;  // the root is on the entry
    IntervalEnd right{entry_right, last, node.right == entry_right};
    IntervalEnd left{entry_left, entry, node.left == entry_left};

    if (polygon == goal) {
      const HalfCellPoint at = query.goal.at;
      if (!sees_all && turn(root, node.right, at) < 0) {
        if (can_turn(right, polygon, node.root)) add_goal(number, right.root);
      } else if (!sees_all && turn(root, node.left, at) > 0) {
        if (can_turn(left, polygon, node.root)) add_goal(number, left.root);
      } else {
        add_goal(number, node.root);
      }
      return;
    }

    // The other sides in order, from right to left; c and d are the ends of a side.
    HalfCellPoint c = entry_right;
    int64_t c_right = turn(root, node.right, c), c_left = turn(root, node.left, c);
    for (uint32_t i = last; i != entry; i = side_after(polygon, i)) {
      const HalfCellPoint d = polygons.side(polygon, side_after(polygon, i)).from;
      const int64_t d_right = turn(root, node.right, d), d_left = turn(root, node.left, d);
      if (polygons.side(polygon, i).beyond != Polygons::kNone) {
        ++count.touched;
        if (sees_all) {
          add(number, node.root, polygon, i, c, d, real(c), real(d), polyanya_code::kSeen);
        } else {
          // Where the rays meet the side; its ends where they do not.
          const bool right_inside = c_right < 0 && d_right > 0, left_inside = c_left < 0 && d_left > 0;
          const RealPoint on_right = right_inside ? meeting(c, d, c_right, d_right) : real(c_right >= 0 ? c : d);
          const RealPoint on_left = left_inside ? meeting(c, d, c_left, d_left) : real(d_left <= 0 ? d : c);
          if ((c_right < 0 || d_right < 0) && can_turn(right, polygon, node.root)) {
            // Beyond the corner the ray continues: the old root sees what lies to the left of it.
            const HalfCellPoint ray = {2 * right.at.x - root.x, 2 * right.at.y - root.y};
            add(number, right.root, polygon, i, c, d_right <= 0 ? d : ray, real(c), on_right, polyanya_code::kTurn);
          }
          const bool along_ray = (c_right == 0 && d_right == 0) || (c_left == 0 && d_left == 0);
          if (along_ray || (d_right > 0 && c_left < 0)) {
            add(number, node.root, polygon, i, c_right >= 0 ? c : node.right, d_left <= 0 ? d : node.left, on_right,
                on_left, polyanya_code::kSeen);
          }
          if ((c_left > 0 || d_left > 0) && can_turn(left, polygon, node.root)) {
            const HalfCellPoint ray = {2 * left.at.x - root.x, 2 * left.at.y - root.y};
            add(number, left.root, polygon, i, c_left >= 0 ? c : ray, d, on_left, real(d), polyanya_code::kTurn);
          }
        }
      }
      c = d;
      c_right = d_right;
      c_left = d_left;
    }
  }

  bool search() {
    open_start();
    if (std::exchange(successors, 0) == 1) push({f_of(first_successor), first_successor.node});
    for (uint32_t node = 0;;) {
      interruption_point();
      const bool followed = follow(node);
      if (!followed && !pop(node)) return false;
      successors = 0;
      const PolyanyaRoot& root = memory.roots[memory.nodes[node].root];
      if (node != kPolyanyaGoal && outdated(root)) continue;
      ++count.expanded;
      report(EventType::kExpand, followed ? polyanya_code::kFollow : polyanya_code::kPop, node, kNoNodeId,
             node == kPolyanyaGoal ? memory.nodes[node].f : root.g, memory.nodes[node].f);
      if (node == kPolyanyaGoal) return true;
      open_node(node);
      report_outdated();
      if (!blocks_found && count.expanded == expansions_before_blocks()) drop_dead_ends();
    }
  }

  void take_path() {
    for (uint32_t i = kPolyanyaGoal; i != kPolyanyaStart; i = memory.nodes[i].parent) {
      if (i == kPolyanyaGoal) continue;
      const PolygonSide side = polygons.side(memory.nodes[i].polygon, memory.nodes[i].entry).own;
      path.portals.push_back(mesh.sides(side.polygon)[side.side].portal);
      path.polygons.push_back(side.polygon);
    }
    path.polygons.push_back(query.start.polygon);
    std::reverse(path.portals.begin(), path.portals.end());
    std::reverse(path.polygons.begin(), path.polygons.end());
    append_turn(path.points, query.goal.at);
    for (uint32_t i = memory.nodes[kPolyanyaGoal].root;; i = memory.roots[i].previous) {
      append_turn(path.points, memory.roots[i].at);
      if (i == 0) break;
    }
    std::reverse(path.points.begin(), path.points.end());
  }

  // Reports the intervals of the path from the start.
  void report_path() {
    if constexpr (Observer::kEnabled) {
      std::vector<uint32_t> chain;
      for (uint32_t i = kPolyanyaGoal; i != kPolyanyaStart; i = memory.nodes[i].parent) chain.push_back(i);
      uint32_t before = kPolyanyaStart;
      for (auto node = chain.rbegin(); node != chain.rend(); ++node) {
        observer.on({EventType::kPathEdge, Phase::kRefine, 0, polyanya_code::kDone, *node, before,
                     cost_of(memory.roots[memory.nodes[*node].root].g - memory.roots[memory.nodes[before].root].g), 0});
        before = *node;
      }
    }
  }

  void run() {
    begin();
    const bool direct = start == goal;
    if (direct) {
      path.polygons.push_back(query.start.polygon);
      append_turn(path.points, query.start.at);
      append_turn(path.points, query.goal.at);
    } else if (search()) {
      take_path();
    } else {
      path.status = PlanStatus::kNoPath;
    }
    path.stats.of(Phase::kMain) = count;
    count_work(count.expanded + count.touched);
    if (path.found()) {
      path.length = length_in_cells(path.points, mesh.units());
      const double length = path.length * 2 * mesh.units();
      const double cost = std::ceil(length * kCostOfHalfCell);
      if (cost >= kInfinite) path.clear(PlanStatus::kCostOverflow);
      path.cost = cost >= kInfinite ? kInfinite : static_cast<Cost>(cost);
    }
    if (!path.found()) {
      report(EventType::kNoPath, polyanya_code::kFail, kPolyanyaGoal, kNoNodeId, 0, 0);
      return;
    }
    report(EventType::kFound, direct ? polyanya_code::kDirect : polyanya_code::kDone, kPolyanyaGoal, kNoNodeId,
           path.length * 2 * mesh.units(), path.length * 2 * mesh.units());
    if (!direct) report_path();
  }
};

}  // namespace

size_t PolyanyaMemory::memory_bytes() const {
  return roots.capacity() * sizeof(PolyanyaRoot) + nodes.capacity() * sizeof(PolyanyaNode) +
         open.capacity() * sizeof(open[0]) + corners.capacity() * sizeof(CornerRecord) +
         last_nodes.capacity() * sizeof(LastNode) + polygons.memory_bytes() + blocks.memory_bytes();
}

void plan_polyanya(const NavMesh& mesh, const MeshQuery& query, PolyanyaMemory& memory, MeshPath& path,
                   const MeshUnions* unions) {
  path.clear(check_ends(mesh, query));
  if (path.found()) Polyanya<NoObserver>{mesh, unions, query, memory, path, {}, nullptr}.run();
}

void plan_polyanya(const NavMesh& mesh, const MeshQuery& query, PolyanyaMemory& memory, MeshPath& path, Trace& trace,
                   std::vector<NodeCone>& cones, const MeshUnions* unions) {
  cones.clear();
  path.clear(check_ends(mesh, query));
  if (path.found()) Polyanya<TraceObserver>{mesh, unions, query, memory, path, TraceObserver{&trace}, &cones}.run();
}

}  // namespace strata
