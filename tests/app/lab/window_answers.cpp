// A dialog that gives a command stays open with the error if the command fails, and what was to follow still follows.
// A script that a person opens is asked about, and so is the file that a recovery copy names.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "app/features/graph/graph.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/session.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kSmall = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";

std::string file_of(const test::TempFolder& folder, const std::string& name, const std::string& text = kSmall) {
  REQUIRE(write_file_atomic(folder.file(name), text).ok());
  return folder.file(name);
}

// Opens the dialog and gives a command from it.
void give(Lab& lab, const std::string& window, const std::string& line) {
  run(lab, "ui.show " + window + " on");
  lab.run(line, window);
}

std::string problem_in(const Lab& lab, const std::string& window) {
  const auto& problem = lab.state().window_problem;
  return problem && problem->window == window ? problem->text : std::string();
}

}  // namespace

TEST_CASE("the dialog that opens files stays open with the reason until a file is open") {
  const test::TempFolder folder;
  Lab lab;
  give(lab, "open", test::open_line("/no/such.map"));
  CHECK(lab.state().window_open("open"));
  CHECK(problem_in(lab, "open").find("/no/such.map") != std::string::npos);
  CHECK(lab.state().dialogs.empty());
  lab.run(test::open_line(file_of(folder, "bad.map", "type octile\nheight 2\n")), "open");
  CHECK(problem_in(lab, "open").find("bad.map:") != std::string::npos);
  lab.run(test::open_line(file_of(folder, "a.map")), "open");
  CHECK_FALSE(lab.state().window_open("open"));
  CHECK(problem_in(lab, "open").empty());
  CHECK(lab.world().map().width() == 3);
  // An error that no dialog has asked for is one of its own, as ever.
  lab.run(test::open_line("/no/such.map"));
  CHECK(lab.state().dialogs.size() == 1);
  CHECK_FALSE(lab.state().window_problem.has_value());
}

TEST_CASE("a dialog waits for the answer about unsaved work, and for work on a large map") {
  const test::TempFolder folder;
  LabOptions options;
  SUBCASE("small maps") {}
  SUBCASE("large maps") { options.large_cells = 0; }
  Lab lab(options);
  run(lab, "paint.fill 0 0 swamp");
  const std::string bad = file_of(folder, "bad.map", "type octile\nheight 2\n");
  give(lab, "open", test::open_line(bad));
  REQUIRE(lab.state().question.has_value());
  CHECK(lab.state().window_open("open"));
  lab.run("question.discard");
  wait_for_work(lab);
  CHECK(lab.state().window_open("open"));
  CHECK(problem_in(lab, "open").find("bad.map:") != std::string::npos);
  lab.run(test::open_line(file_of(folder, "a.map")), "open");
  REQUIRE(lab.state().question.has_value());
  lab.run("question.discard");
  wait_for_work(lab);
  CHECK_FALSE(lab.state().window_open("open"));
  CHECK(lab.world().map().width() == 3);
  // Who does not go on is back at the map.
  lab.run("paint.fill 0 0 swamp");
  give(lab, "new", "map.new 9 9");
  REQUIRE(lab.state().question.has_value());
  lab.run("question.cancel");
  CHECK(lab.state().windows.empty());
  CHECK(lab.world().map().width() == 3);
}

TEST_CASE("what was to follow a save follows once it has succeeded, after as many errors as there are") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "paint.fill 0 0 swamp");
  lab.run("app.quit");
  REQUIRE(lab.state().question.has_value());
  lab.run("question.save");
  REQUIRE(lab.state().window_open("save_as"));
  for (int i = 0; i < 2; ++i) {
    lab.run("map.save_as /no/such/folder/a.map", "save_as");
    CHECK(lab.state().window_open("save_as"));
    CHECK(problem_in(lab, "save_as").find("/no/such/folder") != std::string::npos);
    CHECK_FALSE(lab.state().quit);
  }
  SUBCASE("it follows") {
    lab.run("map.save_as " + folder.file("a.map"), "save_as");
    CHECK_FALSE(lab.state().window_open("save_as"));
    CHECK(lab.state().quit);
  }
  SUBCASE("it does not if the dialog was closed, also not after a later save") {
    lab.run("ui.show save_as off");
    CHECK_FALSE(lab.state().window_problem.has_value());
    lab.run("map.save_as " + folder.file("a.map"));
    CHECK_FALSE(lab.state().quit);
  }
}

