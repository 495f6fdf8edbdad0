#include "app/features/landmarks/landmarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/alt/automatic_landmarks.hpp"
#include "core/base/byte_text.hpp"
#include "core/base/count_of.hpp"
#include "core/world/map_landmarks.hpp"

namespace strata {
namespace {

using nlohmann::json;

constexpr std::array<const FeatureLayer*, 2> kLayers = {&kLandmarkLayer, &kHeuristicLayer};
constexpr std::string_view kRebuilt[] = {"lowered", "set_aside"};

std::string too_many(const GridMap& map, const LandmarkOptions& options) {
  return fmt::format("{} of them on this map would take {}, {} at most", options.lanes(),
                     bytes_text(DistanceRows::bytes_for(map.cell_count(), options.lanes())),
                     bytes_text(Landmarks::kMaxBytes));
}

// Returns the range of the heat map.
std::string heuristic_scale(const Lab& lab) {
  const HeuristicView& view = landmarks_controller(lab).heuristic();
  if (view.low > view.high) return {};
  const Cost unit = cost_unit(lab.world());
  return fmt::format("{} to {}", cost_text(view.low, unit), cost_text(view.high, unit));
}

bool fits(const GridMap& map, const WorldSetup& setup) {
  const std::optional<LandmarkOptions>& landmarks = setup.get<MapLandmarks>();
  return !landmarks || Landmarks::fits(map.cell_count(), *landmarks);
}

// Adds how many distances the last stroke has lowered.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  if (part != PresentedPart::kMeter || !lab.world().has(StructureId::kLandmarks)) return;
  const size_t lowered = lab.state().meter.count(StructureId::kLandmarks, "lowered", 0);
  out.add(PresentedLine::Kind::kText, fmt::format("Landmarks: {} lowered", count_of(lowered, "distance")));
}

}  // namespace

const FeatureLayer kHeuristicLayer = {
    {.name = "heuristic",
     .title = "Heuristic",
     .legend = "Heat map, dark to light: the lower bound h, or the distance from one landmark",
     .order = 0,
     .structure = StructureId::kLandmarks,
     .general = true,
     .heat_map = true,
     .scale = heuristic_scale}};
const FeatureLayer kLandmarkLayer = {
    {.name = "landmarks",
     .title = "Landmarks",
     .legend = "Numbered squares; struck out: not in use. Lines: to the landmark that decides h of the inspected cell",
     .order = 350,
     .structure = StructureId::kLandmarks,
     .follows_structure = true}};

const Feature kLandmarksFeature = {
    .name = "landmarks",
    .title = "Landmarks",
    .planners = kLandmarkPlanners,
    .planner_group = PlannerGroup::kGraphs,
    .structure = StructureId::kLandmarks,
    .fits = fits,
    .layers = kLayers,
    .commands = kLandmarkCommands,
    .settings = landmark_lab_settings,
    .paint = kLandmarkPaint,
    .labels = kLandmarkLabels,
    .facts = {.key = "landmarks", .rebuilt = kRebuilt},
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<LandmarksController>(lab);
    },
};

LandmarksController& landmarks_controller(const Lab& lab) {
  return static_cast<LandmarksController&>(lab.controller(kLandmarksFeature));
}

std::string_view heuristic_name(HeuristicKind kind) {
  static constexpr std::array<std::string_view, kHeuristicKinds> kNames = {"bound", "gain", "distance"};
  return kNames[static_cast<size_t>(kind)];
}

// Places that belong to the open map are left out for another map, where the landmarks are placed automatically.
void LandmarksController::choose(WorldSetup& setup, ChosenFor map) const {
  LandmarkOptions options = options_;
  if (map != ChosenFor::kOpenMap) options.place_again();
  setup.get<MapLandmarks>() = std::move(options);
}

void LandmarksController::structure_event(StructureId, StructureEvent news) {
  if (news == StructureEvent::kRefused) say_refused();
}

void LandmarksController::say_refused() {
  lab_.say(MessageKind::kWarning, "Landmarks stay off: " + too_many(world_->map(), options_));
}

// Refuses to switch on landmarks that do not fit into memory.
bool LandmarksController::switch_structure(bool on) {
  if (!on || Landmarks::fits(world_->map().cell_count(), options_)) return false;
  say_refused();
  return !world_->has(StructureId::kLandmarks);
}

Status LandmarksController::place(const LandmarkOptions& options) {
  if (world_->has(StructureId::kLandmarks) && !lab_.structures().set<MapLandmarks>(options)) {
    return error_at("", too_many(world_->map(), options));
  }
  options_ = options;
  heuristic_.landmark = std::min(heuristic_.landmark, options.lanes() - 1);
  read_world();
  return success();
}

