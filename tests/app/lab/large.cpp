// What large maps take long for: done in a thread while a dialog shows it, with the same end.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

LabOptions every_map_is_large() { return {.large_cells = 0}; }

nlohmann::json state_of(Lab& lab) {
  lab.finish_updates();
  auto state = nlohmann::json::parse(dump_state(lab));
  state.erase("messages");
  return state;
}

}  // namespace

TEST_CASE("a user's command on a large map goes on in a thread and ends as a script's does") {
  const TempFolder folder;
  Lab user(every_map_is_large()), script;
  std::vector<std::string> lines = {"map.generate city 90 70 3"};
  for (std::string& line : test::structure_switches(
           {"tables", "cch", "landmarks", "ch", "labels", "navmesh", "hna", "mesh-classes", "mesh-labels"})) {
    lines.push_back(std::move(line));
  }
  lines.insert(lines.end(), {"agent.size 2", "hpa.cluster_size 7", "rules.profile four", "rules.profile octile",
                             "terrain.weight swamp 3", "layer clearance on", "planner.show jps off",
                             "planner.show jps on", "query.random 4", "paint.line 2 2 40 30", "haa.sizes 3",
                             "landmarks on", "map.save_as " + folder.file("a.map"), "haa off", "map.new 30 20 force",
                             "map.open " + folder.file("a.map") + " force"});
  for (const std::string& line : lines) {
    CAPTURE(line);
    user.run(line);
    wait_for_work(user);
    CHECK(user.state().dialogs.empty());
    run(script, line);
    const auto one = state_of(user), other = state_of(script);
    CHECK_MESSAGE(one == other, nlohmann::json::diff(one, other).dump(1));
    CHECK(user.log().lines() == script.log().lines());
  }
}

TEST_CASE("work that is cancelled leaves everything as it was") {
  for (const char* line : {"map.generate city 700 700 1 force", "agent.size 3", "haa on", "query.random 9"}) {
    CAPTURE(line);
    Lab lab(every_map_is_large());
    run_settled(lab, "map.generate city 300 300 2");
    const auto before = state_of(lab);
    const std::vector<std::string> log = lab.log().lines();
    lab.run(line);
    REQUIRE(lab.state().large.on);
    lab.run("work.cancel");
    CHECK(lab.state().large.cancelled);
    wait_for_work(lab);
    const auto after = state_of(lab);
    CHECK_MESSAGE(before == after, nlohmann::json::diff(before, after).dump(1));
    CHECK(lab.log().lines() == log);
    CHECK_FALSE(lab.execute("work.cancel").ok());  // there is nothing more to cancel
  }
}

TEST_CASE("while work is under way the map waits for it, and so does a script") {
  Lab lab(every_map_is_large());
  lab.gestures().set_view_size(400, 400);
  run(lab, {"view.fit", "tool.select brush"});
  lab.run("map.generate city 600 600 1");
  REQUIRE(lab.state().large.on);
  CHECK_FALSE(lab.state().large.title.empty());
  PointerEvent event;
  event.kind = PointerEvent::Kind::kPress;
  event.x = event.y = 200;
  lab.gestures().pointer(event);
  CHECK_FALSE(lab.state().painting);
  run(lab, "query.start 500 500");  // a script's command waits: it is about the new map
  CHECK_FALSE(lab.state().large.on);
  CHECK(lab.world().map().width() == 600);
  CHECK(lab.state().query.start == Cell{500, 500});
}

TEST_CASE("a large file that cannot be read is told in a dialog, with its place") {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("bad.map"), "type octile\nheight 3\nwidth 3\nmap\n...\n..\n...\n").ok());
  Lab lab(every_map_is_large());
  lab.run("map.open " + folder.file("bad.map"));
  wait_for_work(lab);
  REQUIRE(lab.state().dialogs.size() == 1);
  CHECK(lab.state().dialogs.front().text.find("bad.map:6") != std::string::npos);
  CHECK(lab.world().map().width() == 40);
}

TEST_CASE("a large map that cannot be saved stays unsaved, and what waited for it does not go on") {
  const TempFolder folder;
  Lab lab(every_map_is_large());
  run(lab, "paint.line 2 2 9 9");
  lab.run("map.save_as " + folder.path() + "/no/folder/a.map");
  wait_for_work(lab);
  CHECK(lab.state().dialogs.size() == 1);
  CHECK(lab.state().unsaved);
  lab.run("map.save_as " + folder.file("a.map"));
  wait_for_work(lab);
  CHECK_FALSE(lab.state().unsaved);
  CHECK(load_map(folder.file("a.map")).value().map == lab.world().map());
}

TEST_CASE("the log has a command that waited until a large map was saved, and a reproduction carries it out") {
  const TempFolder folder;
  Lab lab(every_map_is_large());
  run(lab, "paint.line 2 2 9 9");
  lab.run("map.new 20 15");
  REQUIRE(lab.state().question);
  lab.run("question.save");
  lab.run("map.save_as " + folder.file("a.map"));
  wait_for_work(lab);
  CHECK(lab.world().map().width() == 20);
  CHECK_FALSE(lab.state().unsaved);
  REQUIRE_FALSE(lab.log().lines().empty());
  CHECK(lab.log().lines().back() == "map.new 20 15");
  run(lab, "query.start 4 5");
  Lab again;
  const std::string script = lab.log().reproduction();
  for (size_t begin = 0; begin < script.size(); begin = script.find('\n', begin) + 1)
    run(again, script.substr(begin, script.find('\n', begin) - begin));
  CHECK(again.world().map() == lab.world().map());
  CHECK(again.state().query == lab.state().query);
}
