// Landmarks: their markers, and the picture of what they tell of every cell.
#include <fmt/format.h>

#include <algorithm>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_parts.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/lab_parts.hpp"
#include "core/world/refusal.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// Where the landmarks are, or will be as soon as their fields are made.
void read_landmark_cells(const Lab& lab, std::vector<CellId>& cells) {
  const LabState& state = lab.state();
  const Landmarks& landmarks = lab.world().get<MapLandmarks>().landmarks();
  const std::span<const CellId> placed = state.landmark_options.placed;
  const std::span<const CellId> now = placed.empty() ? landmarks.cells() : placed;
  cells.assign(now.begin(), now.end());
  if (state.landmark_drag && static_cast<size_t>(state.landmark_drag->landmark) < cells.size()) {
    cells[static_cast<size_t>(state.landmark_drag->landmark)] = lab.world().map().id(state.landmark_drag->at);
  }
}

// What the picture shows of a cell; kInfinite: nothing.
class FieldValue {
 public:
  FieldValue(const Lab& lab)
      : moves_(lab.world().moves()),
        landmarks_(lab.world().get<MapLandmarks>().landmarks()),
        view_(lab.state().heuristic),
        goal_(lab.state().query.goal),
        distance_(moves_.bound()) {
    if (view_.kind != HeuristicKind::kDistance) bound_ = landmarks_.bound_to(moves_.id(goal_));
  }
  Cost operator()(CellId id, Cell cell) const {
    if (!moves_.passable(id)) return kInfinite;
    if (view_.kind == HeuristicKind::kDistance) {
      const Cost distance = landmarks_.distance(id, view_.landmark);
      return distance >= DistanceRows::kFar ? kInfinite : distance;
    }
    // A difference this large says that goal and cell are not connected.
    const Cost bound = bound_(id);
    if (bound > DistanceRows::kFar / 2) return kInfinite;
    const Cost distance = distance_(cell, goal_);
    if (view_.kind == HeuristicKind::kGain) return bound > distance ? bound - distance : 0;
    return std::max(bound, distance);
  }

 private:
  const MoveGrid& moves_;
  const Landmarks& landmarks_;
  const HeuristicView view_;
  const Cell goal_;
  const DistanceBound distance_;
  LandmarkBound bound_;
};

// Why there is nothing to show; empty: there is.
std::string missing_for(const Lab& lab) {
  const LabState& state = lab.state();
  const World& world = lab.world();
  if (!world.ready(Structure::kLandmarks)) {
    std::string why = refusal(world, Structure::kLandmarks);
    return why.empty() ? "the landmarks are being built" : why;
  }
  if (state.heuristic.kind == HeuristicKind::kDistance) {
    if (state.heuristic.landmark >= world.get<MapLandmarks>().landmarks().count())
      return "there is no such landmark yet";
    if (!world.get<MapLandmarks>().landmarks().in_use(state.heuristic.landmark))
      return "this landmark is set aside until the rebuild";
    return {};
  }
  if (!state.has_query) return "set a goal: what is shown is the bound of the cost to it";
  if (!world.moves().passable(state.query.goal)) return "the goal is blocked";
  return {};
}

}  // namespace

