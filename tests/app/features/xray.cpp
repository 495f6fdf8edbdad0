// The x-ray in the lab: what is looked at, when it is old, what is drawn, and what remedies are said to gain.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/features/xray/xray.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "core/base/rng.hpp"
#include "core/base/work_count.hpp"
#include "core/search/grid_search.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/draw_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Two clusters of ten whose border is open in its upper half: HPA* has one transition there, in the middle.
void open_narrows(Lab& lab) {
  run_settled(lab, {"map.new 20 10 force", "brush.radius 0", "paint.line 10 5 10 9 blocked", "query.start 2 0",
                    "query.goal 17 0", "hpa.levels 1", "hpa.cluster_size 10", "plan.smooth off"});
}

Cost row_cost(const Lab& lab, std::string_view planner) { return lab.state().row(planner)->result.cost; }

// Ticks until what is tried has come in.
void wait_for_trial(Lab& lab) {
  for (int i = 0; i < 20'000 && xray_controller(lab).trying(); ++i) {
    lab.tick(1e-3);
    std::this_thread::sleep_for(std::chrono::microseconds(300));
  }
  CHECK_FALSE(xray_controller(lab).trying());
}

}  // namespace

TEST_CASE("x-ray of the lab: the blame, and what the parts add up to") {
  Lab lab;
  open_narrows(lab);
  const XrayController& controller = xray_controller(lab);
  CHECK_FALSE(controller.on());
  holds(lab, "xray.on == false");
  run_settled(lab, "xray.show on");
  REQUIRE(controller.current());
  CHECK(controller.planner()->name == "hpa1");
  CHECK(controller.found()->cost == row_cost(lab, "hpa1"));
  CHECK(controller.found()->optimum == row_cost(lab, "astar"));
  const std::string worst =
      "The transition at (9,2) is to blame: having to pass it costs 1.66 too much, 100 % of all that is lost";
  CHECK(controller.blame() == worst);
  // What was lost before smoothing is not what is lost in the end.
  run_settled(lab, "plan.smooth on");
  CHECK(controller.found()->cost == controller.found()->optimum);
  CHECK(controller.blame() ==
        "Before smoothing, t" + worst.substr(1) + ". Smoothing makes up for all of it: the final path is optimal");
  CHECK(controller.offers().empty());  // an optimal path needs no remedy
  CHECK(failure(lab, "xray.try here").find("would change nothing") != std::string::npos);
  run_settled(lab, "plan.smooth off");
  holds(lab, "xray.current == true");
  holds(lab, fmt::format("xray.sum == {}", controller.found()->lost()));
  holds(lab, "xray.worst.to == [9,2]");
  run(lab, "xray.show off");
  CHECK(controller.found() == nullptr);
}

TEST_CASE("x-ray of the lab: the search that is stepped is looked at if it has abstract nodes, else one that has") {
  Lab lab;
  lab.finish_updates();
  run(lab, {"sectors on", "haa on", "xray.show on"});
  for (const char* planner : {"hpa1", "hpa2", "hpa3", "haa-high", "haa-low", "sectors"}) {
    run(lab, fmt::format("planner.show {} on", planner));
    run_settled(lab, fmt::format("planner.trace {}", planner));
    CAPTURE(planner);
    REQUIRE(xray_controller(lab).current());
    CHECK(xray_controller(lab).planner()->name == planner);
    CHECK(xray_controller(lab).found()->cost == row_cost(lab, planner));
    CHECK(xray_controller(lab).found()->optimum == row_cost(lab, "astar"));
    CHECK(xray_controller(lab).found()->parts.size() > 3);
  }
  run_settled(lab, "planner.trace jps");
  CHECK(xray_controller(lab).planner()->name == "hpa1");
  run_settled(lab,
              {"planner.show hpa1 off", "planner.show hpa2 off", "planner.show hpa3 off", "sectors off", "haa off"});
  CHECK(xray_controller(lab).planner() == nullptr);
  CHECK(failure(lab, "xray.try clusters").find("not taken apart yet") != std::string::npos);
}

