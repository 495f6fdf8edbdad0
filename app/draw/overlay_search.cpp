// The recorded search at the cursor: nodes, tree, paths, and the way down from level to level.
#include <algorithm>
#include <cstdlib>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_parts.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/lab_parts.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// Lines of the search tree on cells of either half of the heat map.
constexpr Rgba kTreeOnDark = rgba(0xffffff, 170);
constexpr Rgba kTreeOnLight = rgba(0x202020, 170);

constexpr double kWaitingStrength = 0.3;  // of the answer before, until the new one comes

// What of the traced search is over at the cursor: its results appear step by step.
struct Stages {
  bool abstract_path = true;
  bool raw_path = true;
  bool path = true;
};
Stages stages(const Playback& playback) {
  Stages stages;
  if (playback.empty() || playback.at_end() || playback.contracting()) return stages;
  stages.path = false;
  const size_t cursor = playback.cursor();
  const size_t refined = playback.phase_end(Phase::kRefine);
  stages.abstract_path = cursor >= playback.phase_end(Phase::kMain);
  for (const PhaseSpan& span : playback.phases()) stages.abstract_path &= !span.unpacking || cursor >= span.end;
  stages.raw_path = refined > 0 && cursor >= refined;
  return stages;
}

// Planners on the same graph often find the same path. 0: on cells alone.
int family(const Planner& planner) {
  const bool graph = planner.needs == Structure::kHpa || planner.needs == Structure::kHaa ||
                     planner.needs == Structure::kSectors || planner.needs == Structure::kRooms ||
                     planner.needs == Structure::kCh || planner.needs == Structure::kCch;
  return graph ? static_cast<int>(planner.needs) : 0;
}

// Of the nodes of its abstract path.
int abstract_level(const World& world, const Planner& planner) {
  switch (planner.needs) {
    case Structure::kHaa:
      return 1;
    case Structure::kHpa:
      return planner.hpa_levels;
    case Structure::kCh:
    case Structure::kCch:
      return 1;
    case Structure::kSectors:
      return world.has(Structure::kSectors) ? world.get<MapSectors>().sectors().levels() : 1;
    default:
      return 0;  // cells far apart
  }
}

bool concerns_node(EventType type) {
  return type == EventType::kGenerate || type == EventType::kUpdate || type == EventType::kExpand;
}

}  // namespace

namespace overlay_tools {

bool searches_sparsely(const Lab& lab) {
  const Structure needs = lab.query().traced_planner()->needs;
  return needs == Structure::kJumps || needs == Structure::kRooms;
}

namespace {

// A jump goes diagonally first and then straight.
void add_jump(DrawList& out, Cell from, Cell to, float width, float dash, Rgba color) {
  const int dx = to.x - from.x, dy = to.y - from.y;
  const int diagonal = std::min(std::abs(dx), std::abs(dy));
  const Cell turn{from.x + (dx > 0 ? diagonal : -diagonal), from.y + (dy > 0 ? diagonal : -diagonal)};
  if (turn != from) add_line(out, from, turn, width, dash, color);
  if (turn != to) add_line(out, turn, to, width, dash, color);
}

}  // namespace

}  // namespace overlay_tools

// The nodes of a search that lie far apart, at any zoom: a mark on each of them, or lines to their parents.
void OverlayBuilder::build_sparse(Lab& lab, bool tree) {
  DrawList& out = list(tree ? kTreePart : kNodePart);
  const Playback& playback = lab.playback();
  if (playback.cursor() > kMaxSparseEvents) {
    if (tree) lab.mutable_state().layer(Layer::kTree).note = "too many nodes to draw the tree";
    return;
  }
  const GridMap& map = lab.world().map();
  const bool jumps = lab.query().traced_planner()->needs == Structure::kJumps;
  for (size_t i = 0; i < playback.cursor(); ++i) {
    const SearchEvent& event = *playback.event(i);
    if (event.level != 0 || !concerns_node(event.type)) continue;
    const NodeAt node = playback.node(0, event.node);
    if (node.last_event != i) continue;
    const Cell at = map.cell(event.node);
    const bool open = node.state == NodeState::kOpen;
    if (!tree) {
      const auto mark = [&](float radius, float share, MarkerShape shape, Rgba color) {
        out.markers.push_back({middle(at.x), middle(at.y), radius, share, shape, color});
      };
      if (open) {
        mark(2.2f, 0.34f, MarkerShape::kRing, palette::kPurple);
      } else {
        mark(2.4f, 0.36f, MarkerShape::kDisc, palette::kBlack);
        mark(1.8f, 0.29f, MarkerShape::kDisc, with_alpha(heat_palette()[playback.heat()[event.node]], 255));
      }
      continue;
    }
    if (node.parent == kNoCell || node.parent == event.node) continue;
    const Cell from = map.cell(node.parent);
    (jumps ? add_jump : add_line)(out, from, at, 1.3f, 0, with_alpha(palette::kTree, open ? 110 : 190));
  }
}

