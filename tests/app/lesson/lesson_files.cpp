// The lessons of the program keep to the rules that make a lesson short and fair. That their answers are right is
// proved elsewhere, by playing them.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/features/lesson/lesson_list.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_judge.hpp"
#include "app/lesson/lesson_text.hpp"
#include "core/io/files.hpp"
#include "tests/must.hpp"
#include "tests/source_path.hpp"

namespace strata {
namespace {

std::vector<std::string> lesson_files() {
  std::vector<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(test::source_path("assets/lessons"))) {
    if (file.path().extension() == ".lesson") files.push_back(file.path().string());
  }
  std::ranges::sort(files);
  return files;
}

TEST_CASE("a lesson has one idea, one figure, at most eight steps and ten minutes, asks and has something built") {
  const std::string sources = read_file(test::source_path("docs/sources.md")).value();
  const std::string guide = read_file(test::source_path("docs/guide.md")).value();
  std::set<std::string> titles;
  const std::vector<std::string> files = lesson_files();
  CHECK(files.size() >= 15);
  for (const std::string& path : files) {
    CAPTURE(path);
    const Lesson lesson = test::must(load_lesson(path));
    CHECK(lesson.id == std::filesystem::path(path).stem().string());
    CHECK(titles.insert(lesson.title).second);
    CHECK_MESSAGE(guide.find("| " + lesson.title + " |") != guide.npos, "docs/guide.md does not list it");
    CHECK(lesson.steps.size() <= 8);
    CHECK(lesson.minutes >= 1);
    CHECK(lesson.minutes <= 10);
    // "Hart, Nilsson, Raphael 1968, figure ...": the paper is one of docs/sources.md.
    const size_t year = lesson.figure.find_first_of("12");
    REQUIRE(year != std::string::npos);
    CHECK(sources.find(lesson.figure.substr(0, year + 4)) != sources.npos);
    const auto asks = std::ranges::count_if(lesson.steps, [](const LessonStep& step) { return step.ask.has_value(); });
    const auto builds = std::ranges::count_if(lesson.steps, [](const LessonStep& step) { return step.builds(); });
    CHECK(asks >= 1);
    // Who is the algorithm has something to do, too.
    const auto simulates =
        std::ranges::count_if(lesson.steps, [](const LessonStep& step) { return step.ask && step.ask->simulates(); });
    CHECK(builds + simulates >= 1);
    for (const LessonStep& step : lesson.steps) {
      CAPTURE(step.title);
      // A learner who is wrong gets a hint, and the step fits beside the map.
      if (step.asks()) CHECK(!step.hint.empty());
      if (step.ask) {
        for (const std::string& choice : step.ask->choices) {
          const auto pieces = read_text(choice);  // a button has plain text
          CHECK_MESSAGE((pieces.ok() && pieces.value().size() == 1), choice);
          // A wrong one has a reason of its own.
          if (choice == step.ask->answer || step.ask->is_key) continue;
          const std::string reason = reason_of_choice(*step.ask, {choice});
          CHECK_MESSAGE(!reason.empty(), choice);
          CHECK_MESSAGE(std::ranges::count(step.ask->wrong, reason) == 1, reason);
        }
      }
      size_t bytes = 0;
      for (const std::string& text : step.texts) bytes += text.size();
      CHECK(bytes <= 700);
    }
  }
}

TEST_CASE("lessons are listed in the order in which they build on each other") {
  std::vector<std::string> listed;
  for (const LessonEntry& entry : lesson_list()) listed.push_back(entry.id);
  CHECK(listed.size() == lesson_files().size());
  const auto place = [&](const char* id) { return std::ranges::find(listed, id) - listed.begin(); };
  CHECK(place("astar-stops") == 0);
  CHECK(place("entrances") < place("insert-ends"));
  CHECK(place("insert-ends") < place("more-levels"));
  CHECK(place("clearance") < place("dominance"));
  // order.txt names every lesson once.
  const std::string order = read_file(test::source_path("assets/lessons/order.txt")).value();
  for (const std::string& id : listed) {
    CAPTURE(id);
    const size_t at = order.find("\n" + id + "\n");
    CHECK(at != order.npos);
    CHECK(order.find("\n" + id + "\n", at + 1) == order.npos);
  }
}

TEST_CASE("a value in a text has two digits after the point, or none if it is whole") {
  CHECK(shown_value("80.699") == "80.70");
  CHECK(shown_value("15.0") == "15");
  CHECK(shown_value("869") == "869");
  CHECK(shown_value("39576") == "39 576");
  CHECK(shown_value("-5") == "-5");
  CHECK(shown_value("0.0") == "0");
  CHECK(shown_value("no path") == "no path");
}

TEST_CASE("the right choice of a question stands in every place about equally often") {
  size_t questions = 0;
  std::vector<size_t> places(8);
  for (const std::string& path : lesson_files()) {
    const auto read = test::must(load_lesson(path));
    for (const LessonStep& step : read.steps) {
      if (!step.ask || step.ask->kind != LessonQuestionKind::kChoice || step.ask->is_key) continue;
      const auto& choices = step.ask->choices;
      ++places[static_cast<size_t>(std::ranges::find(choices, step.ask->answer) - choices.begin())];
      ++questions;
    }
  }
  REQUIRE(questions >= 30);
  for (size_t place = 0; place < 3; ++place) {
    CAPTURE(place);
    CHECK(places[place] * 5 >= questions);
    CHECK(places[place] * 2 <= questions);
  }
}

}  // namespace

TEST_CASE("the duration of a lesson follows from its texts, questions and tasks, unless its author gives it") {
  const auto lesson_of = [](const std::string& head, int words, int questions) {
    std::string text = "lesson a 1\ntitle \"A\"\n" + head;
    for (int i = 0; i < questions; ++i) {
      text += "\nstep \"B\"\nsetup map.scene running-example\ntext \"word";
      for (int k = 1; k < words; ++k) text += " word";
      text += "\"\nask choice \"Which?\" \"x\" choices \"x\" \"y\"\nhint \"z\"\nbecause \"w\"\n";
    }
    const Lesson read = test::must(parse_lesson(text, "a.lesson"));
    return read.minutes;
  };
  CHECK(lesson_of("", 10, 1) == 1);
  CHECK(lesson_of("", 200, 3) == 6);  // 3 x (1 + 3/200 + 1/2 + 1/6) minutes
  CHECK(lesson_of("", 200, 6) > lesson_of("", 100, 6));
  CHECK(lesson_of("time 17\n", 200, 3) == 17);
}

TEST_CASE("the lessons that come with the program are of different length") {
  std::set<int> minutes;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_path("assets/lessons"))) {
    if (entry.path().extension() == ".lesson") minutes.insert(load_lesson(entry.path().string()).value().minutes);
  }
  CHECK(minutes.size() >= 3);
}

}  // namespace strata
