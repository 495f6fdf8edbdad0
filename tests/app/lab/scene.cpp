// A scene that is opened in another lab makes it the lab that it was taken from, and nothing is executed for it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/features/ch/ch.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/features/workspace/workspace.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/saved_content.hpp"
#include "app/lab/scene.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "core/base/build_info.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/world/planners.hpp"
#include "tests/app/lab/promised_state.hpp"
#include "tests/app/lab/scene_checks.hpp"
#include "tests/links_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/rounds.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using json = nlohmann::ordered_json;

namespace {

LabOptions scene_options() {
  LabOptions options{.fixed_clock = true};
  for (const char* stock : {"maps", "graphs", "levels", "figures", "lessons"}) {
    options.stock_folders.push_back(assets_folder(stock));
  }
  return options;
}

void check_scene(Lab& lab) {
  const std::string fault = test::fault_of_scene(lab, scene_options());
  CHECK_MESSAGE(fault.empty(), fault);
}

void check_text(Lab& lab) {
  const std::string fault = test::fault_of_text(lab, scene_options());
  CHECK_MESSAGE(fault.empty(), fault);
}

// A feature that counts the labs that have it, and what it is told.
class SceneWitness : public FeatureController {
 public:
  explicit SceneWitness(Lab& lab) : FeatureController(lab) { most_labs = std::max(most_labs, ++labs); }
  ~SceneWitness() override { --labs; }

  // The labs that there are, and the most of them at a time.
  static inline int labs = 0, most_labs = 0;
  int maps = 0, queries = 0, ready = 0;

  void map_changed(const MapChange& change) override { maps += change.what == MapChange::Kind::kOther; }
  void query_changed() override { ++queries; }
  void structure_event(StructureId, StructureEvent news) override { ready += news == StructureEvent::kReady; }
};

const Feature kSceneWitness = {
    .name = "witness", .title = "Witness", .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<SceneWitness>(lab);
    }};

// How often the planner "counted" was asked for an answer, and for a recording.
std::atomic<int> counted_answers = 0, counted_recordings = 0;

void plan_counted(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                  PlanResult& result, Trace* trace) {
  ++(trace == nullptr ? counted_answers : counted_recordings);
  planner_named("jps")->plan(world, query, options, workspace, result, trace);
}

std::span<const Planner> planners_and_counted() {
  static const std::vector<Planner> kAll = [] {
    std::vector<Planner> all(planners().begin(), planners().end());
    Planner counted = *planner_named("jps");
    counted.name = counted.title = "counted";
    counted.shown = PlannerVisibility::kOnRequest;
    counted.plan = plan_counted;
    all.push_back(counted);
    return all;
  }();
  return kAll;
}

}  // namespace

TEST_CASE("the scene of every step of every lesson is the same in another lab, and going back executes nothing") {
  const FeatureRegistration guest(kSceneWitness);
  int most_made = 0;  // labs inside the lab, at a time
  const auto run_lesson = [&](Lab& lab, const std::string& line) {
    SceneWitness::most_labs = SceneWitness::labs;
    run(lab, line);
    most_made = std::max(most_made, SceneWitness::most_labs - SceneWitness::labs);
  };
  for (const LessonEntry& entry : lesson_list()) {
    CAPTURE(entry.id);
    Lab lab(scene_options());
    lab.gestures().set_view_size(900, 700);
    run_settled(lab, {"map.generate rooms 40 30 5 force", "hpa.levels 3", "paint.rectangle 3 3 6 6 filled swamp"});
    const std::string before = test::scene_state(lab);
    run_lesson(lab, "lesson.open " + entry.id + " force");
    if (lab.state().question) run(lab, "question.discard");
    const LessonController& lesson = lesson_controller(lab);
    const size_t steps = lesson.lesson().steps.size();
    std::vector<std::string> left;
    for (size_t at = 0; at < steps; ++at) {
      CAPTURE(at);
      if (at > 0) run_lesson(lab, "lesson.next");
      check_scene(lab);
      if (lesson.step().asks()) run_lesson(lab, "lesson.tell");
      check_scene(lab);
      check_text(lab);
      left.push_back(test::scene_state(lab));
    }
    const auto executes_one = [&](const char* line) {
      const uint64_t executed = lab.state().executed;
      run_lesson(lab, line);
      CHECK(lab.state().executed == executed + 1);
    };
    for (size_t at = steps; at-- > 1;) {
      CAPTURE(at);
      executes_one("lesson.back");
      const std::string now = test::scene_state(lab);
      if (now != left[at - 1]) FAIL_CHECK(test::scene_differences(left[at - 1], now));
      if (at == steps / 2) executes_one("lesson.reset");
    }
    executes_one("lesson.close");
    lab.finish_updates();
    const std::string after = test::scene_state(lab);
    if (after != before) FAIL_CHECK(test::scene_differences(before, after));
  }
  CHECK(most_made == 1);  // the one that finds the answer to a question
}

