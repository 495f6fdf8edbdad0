// Nothing that the user made is lost: unsaved work comes back after a program that ended, whatever it was doing, and
// what comes with the program is not written over.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "app/features/graph/graph.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/script.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "core/io/graph_file.hpp"
#include "core/io/movingai.hpp"
#include "tests/lab_support.hpp"
#include "tests/rounds.hpp"
#include "tests/temp_folder.hpp"

namespace fs = std::filesystem;
using namespace strata;
using namespace strata::test;

namespace {

std::vector<std::string> files_in(const std::string& folder, const std::string& ending) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().string().ends_with(ending)) files.push_back(entry.path().string());
  }
  return files;
}

LabOptions keeping(const TempFolder& folder) {
  return {.recovery_folder = folder.file("recovery"), .recovery_seconds = 0.02};
}

// Lets the lab tick until there is a copy with this map. False: it does not come.
bool copied(Lab& lab, const LabOptions& options, const std::string& expected, bool tick = true) {
  for (int i = 0; i < 3000; ++i) {
    if (tick) lab.tick(1.0 / 60);
    for (const std::string& file : files_in(options.recovery_folder, ".map")) {
      const auto map = load_map(file);  // it may be replaced just now
      if (!map) continue;
      const auto all = map.value().map.letters();
      if (std::string(all.begin(), all.end()) == expected) return true;
    }
    ::usleep(5000);
  }
  return false;
}

}  // namespace

TEST_CASE("unsaved work of a lab that ended without warning is offered again") {
  const TempFolder folder;
  const LabOptions options = keeping(folder);
  std::string painted;
  {
    Lab lab(options);
    CHECK_FALSE(lab.state().question.has_value());
    run(lab, {"paint.fill 1 1 swamp", "query.start 5 9"});
    painted = letters(lab);
    CHECK(copied(lab, options, painted));
    // While it lives, another lab does not take its copy.
    Lab other(options);
    CHECK_FALSE(other.state().question.has_value());
  }
  SUBCASE("restored") {
    Lab lab(options);
    REQUIRE(lab.state().question.has_value());
    CHECK(lab.state().question->kind == Question::Kind::kRecovery);
    run(lab, "recovery.restore");
    CHECK(letters(lab) == painted);
    CHECK(lab.state().unsaved);
    CHECK(lab.state().query.start == Cell{5, 9});
    CHECK_FALSE(lab.state().question.has_value());
    CHECK(lab.state().map_title == "running example");
    SUBCASE("and saved: it is offered no more") {
      run(lab, "map.save_as " + folder.file("rescued.map"));
      lab.tick(1.0 / 60);
      Lab next(options);
      CHECK_FALSE(next.state().question.has_value());
    }
    SUBCASE("and saved with the copy on the disk") {
      REQUIRE(lab.recovery().keep_last().ok());
      run(lab, "map.save_as " + folder.file("rescued.map"));
      lab.tick(1.0 / 60);
      Lab next(options);
      CHECK_FALSE(next.state().question.has_value());
    }
    SUBCASE("and ended again: it is offered once more") {
      REQUIRE(lab.recovery().keep_last().ok());
      lab.tick(1.0 / 60);
      CHECK(files_in(options.recovery_folder, ".map").size() == 1);  // the old copy has given way to its own
    }
  }
  SUBCASE("discarded") {
    {
      Lab lab(options);
      run(lab, "recovery.discard");
      CHECK(failure(lab, "recovery.restore").find("no unsaved work") != std::string::npos);
    }
    Lab lab(options);
    CHECK_FALSE(lab.state().question.has_value());
    CHECK(files_in(options.recovery_folder, "").empty());
  }
  SUBCASE("left open, it is offered once more") {
    { Lab lab(options); }
    Lab lab(options);
    CHECK(lab.state().question.has_value());
  }
  SUBCASE("put off, it is kept whatever happens then, and offered at the next start") {
    {
      Lab lab(options);
      run(lab, "recovery.later");
      CHECK_FALSE(lab.state().question.has_value());
      // New work has a copy of its own, and loses it when it is saved.
      run(lab, "paint.fill 1 1 water");
      CHECK(copied(lab, options, letters(lab)));
      CHECK(copied(lab, options, painted));
      run(lab, "map.save_as " + folder.file("new.map"));
      lab.tick(1.0 / 60);
      run(lab, "app.quit");
      CHECK(lab.state().quit);
    }
    Lab lab(options);
    REQUIRE(lab.state().question.has_value());
    // Also without the question it can be restored.
    run(lab, {"recovery.later", "recovery.restore"});
    CHECK(letters(lab) == painted);
  }
  SUBCASE("quitting while it is offered deletes nothing") {
    {
      Lab lab(options);
      run(lab, "app.quit");
      CHECK(lab.state().quit);
    }
    Lab lab(options);
    CHECK(lab.state().question.has_value());
  }
  SUBCASE("restoring over other unsaved work asks first") {
    Lab lab(options);
    run(lab, {"recovery.later", "paint.fill 1 1 water"});
    const std::string own = letters(lab);
    run(lab, "recovery.restore");
    REQUIRE(lab.state().question.has_value());
    CHECK(lab.state().question->kind == Question::Kind::kUnsaved);
    CHECK(letters(lab) == own);
    run(lab, "question.discard");
    CHECK(letters(lab) == painted);
  }
}

