// Mouse gestures on the map. A gesture leads to the same commands as menus and scripts.
#include <fmt/format.h>
#include <cmath>
#include <utility>

#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/undo_history.hpp"

namespace strata {

namespace {
// If the pointer moves farther than this, a press becomes a drag instead of a click.
constexpr double kClickPixels = 3;
// Start and goal can be grabbed within this distance on the screen, whatever the zoom.
constexpr double kMarkerPixels = 12;
constexpr double kWheelFactor = 1.2;

bool is_brush(Tool tool) { return tool == Tool::kBrush || tool == Tool::kErase; }
}  // namespace

bool Gestures::near_marker(const PointerEvent& event, Cell cell) const {
  const Camera& camera = state_.camera;
  const double dx = std::abs(event.x - camera.screen_x(cell.x + 0.5));
  const double dy = std::abs(event.y - camera.screen_y(cell.y + 0.5));
  return std::max(dx, dy) <= camera.zoom / 2 || std::hypot(dx, dy) <= kMarkerPixels;
}

DraggedMarker Gestures::marker_at(const PointerEvent& event) const {
  if (!state_.has_query) return DraggedMarker::kNone;
  const Camera& camera = state_.camera;
  // With a painting tool only the cell of the marker itself counts. Otherwise cells beside a marker could not be
  // painted while cells are small.
  const auto on = [&](Cell cell) {
    return state_.tool == Tool::kSelect ? near_marker(event, cell) : camera.cell_at(event.x, event.y) == cell;
  };
  if (on(state_.query.goal)) return DraggedMarker::kGoal;
  return on(state_.query.start) ? DraggedMarker::kStart : DraggedMarker::kNone;
}

void Gestures::pointer(const PointerEvent& event) {
  // A gesture is not possible while work on a large map is under way.
  if (lab_.large_map_task().under_way()) return;
  const Cell cell = state_.camera.cell_at(event.x, event.y);
  state_.pointer_view = std::clamp(event.view, 0, state_.view_count - 1);
  state_.hover = world_->map().contains(cell) ? std::optional<Cell>(cell) : std::nullopt;
  switch (event.kind) {
    case PointerEvent::Kind::kPress:
      if (button_ < 0) pointer_press(event, cell);
      break;
    case PointerEvent::Kind::kMove:
      pointer_move(event, cell);
      break;
    case PointerEvent::Kind::kRelease:
      if (event.button == button_) pointer_release(event, cell);
      break;
    case PointerEvent::Kind::kWheel:
      if (event.ctrl && is_brush(drawing_tool(lab_))) {
        lab_.run(event.wheel > 0 ? "brush.radius +0.5" : "brush.radius -0.5");
      } else {
        state_.camera.zoom_at(event.x, event.y, std::pow(kWheelFactor, event.wheel));
        state_.camera.keep_near(world_->map().width(), world_->map().height());
      }
      break;
  }
  last_x_ = event.x;
  last_y_ = event.y;
}

void Gestures::run(const std::string& line) {
  from_gesture_ = true;
  lab_.run(line);
  from_gesture_ = false;
}

void Gestures::pointer_press(const PointerEvent& event, Cell cell) {
  placing_ = ends_moved_ = false;
  button_ = event.button;
  press_x_ = last_x_ = event.x;
  press_y_ = last_y_ = event.y;
  moved_ = false;
  if (event.button == 2 || event.space) {
    state_.panning = true;
    return;
  }
  for (const auto& [feature, controller] : lab_.controllers()) {
    auto* const pointer = dynamic_cast<MapInputHandler*>(controller.get());
    if (pointer == nullptr) continue;
    const PressResult press = pointer->press(event, cell);
    if (press == PressResult::kDrag) held_ = pointer;
    if (press == PressResult::kClickPending) waiting_ = pointer;
    if (press != PressResult::kIgnored) return;
  }
  if (event.button == 1) {
    // With the select tool, or outside the map, the interface opens the context menu.
    if (!world_->map().contains(cell) || state_.tool == Tool::kSelect) return;
    lab_.run(fmt::format("{} {} {}", state_.tool == Tool::kEnds ? "query.goal" : "terrain.pick", cell.x, cell.y));
    return;
  }
  state_.dragging = marker_at(event);
  if (state_.dragging != DraggedMarker::kNone) return;
  switch (state_.tool) {
    case Tool::kSelect:
      // Whether this is a click is decided when the button is released, or when the press becomes a drag.
      break;
    case Tool::kBrush:
    case Tool::kErase: {
      const bool erase = event.alt || state_.tool == Tool::kErase;
      if (event.shift && lab_.strokes().last_painted()) {
        const Cell from = *lab_.strokes().last_painted();
        lab_.strokes().stroke_begin(from, erase);
        lab_.strokes().stroke_to(cell);
      } else {
        lab_.strokes().stroke_begin(cell, erase);
      }
      break;
    }
    case Tool::kLine:
    case Tool::kRectangle:
    case Tool::kEllipse:
      state_.shape = ShapePreview{state_.tool, cell, cell};
      break;
    case Tool::kFill:
      if (world_->map().contains(cell)) lab_.run(fmt::format("paint.fill {} {}", cell.x, cell.y));
      break;
    case Tool::kPick:
      if (world_->map().contains(cell)) lab_.run(fmt::format("terrain.pick {} {}", cell.x, cell.y));
      break;
    case Tool::kEnds: {
      if (!world_->map().contains(cell)) break;
      const Cell goal = state_.has_query ? state_.query.goal : cell;
      run(fmt::format("query.set {} {} {} {}", cell.x, cell.y, goal.x, goal.y));
      state_.dragging = DraggedMarker::kGoal;
      placing_ = ends_moved_ = true;
      break;
    }
    default:
      // All other tools belong to features.
      break;
  }
}

void Gestures::pointer_move(const PointerEvent& event, Cell cell) {
  if (button_ < 0) return;
  if (std::hypot(event.x - press_x_, event.y - press_y_) > kClickPixels) moved_ = true;
  const bool may_pan = waiting_ != nullptr ||
                       (state_.tool == Tool::kSelect && state_.dragging == DraggedMarker::kNone && held_ == nullptr);
  if (button_ == 0 && may_pan && moved_) state_.panning = true;
  if (state_.panning) {
    state_.camera.pan_pixels(event.x - last_x_, event.y - last_y_);
    state_.camera.keep_near(world_->map().width(), world_->map().height());
  } else if (held_ != nullptr) {
    held_->drag(event, cell, moved_);
  } else if (state_.painting) {
    lab_.strokes().stroke_to(cell);
  } else if (state_.shape) {
    state_.shape->to = cell;
  } else if (state_.dragging != DraggedMarker::kNone && moved_) {
    const Rect bounds = world_->map().bounds();
    const Cell inside{std::clamp(cell.x, 0, bounds.x1 - 1), std::clamp(cell.y, 0, bounds.y1 - 1)};
    const bool start = state_.dragging == DraggedMarker::kStart;
    if (inside != (start ? state_.query.start : state_.query.goal)) {
      const Cell from = state_.query.start;
      std::string line = placing_ ? fmt::format("query.set {} {} {} {}", from.x, from.y, inside.x, inside.y)
                                  : fmt::format("{} {} {}", start ? "query.start" : "query.goal", inside.x, inside.y);
      if (std::exchange(ends_moved_, true)) line += fmt::format(" {}", kMoreMoves);
      run(line);
    }
  }
}

void Gestures::pointer_release(const PointerEvent& event, Cell cell) {
  pointer_move(event, cell);
  const int button = button_;
  button_ = -1;
  const bool dragged = state_.dragging != DraggedMarker::kNone;
  if (state_.painting) lab_.strokes().stroke_end();
  if (held_ != nullptr) std::exchange(held_, nullptr)->drop(true);
  if (state_.shape) lab_.strokes().apply_shape();
  if (dragged) state_.dragging = DraggedMarker::kNone;
  const bool still = button == 0 && !moved_ && !state_.panning;
  MapInputHandler* const waiting = std::exchange(waiting_, nullptr);
  state_.panning = false;
  if (!still) return;
  if (waiting != nullptr) {
    (void)waiting->click(event, cell);
  } else if (state_.tool == Tool::kSelect) {
    click(event, cell);
  }
}

// Selects what lies at the cell, as a click with the select tool does.
void Gestures::click(const PointerEvent& event, Cell cell) {
  for (const auto& [feature, controller] : lab_.controllers()) {
    auto* const pointer = dynamic_cast<MapInputHandler*>(controller.get());
    if (pointer != nullptr && pointer->click(event, cell)) return;
  }
  lab_.run(world_->map().contains(cell) ? fmt::format("inspect {} {}", cell.x, cell.y) : "inspect.clear");
}

bool Gestures::cancel() {
  const bool painted = state_.painting;
  const bool busy = painted || held_ != nullptr || state_.shape || state_.dragging != DraggedMarker::kNone ||
                    state_.panning || lab_.large_map_task().under_way();
  finish();
  if (painted && state_.meter.edits > 0) lab_.run("edit.undo");
  state_.panning = false;
  waiting_ = nullptr;
  button_ = -1;
  if (busy) return true;
  for (const auto& [feature, controller] : lab_.controllers()) {
    auto* const pointer = dynamic_cast<MapInputHandler*>(controller.get());
    if (pointer != nullptr && pointer->cancel()) return true;
  }
  if (state_.tool == Tool::kSelect) return false;
  lab_.run("tool.select select");  // the next click paints nothing
  return true;
}

void Gestures::finish() {
  const bool dragged = state_.dragging != DraggedMarker::kNone;
  if (!state_.painting && held_ == nullptr && !state_.shape && !dragged) return;
  if (state_.painting) lab_.strokes().stroke_end();
  if (held_ != nullptr) std::exchange(held_, nullptr)->drop(false);
  state_.shape.reset();
  state_.dragging = DraggedMarker::kNone;
  button_ = -1;
}

void Gestures::set_view_size(int width, int height) {
  state_.camera.view_width = std::max(width, 1);
  state_.camera.view_height = std::max(height, 1);
}

}  // namespace strata
