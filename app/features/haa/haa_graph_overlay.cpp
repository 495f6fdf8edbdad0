// HAA* on the map: entrances by capability, and the paths by which inter-edges of the inspected node
// are weakly dominated.
#include <algorithm>

#include "app/draw/construction_marks.hpp"
#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/features/haa/haa.hpp"
#include "app/features/haa/haa_graph.hpp"
#include "app/features/haa/haa_process.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "core/world/map_haa.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// Width on each side of the border that the bars of an entrance take together, in cells.
constexpr float kEntranceHalf = 0.42f;
constexpr double kMinEntrancePixels = 24;  // minimum side of a cluster
// Opacity, out of 255, of the bar for one size; the bars for several sizes overlap.
constexpr uint32_t kEntranceAlpha = 95;

const DrawListTag kHaaEntrancePart{kHaaEntranceLayer};
const DrawListTag kProofPart{kHaaDominatedLayer};

struct HaaEntranceScratch {
  std::vector<Entrance> entrances;
  InkCoverage ink;  // that of the bars in sight, which are the same in all views
};

// Draws each entrance as parallel bars, one for each capability. The first bar lies on the side of the left
// or upper cluster.
void build_entrances(Painter& painter, const Lab& lab, DrawList& out) {
  const MapHaa& map = lab.world().get<MapHaa>();
  const HaaOptions& options = map.haa().options();
  const ClusterGrid& clusters = map.haa().clusters();
  std::vector<Entrance>& entrances = painter.memory<HaaEntranceScratch>().entrances;
  const Rect touched = clusters.touched(painter.visible().grown(1).clipped(lab.world().map().bounds()));
  const auto kinds = static_cast<int>(options.capabilities.size());
  const float thick = 2 * kEntranceHalf / static_cast<float>(kinds);
  const int sizes = options.as_published ? 1 : options.max_size;
  for (int kind = 0; kind < kinds; ++kind) {
    const float low = -kEntranceHalf + thick * static_cast<float>(kind), high = low + thick * 0.86f;
    const Rgba color = with_alpha(capability_style(static_cast<size_t>(kind)).color, sizes == 1 ? 200 : kEntranceAlpha);
    for (int size = 1; size <= sizes; ++size) {
      entrances.clear();
      for (int y = touched.y0; y < touched.y1; ++y) {
        for (int x = touched.x0; x < touched.x1; ++x) {
          const auto cluster = static_cast<uint32_t>(y * clusters.columns() + x);
          append_haa_entrances(map, cluster, Side::kEast, kind, size, entrances);
          append_haa_entrances(map, cluster, Side::kSouth, kind, size, entrances);
        }
      }
      for (const Entrance& entrance : entrances) {
        const auto x0 = static_cast<float>(entrance.first.x), y0 = static_cast<float>(entrance.first.y);
        const auto x1 = static_cast<float>(entrance.last.x + 1), y1 = static_cast<float>(entrance.last.y + 1);
        if (entrance.side == Side::kEast) {
          out.rects.push_back({x1 + low, y0, x1 + high, y1, color});
        } else {
          out.rects.push_back({x0, y1 + low, x1, y1 + high, color});
        }
      }
    }
  }
}

void show_haa_entrances(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kHaaEntranceLayer);
  if (!layer.on || !painter.shows(1) || !lab.world().has(StructureId::kHaa)) return;
  if (only_what_is_built(painter, lab, kHaaConstruction, {kHaaEntranceLayer})) return;
  const Haa& haa = lab.world().get<MapHaa>().haa();
  if (lab.state().camera.zoom * haa.options().cluster_size < kMinEntrancePixels) {
    layer.note = "zoom in to see the entrances";
    return;
  }
  if (painter.visible().empty()) return;
  DrawInputHash stamp;
  stamp << painter.visible() << lab.world().map().revision() << lab.state().world_version << lab.state().rules_version
        << static_cast<uint64_t>(haa.options().cluster_size) << static_cast<uint64_t>(haa.options().max_size)
        << static_cast<uint64_t>(haa.options().as_published);
  for (const Capability capability : haa.options().capabilities) stamp << capability.bits();
  if (haa.ready() && painter.renew(kHaaEntrancePart, stamp.value())) {
    build_entrances(painter, lab, painter.list(kHaaEntrancePart));
    painter.memory<HaaEntranceScratch>().ink = InkCoverage(painter.list(kHaaEntrancePart));
  }
  // The bars of several sizes and capabilities lie close together: beyond the ink of the entrances of HPA* they fade.
  const double zoom = lab.state().camera.zoom;
  const Rect& seen = painter.visible();
  const double ink = painter.memory<HaaEntranceScratch>().ink.pixels(zoom) /
                     (zoom * zoom * static_cast<double>(seen.width()) * seen.height());
  const double opacity = opacity_of_marks(ink, kEntranceInk);
  if (opacity == 0) {
    layer.note = "zoom in to see them: they are too dense on the screen";
    return;
  }
  painter.show(kHaaEntrancePart, layer.opacity * static_cast<float>(opacity));
}

// Draws, for each weakly dominated inter-edge, the path that agents take instead: over the edge that dominates it.
void show_proofs(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kHaaDominatedLayer);
  if (!layer.on || !painter.shows(1) || !lab.world().has(StructureId::kHaa)) return;
  const std::vector<HaaDominatingEdge>& dominators = haa_graph_controller(lab).dominators();
  const std::vector<HaaEdge>& edges = haa_controller(lab).inspected().edges;
  const bool any = lab.state().inspected.has_value();
  DrawInputHash stamp;
  stamp << static_cast<uint64_t>(any) << (any ? lab.state().inspected->cell : Cell{}) << lab.world().map().revision()
        << lab.state().world_version << lab.state().rules_version << edges.size();
  for (const HaaDominatingEdge& dominator : dominators) stamp << (dominator.by ? dominator.by->from + 1 : 0);
  if (painter.renew(kProofPart, stamp.value()) && any) {
    DrawList& out = painter.list(kProofPart);
    const GridMap& map = lab.world().map();
    for (size_t i = 0; i < dominators.size() && i < edges.size(); ++i) {
      if (!dominators[i].by || edges[i].strongly_dominated) continue;
      const auto draw = [&](const std::optional<HaaEdge>& edge, float dash) {
        if (!edge) return;
        add_line(out, map.cell(edge->from), map.cell(edge->to), 6, 0, palette::kBlack);
        add_line(out, map.cell(edge->from), map.cell(edge->to), 3.5f, dash, palette::kCurrent);
      };
      draw(dominators[i].before, 5);
      draw(dominators[i].by, 0);
      draw(dominators[i].after, 5);
    }
  }
  painter.show(kProofPart, layer.opacity);
}

}  // namespace

const std::array<PaintStep, 2> kHaaGraphPaint = {
    {{depth::kBorders + 60, show_haa_entrances}, {depth::kNearEdges - 20, show_proofs}}};

}  // namespace strata
