// The areas from which a repair begins: outlines of what the edits since the search before have changed.
#include "app/draw/overlay_tools.hpp"
#include "app/features/repairs/repairs.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kRepairPart{kRepairLayer};

void add_outline(DrawList& out, const Rect& area) {
  const auto x0 = static_cast<float>(area.x0), y0 = static_cast<float>(area.y0), x1 = static_cast<float>(area.x1),
             y1 = static_cast<float>(area.y1);
  const float corners[5][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}};
  for (size_t i = 0; i < 4; ++i) {
    out.lines.push_back({corners[i][0], corners[i][1], corners[i + 1][0], corners[i + 1][1], 2, 4, kRepairColor});
  }
}

void show_repairs(Painter& painter, const Lab& lab) {
  if (!painter.layer(kRepairLayer).on || !painter.shows(0) || !lab.world().has(StructureId::kRepairs)) return;
  DrawInputHash stamp;
  stamp << lab.world().state(StructureId::kRepairs).version << lab.state().world_version;
  if (painter.renew(kRepairPart, stamp.value())) {
    DrawList& out = painter.list(kRepairPart);
    for (const Rect& area : lab.world().get<MapRepairs>().edits()) add_outline(out, area);
  }
  painter.show(kRepairPart, painter.layer(kRepairLayer).opacity);
}

}  // namespace

const std::array<PaintStep, 1> kRepairPaint = {{{depth::kNearEdges + 6, show_repairs}}};

}  // namespace strata
