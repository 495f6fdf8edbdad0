// Text on the map: g, h and f of searched cells, clearances, and what features write.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "core/grid/agent_grids.hpp"
#include "core/world/map_moves.hpp"

namespace strata {

using namespace overlay_tools;

void OverlayBuilder::build_labels(const Lab& lab, const Rect& visible) {
  const LabState& state = lab.state();
  const Playback& playback = search(lab);
  const World& world = lab.world();
  const double zoom = state.camera.zoom;
  const bool searched = this->layer(Layer::kSearch).on && shows(0) && zoom >= kMinCellPixelsF && !playback.empty() &&
                        !playback.outline().two_way;
  const bool clearance = this->layer(Layer::kClearance).on && shows(0) && zoom >= kMinCellPixelsClearance &&
                         world.get<MapMoves>().clearance() != nullptr;
  Stamp stamp;
  stamp << static_cast<uint64_t>(state.ui_scale * 64);
  bool others = false;  // labels of features
  for (const LabelStep& step : labels_) {
    const uint64_t own = step.stamp(*this, lab);
    stamp << own;
    others |= own != 0;
  }
  stamp << static_cast<uint64_t>(searched) << static_cast<uint64_t>(clearance);
  if (searched || clearance) stamp << visible;
  if (searched) stamp << playback.version() << static_cast<uint64_t>(zoom >= kMinCellPixelsLabel);
  if (clearance) stamp << world.map().revision() << lab.query().rules_version() << lab.session().world_version();
  if (view_->label_stamp != stamp.value()) {
    view_->label_stamp = stamp.value();
    view_->labels_cut = view_->labels_crowded = false;
    std::vector<DrawLabel>& labels = view_->overlay.labels;
    if (searched || clearance || others || !labels.empty()) ++rebuilt_;
    labels.clear();
    const bool truncated = std::exchange(view_->overlay.truncated, false);
    if (searched) label_search(lab, visible);
    if (clearance) label_clearance(lab, visible);
    for (const LabelStep& step : labels_) {
      if (step.stamp(*this, lab) != 0) step.add(*this, lab);
    }
    view_->labels_cut = view_->overlay.truncated;
    view_->overlay.truncated = truncated;
  }
  for (const LabelStep& step : labels_) {
    if (step.note != nullptr) step.note(*this, lab, view_->labels_cut, view_->labels_crowded);
  }
  if (!view_->labels_cut) return;
  view_->overlay.truncated = true;
  for (const Layer layer : {Layer::kSearch, Layer::kClearance}) {
    LayerState& cut = this->layer(layer);
    if (cut.on && cut.note.empty()) cut.note = "too much text for one screen: some is left out, zoom in";
  }
}

// Labels searched cells with g, h and f, or with f alone, as soon as the text can be read.
void OverlayBuilder::label_search(const Lab& lab, const Rect& visible) {
  const Playback& playback = search(lab);
  const GridMap& map = lab.world().map();
  const double unit = cost_unit(lab.world());
  const bool all = lab.state().camera.zoom >= kMinCellPixelsLabel;
  for (int y = visible.y0; y < visible.y1; ++y) {
    for (int x = visible.x0; x < visible.x1; ++x) {
      const CellId id = map.id({x, y});
      const uint8_t heat = playback.heat().cells[id];
      if (heat == 0) continue;
      const NodeAt node = playback.node_in(0, id);
      // The upper half of the heat map has light colours.
      const Rgba color = heat > kHeatFirst + 110 ? palette::kBlack : palette::kWhite;
      const auto top = static_cast<float>(y);
      const double f = (static_cast<double>(node.g) + node.h) / unit;
      if (!all) {
        add_label(middle(x), middle(y), 0.42f, color, 0, fmt::format("{:.1f}", f));
        continue;
      }
      add_label(middle(x), top + 0.2f, 0.27f, color, 0, fmt::format("g {:.1f}", node.g / unit));
      add_label(middle(x), top + 0.5f, 0.27f, color, 0, fmt::format("h {:.1f}", node.h / unit));
      add_label(middle(x), top + 0.8f, 0.27f, color, 0, fmt::format("f {:.1f}", f));
    }
  }
}

// Labels cells with their clearance: in the middle, or in the lower right corner if g and f are there too.
void OverlayBuilder::label_clearance(const Lab& lab, const Rect& visible) {
  const Clearance& clearance = *lab.world().get<MapMoves>().clearance();
  // Without a search there is no heat map.
  const Playback& playback = search(lab);
  const bool searched =
      !playback.empty() && this->layer(Layer::kSearch).on && lab.state().camera.zoom >= kMinCellPixelsLabel;
  const int size = agent_of(lab.world()).size;
  for (int y = visible.y0; y < visible.y1; ++y) {
    for (int x = visible.x0; x < visible.x1; ++x) {
      const int value = clearance.at(Cell{x, y});
      if (value == 0) continue;
      const bool corner = searched && playback.heat().cells[lab.world().map().id({x, y})] != 0;
      // Where a large agent fits, the number is in a box; elsewhere it is faint.
      const bool fits = value >= size;
      const bool light = value > 4;
      const Rgba color = !fits ? with_alpha(palette::kWhite, 170) : light ? palette::kBlack : palette::kWhite;
      const Rgba back = size == 1 || !fits ? 0 : light ? with_alpha(palette::kWhite, 130) : rgba(0x101820, 150);
      add_label(static_cast<float>(x) + (corner ? 0.85f : 0.5f), middle(y), corner ? 0.22f : 0.55f, color, back,
                fmt::format("{}", value));
    }
  }
}

}  // namespace strata