Status LandmarksController::choose_options(bool automatic) {
  AutomaticOptions<LandmarkOptions> chosen;
  if (automatic) chosen = automatic_landmark_options(world_->moves());
  if (Status set = place(chosen.options); !set) return set;
  fitted_.note_command(chosen, automatic);
  return success();
}

// Gives the map that the user has opened the number of landmarks that suits it, once it has landmarks.
void LandmarksController::tick(double /*dt_seconds*/) {
  if (!fitted_.due() || !world_->has(StructureId::kLandmarks) || drag_ || !fitted_.take_due()) return;
  const auto chosen = automatic_landmark_options(world_->moves());
  if (place(chosen.options)) fitted_.note_fitted_map(chosen);
}

std::string LandmarksController::placed_line(const LandmarkOptions& options) const {
  std::string line = "landmarks.place";
  for (const CellId id : options.placed) {
    const Cell cell = world_->map().cell(id);
    line += fmt::format(" {},{}", cell.x, cell.y);
  }
  return line;
}

std::optional<LandmarkOptions> LandmarksController::placed() const {
  if (!world_->has(StructureId::kLandmarks)) return std::nullopt;
  LandmarkOptions options = options_;
  if (!options.placed.empty()) return options;
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  if (!landmarks.ready() || landmarks.options() != options) return std::nullopt;
  options.placed.assign(landmarks.cells().begin(), landmarks.cells().end());
  return options;
}

bool LandmarksController::current() const {
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  return landmarks.ready() && landmarks.exact() && landmarks.options() == world_->get<MapLandmarks>().options();
}

void LandmarksController::read_world() {
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  const StructureState kept = world_->state(StructureId::kLandmarks);
  status_.building = kept.building;
  status_.progress = kept.wanted ? kept.progress : 0;
  status_.exact = landmarks.ready() && landmarks.exact();
  status_.cancelled = kept.cancelled;
  status_.set_aside = 0;
  for (int i = 0; i < landmarks.count(); ++i) status_.set_aside += !landmarks.in_use(i);
  state_.memory[static_cast<size_t>(StructureId::kLandmarks)] =
      kept.wanted ? memory_bytes(*world_, StructureId::kLandmarks) : 0;
}

Activity LandmarksController::activity() const {
  const bool works = status_.building || (state_.layer(kHeuristicLayer).on && heuristic_.partial);
  return works ? Activity::kWorks : Activity::kIdle;
}

// Begins to drag the landmark nearest to the pointer, if the select tool is active and landmarks are visible. Start and
// goal are drawn above landmarks, so that they are grabbed first.
PressResult LandmarksController::press(const PointerEvent& event, Cell /*cell*/) {
  if (event.button != 0 || state_.tool != Tool::kSelect || !state_.layer(kLandmarkLayer).on)
    return PressResult::kIgnored;
  if (lab_.gestures().marker_at(event) != DraggedMarker::kNone) return PressResult::kIgnored;
  const std::optional<LandmarkOptions> now = placed();
  if (!now) return PressResult::kIgnored;
  const GridMap& map = world_->map();
  double nearest = 0;
  for (size_t i = 0; i < now->placed.size(); ++i) {
    const Cell cell = map.cell(now->placed[i]);
    if (!lab_.gestures().near_marker(event, cell)) continue;
    const double away =
        std::hypot(event.x - state_.camera.screen_x(cell.x + 0.5), event.y - state_.camera.screen_y(cell.y + 0.5));
    if (drag_ && away >= nearest) continue;
    nearest = away;
    drag_ = LandmarkDrag{static_cast<int>(i), cell};
  }
  if (!drag_) return PressResult::kIgnored;
  state_.dragging = DraggedMarker::kHeld;
  before_drag_ = *now;
  return PressResult::kDrag;
}

// During the drag, a background job updates the distances of the dragged landmark.
void LandmarksController::drag(const PointerEvent& /*event*/, Cell cell, bool moved) {
  if (!moved || !drag_ || !world_->has(StructureId::kLandmarks)) return;
  if (!world_->map().contains(cell) || !world_->moves().passable(cell) || cell == drag_->at) return;
  drag_->at = cell;
  LandmarkOptions options = before_drag_;
  options.placed[static_cast<size_t>(drag_->landmark)] = world_->map().id(cell);
  lab_.session().edit_during_gesture().set<MapLandmarks>(options);
}

