#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/script.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/search/path.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/lab_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

void ok(const Status& status) {
  if (!status) FAIL(status.error().message());
}
void frames(Lab& lab, int count) {
  for (int i = 0; i < count; ++i) lab.tick(1.0 / 60);
}

}  // namespace

TEST_CASE("a lab opens on the running example with its query solved") {
  Lab lab;
  frames(lab, 2);
  CHECK(lab.world().ready());
  const PlannerRow* astar = lab.state().row("astar");
  const PlannerRow* hpa = lab.state().row("hpa1");
  REQUIRE(astar->solved);
  REQUIRE(hpa->solved);
  CHECK(astar->result.found());
  CHECK(astar->percent_over == 0);
  CHECK(hpa->percent_over >= 0);
  CHECK(lab.playback().size() == lab.trace().events().size());
  CHECK_FALSE(lab.playback().empty());
}

TEST_CASE("one stroke is one undo, however many pieces it had") {
  Lab lab;
  lab.finish_updates();
  const std::string before = letters(lab);
  run(lab, {"terrain.select water", "brush.radius 2"});
  lab.strokes().stroke_begin({5, 5});
  frames(lab, 1);
  lab.strokes().stroke_to({20, 5});
  frames(lab, 1);
  lab.strokes().stroke_to({20, 25});
  lab.strokes().stroke_end();
  const std::string after = letters(lab);
  CHECK(after != before);
  CHECK(lab.state().unsaved);
  CHECK(lab.world().history().position() == 1);
  CHECK(lab.state().meter.edits == 3);
  CHECK(lab.state().meter.parts(StructureId::kHpa) > 0);
  run(lab, "edit.undo");
  CHECK(letters(lab) == before);
  CHECK_FALSE(lab.state().unsaved);
  run(lab, "edit.redo");
  CHECK(letters(lab) == after);
  CHECK(failure(lab, "edit.redo") == "edit.redo: nothing to redo");
}

TEST_CASE("an interactive stroke is logged as the one command that paints the same") {
  Lab lab;
  lab.finish_updates();
  lab.strokes().stroke_begin({30, 30});
  lab.strokes().stroke_to({33, 35});
  lab.strokes().stroke_to({20, 36});
  lab.strokes().stroke_end();
  Lab again;
  run(again, lab.log().lines().back());
  CHECK(letters(again) == letters(lab));
  CHECK(lab.log().lines().size() == 2);
}

TEST_CASE("the brush paints the selected terrain whatever lies under its first cell") {
  LabInView lab(600, 600);
  run(lab, {"map.new 20 20", "query.clear", "tool.select brush", "brush.radius 0"});
  const auto drag = [&lab](bool alt, double x, double y, double to_x, double to_y) {
    PointerEvent press = pointer_at(lab, kPress, x, y);
    press.alt = alt;
    lab.gestures().pointer(press);
    lab.gestures().pointer(pointer_at(lab, kMove, to_x, to_y));  // what is held after the press does not matter
    lab.gestures().pointer(pointer_at(lab, kRelease, to_x, to_y));
  };
  const auto row = [&lab](int y) {
    std::string letters;
    for (int x = 0; x < 20; ++x) letters += lab.world().map().letter(Cell{x, y});
    return letters;
  };
  for (int i = 0; i < kTerrains; ++i) {
    const TerrainInfo info = terrain_info(static_cast<Terrain>(i));
    CAPTURE(info.name);
    const std::string letter(1, info.letter);
    run(lab, "paint.rectangle 0 0 19 19 filled ground");
    run(lab, "terrain.select " + std::string(info.name));
    drag(false, 3.5, 3.5, 6.5, 3.5);
    const std::string painted = "..." + letter + letter + letter + letter + ".............";
    CHECK(row(3) == painted);
    // From within what was painted on: it grows, and loses nothing.
    drag(false, 5.5, 3.5, 8.5, 3.5);
    CHECK(row(3) == "..." + letter + letter + letter + letter + letter + letter + "...........");
    drag(true, 4.5, 3.5, 5.5, 3.5);
    CHECK(row(3) == "..." + letter + ".." + letter + letter + letter + "...........");
    run(lab, "tool.select erase");
    drag(false, 6.5, 3.5, 7.5, 3.5);
    CHECK(row(3) == "..." + letter + "...." + letter + "...........");
    run(lab, "tool.select brush");
  }
}

