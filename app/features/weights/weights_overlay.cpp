// Weights of single cells on the map: a heat map, and numbers.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/draw/overlay_tools.hpp"
#include "app/draw/sliced_heat_map.hpp"
#include "app/features/weights/weights.hpp"
#include "app/lab/lab.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

struct WeightHeatMap {
  SlicedHeatMap map{uint64_t{2} << 40};  // other heat maps have the same picture, and the lower versions
  uint64_t world = 0;                    // version of the world that the colours are of
  uint64_t revision = 0;                 // revision of the map that the colours are of; 0: none
  uint64_t frame = 0;                    // the last frame in which rows were computed
};

void paint_weight_heat(Painter& painter, WeightHeatMap& heat, const Lab& lab) {
  const GridMap& map = lab.world().map();
  WeightsController::HeatRange& range = weights_controller(lab).heat();
  LayerState& layer = painter.layer(kWeightsLayer);
  if (!map.has_weights()) {
    layer.note = "no cell of this map has a weight of its own";
    heat.revision = 0;
    range = {};
    return;
  }
  const uint64_t world = lab.state().world_version;
  const bool resized = heat.map.fit(map);
  if (resized || std::exchange(heat.world, world) != world || heat.revision == 0) {
    heat.world = world;
    heat.revision = 0;
    heat.map.blank();
  }
  // While one paints, a pass over the cells that has begun is finished first: otherwise it would never end.
  if (heat.revision != map.revision() && heat.map.done()) {
    heat.revision = map.revision();
    heat.map.begin();
  }
  if (!heat.map.done()) {
    painter.note_rebuilt();
    heat.map.work(map, lab.state().fixed_clock ? SIZE_MAX : kWeightHeatCells, [&](CellId id, Cell) {
      const int weight = map.weight(id);
      return weight == 0 ? kInfinite : static_cast<Cost>(weight);
    });
  }
  range = {static_cast<int>(heat.map.low()), static_cast<int>(heat.map.high()),
           !heat.map.done() || heat.revision != map.revision()};
  if (range.partial) layer.note = "more of the picture follows";
}

// The heat map lies below all other layers. It is computed only once per frame for all views.
void show_weight_heat(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kWeightsLayer);
  if (!layer.on || !painter.shows(0)) return;
  auto& heat = painter.memory<WeightHeatMap>();
  if (std::exchange(heat.frame, painter.frame()) != painter.frame()) paint_weight_heat(painter, heat, lab);
  painter.overlay().field = heat.map.image(lab.world().map().has_weights(), layer.opacity, kWeightsLayer);
}

bool shows_numbers(const Painter& painter, const Lab& lab) {
  return painter.layer(kWeightsLayer).on && painter.shows(0) && lab.world().map().has_weights() &&
         lab.state().camera.zoom >= kWeightNumberPixels;
}

uint64_t weight_numbers_stamp(const Painter& painter, const Lab& lab) {
  if (!shows_numbers(painter, lab)) return 0;
  const WeightsController::HeatRange& range = weights_controller(lab).heat();
  DrawInputHash stamp;
  stamp << lab.state().world_version << lab.world().map().revision() << painter.visible()
        << static_cast<uint64_t>(range.low) << static_cast<uint64_t>(range.high);
  return stamp.value();
}

// Writes the weights into their cells. While the layer is on, no other heat map writes numbers there.
void add_weight_numbers(Painter& painter, const Lab& lab) {
  const GridMap& map = lab.world().map();
  const WeightsController::HeatRange& range = weights_controller(lab).heat();
  const Rect cells = painter.visible().clipped(map.bounds());
  for (int y = cells.y0; y < cells.y1; ++y) {
    for (int x = cells.x0; x < cells.x1; ++x) {
      const int weight = map.weight(Cell{x, y});
      if (weight == 0) continue;
      const Rgba ground = field_color((weight - range.low) / static_cast<double>(std::max(range.high - range.low, 1)));
      const Rgba color =
          contrast(palette::kBlack, ground) >= contrast(palette::kWhite, ground) ? palette::kBlack : palette::kWhite;
      painter.add_label(middle(x), middle(y), 0.45f, color, with_alpha(ground, 225), fmt::format("{}", weight));
    }
  }
}

void note_weight_numbers(Painter& painter, const Lab& lab, bool cut, bool) {
  LayerState& layer = painter.layer(kWeightsLayer);
  if (cut && shows_numbers(painter, lab) && layer.note.empty()) layer.note = "not every number has room: zoom in";
}

}  // namespace

// The heat map comes after those of the heuristic and the flow field, which are never on at the same time.
const std::array<PaintStep, 1> kWeightsPaint = {{{depth::kAreas - 14, show_weight_heat}}};
const std::array<LabelStep, 1> kWeightsLabels = {{{weight_numbers_stamp, add_weight_numbers, note_weight_numbers}}};

}  // namespace strata
