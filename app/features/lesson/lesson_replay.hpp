// Purpose: replay_result plays a lesson again with the answers and commands of a result file, and says of each question
//          and check what holds. The replay is the proof: what the file claims is compared with it, and never believed.
// How: The lesson prepares each step itself. What the student changed is carried out as commands, if they go on from
//      what the lesson has prepared and are none that reach beyond the map (app/base/foreign_commands.hpp).
// Errors: A row says what differs, as "FILE:LINE: reason".
// Threads: The caller's. A replay takes as long as the lesson and the commands want: whoever has files from other
//          people gives it a process of its own, with limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/features/lesson/lesson_needs.hpp"
#include "app/lesson/result_file.hpp"

namespace strata {

enum class GradeVerdict : uint8_t { kHolds, kDoesNotHold, kDiffers, kUnreadable };
std::string_view grade_verdict_name(GradeVerdict verdict);

// A question, or a limit or check of what was built.
struct GradeRow {
  size_t step = 0;       // from 1; 0: the file as a whole
  std::string what;      // kind of the question, "build", "limit", "check", "planner", or "file"
  std::string question;  // its text, the condition, or the name of the planner
  std::string answer;    // the last one, the value of the condition, or what the planner does
  std::optional<bool> right;
  int tries = 0;
  double seconds = 0;
  int score = 0;  // 1: right at the first try
  GradeVerdict verdict = GradeVerdict::kHolds;
  std::string reason;

  bool verified() const { return verdict == GradeVerdict::kHolds || verdict == GradeVerdict::kDoesNotHold; }
};

struct ResultGrade {
  std::string file, student, lesson;
  int version = 0;
  std::optional<uint32_t> seed;
  std::vector<GradeRow> rows;

  int score() const;
  bool verified() const;  // every row
};

// The planner of a student's own: a program that the hand of whoever grades has named, or why there is none.
struct GradedPlanner {
  OwnProgram program;
  std::string problem;
};
struct ReplayPlanners {
  std::vector<GradedPlanner> planners;
  double limit_seconds = 10;  // of a query
};

// `lesson_file` is the lesson that the result names. Of the planners those are started that the lesson is about; each
// has a row that says what became of it.
ResultGrade replay_result(const LessonResult& result, const std::string& lesson_file,
                          const ReplayPlanners& planners = {});
// Says why a result may not hold the command of this line.
Status check_result_command(const std::string& line);
// The grade of a file that cannot be read or replayed.
ResultGrade unreadable_result(const std::string& file, const Error& error);

}  // namespace strata