TEST_CASE("a corridor that is closed from its wall is closed") {
  Lab lab;
  run(lab, {"map.new 20 5", "query.start 1 2", "query.goal 18 2", "terrain.select blocked", "brush.radius 0",
            "paint.line 0 0 19 0 blocked", "paint.line 0 4 19 4 blocked"});
  lab.strokes().stroke_begin({10, 0});
  lab.strokes().stroke_to({10, 4});
  lab.strokes().stroke_end();
  lab.finish_updates();
  CHECK(lab.state().row("astar")->result.status == PlanStatus::kNoPath);
  CHECK(lab.world().map().letter(Cell{10, 0}) == '@');
  CHECK(lab.world().map().letter(Cell{10, 4}) == '@');
}

TEST_CASE("after every gesture each planner's answer is one for the map as it is") {
  Lab lab;
  Workspace workspace;
  for (const char* line : {"paint.line 0 20 39 20 blocked", "edit.undo", "paint.rectangle 10 10 30 30 filled swamp",
                           "terrain.weight swamp 5", "query.swap", "rules.profile paper", "hpa.cluster_size 8",
                           "rules.profile four", "plan.smooth off", "hpa.cache on", "edit.undo"}) {
    CAPTURE(line);
    run_settled(lab, line);
    for (const PlannerRow& row : lab.state().rows) {
      if (!row.shown || !row.allowed) continue;
      CHECK(row.solved);
      if (!row.result.found()) continue;
      CHECK_FALSE(path_fault(lab.world().moves(), row.result.path, lab.state().query.start, lab.state().query.goal,
                             row.result.cost)
                      .has_value());
    }
    CHECK(lab.state().row("astar")->result.found() == lab.state().row("hpa1")->result.found());
  }
}

TEST_CASE("a file that cannot be opened leaves the map untouched and says file, line and reason") {
  const TempFolder folder;
  Lab lab;
  lab.finish_updates();
  const std::string before = letters(lab);
  const uint64_t version = lab.state().world_version;
  ok(write_file_atomic(folder.file("bad.map"), "type octile\nheight x\nwidth 3\nmap\n...\n"));
  lab.run("map.open " + folder.file("bad.map"));
  REQUIRE(lab.state().dialogs.size() == 1);
  CHECK(lab.state().dialogs[0].text.find(folder.file("bad.map") + ":2: ") != std::string::npos);
  lab.run("map.open " + folder.file("none.map"));
  REQUIRE(lab.state().dialogs.size() == 2);
  CHECK(lab.state().dialogs[1].text.find("No such file") != std::string::npos);
  CHECK(letters(lab) == before);
  CHECK(lab.state().world_version == version);
  CHECK(lab.state().row("astar")->solved);
  run(lab, "dialog.close");
  CHECK(lab.state().dialogs.size() == 1);
}

TEST_CASE("saving writes what is on the screen, and the file opens again") {
  const TempFolder folder;
  Lab lab;
  run(lab, "paint.fill 1 1 swamp");
  const std::string painted = letters(lab);
  CHECK(failure(lab, "map.save").find("map.save_as") != std::string::npos);
  run(lab, "map.save_as " + ("\"" + folder.file("a b.map") + "\""));
  CHECK_FALSE(lab.state().unsaved);
  CHECK(lab.state().map_title == "a b.map");
  run(lab, "map.scene running-example");
  CHECK(letters(lab) != painted);
  run(lab, "map.reopen_last");
  CHECK(letters(lab) == painted);
}

TEST_CASE("a map that cannot be written stays unsaved and keeps its old file") {
  const TempFolder folder;
  Lab lab;
  run(lab, "map.save_as " + folder.file("kept.map"));
  run(lab, "paint.fill 1 1 swamp");
  const std::string message = failure(lab, "map.save_as " + folder.path() + "/no/such/folder/x.map");
  CHECK(message.find("/no/such/folder/x.map") != std::string::npos);
  CHECK(lab.state().unsaved);
  CHECK(lab.state().map_title == "kept.map");
}

TEST_CASE("unsaved changes are asked about before they would be lost") {
  const TempFolder folder;
  Lab lab;
  run(lab, "map.save_as " + folder.file("first.map"));
  run(lab, "paint.fill 1 1 water");
  const std::string painted = letters(lab);
  run(lab, "map.new 30 20");
  REQUIRE(lab.state().question.has_value());
  CHECK(letters(lab) == painted);
  run(lab, "question.cancel");
  CHECK(letters(lab) == painted);
  CHECK_FALSE(lab.state().question.has_value());
  SUBCASE("saving, then going on") {
    run(lab, {"map.new 30 20", "question.save"});
    CHECK(lab.world().map().width() == 30);
    const LoadedMap saved = must(load_map(folder.file("first.map")));
    const auto all = saved.map.letters();
    CHECK(std::string(all.begin(), all.end()) == painted);
  }
  SUBCASE("going on without") {
    run(lab, "app.quit");
    CHECK_FALSE(lab.state().quit);
    run(lab, "question.discard");
    CHECK(lab.state().quit);
  }
  SUBCASE("scripts may insist") {
    run(lab, "map.new 30 20 force");
    CHECK(lab.world().map().width() == 30);
  }
}

