// A presentation with each of its parts: no text is cut, covered or drawn over another one, no part lies over another
// part or over the maps, and charts have letters for a lecture hall.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab.hpp"
#include "app/lab/presentation.hpp"
#include "app/lab/presented_text.hpp"
#include "app/ui/presentation_layout.hpp"
#include "tests/screen/scenes.hpp"
#include "tests/screen/test_screen.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr ScreenSize kScreens[] = {{1280, 800, 1}, {1280, 800, 2}, {1920, 1080, 1}, {1920, 1080, 2}};

struct PresentedScene {
  const char* part;                // the part that must be in sight, by its name in the UI dump
  std::vector<std::string> lines;  // before the presentation begins
};

const std::vector<PresentedScene>& presented_scenes() {
  static const std::vector<PresentedScene> all = {
      {"presented.caption", {"figure.open HPA-4a"}},
      {"presented.caption", {"figure.open HPA-C4"}},
      {"presented.caption", {"figure.open HPA-T1"}},
      {"view.1.title",
       {"hpa.levels 2", "planner.show hpa2 on", "planner.trace hpa2", "view.split 2", "step.last", "xray.show on"}},
      {"presented.xray", {"planner.show hpa1 on", "planner.trace hpa1", "step.last", "xray.show on"}},
      {"presented.meter", {"hpa.levels 3", "sectors on", "paint.stroke brush blocked 1 round 15,15 18,15"}},
      {"presented.crowd", {"crowd.count 200", "crowd.spawn", "crowd.step"}},
      {"presented.comparison",
       {"planner.show hpa1 on", "planner.show hpa2 on", "planner.levels_apart on", "ui.present comparison on"}},
      {"presentation.chart", {"planner.show hpa1 on", "ui.chart effort"}},
      {"presentation.chart", {"figure.open HPA-6"}},
      {"large.code.planner", {"planner.show hpa2 on", "view.compare 2", "step.to 60", "ui.code on"}},
      {"presented.crowd",
       {"planner.show hpa1 on", "ui.present comparison on", "ui.code on", "step.to 60",
        "paint.stroke brush blocked 1 round 15,15", "crowd.count 200", "crowd.spawn"}}};
  return all;
}

const ScreenItem* find_item(const std::vector<ScreenItem>& items, std::string_view name) {
  const auto found = std::ranges::find(items, name, &ScreenItem::name);
  return found != items.end() ? &*found : nullptr;
}

bool overlap(const ScreenItem& a, const ScreenItem& b) {
  return a.x + 1 < b.x + b.width && b.x + 1 < a.x + a.width && a.y + 1 < b.y + b.height && b.y + 1 < a.y + a.height;
}

}  // namespace

TEST_CASE("Each part of a presentation can be read, and lies neither over the maps nor over another part") {
  for (const PresentedScene& scene : presented_scenes()) {
    Lab lab(screen_options());
    for (const std::string& line : scene.lines) run_line(lab, line);
    lab.finish_updates();
    run_line(lab, "ui.presentation on");
    for (const ScreenSize& size : kScreens) {
      CAPTURE(scene.part);
      CAPTURE(scene.lines[0]);
      CAPTURE(fmt::format("{}x{} at {}", size.width, size.height, size.scale));
      TestScreen screen(lab, size);
      screen.frames(4);
      for (const TextFault& fault : screen.faults()) FAIL_CHECK(fault.line());
      const std::vector<ScreenItem> items = screen.items();
      REQUIRE(find_item(items, scene.part) != nullptr);
      const ScreenItem* side = find_item(items, "presentation.side");
      REQUIRE(side != nullptr);
      std::vector<const ScreenItem*> parts;
      for (const ScreenItem& item : items) {
        const bool text = item.name.starts_with("presented.");
        if (text || item.name == "legend" || item.name == "large.code" || item.name == "large.code.planner") {
          parts.push_back(&item);
          CHECK(item.x >= side->x);
          CHECK(item.y + item.height <= side->y + side->height + 1);
        }
      }
      for (const ScreenItem* one : parts) {
        for (const ScreenItem* other : parts) {
          if (one == other) continue;
          CAPTURE(one->name);
          CAPTURE(other->name);
          CHECK_FALSE(overlap(*one, *other));
        }
      }
    }
  }
}

