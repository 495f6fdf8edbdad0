#include "grade/grade_table.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <utility>

#include "core/io/csv.hpp"

namespace strata::bench {
namespace {

enum GradeColumn {
  kFile,
  kStudent,
  kLesson,
  kVersion,
  kSeed,
  kStep,
  kWhat,
  kQuestion,
  kAnswer,
  kRight,
  kTries,
  kSeconds,
  kScore,
  kVerified,
  kVerdict,
  kReason,
  kResults
};
constexpr std::array<std::string_view, 17> kColumns = {"file",  "student",  "lesson",  "version", "seed",   "step",
                                                       "what",  "question", "answer",  "right",   "tries",  "seconds",
                                                       "score", "verified", "verdict", "reason",  "results"};

template <class Number>
Number number_of(const std::string& text) {
  Number value{};
  (void)std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::string place_in(const std::string& folder, const std::string& file) {
  return std::filesystem::path(file).lexically_relative(folder).string();
}

std::string grade_columns() {
  std::string line;
  for (const std::string_view name : kColumns) line += fmt::format("{}{}", line.empty() ? "" : ",", name);
  return line + '\n';
}

std::string grade_lines(const ResultGrade& grade, const std::string& folder, size_t results) {
  std::string text;
  for (const ReplayedItem& row : grade.rows) {
    std::array<std::string, kColumns.size()> fields;
    fields[kFile] = place_in(folder, grade.file);
    fields[kStudent] = grade.student;
    fields[kLesson] = grade.lesson;
    if (grade.version > 0) fields[kVersion] = std::to_string(grade.version);
    if (grade.seed) fields[kSeed] = std::to_string(*grade.seed);
    if (row.step > 0) fields[kStep] = std::to_string(row.step);
    fields[kWhat] = row.what;
    fields[kQuestion] = row.question;
    fields[kAnswer] = row.answer;
    if (row.right) fields[kRight] = *row.right ? "yes" : "no";
    fields[kTries] = std::to_string(row.tries);
    fields[kSeconds] = fmt::format("{:.1f}", row.seconds);
    fields[kScore] = std::to_string(row.score);
    fields[kVerified] = row.verified() ? "yes" : "no";
    fields[kVerdict] = grade_verdict_name(row.verdict);
    fields[kReason] = row.reason;
    if (results > 0) fields[kResults] = std::to_string(results);
    bool first = true;
    for (const std::string& field : fields) {
      if (!std::exchange(first, false)) text += ',';
      text += csv_field(field);
    }
    text += '\n';
  }
  return text;
}

bool read_grade_line(const std::vector<std::string>& fields, ResultGrade& grade) {
  if (fields.size() != kColumns.size()) return false;
  grade.student = fields[kStudent];
  grade.lesson = fields[kLesson];
  grade.version = number_of<int>(fields[kVersion]);
  if (!fields[kSeed].empty()) grade.seed = number_of<uint32_t>(fields[kSeed]);
  ReplayedItem& row = grade.rows.emplace_back();
  row.step = number_of<size_t>(fields[kStep]);
  row.what = fields[kWhat];
  row.question = fields[kQuestion];
  row.answer = fields[kAnswer];
  if (!fields[kRight].empty()) row.right = fields[kRight] == "yes";
  row.tries = number_of<int>(fields[kTries]);
  row.seconds = number_of<double>(fields[kSeconds]);
  row.score = number_of<int>(fields[kScore]);
  row.reason = fields[kReason];
  for (const GradeVerdict verdict :
       {GradeVerdict::kHolds, GradeVerdict::kDoesNotHold, GradeVerdict::kDiffers, GradeVerdict::kUnreadable}) {
    if (grade_verdict_name(verdict) != fields[kVerdict]) continue;
    row.verdict = verdict;
    return true;
  }
  return false;
}

}  // namespace strata::bench
