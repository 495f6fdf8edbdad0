// The exercises that come with Strata, for each of their variants: they are equally hard, and tell no answer early.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/features/lesson/simulation.hpp"
#include "app/lab/lab.hpp"
#include "app/lesson/lesson_variant.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/lab_support.hpp"
#include "tests/lesson_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Returns how often each word begins the right answer to a step of the simulation that is asked, and answers all. A
// step about G counts as "G WORD", too.
std::map<std::string, int> play_right(Lab& lab) {
  std::map<std::string, int> words;
  const LessonController& lesson = lesson_controller(lab);
  while (!lesson.may_go_on()) {
    const std::vector<std::string> right = lesson.simulation()->now.right;
    ++words[right.front()];
    if (std::ranges::count(lesson.simulation()->now.cells, lab.state().query.goal) > 0) ++words["G " + right.front()];
    run(lab, format_command({"lesson.answer", right}));
  }
  return words;
}

// Returns the students of all variants of the lesson; under sanitizers a few of them.
std::vector<std::string> students_of(const char* lesson) {
  Lab lab(lesson_check_options());
  run(lab, fmt::format("lesson.open {}", lesson));
  std::vector<std::string> students = students_of_all_variants(lesson_controller(lab).lesson());
  if (kSanitized) students.resize(2);
  return students;
}

void begin_exercise(Lab& lab, const char* lesson, const std::string& student) {
  if (!student.empty()) run(lab, fmt::format("lesson.student {}", student));
  run(lab, {fmt::format("lesson.open {}", lesson), "lesson.next"});
}

}  // namespace

TEST_CASE("each variant of be-astar has neighbours of every kind, and improves G in the swamp") {
  for (const std::string& student : students_of("be-astar")) {
    CAPTURE(student);
    Lab lab(lesson_check_options());
    begin_exercise(lab, "be-astar", student);
    play_right(lab);
    std::map<std::string, int> asked;
    for (int step = 3; step <= 4; ++step) {
      CAPTURE(step);
      run(lab, "lesson.next");
      asked = play_right(lab);
      for (const char* word : {"new", "improved", "unchanged", "closed"}) CHECK(asked.contains(word));
    }
    CHECK(asked.contains("G improved"));
  }
}

TEST_CASE("each variant of be-contraction has shortcuts and witnesses, and hides how many before its pairs are done") {
  for (const std::string& student : students_of("be-contraction")) {
    CAPTURE(student);
    Lab lab(lesson_check_options());
    begin_exercise(lab, "be-contraction", student);
    CHECK_FALSE(state_json(lab).dump().find("contraction_terms") != std::string::npos);
    auto asked = play_right(lab);
    CHECK(asked["shortcut"] >= 2);
    CHECK(asked["witness"] >= 2);
    run(lab, "lesson.next");
    CHECK_FALSE(state_json(lab).dump().find("contraction_terms") != std::string::npos);
    asked = play_right(lab);
    CHECK(asked["shortcut"] >= 1);
    CHECK(asked["witness"] >= 1);
  }
}

TEST_CASE("connecting S tells no cost before the last question, takes no stray click, and rings what was told") {
  Lab lab(lesson_check_options());
  begin_exercise(lab, "be-connecting", "Ann");
  const LessonController& lesson = lesson_controller(lab);
  const size_t tries = lesson.simulation()->steps;
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  std::string ground;
  for (CellId id = 0; id < lab.world().map().cell_count() && ground.empty(); ++id) {
    const Cell cell = lab.world().map().cell(id);
    if (hpa.node_at(id) < 0) ground = fmt::format("{},{}", cell.x, cell.y);
  }
  CHECK(failure(lab, "lesson.answer " + ground).find("is no node of the abstract graph") != std::string::npos);
  CHECK(lesson.answer_state().tries == 0);
  run(lab, format_command({"lesson.answer", lesson.simulation()->now.wrong}));
  CHECK(lesson.simulation()->found.size() == 1);
  while (!lesson.simulation()->now.number) {
    run(lab, format_command({"lesson.answer", lesson.simulation()->now.right}));
    CHECK(lesson.reason().find("cost") == std::string::npos);
  }
  CHECK(lesson.simulation()->found.size() + 1 == tries);
}

TEST_CASE("a click on a blocked cell is told as such") {
  Lab lab(lesson_check_options());
  begin_exercise(lab, "be-astar", "Ann");
  run(lab, "lesson.answer 4,5");
  CHECK(lesson_controller(lab).reason().find("(4,5) is blocked") != std::string::npos);
}
