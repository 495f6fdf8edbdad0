// Lessons are played on the lab: steps forward and back, answers, things to build, and the map that comes back.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_home.hpp"
#include "app/lab/session.hpp"
#include "app/lab/usual_settings.hpp"
#include "app/lesson/lesson.hpp"
#include "app/playback/playback.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"
#include "tests/overlay_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using strata::test::run;

namespace {

constexpr const char* kLesson =
    "lesson small 1\n"
    "title \"Small\"\n"
    "step \"A question\"\n"
    "setup map.new 20 20\n"
    "setup query.set 2 2 12 2\n"
    "setup layer grid on\n"
    "text \"The path costs value(planners.astar.steps).\"\n"
    "ask number \"What will it cost?\" planners.astar.steps within 0.1\n"
    "hint \"Longer.\"\n"
    "because \"It costs value(planners.astar.steps) now.\"\n"
    "reveal query.goal 17 2\n"
    "step \"The next cell\"\n"
    "setup step.to 30\n"
    "hide path table\n"
    "ask next \"Which one?\"\n"
    "because \"The smallest f.\"\n"
    "show path table\n"
    "step \"A wall\"\n"
    "setup hpa.cluster_size 7\n"
    "build \"Close the way.\"\n"
    "limit meter.cells <= 20 \"Too many cells.\"\n"
    "check planners.astar.status != found \"There is still a path.\"\n"
    "because \"No path.\"\n"
    "reveal paint.rectangle 8 0 8 19 filled blocked\n";

nlohmann::json lesson_dump(Lab& lab) { return state_json(lab)["lesson"]; }

std::string small_lesson(const test::TempFolder& folder) {
  const std::string path = folder.file("small.lesson");
  REQUIRE(write_file_atomic(path, kLesson).ok());
  return path;
}

}  // namespace

TEST_CASE("every lesson that comes with the program works to its end, with right and with wrong answers") {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(assets_folder("lessons"))) {
    if (entry.path().extension() != ".lesson") continue;
    ++files;
    CAPTURE(entry.path().string());
    const LessonReport report = check_lesson(entry.path().string());
    for (const std::string& problem : report.problems) FAIL_CHECK(problem);
    CHECK(entry.path().stem() == load_lesson(entry.path().string()).value().id);
  }
  CHECK(files >= 2);
  CHECK(lesson_list().size() == files);
}

TEST_CASE("no step whose reason has a number of the stepped search shows how that search ends before the answer") {
  size_t hidden = 0;
  for (const LessonEntry& entry : lesson_list()) {
    LabOptions options;
    options.stock_folders = {assets_folder("maps"), assets_folder("graphs"), assets_folder("levels")};
    Lab lab(options);
    run(lab, "lesson.open " + entry.id);
    const LessonController& lesson = lesson_controller(lab);
    for (size_t at = 0; at < lesson.lesson().steps.size(); ++at) {
      if (at > 0) run(lab, "lesson.next");
      const LessonStep& step = lesson.step();
      const bool changes = std::ranges::any_of(step.after, [](const LessonAction& action) {
        return action.kind == LessonAction::Kind::kCommand && !action.command.name.starts_with("step.");
      });
      // What the answer changes is searched anew then. A number that the text has is no secret.
      const std::string key = "value(planners." + lab.state().traced + ".";
      const bool told = std::ranges::any_of(step.texts, [&](const auto& text) { return text.find(key) != text.npos; });
      if (step.ask && !changes && !told && step.because.find(key) != step.because.npos) {
        CHECK_MESSAGE(lab.playback().future_hidden(), entry.id, ", step ", at + 1);
        ++hidden;
      }
      if (step.asks()) run(lab, "lesson.tell");
    }
  }
  CHECK(hidden > 10);
}

