// What a stroke does before the button is let go: it equals what two fresh worlds say of the map before and after.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/features/whatif/whatif.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/strokes.hpp"
#include "core/base/rng.hpp"
#include "core/grid/areas.hpp"
#include "tests/lab_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using Transitions = std::set<WhatifController::InterEdgeCells>;

Transitions transitions_of(const World& world) {
  Transitions all;
  for (const HpaEdge& edge : world.get<MapHpa>().hpa().inter_edges()) {
    all.emplace(std::min(edge.from, edge.to), std::max(edge.from, edge.to));
  }
  return all;
}

Transitions without(const Transitions& all, const Transitions& others) {
  Transitions left;
  std::set_difference(all.begin(), all.end(), others.begin(), others.end(), std::inserter(left, left.end()));
  return left;
}

Cost cost_of(const Lab& lab, std::string_view planner) {
  const PlannerRow& row = *lab.state().row(planner);
  return row.result.found() ? row.result.cost : kInfinite;
}

}  // namespace

TEST_CASE("transitions that a stroke takes or brings are those by which fresh builds differ") {
  Rng rng(5);
  for (const char* map : {"map.generate rooms 60 50 3", "map.generate forest 70 40 5", "map.generate city 50 50 2"}) {
    for (int size = 1; size <= 2; ++size) {
      Lab lab;
      run(lab, map);
      run_settled(lab, fmt::format("agent.size {}", size));
      for (int stroke = 0; stroke < test::rounds(12); ++stroke) {
        const World before(lab.world().map(), lab.world().setup());
        const bool erase = rng.percent(40);
        lab.mutable_state().brush.radius = static_cast<int>(rng.below(3));
        const auto cell = [&] {
          return Cell{static_cast<int>(rng.below(static_cast<uint32_t>(before.map().width()))),
                      static_cast<int>(rng.below(static_cast<uint32_t>(before.map().height())))};
        };
        World settled_before(lab.world().map(), lab.world().setup());
        settled_before.finish_updates();
        const Transitions old = transitions_of(settled_before);
        lab.strokes().stroke_begin(cell(), erase);
        for (int i = 0; i < 4; ++i) {
          lab.strokes().stroke_to(cell());
          World after(lab.world().map(), lab.world().setup());
          after.finish_updates();
          const Transitions now = transitions_of(after);
          const WhatifController& controller = whatif_controller(lab);
          CHECK(controller.under_way());
          CHECK(Transitions(controller.vanished().begin(), controller.vanished().end()) == without(old, now));
          CHECK(Transitions(controller.appeared().begin(), controller.appeared().end()) == without(now, old));
        }
        if (rng.percent(50)) {
          lab.gestures().cancel();
        } else {
          lab.strokes().stroke_end();
        }
        CHECK_FALSE(whatif_controller(lab).under_way());
        lab.finish_updates();
      }
    }
  }
}

TEST_CASE("what a stroke costs, and who loses the way by it, is what the maps before and after say") {
  Rng rng(9);
  for (const bool in_thread : {false, true}) {
    Lab lab({.wait_cells = in_thread ? 0 : UINT32_MAX});
    run(lab, {"map.generate rooms 60 50 3", "crowd.spawn 200"});
    for (int i = 0; i < 30; ++i) {
      run_settled(lab, fmt::format("query.random {}", i + 1));
      (void)lab.execute("scenario.add");
    }
    lab.finish_updates();
    const WhatifController& controller = whatif_controller(lab);
    for (int stroke = 0; stroke < test::rounds(8); ++stroke) {
      const Cost astar = cost_of(lab, "astar"), hpa = cost_of(lab, "hpa1");
      std::vector<StartGoalGroup> groups;
      for (const auto& [feature, own] : lab.controllers()) own->add_trips(groups);
      std::erase_if(groups, [](const StartGoalGroup& group) { return group.ways.empty(); });
      ConnectedAreas before;
      REQUIRE(before.find(lab.world().moves()));
      lab.mutable_state().brush.radius = 1;
      const int x = static_cast<int>(rng.below(60));
      lab.strokes().stroke_begin({x, 0}, stroke % 4 == 3);
      lab.strokes().stroke_to({x, static_cast<int>(rng.below(50))});
      lab.tick(0.02);
      lab.strokes().stroke_to({static_cast<int>(rng.below(60)), 49});
      lab.finish_updates();
      ConnectedAreas after;
      REQUIRE(after.find(lab.world().moves()));
      REQUIRE(controller.ways().size() == groups.size());
      CHECK(controller.paths_known());
      for (size_t i = 0; i < groups.size(); ++i) {
        size_t lost = 0, found = 0;
        for (const auto& [start, goal] : groups[i].ways) {
          lost += before.joined(start, goal) && !after.joined(start, goal);
          found += !before.joined(start, goal) && after.joined(start, goal);
        }
        CHECK(controller.ways()[i].all == groups[i].ways.size());
        CHECK(controller.ways()[i].lost == lost);
        CHECK(controller.ways()[i].found == found);
      }
      lab.strokes().stroke_end();
      lab.finish_updates();
      for (const WhatifCost& cost : controller.costs()) {
        if (cost.planner->name == "astar") CHECK(cost.before == astar);
        if (cost.planner->name == "hpa1") CHECK(cost.before == hpa);
        CHECK(cost.known);
        CHECK(cost.now == cost_of(lab, cost.planner->name));
      }
    }
  }
}

