// Nothing that a click does moves what the pointer is over, nor what stands above it in the same panel.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/key_chords.hpp"
#include "app/features/decide/decide.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/lab/first_run.hpp"
#include "app/lab/hidden_names.hpp"
#include "tests/screen/scenes.hpp"
#include "tests/screen/test_screen.hpp"
#include "tests/source_path.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const ScreenItem* item_in(const std::vector<ScreenItem>& items, std::string_view name) {
  const auto found = std::ranges::find(items, name, &ScreenItem::name);
  return found != items.end() ? &*found : nullptr;
}

bool holds(const ScreenItem& panel, const ScreenItem& item) {
  return item.x >= panel.x - 1 && item.x + item.width <= panel.x + panel.width + 1 && item.y >= panel.y - 1 &&
         item.y + item.height <= panel.y + panel.height + 1;
}

bool same_place(const ScreenItem& a, const ScreenItem& b) {
  return std::abs(a.x - b.x) < 1 && std::abs(a.y - b.y) < 1 && std::abs(a.width - b.width) < 1 &&
         std::abs(a.height - b.height) < 1;
}

// Returns what a click has moved: the clicked item itself, and those above it or before it in its row, in its panel.
std::vector<std::string> moved(const std::vector<ScreenItem>& before, const std::vector<ScreenItem>& after,
                               const ScreenItem& clicked) {
  const ScreenItem* around = nullptr;
  for (const char* name : {"panel.left", "panel.right", "panel.bottom"}) {
    const ScreenItem* panel = item_in(before, name);
    if (panel != nullptr && holds(*panel, clicked)) around = panel;
  }
  std::vector<std::string> names;
  for (const ScreenItem& item : before) {
    // The number of the step is as wide as it is.
    if (item.name == "play.cursor") continue;
    const bool above = item.y + item.height <= clicked.y + 1;
    const bool in_front = std::abs(item.y - clicked.y) < 1 && item.x <= clicked.x;
    if (item.name != clicked.name && (around == nullptr || !holds(*around, item) || !(above || in_front))) continue;
    const ScreenItem* later = item_in(after, item.name);
    if (later != nullptr && !same_place(item, *later)) names.push_back(item.name);
    // What was clicked is still there to be clicked again.
    if (later == nullptr && item.name == clicked.name) names.push_back(item.name + " (gone)");
  }
  return names;
}

struct ClickScene {
  const char* scene;
  std::vector<std::string> lines;
  bool left = false;  // the left panel is open
  std::vector<const char*> names;
};

const std::vector<ClickScene>& all_clicks() {
  static const std::vector<ClickScene> all = {
      {"a first start",
       {},
       false,
       {"place.map",
        "place.planners",
        "place.crowd",
        "place.learn",
        "place.learn",
        "views.two",
        "views.one",
        "compare.jps.trace",
        "compare.hpa1.trace",
        "compare.hpa1.show",
        "compare.hpa1.show",
        "compare.jps.show",
        "compare.jps.show",
        "compare.astar.trace",
        "play.first",
        "play.forward",
        "play.expansion",
        "play.back",
        "play.last",
        "section.comparison",
        "section.comparison",
        "section.legend",
        "section.legend",
        "steps",
        "steps",
        "legend.all"}},
      {"comparing",
       {"ui.place planners"},
       true,
       {"tab.planners", "tab.effort", "tab.scenario", "tab.decide", "tab.sweep", "tab.pay", "tab.xray", "tab.ask",
        "tab.traces", "tab.planners", "tab.planners"}},
      {"learning",
       {"ui.place learn"},
       true,
       {"tab.lessons", "tab.figures", "tab.glossary", "tab.stepping", "stepping.forward", "stepping.back",
        "tab.stepping", "tab.lessons"}},
      {"the map",
       {"ui.place map"},
       true,
       {"tab.agent", "tab.generate", "tab.graph", "tab.map", "toolbar.erase", "terrain.swamp", "terrain.water",
        "brush.square", "brush.round"}},
      {"an inspected cell",
       {"inspect 12 14"},
       false,
       {"section.inspector", "section.inspector", "compare.jps.trace", "compare.hpa1.trace", "compare.astar.trace",
        "key.path", "key.path"}},
      {"a stepped hierarchy",
       {"planner.show hpa2 on", "planner.trace hpa2", "wait.ready", "step.to 60"},
       false,
       {"play.forward", "play.back", "play.expansion", "compare.jps.trace", "compare.hpa1.trace", "key.path",
        "key.path", "key.clusters", "key.clusters", "key.search", "key.search", "steps", "steps", "views.four",
        "views.one"}}};
  return all;
}

}  // namespace

