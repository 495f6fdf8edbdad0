// What a lesson points at on the map: cells of its texts, and cells that were clicked for an answer.
#include <fmt/format.h>

#include <algorithm>

#include "app/draw/overlay_tools.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/lab/lab.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const ListTag kLessonCells;

uint64_t lesson_stamp(const LessonController& controller) { return (Stamp() << controller.version()).value(); }

void add_ring(DrawList& out, Cell cell, Rgba color) {
  const float x = middle(cell.x), y = middle(cell.y);
  out.markers.push_back({x, y, 11, 0.75f, MarkerShape::kRing, palette::kWhite});
  out.markers.push_back({x, y, 9, 0.66f, MarkerShape::kRing, color});
}

void paint_lesson(Painter& painter, const Lab& lab) {
  const LessonController& controller = lesson_controller(lab);
  if (!controller.is_open() || controller.finished()) return;
  const LabState& state = lab.state();
  Stamp stamp;
  stamp << lesson_stamp(controller) << state.query.start << state.query.goal << (state.has_query ? 1u : 0u);
  if (painter.renew(kLessonCells, stamp.value())) {
    DrawList& out = painter.list(kLessonCells);
    const GridMap& map = lab.world().map();
    // S and G have signs of their own: a ring would hide the cells around them.
    const auto has_sign = [&](Cell cell) {
      return state.has_query && (cell == state.query.start || cell == state.query.goal);
    };
    for (const Cell cell : controller.shown().cells) {
      if (map.contains(cell) && !has_sign(cell)) add_ring(out, cell, palette::kVermilion);
    }
    for (const Cell cell : controller.picked()) {
      if (map.contains(cell)) add_ring(out, cell, palette::kBlack);
    }
  }
  painter.show(kLessonCells, 1);
}

uint64_t picked_stamp(const Painter&, const Lab& lab) {
  const LessonController& controller = lesson_controller(lab);
  if (!controller.is_open() || controller.picked().empty()) return 0;
  return lesson_stamp(controller);
}

// Numbers the cells in the order of the clicks.
void add_picked(Painter& painter, const Lab& lab) {
  size_t number = 0;
  for (const Cell cell : lesson_controller(lab).picked()) {
    painter.add_label(middle(cell.x), middle(cell.y), 0, palette::kWhite, palette::kBlack, fmt::format("{}", ++number));
  }
}

}  // namespace

const std::array<PaintStep, 1> kLessonPaint = {{{depth::kSigns + 50, paint_lesson}}};
const std::array<LabelStep, 1> kLessonLabels = {{{picked_stamp, add_picked}}};

}  // namespace strata
