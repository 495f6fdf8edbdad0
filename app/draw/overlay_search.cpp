// The recorded search at the cursor: nodes, search tree, paths, and the refinement between levels.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "app/draw/link_arc.hpp"
#include "app/draw/overlay.hpp"
#include "app/draw/overlay_parts.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/path_rows.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/planner_levels.hpp"
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

// Width of the path of the stepped planner, of the paths of the others, and of the one of these under the pointer.
constexpr float kFocusWidth = 5, kOthersWidth = 2, kPointedWidth = 7;
// A light band below the path of another planner, by so much wider, keeps it visible on searched cells and walls.
constexpr float kBandWidth = 3;
constexpr Rgba kBand = rgba(0xffffff, 200);
// A path grows if the pointer is at most so many pixels of the interface away, or in the same cell.
constexpr double kPointedPixels = 5;
// While a new answer is being computed, the previous one is drawn with this opacity.
constexpr double kWaitingStrength = 0.3;

// Few nodes are marked larger than many: they cover this share of the view, and are at most so many times as large.
constexpr double kNodeShare = 0.01, kMostGrowth = 1.8;

// Returns by how much the marks of `count` nodes grow, whose least radius is about two pixels.
float growth_of_nodes(const Lab& lab, size_t count) {
  const Camera& camera = lab.state().camera;
  const double pixels = static_cast<double>(camera.view_width) * camera.view_height;
  const double least = 2.2 * lab.state().ui_scale;
  const double own = static_cast<double>(std::max<size_t>(count, 1)) * std::numbers::pi * least * least;
  return static_cast<float>(std::clamp(std::sqrt(kNodeShare * pixels / own), 1.0, kMostGrowth));
}

bool concerns_node(EventType type) {
  return type == EventType::kGenerate || type == EventType::kUpdate || type == EventType::kExpand;
}

}  // namespace

namespace overlay_tools {

FinishedPaths path_stages(const Playback& playback) {
  FinishedPaths stages;
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

// Adds the line of a jump, which moves diagonally first and then straight.
void add_jump(DrawList& out, const NodePlace& from, const NodePlace& to, float width, float dash, Rgba color) {
  const float dx = to.x - from.x, dy = to.y - from.y;
  const float diagonal = std::min(std::abs(dx), std::abs(dy));
  const NodePlace turn{from.x + (dx > 0 ? diagonal : -diagonal), from.y + (dy > 0 ? diagonal : -diagonal)};
  const auto apart = [](const NodePlace& a, const NodePlace& b) { return a.x != b.x || a.y != b.y; };
  if (apart(turn, from)) add_line(out, from, turn, width, dash, color);
  if (apart(turn, to)) add_line(out, turn, to, width, dash, color);
}

using AddEdge = void (*)(DrawList&, const NodePlace&, const NodePlace&, float, float, Rgba);
// Returns the function that draws a line between two nodes as the planner's edge leads.
AddEdge edge_of(const Planner& planner) {
  if (planner.diagonal_first) return add_jump;
  return add_line;
}

void add_marker(DrawList& out, const NodePlace& at, float radius, float share, MarkerShape shape, Rgba color) {
  out.markers.push_back({at.x, at.y, radius, share, shape, color});
}

}  // namespace

}  // namespace overlay_tools