TEST_CASE("the answer is what comes of the commands after it, and the map changes only then") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "lesson.open " + small_lesson(folder));
  LessonController& controller = lesson_controller(lab);
  CHECK(controller.shown().texts[0] == "The path costs 10.");
  CHECK(lab.state().query.goal == Cell{12, 2});
  run(lab, "lesson.answer 10");
  CHECK(lesson_dump(lab)["verdict"] == "wrong");
  CHECK(lesson_dump(lab)["hint"] == true);
  CHECK(lab.state().query.goal == Cell{12, 2});
  CHECK(test::failure(lab, "lesson.answer ten") == "lesson.answer: expected a number, not 'ten'");
  CHECK(lesson_dump(lab)["tries"] == 1);
  CHECK(test::failure(lab, "lesson.next") == "lesson.next: the question of this step is not answered yet");
  run(lab, "lesson.answer 15.05");
  CHECK(lesson_dump(lab)["verdict"] == "right");
  CHECK(lesson_dump(lab)["first"] == 0);
  CHECK(lab.state().query.goal == Cell{17, 2});
  CHECK(controller.shown().because == "It costs 15 now.");
}

TEST_CASE("after two wrong answers the lesson gives the answer with its reason") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "lesson.open " + small_lesson(folder));
  run(lab, "lesson.answer 3");
  run(lab, "lesson.answer 4");
  CHECK(lesson_dump(lab)["verdict"] == "told");
  CHECK(lesson_dump(lab)["reason"] == "The answer is 15.");
  CHECK(test::failure(lab, "lesson.answer 15") == "lesson.answer: the question is answered already");
}

TEST_CASE("a click on the map answers which node is expanded next, and says why it is not") {
  const test::TempFolder folder;
  Lab lab;
  lab.gestures().set_view_size(800, 800);
  run(lab, "lesson.open " + small_lesson(folder));
  run(lab, "lesson.tell");
  run(lab, "lesson.next");
  CHECK(lesson_controller(lab).waits_for_cells());
  const auto click = [&](Cell cell) {
    for (const auto kind : {PointerEvent::Kind::kPress, PointerEvent::Kind::kRelease}) {
      lab.gestures().pointer(test::pointer_at(lab, kind, cell.x + 0.5, cell.y + 0.5));
    }
  };
  lab.mutable_state().camera.fit(20, 20);
  click({2, 2});
  CHECK(lesson_dump(lab)["tries"] == 1);
  CHECK(lesson_dump(lab)["reason"].get<std::string>().find("(2,2)") != std::string::npos);
  CHECK_FALSE(lab.state().inspected);
  click({2, 2});
  CHECK(lesson_dump(lab)["verdict"] == "told");
}

TEST_CASE("what is built is checked when it is done, its limits at every stroke") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "lesson.open " + small_lesson(folder));
  for (int i = 0; i < 2; ++i) {
    run(lab, "lesson.tell");
    run(lab, "lesson.next");
  }
  run(lab, "lesson.done");
  CHECK(lesson_dump(lab)["reason"] == "Not yet. There is still a path.");
  run(lab, "paint.rectangle 7 0 8 19 filled blocked");
  lab.finish_updates();
  lab.tick(0.02);
  CHECK(lesson_dump(lab)["broken_limits"][0] == "Too many cells.");
  // What was said before that was painted is not said any more; nor is it after the next change.
  CHECK(lesson_dump(lab)["verdict"] == "none");
  CHECK(lesson_dump(lab)["reason"] == "");
  run(lab, "lesson.done");
  CHECK(lesson_dump(lab)["reason"] == "Not yet. Too many cells.");
  run(lab, "query.goal 12 3");
  CHECK(lesson_dump(lab)["reason"] == "");
  run(lab, "query.goal 12 2");
  run(lab, "edit.undo");
  run(lab, "paint.rectangle 8 0 8 19 filled blocked");
  run(lab, "lesson.done");
  CHECK(lesson_dump(lab)["verdict"] == "right");
  run(lab, "lesson.next");
  CHECK(lesson_dump(lab)["finished"] == true);
}

