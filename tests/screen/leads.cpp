// What leads where on the screen: from a figure to what explains it, from a file to its tab.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/features/xray/xray.hpp"
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
  screen.frames(3);
  CHECK(lab.state().traced == "hpa1");
  CHECK(xray_controller(lab).on());
  REQUIRE(xray_controller(lab).planner() != nullptr);
  CHECK(xray_controller(lab).planner()->name == "hpa1");
  CHECK(item_named(screen.items(), "xray.strip") != nullptr);
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
    screen.frames(3);
    CHECK(item_named(screen.items(), "scenario.list") != nullptr);
  }
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
