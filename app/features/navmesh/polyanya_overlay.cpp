// The cones of Polyanya's search: the area that the root of the current node sees through its interval, the node's
// successors, the cones on the path to it, and the intervals of all nodes so far.
#include <cmath>

#include "app/draw/overlay_tools.hpp"
#include "app/features/navmesh/navmesh.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr Rgba kConeFill = rgba(0xf0e442, 165);
constexpr Rgba kConeSide = rgba(0x7a6f00, 230);
constexpr Rgba kWayFill = rgba(0x0072b2, 34);
constexpr Rgba kWaySide = rgba(0x0072b2, 90);
constexpr Rgba kNextSide = rgba(0x00694d, 235);

const DrawListTag kConePart{kConeLayer};
const DrawListTag kIntervalPart{kConeLayer};

struct ConeScratch {
  std::vector<NodeId> chain;
  std::vector<const NodeCone*> next;
};

void add_side(DrawList& out, MapPoint a, MapPoint b, float width, float dash, Rgba color) {
  if (a != b) out.lines.push_back({a.x, a.y, b.x, b.y, width, dash, color});
}

void add_cone(DrawList& out, const NodeCone& cone, Rgba fill, Rgba side, float width, float dash) {
  const auto& [root, left, right] = cone;
  if (fill != 0 && !cone.is_point()) {
    out.facets.push_back({{root.x, left.x, right.x, right.x}, {root.y, left.y, right.y, right.y}, fill});
  }
  add_side(out, root, left, width, dash, side);
  if (!cone.is_point()) add_side(out, root, right, width, dash, side);
}

void add_interval(DrawList& out, const NodeCone& cone, float width, Rgba color) {
  add_side(out, cone.left, cone.right, width, 0, color);
}

void add_mark(DrawList& out, MapPoint at, float radius, MarkerShape shape, Rgba color) {
  out.markers.push_back({at.x, at.y, radius, 0, shape, color});
}

