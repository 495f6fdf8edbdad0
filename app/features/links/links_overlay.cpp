// Links between cells on the map, and the preview of a drag.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/draw/link_arc.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/draw/painter.hpp"
#include "app/features/links/links_feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/link_lines.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kLinksPart{kLinksLayer};

// Links beyond this number are not drawn.
constexpr size_t kMostDrawn = 20'000;
// The strokes of an arrow head have this length: in pixels, and at least this share of a cell.
constexpr double kHeadPixels = 9, kHeadShare = 0.35;
// The costs of links are written if a link is at least this long on the screen.
constexpr double kMinCostPixels = 40;
constexpr Rgba kLinkColor = palette::kDrawn;

// Adds an arrow head in the middle of the curve, where it is not covered by the marks of the end.
void add_head(DrawList& out, const LinkArc& arc, float size, float width, Rgba color) {
  const float tip_x = arc.x(0.56f), tip_y = arc.y(0.56f);
  const float dx = tip_x - arc.x(0.5f), dy = tip_y - arc.y(0.5f);
  const float length = std::max(std::hypot(dx, dy), 1e-6f);
  const float ux = dx / length * size, uy = dy / length * size;
  for (const float side : {0.55f, -0.55f}) {
    out.lines.push_back({tip_x, tip_y, tip_x - ux + side * uy, tip_y - uy - side * ux, width, 0, color});
  }
}

void draw_link(DrawList& out, const LinkArc& arc, bool one_way, bool usable, float head) {
  const Rgba halo = with_alpha(palette::kWhite, usable ? 200 : 90);
  const Rgba color = with_alpha(kLinkColor, usable ? 255 : 110);
  add_link_arc(out, arc, 4.6f, 0, halo);
  add_link_arc(out, arc, 2.0f, usable ? 0.0f : 5.0f, color);
  if (one_way) {
    add_head(out, arc, head, 4.6f, halo);
    add_head(out, arc, head, 2.0f, color);
  }
  out.markers.push_back({arc.x0, arc.y0, 4.2f, 0.2f, MarkerShape::kDisc, halo});
  out.markers.push_back({arc.x0, arc.y0, 3.2f, 0.16f, MarkerShape::kDisc, color});
  out.markers.push_back({arc.x1, arc.y1, 4.2f, 0.2f, MarkerShape::kDisc, halo});
  out.markers.push_back({arc.x1, arc.y1, 3.2f, 0.16f, one_way ? MarkerShape::kRing : MarkerShape::kDisc, color});
}

// Returns the size of the arrow heads in cells. It changes in steps, so that a zoom does not redraw the links in every
// frame.
double head_size(const Lab& lab) {
  const double zoom = std::exp2(std::floor(2 * std::log2(std::max(lab.state().camera.zoom, 1e-3))) / 2);
  return std::max(kHeadShare, kHeadPixels * lab.state().ui_scale / zoom);
}

void show_links(Painter& painter, const Lab& lab) {
  const LinksController& controller = links_controller(lab);
  const std::optional<LinkDrag>& drag = controller.dragged();
  const GridMap& map = lab.world().map();
  if (map.links() == nullptr && !drag) return;
  LayerState& layer = painter.layer(kLinksLayer);
  if (!layer.on) return;
  const double head = head_size(lab);
  DrawInputHash stamp;
  stamp << lab.state().world_version << map.revision() << lab.state().rules_version << lab.world().moves().built_for()
        << static_cast<uint64_t>(head * 1024) << static_cast<uint64_t>(drag.has_value())
        << static_cast<uint64_t>(controller.settings().both_ways);
  if (drag) stamp << drag->from << drag->to;
  const std::vector<LinkText>& links = controller.links();
  if (links.size() > kMostDrawn) layer.note = fmt::format("the first {} of {} links", kMostDrawn, links.size());
  if (painter.renew(kLinksPart, stamp.value())) {
    DrawList& out = painter.list(kLinksPart);
    for (size_t i = 0; i < std::min(links.size(), kMostDrawn); ++i) {
      const LinkText& link = links[i];
      draw_link(out, link_arc(map, map.id(link.from), map.id(link.to)), !link.both_ways,
                controller.is_usable(link.from, link.to), static_cast<float>(head));
    }
    if (drag && drag->from != drag->to) {
      draw_link(out, one_way_arc(drag->from, drag->to), !controller.settings().both_ways,
                controller.is_usable(drag->from, drag->to), static_cast<float>(head));
    }
  }
  painter.show(kLinksPart, layer.opacity);
}

uint64_t label_stamp(const Painter& painter, const Lab& lab) {
  const LabState& state = lab.state();
  if (!painter.layer(kLinksLayer).on || lab.world().map().links() == nullptr) return 0;
  DrawInputHash stamp;
  stamp << state.world_version << lab.world().map().revision() << static_cast<uint64_t>(state.camera.zoom * 64)
        << static_cast<uint64_t>(state.ui_scale * 64);
  return stamp.value();
}

// Writes the cost of each link beside the middle of its curve.
void add_labels(Painter& painter, const Lab& lab) {
  const GridMap& map = lab.world().map();
  const std::vector<LinkText>& links = links_controller(lab).links();
  for (size_t i = 0; i < std::min(links.size(), kMostDrawn); ++i) {
    const LinkText& link = links[i];
    if (std::hypot(link.from.x - link.to.x, link.from.y - link.to.y) * lab.state().camera.zoom < kMinCostPixels)
      continue;
    const LinkArc arc = link_arc(map, map.id(link.from), map.id(link.to));
    painter.add_label(arc.x(0.35f), arc.y(0.35f), 0, palette::kBlack, with_alpha(palette::kWhite, 225),
                      link_cost_text(link.length));
  }
}

}  // namespace

const std::array<PaintStep, 1> kLinksPaint = {{{depth::kDrawn + 40, show_links}}};
const std::array<LabelStep, 1> kLinksLabels = {{{label_stamp, add_labels}}};

}  // namespace strata