TEST_CASE("Nothing moves under the pointer, nor above it, when something is clicked") {
  size_t clicks = 0;
  for (const ClickScene& scene : all_clicks()) {
    CAPTURE(scene.scene);
    Lab lab(screen_options());
    TestScreen screen(lab, {1280, 800, 1}, true);
    screen.frames(2);
    for (const std::string& line : scene.lines) run_line(lab, line);
    if (scene.left) run_line(lab, "ui.panel left on");
    screen.frames(6);
    for (const char* name : scene.names) {
      CAPTURE(name);
      const std::vector<ScreenItem> items = screen.items();
      const ScreenItem* found = item_in(items, name);
      CHECK(found != nullptr);
      if (found == nullptr) continue;
      const ScreenItem clicked = *found;
      screen.point_at(clicked);  // what comes under the pointer is there before the click
      const std::vector<ScreenItem> before = screen.items();
      screen.press(clicked);
      lab.finish_updates();
      screen.frames(4);
      for (const std::string& other : moved(before, screen.items(), clicked)) {
        FAIL_CHECK(fmt::format("{}: a click on {} moves {}", scene.scene, name, other));
      }
      ++clicks;
    }
  }
  CHECK(clicks >= 60);
}

TEST_CASE("After a stroke the meter is in sight, with an inspected cell, too") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  screen.frames(2);
  for (const char* line : {"ui.panel right on", "tool.select brush", "inspect 12 14", "paint.line 20 20 20 24 blocked"})
    run_line(lab, line);
  lab.finish_updates();
  screen.frames(6);
  const std::vector<ScreenItem> items = screen.items();
  const ScreenItem *meter = item_in(items, "section.meter"), *legend = item_in(items, "section.legend"),
                   *panel = item_in(items, "panel.right");
  REQUIRE(meter != nullptr);
  REQUIRE(panel != nullptr);
  CHECK(meter->y + meter->height < panel->y + panel->height / 2);
  if (legend != nullptr) CHECK(legend->y > meter->y);
}

TEST_CASE("The meter is in sight while one edits, and not after an edit with another tool in another place") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  const auto has_meter = [&](std::initializer_list<const char*> lines) {
    for (const char* line : lines) run_line(lab, line);
    lab.finish_updates();
    screen.frames(4);
    return item_in(screen.items(), "section.meter") != nullptr;
  };
  CHECK_FALSE(has_meter({"ui.panel right on", "tool.select select", "paint.line 20 20 20 24 blocked"}));
  REQUIRE(lab.state().meter.edits > 0);
  CHECK(has_meter({"tool.select brush"}));
  CHECK_FALSE(has_meter({"ui.place learn", "ui.panel right on", "tool.select select"}));
  CHECK(has_meter({"ui.place map", "ui.panel right on", "tool.select select"}));
  CHECK_FALSE(has_meter({"ui.place learn", "tool.select select"}));
}

