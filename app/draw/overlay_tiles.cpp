// Tiles of the shared layers that depend on the map alone.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/draw/tile_sources.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_moves.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

void build_clearance_tile(Painter&, const Lab& lab, const TiledLayer&, const Rect& blocks, DrawList& out) {
  const Clearance& clearance = *lab.world().get<MapMoves>().clearance();
  constexpr int kSide = kDrawnBlock;
  const Rect cells = Rect{blocks.x0 * kSide, blocks.y0 * kSide, blocks.x1 * kSide, blocks.y1 * kSide}.clipped(
      {0, 0, clearance.width(), clearance.height()});
  std::array<Rgba, kClearanceShades + 1> colors{};
  for (int i = 1; i <= kClearanceShades; ++i) colors[static_cast<size_t>(i)] = clearance_color(i);
  add_shades(
      cells,
      [&](int x, int y) {
        return colors[static_cast<size_t>(std::min(clearance.at(Cell{x, y}), kClearanceShades))];
      },
      out.rects);
}

Tiling clearance_tiling(const Lab& lab, int) {
  Tiling tiling = structure_tiling(lab, StructureId::kMoves, 1, 2);
  tiling.ready = lab.world().get<MapMoves>().clearance() != nullptr;
  return tiling;
}

}  // namespace

const TileSource kClearanceTiles{clearance_tiling, build_clearance_tile, nullptr};

std::span<const TileSource* const> shared_tile_sources() {
  static constexpr const TileSource* kSources[] = {&kClearanceTiles};
  return kSources;
}

void OverlayBuilder::show_clearance(const Lab& lab) {
  LayerState& layer = this->layer(Layer::kClearance);
  if (lab.state().camera.zoom < kMinCellPixelsShade) {
    layer.note = "zoom in to see the clearances";
    return;
  }
  show_tiled(lab, {Layer::kClearance, 0, &kClearanceTiles, 1, 0});
  if (lab.state().camera.zoom < kMinCellPixelsClearance && layer.note.empty())
    layer.note = "zoom in to see the numbers";
}

}  // namespace strata