float cross(MapPoint a, MapPoint b, MapPoint c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

// Returns where the shortest path that h measures crosses the interval. The path leads from the root to the goal,
// or to the mirror image of the goal if root and goal lie on the same side. If the root lies on the interval,
// returns the root.
MapPoint crossing(const NodeCone& cone, MapPoint goal) {
  const auto& [root, left, right] = cone;
  if (cone.is_point()) return left;
  const float dx = left.x - right.x, dy = left.y - right.y;
  const float of_root = cross(right, left, root);
  if (std::abs(of_root) < 1e-4f) return root;
  float of_goal = cross(right, left, goal);
  if ((of_goal > 0) == (of_root > 0)) {
    const float twice = 2 * of_goal / (dx * dx + dy * dy);
    goal = {goal.x + twice * dy, goal.y - twice * dx};
    of_goal = -of_goal;
  }
  const float share = of_root / (of_root - of_goal);
  const MapPoint on{root.x + share * (goal.x - root.x), root.y + share * (goal.y - root.y)};
  const float along = ((on.x - right.x) * dx + (on.y - right.y) * dy) / (dx * dx + dy * dy);
  if (along <= 0) return right;
  return along >= 1 ? left : on;
}

const NodeCone* cone_of(const Playback& playback, NodeId node) { return playback.places().cone(0, node); }

// Returns the node that was expanded last, if the event at the cursor belongs to this expansion; otherwise kNoNodeId.
// `next` receives the cones of its successors up to the cursor.
NodeId last_expanded_node(const Playback& playback, std::vector<const NodeCone*>& next) {
  next.clear();
  for (size_t i = playback.cursor(); i > 0; --i) {
    const SearchEvent& event = *playback.event(i - 1);
    if (event.type == EventType::kExpand) return event.node;
    if (event.type == EventType::kSource) return next.empty() ? kNoNodeId : event.node;
    if (event.type == EventType::kDestination) continue;
    if (event.type != EventType::kGenerate && event.type != EventType::kUpdate) return kNoNodeId;
    if (const NodeCone* cone = cone_of(playback, event.node)) next.push_back(cone);
  }
  return kNoNodeId;
}

// Draws the path whose length is f = g + h of a node. It leads over the earlier roots to the root of the node, and
// through its interval to the goal.
void add_way(const Playback& playback, const std::vector<NodeId>& chain, const NodeCone& cone, DrawList& out) {
  MapPoint at = cone.root;
  for (const NodeId node : chain) {
    const NodeCone& before = *cone_of(playback, node);
    if (before.root == at) continue;
    add_side(out, before.root, at, 5, 0, palette::kWhite);
    add_side(out, before.root, at, 2.5f, 0, palette::kBlack);
    add_mark(out, at, 3.5f, MarkerShape::kDisc, palette::kBlack);
    at = before.root;
  }
  const NodePlace goal = playback.place(0, playback.outline().goal);
  const MapPoint through = crossing(cone, {goal.x, goal.y});
  add_side(out, cone.root, through, 1.8f, 4, palette::kBlack);
  add_side(out, through, {goal.x, goal.y}, 1.8f, 4, palette::kBlack);
}

// Draws the current node. During a search it is the node expanded last, with its successors behind the interval; at the
// end it is a node of the path.
void build_cones(Painter& painter, const Playback& playback, DrawList& out) {
  auto& [chain, next] = painter.memory<ConeScratch>();
  const SearchEvent* event = playback.current();
  if (event == nullptr || event->node == kNoNodeId) return;
  NodeId node = playback.at_end() ? kNoNodeId : last_expanded_node(playback, next);
  const bool of_path = event->type == EventType::kFound || event->type == EventType::kPathEdge;
  if (node == kNoNodeId && of_path) node = event->node;
  if (node == kNoNodeId) return;
  const NodeCone* cone = cone_of(playback, node);
  if (cone == nullptr) return;
  playback.parent_chain(0, node, chain);
  for (const NodeId before : chain) {
    if (before == node) continue;
    add_cone(out, *cone_of(playback, before), kWayFill, kWaySide, 1, 0);
    add_interval(out, *cone_of(playback, before), 2, kWaySide);
  }
  if (playback.at_end()) {
    add_cone(out, *cone, kWayFill, kWaySide, 1, 0);
    return;
  }
  add_cone(out, *cone, kConeFill, kConeSide, 1.4f, 0);
  for (const NodeCone* successor : next) {
    add_cone(out, *successor, 0, kNextSide, 1.4f, 5);
    add_interval(out, *successor, 3, kNextSide);
  }
  add_way(playback, chain, *cone, out);
  add_interval(out, *cone, 7, palette::kBlack);
  add_interval(out, *cone, 4.5f, palette::kCurrent);
  add_mark(out, cone->root, 7, MarkerShape::kDisc, palette::kBlack);
  add_mark(out, cone->root, 5.5f, MarkerShape::kDisc, palette::kCurrent);
}

// Draws the intervals of all nodes up to the cursor. Those in the open list form the frontier of the search.
void build_intervals(const Playback& playback, DrawList& out) {
  for (const bool open : {false, true}) {
    for (size_t i = 0; i < playback.cursor(); ++i) {
      const SearchEvent& event = *playback.event(i);
      if (event.type != EventType::kGenerate && event.type != EventType::kExpand) continue;
      const NodeAtCursor node = playback.node(0, event.node);
      if (node.last_event != i || (node.state == NodeState::kOpen) != open) continue;
      const NodeCone* cone = cone_of(playback, event.node);
      if (cone == nullptr) continue;
      if (open) {
        add_interval(out, *cone, 2.6f, palette::kPurple);
      } else {
        add_interval(out, *cone, 1.6f, with_alpha(heat_palette()[playback.heat_of(node)], 200));
      }
    }
  }
}

}  // namespace

void paint_cones(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kConeLayer);
  if (!layer.on || !painter.shows(0) || !lab.world().has(StructureId::kNavmesh)) return;
  if (painter.planner(lab).name != "polyanya" || lab.state().process != nullptr) {
    layer.note = "step Polyanya to see its cones: click its name in the comparison";
    return;
  }
  const Playback& playback = painter.search(lab);
  DrawInputHash stamp;
  stamp << playback.version() << lab.state().world_version;
  if (playback.cursor() > Painter::kMaxSparseEvents) {
    layer.note = "too many intervals to draw each of them: those at the cursor are shown";
  } else {
    if (painter.renew(kIntervalPart, stamp.value())) build_intervals(playback, painter.list(kIntervalPart));
    painter.show(kIntervalPart, layer.opacity);
  }
  if (painter.renew(kConePart, stamp.value())) build_cones(painter, playback, painter.list(kConePart));
  painter.show(kConePart, layer.opacity);
}

}  // namespace strata
