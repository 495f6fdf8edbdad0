// The recorded search at the cursor: nodes, tree, paths, and the refinement from level to level.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_parts.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/construction.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/search/build_events.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// Colours for lines of the search tree on the dark and on the light half of the heat map.
constexpr Rgba kTreeOnDark = rgba(0xffffff, 170);
constexpr Rgba kTreeOnLight = rgba(0x202020, 170);

constexpr float kDots = 3;                // length of dots and gaps of partial paths, pixels
constexpr double kWaitingStrength = 0.3;  // strength of the answer before, until the new answer comes

bool concerns_node(EventType type) {
  return type == EventType::kGenerate || type == EventType::kUpdate || type == EventType::kExpand;
}

}  // namespace

namespace overlay_tools {

PathStages path_stages(const Playback& playback) {
  PathStages stages;
  if (playback.empty() || playback.at_end() || is_process(playback.outline())) return stages;
  stages.path = false;
  const size_t cursor = playback.cursor();
  const size_t refined = playback.outline().phase_end(Phase::kRefine);
  stages.abstract_path = cursor >= playback.outline().phase_end(Phase::kMain);
  for (const PhaseSpan& span : playback.outline().phases) stages.abstract_path &= !span.unpacking || cursor >= span.end;
  stages.raw_path = refined > 0 && cursor >= refined;
  return stages;
}

namespace {

// Adds a jump, which goes diagonally first and then straight.
void add_jump(DrawList& out, const NodePlace& from, const NodePlace& to, float width, float dash, Rgba color) {
  const float dx = to.x - from.x, dy = to.y - from.y;
  const float diagonal = std::min(std::abs(dx), std::abs(dy));
  const NodePlace turn{from.x + (dx > 0 ? diagonal : -diagonal), from.y + (dy > 0 ? diagonal : -diagonal)};
  const auto apart = [](const NodePlace& a, const NodePlace& b) { return a.x != b.x || a.y != b.y; };
  if (apart(turn, from)) add_line(out, from, turn, width, dash, color);
  if (apart(turn, to)) add_line(out, turn, to, width, dash, color);
}

using AddEdge = void (*)(DrawList&, const NodePlace&, const NodePlace&, float, float, Rgba);
// Returns how the planner moves between two of its nodes.
AddEdge edge_of(const Planner& planner) {
  if (planner.diagonal_first) return add_jump;
  return add_line;
}

void add_marker(DrawList& out, const NodePlace& at, float radius, float share, MarkerShape shape, Rgba color) {
  out.markers.push_back({at.x, at.y, radius, share, shape, color});
}

}  // namespace

}  // namespace overlay_tools

// Builds the marks for a search whose nodes lie far apart, at any zoom: a mark on each node, or lines to their parents.
void OverlayBuilder::build_sparse(const Lab& lab, bool tree) {
  DrawList& out = list(tree ? kTreePart : kNodePart);
  const Playback& playback = search(lab);
  if (playback.cursor() > kMaxSparseEvents) {
    if (tree) this->layer(Layer::kTree).note = "too many nodes to draw the tree";
    return;
  }
  const AddEdge add_edge = edge_of(planner(lab));
  for (size_t i = 0; i < playback.cursor(); ++i) {
    const SearchEvent& event = *playback.event(i);
    if (event.level != 0 || !concerns_node(event.type)) continue;
    const NodeAt node = playback.node(0, event.node);
    if (node.last_event != i) continue;
    const NodePlace at = playback.place(0, event.node);
    const bool open = node.state == NodeState::kOpen;
    if (!tree) {
      if (open) {
        add_marker(out, at, 2.2f, 0.34f, MarkerShape::kRing, palette::kPurple);
      } else {
        add_marker(out, at, 2.4f, 0.36f, MarkerShape::kDisc, palette::kBlack);
        add_marker(out, at, 1.8f, 0.29f, MarkerShape::kDisc, with_alpha(heat_palette()[playback.heat_of(node)], 255));
      }
      continue;
    }
    if (node.parent == kNoNodeId || node.parent == event.node) continue;
    add_edge(out, playback.place(0, node.parent), at, 1.3f, 0, with_alpha(palette::kTree, open ? 110 : 190));
  }
  if (tree) build_abstract_tree(playback, out);
}