TEST_CASE("The meter leaves out full builds that were not measured, and its lines add up") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  for (const char* line : {"ui.panel right on", "tool.select brush", "paint.line 20 20 20 24 blocked"})
    run_line(lab, line);
  lab.finish_updates();
  lab.mutable_state().fixed_clock = false;
  UpdateMeterReading& meter = lab.mutable_state().meter;
  meter.structures.clear();
  meter.micros = meter.worst_micros = 20;
  meter.at(StructureId::kHpa).micros = 5;
  const auto says = [&](std::string_view text) {
    return std::ranges::any_of(screen.drawn().texts,
                               [&](const DrawnText& drawn) { return drawn.text.find(text) != std::string::npos; });
  };
  for (const double full : {0.0, 8.0}) {
    CAPTURE(full);
    meter.rebuild_micros = meter.at(StructureId::kHpa).rebuild_micros = full;
    screen.frames(4);
    CHECK(says("updated in 5.0"));
    CHECK(says("Other (map and undo history): 15.0"));
    CHECK(says("a full build takes") == (full > 0));
    CHECK((item_in(screen.items(), "meter.full") != nullptr) == (full > 0));
    CHECK_FALSE(says("Nothing had to be updated"));
  }
}

TEST_CASE("The button that cancels a measurement stands beside the size of the map, not on it") {
  for (const float scale : {1.0f, 2.0f}) {
    CAPTURE(scale);
    Lab lab(screen_options());
    TestScreen screen(lab, {1920, 1200, scale});
    screen.frames(2);
    // It takes far longer than the frames that follow.
    for (const char* line : {"map.generate rooms 512 512 5", "decide.queries 1000", "decide.run"}) run_line(lab, line);
    screen.frames(2);
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem *cancel = item_in(items, "status.decide.cancel"), *size = item_in(items, "status.map");
    REQUIRE(cancel != nullptr);
    REQUIRE(size != nullptr);
    CHECK(cancel->x + cancel->width <= size->x);
    run_line(lab, "decide.cancel");
  }
}

TEST_CASE("The meter compares an edit with a build, and leaves out meshes of levels, which the background builds") {
  Lab lab;  // with times
  TestScreen screen(lab, {1280, 1400, 1}, true);
  screen.frames(2);
  const auto paint = [&](const char* line) {
    run_line(lab, line);
    lab.finish_updates();
    screen.frames(6);
    return screen.items();
  };
  for (const char* line : {"ui.panel right on", "tool.select brush", "hna on", "wait.ready"}) run_line(lab, line);
  const std::vector<ScreenItem> cells = paint("paint.stroke brush blocked 1 round 8,34 12,34 18,34");
  CHECK(item_in(cells, "meter.navmesh") != nullptr);
  CHECK(item_in(cells, "meter.hna.1") != nullptr);
  CHECK(std::ranges::any_of(screen.drawn().texts, [](const DrawnText& drawn) {
    return drawn.text.find("an edit, on average; a full build takes") != std::string::npos;
  }));
  run_line(lab, "map.open " + source_path("assets/levels/courtyard.obj") + " force");
  run_line(lab, "tool.select brush");
  lab.finish_updates();
  const std::vector<ScreenItem> level = paint("paint.line 20 20 26 20 blocked");
  CHECK(item_in(level, "meter.spent") != nullptr);
  CHECK(item_in(level, "meter.navmesh") == nullptr);
  CHECK(item_in(level, "meter.hna.1") == nullptr);
}

TEST_CASE("A page says what one can do on it, and the rail reaches down to the status bar") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1});
  screen.frames(2);
  run_line(lab, "ui.chart decide");
  screen.frames(4);
  // A page without results measures at once.
  lab.finish_updates();
  screen.frames(4);
  CHECK_FALSE(decide_controller(lab).results().rows.empty());
  lab.mutable_state().messages.clear();  // that all was measured
  screen.frames(2);
  const auto says = [&](std::string_view text) {
    return std::ranges::any_of(screen.drawn().texts, [&](const DrawnText& drawn) {
      return drawn.window == "##status" && drawn.text.find(text) != std::string::npos;
    });
  };
  CHECK(says("Escape shows the map again"));
  CHECK_FALSE(says("Drag S or G"));
  const std::vector<ScreenItem> items = screen.items();
  CHECK(item_in(items, "splitter.bottom") == nullptr);
  run_line(lab, "ui.chart off");
  screen.frames(4);
  CHECK(says("Drag S or G"));
}