TEST_CASE("a question answered by saving waits for a file name where there is none") {
  const TempFolder folder;
  Lab lab;
  run(lab, {"paint.fill 1 1 water", "map.new 12 12", "question.save"});
  CHECK(lab.state().window_open("save_as"));
  CHECK(lab.world().map().width() == 40);
  run(lab, "map.save_as " + folder.file("late.map"));
  CHECK(lab.world().map().width() == 12);
  CHECK(load_map(folder.file("late.map")).ok());
}

TEST_CASE("a blocked end and a cut-off goal are explained") {
  Lab lab;
  run_settled(lab, {"map.new 20 10", "query.start 2 5", "query.goal 17 5", "paint.line 10 0 10 9 blocked"});
  CHECK(lab.state().row("astar")->result.status == PlanStatus::kNoPath);
  CHECK(lab.state().row("hpa1")->result.status == PlanStatus::kNoPath);
  CHECK(lab.state().query_note.find("not connected") != std::string::npos);
  run_settled(lab, {"brush.radius 0", "paint.line 2 5 2 5 trees"});
  CHECK(lab.state().query_note == "start is blocked (trees)");
  CHECK(lab.state().query.start == Cell{2, 5});
  CHECK(lab.playback().empty());
  CHECK(failure(lab, "step.forward").find("start is blocked") != std::string::npos);
  run_settled(lab, {"rules.capability ground,swamp,trees", "edit.undo", "edit.undo"});
  CHECK(lab.state().query_note.empty());
  CHECK(lab.state().row("hpa1")->result.found());
}

TEST_CASE("dragging the goal solves again on the way and leaves one command in the log") {
  LabInView lab(800, 800);
  run_settled(lab, "view.fit");
  const PlanQuery before = lab.state().query;
  const Cost cost = lab.state().row("astar")->result.cost;
  const size_t logged = lab.log().lines().size();
  lab.gestures().pointer(pointer_at(lab, kPress, before.goal.x + 0.5, before.goal.y + 0.5));
  CHECK(lab.state().dragging == DraggedMarker::kGoal);
  lab.gestures().pointer(pointer_at(lab, kMove, 30.5, 14.5));
  lab.tick(1);  // a slow machine may take its time between two answers
  CHECK(lab.state().query.goal == Cell{30, 14});
  CHECK(lab.state().row("astar")->solved);
  CHECK(lab.state().row("astar")->result.cost != cost);
  lab.gestures().pointer(pointer_at(lab, kMove, 34.5, 3.5));
  lab.gestures().pointer(pointer_at(lab, kRelease, 34.5, 3.5));
  lab.finish_updates();
  CHECK(lab.state().dragging == DraggedMarker::kNone);
  CHECK(lab.state().query.goal == Cell{34, 3});
  CHECK(lab.state().query.start == before.start);
  CHECK(lab.log().lines().size() == logged + 1);
  CHECK(lab.log().lines().back() == "query.goal 34 3");
}

TEST_CASE("a fast drag with the brush leaves no gaps, a click paints one dab, Esc takes the stroke back") {
  LabInView lab(600, 600);
  run(lab, {"map.new 30 30", "query.clear", "tool.select brush", "terrain.select blocked", "brush.radius 0"});
  lab.gestures().pointer(pointer_at(lab, kPress, 2.5, 2.5));
  lab.gestures().pointer(pointer_at(lab, kMove, 27.5, 2.5));
  lab.gestures().pointer(pointer_at(lab, kRelease, 27.5, 2.5));
  for (int x = 2; x <= 27; ++x) CHECK(lab.world().map().letter(Cell{x, 2}) == '@');
  CHECK(lab.world().history().size() == 1);
  lab.gestures().pointer(pointer_at(lab, kPress, 10.5, 20.5));
  lab.gestures().pointer(pointer_at(lab, kRelease, 10.5, 20.5));
  CHECK(lab.world().map().letter(Cell{10, 20}) == '@');
  PointerEvent shifted = pointer_at(lab, kPress, 10.5, 25.5);
  shifted.shift = true;
  lab.gestures().pointer(shifted);
  lab.gestures().pointer(pointer_at(lab, kRelease, 10.5, 25.5));
  for (int y = 20; y <= 25; ++y) CHECK(lab.world().map().letter(Cell{10, y}) == '@');
  lab.gestures().pointer(pointer_at(lab, kPress, 20.5, 20.5));
  lab.gestures().pointer(pointer_at(lab, kMove, 20.5, 24.5));
  lab.gestures().cancel();
  CHECK(lab.world().map().letter(Cell{20, 22}) == '.');
  lab.gestures().pointer(pointer_at(lab, kPress, 5.5, 2.5, 1));  // right click samples
  CHECK(lab.state().terrain == Terrain::kOut);
}

