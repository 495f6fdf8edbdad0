// Hub labels on the map: separators as nested curves, nodes by depth, ancestors of the inspected node, and the hub of
// start and goal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "app/draw/overlay_tools.hpp"
#include "app/features/labels/labels.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "core/world/refusal.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kTreePart{kLabelLayer};
const DrawListTag kMeetingPart{kLabelLayer};

// Number of drawn nodes in each view.
struct DrawnNodeCounts {
  std::array<size_t, kMaxViews> nodes{};
};

// Minimum mean distance of the drawn nodes on the screen, in pixels.
constexpr double kNodeSpacing = 9;
// At least this many nodes are drawn, however far the view is zoomed out.
constexpr size_t kFewNodes = 600;
// A separator with at most this many nodes is drawn as a minimum spanning tree; a larger one as a line.
constexpr uint32_t kMaxLinked = 400;

// Returns the shade of a separator of this level; level 0 is the outermost. It does not depend on the number of levels.
double shade_of(uint32_t level) { return 0.95 - 0.8 * (1 - std::pow(0.78, static_cast<double>(level))); }

// Draws a separator: its nodes are connected by a minimum spanning tree, or, if there are very many, in order along the
// longer side of the separator.
void add_curve_of(const LabelTree& tree, const LabelSeparator& separator, const GridMap& map, float width, Rgba color,
                  DrawList& out) {
  std::vector<Cell> cells;
  for (const uint32_t rank : tree.of(separator)) cells.push_back(map.cell(tree.nodes[rank].cell));
  if (cells.size() > kMaxLinked) {
    const auto [left, right] =
        std::minmax_element(cells.begin(), cells.end(), [](Cell a, Cell b) { return a.x < b.x; });
    const auto [top, bottom] =
        std::minmax_element(cells.begin(), cells.end(), [](Cell a, Cell b) { return a.y < b.y; });
    const bool wide = right->x - left->x > bottom->y - top->y;
    std::sort(cells.begin(), cells.end(), [wide](Cell a, Cell b) {
      return wide ? (a.x != b.x ? a.x < b.x : a.y < b.y) : (a.y != b.y ? a.y < b.y : a.x < b.x);
    });
    for (size_t i = 1; i < cells.size(); ++i) add_line(out, cells[i - 1], cells[i], width, 0, color);
    return;
  }
  // The tree is computed by Prim's algorithm.
  std::vector<int64_t> distance(cells.size(), std::numeric_limits<int64_t>::max());
  std::vector<size_t> nearest(cells.size(), 0);
  std::vector<uint8_t> joined(cells.size(), 0);
  size_t at = 0;
  for (size_t count = 1; count < cells.size(); ++count) {
    joined[at] = 1;
    size_t next = 0;
    int64_t best = std::numeric_limits<int64_t>::max();
    for (size_t i = 0; i < cells.size(); ++i) {
      if (joined[i] != 0) continue;
      const int64_t dx = cells[i].x - cells[at].x, dy = cells[i].y - cells[at].y;
      if (const int64_t away = dx * dx + dy * dy; away < distance[i]) {
        distance[i] = away;
        nearest[i] = at;
      }
      if (distance[i] < best) {
        best = distance[i];
        next = i;
      }
    }
    add_line(out, cells[nearest[next]], cells[next], width, 0, color);
    at = next;
  }
}

// Draws the tree of the labels, and returns the number of nodes that are drawn. It depends on the room on the screen.
size_t build_tree(const Lab& lab, const LabelTree& tree, int levels, double zoom, DrawList& out) {
  const GridMap& map = lab.world().map();
  // The outermost separators are drawn last, on top.
  for (int level = levels; level-- > 0;) {
    for (const LabelSeparator& separator : tree.separators) {
      if (!separator.separates || static_cast<int>(separator.level) != level || separator.count < 2) continue;
      const float width = 1.4f + 5.2f * std::pow(0.72f, static_cast<float>(level));
      add_curve_of(tree, separator, map, width + 1.6f, with_alpha(palette::kBlack, 150), out);
      add_curve_of(tree, separator, map, width, heat_color(shade_of(separator.level)), out);
    }
  }
  std::vector<uint32_t> ranks(tree.nodes.size());
  for (uint32_t rank = 0; rank < ranks.size(); ++rank) ranks[rank] = rank;
  const double room = map.cell_count() * zoom * zoom / (kNodeSpacing * kNodeSpacing);
  const auto shown = std::min(ranks.size(), std::max(kFewNodes, static_cast<size_t>(room)));
  std::nth_element(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(shown ? shown - 1 : 0), ranks.end(),
                   [&](uint32_t a, uint32_t b) {
                     const uint32_t one = tree.nodes[a].depth, other = tree.nodes[b].depth;
                     return one != other ? one < other : a > b;
                   });
  ranks.resize(shown);
  // The most important nodes are drawn last, on top of others.
  std::sort(ranks.begin(), ranks.end());
  const double deepest = std::max(1u, tree.height - 1);
  for (const uint32_t rank : ranks) {
    const LabelNode& node = tree.nodes[rank];
    const Cell cell = map.cell(node.cell);
    const Rgba color = heat_color(0.95 - 0.87 * node.depth / deepest);
    out.markers.push_back({middle(cell.x), middle(cell.y), 3.8f, 0.28f, MarkerShape::kDisc, palette::kBlack});
    out.markers.push_back({middle(cell.x), middle(cell.y), 3.0f, 0.23f, MarkerShape::kDisc, color});
  }
  return shown;
}