TEST_CASE("The bar of the timeline stays in place while the number of the step changes") {
  for (const bool steps : {false, true}) {
    for (const char* hidden : {"predict off", "predict on"}) {
      CAPTURE(steps);
      CAPTURE(hidden);
      Lab lab(screen_options());
      TestScreen screen(lab, {1280, 800, 1}, true);
      screen.frames(2);
      for (const char* line : {"planner.trace astar", "step.to 1", hidden}) run_line(lab, line);
      if (steps) run_line(lab, "ui.panel steps on");
      screen.frames(4);
      const std::vector<ScreenItem> first = screen.items();
      const ScreenItem* bar = item_in(first, "timeline");
      REQUIRE(bar != nullptr);
      for (const char* line : {"step.to 9", "step.to 10", "step.to 99", "step.to 100", "step.to 1000"}) {
        CAPTURE(line);
        for (const char* one : {"predict off", line, hidden}) run_line(lab, one);
        screen.frames(3);
        const std::vector<ScreenItem> items = screen.items();
        for (const char* name : {"timeline", "play.first", "play.forward", "play.last", "steps"}) {
          CAPTURE(name);
          const ScreenItem *before = item_in(first, name), *after = item_in(items, name);
          REQUIRE(before != nullptr);
          REQUIRE(after != nullptr);
          CHECK(same_place(*before, *after));
        }
      }
    }
  }
}

TEST_CASE("The strip stays in place when the steps open above it, and the map keeps half of the window") {
  for (const ScreenSize& size : {ScreenSize{1280, 800, 1}, ScreenSize{1440, 900, 1}, ScreenSize{1920, 1080, 1}}) {
    CAPTURE(size.width);
    Lab lab(screen_options());
    TestScreen screen(lab, size, true);
    screen.frames(4);
    run_line(lab, "step.to 40");
    screen.frames(3);
    const std::vector<ScreenItem> closed = screen.items();
    run_line(lab, "ui.panel steps on");
    screen.frames(4);
    const std::vector<ScreenItem> open = screen.items();
    for (const char* name : {"play.first", "play.back", "play.toggle", "play.forward", "play.last", "play.speed",
                             "play.cursor", "timeline", "steps", "explain.sentence"}) {
      CAPTURE(name);
      const ScreenItem *before = item_in(closed, name), *after = item_in(open, name);
      REQUIRE(before != nullptr);
      REQUIRE(after != nullptr);
      CHECK(same_place(*before, *after));
    }
    for (const char* name : {"play.traced", "explain.open", "code.line.0", "log.40"}) {
      CAPTURE(name);
      CHECK(item_in(closed, name) == nullptr);
      const ScreenItem *item = item_in(open, name), *bar = item_in(open, "timeline"), *map = item_in(open, "map");
      REQUIRE(item != nullptr);
      CHECK(item->y + item->height <= bar->y);
      CHECK(item->y >= map->y + map->height);
      CHECK(map->height >= 0.45f * static_cast<float>(size.height));
    }
  }
}

TEST_CASE("Each place keeps the panels that were opened and closed in it") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  screen.frames(4);
  const auto shown = [&](std::string_view name) { return item_in(screen.items(), name) != nullptr; };
  const auto click = [&](std::string_view name) {
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem* item = item_in(items, name);
    REQUIRE(item != nullptr);
    screen.press(*item);
    screen.frames(3);
  };
  // A place that is shown for the first time takes the panels as they are.
  click("place.planners");
  click("steps");
  CHECK(shown("code.line.0"));
  click("place.crowd");
  CHECK(shown("code.line.0"));
  click("steps");
  run_line(lab, "ui.panel right off");
  screen.frames(3);
  CHECK_FALSE(shown("code.line.0"));
  CHECK_FALSE(shown("panel.right"));
  click("place.planners");
  CHECK(shown("code.line.0"));
  CHECK(shown("panel.right"));
  // Scripts change places in the same way.
  for (const char* line : {"ui.place crowd", "ui.place tab.hpa", "ui.place crowd"}) run_line(lab, line);
  screen.frames(3);
  CHECK_FALSE(shown("code.line.0"));
  CHECK_FALSE(shown("panel.right"));
  // A closed left panel changes nothing, nor does the same place opened again.
  click("place.crowd");
  CHECK_FALSE(shown("panel.right"));
  run_line(lab, "ui.panel right on");
  screen.frames(3);
  click("place.crowd");
  CHECK(shown("panel.left"));
  CHECK(shown("panel.right"));
  run_line(lab, "ui.reset_layout");
  screen.frames(3);
  for (const char* place : {"place.map", "place.planners"}) {
    click(place);
    CHECK_FALSE(shown("code.line.0"));
  }
}

