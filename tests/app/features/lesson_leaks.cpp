// Checking a lesson finds answers that stand on the screen before they are given, and tells all mistakes at once.
#include "app/features/lesson/lesson_leaks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "core/io/files.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;

namespace {

const std::string kHead =
    "lesson leak 1\ntitle \"Leak\"\nstep \"One\"\nsetup map.scene running-example\nsetup hpa.levels 1\n"
    "setup hpa.cluster_size 10\n";

std::vector<std::string> problems_of(const std::string& text) {
  const test::TempFolder folder;
  const std::string path = folder.file("leak.lesson");
  REQUIRE(write_file_atomic(path, text).ok());
  std::vector<std::string> problems = check_lesson(path).problems;
  for (std::string& problem : problems) {
    REQUIRE(problem.starts_with(path + ":"));
    problem = problem.substr(path.size() + 1);
  }
  return problems;
}

void find_leaks(const std::vector<std::pair<std::string, std::string>>& leaks) {
  for (const auto& [text, expected] : leaks) {
    CAPTURE(text);
    const std::vector<std::string> problems = problems_of(kHead + text);
    const bool found = std::ranges::any_of(
        problems, [&, &wanted = expected](const std::string& problem) { return problem.starts_with(wanted); });
    std::string all;
    for (const std::string& problem : problems) all += problem + "\n";
    CHECK_MESSAGE(found, expected, " is not in\n", all);
  }
}

}  // namespace

TEST_CASE("an answer that stands on the screen before it is given is found, wherever it stands") {
  const std::vector<std::pair<std::string, std::string>> leaks = {
      {"setup wait.ready\nask number \"How many does A* expand?\" planners.astar.expanded\nbecause \"b\"\n",
       "8: planners.astar.expanded is 869 on the screen before the question is answered: hide what shows it"},
      {"setup wait.ready\nhide table path\nask number \"How many nodes?\" 65\nbecause \"b\"\n",
       "9: the answer 65 stands on the screen before it is given: hpa."},
      {"setup wait.ready\nask number \"How many does A* expand?\" 869\nbecause \"b\"\n",
       "8: the answer 869 stands on the screen before it is given: planners.astar.expanded"},
      {"text \"The map has 1231 free cells.\"\nask number \"How many are free?\" 1231\nbecause \"b\"\n",
       "8: the answer 1231 stands in a text of the step: The map has 1231 free cells."},
      {"hide counts\ntext \"HPA* has value(hpa.nodes) nodes.\"\nask number \"How many nodes?\" hpa.nodes\n"
       "because \"b\"\n",
       "9: the answer 65 stands in a text of the step: HPA* has 65 nodes."},
      {"hide table path\ntext \"A* expands about 870 cells.\"\n"
       "ask choice \"How many?\" \"About 870\" choices \"About 100\" \"About 870\"\nbecause \"b\"\n",
       "9: the right choice stands in a text of the step: About 870"},
      {"hide table path\ntext \"Some 870 cells are searched.\"\n"
       "ask choice \"How many?\" \"About 870\" choices \"About 100\" \"About 870\"\nbecause \"b\"\n",
       "9: the number 870 of the right choice stands in a text of the step"},
      {"setup wait.ready\nask choice \"How many nodes?\" \"65 nodes\" choices \"350 nodes\" \"65 nodes\"\nbecause "
       "\"b\"\n",
       "8: the number 65 of the right choice stands on the screen: "},
      {"setup wait.ready\nask choice \"Does JPS expand less?\" \"Yes\" choices \"Yes\" \"No\"\n"
       "because \"It expands value(planners.jps.expanded).\"\n",
       "8: planners.jps.expanded is 43 on the screen before the question is answered: hide what shows it"},
      {"setup inspect 21 3\nask number \"What is its clearance?\" inspected.clearance\nbecause \"b\"\n",
       "8: inspected.clearance is 3 on the screen before the question is answered: hide what shows it"},
      {"setup wait.ready\nsetup brush.radius 0\nsetup paint.line 5 5 20 5 blocked\n"
       "ask number \"How many clusters were built anew?\" meter.clusters\nbecause \"b\"\n",
       "10: meter.clusters is 3 on the screen before the question is answered: hide what shows it"},
      {"text \"Level 1 has value(hpa.level.1.nodes) nodes.\"\nstep \"Two\"\nhide counts\n"
       "ask number \"How many nodes has the graph?\" hpa.nodes\nbecause \"b\"\n",
       "10: step 1 has told 65 for hpa.level.1.nodes, which is taken as the answer"},
      {"setup wait.ready\ntext \"Look.\"\nstep \"Two\"\nsetup step.first\nhide table path future\n"
       "check planners.jps.expanded < 60\nask choice \"How many does JPS expand?\" \"Few\" choices \"Few\" \"Many\"\n"
       "because \"b\"\nshow table path future\nreveal step.last\n",
       "13: step 1 has shown planners.jps.expanded in the comparison: 43"}};
  find_leaks(leaks);
}

