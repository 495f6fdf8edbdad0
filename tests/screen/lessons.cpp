// Every step of every lesson: its question is in sight without scrolling, however large the letters are.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/base/key_chords.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/features/lesson/lesson_recorder.hpp"
#include "app/lab/user_exports.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/lesson_support.hpp"
#include "tests/screen/test_screen.hpp"
#include "tests/temp_folder.hpp"

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
    if (lesson.simulation()) {
      names.insert(names.end(), {"lesson.step_number", "lesson.step_marks", "lesson.step_question"});
      for (const SimulationChoice& choice : lesson.simulation()->now.choices) {
        names.push_back("lesson.step_choice." + choice.word);
      }
      const SimulationStep& asked = lesson.simulation()->now;
      const bool typed = asked.number || (!asked.choices.empty() && asked.choices[0].has_number);
      if (typed) names.emplace_back("lesson.field");
      if (lesson.step().ask->form == SimulationForm::kExpansions) names.emplace_back("lesson.open_list");
    }
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

TEST_CASE("The panel of a simulation is in sight at each of its steps, and none of its texts is cut off") {
  for (const char* id : {"be-astar", "be-contraction", "be-connecting"}) {
    CAPTURE(id);
    Lab lab(lesson_options());
    run(lab, {"lesson.student Ann", fmt::format("lesson.open {}", id)});
    const LessonController& lesson = lesson_controller(lab);
    while (!lesson.finished()) {
      for (size_t step = 0; !lesson.may_go_on(); ++step) {
        const SimulationStep asked = lesson.simulation()->now;
        run(lab, format_command({"lesson.answer", step == 1 ? asked.wrong : asked.right}));
        lab.finish_updates();
        if (step > 2 && !lesson.answer_state().done) continue;
        for (const ScreenSize size : {ScreenSize{1280, 800, 1}, ScreenSize{1280, 800, 2}}) {
          check_step(lab, size);
          TestScreen screen(lab, size);
          screen.frames(6);
          CHECK(named(screen.items(), "lesson.step_marks") != nullptr);
          for (const TextFault& fault : screen.faults())
            FAIL_CHECK(fmt::format("scale {:g}: {}", size.scale, fault.line()));
        }
      }
      run(lab, "lesson.next");
    }
  }
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

TEST_CASE("Esc in the field of a lesson leaves the field and not the lesson") {
  Lab lab(lesson_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  run(lab, "lesson.open clearance");
  screen.frames(4);
  const std::vector<ScreenItem> items = screen.items();
  const ScreenItem *field = named(items, "lesson.field"), *other = named(items, "map");
  REQUIRE(field != nullptr);
  REQUIRE(other != nullptr);
  screen.press(*field);
  REQUIRE(ImGui::GetIO().WantTextInput);
  screen.press_key(key::kEscape);
  CHECK(lesson_controller(lab).is_open());
  screen.press(*other);  // as no key reaches Dear ImGui here
  REQUIRE_FALSE(ImGui::GetIO().WantTextInput);
  screen.press_key(key::kEscape);
  CHECK_FALSE(lesson_controller(lab).is_open());
}

TEST_CASE("A lesson that is left leaves the right panel closed or open, as it was before") {
  for (const bool open : {false, true}) {
    CAPTURE(open);
    Lab lab(lesson_options());
    TestScreen screen(lab, {1280, 800, 1}, true);
    run(lab, open ? "ui.panel right on" : "ui.panel right off");
    screen.frames(3);
    CHECK((named(screen.items(), "panel.right") != nullptr) == open);
    run(lab, "lesson.open astar-stops");
    screen.frames(3);
    CHECK(named(screen.items(), "panel.right") != nullptr);
    run(lab, "lesson.close");
    screen.frames(3);
    CHECK((named(screen.items(), "panel.right") != nullptr) == open);
  }
}

TEST_CASE("After a wrong answer the hint is in sight, and the question stays where it was") {
  Lab lab(lesson_options());
  for (const char* line : {"lesson.open insert-ends", "lesson.tell", "lesson.next"}) run(lab, line);
  TestScreen screen(lab, {1280, 800, 2});
  screen.frames(6);
  const std::vector<ScreenItem> before = screen.items();
  REQUIRE(named(before, "lesson.field") != nullptr);
  run(lab, "lesson.answer 1");
  screen.frames(8);
  CHECK(lesson_controller(lab).verdict() == LessonVerdict::kWrong);
  const std::vector<ScreenItem> after = screen.items();
  REQUIRE(named(after, "lesson.hint_text") != nullptr);
  REQUIRE(named(after, "lesson.field") != nullptr);
  CHECK(named(after, "lesson.field")->y == doctest::Approx(named(before, "lesson.field")->y).epsilon(0.02));
}

TEST_CASE("A card that tells of pseudo-code opens the steps, and they close with it") {
  Lab lab(lesson_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  screen.frames(3);
  const auto steps_after = [&](const char* line) {
    REQUIRE(lab.execute(line).ok());
    lab.finish_updates();
    screen.frames(6);
    return lab.state().strip_height > 0;
  };
  CHECK(steps_after("figure.open HPA-L9"));
  CHECK(steps_after("figure.open HPA-L10"));
  CHECK_FALSE(steps_after("figure.open HPA-4a"));
  CHECK(steps_after("figure.open SG-L1"));
  CHECK_FALSE(steps_after("figure.leave"));
}

TEST_CASE("The chart of a card is the view, its text stands first, and no other panel opens") {
  Lab lab(lesson_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  screen.frames(3);
  REQUIRE(lab.execute("figure.open HPA-5").ok());
  lab.finish_updates();
  screen.frames(6);
  const std::vector<ScreenItem> items = screen.items();
  const ScreenItem *chart = named(items, "chart.window"), *map = named(items, "map");
  REQUIRE(chart != nullptr);
  REQUIRE(map != nullptr);
  CHECK(chart->width * chart->height > 0.85f * map->width * map->height);
  CHECK(named(items, "panel.left") == nullptr);
  CHECK(named(items, "code.line.0") == nullptr);
  // It reaches down to the status bar: the strip of the steps says nothing of a chart.
  CHECK(named(items, "timeline") == nullptr);
  CHECK(chart->y + chart->height > 770);
  const ScreenItem* plot = named(items, "chart.plot");
  REQUIRE(plot != nullptr);
  CHECK(plot->height > 500);
  const ScreenItem *text = named(items, "section.figure"), *table = named(items, "section.comparison");
  REQUIRE(text != nullptr);
  REQUIRE(table != nullptr);
  CHECK(text->y < table->y);
  // A card whose figure is the map leaves it free.
  REQUIRE(lab.execute("figure.open HPA-4a").ok());
  screen.frames(4);
  CHECK(named(screen.items(), "chart.window") == nullptr);
  CHECK(named(screen.items(), "timeline") != nullptr);
  // The map is behind a button, and everything is back when the card is left.
  REQUIRE(lab.execute("figure.open HPA-5").ok());
  screen.frames(4);
  const std::vector<ScreenItem> again = screen.items();
  const ScreenItem* close = named(again, "chart.close");
  REQUIRE(close != nullptr);
  screen.press(*close);
  CHECK(lab.state().chart.name.empty());
  CHECK(named(screen.items(), "timeline") != nullptr);
  REQUIRE(lab.execute("figure.leave").ok());
  screen.frames(4);
  CHECK(named(screen.items(), "timeline") != nullptr);
  CHECK(named(screen.items(), "chart.window") == nullptr);
}

TEST_CASE("Beside a lesson comparison and legend are folded unless the step names them, and then they are as before") {
  Lab lab(lesson_options());
  TestScreen screen(lab, {1280, 1600, 1}, true);
  screen.frames(4);
  const auto shown = [&](const std::string& name) { return named(screen.items(), name) != nullptr; };
  const auto press = [&](const std::string& name) {
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem* item = named(items, name);
    REQUIRE_MESSAGE(item != nullptr, name);
    screen.press(*item);
    screen.frames(4);
  };
  press("section.legend");
  CHECK(shown("compare.astar.trace"));
  CHECK_FALSE(shown("key.search"));
  // The first step names neither; the user may unfold what is folded.
  run(lab, "lesson.open astar-stops");
  lab.finish_updates();
  screen.frames(4);
  CHECK(shown("section.comparison"));
  CHECK(shown("section.legend"));
  CHECK_FALSE(shown("compare.astar.trace"));
  CHECK_FALSE(shown("key.search"));
  press("section.legend");
  CHECK(shown("key.search"));
  // The second step hides the table and shows it once the question is answered.
  run(lab, "lesson.next");
  run(lab, "lesson.tell");
  lab.finish_updates();
  screen.frames(4);
  CHECK(shown("compare.astar.trace"));
  CHECK_FALSE(shown("key.search"));
  run(lab, "lesson.close");
  lab.finish_updates();
  screen.frames(4);
  CHECK(shown("compare.astar.trace"));
  CHECK_FALSE(shown("key.search"));
}

TEST_CASE("The place Learn lists lessons in their groups, with minutes, and marks those that were finished") {
  Lab lab(lesson_options());
  TestScreen screen(lab, {1280, 1600, 1}, true);
  screen.frames(3);
  run(lab, "lesson.open astar-stops");
  const LessonController& lesson = lesson_controller(lab);
  while (!lesson.finished()) {
    if (lesson.step().asks() && !lesson.answer_state().done) run(lab, "lesson.tell");
    run(lab, "lesson.next");
  }
  run(lab, "lesson.close");
  lab.finish_updates();
  run(lab, "ui.place learn");
  screen.frames(6);
  const std::vector<ScreenItem> items = screen.items();
  std::set<std::string> texts;
  for (const DrawnText& text : screen.drawn().texts) texts.insert(text.text);
  float last = 0;
  std::string group;
  for (const LessonEntry& entry : lesson_list()) {
    CAPTURE(entry.id);
    const ScreenItem* row = named(items, "learn." + entry.id);
    REQUIRE(row != nullptr);
    CHECK(row->y > last);
    if (!group.empty() && entry.group != group) CHECK(row->y > last + 1.4f * row->height);  // a title is between
    last = row->y;
    group = entry.group;
    CHECK(texts.contains(entry.group));
    CHECK((named(items, "learn.done." + entry.id) != nullptr) == (entry.id == "astar-stops"));
  }
  CHECK(named(items, "learn.record") != nullptr);
}

TEST_CASE("Each field of the recorder takes its own text, and the lesson is saved in the folder of exports") {
  const TempFolder maps, exports;
  REQUIRE(write_file_atomic(maps.file("own.map"), "type octile\nheight 2\nwidth 4\nmap\n....\n....\n").ok());
  Lab lab(lesson_options());
  run(lab, open_line(maps.file("own.map")));
  note_export(lab, exports.file("figure.svg"));
  run(lab, "lesson.record.start");
  TestScreen screen(lab, {1280, 1200, 1});
  run(lab, "ui.panel right on");
  screen.frames(6);
  const auto press = [&](const char* name) {
    CAPTURE(name);
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem* item = named(items, name);
    REQUIRE(item != nullptr);
    screen.press(*item);
  };
  const auto type = [&](const char* name, const char* text) {
    press(name);
    ImGui::GetIO().AddInputCharactersUTF8(text);
    screen.frames(3);
  };
  const LessonRecording& recorded = lesson_recorder(lab).recorded();
  // The pointer sets the caret behind the text that is there.
  type("record.write.title", " of two");
  type("record.title", "The other");
  CHECK(recorded.steps.at(0).title == "Step 1 of two");
  press("record.step");
  REQUIRE(recorded.steps.size() == 2);
  CHECK(recorded.steps[0].title == "Step 1 of two");
  CHECK(recorded.steps[1].title == "The other");
  type("record.write.lesson", "Two steps");
  press("record.ask");
  CHECK(recorded.title == "Two steps");
  CHECK(recorded.steps[1].hides);
  press("record.hide");
  CHECK_FALSE(recorded.steps[1].hides);
  type("record.file", "mine");
  press("record.save");
  CHECK(lesson_recorder(lab).saved() == exports.file("mine.lesson"));
  const Result<Lesson> read = load_lesson(exports.file("mine.lesson"));
  REQUIRE(read.ok());
  CHECK(read.value().title == "Two steps");
  for (const char* line : {"stop", "discard", "start", "stop"}) run(lab, std::string("lesson.record.") + line);
  screen.frames(3);
  CHECK(std::ranges::count(screen.drawn().texts, "1 step was recorded.", &DrawnText::text) == 1);
}

TEST_CASE("A recording without a name for its file has that of the lesson's title") {
  const TempFolder exports;
  Lab lab(lesson_options());
  note_export(lab, exports.file("figure.svg"));
  run(lab, {"lesson.record.start", "lesson.record.write lesson \"My first lesson!\""});
  TestScreen screen(lab, {1280, 1200, 1});
  screen.frames(2);
  run(lab, "ui.panel right on");
  screen.frames(6);
  CHECK(std::ranges::count(screen.drawn().texts, "Step 1", &DrawnText::text) >= 1);
  CHECK(std::ranges::count(screen.drawn().texts, "Step 1: Step 1", &DrawnText::text) == 0);
  const std::vector<ScreenItem> items = screen.items();
  const ScreenItem* save = named(items, "record.save");
  REQUIRE(save != nullptr);
  screen.press(*save);
  CHECK(lesson_recorder(lab).saved() == exports.file("my-first-lesson.lesson"));
}

TEST_CASE("At its end a lesson without variants asks for a name before it is handed in, and says where the file is") {
  const TempFolder exports;
  Lab lab(lesson_options());
  note_export(lab, exports.file("figure.svg"));
  run(lab, "lesson.open " + small_lesson(exports));
  const LessonController& lesson = lesson_controller(lab);
  while (!lesson.finished()) {
    if (lesson.step().asks() && !lesson.answer_state().done) run(lab, "lesson.tell");
    run(lab, "lesson.next");
  }
  lab.finish_updates();
  TestScreen screen(lab, {1280, 1200, 1}, true);
  screen.frames(6);
  const auto press = [&](const char* name) {
    CAPTURE(name);
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem* item = named(items, name);
    REQUIRE(item != nullptr);
    screen.press(*item);
    screen.frames(4);
  };
  press("lesson.hand_in");
  CHECK(named(screen.items(), "lesson.name_problem") != nullptr);
  CHECK(lesson.handed_in().empty());
  REQUIRE(ImGui::GetIO().WantTextInput);
  ImGui::GetIO().AddInputCharactersUTF8("Ann");
  screen.frames(3);
  press("lesson.hand_in");
  CHECK(lesson.handed_in() == exports.file("small-Ann.json"));
  CHECK(read_file(exports.file("small-Ann.json")).ok());
  CHECK(named(screen.items(), "lesson.handed_in") != nullptr);
  CHECK(named(screen.items(), "lesson.name_problem") == nullptr);
}

TEST_CASE("A lesson is not handed in under a name that is refused, and the reason stands beside the field") {
  const TempFolder exports;
  Lab lab(lesson_options());
  note_export(lab, exports.file("figure.svg"));
  run(lab, "lesson.open " + small_lesson(exports));
  const LessonController& lesson = lesson_controller(lab);
  while (!lesson.finished()) {
    if (lesson.step().asks() && !lesson.answer_state().done) run(lab, "lesson.tell");
    run(lab, "lesson.next");
  }
  lab.finish_updates();
  TestScreen screen(lab, {1280, 1200, 1}, true);
  screen.frames(6);
  const auto press = [&] {
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem* item = named(items, "lesson.hand_in");
    REQUIRE(item != nullptr);
    screen.press(*item);
    screen.frames(4);
  };
  press();  // without a name the field takes the keyboard
  REQUIRE(ImGui::GetIO().WantTextInput);
  ImGui::GetIO().AddInputCharactersUTF8(std::string(kMostStudentLetters + 1, 'a').c_str());
  screen.frames(3);
  CHECK(named(screen.items(), "lesson.name_problem") == nullptr);
  press();
  CHECK(named(screen.items(), "lesson.name_problem") != nullptr);
  CHECK(lesson.handed_in().empty());
  CHECK(lesson.student().empty());
  CHECK(ImGui::GetIO().WantTextInput);
}

TEST_CASE("At its end a lesson with variants is handed in under the name that it has, and offers the next one") {
  const TempFolder exports;
  Lab lab(lesson_options());
  note_export(lab, exports.file("figure.svg"));
  run(lab, {"lesson.open astar-stops", "lesson.student Ann"});
  const LessonController& lesson = lesson_controller(lab);
  while (!lesson.finished()) {
    if (lesson.step().asks() && !lesson.answer_state().done) run(lab, "lesson.tell");
    run(lab, "lesson.next");
  }
  lab.finish_updates();
  TestScreen screen(lab, {1280, 1200, 1}, true);
  screen.frames(6);
  const auto press = [&](const char* name) {
    CAPTURE(name);
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem* item = named(items, name);
    REQUIRE(item != nullptr);
    screen.press(*item);
    screen.frames(4);
  };
  press("lesson.hand_in");
  CHECK(lesson.handed_in() == exports.file("astar-stops-Ann.json"));
  CHECK(read_file(exports.file("astar-stops-Ann.json")).ok());
  CHECK(named(screen.items(), "lesson.handed_in") != nullptr);
  CHECK(named(screen.items(), "lesson.name_problem") == nullptr);
  press("lesson.following");
  REQUIRE(lesson.is_open());
  const std::span<const LessonEntry> lessons = lesson_list();
  const auto first = std::ranges::find(lessons, "astar-stops", &LessonEntry::id);
  REQUIRE(first + 1 != lessons.end());
  CHECK(lesson.lesson().id == (first + 1)->id);
}

TEST_CASE("The minutes of all lessons stand in one column, however long the text about progress is") {
  Lab lab(lesson_options());
  run(lab, "lesson.open astar-stops");
  run(lab, {"lesson.next", "lesson.close", "ui.show lessons on"});
  TestScreen screen(lab, {1280, 1200, 1}, true);
  screen.frames(6);
  const std::vector<ScreenItem> items = screen.items();
  std::set<int> places;
  for (const LessonEntry& entry : lesson_list()) {
    const ScreenItem* minutes = named(items, "lessons.minutes." + entry.id);
    if (minutes != nullptr) places.insert(static_cast<int>(std::lround(minutes->x)));
  }
  CHECK(places.size() == 1);
}

TEST_CASE("A lesson that is left shows the place that was open before, also if a brush was armed") {
  Lab lab(lesson_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  screen.frames(3);
  for (const char* line :
       {"ui.place crowd", "tool.select brush", "ui.place learn", "lesson.open astar-stops", "lesson.close"}) {
    run(lab, line);
    screen.frames(4);
  }
  CHECK(lab.state().screen_place == "place.learn");
  CHECK(lab.state().tool == Tool::kSelect);
}