TEST_CASE("Places are named as before in scripts, and learning opens the panels that it needs") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  screen.frames(3);
  const auto shown = [&](std::string_view name) { return item_in(screen.items(), name) != nullptr; };
  struct NamedTab {
    const char *name, *place, *item;
  };
  for (const auto& [name, place, item] :
       {NamedTab{"map", "place.map", "tab.agent"}, NamedTab{"edit", "place.map", "tab.agent"},
        NamedTab{"planners", "place.planners", "planners.find"}, NamedTab{"crowd", "place.crowd", "crowd.run"},
        NamedTab{"analysis", "place.planners", "scenario.add"}, NamedTab{"compare", "place.planners", "tab.decide"},
        NamedTab{"learn", "place.learn", "learn.astar-stops"}}) {
    CAPTURE(name);
    for (const char* panel : {"right", "bottom"}) run_line(lab, fmt::format("ui.panel {} off", panel));
    run_line(lab, fmt::format("ui.place {}", name));
    screen.frames(4);
    CHECK(lab.state().screen_place == place);
    CHECK(shown(item));
  }
  CHECK(shown("panel.right"));
  CHECK(shown("panel.bottom"));
  run_line(lab, "ui.place stepping");
  screen.frames(3);
  const size_t at = lab.playback().cursor();
  const std::vector<ScreenItem> items = screen.items();
  REQUIRE(item_in(items, "stepping.back") != nullptr);
  screen.press(*item_in(items, "stepping.back"));
  CHECK(lab.playback().cursor() + 1 == at);
}

TEST_CASE("Esc leaves a tool that paints, so that the next click paints nothing") {
  for (const char* tool : {"brush", "erase", "line", "rectangle", "ellipse", "fill", "pick"}) {
    CAPTURE(tool);
    Lab lab(screen_options());
    TestScreen screen(lab, {1280, 800, 1}, true);
    screen.frames(3);
    run_line(lab, fmt::format("tool.select {}", tool));
    screen.frames(3);
    CHECK(lab.state().tool != Tool::kSelect);
    screen.press_key(key::kEscape);
    CHECK(lab.state().tool == Tool::kSelect);
  }
}

TEST_CASE("The tooltips of the rail lie over the map, not over the panel beside it") {
  for (const ScreenSize& size : {ScreenSize{1280, 800, 1}, ScreenSize{1280, 800, 2}}) {
    CAPTURE(size.scale);
    Lab lab(screen_options());
    TestScreen screen(lab, size, true);
    screen.frames(2);
    run_line(lab, "ui.place planners");
    screen.frames(4);
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem* panel = item_in(items, "panel.left");
    REQUIRE(panel != nullptr);
    size_t seen = 0;
    for (const char* name : {"place.map", "place.planners", "place.crowd", "place.learn"}) {
      CAPTURE(name);
      const ScreenItem* place = item_in(items, name);
      REQUIRE(place != nullptr);
      screen.point_at(*place);
      for (const DrawnText& text : screen.drawn().texts) {
        if (!text.window.starts_with("##Tooltip")) continue;
        ++seen;
        CHECK(text.box.x0 >= panel->x + panel->width);
      }
    }
    CHECK(seen >= 4);
  }
}

namespace {

const ScreenItem& needed(const std::vector<ScreenItem>& items, std::string_view name) {
  const ScreenItem* item = item_in(items, name);
  CAPTURE(std::string(name));
  REQUIRE(item != nullptr);
  return *item;
}

}  // namespace

