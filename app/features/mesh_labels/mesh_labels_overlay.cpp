// Any-angle labels on the map: corners of walls, the taut edges of one corner, and the hub of start and goal with both
// legs of the path.
#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <limits>

#include "app/draw/overlay_tools.hpp"
#include "app/features/mesh_labels/mesh_labels.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "core/world/refusal.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kCornersPart{kCornerLayer}, kTautPart{kCornerLayer}, kHubPart{kCornerHubLayer};

// At most this many corners are drawn.
constexpr size_t kMostCorners = 60'000;
// The taut edges of a corner are drawn if it is at most this far from the middle of the cell, in half cells.
constexpr int64_t kNearCorner = 4;

float in_cells(int32_t half_cells) { return static_cast<float>(half_cells) / 2; }

void add_segment(DrawList& out, HalfCellPoint a, HalfCellPoint b, float width, float dash, Rgba color) {
  out.lines.push_back({in_cells(a.x), in_cells(a.y), in_cells(b.x), in_cells(b.y), width, dash, color});
}

void add_point(DrawList& out, HalfCellPoint at, float radius, float share, MarkerShape shape, Rgba color) {
  out.markers.push_back({in_cells(at.x), in_cells(at.y), radius, share, shape, color});
}

// Returns the labels to draw; null: the layer is off, or there are none, which its note explains.
const MeshLabels* drawn_labels(Painter& painter, const Lab& lab, const FeatureLayer& which) {
  LayerState& layer = painter.layer(which);
  if (!layer.on || !painter.shows(0) || !lab.world().has(StructureId::kMeshLabels)) return nullptr;
  const MeshLabels* labels = mesh_labels_controller(lab).labels();
  if (labels != nullptr) return labels;
  layer.note = refusal(lab.world(), StructureId::kMeshLabels);
  if (layer.note.empty()) layer.note = "any-angle labels are being built";
  return nullptr;
}

void show_corners(Painter& painter, const Lab& lab) {
  const MeshLabels* labels = drawn_labels(painter, lab, kCornerLayer);
  if (labels == nullptr) return;
  LayerState& layer = painter.layer(kCornerLayer);
  if (labels->corners().size() > kMostCorners) {
    layer.note.clear();  // another view may have written a note already
    fmt::format_to(std::back_inserter(layer.note), "not drawn: there are more than {} corners", kMostCorners);
    return;
  }
  if (painter.renew(kCornersPart, mesh_labels_controller(lab).stamp())) {
    DrawList& out = painter.list(kCornersPart);
    for (const WallCorner& corner : labels->corners()) {
      add_point(out, corner.at, 1.8f, 0.14f, MarkerShape::kDisc, kCornerColor);
    }
  }
  painter.show(kCornersPart, layer.opacity);
}

// Returns the corner nearest to the middle of the cell, of equally near ones the first; the number of corners if none
// is beside the cell.
uint32_t corner_beside(const MeshLabels& labels, Cell cell) {
  const auto none = static_cast<uint32_t>(labels.corners().size());
  uint32_t nearest = none;
  int64_t least = kNearCorner;
  for (int y = 0; y <= 2; y += 2) {
    for (int x = 0; x <= 2; x += 2) {
      const HalfCellPoint at{2 * cell.x + x, 2 * cell.y + y};
      const uint32_t corner = labels.corner_at(at);
      if (corner == none || squared_distance(at, middle_of(cell)) >= least) continue;
      least = squared_distance(at, middle_of(cell));
      nearest = corner;
    }
  }
  return nearest;
}

// Draws the taut edges of the corner beside the inspected cell, or else beside the cell that is pointed at.
void show_taut_edges(Painter& painter, const Lab& lab) {
  const MeshLabels* labels = drawn_labels(painter, lab, kCornerLayer);
  if (labels == nullptr) return;
  const LabState& state = lab.state();
  const std::optional<Cell> cell = state.inspected ? std::optional(state.inspected->cell) : state.hover;
  DrawInputHash stamp;
  stamp << mesh_labels_controller(lab).stamp() << cell.value_or(Cell{-1, -1});
  if (painter.renew(kTautPart, stamp.value()) && cell) {
    DrawList& out = painter.list(kTautPart);
    const uint32_t corner = corner_beside(*labels, *cell);
    if (corner < labels->corners().size()) {
      const HalfCellPoint from = labels->corners()[corner].at;
      for (const uint32_t to : taut_neighbours(*labels, corner)) {
        const HalfCellPoint end = labels->corners()[to].at;
        add_segment(out, from, end, 1.4f, 0, kTautColor);
        add_point(out, end, 3, 0.2f, MarkerShape::kDiamond, kCornerColor);
      }
      add_point(out, from, 5, 0.3f, MarkerShape::kRing, kCornerColor);
    }
  }
  painter.show(kTautPart, painter.layer(kCornerLayer).opacity);
}

void add_leg(DrawList& out, const std::vector<HalfCellPoint>& points, Rgba color) {
  for (size_t i = 1; i < points.size(); ++i) add_segment(out, points[i - 1], points[i], 6, 0, palette::kWhite);
  for (size_t i = 1; i < points.size(); ++i) add_segment(out, points[i - 1], points[i], 3, 8, color);
}

void show_hub(Painter& painter, const Lab& lab) {
  const MeshLabels* labels = drawn_labels(painter, lab, kCornerHubLayer);
  if (labels == nullptr) return;
  LayerState& layer = painter.layer(kCornerHubLayer);
  if (mesh_labels_controller(lab).hides_hub()) {
    layer.note = "hidden until the search has ended";
    return;
  }
  const MeshLabelsHub& hub = mesh_labels_controller(lab).hub();
  if (!hub.read) {
    layer.note = "no labels are read: start and goal see each other, or one of them is missing or blocked";
  } else if (!hub.found) {
    layer.note = "the labels of start and goal have no hub in common: there is no path";
  }
  const PlanQuery& query = lab.state().query;
  DrawInputHash stamp;
  stamp << mesh_labels_controller(lab).stamp() << query.start << query.goal << lab.world().map().revision()
        << lab.state().rules_version << static_cast<uint64_t>(lab.state().has_query);
  if (painter.renew(kHubPart, stamp.value())) {
    DrawList& out = painter.list(kHubPart);
    for (size_t side = 0; side < 2; ++side) {
      const Rgba color = side == 0 ? palette::kForward : palette::kBackward;
      const MarkerShape shape = side == 0 ? MarkerShape::kDisc : MarkerShape::kSquare;
      for (const uint32_t corner : hub.seen[side]) {
        const HalfCellPoint at = labels->corners()[corner].at;
        add_segment(out, middle_of(side == 0 ? query.start : query.goal), at, 1, 4, with_alpha(color, 130));
        add_point(out, at, 4.8f, 0.31f, shape, palette::kBlack);
        add_point(out, at, 3.6f, 0.25f, shape, color);
      }
      add_leg(out, hub.legs[side], color);
    }
    if (hub.found) {
      const HalfCellPoint at = labels->corners()[hub.corner].at;
      add_point(out, at, 11.5f, 0.62f, MarkerShape::kRing, palette::kBlack);
      add_point(out, at, 10, 0.54f, MarkerShape::kRing, palette::kVermilion);
    }
  }
  painter.show(kHubPart, layer.opacity);
}

}  // namespace

const std::array<PaintStep, 3> kMeshLabelsPaint = {
    {{depth::kDrawn + 26, show_corners}, {depth::kDrawn + 27, show_taut_edges}, {depth::kDrawn + 28, show_hub}}};

}  // namespace strata
