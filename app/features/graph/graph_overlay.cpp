// The drawn graph on the map, and the preview of a drag.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/draw/overlay_tools.hpp"
#include "app/draw/painter.hpp"
#include "app/features/ch/ch.hpp"
#include "app/features/ch/ch_altitude.hpp"
#include "app/features/graph/graph.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/session.hpp"
#include "app/playback/playback.hpp"
#include "core/io/graph_file.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kDrawnPart{kDrawnLayer};

// The weight of an edge is written only if the edge is at least this long on the screen.
constexpr double kMinWeightPixels = 44;
// The numbers of nodes are written only if a cell has at least this size on the screen.
constexpr double kMinNumberPixels = 9;

void build_drawn(Painter& painter, const Lab& lab) {
  const DrawnGraph& graph = graph_controller(lab).graph();
  const std::optional<GraphDrag>& drag = graph_controller(lab).dragged();
  DrawInputHash stamp;
  stamp << graph_controller(lab).version() << lab.state().world_version << static_cast<uint64_t>(drag.has_value());
  if (drag) {
    stamp << drag->node << drag->at << (drag->to ? *drag->to + 1 : 0);
  }
  if (!painter.renew(kDrawnPart, stamp.value())) return;
  DrawList& out = painter.list(kDrawnPart);
  const auto line = [&](Cell a, Cell b, float dash, Rgba color) {
    add_line(out, a, b, 5.0f, 0, with_alpha(palette::kWhite, 200));
    add_line(out, a, b, 2.2f, dash, color);
  };
  const auto mark = [&](Cell cell, Rgba color) {
    out.markers.push_back({middle(cell.x), middle(cell.y), 8.5f, 0.42f, MarkerShape::kDisc, palette::kWhite});
    out.markers.push_back({middle(cell.x), middle(cell.y), 7.0f, 0.36f, MarkerShape::kDisc, color});
  };
  for (const DrawnGraphEdge& edge : graph.edges())
    line(graph.nodes()[edge.a], graph.nodes()[edge.b], 0, palette::kDrawn);
  for (const Cell cell : graph.nodes()) mark(cell, palette::kDrawn);
  if (!drag || drag->node >= graph.node_count()) return;
  const Cell from = graph.nodes()[drag->node];
  if (drag->to) {
    const Cell to = graph.nodes()[*drag->to];
    line(from, to, 6, palette::kVermilion);
    mark(from, palette::kVermilion);
    mark(to, palette::kVermilion);
  } else if (drag->at != from) {
    for (const DrawnGraphEdge& edge : graph.edges()) {
      if (edge.a != drag->node && edge.b != drag->node) continue;
      line(drag->at, graph.nodes()[edge.a == drag->node ? edge.b : edge.a], 6, palette::kVermilion);
    }
    mark(drag->at, palette::kVermilion);
  }
}

void show_drawn(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kDrawnLayer);
  if (!layer.on || !painter.shows(1)) return;
  // While the contraction of this graph is stepped, contraction_overlay.cpp draws what remains of the graph instead.
  const HierarchyController& hierarchies = hierarchy_controller(lab);
  if (hierarchies.contracting() && hierarchies.ch_options().graph == ChGraph::kDrawn &&
      painter.layer(Layer::kSearch).on) {
    return;
  }
  build_drawn(painter, lab);
  painter.show(kDrawnPart, layer.opacity);
}

uint64_t label_stamp(const Painter& painter, const Lab& lab) {
  const LabState& state = lab.state();
  if (!painter.layer(kDrawnLayer).on || !painter.shows(1) || graph_controller(lab).graph().empty()) return 0;
  const HierarchyController& hierarchies = hierarchy_controller(lab);
  DrawInputHash stamp;
  stamp << graph_controller(lab).version() << lab.state().world_version << static_cast<uint64_t>(state.camera.zoom * 64)
        << static_cast<uint64_t>(state.ui_scale * 64) << state.query.start << state.query.goal
        << static_cast<uint64_t>(state.has_query)
        << (hierarchies.contracting() ? lab.playback().before_cursor(lab.playback().outline().contracted).size() + 1
                                      : 0)
        << static_cast<uint64_t>(shows_altitudes(painter, lab)) << static_cast<uint64_t>(painter.layer(kChLayer).on)
        << static_cast<uint64_t>(painter.layer(kCchLayer).on)
        << static_cast<uint64_t>(hierarchies.graph_of(StructureId::kCh))
        << static_cast<uint64_t>(hierarchies.graph_of(StructureId::kCch));
  return stamp.value();
}

struct ContractedCells {
  std::vector<CellId> cells;  // cells of contracted nodes
};

// Writes the weight of each edge, and the position of each node in the order of contraction, unless the same node has
// its rank at its altitude.
void add_labels(Painter& painter, const Lab& lab) {
  const LabState& state = lab.state();
  const DrawnGraph& graph = graph_controller(lab).graph();
  const double zoom = state.camera.zoom;
  for (const DrawnGraphEdge& edge : graph.edges()) {
    const Cell a = graph.nodes()[edge.a], b = graph.nodes()[edge.b];
    if (std::hypot(a.x - b.x, a.y - b.y) * zoom < kMinWeightPixels) continue;
    painter.add_label((middle(a.x) + middle(b.x)) / 2, (middle(a.y) + middle(b.y)) / 2, 0, palette::kBlack,
                      with_alpha(palette::kWhite, 225),
                      fmt::format("{:.4g}", edge.weight / static_cast<double>(kDrawnUnit)));
  }
  // The nodes by altitude above have the numbers.
  if (zoom < kMinNumberPixels || shows_altitudes(painter, lab)) return;
  // Contracted nodes are small, so that their numbers need a background.
  std::vector<CellId>& gone_cells = painter.memory<ContractedCells>().cells;
  gone_cells.clear();
  const bool contracting = hierarchy_controller(lab).contracting();
  if (contracting) {
    for (const uint32_t event : lab.playback().before_cursor(lab.playback().outline().contracted))
      gone_cells.push_back(lab.trace().events()[event].node);
    if (!gone_cells.empty() && !lab.playback().at_end()) gone_cells.pop_back();
  }
  // Marks of a hierarchy cover the nodes in other colours, so that the numbers need a background.
  const auto covers = [&](StructureId structure, const FeatureLayer& layer) {
    return painter.layer(layer).on && lab.world().has(structure) &&
           hierarchy_controller(lab).graph_of(structure) == ChGraph::kDrawn;
  };
  const bool covered = !contracting && (covers(StructureId::kCh, kChLayer) || covers(StructureId::kCch, kCchLayer));
  for (size_t place = 0; place < graph.order().size(); ++place) {
    const Cell cell = graph.nodes()[graph.order()[place]];
    const bool gone = std::find(gone_cells.begin(), gone_cells.end(), lab.world().map().id(cell)) != gone_cells.end();
    const bool boxed = gone || covered;
    painter.add_label(middle(cell.x), middle(cell.y), 0, boxed ? palette::kDrawn : palette::kWhite,
                      boxed ? with_alpha(palette::kWhite, gone ? 150 : 255) : 0, fmt::format("{}", place + 1));
  }
}

}  // namespace

const std::array<PaintStep, 1> kGraphPaint = {{{depth::kDrawn, show_drawn}}};
const std::array<LabelStep, 1> kGraphLabels = {{{label_stamp, add_labels}}};

}  // namespace strata
