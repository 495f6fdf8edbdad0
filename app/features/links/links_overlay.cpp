// The temporary edges of start and goal over the map, as far as the stepped search has added them.
#include <algorithm>

#include "app/draw/overlay_tools.hpp"
#include "app/features/links/links.hpp"
#include "app/lab/lab.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr float kLinkDash = 4;         // pixels
constexpr uint32_t kLowerAlpha = 120;  // of levels below the searched one, where all levels are shown at once

const ListTag kLinkPart;

// What each view has read of its search.
struct LinksOfViews {
  std::array<EndLinks, kMaxViews> views;
};

void build_links(const Painter& painter, const std::vector<EndLink>& links, DrawList& out) {
  int top = 0;
  for (const EndLink& link : links) top = std::max(top, link.level);
  for (const EndLink& link : links) {
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
  EndLinks& own = painter.memory<LinksOfViews>().views[static_cast<size_t>(painter.index())];
  own.read(lab, painter.search(lab), painter.planner(lab), painter.up_to_date(lab));
  if (painter.renew(kLinkPart, own.stamp())) build_links(painter, own.links(), painter.list(kLinkPart));
  painter.show(kLinkPart, layer.opacity);
}

}  // namespace

const std::array<PaintStep, 1> kLinksPaint = {{{depth::kDrawn - 10, show_links}}};

}  // namespace strata
