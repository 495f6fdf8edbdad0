// Text on the map: g and f of searched cells, clearances, annotations of edges.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "app/base/agent_text.hpp"
#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/lab_parts.hpp"

namespace strata {

using namespace overlay_tools;

void OverlayBuilder::build_labels(Lab& lab, const Rect& visible) {
  LabState& state = lab.mutable_state();
  const Playback& playback = lab.playback();
  const World& world = lab.world();
  const double zoom = state.camera.zoom;
  const bool search = state.layer(Layer::kSearch).on && shows(0) && zoom >= kMinCellPixelsLabel && !playback.empty() &&
                      !playback.outline().two_way;
  const bool clearance = state.layer(Layer::kClearance).on && shows(0) && zoom >= kMinCellPixelsClearance &&
                         world.get<MapMoves>().clearance() != nullptr;
  const bool haa = (state.layer(Layer::kHaaInter).on || state.layer(Layer::kHaaIntra).on) && shows(1) &&
                   zoom >= kMinCellPixelsAnnotation && world.has(Structure::kHaa) && world.get<MapHaa>().haa().ready();
  const bool landmarks = state.layer(Layer::kLandmarks).on && shows(0) && world.has(Structure::kLandmarks);
  Stamp stamp;
  stamp << static_cast<uint64_t>(landmarks);
  bool others = false;  // of features
  for (const LabelStep& step : labels_) {
    const uint64_t own = step.stamp(*this, lab);
    stamp << own;
    others |= own != 0;
  }
  if (landmarks) {
    stamp << world.get<MapLandmarks>().version() << lab.session().world_version();
    for (const CellId cell : state.landmark_options.placed) stamp << cell;
    if (state.landmark_drag) stamp << static_cast<uint64_t>(state.landmark_drag->landmark) << state.landmark_drag->at;
  }
  stamp << static_cast<uint64_t>(search) << static_cast<uint64_t>(clearance) << static_cast<uint64_t>(haa);
  if (search || clearance || haa) stamp << visible;
  if (search) stamp << playback.version();
  if (clearance) stamp << world.map().revision() << lab.query().rules_version() << lab.session().world_version();
  if (haa) {
    stamp << static_cast<uint64_t>(state.layer(Layer::kHaaInter).on)
          << static_cast<uint64_t>(state.layer(Layer::kHaaIntra).on) << lab.query().rules_version()
          << static_cast<uint64_t>(state.layer(Layer::kHaaDominated).on)
          << (state.inspected && state.inspected->haa_node ? state.inspected->cell : Cell{-1, -1})
          << static_cast<uint64_t>(zoom * 64) << std::ranges::max(lab.strokes().stamps(Structure::kHaa)[0].all());
  }
  if (view_->label_stamp != stamp.value()) {
    view_->label_stamp = stamp.value();
    view_->labels_cut = view_->labels_crowded = false;
    std::vector<DrawLabel>& labels = view_->overlay.labels;
    if (search || clearance || haa || landmarks || others || !labels.empty()) ++rebuilt_;
    labels.clear();
    const bool truncated = std::exchange(view_->overlay.truncated, false);
    if (search) label_search(lab, visible);
    if (clearance) label_clearance(lab, visible);
    if (haa) label_haa(lab, visible);
    if (landmarks) label_landmarks(lab);
    for (const LabelStep& step : labels_) {
      if (step.stamp(*this, lab) != 0) step.add(*this, lab);
    }
    view_->labels_cut = view_->overlay.truncated;
    view_->overlay.truncated = truncated;
  }
  if (view_->labels_crowded) {
    for (const Layer layer : {Layer::kHaaInter, Layer::kHaaIntra}) {
      LayerState& crowded = state.layer(layer);
      if (crowded.on && crowded.note.empty()) {
        crowded.note = "not every edge has room for its text: zoom in, or inspect a node to see those of its edges";
      }
    }
  }
  if (!view_->labels_cut) return;
  view_->overlay.truncated = true;
  for (const Layer layer : {Layer::kSearch, Layer::kClearance, Layer::kHaaInter, Layer::kHaaIntra}) {
    LayerState& cut = state.layer(layer);
    if (cut.on && cut.note.empty()) cut.note = "too much text for one screen: some is left out, zoom in";
  }
}

// g and f inside searched cells, where a cell is large enough to read them.
void OverlayBuilder::label_search(const Lab& lab, const Rect& visible) {
  const Playback& playback = lab.playback();
  const GridMap& map = lab.world().map();
  const double unit = lab.cost_unit();
  for (int y = visible.y0; y < visible.y1; ++y) {
    for (int x = visible.x0; x < visible.x1; ++x) {
      const CellId id = map.id({x, y});
      const uint8_t heat = playback.heat().cells[id];
      if (heat == 0) continue;
      const NodeAt node = playback.node_in(0, id);
      // The upper half of the heat map is light.
      const Rgba color = heat != kHeatOpen && heat > kHeatFirst + 110 ? palette::kBlack : palette::kWhite;
      const auto top = static_cast<float>(y);
      add_label(middle(x), top + 0.27f, 0.3f, color, 0, fmt::format("g {:.1f}", node.g / unit));
      add_label(middle(x), top + 0.73f, 0.3f, color, 0,
                fmt::format("f {:.1f}", (static_cast<double>(node.g) + node.h) / unit));
    }
  }
}

// In the middle of a cell, or in its lower right corner where g and f are there too.
void OverlayBuilder::label_clearance(const Lab& lab, const Rect& visible) {
  const Clearance& clearance = *lab.world().get<MapMoves>().clearance();
  const bool search = lab.state().layer(Layer::kSearch).on && lab.state().camera.zoom >= kMinCellPixelsLabel;
  const int size = lab.agent().size;
  for (int y = visible.y0; y < visible.y1; ++y) {
    for (int x = visible.x0; x < visible.x1; ++x) {
      const int value = clearance.at(Cell{x, y});
      if (value == 0) continue;
      const bool corner = search && lab.playback().heat().cells[lab.world().map().id({x, y})] != 0;
      // Where a large agent fits the number is in a box, elsewhere it steps back.
      const bool fits = value >= size;
      const bool light = value > 4;
      const Rgba color = !fits ? with_alpha(palette::kWhite, 170) : light ? palette::kBlack : palette::kWhite;
      const Rgba back = size == 1 || !fits ? 0 : light ? with_alpha(palette::kWhite, 130) : rgba(0x101820, 150);
      add_label(static_cast<float>(x) + (corner ? 0.85f : 0.5f), middle(y), corner ? 0.22f : 0.55f, color, back,
                fmt::format("{}", value));
    }
  }
}

// "GS 2": who can use an edge, at its middle.
void OverlayBuilder::label_haa(const Lab& lab, const Rect& visible) {
  const LabState& state = lab.state();
  const Haa& haa = lab.world().get<MapHaa>().haa();
  const GridMap& map = lab.world().map();
  const ClusterGrid& clusters = haa.clusters();
  if (visible.empty()) return;
  const Rect touched = clusters.touched(visible);
  const bool dominated = state.layer(Layer::kHaaDominated).on;
  const Camera& camera = state.camera;
  taken_.assign(static_cast<size_t>(camera.view_width / kTakenPixels + 1) *
                    static_cast<size_t>(camera.view_height / kTakenPixels + 1),
                0);
  // Those of an inspected node alone, if there is one.
  const CellId chosen = state.inspected && state.inspected->haa_node ? map.id(state.inspected->cell) : kNoCell;
  const auto label = [&](bool inter) {
    for (size_t i = 0; i < haa_edges_.size(); ++i) {
      const HaaEdge& edge = haa_edges_[i];
      if (chosen != kNoCell && edge.from != chosen && edge.to != chosen) continue;
      if (inter && edge.from > edge.to) continue;  // listed on both sides of the border
      if (edge.strongly_dominated && !dominated) continue;
      const Cell from = map.cell(edge.from), to = map.cell(edge.to);
      const EdgePlace place = edge_place(from, to, edge_order(haa_edges_, i));
      if (!visible.contains({static_cast<int>(place.mid_x()), static_cast<int>(place.mid_y())})) continue;
      const std::string text = fmt::format("{} {}", capability_initials(edge.capability), edge.clearance);
      if (!take_place(camera, place.mid_x(), place.mid_y(), text.size())) {
        view_->labels_crowded = true;
        continue;
      }
      add_label(place.mid_x(), place.mid_y(), 0, palette::kBlack, with_alpha(palette::kWhite, 225), text);
    }
  };
  for (int y = touched.y0; y < touched.y1; ++y) {
    for (int x = touched.x0; x < touched.x1; ++x) {
      const auto cluster = static_cast<uint32_t>(y * clusters.columns() + x);
      if (state.layer(Layer::kHaaInter).on) {
        haa_edges_.clear();
        haa.append_inter_edges(cluster, haa_edges_);
        label(true);
      }
      if (state.layer(Layer::kHaaIntra).on) {
        haa_edges_.clear();
        haa.append_intra_edges(cluster, haa_edges_);
        label(false);
      }
    }
  }
}

}  // namespace strata
