// Crowds in the lab: commands, gestures, what the screen is told, and that runs repeat.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "app/draw/link_arc.hpp"
#include "app/features/crowd/crowd.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/script.hpp"
#include "core/io/files.hpp"
#include "core/world/map_tables.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const DrawList& agents_of(const Overlay& overlay) {
  static const DrawList kNone;
  for (const DrawBatch& batch : overlay.batches) {
    if (!batch.list->agents.empty()) return *batch.list;
  }
  return kNone;
}

}  // namespace

TEST_CASE("where no CUDA device plans the paths, the note is short and the reason is kept") {
  Lab lab;
  run_settled(lab, {"map.new 20 20 force", "crowd.backend auto", "crowd.spawn 5"});
  run(lab, "crowd.step");
  const GridCrowdController& crowd = grid_crowd_controller(lab);
  CAPTURE(crowd.state().note);
  CHECK((crowd.state().note == kOnCpu) == !crowd.why_no_cuda().empty());
  CHECK(crowd.state().note.find("driver") == std::string::npos);
  run(lab, {"crowd.backend cpu", "crowd.step"});
  CHECK(crowd.state().note.empty());
  CHECK(crowd.why_no_cuda().empty());
}

TEST_CASE("without a crowd nothing of it is there, and its commands say so") {
  Lab lab;
  lab.finish_updates();
  CHECK(grid_crowd_controller(lab).crowd() == nullptr);
  CHECK_FALSE(lab.world().has(StructureId::kTables));
  holds(lab, "crowd.there == false");
  CHECK(failure(lab, "crowd.run on") ==
        "crowd.run: there are no agents yet: press Start in the place Crowd to add some");
  CHECK(failure(lab, "crowd.step") ==
        "crowd.step: there are no agents yet: press Start in the place Crowd to add some");
  CHECK(failure(lab, "crowd.follow 1") ==
        "crowd.follow: there are no agents yet: press Start in the place Crowd to add some");
  CHECK(failure(lab, "crowd.forget") ==
        "crowd.forget: there are no agents yet: press Start in the place Crowd to add some");
  CHECK(failure(lab, "crowd.scenario") == "crowd.scenario: the map has no file, and so no scenario");
  CHECK(failure(lab, "crowd.goals home").find("expected wander") != std::string::npos);
  CHECK(failure(lab, "crowd.method best").find("expected tables") != std::string::npos);
  CHECK(failure(lab, "crowd.heat all").find("expected visits") != std::string::npos);
  CHECK(failure(lab, "crowd.speed 0 5").find("0.1 to 60") != std::string::npos);
  CHECK(failure(lab, "crowd.spawn 0").find("1 to 1000000") != std::string::npos);
  run(lab, {"crowd.clear", "crowd.exit 3 3"});
  CHECK(grid_crowd_controller(lab).crowd() == nullptr);
}

TEST_CASE("agents are added, walk, and are told of in the dump; tables come along") {
  Lab lab;
  run(lab, "crowd.spawn 200 5");
  CHECK(lab.world().has(StructureId::kTables));
  CHECK(lab.state().layer(*layer_named("crowd")).on);
  CHECK_FALSE(lab.state().row("tables")->shown);  // nobody has asked for the planner
  run_settled(lab, "planner.show tables on");
  holds(lab, {"crowd.agents == 200", "crowd.status.planning == 200", "crowd.goals == wander"});
  run(lab, "crowd.step 100");
  holds(lab, {"crowd.ticks == 100", "crowd.entered > 1000", "crowd.visits.sum > 1200", "crowd.now.sum == 200"});
  run(lab, {"crowd.goals own", "crowd.step 1500"});
  holds(lab, {"crowd.status.arrived >= 150", "crowd.arrivals >= 150", "crowd.mean_ticks > 10"});
  run(lab, "crowd.forget");
  holds(lab, "crowd.visits.sum == 0");
  run(lab, "tables off");
  holds(lab, "crowd.note contains \"next-hop tables are off\"");
  run(lab, {"tables on", "crowd.clear"});
  holds(lab, {"crowd.there == false", "crowd.agents == 0"});
  // Another map has no crowd.
  run(lab, {"crowd.spawn 5", "map.new 20 20 force"});
  CHECK(grid_crowd_controller(lab).crowd() == nullptr);
}