TEST_CASE("a question comes back if the save that was its answer fails") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, test::open_line(file_of(folder, "a.map")));
  run(lab, "paint.fill 0 0 swamp");
  // A folder takes the place of the file.
  fs::remove(folder.file("a.map"));
  fs::create_directory(folder.file("a.map"));
  lab.run("app.quit");
  lab.run("question.save");
  CHECK(lab.state().dialogs.size() == 1);
  REQUIRE(lab.state().question.has_value());
  CHECK_FALSE(lab.state().quit);
  fs::remove(folder.file("a.map"));
  run(lab, "dialog.close");
  lab.run("question.save");
  CHECK(lab.state().quit);
}

TEST_CASE("what fails after a save is told as what it is, in the dialog that it came from") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "paint.fill 0 0 swamp");
  give(lab, "open", test::open_line(file_of(folder, "bad.map", "type octile\nheight 2\n")));
  lab.run("question.save");
  lab.run("map.save_as " + folder.file("a.map"), "save_as");
  CHECK_FALSE(lab.state().window_open("save_as"));
  CHECK(lab.state().window_open("open"));
  CHECK(problem_in(lab, "open").find("bad.map:") != std::string::npos);
  CHECK_FALSE(lab.state().unsaved);
}

TEST_CASE("a script that a person opens is asked about once, and one that a script names is not") {
  const test::TempFolder folder;
  Lab lab;
  const std::string script = file_of(folder, "a.script", "brush.radius 5\n");
  const std::string line = test::open_line(script, "script.run");
  lab.run(line);
  REQUIRE(lab.state().question.has_value());
  CHECK(lab.state().question->kind == Question::Kind::kScript);
  CHECK(lab.state().question->text.find(script) != std::string::npos);
  CHECK(lab.state().question->text.find("overwrite") != std::string::npos);
  CHECK(lab.state().brush.radius == 1);
  for (const char* other : {"question.save", "question.discard"}) CHECK_FALSE(lab.execute(other).ok());
  lab.run("question.cancel");
  CHECK_FALSE(lab.state().question.has_value());
  CHECK(lab.state().brush.radius == 1);
  give(lab, "open", line);
  CHECK(lab.state().window_open("open"));
  lab.run("question.run");
  CHECK(lab.state().brush.radius == 5);
  CHECK_FALSE(lab.state().window_open("open"));
  // It was allowed; another text in its file was not.
  run(lab, "brush.radius 1");
  lab.run(line);
  CHECK(lab.state().brush.radius == 5);
  (void)file_of(folder, "a.script", "brush.radius 7\n");
  lab.run(line);
  REQUIRE(lab.state().question.has_value());
  CHECK(lab.state().brush.radius == 5);
  lab.run("question.cancel");
  run(lab, line);
  CHECK(lab.state().brush.radius == 7);
}

TEST_CASE("the first save of restored work asks, so that no copy of a stranger names the file that is overwritten") {
  const test::TempFolder folder;
  LabOptions options{.recovery_folder = folder.file("recovery"), .recovery_seconds = 0.01};
  const std::string map = file_of(folder, "own.map");
  const std::string graph = folder.file("own.graph");
  {
    Lab lab(options);
    run(lab, test::open_line(map));
    run(lab, "graph.node 0,0");
    run(lab, test::open_line(graph, "graph.save"));
    run(lab, {"graph.node 2,0", "paint.fill 0 0 swamp"});
    for (int i = 0; i < 4; ++i) lab.tick(2);
  }
  const std::string graph_text = read_file(graph).value();
  Lab lab(options);
  REQUIRE(lab.state().question.has_value());
  CHECK(lab.state().question->text.find(map) != std::string::npos);
  lab.run("recovery.restore");
  CHECK(lab.state().messages.back().text.find(map) != std::string::npos);
  lab.run("map.save");
  CHECK(lab.state().window_open("save_as"));
  CHECK(read_file(map).value() == kSmall);
  lab.run("graph.save");
  CHECK(lab.state().window_open("save_graph"));
  CHECK(read_file(graph).value() == graph_text);
  run(lab, "ui.show save_graph off");
  // Saving the map saves the graph, too, and to a file of its own.
  lab.run("map.save_as " + map, "save_as");
  CHECK(read_file(map).value() != kSmall);
  CHECK(read_file(graph).value() == graph_text);
  CHECK(graph_controller(lab).path() != graph);
  // From then on its file is known.
  run(lab, "paint.fill 0 0 water");
  lab.run("map.save");
  CHECK_FALSE(lab.state().window_open("save_as"));
  CHECK_FALSE(lab.state().unsaved);
}