TEST_CASE("what is promised of a state: map, query, settings, layers and answers, no times and nothing that was said") {
  Lab lab(scene_options());
  lab.gestures().set_view_size(900, 700);
  lab.finish_updates();
  const json state = test::promised_state(lab);
  for (const char* key : {"/map/hash", "/query/start", "/rules/profile", "/hpa/cluster_size", "/layers/search/on",
                          "/planners/astar/cost", "/planners/astar/expanded", "/playback/cursor", "/view/split",
                          "/view/searches/pace", "/predict/on", "/history/size", "/scenario/rows", "/crowd/seed"}) {
    CAPTURE(key);
    CHECK(state.contains(json::json_pointer(key)));
  }
  const json whole = json::parse(dump_state(lab));
  for (const char* key : {"/map/title", "/messages", "/meter", "/hpa/memory_bytes", "/layers/search/note",
                          "/playback/speed", "/view/x", "/view/windows", "/predict/asked", "/crowd/agents", "/links"}) {
    CAPTURE(key);
    CHECK(whole.contains(json::json_pointer(key)));
    CHECK_FALSE(state.contains(json::json_pointer(key)));
  }
}

TEST_CASE("what features hold is part of a scene") {
  Lab lab(scene_options());
  lab.gestures().set_view_size(900, 700);
  run(lab, "map.generate rooms 60 50 7 force");
  SUBCASE("agents on cells") {
    run(lab, {"crowd.spawn 60", "crowd.step 40", "paint.rectangle 20 20 24 24 filled blocked", "crowd.step 10",
              "crowd.size 2", "crowd.spawn 5", "crowd.step 7"});
  }
  SUBCASE("agents that hold their cells") {
    for (const char* line : {"crowd.holding on", "crowd.spawn 200", "crowd.step 150"}) run(lab, line);
  }
  SUBCASE("an agent that the view follows, and whose walk cannot be told again") {
    run(lab, {"crowd.spawn 60", "crowd.follow 1", "crowd.step 40", "paint.rectangle 20 20 24 24 filled blocked"});
  }
  SUBCASE("agents on the mesh") {
    run(lab, {"walkers.spawn 30", "walkers.step 60", "walkers.radius 0.8", "walkers.spawn 5", "walkers.step 30"});
  }
  SUBCASE("a drawn graph") { test::draw_graph(lab); }
  SUBCASE("a scenario") {
    run(lab, {"query.random 1", "scenario.add", "query.random 2", "scenario.add", "scenario.run", "scenario.row 1"});
  }
  SUBCASE("a construction that is stepped") {
    for (const char* line : {"hpa.construct", "step.to 50"}) run(lab, line);
  }
  SUBCASE("searches side by side") {
    for (const char* line : {"view.compare 2", "view.planner 2 jps", "step.head 20"}) run(lab, line);
  }
  SUBCASE("a piece that floats") {
    for (const char* line : {"select.rectangle 3 3 9 9", "piece.copy", "piece.paste 12,14"}) run(lab, line);
  }
  SUBCASE("placed landmarks, a cluster alone, an inspected cell, a moment") {
    run(lab, {"landmarks on", "landmarks.place 3,3 20,20", "heuristic.show distance 2", "hpa.only 12 12", "inspect 7 9",
              "step.to 12", "view.center 20 20 9"});
  }
  SUBCASE("an inspected arc of a hierarchy") {
    run_settled(lab, "ch on");
    const HierarchyArc arc = hierarchy_controller(lab).picture(StructureId::kCh).arcs_from(0)[0];
    const Cell a = lab.world().map().cell(arc.lower), b = lab.world().map().cell(arc.upper);
    run(lab, fmt::format("inspect.arc ch {},{} {},{}", a.x, a.y, b.x, b.y));
  }
  SUBCASE("names, weights and letters of terrains") {
    run(lab, {"terrain.name swamp mud", "terrain.weight swamp 3", "terrain.colour water 112233"});
  }
  check_scene(lab);
  check_text(lab);
  // It goes on as the lab itself does.
  LabInView other(900, 700, scene_options());
  REQUIRE(open_scene(other, scene_of(lab)).ok());
  for (Lab* one : std::initializer_list<Lab*>{&lab, &other}) {
    for (const char* line : {"crowd.step 30", "walkers.step 30"}) {
      (void)one->execute(line);  // where there are agents
    }
    one->finish_updates();
  }
  const auto agents = [](Lab& one) {
    const json state = json::parse(dump_state(one));
    return state["crowd"].dump() + state["walkers"].dump();
  };
  CHECK(agents(lab) == agents(other));
}