TEST_CASE("a step back takes back what the steps after it have set, and a step on brings it again") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "lesson.open " + small_lesson(folder));
  for (int i = 0; i < 2; ++i) {
    run(lab, "lesson.tell");
    run(lab, "lesson.next");
  }
  const auto third = state_json(lab);
  CHECK(third["hpa"]["cluster_size"] == 7);
  run(lab, "lesson.back");
  CHECK(state_json(lab)["hpa"]["cluster_size"] == 10);
  run(lab, "lesson.back");
  CHECK(lesson_dump(lab)["step"] == 1);
  run(lab, "paint.fill 3 3 swamp");
  run(lab, "lesson.reset");
  CHECK(state_json(lab)["map"]["hash"] == third["map"]["hash"]);
  run(lab, "lesson.next");
  run(lab, "lesson.next");
  CHECK(state_json(lab)["hpa"]["cluster_size"] == 7);
  CHECK(state_json(lab)["map"]["hash"] == third["map"]["hash"]);
}

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
  REQUIRE(lab.state().question);  // the map has changes that are not saved
  CHECK_FALSE(lesson_controller(lab).is_open());
  run(lab, "question.discard");
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

TEST_CASE("a map whose file is overwritten during a lesson comes back with changes that are not saved") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "map.generate cave 40 30 5 force");
  run(lab, test::open_line(folder.file("a.map"), "map.save_as"));
  bool overwritten = false;
  SUBCASE("overwritten") { overwritten = true; }
  SUBCASE("as it was") {}
  const std::string letters = test::letters(lab);
  run(lab, "lesson.open " + small_lesson(folder));
  if (overwritten) run(lab, test::open_line(folder.file("a.map"), "map.save_as"));
  run(lab, "lesson.close");
  lab.finish_updates();
  CHECK(test::letters(lab) == letters);
  CHECK(lab.state().map_path == folder.file("a.map"));
  CHECK(lab.session().map_unsaved() == overwritten);
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
  // Leaving the figures brings no agents back, and the log names none.
  if (figure) CHECK_FALSE(logged("crowd.spawn"));
  if (figure) CHECK(after["crowd"]["agents"] == 0);
}

TEST_CASE("another map that is opened during a lesson ends it") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "lesson.open " + small_lesson(folder));
  run(lab, "map.new 9 9 force");
  CHECK_FALSE(lesson_controller(lab).is_open());
  CHECK(lab.world().map().width() == 9);
}

TEST_CASE("every setting that a lesson may change goes back to that of a fresh lab") {
  const std::vector<const char*> lines = {"rules.capability ground,water",
                                          "terrain.weight swamp 4",
                                          "agent.size 2",
                                          "plan.first_moves 3",
                                          "plan.heuristic manhattan",
                                          "plan.weight 2",
                                          "plan.ties fifo",
                                          "plan.segment 3",
                                          "plan.smooth off",
                                          "tool.select brush",
                                          "terrain.select swamp",
                                          "paint.form outline",
                                          "brush.radius 3",
                                          "brush.shape square",
                                          "step.heat cost",
                                          "step.speed 5",
                                          "planner.trace jps",
                                          "view.split 4",
                                          "view.pace time",
                                          "hpa.levels 4",
                                          "hpa.factor 3",
                                          "hpa.cluster_size 7",
                                          "hpa.threshold 4",
                                          "hpa.spacing 5",
                                          "hpa.cache on",
                                          "haa on",
                                          "haa.sizes 3",
                                          "haa.cluster_size 12",
                                          "sectors on",
                                          "sectors.size 8",
                                          "sectors.second 20",
                                          "sectors.landmarks 2",
                                          "landmarks.count 3",
                                          "heuristic.show gain",
                                          "ch.graph hpa",
                                          "ch.order large",
                                          "ch.importance size",
                                          "ch.top 50",
                                          "labels.levels 3",
                                          "hna.levels 1",
                                          "hna.mu 5",
                                          "navmesh.tile 16",
                                          "navmesh.costs centres",
                                          "pay.scale linear",
                                          "pay.against jps",
                                          "planner.show hpa1 off",
                                          "layer clusters on",
                                          "layer.opacity path 30",

                                          "predict.hide path",
                                          "query.partial on",
                                          "crowd.count 20",
                                          "crowd.goals goal",
                                          "crowd.seed 4",
                                          "xray.show on",
                                          "navmesh.source rectangles",
                                          "hna.links rows",
                                          "plan.interleave 2",
                                          "haa.capabilities ground,water",
                                          "crowd.size 2",
                                          "crowd.method astar",
                                          "walkers.count 7",
                                          "walkers.radius 0.5",
                                          "cch.graph corners"};
  for (const char* const setting : lines) {
    const std::string line = setting;
    CAPTURE(line);
    Lab lab;
    run(lab, line);
    reset_settings(lab);
    for (const std::string& left : lab.log().setting_lines()) FAIL_CHECK(left);
  }
}

