// The crowd on the mesh in the lab: commands, what an edit does to it, what is drawn of it, and that runs repeat.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/draw/overlay.hpp"
#include "app/features/walkers/walkers.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "core/world/map_mesh_classes.hpp"
#include "core/world/planners.hpp"
#include "tests/lab_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("without walkers nothing of them is there, and their commands say so") {
  Lab lab;
  lab.finish_updates();
  CHECK(mesh_crowd_controller(lab).crowd() == nullptr);
  holds(lab, "walkers.there == false");
  CHECK(failure(lab, "walkers.run on") == "walkers.run: there are no walkers yet: add some in the place Crowd");
  CHECK(failure(lab, "walkers.step") == "walkers.step: there are no walkers yet: add some in the place Crowd");
  CHECK(failure(lab, "walkers.follow next") == "walkers.follow: there are no walkers yet: add some in the place Crowd");
  CHECK(failure(lab, "walkers.goal home").find("random or marker") != std::string::npos);
  CHECK(failure(lab, "walkers.method best").find("expected hna") != std::string::npos);
  CHECK(failure(lab, "walkers.radius 5").find("0.07 to 4") != std::string::npos);
  run(lab, {"walkers.clear", "walkers.goal marker"});
  CHECK(mesh_crowd_controller(lab).crowd() == nullptr);
}

TEST_CASE("a walker that a new wall comes too close to is moved aside, and that is said, counted and drawn") {
  Lab lab;
  run_settled(lab, {"map.new 20 12 force", "walkers.radius 0.9", "walkers.add 10 6", "brush.radius 0",
                    "paint.line 7 5 7 7 blocked"});
  const MeshCrowdController& controller = mesh_crowd_controller(lab);
  const FixedPointPosition was = controller.crowd()->place(0).at;
  const auto at_rest = [&] { return controller.activity() == Activity::kIdle; };
  holds(lab, "walkers.moved_aside == 0");  // that wall is far enough
  CHECK(at_rest());
  run_settled(lab, "paint.line 9 5 9 7 blocked");
  const FixedPointPosition now = controller.crowd()->place(0).at;
  CHECK(now.x > was.x + kFineCell / 4);
  CHECK(now.y == was.y);
  holds(lab, "walkers.moved_aside == 1");
  CHECK(lab.state().messages.back().text == "A walker was moved aside: a wall is nearer than its radius");
  REQUIRE(controller.traces().size() == 1);
  CHECK(controller.traces()[0].from_x == doctest::Approx(was.x / double{kFineCell}));
  CHECK(controller.traces()[0].to_x == doctest::Approx(now.x / double{kFineCell}));
  // The walker is drawn where it was, and glides to where it is.
  CHECK(controller.spot(0).first == doctest::Approx(was.x / double{kFineCell}));
  // The line lies above the walker, which would cover it.
  OverlayBuilder builder;
  const auto& batches = test::draw(builder, lab).batches;
  const auto last =
      std::find_if(batches.rbegin(), batches.rend(), [](const DrawBatch& batch) { return !batch.list->lines.empty(); });
  REQUIRE(last != batches.rend());
  REQUIRE(last->list->lines.size() == 2);
  CHECK(last->list->lines.back().x0 == controller.traces()[0].from_x);
  // The line that shows it fades, and then nothing moves any more.
  CHECK_FALSE(at_rest());
  float x = controller.spot(0).first;
  for (int i = 0; i < 5; ++i) {
    lab.tick(0.06);
    CHECK(controller.spot(0).first > x);
    x = controller.spot(0).first;
    CHECK(x < static_cast<float>(now.x) / kFineCell);
    CHECK(controller.crowd()->place(0).at == now);
  }
  for (int i = 0; i < 10; ++i) lab.tick(0.25);
  CHECK(controller.spot(0).first == doctest::Approx(now.x / double{kFineCell}));
  CHECK(controller.traces().empty());
  CHECK(at_rest());
  run(lab, {"walkers.clear", "walkers.add 3 3"});
  holds(lab, "walkers.moved_aside == 0");
}

