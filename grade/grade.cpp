#include "grade/grade.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "app/base/csv.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/features/lesson/lesson_replay.hpp"
#include "app/lesson/lesson.hpp"
#include "core/io/files.hpp"
#include "grade/limited_call.hpp"
#include "grade/student_planner.hpp"

namespace strata::bench {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr size_t kMostFiles = 10'000;

// --- The grade of a file over the pipe -------------------------------------------------------------------------------

json row_json(const GradeRow& row) {
  json out = {{"step", row.step},         {"what", row.what},
              {"question", row.question}, {"answer", row.answer},
              {"tries", row.tries},       {"seconds", row.seconds},
              {"score", row.score},       {"verdict", static_cast<int>(row.verdict)},
              {"reason", row.reason}};
  if (row.right) out["right"] = *row.right;
  return out;
}

std::string packed(const ResultGrade& grade) {
  json out = {
      {"student", grade.student}, {"lesson", grade.lesson}, {"version", grade.version}, {"rows", json::array()}};
  if (grade.seed) out["seed"] = *grade.seed;
  for (const GradeRow& row : grade.rows) out["rows"].push_back(row_json(row));
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

ResultGrade unpacked(const std::string& text, const std::string& file) {
  ResultGrade grade;
  grade.file = file;
  const json from = json::parse(text);
  grade.student = from["student"];
  grade.lesson = from["lesson"];
  grade.version = from["version"];
  if (from.contains("seed")) grade.seed = from["seed"].get<uint32_t>();
  for (const json& one : from["rows"]) {
    GradeRow& row = grade.rows.emplace_back();
    row.step = one["step"];
    row.what = one["what"];
    row.question = one["question"];
    row.answer = one["answer"];
    row.tries = one["tries"];
    row.seconds = one["seconds"];
    row.score = one["score"];
    row.verdict = static_cast<GradeVerdict>(one["verdict"].get<int>());
    row.reason = one["reason"];
    if (one.contains("right")) row.right = one["right"].get<bool>();
  }
  return grade;
}

// --- The files -------------------------------------------------------------------------------------------------------

struct Found {
  std::vector<std::string> results;
  std::vector<ResultGrade> unreadable;  // folders that may not be read: there may be results in them
};

// Adds what lies in the folder and in those below it.
Status find_results(const std::string& folder, Found& found) {
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed); !failed && at != fs::directory_iterator(); at.increment(failed)) {
    const std::string path = at->path().string();
    // A link leads out of the folder; it is a file for the reader, which says so.
    if (std::error_code ignored; at->symlink_status(ignored).type() == fs::file_type::directory) {
      if (Status below = find_results(path, found); !below) return below;
    } else if (at->path().extension() == ".json") {
      found.results.push_back(path);
      if (found.results.size() > kMostFiles) {
        return error_at(folder, fmt::format("there are more than {} results", kMostFiles));
      }
    }
  }
  if (failed) found.unreadable.push_back(unreadable_result(folder, error_at(folder, failed.message())));
  return success();
}

Result<Found> result_files(const std::string& folder) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) return error_at(folder, "is no folder");
  Found found;
  if (Status done = find_results(folder, found); !done) return done.error();
  if (found.results.empty()) {
    if (!found.unreadable.empty()) return error_at(found.unreadable.front().file, "cannot be read");
    return error_at(folder, "holds no result: no file ends in .json");
  }
  std::ranges::sort(found.results);
  std::ranges::sort(found.unreadable, {}, &ResultGrade::file);
  return found;
}

// Files of lessons by their ids. Those that are named come before those that the program has.
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
    Result<OwnProgram> program = planner.program_for(result.file, result.student);
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
  return replay_result(result.value(), lesson->second, planners_for(templates, result.value(), planner_seconds));
}

// Grades the files, some at once.
std::vector<ResultGrade> grade_all(const std::vector<std::string>& files,
                                   const std::map<std::string, std::string>& lessons,
                                   const std::vector<PlannerTemplate>& templates, const GradeOptions& options) {
  struct Running {
    size_t file;
    std::unique_ptr<LimitedCall> call;
  };
  const size_t most = options.processes > 0 ? static_cast<size_t>(options.processes)
                                            : std::max<size_t>(std::thread::hardware_concurrency(), 1);
  CallLimits limits;
  limits.seconds = options.seconds;
  limits.memory_bytes = static_cast<size_t>(options.memory_gib * (size_t{1} << 30));
  std::vector<ResultGrade> grades(files.size());
  std::vector<Running> running;
  for (size_t next = 0; next < files.size() || !running.empty();) {
    while (running.size() < most && next < files.size()) {
      const std::string& file = files[next];
      const auto call = [&] { return packed(grade_file(file, lessons, templates, options.planner_seconds)); };
      running.push_back({next++, std::make_unique<LimitedCall>(call, limits)});
    }
    std::vector<pollfd> pipes;
    for (const Running& one : running) pipes.push_back({one.call->pipe(), POLLIN, 0});
    (void)::poll(pipes.data(), pipes.size(), 100);
    std::erase_if(running, [&](Running& one) {
      if (!one.call->advance()) return false;
      const std::string& file = files[one.file];
      const Result<std::string> answer = one.call->answer();
      grades[one.file] = answer ? unpacked(answer.value(), file)
                                : unreadable_result(file, error_at(file, "the replay " + answer.error().message()));
      return true;
    });
  }
  return grades;
}

