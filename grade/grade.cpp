#include "grade/grade.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "app/features/lesson/lesson_list.hpp"
#include "app/features/lesson/lesson_replay.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/student_name.hpp"
#include "core/io/files.hpp"
#include "grade/class_page.hpp"
#include "grade/confinement.hpp"
#include "grade/grade_message.hpp"
#include "grade/grade_table.hpp"
#include "grade/limited_call.hpp"
#include "grade/partial_grades.hpp"
#include "grade/result_copies.hpp"
#include "grade/result_folder.hpp"
#include "grade/student_planner.hpp"

namespace strata::bench {
namespace {

namespace fs = std::filesystem;

// --- The files -------------------------------------------------------------------------------------------------------

// Returns the lesson files by id. Files in `named` take precedence over those of the program.
Result<std::map<std::string, std::string>> lesson_files(const std::vector<std::string>& named) {
  std::map<std::string, std::string> files;
  for (const std::string& file : named) {
    const Result<Lesson> lesson = load_lesson(file);
    if (!lesson) return lesson.error();
    if (!files.emplace(lesson.value().id, file).second) {
      return error_at(file, fmt::format("is a second lesson {}", lesson.value().id));
    }
  }
  for (const LessonEntry& entry : lesson_list()) files.emplace(entry.id, entry.path);
  return files;
}

Result<std::vector<PlannerTemplate>> planner_templates(const std::vector<std::string>& texts) {
  std::vector<PlannerTemplate> planners;
  for (const std::string& text : texts) {
    auto planner = PlannerTemplate::from_text(text);
    if (!planner) return planner.error();
    if (std::ranges::find(planners, planner.value().name(), &PlannerTemplate::name) != planners.end()) {
      return error_at("--planner " + text, fmt::format("{} is the name of two planners", planner.value().name()));
    }
    planners.push_back(std::move(planner.value()));
  }
  if (planners.size() > lesson_limits::kPlanners) {
    return error_at("--planner", fmt::format("a lesson has at most {} planners", lesson_limits::kPlanners));
  }
  return planners;
}

ReplayPlanners planners_for(const std::vector<PlannerTemplate>& templates, const LessonResult& result, double seconds) {
  ReplayPlanners out;
  out.limit_seconds = seconds;
  for (const PlannerTemplate& planner : templates) {
    Result<UserPlannerProgram> program = planner.program_for(result.file, result.student);
    out.planners.push_back(program ? GradedPlanner{std::move(program.value()), {}}
                                   : GradedPlanner{{planner.name(), {}}, program.error().message()});
  }
  return out;
}

ResultGrade grade_file(const std::string& file, const std::map<std::string, std::string>& lessons,
                       const std::vector<PlannerTemplate>& templates, double planner_seconds) {
  if (fs::is_symlink(file)) return unreadable_result(file, error_at(file, "is a link"));
  const Result<std::string> text = read_file(file, result_limits::kFileBytes);
  if (!text) return unreadable_result(file, text.error());
  const Result<LessonResult> result = parse_lesson_result(text.value(), file);
  if (!result) return unreadable_result(file, result.error());
  const auto lesson = lessons.find(result.value().lesson);
  if (lesson == lessons.end()) {
    ResultGrade grade = unreadable_result(
        file, error_at(file, fmt::format("there is no lesson '{}': --lesson names its file", result.value().lesson)));
    grade.student = result.value().student;
    grade.lesson = result.value().lesson;
    return grade;
  }
  ResultGrade grade =
      replay_result(result.value(), lesson->second, planners_for(templates, result.value(), planner_seconds));
  stamp_result(result.value(), grade);
  return grade;
}

// Grades the files that are not yet in the table, several in parallel. Files that were under way when an earlier run
// ended come last, one at a time.
class Grading {
 public:
  Grading(const GradeOptions& options, const std::map<std::string, std::string>& lessons,
          const std::vector<PlannerTemplate>& templates, PartialGrades& partial)
      : options_(options), lessons_(lessons), templates_(templates), partial_(partial) {}

  std::vector<ResultGrade> grade_all(const std::vector<std::string>& files) {
    std::vector<std::string> fresh, suspect;
    for (const std::string& file : files) {
      const auto done = partial_.done().find(place_in(options_.folder, file));
      const int begun = partial_.times_begun(file);
      if (done != partial_.done().end()) {
        grades_.push_back(done->second);
      } else if (begun > 1) {
        grades_.push_back(unreadable_result(
            file,
            error_at(file, "the grading has ended twice while this was replayed; without --resume it is tried again")));
      } else {
        (begun == 0 ? fresh : suspect).push_back(file);
      }
    }
    grade(fresh, options_.processes > 0 ? static_cast<size_t>(options_.processes)
                                        : std::max<size_t>(std::thread::hardware_concurrency(), 1));
    grade(suspect, 1);
    std::ranges::sort(grades_, {}, &ResultGrade::file);
    return std::move(grades_);
  }

 private:
  struct RunningCall {
    std::string file;
    std::unique_ptr<LimitedCall> call;
  };

  void grade(const std::vector<std::string>& files, size_t at_once) {
    CallLimits limits;
    limits.seconds = options_.seconds;
    limits.memory_bytes = static_cast<size_t>(options_.memory_gib * (size_t{1} << 30));
    std::vector<RunningCall> running;
    for (size_t next = 0; next < files.size() || !running.empty();) {
      while (running.size() < at_once && next < files.size()) {
        const std::string& file = files[next++];
        partial_.begin(file);
        const auto call = [&] {
          return packed_grade(grade_file(file, lessons_, templates_, options_.planner_seconds));
        };
        running.push_back({file, std::make_unique<LimitedCall>(call, limits)});
      }
      std::vector<pollfd> pipes;
      for (const RunningCall& one : running) pipes.push_back({one.call->pipe(), POLLIN, 0});
      (void)::poll(pipes.data(), pipes.size(), 100);
      std::erase_if(running, [&](RunningCall& one) {
        if (!one.call->advance()) return false;
        partial_.add(grades_.emplace_back(unpacked_grade(one.call->answer(), one.file)));
        return true;
      });
    }
  }