// Builds a line from each searched cell on the screen, and from each searched abstract node, to its parent.
void OverlayBuilder::build_tree(const Lab& lab, const Rect& visible) {
  DrawList& out = list(kTreePart);
  const Playback& playback = search(lab);
  if (playback.empty()) return;
  const GridMap& map = lab.world().map();
  // Where cells hold text, the lines are fainter.
  const double strength = lab.state().camera.zoom >= kMinCellPixelsLabel ? 0.45 : 1;
  for (int y = visible.y0; shows(0) && y < visible.y1; ++y) {
    const CellId row = map.id({0, y});
    for (int x = visible.x0; x < visible.x1; ++x) {
      const CellId id = row + static_cast<CellId>(x);
      if (playback.heat().cells[id] == 0) continue;
      const NodeAt node = playback.node_in(0, id);
      if (node.parent == kNoNodeId) continue;
      const Rgba color = playback.heat().cells[id] < kHeatFirst + 110 && !heat_is_open(playback.heat().cells[id])
                             ? kTreeOnDark
                             : kTreeOnLight;
      add_line(out, place_of_cell({x, y}, id), playback.place(0, node.parent), 1.3f, 0, faded(color, strength));
    }
  }
  build_abstract_tree(playback, out);
}

// Builds a line from each searched abstract node to its parent.
void OverlayBuilder::build_abstract_tree(const Playback& playback, DrawList& out) {
  playback.abstract_nodes(nodes_);
  for (const AbstractNodeAt& node : nodes_) {
    if (!shows(node.level)) continue;
    const NodeId parent = playback.node(node.level, node.node).parent;
    if (parent == kNoNodeId || parent == node.node) continue;
    const LevelStyle style = level_style(node.level);
    add_line(out, playback.place(node.level, node.node), playback.place(node.level, parent), 1.6f, style.dash,
             with_alpha(style.color, 200));
  }
}

// Adds the path from a node that is a cone back over its root and the roots before it.
void OverlayBuilder::add_way_of_cones(const Playback& playback, NodeId node, float width, Rgba color,
                                      DrawList& out) const {
  NodePlace at = playback.place(0, node);
  for (const NodeId before : chain_) {
    const MapPoint root = playback.places().cone(0, before)->root;
    if (root.x == at.x && root.y == at.y) continue;
    const NodePlace next{root.x, root.y, kNoCell};
    add_line(out, next, at, width, 0, color);
    at = next;
  }
}

// Builds the abstract nodes of the search at the cursor, the event at the cursor and the path back from it.
void OverlayBuilder::build_nodes(const Lab& lab) {
  DrawList& out = list(kNodePart);
  const Playback& playback = search(lab);
  if (playback.empty()) return;
  if (playback.outline().two_way) {
    nodes_.clear();  // the nodes have marks of their own
  } else {
    playback.abstract_nodes(nodes_);
  }
  for (const AbstractNodeAt& node : nodes_) {
    if (!shows(node.level)) continue;
    const NodePlace place = playback.place(node.level, node.node);
    // Nodes of higher levels are larger, so that nodes of several levels on one cell are all visible.
    const float grow = 1.0f + 0.25f * static_cast<float>(std::min<int>(node.level, 5) - 1);
    const auto mark = [&](float radius, float share, MarkerShape shape, Rgba color) {
      add_marker(out, place, radius * grow, share * grow, shape, color);
    };
    if (node.state == NodeState::kOpen) {
      mark(2.0f, 0.36f, MarkerShape::kRing, palette::kPurple);
    } else {
      mark(2.2f, 0.38f, MarkerShape::kDisc, palette::kBlack);
      mark(1.7f, 0.30f, MarkerShape::kDisc, with_alpha(heat_palette()[node.heat], 255));
    }
  }
  if (playback.at_end() || playback.outline().contracting) return;
  const SearchEvent* event = playback.current();
  if (event == nullptr || build_event::is_build(event->type)) return;  // constructions mark their events themselves
  if (event->node == kNoNodeId) return;
  if (shows(event->level) && !playback.outline().unpacks(playback.cursor() - 1) && event->type != EventType::kStall) {
    playback.parent_chain(event->level, event->node, chain_, 1 << 20, event->phase == Phase::kBackward);
    if (playback.outline().two_way && event->phase != Phase::kRefine) chain_.clear();  // its paths are drawn as arcs
    const bool links = event->type == EventType::kLink || event->type == EventType::kRefine ||
                       event->type == EventType::kPathEdge || event->type == EventType::kStraight;
    if (links && event->parent != kNoNodeId) chain_.assign({event->node, event->parent});
    const AddEdge add_edge = edge_of(planner(lab));
    if (playback.places().cone(event->level, event->node) != nullptr) {
      add_way_of_cones(playback, event->node, 2, palette::kPartialPath, out);
      chain_.clear();
    }
    for (size_t i = 1; i < chain_.size(); ++i) {  // from the node back to the start
      add_edge(out, playback.place(event->level, chain_[i]), playback.place(event->level, chain_[i - 1]), 2,
               links ? 5.0f : 0.0f, palette::kPartialPath);
    }
  }
  // Every view shows where the search is.
  const NodePlace at = playback.place(event->level, event->node);
  add_marker(out, at, 6, 0.45f, MarkerShape::kDiamond, palette::kCurrent);
  add_marker(out, at, 7, 0.5f, MarkerShape::kRing, palette::kBlack);
}

