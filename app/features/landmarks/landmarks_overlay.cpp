// Landmarks on the map: their markers, and the heat map of the heuristic.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/draw/overlay_tools.hpp"
#include "app/draw/sliced_heat_map.hpp"
#include "app/features/landmarks/landmarks.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/refusal.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kLandmarkPart{kLandmarkLayer};
const DrawListTag kDecidingPart{kLandmarkLayer};

struct HeuristicHeatMap {
  SlicedHeatMap map;
  // Stamp of the inputs that the content was computed for, except the landmarks.
  uint64_t stamp = 0;
  // MapLandmarks::version() of the landmarks that the content was computed for.
  uint64_t fields = 0;
  // The last frame in which rows were computed.
  uint64_t frame = 0;
};
struct LandmarkOverlayCache {
  HeuristicHeatMap field;
  std::vector<CellId> cells;  // cells of the landmarks
};

// Reads the cells of the landmarks. While distances are being computed these are the cells that the
// landmarks will have.
void read_landmark_cells(const Lab& lab, std::vector<CellId>& cells) {
  const LandmarksController& controller = landmarks_controller(lab);
  const Landmarks& landmarks = lab.world().get<MapLandmarks>().landmarks();
  const std::span<const CellId> placed = controller.options().placed;
  const std::span<const CellId> now = placed.empty() ? landmarks.cells() : placed;
  cells.assign(now.begin(), now.end());
  if (const auto& drag = controller.dragged(); drag && static_cast<size_t>(drag->landmark) < cells.size()) {
    cells[static_cast<size_t>(drag->landmark)] = lab.world().map().id(drag->at);
  }
}

// Computes the value of a cell in the heat map; kInfinite: no value.
class HeuristicValue {
 public:
  HeuristicValue(const Lab& lab)
      : moves_(lab.world().moves()),
        landmarks_(lab.world().get<MapLandmarks>().landmarks()),
        view_(landmarks_controller(lab).heuristic()),
        goal_(lab.state().query.goal),
        distance_(moves_.bound()),
        over_links_(link_heuristic_to(moves_, goal_)) {
    if (view_.kind != HeuristicKind::kDistance) bound_ = landmarks_.bound_to(moves_.id(goal_));
  }
  Cost operator()(CellId id, Cell cell) const {
    if (!moves_.passable(id)) return kInfinite;
    if (view_.kind == HeuristicKind::kDistance) {
      const Cost distance = landmarks_.distance(id, view_.landmark);
      return distance >= DistanceRows::kFar ? kInfinite : distance;
    }
    // A bound this large means that cell and goal are not connected.
    const Cost bound = bound_(id);
    if (bound > DistanceRows::kFar / 2) return kInfinite;
    const Cost distance = over_links_(distance_(cell, goal_), cell.x, cell.y);
    if (view_.kind == HeuristicKind::kGain) return bound > distance ? bound - distance : 0;
    return std::max(bound, distance);
  }

 private:
  const MoveGrid& moves_;
  const Landmarks& landmarks_;
  const HeuristicView view_;
  const Cell goal_;
  const DistanceBound distance_;
  const LinkHeuristic<DistanceBound> over_links_;
  LandmarkBound bound_;
};

// Returns why there is no heat map; empty if there is one.
std::string missing_for(const Lab& lab) {
  const LabState& state = lab.state();
  const World& world = lab.world();
  if (!world.ready(StructureId::kLandmarks)) {
    std::string why = refusal(world, StructureId::kLandmarks);
    return why.empty() ? "the landmarks are being built" : why;
  }
  const HeuristicView& view = landmarks_controller(lab).heuristic();
  if (view.kind == HeuristicKind::kDistance) {
    const Landmarks& landmarks = world.get<MapLandmarks>().landmarks();
    if (view.landmark >= landmarks.count()) return "there is no such landmark yet";
    if (!landmarks.in_use(view.landmark)) return "this landmark is not used until the rebuild";
    return {};
  }
  if (!state.has_query) return "set a goal: what is shown is the bound of the cost to it";
  if (!world.moves().passable(state.query.goal)) return "the goal is blocked";
  return {};
}

// Computes the heat map; a large one takes several frames, from the top row down. A row has its previous colours
// until it is computed.
void paint_field(Painter& painter, HeuristicHeatMap& field, const Lab& lab) {
  const LabState& state = lab.state();
  LayerState& layer = painter.layer(kHeuristicLayer);
  HeuristicView& view = landmarks_controller(lab).heuristic();
  const World& world = lab.world();
  const GridMap& map = world.map();
  const std::string missing = missing_for(lab);
  layer.note = missing;
  DrawInputHash stamp;
  stamp << lab.state().world_version << lab.state().rules_version << static_cast<uint64_t>(view.kind)
        << static_cast<uint64_t>(missing.empty()) << reinterpret_cast<uintptr_t>(map.links().get());
  if (view.kind == HeuristicKind::kDistance) {
    stamp << static_cast<uint64_t>(view.landmark);
  } else {
    stamp << state.query.goal;
  }
  if (field.map.fit(map)) field.stamp = 0;
  // If only the landmarks have changed, the heat map is finished for the previous landmarks first: otherwise it would
  // never be finished during a stroke, which changes them again and again.
  const bool other_fields = field.fields != world.get<MapLandmarks>().version() && field.map.done();
  if (field.stamp != stamp.value() || other_fields) {
    field.stamp = stamp.value();
    field.fields = world.get<MapLandmarks>().version();
    field.map.begin();
    if (!missing.empty()) {
      field.map.blank();
      painter.note_rebuilt();
      view.low = field.map.low();
      view.high = field.map.high();
    }
  }
  view.partial = !field.map.done();
  if (!view.partial) return;
  painter.note_rebuilt();
  const HeuristicValue value(lab);
  // With a fixed clock the result must not depend on the number of frames, so that the heat map is computed at once.
  field.map.work(map, state.fixed_clock ? SIZE_MAX : kFieldCells, value);
  view.low = field.map.low();
  view.high = field.map.high();
  view.partial = !field.map.done();
  if (view.partial) layer.note = "more of the picture follows";
}

