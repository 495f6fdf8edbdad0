// Contraction hierarchies on the map: nodes by importance, shortcuts as curves, and the inspected arc.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_set>

#include "app/draw/overlay_tools.hpp"
#include "app/draw/painter.hpp"
#include "app/features/ch/ch.hpp"
#include "app/features/ch/packed_overlay.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "core/world/refusal.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kChPart{kChLayer};
const DrawListTag kCchPart{kCchLayer};
constexpr MarkWithoutLayer kArcMark{"inspected arc", LegendSymbolShape::kLine, palette::kVermilion};
const DrawListTag kArcPart{kArcMark};

// Whether arcs were omitted in the last drawing; index: view, then 0 for kCch and 1 for kCh.
struct OmittedArcs {
  std::array<std::array<bool, 2>, kMaxViews> cut{};
};

// Minimum mean distance of the drawn nodes on the screen, in pixels.
constexpr double kNodeSpacing = 9;
// At least this many nodes are drawn, however far the view is zoomed out.
constexpr size_t kFewNodes = 600;
// If there are at most this many arcs, all of them are drawn.
constexpr size_t kFewArcs = 2'500;
// If there are more arcs than this, their curves are drawn with fewer pieces.
constexpr size_t kManyArcs = 4'000;
// If there are more than kFewArcs arcs, of those whose ends lie within this distance of each other only one is
// drawn. In pixels.
constexpr double kArcSpacing = 26;
constexpr double kInk = 0.06;  // maximum share of the area that arcs may cover

bool boxes_meet(const Rect& area, float x0, float y0, float x1, float y1) {
  return std::min(x0, x1) < static_cast<float>(area.x1) && std::max(x0, x1) > static_cast<float>(area.x0) &&
         std::min(y0, y1) < static_cast<float>(area.y1) && std::max(y0, y1) > static_cast<float>(area.y0);
}

// Returns whether the curve passes through the area. It tests pieces of the curve: the bounding box of a long arc
// usually meets the area even if the arc does not.
bool reaches(const Rect& area, const ArcCurve& curve) {
  constexpr int kPieces = 8;
  if (!boxes_meet(area, std::min({curve.x0, curve.x1, curve.cx}), std::min({curve.y0, curve.y1, curve.cy}),
                  std::max({curve.x0, curve.x1, curve.cx}), std::max({curve.y0, curve.y1, curve.cy}))) {
    return false;
  }
  float x = curve.x0, y = curve.y0;
  for (int i = 1; i <= kPieces; ++i) {
    const float t = static_cast<float>(i) / kPieces;
    const float next_x = curve.x(t), next_y = curve.y(t);
    if (boxes_meet(area, x, y, next_x, next_y)) return true;
    x = next_x;
    y = next_y;
  }
  return false;
}

// Returns the visible rectangle with a margin of about half a screen, so that small moves of the camera
// need no new drawing.
Rect with_margin(const Rect& visible) {
  const auto widened = [](int low, int high, int& from, int& to) {
    const int step = std::max((high - low) / 2, 1);
    from = low / step * step - step;
    to = (high + step - 1) / step * step + step;
  };
  Rect area;
  widened(visible.x0, visible.x1, area.x0, area.x1);
  widened(visible.y0, visible.y1, area.y0, area.y1);
  return area;
}

// Returns the place of the least important node that is drawn. All nodes from there on are drawn: as many as the user
// asks for, as far as there is room on the screen.
uint32_t first_shown(const Lab& lab, const HierarchyPicture& picture) {
  const auto count = static_cast<double>(picture.nodes().size());
  const GridMap& map = lab.world().map();
  const double zoom = lab.state().camera.zoom;
  const double room = map.cell_count() * zoom * zoom / (kNodeSpacing * kNodeSpacing);
  const double wanted = std::ceil(count * hierarchy_controller(lab).view().percent / 100);
  const double shown = std::min(wanted, std::max(room, static_cast<double>(kFewNodes)));
  return static_cast<uint32_t>(std::clamp(count - shown, 0.0, count));
}