// Ends the drag: the move is executed as a command, or it is undone.
void LandmarksController::drop(bool keep) {
  const std::optional<LandmarkDrag> drag = std::exchange(drag_, std::nullopt);
  state_.dragging = DraggedMarker::kNone;
  if (!drag) return;
  const GridMap& map = world_->map();
  const CellId before = before_drag_.placed[static_cast<size_t>(drag->landmark)];
  const bool moved = keep && world_->has(StructureId::kLandmarks) && map.id(drag->at) != before;
  if (moved) {
    // If landmarks were placed automatically, a move fixes the cells of all of them. A replay must start from the same
    // cells, so that the log gets them before the move.
    if (options_.placed.empty()) lab_.log().add(placed_line(before_drag_));
    options_ = before_drag_;
    lab_.run(fmt::format("landmarks.move {} {},{}", drag->landmark + 1, drag->at.x, drag->at.y));
  }
  // The move was dropped or refused: the distances for the cells before the drag are computed again.
  if (world_->has(StructureId::kLandmarks) && world_->get<MapLandmarks>().options() != options_) {
    lab_.session().edit_during_gesture().set<MapLandmarks>(options_);
  }
}

void LandmarksController::inspect_cell(Cell cell) {
  const MoveGrid& moves = world_->moves();
  const CellId id = world_->map().id(cell);
  const std::array<uint64_t, 7> look = {lab_.state().world_version,
                                        world_->map().revision(),
                                        lab_.state().rules_version,
                                        world_->get<MapLandmarks>().version(),
                                        world_->ready(StructureId::kLandmarks),
                                        id,
                                        state_.has_query ? uint64_t{world_->map().id(state_.query.goal)} + 1 : 0};
  if (std::exchange(looked_at_, look) == look) return;
  LandmarkInspection& at = inspected_;
  at = {};
  if (!world_->ready(StructureId::kLandmarks)) return;
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  for (int i = 0; i < landmarks.count(); ++i) {
    if (landmarks.cells()[static_cast<size_t>(i)] == id) at.landmark = i;
    at.set_aside += !landmarks.in_use(i);
  }
  if (!state_.has_query || !moves.passable(cell) || !moves.passable(state_.query.goal)) return;
  const CellId goal = world_->map().id(state_.query.goal);
  at.known = true;
  at.distance_bound =
      link_heuristic_to(moves, state_.query.goal)(moves.bound()(cell, state_.query.goal), cell.x, cell.y);
  at.landmark_bound = landmarks.bound_to(goal)(id);
  at.bound = landmarks.bound(moves, id, goal);
  at.deciding = landmarks.deciding(id, goal);
  at.separated = landmarks.separated(id, goal);
}

void LandmarksController::dump(json& out) const {
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  const auto cell_json = [](Cell cell) { return json::array({cell.x, cell.y}); };
  json& own = out["landmarks"];
  own = {{"count", options_.lanes()},
         {"automatic", options_.placed.empty()},
         {"fitted", !reason().empty()},
         {"building", status_.building},
         {"exact", status_.exact},
         {"cancelled", status_.cancelled},
         {"set_aside", status_.set_aside},
         {"cells", json::array()},
         {"heuristic",
          {{"kind", heuristic_name(heuristic_.kind)},
           {"landmark", heuristic_.landmark + 1},
           {"low", heuristic_.low},
           {"high", heuristic_.high}}}};
  for (const CellId cell : landmarks.cells()) own["cells"].push_back(cell_json(world_->map().cell(cell)));
  if (drag_) own["dragged"] = {{"landmark", drag_->landmark + 1}, {"at", cell_json(drag_->at)}};
}

void LandmarksController::dump_inspected(json& out) const {
  if (inspected_.known) {
    out["landmarks"] = {{"distance_bound", inspected_.distance_bound},
                        {"landmark_bound", inspected_.landmark_bound},
                        {"bound", inspected_.bound},
                        {"deciding", inspected_.deciding + 1},
                        {"separated", inspected_.separated},
                        {"set_aside", inspected_.set_aside}};
  }
  if (inspected_.landmark >= 0) out["landmark"] = inspected_.landmark + 1;
}

void LandmarksController::setting_lines(std::vector<std::string>& lines) const {
  if (!options_.placed.empty()) {
    lines.push_back(placed_line(options_));
  } else {
    add_setting_lines(lab_, landmark_lab_settings(), lines);
  }
}

void LandmarksController::late_setting_lines(std::vector<std::string>& lines) const {
  if (heuristic_.kind == HeuristicKind::kDistance || heuristic_.landmark != 0) {
    lines.push_back(fmt::format("heuristic.show distance {}", heuristic_.landmark + 1));
  }
  const bool after_distance = heuristic_.landmark != 0 && heuristic_.kind != HeuristicKind::kDistance;
  if (after_distance || (heuristic_.kind != HeuristicKind::kDistance && heuristic_.kind != HeuristicView{}.kind)) {
    lines.push_back(fmt::format("heuristic.show {}", heuristic_name(heuristic_.kind)));
  }
}

}  // namespace strata
