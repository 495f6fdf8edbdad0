// Purpose: replay_result grades a result file: it plays the lesson again with the student's answers and commands, and
//          checks every question and task. What the file claims is compared with the replay and never trusted.
// How: The lesson prepares each step. The student's changes are executed as commands, provided that they start from the
//      state that the lesson has prepared and affect only the map (app/base/untrusted_commands.hpp).
// Errors: A row with the difference, as "FILE:LINE: reason".
// Threads: The caller's thread. A replay may take as long as the lesson and the commands do: run files from other
//          people in a process with limits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/features/lesson/lesson_needs.hpp"
#include "app/lesson/result_file.hpp"

namespace strata {

enum class GradeVerdict : uint8_t { kHolds, kDoesNotHold, kDiffers, kUnreadable };
std::string_view grade_verdict_name(GradeVerdict verdict);

// An item of a result file, such as a question or a check of a task, and whether the replay confirms it.
struct ReplayedItem {
  // Number of the step, from 1; 0: the item concerns the whole file.
  size_t step = 0;
  // Kind of the item: a kind of question, "build", "limit", "check", "step" of a simulation, "planner" or "file".
  std::string what;
  // The text of the question, the condition that is checked, or the name of the planner.
  std::string question;
  // The last answer to the question (the text of a choice), the value of the condition, or the state of the planner.
  std::string answer;
  // The wrong answers by the replay, one for each such try: texts of choices, values, where an order of expansions
  // leaves the rules of the search, and of a task what did not hold at the last try.
  std::vector<std::string> wrong = {};
  std::string expected = {};  // the right answer; empty: the lesson has not shown it
  std::optional<bool> right;
  bool told = false;  // the lesson has shown the answer
  int tries = 0;      // number of answers in the log
  double seconds = 0;
  // 1: right at the first try, else 0. Of a simulation the share of right steps; its rows "step" have 0.
  double score = 0;
  GradeVerdict verdict = GradeVerdict::kHolds;
  std::string reason;

  bool verified() const { return verdict == GradeVerdict::kHolds || verdict == GradeVerdict::kDoesNotHold; }
};

struct ResultGrade {
  std::string file, student, lesson;
  std::string title = {};  // of the lesson; empty: it could not be opened
  int version = 0;
  std::optional<uint32_t> seed;
  // Hashes by which copies of a result are found (grade/result_copies.hpp); 0: there is none.
  uint64_t log_stamp = 0, times_stamp = 0;
  std::vector<ReplayedItem> rows;

  double score() const;
  // Returns whether the replay confirms all items.
  bool verified() const;
};

// A planner that the student has written. The person who grades names its program, or the reason why there is none.
struct GradedPlanner {
  UserPlannerProgram program;
  std::string problem;
};
struct ReplayPlanners {
  std::vector<GradedPlanner> planners;
  double limit_seconds = 10;  // time limit of a query
};

struct SimulationStep;

// These functions grade a simulation of `steps` steps by the verdicts on those that are done: the share of right ones
// in full hundredths, a sentence about them, and the item of one step. `step` is the number of the lesson's step.
double share_of_right(std::span<const std::string> verdicts, size_t steps);
std::string simulation_reason(std::span<const std::string> verdicts, size_t steps);
ReplayedItem graded_step(size_t step, const SimulationStep& asked, const std::string& answer,
                         const std::string& verdict);

// `lesson_file` is the lesson that the result belongs to. Of the given planners only those that the lesson needs are
// started; each adds an item with its state to the grade.
ResultGrade replay_result(const LessonResult& result, const std::string& lesson_file,
                          const ReplayPlanners& planners = {});
// Returns an error if result files must not contain this command line.
Status check_result_command(const std::string& line);
// Returns the grade of a file that cannot be read or replayed.
ResultGrade unreadable_result(const std::string& file, const Error& error);

}  // namespace strata
