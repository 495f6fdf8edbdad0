// The flow field on the map: the heat map of costs, and arrows.
#include <utility>

#include "app/draw/overlay_tools.hpp"
#include "app/draw/sliced_heat_map.hpp"
#include "app/features/flow_field/flow_field_layer.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kFlowArrowPart{kFlowFieldLayer};

struct FlowHeatMap {
  SlicedHeatMap map{uint64_t{1} << 40};  // the heat map of the heuristic has the same picture, and the lower versions
  uint64_t stamp = 0;
  uint64_t field = 0;  // version of the field that the colours are of
  uint64_t world = 0;  // version of the world
  uint64_t frame = 0;  // the last frame in which rows were computed
};

void paint_flow_heat(Painter& painter, FlowHeatMap& heat, const Lab& lab) {
  FlowFieldController& controller = flow_field_controller(lab);
  const FlowField& field = controller.field();
  const GridMap& map = lab.world().map();
  const std::string missing = controller.missing();
  const bool current = field.is_current_for(lab.world().moves());
  DrawInputHash stamp;
  stamp << lab.state().world_version << static_cast<uint64_t>(missing.empty());
  if (missing.empty()) stamp << lab.state().query.goal;
  if (heat.map.fit(map)) heat.stamp = 0;
  if (std::exchange(heat.world, lab.state().world_version) != lab.state().world_version && heat.stamp != 0) {
    heat.map.blank();
    heat.stamp = 0;
  }
  FlowFieldController::HeatRange& range = controller.heat();
  LayerState& layer = painter.layer(kFlowFieldLayer);
  layer.note = missing;
  if (!missing.empty()) {
    if (heat.stamp != stamp.value()) {
      heat.map.blank();
      painter.note_rebuilt();
    }
    heat.stamp = stamp.value();
    heat.field = 0;
    range = {heat.map.low(), heat.map.high(), false};
    return;
  }
  // While one paints, the colours of the last complete field are finished first.
  const bool other = heat.stamp != stamp.value() || (heat.field != controller.version() && heat.map.done());
  if (other && current) {
    heat.stamp = stamp.value();
    heat.field = controller.version();
    heat.map.begin();
  }
  if (current && !heat.map.done()) {
    painter.note_rebuilt();
    heat.map.work(map, lab.state().fixed_clock ? SIZE_MAX : kFlowHeatCells,
                  [&](CellId id, Cell) { return field.cost(id); });
  }
  range = {heat.map.low(), heat.map.high(), !heat.map.done() || heat.field != controller.version()};
  if (!current) {
    layer.note = "the flow field is being computed";
  } else if (range.partial) {
    layer.note = "more of the picture follows";
  }
}

// The heat map lies below all other layers. It is computed only once per frame for all views.
void show_flow_heat(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kFlowFieldLayer);
  if (!layer.on || !painter.shows(0)) return;
  auto& heat = painter.memory<FlowHeatMap>();
  if (std::exchange(heat.frame, painter.frame()) != painter.frame()) paint_flow_heat(painter, heat, lab);
  painter.overlay().field = heat.map.image(true, layer.opacity, kFlowFieldLayer);
}

// Adds an arrow for the direction of each visible cell. Each has a light background, so that it is visible on any
// colour.
void add_flow_arrows(DrawList& out, const MoveGrid& moves, const FlowField& field, const Rect& cells) {
  constexpr float kReach = 0.3f, kHead = 0.22f;  // in cells
  const auto draw = [&](float width, Rgba color) {
    for (int y = cells.y0; y < cells.y1; ++y) {
      for (int x = cells.x0; x < cells.x1; ++x) {
        const CellId cell = moves.id({x, y});
        const uint8_t direction = field.direction(cell);
        // During an update directions may be those of the earlier map.
        if (direction >= kDirections || (moves.moves(cell) >> direction & 1) == 0) continue;
        const auto d = static_cast<size_t>(direction);
        const float scale = is_diagonal(direction) ? 0.70710678f : 1;
        const float dx = static_cast<float>(kDirX[d]) * scale, dy = static_cast<float>(kDirY[d]) * scale;
        const float x1 = middle(x) + dx * kReach, y1 = middle(y) + dy * kReach;
        out.lines.push_back({middle(x) - dx * kReach, middle(y) - dy * kReach, x1, y1, width, 0, color});
        for (const float turn : {-1.0f, 1.0f}) {
          out.lines.push_back(
              {x1, y1, x1 - (dx + turn * dy * 0.7f) * kHead, y1 - (dy - turn * dx * 0.7f) * kHead, width, 0, color});
        }
      }
    }
  };
  draw(3.2f, with_alpha(palette::kWhite, 170));
  draw(1.3f, palette::kBlack);
}

void show_flow_arrows(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kFlowFieldLayer);
  const LabState& state = lab.state();
  const bool large = state.camera.zoom >= kFlowArrowPixels * state.ui_scale;
  FlowFieldController& controller = flow_field_controller(lab);
  if (!layer.on || !painter.shows(0) || !large || !controller.missing().empty()) return;
  const World& world = lab.world();
  const Rect cells = painter.visible().clipped(world.map().bounds());
  DrawInputHash stamp;
  stamp << lab.state().world_version << world.map().revision() << controller.version() << state.query.goal << cells;
  if (painter.renew(kFlowArrowPart, stamp.value())) {
    add_flow_arrows(painter.list(kFlowArrowPart), world.moves(), controller.field(), cells);
  }
  painter.show(kFlowArrowPart, layer.opacity);
}

}  // namespace

// The heat map comes after that of the heuristic, which has the same picture and is never on at the same time.
const std::array<PaintStep, 2> kFlowFieldPaint = {
    {{depth::kAreas - 15, show_flow_heat}, {depth::kCells + 50, show_flow_arrows}}};

}  // namespace strata
