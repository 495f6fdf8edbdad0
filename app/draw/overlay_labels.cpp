// Texts on the map: g, h and f of searched cells, clearances, and labels of features.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
  DrawInputHash stamp;
  stamp << static_cast<uint64_t>(state.ui_scale * 64);
  // There are texts of features.
  bool others = false;
  for (const LabelStep& step : labels_) {
    const uint64_t own = step.stamp(*this, lab);
    stamp << own;
    others |= own != 0;
  }
  stamp << static_cast<uint64_t>(searched) << static_cast<uint64_t>(clearance);
  if (searched || clearance) stamp << visible;
  if (searched) {
    stamp << playback.version() << static_cast<uint64_t>(zoom >= kMinCellPixelsLabel) << world.map().revision()
          << state.terrain_looks_version << static_cast<uint64_t>(view_->overlay.heat.opacity * 255)
          << static_cast<uint64_t>(view_->overlay.heat.difference);
  }
  if (clearance) stamp << world.map().revision() << lab.state().rules_version << lab.state().world_version;
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

// Returns the colour of a searched cell: that of the heat map over that of its terrain.
static Rgba searched_color(Rgba terrain, uint8_t heat, float opacity) {
  const Rgba over = heat_palette()[heat];
  const double share = static_cast<double>(opacity) * (over >> 24) / 255;
  Rgba color = rgba(0);
  for (const int shift : {0, 8, 16}) {
    const double below = terrain >> shift & 255, above = over >> shift & 255;
    color |= static_cast<Rgba>(std::lround(below + (above - below) * share)) << shift;
  }
  return color;
}

// Writes g, h and f into the searched cells, or f alone, if cells are large enough for the text.
void OverlayBuilder::label_search(const Lab& lab, const Rect& visible) {
  const Playback& playback = search(lab);
  const GridMap& map = lab.world().map();
  const double unit = cost_unit(lab.world());
  const bool all = lab.state().camera.zoom >= kMinCellPixelsLabel;
  const float opacity = view_->overlay.heat.opacity;
  const bool difference = view_->overlay.heat.difference;
  for (int y = visible.y0; y < visible.y1; ++y) {
    for (int x = visible.x0; x < visible.x1; ++x) {
      const CellId id = map.id({x, y});
      const uint8_t heat = playback.heat().cells[id];
      if (heat == 0) continue;
      const NodeAtCursor node = playback.node_in(0, id);
      // The cells of two searches that are compared have colours of their own, so that a dark plate lies on them.
      const Rgba ground =
          difference ? rgba(0x101820)
                     : searched_color(terrain_color(lab.state().terrain_looks, map.terrain(id)), heat, opacity);
      const Rgba color =
          contrast(palette::kBlack, ground) >= contrast(palette::kWhite, ground) ? palette::kBlack : palette::kWhite;
      // Behind the text lies the colour of the cell, so that no line of a path crosses the text.
      const Rgba back = with_alpha(ground, difference ? 150 : 225);
      const auto top = static_cast<float>(y);
      const double f = (static_cast<double>(node.g) + node.h) / unit;
      if (!all) {
        add_label(middle(x), middle(y), 0.42f, color, back, fmt::format("{:.1f}", f));
        continue;
      }
      add_label(middle(x), top + 0.2f, 0.27f, color, back, fmt::format("g {:.1f}", node.g / unit));
      add_label(middle(x), top + 0.5f, 0.27f, color, back, fmt::format("h {:.1f}", node.h / unit));
      add_label(middle(x), top + 0.8f, 0.27f, color, back, fmt::format("f {:.1f}", f));
    }
  }
}

// Writes the clearances of cells: in the middle of a cell, or in its lower right corner if g and f are shown, too.
void OverlayBuilder::label_clearance(const Lab& lab, const Rect& visible) {
  const Clearance& clearance = *lab.world().get<MapMoves>().clearance();
  // If no search is recorded, g and f are not shown.
  const Playback& playback = search(lab);
  const bool searched =
      !playback.empty() && this->layer(Layer::kSearch).on && lab.state().camera.zoom >= kMinCellPixelsLabel;
  const int size = agent_of(lab.world()).size;
  for (int y = visible.y0; y < visible.y1; ++y) {
    for (int x = visible.x0; x < visible.x1; ++x) {
      const int value = clearance.at(Cell{x, y});
      if (value == 0) continue;
      const bool corner = searched && playback.heat().cells[lab.world().map().id({x, y})] != 0;
      // Where the large agent fits, the number stands in a box; elsewhere it is faint.
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
