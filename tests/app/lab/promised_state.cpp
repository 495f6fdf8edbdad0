#include "tests/app/lab/promised_state.hpp"

#include <nlohmann/json.hpp>

#include "app/features/hna/hna_process.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/hidden.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"

namespace strata::test {
namespace {

using json = nlohmann::ordered_json;

// Searches side by side: those of rooms and meshes may differ as said below, and with them where the head is; times
// are measured anew.
void forget_searches(Lab& lab, json& state) {
  json& searches = state["view"]["searches"];
  if (!searches.contains("views")) return;
  bool exact = lab.state().pace != ProgressBy::kTime;
  for (int view = 0; view < lab.view_searches().count(); ++view) {
    const Planner& planner = lab.view_searches().planner(view);
    exact = exact && planner.name != "rooms" && !planner.any_angle;
  }
  if (exact) return;
  for (const char* key : {"head", "beyond"}) searches.erase(key);
  for (json& own : searches["views"]) own = own["planner"];
}

// Rooms are repaired locally: where edits met a build that was not finished, they are others than those of a build,
// as good in every way that the tests of rooms look at.
void forget_rooms(Lab& lab, json& state) {
  for (const char* key : {"covered", "pruned", "rooms", "interleavings"}) state["rooms"].erase(key);
  for (const char* key : {"expanded", "generated", "touched", "abstract_cells"}) state["planners"]["rooms"].erase(key);
  if (state.contains("inspected")) state["inspected"].erase("room");
  if (lab.state().traced != "rooms") return;
  state.erase("playback");
  if (!state.contains("inspected")) return;
  for (const char* key : {"events", "level0", "level1", "explained"}) state["inspected"].erase(key);
}

// Polygons have the numbers that edits left them, and groups grow with edits: of ways over them that cost the same
// another one may be found, which is pulled taut to another length. What the search found costs the same.
void forget_mesh(Lab& lab, json& state) {
  state["hna"].erase("level");
  for (const PlannerRow& row : lab.state().rows) {
    if (!row.planner->any_angle) continue;
    for (const char* key :
         {"cost", "steps", "percent_over", "expanded", "generated", "touched", "abstract_cells", "path_points"}) {
      state["planners"][row.planner->name].erase(key);
    }
  }
  if (state.contains("inspected")) {
    state["inspected"].erase("groups");
    if (state["inspected"]["polygon"].is_object()) {
      for (const char* key : {"number", "floors"}) state["inspected"]["polygon"].erase(key);
    }
  }
  const bool constructed = lab.query().process() == &kHnaConstruction;  // its tables hold such paths
  if (!lab.query().traced_planner()->any_angle && !constructed) return;
  state.erase("playback");
  if (constructed) state.erase("construction");
  if (!state.contains("inspected")) return;
  for (const char* key : {"events", "level0", "level1", "level2", "level3", "explained"}) state["inspected"].erase(key);
}

// Where agents are hangs on when tables are ready and on what of a stroke is there already when they walk: crowds
// have tests of their own, under a fixed clock.
void forget_crowd(json& crowd) {
  for (const char* key : {"running", "note",     "wave",       "agents", "ticks",        "queued",      "status",
                          "counts",  "arrivals", "mean_ticks", "waited", "longest_wait", "moved_aside", "jams",
                          "entered", "hash",     "visits",     "now",    "waits",        "followed"}) {
    crowd.erase(key);
  }
}

// A run may have told what the planners find for a row: its figures are none that a reproduction brings back.
void forget_scenario(json& scenario) {
  for (const char* key : {"file", "map", "unsaved", "run", "problems", "above_optimal"}) scenario.erase(key);
  if (!scenario.contains("row")) return;
  const std::string problem = scenario["row"]["problem"];
  scenario["row"].erase("found");
  for (const char* told : {" finds ", " above optimal", " than the scenario cost "}) {
    if (problem.empty() || problem.find(told) != problem.npos) return void(scenario["row"].erase("problem"));
  }
}

// What is reserved depends on what was there before.
void forget_memory(json& value) {
  if (value.is_object()) {
    value.erase("memory_bytes");
    value.erase("cache_bytes");
  }
  for (auto& part : value) {
    if (part.is_structured()) forget_memory(part);
  }
}

}  // namespace

json promised_state(Lab& lab) {
  json state = json::parse(dump_state(lab));
  for (const char* key : {"messages", "notices", "dialogs", "problem", "question", "recent", "quit", "meter", "stroke",
                          "chart", "preferences", "gallery", "lesson", "links", "recording"})
    state.erase(key);
  for (const char* key : {"title", "file", "unsaved", "warnings", "revision"}) state["map"].erase(key);
  for (const char* key : {"pointer", "hover", "windows", "presentation", "legend", "large_code", "presented", "detail",
                          "hidden_planners", "first_run", "hints", "scale", "notes"})
    state["view"].erase(key);
  for (const char* key : {"x", "y", "zoom"}) state["view"].erase(key);  // written with fewer digits
  for (auto& [name, layer] : state["layers"].items()) layer.erase("note");
  for (const char* key : {"playing", "speed"}) state["playback"].erase(key);
  for (const char* key : {"file", "unsaved"}) state["drawn"].erase(key);
  for (const char* key : {"low", "high"}) state["landmarks"]["heuristic"].erase(key);  // of the picture drawn last
  for (const char* key : {"running", "values"}) state["sweep"].erase(key);             // measured, not set
  state["predict"] = state["predict"]["on"];                                           // not the score
  state["pay"].erase("figures");                                                       // times
  state["xray"].erase("trial");                                                        // what was only tried
  state["planners"]["cch"].erase("touched");  // rows have spare room where they grew
  forget_searches(lab, state);
  forget_rooms(lab, state);
  forget_mesh(lab, state);
  forget_crowd(state["crowd"]);
  forget_crowd(state["walkers"]);  // how the mesh is made, and when, as well
  forget_scenario(state["scenario"]);
  forget_memory(state);
  // How much of a hidden search is in sight goes with the cursor, and so does what is known of its end.
  if (hidden_names(lab).hides_future()) {
    for (const char* key : {"planners", "playback", "inspected", "xray", "pay"}) state[key] = json::object();
    state["query"].erase("note");
    if (state["scenario"]["row"].is_object()) state["scenario"]["row"].erase("length");
  }
  return state;
}

}  // namespace strata::test
