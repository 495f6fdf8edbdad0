// Results of lessons are read field by field, and every mistake has its line.
#include "app/lesson/result_file.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace strata;

namespace {

constexpr const char* kResult =
    "{\n"
    " \"strata_result\": 2,\n"
    " \"lesson\": {\"id\": \"small\", \"version\": 4},\n"
    " \"program\": \"0.1\",\n"
    " \"student\": \"Ann\",\n"
    " \"seed\": 12,\n"
    " \"finished\": false,\n"
    " \"step\": 2,\n"
    " \"questions\": [\n"
    "  {\"step\": 1, \"asks\": \"number\", \"answers\": [\"3\"], \"tries\": 1, \"done\": true, \"first\": true,\n"
    "   \"told\": false, \"seconds\": 2.5, \"work\": [[\n"
    "    \"map.new 4 4\",\n"
    "    \"paint.fill 0 0\"]]}],\n"
    " \"left\": [{\"step\": 1, \"commands\": []}],\n"
    " \"commands\": [\"map.new 4 4\"],\n"
    " \"map_hash\": \"abc\"\n"
    "}\n";

std::string with(const std::string& from, const std::string& to) {
  std::string text = kResult;
  const size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

std::string fault_of(const std::string& text) {
  const auto read = parse_lesson_result(text, "a.json");
  REQUIRE_FALSE(read.ok());
  return read.error().message();
}

}  // namespace

TEST_CASE("a result of a lesson is read with the lines of its commands") {
  const auto read = parse_lesson_result(kResult, "a.json");
  REQUIRE_MESSAGE(read.ok(), read.error().message());
  const LessonResult& result = read.value();
  CHECK(result.lesson == "small");
  CHECK(result.version == 4);
  CHECK(result.student == "Ann");
  CHECK(result.seed == 12u);
  CHECK(result.step == 2);
  REQUIRE(result.questions.size() == 1);
  CHECK(result.questions[0].line == 10);
  CHECK(result.questions[0].answers == std::vector<std::string>{"3"});
  CHECK(result.questions[0].seconds == 2.5);
  REQUIRE(result.questions[0].work.size() == 1);
  CHECK(result.questions[0].work[0].lines == std::vector<size_t>{12, 13});
  CHECK(result.left[0].first == 1);
  CHECK(result.commands.commands == std::vector<std::string>{"map.new 4 4"});
}

TEST_CASE("the file of a result is named by lesson and student, and cut between letters where the name is long") {
  CHECK(result_file_name("small", "") == "small.json");
  CHECK(result_file_name("small", "Ann Lee/..") == "small-Ann_Lee___.json");
  const std::string letter = "\xf0\x9d\x94\xb8";
  std::string student;
  for (int i = 0; i < 60; ++i) student += letter;
  const std::string name = result_file_name("small", student);
  CHECK(name.size() <= result_limits::kNameBytes + 5);
  CHECK(name.size() > result_limits::kNameBytes);
  CHECK(name == "small-" + student.substr(0, 36 * letter.size()) + ".json");
}

TEST_CASE("a result with a mistake is refused with the line and the reason") {
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"", "a.json:1: the text ends too early for JSON"},
      {"[]", "a.json: is no result of a lesson: it has no strata_result"},
      {"3", "a.json: is no result of a lesson: it has no strata_result"},
      {"{\"a\": 1}", "a.json: is no result of a lesson: it has no strata_result"},
      {std::string(kResult).substr(0, 300), "a.json:11: the text ends too early for JSON"},
      {with("\"strata_result\": 2", "\"strata_result\": 1"),
       "a.json:2: has format 1, which no released version has written: open the lesson again and hand it in; this "
       "program reads "
       "format 2"},
      {with("\"strata_result\": 2", "\"strata_result\": 3"),
       "a.json:2: has format 3, which a later version has written; this program reads format 2"},
      {with("\"version\": 4", "\"version\": \"x\""), "a.json:3: expected a number as version"},
      {with("\"tries\"", "\"steps\": [],\n\"tries\""),
       "a.json:10: steps are of a simulation, and this question asks 'number'"},
      {with("\"seed\": 12", "\"points\": 12"), "a.json:6: 'points' is no field of a result"},
      {with("\"version\": 4", "\"version\": 4, \"by\": 1"), "a.json:3: 'by' is no field of a result"},
      {with("\"tries\": 1", "\"tries\": 1, \"score\": 1"), "a.json:10: 'score' is no field of a result"},
      {with("\"left\": [{", "\"left\": [{\"from\": 1, "), "a.json:14: 'from' is no field of a result"},
      {with("\"version\": 4", "\"version\": 4.5"), "a.json:3: expected a whole number as version, not 4.5"},
      {with("\"id\": \"small\", ", ""), "a.json:3: id is missing"},
      {with("\"seed\": 12", "\"seed\": -1"), "a.json:6: expected seed from 0 to 1000000000, not -1"},
      {with("\"finished\": false", "\"finished\": 3"), "a.json:7: expected true or false as finished"},
      {with("\"finished\": false", "\"finished\": \"no\""), "a.json:7: expected true or false as finished"},
      {with("\"tries\": 1", "\"tries\": 1e300"), "a.json:10: expected tries from 0 to 1000000, not 1e+300"},
      {with("[\"3\"]", "[3]"), "a.json:10: expected an answer as a text of up to 2000 bytes"},
      {with("[\"3\"]", "\"3\""), "a.json:10: expected a list of texts as answers"},
      {with("[[\n", "[[7,\n"), "a.json:11: expected a command as text"},
      {with("\"left\": [{\"step\": 1, ", "\"left\": [{"), "a.json:14: step is missing"},
      {with("\"left\": [{\"step\": 1, \"commands\": []}]", "\"left\": [[]]"), "a.json:14: step is missing"},
      {with(" \"map_hash\": \"abc\"\n", " \"map_hash\": \"abc\", \"map_hash\": \"abc\"\n"),
       "a.json:16: 'map_hash' is there twice"},
      {with("\"program\": \"0.1\"", "\"program\": " + std::string(50, '[')),
       "a.json:4: lists and objects are nested deeper than 8"},
      {with("\"student\": \"Ann\"", "\"student\": \"" + std::string(2001, 'a') + "\""),
       "a.json:5: student has more than 2000 bytes"},
      {std::string(result_limits::kFileBytes + 1, ' '), "a.json: has 4194305 bytes, a result 4194304 at most"},
  };
  for (const auto& [text, expected] : faults) CHECK(fault_of(text) == expected);

  std::string many = "\"commands\": [";
  for (size_t i = 0; i <= result_limits::kCommands; ++i) many += "\"\",";
  CHECK(fault_of(with("\"commands\": [\"map.new", many + "\"map.new")).find("has more than 10000 commands") !=
        std::string::npos);
  many = "\"answers\": [";
  for (size_t i = 0; i <= result_limits::kParts; ++i) many += "\"\",";
  CHECK(fault_of(with("\"answers\": [", many)).find("has more than 100000 values") != std::string::npos);
}