namespace {

// Adds a polyline of `points` points, with one line for each straight piece. Its dashes go around the corners.
template <class PlaceAt>
void add_polyline(size_t points, PlaceAt&& place_at, float width, float dash, Rgba color, DrawList& out) {
  float before = 0;
  for (size_t i = 1; i < points;) {
    const NodePlace from = place_at(i - 1);
    NodePlace to = place_at(i);
    const float dx = to.x - from.x;
    const float dy = to.y - from.y;
    size_t next = i + 1;
    while (next < points) {
      const NodePlace further = place_at(next);
      if (further.x - to.x != dx || further.y - to.y != dy) break;
      to = further;
      ++next;
    }
    out.lines.push_back({from.x, from.y, to.x, to.y, width, dash, color, before});
    before += std::hypot(to.x - from.x, to.y - from.y);
    i = next;
  }
}

}  // namespace

void OverlayBuilder::add_path(const Lab& lab, std::span<const CellId> path, float width, float dash, Rgba color,
                              DrawList& out) const {
  const GridMap& map = lab.world().map();
  const auto place_at = [&](size_t i) { return place_of_cell(map.cell(path[i]), path[i]); };
  add_polyline(path.size(), place_at, width, dash, color, out);
}

// Adds the path of nodes on the level that was searched: cells, or nodes whose places the planner knows.
void OverlayBuilder::add_abstract_path(const Lab& lab, const PlannerRow& row, DrawList& out) {
  const Planner& planner = *row.planner;
  // If the graph has changed since, the nodes have no places.
  if (planner.place != nullptr && !row.solved) return;
  const int level = abstract_level(lab.world(), planner);
  const LevelStyle looks = level == 0 ? LevelStyle{} : level_style(level);
  for (const Feature* feature : features()) {
    if (feature->under_path != nullptr) feature->under_path(lab, row, level, out);
  }
  const auto place_at = [&](size_t i) {
    const NodeId node = row.result.abstract_path[i];
    if (planner.place != nullptr) return planner.place(lab.world(), lab.state().query, level, node);
    return place_of_cell(lab.world().map().cell(node), node);
  };
  add_polyline(row.result.abstract_path.size(), place_at, 3, looks.dash, palette::kAbstractPath, out);
  for (size_t i = 0; i < row.result.abstract_path.size(); ++i) {
    add_marker(out, place_at(i), 4, 0.3f, MarkerShape::kDiamond, palette::kAbstractPath);
  }
}