TEST_CASE("what an edit costs is said of fills, shapes and undo as of strokes") {
  Lab lab;
  run_settled(lab, {"map.new 40 30", "query.start 5 15", "query.goal 34 15"});
  int changed = 0;
  for (const char* line :
       {"paint.line 20 5 20 25 blocked", "edit.undo", "edit.redo", "paint.rectangle 10 8 12 22 filled blocked",
        "edit.undo", "paint.stroke brush blocked 1 round 25,2 25,20"}) {
    CAPTURE(line);
    const Cost before = cost_of(lab, "astar");
    run_settled(lab, line);
    const Cost now = cost_of(lab, "astar");
    changed += before != now;
    const auto costs = whatif_controller(lab).costs();
    const auto astar =
        std::ranges::find_if(costs, [](const WhatifCost& cost) { return cost.planner->name == "astar"; });
    REQUIRE(astar != costs.end());
    CHECK(astar->known);
    CHECK(astar->before == before);
    CHECK(astar->now == now);
  }
  CHECK(changed >= 3);
}

TEST_CASE("of another query than that of the stroke no costs are said") {
  Lab lab({.fixed_clock = true});
  lab.finish_updates();
  run_settled(lab, "paint.rectangle 3 3 5 5 filled blocked");
  CHECK_FALSE(whatif_controller(lab).costs().empty());
  run_settled(lab, "query.start 20 30");
  CHECK(whatif_controller(lab).costs().empty());
  CHECK(whatif_controller(lab).path_before().empty());
  run_settled(lab, "paint.rectangle 8 8 9 9 filled blocked");
  for (const WhatifCost& cost : whatif_controller(lab).costs()) CHECK(cost.known);
  CHECK_FALSE(whatif_controller(lab).costs().empty());
}

TEST_CASE("commands that come in while a stroke is held leave nothing wrong behind") {
  Rng rng(3);
  for (int seed = 1; seed <= test::rounds(6); ++seed) {
    Lab lab;
    run(lab, "map.generate city 50 40 3");
    const char* commands[] = {"hpa.cluster_size 7", "hpa.levels 2",   "map.generate rooms 40 40 2",
                              "edit.undo",          "agent.size 2",   "rules.profile four",
                              "query.random 4",     "view.compare 2", "crowd.spawn 50",
                              "wait.ready",         "sectors toggle"};
    for (int i = 0; i < 40; ++i) {
      lab.strokes().stroke_begin({static_cast<int>(rng.below(40)), static_cast<int>(rng.below(40))}, rng.percent(50));
      if (rng.percent(70)) lab.strokes().stroke_to({static_cast<int>(rng.below(40)), static_cast<int>(rng.below(40))});
      (void)lab.execute(commands[rng.below(static_cast<uint32_t>(std::size(commands)))]);
      lab.tick(0.01);
      lab.strokes().stroke_to({static_cast<int>(rng.below(40)), static_cast<int>(rng.below(40))});
      if (rng.percent(50)) lab.finish_updates();
      for (const std::string& line : whatif_controller(lab).lines()) CHECK_FALSE(line.empty());
      if (rng.percent(60)) lab.gestures().finish();
    }
  }
}
