// Every step of every lesson: its question is in sight without scrolling, however large the letters are.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "core/base/build_info.hpp"
#include "tests/lab_support.hpp"
#include "tests/screen/test_screen.hpp"

using namespace strata;
using namespace strata::test;

namespace {

LabOptions lesson_options() {
  LabOptions options;
  options.fixed_clock = true;
  options.stock_folders = {assets_folder("maps"), assets_folder("graphs"), assets_folder("levels")};
  return options;
}

const ScreenItem* named(const std::vector<ScreenItem>& items, const std::string& name) {
  const auto found = std::ranges::find(items, name, &ScreenItem::name);
  return found == items.end() ? nullptr : &*found;
}

// Returns what is wrong with where the item lies; empty: nothing.
std::string lies_badly(const std::vector<ScreenItem>& items, const std::string& name, const ScreenItem& around) {
  const ScreenItem* item = named(items, name);
  if (item == nullptr) return name + " is not there";
  const bool inside = item->x >= around.x && item->y >= around.y && item->x + item->width <= around.x + around.width &&
                      item->y + item->height <= around.y + around.height;
  return inside ? std::string()
                : fmt::format("{} ends at {:.0f}, {} at {:.0f}", name, item->y + item->height, around.name,
                              around.y + around.height);
}

// The least share of the panel that the texts have beside the question.
constexpr float kLeastTexts = 0.15f;

void check_step(Lab& lab, const ScreenSize& size) {
  const LessonController& lesson = lesson_controller(lab);
  TestScreen screen(lab, size);
  screen.frames(6);
  const std::vector<ScreenItem> items = screen.items();
  const ScreenItem* panel = named(items, "panel.right");
  REQUIRE(panel != nullptr);
  std::vector<std::string> names = {"lesson.next", "lesson.back"};
  if (lesson.step().asks() && !lesson.answer_state().done) {
    names.insert(names.end(), {"lesson.asked", "lesson.question", "lesson.tell"});
    if (lesson.step().builds()) names.emplace_back("lesson.done");
    for (size_t i = 1; i <= lesson.shown().choices.size(); ++i) names.push_back(fmt::format("lesson.choice.{}", i));
  } else if (lesson.step().asks()) {
    names.emplace_back("lesson.verdict");
  }
  std::vector<std::string> problems;
  for (const std::string& name : names) problems.push_back(lies_badly(items, name, *panel));
  if (const ScreenItem* texts = named(items, "lesson.texts"); texts && texts->height < kLeastTexts * panel->height) {
    problems.push_back(fmt::format("the texts have {:.0f} of {:.0f} pixels", texts->height, panel->height));
  }
  for (const std::string& problem : problems) {
    if (problem.empty()) continue;
    FAIL_CHECK(
        fmt::format("{}, step {} at scale {:g}: {}", lesson.lesson().id, lesson.step_index() + 1, size.scale, problem));
  }
}

}  // namespace

TEST_CASE("The question of every step of every lesson is in sight with its buttons, at scales 1 and 2") {
  size_t steps = 0;
  for (const LessonEntry& entry : lesson_list()) {
    CAPTURE(entry.id);
    Lab lab(lesson_options());
    run(lab, "lesson.open " + entry.id);
    const LessonController& lesson = lesson_controller(lab);
    for (size_t step = 0; step < lesson.lesson().steps.size(); ++step) {
      if (step > 0) run(lab, "lesson.next");
      lab.finish_updates();
      for (const ScreenSize size : {ScreenSize{1280, 800, 1}, ScreenSize{1280, 800, 2}}) check_step(lab, size);
      if (lesson.step().asks()) run(lab, "lesson.tell");
      lab.finish_updates();
      check_step(lab, {1280, 800, 2});
      ++steps;
    }
  }
  CHECK(steps > 70);
}

TEST_CASE("A lesson opens the right panel that was closed, and the user may close it again") {
  Lab lab(lesson_options());
  TestScreen screen(lab, {1280, 800, 1});
  run(lab, "ui.panel right off");
  screen.frames(3);
  CHECK(named(screen.items(), "panel.right") == nullptr);
  run(lab, "lesson.open astar-stops");
  screen.frames(3);
  CHECK(named(screen.items(), "lesson.question") == nullptr);  // the first step asks nothing
  CHECK(named(screen.items(), "lesson.text") != nullptr);
  run(lab, "ui.panel right off");
  screen.frames(3);
  CHECK(named(screen.items(), "panel.right") == nullptr);
}

TEST_CASE("After a wrong answer the hint is in sight, and the question stays where it was") {
  Lab lab(lesson_options());
  run(lab, "lesson.open insert-ends");
  TestScreen screen(lab, {1280, 800, 2});
  screen.frames(6);
  const std::vector<ScreenItem> before = screen.items();
  REQUIRE(named(before, "lesson.choice.2") != nullptr);
  screen.press(*named(before, "lesson.choice.2"));
  screen.frames(8);
  CHECK(lesson_controller(lab).verdict() == LessonVerdict::kWrong);
  const std::vector<ScreenItem> after = screen.items();
  REQUIRE(named(after, "lesson.hint_text") != nullptr);
  CHECK(named(after, "lesson.choice.1")->y == doctest::Approx(named(before, "lesson.choice.1")->y).epsilon(0.02));
}