void OverlayBuilder::build_paths(const Lab& lab) {
  const LabState& state = lab.state();
  const PathStages at = path_stages(search(lab));
  // While a search is stepped, the answers of the other planners are fainter.
  const bool process = lab.query().process() != nullptr;  // with a process no search is under way
  const bool alone = lab.view_searches().active();        // each view shows the path of its own planner
  const double shown_strength = at.path ? 1 : 0.35;
  const uint64_t stamp =
      (Stamp() << lab.query().plan_version() << lab.session().world_version() << static_cast<uint64_t>(at.abstract_path)
               << static_cast<uint64_t>(at.raw_path) << static_cast<uint64_t>(at.path) << static_cast<uint64_t>(process)
               << static_cast<uint64_t>(alone) << static_cast<uint64_t>(state.planner_colours)
               << std::hash<std::string_view>()(planner(lab).name))
          .value();
  const bool abstract = renew(kAbstractPart, stamp);
  const bool raw = renew(kRawPart, stamp);
  const bool path = renew(kPathPart, stamp);
  if ((!abstract && !raw && !path) || process) return;
  // Lower paths are wider and upper paths narrower, so that paths over the same cells are all visible.
  static constexpr float kWidths[] = {7.5f, 5.0f, 2.8f, 2.2f};
  size_t order = 0;
  rows_.clear();
  for (const PlannerRow& row : state.rows) {
    const float width = kWidths[std::min(order++, std::size(kWidths) - 1)];
    const bool partial = row.result.has_partial_path();
    if (!(row.shown || alone) || !(row.solved || row.waiting) || !(row.result.found() || partial)) continue;
    const double strength = row.waiting ? kWaitingStrength * shown_strength : shown_strength;
    const bool stepped = row.planner == &planner(lab);
    if (alone && !stepped) continue;
    const PlannerStyle style = planner_style(row.planner->name);
    if (shows(0) && (!stepped || at.path)) {
      // Planners of one family share one line for the same path, whatever their level or quality.
      const bool again = std::ranges::any_of(rows_, [&](const PlannerRow* other) { return share_path(*other, row); });
      if (!again) {
        const Rgba color = faded(style.color, strength);
        const float dash = partial ? kDots : style.dash;
        add_path(lab, row.result.path, width, dash, color, list(kPathPart));
        const std::vector<HalfCellPoint>& points = row.result.points;  // points of an any-angle path
        add_polyline(
            points.size(), [&](size_t i) { return place_of_point(points[i], row.result.units); }, width, dash, color,
            list(kPathPart));
        if (partial) {
          add_marker(list(kPathPart), place_of_point(row.result.nearest.at, row.result.units), 7, 0.4f,
                     MarkerShape::kRing, color);
        }
        rows_.push_back(&row);
      }
    }
    if (row.result.abstract_path.empty()) continue;
    if (row.result.path.empty() && !row.planner->any_angle) {  // a path over a drawn graph has nodes only
      if (shows(1) && (!stepped || at.abstract_path)) {
        add_path(lab, row.result.abstract_path, 6, style.dash, faded(style.color, strength), list(kPathPart));
      }
      continue;
    }
    if (shows(0) && (!stepped || at.raw_path)) {
      add_path(lab, row.result.raw_path, 2, 3, with_alpha(palette::kBlack, 220), list(kRawPart));
    }
    const int level = abstract_level(lab.world(), *row.planner);
    if (shows(level) && (!stepped || at.abstract_path)) {
      add_abstract_path(lab, row, list(kAbstractPart));
    }
  }
}