// Builds the marks of a search whose nodes are few and far apart, for any zoom: a mark on each node; or, if `tree`,
// lines to the parents.
void OverlayBuilder::build_sparse(const Lab& lab, bool tree) {
  DrawList& out = list(kTreePart);
  DrawList& open_nodes = search_list(LegendPart::kOpen);
  DrawList& expanded = search_list(LegendPart::kExpanded);
  const Playback& playback = search(lab);
  if (playback.cursor() > kMaxSparseEvents) {
    if (tree) this->layer(Layer::kTree).note = "too many nodes to draw the tree";
    return;
  }
  const AddEdge add_edge = edge_of(searched(lab));
  const float growth = growth_of_nodes(lab, playback.counts().generated);
  for (size_t i = 0; i < playback.cursor(); ++i) {
    const SearchEvent& event = *playback.event(i);
    if (event.level != 0 || !concerns_node(event.type)) continue;
    const NodeAtCursor node = playback.node(0, event.node);
    if (node.last_event != i) continue;
    const NodePlace at = playback.place(0, event.node);
    const bool open = node.state == NodeState::kOpen;
    if (!tree) {
      if (open) {
        add_marker(open_nodes, at, growth * 2.2f, 0.34f, MarkerShape::kRing, palette::kOpen);
      } else {
        add_marker(expanded, at, growth * 2.4f, 0.36f, MarkerShape::kDisc, palette::kBlack);
        add_marker(expanded, at, growth * 1.8f, 0.29f, MarkerShape::kDisc,
                   with_alpha(heat_palette()[playback.heat_of(node)], 255));
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
  // The lines are fainter if cells contain texts.
  const double strength = lab.state().camera.zoom >= kMinCellPixelsLabel ? 0.45 : 1;
  for (int y = visible.y0; shows(0) && y < visible.y1; ++y) {
    const CellId row = map.id({0, y});
    for (int x = visible.x0; x < visible.x1; ++x) {
      const CellId id = row + static_cast<CellId>(x);
      if (playback.heat().cells[id] == 0) continue;
      const NodeAtCursor node = playback.node_in(0, id);
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
  for (const AbstractNodeAtCursor& node : nodes_) {
    if (!shows(node.level)) continue;
    const NodeId parent = playback.node(node.level, node.node).parent;
    if (parent == kNoNodeId || parent == node.node) continue;
    const LevelStyle style = level_style(node.level);
    add_line(out, playback.place(node.level, node.node), playback.place(node.level, parent), 1.6f, style.dash,
             with_alpha(style.color, 200));
  }
}

// For a search by Polyanya: adds the path from a node back over its root and the roots before it.
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

// Builds the marks of the abstract nodes at the cursor, the mark of the current event, and the path from its node
// back to the start.
void OverlayBuilder::build_nodes(const Lab& lab) {
  DrawList& current = search_list(LegendPart::kCurrent);
  const Playback& playback = search(lab);
  if (playback.empty()) return;
  if (playback.outline().two_way) {
    // The nodes of bidirectional searches have other marks.
    nodes_.clear();
  } else {
    playback.abstract_nodes(nodes_);
  }
  const float growth = growth_of_nodes(lab, nodes_.size());
  for (const AbstractNodeAtCursor& node : nodes_) {
    if (!shows(node.level)) continue;
    const NodePlace place = playback.place(node.level, node.node);
    // Nodes of higher levels are larger. So nodes of several levels in one cell are all visible.
    const float grow = 1.0f + 0.25f * static_cast<float>(std::min<int>(node.level, 5) - 1);
    DrawList& own = search_list(node.state == NodeState::kOpen ? LegendPart::kOpen : LegendPart::kExpanded);
    const auto mark = [&](float radius, float share, MarkerShape shape, Rgba color) {
      add_marker(own, place, radius * growth * grow, share * grow, shape, color);
    };
    if (node.state == NodeState::kOpen) {
      mark(2.0f, 0.36f, MarkerShape::kRing, palette::kOpen);
    } else {
      mark(2.2f, 0.38f, MarkerShape::kDisc, palette::kBlack);
      mark(1.7f, 0.30f, MarkerShape::kDisc, with_alpha(heat_palette()[node.heat], 255));
    }
  }
  if (playback.at_end() || playback.outline().contracting) return;
  const SearchEvent* event = playback.current();
  // A construction marks its events itself.
  if (event == nullptr || build_event::is_build(event->type)) return;
  if (event->node == kNoNodeId) return;
  if (shows(event->level) && !playback.outline().unpacks(playback.cursor() - 1) && event->type != EventType::kStall) {
    playback.parent_chain(event->level, event->node, chain_, 1 << 20, event->phase == Phase::kBackward);
    if (playback.outline().two_way && event->phase != Phase::kRefine)
      // In these searches the path is drawn as edges of the graph instead.
      chain_.clear();
    const bool links = event->type == EventType::kLink || event->type == EventType::kRefine ||
                       event->type == EventType::kPathEdge || event->type == EventType::kStraight;
    if (links && event->parent != kNoNodeId) chain_.assign({event->node, event->parent});
    const AddEdge add_edge = edge_of(searched(lab));
    if (playback.places().cone(event->level, event->node) != nullptr) {
      add_way_of_cones(playback, event->node, 2, palette::kPartialPath, current);
      chain_.clear();
    }
    const bool cells = event->level == 0 && playback.places().are_cells();
    const auto over_link = [&](NodeId from, NodeId to) {
      return cells && is_link_step(lab.world().moves(), static_cast<CellId>(from), static_cast<CellId>(to));
    };
    for (size_t i = 1; i < chain_.size(); ++i) {  // from the node back to the start
      const bool forth = over_link(chain_[i], chain_[i - 1]);
      if (forth || over_link(chain_[i - 1], chain_[i])) {
        const NodeId from = chain_[forth ? i : i - 1], to = chain_[forth ? i - 1 : i];
        const LinkArc arc = link_arc(lab.world().map(), static_cast<CellId>(from), static_cast<CellId>(to));
        add_link_arc(current, arc, 2, kLinkStepDash, palette::kPartialPath);
        continue;
      }
      add_edge(current, playback.place(event->level, chain_[i]), playback.place(event->level, chain_[i - 1]), 2,
               links ? 5.0f : 0.0f, palette::kPartialPath);
    }
  }
  // The node at the cursor is marked in all views.
  const NodePlace at = playback.place(event->level, event->node);
  // The black ring is only the rim of the bright one, so that it hides neither the node nor its number.
  add_marker(current, at, 6, 0.45f, MarkerShape::kDiamond, palette::kCurrent);
  add_marker(current, at, 7, 0.5f, MarkerShape::kRing, palette::kBlack);
  add_marker(current, at, 5.6f, 0.44f, MarkerShape::kRing, palette::kCurrent);
}

namespace {

// Adds a line through `points` points as few straight pieces as possible. Its dashes continue around corners.
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
  if (map.links() == nullptr) return add_polyline(path.size(), place_at, width, dash, color, out);
  // The parts between steps over links are lines, the steps over links are dotted curves.
  size_t first = 0;
  for (size_t i = 1; i <= path.size(); ++i) {
    const bool over = i < path.size() && is_link_step(lab.world().moves(), path[i - 1], path[i]);
    if (!over && i < path.size()) continue;
    add_polyline(
        i - first, [&](size_t at) { return place_at(first + at); }, width, dash, color, out);
    if (over) add_link_arc(out, link_arc(map, path[i - 1], path[i]), width, kLinkStepDash, color);
    first = i;
  }
}

// Adds the path over the nodes of the searched level, which are cells, or nodes whose places the planner knows.
void OverlayBuilder::add_abstract_path(const Lab& lab, const PlannerRow& row, DrawList& out) {
  const Planner& planner = *row.planner;
  // If the graph has changed since the answer was computed, the places of its nodes are not known.
  if (planner.place != nullptr && !row.solved) return;
  const int level = abstract_level(lab.world(), planner);
  const LevelStyle looks = level == 0 ? LevelStyle{} : level_style(level);
  const Rgba color = planner_style(lab.state(), planner.name).color;
  for (const Feature* feature : features()) {
    if (feature->under_path != nullptr) feature->under_path(lab, row, level, out);
  }
  const auto place_at = [&](size_t i) {
    const NodeId node = row.result.abstract_path[i];
    if (planner.place != nullptr) return planner.place(lab.world(), lab.state().query, level, node);
    return place_of_cell(lab.world().map().cell(node), node);
  };
  add_polyline(row.result.abstract_path.size(), place_at, 3, looks.dash, color, out);
  for (size_t i = 0; i < row.result.abstract_path.size(); ++i) {
    add_marker(out, place_at(i), 4, 0.3f, MarkerShape::kDiamond, color);
  }
}

// Adds the final path: its cells, or the points of a path at any angle.
void OverlayBuilder::add_final_path(const Lab& lab, const PlannerRow& row, float width, float dash, Rgba color,
                                    DrawList& out) const {
  add_path(lab, row.result.path, width, dash, color, out);
  const std::vector<HalfCellPoint>& points = row.result.points;
  const int units = row.result.units;
  size_t first = 0;
  const auto add_lines = [&](size_t end) {
    add_polyline(
        end - first, [&](size_t i) { return place_of_point(points[first + i], units); }, width, dash, color, out);
    first = end;
  };
  const GridMap& map = lab.world().map();
  for (const uint32_t at : row.result.links_at) {  // from one middle of a cell to another
    add_lines(at + 1);
    const auto cell = [&](HalfCellPoint point) { return map.id({point.x / (2 * units), point.y / (2 * units)}); };
    add_link_arc(out, link_arc(map, cell(points[at]), cell(points[at + 1])), width, kLinkStepDash, color);
  }
  add_lines(points.size());
}

// Returns whether the final path of the planner can be drawn.
bool OverlayBuilder::has_final_path(const Lab& lab, const PlannerRow& row) const {
  if (!(lab.view_searches().active() || draws_path(lab.state(), row)) || !(row.solved || row.waiting)) return false;
  return row.result.found() || row.result.has_partial_path();
}

// Returns the planner, of those that are not stepped, whose path lies under the pointer; null: there is none.
const PlannerRow* OverlayBuilder::path_under_pointer(const Lab& lab) const {
  const LabState& state = lab.state();
  if (!state.hover || state.panning || state.painting || state.dragging != DraggedMarker::kNone) return nullptr;
  const GridMap& map = lab.world().map();
  const Cell at = *state.hover;
  const double near = kPointedPixels * state.ui_scale / state.camera.zoom;
  const auto is_near = [&](CellId id) {
    const Cell cell = map.cell(id);
    return std::max(std::abs(cell.x - at.x), std::abs(cell.y - at.y)) <= near;
  };
  const auto is_near_points = [&](const PlanResult& result) {
    for (size_t i = 1; i < result.points.size(); ++i) {
      if (std::ranges::binary_search(result.links_at, static_cast<uint32_t>(i - 1))) continue;
      const NodePlace a = place_of_point(result.points[i - 1], result.units);
      const NodePlace b = place_of_point(result.points[i], result.units);
      const double x = static_cast<double>(middle(at.x)), y = static_cast<double>(middle(at.y));
      if (distance_to({a.x, a.y, b.x, b.y}, x, y) <= std::max(near, 0.5)) return true;
    }
    return false;
  };
  for (const PlannerRow& row : state.rows) {
    if (row.planner == &planner(lab) || !has_final_path(lab, row)) continue;
    if (std::ranges::any_of(row.result.path, is_near) || is_near_points(row.result)) return &row;
  }
  return nullptr;
}

// Draws the final paths `rows_` of the planners that are not stepped: thin and pale, that under the pointer on top.
void OverlayBuilder::add_other_paths(const Lab& lab, const PlannerRow* pointed) {
  DrawList& out = list(kOtherPathsPart);
  for (const PlannerRow* row : rows_) add_final_path(lab, *row, kOthersWidth + kBandWidth, 0, kBand, out);
  const auto add = [&](const PlannerRow& row, float width, double strength) {
    const bool partial = row.result.has_partial_path();
    const PlannerStyle style = planner_style(lab.state(), row.planner->name);
    const Rgba color = faded(style.color, strength * (row.waiting ? kWaitingStrength : 1));
    add_final_path(lab, row, width, partial ? kPartialPathDash : style.dash, color, out);
    if (partial) {
      add_marker(out, place_of_point(row.result.nearest.at, row.result.units), 7, 0.4f, MarkerShape::kRing, color);
    }
  };
  for (const PlannerRow* row : rows_) {
    if (row != pointed) add(*row, kOthersWidth, kOtherPathsStrength);
  }
  if (pointed == nullptr) return;
  add_final_path(lab, *pointed, kPointedWidth + kBandWidth, 0, kBand, out);
  add(*pointed, kPointedWidth, 1);
}

void OverlayBuilder::build_paths(const Lab& lab) {
  const LabState& state = lab.state();
  const FinishedPaths at = path_stages(search(lab));
  // A process is stepped, so that no search is under way.
  const bool process = lab.state().process != nullptr;
  // Each view shows only the path of its own planner.
  const bool alone = lab.view_searches().active();
  const bool draws_others = at.path && !alone && !process && shows(0);
  const PlannerRow* pointed = draws_others ? path_under_pointer(lab) : nullptr;
  const uint64_t stamp =
      (DrawInputHash() << lab.query().plan_version() << lab.state().world_version
                       << static_cast<uint64_t>(at.abstract_path) << static_cast<uint64_t>(at.raw_path)
                       << static_cast<uint64_t>(at.path) << static_cast<uint64_t>(process)
                       << static_cast<uint64_t>(alone) << static_cast<uint64_t>(state.planner_colours)
                       << drawn_paths_stamp(state) << std::hash<std::string_view>()(planner(lab).name)
                       << (pointed != nullptr ? std::hash<std::string_view>()(pointed->planner->name) : 0))
          .value();
  const bool abstract = renew(kAbstractPart, stamp);
  const bool raw = renew(kRawPart, stamp);
  const bool path = renew(kPathPart, stamp), others = renew(kOtherPathsPart, stamp);
  if ((!abstract && !raw && !path && !others) || process) return;
  rows_.clear();
  // The path of the stepped planner is drawn last and in full. The paths of the others are thin and pale below it, and
  // are left out while the search is stepped.
  const auto draw = [&](const PlannerRow& row) {
    const bool stepped = row.planner == &planner(lab);
    if (!stepped && !at.path) return;
    if (!has_final_path(lab, row)) return;
    const bool partial = row.result.has_partial_path();
    const PlannerStyle style = planner_style(state, row.planner->name);
    const double strength = (stepped ? 1 : kOtherPathsStrength) * (row.waiting ? kWaitingStrength : 1);
    const Rgba color = faded(style.color, strength);
    DrawList& out = list(stepped ? kPathPart : kOtherPathsPart);
    if (stepped && shows(0) && at.path) {
      add_final_path(lab, row, kFocusWidth, partial ? kPartialPathDash : style.dash, color, out);
      if (partial) {
        add_marker(out, place_of_point(row.result.nearest.at, row.result.units), 7, 0.4f, MarkerShape::kRing, color);
      }
    }
    // If planners of one family have found the same path, it is drawn only once.
    const auto is_drawn = [&](const PlannerRow* other) { return share_path(*other, row); };
    if (!stepped && shows(0) && std::ranges::none_of(rows_, is_drawn)) rows_.push_back(&row);
    if (row.result.abstract_path.empty()) return;
    // A path over a drawn graph consists of nodes only.
    if (row.result.path.empty() && !row.planner->any_angle) {
      if (shows(1) && (!stepped || at.abstract_path)) {
        add_path(lab, row.result.abstract_path, 6, style.dash, color, out);
      }
      return;
    }
    if (shows(0) && (!stepped || at.raw_path)) {
      add_path(lab, row.result.raw_path, 2, 3, with_alpha(palette::kBlack, 220), list(kRawPart));
    }
    const int level = abstract_level(lab.world(), *row.planner);
    if (shows(level) && (!stepped || at.abstract_path)) {
      add_abstract_path(lab, row, list(kAbstractPart));
    }
  };
  for (const PlannerRow& row : state.rows) {
    if (!alone && row.planner != &planner(lab)) draw(row);
  }
  add_other_paths(lab, pointed);
  for (const PlannerRow& row : state.rows) {
    if (row.planner == &planner(lab)) draw(row);
  }
}

// Builds, on each level, the path as far as it is known at the cursor. If all levels are shown together, a path of a
// higher level fades where it has been refined.
void OverlayBuilder::build_drill_down(const Lab& lab) {
  const Playback& playback = search(lab);
  if (playback.empty()) return;
  const bool together = level_ == kAllLevels;
  // At the end of the search other layers draw the paths.
  if (playback.at_end() && shows(0)) return;
  const auto mark = [&](DrawList& out, int level, NodeId node, const LevelStyle& style, uint32_t alpha) {
    add_marker(out, playback.place(level, node), style.radius + 2, style.share, style.marker,
               with_alpha(style.color, alpha));
  };
  for (int level = playback.outline().top_level; level >= 1; --level) {
    if (!shows(level)) continue;
    playback.path_edges(level, path_edges_);
    const LevelStyle style = level_style(level);
    DrawList& out = list(kDrillParts[static_cast<size_t>(std::min(level, 4))]);
    for (const PathEdge& edge : path_edges_) {
      const uint32_t alpha = !edge.refined ? 255 : together ? 70 : 150;
      const NodePlace from = playback.place(level, edge.from), to = playback.place(level, edge.to);
      if (edge.refining) add_line(out, from, to, style.inter + 6, 0, with_alpha(palette::kCurrent, 200));
      if (!edge.refined) add_line(out, from, to, style.inter + 3, 0, with_alpha(palette::kWhite, 190));
      add_line(out, from, to, style.inter + 1, style.dash, with_alpha(style.color, alpha));
      mark(out, level, edge.to, style, alpha);
    }
    if (path_edges_.empty()) continue;
    mark(out, level, path_edges_.front().from, style, path_edges_.front().refined ? 110 : 255);
  }
  if (!shows(0)) return;
  DrawList& out = list(kDrillParts[0]);
  playback.path_edges(0, path_edges_);
  if (!path_edges_.empty() && playback.places().cone(0, path_edges_.front().to) != nullptr) {
    build_way_of_cones(playback, out);
    return;
  }
  // Steps that follow each other become one line.
  for (size_t i = 0; i < path_edges_.size();) {
    chain_.assign({path_edges_[i].from, path_edges_[i].to});
    for (++i; i < path_edges_.size() && path_edges_[i].from == chain_.back(); ++i) chain_.push_back(path_edges_[i].to);
    const auto place_at = [&](size_t k) { return playback.place(0, chain_[k]); };
    add_polyline(chain_.size(), place_at, 6, 0, with_alpha(palette::kWhite, 220), out);
    add_polyline(chain_.size(), place_at, 3.5f, 0, palette::kBlack, out);
  }
}

// For a search by Polyanya: builds the path, which turns at the roots of its nodes.
void OverlayBuilder::build_way_of_cones(const Playback& playback, DrawList& out) {
  std::vector<NodePlace> turns;
  const auto turn_at = [&](MapPoint point) {
    const NodePlace place{point.x, point.y, kNoCell};
    if (turns.empty() || turns.back() != place) turns.push_back(place);
  };
  for (const PathEdge& edge : path_edges_) {
    const NodeCone& cone = *playback.places().cone(0, edge.to);
    turn_at(cone.root);
    // The last node is the goal itself.
    if (cone.is_point()) turn_at(cone.left);
  }
  for (const auto& [width, color] : {std::pair{6.0f, with_alpha(palette::kWhite, 220)}, {3.5f, palette::kBlack}}) {
    add_polyline(
        turns.size(), [&](size_t i) { return turns[i]; }, width, 0, color, out);
  }
}

// Builds the abstract edge of the event at the cursor, and the paths into which it is refined.
void OverlayBuilder::build_step(const Lab& lab) {
  const AbstractEdgeAtCursor& edge = lab.inspector().stepped_edge();
  DrawInputHash stamp;
  stamp << static_cast<uint64_t>(edge.level) << edge.from << edge.to << edge.cost << lab.state().world_version
        << (edge.level > 0 ? search(lab).version() : 0);
  if (!renew(kStepPart, stamp.value()) || edge.level == 0) return;
  DrawList& out = list(kStepPart);
  const Planner& stepped = *lab.state().traced_planner();
  // The recording does not have the places of nodes on the levels in between, so that the planner is asked.
  const auto place = [&](int level, NodeId node) {
    return stepped.place != nullptr ? stepped.place(lab.world(), lab.state().query, level, node)
                                    : search(lab).place(level, node);
  };
  const std::vector<CellId>& way = edge.chains.front();
  add_path(lab, way, 7, 0, palette::kBlack, out);
  add_path(lab, way, 4.5f, 0, palette::kCurrent, out);
  // Shows the nodes of the level below the edge; in a view of one level, those of that level.
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
