// A lesson that is left brings back what was open before, and another map that is opened leaves it.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/setup.hpp"
#include "app/lesson/lesson.hpp"
#include "core/io/files.hpp"
#include "tests/lesson_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using strata::test::lesson_dump;
using strata::test::run;
using strata::test::small_lesson;

TEST_CASE("leaving a lesson brings back map, settings, drawn graph and undo history") {
  const test::TempFolder folder;
  Lab lab;
  for (const char* line : {"map.generate cave 40 30 5 force", "query.random 3", "hpa.levels 3", "layer grid on",
                           "layer.opacity path 40", "planner.trace jps", "paint.rectangle 3 3 6 6 filled swamp",
                           "graph.node 5,6", "rules.profile four", "terrain.weight swamp 3", "sectors on"}) {
    run(lab, line);
  }
  lab.finish_updates();
  auto before = state_json(lab);
  CHECK(before["map"]["unsaved"] == true);
  const auto settings = lab.log().setting_lines();
  const std::string path = small_lesson(folder);
  run(lab, "lesson.open " + path);
  // The map has changes that are not saved. They come back, so that nothing is asked.
  CHECK_FALSE(lab.state().question);
  REQUIRE(lesson_controller(lab).is_open());
  CHECK(lab.world().map().width() == 20);
  run(lab, "lesson.tell");
  run(lab, "lesson.next");
  SUBCASE("by the command") { run(lab, "lesson.close"); }
  SUBCASE("by Esc") { lab.gestures().cancel(); }
  lab.finish_updates();
  auto after = state_json(lab);
  CHECK(lab.log().setting_lines() == settings);
  for (const char* key : {"map", "query", "layers", "rules", "plan", "drawn", "hpa", "history", "view", "hidden"}) {
    for (auto* state : {&before, &after}) {
      if ((*state)[key].is_object()) (*state)[key].erase("revision");
    }
    CHECK_MESSAGE(before[key] == after[key], key);
  }
  CHECK(lesson_dump(lab)["open"] == false);
}

TEST_CASE("Esc ends the tool before the lesson, and painted cells are lost only by another Esc") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "lesson.open " + small_lesson(folder));
  for (const char* line : {"lesson.tell", "lesson.next", "lesson.tell", "lesson.next", "tool.select brush"}) {
    run(lab, line);
  }
  const bool paints = lesson_controller(lab).step_index() == 2;
  REQUIRE(paints);
  run(lab, "paint.line 2 2 3 2 blocked");
  CHECK(lab.gestures().cancel());
  CHECK(lab.state().tool == Tool::kSelect);
  REQUIRE(lesson_controller(lab).is_open());
  lab.gestures().cancel();
  REQUIRE(lesson_controller(lab).is_open());
  CHECK(lab.state().messages.back().text ==
        "Press Esc again to leave the lesson: what you painted in this step will be lost");
  // More that is painted is warned about again.
  run(lab, "paint.line 4 4 5 4 blocked");
  lab.gestures().cancel();
  REQUIRE(lesson_controller(lab).is_open());
  CHECK(lab.world().map().terrain(Cell{4, 4}) != Terrain::kGround);
  lab.gestures().cancel();
  CHECK_FALSE(lesson_controller(lab).is_open());
}

TEST_CASE("a brush that was armed before a lesson is the arrow after it, and other tools come back") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "tool.select brush");
  run(lab, "lesson.open " + small_lesson(folder));
  run(lab, "lesson.close");
  CHECK(lab.state().tool == Tool::kSelect);
  run(lab, "tool.select ends");
  run(lab, "lesson.open " + small_lesson(folder));
  run(lab, "tool.select fill");
  run(lab, "lesson.close");
  CHECK(lab.state().tool == Tool::kEnds);
}

TEST_CASE("a map whose file is overwritten during a lesson comes back with changes that are not saved") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "map.generate cave 40 30 5 force");
  run(lab, test::open_line(folder.file("a.map"), "map.save_as"));
  bool overwritten = false, weighed = false;
  SUBCASE("overwritten") { overwritten = true; }
  SUBCASE("another program has written weights beside it") { weighed = true; }
  SUBCASE("as it was") {}
  const std::string letters = test::letters(lab);
  run(lab, "lesson.open " + small_lesson(folder));
  if (overwritten) run(lab, test::open_line(folder.file("a.map"), "map.save_as"));
  if (weighed) REQUIRE(write_file_atomic(folder.file("a.weights.png"), "an image").ok());
  run(lab, "lesson.close");
  lab.finish_updates();
  CHECK(test::letters(lab) == letters);
  CHECK(lab.state().map_path == folder.file("a.map"));
  CHECK(lab.session().map_unsaved() == (overwritten || weighed));
}

