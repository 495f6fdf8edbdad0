// What leads where on the screen: from a figure to what explains it, from a file to its tab.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/features/scenarios/scenarios.hpp"
#include "app/features/xray/xray.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/panel_places.hpp"
#include "tests/lab_support.hpp"
#include "tests/scenario_support.hpp"
#include "tests/screen/test_screen.hpp"

using namespace strata;
using namespace strata::test;

namespace {

LabOptions leads_options() {
  LabOptions options;
  options.fixed_clock = true;
  return options;
}

const ScreenItem* item_named(const std::vector<ScreenItem>& items, const std::string& name) {
  const auto found = std::ranges::find(items, name, &ScreenItem::name);
  return found == items.end() ? nullptr : &*found;
}

bool shows(const DrawnFrame& frame, const std::string& part) {
  return std::ranges::any_of(frame.texts,
                             [&](const DrawnText& text) { return text.text.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("A click on the percentage above optimal opens the X-ray of that planner") {
  Lab lab(leads_options());
  run(lab, "plan.smooth off");
  run(lab, "planner.show hpa1 on");
  lab.finish_updates();
  REQUIRE(lab.state().row("hpa1")->percent_over.value_or(0) > 0);
  TestScreen screen(lab, {1280, 800, 1});
  screen.gui().dump();
  run(lab, "ui.panel right on");
  screen.frames(4);
  const std::vector<ScreenItem> items = screen.items();
  const ScreenItem* percent = item_named(items, "compare.hpa1.percent");
  REQUIRE(percent != nullptr);
  screen.point_at(*percent);
  CHECK(shows(screen.drawn(), "X-ray"));
  screen.press(*percent);
  lab.finish_updates();
  screen.frames(8);
  CHECK(lab.state().traced == "hpa1");
  CHECK(xray_controller(lab).on());
  REQUIRE(xray_controller(lab).planner() != nullptr);
  CHECK(xray_controller(lab).planner()->name == "hpa1");
  CHECK(item_named(screen.items(), "xray.strip") != nullptr);
}

TEST_CASE("An X-ray during a search says that the map shows it at the end, and leads there") {
  Lab lab(leads_options());
  run(lab, "plan.smooth off");
  run(lab, "planner.trace hpa1");
  lab.finish_updates();
  run(lab, "step.to 10");
  TestScreen screen(lab, {1280, 1200, 1});
  screen.frames(2);
  run(lab, "ui.panel left on");
  run(lab, "xray.show on");
  lab.finish_updates();
  screen.frames(8);
  const std::vector<ScreenItem> items = screen.items();
  const ScreenItem* to_end = item_named(items, "xray.to_end");
  REQUIRE(to_end != nullptr);
  screen.press(*to_end);
  screen.frames(4);
  CHECK(lab.playback().at_end());
  CHECK(item_named(screen.items(), "xray.to_end") == nullptr);
}

TEST_CASE("The X-ray of an optimal path has no remedies, and what is tried on level 1 says so") {
  Lab lab(leads_options());
  for (const char* line : {"map.new 20 10 force", "brush.radius 0", "paint.line 10 5 10 9 blocked",
                           "query.set 2 0 17 0", "hpa.cluster_size 10", "plan.smooth off", "planner.trace hpa1"}) {
    run(lab, line);
  }
  lab.finish_updates();
  TestScreen screen(lab, {1280, 1600, 1});
  screen.frames(2);
  run(lab, "ui.panel left on");
  run(lab, "xray.show on");
  lab.finish_updates();
  run(lab, "xray.try here");
  lab.finish_updates();
  screen.frames(8);
  CHECK(item_named(screen.items(), "xray.optimal") == nullptr);
  CHECK(item_named(screen.items(), "xray.try.here") != nullptr);
  CHECK(shows(screen.drawn(), "On level 1 alone"));
  CHECK(shows(screen.drawn(), "Tried on level 1"));
  run(lab, "xray.try smaller");
  lab.finish_updates();
  screen.frames(8);
  CHECK(shows(screen.drawn(), "This does not help"));
  CHECK_FALSE(shows(screen.drawn(), "Tried on level 1"));
  run(lab, "plan.smooth on");
  lab.finish_updates();
  screen.frames(4);
  CHECK(item_named(screen.items(), "xray.optimal") != nullptr);
  CHECK(item_named(screen.items(), "xray.try.here") == nullptr);
}

TEST_CASE("A scenario that is opened shows its tab") {
  const TempFolder folder;
  write_mixed(folder);
  for (const std::string& line : {std::string("scenario.open "), std::string("map.open ")}) {
    Lab lab(leads_options());
    TestScreen screen(lab, {1280, 800, 1});
    screen.frames(2);
    CHECK(item_named(screen.items(), "scenario.list") == nullptr);
    run(lab, line + folder.file("a.map.scen"));
    screen.frames(8);
    CHECK(item_named(screen.items(), "scenario.list") != nullptr);
  }
}

TEST_CASE("A run over a scenario leads to a table of all that it takes to choose a planner") {
  const TempFolder folder;
  write_mixed(folder);
  Lab lab(leads_options());
  TestScreen screen(lab, {1920, 1080, 1});
  run(lab, "scenario.open " + folder.file("a.map.scen"));
  run(lab, "scenario.run");
  lab.finish_updates();
  for (int i = 0; i < 2000 && !scenarios_controller(lab).results().complete(); ++i) lab.tick(0.01);
  run(lab, "ui.panel right on");
  screen.frames(4);
  CHECK(item_named(screen.items(), "scenario.table.planners") != nullptr);
  CHECK(item_named(screen.items(), "scenario.planner.astar") != nullptr);
  for (const char* title : {"expanded", "memory", "found"}) CHECK(shows(screen.drawn(), title));
  CHECK(item_named(screen.items(), "scenario.figure.time") == nullptr);
}

TEST_CASE("A planner that is ticked, unticked or chosen stays under the pointer, in the list and in the table") {
  Lab lab(leads_options());
  lab.finish_updates();
  TestScreen screen(lab, {1920, 1080, 1});
  run(lab, "ui.panel left on");
  run(lab, "ui.panel right on");
  run(lab, "ui.place planners");
  screen.frames(4);
  const auto place = [&](const std::string& name) {
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem* item = item_named(items, name);
    REQUIRE_MESSAGE(item != nullptr, name);
    return *item;
  };
  screen.press(place("planners.add"));
  for (const char* planner : {"dijkstra", "bfs", "best-first"}) {
    CAPTURE(planner);
    const std::string box = fmt::format("planners.{}.show", planner);
    const ScreenItem before = place(box);
    REQUIRE_FALSE(lab.state().row(planner)->shown);
    screen.press(before);
    CHECK(lab.state().row(planner)->shown);
    CHECK(place(box).y == doctest::Approx(before.y).epsilon(0.01));
    screen.press(place(box));
    CHECK_FALSE(lab.state().row(planner)->shown);
    CHECK(place(box).y == doctest::Approx(before.y).epsilon(0.01));
  }
  run(lab, "planner.trace astar");
  const ScreenItem jps = place("compare.jps.show"), below = place("compare.hpa1.trace");
  screen.press(jps);
  CHECK_FALSE(lab.state().row("jps")->shown);
  CHECK(place("compare.hpa1.trace").y == doctest::Approx(below.y));
  screen.press(place("compare.jps.show"));
  CHECK(lab.state().row("jps")->shown);
  screen.press(place("compare.jps.show"));
  screen.point_at(place("planners.find"));
  screen.frames(2);
  CHECK(item_named(screen.items(), "compare.jps.show") == nullptr);
}

TEST_CASE("A planner whose settings unfold stays under the pointer, as no others fold until the pointer leaves") {
  Lab lab(leads_options());
  lab.finish_updates();
  TestScreen screen(lab, {1920, 1080, 1});
  run(lab, "ui.panel left on");
  run(lab, "ui.panel steps off");  // there is room below the planner
  run(lab, "ui.place tab.plain");
  screen.frames(6);
  const auto place = [&](const std::string& name) {
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem* item = item_named(items, name);
    REQUIRE_MESSAGE(item != nullptr, name);
    return *item;
  };
  CHECK(item_named(screen.items(), "plain.heuristic") != nullptr);
  const ScreenItem before = place("planners.hpa1");
  screen.press(before);
  screen.frames(8);
  CHECK(lab.state().traced == "hpa1");
  CHECK(place("planners.hpa1").y == doctest::Approx(before.y).epsilon(0.01));
  CHECK(item_named(screen.items(), "plain.heuristic") != nullptr);
  const ScreenItem settings = place("settings.cluster");
  CHECK(settings.y > before.y);
  const ScreenItem panel = place("panel.left");
  CHECK(settings.y + settings.height < panel.y + panel.height);
  // Away from the list, the settings of the other planner fold.
  screen.point_at({"map", 900, 300, 4, 4});
  screen.frames(10);
  CHECK(item_named(screen.items(), "plain.heuristic") == nullptr);
  CHECK(place("settings.cluster").y < settings.y);
  // A planner without room below it goes up as far as its settings need.
  TestScreen low(lab, {1280, 800, 1});
  run(lab, "ui.panel steps off");
  run(lab, "ui.place tab.plain");
  low.frames(6);
  const auto low_place = [&](const std::string& name) {
    const std::vector<ScreenItem> items = low.items();
    const ScreenItem* item = item_named(items, name);
    REQUIRE_MESSAGE(item != nullptr, name);
    return *item;
  };
  const ScreenItem last = low_place("planners.hpa1");
  low.press(last);
  low.frames(8);
  CHECK(low_place("planners.hpa1").y < last.y);
  CHECK(low_place("settings.cluster").y > low_place("planners.hpa1").y);
}

TEST_CASE("No text of a dialog that exports or opens files is shortened") {
  for (const ScreenSize size : {ScreenSize{1280, 800, 1}, ScreenSize{1280, 800, 1.5f}, ScreenSize{1280, 800, 2}}) {
    for (const char* window : {"figure", "animation", "export", "open", "save_as", "save_csv", "goto", "generate"}) {
      CAPTURE(window);
      CAPTURE(size.scale);
      Lab lab(leads_options());
      run(lab, "crowd.spawn 3 1");
      run(lab, fmt::format("ui.show {} on", window));
      lab.finish_updates();
      TestScreen screen(lab, size);
      screen.frames(4);
      for (const DrawnText& text : screen.drawn().texts) {
        CAPTURE(text.text);
        const bool dialog = text.window.find("###") != std::string::npos;
        if (dialog) CHECK_FALSE(text.text.ends_with("..."));
      }
    }
  }
}

TEST_CASE("The settings of a planner begin with what it is good for") {
  Lab lab(leads_options());
  lab.finish_updates();
  TestScreen screen(lab, {1920, 1080, 1});
  run(lab, "ui.panel left on");
  run(lab, "ui.place tab.hpa");
  screen.frames(6);
  const std::vector<ScreenItem> items = screen.items();
  const ScreenItem* about = item_named(items, "guide.hpa1");
  REQUIRE(about != nullptr);
  CHECK_FALSE(shows(screen.drawn(), "Before the first query"));
  screen.press(*about);
  screen.frames(4);
  for (const char* title : {"Idea", "Before the first query", "A query", "Choose it where", "Choose another where"}) {
    CAPTURE(title);
    CHECK(shows(screen.drawn(), title));
  }
}