TEST_CASE("answers on the map, in the legend and in the log are found") {
  find_leaks({
      // An agent's clearances stand in the cells, once they are near enough.
      {"setup map.new 30 20\nsetup layer clearance on\nhide table path counts\n"
       "ask number \"What is the largest clearance?\" 20\nbecause \"b\"\n",
       "10: the answer 20 stands on the map: 20"},
      {"setup planner.trace astar\nsetup wait.ready\nsetup step.last\nhide table path\n"
       "ask choice \"What are these cells?\" \"Open cells\" choices \"Open cells\" \"Something else\"\nbecause \"b\"\n",
       "11: the answer Open cells stands in the legend: "},
      {"setup query.start 3 14\nsetup planner.trace astar\nsetup wait.ready\nsetup step.last\n"
       "hide table path counts inspector\nask number \"What is h of S?\" 33.41\nbecause \"b\"\n",
       "12: the answer 33.41 stands in the log: "},
  });
}

TEST_CASE("the sizes of the structure that is asked about are hidden until the answer is given") {
  Lab lab(lesson_check_options());
  const test::TempFolder folder;
  const std::string path = folder.file("sizes.lesson");
  REQUIRE(
      write_file_atomic(path, kHead + "ask number \"How many nodes?\" hpa.nodes\nbecause \"value(hpa.nodes)\"\n").ok());
  REQUIRE(lab.execute("lesson.open " + path).ok());
  CHECK_FALSE(state_json(lab)["hpa"].contains("nodes"));
  CHECK(hides_counts(lab, "hpa"));
  CHECK_FALSE(hides_counts(lab, "sectors"));
  REQUIRE(lab.execute("lesson.answer 65").ok());
  CHECK(state_json(lab)["hpa"]["nodes"] == 65);
  CHECK_FALSE(hides_counts(lab, "hpa"));
  CHECK(lesson_controller(lab).shown().because == "65");
}

TEST_CASE("what is hidden is no leak, nor are other numbers") {
  for (const std::string text :
       {"setup wait.ready\nhide table path\nask number \"How many nodes?\" hpa.nodes\nbecause \"b\"\n",
        "hide table path\ntext \"The map has 1231 free cells; S is at cell(3,15).\"\n"
        "ask choice \"How many?\" \"About 870\" choices \"About 100\" \"About 870\"\nbecause \"b\"\n",
        "setup planner.trace astar\nsetup wait.ready\nhide table path\n"
        "ask number \"How many does JPS expand?\" planners.jps.expanded\nbecause \"b\"\n",
        "text \"The map has 40 × 40 cells.\"\nask number \"How many borders has a cell?\" 4\nbecause \"b\"\n"}) {
    CAPTURE(text);
    for (const std::string& problem : problems_of(kHead + text)) FAIL_CHECK(problem);
  }
}

TEST_CASE("numbers of a text are read as they are shown, without cells and without those in words") {
  CHECK(numbers_in("46 219 of (3,15) and 80.70, A4 x2 12th, 10 × 10 at (3.5, 7).") ==
        std::vector<double>{46219, 80.7, 10, 10});
  CHECK(numbers_in("").empty());
  CHECK(numbers_in("(3,").size() == 1);
  CHECK(numbers_in("1 2345").size() == 2);
}

TEST_CASE("checking a lesson tells all mistakes, in its file and in playing it") {
  // Three steps with one mistake each, and a word that is not in the glossary.
  const std::vector<std::string> played = problems_of(
      kHead +
      "setup wait.ready\ntext \"It is glossary(admisible).\"\nask number \"How many?\" planners.astar.expanded\n"
      "because \"b\"\nstep \"Two\"\nhide table path\n"
      "ask choice \"Which?\" \"One value(no.such)\" choices \"One value(no.such)\" \"Other\"\nbecause \"b\"\n"
      "step \"Three\"\nbuild \"B\"\ncheck query.set == true\nbecause \"b value(no.such)\"\nreveal step.last\n");
  const auto told = [&](const std::vector<std::string>& problems, std::string_view part) {
    return std::ranges::count_if(problems, [&](const std::string& one) { return one.find(part) != one.npos; });
  };
  CHECK(told(played, "3: glossary(admisible) is no term of the glossary") == 1);
  CHECK(told(played, "planners.astar.expanded is 869 on the screen") == 1);
  CHECK(told(played, "11: a text names a value that the state does not have: One [no value]") == 1);
  CHECK(told(played, "16: the checks hold before anything is built") == 1);
  CHECK(told(played, "15: because names a value that the state does not have: b [no value]") == 1);

  const std::vector<std::string> read =
      problems_of(kHead +
                  "check planners.astar.cost ==\nask nothing \"?\" 3\nhint \"h\"\nbecause \"b\"\nstep \"Two\"\n"
                  "text \"cell(1)\"\ntext \"Fine.\"\nreveal step.last\nstep \"Three\"\nask number \"?\" 4\n");
  REQUIRE(read.size() == 5);
  CHECK(read[0] == "7: the value is missing");
  CHECK(read[1].starts_with("8: unknown kind of question 'nothing'"));
  CHECK(read[2].starts_with("12: expected cell(x,y)"));
  CHECK(read[3] == "14: reveal stands after ask or build");
  CHECK(read[4].find("has a question without because") != std::string::npos);
}