TEST_CASE("The buttons of a lesson stay in place from its first step to its end, whatever is answered or shown") {
  for (const char* name : {"astar-stops", "entrances", "clearance"}) {
    CAPTURE(name);
    Lab lab(screen_options());
    TestScreen screen(lab, {1280, 800, 1}, true);
    screen.frames(2);
    run_line(lab, fmt::format("lesson.open {}", name));
    lab.finish_updates();
    screen.frames(6);
    const LessonController& lesson = lesson_controller(lab);
    const std::vector<ScreenItem> first = screen.items();
    const auto same = [&](const std::vector<ScreenItem>& before, std::initializer_list<const char*> buttons) {
      const std::vector<ScreenItem> now = screen.items();
      for (const char* one : buttons) {
        CAPTURE(one);
        CHECK(same_place(needed(before, one), needed(now, one)));
      }
    };
    const auto press = [&](const char* button) {
      screen.press(ScreenItem(needed(screen.items(), button)));
      lab.finish_updates();
      screen.frames(6);
      same(first, {"lesson.back", "lesson.reset", "lesson.close", "lesson.next"});
    };
    for (size_t steps = lesson.lesson().steps.size(); steps > 0 && !lesson.finished(); --steps) {
      CAPTURE(lesson.step_index());
      if (lesson.step().asks()) {
        const std::vector<ScreenItem> asked = screen.items();
        if (item_in(asked, "lesson.hint") != nullptr) {
          press("lesson.hint");
          CHECK(lesson.hint_shown());
          same(asked, {"lesson.hint", "lesson.tell"});
        }
        press("lesson.tell");
      }
      press("lesson.next");
    }
    CHECK(lesson.finished());
  }
}

TEST_CASE("One Esc ends a prediction, and the hints beside the pointer go only where nothing else ends") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  screen.frames(3);
  run_line(lab, "predict on");
  screen.frames(3);
  lab.mutable_state().hints = true;
  lab.mutable_state().hover = Cell{5, 5};
  screen.press_key(key::kEscape);
  CHECK_FALSE(hidden_names(lab).hides_future());
  CHECK(lab.state().hints);
  lab.mutable_state().hover = Cell{5, 5};
  REQUIRE(hint_now(lab).has_value());
  screen.press_key(key::kEscape);
  CHECK_FALSE(lab.state().hints);
}

TEST_CASE("Tooltips cover neither the sentence of the step nor the text of a lesson, and are whole in the window") {
  for (const bool steps : {false, true}) {
    CAPTURE(steps);
    Lab lab(screen_options());
    TestScreen screen(lab, {1280, 800, 1}, true);
    screen.frames(2);
    run_line(lab, "lesson.open astar-stops");
    if (steps) run_line(lab, "ui.panel steps on");
    lab.finish_updates();
    screen.frames(6);
    size_t seen = 0;
    for (const char* name : {"lesson.back", "lesson.reset", "lesson.close", "lesson.next", "play.first", "play.forward",
                             "play.last", "timeline", "steps"}) {
      CAPTURE(name);
      const std::vector<ScreenItem> items = screen.items();
      screen.point_at(needed(items, name));
      for (const DrawnText& text : screen.drawn().texts) {
        if (!text.window.starts_with("##Tooltip")) continue;
        ++seen;
        CAPTURE(text.text);
        CHECK(text.box.x0 >= 0);
        CHECK(text.box.y0 >= 0);
        CHECK(text.box.x1 <= 1280);
        CHECK(text.box.y1 <= 800);
        for (const char* read : {"explain.sentence", "lesson.text", "lesson.title"}) {
          CAPTURE(read);
          const ScreenItem& around = needed(items, read);
          const bool apart = text.box.x1 <= around.x || text.box.x0 >= around.x + around.width ||
                             text.box.y1 <= around.y || text.box.y0 >= around.y + around.height;
          CHECK(apart);
        }
      }
    }
    CHECK(seen >= 9);
  }
}
