#include "tests/app/lab/promised_state.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/hna/hna_process.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "core/world/planners.hpp"

namespace strata::test {
namespace {

using json = nlohmann::ordered_json;

bool always(const Lab&) { return true; }

// The tables of the groups of HNA* hold paths over the mesh.
bool steps_repaired(const Lab& lab) {
  const Planner& stepped = *lab.state().traced_planner();
  return stepped.name == "rooms" || stepped.any_angle || stepped.needs == StructureId::kRepairs ||
         lab.state().process == &kHnaConstruction;
}

bool compares_inexactly(const Lab& lab) {
  bool inexact = lab.state().pace == ProgressMeasure::kTime;  // which is measured anew
  for (int view = 0; view < lab.view_searches().count(); ++view) {
    const Planner& planner = lab.view_searches().planner(view);
    inexact |= planner.name == "rooms" || planner.any_angle || planner.needs == StructureId::kRepairs;
  }
  return inexact;
}

bool hides_search(const Lab& lab) { return hidden_names(lab).hides_future(); }

// Ways to keys of the state that are left out for one reason. The words between slashes lead to a key: "a|b" to the
// keys a and b, "!a|b" to all but these, "*" to every key, "**" any way down, and MESH to the planners over a mesh.
struct LeftOut {
  std::string_view ways;
  bool (*when)(const Lab&) = always;
};
constexpr LeftOut kLeftOut[] = {
    // What was said and asked, what is open around the map, and what a person prefers: no reproduction says it.
    {"messages|notices|dialogs|open_options|problem|question|recent|quit|preferences|chart|gallery|lesson|recording|"
     "show|course"},
    // What the window shows besides the maps; and the place of the camera, which is written with fewer digits.
    {"view/!split|levels|searches"},
    // Found out when the map is drawn.
    {"layers/*/note landmarks/heuristic/low|high"},
    // Files are not saved by a reproduction, and edits count as revisions even if they were undone.
    {"map|drawn|scenario/title|file|map|unsaved|warnings|revision"},
    // About the last stroke, which a reproduction may not repeat: times of updates, and what became of paths.
    {"meter|stroke"},
    // A reproduction does not play, and the usual speed suits what was played last.
    {"playback/playing|speed"},
    // Results beside the map that a person has asked for, and scores: most are times, and a reproduction asks for none.
    {"sweep|pay|xray/running|values|phases|figures|trial decide/running|outdated|measured|sentence|choice|rows "
     "predict/!on "
     "scenario/run|problems|above_optimal scenario/row/found"},
    // Memory: what is reserved depends on what was there before, and so does how much of a row of the CCH is touched.
    {"**/memory_bytes|cache_bytes planners/cch/touched"},
    // Where agents are depends on when tables are ready, and on what of a stroke is there already when they walk; for
    // walkers, on how their mesh was made, too. Crowds have tests of their own, under a fixed clock.
    {"crowd|walkers/running|note|wave|agents|ticks|queued|status|counts|arrivals|mean_ticks|waited|longest_wait|"
     "moved_aside|jams|entered|hash|visits|now|waits|followed"},
    // Structures that are repaired locally. After edits rooms are others than those of a build, as good in every way
    // that their tests look at. Polygons have the numbers that edits left them, and groups grow with edits: of paths
    // over them that cost the same another one may be found, which is pulled taut to another length.
    {"rooms/covered|pruned|rooms|interleavings hna/level links inspected/room|groups inspected/polygon/number|floors "
     "planners/rooms|MESH/expanded|generated|touched|abstract_cells planners/MESH/cost|steps|percent_over|path_points"},
    // Searches that are repaired: what they do depends on all searches before, and of paths that cost the same they may
    // find another one.
    {"repairs/lpa|dlite inspected/repairs planners/lpa|dlite/expanded|generated|touched|path_cells|path_points"},
    // And what is stepped of all these.
    {"playback|construction inspected/events|level0|level1|level2|level3|explained", steps_repaired},
    // And what is compared of them; with it where the play head is.
    {"view/searches/head|beyond view/searches/views/*/!planner", compares_inexactly},
    // How much of a hidden search is in sight depends on the cursor, and so does what is known of its end.
    {"planners|playback|xray|ask|pay/* inspected query/note scenario/row/length", hides_search},
};

std::vector<std::string_view> parts(std::string_view text, char between) {
  std::vector<std::string_view> parts;
  for (const auto part : text | std::views::split(between)) parts.emplace_back(part.begin(), part.end());
  return parts;
}

bool leads_to(std::string_view word, std::string_view key) {
  if (word == "*") return true;
  if (word.starts_with('!')) return !leads_to(word.substr(1), key);
  const Planner* planner = planner_named(key);
  return std::ranges::any_of(parts(word, '|'), [&](std::string_view one) {
    return one == key || (one == "MESH" && planner != nullptr && planner->any_angle);
  });
}

void leave_out(json& value, std::span<const std::string_view> way) {
  if (!value.is_structured()) return;
  const std::string_view word = way.front();
  const std::span<const std::string_view> rest = way.subspan(1);
  if (word == "**") {
    leave_out(value, rest);
    for (json& part : value) leave_out(part, way);
    return;
  }
  if (value.is_array()) {
    if (rest.empty()) return;
    for (json& part : value) leave_out(part, rest);
    return;
  }
  std::vector<std::string> keys;
  for (const auto& [key, part] : value.items()) {
    if (leads_to(word, key)) keys.push_back(key);
  }
  for (const std::string& key : keys) {
    if (rest.empty()) {
      value.erase(key);
    } else {
      leave_out(value[key], rest);
    }
  }
}

// A run may have told what the planners find for a row.
void leave_out_told(json& scenario) {
  if (!scenario.contains("row")) return;
  const std::string problem = scenario["row"]["problem"];
  for (const char* told : {" finds ", " above optimal", " than the scenario cost "}) {
    if (problem.empty() || problem.find(told) != problem.npos) return void(scenario["row"].erase("problem"));
  }
}

}  // namespace

json promised_state(Lab& lab) {
  json state = json::parse(dump_state(lab));
  for (const LeftOut& one : kLeftOut) {
    if (!one.when(lab)) continue;
    for (const std::string_view way : parts(one.ways, ' ')) leave_out(state, parts(way, '/'));
  }
  leave_out_told(state["scenario"]);
  return state;
}

}  // namespace strata::test
