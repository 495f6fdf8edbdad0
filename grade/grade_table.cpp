#include "grade/grade_table.hpp"

#include <fmt/format.h>

#include <array>
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
  kResults,
  kCopies
};
constexpr std::array<std::string_view, 18> kColumns = {"file",  "student",  "lesson",  "version", "seed",    "step",
                                                       "what",  "question", "answer",  "right",   "tries",   "seconds",
                                                       "score", "verified", "verdict", "reason",  "results", "copies"};

}  // namespace

std::string place_in(const std::string& folder, const std::string& file) {
  return std::filesystem::path(file).lexically_relative(folder).string();
}

std::string grade_columns() {
  std::string line;
  for (const std::string_view name : kColumns) line += fmt::format("{}{}", line.empty() ? "" : ",", name);
  return line + '\n';
}

std::string grade_lines(const ResultGrade& grade, const std::string& folder, size_t results,
                        const std::string& copies) {
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
    // The share of a simulation stands beside its question; its steps have no score of their own.
    if (row.what != "step") fields[kScore] = fmt::format("{:g}", row.score);
    fields[kVerified] = row.verified() ? "yes" : "no";
    fields[kVerdict] = grade_verdict_name(row.verdict);
    fields[kReason] = row.reason;
    fields[kResults] = std::to_string(results);
    fields[kCopies] = copies;
    bool first = true;
    for (const std::string& field : fields) {
      if (!std::exchange(first, false)) text += ',';
      text += csv_field(field);
    }
    text += '\n';
  }
  return text;
}

}  // namespace strata::bench