TEST_CASE("a stroke that is held has its copies, and undo, redo, fills and graphs have theirs") {
  const TempFolder folder;
  const LabOptions options = keeping(folder);
  std::string last;
  DrawnGraph drawn;
  {
    Lab lab(options);
    lab.strokes().stroke_begin({3, 3});
    lab.strokes().stroke_to({20, 5});
    CHECK(copied(lab, options, letters(lab)));
    lab.strokes().stroke_to({30, 30});
    CHECK(copied(lab, options, letters(lab)));
    CHECK(lab.state().painting);
    lab.strokes().stroke_end();
    run(lab, "paint.fill 0 0 trees");
    CHECK(copied(lab, options, letters(lab)));
    run(lab, "edit.undo");
    CHECK(copied(lab, options, letters(lab)));
    run(lab, "edit.redo");
    CHECK(copied(lab, options, letters(lab)));
    run(lab, {"graph.node 3,3", "graph.node 8,3", "graph.edge 3,3 8,3 1.5"});
    drawn = graph_controller(lab).graph();
    last = letters(lab);
    // A change right before the end is not waited for by anybody; the end of the lab keeps it.
    lab.tick(1.0 / 60);
  }
  Lab lab(options);
  REQUIRE(lab.state().question.has_value());
  run(lab, "recovery.restore");
  CHECK(letters(lab) == last);
  CHECK(graph_controller(lab).graph() == drawn);
  CHECK(lab.state().unsaved);
  CHECK(graph_controller(lab).unsaved());
}

TEST_CASE("what is undone to the file needs no copy, and done again it has one") {
  const TempFolder folder;
  const LabOptions options = keeping(folder);
  Lab lab(options);
  run(lab, "paint.fill 0 0 trees");
  const std::string painted = letters(lab);
  CHECK(copied(lab, options, painted));
  run(lab, "edit.undo");
  lab.tick(1.0 / 60);
  for (int i = 0; i < 2000 && !files_in(options.recovery_folder, "").empty(); ++i) ::usleep(5000);
  CHECK(files_in(options.recovery_folder, "").empty());
  run(lab, "edit.redo");
  CHECK(copied(lab, options, painted));
}

