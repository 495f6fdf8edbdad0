// The reader of lessons: what it takes, and what it says of mistakes.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "app/lesson/lesson_judge.hpp"
#include "app/lesson/lesson_text.hpp"
#include "app/lesson/lesson_variant.hpp"
#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "tests/source_path.hpp"

using namespace strata;

namespace {

const std::string kHead = "lesson one 1\ntitle \"One\"\nstep \"First\"\nsetup map.scene running-example\n";

std::string fault(const std::string& text) {
  const Result<Lesson> read = parse_lesson(text, "a.lesson");
  return read ? "" : read.error().message();
}

}  // namespace

TEST_CASE("a lesson is read with its head, its steps and what belongs to each step") {
  const Result<Lesson> read = parse_lesson(
      "# a comment\n"
      "lesson a-star 3\n"
      "title \"Why A* stops\"\n"
      "figure \"Hart 1968\"\n"
      "time 10\n"
      "variant seed student\n"
      "step \"First\"\n"
      "setup map.generate cave 40 40 $SEED\n"
      "hide path\n"
      "text \"A* *stops* at cell(3,4).\"\n"
      "ask choice \"Why?\" \"so\" choices \"so\" \"not so\"\n"
      "wrong \"not so\" \"It is.\"\n"
      "hint \"Think.\"\n"
      "because \"It is so.\"\n"
      "reveal step.last\n"
      "show path\n"
      "step \"Second\"\n"
      "build \"Close it.\"\n"
      "limit meter.cells <= 12 \"Too many cells.\"\n"
      "check planners.astar.status != found\n"
      "may plan.weight hpa.levels\n"
      "cells 8,3 2,7\n"
      "because \"Closed.\"\n"
      "reveal paint.rectangle 1 1 2 2\n",
      "a.lesson");
  REQUIRE_MESSAGE(read.ok(), (read ? "" : read.error().message()));
  const Lesson& lesson = read.value();
  CHECK(lesson.id == "a-star");
  CHECK(lesson.version == 3);
  CHECK(lesson.minutes == 10);
  CHECK(lesson.by_student);
  REQUIRE(lesson.steps.size() == 2);
  CHECK(lesson.questions() == 2);
  const LessonStep& first = lesson.steps[0];
  REQUIRE(first.before.size() == 2);
  CHECK(first.before[1].kind == LessonAction::Kind::kHide);
  REQUIRE(first.ask);
  CHECK(first.ask->choices.size() == 2);
  CHECK(first.ask->wrong == std::vector<std::string>{"", "It is."});
  CHECK_FALSE(first.ask->is_key);
  CHECK(first.hint == "Think.");
  REQUIRE(first.after.size() == 2);
  CHECK(first.after[1].kind == LessonAction::Kind::kShow);
  const LessonStep& second = lesson.steps[1];
  CHECK(second.builds());
  REQUIRE(second.limits.size() == 1);
  CHECK(second.limits[0].saying == "Too many cells.");
  REQUIRE(second.checks.size() == 1);
  CHECK(second.checks[0].saying.empty());
  CHECK(second.may == std::vector<std::string>{"plan.weight", "hpa.levels"});
  CHECK(second.cells == std::vector<Rect>{{2, 3, 9, 8}});
}