TEST_CASE("a lesson and a card are opened like other files, are among the recent ones, and own lessons are listed") {
  const test::TempFolder folder;
  Lab lab({.settings_path = folder.file("settings/settings.json")});
  const std::string lesson = file_of(folder, "own.lesson",
                                     "lesson own 1\ntitle \"My own\"\nstep \"First\"\nsetup map.new 20 20\n"
                                     "setup query.set 2 2 12 2\ntext \"Look.\"\nask number \"How long?\" "
                                     "planners.astar.steps within 0.1\nbecause \"So.\"\n");
  const std::string card = file_of(folder, "own.figure",
                                   "figure HPA-9\npaper hpa\nnumber \"Figure 9\"\ntitle \"A figure\"\n"
                                   "caption \"What is seen.\"\nmap.new 9 9\nquery.set 0 0 8 8\n");
  const auto open = [&](const std::string& path) {
    const Command command = must(command_to_open(lab, std::vector{path}));
    lab.run(format_command(command));
    CHECK(lab.state().recent_files.front() == path);
  };
  open(lesson);
  CHECK(lesson_controller(lab).is_open());
  lab.run("lesson.close");
  CHECK(lab.state().recent_files.front() == lesson);
  open(card);
  CHECK(lab.world().map().width() == 9);
  // The card is no one of the gallery, from which the next and the one before are taken.
  run(lab, {"figure.next", "figure.leave"});
  CHECK(lab.world().map().width() == 40);
  lab.run("map.reopen_last");
  CHECK(lab.world().map().width() == 9);
  lab.run("figure.leave");
  const std::vector<LessonEntry> own = own_lessons(lab);
  REQUIRE(own.size() >= 1);
  CHECK(own.front().path == lesson);
  CHECK(own.front().title == "My own");
  // Two at once are not, and a wrong one says where it is wrong.
  CHECK_FALSE(command_to_open(lab, std::vector{lesson, card}).ok());
  lab.run(test::open_line(file_of(folder, "bad.figure", "figure HPA-9\nmap.save\n"), "figure.open"));
  CHECK(lab.state().messages.back().text.find("bad.figure:2") != std::string::npos);
}

TEST_CASE("work in slices that fails leaves its dialog open with the error") {
  Lab lab;
  run(lab, "ui.show animation on");
  const size_t logged = lab.log().lines().size();
  const Status begun = lab.large_map_task().asynchronously([&] {
    return lab.large_map_task().run_slices(true, "Film",
                                           {.next = [] { return 1.0; },
                                            .cancelled = {},
                                            .ended = [] { return Status(error_at("a.gif", "the disk is full")); }});
  });
  CHECK(begun.ok());
  REQUIRE(lab.large_map_task().under_way());
  lab.large_map_task().belongs_to({"export.animation", {"a.gif"}});
  lab.large_map_task().is_for("animation");
  lab.large_map_task().finish();
  CHECK(lab.state().window_open("animation"));
  REQUIRE(lab.state().window_problem);
  CHECK(lab.state().window_problem->window == "animation");
  CHECK(lab.state().window_problem->text == "a.gif: the disk is full");
  CHECK(lab.log().lines().size() == logged);
}