  const GradeOptions& options_;
  const std::map<std::string, std::string>& lessons_;
  const std::vector<PlannerTemplate>& templates_;
  PartialGrades& partial_;
  std::vector<ResultGrade> grades_;
};

// Identifies a student's work for a lesson.
std::pair<std::string, std::string> hand_in_of(const ResultGrade& grade) {
  return {compared_name(grade.student), grade.lesson};
}

// The paths of the results that each student has handed in for each lesson.
using ResultsOf = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

ResultsOf results_of(const std::vector<ResultGrade>& grades, const std::string& folder) {
  ResultsOf results;
  for (const ResultGrade& grade : grades) {
    if (!grade.student.empty()) results[hand_in_of(grade)].push_back(place_in(folder, grade.file));
  }
  return results;
}

// --- The table -------------------------------------------------------------------------------------------------------

// Returns the sentences about the copies to which the result belongs.
std::string copies_of(const ResultGrade& grade, const std::vector<ResultCopies>& copies, const std::string& folder) {
  std::string text;
  for (const ResultCopies& one : copies) {
    if (std::ranges::find(one.grades, &grade) == one.grades.end()) continue;
    text += fmt::format("{}{}", text.empty() ? "" : "; ", copies_sentence(one, folder));
  }
  return text;
}

std::string table_of(const std::vector<ResultGrade>& grades, const ResultsOf& results,
                     const std::vector<ResultCopies>& copies, const std::string& folder) {
  std::string text = grade_columns();
  for (const ResultGrade& grade : grades) {
    const auto of_student = results.find(hand_in_of(grade));
    text += grade_lines(grade, folder, of_student == results.end() ? 1 : of_student->second.size(),
                        copies_of(grade, copies, folder));
  }
  return text;
}

ReportRow report_row(const ResultGrade& grade, const std::string& folder) {
  int questions = 0, right = 0;
  std::string reason;
  for (const ReplayedItem& row : grade.rows) {
    if (is_question(row)) {
      ++questions;
      right += row.right.value_or(false) && row.verified() ? 1 : 0;
    }
    if (!row.verified() && reason.empty()) reason = row.reason;
  }
  return {{"file", place_in(folder, grade.file)},
          {"student", grade.student},
          {"lesson", grade.lesson},
          {"questions", questions},
          {"right", right},
          {"score", grade.score() == std::floor(grade.score()) ? ReportRow(static_cast<int>(grade.score()))
                                                               : ReportRow(grade.score())},
          {"verified", grade.verified() ? "yes" : "no"},
          {"reason", reason}};
}

// Returns notes on the actions of students' programs that this system cannot prevent.
std::vector<std::string> confinement_notes() {
  const Confinement& held = confinement_here();
  std::vector<std::string> notes;
  if (!held.files) notes.push_back("this system does not keep programs of students from changing your files");
  if (!held.signals) notes.push_back("this system does not keep programs of students from ending your programs");
  if (!notes.empty()) notes.push_back("docs/lessons.md, under \"Planners of students' own\", says what to do");
  return notes;
}

// Returns the file of the page: the one that was named, or one beside the table.
std::string page_file(const GradeOptions& options) {
  return options.page.empty() ? fs::path(options.out).replace_extension(".html").string() : options.page;
}

}  // namespace

Result<Report> run_grade(const GradeOptions& options) {
  if (!options.out.ends_with(".csv")) return error_at(options.out, "the name of the table ends in .csv");
  const std::string page = page_file(options);
  if (!page.ends_with(".html")) return error_at(page, "the name of the page ends in .html");
  const auto found = results_in(options.folder);
  if (!found) return found.error();
  const auto lessons = lesson_files(options.lessons);
  if (!lessons) return lessons.error();
  const auto planners = planner_templates(options.planners);
  if (!planners) return planners.error();
  auto partial = PartialGrades::open(options.out + ".partial", options.folder, options.resume);
  if (!partial) return partial.error();
  Grading grading(options, lessons.value(), planners.value(), partial.value());
  std::vector<ResultGrade> grades = grading.grade_all(found.value().results);
  const auto& unreadable = found.value().unreadable;
  grades.insert(grades.end(), unreadable.begin(), unreadable.end());
  const ResultsOf results = results_of(grades, options.folder);
  const std::vector<ResultCopies> copies = copies_in(grades);
  if (Status wrote = write_file_atomic(options.out, table_of(grades, results, copies, options.folder)); !wrote) {
    return wrote.error();
  }
  if (Status wrote = write_file_atomic(page, class_page(grades, copies, options.folder)); !wrote) return wrote.error();
  partial.value().remove();
  Report report;
  report.command = "grade";
  for (const ResultGrade& grade : grades) {
    report.rows.push_back(report_row(grade, options.folder));
    for (const ReplayedItem& row : grade.rows) {
      if (!row.verified()) report.failures.push_back(row.reason);
    }
  }
  for (const auto& [of, result_files] : results) {
    if (result_files.size() < 2) continue;
    report.notes.push_back(fmt::format("{} has {} results for {}: {}", of.first, result_files.size(), of.second,
                                       fmt::join(result_files, ", ")));
  }
  for (const ResultCopies& one : copies) report.notes.push_back(copies_sentence(one, options.folder));
  if (!planners.value().empty()) std::ranges::move(confinement_notes(), std::back_inserter(report.notes));
  return report;
}

}  // namespace strata::bench