TEST_CASE("copies go by real time, whatever the frames say, and at rest nothing is written") {
  const TempFolder folder;
  LabOptions options{.recovery_folder = folder.file("recovery")};
  std::atomic<int> seconds = 100;
  options.recovery_clock = [&] { return std::chrono::steady_clock::time_point(std::chrono::seconds(seconds.load())); };
  Lab lab(options);
  run(lab, "paint.fill 1 1 swamp");
  // An hour of frames in which no time passes.
  for (int i = 0; i < 60; ++i) lab.tick(60);
  ::usleep(300'000);
  CHECK(files_in(options.recovery_folder, ".map").empty());
  // One frame that took three seconds and counts as a quarter.
  seconds += 3;
  lab.tick(0.25);
  CHECK(copied(lab, options, letters(lab), false));
  const std::string first = files_in(options.recovery_folder, ".map").at(0);
  seconds += 1000;
  for (int i = 0; i < 10; ++i) lab.tick(0.25);
  ::usleep(300'000);
  CHECK(files_in(options.recovery_folder, ".map").at(0) == first);
}

TEST_CASE("a script that leaves no frame between its commands has its copies") {
  const TempFolder folder;
  const LabOptions options = keeping(folder);
  Lab lab(options);
  run(lab, "paint.fill 1 1 swamp");
  const std::string painted = letters(lab);
  run(lab, "help map.open");  // any command: nothing else is heard of the lab
  CHECK(copied(lab, options, painted, false));
}

TEST_CASE("a copy goes only when saving has worked") {
  const TempFolder folder;
  const LabOptions options = keeping(folder);
  std::string painted;
  {
    Lab lab(options);
    run(lab, "paint.fill 1 1 swamp");
    painted = letters(lab);
    CHECK(copied(lab, options, painted));
    failure(lab, "map.save_as " + folder.file("no/such/folder.map"));
    REQUIRE(write_file_atomic(folder.file("bad.map"), "type octile\nheight 2\n").ok());
    run(lab, "map.open " + folder.file("bad.map"));
    REQUIRE(lab.state().question.has_value());
    failure(lab, "question.discard");  // it cannot be read: nothing was opened
    lab.tick(1.0 / 60);
    CHECK(letters(lab) == painted);
    CHECK(copied(lab, options, painted));
  }
  Lab lab(options);
  REQUIRE(lab.state().question.has_value());
  run(lab, "recovery.restore");
  CHECK(letters(lab) == painted);
}

// File names are bytes, and need not be UTF-8.
TEST_CASE("work on a map whose name is no UTF-8 comes back under that name, which is remembered as well") {
  const TempFolder folder;
  LabOptions options = keeping(folder);
  options.settings_path = folder.file("settings.json");
  const std::string file = folder.file("gel\xe4nde \"1\".map");
  REQUIRE(save_map(GridMap(20, 10), file).ok());
  std::string painted;
  {
    Lab lab(options);
    REQUIRE(lab.session().open_map(file).ok());
    run(lab, "paint.fill 1 1 swamp");
    painted = letters(lab);
    REQUIRE(lab.recovery().keep_last().ok());
  }
  Lab lab(options);
  REQUIRE(lab.state().question.has_value());
  run(lab, "recovery.restore");
  CHECK(lab.state().map_path == file);
  CHECK(letters(lab) == painted);
  run(lab, "map.save");
  const auto saved = must(load_map(file));
  CHECK(saved.map.letter(CellId{0}) == 'S');
  REQUIRE_FALSE(lab.settings().recent_files.empty());
  std::string problem;
  const Settings settings = load_settings(options.settings_path, problem);
  REQUIRE_FALSE(settings.recent_files.empty());
  CHECK(settings.recent_files.front() == file);
}

TEST_CASE("a copy with a damaged part gives what can be read, says what cannot, and keeps it") {
  const TempFolder folder;
  const LabOptions options = keeping(folder);
  std::string painted;
  DrawnGraph drawn;
  {
    Lab lab(options);
    run(lab, {"map.new 30 20", "paint.fill 1 1 swamp", "graph.node 3,3", "graph.node 25,11"});
    painted = letters(lab);
    drawn = graph_controller(lab).graph();
    REQUIRE(lab.recovery().keep_last().ok());
  }
  const auto damage = [&](const char* ending, const std::string& text) {
    const auto files = files_in(options.recovery_folder, ending);
    REQUIRE(files.size() == 1);
    REQUIRE(write_file_atomic(files[0], text).ok());
    return files[0];
  };
  const auto kept = [&] { return files_in(options.recovery_folder + "/damaged", ""); };
  SUBCASE("the graph") {
    const std::string file = damage(".graph", "type graph\nnode 3,3\nnode 3\n");
    Lab lab(options);
    run(lab, "recovery.restore");
    CHECK(letters(lab) == painted);
    CHECK(graph_controller(lab).graph().empty());
    CHECK(lab.state().unsaved);
    REQUIRE(lab.state().dialogs.size() == 1);
    CHECK(lab.state().dialogs[0].text.find(file + ":3: ") != std::string::npos);
    REQUIRE(kept().size() == 1);
    CHECK(lab.state().dialogs[0].text.find(kept()[0]) != std::string::npos);
    REQUIRE(lab.recovery().keep_last().ok());
    lab.tick(1.0 / 60);
    CHECK(kept().size() == 1);
    run(lab, "map.new 5 5");
    CHECK(lab.state().question.has_value());
  }
  SUBCASE("the graph has nodes outside the map") {
    damage(".graph", "type graph\nnode 3,30\n");
    Lab lab(options);
    run(lab, "recovery.restore");
    CHECK(letters(lab) == painted);
    CHECK(lab.state().dialogs.size() == 1);
    CHECK(kept().size() == 1);
  }
  SUBCASE("the map") {
    const std::string file = damage(".map", "type octile\nheight 20\nwidth 30\nmap\n....\n");
    Lab lab(options);
    run(lab, "recovery.restore");
    CHECK(graph_controller(lab).graph() == drawn);
    CHECK(lab.world().map().width() == 26);
    CHECK(lab.state().unsaved);
    CHECK(lab.state().map_path.empty());  // it is not saved over anything
    REQUIRE(lab.state().dialogs.size() == 1);
    CHECK(lab.state().dialogs[0].text.find(file + ":5: ") != std::string::npos);
    CHECK(kept().size() == 1);
  }
  SUBCASE("both: the open map stays, and it is not offered again") {
    damage(".map", "");
    damage(".graph", "");
    {
      Lab lab(options);
      const std::string before = letters(lab);
      lab.run("recovery.restore");
      CHECK(letters(lab) == before);
      CHECK_FALSE(lab.state().question.has_value());
      REQUIRE(lab.state().dialogs.size() == 1);
      CHECK(kept().size() == 2);
    }
    Lab lab(options);
    CHECK_FALSE(lab.state().question.has_value());
    CHECK(kept().size() == 2);
  }
  SUBCASE("what it is of") {
    const std::string file = damage(".json", "[]");
    Lab lab(options);
    REQUIRE(lab.state().question.has_value());
    CHECK(lab.state().question->text.find(file + ": is not a JSON object") != std::string::npos);
    run(lab, "recovery.restore");
    CHECK(letters(lab) == painted);
    CHECK(graph_controller(lab).graph() == drawn);
    CHECK(kept().size() == 1);
  }
  SUBCASE("its start lies outside the map") {
    const std::string file = files_in(options.recovery_folder, ".json").at(0);
    std::string text = read_file(file).value();
    text.insert(text.rfind('}'), ", \"query\": [1, 1, 30, 5]");
    damage(".json", text);
    Lab lab(options);
    run(lab, "recovery.restore");
    CHECK(letters(lab) == painted);
    CHECK(lab.world().map().contains(lab.state().query.goal));
  }
}

TEST_CASE("that all nodes of a saved graph were removed is restored as a change to it") {
  const TempFolder folder;
  const LabOptions options = keeping(folder);
  {
    Lab lab(options);
    run(lab, {"map.new 30 20", "graph.node 3,3"});
    run(lab, "map.save_as " + folder.file("a.map"));
    run(lab, "graph.clear");
    REQUIRE(lab.recovery().keep_last().ok());
  }
  Lab lab(options);
  run(lab, "recovery.restore");
  CHECK(graph_controller(lab).unsaved());
  run(lab, "graph.save " + folder.file("a.graph"));
  CHECK(load_graph(folder.file("a.graph")).value().graph.empty());
}

TEST_CASE("after any edits the last copy is the work as it was") {
  const TempFolder folder;
  const LabOptions options = keeping(folder);
  for (int seed = 1; seed <= test::rounds(4); ++seed) {
    CAPTURE(seed);
    Rng rng(static_cast<uint64_t>(seed));
    std::string last;
    DrawnGraph drawn;
    {
      Lab lab(options);
      for (int i = 0; i < 120; ++i) {
        const std::string x = std::to_string(rng.below(24)), y = std::to_string(rng.below(24));
        const char* const terrain = i % 2 == 0 ? "water" : "trees";
        switch (rng.below(9)) {
          case 0:
            (void)lab.execute("paint.fill " + x + " " + y + " " + terrain);
            break;
          case 1:
            (void)lab.execute("edit.undo");
            break;
          case 2:
            (void)lab.execute("edit.redo");
            break;
          case 3:
            (void)lab.execute("paint.line " + x + " 0 0 " + y + " " + terrain);
            break;
          case 4:
            (void)lab.execute("graph.node " + x + "," + y);
            break;
          case 5:
            lab.strokes().stroke_begin({i % 24, 3});
            break;
          case 6:
            lab.strokes().stroke_to({i % 24, 20});
            break;
          case 7:
            lab.tick(0.01);
            break;
          default:
            if (i % 40 == 9) run(lab, "map.generate random 24 25 " + std::to_string(i) + " force");
            break;
        }
      }
      run(lab, "paint.rectangle 1 1 3 3 filled swamp");
      REQUIRE(lab.recovery().keep_last().ok());
      last = letters(lab);
      drawn = graph_controller(lab).graph();
    }
    Lab lab(options);
    REQUIRE(lab.state().question.has_value());
    run(lab, "recovery.restore");
    CHECK(letters(lab) == last);
    CHECK(graph_controller(lab).graph() == drawn);
    run(lab, "app.quit force");
  }
}

TEST_CASE("a script that is interrupted leaves the rest for later") {
  Lab lab;
  auto script = ScriptRunner::from_text("paint.fill 1 1 swamp\nedit.undo\nbrush.radius 3\n", "x.script");
  REQUIRE(script.ok());
  ScriptRunner& runner = script.value();
  bool stop = false;
  runner.set_interrupted([&] { return stop || runner.commands_done() == 1; });
  REQUIRE(runner.step(lab).ok());
  CHECK(runner.commands_done() == 1);
  CHECK(lab.state().unsaved);
  runner.set_interrupted({});
  REQUIRE(runner.step(lab).ok());
  CHECK(runner.done());
}

// --- Stock maps --------------------------------------------------------------------------------------------------

TEST_CASE("what comes with the program is never written over") {
  const TempFolder folder;
  LabOptions options{.stock_folders = {folder.file("maps"), folder.file("graphs")}};
  fs::create_directory(folder.file("maps"));
  fs::create_directory(folder.file("graphs"));
  fs::create_directory(folder.file("mine"));
  const std::string map = folder.file("maps/a.map"), graph = folder.file("graphs/a.graph");
  const std::string map_text = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";
  const std::string graph_text = "type graph\nmap ../maps/a.map\nnode 0,0\n";
  REQUIRE(write_file_atomic(map, map_text).ok());
  REQUIRE(write_file_atomic(graph, graph_text).ok());
  Lab lab(options);
  const auto untouched = [&] {
    CHECK(read_file(map).value() == map_text);
    CHECK(read_file(graph).value() == graph_text);
    CHECK(files_in(folder.file("maps"), "").size() == 1);
    CHECK(files_in(folder.file("graphs"), "").size() == 1);
  };
  SUBCASE("the key for saving asks for another name, with the reason") {
    run(lab, "map.open " + map);
    run(lab, "paint.fill 0 0 swamp");
    CHECK(lab.session().save_needs_name());
    lab.run("map.save");
    CHECK(lab.state().window_open("save_as"));
    CHECK(lab.state().messages.back().text.find("left as it is") != std::string::npos);
    untouched();
    run(lab, "map.save_as " + folder.file("mine/b.map"));
    CHECK_FALSE(lab.session().save_needs_name());
    CHECK_FALSE(lab.state().unsaved);
    run(lab, {"paint.fill 0 0 water", "map.save"});
    untouched();
  }
  SUBCASE("saving it by name is refused with the reason, by any path that leads there") {
    run(lab, "map.open " + map);
    run(lab, "paint.fill 0 0 swamp");
    fs::create_symlink(map, folder.file("mine/link.map"));
    fs::create_directory_symlink(folder.file("maps"), folder.file("mine/maps"));
    for (const std::string& path : {map, folder.file("mine/../maps/a.map"), folder.file("mine/link.map"),
                                    folder.file("mine/maps/new.map"), folder.file("maps/new.map")}) {
      CAPTURE(path);
      CHECK(failure(lab, "map.save_as " + path).find("left as it is") != std::string::npos);
      CHECK(failure(lab, "export.table " + path).find("left as it is") != std::string::npos);
      CHECK(failure(lab, "export.trace " + path).find("left as it is") != std::string::npos);
      CHECK(failure(lab, "dump.state " + path).find("left as it is") != std::string::npos);
    }
    CHECK(failure(lab, "map.save").find("left as it is") != std::string::npos);
    CHECK(lab.state().unsaved);
    untouched();
    // A name that only begins like that of the folder is another one.
    fs::create_directory(folder.file("maps2"));
    run(lab, "map.save_as " + folder.file("maps2/a.map"));
  }
  SUBCASE("the question about unsaved changes asks for a name, too") {
    run(lab, "map.open " + map);
    run(lab, {"paint.fill 0 0 swamp", "app.quit", "question.save"});
    CHECK(lab.state().window_open("save_as"));
    CHECK_FALSE(lab.state().quit);
    run(lab, "map.save_as " + folder.file("mine/b.map"));
    CHECK(lab.state().quit);
    untouched();
  }
  SUBCASE("graphs") {
    run(lab, "graph.open " + graph);
    run(lab, "graph.node 1,0");
    CHECK(failure(lab, "graph.save").find("left as it is") != std::string::npos);
    lab.run("graph.save");
    CHECK(lab.state().window_open("save_graph"));
    CHECK(failure(lab, "graph.save " + graph).find("left as it is") != std::string::npos);
    // With its map it goes beside that.
    run(lab, "map.save_as " + folder.file("mine/b.map"));
    CHECK(load_graph(folder.file("mine/b.graph")).value().graph.node_count() == 2);
    untouched();
  }
}

TEST_CASE("work that was discarded as the program was left is not offered at the next start") {
  const TempFolder folder;
  const LabOptions options = keeping(folder);
  for (const char* work : {"paint.fill 1 1 swamp", "scenario.add", "graph.node 3,3"}) {
    CAPTURE(work);
    {
      Lab lab(options);
      REQUIRE_FALSE(lab.state().question.has_value());
      run(lab, work);
      CHECK(lab.state().unsaved);
      CHECK(copied(lab, options, letters(lab)));
      run(lab, "app.quit");
      REQUIRE(lab.state().question.has_value());
      run(lab, "question.discard");
      CHECK(lab.state().quit);
      // The frame in which the program was left goes on to its end, and a signal may come in it.
      for (int i = 0; i < 3; ++i) lab.tick(1.0 / 60);
      CHECK(lab.recovery().keep_last().ok());
    }
    CHECK(files_in(options.recovery_folder, "").empty());
    const Lab next(options);
    CHECK_FALSE(next.state().question.has_value());
  }
}