TEST_CASE("walkers are added, walk on a mesh for their radius, are drawn and followed") {
  Lab lab;
  run(lab, "walkers.spawn 120");
  CHECK(lab.world().has(StructureId::kMeshClasses));
  CHECK_FALSE(lab.world().has(StructureId::kNavmesh));
  CHECK(lab.state().layer(*layer_named("walkers")).on);
  holds(lab, "walkers.agents == 120");
  run(lab, "walkers.step 400");
  holds(lab, {"walkers.ticks == 400", "walkers.arrivals > 5", "walkers.counts.planning < 20"});
  run(lab, "walkers.follow 7");
  holds(lab, "walkers.followed == 7");
  CHECK(failure(lab, "walkers.follow 121").find("1 to 120") != std::string::npos);
  const MeshCrowd& crowd = *mesh_crowd_controller(lab).crowd();
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    const NavMesh* mesh = mesh_crowd_controller(lab).mesh_of(i);
    REQUIRE(mesh != nullptr);
    CHECK(strata::holds(*mesh, crowd.place(i).polygon, crowd.place(i).at));
  }
  // All gather round the goal marker, wherever it is moved to.
  run(lab, "walkers.goal marker");
  run(lab, test::kSanitized ? "walkers.step 1000" : "walkers.step 4000");
  holds(lab, test::kSanitized ? "walkers.counts.arrived > 10" : "walkers.counts.arrived > 100");
  run(lab, "walkers.clear");
  holds(lab, "walkers.there == false");
}

TEST_CASE("a walker that is moved aside while it walks is drawn without a jump") {
  int moved = 0;
  for (int column = 8; column <= 14; ++column) {
    CAPTURE(column);
    Lab lab;
    run_settled(lab, {"map.new 20 12 force", "walkers.radius 0.9", "walkers.speed 2", "walkers.add 10 6",
                      "query.goal 18 6", "walkers.goal marker", "walkers.run on"});
    const MeshCrowdController& controller = mesh_crowd_controller(lab);
    for (int i = 0; i < 25; ++i) lab.tick(1.0 / 100);
    auto [x, y] = controller.spot(0);
    const FixedPointPosition was = controller.crowd()->place(0).at;
    run_settled(lab, fmt::format("paint.line {0} 5 {0} 7 blocked", column));
    if (length_of(controller.crowd()->place(0).at - was) < kFineCell / 5) continue;
    ++moved;
    CHECK(controller.spot(0).first == doctest::Approx(x));
    CHECK(controller.spot(0).second == doctest::Approx(y));
    float farthest = 0;
    for (int i = 0; i < 100; ++i) {
      lab.tick(1.0 / 100);
      const auto [now_x, now_y] = controller.spot(0);
      farthest = std::max(farthest, std::hypot(now_x - x, now_y - y));
      x = now_x;
      y = now_y;
    }
    CHECK(farthest < 0.08f);  // cells in a frame, of which it walks 0.02
  }
  CHECK(moved > 0);
}

TEST_CASE("the nose that shows where a walker goes lies above its disc") {
  Lab lab;
  run(lab, {"map.new 20 12 force", "walkers.radius 0.5", "walkers.add 4 6", "query.goal 16 6", "walkers.goal marker",
            "walkers.step 30", "view.center 10 6 32"});
  OverlayBuilder builder;
  const auto& batches = test::draw(builder, lab).batches;
  const auto& walkers = *mesh_crowd_controller(lab).crowd();
  const auto [x, y] = mesh_crowd_controller(lab).spot(0);
  size_t disc = batches.size(), nose = batches.size();
  for (size_t i = 0; i < batches.size(); ++i) {
    for (const DrawMarker& marker : batches[i].list->markers) {
      if (marker.x == x && marker.y == y && marker.shape == MarkerShape::kDisc) disc = i;
    }
    for (const DrawLine& line : batches[i].list->lines) {
      if (line.x0 == x && line.y0 == y && line.color == palette::kWhite) nose = i;
    }
  }
  CHECK(walkers.count() == 1);
  REQUIRE(disc < batches.size());
  REQUIRE(nose < batches.size());
  CHECK(nose > disc);
}

TEST_CASE("walkers stay in sight whatever search is stepped") {
  Lab lab;
  run(lab, "walkers.spawn 20");
  for (const char* planner : {"astar", "hpa1", "navmesh", "hna1", "pccp"}) {
    CAPTURE(planner);
    run_settled(lab, "planner.trace " + std::string(planner));
    CHECK(lab.state().layer(kWalkerLayer).on);
    CHECK(lab.state().layer(kWalkerLayer).on);
  }
}

TEST_CASE("a wall across walkers is a wave that is planned anew, and runs repeat from their log") {
  const auto play = [](Lab& lab) {
    run_settled(lab, {"map.new 60 40 force", "walkers.spawn 300", "walkers.step 60", "paint.line 30 0 30 35 blocked"});
  };
  Lab lab;
  play(lab);
  run(lab, "walkers.step 1");
  CHECK(mesh_crowd_controller(lab).state().replan_stats.affected > 20);
  run(lab, "walkers.step 60");
  holds(lab, "walkers.wave.pending == 0");
  Lab again;
  play(again);
  run(again, "walkers.step 61");
  const MeshCrowd &one = *mesh_crowd_controller(lab).crowd(), &two = *mesh_crowd_controller(again).crowd();
  REQUIRE(one.count() == two.count());
  for (uint32_t i = 0; i < one.count(); ++i) CHECK(one.place(i) == two.place(i));
}

