#include "grade/grade_message.hpp"

#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace strata::bench {
namespace {

using nlohmann::json;

json row_json(const ReplayedItem& row) {
  json out = {{"step", row.step},         {"what", row.what},
              {"question", row.question}, {"answer", row.answer},
              {"tries", row.tries},       {"seconds", row.seconds},
              {"score", row.score},       {"verdict", static_cast<int>(row.verdict)},
              {"reason", row.reason}};
  if (row.right) out["right"] = *row.right;
  return out;
}

ResultGrade parsed(const std::string& text, const std::string& file) {
  ResultGrade grade;
  grade.file = file;
  const json from = json::parse(text);
  grade.student = from.at("student");
  grade.lesson = from.at("lesson");
  grade.version = from.at("version");
  if (from.contains("seed")) grade.seed = from.at("seed").get<uint32_t>();
  for (const json& one : from.at("rows")) {
    ReplayedItem& row = grade.rows.emplace_back();
    row.step = one.at("step");
    row.what = one.at("what");
    row.question = one.at("question");
    row.answer = one.at("answer");
    row.tries = one.at("tries");
    row.seconds = one.at("seconds");
    row.score = one.at("score");
    const int verdict = one.at("verdict");
    if (verdict < 0 || verdict > static_cast<int>(GradeVerdict::kUnreadable)) throw std::out_of_range("verdict");
    row.verdict = static_cast<GradeVerdict>(verdict);
    row.reason = one.at("reason");
    if (one.contains("right")) row.right = one.at("right").get<bool>();
  }
  return grade;
}

}  // namespace

std::string packed_grade(const ResultGrade& grade) {
  json out = {
      {"student", grade.student}, {"lesson", grade.lesson}, {"version", grade.version}, {"rows", json::array()}};
  if (grade.seed) out["seed"] = *grade.seed;
  for (const ReplayedItem& row : grade.rows) out["rows"].push_back(row_json(row));
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

ResultGrade unpacked_grade(const Result<std::string>& answer, const std::string& file) {
  if (!answer) return unreadable_result(file, error_at(file, "the replay " + answer.error().message()));
  try {
    return parsed(answer.value(), file);
  } catch (const std::exception&) {
    return unreadable_result(file, error_at(file, "the replay has sent what is no grade"));
  }
}

}  // namespace strata::bench