// Draws the nodes and arcs of the hierarchy. Returns false if arcs were omitted.
bool build_hierarchy(const Lab& lab, const HierarchyPicture& picture, StructureId structure, uint32_t first,
                     const Rect& area, DrawList& out) {
  const GridMap& map = lab.world().map();
  const bool by_size = hierarchy_controller(lab).view().by_size;
  const bool live = structure == StructureId::kCch;
  const auto shade = [&](uint32_t place) {
    return by_size ? (live ? palette::kHierarchyLive : palette::kHierarchy)
                   : heat_color(0.08 + 0.87 * static_cast<double>(picture.importance(place)));
  };
  // The loop begins at the most important nodes, so that it is the least important arcs that are omitted. The lists are
  // reversed at the end, so that the most important nodes are drawn on top. If there are many arcs, only one of several
  // overlapping arcs is drawn, and drawing stops before arcs hide the map.
  const auto count = static_cast<uint32_t>(picture.nodes().size());
  const size_t candidates = picture.arcs_from(first).size();
  const bool thin = candidates > kFewArcs;
  const int pieces = candidates > kManyArcs ? 6 : 12;
  const double zoom = lab.state().camera.zoom;
  double ink = kInk * static_cast<double>(area.width()) * area.height() * zoom * zoom;
  const double across = std::hypot(area.width(), area.height()) / 2;
  std::unordered_set<uint64_t> seen;
  const auto bucket = [&](Cell cell, double pixels) {
    const double side = std::max(pixels / zoom, 1.0);
    return static_cast<uint64_t>(cell.x / side) << 16 | static_cast<uint64_t>(cell.y / side);
  };
  bool all = true;
  for (uint32_t place = count; place-- > first && ink > 0;) {
    const float importance = picture.importance(place);
    for (const HierarchyArc& arc : picture.arcs_up(place)) {
      const Cell lower = map.cell(arc.lower), upper = map.cell(arc.upper);
      const ArcCurve curve(lower, upper, arc.middle != kNoCell);
      if (!reaches(area, curve)) continue;
      if (thin) {
        // Two arcs overlap if their ends lie in the same two buckets, in either order.
        const uint64_t a = bucket(lower, kArcSpacing), b = bucket(upper, kArcSpacing);
        if (!seen.insert(std::min(a, b) << 32 | std::max(a, b)).second) {
          all = false;
          continue;
        }
        // The length is limited to the size of the area: the part of an arc outside the area does not cover the map.
        ink -= std::min(std::hypot(lower.x - upper.x, lower.y - upper.y), across) * zoom * 1.5;
        if (ink < 0) {
          all = false;
          break;
        }
      }
      if (curve.bent) {
        const float width = thin ? 1.2f : 1.1f + 1.6f * importance;
        add_curve(out, curve, pieces, width, live ? 5.0f : 0.0f, with_alpha(shade(place), 215));
      } else {
        add_curve(out, curve, 1, 1.2f, 0, with_alpha(palette::kHierarchyEdge, 170));
      }
    }
  }
  std::reverse(out.lines.begin(), out.lines.end());
  seen.clear();
  for (uint32_t node = count; node-- > first;) {
    const Cell cell = map.cell(picture.nodes()[node].cell);
    if (!area.contains(cell) || (thin && !seen.insert(bucket(cell, 2 * kNodeSpacing)).second)) continue;
    const float importance = picture.importance(node);
    const float radius = by_size ? 1.5f + 7.5f * importance * importance : 3.2f;
    const float share = by_size ? 0.10f + 0.42f * importance * importance : 0.26f;
    const MarkerShape shape = live ? MarkerShape::kSquare : MarkerShape::kDisc;
    out.markers.push_back({middle(cell.x), middle(cell.y), radius, share, shape, shade(node)});
    out.markers.push_back({middle(cell.x), middle(cell.y), radius + 0.9f, share + 0.05f, shape, palette::kBlack});
  }
  std::reverse(out.markers.begin(), out.markers.end());
  return all;
}

