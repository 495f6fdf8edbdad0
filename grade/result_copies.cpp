#include "grade/result_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "app/lesson/student_name.hpp"
#include "core/base/hash.hpp"
#include "grade/grade_table.hpp"

namespace strata::bench {
namespace {

// A text of parts that is the same for two results only if all parts are.
class PartList {
 public:
  void add(std::string_view part) { text_ += fmt::format("{} {}\n", part.size(), part); }
  void add(const std::vector<std::string>& parts) {
    add(std::to_string(parts.size()));
    for (const std::string& part : parts) add(part);
  }
  uint64_t hash() const { return std::max<uint64_t>(fnv1a(text_), 1); }

 private:
  std::string text_;
};

// Returns whether the results have the same answers, as the replay has judged them.
bool same_answers(const ResultGrade& a, const ResultGrade& b) {
  return std::ranges::equal(a.rows, b.rows, [](const ReplayedItem& one, const ReplayedItem& other) {
    return one.step == other.step && one.what == other.what && one.answer == other.answer && one.tries == other.tries &&
           one.wrong == other.wrong;
  });
}

// Adds a group for each hash that several grades have. Grades without a hash have 0.
void add_groups(const std::vector<ResultGrade>& grades, uint64_t ResultGrade::*stamp, bool same_log,
                std::vector<ResultCopies>& copies) {
  std::map<uint64_t, std::vector<const ResultGrade*>> by_stamp;
  for (const ResultGrade& grade : grades) {
    if (grade.*stamp != 0) by_stamp[grade.*stamp].push_back(&grade);
  }
  for (auto& [hash, group] : by_stamp) {
    const bool one_log = std::ranges::all_of(
        group, [&](const ResultGrade* grade) { return grade->log_stamp == group.front()->log_stamp; });
    // Whoever hands in twice may have gone on with the map in between, but not have other answers in the same times.
    const std::string name = compared_name(group.front()->student);
    const bool one_student = !name.empty() && std::ranges::all_of(group, [&](const ResultGrade* grade) {
      return compared_name(grade->student) == name;
    });
    const bool one_work = one_student && std::ranges::all_of(group, [&](const ResultGrade* grade) {
                            return same_answers(*grade, *group.front());
                          });
    if (group.size() > 1 && (same_log || (!one_log && !one_work))) copies.push_back({std::move(group), same_log});
  }
}

}  // namespace

void stamp_result(const LessonResult& result, ResultGrade& grade) {
  PartList times, log;
  int timed = 0;
  times.add(result.lesson);
  for (const ResultQuestion& question : result.questions) {
    timed += question.seconds > 0 ? 1 : 0;
    times.add(fmt::format("{} {}", question.step, question.seconds));
    log.add(question.answers);
    for (const ResultCommands& work : question.work) log.add(work.commands);
    log.add(question.map_hash);
  }
  for (const auto& [step, left] : result.left) {
    log.add(std::to_string(step));
    log.add(left.commands);
  }
  log.add(result.commands.commands);
  log.add(std::to_string(times.hash()));
  grade.times_stamp = timed >= 2 ? times.hash() : 0;
  grade.log_stamp = timed >= 1 ? log.hash() : 0;
}

std::vector<ResultCopies> copies_in(const std::vector<ResultGrade>& grades) {
  std::vector<ResultCopies> copies;
  add_groups(grades, &ResultGrade::log_stamp, true, copies);
  add_groups(grades, &ResultGrade::times_stamp, false, copies);
  std::ranges::stable_sort(copies, {}, [](const ResultCopies& one) { return one.grades.front()->file; });
  return copies;
}

std::string copies_sentence(const ResultCopies& copies, const std::string& folder) {
  constexpr size_t kMostNames = 20;
  std::string text;
  for (size_t i = 0; i < std::min(copies.grades.size(), kMostNames); ++i) {
    const ResultGrade& grade = *copies.grades[i];
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", place_in(folder, grade.file), grade.student);
  }
  if (copies.grades.size() > kMostNames) text += fmt::format(" and {} others", copies.grades.size() - kMostNames);
  return text + (copies.same_log ? " have the same answers, strokes and times"
                                 : " have the same times, but other answers or strokes");
}

}  // namespace strata::bench