TEST_CASE("The timeline of a presentation grows with its letters, and the field for a student's name is left out") {
  for (const ScreenSize& size : kScreens) {
    CAPTURE(fmt::format("{}x{} at {}", size.width, size.height, size.scale));
    Lab lab(screen_options());
    run_line(lab, "lesson.open wall-falls");
    lab.finish_updates();
    if (size.scale == 1) {
      TestScreen screen(lab, size);
      screen.frames(4);
      CHECK(find_item(screen.items(), "lesson.student") != nullptr);
    }
    run_line(lab, "ui.presentation on");
    TestScreen screen(lab, size);
    screen.frames(4);
    const std::vector<ScreenItem> items = screen.items();
    CHECK(find_item(items, "lesson.student") == nullptr);
    const ScreenItem *timeline = find_item(items, "timeline"), *caption = find_item(items, "caption");
    REQUIRE(timeline != nullptr);
    REQUIRE(caption != nullptr);
    CHECK(timeline->height >= presentation_text(caption->y + caption->height) * 1.25f);
    CHECK(timeline->y + timeline->height <= caption->y + caption->height);
    // The lesson begins without a search on the map.
    CHECK_FALSE(shows_stepped(lab.state()));
  }
}

TEST_CASE("The chart of a presentation stands beside the map, that of a card in its place, in letters for a hall") {
  for (const ScreenSize& size : kScreens) {
    CAPTURE(fmt::format("{}x{} at {}", size.width, size.height, size.scale));
    for (const bool card : {false, true}) {
      Lab lab(screen_options());
      for (const char* line : {"planner.show hpa1 on", card ? "figure.open HPA-6" : "ui.chart effort"}) {
        run_line(lab, line);
      }
      lab.finish_updates();
      run_line(lab, "ui.presentation on");
      TestScreen screen(lab, size);
      screen.frames(4);
      const std::vector<ScreenItem> items = screen.items();
      const ScreenItem *chart = find_item(items, "presentation.chart"), *map = find_item(items, "map.1"),
                       *sentence = find_item(items, "caption");
      REQUIRE(chart != nullptr);
      REQUIRE(sentence != nullptr);
      CHECK_FALSE(overlap(*chart, *sentence));
      if (!card) {
        REQUIRE(map != nullptr);
        CHECK_FALSE(overlap(*chart, *map));
      }
      // The smallest letters of the chart.
      const float least = presentation_text(static_cast<float>(size.height)) * 0.6f;
      size_t texts = 0;
      for (const DrawnText& text : screen.drawn().texts) {
        if (!text.window.ends_with("presented")) continue;
        CAPTURE(text.text);
        CHECK(text.size >= least);
        ++texts;
      }
      CHECK(texts > 4);
      // It is a part like the others.
      run_line(lab, "ui.present chart off");
      screen.frames(3);
      CHECK(find_item(screen.items(), "presentation.chart") == nullptr);
      run_line(lab, "ui.present chart on");
    }
  }
}

TEST_CASE("While a card without a search is open, nothing asks for start and goal") {
  for (const char* id : {"HPA-C4", "HAA-6"}) {
    CAPTURE(id);
    Lab lab(screen_options());
    run_line(lab, fmt::format("figure.open {}", id));
    lab.finish_updates();
    lab.mutable_state().messages.clear();
    REQUIRE_FALSE(lab.state().has_query);
    TestScreen screen(lab, {1280, 800, 1}, true);
    for (const bool presented : {false, true}) {
      CAPTURE(presented);
      run_line(lab, presented ? "ui.presentation on" : "ui.presentation off");
      screen.frames(4);
      for (const DrawnText& text : screen.drawn().texts) {
        std::string words = text.text;
        std::ranges::transform(words, words.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
        CAPTURE(text.text);
        CHECK(words.find("start and goal") == words.npos);
      }
    }
  }
}

TEST_CASE("A presentation tells no more of a hidden future than the panels do") {
  const auto shown = [](const char* wall) {
    Lab lab(screen_options());
    for (const char* line :
         {wall, "step.to 150", "paint.line 1 1 2 1 blocked", "step.to 150", "ui.present comparison on",
          "ui.present meter off", "predict.hide future", "step.to 150", "ui.chart effort", "ui.presentation on"}) {
      run_line(lab, line);
      lab.finish_updates();
    }
    TestScreen screen(lab, {1920, 1080, 1});
    screen.frames(4);
    std::vector<std::string> texts;
    for (const DrawnText& text : screen.drawn().texts) texts.push_back(text.text);
    std::ranges::sort(texts);
    return texts;
  };
  // Two maps that differ where the search has not been yet.
  CHECK(shown("paint.line 33 8 33 22 blocked") == shown("paint.line 33 8 33 22 ground"));
}