TEST_CASE("weights of cells and links go through a scene and through its text, whatever they are") {
  const test::TempFolder folder;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(test::rounds(8)); ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    Lab lab(scene_options());
    lab.gestures().set_view_size(900, 700);
    run(lab, fmt::format("map.generate cave {} {} {} force", 20 + rng.below(20), 15 + rng.below(20), seed));
    if (seed % 2 == 0) run(lab, test::open_line(folder.file(fmt::format("{}.map", seed)), "map.save_as"));
    const auto edit = [&](const Edit& change) {
      lab.strokes().whole("Edit", [&] { lab.strokes().paint(change, "Edit"); });
    };
    for (int i = rng.between(1, 6); i > 0; --i) {
      const GridMap& map = lab.world().map();
      const uint32_t kind = rng.below(3);
      const CellId first = rng.below(map.cell_count());
      const uint32_t count = 1 + rng.below(std::min(map.cell_count() - first, 60u));
      if (kind == 0) edit({{weight_run(first, count, rng.between(0, kMaxCellWeight))}});
      if (kind == 1) edit(test::random_links(map, rng.between(1, 12), rng));
      if (kind == 2) {
        run(lab, {"select.rectangle 3 3 14 12", "piece.rotate right", "piece.move 2 1", "piece.drop", "select.none"});
      }
    }
    if (seed % 2 == 0 && rng.percent(70)) run(lab, "map.save");
    if (rng.percent(60)) run(lab, fmt::format("query.random {}", seed));
    check_scene(lab);
    check_text(lab);
    const std::string file = folder.file(fmt::format("{}.strata", seed));
    run(lab, test::open_line(file, "workspace.save"));
    Lab other;
    run_settled(other, test::open_line(file, "workspace.open"));
    CHECK(other.world().map() == lab.world().map());
  }
}

TEST_CASE("a scene is opened in one step: one map, each structure built once, each planner asked once") {
  const FeatureRegistration guest(kSceneWitness);
  LabOptions options = scene_options();
  options.planners = planners_and_counted();
  Lab lab(options);
  lab.gestures().set_view_size(900, 700);
  for (const char* line : {"map.generate rooms 60 50 7 force", "hpa.levels 3", "hpa.cluster_size 7", "haa.sizes 3",
                           "sectors.size 20", "cch.graph sectors", "landmarks.place 3,3 20,20", "hna.levels 2"}) {
    run(lab, line);
  }
  for (const std::string& line : test::structure_switches({"tables", "mesh-classes"})) run(lab, line);
  for (const char* line : {"planner.show counted on", "planner.trace counted", "layer clearance on", "view.split 2"}) {
    run(lab, line);
  }
  bool process = false;
  SUBCASE("settings alone") {}
  SUBCASE("a drawn graph, with hierarchies over it") { test::draw_graph(lab); }
  SUBCASE("agents on cells and on the mesh") {
    for (const char* line : {"crowd.spawn 30", "crowd.step 20", "walkers.spawn 10", "walkers.radius 0.8",
                             "walkers.spawn 5", "walkers.step 20"}) {
      run(lab, line);
    }
  }
  SUBCASE("a construction that is stepped") {
    for (const char* line : {"hpa.construct", "step.to 50"}) run(lab, line);
    process = true;
  }
  lab.finish_updates();
  const Scene scene = scene_of(lab);

  // A world that is made with this setup has built each of its structures once.
  World once(*scene.map, scene.world, scene.level);
  once.set_drawn_graph(lab.world().drawn_graph());
  once.finish_updates();
  for (const bool fresh : {true, false}) {
    CAPTURE(fresh);
    Lab other(options);
    other.gestures().set_view_size(900, 700);
    if (!fresh) {
      for (const char* line :
           {"map.generate cave 50 40 3 force", "rules.profile four", "hpa.levels 2", "sectors.size 12", "sectors on",
            "tables on", "ch.graph sectors", "ch on", "landmarks.count 3", "landmarks on", "navmesh on",
            "navmesh.radius 0.5", "haa.cluster_size 8", "haa on", "view.compare 2", "crowd.spawn 10"}) {
        run(other, line);
      }
    }
    other.finish_updates();
    auto& witness = static_cast<SceneWitness&>(other.controller(kSceneWitness));
    witness.maps = witness.queries = witness.ready = 0;
    counted_answers = counted_recordings = 0;
    const uint64_t map = other.state().world_version;
    const Status opened = open_scene(other, scene);
    REQUIRE_MESSAGE(opened.ok(), opened.error().message());

    CHECK(other.state().world_version == map + 1);
    CHECK(witness.maps == 1);
    CHECK(witness.queries == 1);
    CHECK(counted_answers == 1);
    CHECK(counted_recordings == (process ? 0 : 1));
    CHECK(other.world().setup() == scene.world);
    int built = 0;
    for (const StructureId id : kAllStructures) {
      CAPTURE(structure_name(id));
      // Slices of work in the background count as versions of the tables.
      if (id != StructureId::kTables) CHECK(other.world().state(id).version == once.state(id).version);
      built += once.ready(id);
    }
    CHECK(built > 10);
    CHECK(witness.ready == built);
    const std::string mine = test::scene_state(lab), theirs = test::scene_state(other);
    if (mine != theirs) FAIL_CHECK(test::scene_differences(theirs, mine));
  }
}

