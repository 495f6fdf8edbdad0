// The graph of the user's own making, and what the mouse is about to make of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_parts.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/lab_parts.hpp"
#include "core/io/graph_file.hpp"

namespace strata {

using namespace overlay_tools;

namespace {
constexpr double kMinWeightPixels = 44;  // of an edge on the screen, to hold its weight
constexpr double kMinNumberPixels = 9;   // of a cell, for the numbers of nodes
}  // namespace

void OverlayBuilder::build_drawn(const Lab& lab) {
  const LabState& state = lab.state();
  const DrawnGraph& graph = state.drawn;
  Stamp stamp;
  stamp << lab.graph().version() << lab.session().world_version()
        << static_cast<uint64_t>(state.graph_drag.has_value());
  if (state.graph_drag) {
    stamp << state.graph_drag->node << state.graph_drag->at << (state.graph_drag->to ? *state.graph_drag->to + 1 : 0);
  }
  if (!renew(kDrawnPart, stamp.value())) return;
  DrawList& out = list(kDrawnPart);
  const auto line = [&](Cell a, Cell b, float dash, Rgba color) {
    add_line(out, a, b, 5.0f, 0, with_alpha(palette::kWhite, 200));
    add_line(out, a, b, 2.2f, dash, color);
  };
  const auto mark = [&](Cell cell, Rgba color) {
    out.markers.push_back({middle(cell.x), middle(cell.y), 8.5f, 0.42f, MarkerShape::kDisc, palette::kWhite});
    out.markers.push_back({middle(cell.x), middle(cell.y), 7.0f, 0.36f, MarkerShape::kDisc, color});
  };
  for (const DrawnEdge& edge : graph.edges()) line(graph.nodes()[edge.a], graph.nodes()[edge.b], 0, palette::kDrawn);
  for (const Cell cell : graph.nodes()) mark(cell, palette::kDrawn);
  const std::optional<GraphDrag>& drag = state.graph_drag;
  if (!drag || drag->node >= graph.node_count()) return;
  const Cell from = graph.nodes()[drag->node];
  if (drag->to) {
    const Cell to = graph.nodes()[*drag->to];
    line(from, to, 6, palette::kVermilion);
    mark(from, palette::kVermilion);
    mark(to, palette::kVermilion);
  } else if (drag->at != from) {
    for (const DrawnEdge& edge : graph.edges()) {
      if (edge.a != drag->node && edge.b != drag->node) continue;
      line(drag->at, graph.nodes()[edge.a == drag->node ? edge.b : edge.a], 6, palette::kVermilion);
    }
    mark(drag->at, palette::kVermilion);
  }
}

// Weights on the edges, and the place of each node in the order.
void OverlayBuilder::label_drawn(const Lab& lab) {
  const LabState& state = lab.state();
  const DrawnGraph& graph = state.drawn;
  const double zoom = state.camera.zoom;
  for (const DrawnEdge& edge : graph.edges()) {
    const Cell a = graph.nodes()[edge.a], b = graph.nodes()[edge.b];
    if (std::hypot(a.x - b.x, a.y - b.y) * zoom < kMinWeightPixels) continue;
    add_label((middle(a.x) + middle(b.x)) / 2, (middle(a.y) + middle(b.y)) / 2, 0, palette::kBlack,
              with_alpha(palette::kWhite, 225), fmt::format("{:.4g}", edge.weight / static_cast<double>(kDrawnUnit)));
  }
  if (zoom < kMinNumberPixels) return;
  // Those that have been contracted are small by now.
  cells_.clear();
  if (state.contracting) {
    for (const uint32_t event : lab.playback().before_cursor(lab.playback().outline().contracted))
      cells_.push_back(lab.trace().events()[event].node);
    if (!cells_.empty() && !lab.playback().at_end()) cells_.pop_back();
  }
  // Marks of a hierarchy lie over the nodes in colours of their own.
  const auto covers = [&](Structure structure, Layer layer) {
    return state.layer(layer).on && lab.world().has(structure) &&
           (structure == Structure::kCh ? state.ch_options.graph : state.cch_options.graph) == ChGraph::kDrawn;
  };
  const bool covered =
      !state.contracting && (covers(Structure::kCh, Layer::kCh) || covers(Structure::kCch, Layer::kCch));
  for (size_t place = 0; place < graph.order().size(); ++place) {
    const Cell cell = graph.nodes()[graph.order()[place]];
    const bool gone = std::find(cells_.begin(), cells_.end(), lab.world().map().id(cell)) != cells_.end();
    const bool boxed = gone || covered;
    add_label(middle(cell.x), middle(cell.y), 0, boxed ? palette::kDrawn : palette::kWhite,
              boxed ? with_alpha(palette::kWhite, gone ? 150 : 200) : 0, fmt::format("{}", place + 1));
  }
}

}  // namespace strata
