// The heights of a level as shading below all other layers.
#include "app/features/level/level.hpp"
#include "app/lab/lab.hpp"

namespace strata {
namespace {

void show_heights(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kHeightLayer);
  painter.overlay().ground = {};
  if (!layer.on || lab.world().level() == nullptr) return;
  LevelController& controller = level_controller(lab);
  const std::vector<uint8_t>& shade = controller.shade();
  const GridMap& map = lab.world().map();
  painter.overlay().ground = {true,         layer.opacity, map.width(),
                              map.height(), shade.data(),  controller.shade_version(),
                              map.bounds(), kHeightLayer};
}

}  // namespace

const std::array<PaintStep, 1> kLevelPaint = {{{depth::kAreas - 90, show_heights}}};

}  // namespace strata