// From each searched cell on the screen, and from each searched node, to its parent.
void OverlayBuilder::build_tree(const Lab& lab, const Rect& visible) {
  DrawList& out = list(kTreePart);
  const Playback& playback = lab.playback();
  if (playback.empty()) return;
  const GridMap& map = lab.world().map();
  // Where cells hold text the lines step back.
  const double strength = lab.state().camera.zoom >= kMinCellPixelsLabel ? 0.45 : 1;
  for (int y = visible.y0; shows(0) && y < visible.y1; ++y) {
    const CellId row = map.id({0, y});
    for (int x = visible.x0; x < visible.x1; ++x) {
      const CellId id = row + static_cast<CellId>(x);
      if (playback.heat()[id] == 0) continue;
      const NodeAt node = playback.node(0, id);
      if (node.parent == kNoCell) continue;
      const Rgba color =
          playback.heat()[id] < kHeatFirst + 110 && playback.heat()[id] != kHeatOpen ? kTreeOnDark : kTreeOnLight;
      add_line(out, {x, y}, map.cell(node.parent), 1.3f, 0, faded(color, strength));
    }
  }
  playback.abstract_nodes(nodes_);
  for (const AbstractNodeAt& node : nodes_) {
    if (!shows(node.level)) continue;
    const CellId parent = playback.node(node.level, node.cell).parent;
    if (parent == kNoCell || parent == node.cell) continue;
    const LevelStyle style = level_style(node.level);
    add_line(out, map.cell(node.cell), map.cell(parent), 1.6f, style.dash, with_alpha(style.color, 200));
  }
}

// Abstract nodes of the search at the cursor, the event at the cursor and the way back from it.
void OverlayBuilder::build_nodes(const Lab& lab) {
  DrawList& out = list(kNodePart);
  const Playback& playback = lab.playback();
  if (playback.empty()) return;
  const GridMap& map = lab.world().map();
  if (playback.two_way()) {
    nodes_.clear();  // they have marks of their own
  } else {
    playback.abstract_nodes(nodes_);
  }
  for (const AbstractNodeAt& node : nodes_) {
    if (!shows(node.level)) continue;
    const Cell cell = map.cell(node.cell);
    // Nodes of higher levels are larger, so that those of several levels on one cell are all seen.
    const float grow = 1.0f + 0.25f * static_cast<float>(std::min<int>(node.level, 5) - 1);
    const auto mark = [&](float radius, float share, MarkerShape shape, Rgba color) {
      out.markers.push_back({middle(cell.x), middle(cell.y), radius * grow, share * grow, shape, color});
    };
    if (node.state == NodeState::kOpen) {
      mark(2.0f, 0.36f, MarkerShape::kRing, palette::kPurple);
    } else {
      mark(2.2f, 0.38f, MarkerShape::kDisc, palette::kBlack);
      mark(1.7f, 0.30f, MarkerShape::kDisc, with_alpha(heat_palette()[node.heat], 255));
    }
  }
  if (playback.at_end() || playback.contracting()) return;
  const SearchEvent* event = playback.current();
  if (event == nullptr || event->node == kNoCell) return;
  if (shows(event->level) && !playback.unpacks(playback.cursor() - 1) && event->type != EventType::kStall) {
    playback.parent_chain(event->level, event->node, cells_, 1 << 20, event->phase == Phase::kBackward);
    if (playback.two_way() && event->phase != Phase::kRefine) cells_.clear();  // its ways are drawn as arcs
    const bool links = event->type == EventType::kLink || event->type == EventType::kRefine ||
                       event->type == EventType::kPathEdge || event->type == EventType::kShortcut;
    if (links && event->parent != kNoCell) cells_.assign({event->node, event->parent});
    const bool jumps = lab.query().traced_planner()->needs == Structure::kJumps;
    for (size_t i = 1; i < cells_.size(); ++i) {  // from the node back to the start
      (jumps ? add_jump : add_line)(out, map.cell(cells_[i]), map.cell(cells_[i - 1]), 2, links ? 5.0f : 0.0f,
                                    palette::kPartialPath);
    }
  }
  // Where the search is shows in every view.
  const Cell at = map.cell(event->node);
  out.markers.push_back({middle(at.x), middle(at.y), 6, 0.45f, MarkerShape::kDiamond, palette::kCurrent});
  out.markers.push_back({middle(at.x), middle(at.y), 7, 0.5f, MarkerShape::kRing, palette::kBlack});
}