TEST_CASE("x-ray of the lab: random edits and queries, and it is always that of the answer as it is") {
  Lab lab;
  lab.finish_updates();
  run(lab, {"xray.show on", "planner.trace hpa2"});
  Rng rng(11);
  Workspace workspace;
  PlanResult best;
  size_t looked = 0;
  for (int i = 0; i < 60; ++i) {
    const int x = rng.between(0, 39), y = rng.between(0, 39);
    if (rng.percent(50)) {
      (void)lab.execute(fmt::format("query.goal {} {}", x, y));
    } else {
      run(lab, fmt::format("paint.stroke {} 1 round {},{}", rng.percent(60) ? "brush blocked" : "erase ground", x, y));
    }
    if (rng.percent(30)) lab.tick(0.001);  // it begins, and the next step makes it old
    if (rng.percent(40)) continue;
    lab.finish_updates();
    const XrayController& controller = xray_controller(lab);
    const PlannerRow& row = *lab.state().row("hpa2");
    CHECK(controller.current() == row.result.found());
    if (!controller.current()) continue;
    plan_on_grid(lab.world().moves(), GridHeuristic::kNone, lab.state().query, workspace, best);
    CHECK(controller.found()->cost == row.result.cost);
    CHECK(controller.found()->optimum == best.cost);
    CHECK(controller.cells() == row.result.raw_path);
    ++looked;
  }
  CHECK(looked > 10);
}

TEST_CASE("x-ray of the lab: what a remedy is said to gain is what applying it gives") {
  Lab lab;
  lab.finish_updates();
  run(lab, {"haa on", "sectors on", "xray.show on"});
  Rng rng(12);
  size_t applied = 0;
  for (const char* planner : {"hpa1", "hpa3", "haa-high", "sectors"}) {
    run(lab, fmt::format("planner.show {} on", planner));
    run(lab, fmt::format("planner.trace {}", planner));
    for (int round = 0; round < 6; ++round) {
      run_settled(lab, fmt::format("query.random {}", rng.below(1000)));
      const XrayController& controller = xray_controller(lab);
      if (!controller.current() || controller.offers().empty()) continue;
      const XrayRemedy offer = controller.offers()[rng.below(static_cast<uint32_t>(controller.offers().size()))];
      CAPTURE(planner);
      CAPTURE(offer.title);
      run(lab, fmt::format("xray.try {}", offer.name));
      const Cost before = row_cost(lab, planner);
      wait_for_trial(lab);
      REQUIRE(controller.gain().has_value());
      CHECK(row_cost(lab, planner) == before);  // nothing was changed
      const XrayTrialPair gain = *controller.gain();
      if (offer.apply.empty()) {
        CHECK((offer.name == "here" || offer.name == "smaller"));
        CHECK(offer.local.has_value());
        continue;
      }
      CHECK(gain.before.cost == before);
      run_settled(lab, offer.apply);
      CHECK(row_cost(lab, planner) == gain.after.cost);
      CHECK(lab.state().row(planner)->result.raw_cost == gain.after.raw_cost);
      CHECK_FALSE(controller.gain().has_value());  // it was about the answer of before
      ++applied;
    }
  }
  CHECK(applied > 1);
}

TEST_CASE("x-ray of the lab: the low graph of HAA* is held against the high one, and blames in words of its own") {
  Lab lab;
  lab.finish_updates();
  run_settled(lab, {"haa on", "planner.trace haa-low", "xray.show on"});
  run_settled(lab, "xray.try quality");
  REQUIRE(xray_controller(lab).gain());
  CHECK(xray_controller(lab).gain()->before.cost == row_cost(lab, "haa-low"));
  CHECK(xray_controller(lab).gain()->after.cost == row_cost(lab, "haa-high"));
  run_settled(lab, {"sectors on", "planner.trace sectors"});
  REQUIRE(xray_controller(lab).current());
  CHECK(xray_controller(lab).blame().find("transition") == std::string::npos);
}

