#include "app/lab/scene.hpp"

#include <utility>

#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/scene_state_provider.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/transition.hpp"
#include "app/lab/untrusted_command_scope.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/level/level.hpp"
#include "core/level/level_settings.hpp"
#include "core/world/added_planner.hpp"

namespace strata {
namespace {

ScenePosition scene_moment(const Lab& lab) {
  const ViewSearches& searches = lab.view_searches();
  ScenePosition moment;
  moment.cursor = lab.playback().cursor();
  moment.head = searches.head();
  moment.ended = searches.ended() && lab.playback().at_end();
  moment.by_head = !searches.ended() && searches.head() != searches.place(0);
  return moment;
}

void go_to(Lab& lab, const ScenePosition& moment) {
  ViewSearches& searches = lab.view_searches();
  lab.playback().clock().pause();
  if (moment.by_head) {
    searches.go(moment.head);
  } else if (moment.ended) {
    lab.playback().jump(SIZE_MAX);
    searches.go(searches.end_place());
  } else {
    lab.playback().jump(moment.cursor);
    searches.follow_lead();
  }
}

// Opens the map of the scene with the structures of the scene. Nothing is built twice: neither settings nor contents
// change the setup of this world.
void open_map(Lab& lab, const Scene& scene, SceneUndoScope history) {
  const PlanQuery* query = scene.query ? &*scene.query : nullptr;
  LargeMapTask::PreparedWorld made = LargeMapTask::make_world(*scene.map, scene.world, query, scene.level);
  if (!scene.query) made.query.reset();
  made.level_path = scene.level_path;
  const StructureSet before = lab.structures().switched_on();
  lab.session().replace_world(std::move(made), scene.map_path, scene.map_title);
  if (scene.level) lab.session().level_options() = scene.level->options();
  lab.session().change_world().set_history(scene.edits);
  if (history == SceneUndoScope::kAll) lab.undo_history().bring_back(scene.feature_edits);
  LabState& state = lab.mutable_state();
  state.map_letters = scene.map_letters;
  state.map_warnings = scene.warnings;
  state.notices = scene.notices;
  lab.session().file_state() = scene.files;
  state.set_terrain_looks(scene.looks);
  lab.structures().follow_world(before);
}

void take_contents(Lab& lab, const Scene& scene) {
  for (size_t i = 0; i < scene.contents.size(); ++i) {
    auto* own = dynamic_cast<SceneStateProvider*>(lab.controllers()[i].second.get());
    if (own != nullptr && scene.contents[i].has_value()) own->take_content(scene.contents[i]);
  }
}

// Begins to step the process of the scene. It records what is built, so that the builds are finished first.
Status begin_process_of(Lab& lab, const Scene& scene) {
  lab.finish_updates();
  const std::vector<Message> messages = lab.state().messages;
  const Status begun = apply_setting(lab, parse_command(scene.process).value());
  // Beginning the process may have switched on the layer of the search, and has ended a prediction, so that the
  // settings are set once more. Nothing is said about it.
  (void)change_settings(lab, scene.setup);
  lab.mutable_state().messages = messages;
  return begun;
}

// Gives the lab everything of the scene that does not depend on the recorded search.
Status take_scene(Lab& lab, const Scene& scene, SceneUndoScope history) {
  const TransitionScope transition(lab);
  open_map(lab, scene, history);
  // Settings of contents fail here and are set again below.
  (void)change_settings(lab, scene.setup);
  // The features' data about the cell follow below, when their content is there.
  if (scene.inspected) lab.inspector().begin(*scene.inspected);
  take_contents(lab, scene);
  Status done = change_settings(lab, scene.setup);
  if (!scene.process.empty()) {
    const Status begun = begin_process_of(lab, scene);
    if (done && !begun) done = begun;
  }
  if (history == SceneUndoScope::kAll && lab.state().row(scene.added_traced) != nullptr) {
    (void)apply_setting(lab, {"planner.trace", {scene.added_traced}});
  }
  return done;
}

// Moves the camera to where the scene had it, in a view that may have another size. If the scene's view showed the
// whole map, this one shows it, too.
void place_camera(Camera& camera, const Scene& scene) {
  const int width = camera.view_width, height = camera.view_height;
  Camera whole = scene.camera;
  whole.fit(scene.map->width(), scene.map->height());
  camera = scene.camera;
  camera.view_width = width;
  camera.view_height = height;
  if (whole == scene.camera) camera.fit(scene.map->width(), scene.map->height());
}

}  // namespace

Scene scene_of(const Lab& lab) {
  const LabState& state = lab.state();
  const World& world = lab.world();
  Scene scene;
  scene.map = lab.session().shared_map();
  scene.level = world.level();
  scene.level_path = state.level_path;
  scene.map_path = state.map_path;
  scene.map_title = state.map_title;
  scene.map_letters = state.map_letters;
  scene.warnings = state.map_warnings;
  scene.notices = state.notices;
  scene.files = lab.session().file_state();
  scene.looks = state.terrain_looks;
  scene.strokes = state.strokes;
  scene.meter = state.meter;
  scene.world = world.setup();
  if (state.has_query) scene.query = state.query;
  scene.setup = setup_of(lab);
  if (is_added(*lab.state().traced_planner())) scene.added_traced = state.traced;
  for (const auto& [feature, controller] : lab.controllers()) {
    const auto* own = dynamic_cast<const SceneStateProvider*>(controller.get());
    scene.contents.push_back(own != nullptr ? own->content() : std::any());
  }
  scene.log = lab.log().lines();
  if (const SteppedProcess* process = lab.state().process) scene.process = process->begin_line;
  scene.moment = scene_moment(lab);
  if (state.inspected) scene.inspected = state.inspected->cell;
  scene.camera = state.camera;
  scene.chart = state.chart;
  scene.edits = world.history();
  scene.feature_edits = lab.undo_history().feature_edits();
  return scene;
}

Status open_scene(Lab& lab, const Scene& scene, SceneUndoScope history) {
  const UntrustedCommandScope foreign(lab);
  lab.gestures().finish();
  const Status done = take_scene(lab, scene, history);
  lab.finish_updates();
  go_to(lab, scene.moment);
  // Everything that depends on the position of the cursor is brought up to date.
  lab.finish_updates();
  LabState& state = lab.mutable_state();
  state.strokes = scene.strokes;
  state.meter = scene.meter;
  if (scene.inspected && (!state.inspected || state.inspected->cell != *scene.inspected)) {
    lab.inspector().begin(*scene.inspected);
  }
  lab.inspector().refresh();
  place_camera(state.camera, scene);
  state.chart = scene.chart;
  lab.log().begin_with(scene.log, true);
  return done;
}

}  // namespace strata