TEST_CASE("a drawn graph that was opened comes back after a lesson, and after a figure, also if its file is gone") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "map.generate rooms 40 30 5 force");
  run(lab, test::open_line(folder.file("a.map"), "map.save_as"));
  run(lab, "graph.node 3,4");
  run(lab, test::open_line(folder.file("a.graph"), "graph.save"));
  run(lab, "map.new 9 9 force");
  run(lab, test::open_line(folder.file("a.graph"), "graph.open"));
  bool gone = false, figure = false;
  SUBCASE("a lesson") {}
  SUBCASE("a lesson, and the file is gone") { gone = true; }
  SUBCASE("a figure") { figure = true; }
  SUBCASE("a figure, and the file is gone") { gone = figure = true; }
  run(lab, "crowd.spawn 5");
  run(lab, figure ? "figure.open HPA-1a" : "lesson.open " + small_lesson(folder));
  if (gone) REQUIRE(std::filesystem::remove(folder.file("a.graph")));
  // What is unsaved in the lesson makes way as well.
  if (!figure) run(lab, "paint.line 2 2 2 2 blocked");
  run(lab, figure ? "figure.leave" : "lesson.close");
  lab.finish_updates();
  const auto after = state_json(lab);
  CHECK(after["map"]["width"] == 40);
  CHECK(after["drawn"]["node_count"] == 1);
  CHECK(after["drawn"]["unsaved"] == gone);
  const auto logged = [&](const char* part) {
    return std::ranges::any_of(lab.log().lines(),
                               [&](const std::string& line) { return line.find(part) != line.npos; });
  };
  CHECK(logged("a.graph"));
  CHECK(logged("crowd.spawn"));
  CHECK(after["crowd"]["agents"] == 5);
}

TEST_CASE("a lesson that is opened over a figure brings back what was open before the figure") {
  const test::TempFolder folder;
  const std::string open = test::open_line(small_lesson(folder), "lesson.open");
  Lab lab;
  run(lab, {"map.new 31 17 force", "paint.rectangle 1 1 3 3 filled swamp"});
  const std::string own = test::letters(lab);
  run(lab, {"figure.open HPA-1a force", open});
  CHECK_FALSE(lab.state().question);
  run(lab, "lesson.close");
  lab.finish_updates();
  CHECK(test::letters(lab) == own);
  CHECK(lab.session().map_unsaved());
  // What was painted over the figure would be lost, so that the user is asked.
  run(lab, {"figure.open HPA-1a force", "paint.rectangle 0 0 9 9 filled swamp"});
  const std::string painted = test::letters(lab);
  run(lab, open);
  REQUIRE(lab.state().question);
  CHECK_FALSE(lesson_controller(lab).is_open());
  run(lab, "question.cancel");
  CHECK(test::letters(lab) == painted);
  run(lab, open + " force");
  REQUIRE(lesson_controller(lab).is_open());
  run(lab, "lesson.close");
  lab.finish_updates();
  CHECK(test::letters(lab) == own);
}

TEST_CASE("another map that is opened during a lesson ends it") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "lesson.open " + small_lesson(folder));
  run(lab, "map.new 9 9 force");
  CHECK_FALSE(lesson_controller(lab).is_open());
  CHECK(lab.world().map().width() == 9);
}