// Builds the path that each level knows at the cursor. If all levels are shown at once, paths of higher levels fade
// where they have been refined.
void OverlayBuilder::build_drill_down(const Lab& lab) {
  const Playback& playback = search(lab);
  if (playback.empty()) return;
  const bool together = level_ == kAllLevels;
  if (playback.at_end() && (together || level_ == 0)) return;  // the final paths are shown instead
  DrawList& out = list(kDrillPart);
  const auto mark = [&](int level, NodeId node, const LevelStyle& style, uint32_t alpha) {
    add_marker(out, playback.place(level, node), style.radius + 2, style.share, style.marker,
               with_alpha(style.color, alpha));
  };
  for (int level = playback.outline().top_level; level >= 1; --level) {
    if (!shows(level)) continue;
    playback.path_edges(level, path_edges_);
    const LevelStyle style = level_style(level);
    for (const PathEdge& edge : path_edges_) {
      const uint32_t alpha = !edge.refined ? 255 : together ? 70 : 150;
      const NodePlace from = playback.place(level, edge.from), to = playback.place(level, edge.to);
      if (edge.refining) add_line(out, from, to, style.inter + 6, 0, with_alpha(palette::kCurrent, 200));
      if (!edge.refined) add_line(out, from, to, style.inter + 3, 0, with_alpha(palette::kWhite, 190));
      add_line(out, from, to, style.inter + 1, style.dash, with_alpha(style.color, alpha));
      mark(level, edge.to, style, alpha);
    }
    if (path_edges_.empty()) continue;
    mark(level, path_edges_.front().from, style, path_edges_.front().refined ? 110 : 255);
  }
  if (!shows(0)) return;
  playback.path_edges(0, path_edges_);
  if (!path_edges_.empty() && playback.places().cone(0, path_edges_.front().to) != nullptr) {
    build_way_of_cones(playback, out);
    return;
  }
  // Consecutive steps are one polyline.
  for (size_t i = 0; i < path_edges_.size();) {
    chain_.assign({path_edges_[i].from, path_edges_[i].to});
    for (++i; i < path_edges_.size() && path_edges_[i].from == chain_.back(); ++i) chain_.push_back(path_edges_[i].to);
    const auto place_at = [&](size_t k) { return playback.place(0, chain_[k]); };
    add_polyline(chain_.size(), place_at, 6, 0, with_alpha(palette::kWhite, 220), out);
    add_polyline(chain_.size(), place_at, 3.5f, 0, palette::kBlack, out);
  }
}

// Builds the path over the roots of the cones that it goes through.
void OverlayBuilder::build_way_of_cones(const Playback& playback, DrawList& out) {
  std::vector<NodePlace> turns;
  const auto turn_at = [&](MapPoint point) {
    const NodePlace place{point.x, point.y, kNoCell};
    if (turns.empty() || turns.back() != place) turns.push_back(place);
  };
  for (const PathEdge& edge : path_edges_) {
    const NodeCone& cone = *playback.places().cone(0, edge.to);
    turn_at(cone.root);
    if (cone.is_point()) turn_at(cone.left);  // the goal
  }
  for (const auto& [width, color] : {std::pair{6.0f, with_alpha(palette::kWhite, 220)}, {3.5f, palette::kBlack}}) {
    add_polyline(
        turns.size(), [&](size_t i) { return turns[i]; }, width, 0, color, out);
  }
}

// Builds the edge that the event at the cursor is about, and the paths below it.
void OverlayBuilder::build_step(const Lab& lab) {
  const SteppedEdge& edge = lab.inspector().stepped_edge();
  Stamp stamp;
  stamp << static_cast<uint64_t>(edge.level) << edge.from << edge.to << edge.cost << lab.session().world_version()
        << (edge.level > 0 ? search(lab).version() : 0);
  if (!renew(kStepPart, stamp.value()) || edge.level == 0) return;
  DrawList& out = list(kStepPart);
  const Planner& stepped = *lab.query().traced_planner();
  // The search need not have named the nodes between the levels: the planner knows them, the trace does not.
  const auto place = [&](int level, NodeId node) {
    return stepped.place != nullptr ? stepped.place(lab.world(), lab.state().query, level, node)
                                    : search(lab).place(level, node);
  };
  const std::vector<CellId>& way = edge.chains.front();
  add_path(lab, way, 7, 0, palette::kBlack, out);
  add_path(lab, way, 4.5f, 0, palette::kCurrent, out);
  // Shows the nodes of the level below, or, in a view of one level, the nodes of that level.
  const int below = level_ == kAllLevels ? edge.level - 1 : std::min(level_, edge.level);
  const auto chain = [&](int level) {
    if (level < 1) return;
    const LevelStyle style = level_style(level);
    const std::vector<NodeId>& nodes = edge.chains[static_cast<size_t>(level)];
    for (size_t i = 1; i < nodes.size(); ++i) {
      const NodePlace from = place(level, nodes[i - 1]), to = place(level, nodes[i]);
      add_line(out, from, to, style.inter + 3.5f, 0, palette::kWhite);
      add_line(out, from, to, style.inter + 1, style.dash, style.color);
    }
    for (const NodeId node : nodes) {
      add_marker(out, place(level, node), style.radius + 3, style.share, style.marker, style.color);
    }
  };
  chain(below);
  if (level_ == kAllLevels) chain(edge.level);
}

}  // namespace strata