// A polyline whose straight pieces are one line each.
void OverlayBuilder::add_path(const Lab& lab, std::span<const CellId> path, float width, float dash, Rgba color,
                              DrawList& out) const {
  const GridMap& map = lab.world().map();
  for (size_t i = 1; i < path.size();) {
    const Cell from = map.cell(path[i - 1]);
    Cell to = map.cell(path[i]);
    const int dx = to.x - from.x;
    const int dy = to.y - from.y;
    size_t next = i + 1;
    while (next < path.size()) {
      const Cell further = map.cell(path[next]);
      if (further.x - to.x != dx || further.y - to.y != dy) break;
      to = further;
      ++next;
    }
    add_line(out, from, to, width, dash, color);
    i = next;
  }
}

void OverlayBuilder::build_paths(const Lab& lab) {
  const LabState& state = lab.state();
  const Stages at = stages(lab.playback());
  // While a search is stepped the answers of the others step back.
  const bool contracting = lab.state().contracting;  // then no search is at work
  const double shown_strength = at.path ? 1 : 0.35;
  const uint64_t stamp = (Stamp() << lab.query().plan_version() << lab.session().world_version()
                                  << static_cast<uint64_t>(at.abstract_path) << static_cast<uint64_t>(at.raw_path)
                                  << static_cast<uint64_t>(at.path) << static_cast<uint64_t>(contracting))
                             .value();
  const bool abstract = renew(kAbstractPart, stamp);
  const bool raw = renew(kRawPart, stamp);
  const bool path = renew(kPathPart, stamp);
  if ((!abstract && !raw && !path) || contracting) return;
  // Wide below, narrow above, so that paths over the same cells are all seen.
  static constexpr float kWidths[] = {7.5f, 5.0f, 2.8f, 2.2f};
  size_t order = 0;
  std::array<const PlannerRow*, 16> drawn{};
  size_t drawn_count = 0;
  for (const PlannerRow& row : state.rows) {
    const float width = kWidths[std::min(order++, std::size(kWidths) - 1)];
    if (!row.shown || !(row.solved || row.waiting) || !row.result.found()) continue;
    const double strength = row.waiting ? kWaitingStrength * shown_strength : shown_strength;
    const bool stepped = row.planner->name == state.traced;
    const PlannerStyle style = planner_style(row.planner->name);
    if (shows(0) && (!stepped || at.path)) {
      // One line for the same path of the same kind of planner, whatever its level or quality.
      const bool again = std::any_of(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(drawn_count),
                                     [&](const PlannerRow* other) {
                                       return family(*other->planner) == family(*row.planner) &&
                                              family(*row.planner) > 0 && other->result.path == row.result.path;
                                     });
      if (!again) {
        add_path(lab, row.result.path, width, style.dash, faded(style.color, strength), list(kPathPart));
        if (drawn_count < drawn.size()) drawn[drawn_count++] = &row;
      }
    }
    if (row.result.abstract_path.empty()) continue;
    if (row.result.path.empty()) {  // over a drawn graph the nodes are all there is
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
      DrawList& out = list(kAbstractPart);
      const LevelStyle looks = level == 0 ? LevelStyle{} : level_style(level);
      if (row.planner->needs == Structure::kSectors) {
        // Centres need not be on the way: the ends hang on them.
        const GridMap& map = lab.world().map();
        add_corridor(lab, row.result.abstract_path, level, out);
        add_line(out, state.query.start, map.cell(row.result.abstract_path.front()), 1.5f, 3, palette::kAbstractPath);
        add_line(out, map.cell(row.result.abstract_path.back()), state.query.goal, 1.5f, 3, palette::kAbstractPath);
      }
      add_path(lab, row.result.abstract_path, 3, looks.dash, palette::kAbstractPath, out);
      for (const CellId id : row.result.abstract_path) {
        const Cell cell = lab.world().map().cell(id);
        out.markers.push_back({middle(cell.x), middle(cell.y), 4, 0.3f, MarkerShape::kDiamond, palette::kAbstractPath});
      }
    }
  }
}