TEST_CASE("opening another map during a lesson leaves it, and asks about unsaved work that was open before") {
  const test::TempFolder folder;
  const std::string path = small_lesson(folder);
  Lab lab;
  // Nothing was changed before: nothing is asked, whatever was painted in the lesson.
  run(lab, "lesson.open " + path);
  run(lab, "paint.rectangle 8 0 8 9 filled blocked");
  run(lab, "map.new 9 9");
  CHECK_FALSE(lab.state().question);
  CHECK(lesson_dump(lab)["open"] == false);
  CHECK(lab.world().map().width() == 9);
  CHECK(lab.state().messages.back().text == "The lesson was left: Small");

  // Work that was not saved comes back, and the question is about it.
  run(lab, "paint.line 1 1 5 5 blocked");
  const std::string work = test::letters(lab);
  run(lab, "lesson.open " + path + " force");
  run(lab, "paint.rectangle 8 0 8 9 filled blocked");
  run(lab, "map.new 7 7");
  REQUIRE(lab.state().question);
  CHECK(lab.state().question->text.find("new 9 x 9") != std::string::npos);
  CHECK(lesson_dump(lab)["open"] == false);
  CHECK(test::letters(lab) == work);
  run(lab, "question.cancel");
  CHECK(test::letters(lab) == work);
  run(lab, "edit.undo");
  run(lab, "edit.redo");
  CHECK(test::letters(lab) == work);

  // The same when the program is to end.
  run(lab, "lesson.open " + path + " force");
  run(lab, "app.quit");
  CHECK_FALSE(lab.state().quit);
  REQUIRE(lab.state().question);
  run(lab, "question.discard");
  CHECK(lab.state().quit);

  // A scenario that was not saved is asked about, too.
  Lab rows;
  run(rows, "scenario.add");
  run(rows, "lesson.open " + path);
  CHECK_FALSE(rows.state().question);
  run(rows, "app.quit");
  CHECK_FALSE(rows.state().quit);
  CHECK(rows.state().question);

  // What is refused changes nothing.
  Lab other;
  run(other, "lesson.open " + path);
  CHECK(test::failure(other, "map.new 0 9").find("WIDTH") != std::string::npos);
  CHECK(test::failure(other, "map.open /nowhere/a.map").find("nowhere") != std::string::npos);
  CHECK(lesson_dump(other)["open"] == true);
}

TEST_CASE("a map that is opened during a lesson begins with the settings of the user, not with those of the lesson") {
  Lab lab;
  run(lab, "planner.show hpa1 off");
  run(lab, "planner.show jps on");
  lab.finish_updates();
  run(lab, "lesson.open astar-stops");
  CHECK_FALSE(lab.state().row("jps")->shown);
  run(lab, "paint.line 1 1 5 1 blocked");
  run(lab, "map.new 30 30");
  lab.finish_updates();
  CHECK_FALSE(lab.state().question);
  CHECK(lesson_dump(lab)["open"] == false);
  CHECK(lab.world().map().width() == 30);
  CHECK(lab.state().row("jps")->shown);
  CHECK_FALSE(lab.state().row("hpa1")->shown);
}

TEST_CASE("a view that showed the whole map before a lesson shows all of it after, in a window of another size") {
  const test::TempFolder folder;
  Lab lab;
  lab.gestures().set_view_size(500, 400);
  run(lab, "map.new 80 30");
  run(lab, "lesson.open " + small_lesson(folder));
  lab.gestures().set_view_size(1200, 900);
  run(lab, "lesson.close");
  Camera whole = lab.state().camera;
  whole.fit(80, 30);
  CHECK(whole == lab.state().camera);
  // One that showed a part shows that part.
  run(lab, "view.center 10 10 20");
  run(lab, "lesson.open " + small_lesson(folder));
  lab.gestures().set_view_size(500, 400);
  run(lab, "lesson.close");
  CHECK(lab.state().camera.center_x == 10);
  CHECK(lab.state().camera.zoom == 20);
  // Leaving the figures does the same.
  run(lab, "view.fit");
  run(lab, "figure.open HPA-1a");
  lab.gestures().set_view_size(1200, 900);
  run(lab, "figure.leave");
  whole = lab.state().camera;
  whole.fit(80, 30);
  CHECK(whole == lab.state().camera);
}

TEST_CASE("the map of a lesson is not reloaded, whether it has a file or not, and the lesson goes on") {
  Lab lab(lesson_check_options());
  for (const char* lesson : {"astar-stops", "crowds", "contraction"}) {
    CAPTURE(std::string(lesson));
    run(lab, std::string("lesson.open ") + lesson);
    const std::string map = test::letters(lab);
    for (const char* line : {"map.reload", "map.reload force"}) {
      CHECK(test::failure(lab, line) ==
            "map.reload: the map belongs to a lesson, a figure or a run of show: leave it to reload a map of yours");
    }
    CHECK(lesson_dump(lab)["open"] == true);
    CHECK(test::letters(lab) == map);
    run(lab, "lesson.close");
  }
  CHECK(test::failure(lab, "map.reload") == "map.reload: the map has no file");
}