TEST_CASE("a mistake in a lesson is told with its line, and what was expected") {
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"", "a.lesson:1: the file is empty: a lesson begins with lesson ID VERSION"},
      {"title \"x\"\n", "a.lesson:1: a lesson begins with: lesson ID VERSION"},
      {"lesson One 1\n", "a.lesson:1: an ID has up to 40 small letters, digits and hyphens"},
      {"lesson one 0\n", "a.lesson:1: expected a version from 1 on, not '0'"},
      {"lesson one 1\nstep \"a\"\nsetup map.open ../x.map\n",
       "a.lesson:3: map.open: expected the name of a .map file beside the lesson or of a stock map, without a folder, "
       "not '../x.map'"},
      {kHead + "text \"a\n", "a.lesson:5:6: the quote is never closed"},
      {kHead + "setup map.save_as x.map\n", "a.lesson:5: map.save_as: a lesson may not give this command"},
      {kHead + "setup script.run x\n", "a.lesson:5: script.run: a lesson may not give this command"},
      {kHead + "setup app.quit\n", "a.lesson:5: app.quit: a lesson may not give this command"},
      {kHead + "setup nothing\n", "a.lesson:5: nothing: no such command"},
      {kHead + "setup map.new 9999 10\n",
       "a.lesson:5: map.new: a lesson makes maps of 1 to 1024 cells a side, not '9999'"},
      {kHead + "setup query.random $SEED\n", "a.lesson:5: $SEED needs the statement: variant seed student"},
      {kHead + "setup query.random $OUT\n",
       "a.lesson:5: query.random: '$OUT' is not known in a lesson: $SEED is, and what pick names"},
      {kHead + "text \"*open\"\n", "a.lesson:5: the emphasis is never closed: '*open'"},
      {kHead + "text \"cell(1)\"\n", "a.lesson:5: expected cell(x,y), not cell('1')"},
      {kHead + "ask number \"How many?\"\n", "a.lesson:5: the answer is missing"},
      {kHead + "ask number \"How many?\" a!b\n", "a.lesson:5: expected a number or a key of the state dump, not 'a!b'"},
      {kHead + "ask choice \"Why?\" \"c d\" choices a b\n", "a.lesson:5: the answer 'c d' is none of the choices"},
      {kHead + "ask next \"Which?\"\nwrong a \"No.\"\n", "a.lesson:6: wrong stands after ask choice"},
      {kHead + "ask choice \"Why?\" a choices a b\nwrong c \"No.\"\n", "a.lesson:6: 'c' is none of the choices"},
      {kHead + "ask choice \"Why?\" a choices a b\nwrong a \"No.\"\n", "a.lesson:6: 'a' is the right choice"},
      {kHead + "ask choice \"Why?\" a choices a b\nwrong b \"No.\"\nwrong b \"No.\"\n",
       "a.lesson:7: the reason of this choice is given twice"},
      {kHead + "ask edge \"Which?\" 1,2\n", "a.lesson:5: expected an edge as X,Y-X,Y, not '1,2'"},
      {kHead + "may paint\n", "a.lesson:5: expected names of commands that the learner may give, not 'paint'"},
      {kHead + "cells 1,1 4000,2\n",
       "a.lesson:5: expected cells X,Y X,Y: two corners of the rectangle in which the learner may paint"},
      {kHead + "ask order \"Which?\" 99\n", "a.lesson:5: expected 1 to 20 expansions, not '99'"},
      {kHead + "ask next \"Which?\"\nask next \"Again?\"\n", "a.lesson:6: a step has one question: begin another step"},
      {kHead + "ask next \"Which?\"\nsetup step.last\n",
       "a.lesson:6: setup stands before the question of its step; reveal is run after the answer"},
      {kHead + "ask next \"Which?\"\n",
       "a.lesson:3: the step \"First\" has a question without because, the reason of its answer"},
      {kHead + "limit a.b < 3\n", "a.lesson:5: limit stands after build"},
      {kHead + "build \"B\"\ncheck a.b <> 3\n",
       "a.lesson:6: unknown operator '<>': == != < <= > >= contains exists missing"},
      {kHead + "build \"B\"\ncheck a.b == 3\nbecause \"so\"\n",
       "a.lesson:3: the step \"First\" has something built, but no reveal that builds it"},
      {"lesson one 1\ntitle \"One\"\nstep \"A\"\nsetup step.last\n",
       "a.lesson:4: the first setup opens a map: map.scene, map.open, map.new or map.generate"},
  };
  for (const auto& [text, expected] : faults) CHECK(fault(text) == expected);
}

TEST_CASE("a lesson may give no command that writes a file, reads one but maps, or starts a program") {
  for (const CommandInfo& info : commands()) {
    CAPTURE(std::string(info.name));
    Command command{std::string(info.name), {}};
    for (int i = 0; i < info.min_args; ++i) command.args.push_back("x");
    const bool allowed = check_lesson_command(command).ok();
    const bool makes_map = info.name == "map.new" || info.name == "map.generate" || info.name == "map.scene";
    if (info.usage.find("PATH") != info.usage.npos || (info.group == CommandGroup::kFile && !makes_map))
      CHECK_FALSE(allowed);
    if (info.name.starts_with("lesson.") || info.name.starts_with("external") || info.name.starts_with("ui.")) {
      CHECK_FALSE(allowed);
    }
  }
  for (const char* file : {"../a.map", "/etc/a.map", ".a.map", "a/b.map", "a.obj", "a\\b.map", ""}) {
    CHECK_FALSE(check_lesson_command({"map.open", {file}}).ok());
  }
  CHECK(check_lesson_command({"map.open", {"arena.map"}}).ok());
}