TEST_CASE("agents that are planned by A* and by tables are drawn on the curve of a link while they move over it") {
  for (const std::string method : {"astar", "tables"}) {
    CAPTURE(method);
    Lab lab;
    run_settled(lab, {"map.new 20 20 force", "paint.line 10 0 10 19 blocked", "link.add 3,4 16,4 4 one-way",
                      "query.set 3 4 17 4", "crowd.method " + method, "crowd.holding on", "crowd.goals goal",
                      "crowd.spawn 40"});
    const GridCrowdController& controller = grid_crowd_controller(lab);
    const GridMap& map = lab.world().map();
    uint32_t over_link = 0;
    for (int tick = 0; tick < 400; ++tick) {
      run(lab, "crowd.step 1");
      const GridCrowd& crowd = *controller.crowd();
      for (uint32_t i = 0; i < crowd.count(); ++i) {
        const DrawnAgentPosition spot = controller.agent_spot(i);
        if (are_beside(map.cell(crowd.cell(i)), map.cell(crowd.next(i)))) continue;
        ++over_link;
        CHECK(crowd.cell(i) == map.id({3, 4}));
        CHECK(crowd.next(i) == map.id({16, 4}));
        const LinkArc arc = link_arc(map, crowd.cell(i), crowd.next(i));
        CHECK(distance_to_arc(arc, static_cast<double>(spot.x), static_cast<double>(spot.y)) < 0.1);
        CHECK(spot.heading == 8);
      }
    }
    CHECK(over_link > 10);
    CHECK(controller.state().note.find("stand still") == std::string::npos);
  }
}

TEST_CASE("a script of a crowd gives the same places every time, and so does the reproduction of what was done") {
  const auto play = [](Lab& lab) {
    run(lab, {"map.generate cave 120 90 4", "crowd.seed 9", "crowd.spawn 300", "crowd.stroke 3 round 60 20,20 40,30",
              "crowd.step 80", "paint.line 60 0 60 80 blocked", "crowd.step 50", "crowd.holding on", "crowd.size 2",
              "crowd.spawn 20", "crowd.goals goal", "crowd.step 100", "crowd.exit 5 5", "crowd.goals evacuate",
              "crowd.step 60"});
  };
  const auto hash = [](Lab& lab) {
    run(lab, "remember HASH crowd.hash");
    const std::string dump = dump_state(lab);
    return dump.substr(dump.find("\"crowd\": {"), 4000);
  };
  Lab first, second;
  play(first);
  play(second);
  const std::string expected = hash(first);
  CHECK(hash(second) == expected);
  const test::TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("again.script"), first.log().reproduction()).ok());
  Lab third;
  REQUIRE(run_script_file(third, folder.file("again.script")).ok());
  CHECK(hash(third) == expected);
  run(second, "crowd.step");
  CHECK(hash(second) != expected);
}

TEST_CASE("the clock runs a crowd at the rate that was asked for, and pauses it") {
  Lab lab({.fixed_clock = true});
  run(lab, {"crowd.spawn 50", "crowd.run on"});
  for (int i = 0; i < 30; ++i) lab.tick(1.0 / 60);
  CHECK(grid_crowd_controller(lab).state().ticks >= 29);
  CHECK(grid_crowd_controller(lab).state().ticks <= 31);
  run(lab, "crowd.rate 10");
  const uint32_t before = grid_crowd_controller(lab).state().ticks;
  for (int i = 0; i < 60; ++i) lab.tick(1.0 / 60);
  CHECK(grid_crowd_controller(lab).state().ticks - before >= 9);
  CHECK(grid_crowd_controller(lab).state().ticks - before <= 11);
  CHECK(grid_crowd_controller(lab).state().ahead < 1);
  run(lab, "crowd.rate x2");
  holds(lab, "crowd.rate == 20");
  run(lab, "crowd.run toggle");
  const uint32_t paused = grid_crowd_controller(lab).state().ticks;
  for (int i = 0; i < 30; ++i) lab.tick(1.0 / 60);
  CHECK(grid_crowd_controller(lab).state().ticks == paused);
  // What ran by the clock is in the reproduction, before and after the other rate.
  const std::string script = lab.log().reproduction();
  const size_t first = script.find(fmt::format("crowd.step {}\n", before));
  REQUIRE(first != std::string::npos);
  CHECK(script.find(fmt::format("crowd.step {}\n", paused - before), first) != std::string::npos);
}