template <StructureId structure>
void show_hierarchy(Painter& painter, const Lab& lab) {
  const Rect& visible = painter.visible();
  const Layer id = structure == StructureId::kCh ? kChLayer : kCchLayer;
  const DrawListTag& part = structure == StructureId::kCh ? kChPart : kCchPart;
  LayerState& layer = painter.layer(id);
  if (!layer.on || !lab.world().has(structure) || !painter.shows(1)) return;
  // The finished hierarchy would reveal the next steps of the contraction.
  if (hierarchy_controller(lab).contracting() && structure == StructureId::kCh) {
    layer.note = "hidden while its contraction is stepped";
    return;
  }
  const HierarchyPicture& picture = hierarchy_controller(lab).picture(structure);
  if (picture.too_large()) {
    layer.note.clear();
    fmt::format_to(std::back_inserter(layer.note), "not drawn: it has more than {} nodes",
                   HierarchyPicture::kNodeLimit);
    return;
  }
  if (picture.empty()) {
    layer.note = refusal(lab.world(), structure);
    if (layer.note.empty()) layer.note = "the hierarchy is being built";
    return;
  }
  bool& cut =
      painter.memory<OmittedArcs>().cut[static_cast<size_t>(painter.index())][structure == StructureId::kCh ? 1 : 0];
  const uint32_t first = first_shown(lab, picture);
  const Rect area = with_margin(visible);
  const HierarchyView& view = hierarchy_controller(lab).view();
  DrawInputHash stamp;
  stamp << picture.version() << lab.state().world_version << first << area << static_cast<uint64_t>(view.by_size)
        << static_cast<uint64_t>(lab.state().camera.zoom * 64);
  if (painter.renew(part, stamp.value())) {
    cut = !build_hierarchy(lab, picture, structure, first, area, painter.list(part));
  }
  const auto wanted = static_cast<size_t>(std::ceil(static_cast<double>(picture.nodes().size()) * view.percent / 100));
  const size_t shown = picture.nodes().size() - first;
  if (shown < wanted) {
    layer.note.clear();  // another view may have written a note already
    fmt::format_to(std::back_inserter(layer.note), "the {} most important of {} nodes: zoom in to see more", shown,
                   picture.nodes().size());
  } else if (cut) {
    layer.note = "arcs that would lie on one another are shown once: zoom in to see more";
  }
  painter.show(part, layer.opacity);
}

// Draws the inspected arc, its middle node, and the path that the arc represents.
void build_inspected_arc(Painter& painter, const Lab& lab) {
  const ArcInspection& seen = hierarchy_controller(lab).inspected_arc();
  const bool any = lab.state().inspected && seen.known;
  DrawInputHash stamp;
  stamp << static_cast<uint64_t>(any) << lab.state().world_version;
  if (any) {
    stamp << seen.arc.lower << seen.arc.upper << seen.arc.middle << static_cast<uint64_t>(seen.cells.size())
          << lab.world().map().revision();
  }
  if (!painter.renew(kArcPart, stamp.value()) || !any) return;
  DrawList& out = painter.list(kArcPart);
  const GridMap& map = lab.world().map();
  for (size_t i = 1; i < seen.cells.size(); ++i) {
    add_line(out, map.cell(seen.cells[i - 1]), map.cell(seen.cells[i]), 6, 0, palette::kBlack);
  }
  for (size_t i = 1; i < seen.cells.size(); ++i) {
    add_line(out, map.cell(seen.cells[i - 1]), map.cell(seen.cells[i]), 3.5f, 0, palette::kCurrent);
  }
  const ArcCurve curve(map.cell(seen.arc.lower), map.cell(seen.arc.upper), seen.arc.middle != kNoCell);
  add_curve(out, curve, 14, 5.5f, 0, palette::kBlack);
  add_curve(out, curve, 14, 3, 0, palette::kVermilion);
  if (seen.arc.middle == kNoCell) return;
  const Cell over = map.cell(seen.arc.middle);
  out.markers.push_back({middle(over.x), middle(over.y), 8, 0.4f, MarkerShape::kRing, palette::kBlack});
  out.markers.push_back({middle(over.x), middle(over.y), 6.5f, 0.34f, MarkerShape::kRing, palette::kVermilion});
}

void show_inspected_arc(Painter& painter, const Lab& lab) {
  if (!painter.layer(kChLayer).on && !painter.layer(kCchLayer).on) return;
  build_inspected_arc(painter, lab);
  painter.show(kArcPart, 1);
}

}  // namespace

void add_curve(DrawList& out, const ArcCurve& curve, int pieces, float width, float dash, Rgba color) {
  if (!curve.bent) pieces = 1;
  float x = curve.x0, y = curve.y0;
  for (int i = 1; i <= pieces; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(pieces);
    const float next_x = i == pieces ? curve.x1 : curve.x(t), next_y = i == pieces ? curve.y1 : curve.y(t);
    out.lines.push_back({x, y, next_x, next_y, width, dash, color});
    x = next_x;
    y = next_y;
  }
}

const std::array<PaintStep, 4> kChPaint = {{{depth::kDrawn + 10, show_hierarchy<StructureId::kCch>},
                                            {depth::kDrawn + 20, show_hierarchy<StructureId::kCh>},
                                            {depth::kDrawn + 25, show_packed},
                                            {depth::kDrawn + 30, show_inspected_arc}}};

}  // namespace strata