TEST_CASE("marks in texts become pieces, and the star of A* is part of the name") {
  const auto pieces = read_text("A* and *HPA** use an glossary(open list) at cell(3,4): value(a.b). \\*5*6");
  REQUIRE(pieces.ok());
  std::string seen;
  for (const TextPiece& piece : pieces.value()) seen += fmt::format("{}[{}]", static_cast<int>(piece.kind), piece.text);
  CHECK(seen == "0[A* and ]1[HPA*]0[ use an ]2[open list]0[ at ]3[(3,4)]0[: ]4[a.b]0[. *5*6]");
  CHECK(with_values("is value(a.b)!", [](const std::string& key) { return "<" + key + ">"; }) == "is <a.b>!");
}

TEST_CASE("answers are judged with their tolerance, and what is no answer is no try") {
  LessonQuestion number{.kind = LessonQuestionKind::kNumber, .text = {}, .answer = {}, .within = 2, .choices = {}};
  const LessonSolution ten{"10", {}};
  CHECK(judge_lesson_answer(number, ten, {"12"}).value());
  CHECK_FALSE(judge_lesson_answer(number, ten, {"12.5"}).value());
  CHECK_FALSE(judge_lesson_answer(number, ten, {"twelve"}).ok());
  // As people write numbers, and as the panels show them.
  const LessonQuestion exact{.kind = LessonQuestionKind::kNumber, .text = {}, .answer = {}, .within = 0, .choices = {}};
  for (const std::vector<std::string>& written : std::vector<std::vector<std::string>>{
           {"46219"}, {"46", "219"}, {"46 219"}, {"46219.0"}, {"46", "219,0"}, {"46219", "%"}, {"46 219%"}}) {
    CAPTURE(written.front());
    CHECK(judge_lesson_answer(exact, {"46219", {}}, written).value());
  }
  CHECK(judge_lesson_answer(exact, {"6.5", {}}, {"6,5"}).value());
  CHECK(judge_lesson_answer(exact, {"-3", {}}, {"-3"}).value());
  for (const std::vector<std::string>& written : std::vector<std::vector<std::string>>{{"46", "21"},
                                                                                       {"46", "2190"},
                                                                                       {"46,219"},
                                                                                       {"4", "%", "6"},
                                                                                       {"1,2,3"},
                                                                                       {"%"},
                                                                                       {"4 x"},
                                                                                       {"nan"},
                                                                                       {"46", "-219"}}) {
    CAPTURE(written.front());
    CHECK_FALSE(judge_lesson_answer(exact, {"46219", {}}, written).ok());
  }
  number.within = 0;
  CHECK(judge_lesson_answer(number, {"80.699", {}}, {"80.70"}).value());
  LessonQuestion edge{.kind = LessonQuestionKind::kEdge, .text = {}, .answer = {}, .choices = {}};
  CHECK(judge_lesson_answer(edge, {"1,2-3,4", {}}, {"3,4", "1,2"}).value());
  CHECK_FALSE(judge_lesson_answer(edge, {"1,2-3,4", {}}, {"3,4-1,3"}).value());
  LessonQuestion order{.kind = LessonQuestionKind::kOrder, .text = {}, .answer = {}, .choices = {}, .count = 2};
  const LessonSolution two{{}, {{{1, 1}, {2, 1}}, {{2, 1}}}};
  CHECK(judge_lesson_answer(order, two, {"1,1", "2,1"}).value());
  CHECK(judge_lesson_answer(order, two, {"2,1", "1,1"}).value());  // equal f: the other one first
  CHECK_FALSE(judge_lesson_answer(order, two, {"2,1", "2,1"}).value());
  CHECK_FALSE(judge_lesson_answer(order, two, {"3,1", "2,1"}).value());
  CHECK_FALSE(judge_lesson_answer(order, two, {"3,1"}).ok());
  CHECK_FALSE(first_wrong_expansion(two, {"2,1", "1,1"}));
  CHECK(first_wrong_expansion(two, {"3,1", "2,1"}) == size_t{0});
  CHECK(first_wrong_expansion(two, {"2,1", "2,1"}) == size_t{1});
}

