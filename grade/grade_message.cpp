#include "grade/grade_message.hpp"

#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace strata::bench {
namespace {

using nlohmann::json;

json row_json(const ReplayedItem& row) {
  json out = {{"step", row.step},         {"what", row.what},
              {"question", row.question}, {"answer", row.answer},
              {"wrong", row.wrong},       {"expected", row.expected},
              {"tries", row.tries},       {"seconds", row.seconds},
              {"score", row.score},       {"verdict", static_cast<int>(row.verdict)},
              {"reason", row.reason},     {"told", row.told}};
  if (row.right) out["right"] = *row.right;
  return out;
}

ResultGrade parsed(std::string_view text, const std::string& file) {
  ResultGrade grade;
  grade.file = file;
  const json from = json::parse(text);
  grade.student = from.at("student");
  grade.lesson = from.at("lesson");
  grade.title = from.at("title");
  grade.version = from.at("version");
  if (from.contains("seed")) grade.seed = from.at("seed").get<uint32_t>();
  grade.log_stamp = from.at("log_stamp");
  grade.times_stamp = from.at("times_stamp");
  for (const json& one : from.at("rows")) {
    ReplayedItem& row = grade.rows.emplace_back();
    row.step = one.at("step");
    row.what = one.at("what");
    row.question = one.at("question");
    row.answer = one.at("answer");
    row.wrong = one.at("wrong").get<std::vector<std::string>>();
    row.expected = one.at("expected");
    row.tries = one.at("tries");
    row.seconds = one.at("seconds");
    row.score = one.at("score");
    const int verdict = one.at("verdict");
    if (verdict < 0 || verdict > static_cast<int>(GradeVerdict::kUnreadable)) throw std::out_of_range("verdict");
    row.verdict = static_cast<GradeVerdict>(verdict);
    row.reason = one.at("reason");
    row.told = one.at("told");
    if (one.contains("right")) row.right = one.at("right").get<bool>();
  }
  return grade;
}

}  // namespace

std::string packed_grade(const ResultGrade& grade) {
  json out = {{"student", grade.student}, {"lesson", grade.lesson},       {"title", grade.title},
              {"version", grade.version}, {"log_stamp", grade.log_stamp}, {"times_stamp", grade.times_stamp},
              {"rows", json::array()}};
  if (grade.seed) out["seed"] = *grade.seed;
  for (const ReplayedItem& row : grade.rows) out["rows"].push_back(row_json(row));
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<ResultGrade> read_grade(std::string_view text, const std::string& file) {
  try {
    return parsed(text, file);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

ResultGrade unpacked_grade(const Result<std::string>& answer, const std::string& file) {
  if (!answer) return unreadable_result(file, error_at(file, "the replay " + answer.error().message()));
  std::optional<ResultGrade> grade = read_grade(answer.value(), file);
  return grade ? std::move(*grade) : unreadable_result(file, error_at(file, "the replay has sent what is no grade"));
}

}  // namespace strata::bench