TEST_CASE("each edit begins a wave of walkers of its own, however it is made") {
  Lab lab;
  run(lab, {"map.new 60 40 force", "walkers.spawn 300", "walkers.step 60"});
  for (const char* line :
       {"paint.line 30 0 30 35 blocked", "edit.undo", "edit.redo", "paint.rectangle 8 8 14 20 filled blocked",
        "paint.fill 50 20 water", "edit.undo", "paint.stroke brush blocked 1 round 40,5 40,5", "edit.undo"}) {
    CAPTURE(line);
    run_settled(lab, line);
    run(lab, "walkers.step 1");
    CHECK(mesh_crowd_controller(lab).state().replan_stats.edits == 1);
    run(lab, "walkers.step 30");
  }
}

TEST_CASE("once all has settled, walkers know the ground as it is") {
  Lab lab;
  lab.finish_updates();
  run(lab, "walkers.spawn 200");
  // There is less ground for the larger agent: some walkers are where it cannot be.
  run_settled(lab, "agent.size 3");
  REQUIRE(mesh_crowd_controller(lab).can_walk());
  const uint32_t walled_in = mesh_crowd_controller(lab).state().counts[static_cast<size_t>(CrowdStatus::kWalledIn)];
  CHECK(walled_in > 0);
  const auto before = dump_state(lab);
  CHECK(failure(lab, "edit.redo") == "edit.redo: nothing to redo");
  const bool same = dump_state(lab) == before;
  CHECK(same);
}

TEST_CASE("walkers survive what happens to their ground: other groups, no mesh, another map") {
  Lab lab;
  run(lab, {"walkers.spawn 50", "walkers.run on"});
  for (int i = 0; i < 20; ++i) lab.tick(1.0 / 60);
  const uint32_t walked = mesh_crowd_controller(lab).state().ticks;
  CHECK(walked > 0);
  run(lab, "mesh-classes off");
  for (int i = 0; i < 20; ++i) lab.tick(1.0 / 60);
  CHECK(mesh_crowd_controller(lab).state().ticks == walked);
  CHECK(mesh_crowd_controller(lab).state().note.find("off") != std::string::npos);
  CHECK(failure(lab, "walkers.step").find("off") != std::string::npos);
  run_settled(lab, "mesh-classes on");
  for (int i = 0; i < 20; ++i) lab.tick(1.0 / 60);
  CHECK(mesh_crowd_controller(lab).state().ticks > walked);
  run(lab, {"walkers.method mesh-tables", "walkers.step 30"});
  holds(lab, "walkers.counts.no_way == 0");
  run(lab, "map.new 20 20 force");
  CHECK(mesh_crowd_controller(lab).crowd() == nullptr);
}

namespace {

// Two rooms with a door of one cell.
void open_rooms(Lab& lab) {
  run(lab,
      {"map.new 25 11 force", "paint.rectangle 0 0 24 10 outline blocked", "paint.rectangle 12 1 12 9 filled blocked",
       "paint.rectangle 12 5 12 5 filled ground", "query.set 5 5 19 5"});
}

}  // namespace

// A new mesh may have as many polygons and portals as the one before, made in as many steps.
TEST_CASE("walkers notice that another mesh has taken the place of theirs, however alike the two are") {
  for (int cells = 2; cells <= 8; ++cells) {
    Lab lab;
    run(lab, {"map.generate cave 18 32 770 force", "walkers.spawn 39"});
    for (const int size : {5, cells}) {
      run(lab, fmt::format("agent.size {}", size));
      run(lab, "walkers.step 1");
      const MeshCrowd& crowd = *mesh_crowd_controller(lab).crowd();
      for (uint32_t i = 0; i < crowd.count(); ++i) {
        const NavMesh* mesh = mesh_crowd_controller(lab).mesh_of(i);
        if (mesh == nullptr || crowd.status(i) == CrowdStatus::kWalledIn) continue;
        CAPTURE(cells);
        CAPTURE(i);
        REQUIRE(mesh->has_polygon(crowd.place(i).polygon));
        REQUIRE(strata::holds(*mesh, crowd.place(i).polygon, crowd.place(i).at));
      }
    }
  }
}