TEST_CASE("the seed of a student is the same in every run, and another one in another lesson") {
  CHECK(lesson_seed("a", "ann") == lesson_seed("a", "ann"));
  CHECK(lesson_seed("a", "ann") != lesson_seed("b", "ann"));
  // A letter and its accent in one character or in two, and blanks around the name.
  CHECK(lesson_seed("a", "Jos\xc3\xa9") == lesson_seed("a", " Jose\xcc\x81 "));
  CHECK(lesson_seed("a", "ann") != lesson_seed("a", "bob"));
  CHECK(lesson_seed("a", "ann") < 1'000'000'000u);
}

TEST_CASE("pick chooses by the name of the student, the same values everywhere in the lesson") {
  const std::string text =
      "lesson one 1\ntitle \"One\"\nvariant seed student\npick x,y,far 3,4,5 6,7,8 9,10,11\npick word \"a b\" c\n"
      "step \"First\"\nsetup map.new 20 20\nsetup query.goal $x $y\n"
      "text \"G is at cell($x,$y), $far away: $word, $unknown, $5.\"\n"
      "ask number \"How far?\" $far\nbecause \"b\"\n"
      "step \"Second\"\nbuild \"B\"\ncells $x,$y 12,12\ncheck query.goal.0 != $x\nbecause \"b\"\nreveal query.goal $y "
      "$x\n";
  std::set<std::string> answers, all;
  for (const std::string student :
       {"", "José", "李雷", "Ωμέγα", "Ann", "Bob", "Carol", "Dave", "Eve", "Frank", "Grace"}) {
    const Result<Lesson> read = parse_lesson(text, "a.lesson", student);
    REQUIRE_MESSAGE(read.ok(), (read ? "" : read.error().message()));
    const Lesson& lesson = read.value();
    const std::string& far = lesson.steps[0].ask->answer;
    const std::string x = std::to_string(std::stoi(far) - 2), y = std::to_string(std::stoi(far) - 1);
    CHECK(lesson.steps[0].before[1].command.args == std::vector<std::string>{x, y});
    const std::string& said = lesson.steps[0].texts[0];
    CHECK(said.starts_with(fmt::format("G is at cell({},{}), {} away: ", x, y, far)));
    CHECK(said.ends_with(", $unknown, $5."));
    CHECK(lesson.steps[1].checks[0].value == x);
    CHECK(lesson.steps[1].cells == std::vector<Rect>{{std::stoi(x), std::stoi(y), 13, 13}});
    CHECK(parse_lesson(text, "a.lesson", student).value().steps[0].texts == lesson.steps[0].texts);
    answers.insert(far);
    all.insert(said);
  }
  CHECK(answers == std::set<std::string>{"5", "8", "11"});
  CHECK(all.size() > 3);  // the two statements choose independently
  const Lesson lesson = parse_lesson(text, "a.lesson").value();
  std::set<std::string> covered;
  for (const std::string& student : students_of_all_variants(lesson)) {
    covered.insert(parse_lesson(text, "a.lesson", student).value().steps[0].ask->answer);
  }
  CHECK(covered.size() == 3);
}

TEST_CASE("a mistake in pick is told with its line") {
  const std::string head = "lesson one 1\ntitle \"One\"\n", varied = head + "variant seed student\n";
  std::string many = varied, wide = varied + "pick a";
  for (size_t i = 0; i <= lesson_limits::kPicks; ++i) many += fmt::format("pick n{} 1 2\n", i);
  for (size_t i = 0; i <= lesson_limits::kAlternatives; ++i) wide += fmt::format(" {}", i);
  // Both alternatives have the largest size.
  const std::string large = fmt::format("{}pick a {:x>200} {:y>200}\n", varied, "", "");
  const auto times = [](size_t count, const std::string& part) {
    std::string all;
    for (size_t i = 0; i < count; ++i) all += part;
    return all;
  };
  const auto filled = [&](size_t values) { return times(values, "$a"); };
  const auto lines_of = [&](size_t count, const std::string& line) { return times(count, line + "\n"); };
  const std::vector<std::pair<std::string, std::string>> faults = {
      {head + "pick a 1 2\n", "a.lesson:3: pick needs the statement: variant seed student"},
      {varied + "pick a 1\n", "a.lesson:4: expected pick NAMES VALUES VALUES..."},
      {varied + "pick A 1 2\n", "a.lesson:4: expected a name of up to 20 small letters and digits, not 'A'"},
      {varied + "pick 1a 1 2\n", "a.lesson:4: expected a name of up to 20 small letters and digits, not '1a'"},
      {varied + "pick a, 1,2 3,4\n", "a.lesson:4: expected a name of up to 20 small letters and digits, not ''"},
      {varied + "pick a,b 1,2 3\n", "a.lesson:4: expected 2 values with commas between them, not '3'"},
      {varied + "pick a,b 1,2 3,\n", "a.lesson:4: '' cannot be picked"},
      {varied + "pick a 1 $b\n", "a.lesson:4: '$b' cannot be picked"},
      {varied + "pick a,a 1,2 3,4\n", "a.lesson:4: $a is picked twice"},
      {varied + "pick a 1 2\npick a 1 2\n", "a.lesson:5: $a is picked twice"},
      {varied + "pick a 1 1\n", "a.lesson:4: '1' stands twice"},
      {varied + "pick a 1 2\npick b $a 3\n", "a.lesson:5: '$a' cannot be picked"},
      {varied + "pick a " + std::string(lesson_limits::kPickedBytes + 1, 'x') + " y\n",
       "a.lesson:4: a value has at most 200 bytes, this one has 201"},
      {varied + "pick kind text step\nstep \"A\"\n$kind \"B\"\n", "a.lesson:6: the statement '$kind' cannot be picked"},
      {varied + "pick kind text step\nstep \"A\"\n\"te$kind\" \"B\"\n",
       "a.lesson:6: the statement 'te$kind' cannot be picked"},
      {large + "step \"" + filled(400) + "\"\n", "a.lesson:5: with its values the line has more than 65536 bytes"},
      {large + lines_of(18, "# " + filled(300)),
       "a.lesson:22: with its values the lesson has more than 1048576 bytes up to here"},
      {many, fmt::format("a.lesson:{}: a lesson has at most 16 statements pick", 4 + lesson_limits::kPicks)},
      {wide + "\n", "a.lesson:4: expected pick NAMES VALUES VALUES..."}};
  for (const auto& [text, expected] : faults) {
    CAPTURE(text);
    CHECK(fault(text) == expected);
  }
}

TEST_CASE("whatever a lesson's bytes are, it is read within its limits or has a located error") {
  std::vector<std::string> seeds;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_path("assets/lessons"))) {
    if (entry.path().extension() == ".lesson") seeds.push_back(read_file(entry.path().string()).value());
  }
  REQUIRE_FALSE(seeds.empty());
  static constexpr std::string_view kPieces[] = {"step \"a\"\n",
                                                 "ask number \"b\" ",
                                                 "choices ",
                                                 "\"",
                                                 "*",
                                                 "value(",
                                                 "cell(1,",
                                                 ")",
                                                 "\n",
                                                 "setup ",
                                                 "within ",
                                                 "$SEED",
                                                 "\\",
                                                 "check a.b ",
                                                 "pick a,b 1,2 3,4\n",
                                                 "$a"};
  Rng rng(7);
  size_t read = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = seeds[rng.below(static_cast<uint32_t>(seeds.size()))];
    for (uint32_t change = rng.below(4); change > 0 && !text.empty(); --change) {
      const size_t at = rng.below(static_cast<uint32_t>(text.size()));
      if (rng.percent(30)) {
        text.erase(at, rng.below(200));
      } else if (rng.percent(50)) {
        text.insert(at, kPieces[rng.below(static_cast<uint32_t>(std::size(kPieces)))]);
      } else {
        text[at] = static_cast<char>(rng.below(256));
      }
    }
    const Result<Lesson> lesson = parse_lesson(text, "any");
    if (!lesson) {
      if (!lesson.error().where.starts_with("any:")) FAIL(lesson.error().message());
      continue;
    }
    ++read;
    for (const LessonStep& step : lesson.value().steps) {
      for (const LessonAction& action : step.before) {
        if (action.kind == LessonAction::Kind::kCommand && !check_lesson_command(action.command)) FAIL(text);
      }
      for (const std::string& words : step.texts) {
        if (!read_text(words).ok()) FAIL(words);
      }
    }
  }
  CHECK(read > 500);
}