TEST_CASE("the select tool inspects on a click, pans on a drag, and the wheel keeps the cell under the cursor") {
  LabInView lab(800, 600);
  lab.finish_updates();
  run(lab, "view.fit");
  lab.gestures().pointer(pointer_at(lab, kPress, 20.5, 15.5));
  lab.gestures().pointer(pointer_at(lab, kRelease, 20.5, 15.5));
  REQUIRE(lab.state().inspected.has_value());
  CHECK(lab.state().inspected->cell == Cell{20, 15});
  const double x = lab.state().camera.center_x;
  PointerEvent event = pointer_at(lab, kPress, 20.5, 15.5);
  lab.gestures().pointer(event);
  event.kind = kMove;
  event.x += 40;
  lab.gestures().pointer(event);
  event.kind = kRelease;
  lab.gestures().pointer(event);
  CHECK(lab.state().camera.center_x == doctest::Approx(x - 40 / lab.state().camera.zoom));
  PointerEvent wheel = pointer_at(lab, PointerEvent::Kind::kWheel, 10.25, 12.75);
  wheel.wheel = 3;
  lab.gestures().pointer(wheel);
  CHECK(lab.state().camera.map_x(wheel.x) == doctest::Approx(10.25));
  CHECK(lab.state().camera.map_y(wheel.y) == doctest::Approx(12.75));
}

TEST_CASE("a large map is shown and painted while its abstraction is still being built") {
  LabOptions options{.slice_ms = 0.01};
  Lab lab(options);
  run(lab, "map.generate city 512 512 4");
  frames(lab, 1);
  CHECK(lab.state().building);
  CHECK(lab.state().build_progress < 1);
  CHECK(lab.state().row("astar")->waiting);  // a thread answers
  CHECK_FALSE(lab.state().row("hpa1")->solved);
  CHECK(lab.state().row("hpa1")->note.find("building") == 0);
  test::wait_for_answers(lab);
  CHECK(lab.state().row("astar")->solved);
  run(lab, "paint.rectangle 100 100 120 120 filled blocked");
  frames(lab, 1);
  CHECK(lab.world().map().letter(Cell{110, 110}) == '@');
  for (int i = 0; i < 100'000 && lab.state().building; ++i) lab.tick(1.0 / 60);
  CHECK_FALSE(lab.state().building);
  lab.tick(1.0 / 60);
  test::wait_for_answers(lab);
  CHECK(lab.state().row("hpa1")->solved);
  World fresh(lab.world().map(), {}, lab.world().get<MapHpa>().hpa().options());
  fresh.finish_updates();
  CHECK(fresh.get<MapHpa>().hpa() == lab.world().get<MapHpa>().hpa());
}

TEST_CASE("the same script dumps the same state") {
  const auto dump = [] {
    Lab lab;
    run_settled(lab, {"planner.trace hpa1", "paint.stroke brush blocked 2 round 5,5 30,20", "query.random 4",
                      "step.to 20", "inspect 4 4", "layer all on"});
    frames(lab, 3);
    return dump_state(lab);
  };
  const std::string first = dump();
  CHECK(first == dump());
  CHECK(first.find("micros") == std::string::npos);
}

TEST_CASE("a reproduction brings a fresh lab to the same state") {
  Lab lab;
  run_settled(lab, {"rules.profile paper", "hpa.cluster_size 8", "brush.radius 3", "terrain.select water",
                    "map.generate rooms 64 48 9 force", "paint.stroke brush water 1 square 5,5 40,30", "edit.undo",
                    "edit.redo", "brush.radius -1", "paint.line 3 40 50 44", "query.random", "query.start 3 3",
                    "query.goal 60 40", "query.goal 50 40", "layer tree on", "planner.trace hpa1", "view.zoom 2"});
  run(lab, "step.to 12");
  ScriptRunner script = must(ScriptRunner::from_text(lab.log().reproduction(), "reproduction"));
  Lab again;
  ok(run_script(again, script));
  again.finish_updates();
  CHECK(letters(again) == letters(lab));
  CHECK(again.world().rules() == lab.world().rules());
  CHECK(again.world().get<MapHpa>().hpa().options() == lab.world().get<MapHpa>().hpa().options());
  CHECK(again.state().query == lab.state().query);
  CHECK(again.playback().cursor() == 12);
  CHECK(again.state().row("hpa1")->result.cost == lab.state().row("hpa1")->result.cost);
  CHECK(again.state().camera.zoom == doctest::Approx(lab.state().camera.zoom).epsilon(0.001));
}

TEST_CASE("settings survive a restart, and a damaged file is reported and replaced") {
  const TempFolder folder;
  LabOptions options{.settings_path = folder.file("config/settings.json")};
  {
    Lab lab(options);
    run(lab, "map.save_as " + folder.file("mine.map"));
    run(lab, "ui.scale 2");
  }
  {
    Lab lab(options);
    REQUIRE(lab.state().recent_files.size() == 1);
    CHECK(lab.state().recent_files[0] == folder.file("mine.map"));
    CHECK(lab.state().ui_scale == 2);
    CHECK(lab.state().messages.empty());
  }
  ok(write_file_atomic(options.settings_path, "{\"recent_files\": ["));
  Lab lab(options);
  CHECK(lab.state().recent_files.empty());
  REQUIRE_FALSE(lab.state().messages.empty());
  CHECK(lab.state().messages[0].text.find("settings.json") != std::string::npos);
}

TEST_CASE("what only a window can do is an error without one") {
  Lab lab;
  CHECK(failure(lab, "screenshot x.png").find("no window") != std::string::npos);
  CHECK(failure(lab, "dump.ui x.json").find("no window") != std::string::npos);
  CHECK(failure(lab, "copy.reproduction").find("without a window") != std::string::npos);
}

TEST_CASE("a failing line of a script is named by file and line") {
  Lab lab;
  Result<ScriptRunner> script = ScriptRunner::from_text("step.first\n\nassert playback.cursor == 5\n", "x.script");
  REQUIRE(script.ok());
  const Status status = run_script(lab, script.value());
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().message() == "x.script:3: assert: playback.cursor is 0, expected == 5");
  CHECK(ScriptRunner::from_text("a.b\n", "y.script").error().message() == "y.script:1: a.b: no such command");
}

