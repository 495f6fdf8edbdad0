// Marks of a lesson on the map: cells in its texts, and clicked cells of an answer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/lab/lab.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr MarkWithoutLayer kLessonMark{"cells of the lesson", LegendSymbolShape::kRing, palette::kVermilion};
const DrawListTag kLessonCells{kLessonMark};

uint64_t lesson_stamp(const LessonController& controller) { return (DrawInputHash() << controller.version()).value(); }

// From this zoom on a ring lies around its cell, so that it covers neither the numbers in it nor its neighbours.
constexpr double kRingAround = OverlayBuilder::kMinCellPixelsF;

// Adds a ring around the cell, as a thin line.
void add_thin_ring(DrawList& out, Cell cell, Rgba color) {
  constexpr int kParts = 32;
  constexpr float kRadius = 0.58f;
  const auto corner = [&](int i) {
    const float angle = static_cast<float>(i % kParts) * 2 * std::numbers::pi_v<float> / kParts;
    return std::pair(middle(cell.x) + kRadius * std::cos(angle), middle(cell.y) + kRadius * std::sin(angle));
  };
  for (const auto& [width, ink] : {std::pair(5.0f, palette::kWhite), std::pair(2.5f, color)}) {
    for (int i = 0; i < kParts; ++i) {
      const auto [x0, y0] = corner(i);
      const auto [x1, y1] = corner(i + 1);
      out.lines.push_back({x0, y0, x1, y1, width, 0, ink});
    }
  }
}

void add_ring(DrawList& out, Cell cell, Rgba color, double zoom) {
  if (zoom >= kRingAround) return add_thin_ring(out, cell, color);
  const float x = middle(cell.x), y = middle(cell.y);
  out.markers.push_back({x, y, 11, 0.75f, MarkerShape::kRing, palette::kWhite});
  out.markers.push_back({x, y, 9, 0.66f, MarkerShape::kRing, color});
}

void paint_lesson(Painter& painter, const Lab& lab) {
  const LessonController& controller = lesson_controller(lab);
  if (!controller.is_open() || controller.finished()) return;
  const LabState& state = lab.state();
  DrawInputHash stamp;
  stamp << lesson_stamp(controller) << state.query.start << state.query.goal << (state.has_query ? 1u : 0u)
        << (state.camera.zoom >= kRingAround ? 1u : 0u);
  if (painter.renew(kLessonCells, stamp.value())) {
    DrawList& out = painter.list(kLessonCells);
    const GridMap& map = lab.world().map();
    // No rings are drawn at start and goal, as these have markers of their own.
    const auto has_sign = [&](Cell cell) {
      return state.has_query && (cell == state.query.start || cell == state.query.goal);
    };
    for (const Cell cell : controller.shown().cells) {
      if (map.contains(cell) && !has_sign(cell)) add_ring(out, cell, palette::kVermilion, state.camera.zoom);
    }
    if (controller.simulation()) {
      for (const Cell cell : controller.simulation()->now.cells) {
        if (map.contains(cell)) add_ring(out, cell, palette::kBlack, state.camera.zoom);
      }
      for (const Cell cell : controller.simulation()->found) {
        if (map.contains(cell)) add_ring(out, cell, palette::kGreen, state.camera.zoom);
      }
    }
    for (const Cell cell : controller.picked()) {
      if (map.contains(cell)) add_ring(out, cell, palette::kBlack, state.camera.zoom);
    }
  }
  painter.show(kLessonCells, 1);
}

uint64_t picked_stamp(const Painter&, const Lab& lab) {
  const LessonController& controller = lesson_controller(lab);
  if (!controller.is_open() || controller.picked().empty()) return 0;
  return lesson_stamp(controller);
}

// Writes numbers into the cells in the order in which they were clicked.
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