TEST_CASE("a wall painted while they walk sets off a wave of planning, and cuts agents off until it is opened") {
  Lab lab;
  run(lab, {"map.new 80 40", "query.start 2 20", "query.goal 77 20", "crowd.goals goal", "brush.radius 0",
            "crowd.stroke 0 round 100 5,5 5,35"});
  holds(lab, "crowd.agents == 31");
  run(lab, "crowd.step 60");
  holds(lab, "crowd.status.walking == 31");
  run(lab, {"paint.line 40 1 40 39 blocked", "crowd.step 2"});
  holds(lab, {"crowd.wave.edits == 1", "crowd.wave.affected == 31", "crowd.wave.pending == 0",
              "crowd.wave.cut_off == 0", "crowd.status.walking == 31"});
  run(lab, "crowd.follow 3");
  holds(lab, "crowd.followed.replans == 1");
  run(lab, {"paint.line 40 0 40 0 blocked", "crowd.step 2"});
  holds(lab, {"crowd.wave.cut_off == 31", "crowd.status.no_way == 31"});
  run(lab, {"edit.undo", "crowd.step 2"});
  holds(lab, "crowd.status.walking == 31");
  // The goal is dragged to where they are: they follow.
  run(lab, {"query.goal 30 20", "crowd.step 900"});
  holds(lab, {"crowd.status.arrived == 31", "crowd.now.most == 31"});
  // Painted over while the crowd rests: it is told between ticks.
  run(lab, "paint.line 30 20 30 20 blocked");
  lab.tick(1.0 / 60);
  run(lab, "assert.now crowd.status.walled_in == 31");
}

TEST_CASE("agents are placed by strokes of a tool, one command each, and a right click makes an exit") {
  LabInView lab(800, 600);
  run(lab, {"map.new 60 40", "tool.select crowd", "brush.radius 1", "crowd.density 100"});
  const size_t logged = lab.log().lines().size();
  lab.gestures().pointer(pointer_at(lab, kPress, 10.5, 10.5));
  CHECK(grid_crowd_controller(lab).state().agents == 9);  // under the brush
  lab.gestures().pointer(pointer_at(lab, kMove, 14.5, 10.5));
  lab.gestures().pointer(pointer_at(lab, kMove, 20.5, 10.5));
  lab.gestures().pointer(pointer_at(lab, kMove, 14.5, 10.5));  // what is covered already gets no more
  lab.gestures().pointer(pointer_at(lab, kRelease, 14.5, 10.5));
  CHECK(grid_crowd_controller(lab).state().agents == 39);
  REQUIRE(lab.log().lines().size() == logged + 1);
  CHECK(lab.log().lines().back() == "crowd.stroke 1 round 100 10,10 14,10 20,10 14,10");
  lab.gestures().pointer(pointer_at(lab, kPress, 50.5, 30.5, 1));
  lab.gestures().pointer(pointer_at(lab, kRelease, 50.5, 30.5, 1));
  REQUIRE(grid_crowd_controller(lab).state().exits.size() == 1);
  CHECK(grid_crowd_controller(lab).state().exits[0] == lab.world().map().id({50, 30}));
  run(lab, {"crowd.goals evacuate", "crowd.step 1500"});
  holds(lab, {"crowd.status.gone == 39", "crowd.agents == 0"});
  run(lab, "crowd.exit 50 30");
  CHECK(grid_crowd_controller(lab).state().exits.empty());
}