TEST_CASE("x-ray of the lab: two transitions at one entrance are tried there alone") {
  Lab lab;
  open_narrows(lab);
  run_settled(lab, "xray.show on");
  run_settled(lab, "xray.try here");
  const XrayController& controller = xray_controller(lab);
  REQUIRE(controller.gain());
  CHECK(controller.gain()->before.cost == row_cost(lab, "hpa1"));
  CHECK(controller.gain()->after.cost == row_cost(lab, "astar"));
  CHECK(lab.world().get<MapHpa>().hpa().options().entrance_threshold == 6);
  run_settled(lab, "xray.try smaller");
  REQUIRE(controller.gain());
  CHECK(controller.gain()->before.cost == row_cost(lab, "hpa1"));
  CHECK(controller.gain()->after.found());
  run_settled(lab, "xray.try transitions");
  REQUIRE(controller.gain());
  CHECK(controller.gain()->after.cost == row_cost(lab, "astar"));
  CHECK(failure(lab, "xray.try centres").find("would change nothing") != std::string::npos);
  run_settled(lab, "hpa.threshold 5");
  CHECK(controller.blame() == "Nothing is lost: this path costs the optimum before it is smoothed");
  CHECK_FALSE(test::failure(lab, "xray.try here").empty());  // there is nobody to blame
}

TEST_CASE("x-ray of the lab: a change in one place is tried with the clusters that it was offered for") {
  Lab lab;
  open_narrows(lab);
  run_settled(lab, "xray.show on");
  const HpaOptions offered = lab.world().get<MapHpa>().hpa().options();
  REQUIRE(can_quarter(offered));
  // A user may give both commands before a frame is drawn between them.
  run(lab, "hpa.cluster_size 9");
  REQUIRE_FALSE(can_quarter(lab.world().get<MapHpa>().hpa().options()));
  (void)lab.execute("xray.try smaller");  // out of date or tried as offered, but never with clusters of 9
  lab.finish_updates();
  CHECK(failure(lab, "xray.try smaller").find("would change nothing") != std::string::npos);
}