TEST_CASE("a walker is put where it fits, and elsewhere refused with the reason") {
  Lab lab;
  open_rooms(lab);
  run(lab, "walkers.radius 2.5");
  CHECK(failure(lab, "walkers.add 2 5").find("a wall is too near: a walker of radius 2.5 does not fit at (2,5)") !=
        std::string::npos);
  CHECK(failure(lab, "walkers.add 0 5").find("(0,5) is blocked") != std::string::npos);
  CHECK(failure(lab, "walkers.add 60 5").find("60") != std::string::npos);
  holds(lab, "walkers.there == false");
  run(lab, "walkers.add 5 5");
  holds(lab, "walkers.agents == 1");
  run(lab, {"walkers.radius 0.5", "walkers.add 5 3", "walkers.add 12 5"});
  holds(lab, "walkers.agents == 3");
  CHECK(lab.world().get<MapMeshClasses>().classes().size() == 2);

  // Only those who fit through the door go to the other room.
  run(lab, {"walkers.goal marker", "walkers.step 1500"});
  const MeshCrowd& crowd = *mesh_crowd_controller(lab).crowd();
  CHECK(crowd.status(0) == CrowdStatus::kCutOff);
  CHECK(crowd.place(0).at.x < 12 * kFineCell);
  CHECK(crowd.status(1) == CrowdStatus::kArrived);
  CHECK(crowd.place(1).at.x > 13 * kFineCell);

  // Nowhere is there room for the widest.
  run(lab, {"walkers.clear", "paint.rectangle 3 1 4 9 filled blocked", "paint.rectangle 20 1 21 9 filled blocked",
            "walkers.radius 4"});
  CHECK(failure(lab, "walkers.spawn 5").find("nowhere on the map is there room for a walker of radius 4") !=
        std::string::npos);
}

TEST_CASE("the classes of walkers that have gone are given up, and there are no more than a few") {
  Lab lab;
  run(lab, "map.new 40 40 force");
  for (int i = 1; i <= 8; ++i) {
    run(lab, fmt::format("walkers.radius {}", i * 0.25));
    run(lab, "walkers.spawn 3");
  }
  CHECK(lab.world().get<MapMeshClasses>().classes().size() == 8);
  run(lab, "walkers.radius 3");
  CHECK(failure(lab, "walkers.spawn 3").find("8 classes of radii already") != std::string::npos);
  run(lab, {"walkers.step 30", "walkers.clear", "walkers.spawn 3"});
  CHECK(lab.world().get<MapMeshClasses>().classes().size() == 1);
}

TEST_CASE("the meshes of walkers have the settings of the mesh and of its groups, also of those that are off") {
  Lab lab;
  run(lab, "walkers.spawn 40");
  const auto options = [&]() -> const MapMeshClassesOptions& { return *lab.world().get<MapMeshClasses>().options(); };
  CHECK(options().navmesh.mesh.source == MeshDecomposition::kTriangles);
  run(lab, "navmesh.source rectangles");
  CHECK_FALSE(lab.world().has(StructureId::kNavmesh));
  CHECK(options().navmesh.mesh.source == MeshDecomposition::kRectangles);
  run(lab, "hna.levels 2");
  CHECK(options().hna.levels == 2);
  run(lab, {"walkers.step 50", "navmesh on", "navmesh.source triangles", "hna on", "hna.levels 1"});
  CHECK(options().navmesh.mesh.source == MeshDecomposition::kTriangles);
  CHECK(options().hna.levels == 1);
  const MapMeshClassesOptions before = options();
  run(lab, "navmesh.radius 2");  // walkers have radii of their own
  CHECK(options() == before);
  run(lab, "walkers.step 50");
  const MeshCrowd& crowd = *mesh_crowd_controller(lab).crowd();
  CHECK(crowd.count() == 40);
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    const NavMesh* mesh = mesh_crowd_controller(lab).mesh_of(i);
    REQUIRE(mesh != nullptr);
    CHECK(strata::holds(*mesh, crowd.place(i).polygon, crowd.place(i).at));
  }
}