TEST_CASE("a text without the agents that cannot be added any more opens, is written the same, and says so") {
  Lab lab(scene_options());
  lab.gestures().set_view_size(900, 700);
  run(lab, {"map.generate rooms 60 50 7 force", "brush.radius 0"});
  std::vector<std::string> missing;
  SUBCASE("statistics that were reset before the walk was lost") {
    run(lab, {"crowd.spawn 60", "crowd.step 40", "crowd.forget", "crowd.step 5"});
    check_text(lab);
    run(lab, "paint.rectangle 20 20 24 24 filled blocked");
    missing = {"the agents stand where they began, as the map was painted while they walked"};
  }
  SUBCASE("a walker whose cell was painted before any tick, and one that is followed") {
    run(lab, {"paint.rectangle 10 10 20 20 filled ground", "walkers.add 15 15", "walkers.add 12 12", "walkers.follow 2",
              "paint.rectangle 14 14 16 16 filled blocked"});
    missing = {"the walkers that were added where there is no room for them any more are not in it"};
  }
  SUBCASE("walkers that walk, all of them where walls are now") {
    run(lab, {"paint.rectangle 10 10 20 20 filled ground", "walkers.add 15 15", "walkers.step 20",
              "paint.rectangle 14 14 16 16 filled blocked", "walkers.step 20"});
    missing = {"the walkers stand where they began, as the map was painted while they walked",
               "the walkers that were added where there is no room for them any more are not in it"};
  }
  SUBCASE("walkers at random places of a map that is blocked now, and agents on its cells") {
    run(lab, {"walkers.spawn 5", "walkers.follow 3", "crowd.spawn 6", "crowd.follow 4",
              "paint.rectangle 0 0 59 49 filled blocked"});
    missing = {"the walkers that were added where there is no room for them any more are not in it"};
  }
  SUBCASE("a walker on water, which the rules forbid now") {
    run(lab, {"map.new 20 20 force", "paint.rectangle 5 5 9 9 filled water", "rules.capability ground,swamp,water",
              "walkers.add 7 7", "rules.capability ground"});
    missing = {"the walkers that were added where there is no room for them any more are not in it"};
  }
  lab.finish_updates();
  check_text(lab);
  SavedContent content;
  REQUIRE(workspace_text(lab, content).ok());
  CHECK(content.missing == missing);
}

TEST_CASE("leaving a card, opening a workspace and restoring unsaved work execute nothing but that command") {
  const test::TempFolder folder;
  LabOptions options = scene_options();
  options.recovery_folder = folder.file("recovery");
  options.recovery_seconds = 0.2;
  const auto executes_one = [](Lab& lab, const std::string& line) {
    const uint64_t executed = lab.state().executed;
    run_settled(lab, line);
    CHECK(lab.state().executed == executed + 1);
  };
  std::string map;
  {
    LabInView lab(900, 700, options);
    run_settled(lab, {"map.generate cave 50 40 3 force", "graph.node 5,6", "hpa.levels 2", "crowd.spawn 20",
                      "crowd.step 30", "rules.profile four"});
    run(lab, test::open_line(folder.file("a.strata"), "workspace.save"));
    const std::string before = test::scene_state(lab);
    run(lab, "figure.open HPA-1a");
    if (lab.state().question) run(lab, "question.discard");
    CHECK(test::scene_state(lab) != before);
    executes_one(lab, "figure.leave");
    if (test::scene_state(lab) != before) FAIL_CHECK(test::scene_differences(before, test::scene_state(lab)));
    executes_one(lab, "workspace.open " + folder.file("a.strata") + " force");
    run(lab, "paint.rectangle 3 3 6 6 filled swamp");
    map = test::letters(lab);
    for (int i = 0; i < 4; ++i) lab.tick(2);
  }
  Lab next(options);
  REQUIRE(next.state().question.has_value());
  executes_one(next, "recovery.restore");
  CHECK(test::letters(next) == map);
}