TEST_CASE("a lesson goes on where it was left, in the next run as well") {
  const test::TempFolder folder;
  LabOptions options;
  options.settings_path = folder.file("settings.json");
  const std::string path = small_lesson(folder);
  {
    Lab lab(options);
    run(lab, "lesson.open " + path);
    run(lab, "lesson.answer 15");
    run(lab, "lesson.next");
    run(lab, "lesson.close");
  }
  Lab lab(options);
  CHECK(lesson_controller(lab).progress_text(record_key(load_lesson(path).value())) == "step 2 of 3");
  run(lab, "lesson.open " + path);
  CHECK(lesson_dump(lab)["step"] == 2);
  CHECK(lesson_dump(lab)["first"] == 1);
  CHECK(lab.state().query.goal == Cell{17, 2});
  run(lab, "lesson.reset all");
  CHECK(lesson_dump(lab)["step"] == 1);
  CHECK(lesson_dump(lab)["asked"] == 0);
}

TEST_CASE("checking a lesson finds answers that are wrong, commands that fail and builds that are there already") {
  const test::TempFolder folder;
  const std::string head = "lesson bad 1\ntitle \"Bad\"\nstep \"One\"\nsetup map.new 20 20\nsetup query.set 2 2 9 2\n";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"ask number \"?\" planners.none.cost\nbecause \"b\"\n", "bad.lesson:6: the state has no planners.none.cost"},
      {"ask number \"?\" planners.astar.status\nbecause \"b\"\n", "is 'found', which is no number"},
      {"text \"value(a.b)\"\nask number \"?\" 3\nbecause \"b\"\n", "a value that the state does not have"},
      {"setup planner.trace nobody\nask next \"?\"\nbecause \"b\"\n", "bad.lesson:6: "},
      {"setup step.last\nask next \"?\"\nbecause \"b\"\n", "1 expansions are asked for, and the search has 0 left"},
      {"build \"B\"\ncheck query.set == true\nbecause \"b\"\nreveal step.last\n",
       "bad.lesson:6: the checks hold before anything is built"},
      {"build \"B\"\ncheck query.set == false\nbecause \"b\"\nreveal step.last\n",
       "the model solution does not pass: query.set is true, expected == false"},
      {"check planners.astar.steps == 8\nask next \"?\"\nbecause \"b\"\n",
       "bad.lesson:6: planners.astar.steps is 7.0, expected == 8"}};
  for (const auto& [text, expected] : bad) {
    const std::string path = folder.file("bad.lesson");
    REQUIRE(write_file_atomic(path, head + text).ok());
    const LessonReport report = check_lesson(path);
    REQUIRE_MESSAGE(!report.problems.empty(), text);
    CHECK_MESSAGE(report.problems[0].find(expected) != std::string::npos, report.problems[0]);
  }
}