// Large pictures are made over some frames, rows from the top; what was there before stays until then.
void OverlayBuilder::paint_field(Lab& lab) {
  LabState& state = lab.mutable_state();
  LayerState& layer = state.layer(Layer::kHeuristic);
  HeuristicView& view = state.heuristic;
  const auto views = state.views.begin();
  const bool seen = std::any_of(views, views + std::clamp(state.view_count, 1, kMaxViews),
                                [](const ViewState& v) { return v.level == kAllLevels || v.level == 0; });
  if (!layer.on || !seen) return;
  const World& world = lab.world();
  const GridMap& map = world.map();
  const std::string missing = missing_for(lab);
  layer.note = missing;
  Stamp stamp;
  stamp << lab.session().world_version() << lab.query().rules_version() << static_cast<uint64_t>(view.kind)
        << static_cast<uint64_t>(missing.empty());
  if (view.kind == HeuristicKind::kDistance) {
    stamp << static_cast<uint64_t>(view.landmark);
  } else {
    stamp << state.query.goal;
  }
  if (field_.width != map.width() || field_.height != map.height()) {
    field_.width = map.width();
    field_.height = map.height();
    field_.cells.assign(map.cell_count(), 0);
    field_.dirty = map.bounds();
    ++field_.version;
    field_.stamp = 0;
  }
  // Where the fields alone have changed, a picture under way is finished before the next one begins: while somebody
  // paints it would never come to its end otherwise.
  const bool other_fields = field_.fields != world.get<MapLandmarks>().version() && field_.stage == Field::Stage::kDone;
  if (field_.stamp != stamp.value() || other_fields) {
    field_.stamp = stamp.value();
    field_.fields = world.get<MapLandmarks>().version();
    field_.row = 0;
    field_.low = kInfinite;
    field_.high = 0;
    field_.stage = Field::Stage::kMeasure;
    if (!missing.empty()) {
      std::fill(field_.cells.begin(), field_.cells.end(), uint8_t{0});
      field_.dirty = map.bounds();
      ++field_.version;
      ++rebuilt_;
      field_.stage = Field::Stage::kDone;
      view.low = 1;
      view.high = 0;
    }
  }
  view.partial = field_.stage != Field::Stage::kDone;
  if (!view.partial) return;
  ++rebuilt_;
  const FieldValue value(lab);
  const auto width = static_cast<size_t>(map.width());
  // A run that must repeat does not go by frames.
  size_t budget = state.fixed_clock ? SIZE_MAX : std::max(kFieldCells, width);
  const auto rows = [&](auto&& row) {
    for (; field_.row < map.height() && budget >= width; ++field_.row, budget -= width) row(field_.row);
  };
  if (field_.stage == Field::Stage::kMeasure) {
    rows([&](int y) {
      for (int x = 0; x < map.width(); ++x) {
        const Cost v = value(map.id({x, y}), {x, y});
        if (v == kInfinite) continue;
        field_.low = std::min(field_.low, v);
        field_.high = std::max(field_.high, v);
      }
    });
    if (field_.row == map.height()) {
      field_.row = 0;
      field_.stage = Field::Stage::kPaint;
      view.low = field_.low == kInfinite ? 1 : field_.low;
      view.high = field_.low == kInfinite ? 0 : field_.high;
    }
  }
  if (field_.stage == Field::Stage::kPaint && budget >= width) {
    const int begin = field_.row;
    const double scale = field_.high > field_.low ? (255.0 - kFieldFirst) / (field_.high - field_.low) : 0;
    rows([&](int y) {
      uint8_t* out = field_.cells.data() + static_cast<size_t>(y) * width;
      for (int x = 0; x < map.width(); ++x) {
        Cost v = value(map.id({x, y}), {x, y});
        // Fields may have changed since the values were measured.
        if (v != kInfinite) v = field_.low > field_.high ? kInfinite : std::clamp(v, field_.low, field_.high);
        out[x] = v == kInfinite ? uint8_t{0}
                                : static_cast<uint8_t>(kFieldFirst + static_cast<int>((v - field_.low) * scale));
      }
    });
    field_.dirty = {0, begin, map.width(), field_.row};
    ++field_.version;
    if (field_.row == map.height()) field_.stage = Field::Stage::kDone;
  }
  view.partial = field_.stage != Field::Stage::kDone;
  if (view.partial) layer.note = "more of the picture follows";
}

// Filled: its field is in use. Hollow: the field is being made. Struck out: set aside until the rebuild.
void OverlayBuilder::build_landmarks(const Lab& lab) {
  const Landmarks& landmarks = lab.world().get<MapLandmarks>().landmarks();
  std::vector<CellId>& cells = cells_;
  read_landmark_cells(lab, cells);
  Stamp stamp;
  stamp << lab.session().world_version() << lab.world().get<MapLandmarks>().version()
        << static_cast<uint64_t>(cells.size());
  for (const CellId cell : cells) stamp << cell;
  if (!renew(kLandmarkPart, stamp.value())) return;
  DrawList& out = list(kLandmarkPart);
  for (size_t i = 0; i < cells.size(); ++i) {
    const Cell cell = lab.world().map().cell(cells[i]);
    const float x = middle(cell.x), y = middle(cell.y);
    const bool made = landmarks.ready() && i < landmarks.cells().size() && landmarks.cells()[i] == cells[i];
    const bool used = made && landmarks.in_use(static_cast<int>(i));
    out.markers.push_back({x, y, 9.5f, 0.5f, MarkerShape::kSquare, palette::kWhite});
    out.markers.push_back({x, y, 8.0f, 0.42f, MarkerShape::kSquare, palette::kLandmark});
    if (!used) out.markers.push_back({x, y, 6.4f, 0.34f, MarkerShape::kSquare, palette::kWhite});
    if (made && !used) out.markers.push_back({x, y, 9.5f, 0.5f, MarkerShape::kCross, palette::kVermilion});
  }
}

void OverlayBuilder::label_landmarks(const Lab& lab) {
  const Landmarks& landmarks = lab.world().get<MapLandmarks>().landmarks();
  std::vector<CellId>& cells = cells_;
  read_landmark_cells(lab, cells);
  for (size_t i = 0; i < cells.size(); ++i) {
    const Cell cell = lab.world().map().cell(cells[i]);
    const bool used = landmarks.ready() && i < landmarks.cells().size() && landmarks.cells()[i] == cells[i] &&
                      landmarks.in_use(static_cast<int>(i));
    add_label(middle(cell.x), middle(cell.y), 0, used ? palette::kWhite : palette::kLandmark, 0,
              fmt::format("{}", i + 1));
  }
}

}  // namespace strata
