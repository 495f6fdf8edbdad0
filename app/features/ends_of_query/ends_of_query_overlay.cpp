// The temporary edges of start and goal on the map, up to the cursor of the stepped search.
#include <algorithm>

#include "app/draw/overlay_tools.hpp"
#include "app/features/ends_of_query/ends_of_query.hpp"
#include "app/lab/lab.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr float kLinkDash = 4;  // pixels
// Opacity, out of 255, of temporary edges on levels below the searched one, while all levels are shown.
constexpr uint32_t kLowerAlpha = 120;

const DrawListTag kLinkPart{kEndLinkLayer};

// The temporary edges of each view's search.
struct TemporaryEdgesByView {
  std::array<TemporaryEdges, kMaxViews> views;
};

void build_links(const Painter& painter, const std::vector<TemporaryEdge>& links, DrawList& out) {
  int top = 0;
  for (const TemporaryEdge& link : links) top = std::max(top, link.level);
  for (const TemporaryEdge& link : links) {
    if (!painter.shows(link.level)) continue;
    const LevelStyle style = level_style(std::max(link.level, 1));
    const bool lower = painter.level() == kAllLevels && link.level < top;
    const Rgba color = link.of_goal ? palette::kGoal : palette::kStart;
    const float width = style.intra + 1.2f;
    if (!lower) add_line(out, link.end, link.node, width + 2, 0, with_alpha(palette::kWhite, 200));
    add_line(out, link.end, link.node, width, kLinkDash, with_alpha(color, lower ? kLowerAlpha : 255));
    if (!lower) out.markers.push_back({link.node.x, link.node.y, 3, 0.26f, MarkerShape::kRing, color});
  }
}

void show_links(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kEndLinkLayer);
  if (!layer.on) return;
  TemporaryEdges& own = painter.memory<TemporaryEdgesByView>().views[static_cast<size_t>(painter.index())];
  own.read(lab, painter.search(lab), painter.planner(lab), painter.up_to_date(lab));
  if (painter.renew(kLinkPart, own.stamp())) build_links(painter, own.links(), painter.list(kLinkPart));
  painter.show(kLinkPart, layer.opacity);
}

}  // namespace

const std::array<PaintStep, 1> kEndsOfQueryPaint = {{{depth::kDrawn - 10, show_links}}};

}  // namespace strata
