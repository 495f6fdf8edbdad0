// Jump distances in the lab: what their layer shows of a cell, what the inspector and the state say, and that they
// follow the brush.
#include "app/features/jumps/jumps.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/draw/overlay.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/fact.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "bench/commands.hpp"
#include "core/io/movingai.hpp"
#include "core/world/map_jump_distances.hpp"
#include "tests/overlay_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// A wall with a gap below it, in the middle of a map of 20x12 cells.
void open_walled_map(Lab& lab) {
  run_settled(lab, {"map.new 20 12", "paint.rectangle 9 0 10 8 filled blocked", "query.start 2 3", "query.goal 17 3",
                    "jump-distances on", "view.fit"});
}

// Counts the whole numbers among the texts: jump distances, and not the letters of start and goal.
std::ptrdiff_t count_numbers(const std::vector<std::string>& texts) {
  return std::ranges::count_if(
      texts, [](const std::string& text) { return text.find_first_not_of("-0123456789") == std::string::npos; });
}

std::vector<std::string> label_texts(Lab& lab, OverlayBuilder& builder) {
  std::vector<std::string> texts;
  for (const DrawLabel& label : test::draw(builder, lab).labels) texts.emplace_back(label.text);
  return texts;
}

}  // namespace

TEST_CASE("the eight jump distances of the cell under the pointer and of the inspected one are arrows and numbers") {
  LabInView lab(1000, 700);
  OverlayBuilder builder;
  open_walled_map(lab);
  run(lab, "query.clear");
  CHECK(on(lab, kJumpLayer));
  CHECK(only(lab, builder, kJumpLayer).size() == 0);
  CHECK(label_texts(lab, builder).empty());
  // Below the wall: to the east its far corner ends at (11,9), to the west lies nothing but the edge of the map.
  const auto all = jump_distances_at(lab.world(), {5, 9});
  REQUIRE(all.has_value());
  CHECK((*all)[2] == 6);
  CHECK((*all)[6] == -5);
  CHECK((*all)[4] == -2);
  point_at(lab, {5, 9});
  const Drawn hovered = only(lab, builder, kJumpLayer);
  CHECK(hovered.lines.size() > 8);
  CHECK(std::any_of(hovered.lines.begin(), hovered.lines.end(), [](const DrawLine& line) {
    return line.x0 == 5.5f && line.y0 == 9.5f && line.x1 == 11.5f && line.y1 == 9.5f && line.dash == 0;
  }));
  CHECK(std::any_of(hovered.lines.begin(), hovered.lines.end(),
                    [](const DrawLine& line) { return line.x1 == 0.5f && line.y1 == 9.5f && line.dash > 0; }));
  std::vector<std::string> texts = label_texts(lab, builder);
  CHECK(texts.size() == 8);
  for (const int distance : *all) CHECK(std::count(texts.begin(), texts.end(), fmt::format("{}", distance)) > 0);
  run_settled(lab, "inspect 15 2");
  CHECK(label_texts(lab, builder).size() == 16);
  const nlohmann::json state = nlohmann::json::parse(dump_state(lab));
  CHECK(state["jump_distances"]["ready"] == true);
  CHECK(state["jump_distances"]["longest"] == 19);
  CHECK(state["inspected"]["jump_distances"].size() == 8);
  // A blocked cell has none, and neither has a map without the structure.
  point_at(lab, {9, 3});
  CHECK(label_texts(lab, builder).size() == 8);
  run(lab, "jump-distances off");
  CHECK_FALSE(on(lab, kJumpLayer));
  CHECK(label_texts(lab, builder).empty());
}

TEST_CASE("JPS+ and the layer of jump distances come and go with their switch, and a note says what JPS+ needs") {
  Lab lab;
  lab.finish_updates();
  CHECK(lab.state().row("jps+")->note == "Jump distances are off: switch them on");
  for (const bool switched : {true, false}) {
    run(lab, "jump-distances toggle");
    lab.finish_updates();
    CHECK(lab.world().ready(StructureId::kJumpDistances) == switched);
    CHECK(lab.state().row("jps+")->shown == switched);
    CHECK((lab.state().memory[static_cast<size_t>(StructureId::kJumpDistances)] > 0) == switched);
    CHECK(on(lab, kJumpLayer) == switched);
  }
  run(lab, "rules.profile four");
  lab.finish_updates();
  CHECK(lab.state().row("jps+")->note == "needs 8-connected moves, no corner cutting");
}

TEST_CASE("jump distances follow the brush, and JPS+ costs what A* costs after every stroke") {
  Lab lab;
  run(lab, {"map.generate rooms 120 90 4", "jump-distances on"});
  size_t counted = 0;
  for (const char* line :
       {"paint.stroke brush blocked 3 round 20,20 90,70", "edit.undo", "paint.rectangle 30 30 60 50 filled ground",
        "paint.line 0 45 119 45 blocked", "edit.undo"}) {
    run_settled(lab, line);
    CAPTURE(line);
    const PlannerRow& row = *lab.state().row("jps+");
    CHECK(row.result.status == lab.state().row("astar")->result.status);
    CHECK(row.result.cost == lab.state().row("astar")->result.cost);
    JumpDistances fresh;
    fresh.build(lab.world().moves());
    CHECK(fresh == lab.world().get<MapJumpDistances>().distances());
    counted += lab.state().meter.count(StructureId::kJumpDistances, "changed", 0);
  }
  CHECK(counted > 1000);
}

