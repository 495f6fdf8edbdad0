// Lessons are played on the lab: steps forward and back, answers, things to build, and the map that comes back.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/saved_user_work.hpp"
#include "app/lab/session.hpp"
#include "app/lab/setup.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_variant.hpp"
#include "app/playback/playback.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"
#include "tests/lesson_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/rounds.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using strata::test::lesson_dump;
using strata::test::run;
using strata::test::small_lesson;

TEST_CASE("every lesson that comes with the program works to its end, with right and with wrong answers") {
  const std::vector<std::string> one = {""};  // the next test plays the variants of others
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(assets_folder("lessons"))) {
    if (entry.path().extension() != ".lesson") continue;
    ++files;
    CAPTURE(entry.path().string());
    const LessonReport report = check_lesson(entry.path().string(), {}, 1, one);
    for (const std::string& problem : report.problems) FAIL_CHECK(problem);
    CHECK(entry.path().stem() == load_lesson(entry.path().string()).value().id);
  }
  CHECK(files >= 2);
  for (const LessonEntry& entry : lesson_list()) CHECK_FALSE(entry.group.empty());
  CHECK(lesson_list().front().group == "Search");
  CHECK(lesson_list().size() == files);
}

TEST_CASE("every lesson that comes with the program has variants, and each holds, whatever the student is called") {
  std::vector<std::string> names = {"",
                                    "José",
                                    "Jose\u0301",
                                    "李雷",
                                    "Ωμέγα",
                                    "علي",
                                    "नीता शर्मा",
                                    "Ann",
                                    "ann",
                                    "Zoë van der Berg-Müller",
                                    std::string(kMostStudentLetters, 'x')};
  std::string wide;
  for (size_t i = 0; i < kMostStudentLetters; ++i) wide += "李";
  names.push_back(wide);
  if (test::kSanitized) names = {"李雷", "Ann"};
  const std::vector<std::string> scripts = names;
  for (const LessonEntry& entry : lesson_list()) {
    CAPTURE(entry.id);
    const Result<Lesson> lesson = load_lesson(entry.path);
    REQUIRE(lesson.ok());
    CHECK(lesson.value().by_student);
    names = scripts;
    // Each alternative is played at least once.
    for (const std::string& student : students_of_all_variants(lesson.value())) {
      if (!test::kSanitized && !student.empty()) names.push_back(student);
    }
    while (!test::kSanitized && names.size() < 20) names.push_back("student " + std::to_string(names.size()));
    const LessonReport report = check_lesson(entry.path, {}, 1, names);
    for (const std::string& problem : report.problems) FAIL_CHECK(problem);
    REQUIRE(report.answers.size() == names.size());
    const std::set<std::vector<std::string>> different(report.answers.begin(), report.answers.end());
    if (!test::kSanitized) CHECK(different.size() >= 2);
    for (const std::vector<std::string>& answers : report.answers) CHECK(answers.size() == report.questions);
  }
}

TEST_CASE("the name of a student has letters of any script, up to a number of letters and not of bytes") {
  Lab lab;
  for (const std::string name : {"José", "李雷", "Ωμέγα"}) {
    run(lab, "lesson.student \"" + name + "\"");
    CHECK(lesson_dump(lab)["student"] == name);
  }
  std::string wide;
  for (size_t i = 0; i < kMostStudentLetters; ++i) wide += "李";
  run(lab, "lesson.student " + wide);
  CHECK(lesson_dump(lab)["student"] == wide);
  CHECK(test::failure(lab, "lesson.student " + wide + "李").find("at most 60 letters") != std::string::npos);
  CHECK(lesson_dump(lab)["student"] == wide);
  // Progress and results are JSON, which is UTF-8.
  for (const char* name : {"\xff", "J\xc3(rgen", "\xed\xa0\x80"}) {
    CHECK(test::failure(lab, format_command({"lesson.student", {name}})).find("the name is not UTF-8") !=
          std::string::npos);
  }
  CHECK(lesson_dump(lab)["student"] == wide);
}

TEST_CASE("a lesson that asks another student something else is refused for that student, and stays as it was") {
  const test::TempFolder folder;
  const std::string path = folder.file("forked.lesson");
  REQUIRE(write_file_atomic(path,
                            "lesson forked 1\ntitle \"Forked\"\nvariant seed student\npick kind cell node\n"
                            "step \"One\"\nsetup map.new 20 20\nask $kind \"Where?\" 3,4\nbecause \"b\"\n")
              .ok());
  Lab lab;
  run(lab, test::open_line(path, "lesson.open"));
  size_t refused = 0;
  for (int student = 0; student < 12; ++student) {
    CAPTURE(student);
    const Status named = lab.execute(fmt::format("lesson.student S{}", student));
    if (!named) ++refused;
    if (!named)
      CHECK(named.error().message().find("forked.lesson:5: this step asks something else") != std::string::npos);
    REQUIRE(lesson_controller(lab).is_open());
    CHECK(lesson_controller(lab).step().ask->kind == LessonQuestionKind::kCell);
  }
  CHECK(refused > 0);
  CHECK(refused < 12);
  run(lab, "lesson.answer 3,4");
  CHECK(lesson_dump(lab)["verdict"] == "right");
}