TEST_CASE("x-ray of the lab: an edit or another query while something is tried drops what comes of it") {
  Lab lab;
  lab.finish_updates();
  run(lab, {"map.generate rooms 192 192 3 force", "query.random 5", "xray.show on", "planner.trace hpa2"});
  for (const char* line : {"query.random 6", "paint.stroke brush blocked 1 round 5,5 9,9", "xray.try off",
                           "hpa.spacing 3", "xray.show off"}) {
    lab.finish_updates();
    REQUIRE(xray_controller(lab).current());
    run(lab, "xray.try clusters");
    CHECK(xray_controller(lab).trying());
    run(lab, line);
    for (int i = 0; i < 50; ++i) {
      lab.tick(1e-3);
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
    CAPTURE(line);
    CHECK_FALSE(xray_controller(lab).trying());
    CHECK_FALSE(xray_controller(lab).gain().has_value());
  }
}

TEST_CASE("x-ray of the lab: it is drawn where it is current, and only then") {
  Lab lab;
  open_narrows(lab);
  OverlayBuilder builder;
  lab.gestures().set_view_size(800, 600);
  run(lab, "view.fit");
  const auto red = [&] {
    size_t lines = 0;
    for (const DrawLine& line : test::drawn(test::draw(builder, lab)).lines) {
      lines += (line.color & 0xffffff) == (palette::kVermilion & 0xffffff) && line.width == 5;
    }
    return lines;
  };
  const size_t without = red();
  run_settled(lab, "xray.show on");
  CHECK(red() > without);
  const uint64_t rebuilt = builder.rebuilt();
  (void)test::draw(builder, lab);
  CHECK(builder.rebuilt() == rebuilt);
  run(lab, "query.goal 3 0");  // in the same cluster: nothing is lost
  lab.finish_updates();
  CHECK(xray_controller(lab).current());
  CHECK(red() == without);
}

TEST_CASE("x-ray of the lab: a large map is taken apart in the background, not by the thread of the screen") {
  Lab lab({.wait_cells = 1u << 12});
  lab.finish_updates();
  run(lab, fmt::format("map.generate rooms {0} {0} 3 force", test::side(512)));
  run_settled(lab, {"query.start 2 2", "query.random 9"});
  run_settled(lab, "planner.trace hpa2");
  run(lab, "xray.show on");
  uint64_t most = 0;
  for (int i = 0; i < 20'000 && !xray_controller(lab).current(); ++i) {
    const uint64_t before = work_of_this_thread();
    lab.tick(1e-3);
    most = std::max(most, work_of_this_thread() - before);
    std::this_thread::sleep_for(std::chrono::microseconds(300));
  }
  CHECK(xray_controller(lab).current());
  CHECK(most < 20'000);
}

TEST_CASE("x-ray of the lab: it is in the reproduction, and does nothing under other rules than it knows") {
  Lab lab;
  lab.finish_updates();
  run(lab, "xray.show on");
  CHECK(lab.log().reproduction().find("xray.show on") != std::string::npos);
  run(lab, "plan.first_moves 5");  // a path that is cut short is no whole one
  lab.finish_updates();
  CHECK_FALSE(xray_controller(lab).current());
  run_settled(lab, {"plan.first_moves 0", "query.clear"});
  CHECK_FALSE(xray_controller(lab).current());
}

TEST_CASE("x-ray of the lab: it ends where a construction begins, and ends one, and both say how to come back") {
  Lab lab;
  open_narrows(lab);
  const auto said = [&](std::string_view text) {
    return std::ranges::any_of(lab.state().messages, [&](const auto& one) { return one.text == text; });
  };
  run_settled(lab, {"xray.show on", "hpa.construct"});
  CHECK_FALSE(xray_controller(lab).on());
  REQUIRE(lab.state().process != nullptr);
  CHECK(said("The X-ray is left: \"X-ray of the path\" in the menu Search shows it again"));
  const SteppedProcess& construction = *lab.state().process;
  run_settled(lab, "xray.show on");
  CHECK(lab.state().process == nullptr);
  CHECK(xray_controller(lab).current());
  CHECK(said(fmt::format("{} is left: Search > Construction of this planner begins it again", construction.title)));
  // A replay of the log is where this lab is.
  run(lab, "xray.show off");
  Lab again;
  for (const std::string& line : lab.log().lines()) run(again, line);
  again.finish_updates();
  CHECK(again.state().process == nullptr);
}

TEST_CASE(
    "x-ray of the lab: a crowd that begins to walk ends it and a construction, and each of them pauses the crowd") {
  Lab lab;
  open_narrows(lab);
  run(lab, "crowd.spawn 5 1");
  const auto walks = [&] { return nlohmann::json::parse(dump_state(lab))["crowd"]["running"] == true; };
  run(lab, {"xray.show on", "crowd.run on"});
  CHECK(walks());
  CHECK_FALSE(xray_controller(lab).on());
  run(lab, "xray.show on");
  CHECK_FALSE(walks());
  run_settled(lab, {"crowd.run on", "hpa.construct"});
  CHECK_FALSE(walks());
  REQUIRE(lab.state().process != nullptr);
  run_settled(lab, "crowd.run on");
  CHECK(walks());
  CHECK(lab.state().process == nullptr);
}

TEST_CASE("x-ray of the lab: a prediction ends it and pauses a crowd, and both of them and a construction end it") {
  Lab lab;
  open_narrows(lab);
  run(lab, "crowd.spawn 5 1");
  const auto is = [&](const char* feature, const char* key) {
    return nlohmann::json::parse(dump_state(lab))[feature][key] == true;
  };
  const auto said = [&](std::string_view text) {
    return std::ranges::any_of(lab.state().messages, [&](const auto& one) { return one.text == text; });
  };
  run(lab, {"xray.show on", "predict on"});
  CHECK(is("predict", "on"));
  CHECK_FALSE(xray_controller(lab).on());
  CHECK(said("The X-ray is left: \"X-ray of the path\" in the menu Search shows it again"));
  run(lab, "crowd.run on");
  CHECK_FALSE(is("predict", "on"));
  CHECK(is("crowd", "running"));
  CHECK(said("The prediction is left: \"Predict\" in the menu Search begins it again"));
  run(lab, "predict on");
  CHECK_FALSE(is("crowd", "running"));
  run(lab, "xray.show on");
  CHECK(xray_controller(lab).on());
  CHECK_FALSE(is("predict", "on"));
  run_settled(lab, {"predict on", "hpa.construct"});
  CHECK_FALSE(is("predict", "on"));
  // A prediction of a construction leaves it, as it asks about it.
  run(lab, "predict on");
  CHECK(is("predict", "on"));
  CHECK(lab.state().process != nullptr);
  // A replay of the log is where this lab is, also if the command that has ended something was replaced there.
  run(lab, {"predict off", "hpa.construct off", "xray.show on", "predict on", "predict off"});
  Lab again;
  for (const std::string& line : lab.log().lines()) run(again, line);
  again.finish_updates();
  CHECK_FALSE(xray_controller(lab).on());
  CHECK_FALSE(xray_controller(again).on());
}

TEST_CASE("x-ray of the lab: another map begins without it, and while the search is stepped it is not drawn") {
  Lab lab;
  open_narrows(lab);
  OverlayBuilder builder;
  lab.gestures().set_view_size(800, 600);
  run_settled(lab, {"view.fit", "planner.trace hpa1", "xray.show on"});
  const auto menu_lines = [&] {
    MenuList menu;
    kXrayFeature.menu(lab, {}, menu, MenuSection::kSearch);
    return menu.entries.front().lines;
  };
  const auto shapes = [&] {
    size_t wide = 0;
    for (const DrawLine& line : test::drawn(test::draw(builder, lab)).lines) wide += line.width == 5.5f;
    return wide;
  };
  CHECK(shapes() > 0);  // the optimal path
  CHECK(xray_drawn_at_cursor(lab));
  run(lab, "step.to 3");
  CHECK(shapes() == 0);
  CHECK_FALSE(xray_drawn_at_cursor(lab));
  // The menu begins it where it is drawn.
  run(lab, "xray.show off");
  for (const std::string& line : menu_lines()) {
    if (!line.starts_with("ui.")) run(lab, line);  // there is no window
  }
  lab.finish_updates();
  CHECK(lab.playback().at_end());
  CHECK(shapes() > 0);
  run_settled(lab, "map.generate rooms 40 40 2 force");
  CHECK_FALSE(xray_controller(lab).on());
}

TEST_CASE("a generated map begins with start and goal in sight, apart and joined by a path") {
  for (const char* kind : {"rooms", "cave", "maze", "forest", "city"}) {
    CAPTURE(kind);
    LabInView lab(800, 600);
    run_settled(lab, fmt::format("map.generate {} 60 50 3 force", kind));
    const LabState& state = lab.state();
    REQUIRE(state.has_query);
    CHECK(lab.playback().at_end());
    for (const Cell end : {state.query.start, state.query.goal}) CHECK(state.camera.visible().contains(end));
    CHECK(std::abs(state.query.start.x - state.query.goal.x) + std::abs(state.query.start.y - state.query.goal.y) > 10);
    CHECK(state.row("astar")->result.found());
  }
}
