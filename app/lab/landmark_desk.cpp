#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lab/lab_parts.hpp"

namespace strata {

// With the tool that moves things, if landmarks are to be seen. The nearest one is grabbed.
void LandmarkDesk::grab(const PointerEvent& event) {
  if (state_.tool != Tool::kSelect || !state_.layer(Layer::kLandmarks).on) return;
  const std::optional<LandmarkOptions> now = placed();
  if (!now) return;
  const GridMap& map = world_->map();
  double nearest = 0;
  for (size_t i = 0; i < now->placed.size(); ++i) {
    const Cell cell = map.cell(now->placed[i]);
    if (!lab_.gestures().near_marker(event, cell)) continue;
    const double away =
        std::hypot(event.x - state_.camera.screen_x(cell.x + 0.5), event.y - state_.camera.screen_y(cell.y + 0.5));
    if (state_.landmark_drag && away >= nearest) continue;
    nearest = away;
    state_.landmark_drag = LandmarkDrag{static_cast<int>(i), cell};
  }
  if (!state_.landmark_drag) return;
  state_.dragging = DragEnd::kLandmark;
  before_drag_ = *now;
}

// Its field follows in the background.
void LandmarkDesk::drag(Cell cell) {
  if (!world_->has(Structure::kLandmarks)) return;
  if (!world_->map().contains(cell) || !world_->moves().passable(cell) || cell == state_.landmark_drag->at) return;
  state_.landmark_drag->at = cell;
  LandmarkOptions moved = before_drag_;
  moved.placed[static_cast<size_t>(state_.landmark_drag->landmark)] = world_->map().id(cell);
  lab_.session().gesture_world().set<MapLandmarks>(moved);
}

// What was dragged becomes one command, or nothing.
void LandmarkDesk::drop(bool keep) {
  const std::optional<LandmarkDrag> drag = std::exchange(state_.landmark_drag, std::nullopt);
  state_.dragging = DragEnd::kNone;
  if (!drag) return;
  const GridMap& map = world_->map();
  const CellId before = before_drag_.placed[static_cast<size_t>(drag->landmark)];
  const bool moved = keep && world_->has(Structure::kLandmarks) && map.id(drag->at) != before;
  if (moved) {
    // The fields that went along with the drag are of landmarks placed there: so were they before it.
    if (state_.landmark_options.placed.empty()) lab_.log().add(placed_line(before_drag_));
    state_.landmark_options = before_drag_;
    lab_.run(fmt::format("landmarks.move {} {},{}", drag->landmark + 1, drag->at.x, drag->at.y));
  }
  // Placed where they are: fields that went along with the drag come back.
  if (world_->has(Structure::kLandmarks) && world_->get<MapLandmarks>().options() != state_.landmark_options) {
    lab_.session().gesture_world().set<MapLandmarks>(state_.landmark_options);
  }
}

bool LandmarkDesk::fit(const GridMap& map, const LandmarkOptions& options) {
  if (Landmarks::fits(map.cell_count(), options)) return true;
  lab_.say(MessageKind::kWarning, "Landmarks stay off: " + too_many(map, options));
  return false;
}

std::string LandmarkDesk::too_many(const GridMap& map, const LandmarkOptions& options) {
  return fmt::format("{} of them on this map would take {}, {} at most", options.lanes(),
                     bytes_text(DistanceRows::bytes_for(map.cell_count(), options.lanes())),
                     bytes_text(Landmarks::kMaxBytes));
}

Status LandmarkDesk::place(const LandmarkOptions& options) {
  if (world_->has(Structure::kLandmarks) && !lab_.session().change_world().set<MapLandmarks>(options)) {
    return error_at("", too_many(world_->map(), options));
  }
  state_.landmark_options = options;
  state_.heuristic.landmark = std::min(state_.heuristic.landmark, options.lanes() - 1);
  read();
  return success();
}

std::string LandmarkDesk::placed_line(const LandmarkOptions& options) const {
  std::string line = "landmarks.place";
  for (const CellId id : options.placed) {
    const Cell cell = world_->map().cell(id);
    line += fmt::format(" {},{}", cell.x, cell.y);
  }
  return line;
}

std::optional<LandmarkOptions> LandmarkDesk::placed() const {
  if (!world_->has(Structure::kLandmarks)) return std::nullopt;
  LandmarkOptions options = state_.landmark_options;
  if (!options.placed.empty()) return options;
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  if (!landmarks.ready() || landmarks.options() != options) return std::nullopt;
  options.placed.assign(landmarks.cells().begin(), landmarks.cells().end());
  return options;
}

// They are as they were asked for, and exact.
bool LandmarkDesk::current() const {
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  return landmarks.ready() && landmarks.exact() && landmarks.options() == world_->get<MapLandmarks>().options();
}

// What the screen says of them.
void LandmarkDesk::read() {
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  const KeptState kept = world_->state(Structure::kLandmarks);
  state_.landmarks_building = kept.building;
  state_.landmarks_progress = kept.wanted ? kept.progress : 0;
  state_.landmarks_exact = landmarks.ready() && landmarks.exact();
  state_.landmarks_cancelled = kept.cancelled;
  state_.landmarks_set_aside = 0;
  for (int i = 0; i < landmarks.count(); ++i) state_.landmarks_set_aside += !landmarks.in_use(i);
  state_.memory[static_cast<size_t>(Structure::kLandmarks)] =
      kept.wanted ? memory_bytes(*world_, Structure::kLandmarks) : 0;
}

bool LandmarkDesk::follow() {
  // Of the cells, and of the regions of sectors.
  const uint64_t version = world_->get<MapLandmarks>().version() + world_->get<MapSectors>().landmarks_version();
  return std::exchange(version_, version) != version;
}

}  // namespace strata
