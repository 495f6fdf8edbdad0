// Questions of lessons: what counts as an answer, and that nothing on the map or in the panels tells it before.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/features/lesson/lesson_truth.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/state_value.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_text.hpp"
#include "app/playback/playback.hpp"
#include "tests/lesson_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using strata::test::lesson_dump;
using strata::test::run;
using strata::test::small_lesson;

namespace {

std::set<std::string> keys_in(const std::string& text) {
  std::set<std::string> keys;
  const auto pieces = read_text(text);
  REQUIRE(pieces.ok());
  for (const TextPiece& piece : pieces.value()) {
    if (piece.kind == TextPiece::Kind::kValue) keys.insert(piece.text);
  }
  return keys;
}

// Returns the keys of the values that the reason of the step tells and nothing before the answer does.
std::set<std::string> keys_of_reason(const LessonStep& step) {
  std::string before = step.hint + step.ask->text;
  for (const std::string& text : step.texts) before += text;
  const std::set<std::string> told = keys_in(before);
  std::set<std::string> keys = keys_in(step.because);
  std::erase_if(keys, [&](const std::string& key) { return told.contains(key) || key.starts_with("map."); });
  return keys;
}

// Tries all that moves the cursor on.
void go_on(Lab& lab) {
  for (const char* line : {"step.play", "step.forward 100000", "step.next_expansion", "step.run", "step.last"}) {
    (void)lab.execute(line);
    for (int frame = 0; frame < 5; ++frame) lab.tick(1);
  }
}

}  // namespace

TEST_CASE("no step whose reason has a number of the stepped search shows how that search ends before the answer") {
  size_t hidden = 0;
  for (const LessonEntry& entry : lesson_list()) {
    Lab lab(lesson_check_options());
    run(lab, "lesson.open " + entry.id);
    const LessonController& lesson = lesson_controller(lab);
    for (size_t at = 0; at < lesson.lesson().steps.size(); ++at) {
      if (at > 0) run(lab, "lesson.next");
      const LessonStep& step = lesson.step();
      const bool changes = std::ranges::any_of(step.after, [](const LessonAction& action) {
        return action.kind == LessonAction::Kind::kCommand && !action.command.name.starts_with("step.");
      });
      // What the answer changes is searched anew then. A number that the text has is no secret.
      const std::string key = "value(planners." + lab.state().traced + ".";
      const bool told = std::ranges::any_of(step.texts, [&](const auto& text) { return text.find(key) != text.npos; });
      if (step.ask && !changes && !told && step.because.find(key) != step.because.npos) {
        CHECK_MESSAGE(lab.playback().future_hidden(), entry.id, ", step ", at + 1);
        ++hidden;
      }
      if (step.asks()) run(lab, "lesson.tell");
    }
  }
  CHECK(hidden > 10);
}

TEST_CASE("the answer is what comes of the commands after it, and the map changes only then") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "lesson.open " + small_lesson(folder));
  LessonController& controller = lesson_controller(lab);
  CHECK(controller.shown().texts[0] == "The path costs 10.");
  CHECK(lab.state().query.goal == Cell{12, 2});
  run(lab, "lesson.answer 10");
  CHECK(lesson_dump(lab)["verdict"] == "wrong");
  CHECK(lesson_dump(lab)["hint"] == true);
  CHECK(lab.state().query.goal == Cell{12, 2});
  // A refusal leaves nothing behind. Only what the learner has given and could not be read is told beside the question,
  // and neither there nor in the status bar after the next answer.
  const auto before = lesson_dump(lab);
  CHECK(test::failure(lab, "lesson.answer ten") == "lesson.answer: expected a number, not 'ten'");
  CHECK(lesson_dump(lab) == before);
  CHECK(lesson_dump(lab)["tries"] == 1);
  lab.run("lesson.answer one");
  CHECK(lesson_dump(lab)["reason"] == "This does not count as a try: expected a number, not 'one'.");
  REQUIRE_FALSE(lab.state().messages.empty());
  CHECK(lab.state().messages.back().text == "Expected a number, not 'one'");
  CHECK(test::failure(lab, "lesson.next") == "lesson.next: the question of this step is not answered yet");
  run(lab, "lesson.answer 15.05");
  CHECK(lesson_dump(lab)["verdict"] == "right");
  CHECK(std::ranges::count(lab.state().messages, "Expected a number, not 'one'", &Message::text) == 0);
  CHECK(lesson_dump(lab)["first"] == 0);
  CHECK(lab.state().query.goal == Cell{17, 2});
  CHECK(controller.shown().because == "It costs 15 now.");
}