void show_tree(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kLabelLayer);
  if (!layer.on || !lab.world().has(StructureId::kLabels) || !painter.shows(1)) return;
  LabelsController& controller = labels_controller(lab);
  if (controller.too_large()) {
    layer.note.clear();
    fmt::format_to(std::back_inserter(layer.note), "not drawn: there are more than {} nodes",
                   LabelsController::kNodeLimit);
    return;
  }
  const LabelTree& tree = controller.tree();
  if (tree.nodes.empty()) {
    layer.note = refusal(lab.world(), StructureId::kLabels);
    if (layer.note.empty())
      layer.note = lab.world().ready(StructureId::kLabels) ? "there are no nodes" : "labels are being built";
    return;
  }
  const int levels = std::min<int>(controller.view().levels, static_cast<int>(tree.levels));
  // The zoom is rounded to powers of sqrt(2), so that not every change of it needs a new drawing.
  const double zoom = std::exp2(std::floor(std::log2(lab.state().camera.zoom) * 2) / 2);
  DrawInputHash stamp;
  stamp << controller.stamp() << static_cast<uint64_t>(levels) << static_cast<uint64_t>(zoom * 1024);
  size_t& shown = painter.memory<DrawnNodeCounts>().nodes[static_cast<size_t>(painter.index())];
  if (painter.renew(kTreePart, stamp.value())) shown = build_tree(lab, tree, levels, zoom, painter.list(kTreePart));
  if (shown < tree.nodes.size()) {
    layer.note.clear();  // another view may have written a note already
    fmt::format_to(std::back_inserter(layer.note), "the {} least deep of {} nodes: zoom in to see more", shown,
                   tree.nodes.size());
  }
  painter.show(kTreePart, layer.opacity);
}

void add_marks(const GridMap& map, std::span<const CellId> cells, float radius, float share, MarkerShape shape,
               Rgba color, DrawList& out) {
  for (const CellId id : cells) {
    const Cell cell = map.cell(id);
    out.markers.push_back({middle(cell.x), middle(cell.y), radius + 1.2f, share + 0.06f, shape, palette::kBlack});
    out.markers.push_back({middle(cell.x), middle(cell.y), radius, share, shape, color});
  }
}

void add_hub(const GridMap& map, CellId id, Rgba color, DrawList& out) {
  const Cell cell = map.cell(id);
  const float x = middle(cell.x), y = middle(cell.y);
  out.markers.push_back({x, y, 11.5f, 0.62f, MarkerShape::kRing, palette::kBlack});
  out.markers.push_back({x, y, 10, 0.54f, MarkerShape::kRing, color});
  out.markers.push_back({x, y, 7.2f, 0.40f, MarkerShape::kRing, palette::kWhite});
}

// If no cell is inspected, draws the nodes in the labels of start and goal, and the hub of the path. Otherwise draws
// the ancestors of the inspected node, and the hubs to start and goal.
void show_meeting(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kLabelLayer);
  if (!layer.on || !lab.world().ready(StructureId::kLabels) || !painter.shows(1)) return;
  LabelsController& controller = labels_controller(lab);
  const bool looks = lab.state().inspected.has_value();
  const LabelInspection& seen = controller.inspected();
  const PlanQuery& query = lab.state().query;
  DrawInputHash stamp;
  stamp << controller.stamp() << query.start << query.goal << lab.world().map().revision() << lab.state().rules_version
        << static_cast<uint64_t>(looks);
  if (looks) stamp << lab.state().inspected->cell << controller.inspected_stamp();
  if (painter.renew(kMeetingPart, stamp.value())) {
    DrawList& out = painter.list(kMeetingPart);
    const GridMap& map = lab.world().map();
    if (looks && seen.known && seen.rank != kNoRank) {
      std::vector<CellId> above;
      for (const LabelInspection::Ancestor& ancestor : seen.ancestors) above.push_back(ancestor.cell);
      const Cell from = lab.state().inspected->cell;
      for (const CellId id : above) add_line(out, from, map.cell(id), 1, 4, with_alpha(palette::kPurple, 110));
      add_marks(map, above, 4.4f, 0.32f, MarkerShape::kDiamond, palette::kPurple, out);
      for (const LabelMeeting* meeting : {&seen.to_start, &seen.to_goal}) {
        if (meeting->hub != kNoCell) add_hub(map, meeting->hub, palette::kPurple, out);
      }
    } else {
      const LabelMeeting& meeting = controller.meeting();
      add_marks(map, meeting.start, 3.6f, 0.27f, MarkerShape::kDisc, palette::kForward, out);
      add_marks(map, meeting.goal, 3.6f, 0.27f, MarkerShape::kSquare, palette::kBackward, out);
      add_marks(map, meeting.both, 4.6f, 0.33f, MarkerShape::kDiamond, palette::kWhite, out);
      if (meeting.hub != kNoCell) {
        const Cell hub = map.cell(meeting.hub);
        for (const Cell end : {query.start, query.goal}) {
          add_line(out, end, hub, 3.4f, 8, palette::kBlack);
          add_line(out, end, hub, 2, 8, palette::kYellow);
        }
        add_hub(map, meeting.hub, palette::kVermilion, out);
      }
    }
  }
  painter.show(kMeetingPart, layer.opacity);
}

}  // namespace

const std::array<PaintStep, 2> kLabelPaint = {{{depth::kDrawn + 22, show_tree}, {depth::kDrawn + 24, show_meeting}}};

}  // namespace strata
