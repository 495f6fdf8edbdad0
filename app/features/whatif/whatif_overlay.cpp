// The present stroke on the map: the path before it, and the transitions that vanish or appear.
#include "app/draw/overlay_tools.hpp"
#include "app/features/whatif/whatif.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kStrokePart{kWhatifLayer};

void build(const Lab& lab, const WhatifController& controller, DrawList& out) {
  const GridMap& map = lab.world().map();
  const std::vector<CellId>& path = controller.path_before();
  for (size_t i = 1; i < path.size();) {
    const Cell from = map.cell(path[i - 1]), next = map.cell(path[i]);
    size_t last = i;
    while (last + 1 < path.size()) {
      const Cell a = map.cell(path[last]), b = map.cell(path[last + 1]);
      if (b.x - a.x != next.x - from.x || b.y - a.y != next.y - from.y) break;
      ++last;
    }
    add_line(out, from, map.cell(path[last]), 2.5f, 4, with_alpha(palette::kBlack, 150));
    i = last + 1;
  }
  const auto mark = [&](const WhatifController::InterEdgeCells& transition, MarkerShape shape, Rgba color) {
    const Cell a = map.cell(transition.first), b = map.cell(transition.second);
    const float x = (middle(a.x) + middle(b.x)) / 2, y = (middle(a.y) + middle(b.y)) / 2;
    out.markers.push_back({x, y, 8, 0.5f, shape, palette::kWhite});
    out.markers.push_back({x, y, 6.5f, 0.42f, shape, color});
  };
  if (hides_structure(lab, StructureId::kHpa)) return;
  for (const auto& transition : controller.vanished()) mark(transition, MarkerShape::kCross, palette::kVermilion);
  for (const auto& transition : controller.appeared()) mark(transition, MarkerShape::kRing, palette::kGreen);
}

void paint(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kWhatifLayer);
  const WhatifController& controller = whatif_controller(lab);
  if (!layer.on || !controller.under_way()) return;
  DrawInputHash stamp;
  stamp << lab.state().world_version << controller.version();
  if (painter.renew(kStrokePart, stamp.value())) build(lab, controller, painter.list(kStrokePart));
  painter.show(kStrokePart, layer.opacity);
}

}  // namespace

const std::array<PaintStep, 1> kWhatifPaint = {{{depth::kPaths + 60, paint}}};

}  // namespace strata