TEST_CASE("bad arguments are refused with the reason and change nothing") {
  Lab lab;
  lab.finish_updates();
  const std::string before = dump_state(lab);
  for (const char* line : {"map.new 0 5",
                           "map.new 5 9000",
                           "map.generate moon 20 20 1",
                           "query.start 40 3",
                           "query.goal -1 3",
                           "brush.radius x",
                           "terrain.select lava",
                           "terrain.weight ground 17",
                           "terrain.weight blocked 2",
                           "rules.profile hex",
                           "rules.capability ground,lava",
                           "hpa.cluster_size 1",
                           "hpa.threshold 0",
                           "planner.show dfs on",
                           "plan.heuristic guess",
                           "plan.weight 0.5",
                           "plan.ties last",
                           "planner.show astar maybe",
                           "layer fog on",
                           "layer.opacity path 101",
                           "step.to 100000000",
                           "step.speed 0.1",
                           "paint.stroke pen blocked 1 round 1,1",
                           "paint.stroke brush blocked 1 round 1;1",
                           "ui.scale 9",
                           "view.center a b",
                           "ui.show kitchen on",
                           "step.breakpoint 99 on",
                           "paint.fill 99 99",
                           "inspect 1 99",
                           "wait x",
                           "map.open",
                           "scenario.open nowhere.scen",
                           "map.scene other",
                           "step.phase warp",
                           "tool.select hammer",
                           "question.save"}) {
    CAPTURE(line);
    CHECK_FALSE(lab.execute(line).ok());
  }
  CHECK(dump_state(lab) == before);
}

TEST_CASE("the comparison table is written as CSV") {
  const TempFolder folder;
  Lab lab;
  run(lab, "planner.show dijkstra on");
  run(lab, "export.table " + folder.file("table.csv"));
  run(lab, "export.trace " + folder.file("search.trace.json"));
  const std::string csv = must(read_file(folder.file("table.csv")));
  CHECK(csv.starts_with("map,planner,guide,status,cost,percent_over,expanded,"));
  CHECK(csv.find("\nrunning example,hpa1,,found,") != std::string::npos);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 7);
  CHECK(read_file(folder.file("search.trace.json")).ok());
}