TEST_CASE("a click on an agent follows it: the view goes along until it is moved by hand") {
  LabInView lab(800, 600);
  run(lab, {"map.new 60 40", "query.clear", "crowd.goals own"});
  run(lab, "crowd.holding on");  // agents stand in the middle of their cells
  run(lab, "crowd.stroke 0 round 100 30,20");
  REQUIRE(grid_crowd_controller(lab).crowd()->count() == 1);
  run(lab, "tool.select select");
  lab.gestures().pointer(pointer_at(lab, kPress, 30.5, 20.5));
  lab.gestures().pointer(pointer_at(lab, kRelease, 30.5, 20.5));
  REQUIRE(grid_crowd_controller(lab).state().followed.has_value());
  CHECK(grid_crowd_controller(lab).state().camera_follows);
  CHECK_FALSE(lab.state().inspected.has_value());
  run(lab, "crowd.run on");
  for (int i = 0; i < 120; ++i) lab.tick(1.0 / 60);
  const FollowedAgent& seen = *grid_crowd_controller(lab).state().followed;
  CHECK(lab.state().camera.center_x == doctest::Approx(seen.x));
  CHECK(lab.state().camera.center_y == doctest::Approx(seen.y));
  CHECK(seen.way.size() > 1);
  CHECK(seen.cost_left != kInfinite);
  holds(lab, {"crowd.followed.agent == 1", "crowd.followed.travelled > 3"});
  // Panned by hand.
  PointerEvent event = pointer_at(lab, kPress, 5, 5, 2);
  lab.gestures().pointer(event);
  event.kind = kMove;
  event.x += 40;
  lab.gestures().pointer(event);
  lab.tick(1.0 / 60);
  event.kind = kRelease;
  lab.gestures().pointer(event);
  CHECK_FALSE(grid_crowd_controller(lab).state().camera_follows);
  run(lab, "crowd.follow next");
  CHECK(grid_crowd_controller(lab).state().camera_follows);
  run(lab, "crowd.follow none");
  CHECK_FALSE(grid_crowd_controller(lab).state().followed.has_value());
  // Beside the agents a click inspects the cell.
  lab.gestures().pointer(pointer_at(lab, kPress, 2.5, 2.5));
  lab.gestures().pointer(pointer_at(lab, kRelease, 2.5, 2.5));
  CHECK(lab.state().inspected.has_value());
}

TEST_CASE("the overlay shows every agent on the screen, and builds nothing anew while the crowd rests") {
  LabInView lab(800, 600);
  run(lab, {"map.generate city 128 128 2", "crowd.spawn 500", "crowd.step 40", "view.fit", "layer trails on",
            "layer flow on", "layer crowd-heat on", "layer jams on"});
  OverlayBuilder builder;
  const Overlay& overlay = test::draw(builder, lab);
  CHECK(agents_of(overlay).agents.size() == 500);
  CHECK(overlay.upper.on);
  uint64_t hot = 0;
  for (CellId i = 0; i < lab.world().map().cell_count(); ++i) {
    hot += overlay.upper.cells[i] != 0;
    CHECK((overlay.upper.cells[i] != 0) == (grid_crowd_controller(lab).crowd()->visits()[i] > 0));
  }
  CHECK(hot > 500);
  test::draw(builder, lab);
  const uint64_t built = builder.rebuilt();
  for (int i = 0; i < 5; ++i) {
    lab.tick(1.0 / 60);
    test::draw(builder, lab);
  }
  CHECK(builder.rebuilt() == built);
  run(lab, "crowd.step");
  test::draw(builder, lab);
  CHECK(builder.rebuilt() > built);
  // When zoomed in, only agents near the view are drawn.
  run(lab, "view.center 64 64 40");
  CHECK(agents_of(test::draw(builder, lab)).agents.size() < 200);
  run(lab, "crowd.clear");
  CHECK(agents_of(test::draw(builder, lab)).agents.empty());
  CHECK_FALSE(test::draw(builder, lab).upper.on);
}