// Shows the heat map below all other layers. It is computed only once per frame for all views.
void show_field(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kHeuristicLayer);
  HeuristicHeatMap& field = painter.memory<LandmarkOverlayCache>().field;
  const bool on = layer.on && painter.shows(0);
  if (on && std::exchange(field.frame, painter.frame()) != painter.frame()) paint_field(painter, field, lab);
  painter.overlay().field = field.map.image(on, layer.opacity, kHeuristicLayer);
}

// Draws the landmarks. A marker is filled if the landmark is in use, hollow while its distances are being computed, and
// crossed out if it is unused until it is rebuilt.
void show_landmarks(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kLandmarkLayer);
  if (!layer.on || !painter.shows(0)) return;
  const Landmarks& landmarks = lab.world().get<MapLandmarks>().landmarks();
  std::vector<CellId>& cells = painter.memory<LandmarkOverlayCache>().cells;
  read_landmark_cells(lab, cells);
  DrawInputHash stamp;
  stamp << lab.state().world_version << lab.world().get<MapLandmarks>().version()
        << static_cast<uint64_t>(cells.size());
  for (const CellId cell : cells) stamp << cell;
  if (!painter.renew(kLandmarkPart, stamp.value())) return painter.show(kLandmarkPart, layer.opacity);
  DrawList& out = painter.list(kLandmarkPart);
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
  painter.show(kLandmarkPart, layer.opacity);
}

// Draws lines from the landmark that gives h of the inspected cell: a solid one to the cell, a dashed one to the goal.
// The value of h is the difference of these two distances.
void show_deciding(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kLandmarkLayer);
  const LandmarkInspection& seen = landmarks_controller(lab).inspected();
  const LabState& state = lab.state();
  const bool decides = state.inspected && state.has_query && seen.known && seen.deciding >= 0 &&
                       seen.landmark_bound > seen.distance_bound;
  if (!layer.on || !painter.shows(0) || !decides || !lab.world().ready(StructureId::kLandmarks)) return;
  const CellId landmark = lab.world().get<MapLandmarks>().landmarks().cells()[static_cast<size_t>(seen.deciding)];
  const Cell at = lab.world().map().cell(landmark);
  DrawInputHash stamp;
  stamp << at << state.inspected->cell << state.query.goal << lab.state().world_version;
  if (painter.renew(kDecidingPart, stamp.value())) {
    DrawList& out = painter.list(kDecidingPart);
    for (const auto& [end, dash] : {std::pair{state.inspected->cell, 0.0f}, {state.query.goal, 5.0f}}) {
      add_line(out, at, end, 4, 0, with_alpha(palette::kWhite, 190));
      add_line(out, at, end, 2, dash, palette::kLandmark);
    }
  }
  painter.show(kDecidingPart, layer.opacity);
}

uint64_t labels_stamp(const Painter& painter, const Lab& lab) {
  const World& world = lab.world();
  if (!painter.layer(kLandmarkLayer).on || !painter.shows(0) || !world.has(StructureId::kLandmarks)) return 0;
  const LandmarksController& controller = landmarks_controller(lab);
  DrawInputHash stamp;
  stamp << world.get<MapLandmarks>().version() << lab.state().world_version;
  for (const CellId cell : controller.options().placed) stamp << cell;
  if (controller.dragged()) stamp << static_cast<uint64_t>(controller.dragged()->landmark) << controller.dragged()->at;
  return stamp.value();
}

void add_labels(Painter& painter, const Lab& lab) {
  const Landmarks& landmarks = lab.world().get<MapLandmarks>().landmarks();
  std::vector<CellId>& cells = painter.memory<LandmarkOverlayCache>().cells;
  read_landmark_cells(lab, cells);
  for (size_t i = 0; i < cells.size(); ++i) {
    const Cell cell = lab.world().map().cell(cells[i]);
    const bool used = landmarks.ready() && i < landmarks.cells().size() && landmarks.cells()[i] == cells[i] &&
                      landmarks.in_use(static_cast<int>(i));
    painter.add_label(middle(cell.x), middle(cell.y), 0, used ? palette::kWhite : palette::kLandmark, 0,
                      fmt::format("{}", i + 1));
  }
}

}  // namespace

const std::array<PaintStep, 3> kLandmarkPaint = {
    {{depth::kAreas - 20, show_field}, {depth::kSigns - 10, show_deciding}, {depth::kSigns, show_landmarks}}};
const std::array<LabelStep, 1> kLandmarkLabels = {{{labels_stamp, add_labels}}};

}  // namespace strata