// The path as each level knows it at the cursor. Over one another the levels above fade where they have been refined.
void OverlayBuilder::build_drill_down(const Lab& lab) {
  const Playback& playback = lab.playback();
  if (playback.empty()) return;
  const bool together = level_ == kAllLevels;
  if (playback.at_end() && (together || level_ == 0)) return;  // the paths themselves are shown
  DrawList& out = list(kDrillPart);
  const GridMap& map = lab.world().map();
  const auto mark = [&](CellId id, const LevelStyle& style, uint32_t alpha) {
    const Cell cell = map.cell(id);
    out.markers.push_back(
        {middle(cell.x), middle(cell.y), style.radius + 2, style.share, style.marker, with_alpha(style.color, alpha)});
  };
  for (int level = playback.top_level(); level >= 1; --level) {
    if (!shows(level)) continue;
    playback.path_edges(level, path_edges_);
    const LevelStyle style = level_style(level);
    for (const PathEdge& edge : path_edges_) {
      const uint32_t alpha = !edge.refined ? 255 : together ? 70 : 150;
      const Cell from = map.cell(edge.from), to = map.cell(edge.to);
      if (edge.refining) add_line(out, from, to, style.inter + 6, 0, with_alpha(palette::kCurrent, 200));
      if (!edge.refined) add_line(out, from, to, style.inter + 3, 0, with_alpha(palette::kWhite, 190));
      add_line(out, from, to, style.inter + 1, style.dash, with_alpha(style.color, alpha));
      mark(edge.to, style, alpha);
    }
    if (!path_edges_.empty()) mark(path_edges_.front().from, style, path_edges_.front().refined ? 110 : 255);
  }
  if (!shows(0)) return;
  playback.path_edges(0, path_edges_);
  // Steps that follow each other are one polyline.
  for (size_t i = 0; i < path_edges_.size();) {
    cells_.assign({path_edges_[i].from, path_edges_[i].to});
    for (++i; i < path_edges_.size() && path_edges_[i].from == cells_.back(); ++i) cells_.push_back(path_edges_[i].to);
    add_path(lab, cells_, 6, 0, with_alpha(palette::kWhite, 220), out);
    add_path(lab, cells_, 3.5f, 0, palette::kBlack, out);
  }
}

// The edge that the event at the cursor is about, and what lies under it.
void OverlayBuilder::build_step(Lab& lab) {
  const SteppedEdge& edge = lab.inspector().stepped_edge();
  Stamp stamp;
  stamp << static_cast<uint64_t>(edge.level) << edge.from << edge.to << edge.cost << lab.session().world_version()
        << (edge.level > 0 ? lab.playback().version() : 0);
  if (!renew(kStepPart, stamp.value()) || edge.level == 0) return;
  DrawList& out = list(kStepPart);
  const GridMap& map = lab.world().map();
  const std::vector<CellId>& way = edge.chains.front();
  add_path(lab, way, 7, 0, palette::kBlack, out);
  add_path(lab, way, 4.5f, 0, palette::kCurrent, out);
  // The nodes of the level below, or in a view of one level those of that level.
  const int below = level_ == kAllLevels ? edge.level - 1 : std::min(level_, edge.level);
  const auto chain = [&](int level) {
    if (level < 1) return;
    const LevelStyle style = level_style(level);
    const std::vector<CellId>& nodes = edge.chains[static_cast<size_t>(level)];
    for (size_t i = 1; i < nodes.size(); ++i) {
      const Cell from = map.cell(nodes[i - 1]), to = map.cell(nodes[i]);
      add_line(out, from, to, style.inter + 3.5f, 0, palette::kWhite);
      add_line(out, from, to, style.inter + 1, style.dash, style.color);
    }
    for (const CellId node : nodes) {
      const Cell cell = map.cell(node);
      out.markers.push_back({middle(cell.x), middle(cell.y), style.radius + 3, style.share, style.marker, style.color});
    }
  };
  chain(below);
  if (level_ == kAllLevels) chain(edge.level);
}

}  // namespace strata