TEST_CASE("agents of a scenario walk each to its own goal; rows that do not fit are counted") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, {"map.new 30 30", "paint.rectangle 10 0 10 28 filled blocked"});
  REQUIRE(write_file_atomic(folder.file("rows.scen"),
                            "version 1\n0\tm.map\t30\t30\t1\t1\t28\t1\t60\n0\tm.map\t30\t30\t10\t5\t28\t1\t60\n"
                            "1\tm.map\t30\t30\t2\t2\t20\t29\t50\n0\tm.map\t64\t64\t1\t1\t60\t60\t60\n")
              .ok());
  run(lab, "crowd.scenario " + folder.file("rows.scen"));
  holds(lab, "crowd.agents == 2");
  CHECK(lab.state().messages.back().text == "2 agents added; 2 rows left out: not for this map");
  run(lab, "crowd.follow 2");
  holds(lab, "crowd.followed.goal.0 == 20");
  run(lab, "crowd.step 1500");
  holds(lab, "crowd.status.arrived == 2");
  CHECK(failure(lab, "crowd.scenario " + folder.file("none.scen")).find("none.scen") != std::string::npos);
  // The one beside the map is kept in the log by its name.
  run(lab, "map.save_as " + folder.file("rows.map"));
  REQUIRE(write_file_atomic(folder.file("rows.map.scen"), "version 1\n0\trows.map\t30\t30\t1\t1\t28\t1\t60\n").ok());
  run(lab, "crowd.scenario");
  CHECK(lab.log().lines().back() == "crowd.scenario " + folder.file("rows.map.scen"));
}

TEST_CASE("larger agents and others' terrains have tables of their own") {
  Lab lab;
  run(lab, {"map.generate forest 96 96 3", "crowd.size 2", "crowd.capability ground,swamp,trees", "crowd.goals wander",
            "crowd.spawn 60", "crowd.size 1", "crowd.capability ground", "crowd.spawn 60"});
  CHECK(lab.world().get<MapTables>().options()->kinds.size() == 2);
  run(lab, "crowd.step 400");
  holds(lab, "crowd.arrivals > 40");
  run(lab, "agent.size 2");  // the world's own kind becomes another one
  run(lab, "crowd.step 200");
  holds(lab, "crowd.arrivals > 60");
  run(lab, {"rules.profile four", "crowd.step 200"});
  holds(lab, "crowd.arrivals > 70");
}

TEST_CASE("agents that are refused leave the seed as it was") {
  Lab lab;
  std::string refused;
  for (int kind = 0; kind < 64 && refused.empty(); ++kind) {
    run(lab, fmt::format("crowd.size {}", kind % 8 + 1));
    run(lab, fmt::format("crowd.capability {}", kind < 8 ? "ground" : kind < 16 ? "ground,swamp" : "ground,trees"));
    const auto seed_and_agents = [&lab] {
      const auto state = nlohmann::json::parse(dump_state(lab));
      return std::pair(state["crowd"]["seed"], state["crowd"]["agents"]);
    };
    const auto before = seed_and_agents();
    if (const Status status = lab.execute(fmt::format("crowd.spawn 1 {}", kind + 100)); !status) {
      refused = status.error().message();
      CHECK(seed_and_agents() == before);
    }
  }
  CHECK(refused.find("kinds of agents at most") != std::string::npos);
}

TEST_CASE("an agent is followed with the view, or while the view stays") {
  Lab lab;
  run(lab, {"crowd.spawn 5", "view.center 3 4 10", "crowd.follow 2 here", "crowd.step 3"});
  CHECK(grid_crowd_controller(lab).state().followed->agent == 1);
  CHECK(lab.state().camera.center_x == 3);
  CHECK(test::failure(lab, "crowd.follow 2 there").find("expected here, not 'there'") != std::string::npos);
  run(lab, "crowd.follow 2");
  CHECK(grid_crowd_controller(lab).state().camera_follows);
  run(lab, "crowd.speed usual");
  CHECK(grid_crowd_controller(lab).state().settings.fastest == 12);
}

TEST_CASE("the layer of the crowd comes with agents and exits, not with the planner that looks up tables") {
  Lab lab;
  const auto shown = [&] { return lab.state().layer(kCrowdLayer).on; };
  run(lab, "planner.show tables on");
  CHECK(lab.world().has(StructureId::kTables));
  CHECK_FALSE(shown());
  run(lab, "planner.show tables off");
  CHECK_FALSE(shown());
  run(lab, "crowd.exit 3 3");
  CHECK(shown());
  run(lab, {"layer crowd off", "crowd.spawn 5"});
  CHECK(shown());
  // It goes with the tables, and comes back with them while there are agents.
  run(lab, "tables off");
  CHECK_FALSE(shown());
  run(lab, "tables on");
  CHECK(shown());
  run(lab, {"layer crowd off", "crowd.spawn 5"});
  CHECK_FALSE(shown());  // switched off by hand while there are agents
}