TEST_CASE("a result file has every answer, and the commands that bring a fresh lab to what was built") {
  const test::TempFolder folder;
  Lab lab;
  CHECK(test::failure(lab, "lesson.hand_in " + folder.file("a.json")).find("no lesson is open") != std::string::npos);
  run(lab, "lesson.student Ann");
  run(lab, "lesson.open " + small_lesson(folder));
  run(lab, "lesson.answer 12");
  run(lab, "lesson.answer 15");
  run(lab, "lesson.next");
  run(lab, "lesson.tell");
  run(lab, "lesson.next");
  run(lab, "paint.rectangle 9 0 9 19 filled blocked");
  run(lab, "lesson.done");
  const auto hash = state_json(lab)["map"]["hash"];
  CHECK(test::failure(lab, "lesson.hand_in " + folder.file("a.txt")).find("ends in .json") != std::string::npos);
  run(lab, "lesson.hand_in " + folder.file("a.json"));
  const auto result = nlohmann::json::parse(read_file(folder.file("a.json")).value());
  CHECK(result["strata_result"] == 2);
  CHECK(result["lesson"]["id"] == "small");
  CHECK(result["student"] == "Ann");
  CHECK(result["map_hash"] == hash);
  REQUIRE(result["questions"].size() == 3);
  CHECK(result["questions"][0]["answers"] == std::vector<std::string>{"12", "15"});
  CHECK(result["questions"][0]["first"] == false);
  CHECK(result["questions"][1]["told"] == true);
  CHECK(result["questions"][2]["first"] == true);
  Lab other;
  for (const std::string line : result["questions"][2]["work"][0]) run(other, line);
  CHECK(state_json(other)["map"]["hash"] == hash);
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

  // What is refused changes nothing.
  Lab other;
  run(other, "lesson.open " + path);
  CHECK(test::failure(other, "map.new 0 9").find("WIDTH") != std::string::npos);
  CHECK(test::failure(other, "map.open /nowhere/a.map").find("nowhere") != std::string::npos);
  CHECK(lesson_dump(other)["open"] == true);
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

TEST_CASE(
    "a lesson with variants begins anew with the student's maps until something is answered, and keeps the name") {
  const test::TempFolder folder;
  LabOptions options;
  options.settings_path = folder.file("settings.json");
  const std::string path = folder.file("own.lesson");
  REQUIRE(write_file_atomic(path,
                            "lesson own 1\ntitle \"Own\"\nvariant seed student\nstep \"A\"\n"
                            "setup map.generate random 30 30 $SEED\nask number \"?\" map.passable\nbecause \"b\"\n"
                            "step \"B\"\nask number \"?\" map.width\nbecause \"b\"\n")
              .ok());
  std::string of_ann;
  {
    Lab lab(options);
    run(lab, "lesson.open " + path);
    const std::string of_nobody = state_json(lab)["map"]["hash"];
    run(lab, "lesson.student Ann");
    of_ann = state_json(lab)["map"]["hash"];
    CHECK(of_ann != of_nobody);
    run(lab, "lesson.student Bob");
    CHECK(state_json(lab)["map"]["hash"] != of_ann);
    run(lab, "lesson.student Ann");
    CHECK(state_json(lab)["map"]["hash"] == of_ann);
    run(lab, "lesson.tell");
    CHECK(test::failure(lab, "lesson.student Bob").find("this lesson has begun") != std::string::npos);
    run(lab, "lesson.next");
    run(lab, "lesson.close");
  }
  Lab lab(options);
  run(lab, "lesson.open " + path);
  CHECK(lesson_dump(lab)["student"] == "Ann");
  CHECK(lesson_dump(lab)["step"] == 2);
  CHECK(state_json(lab)["map"]["hash"] == of_ann);
}

TEST_CASE("a cell that a lesson points at has a ring, but S and G, which have signs of their own, have none") {
  const test::TempFolder folder;
  const std::string path = folder.file("ring.lesson");
  REQUIRE(write_file_atomic(path,
                            "lesson ring 1\ntitle \"Ring\"\nstep \"One\"\nsetup map.new 20 20\n"
                            "setup query.set 2 2 12 2\ntext \"S is at cell(2,2), G at cell(12,2), a wall at "
                            "cell(5,6).\"\nask number \"How many?\" 1\nbecause \"One.\"\n")
              .ok());
  Lab lab;
  run(lab, "lesson.open " + path);
  lab.finish_updates();
  std::vector<std::pair<float, float>> rings;
  OverlayBuilder builder;
  for (const DrawMarker& marker : test::drawn(test::draw(builder, lab)).markers) {
    if (marker.shape == MarkerShape::kRing && marker.color == palette::kVermilion)
      rings.emplace_back(marker.x, marker.y);
  }
  CHECK(rings == std::vector<std::pair<float, float>>{{5.5f, 6.5f}});
}
