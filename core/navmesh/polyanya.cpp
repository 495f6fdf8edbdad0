#include "core/navmesh/polyanya.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"
#include "core/navmesh/funnel.hpp"
#include "core/navmesh/polyanya_code.hpp"
#include "core/navmesh/polyanya_corner.hpp"

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

// Returns the intersection of the ray from `root` through `through` with the side from c to d, whose ends lie on
// different sides of the ray.
RealPoint meeting(HalfCellPoint root, HalfCellPoint through, HalfCellPoint c, HalfCellPoint d) {
  const auto before = static_cast<double>(turn(root, through, c)), behind = static_cast<double>(turn(root, through, d));
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
  const NavMesh& mesh;
  const MeshQuery& query;
  PolyanyaMemory& memory;
  MeshPath& path;
  Observer observer;
  std::vector<NodeCone>* cones;  // null without an observer
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
    if (memory.corners.size() < size_t{2} * mesh.portal_slots()) memory.corners.resize(size_t{2} * mesh.portal_slots());
    if (++memory.stamp == 0) {
      memory.corners.assign(memory.corners.size(), {});
      memory.stamp = 1;
    }
    if (memory.sides.size() < mesh.side_slots()) memory.sides.resize(mesh.side_slots());
    if (memory.mesh_version != mesh.version()) {
      memory.mesh_version = mesh.version();
      if (++memory.mesh_stamp == 0) {
        memory.sides.assign(memory.sides.size(), {});
        memory.mesh_stamp = 1;
      }
    }
    memory.roots.push_back({query.start.at, kNoCorner, 0, 0});
    const double direct = distance(query.start.at, query.goal.at);
    memory.nodes.push_back({direct, query.start.at, query.start.at, 0, 0, kNoPortal, query.start.polygon});
    memory.nodes.push_back({0, query.goal.at, query.goal.at, 0, 0, kNoPortal, query.goal.polygon});
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

  // Returns corner_key of the point where a side of the polygon begins. Keys are found once for each state of the mesh.
  uint32_t corner_at(PolygonId polygon, size_t side) {
    PolyanyaMemory::SideRecord& known = memory.sides[mesh.first_side(polygon) + side];
    if (known.stamp != memory.mesh_stamp)
      known = {corner_key(mesh, polygon, static_cast<int>(side)), memory.mesh_stamp};
    return known.corner;
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
    return root.corner != kNoCorner && memory.corners[root.corner].g < root.g * kLess;
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

  // The successors of the current node: the first one waits until it is known whether it is the only one.
  QueueEntry first_successor = kNoEntry;
  uint32_t successors = 0;

  void push_successor(double f, uint32_t node) {
    if (++successors == 1) {
      first_successor = {f, node};
      return;
    }
    if (successors == 2) push(first_successor);
    push({f, node});
  }
  // Returns the only successor of the current node if it is followed at once. An interval before the polygon of the
  // goal waits in the open list: when it is the best one there, no path to the goal is shorter than the one behind it.
  bool follow(uint32_t& node) {
    if (successors != 1) return false;
    node = first_successor.node;
    if (node != kPolyanyaGoal && memory.nodes[node].polygon != query.goal.polygon) return true;
    push(first_successor);
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
  uint64_t expansions_before_blocks() const { return 16 + mesh.polygon_count() / 16; }

  // Removes the intervals from the open list that lead only into dead ends. None are added from now on.
  void drop_dead_ends() {
    memory.blocks.find_between(mesh, query.start.polygon, query.goal.polygon);
    blocks_found = true;
    std::vector<uint32_t> dropped;
    const auto leads_nowhere = [&](const QueueEntry& entry) {
      if (entry.node == kNoEntry.node || entry.node == kPolyanyaGoal) return false;
      if (memory.blocks.is_between(memory.nodes[entry.node].polygon)) return false;
      if constexpr (Observer::kEnabled) dropped.push_back(entry.node);
      return true;
    };
    if (successors == 1 && leads_nowhere(first_successor)) successors = 0;
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

  // Returns whether a path to the goal that enters the polygon cannot leave it, as far as is known.
  bool is_dead_end(PolygonId polygon) const {
    if (blocks_found) return !memory.blocks.is_between(polygon);
    if (polygon == query.goal.polygon) return false;
    int portals = 0;
    for (const MeshSide& side : mesh.sides(polygon)) portals += side.portal != kNoPortal;
    return portals < 2;
  }

  // Returns whether all points of an interval of a side are nearer to the start over a corner at an end of the side,
  // from there along the side, than over the root. With the distance from an end, the path over that end grows at least
  // as fast as the path over the root: it is enough to compare them at the far end of the interval.
  bool nearer_over_an_end(const PolyanyaRoot& from, PolygonId polygon, size_t side, RealPoint right, RealPoint left) {
    const size_t next = side + 1 == mesh.sides(polygon).size() ? 0 : side + 1;
    const auto nearer_over = [&](size_t end, RealPoint far) {
      const uint32_t corner = corner_at(polygon, end);
      if (corner == kNoCorner || corner == from.corner) return false;
      const PolyanyaMemory::CornerRecord& known = memory.corners[corner];
      if (known.stamp != memory.stamp) return false;
      const RealPoint at = real(mesh.sides(polygon)[end].from);
      return known.g + distance(at, far) < (from.g + distance(real(from.at), far)) * kLess;
    };
    return nearer_over(side, left) || nearer_over(next, right);
  }

  // Adds the part of side `side` of the polygon that the root sees between its rays to `right` and `left`. These are
  // the ends of the side where the rays do not intersect it.
  void add(uint32_t parent, uint32_t root, PolygonId polygon, size_t side, HalfCellPoint right, HalfCellPoint left,
           uint8_t line) {
    const MeshSide& begin = mesh.sides(polygon)[side];
    const HalfCellPoint c = begin.from, d = mesh.side_end(polygon, static_cast<int>(side));
    const HalfCellPoint at = memory.roots[root].at;
    const PolygonId next = mesh.portal(begin.portal).across(polygon);
    if (is_dead_end(next)) return;
    if (turn(at, c, d) == 0 && !in_order(c, at, d)) {
      // The root is collinear with the side and sees only its nearer end.
      const bool first = in_order(at, c, d);
      const size_t sides = mesh.sides(polygon).size();
      const uint32_t corner = corner_at(polygon, first ? side : (side + 1) % sides);
      if (corner == kNoCorner) return;
      root = root_at(first ? c : d, corner, root);
      if (root == kNoRoot) return;
      line = polyanya_code::kInLine;
    }
    const PolyanyaRoot& from = memory.roots[root];
    if (root == 0 && next == query.start.polygon) return;  // the start has seen the whole polygon
    const bool whole = turn(from.at, c, d) == 0;           // the root is on the side
    const RealPoint real_right = right == c || whole ? real(c) : meeting(from.at, right, c, d);
    const RealPoint real_left = left == d || whole ? real(d) : meeting(from.at, left, c, d);
    if (!whole && nearer_over_an_end(from, polygon, side, real_right, real_left)) return;
    const double h =
        whole ? distance(from.at, query.goal.at) : way_over(real(from.at), real_right, real_left, real(query.goal.at));
    // The root sees these corners: other paths to them need not be longer.
    const auto reach_end = [&](size_t end, HalfCellPoint p) {
      const uint32_t corner = corner_at(polygon, end);
      if (corner != kNoCorner && corner != from.corner) reach(corner, from.g + distance(from.at, p));
    };
    if (right == c) reach_end(side, c);
    if (left == d) reach_end(side + 1 == mesh.sides(polygon).size() ? 0 : side + 1, d);
    const auto node = static_cast<uint32_t>(memory.nodes.size());
    memory.nodes.push_back({from.g + h, right, left, root, parent, begin.portal, next});
    push_successor(from.g + h, node);
    ++count.generated;
    record(real(from.at), real_right, real_left);
    report(EventType::kGenerate, line, node, parent, from.g, from.g + h);
  }

  // Adds the goal as seen from the root. Nodes are expanded in the order of f, and the f of the node before the goal's
  // polygon is the length of this path: no later path is shorter.
  void add_goal(uint32_t parent, uint32_t root) {
    if (goal_added) return;
    goal_added = true;
    const double length = memory.roots[root].g + distance(memory.roots[root].at, query.goal.at);
    PolyanyaNode& goal = memory.nodes[kPolyanyaGoal];
    goal.f = length;
    goal.root = root;
    goal.parent = parent;
    push_successor(length, kPolyanyaGoal);
    if constexpr (Observer::kEnabled)
      (*cones)[kPolyanyaGoal].root = in_cells(real(memory.roots[root].at), mesh.units());
    ++count.generated;
    report(EventType::kGenerate, polyanya_code::kAddGoal, kPolyanyaGoal, parent, length, length);
  }

  void open_start() {
    const std::span<const MeshSide> sides = mesh.sides(query.start.polygon);
    for (size_t i = 0; i < sides.size(); ++i) {
      if (sides[i].portal == kNoPortal) continue;
      ++count.touched;
      add(kPolyanyaStart, 0, query.start.polygon, i, sides[i].from,
          mesh.side_end(query.start.polygon, static_cast<int>(i)), polyanya_code::kSeen);
    }
  }

  // An end of the entry into a polygon, and the root of paths that turn there, which is computed at its first use.
  struct IntervalEnd {
    HalfCellPoint at;
    int side;      // the side of the polygon that begins at this end
    bool unasked;  // the interval ends there, and the root is not yet computed
    uint32_t root = kNoRoot;
  };
  bool can_turn(IntervalEnd& end, PolygonId polygon, uint32_t from) {
    if (end.unasked) {
      const uint32_t corner = corner_at(polygon, static_cast<size_t>(end.side));
      if (corner != kNoCorner) end.root = root_at(end.at, corner, from);
      end.unasked = false;
    }
    return end.root != kNoRoot;
  }

  void open_node(uint32_t number) {
    const PolyanyaNode node = memory.nodes[number];
    const HalfCellPoint root = memory.roots[node.root].at;
    const Portal& portal = mesh.portal(node.portal);
    const std::span<const MeshSide> sides = mesh.sides(node.polygon);
    const size_t entry = portal.sides[portal.polygons[0] == node.polygon ? 0 : 1];
    const size_t last = entry + 1 == sides.size() ? 0 : entry + 1;
    // Seen from the root, the entry extends from its left end to its right end.
    const HalfCellPoint entry_left = sides[entry].from, entry_right = sides[last].from;
    const bool sees_all = turn(entry_left, entry_right, root) == 0;  // the root is on the entry
    IntervalEnd right{entry_right, static_cast<int>(last), node.right == entry_right};
    IntervalEnd left{entry_left, static_cast<int>(entry), node.left == entry_left};

    if (node.polygon == query.goal.polygon) {
      const HalfCellPoint goal = query.goal.at;
      if (!sees_all && turn(root, node.right, goal) < 0) {
        if (can_turn(right, node.polygon, node.root)) add_goal(number, right.root);
      } else if (!sees_all && turn(root, node.left, goal) > 0) {
        if (can_turn(left, node.polygon, node.root)) add_goal(number, left.root);
      } else {
        add_goal(number, node.root);
      }
      return;
    }

    // The other sides in order, from right to left; c and d are the ends of a side.
    HalfCellPoint c = entry_right;
    int64_t c_right = turn(root, node.right, c), c_left = turn(root, node.left, c);
    for (size_t i = last; i != entry; i = i + 1 == sides.size() ? 0 : i + 1) {
      const HalfCellPoint d = sides[i + 1 == sides.size() ? 0 : i + 1].from;
      const int64_t d_right = turn(root, node.right, d), d_left = turn(root, node.left, d);
      if (sides[i].portal != kNoPortal) {
        ++count.touched;
        if (sees_all) {
          add(number, node.root, node.polygon, i, c, d, polyanya_code::kSeen);
        } else {
          if ((c_right < 0 || d_right < 0) && can_turn(right, node.polygon, node.root)) {
            // Beyond the corner the ray continues: the old root sees what lies to the left of it.
            const HalfCellPoint ray = {2 * right.at.x - root.x, 2 * right.at.y - root.y};
            add(number, right.root, node.polygon, i, c, d_right <= 0 ? d : ray, polyanya_code::kTurn);
          }
          const bool along_ray = (c_right == 0 && d_right == 0) || (c_left == 0 && d_left == 0);
          if (along_ray || (d_right > 0 && c_left < 0)) {
            add(number, node.root, node.polygon, i, c_right >= 0 ? c : node.right, d_left <= 0 ? d : node.left,
                polyanya_code::kSeen);
          }
          if ((c_left > 0 || d_left > 0) && can_turn(left, node.polygon, node.root)) {
            const HalfCellPoint ray = {2 * left.at.x - root.x, 2 * left.at.y - root.y};
            add(number, left.root, node.polygon, i, c_left >= 0 ? c : ray, d, polyanya_code::kTurn);
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
    if (std::exchange(successors, 0) == 1) push(first_successor);
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
      path.portals.push_back(memory.nodes[i].portal);
      path.polygons.push_back(memory.nodes[i].polygon);
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
    const bool direct = query.start.polygon == query.goal.polygon;
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
         sides.capacity() * sizeof(SideRecord) + blocks.memory_bytes();
}

void plan_polyanya(const NavMesh& mesh, const MeshQuery& query, PolyanyaMemory& memory, MeshPath& path) {
  path.clear(check_ends(mesh, query));
  if (path.found()) Polyanya<NoObserver>{mesh, query, memory, path, {}, nullptr}.run();
}

void plan_polyanya(const NavMesh& mesh, const MeshQuery& query, PolyanyaMemory& memory, MeshPath& path, Trace& trace,
                   std::vector<NodeCone>& cones) {
  cones.clear();
  path.clear(check_ends(mesh, query));
  if (path.found()) Polyanya<TraceObserver>{mesh, query, memory, path, TraceObserver{&trace}, &cones}.run();
}

}  // namespace strata