// The files of each student's results for each lesson.
using ResultsOf = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

ResultsOf results_of(const std::vector<ResultGrade>& grades, const std::string& folder) {
  ResultsOf results;
  for (const ResultGrade& grade : grades) {
    if (grade.student.empty()) continue;
    results[{grade.student, grade.lesson}].push_back(fs::path(grade.file).lexically_relative(folder).string());
  }
  return results;
}

// --- The table -------------------------------------------------------------------------------------------------------

std::string table_of(const std::vector<ResultGrade>& grades, const ResultsOf& results, const std::string& folder) {
  std::string text =
      "file,student,lesson,version,seed,step,what,question,answer,right,tries,seconds,score,verified,verdict,reason,"
      "results\n";
  for (const ResultGrade& grade : grades) {
    const std::string file = fs::path(grade.file).lexically_relative(folder).string();
    const auto of_student = results.find({grade.student, grade.lesson});
    const size_t count = of_student == results.end() ? 1 : of_student->second.size();
    for (const GradeRow& row : grade.rows) {
      const std::string fields[] = {file,
                                    grade.student,
                                    grade.lesson,
                                    grade.version > 0 ? std::to_string(grade.version) : "",
                                    grade.seed ? std::to_string(*grade.seed) : "",
                                    row.step > 0 ? std::to_string(row.step) : "",
                                    row.what,
                                    row.question,
                                    row.answer,
                                    !row.right   ? ""
                                    : *row.right ? "yes"
                                                 : "no",
                                    std::to_string(row.tries),
                                    fmt::format("{:.1f}", row.seconds),
                                    std::to_string(row.score),
                                    row.verified() ? "yes" : "no",
                                    std::string(grade_verdict_name(row.verdict)),
                                    row.reason,
                                    std::to_string(count)};
      bool first = true;
      for (const std::string& field : fields) {
        if (!std::exchange(first, false)) text += ',';
        text += table_field(field);
      }
      text += '\n';
    }
  }
  return text;
}

Row report_row(const ResultGrade& grade, const std::string& folder) {
  int questions = 0, right = 0;
  std::string reason;
  for (const GradeRow& row : grade.rows) {
    if (row.step > 0 && row.what != "limit" && row.what != "check") {
      ++questions;
      right += row.right.value_or(false) && row.verified() ? 1 : 0;
    }
    if (!row.verified() && reason.empty()) reason = row.reason;
  }
  return {{"file", fs::path(grade.file).lexically_relative(folder).string()},
          {"student", grade.student},
          {"lesson", grade.lesson},
          {"questions", questions},
          {"right", right},
          {"score", grade.score()},
          {"verified", grade.verified() ? "yes" : "no"},
          {"reason", reason}};
}

}  // namespace

std::string table_field(const std::string& text) {
  const bool formula = !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
  return csv_word(formula ? "'" + text : text);
}

Result<Report> run_grade(const GradeOptions& options) {
  if (!options.out.ends_with(".csv")) return error_at(options.out, "the name of the table ends in .csv");
  const auto files = result_files(options.folder);
  if (!files) return files.error();
  const auto lessons = lesson_files(options.lessons);
  if (!lessons) return lessons.error();
  const auto planners = planner_templates(options.planners);
  if (!planners) return planners.error();
  std::vector<ResultGrade> grades = grade_all(files.value().results, lessons.value(), planners.value(), options);
  const auto& unreadable = files.value().unreadable;
  grades.insert(grades.end(), unreadable.begin(), unreadable.end());
  const ResultsOf results = results_of(grades, options.folder);
  if (Status wrote = write_file_atomic(options.out, table_of(grades, results, options.folder)); !wrote) {
    return wrote.error();
  }
  Report report;
  report.command = "grade";
  for (const ResultGrade& grade : grades) {
    report.rows.push_back(report_row(grade, options.folder));
    for (const GradeRow& row : grade.rows) {
      if (!row.verified()) report.failures.push_back(row.reason);
    }
  }
  for (const auto& [of, result_files] : results) {
    if (result_files.size() < 2) continue;
    report.notes.push_back(fmt::format("{} has {} results for {}: {}", of.first, result_files.size(), of.second,
                                       fmt::join(result_files, ", ")));
  }
  return report;
}

}  // namespace strata::bench
