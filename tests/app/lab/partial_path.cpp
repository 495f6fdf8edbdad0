// Partial paths in the lab: asked for by a command, said in words, drawn dotted, and kept with the settings.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/dump.hpp"
#include "app/playback/playback.hpp"
#include "tests/overlay_support.hpp"

namespace strata::test {
namespace {

// Two halves with a wall in between, the start in the left one and the goal in the right one.
void open_halves(Lab& lab) {
  run_settled(
      lab, {"map.new 20 10", "brush.radius 0", "query.start 2 5", "query.goal 17 5", "paint.line 10 0 10 9 blocked"});
}

size_t dotted_lines(Lab& lab) {
  OverlayBuilder builder;
  const Drawn all = drawn(draw(builder, lab));
  return static_cast<size_t>(std::ranges::count_if(all.lines, [](const DrawLine& line) { return line.dash == 3; }));
}

}  // namespace

TEST_CASE("on request the lab goes to the nearest reachable cell, and says why and where") {
  Lab lab;
  open_halves(lab);
  const std::string why = lab.state().query_note;
  CHECK(why.find("not connected") != std::string::npos);
  CHECK_FALSE(lab.state().row("astar")->result.has_partial_path());
  const size_t dotted = dotted_lines(lab);

  run_settled(lab, "query.partial on");
  const PlannerRow& row = *lab.state().row("astar");
  CHECK(row.result.status == PlanStatus::kNoPath);
  REQUIRE(row.result.has_partial_path());
  CHECK(row.result.path.back() == lab.world().map().id({9, 5}));
  CHECK(row.note == "partial path");
  CHECK(lab.state().query_note == "N" + why.substr(1) + ". Partial path to (9,5), 8 cells from the goal.");
  CHECK(dotted_lines(lab) > dotted);
  CHECK(searched_query(lab.state(), *row.planner) == PlanQuery{{2, 5}, {9, 5}});
  // The recorded search is the one for the partial path.
  CHECK_FALSE(lab.playback().empty());
  run(lab, "step.last");
  CHECK(lab.playback().current()->type == EventType::kFound);

  const nlohmann::json dump = state_json(lab);
  CHECK(dump["query"]["partial"] == true);
  CHECK(dump["planners"]["astar"]["status"] == "no path");
  CHECK(dump["planners"]["astar"]["partial"]["at"] == nlohmann::json::array({9.5, 5.5}));
  CHECK(dump["planners"]["astar"]["partial"]["distance"] == 8);
  CHECK(dump["planners"]["astar"]["partial"]["steps"] == 7);

  run_settled(lab, "query.partial toggle");
  CHECK(lab.state().query_note == why);
  CHECK_FALSE(lab.state().row("astar")->result.has_partial_path());
  CHECK(lab.state().row("astar")->result.path.empty());
  CHECK(dotted_lines(lab) == dotted);
  CHECK_FALSE(state_json(lab)["planners"]["astar"].contains("partial"));
}

TEST_CASE("a blocked goal has a partial path, a blocked start has none, and a path is found as ever") {
  Lab lab;
  open_halves(lab);
  run_settled(lab, {"query.partial on", "query.goal 10 5"});
  CHECK(lab.state().query_note == "No path: goal is blocked. Partial path to (9,5), 1 cell from the goal.");
  CHECK(lab.state().row("hpa1")->result.has_partial_path());
  run_settled(lab, "query.start 10 2");
  CHECK(lab.state().query_note == "start is blocked; goal is blocked");
  CHECK_FALSE(lab.state().row("astar")->result.partial);
  run_settled(lab, {"query.start 2 5", "query.goal 7 5"});
  CHECK(lab.state().query_note.empty());
  CHECK(lab.state().row("astar")->result.found());
  CHECK_FALSE(lab.state().row("astar")->result.partial);
}

TEST_CASE("over a mesh a partial path ends at a point, and its corridor and groups are drawn up to there") {
  Lab lab;
  open_halves(lab);
  run_settled(lab, {"navmesh on", "hna on", "planner.trace polyanya", "query.partial on"});
  const PlannerRow& row = *lab.state().row("polyanya");
  REQUIRE(row.result.has_partial_path());
  CHECK(row.result.nearest.at == HalfCellPoint{20, 11});
  CHECK(lab.state().query_note.ends_with("Partial path to (10,5.5), 7.5 cells from the goal."));
  OverlayBuilder builder;
  run(lab, "layer all on");
  for (const char* name : {"navmesh", "hna1", "polyanya"}) {
    run_settled(lab, std::string("planner.trace ") + name);
    for (size_t i = 0; i <= lab.playback().size(); i += 1 + lab.playback().size() / 7) {
      run(lab, fmt::format("step.to {}", i));
      draw(builder, lab);
    }
  }
}

TEST_CASE("explanations of a search for a partial path count to where it ends") {
  Lab lab;
  open_halves(lab);
  run_settled(lab, "query.partial on");
  run(lab, "step.last");
  CHECK(explained_search(lab).query.goal == Cell{9, 5});
  run_settled(lab, "query.partial off");
  CHECK(explained_search(lab).query.goal == Cell{17, 5});
}

}  // namespace strata::test
