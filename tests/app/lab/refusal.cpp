// What a structure that is refused says, in the library and in every place of the app.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "app/features/ch/ch.hpp"
#include "app/features/crowd/crowd.hpp"
#include "app/lab/dump.hpp"
#include "app/playback/playback.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/refusal.hpp"
#include "core/world/scenes.hpp"
#include "tests/lab_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("tables over clusters that are too large say the limit, never an amount of memory or work under way") {
  Lab lab;
  run_settled(lab, {"hpa.levels 1", "hpa.cluster_size 33", "planner.show tables on", "planner.trace tables"});
  for (int i = 0; i < 5; ++i) lab.tick(1.0 / 60);
  const std::string why = refusal(lab.world(), StructureId::kTables);
  CHECK(why == "clusters of 33 cells: tables are for clusters of 32 cells at most");
  CHECK(lab.state().row("tables")->note == why);
  CHECK_FALSE(lab.state().building);
  CHECK(has(test::failure(lab, "step.forward"), why));
  run_settled(lab, "crowd.spawn 3 1");
  CHECK(has(grid_crowd_controller(lab).state().note, why));
  run_settled(lab, "hpa.cluster_size 32");
  CHECK(refusal(lab.world(), StructureId::kTables).empty());
  CHECK(lab.state().row("tables")->note == "found");
  CHECK(grid_crowd_controller(lab).state().note.find("32 cells") == std::string::npos);
}

TEST_CASE("tables that would take too much memory say how much they need") {
  World world(generate({.kind = SceneKind::kRooms, .width = 64, .height = 64, .seed = 1, .detail = 0}));
  world.set<MapTables>(AgentTablesOptions{.tables = {.max_bytes = 5000}});
  world.finish_updates();
  const std::string why = refusal(world, StructureId::kTables);
  CHECK(has(why, "the tables would take "));
  CHECK(has(why, "5.0 kB at most"));
  CHECK_FALSE(has(why, "take 0 B"));
  CHECK(world.get<MapTables>().tables().needed_bytes() > 5000);
}

// Not under a sanitizer, where so large a map takes a minute: the refusals below, of smaller ones, take the same ways.
TEST_CASE("a hierarchy over more nodes than it may have says how many there are" * doctest::skip(test::kSanitized)) {
  Lab lab;
  run_settled(lab, {"map.new 800 700", "ch.graph cells", "ch.order large", "ch on", "planner.trace ch"});
  const std::string why = refusal(lab.world(), StructureId::kCh);
  CHECK(why == "its graph has 560000 nodes, 524288 at most: another graph has fewer");
  CHECK(lab.state().row("ch")->note == why);
  CHECK(hierarchy_controller(lab).status(StructureId::kCh).refusal == why);
  CHECK(has(test::failure(lab, "step.forward"), why));
  run_settled(lab, "ch.graph corners");
  CHECK(hierarchy_controller(lab).status(StructureId::kCh).refusal.empty());
  CHECK(lab.state().row("ch")->note == "found");
}

TEST_CASE("what waits for something else, or was cancelled, says for what") {
  Lab lab;
  run_settled(lab, {"ch.graph drawn", "ch on"});
  CHECK(lab.state().row("ch")->note == "there is no drawn graph yet");
  run_settled(lab, {"cch on", "sectors off"});
  CHECK(lab.state().row("cch")->note == "waits for sectors: switch them on");
  CHECK(has(dump_state(lab), "waits for sectors: switch them on"));
  run(lab, {"landmarks on", "landmarks.cancel"});
  lab.tick(1.0 / 60);
  CHECK(lab.state().row("alt")->note == "the landmarks were cancelled: rebuild them");
}

TEST_CASE("a row that is off can be switched on where the rules allow it, and says so") {
  Lab lab;
  lab.finish_updates();
  const auto row = [&](std::string_view name) { return *lab.state().row(name); };
  for (const char* name : {"haa-high", "sectors", "alt", "ch", "cch", "labels", "tables"}) {
    CAPTURE(name);
    CHECK_FALSE(row(name).allowed);
    CHECK(row(name).within_reach);
    run_settled(lab, std::string("planner.show ") + name + " on");
    CHECK(row(name).allowed);
    CHECK(row(name).solved);
  }
  CHECK_FALSE(row("rooms").within_reach);  // of four neighbours
  CHECK_FALSE(row("hpa4").within_reach);   // of more levels than there are
  run_settled(lab, "rules.profile four");
  CHECK(row("rooms").within_reach);
  run_settled(lab, "planner.show rooms on");
  CHECK(row("rooms").solved);
  CHECK_FALSE(row("jps").within_reach);
}

TEST_CASE("each planner answers as the first that is switched on in a fresh lab, or names the rule against it") {
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    Lab lab;
    if (!planner.profiles[static_cast<size_t>(lab.world().rules().profile)]) run(lab, "rules.profile four");
    const std::string line = fmt::format("planner.show {} on", planner.name);
    const PlannerRow& row = *lab.state().row(planner.name);
    if (planner.levels_only || planner.name == "hpa4" || planner.name == "hna3") {
      lab.finish_updates();
      CHECK_FALSE(row.allowed);
      CHECK(row.note == unavailable(lab.world(), planner));
      continue;
    }
    run_settled(lab, line);
    CHECK(row.allowed);
    CHECK(row.note == (planner.name == "ida" ? "gave up after 100000 expansions" : "found"));
  }
}

TEST_CASE("a step of the search that is refused does not stop playing") {
  Lab lab;
  lab.finish_updates();
  run(lab, {"step.first", "step.play"});
  REQUIRE(lab.playback().clock().playing());
  const MoveGrid& moves = lab.world().moves();
  CellId wall = 0;
  while (moves.passable(wall)) ++wall;
  const Cell at = moves.cell(wall);
  CHECK(has(test::failure(lab, fmt::format("step.next_of {} {}", at.x, at.y)), "no later event concerns"));
  CHECK(lab.playback().clock().playing());
  CHECK(has(test::failure(lab, "step.previous_expansion"), "no expansion comes before"));
  CHECK(lab.playback().clock().playing());
  run(lab, "step.next_expansion");
  CHECK_FALSE(lab.playback().clock().playing());
}