TEST_CASE("the chart of blocks has what each agent of the mesh links and searches") {
  Lab lab;
  const FeatureChart* chart = chart_named("blocks");
  REQUIRE(chart != nullptr);
  ChartData data;
  chart->fill(lab, data);
  CHECK(data.reason == "HNA* is off or still being built.");
  run_settled(lab, data.remedy_lines);
  data.clear();
  chart->fill(lab, data);
  CHECK(data.reason == "There are no walkers on the mesh.");
  const uint64_t version = chart->version(lab);
  for (const char* line : {"crowd.on mesh", "walkers.spawn 12"}) {
    run_settled(lab, line);
  }
  CHECK(chart->version(lab) != version);
  data.clear();
  chart->fill(lab, data);
  REQUIRE_MESSAGE(data.reason.empty(), data.reason);
  REQUIRE(data.table.rows() == 12);
  std::vector<StartGoalGroup> groups;
  lab.controller(kWalkersFeature).add_trips(groups);
  const Planner& planner = *planner_named("hna2");
  Workspace workspace;
  for (size_t block = 0; block < 12; ++block) {
    const auto& [from, to] = groups.front().ways[block];
    PlanResult result;
    plan(lab.world(), planner, {lab.world().map().cell(from), lab.world().map().cell(to)}, lab.state().plan_options(),
         workspace, result);
    CHECK(data.table.at(block, 1) == static_cast<double>(result.stats.of(Phase::kInsertStart).expanded));
    CHECK(data.table.at(block, 2) == static_cast<double>(result.stats.of(Phase::kInsertGoal).expanded));
    CHECK(data.table.at(block, 3) == static_cast<double>(result.stats.of(Phase::kMain).expanded));
  }
}

TEST_CASE("walkers stand still while terrain weights differ, which is said, and walk on when they are equal") {
  Lab lab;
  run(lab, {"map.new 24 12 force", "brush.radius 0", "paint.line 12 0 12 11 swamp", "query.set 2 6 20 6",
            "walkers.goal marker", "walkers.add 2 6", "walkers.step 60"});
  const MeshCrowdController& controller = mesh_crowd_controller(lab);
  const FixedPointPosition began = controller.crowd()->place(0).at;
  CHECK(began.x > 3 * kFineCell);
  CHECK(controller.state().note.empty());
  run_settled(lab, "terrain.weight swamp 16");
  const std::string why = "Walkers stand still: planners over the mesh need equal weights everywhere";
  CHECK(controller.state().note == why);
  run(lab, "walkers.add 2 3");
  CHECK(lab.state().messages.back().text == why);
  run(lab, "walkers.step 600");
  CHECK(controller.crowd()->place(0).at == began);
  holds(lab, {"walkers.counts.arrived == 0", "walkers.counts.planning == 1"});
  run(lab, {"terrain.weight swamp 1", "walkers.step 900"});
  holds(lab, "walkers.counts.arrived == 2");
  CHECK(controller.state().note.empty());
}

TEST_CASE(
    "walkers stand still while the map has links that their method ignores, which is said, and follow them by A*") {
  Lab lab;
  run(lab, {"map.new 24 12 force", "query.set 2 6 20 6", "walkers.goal marker", "walkers.add 2 6", "walkers.step 60"});
  const MeshCrowdController& controller = mesh_crowd_controller(lab);
  const FixedPointPosition began = controller.crowd()->place(0).at;
  CHECK(began.x > 3 * kFineCell);
  CHECK(controller.state().note.empty());
  run_settled(lab, "link.add 2,2 15,2 4 one-way");
  const std::string why = "Agents stand still: planning by PCCP needs a map without links. A* follows them";
  CHECK(controller.state().note == why);
  run(lab, "walkers.add 2 3");
  CHECK(lab.state().messages.back().text == why);
  run(lab, "walkers.step 600");
  CHECK(controller.crowd()->place(0).at == began);
  holds(lab, "walkers.counts.arrived == 0");
  run_settled(lab, "walkers.method mesh-astar");
  CHECK(controller.state().note.empty());
  run(lab, "walkers.step 1200");
  holds(lab, "walkers.counts.arrived == 2");
  run_settled(lab, "walkers.method pccp");
  CHECK(controller.state().note == why);
  run_settled(lab, "link.clear");
  CHECK(controller.state().note.empty());
}

TEST_CASE("walkers that nobody could place because they have nowhere to go are refused with that reason") {
  Lab lab;
  run(lab, {"map.new 21 21 force", "brush.radius 0"});
  for (int i = 1; i < 21; i += 2) {
    run(lab, fmt::format("paint.line {} 0 {} 20 blocked", i, i));
    run(lab, fmt::format("paint.line 0 {} 20 {} blocked", i, i));
  }
  bool refused = false;
  for (int seed = 1; seed <= 6 && !refused; ++seed) {
    run(lab, fmt::format("walkers.seed {}", seed));
    if (const Status status = lab.execute("walkers.spawn 1"); !status) {
      refused = true;
      CHECK(status.error().message().find("no random goal was found") != std::string::npos);
    }
    run(lab, "walkers.clear");
  }
  CHECK(refused);
}
