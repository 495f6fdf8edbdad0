// Lessons, cards, workspaces and drawn graphs of other people: they hold nothing up for long, reach no file outside of
// their folders, and leave the files of the user alone.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/features/crowd/crowd.hpp"
#include "app/features/gallery/gallery.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/features/walkers/walkers.hpp"
#include "app/features/workspace/workspace_file.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/session.hpp"
#include "core/base/hash.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

namespace fs = std::filesystem;

constexpr const char* kMap = "type octile\nheight 3\nwidth 5\nmap\n.....\n.@@@.\n.....\n";

std::string put(const std::string& path, const std::string& text) {
  REQUIRE(write_file_atomic(path, text).ok());
  return path;
}

std::string lesson_text(const std::vector<std::string>& setup) {
  std::string text = "lesson strange 1\ntitle \"Strange\"\nstep \"A\"\n";
  for (const std::string& line : setup) text += "setup " + line + "\n";
  return text + "ask number \"How wide is the map?\" map.width\nbecause \"So it is.\"\n";
}

std::string card_text(const std::vector<std::string>& lines) {
  std::string text = "figure HPA-9\npaper hpa\nnumber \"Figure 9\"\ntitle \"A figure\"\ncaption \"What is seen.\"\n";
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string workspace_text(const std::vector<std::string>& lines, int side = 40) {
  std::string text =
      fmt::format("workspace 1\ncells {}\ntype octile\nheight {}\nwidth {}\nmap\n", side + 4, side, side);
  for (int y = 0; y < side; ++y) text += std::string(static_cast<size_t>(side), '.') + "\n";
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// Opens the commands as a lesson or as a card. Returns why it could not be opened; empty: it was.
std::string opened(Lab& lab, const test::TempFolder& folder, bool card, const std::vector<std::string>& lines) {
  if (!card) {
    const Status status =
        lab.execute("lesson.open " + put(folder.file("strange.lesson"), lesson_text(lines)) + " force");
    return status ? "" : status.error().message();
  }
  static std::vector<std::unique_ptr<FigureCard>> cards;  // the gallery refers to the open one
  const Result<FigureCard> read = read_figure_card(card_text(lines), folder.file("strange.figure"));
  if (!read) return read.error().message();
  cards.push_back(std::make_unique<FigureCard>(read.value()));
  const Status status = gallery_controller(lab).open(*cards.back());
  return status ? "" : status.error().message();
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// A few ticks take much work, because many agents need long searches.
const std::vector<std::string> kHeavy = {"map.generate maze 200 200 7", "crowd.method astar", "crowd.plans 1000000",
                                         "crowd.spawn 40000", "crowd.step 400"};

}  // namespace

TEST_CASE("a lesson, a card or a workspace that lets agents walk for ever is refused before they begin") {
  const test::TempFolder folder;
  for (const char* steps : {"crowd.step 10000000", "walkers.step 10000000"}) {
    const bool mesh = std::string(steps).starts_with("walkers");
    const std::vector<std::string> lines = {"map.new 40 40", mesh ? "walkers.spawn 300" : "crowd.spawn 900", steps};
    CAPTURE(std::string(steps));
    for (const bool card : {false, true}) {
      CAPTURE(card);
      Lab lab;
      run(lab, {"map.new 7 5", "paint.rectangle 1 1 1 1 filled swamp"});
      const std::string before = test::letters(lab);
      const std::string why = opened(lab, folder, card, lines);
      CAPTURE(why);
      CHECK(has(why, fmt::format("strange.{}:", card ? "figure" : "lesson")));
      CHECK(has(why, "would walk for 10000000 ticks, which takes too long"));
      // What was open before is there again.
      CHECK(test::letters(lab) == before);
      CHECK_FALSE(lesson_controller(lab).is_open());
      CHECK(gallery_controller(lab).open_card() == nullptr);
    }
    const LessonReport report = check_lesson(put(folder.file("checked.lesson"), lesson_text(lines)));
    REQUIRE(report.problems.size() == 1);
    CHECK(has(report.problems[0], "would walk for 10000000 ticks"));
  }
}

TEST_CASE(
    "work of a file that takes longer than it may is stopped, whatever it is, and the user's own is there again") {
  const test::TempFolder folder;
  for (const bool card : {false, true}) {
    CAPTURE(card);
    Lab lab;
    run(lab, {"map.new 7 5", "paint.rectangle 1 1 1 1 filled swamp"});
    const std::string before = test::letters(lab);
    long_work(lab).set_limits_of_files({.seconds = 0.2});
    const std::string why = opened(lab, folder, card, kHeavy);
    CAPTURE(why);
    CHECK(has(why, "stopped, as it takes longer than 0.2 s"));
    CHECK(test::letters(lab) == before);
    CHECK(lab.state().unsaved);
    CHECK_FALSE(long_work(lab).any());
    CHECK(grid_crowd_controller(lab).crowd() == nullptr);
    run(lab, "paint.rectangle 2 2 2 2 filled swamp");  // and can be worked on
  }
}

TEST_CASE("a workspace that takes too long stays open with what is there, and the rest is left out and told") {
  const test::TempFolder folder;
  const std::string file =
      put(folder.file("slow.strata"), workspace_text({"crowd.method astar", "crowd.plans 1000000", "crowd.spawn 40000",
                                                      "crowd.step 400", "query.set 0 0 3 3"},
                                                     160));
  Lab lab;
  long_work(lab).set_limits_of_files({.seconds = 0.2});
  run(lab, "workspace.open " + file);
  REQUIRE_FALSE(lab.state().messages.empty());
  CHECK(has(lab.state().messages.back().text, "slow.strata:"));
  CHECK(has(lab.state().messages.back().text, "takes longer than 0.2 s"));
  CHECK(has(lab.state().messages.back().text, "the rest is left out"));
  CHECK(lab.world().map().width() == 160);
  // Builds go on beside the window.
  for (int i = 0; i < 20'000 && lab.state().building; ++i) lab.tick(1e-3);
  CHECK(lab.world().ready());
}

TEST_CASE("work of a file that takes more memory than it may is stopped") {
  Lab lab;
  const LongWork::WorkScope outer(lab, "A command");
  {
    LongWork::WorkScope work(lab, "A file", {.seconds = 60, .bytes = size_t{32} << 20});
    std::vector<std::vector<char>> taken;
    for (int i = 0; i < 400 && work.go_on(); ++i) {
      if (i < 96) taken.emplace_back(size_t{1} << 20, '1');
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE_FALSE(work.status().ok());
    CHECK(work.status().error().what == "stopped, as it takes more than 0.0 GB of memory");
  }
  CHECK(long_work(lab).go_on());  // what stopped the file stops nothing else
}

TEST_CASE("a user stops long work of the own hand, and what was done until then is in the log") {
  for (const bool mesh : {false, true}) {
    Lab lab;
    run(lab, "map.new 30 30");
    run(lab, mesh ? "walkers.spawn 20" : "crowd.spawn 20");
    int asked = 0;
    std::string title;
    long_work(lab).set_host([&](const LongWorkStatus& work) {
      title = work.title;
      return ++asked < 3;
    });
    const std::string why = failure(lab, mesh ? "walkers.step 10000000" : "crowd.step 10000000");
    CHECK(has(why, "stopped, as you asked for it, after "));
    CHECK(has(why, " of 10000000 ticks"));
    CHECK(title == (mesh ? "Step the walkers" : "Step the crowd"));
    CHECK(asked == 3);
    const uint32_t ticks = mesh ? mesh_crowd_controller(lab).state().ticks : grid_crowd_controller(lab).state().ticks;
    CHECK(ticks > 0);
    CHECK(has(lab.log().reproduction(), fmt::format("{}.step {}", mesh ? "walkers" : "crowd", ticks)));
    // The next command goes on as ever.
    run(lab, mesh ? "walkers.step 5" : "crowd.step 5");
  }
}

TEST_CASE("what brings the user's own work back is not stopped, whoever asks") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "map.generate rooms 200 200 3");
  const std::string before = test::letters(lab);
  long_work(lab).set_host([](const LongWorkStatus&) { return false; });
  const std::string why = opened(lab, folder, false, kHeavy);
  CHECK(has(why, "stopped, as you asked for it"));
  CHECK(test::letters(lab) == before);
  lab.finish_updates();
  CHECK(lab.state().row("astar")->solved);
}

TEST_CASE("a map beside a lesson or a card that is a link out of its folder is refused, and so is what a graph names") {
  const test::TempFolder folder, own;
  const std::string mine = put(own.file("mine.map"), kMap);
  fs::create_symlink(mine, folder.file("linked.map"));
  put(folder.file("linked.graph"), "type graph\nmap linked.map\nnode 1,0\n");
  Lab lab;
  for (const bool card : {false, true}) {
    const std::string why = opened(lab, folder, card, {"map.open linked.map", "paint.rectangle 0 0 0 0 filled swamp"});
    CHECK(has(why, fmt::format("linked.map: lies outside of the folder of {}, behind a link",
                               card ? "the card" : "the lesson")));
  }
  CHECK(has(failure(lab, "graph.open " + folder.file("linked.graph")),
            "linked.map: lies outside of the folder of the graph, behind a link"));
  // A link within the folder is a file of the folder.
  put(folder.file("here.map"), kMap);
  fs::create_symlink(folder.file("here.map"), folder.file("near.map"));
  CHECK(opened(lab, folder, false, {"map.open near.map"}).empty());
  CHECK(read_file(mine).value() == kMap);
}

TEST_CASE("a map that is neither beside the lesson or card nor stock is not taken from the current folder") {
  const test::TempFolder folder, current;
  put(current.file("found.map"), kMap);
  const auto before = fs::current_path();
  fs::current_path(current.path());
  for (const bool card : {false, true}) {
    Lab lab;
    const std::string why = opened(lab, folder, card, {"map.open found.map"});
    CHECK(has(why, card ? "there is no file found.map beside the card, and no stock file of that name"
                        : "there is no map found.map beside the lesson, and no stock map of that name"));
    CHECK(has(why, card ? "strange.figure:6: " : "strange.lesson:4: "));
  }
  fs::current_path(before);
}

TEST_CASE("no name in a lesson, a card or a workspace leads out of its folder, and no script is run as a map") {
  const test::TempFolder around;
  fs::create_directory(around.file("inside"));
  for (const char* name : {"a.map", "inside/b.map"}) put(around.file(name), kMap);
  const std::string ran = around.file("ran.txt");
  put(around.file("inside/a.script"), "dump.state " + ran + "\n");
  const auto in_each = [&](const std::string& name) {
    std::vector<std::string> reasons;
    Lab lab;
    const std::string lesson = put(around.file("inside/a.lesson"), lesson_text({format_command({"map.open", {name}})}));
    reasons.push_back(failure(lab, "lesson.open " + lesson));
    const Result<FigureCard> card =
        read_figure_card(card_text({format_command({"map.open", {name}})}), around.file("inside/a.figure"));
    if (card) {
      const Status opened = gallery_controller(lab).open(card.value());
      CHECK_FALSE(opened.ok());
      reasons.push_back(opened ? "" : opened.error().message());
    } else {
      reasons.push_back(card.error().message());
    }
    const Result<std::string> bytes = read_file(around.file("inside/" + name), 1000);
    const uint64_t hash = fnv1a(bytes ? bytes.value() : "");
    const std::string file =
        put(around.file("inside/a.strata"),
            "workspace 1\n" + format_command({"map", {name, fmt::format("{:016x}", hash)}}) + "\n");
    reasons.push_back(failure(lab, "workspace.open " + file));
    CHECK(lab.state().map_path.empty());
    return reasons;
  };
  for (const std::string& name :
       {std::string("../a.map"), around.file("a.map"), std::string("$OUT"), std::string("$HOME/a.map"),
        std::string(".."), std::string("."), std::string("a.script"), std::string("/etc/passwd"),
        std::string("/dev/zero"), std::string("inside/../../a.map")}) {
    CAPTURE(name);
    for (const std::string& why : in_each(name)) CHECK_FALSE(why.empty());
  }
  CHECK_FALSE(fs::exists(ran));
}

TEST_CASE("numbers that are out of range are refused in a lesson and a card, and do no harm") {
  const test::TempFolder folder;
  for (const char* line :
       {"crowd.spawn 99999999999999999999", "crowd.spawn -1", "crowd.step 0", "walkers.spawn 1e9", "map.new 1025 1",
        "map.new -1 1", "map.new 8192 8192", "map.generate rooms 1025 9 1",
        "paint.rectangle -9999999999 0 5 5 filled swamp", "brush.radius 1000000", "query.set 1 1 2000000000 1",
        "hpa.cluster_size 0", "view.zoom nan", "view.center inf 0 1", "haa.sizes 999", "terrain.weight swamp -5",
        "step.to -3", "landmarks.count 100000", "layer.opacity grid 1e308"}) {
    CAPTURE(line);
    for (const bool card : {false, true}) {
      Lab lab;
      CHECK_FALSE(opened(lab, folder, card, {"map.new 20 20", line}).empty());
      CHECK(lab.world().map().width() == 40);
    }
  }
}

TEST_CASE("a card takes no file from the folders beside its own folder") {
  const test::TempFolder folder;
  for (const char* name : {"cards", "maps"}) fs::create_directory(folder.file(name));
  put(folder.file("maps/other.map"), kMap);
  const Result<FigureCard> card = read_figure_card(card_text({"map.open other.map"}), folder.file("cards/a.figure"));
  REQUIRE(card.ok());
  Lab lab;
  const Status status = gallery_controller(lab).open(card.value());
  REQUIRE_FALSE(status.ok());
  CHECK(has(status.error().message(), "there is no file other.map beside the card"));
}

TEST_CASE("the files that a lesson or a card has opened are not written over: saving asks for a name") {
  const std::string graph = "type graph\nmap own.map\nnode 0,0\nnode 4,0\nedge 0,0 4,0 4\n";
  const std::string scenario = "version 1\n1\town.map\t5\t3\t0\t0\t0\t2\t4\n";
  for (const bool card : {false, true}) {
    CAPTURE(card);
    const test::TempFolder folder, mine;
    const std::string map = put(folder.file("own.map"), kMap);
    put(folder.file("own.graph"), graph);
    put(folder.file("own.scen"), scenario);
    Lab lab;
    const std::vector<std::string> lines =
        card ? std::vector<std::string>{"graph.open own.graph", "scenario.open own.scen"}
             : std::vector<std::string>{"map.open own.map"};
    REQUIRE(opened(lab, folder, card, lines) == "");
    run(lab, "paint.rectangle 0 2 0 2 filled swamp");
    if (card) run(lab, "graph.node 2,0");
    CHECK(lab.session().save_needs_name());
    lab.run("map.save");
    CHECK(lab.state().window_open("save_as"));
    CHECK(has(lab.state().messages.back().text, "left as they are"));
    CHECK(has(failure(lab, "map.save"), "is that of a lesson, a figure or a run of show"));
    if (card) {
      run(lab, "scenario.add");
      CHECK(has(failure(lab, "graph.save"), "is that of a lesson, a figure or a run of show"));
      CHECK(has(failure(lab, "scenario.save"), "is that of a lesson or a figure"));
      CHECK(read_file(folder.file("own.graph")).value() == graph);
    }
    CHECK(read_file(map).value() == kMap);
    // Under a name of the user's own it is saved, and from then on at once.
    run(lab, "map.save_as " + mine.file("mine.map"));
    CHECK_FALSE(lab.session().save_needs_name());
    run(lab, {"paint.rectangle 1 2 1 2 filled swamp", "map.save"});
    CHECK_FALSE(lab.state().unsaved);
    CHECK(read_file(folder.file("own.map")).value() == kMap);
    CHECK(read_file(folder.file("own.scen")).value() == scenario);
    // Whoever opens the file by the own hand may write it.
    run(lab, card ? "figure.leave force" : "lesson.close");
    run(lab, "map.open " + map + " force");
    CHECK_FALSE(lab.session().save_needs_name());
  }
}

TEST_CASE(
    "how the user reads a map file is neither used nor changed by a lesson, a card or a workspace that names it") {
  const test::TempFolder folder;
  const std::string map = put(folder.file("own.map"), "type octile\nheight 1\nwidth 3\nmap\n.E@\n");
  const std::string table = put(folder.file("own.csv"), "0,7,3\n");
  put(folder.file("own.graph"), "type graph\nmap own.map\nnode 0,0\n");
  const auto hash_of = [](const std::string& file) { return fmt::format("{:016x}", fnv1a(read_file(file).value())); };
  Lab lab;
  lab.settings().letters[Settings::full_path(map)] = {"E=water"};
  lab.settings().reading[Settings::full_path(table)] = {"7=swamp"};
  lab.settings().terrains[Settings::full_path(map)] = {"water name lava", "water colour ff5500", "water weight 7"};
  for (const std::string& file : {map, table}) lab.settings().add_recent(file);
  const Settings before = lab.settings();
  const auto same = [&] {
    return lab.settings().letters == before.letters && lab.settings().reading == before.reading &&
           lab.settings().terrains == before.terrains;
  };
  for (const bool card : {false, true}) {
    CAPTURE(card);
    for (const char* line : {"map.open own.map", "map.open own.map E=swamp", "map.open own.csv 7=trees",
                             "map.open own.csv", "graph.open own.graph"}) {
      CAPTURE(line);
      (void)lab.large_map_task().asynchronously([&] {
        const std::string why = opened(lab, folder, card, {line});
        if (why.empty()) CHECK(lab.world().map().letters()[1] == 'E');
        if (why.empty()) CHECK(lab.world().moves().passable(Cell{1, 0}) == false);
        return success();
      });
      CHECK(same());
    }
    CHECK(opened(lab, folder, card, {"map.open own.map"}).empty());
    (void)lab.execute(card ? "figure.leave force" : "lesson.close");
    CHECK(same());
  }
  for (const std::string& file : {map, table}) {
    CAPTURE(file);
    const std::string work = put(folder.file("a.strata"),
                                 "workspace 1\nmap " + fs::path(file).filename().string() + " " + hash_of(file) + "\n");
    for (const uint32_t large : {1u << 18, 0u}) {
      Lab user({.large_cells = large});
      user.settings() = before;
      user.run("workspace.open " + work + " force");
      wait_for_work(user);
      user.finish_updates();
      REQUIRE(user.state().map_path == file);
      CHECK_FALSE(user.world().moves().passable(Cell{1, 0}));
      CHECK(user.settings().letters == before.letters);
      CHECK(user.settings().reading == before.reading);
      CHECK(user.settings().terrains == before.terrains);
    }
  }
}

TEST_CASE("a drawn graph names its map by a file name alone, wherever it is opened from") {
  const test::TempFolder folder;
  fs::create_directory(folder.file("inside"));
  const std::string outside = put(folder.file("outside.map"), kMap);
  for (const std::string& name : {std::string("../outside.map"), outside}) {
    CAPTURE(name);
    const std::string graph = put(folder.file("inside/a.graph"), "type graph\nmap " + name + "\nnode 1,0\n");
    Lab lab;
    CHECK(has(failure(lab, "graph.open " + graph), "was drawn on the map outside.map, which does not lie beside it"));
    CHECK(lab.state().map_path.empty());
    CHECK_FALSE(opened(lab, folder, true, {"graph.open inside/a.graph"}).empty());
    fs::copy_file(graph, folder.file("b.graph"), fs::copy_options::overwrite_existing);
    fs::rename(outside, folder.file("moved.map"));
    CHECK(has(opened(lab, folder, true, {"graph.open b.graph"}), "which does not lie beside it"));
    fs::rename(folder.file("moved.map"), outside);
    // A graph that was drawn on the open map is opened there, and a map beside it is found.
    run(lab, "map.open " + outside);
    run(lab, "graph.open " + graph + " here");
    put(folder.file("inside/outside.map"), kMap);
    run(lab, "graph.open " + graph + " force");
    CHECK(lab.state().map_path == folder.file("inside/outside.map"));
    fs::remove(folder.file("inside/outside.map"));
  }
  // A graph is saved so as well, and what that means is said.
  Lab lab;
  run(lab, "map.open " + outside);
  run(lab, "graph.node 1,0");
  run(lab, "graph.save " + folder.file("inside/saved.graph"));
  CHECK(has(read_file(folder.file("inside/saved.graph")).value(), "map outside.map\n"));
  CHECK(has(lab.state().messages.back().text, "outside.map does not lie beside it"));
}

TEST_CASE("a map that a lesson or a card opens has a lesson's limit of size") {
  const test::TempFolder folder;
  put(folder.file("wide.map"), "type octile\nheight 1\nwidth 1025\nmap\n" + std::string(1025, '.') + "\n");
  put(folder.file("high.map"), "height 99999999999999999999\ntype octile\nwidth 1\nmap\n.\n");
  put(folder.file("fits.map"), "type octile\r\nheight 1\r\nwidth 1024\r\nmap\r\n" + std::string(1024, '.') + "\r\n");
  put(folder.file("wide.graph"), "type graph\nmap wide.map\nnode 1,0\n");
  put(folder.file("large.obj"), "v 0 0 0\nv 0 0 9\nv 9 0 9\nf 1 2 3\n#" + std::string(size_t{17} << 20, ' '));
  put(folder.file("parts.gltf"), "{}");
  for (const bool card : {false, true}) {
    Lab lab;
    CHECK(has(opened(lab, folder, card, {"map.open parts.gltf"}),
              card ? "is a level that names further files" : "expected the name of a .map file"));
    CHECK(has(opened(lab, folder, card, {"map.open wide.map"}),
              "wide.map: has width 1025: a map that another file opens has 1024 cells a side at most"));
    CHECK(has(opened(lab, folder, card, {"map.open high.map"}), "has height 99999999999999999999: a map"));
    CHECK(opened(lab, folder, card, {"map.open fits.map"}).empty());
  }
  Lab lab;
  CHECK(has(opened(lab, folder, true, {"graph.open wide.graph"}), "has width 1025"));
  CHECK(has(opened(lab, folder, true, {"map.open large.obj"}), "is a level of more than 16 MB"));
}