TEST_CASE("after two wrong answers the lesson gives the answer with its reason") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "lesson.open " + small_lesson(folder));
  run(lab, "lesson.answer 3");
  run(lab, "lesson.answer 4");
  CHECK(lesson_dump(lab)["verdict"] == "told");
  CHECK(lesson_dump(lab)["reason"] == "The answer is 15.");
  CHECK(test::failure(lab, "lesson.answer 15") == "lesson.answer: the question is answered already");
}

TEST_CASE("a choice of three has one try, one of four has two, and a wrong one is told why") {
  const test::TempFolder folder;
  const std::string head =
      "lesson choice 1\ntitle \"A choice\"\nstep \"One\"\nsetup map.new 8 8\n"
      "ask choice \"Which?\" \"B\" choices \"A\" \"B\" \"C\"";
  const std::string rest = "\nwrong \"A\" \"A is too early.\"\nwrong \"C\" \"C is too late.\"\nbecause \"So it is.\"\n";
  for (const bool four : {false, true}) {
    const std::string path = folder.file("choice.lesson");
    REQUIRE(write_file_atomic(path, head + (four ? " \"D\"" : "") + rest).ok());
    Lab lab;
    run(lab, "lesson.open " + path);
    run(lab, "lesson.answer 3");
    CHECK(lesson_dump(lab)["verdict"] == (four ? "wrong" : "told"));
    CHECK(lesson_dump(lab)["reason"].get<std::string>().find("C is too late.") != std::string::npos);
    if (four) run(lab, "lesson.answer A");
    CHECK(lesson_dump(lab)["verdict"] == "told");
    CHECK((lesson_dump(lab)["reason"].get<std::string>().find("A is too early.") != std::string::npos) == four);
    CHECK(lesson_dump(lab)["first"] == 0);
  }
}

TEST_CASE("a click on the map answers which node is expanded next, and says why it is not") {
  const test::TempFolder folder;
  Lab lab;
  lab.gestures().set_view_size(800, 800);
  run(lab, "lesson.open " + small_lesson(folder));
  run(lab, "lesson.tell");
  run(lab, "lesson.next");
  CHECK(lesson_controller(lab).waits_for_cells());
  const auto click = [&](Cell cell) {
    for (const auto kind : {PointerEvent::Kind::kPress, PointerEvent::Kind::kRelease}) {
      lab.gestures().pointer(test::pointer_at(lab, kind, cell.x + 0.5, cell.y + 0.5));
    }
  };
  lab.mutable_state().camera.fit(20, 20);
  click({2, 2});
  CHECK(lesson_dump(lab)["tries"] == 1);
  CHECK(lesson_dump(lab)["reason"].get<std::string>().find("(2,2)") != std::string::npos);
  CHECK_FALSE(lab.state().inspected);
  click({2, 2});
  CHECK(lesson_dump(lab)["verdict"] == "told");
}

TEST_CASE("the right answer to what is expanded next is where the cursor is then") {
  Lab lab;
  run(lab, "lesson.open astar-stops");
  run(lab, "lesson.next");
  lab.finish_updates();
  const CellId answer = lab.world().map().id({4, 15});
  CHECK(lab.playback().current()->node != answer);
  run(lab, "lesson.answer 4,15");
  REQUIRE(lab.playback().current()->type == EventType::kExpand);
  CHECK(lab.playback().current()->node == answer);
  run(lab, "lesson.next");
  CHECK(lab.playback().cursor() == 16);  // its neighbours are generated
}

