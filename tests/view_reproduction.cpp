// A reproduction is a script that brings a fresh lab to the same state: one test for each thing it once forgot.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using strata::test::run;

namespace {

// Carries the reproduction out in a fresh lab; every line of it must be taken.
void remake(const Lab& lab, Lab& other) {
  other.set_view_size(lab.state().camera.view_width, lab.state().camera.view_height);
  const std::string script = lab.reproduction();
  CAPTURE(script);
  for (size_t begin = 0; begin < script.size();) {
    const size_t end = script.find('\n', begin);
    const std::string line = script.substr(begin, end - begin);
    const Status status = other.execute(line);
    CHECK_MESSAGE(status.ok(), line, ": ", status ? std::string() : status.error().message());
    begin = end + 1;
  }
  other.settle();
}

nlohmann::json state(Lab& lab) { return nlohmann::json::parse(lab.dump_state()); }

PointerEvent over(const Lab& lab, Cell cell, PointerEvent::Kind kind) {
  PointerEvent event;
  event.kind = kind;
  event.x = lab.state().camera.screen_x(cell.x + 0.5);
  event.y = lab.state().camera.screen_y(cell.y + 0.5);
  return event;
}

}  // namespace

TEST_CASE("a graph that is opened on the open map goes on with the log of the map, and undo takes it back") {
  test::TempFolder folder;
  Lab lab;
  run(lab, "map.generate cave 30 20 4 force");
  run(lab, "graph.node 5,6");
  run(lab, "graph.save " + folder.file("one.graph"));
  run(lab, "paint.fill 3 3 swamp");
  run(lab, "graph.node 9,9");
  run(lab, fmt::format("map.open {} force", folder.file("one.graph")));
  Lab other;
  remake(lab, other);
  CHECK(state(other)["map"]["hash"] == state(lab)["map"]["hash"]);
  CHECK(other.state().drawn == lab.state().drawn);
  for (int i = 0; i < 3; ++i) {
    run(lab, "edit.undo");
    Lab again;
    remake(lab, again);
    CHECK(again.state().drawn == lab.state().drawn);
    CHECK(state(again)["map"]["hash"] == state(lab)["map"]["hash"]);
  }
}

TEST_CASE("the reproduction knows that setting the levels of HPA* switches their row on") {
  for (const char* shown : {"on", "off"}) {
    Lab lab;
    run(lab, "hpa.levels 4");
    run(lab, fmt::format("planner.show hpa4 {}", shown));
    run(lab, "map.generate rooms 40 40 2");
    Lab other;
    remake(lab, other);
    CHECK(other.state().row("hpa4")->shown == lab.state().row("hpa4")->shown);
  }
}

TEST_CASE("a command that waits for an answer is not in the log, whatever was asked before") {
  Lab lab;
  run(lab, "paint.fill 3 3 swamp");
  const std::vector<std::string> before = lab.log();
  run(lab, "map.generate rooms 40 40 2");
  run(lab, "map.new 20 20");
  REQUIRE(lab.state().question.has_value());
  CHECK(lab.log() == before);
  run(lab, "question.discard");
  CHECK(lab.world().map().width() == 20);
  CHECK(lab.log().back() == "map.new 20 20");
}

TEST_CASE("the first end of a query stays the other one when it is set again, also in the reproduction") {
  Lab lab;
  run(lab, "query.clear");
  run(lab, "query.start 3 4");
  run(lab, "query.start 5 6");
  Lab other;
  remake(lab, other);
  CHECK(other.state().query == lab.state().query);
  run(lab, "query.start 7 8");
  CHECK(lab.log().back() == "query.start 7 8");
  CHECK(lab.log()[lab.log().size() - 2] == "query.start 3 4");  // only what still matters
}

TEST_CASE("hierarchies over sectors that are off stay so in the reproduction") {
  Lab lab;
  run(lab, "cch on");
  run(lab, "sectors off");
  run(lab, "map.generate rooms 40 40 2");
  Lab other;
  remake(lab, other);
  CHECK(other.world().has(Structure::kCch));
  CHECK_FALSE(other.world().has(Structure::kSectors));
}

TEST_CASE("a reproduction that is taken while a stroke is held has what was painted so far") {
  Lab lab;
  lab.set_view_size(400, 400);
  run(lab, "view.fit");
  run(lab, "tool.select brush");
  run(lab, "terrain.select trees");
  lab.pointer(over(lab, {20, 8}, PointerEvent::Kind::kPress));
  lab.pointer(over(lab, {23, 12}, PointerEvent::Kind::kMove));
  REQUIRE(lab.state().painting);
  Lab other;
  remake(lab, other);
  CHECK(state(other)["map"]["hash"] == state(lab)["map"]["hash"]);
}

TEST_CASE("ticks that pass while agents are being placed come after them in the reproduction") {
  Lab lab;
  lab.set_view_size(400, 400);
  run(lab, "view.fit");
  run(lab, "tool.select crowd");
  lab.pointer(over(lab, {20, 8}, PointerEvent::Kind::kPress));
  run(lab, "crowd.step 3");
  Lab held;
  remake(lab, held);
  lab.pointer(over(lab, {23, 12}, PointerEvent::Kind::kRelease));
  run(lab, "crowd.step 2");
  Lab other;
  remake(lab, other);
  CHECK(state(held)["crowd"]["ticks"] == 3);
  CHECK(state(other)["crowd"]["ticks"] == 5);
  CHECK(state(other)["crowd"]["agents"] == state(lab)["crowd"]["agents"]);
}