TEST_CASE("strata-bench has the counts of jump distances in the columns of JPS+") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "map.generate rooms 90 80 5");
  run(lab, "jump-distances on");
  lab.finish_updates();
  REQUIRE(save_map(lab.world().map(), folder.file("r.map")).ok());
  bench::QueryOptions options;
  options.set = folder.path();
  options.rules = lab.world().rules();
  options.pairs = 40;
  options.rounds = 1;
  options.planners = {"jps+"};
  const auto report = bench::run_queries(options);
  REQUIRE(report.ok());
  CHECK(report.value().checks_held());
  const bench::ReportRow& row = report.value().rows.back();
  const JumpDistancesCounts& counts = counts_of<JumpDistancesCounts>(lab, StructureId::kJumpDistances);
  CHECK(row["optimal"] == 40);
  CHECK(row["longest_distance"] == counts.longest);
  CHECK(row["to_points_percent"].get<double>() ==
        doctest::Approx(100 * static_cast<double>(counts.to_points) / static_cast<double>(counts.all)).epsilon(0.01));
}

TEST_CASE("a stepped search of JPS+ says which distance led a jump to its end") {
  Lab lab;
  open_walled_map(lab);
  run_settled(lab, "planner.trace jps+");
  REQUIRE_FALSE(lab.playback().empty());
  std::string said;
  for (size_t i = 1; i <= lab.playback().size(); ++i) {
    run(lab, fmt::format("step.to {}", i));
    said += explained_step(lab) + "\n";
  }
  CAPTURE(said);
  // Down the diagonal to the row of the gap, then east past the wall.
  CHECK(said.find("The jump from (2,3) goes diagonally to (8,9), where it turns without a node, then straight to "
                  "(11,9), a jump "
                  "point with the forced "
                  "neighbour (11,8), as (10,8) is "
                  "blocked") != std::string::npos);
  CHECK(said.find("The distance of (8,9) to the east is 3.") != std::string::npos);
  CHECK(lab.state().row("jps+")->result.stats.total().expanded > 1);
}

TEST_CASE("a stepped search of JPS+ shows the eight distances of the expanded node, and which of them the step uses") {
  LabInView lab(1000, 700);
  OverlayBuilder builder;
  open_walled_map(lab);
  run_settled(lab, "planner.trace jps+");
  const Planner& planner = *lab.state().traced_planner();
  size_t expansions = 0, jumps = 0, turns = 0;
  for (size_t i = 1; i < lab.playback().size(); ++i) {
    run(lab, fmt::format("step.to {}", i));
    const SearchEvent& event = *lab.playback().current();
    const std::optional<SteppedJumps> step = stepped_jumps(lab.world(), planner, lab.playback());
    CAPTURE(i);
    CHECK(count_numbers(label_texts(lab, builder)) == (step ? step->turn ? 9 : 8 : 0));
    if (!step) continue;
    const auto all = jump_distances_at(lab.world(), step->node);
    REQUIRE(all.has_value());
    if (event.type == EventType::kExpand) {
      ++expansions;
      CHECK(lab.world().moves().id(step->node) == static_cast<CellId>(event.node));
      // The start looks into all directions, every other node only where it prunes nothing.
      if (expansions == 1) CHECK(step->used == lab.world().moves().moves(lab.world().moves().id(step->node)));
      continue;
    }
    ++jumps;
    CHECK(lab.world().moves().id(step->node) == static_cast<CellId>(event.parent));
    CHECK(std::popcount(step->used) == 1);
    const int direction = std::countr_zero(step->used);
    if (!step->turn && !is_diagonal(direction) && event.node != lab.world().moves().id(lab.state().query.goal)) {
      const auto d = static_cast<size_t>(direction);
      CHECK(step->end == Cell{step->node.x + (*all)[d] * kDirX[d], step->node.y + (*all)[d] * kDirY[d]});
    }
    if (!step->turn) continue;
    ++turns;
    const auto there = jump_distances_at(lab.world(), *step->turn);
    REQUIRE(there.has_value());
    CHECK(is_diagonal(direction));
    REQUIRE(step->onward >= 0);
    CHECK((*there)[static_cast<size_t>(step->onward)] != 0);
  }
  CHECK(expansions > 1);
  CHECK(jumps > 1);
  CHECK(turns > 0);
  // The node of the step is not drawn a second time under the pointer.
  run(lab, "step.first");
  while (!stepped_jumps(lab.world(), planner, lab.playback())) run(lab, "step.forward");
  point_at(lab, stepped_jumps(lab.world(), planner, lab.playback())->node);
  CHECK(count_numbers(label_texts(lab, builder)) == 8);
  // Other planners look up nothing.
  run_settled(lab, {"planner.trace jps", "step.to 5"});
  CHECK_FALSE(stepped_jumps(lab.world(), *lab.state().traced_planner(), lab.playback()).has_value());
}