TEST_CASE("no value that a question asks for, or its reason tells, is in the state before the answer") {
  size_t compared = 0;
  for (const LessonEntry& entry : lesson_list()) {
    Lab lab(lesson_check_options());
    run(lab, "lesson.open " + entry.id);
    const LessonController& lesson = lesson_controller(lab);
    nlohmann::json earlier;  // the state at the end of the step before
    for (size_t at = 0; at < lesson.lesson().steps.size(); ++at) {
      if (at > 0) {
        go_on(lab);
        earlier = state_json(lab);
        run(lab, "lesson.next");
      }
      const LessonStep step = lesson.step();
      const auto told_early = [&](const std::string& key, const std::optional<std::string>& before,
                                  const std::optional<std::string>& answer) {
        ++compared;
        if (before && before == answer) {
          FAIL_CHECK(entry.id, ", step ", at + 1, ": ", key, " is ", *before, " before the answer");
        }
      };
      if (!step.ask) {
        if (step.asks()) run(lab, "lesson.tell");
        continue;
      }
      if (hidden_names(lab).hides("future")) go_on(lab);
      const nlohmann::json before = state_json(lab);
      if (step.ask->is_key) {
        const auto truth = lesson_truth(lab, lesson.lesson(), step, lesson.folder());
        REQUIRE(truth.ok());
        told_early(step.ask->answer, state_value(before, step.ask->answer), truth.value().value);
        // Nor at the end of the step before, unless its reason tells it.
        const bool told = at > 0 && keys_in(lesson.lesson().steps[at - 1].because).contains(step.ask->answer);
        if (at > 0 && !told && earlier["map"]["hash"] == before["map"]["hash"]) {
          told_early(step.ask->answer, state_value(earlier, step.ask->answer), truth.value().value);
        }
      }
      run(lab, "lesson.tell");
      const nlohmann::json after = state_json(lab);
      for (const std::string& key : keys_of_reason(step)) {
        told_early(key, state_value(before, key), state_value(after, key));
      }
    }
  }
  CHECK(compared > 60);
}

TEST_CASE("while a question about what a search does next is open, the search goes back but not on") {
  Lab lab(lesson_check_options());
  run(lab, "lesson.open insert-ends");
  size_t held = 0;
  for (const LessonController& lesson = lesson_controller(lab); !lesson.finished(); run(lab, "lesson.next")) {
    if (lesson.step().ask && hidden_names(lab).hides("future")) {
      CAPTURE(lesson.step_index());
      const size_t asked = lab.playback().cursor();
      go_on(lab);
      CHECK(lab.playback().cursor() == asked);
      lab.run("step.toggle");
      CHECK(lab.state().messages.back().text == "The lesson hides what the search does next");
      CHECK(lab.state().messages.back().kind == MessageKind::kInfo);
      CHECK_FALSE(lab.playback().clock().playing());
      if (asked > 0) {
        run(lab, "step.back");
        CHECK(lab.playback().cursor() == asked - 1);
        go_on(lab);
        CHECK(lab.playback().cursor() == asked);
        run(lab, "step.first");
        run(lab, "lesson.reset");
        CHECK(lab.playback().cursor() == asked);
      }
      ++held;
    }
    if (lesson.step().asks()) run(lab, "lesson.tell");
    if (hidden_names(lab).hides("future")) continue;
    run(lab, "step.last");
    CHECK(lab.playback().at_end());
  }
  CHECK(held == 3);
  // The user's own search is free again.
  run(lab, "lesson.close");
  run(lab, "step.first");
  run(lab, "step.last");
  CHECK(lab.playback().at_end());
}