TEST_CASE("a lesson is another one as soon as the student has another name") {
  const test::TempFolder folder;
  const std::string path = folder.file("picked.lesson");
  REQUIRE(
      write_file_atomic(path,
                        "lesson picked 1\ntitle \"Picked\"\nvariant seed student\npick x 3 4 5 6 7 8\nstep \"One\"\n"
                        "setup map.new 20 20\nsetup query.set 1 1 $x 1\ntext \"G is at cell($x,1).\"\n"
                        "ask number \"In which column is G?\" query.goal.0\nbecause \"b\"\n")
          .ok());
  Lab lab;
  run(lab, "lesson.open " + path);
  std::set<std::string> goals, texts;
  for (const char* name : {"Ann", "Bob", "Carol", "Dave", "Eve", "Frank"}) {
    run(lab, fmt::format("lesson.student {}", name));
    goals.insert(state_json(lab)["query"]["goal"].dump());
    texts.insert(lesson_controller(lab).shown().texts[0]);
  }
  CHECK(goals.size() > 1);
  CHECK(texts.size() == goals.size());
  // The file may be gone by then: the variant is read from the text that was opened.
  std::filesystem::remove(path);
  run(lab, "lesson.student Grace");
  CHECK(lesson_dump(lab)["student"] == "Grace");
  run(lab, "lesson.answer " + state_json(lab)["query"]["goal"][0].dump());
  CHECK(lesson_dump(lab)["verdict"] == "right");
  CHECK(test::failure(lab, "lesson.student Ann").find("has begun") != std::string::npos);
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
  run(lab, "edit.undo");  // the goal
  run(lab, "edit.undo");  // the wall
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

TEST_CASE("a step that cannot be prepared on the map that the learner has painted is not entered") {
  const test::TempFolder folder;
  const std::string path = folder.file("painted.lesson");
  REQUIRE(write_file_atomic(
              path,
              "lesson painted 1\ntitle \"Painted\"\nstep \"A wall\"\nsetup map.new 20 20\n"
              "setup query.set 2 2 12 2\nbuild \"Close the way.\"\n"
              "check planners.astar.status != found\nbecause \"No path.\"\n"
              "reveal paint.rectangle 8 0 8 19 filled blocked\n"
              "step \"Elsewhere\"\nsetup query.set 4 4 12 4\nsetup wait.ready\nsetup step.first\ntext \"Here.\"\n")
              .ok());
  Lab lab;
  run(lab, "lesson.open " + path);
  run(lab, "paint.rectangle 4 0 4 19 filled blocked");
  run(lab, "lesson.done");
  REQUIRE(lesson_controller(lab).answer_state().done);
  const std::string map = test::letters(lab), step = lesson_controller(lab).step().title;
  CHECK(test::failure(lab, "lesson.next").find("start is blocked") != std::string::npos);
  CHECK(lesson_controller(lab).step().title == step);
  CHECK(test::letters(lab) == map);
  run(lab, "edit.undo");
  run(lab, "lesson.next");
  CHECK(lesson_controller(lab).step().title != step);
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
  run(lab, "view.center 10 10 20");
  std::vector<std::pair<float, float>> rings;
  OverlayBuilder builder;
  for (const DrawMarker& marker : test::drawn(test::draw(builder, lab)).markers) {
    if (marker.shape == MarkerShape::kRing && marker.color == palette::kVermilion)
      rings.emplace_back(marker.x, marker.y);
  }
  CHECK(rings == std::vector<std::pair<float, float>>{{5.5f, 6.5f}});
  // In cells that are large enough for numbers the ring is a thin line outside of them.
  run(lab, "view.center 10 10 64");
  const test::Drawn large = test::drawn(test::draw(builder, lab));
  CHECK(std::ranges::count(large.markers, palette::kVermilion, &DrawMarker::color) == 0);
  size_t parts = 0;
  for (const DrawLine& line : large.lines) {
    if (line.color != palette::kVermilion) continue;
    ++parts;
    CHECK(line.width <= 3);
    const float off = std::hypot(line.x0 - 5.5f, line.y0 - 6.5f);
    CHECK(off > 0.5f);
    CHECK(off < 0.65f);
  }
  CHECK(parts > 8);
}

TEST_CASE("g, h and f have a colour that contrasts with their cell, on the cell's own colour") {
  Lab lab;
  run(lab, "map.new 12 7 force");
  lab.gestures().set_view_size(900, 700);
  for (const char* line : {"query.set 1 3 10 3", "planner.trace astar", "layer search on", "view.center 6 3 64"}) {
    run(lab, line);
  }
  for (const char* opacity : {"60", "100"}) {
    run(lab, std::string("layer.opacity search ") + opacity);
    lab.finish_updates();
    run(lab, {"step.first", "step.next_of 10 3", "step.next_of 10 3"});  // the goal is generated
    OverlayBuilder builder;
    size_t numbers = 0;
    for (const DrawLabel& label : test::draw(builder, lab).labels) {
      if (label.text[0] != 'f') continue;
      ++numbers;
      const Rgba cell = label.back | 0xff000000u;
      CHECK(contrast(label.color, cell) >= 4.5);
      // The open cells are light.
      const Cell at{static_cast<int>(label.x), static_cast<int>(label.y)};
      if (heat_is_open(lab.playback().heat().cells[lab.world().map().id(at)])) CHECK(label.color == palette::kBlack);
    }
    CHECK(numbers > 10);
  }
  // Where two searches are compared, the colours are others: the numbers are white on a dark plate.
  run(lab, {"view.compare 2", "view.difference on", "view.center 6 3 64", "step.last"});
  lab.finish_updates();
  OverlayBuilder builder;
  const auto views = test::draw_views(builder, lab);
  REQUIRE(views.size() == 2);
  REQUIRE(views[1]->heat.difference);
  size_t plates = 0;
  for (const DrawLabel& label : views[1]->labels) {
    if (label.text[0] != 'f' && label.share != 0.42f) continue;  // f beside g and h, or f alone
    ++plates;
    CHECK(label.color == palette::kWhite);
    CHECK(contrast(label.color, label.back | 0xff000000u) > 10);
  }
  CHECK(plates > 0);
}
